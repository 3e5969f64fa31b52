"""The floor of the risk beside a part V in S_cyc: that it is approached, and that it is a floor.

Sample i has the score u_i = share_i / (1 + odds_i), share_i = sum_O e^b / sum_R e^b with the logits b of V
and odds_i what the tokens outside R_i get over what those of R_i get. Along R W^mm + V all shares stay and
odds_i <= e^-R C_i, C_i the odds at V: for a bounded slope -l' <= c_up the risk then exceeds
(1/n) sum_i l(share_i) by at most c_up e^-R (1/n) sum_i share_i C_i. Options other than the defaults make
false neighbours.
Source: App. B.4, (12), (14)-(16).
"""

from __future__ import annotations

from typing import Any, NamedTuple

import torch

from ntpcheck.arithmetic import FLOAT, Array
from ntpcheck.checks.compare import equal
from ntpcheck.checks.existence import by_row, unsettled
from ntpcheck.evidence import Evidence, both
from ntpcheck.instances import loss as table
from ntpcheck.instances.attention import Attending, AttendingPair, AttendingScaled, Attention
from ntpcheck.instances.cyclic import component
from ntpcheck.reference.attention_loss import (
    attention_loss,
    below_labels,
    cyclic_part,
    gradient,
    logits,
    outputs,
)
from ntpcheck.reference.cyclic import cyclic_basis, project
from ntpcheck.reference.graph_svm import graph_svm
from ntpcheck_papers.li2024.section_3 import priority
from ntpcheck_papers.li2024.section_3.scores import reach
from ntpcheck_papers.li2024.section_3.svm import svm_margins
from ntpcheck_papers.li2024.section_4.path_losses import steepness


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


def _mean(data: Attention, scores: Array) -> Array:
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
    error = data.xp.rounding(far, 128 * (data.size("K") + data.size("d")))
    return torch.where(cyclic_basis(data).settled, error, torch.inf) if data.xp is FLOAT else error


def same_distribution(data: AttendingPair, *, orthogonal: bool = True, every_token: bool = False) -> Evidence:
    """s_it / sum_R s at W_perp + V equals e^(b_it) / sum_R e^b, W_perp = W - P_S W and V = P_S W2.

    orthogonal: W itself, where false. every_token: s_it over all tokens of the input.
    """
    xp, counts, V = data.xp, data.number("counts"), project(data, data.W2)
    W = data.W - project(data, data.W) if orthogonal else data.W
    inside = component(data)
    shown = data.present if every_token else inside

    def distribution(at: Array, tokens: Any) -> Array:
        v = logits(data, at)
        top = xp.max(xp.where(tokens, v, xp.min(v, -1)[..., None]), -1)[..., None]
        z = xp.where(tokens, counts * xp.exp(xp.where(tokens, v - top, 0)), 0)
        return z / xp.where(tokens.any(-1), xp.sum(z, -1), 1)[..., None]

    left, right = distribution(W + V, shown), distribution(V, inside)
    found = equal(xp.where(inside, left - right, 0), 0 * left, terms=64, axes=2, scale=1)
    return Evidence(found.slack, found.error + _error(data, data.W, data.W2), found.scale)


def reaches_floor(
    data: AttendingScaled, *, floor: str = "shares", rate: int = 64, parts: int = 64
) -> Evidence:
    """0 <= L(R W^mm + V) - floor <= c_up e^(-R rate / 64) (1/n) sum_i share_i C_i, V = P_S W2.

    floor: (1/n) sum_i l(share_i) for "shares"; "labels" for (1/n) sum_i l(1); "cyclic" for (1 - |I|/n) l(1) +
    (|I|/n) Lbar(V), parts / 64 a factor of the first term; "swapped" with the two factors exchanged.
    """
    xp, V = data.xp, project(data, data.W2)
    best, found = graph_svm(data), inner(data, V)
    point = data.R[..., None, None] * best.W + V
    aim = _floor(data, V, found, floor, parts)
    risk, most = attention_loss(data, point), _slope(data)
    allowed = _excess(data, found, most) * xp.exp(-data.R * rate / 64)
    size = 1 + xp.abs(risk) + xp.abs(aim)
    error = (1 + most) * (_error(data, point, data.W2) + 2 * _svm_error(data)) * size
    excess = risk - aim
    slack = xp.minimum(excess, allowed - excess)
    return Evidence(slack, error + xp.rounding(allowed, 256) * (1 + reach(data, V)), size)


