"""The linear model's hypotheses: signed slacks on float batches, exact decisions on exact instances."""

from collections.abc import Callable
from itertools import combinations
from typing import Any

import numpy as np
import torch

from ntpcheck import decompositions, ulps
from ntpcheck.arithmetic import FLOAT
from ntpcheck.checks import exact
from ntpcheck.checks.compare import decided
from ntpcheck.checks.decoders import margins, scores, spread, surprisal, ties
from ntpcheck.checks.feasible import compatible, obstructed, separable
from ntpcheck.evidence import Evidence, Outcome, both, judge
from ntpcheck.instances.base import cached
from ntpcheck.instances.dataset import Dataset, Decoding, Offset, Pair, Run, Scaled

__all__ = [
    "binary", "compatible", "full_rank", "general_position", "in_orthogonal_complement", "matching",
    "mismatched", "nonnegative_scale", "nonzero_embeddings", "obstructed", "one_hot",
    "overparameterized", "separable", "separates", "separates_2", "small_step",
    "some_token_out_of_support",
]  # fmt: skip


@cached
def full_rank(data: Dataset) -> Evidence:
    """rank H = min(m, d). Slack on floats: the smallest singular value, with H scaled to largest entry 1."""
    if data.xp is not FLOAT:
        return decided(_has_full_rank(data), data.embeddings)
    return _reconsidered(data, _independent(data.embeddings), _has_full_rank)


def _has_full_rank(data: Dataset) -> bool:
    return exact.rank(data.embeddings) == min(data.size("m"), data.size("d"))


@cached
def general_position(data: Dataset) -> Evidence:
    """Every min(m, d) of the embeddings are independent. Slack on floats: as for full rank, of the worst."""
    if data.xp is not FLOAT:
        return decided(_in_general_position(data), data.embeddings)
    subsets = torch.tensor(_subsets(data), device=data.embeddings.device)
    every = _independent(data.embeddings[..., subsets, :])
    worst = (every.slack - every.error).argmin(-1, keepdim=True)
    slack, error, scale = (x.gather(-1, worst)[..., 0] for x in (every.slack, every.error, every.scale))
    return _reconsidered(data, Evidence(slack, error, scale, strict=True), _in_general_position)


def _in_general_position(data: Dataset) -> bool:
    least = min(data.size("m"), data.size("d"))
    return all(exact.rank(data.embeddings[list(subset)]) == least for subset in _subsets(data))


def _subsets(data: Dataset) -> list[tuple[int, ...]]:
    return list(combinations(range(data.size("m")), min(data.size("m"), data.size("d"))))


def _independent(rows: torch.Tensor) -> Evidence:
    """Rows `[..., r, d]` of rank min(r, d); strict, since only a positive singular value settles it."""
    largest = rows.abs().amax((-2, -1), keepdim=True)
    values = decompositions.svdvals(rows / torch.where(largest > 0, largest, 1.0))
    # Backward stability of the SVD: each value is off by a small multiple of rounding times the largest.
    error = FLOAT.rounding(values[..., 0], ulps.spectrum(*rows.shape[-2:]))
    return Evidence(values[..., -1], error, values[..., 0], strict=True)


def _reconsidered(data: Any, evidence: Evidence, holds: Callable[[Any], bool]) -> Evidence:
    """Float evidence whose undecided rows are decided in rationals instead: slack 1 or -1 without error."""
    slack, error = evidence.slack.clone(), evidence.error.clone()
    for index in np.argwhere(judge(evidence) == Outcome.UNDECIDED):
        at = tuple(int(i) for i in index)
        slack[at], error[at] = (1.0 if holds(data.row(at).exact()) else -1.0), 0.0
    return Evidence(slack, error, evidence.scale, evidence.strict)


def overparameterized(data: Dataset) -> Evidence:
    """d > m."""
    return decided(_everywhere(data, data.size("d") > data.size("m")), data.embeddings)


def nonzero_embeddings(data: Dataset) -> Evidence:
    """No h_j is zero."""
    xp = data.xp
    return decided(xp.all(xp.any(data.embeddings != 0, -1), -1), data.embeddings)


