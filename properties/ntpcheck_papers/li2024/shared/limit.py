"""Limits of gradient descent on the attention risk, decided like those of the linear model.

The frame of the data (`ntpcheck.reference.attention_frame`) is a linear model's, so the run's gradient flow
in log-time is held against the law that the statement implies; nothing is concluded from a finite run
alone. A step beyond 2 / lambda_max(H_F) repels the iterates from W^cyc, which the run itself shows, and one
exact instance for good; the direction then obeys the law of the flow averaged over what happens on S_cyc.
"""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from ntpcheck.arithmetic import FLOAT, Array
from ntpcheck.checks.direction import compared, predicted_side
from ntpcheck.checks.existence import floats_only
from ntpcheck.checks.limit import OPEN, UNDEFINED, Row, collected, matrices, repelled, settled
from ntpcheck.claim import Effort
from ntpcheck.dynamics.attention_descent import attention_descent, attention_flows, follows, unsettled_flows
from ntpcheck.dynamics.flow import Flow
from ntpcheck.evidence import Evidence
from ntpcheck.instances.attention import Attention, AttentionRun
from ntpcheck.reference.attention_frame import attention_frames
from ntpcheck.reference.frame import Floats, Frame
from ntpcheck.reference.law import Law, largest_curvature
from ntpcheck_papers.li2024.shared.lawful import under_log_loss
from ntpcheck_papers.li2024.shared.trap import trapped

Candidate = Callable[[Attention], Array]
TWICE = 2.0  # times the law: what a measured value may differ from its limit by


def cyclic_correction(data: Attention) -> Array:
    """W^cyc `[..., d, d]`, the minimiser of the cyclic risk on S_cyc."""
    centres = np.stack([frame.centre for frame in attention_frames(data)])
    return data.embeddings.new_tensor(centres).reshape(*data.batch, *centres.shape[1:])


@under_log_loss("direction")
@floats_only
def attention_direction(
    run: AttentionRun, candidate: Candidate, effort: Effort, *, part: str = "whole"
) -> Evidence:
    """W(tau) / ||W(tau)|| tends to candidate / ||candidate||, candidate `[..., d, d]`.

    Slack: twice the law's 1 - cos at the end of the flow, minus 1 - cos(W, candidate) there. part: "outside"
    for the part of W off S_cyc, or "inside" for the one in it, in the place of W.
    """
    rows, apart, rates = [], [], []
    wanted = matrices(candidate(run))
    for C, frame, flow in zip(wanted, attention_frames(run), unsettled_flows(run), strict=True):
        row, value = OPEN, float("nan")
        if frame.separable is not None and not (frame.moves and C.any()):
            row = UNDEFINED
        elif flow is not None and flow.law is not None and flow.completed:
            chosen = _part(flow, part)
            row, value = compared(flow, flow.law, C, chosen) if chosen.any() else (OPEN, value)
        rows.append(row)
        apart.append(value)
        rates.append(float("nan") if flow is None or flow.law is None else flow.law.rate)
    return collected(run, rows, one_minus_corr=apart, rate=rates)


def _part(flow: Flow, part: str) -> Floats:
    """`[d, d]` at the end of the flow."""
    whole, inside = flow.decoder(-1), flow.frame.centre + flow.frame.matrix(flow.f[-1], 0 * flow.u[-1])
    return {"whole": whole, "inside": inside, "outside": whole - inside}[part]


