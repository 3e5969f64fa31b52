"""The floor of the risk beside a part V in S_cyc: that it is approached, and that it is a floor.

Sample i has the score u_i = share_i / (1 + odds_i), share_i = sum_O e^b / sum_R e^b with the logits b of V
and odds_i what the tokens outside R_i get over what those of R_i get. Along R W^mm + V all shares stay and
odds_i <= e^-R C_i, C_i the odds at V: for a bounded slope -l' <= c_up the risk then exceeds
(1/n) sum_i l(share_i) by at most c_up e^-R (1/n) sum_i share_i C_i.
Source: App. B.4, (12), (14)-(16).
"""

from typing import Any, NamedTuple

import torch

from ntpcheck import ulps
from ntpcheck.arithmetic import FLOAT, Array
from ntpcheck.checks.compare import equal
from ntpcheck.checks.existence import by_row, unsettled
from ntpcheck.evidence import Evidence, both
from ntpcheck.instances import loss as table
from ntpcheck.instances.attention import Attending, AttendingPair, AttendingScaled, Attention
from ntpcheck.instances.graph import component
from ntpcheck.reference.attention_loss import (
    attention_loss,
    below_labels,
    cyclic_part,
    gradient,
    logits,
    outputs,
)
from ntpcheck.reference.cyclic import project
from ntpcheck.reference.graph_svm import graph_svm
from ntpcheck_papers.li2024.section_4.path_losses import steepness
from ntpcheck_papers.li2024.shared import priority
from ntpcheck_papers.li2024.shared.scores import log_error, projected_logits, reach
from ntpcheck_papers.li2024.shared.svm import svm_margins


class Inner(NamedTuple):
    """At V `[..., d, d]`, per sample `[..., n]`."""

    share: Array
    outside: Array  # C_i


def inner(data: Attention, V: Array) -> Inner:
    """The label's share of R_i, and the odds of the tokens outside R_i against it."""
    xp, b, counts = data.xp, logits(data, V), data.number("counts")
    own = xp.sum(xp.where(data.is_label, b, 0), -1)[..., None]
    inside, outside = component(data), below_labels(data)
    powers = xp.exp(xp.where(inside | outside, b - own, 0))
    total = xp.sum(xp.where(inside, counts * powers, 0), -1)
    total = xp.where(inside.any(-1), total, 1)
    copies = xp.sum(xp.where(data.is_label, counts, 0), -1)
    return Inner(copies / total, xp.sum(xp.where(outside, counts * powers, 0), -1) / total)


def mean_loss(data: Attention, scores: Array) -> Array:
    """`[...]` (1/n) sum_i l(scores_i)."""
    return data.xp.sum(table.value(data.loss, data.knee, scores), -1) / data.sized("n")


def _slope(data: Attention) -> Array:
    """`[...]` c_up; 1 for the log-loss, of which log1p of the odds is at most the odds."""
    log = data.loss == table.LOG
    return 1 + 0 * data.knee if log.all() else data.xp.where(log, 1, steepness(data).most)


def _excess(data: Attention, found: Inner, most: Array) -> Array:
    """`[...]` (1/n) sum_i c_up share_i C_i, or of C_i for the log-loss."""
    share = data.xp.where((data.loss == table.LOG)[..., None], 1, found.share)
    return most * data.xp.sum(share * found.outside, -1) / data.sized("n")


def _svm_error(data: AttendingScaled) -> Any:
    """`[...]` bound on the error of R times a margin of W^mm, taken as it is where exact."""
    return data.xp.max(data.xp.max(svm_margins(data)[1], -1), -1) * data.R if data.xp is FLOAT else 0


def _error(data: Attention, *points: Array) -> Array:
    """`[...]` rounding of losses at some points; infinite where S_cyc is not settled."""
    far = 1 + sum(reach(data, at) for at in points)
    error = data.xp.rounding(far, ulps.risk(data.size("K"), data.size("d"), data.size("n")))
    return error + 2 * projected_logits(data, *points) + log_error(data, *points)


def _powers(data: Attention) -> int:
    """Roundings of a mean of sums of exponentials of differences of logits, in units of 1 + their size."""
    return 2 * ulps.logits(data.size("d")) + 2 * ulps.total(data.size("K")) + ulps.total(data.size("n")) + 8


