"""Gradient descent on the risk of one attention layer, plain or normalised, continued in log-time."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import torch

from ntpcheck.dynamics.flow import Flow, flow
from ntpcheck.dynamics.gradient_descent import STEPS, Trajectory, log_spaced
from ntpcheck.instances.attention import AttentionRun
from ntpcheck.instances.base import cached
from ntpcheck.instances.loss import LOG
from ntpcheck.reference.attention_frame import attention_frames
from ntpcheck.reference.attention_loss import gradient, picks_label

START = STEPS // 4


def attention_trajectory(run: AttentionRun, steps: Sequence[int], *, normalised: bool = False) -> Trajectory:
    """W(k) = W(k-1) - eta g, recorded at `steps` (increasing): W `[len(steps), ..., d, d]`.

    g is the gradient of the risk, or normalised that divided by its norm, and zero where the gradient is.
    Where the log-loss is infinite the iterates are NaN. Source: Algo-GD; App. D.
    """
    records, here, eta = [], run.W0, run.eta[..., None, None]
    wanted = set(steps)
    with torch.no_grad():
        for k in range(max(steps) + 1):
            if k:
                slope = gradient(run, here)
                here = here - eta * (_normalised(slope) if normalised else slope)
            if k in wanted:
                records.append(here)
    return Trajectory(np.asarray(steps), torch.stack(records))


def _normalised(slope: torch.Tensor) -> torch.Tensor:
    """`[..., d, d]` at norm 1; the largest entry first, since squares underflow long before entries do."""
    top = slope.abs().amax((-2, -1), keepdim=True)
    scaled = slope / torch.where(top > 0, top, torch.ones_like(top))
    size = scaled.flatten(-2).norm(dim=-1)[..., None, None]
    return scaled / torch.where(size > 0, size, torch.ones_like(size))


@cached
def attention_descent(run: AttentionRun) -> Trajectory:
    """The first `STEPS` steps of a run or batch: one training run for every claim about it."""
    return attention_trajectory(run, log_spaced(STEPS))


@cached
def attention_flows(run: AttentionRun) -> list[Flow | None]:
    """The flow of every row of a batch; None where W^mm does not exist or the frame is not the run's.

    The frame wants the log-loss, labels among their tokens, and a head that picks them.
    """
    trajectory = attention_descent(run)
    d = run.size("d")
    early, late = (trajectory.at(k).reshape(-1, d, d).cpu().numpy() for k in (START, STEPS))
    framed = ((run.loss == LOG) & picks_label(run).all(-1) & (run.eta > 0)).reshape(-1).tolist()
    etas = run.eta.reshape(-1).tolist()
    return [
        flow(frame, eta, START, first, (STEPS, last)) if fits and frame.separable else None
        for frame, fits, eta, first, last in zip(
            attention_frames(run), framed, etas, early, late, strict=True
        )
    ]
