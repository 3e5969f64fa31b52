"""Section 4: the regularisation path, and whether the loss is strictly convex and its minimiser unique."""

from __future__ import annotations

from ntpcheck.checks.slopes import differs, midpoint_gap, moves_logits, one_minimiser
from ntpcheck.claim import Effort, claim
from ntpcheck.evidence import Evidence
from ntpcheck.instances.dataset import Pair
from thrampoulidis2024.setting import PAIRS, SEPARABLE, SOME_TOKEN_OUT


@claim("linear/section-4/strictly-convex", cite="after (8)", domain=PAIRS, assumes=(SOME_TOKEN_OUT,))
def strictly_convex(data: Pair, effort: Effort) -> Evidence:
    """CE is strictly convex: CE((W + W2)/2) < (CE(W) + CE(W2))/2 wherever W != W2.

    Checked by the difference of the two sides, written without cancellation.
    Reading: that some token is out of support is assumed in the longer versions only, and makes a refutation
    count for all of them.
    """
    return midpoint_gap(data, differs(data))


@claim("linear/section-4/strictly-convex/amended", cite="after (8)", domain=PAIRS)
def strictly_convex_amended(data: Pair, effort: Effort) -> Evidence:
    """CE is convex, strictly so between decoders whose logits differ by more than one shift per context.

    The change: strict only if (W - W2) h_j is not a multiple of the all-ones vector, for some j. Adding one
    row to all rows of W, or a row orthogonal to all contexts to any of them, leaves CE as it is.
    """
    return midpoint_gap(data, moves_logits(data))


@claim("linear/section-5/convex", cite="Section 1.1, after Lemma 2", domain=PAIRS)
def convex(data: Pair, effort: Effort) -> Evidence:
    """CE is convex in W: CE((W + W2)/2) <= (CE(W) + CE(W2))/2.

    Checked like strict convexity, without cancellation.
    """
    return midpoint_gap(data, strict=False)


@claim("linear/section-4/path-unique", cite="after (8)", domain=PAIRS, assumes=(SOME_TOKEN_OUT,))
def path_unique(data: Pair, effort: Effort) -> Evidence:
    """The minimiser of CE over ||W|| <= B is unique, for every B > 0.

    Checked for two decoders and B the larger of their norms: not both satisfy the condition of optimality,
    unless they are equal.
    Reading: (8) defines W_B for any training set; separability enters with Theorem 1 only.
    """
    return one_minimiser(data)


@claim(
    "linear/section-4/path-unique/amended",
    cite="after (8)",
    domain=PAIRS,
    assumes=(SOME_TOKEN_OUT, SEPARABLE),
)
def path_unique_amended(data: Pair, effort: Effort) -> Evidence:
    """On separable data with some token out of support, the minimiser of CE over ||W|| <= B is unique.

    Added: that the data are separable. No gradient then vanishes, so minimisers lie on the sphere, and the
    midpoint of two would be a minimiser inside it.
    """
    return one_minimiser(data)