def same_distribution(data: AttendingPair) -> Evidence:
    """s_it / sum_R s at W_perp + V equals e^(b_it) / sum_R e^b, W_perp = W - P_S W and V = P_S W2."""
    xp, counts, V = data.xp, data.number("counts"), project(data, data.W2)
    W, inside = data.W - project(data, data.W), component(data)

    def distribution(at: Array) -> Array:
        v = logits(data, at)
        top = xp.max(xp.where(inside, v, xp.min(v, -1)[..., None]), -1)[..., None]
        z = xp.where(inside, counts * xp.exp(xp.where(inside, v - top, 0)), 0)
        return z / xp.where(inside.any(-1), xp.sum(z, -1), 1)[..., None]

    left, right = distribution(W + V), distribution(V)
    terms = 2 * ulps.softmax(data.size("K"))
    found = equal(xp.where(inside, left - right, 0), 0 * left, terms=terms, axes=2, scale=1)
    return Evidence(found.slack, found.error + _error(data, data.W, data.W2), found.scale)


class Approach(NamedTuple):
    """L(R W^mm + V) less a floor, V = P_S W2, and how much that may be; all `[...]`."""

    excess: Array
    allowed: Array
    error: Array
    size: Array

    def within(self, xp: Any) -> Evidence:
        """0 <= excess <= allowed."""
        return Evidence(xp.minimum(self.excess, self.allowed - self.excess), self.error, self.size)


def approach(data: AttendingScaled, floor: Array) -> Approach:
    """How the risk along R W^mm + V is to a floor `[...]`; c_up e^-R (1/n) sum_i share_i C_i is allowed."""
    xp, V = data.xp, project(data, data.W2)
    point = data.R[..., None, None] * graph_svm(data).W + V
    risk, allowed = attention_loss(data, point), allowance(data, V)
    size = 1 + xp.abs(risk) + xp.abs(floor)
    error = (1 + _slope(data)) * (_error(data, point, data.W2) + 2 * _svm_error(data)) * size
    error = error + xp.rounding(allowed, _powers(data)) * (1 + reach(data, V))
    return Approach(risk - floor, allowed, error, size)


def allowance(data: AttendingScaled, V: Array) -> Array:
    """`[...]` c_up e^-R (1/n) sum_i share_i C_i at V."""
    return _excess(data, inner(data, V), _slope(data)) * data.xp.exp(-data.R)


def floor_of_shares(data: AttendingPair) -> Array:
    """`[...]` (1/n) sum_i l(share_i) at V = P_S W2."""
    return mean_loss(data, inner(data, project(data, data.W2)).share)


class CyclicFloor(NamedTuple):
    """(16): (1 - |I|/n) l(1) + (|I|/n) Lbar(V) at V = P_S W2, in parts `[...]`."""

    share: Array  # |I| / n
    level: Array  # l(1)
    cyclic: Array  # Lbar(V)


def floor_by_samples(data: AttendingPair) -> CyclicFloor:
    """The floor, by samples outside I and in it."""
    part = cyclic_part(data)
    share = data.xp.asarray(part.samples.sum(-1), data.embeddings) / data.sized("n")
    level = mean_loss(data, 0 * data.number("labels") + 1)
    return CyclicFloor(share, level, attention_loss(part, project(data, data.W2)))


def above_floor(data: Attending) -> Evidence:
    """L(W) >= (1/n) sum_i l(share_i) at P_S W."""
    xp = data.xp
    aim = mean_loss(data, inner(data, project(data, data.W)).share)
    risk = attention_loss(data, data.W)
    size = 1 + xp.abs(risk) + xp.abs(aim)
    return Evidence(risk - aim, _error(data, data.W) * size, size)


def floor_is_limit(data: AttendingScaled, floor: Array) -> Evidence:
    """(1/n) sum_i l(share_i) bounds the risk of every W, and along R W^mm + V the risk tends to `floor`."""
    return both(above_floor(data), approach(data, floor).within(data.xp))


def no_better_assignment(data: AttendingPair, *, outside: bool = False) -> Evidence:
    """No W_perp = W - P_S W scores above an assignment of probabilities beside V = P_S W2.

    The one that gives the tokens outside R_i nothing; outside: that gives them all, where there are any.
    """
    xp, V = data.xp, project(data, data.W2)
    u = outputs(data, data.W - project(data, data.W) + V)
    aim = 0 * u if outside else inner(data, V).share
    asked = (below_labels(data) if outside else component(data)).any(-1)
    slack = xp.min(xp.where(asked, aim - u, 0), -1)
    return Evidence(slack, _error(data, data.W, data.W2), 0 * slack + 1)


