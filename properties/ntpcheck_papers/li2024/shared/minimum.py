"""The risk against its floor L*: above it for every W, and down to it along W^mm.

Notation as in attention_scores; gap_ik = (e_{y_i} - e_k)^T W^mm xbar_i, m_ik the count of token k, O_i the
label's positions.
"""

from dataclasses import replace
from typing import Any, NamedTuple

from ntpcheck import ulps
from ntpcheck.arithmetic import FLOAT, Array, positive
from ntpcheck.checks.existence import undefined
from ntpcheck.evidence import Evidence
from ntpcheck.instances import loss as table
from ntpcheck.instances.attention import Attending, AttendingScaled, Attention
from ntpcheck.reference.attention_loss import logits, weights
from ntpcheck.reference.graph_svm import acyc_svm
from ntpcheck_papers.li2024.shared import priority
from ntpcheck_papers.li2024.shared.feasible import where_solvable
from ntpcheck_papers.li2024.shared.scores import score_error, score_size


def above_minimum(data: Attending) -> Evidence:
    """L(W) > L* = (1/n) sum_i l(gamma_{i y_i}).

    Where no score exceeds its label's, that is so iff some u_i lies below gamma_{i y_i}, l being strictly
    decreasing; the largest difference, a sum of nonnegative terms, is then the slack. Undefined where a
    log-loss has no value.
    """
    xp, gamma = data.xp, data.scores
    own = xp.sum(priority.is_label(data) * gamma, -1)
    apart = priority.present(data) * (own[..., None] - gamma)
    gaps = xp.sum(weights(data, data.W) * (own[..., None] - gamma), -1)
    risk = _mean(data, table.value(data.loss, data.knee, own - gaps) - table.value(data.loss, data.knee, own))
    values = xp.abs(table.value(data.loss, data.knee, own)) + xp.abs(own) + xp.abs(gaps)
    most = priority.largest(data, values, 1)
    wide = 4 * score_error(data) + xp.rounding(most + 1, ulps.total(data.size("n")) + 4 * ulps.LOG + 8)
    ordered = ~positive(-priority.smallest(data, apart, 2)) & _decreasing(data)
    lead, error = _lead(data, apart, gaps)
    slack, bound = xp.where(ordered, lead, risk), xp.where(ordered, error, wide)
    meant = valued(data, own) & valued(data, own - gaps)
    if xp is not FLOAT and not bool(meant):
        return undefined()
    slack = xp.where(meant, slack, 0)
    return Evidence(slack, bound, score_size(data) + 1 + most, strict=True, defined=meant)


def valued(data: Attention, scores: Array) -> Any:
    """`[...]` bool: the loss has a value at all scores `[..., n]`; a log-loss where they are positive."""
    return (~(data.loss == table.LOG)[..., None] | positive(scores)).all(-1)


def _decreasing(data: Attention) -> Any:
    """`[...]` bool: the loss is strictly decreasing where it is defined."""
    rows = [row for row, loss in enumerate(table.LOSSES) if loss.decreasing]
    return sum((data.loss == row) * 1 for row in rows) > 0


def _lead(data: Attending, apart: Array, gaps: Array) -> tuple[Array, Array]:
    """`[...]` the largest of sums of nonnegative terms, and what rounding does to it.

    In doubles the largest term: a weight that underflows is positive all the same.
    """
    xp = data.xp
    if xp is not FLOAT:
        return priority.largest(data, gaps, 1), score_error(data)
    weight = (weights(data, data.W) + 2.0**-1000) * priority.present(data) * (1 - priority.is_label(data))
    terms = 2 * ulps.dot(data.size("d")) + 4
    error = priority.largest(data, weight, 2) * xp.rounding(score_size(data), terms)
    return priority.largest(data, weight * apart, 2), error


def _mean(data: Attention, numbers: Array) -> Array:
    return data.xp.sum(numbers, -1) / data.sized("n")


class Growth(NamedTuple):
    """Along R W^mm: m_ik e^{R (parts / 64 - gap_ik)} for tokens other than the label."""

    terms: Array  # [..., n, K]; 0 at the label
    error: Array  # [...]
    others: Array  # [..., n, K] counts of tokens other than the label
    copies: Array  # [..., n] counts of the label


