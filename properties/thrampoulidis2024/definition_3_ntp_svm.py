"""Definition 3: NTP-SVM, the least-norm decoder that ties supports and keeps margins."""

from __future__ import annotations

from ntpcheck.checks.convexity import norm_midpoint, shortest, square_midpoint, widest
from ntpcheck.checks.program import constraint_count
from ntpcheck.claim import Effort, claim
from ntpcheck.evidence import Evidence
from ntpcheck.instances.dataset import Dataset, Decoding, Pair
from thrampoulidis2024.setting import (
    DATASETS,
    DECODINGS,
    PAIRS,
    SEPARABLE,
    SEPARATES,
    SEPARATES_2,
    SOME_TOKEN_OUT,
)


@claim(
    "linear/ntp-svm/strongly-convex",
    cite="Definition 3",
    domain=PAIRS,
    assumes=(SOME_TOKEN_OUT, SEPARATES, SEPARATES_2),
)
def strongly_convex(data: Pair, effort: Effort) -> Evidence:
    """NTP-SVM, with its displayed objective ||W||, is a strongly convex program.

    Strong convexity for any modulus would put the norm of the midpoint of two different feasible decoders
    below the mean of their norms. Slack: ||W|| ||W2|| - <W, W2>, half the difference of the squares of the
    two sides.
    Reading: the objective is the one displayed, ||W||, and the feasible set that of (6). That some token is
    out of support is assumed in the longer versions only, and makes a refutation count for all of them.
    """
    return norm_midpoint(data)


@claim(
    "linear/ntp-svm/strongly-convex/amended",
    cite="Definition 3",
    domain=PAIRS,
    assumes=(SEPARATES, SEPARATES_2),
)
def strongly_convex_amended(data: Pair, effort: Effort) -> Evidence:
    """NTP-SVM with the objective ||W||^2 / 2 is a strongly convex quadratic program, of modulus 1.

    Checked at the midpoint of two feasible decoders: the objective there is at most the mean of theirs
    minus ||W - W2||^2 / 8. Changed: the objective, which has the same minimiser.
    """
    return square_midpoint(data)


@claim("linear/ntp-svm/constraint-count", cite="Definition 3", domain=DATASETS)
def count(data: Dataset, effort: Effort) -> Evidence:
    """NTP-SVM has mV - sum S_j linear inequality and sum S_j - m linear equality constraints.

    The pairs of tokens that (6a) and (6b) range over are listed and counted.
    Reading: after the reduction to one anchor per context (Definition 2); as displayed, (6) has more rows.
    """
    return constraint_count(data)


@claim("linear/ntp-svm/unique", cite="Definition 3", domain=DECODINGS, assumes=(SEPARABLE, SEPARATES))
def unique(data: Decoding, effort: Effort) -> Evidence:
    """NTP-SVM has exactly one solution on separable data.

    Every feasible W must have ||W||^2 >= ||W^mm||^2 + ||W - W^mm||^2, with W^mm from its optimality
    conditions: then any other feasible decoder is strictly longer. Slack: 64 times the difference.
    """
    return shortest(data)


@claim(
    "linear/ntp-svm/max-margin", cite="Definition 3", domain=DECODINGS, assumes=(SOME_TOKEN_OUT, SEPARABLE)
)
def max_margin(data: Decoding, effort: Effort) -> Evidence:
    """W^mm / ||W^mm|| is the unit matrix orthogonal to F with the largest margin of in- over out-of-support.

    W^mm / ||W^mm|| must have smallest margin 1/||W^mm||, and each competitor less: the normalised part of W
    off F, and W^mm moved towards it. Slack: ||U|| - margin(U) ||W^mm||, strict unless U is along W^mm.
    Reading: that some token is out of support is assumed throughout in the longer versions.
    """
    return widest(data)


@claim("linear/ntp-svm/max-margin@short", cite="Eq. (NTP-SVM)", domain=DECODINGS, assumes=(SEPARABLE,))
def max_margin_short(data: Decoding, effort: Effort) -> Evidence:
    """W^mm / ||W^mm|| is the unit matrix orthogonal to F with the largest margin of in- over out-of-support.

    As `max-margin`, without the assumption that some token is out of support: where every support is full,
    W^mm = 0 has no direction and the minimum runs over an empty set.
    Reading: "Crucially, the probability vectors p_j are sparse, i.e., the support set S_j of p_j satisfies
    |S_j| << |V| = V", in the short version's introduction, sets no bound; nothing else there rules out full
    supports.
    """
    return widest(data)


@claim(
    "linear/ntp-svm/max-margin@short/amended",
    cite="Eq. (NTP-SVM)",
    domain=DECODINGS,
    assumes=(SOME_TOKEN_OUT, SEPARABLE),
)
def max_margin_amended(data: Decoding, effort: Effort) -> Evidence:
    """If a token is out of support, W^mm / ||W^mm|| is the unit matrix orthogonal to F of largest margin.

    Added: that some token is out of some support.
    """
    return widest(data)