def faded(data: AttendingScaled, shown: Any, bound: Array) -> Evidence:
    """At R W^mm + V, V = P_S W2, the tokens `shown` `[..., n, K]` get at most `bound` `[..., n]` together."""
    xp, V, counts = data.xp, project(data, data.W2), data.number("counts")
    best = graph_svm(data)
    v = logits(data, data.R[..., None, None] * best.W + V)
    top = xp.max(xp.where(data.present, v, xp.min(v, -1)[..., None]), -1)[..., None]
    z = xp.where(data.present, counts * xp.exp(xp.where(data.present, v - top, 0)), 0)
    left = xp.sum(xp.where(shown, z / xp.sum(z, -1)[..., None], 0), -1)
    error = _error(data, data.R[..., None, None] * best.W, data.W2) + 2 * _svm_error(data)
    size = 1 + priority.largest(data, bound, 1)
    return Evidence(xp.min(bound - left, -1), error + xp.rounding(size, _powers(data)) * reach(data, V), size)


def cyclic_risk(data: Attending) -> Evidence:
    """Lbar(V) = (1/|I|) sum over I of l(sum_O e^b / sum_R e^b), V = P_S W. Means of nothing are 0."""
    xp, V, part = data.xp, project(data, data.W), cyclic_part(data)
    values = xp.where(part.samples, table.value(data.loss, data.knee, inner(data, V).share), 0)
    right = xp.sum(values, -1) / part.number
    left = attention_loss(part, V)
    size = 1 + xp.abs(left) + xp.abs(right)
    found = equal(left, right, terms=ulps.total(data.size("n")) + 4 * ulps.LOG, scale=size)
    return Evidence(found.slack, found.error + _error(data, data.W) * size, size)


def short_of_infimum(data: AttendingScaled, bound: Array, *, level: Any) -> Evidence:
    """A lower bound `[...]` of a risk is not above the infimum of L; level: where they are known to be equal.

    The infimum is at most the floor at any V in S_cyc: P_S W2, or minus the gradient of the cyclic risk at 0.
    """
    xp, V = data.xp, project(data, data.W2)
    downhill = -gradient(cyclic_part(data), 0 * data.W)
    aim = xp.minimum(*(mean_loss(data, inner(data, at).share) for at in (V, downhill)))
    slack = aim - bound
    size = 1 + xp.abs(aim) + xp.abs(bound)
    error = _error(data, data.W2, downhill) * size
    found = Evidence(slack, error, size)
    known = torch.as_tensor(level | ((slack < -error) if xp is FLOAT else bool(slack[()] < 0)))
    return by_row(known, lambda: found, lambda: unsettled(slack if xp is FLOAT else data.knee))


def lowest(data: Attention, R: Array, tokens: Any) -> Array:
    """`[...]` what the mean loss of the label's share of some tokens is at least, at ||V|| <= R.

    The share is at most 1 / (1 + sum m_t / m_y e^(-R ||z_it||)) over those tokens t, z_it = (x_it - e_y)
    xbar^T: P_S W_R has norm at most R.
    """
    return mean_loss(data, _highest_score(data, R, tokens))


def _highest_score(data: Attention, R: Array, tokens: Any) -> Array:
    """`[..., n]` what no V of norm at most R `[...]` exceeds: the label's share of some tokens."""
    xp, counts, E = data.xp, data.number("counts"), data.embeddings
    own = xp.sum(xp.where(data.is_label[..., None], E[..., None, :, :], 0), -2)
    apart = E[..., None, :, :] - own[..., :, None, :]
    lengths = xp.sqrt(xp.sum(apart * apart, -1) * xp.sum(data.queries * data.queries, -1)[..., None])
    shown = tokens & ~data.is_label
    others = xp.sum(xp.where(shown, counts * xp.exp(-R[..., None, None] * lengths), 0), -1)
    copies = xp.sum(xp.where(data.is_label, counts, 0), -1)
    return copies / xp.where(data.is_label.any(-1), copies + others, 1)


def improves_on(data: AttendingScaled, point: Array, allowed: Array) -> Evidence:
    """L at a point `[..., d, d]` is at most L(W) + allowed `[...]`, for every W."""
    xp, V = data.xp, project(data, data.W)
    here, there = attention_loss(data, data.W), attention_loss(data, point)
    size = 1 + xp.abs(here) + xp.abs(there)
    error = (1 + _slope(data)) * (_error(data, point, data.W) + 2 * _svm_error(data)) * size
    error = error + xp.rounding(allowed, _powers(data)) * (1 + reach(data, V))
    return Evidence(here + allowed - there, error, size)