def _floor(data: Attention, V: Array, found: Inner, floor: str, parts: int = 64) -> Array:
    xp = data.xp
    if floor == "shares":
        return _mean(data, found.share)
    one = _mean(data, 0 * found.share + 1)
    if floor == "labels":
        return one
    part = cyclic_part(data)
    share = xp.asarray(part.samples.sum(-1), data.embeddings) / data.sized("n")
    rest = (1 - share) * parts / 64
    rest, share = (share, rest) if floor == "swapped" else (rest, share)
    return rest * one + share * attention_loss(part, V)


def above_floor(data: Attending, *, flipped: bool = False, labels: bool = False) -> Evidence:
    """L(W) >= (1/n) sum_i l(share_i) at P_S W. flipped: <=. labels: share of the label among all tokens."""
    xp, V = data.xp, project(data, data.W)
    aim, risk = _mean(data, inner(data, V).share), attention_loss(data, data.W)
    if labels:
        aim = _mean(data, outputs(data, V))
    size = 1 + xp.abs(risk) + xp.abs(aim)
    return Evidence((aim - risk) if flipped else (risk - aim), _error(data, data.W) * size, size)


def floor_is_limit(data: AttendingScaled, *, floor: str = "shares", flipped: bool = False) -> Evidence:
    """The floor bounds the risk of every W, and the risk tends to it along R W^mm + V."""
    return both(above_floor(data, flipped=flipped), reaches_floor(data, floor=floor))


def no_better_assignment(data: AttendingPair, *, outside: str = "zero", parts: int = 64) -> Evidence:
    """No W_perp = W - P_S W scores above an assignment of probabilities beside V = P_S W2.

    outside "zero": the one that gives the tokens outside R_i nothing; parts / 64: a factor of its score.
    "all": one that gives the tokens of R_i nothing, where there are others. "label": one that gives the label
    nothing, where there are others. "level": one that gives all tokens of R_i the same.
    """
    xp, V, counts = data.xp, project(data, data.W2), data.number("counts")
    u = outputs(data, data.W - project(data, data.W) + V)
    if outside == "zero":
        aim, asked = inner(data, V).share * parts / 64, component(data).any(-1)
    elif outside == "level":
        inside = xp.where(component(data), counts, 0)
        own = xp.sum(xp.where(data.is_label, inside, 0), -1)
        asked = component(data).any(-1)
        aim = own / xp.where(asked, xp.sum(inside, -1), 1)
    else:
        aim = 0 * u
        asked = (below_labels(data) if outside == "all" else data.present & ~data.is_label).any(-1)
    slack = xp.min(xp.where(asked, aim - u, 0), -1)
    return Evidence(slack, _error(data, data.W, data.W2), 0 * slack + 1)


def selects_component(data: AttendingScaled, *, rate: int = 64, label: bool = False) -> Evidence:
    """At R W^mm + V the tokens outside R_i get at most e^(-R rate / 64) C_i, V = P_S W2.

    label: so do all but the label.
    """
    xp, V, counts = data.xp, project(data, data.W2), data.number("counts")
    best, found = graph_svm(data), inner(data, V)
    v = logits(data, data.R[..., None, None] * best.W + V)
    top = xp.max(xp.where(data.present, v, xp.min(v, -1)[..., None]), -1)[..., None]
    z = xp.where(data.present, counts * xp.exp(xp.where(data.present, v - top, 0)), 0)
    shares = z / xp.sum(z, -1)[..., None]
    bound = found.outside
    shown = data.present & ~data.is_label if label else below_labels(data)
    left = xp.sum(xp.where(shown, shares, 0), -1)
    right = xp.exp(-data.R * rate / 64)[..., None] * bound
    error = _error(data, data.R[..., None, None] * best.W, data.W2) + 2 * _svm_error(data)
    slack = xp.min(right - left, -1)
    size = 1 + priority.largest(data, right, 1)
    return Evidence(slack, error + xp.rounding(size, 256) * reach(data, V), size)