def growth(data: AttendingScaled, W: Array, *, parts: int) -> Growth:
    """The growth along R W, W `[..., d, d]` W^mm or -W^mm, against e^{-parts R / 64}."""
    xp, best = data.xp, acyc_svm(data)
    R = data.R[..., None, None]
    v = logits(data, W)
    own = xp.sum(priority.is_label(data) * v, -1)[..., None]
    counts = data.number("counts")
    others, copies = counts * (1 - priority.is_label(data)), xp.sum(counts * priority.is_label(data), -1)
    exponent = R * (xp.asarray(parts, own) / 64 - own + v)
    seen = priority.present(data) * (1 - priority.is_label(data))
    terms = others * xp.exp(seen * exponent)
    size = priority.largest(data, xp.abs(data.embeddings) @ xp.abs(best.W) @ xp.abs(data.embeddings.mT), 2)
    wrong = xp.rounding(1 + size, ulps.logits(data.size("d")) + 4)
    if xp is FLOAT:
        wrong = wrong + 2 * best.error * (data.embeddings**2).sum(-1).amax(-1)
    top = priority.largest(data, xp.abs(seen * exponent), 2)
    relative = 2 * (xp.abs(data.R) * wrong + xp.rounding(1 + top, ulps.LOG + 4))
    return Growth(terms, relative * priority.largest(data, xp.abs(terms), 2) * data.size("K"), others, copies)


class Along(NamedTuple):
    """How scores change along R W: against a rate, and by themselves."""

    found: Growth
    plain: Array  # [..., n, K] m_ik e^{-R gap_ik}; 0 at the label


def along(data: AttendingScaled, W: Array) -> Along:
    """The change along R W, W `[..., d, d]` W^mm or -W^mm, against e^-R."""
    return Along(growth(data, W, parts=64), growth(data, W, parts=0).terms)


def along_svm(data: AttendingScaled) -> Along:
    """The change along R W^mm, against e^-R."""
    return along(data, acyc_svm(data).W)


def approaches(data: AttendingScaled, gaps: Array, most: Array, change: Along) -> Evidence:
    """e^R sum_k s_ik gaps_ik <= sum_k m_ik gaps_ik / |O_i|, gaps `[..., n, K]` up to `most`."""
    xp, found = data.xp, change.found
    left = xp.sum(found.terms * gaps, -1) / (found.copies + xp.sum(change.plain, -1))
    right = xp.sum(found.others * gaps, -1) / xp.maximum(found.copies, 1)
    size = priority.largest(data, xp.abs(left) + xp.abs(right), 1) + 1
    error = 4 * (1 + found.error) * most * found.error
    error = error + xp.rounding(size * (1 + most), 4 * ulps.total(data.size("K")) + 8)
    return where_feasible(data, Evidence(xp.min(right - left, -1), error, size))


def softmax_bound(data: AttendingScaled, *, others: bool = False) -> Evidence:
    """s_it >= 1 / (|O_i| + e^{-R}) for t in O_i, at R W^mm.

    That is sum_k m_ik e^{R (1 - gap_ik)} <= 1 over the tokens other than the label. others: the number of
    their positions in the place of 1.
    """
    xp, found = data.xp, along_svm(data).found
    total = xp.sum(found.terms, -1)
    room = xp.sum(found.others, -1) if others else xp.asarray(1, total) + 0 * total
    slack = priority.smallest(data, room - total, 1)
    size = priority.largest(data, total + room, 1) + 1
    error = found.error + xp.rounding(size, 2 * ulps.total(data.size("K")) + 4)
    return where_feasible(data, Evidence(slack, error, size))


def where_feasible(data: AttendingScaled, evidence: Evidence) -> Evidence:
    """The same, undefined where (Acyc-SVM) has no solution."""
    found = acyc_svm(data)
    if data.xp is not FLOAT:
        return where_solvable(data, evidence, found)
    return replace(evidence, defined=found.feasible)


def positive_scale(data: AttendingScaled) -> Evidence:
    """R > 0."""
    return Evidence(data.R, 0 * data.R, data.xp.abs(data.R), strict=True)


def another_token(data: Attention) -> Evidence:
    """Some input holds a token other than its label."""
    seen = priority.present(data) * (1 - priority.is_label(data))
    slack = 2 * priority.largest(data, seen, 2) - 1
    return Evidence(slack, 0 * slack, data.xp.abs(slack))