@under_log_loss("part")
def cyclic_limit(run: AttentionRun, candidate: Candidate, effort: Effort) -> Evidence:
    """The projection of W(tau) on S_cyc tends to candidate `[..., d, d]`.

    Slack: twice the distance from W^cyc that the balance of pulls allows at a late step, minus the distance
    of the projection from the candidate there. Beyond 2 / lambda_max(H_F) the run itself is measured.
    """
    if run.xp is not FLOAT:
        return trapped(run)
    trajectory, rows = attention_descent(run), []
    d, wanted = run.size("d"), matrices(candidate(run))
    W = trajectory.W.reshape(len(trajectory.steps), -1, d, d).cpu().numpy()
    etas = run.eta.reshape(-1).tolist()
    for i, (frame, flow) in enumerate(zip(attention_frames(run), attention_flows(run), strict=True)):
        if etas[i] * largest_curvature(frame) > TWICE:
            rows.append(repelled(frame, wanted[i], W[:, i]))
        else:
            rows.append(settled(flow, etas[i], wanted[i]) if flow is not None and flow.completed else OPEN)
    strays = [float("nan") if flow is None else flow.stray for flow in attention_flows(run)]
    return collected(run, rows, stray=strays)


class Length(NamedTuple):
    """One run at the end of its flow."""

    norm: float  # ||W||, or of its part
    pace: float  # s ||W^mm||
    allowed: float  # what the law leaves between the two; NaN where it misses
    error: float


def norm_grows(run: AttentionRun, effort: Effort, *, settled: bool = True, outside: bool = False) -> Evidence:
    """||W(tau)|| tends to infinity as ||W^mm|| log tau does: their ratio tends to 1. Options as below."""
    return by_length(run, keeps_pace, settled=settled, outside=outside)


def keeps_pace(one: Length) -> Row:
    """Slack: the part of W that is not s W^mm, as the law has it, and with it s ||W^mm||, minus
    | ||W|| - s ||W^mm|| |.
    """
    return Row(one.allowed - abs(one.norm - one.pace), one.error, one.pace)


@under_log_loss("norm")
@floats_only
def by_length(
    run: AttentionRun, judged: Callable[[Length], Row], *, settled: bool = True, outside: bool = False
) -> Evidence:
    """What is said of each run's norm at the end of its flow. Floats only.

    settled False: whether or not the run settles on S_cyc. outside: of the part orthogonal to S_cyc.
    """
    rows, norms = [], []
    found = followed(run) if settled else unsettled_flows(run)
    for frame, flow in zip(attention_frames(run), found, strict=True):
        row = UNDEFINED if frame.separable is not None and not frame.moves else OPEN
        if flow is not None and flow.law is not None and flow.completed:
            row = judged(_measured(flow, flow.law, outside))
        rows.append(row)
        norms.append(_length(flow, outside) if flow is not None else float("nan"))
    return collected(run, rows, norm=norms)


def _length(flow: Flow, outside: bool) -> float:  # noqa: FBT001
    if not outside:
        return float(np.linalg.norm(flow.decoder(-1)))
    moving = flow.u[-1] + float(flow.s[-1]) * flow.frame.wmm
    return float(np.hypot(np.linalg.norm(moving), np.linalg.norm(flow.rest)))


def _measured(flow: Flow, law: Law, outside: bool) -> Length:  # noqa: FBT001
    s, size = float(flow.s[-1]), float(np.sqrt(law.square))
    side, misses = predicted_side(flow, law)
    allowed = TWICE * (
        side + abs(law.shift) * size + float(np.linalg.norm(flow.frame.centre + flow.rest)) + 1
    )
    error = flow.error + frame_error(flow.frame, s)
    return Length(_length(flow, outside), s * size, float("nan") if misses else allowed, error)


def frame_error(frame: Frame, s: float) -> float:
    """What the error of W^mm adds to s W^mm, and rounding."""
    return s * (frame.error + 2.0**-48 * float(np.linalg.norm(frame.W)))


def followed(run: AttentionRun) -> list[Flow | None]:
    """The flow of every row that reached its horizon, with discrete steps following it on F; else None."""
    etas = run.eta.reshape(-1).tolist()
    return [
        flow if flow is not None and flow.law is not None and flow.completed and follows(flow, eta) else None
        for flow, eta in zip(attention_flows(run), etas, strict=True)
    ]
