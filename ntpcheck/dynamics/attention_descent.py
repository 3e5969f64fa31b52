"""Gradient descent on the risk of one attention layer, plain or normalised, continued in log-time.

A normalised step is a step of gradient descent of size eta / ||grad L||; T_k, the sum of the sizes of the
first k steps, is the time that gradient flow would have taken.
"""

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
import torch
from torch import Tensor

from ntpcheck.dynamics.attention_logits import DENSE, Logits
from ntpcheck.dynamics.attention_single import Single
from ntpcheck.dynamics.averaged import averaged_flow
from ntpcheck.dynamics.flow import Flow, flow
from ntpcheck.dynamics.gradient_descent import STEPS, Trajectory, log_spaced
from ntpcheck.instances.attention import AttentionRun
from ntpcheck.instances.base import cached
from ntpcheck.instances.loss import LOG
from ntpcheck.instances.together import together
from ntpcheck.reference.attention_frame import attention_frames
from ntpcheck.reference.attention_loss import gradient, picks_label
from ntpcheck.reference.frame import Floats, Frame
from ntpcheck.reference.law import largest_curvature

START = STEPS // 4
ASTRAY, LONGEST = 0.5, 2.0  # of the F-part itself, what a flow may miss there; eta lambda_max(H_F)


def timed_descent(
    run: AttentionRun, steps: Sequence[int], *, normalised: bool = True
) -> tuple[Trajectory, Floats]:
    """W_k `[len(steps), B, d, d]` and log T_k `[len(steps), B]` at each k of `steps` (increasing).

    The head picks the label and the loss is the logarithm; elsewhere the numbers say nothing. Where the
    gradient is zero a normalised step leaves W as it is, and T is infinite. Computed on the processor,
    returned on the run's device. Source: Algo-GD; App. D.
    """
    one = normalised and run.eta.numel() == 1 and run.size("n") * run.size("K") <= DENSE
    state, W, times, done = Single(run) if one else Logits(run), list[Floats](), list[Floats](), 0
    step = state.normalised if normalised else state.plain
    with np.errstate(all="ignore"):
        for k in steps:
            for _ in range(k - done):
                step()
            done = k
            W.append(state.weights())
            times.append(state.time())
    return Trajectory(np.asarray(steps), torch.as_tensor(np.stack(W), device=run.W0.device)), np.stack(times)


def attention_trajectory(run: AttentionRun, steps: Sequence[int], *, normalised: bool = False) -> Trajectory:
    """W(k) = W(k-1) - eta g, recorded at `steps` (increasing): W `[len(steps), ..., d, d]`.

    g is the gradient of the risk, or normalised that divided by its norm, and zero where the gradient is.
    Where the log-loss is infinite the iterates are NaN. Source: Algo-GD; App. D.
    """
    if bool((run.loss == LOG).all()) and bool(picks_label(run).all()):
        path = timed_descent(run, steps, normalised=normalised)[0]
        return Trajectory(path.steps, path.W.reshape(len(steps), *run.W0.shape))
    with torch.no_grad():
        iterates = _of_weights(run, normalised=normalised)
        records = [W for k, W in zip(range(max(steps) + 1), iterates, strict=False) if k in set(steps)]
    return Trajectory(np.asarray(steps), torch.stack(records))


def first_iterates(run: AttentionRun, count: int) -> list[Any]:
    """W(0), .., W(count), each `[..., d, d]`, in the run's own number system: for few steps."""
    steps = _of_weights(run, normalised=False)
    return [W for _, W in zip(range(count + 1), steps, strict=False)]


def _of_weights(run: AttentionRun, *, normalised: bool) -> Iterator[Tensor]:
    """Any loss and head: W itself is the state."""
    here, eta = run.W0, run.eta[..., None, None]
    while True:
        yield here
        slope = gradient(run, here)
        here = here - eta * (_normalised(slope) if normalised else slope)


def _normalised(slope: Tensor) -> Tensor:
    """`[..., d, d]` at norm 1; the largest entry first, since squares underflow long before entries do."""
    top = slope.abs().amax((-2, -1), keepdim=True)
    scaled = slope / torch.where(top > 0, top, torch.ones_like(top))
    size = scaled.flatten(-2).norm(dim=-1)[..., None, None]
    return scaled / torch.where(size > 0, size, torch.ones_like(size))


@together
def attention_descent(run: AttentionRun) -> Trajectory:
    """The first `STEPS` steps of a run or batch: one training run for every claim about it."""
    return attention_trajectory(run, log_spaced(STEPS))


@cached
def attention_flows(run: AttentionRun) -> list[Flow | None]:
    """The flow of every row of a batch; None where W^mm does not exist or the frame is not the run's.

    The frame wants the log-loss, labels among their tokens, and a head that picks them.
    """
    framed = ((run.loss == LOG) & picks_label(run).all(-1) & (run.eta > 0)).reshape(-1).tolist()
    if not any(framed):
        return [None] * len(framed)
    return [
        flow(frame, eta, START, first, (STEPS, last)) if fits and frame.separable else None
        for fits, (frame, eta, first, last) in zip(framed, _recorded(run), strict=True)
    ]


@cached
def unsettled_flows(run: AttentionRun) -> list[Flow | None]:
    """The same where steps are too long to settle on F: averaged over what the run does there instead."""
    return [
        averaged_flow(frame, eta, START, first, (STEPS, last)) if found and not follows(found, eta) else found
        for found, (frame, eta, first, last) in zip(attention_flows(run), _recorded(run), strict=True)
    ]


def follows(found: Flow, eta: float) -> bool:
    """Whether discrete steps follow a flow on F; beyond 2 / lambda_max(H_F) they do not for long."""
    return found.stray < ASTRAY and eta * largest_curvature(found.frame) <= LONGEST


def _recorded(run: AttentionRun) -> list[tuple[Frame, float, Floats, Floats]]:
    """Frame, eta and the two iterates `[d, d]` that a flow starts from and is compared with, row by row."""
    trajectory, d = attention_descent(run), run.size("d")
    early, late = (trajectory.at(k).reshape(-1, d, d).cpu().numpy() for k in (START, STEPS))
    return list(zip(attention_frames(run), run.eta.reshape(-1).tolist(), early, late, strict=True))
