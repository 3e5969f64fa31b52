"""Lemma 1: independent contexts make the data compatible and separable."""

from ntpcheck.arithmetic import Array
from ntpcheck.checks import feasible
from ntpcheck.checks.decoders import margins, ties
from ntpcheck.checks.existence import (
    attainable,
    either,
    failures,
    interpolating_decoder,
    log_ratios,
    matched,
    separated,
)
from ntpcheck.claim import Effort, claim
from ntpcheck.evidence import Evidence, both
from ntpcheck.instances.dataset import Dataset
from ntpcheck.reference.entropy import log_p
from ntpcheck_papers.thrampoulidis2024.section_3.families import (
    common_row,
    nonzero,
    not_parallel,
    null_matrix,
)
from ntpcheck_papers.thrampoulidis2024.setting import DATASETS


def matching_decoder(data: Dataset) -> Array:
    """`[..., V, d]` the least-norm W with W h_j = log p_j in support and 0 elsewhere."""
    return interpolating_decoder(data, log_p(data))


def separating_decoder(data: Dataset) -> Array:
    """`[..., V, d]` the least-norm W with W h_j = -2 [token not in S_j]."""
    targets = data.xp.where(data.support, 0 * log_p(data), 0 * log_p(data) - 2)
    return interpolating_decoder(data, targets)


@claim("linear/lemma-1/compatible", domain=DATASETS)
def compatible(data: Dataset, effort: Effort) -> Evidence:
    """Checked by exhibiting the least-norm decoder with logits log p_jz in support and 0 elsewhere. Where it
    misses, only a vanishing combination of the equations that multiplies ratios to other than 1 counts as
    failure.
    """
    return matched(data, matching_decoder(data))


@claim("linear/lemma-1/separable", domain=DATASETS)
def separable(data: Dataset, effort: Effort) -> Evidence:
    """Checked by exhibiting the least-norm decoder that asks for twice the margin. Where that one misses,
    only a Farkas ray, which rules out all decoders, counts as failure.
    """
    return separated(data, six(data, separating_decoder(data)))


@claim("linear/lemma-1/infinitely-many", domain=DATASETS)
def infinitely_many(data: Dataset, effort: Effort) -> Evidence:
    """Checked by moving each exhibited decoder along N = e_0 n^T, n != 0 orthogonal to every context: both it
    and the moved one solve (4) or (6), and since (4) and (6) are convex so does everything between them.
    Where an exhibited decoder misses, only data that are not compatible or not separable count as failure.
    """
    return families(data)


def families(data: Dataset) -> Evidence:
    """Two different solutions each of (4) and of (6), with everything between them."""
    W_p, W_d, N = matching_decoder(data), separating_decoder(data), null_matrix(data)
    found = both(*(log_ratios(data, W) for W in (W_p, W_p + N)), *(six(data, W) for W in (W_d, W_d + N)))
    return both(nonzero(N, data), either(found, lambda: attainable(data)))


def six(data: Dataset, W: Array) -> Evidence:
    """W satisfies (6)."""
    return both(ties(data, W), margins(data, W))


@claim("linear/section-3.1/infinitely-many-directions", domain=DATASETS)
def infinitely_many_directions(data: Dataset, effort: Effort) -> Evidence:
    """Checked by two linearly independent solutions of (6), the separating decoder plus e_0 n^T and the same
    plus equal rows: the solutions between them have pairwise different directions. Where they miss, only data
    that are not separable count as failure.
    """
    return directions(data)


def directions(data: Dataset) -> Evidence:
    """Two linearly independent solutions of (6)."""
    W, N, common = separating_decoder(data), null_matrix(data), common_row(data)
    # A pair and its difference span the same plane, and the difference is small and exact where W is large.
    apart = not_parallel(W + N, N - common, data)
    found = both(six(data, W + N), six(data, W + common), apart)
    return either(found, lambda: failures(feasible.separable(data)))
