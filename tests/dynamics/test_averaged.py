"""Runs whose steps are too long to settle on F: the averaged flow against many more plain steps."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
import torch

from ntpcheck.dynamics.attention_descent import attention_trajectory, follows, unsettled_flows
from ntpcheck.dynamics.averaged import averaged_frame
from ntpcheck.instances.attention import AttentionRun
from ntpcheck.reference.attention_frame import attention_frames

LATE = 2**15


def rivals(eta: float, *, x: float = 4.0) -> AttentionRun:
    """Two rival labels after token 0, and edges of weights 1 and 3 after tokens 1 and 2; E = C = I."""
    eye = torch.eye(3, dtype=torch.float64)
    counts = [[1, 1, 0], [1, 1, 1], [1, 1, 0], [1, 0, 3]]
    W0 = torch.zeros(3, 3, dtype=torch.float64)
    W0[0, 0] = x
    run = AttentionRun(eye, eye, counts, [0, 0, 1, 2], [0, 1, 0, 0], 0, 0, W0, eta)
    return AttentionRun(**{name: array[None] for name, array in run.arrays().items()})


@pytest.mark.parametrize("eta", [24.0, 40.0])
def test_the_averaged_flow_goes_where_long_steps_go(eta: float) -> None:
    run = rivals(eta)
    (flow,), (frame,) = unsettled_flows(run), attention_frames(run)
    assert flow is not None
    assert flow.completed
    assert not follows(replace(flow, frame=frame), eta)
    late = attention_trajectory(run, [LATE]).W[0, 0].numpy()
    u = frame.X @ late.ravel() - np.log(LATE) * frame.wmm
    at = int(np.searchsorted(flow.s, np.log(LATE)))
    share = (np.log(LATE) - flow.s[at - 1]) / (flow.s[at] - flow.s[at - 1])
    between = (1 - share) * flow.u[at - 1] + share * flow.u[at]
    assert u == pytest.approx(between, abs=0.02)
    assert np.linalg.norm(frame.F @ (late - frame.centre).ravel()) > 0.5


def test_a_settled_orbit_leaves_the_frame_alone() -> None:
    """Where steps are short the mean over the orbit is the value at W^cyc."""
    run = rivals(1.0)
    (frame,) = attention_frames(run)
    averaged = averaged_frame(frame, 1.0, frame.centre)
    assert averaged.log_c == pytest.approx(frame.log_c, abs=1e-12)
    assert averaged.centre == pytest.approx(frame.centre, abs=1e-12)
    assert averaged.F.shape == (0, 9)


def test_the_mean_over_a_two_cycle() -> None:
    """x -> x - kappa tanh(x / 2), kappa = 8, alternates between +-x with 2 x = kappa tanh(x / 2).

    Token 2, below both rivals, has weight e^0 / (e^(x/2) + e^(-x/2)) = (1/2) / cosh(x / 2) at either point.
    """
    run = rivals(16.0)
    (frame,) = attention_frames(run)
    averaged = averaged_frame(frame, 16.0, frame.centre + frame.matrix(np.array([3.0]), 0 * frame.wmm))
    x = 4.0
    for _ in range(50):
        x = 4 * np.tanh(x / 2)
    below = np.where(frame.context == 1, -np.log(np.cosh(x / 2)), 0.0)
    assert averaged.log_c - frame.log_c == pytest.approx(below, abs=1e-9)
