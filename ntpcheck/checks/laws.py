"""The second-order laws of gradient descent on separable data, held against the log-time flow at its end.

`ntpcheck.reference.law` derives them. The flow knows neither W~ nor any constant that is compared with it: it
starts at an iterate and follows the gradient. At log k = 10^4 and beyond what is left of a law's o(1) is
below `MISSED`, wherever every support vector has a positive multiplier. Elsewhere O(1/log k) is left.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np
import torch

from ntpcheck.checks.compare import decided
from ntpcheck.checks.existence import floats_only
from ntpcheck.checks.limit import OPEN, Row, collected, matrices
from ntpcheck.dynamics.attention_descent import attention_flows
from ntpcheck.dynamics.field import LateField
from ntpcheck.dynamics.flow import BACK, Flow, carried, flows
from ntpcheck.evidence import Evidence
from ntpcheck.instances.attention import Attention, AttentionRun
from ntpcheck.instances.base import cached
from ntpcheck.instances.dataset import Dataset, Run
from ntpcheck.reference.attention_frame import attention_frames
from ntpcheck.reference.attention_loss import picks_label
from ntpcheck.reference.frame import Floats, Frame, frames
from ntpcheck.reference.law import Law, apart, complementary

Descent = Run | AttentionRun

MISSED = 2.0**-16  # of the larger side: what a law may miss at the end of the flow
COARSE = 2.0**-9  # the same where it is read off earlier
ARRIVED = 16.0  # r log k at which k^-r is a hundredth of `MISSED`
ROUNDING = 2.0**-40  # of a scale: 4,096 units, more than the terms of any sum behind it
LATEST = 1e4  # log log k at which a drift is read off, later where W_0 is large
SAME = 2.0**-30  # margins nearer to 1 than this are 1
FARTHEST = 1e12  # what is farther off than this counts as this far


class End(NamedTuple):
    """One run at the end of its flow; start `[V, d]` is its W_0."""

    start: Floats
    frame: Frame
    flow: Flow
    law: Law
    eta: float

    @property
    def s(self) -> float:
        return float(self.flow.s[-1])

    @property
    def u(self) -> Floats:
        """`[x]` coordinates of P_perp W - s W^mm."""
        return self.flow.u[-1]


def ends(run: Descent) -> list[End | None]:
    """Every row of a float batch at the end of its flow; None where the flow or k^-r did not get there."""
    found = attention_flows(run) if isinstance(run, AttentionRun) else flows(run)
    ended = []
    for start, eta, flow in zip(matrices(run.W0), run.eta.reshape(-1).tolist(), found, strict=True):
        known = flow.law if flow is not None and flow.completed else None
        if flow is None or known is None or (known.strict and known.rate * flow.s[-1] <= ARRIVED):
            ended.append(None)
        else:
            ended.append(End(start, flow.frame, flow, known, eta))
    return ended


@floats_only
def by_end(run: Descent, judged: Callable[[End], Row]) -> Evidence:
    """A law's evidence from what is said of each run at its end; exact instances decide nothing."""
    return collected(run, [OPEN if end is None else judged(end) for end in ends(run)])


def within(distance: float, tolerance: float, scale: float) -> Row:
    """A distance at most `tolerance` times a scale; rounding is ROUNDING times it."""
    return Row((tolerance * scale - min(distance, FARTHEST * scale)), ROUNDING * scale, scale)


@cached
def strict_complementarity(run: Dataset | Attention) -> Evidence:
    """Every support vector has a positive multiplier in some dual solution; undefined where W^mm = 0.

    Decided in floats, by a linear programme where multipliers leave doubt; not where W^mm itself does.
    """
    return _complementary(run, wanted=True)


@cached
def zero_duals(run: Dataset | Attention) -> Evidence:
    """Some support vector has no positive multiplier in any dual solution: the contrary of the above."""
    return _complementary(run, wanted=False)


@floats_only
def _complementary(run: Dataset | Attention, *, wanted: bool) -> Evidence:
    known = [f if f is not None and (f.moves or f.doubtful) else None for f in _frames(run)]
    there = torch.tensor([f is not None for f in known], dtype=torch.bool).reshape(run.batch)
    told = [None if f is None or f.doubtful else complementary(f) for f in known]
    strict = [torch.nan if one is None else one == wanted for one in told]
    holds = torch.tensor(strict, dtype=torch.float64).reshape(run.batch)
    found = decided(holds == 1, run.embeddings, defined=there)
    return replace(found, slack=found.slack + 0 * holds.to(found.slack))


def _frames(run: Dataset | Attention) -> Sequence[Frame | None]:
    """The frame of every row; None where attention data has none, for want of labels or a fitting head."""
    if not isinstance(run, Attention):
        return frames(run)
    fits = picks_label(run).all(-1).reshape(-1).tolist()
    if not any(fits):
        return [None] * len(fits)
    return [frame if fit else None for frame, fit in zip(attention_frames(run), fits, strict=True)]


def loss_law(run: Descent) -> Evidence:
    """eta k (CE(W_k) - inf CE) / ||W^mm||^2 -> 1."""
    return by_end(run, lambda end: near_one(end, log_loss_ratio(end)))


