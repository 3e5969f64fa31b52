"""Beyond Lemma 3: convexity for more heads, strict convexity on a larger subspace."""

from typing import Any

import torch

from ntpcheck import ulps
from ntpcheck.arithmetic import FLOAT
from ntpcheck.claim import Effort, claim
from ntpcheck.evidence import Evidence
from ntpcheck.instances.attention import AttendingPair
from ntpcheck.reference.attention_loss import combined, logits
from ntpcheck_papers.li2024.section_5 import convexity as checks
from ntpcheck_papers.li2024.section_5.convexity import spreads
from ntpcheck_papers.li2024.setting import ATTENDING_PAIRS
from ntpcheck_papers.li2024.shared import priority


@claim("attention/sharper/convex-label-scores", domain=ATTENDING_PAIRS)
def convex(data: AttendingPair, effort: Effort) -> Evidence:
    """C E^T = I is not needed, nor are independent embeddings. -log(c s_y) is -log s_y less a constant:
    checked at midpoints with the scores of labels divided by themselves.
    """
    return checks.midpoint_convex(checks.unit_scores(data))


@claim("attention/sharper/strictly-convex-label-scores", domain=ATTENDING_PAIRS)
def strictly_convex(data: AttendingPair, effort: Effort) -> Evidence:
    """Checked as stated."""
    return checks.strictly_convex(checks.unit_scores(data))


@claim("attention/sharper/strictly-convex-span", domain=ATTENDING_PAIRS)
def strictly_on_span(data: AttendingPair, effort: Effort) -> Evidence:
    """Orthogonally to it L is constant, so that there is no larger such subspace."""
    # L bends along U = sum_i sum_t (v_it - v_iy) (x_it - e_{y_i}) xbar_i^T, or U = 0. v are the logits of W2
    # - W. Every matrix of the span of the (x_it - e_{y_i}) xbar_i^T is such a U for some W2. As in
    # `strictly_convex` it bends where the logits of U differ within some input.
    xp, v = data.xp, logits(data, data.W2 - data.W)
    own = xp.sum(xp.where(data.is_label, v, 0), -1)[..., None]
    U = combined(data, xp.where(data.present, v - own, 0))
    moved, length = priority.largest(data, spreads(data, U), 1), priority.largest(data, xp.abs(U), 2)
    E = xp.abs(data.embeddings)
    largest = 1 + priority.largest(data, E, 2)
    reach = priority.largest(data, E @ (xp.abs(data.W) + xp.abs(data.W2)) @ E.mT, 2)
    size = 1 + largest * largest * largest * largest * reach * data.size("n") * data.size("d")
    terms = 2 * ulps.logits(data.size("d")) + ulps.total(data.size("n")) + ulps.total(data.size("K"))
    error = xp.rounding(size, terms + 8)
    if xp is FLOAT:
        differs: Any = length > 0
        error = torch.where(differs, error, 0.0)
    else:
        differs = any(entry != 0 for entry in U.ravel())
    return Evidence(moved, error, size, strict=differs)
