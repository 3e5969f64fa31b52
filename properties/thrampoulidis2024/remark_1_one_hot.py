"""Remark 1: one-hot data, where S_j = 1 for every context."""

from __future__ import annotations

from collections.abc import Callable

from ntpcheck.checks.compare import equal
from ntpcheck.checks.contexts import inseparable_labels
from ntpcheck.checks.decoders import ties
from ntpcheck.checks.existence import cases, denied, separability
from ntpcheck.checks.one_hot import (
    along,
    away,
    classifies,
    distance_from_entropy,
    empty_span,
    positive_elsewhere,
)
from ntpcheck.claim import Effort, claim
from ntpcheck.evidence import Evidence
from ntpcheck.instances.dataset import Dataset, Decoding
from ntpcheck.reference.entropy import entropy
from thrampoulidis2024.setting import (
    BINARY,
    DATASETS,
    DECODINGS,
    GENERAL_POSITION,
    ONE_HOT,
    SEPARABLE,
)
from thrampoulidis2024.sizes import AT_LEAST_AS_MANY, MORE_THAN_HALF, dimensions


@claim("linear/remark-1/one-hot-entropy", cite="Remark 1", domain=DATASETS, assumes=(ONE_HOT,))
def one_hot_entropy(data: Dataset, effort: Effort) -> Evidence:
    """The entropy lower bound of one-hot data is zero."""
    return vanishing_entropy(data)


def vanishing_entropy(data: Dataset) -> Evidence:
    """H = 0."""
    return equal(entropy(data), 0 * entropy(data), terms=8 * data.size("m") * data.size("V"))


@claim(
    "linear/remark-1/attained-iff-separable", cite="Remark 1", domain=DATASETS, assumes=(ONE_HOT, SEPARABLE)
)
def attained_iff_separable(data: Dataset, effort: Effort) -> Evidence:
    """One-hot separable data attain the entropy lower bound zero at some finite decoder.

    Attained only if softmax(W h_j) = p_j for some W; where some token is out of support that is ruled out
    by the softmax being positive.
    Reading: "attained iff separable" taken literally, attained by a decoder. This is its "if" half, which
    decides it; the other is `attained-iff-separable-only-if`.
    """
    return attained(data)


def attained(data: Dataset) -> Evidence:
    """No token is out of support: for one-hot data that leaves V = 1, where every decoder attains zero."""
    return positive_elsewhere(data)


@claim(
    "linear/remark-1/attained-iff-separable-only-if", cite="Remark 1", domain=DECODINGS, assumes=(ONE_HOT,)
)
def attained_only_if_separable(data: Decoding, effort: Effort) -> Evidence:
    """One-hot data whose entropy lower bound some finite decoder attains are separable.

    Where the data are not separable the decoder at hand must not attain zero loss. Slack there: its loss.
    """
    return attained_only_if(data)


def attained_only_if(data: Decoding, *, below_log_2: bool = False) -> Evidence:
    """Separable, or CE(W) > 0; or CE(W) >= log 2."""
    known = separability(data)
    return cases(
        known,
        lambda: known,
        lambda: away(data, rarest=False) if below_log_2 else distance_from_entropy(data, data.W),
    )


@claim(
    "linear/remark-1/attained-iff-separable/amended", cite="Remark 1", domain=DECODINGS, assumes=(ONE_HOT,)
)
def approached_iff_separable(data: Decoding, effort: Effort) -> Evidence:
    """The loss on one-hot data comes arbitrarily close to zero iff the data are separable.

    On separable data, CE(gamma W^d) <= (V - 1) exp(-gamma) is checked for gamma = 1, 4, 16 along W^mm; on
    others, that the decoder at hand has CE(W) >= min_j pi_j log 2, since some margin of every decoder is at
    most zero.
    Changed: approached instead of attained.
    """
    return approached(data)


def approached(data: Decoding, *, rate: int = 1, rarest: bool = True) -> Evidence:
    """Along W^mm to zero where the data are separable, and away from zero where they are not."""
    return cases(separability(data), lambda: along(data, rate), lambda: away(data, rarest=rarest))


