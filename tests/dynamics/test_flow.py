"""The log-time flow is the gradient flow of CE, meets the run it continues, and ends where the law says."""

from __future__ import annotations

import numpy as np
import pytest
import torch

from ntpcheck.dynamics.field import Field, LateField
from ntpcheck.dynamics.figure import training_figure
from ntpcheck.dynamics.flow import HORIZON, continued, flows
from ntpcheck.dynamics.gradient_descent import gradient_descent, log_spaced
from ntpcheck.instances.dataset import Run
from ntpcheck.reference.entropy import cross_entropy
from ntpcheck.reference.frame import frames
from tests.dynamics.runs import BRISK, admitted, random_run, smoothness


def state_at(frame, W, s):
    f, w, rest = frame.parts(W)
    return np.concatenate([f, w - s * frame.wmm]), rest


@pytest.mark.parametrize("scale", [1.0, 100.0])
def test_the_velocity_is_the_gradient_of_the_loss(scale):
    for run in admitted(0, 3):
        for row, frame in zip(run.rows(), frames(run), strict=True):
            W = (scale * row.W0).clone().requires_grad_()
            (gradient,) = torch.autograd.grad(cross_entropy(row, W), W)
            s = 3.0
            state, _ = state_at(frame, W.detach().numpy(), s)
            field = Field(frame, float(row.eta))
            with np.errstate(over="ignore", invalid="ignore"):
                moved = field.velocity(state, s) + field.lead
            there = -float(row.eta) * np.exp(s) * gradient.numpy().ravel()
            expected = np.concatenate([frame.F @ there, frame.X @ there])
            assert np.abs(moved - expected).max() <= 1e-9 * (1 + np.abs(expected).max())


def test_jacobians_are_the_derivatives_of_the_velocities():
    run = random_run(0, m=3, d=4, V=4)
    for row, frame in zip(run.rows(), frames(run), strict=True):
        s = 4.0
        state, _ = state_at(frame, row.W0.numpy(), s)
        u = state[len(frame.F) :]
        for field, point in ((Field(frame, 0.3), state), (LateField(frame, 0.3), u)):
            steps = 1e-6 * np.eye(len(point))
            slopes = [(field.velocity(point + e, s) - field.velocity(point - e, s)) / 2e-6 for e in steps]
            exact = field.jacobian(point, s)
            assert np.abs(exact - np.array(slopes).T).max() <= 1e-6 * (1 + np.abs(exact).max())


@pytest.mark.parametrize("share", [1.0, 0.1, 0.01])
def test_the_flow_meets_the_run_that_it_continues(share):
    """Over two orders of magnitude in step size, and of horizon: what discreteness leaves falls like 1/k."""
    eta = share / (2 * float(smoothness(BRISK)))
    run = BRISK.replace(eta=torch.tensor(eta))
    frame = frames(run)[0]
    apart = []
    for last in (1_000, 10_000, 100_000):
        flow = continued(frame, eta, gradient_descent(run, log_spaced(last)))
        assert flow.completed
        apart.append(flow.mismatch * last)
        assert flow.mismatch <= flow.step_error
    assert max(apart) <= 8 * min(apart)


def test_the_flow_ends_at_the_offset_that_the_law_predicts():
    for run in admitted(1, 4):
        for flow in flows(run):
            law = flow.law
            assert flow.completed
            assert flow.s[-1] >= HORIZON
            apart = np.linalg.norm(law.span @ (flow.u[-1] - law.offset))
            assert apart <= (1e-9 if law.strict else 1e-2) * (1 + np.linalg.norm(law.offset))


def test_extreme_starts_and_weights_are_followed_to_the_end():
    starts = [[[1024.0], [-1024.0], [0.0]], [[-1024.0], [1024.0], [1024.0]], [[0.0], [0.0], [0.0]]]
    for W0 in starts:
        for eta in (2.0**-10, 0.25):
            (flow,) = flows(Run([[-2.0]], [[0, 0, 4]], W0, eta))
            assert flow.completed
    (flow,) = flows(
        Run([[0.125, -1.25], [0.3125, -0.25]], [[1, 0, 0], [100_000_000, 0, 0]], [[1.0, -2.0]] * 3, 0.25)
    )
    assert flow.completed


def test_nothing_to_follow_is_followed():
    (flow,) = flows(Run([[1.0]], [[1]], [[3.0]], 0.5))
    assert flow.completed
    assert flow.law is None
    assert flow.mismatch == 0
    assert flow.decoder(-1).tolist() == [[3.0]]


def test_inseparable_data_has_no_flow():
    assert flows(Run([[1.0], [1.0]], [[1, 0], [0, 1]], [[0.0], [0.0]], 0.5)) == [None]


def test_the_training_figure_draws_the_law_beside_the_run():
    series = training_figure(BRISK, 1e4, title="brisk", steps=4096)
    assert series["title"] == "brisk"
    for name in ("loss_gap", "norm", "one_minus_cos", "distance"):
        assert len(series[name]) == len(series["law"][name]) == len(series["k"])
    assert series["loss_gap"][-1] == pytest.approx(series["law"]["loss_gap"][-1], rel=0.5)
    assert series["norm"][-1] == pytest.approx(series["law"]["norm"][-1], rel=0.25)
    assert series["distance"][-1] == pytest.approx(series["law"]["distance"][-1], rel=0.5)
    assert series["flow"]["log_k"][-1] >= 1e4
    assert series["flow"]["one_minus_cos"][-1] < 1e-7
