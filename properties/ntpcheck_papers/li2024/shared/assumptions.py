"""The attention model's hypotheses as signed slacks.

No hypothesis is known to the verifier by name: each brings the program of its own slack, so every slack is
computed from the instance's numbers, integers included.
"""

from collections.abc import Callable
from dataclasses import replace
from functools import reduce
from typing import Any

import numpy as np
import torch

from ntpcheck import decompositions, ulps
from ntpcheck.arithmetic import FLOAT, Array, beside
from ntpcheck.checks.compare import at_most, equal
from ntpcheck.evidence import Evidence, Outcome, Rigor, both, judge, outcome_of
from ntpcheck.instances.attention import Attention, AttentionRun
from ntpcheck.instances.base import cached
from ntpcheck.instances.loss import LOG, LOSSES
from ntpcheck_papers.li2024.shared import priority

__all__ = [
    "acyclic", "affinely_independent", "bounded_derivative", "decreasing_loss", "fact", "head_selects",
    "identity_head", "independent_queries", "independent_tokens", "label_scores", "log_loss",
    "nonvanishing_slope", "of_losses", "realizable", "small_step",
]  # fmt: skip


def fact(data: Attention, holds: Array) -> Evidence:
    """A 0/1 number `[...]` as a slack: 1 where it is 1, -1 where it is 0, without rounding."""
    slack = 2 * holds - 1
    return Evidence(slack, 0 * slack, data.xp.abs(slack), rigor=Rigor.EXACT)


@cached
def realizable(data: Attention) -> Evidence:
    """Every label occurs in its sequence."""
    there = data.xp.sum(priority.present(data) * priority.is_label(data), -1)
    return fact(data, data.xp.min(there, -1))


@cached
def acyclic(data: Attention) -> Evidence:
    """No graph has two different tokens in one strongly connected component."""
    return fact(data, 1 - priority.largest(data, priority.same_component(data), 3))


@cached
def identity_head(data: Attention) -> Evidence:
    """C E^T = I."""
    K, d = data.size("K"), data.size("d")
    unit = 1 - priority.apart(data)
    product = data.head @ data.embeddings.mT
    size = data.xp.abs(data.head) @ data.xp.abs(data.embeddings.mT) + 1
    # A head that was solved for is off by what its elimination rounds, too.
    return equal(product, unit + 0 * product, terms=ulps.dot(d) + ulps.total(K), axes=2, scale=size)


@cached
def head_selects(data: Attention) -> Evidence:
    """argmax_k c_y^T e_k = y, attained there alone, for every token y."""
    xp, d = data.xp, data.size("d")
    scores = data.head @ data.embeddings.mT
    unit = 1 - priority.apart(data)
    own = xp.sum(scores * unit, -1)[..., None]
    size = priority.largest(data, xp.abs(data.head) @ xp.abs(data.embeddings.mT), 2) + 1
    slack = priority.smallest(data, own - scores + unit, 2)  # 1 on the diagonal, where nothing is asked
    found = Evidence(slack, xp.rounding(size, ulps.dot(d) + 4), size, strict=True)
    return _settled(data, found, head_selects)


def _settled(data: Attention, found: Evidence, check: Callable[[Any], Evidence]) -> Evidence:
    """The evidence of a float batch with slack 1 or -1 in rows that only exact numbers decide."""
    if data.xp is not FLOAT:
        return found
    slack, error = found.slack.clone(), found.error.clone() + 0 * found.slack
    for index in map(tuple, np.argwhere(judge(found) == Outcome.UNDECIDED)):
        holds = outcome_of(check(data.row(index).exact())) is Outcome.HOLDS
        slack[index], error[index] = (1.0 if holds else -1.0), 0.0
    return replace(found, slack=slack, error=error)


def of_losses(data: Attention, ruled_out: Callable[[Any], bool]) -> Evidence:
    """The loss is none of those ruled out: the product of the distances to their rows is at least 1."""
    row = data.number("loss")
    bad = [index for index, loss in enumerate(LOSSES) if ruled_out(loss)]
    slack = reduce(lambda a, b: a * b, (data.xp.abs(row - index) for index in bad), 0 * row + 1) - 1
    return Evidence(slack, 0 * slack, slack + 2, rigor=Rigor.EXACT)


def decreasing_loss(data: Attention) -> Evidence:
    """The loss is strictly decreasing where it is defined."""
    return of_losses(data, lambda loss: not loss.decreasing)


def bounded_derivative(data: Attention) -> Evidence:
    """The loss is defined on all reals and has a bounded derivative."""
    return of_losses(data, lambda loss: not loss.bounded)


def nonvanishing_slope(data: Attention) -> Evidence:
    """l' vanishes nowhere."""
    return of_losses(data, lambda loss: loss.name in ("cubic", "squared"))


