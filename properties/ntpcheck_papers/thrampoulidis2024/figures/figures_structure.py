"""Figures 1 and 2: what the captions say of W^mm and W* as such, whatever the embeddings."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ntpcheck.arithmetic import Array
from ntpcheck.claim import Effort, claim
from ntpcheck.evidence import Evidence, both
from ntpcheck.instances.dataset import Dataset
from ntpcheck_papers.thrampoulidis2024.figures.word_rows import (
    directional,
    equal_decoders,
    equal_rows,
    orthogonal,
    rows_differ,
    same_pattern,
)
from ntpcheck_papers.thrampoulidis2024.section_3.approach import moved, right_ratios
from ntpcheck_papers.thrampoulidis2024.section_3.finite_part import Finite, finite_part
from ntpcheck_papers.thrampoulidis2024.setting import DATASETS


def same_rows(
    data: Dataset,
    limit: Callable[[Dataset], Finite] = directional,
    pairs: Callable[[Dataset], Any] = same_pattern,
) -> Evidence:
    """Words paired by `pairs` have equal rows in W^mm, or in another limit."""
    return equal_rows(data, limit(data), pairs(data))


@claim("linear/figures/same-support-same-row", domain=DATASETS)
def same_support_same_row(data: Dataset, effort: Effort) -> Evidence:
    """Checked as stated."""
    return same_rows(data)


@claim("linear/figures/different-finite-rows", domain=DATASETS)
def different_finite_rows(data: Dataset, effort: Effort) -> Evidence:
    """Slack: the largest entry of w_v - w_u, the least over such pairs."""
    return rows_differ(data)


def from_supports(
    data: Dataset,
    limit: Callable[[Dataset], Finite] = directional,
    replaced: Callable[[Array], Array] = lambda counts: 1 * (counts > 0),
) -> Evidence:
    """W^mm, or another limit, is the same on the same embeddings with replaced counts."""
    return equal_decoders(data, limit(data), limit(data.replace(counts=replaced(data.counts))))


@claim("linear/figures/svm-from-supports", domain=DATASETS)
def svm_from_supports(data: Dataset, effort: Effort) -> Evidence:
    """Checked as: counting every word in support once, which changes P and pi, leaves W^mm as it is."""
    return from_supports(data)


def weighted(counts: Array) -> Array:
    """The same P with other context frequencies: each context is seen 1 to 5 times more often."""
    return counts * (1 + counts.sum(-1) % 5)[..., None]


def from_probabilities(
    data: Dataset,
    limit: Callable[[Dataset], Finite] = finite_part,
    replaced: Callable[[Array], Array] = weighted,
) -> Evidence:
    """W* is unchanged by replaced counts, and P can be read off it; or another limit."""
    return both(from_supports(data, limit, replaced), right_ratios(data, moved(data, *limit(data))))


@claim("linear/figures/finite-part-from-probabilities", domain=DATASETS)
def finite_part_from_probabilities(data: Dataset, effort: Effort) -> Evidence:
    """Checked as: other context frequencies pi leave W* as it is, and its logits have the log-ratios of P, so
    that another P on the same supports has another W*.
    """
    return from_probabilities(data)


def inner(left: Array, right: Array) -> Array:
    """`[..., 1, 1]` the inner product of two matrices."""
    return (left * right).sum((-2, -1))[..., None, None]


@claim("linear/figures/orthogonal", domain=DATASETS)
def orthogonal_parts(data: Dataset, effort: Effort) -> Evidence:
    """Checked as stated."""
    return orthogonal_in(data, inner)


def orthogonal_in(data: Dataset, product: Callable[[Array, Array], Array]) -> Evidence:
    """All entries of a bilinear product of W* and W^mm vanish."""
    return orthogonal(finite_part(data), directional(data), product)
