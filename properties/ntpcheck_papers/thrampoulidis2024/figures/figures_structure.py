"""Figures 1 and 2: what the captions say of W^mm and W* as such, whatever the embeddings."""

from collections.abc import Callable

from ntpcheck.arithmetic import Array
from ntpcheck.claim import Effort, claim
from ntpcheck.evidence import Evidence, both
from ntpcheck.instances.dataset import Dataset
from ntpcheck_papers.thrampoulidis2024.figures.word_rows import (
    directional,
    equal_decoders,
    equal_rows,
    largest,
    orthogonal,
    same_pattern,
)
from ntpcheck_papers.thrampoulidis2024.setting import DATASETS
from ntpcheck_papers.thrampoulidis2024.shared.approach import moved, right_ratios
from ntpcheck_papers.thrampoulidis2024.shared.finite_part import Finite, finite_part


@claim("linear/figures/same-support-same-row", domain=DATASETS)
def same_support_same_row(data: Dataset, effort: Effort) -> Evidence:
    """Checked as stated."""
    return equal_rows(data, directional(data), same_pattern(data))


@claim("linear/figures/different-finite-rows", domain=DATASETS)
def different_finite_rows(data: Dataset, effort: Effort) -> Evidence:
    """Slack: the largest entry of w_v - w_u, the least over such pairs."""
    # Rows v and u of W* differ, for words of one pattern and different counts in some context; strict.
    xp, found, N = data.xp, finite_part(data), data.counts
    pairs = same_pattern(data) & xp.any(N[..., :, None] != N[..., None, :], -3)
    apart = xp.max(xp.abs(found.W[..., :, None, :] - found.W[..., None, :, :]), -1)
    slack = xp.min(xp.min(xp.where(pairs, apart, 1 + 0 * apart), -1), -1)
    return Evidence(slack, 2 * found.error, largest(data, found.W), strict=True)


def unchanged(data: Dataset, limit: Callable[[Dataset], Finite], counts: Array) -> Evidence:
    """The limit is the same on the same embeddings with other counts."""
    return equal_decoders(data, limit(data), limit(data.replace(counts=counts)))


@claim("linear/figures/svm-from-supports", domain=DATASETS)
def svm_from_supports(data: Dataset, effort: Effort) -> Evidence:
    """Checked as: counting every word in support once, which changes P and pi, leaves W^mm as it is."""
    return unchanged(data, directional, 1 * (data.counts > 0))


def weighted(counts: Array) -> Array:
    """The same P with other context frequencies: each context is seen 1 to 5 times more often."""
    return counts * (1 + counts.sum(-1) % 5)[..., None]


@claim("linear/figures/finite-part-from-probabilities", domain=DATASETS)
def finite_part_from_probabilities(data: Dataset, effort: Effort) -> Evidence:
    """Checked as: other context frequencies pi leave W* as it is, and its logits have the log-ratios of P, so
    that another P on the same supports has another W*.
    """
    same = unchanged(data, finite_part, weighted(data.counts))
    return both(same, right_ratios(data, moved(data, *finite_part(data))))


def inner(left: Array, right: Array) -> Array:
    """`[..., 1, 1]` the inner product of two matrices."""
    return (left * right).sum((-2, -1))[..., None, None]


@claim("linear/figures/orthogonal", domain=DATASETS)
def orthogonal_parts(data: Dataset, effort: Effort) -> Evidence:
    """Checked as stated."""
    return orthogonal(finite_part(data), directional(data), inner)