def log_loss(data: Attention) -> Evidence:
    """l(u) = -log u."""
    slack = -data.xp.abs(data.number("loss") - LOG)
    return Evidence(slack, 0 * slack, 1 - slack, rigor=Rigor.EXACT)


@cached
def label_scores(data: Attention) -> Evidence:
    """Labels stand in their inputs with a positive score, and all other tokens there have score zero."""
    xp = data.xp
    mine = priority.present(data) * priority.is_label(data)
    others = priority.present(data) * (1 - priority.is_label(data))
    size = priority.largest(data, xp.abs(data.head) @ xp.abs(data.embeddings.mT), 2) + 1
    own = xp.min(xp.sum(mine * data.scores, -1), -1)
    error = xp.rounding(size, ulps.dot(data.size("d")) + 4)
    stray = priority.largest(data, xp.abs(others * data.scores), 2)
    found = both(Evidence(own, error, size, strict=True), Evidence(-stray, error, size))
    return _settled(data, found, label_scores)


@cached
def independent_tokens(data: Attention) -> Evidence:
    """The rows of E are linearly independent. Slack on floats: the smallest singular value."""
    return _independent(data, lambda data: data.embeddings)


@cached
def affinely_independent(data: Attention) -> Evidence:
    """The rows of E are affinely independent."""
    return _independent(data, lambda data: beside(data.embeddings, 0 * data.embeddings[..., :1] + 1))


@cached
def independent_queries(data: Attention) -> Evidence:
    """The embeddings of last tokens are linearly independent.

    All others have a coordinate of their own here, in which they are independent of everything.
    """
    return _independent(data, _queries)


def _queries(data: Attention) -> Array:
    used = data.xp.max(priority.is_last(data), -2)[..., None]
    return beside(used * data.embeddings, (1 - used) * (1 - priority.apart(data)))


def _independent(data: Attention, rows_of: Callable[[Any], Array]) -> Evidence:
    """Some rows `[..., K, c]` of each instance are linearly independent."""
    rows = rows_of(data)
    K, columns = rows.shape[-2:]
    if data.xp is not FLOAT:
        return _positive_definite(data, rows @ rows.mT, strict=True)
    largest = rows.abs().amax((-2, -1), keepdim=True)
    values = decompositions.svdvals(rows / torch.where(largest > 0, largest, 1.0))
    least = values[..., -1] if columns >= K else torch.zeros_like(values[..., -1])
    error = FLOAT.rounding(values[..., 0], ulps.spectrum(K, columns))
    found = Evidence(least, error, values[..., 0], strict=True)
    return _settled(data, found, lambda row: _independent(row, rows_of))


def _positive_definite(data: Attention, square: Array, *, strict: bool) -> Evidence:
    """The least pivot of L D L^T of one exact symmetric matrix `[r, r]`.

    Semidefinite: a zero pivot is allowed over a column of zeros only, since otherwise some 2 x 2 minor is
    negative; so minus the largest entry of such a column counts as a pivot.
    """
    rest, pivots = np.asarray(square, dtype=object), list[Any]()
    while len(rest):
        pivot, column = rest[0, 0], rest[1:, 0]
        pivots.append(pivot)
        if pivot == 0:
            pivots += [-abs(entry) for entry in column]
            rest = rest[1:, 1:]
        else:
            rest = rest[1:, 1:] - np.multiply.outer(column / pivot, column)
    slack = data.xp.min(data.xp.stack(pivots), -1)
    return Evidence(slack, 0 * slack, data.xp.abs(slack) + 1, strict=strict)


@cached
def small_step(run: AttentionRun) -> Evidence:
    """0 < eta <= 1/L for L = 2 sqrt(T_max) ||E||^4, ||E|| the largest singular value. Source: (22).

    Exactly: I / (4 T_max eta^2) - (E^T E)^4 is positive semidefinite, its eigenvalues being those powers.
    """
    xp = run.xp
    longest = xp.max(xp.sum(run.number("counts"), -1), -1)
    positive = Evidence(run.eta, 0 * run.eta, xp.abs(run.eta), strict=True)
    if xp is not FLOAT:
        if not run.eta[()] > 0:
            return positive
        moment = run.embeddings.mT @ run.embeddings
        square = moment @ moment
        unit = np.eye(run.size("d"), dtype=int).astype(object)
        gap = unit / (4 * longest[()] * run.eta[()] * run.eta[()]) - square @ square
        least = _positive_definite(run, gap, strict=False)
        # One number for both halves: eta > 0 is the sign of 1 / eta.
        return replace(least, slack=xp.minimum(least.slack, 1 / run.eta))
    norm = decompositions.svdvals(run.embeddings)[..., 0]
    product = 2 * longest.sqrt() * norm**4 * run.eta
    terms = 4 * ulps.spectrum(run.size("K"), run.size("d")) + 8
    descent = at_most(product, 1 + 0 * product, terms=terms, scale=1 + product)
    return both(positive, replace(descent, rigor=Rigor.FLOAT))