@claim("linear/remark-1/F-empty", cite="Remark 1", domain=DATASETS, assumes=(ONE_HOT,))
def F_empty(data: Dataset, effort: Effort) -> Evidence:
    """The subspace F of one-hot data is the empty set.

    F is a span, and every span contains the zero matrix.
    """
    return empty_span(data)


@claim("linear/remark-1/F-empty/amended", cite="Remark 1", domain=DECODINGS, assumes=(ONE_HOT,))
def F_zero(data: Decoding, effort: Effort) -> Evidence:
    """The subspace F of one-hot data is {0}.

    Checked as: every decoder W is orthogonal to F, that is, satisfies (6a). Changed: {0} instead of empty.
    """
    return ties(data, data.W)


@claim("linear/remark-1/multiclass", cite="Remark 1", domain=DECODINGS, assumes=(ONE_HOT,))
def multiclass(data: Decoding, effort: Effort) -> Evidence:
    """On one-hot data a positive multiple of W satisfies (6) iff W classifies every context correctly.

    The smallest margin g is computed; where g > 0, W / g must satisfy (6). Where g <= 0, no positive
    multiple of W does.
    """
    return classifies(data)


@claim(
    "linear/remark-1/cover-sufficient",
    cite="Remark 1",
    domain=DATASETS,
    assumes=(BINARY, MORE_THAN_HALF, GENERAL_POSITION, ONE_HOT),
)
def cover_sufficient(data: Dataset, effort: Effort) -> Evidence:
    """Binary data in general position are linearly separable when d/m > 1/2.

    Decided by W^mm or a Farkas ray.
    Reading: hedge. The sentence paraphrases Cover's theorem, which is about random labels as m and d grow:
    linear/sharper/cover-count. Here it is taken as it stands, for all labels. General position: any
    min(m, d) of the contexts are linearly independent, as for homogeneous separation.
    """
    return separability(data)


@claim(
    "linear/remark-1/cover-sufficient/amended",
    cite="Remark 1",
    domain=DATASETS,
    assumes=(BINARY, AT_LEAST_AS_MANY, GENERAL_POSITION, ONE_HOT),
)
def cover_sufficient_amended(data: Dataset, effort: Effort) -> Evidence:
    """Binary data in general position are linearly separable, whatever the labels, when d >= m.

    Changed: d/m >= 1 instead of d/m > 1/2; `cover-necessary/amended` says that no smaller ratio will do.
    """
    return separability(data)


@claim(
    "linear/remark-1/cover-necessary",
    cite="Remark 1",
    domain=DATASETS,
    assumes=(BINARY, GENERAL_POSITION, ONE_HOT, SEPARABLE),
)
def cover_necessary(data: Dataset, effort: Effort) -> Evidence:
    """Binary data in general position that are linearly separable have d/m > 1/2.

    Slack: 2d - m.
    Reading: hedge; for all labels, as for `cover-sufficient`.
    """
    return dimensions(data, times=2, strict=True)


def all_labels(data: Dataset, enough: Callable[[int, int], bool]) -> Evidence:
    """Every labelling of the contexts is separable iff `enough(m, d)`.

    d >= m: general position means independence, and the labels at hand must be separable. Else labels are
    exhibited that no decoder separates.
    """
    m, d = data.size("m"), data.size("d")
    found = separability(data if d >= m else inseparable_labels(data))
    return found if enough(m, d) else denied(found)


@claim(
    "linear/remark-1/cover-necessary/amended",
    cite="Remark 1",
    domain=DATASETS,
    assumes=(BINARY, GENERAL_POSITION, ONE_HOT),
)
def cover_necessary_amended(data: Dataset, effort: Effort) -> Evidence:
    """Contexts in general position are linearly separable for every binary labelling iff d >= m.

    For d >= m the labels at hand must be separable; for d < m the signs of a dependency between the
    contexts are labels that no decoder separates. Changed: for every labelling, and d/m >= 1.
    """
    return all_labels(data, lambda m, d: d >= m)
