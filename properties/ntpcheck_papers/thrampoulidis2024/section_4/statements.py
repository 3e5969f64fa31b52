"""Section 4: the regularisation path, and whether the loss is strictly convex and its minimiser unique."""

from ntpcheck.claim import Effort, claim
from ntpcheck.evidence import Evidence
from ntpcheck.instances.dataset import Pair
from ntpcheck_papers.thrampoulidis2024.setting import PAIRS
from ntpcheck_papers.thrampoulidis2024.shared.slopes import differs, midpoint_gap, moves_logits, one_minimiser


@claim("linear/section-4/strictly-convex", domain=PAIRS)
def strictly_convex(data: Pair, effort: Effort) -> Evidence:
    """Checked by the difference of the two sides, written without cancellation."""
    return midpoint_gap(data, differs(data))


@claim("linear/section-4/strictly-convex/amended", domain=PAIRS)
def strictly_convex_amended(data: Pair, effort: Effort) -> Evidence:
    """Adding one row to all rows of W, or a row orthogonal to all contexts to any of them, leaves CE as it
    is.
    """
    return midpoint_gap(data, moves_logits(data))


@claim("linear/section-5/convex", domain=PAIRS)
def convex(data: Pair, effort: Effort) -> Evidence:
    """Checked like strict convexity, without cancellation."""
    return midpoint_gap(data, strict=False)


@claim("linear/section-4/path-unique", domain=PAIRS)
def path_unique(data: Pair, effort: Effort) -> Evidence:
    """Checked for two decoders and B the larger of their norms: not both satisfy the condition of optimality,
    unless they are equal.
    """
    return one_minimiser(data)
