"""Remark 1: one-hot data, where S_j = 1 for every context."""

from collections.abc import Callable

from ntpcheck import ulps
from ntpcheck.arithmetic import positive
from ntpcheck.checks.compare import below, decided, equal
from ntpcheck.checks.decoders import margin, margins, scores, ties
from ntpcheck.checks.existence import by_row, cases, denied
from ntpcheck.checks.feasible import separable
from ntpcheck.claim import Effort, claim
from ntpcheck.evidence import Evidence, both
from ntpcheck.instances.dataset import Dataset, Decoding
from ntpcheck.reference.entropy import entropy
from ntpcheck_papers.thrampoulidis2024.section_3.contexts import inseparable_labels
from ntpcheck_papers.thrampoulidis2024.section_3.one_hot import (
    along,
    away,
    distance_from_entropy,
    positive_elsewhere,
)
from ntpcheck_papers.thrampoulidis2024.setting import DATASETS, DECODINGS


@claim("linear/remark-1/one-hot-entropy", domain=DATASETS)
def one_hot_entropy(data: Dataset, effort: Effort) -> Evidence:
    """Checked as stated."""
    return equal(entropy(data), 0 * entropy(data), terms=ulps.steps(0))


@claim("linear/remark-1/attained-iff-separable", domain=DATASETS)
def attained_iff_separable(data: Dataset, effort: Effort) -> Evidence:
    """Attained only if softmax(W h_j) = p_j for some W; where some token is out of support that is ruled out
    by the softmax being positive.

    No token is out of support: for one-hot data that leaves V = 1, where every decoder attains zero.
    """
    return positive_elsewhere(data)


@claim("linear/remark-1/attained-iff-separable-only-if", domain=DECODINGS)
def attained_only_if_separable(data: Decoding, effort: Effort) -> Evidence:
    """Where the data are not separable the decoder at hand must not attain zero loss. Slack there: its
    loss.
    """
    known = separable(data)
    return cases(known, lambda: known, lambda: distance_from_entropy(data, data.W))


@claim("linear/remark-1/attained-iff-separable/amended", domain=DECODINGS)
def approached_iff_separable(data: Decoding, effort: Effort) -> Evidence:
    """On separable data, CE(gamma W^d) <= (V - 1) exp(-gamma) is checked for gamma = 1, 4, 16 along W^mm; on
    others, that the decoder at hand has CE(W) >= min_j pi_j log 2, since some margin of every decoder is at
    most zero.
    """
    return cases(separable(data), lambda: along(data), lambda: away(data))


@claim("linear/remark-1/F-empty", domain=DATASETS)
def F_empty(data: Dataset, effort: Effort) -> Evidence:
    """F is a span, and every span contains the zero matrix."""
    never = data.xp.any(data.counts < 0, (-2, -1))
    return decided(never, data.embeddings)


@claim("linear/remark-1/F-empty/amended", domain=DECODINGS)
def F_zero(data: Decoding, effort: Effort) -> Evidence:
    """Checked as: every decoder W is orthogonal to F, that is, satisfies (6a)."""
    return ties(data, data.W)


@claim("linear/remark-1/multiclass", domain=DECODINGS)
def multiclass(data: Decoding, effort: Effort) -> Evidence:
    """The smallest margin g is computed; where g > 0, W / g must satisfy (6). Where g <= 0, no positive
    multiple of W does.
    """
    xp, found = data.xp, scores(data, data.W)
    g = xp.min(margin(data, found.logits, 1), -1)
    correct = positive(g)
    W = data.W / xp.where(correct, g, 1)[..., None, None]
    error, size = 2 * xp.max(found.error, -1), xp.max(found.size, -1)
    return by_row(
        correct, lambda: both(ties(data, W), margins(data, W)), lambda: Evidence(0 - g, error, size)
    )


@claim("linear/remark-1/cover-sufficient", domain=DATASETS)
def cover_sufficient(data: Dataset, effort: Effort) -> Evidence:
    """Decided by W^mm or a Farkas ray."""
    return separable(data)


@claim("linear/remark-1/cover-necessary", domain=DATASETS)
def cover_necessary(data: Dataset, effort: Effort) -> Evidence:
    """Slack: 2d - m."""
    return below(data.sized("m"), 2 * data.sized("d"), terms=0)


def all_labels(data: Dataset, enough: Callable[[int, int], bool]) -> Evidence:
    """Every labelling of the contexts is separable iff `enough(m, d)`.

    d >= m: general position means independence, and the labels at hand must be separable. Else labels are
    exhibited that no decoder separates.
    """
    m, d = data.size("m"), data.size("d")
    found = separable(data if d >= m else inseparable_labels(data))
    return found if enough(m, d) else denied(found)


@claim("linear/remark-1/cover-necessary/amended", domain=DATASETS)
def cover_necessary_amended(data: Dataset, effort: Effort) -> Evidence:
    """For d >= m the labels at hand must be separable; for d < m the signs of a dependency between the
    contexts are labels that no decoder separates.
    """
    return all_labels(data, lambda m, d: d >= m)