def cyclic_risk(data: Attending, *, over: str = "I", every_token: bool = False) -> Evidence:
    """Lbar(V) = (1/|I|) sum over I of l(sum_O e^b / sum_R e^b), V = P_S W.

    over: "n" for 1/n. every_token: the sum over R_i replaced by one over all tokens. Means of nothing are 0.
    """
    xp, V, part = data.xp, project(data, data.W), cyclic_part(data)
    scores = outputs(data, V) if every_token else inner(data, V).share
    values = xp.where(part.samples, table.value(data.loss, data.knee, scores), 0)
    right = xp.sum(values, -1) / (data.sized("n") if over == "n" else part.number)
    left = attention_loss(part, V)
    size = 1 + xp.abs(left) + xp.abs(right)
    found = equal(left, right, terms=64 * data.size("K"), scale=size)
    return Evidence(found.slack, found.error + _error(data, data.W) * size, size)


def short_of_infimum(
    data: AttendingScaled, *, tokens: str = "component", floor: str = "shares", parts: int = 64
) -> Evidence:
    """The infimum of L equals (1/n) sum_i l(share_i) at P_S W_R; decided against it, mostly.

    The infimum is at most the floor at any V in S_cyc: P_S W2, or minus the gradient of the cyclic risk at 0.
    P_S W_R has norm at most R, so that its share_i is at most 1 / (1 + sum m_t / m_y e^(-R ||z_it||)) over
    the tokens t of R_i, z_it = (x_it - e_y) xbar^T. Without samples in I both sides are l(1). tokens: "all"
    for sums over all tokens, which bound L(W_R) as well. floor: "half" for (1/n) sum_i l(1/2) on the right.
    parts: parts / 64 of R.
    """
    xp, V = data.xp, project(data, data.W2)
    downhill = -gradient(cyclic_part(data), 0 * data.W)
    aim = xp.minimum(*(_mean(data, inner(data, at).share) for at in (V, downhill)))
    lowest = _mean(data, _highest_score(data, data.R * parts / 64, every_token=tokens == "all"))
    if floor == "half":
        lowest = _mean(data, 0 * data.number("labels") + xp.asarray(1, data.R) / 2)
    slack = aim - lowest
    size = 1 + xp.abs(aim) + xp.abs(lowest)
    error = _error(data, data.W2, downhill) * size
    found = Evidence(slack, error, size)
    level = ~cyclic_part(data).samples.any(-1)
    known = level if (tokens, floor) == ("component", "shares") else level & False
    known = torch.as_tensor(known | ((slack < -error) if xp is FLOAT else bool(slack[()] < 0)))
    return by_row(known, lambda: found, lambda: unsettled(slack if xp is FLOAT else data.knee))


def _highest_score(data: Attention, R: Array, *, every_token: bool) -> Array:
    """`[..., n]` what no V of norm at most R `[...]` exceeds: the label's share of R_i, or of all tokens."""
    xp, counts, E = data.xp, data.number("counts"), data.embeddings
    own = xp.sum(xp.where(data.is_label[..., None], E[..., None, :, :], 0), -2)
    apart = E[..., None, :, :] - own[..., :, None, :]
    lengths = xp.sqrt(xp.sum(apart * apart, -1) * xp.sum(data.queries * data.queries, -1)[..., None])
    shown = (data.present if every_token else component(data)) & ~data.is_label
    others = xp.sum(xp.where(shown, counts * xp.exp(-R[..., None, None] * lengths), 0), -1)
    copies = xp.sum(xp.where(data.is_label, counts, 0), -1)
    return copies / xp.where(data.is_label.any(-1), copies + others, 1)


def improves_on(data: AttendingScaled, *, sign: int = 1, parts: int = 64) -> Evidence:
    """L(sign R W^mm + P_S W) <= L(W) + (parts / 64) c_up e^-R (1/n) sum_i share_i C_i, for every W."""
    xp, V = data.xp, project(data, data.W)
    best, found = graph_svm(data), inner(data, V)
    point = sign * data.R[..., None, None] * best.W + V
    here, there, most = attention_loss(data, data.W), attention_loss(data, point), _slope(data)
    allowed = _excess(data, found, most) * xp.exp(-data.R) * parts / 64
    size = 1 + xp.abs(here) + xp.abs(there)
    error = (1 + most) * (_error(data, point, data.W) + 2 * _svm_error(data)) * size
    return Evidence(here + allowed - there, error + xp.rounding(allowed, 256) * (1 + reach(data, V)), size)
