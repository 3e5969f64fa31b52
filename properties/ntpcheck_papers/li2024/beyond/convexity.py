"""Beyond Lemma 3: convexity for more heads, strict convexity on a larger subspace."""

from __future__ import annotations

from ntpcheck.claim import Effort, claim
from ntpcheck.evidence import Evidence
from ntpcheck.instances.attention import AttendingPair
from ntpcheck_papers.li2024.section_5 import convexity as checks
from ntpcheck_papers.li2024.setting import ATTENDING_PAIRS


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
    return checks.strictly_convex_on_span(data)