def log_loss_ratio(end: End) -> float:
    """The logarithm of that.

    With the F-part at rest, CE - inf CE = sum_j pi_j log1p(rho_j) = sum_n (eta k pi_j s_jv) / (eta k) up to
    rho_j^2, and s = log k puts rho below every double.
    """
    weights = LateField(end.frame, end.eta).weights(end.u, end.s)
    return float(np.log(weights.sum() / end.law.square))


def near_one(end: End, log_ratio: float) -> Row:
    """A ratio that tends to 1: by `MISSED`, or by O(1/log k) where some multiplier is zero."""
    left = 4 * (1 + np.linalg.norm(end.law.drift)) / end.s
    return within(abs(log_ratio), MISSED if end.law.strict else float(left), 1.0)


def span_limit(run: Descent, target: Callable[[End], Floats]) -> Evidence:
    """The part of W_k - W^mm log k in span(SV) tends to target `[x]`. Slack: in units of 1 + ||target||."""

    def judged(end: End) -> Row:
        wanted = target(end)
        off = end.law.span @ (end.u - wanted)
        return within(float(np.linalg.norm(off)), MISSED, 1 + float(np.linalg.norm(wanted)))

    return by_end(run, judged)


def balanced_offset(end: End) -> Floats:
    """W~ on span(SV): eta c_n exp(-<W~, x_n>) = alpha_n."""
    return end.law.offset


def settles(run: Descent) -> Evidence:
    """W_k - W^mm log k converges. Slack: a share of its size, minus how far it moves in the last records."""

    def judged(end: End) -> Row:
        moved = float(np.linalg.norm(end.u - end.flow.u[-1 - BACK]))
        return within(moved, MISSED, 1 + float(np.linalg.norm(end.u)))

    return by_end(run, judged)


def balanced_drift(end: End) -> Floats:
    """W2."""
    return end.law.drift


def drifts(run: Descent, target: Callable[[End], Floats]) -> Evidence:
    """(W_k - W^mm log k) / log log k -> target `[x]`, as a slope in sigma = log s. Open where W2 = 0."""

    def judged(end: End) -> Row:
        size, y = float(np.linalg.norm(end.law.drift)), _off(end, end.u)
        latest = LATEST * (1 + float(np.linalg.norm(y)) / size)
        sigma = np.array([np.log(end.s), latest / 2, latest])
        z = carried(_beyond(end), y - sigma[0] * end.law.drift, sigma)
        if len(z) < len(sigma):
            return OPEN
        slope = end.law.drift + (z[-1] - z[-2]) / (sigma[-1] - sigma[-2])
        return within(float(np.linalg.norm(slope - target(end))), COARSE, size)

    return by_end(run, lambda end: judged(end) if end.law.drift.any() else OPEN)


def _off(end: End, rows: Floats) -> Floats:
    """Rows `[..., x]` less their parts in span(SV+)."""
    return rows - (rows @ end.law.span.T) @ end.law.span


def _beyond(end: End) -> LateField:
    """The velocity in sigma = log s of the part y of u orthogonal to span(SV+), less sigma W2.

    There dy/ds has terms of the zero-dual cells Z only, and no W^mm to cancel them: dy/dsigma = sum over Z of
    s eta c_n exp(-<u, x_n>) y_n, y_n the part of x_n orthogonal to span(SV+), where u has settled up to
    O(1/s). With y = sigma W2 + z this is the late field of the rows y_n, with W2 in the place of W^mm and
    sigma in that of s.
    """
    frame, law_ = end.frame, end.law
    idle = frame.tight & ~law_.positive
    rows = _off(end, frame.cells[idle])
    excess = rows @ law_.drift - 1
    held = frame.cells[idle] @ (law_.span.T @ (law_.span @ end.u))
    reduced = replace(
        frame,
        cells=rows,
        log_c=frame.log_c[idle] - held,
        excess=np.where(excess < SAME, 0.0, excess),
        wmm=law_.drift,
    )
    return LateField(reduced, end.eta)


def turn(end: End, limit: Floats) -> float:
    """||D||^2 / (2 ||W^mm||^2), D the part orthogonal to W^mm of a limit `[V, d]` of W_k - W^mm log k."""
    D = limit - float((limit * end.frame.W).sum()) / end.law.square * end.frame.W
    return float((D * D).sum()) / (2 * end.law.square)


def seen_turn(end: End) -> float:
    """The same for the limit that the flow shows `BACK` records before its end."""
    return turn(end, end.flow.bounded_part(-1 - BACK))


def direction_rate(run: Descent, constant: Callable[[End], float]) -> Evidence:
    """(log k)^2 (1 - cos(W_k, W^mm)) -> constant."""

    def judged(end: End) -> Row:
        frame, s, predicted = end.frame, end.s, constant(end)
        value = apart(end.flow.decoder(-1), frame.W) * (s + end.law.shift) ** 2
        # Rounding turns W by 2^-50, so that 1 - cos is known up to its square root times that.
        turned = (s + end.law.shift) * (2.0**-49 + 4 * frame.error / np.sqrt(end.law.square))
        error = float(2 * np.sqrt(2 * value) * turned + turned * turned)
        scale = max(value, predicted)
        return Row(2.0**-10 * scale - abs(value - predicted), error, max(scale, 1.0))

    return by_end(run, judged)