def some_token_out_of_support(data: Dataset) -> Evidence:
    """Some S_j < V."""
    return decided(data.xp.any(~data.support, (-2, -1)), data.embeddings)


def one_hot(data: Dataset) -> Evidence:
    """Every S_j = 1."""
    return decided(data.xp.all(data.support.sum(-1) == 1, -1), data.embeddings)


def binary(data: Dataset) -> Evidence:
    """V = 2."""
    return decided(_everywhere(data, data.size("V") == 2), data.embeddings)


@cached
def separates(data: Decoding) -> Evidence:
    """W satisfies (6)."""
    return both(ties(data, data.W), margins(data, data.W))


@cached
def separates_2(data: Pair) -> Evidence:
    """W2 satisfies (6)."""
    return both(ties(data, data.W2), margins(data, data.W2))


@cached
def in_orthogonal_complement(data: Offset) -> Evidence:
    """U satisfies (6a), that is, U is orthogonal to F."""
    return ties(data, data.U)


@cached
def matching(data: Decoding) -> Evidence:
    """softmax(W h_j) = p_j for every context and every token. Slack on floats: minus the largest difference.

    Decided exactly by transcendence: logits are rational, and e^q is rational for no rational q but 0, so the
    probabilities match only if all logits of each context are equal and all tokens equally frequent.
    """
    xp = data.xp
    if xp is not FLOAT:
        return decided(_matches_exactly(data), data.embeddings)
    found = scores(data, data.W)
    softmax = xp.exp(-surprisal(found.logits))
    distance = xp.max(xp.max(xp.abs(softmax - data.p), -1), -1)
    error = 2 * xp.max(found.error, -1) + xp.rounding(
        xp.max(found.size, -1) + 1, ulps.softmax(data.size("V"))
    )
    # A token out of support has positive softmax, however far it underflows.
    apart = xp.any(~data.support, (-2, -1))
    slack = xp.where(apart, -1.0, -distance)
    return Evidence(slack, xp.where(apart, 0.0, xp.max(error, -1)), xp.zeros(data.batch, slack) + 1)


def _matches_exactly(data: Decoding) -> bool:
    level = all(bool(gap == 0) for gap in np.ravel(spread(data, scores(data, data.W).logits)))
    uniform = bool((data.counts == data.counts[..., :1]).all())
    return level and uniform


@cached
def mismatched(data: Decoding) -> Evidence:
    """softmax(W h_j) differs from p_j at some context and token: the strict negation of `matching`."""
    match = matching(data)
    contrary = Evidence(-match.slack, match.error, match.scale, strict=True, rigor=match.rigor)
    return (
        contrary
        if data.xp is not FLOAT
        else _reconsidered(data, contrary, lambda row: not _matches_exactly(row))
    )


def nonnegative_scale(data: Scaled) -> Evidence:
    """gamma >= 0."""
    return Evidence(data.gamma, 0 * data.gamma, data.xp.abs(data.gamma))


@cached
def small_step(run: Run) -> Evidence:
    """0 < eta <= 1/(2L) with L = lambda_max(sum_j pi_j h_j h_j^T) / 2, the smoothness constant of CE.

    Decided exactly by whether I - eta sum_j pi_j h_j h_j^T is positive semidefinite.
    """
    if run.xp is not FLOAT:
        moment = np.asarray(run.embeddings).T @ (np.asarray(run.pi)[:, None] * np.asarray(run.embeddings))
        gap = np.eye(run.size("d"), dtype=int).astype(object) - run.eta[()] * moment
        return decided(bool(run.eta[()] > 0) and exact.positive_semidefinite(gap), run.embeddings)
    moment = run.embeddings.mT @ (run.pi[..., None] * run.embeddings)
    product = run.eta * torch.linalg.eigvalsh(moment)[..., -1]
    error = FLOAT.rounding(1 + product, ulps.spectrum(run.size("m"), run.size("d")))
    descent = Evidence(1 - product, error, 1 + product)
    return both(Evidence(run.eta, 0 * run.eta, run.eta.abs(), strict=True), descent)


def _everywhere(data: Dataset, holds: bool) -> Any:  # noqa: FBT001
    """The same answer for every row of the batch."""
    full = torch.full if data.xp is FLOAT else np.full
    return full(data.batch, holds)
