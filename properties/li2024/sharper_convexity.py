"""Beyond Lemma 3: convexity for more heads, strict convexity on a larger subspace."""

from __future__ import annotations

from li2024.setting import ATTENDING_PAIRS, IDENTITY_HEAD, LABEL_SCORES, LOG_LOSS, REALIZABLE
from ntpcheck.checks import attention_convexity as checks
from ntpcheck.claim import Effort, claim
from ntpcheck.evidence import Evidence
from ntpcheck.instances.attention import AttendingPair


@claim(
    "attention/sharper/convex-label-scores",
    cite="ours, Lemma 3",
    domain=ATTENDING_PAIRS,
    assumes=(LABEL_SCORES, LOG_LOSS),
)
def convex(data: AttendingPair, effort: Effort) -> Evidence:
    """L is convex if in each input the label has a positive score and all other tokens score zero.

    C E^T = I is not needed, nor are independent embeddings. -log(c s_y) is -log s_y less a constant: checked
    at midpoints with the scores of labels divided by themselves.
    """
    return checks.midpoint_convex(checks.unit_scores(data))


@claim(
    "attention/sharper/strictly-convex-label-scores",
    cite="ours, Lemma 3",
    domain=ATTENDING_PAIRS,
    assumes=(LABEL_SCORES, LOG_LOSS),
)
def strictly_convex(data: AttendingPair, effort: Effort) -> Evidence:
    """L is then strictly convex on S_cyc, too."""
    return checks.strictly_convex(checks.unit_scores(data))


@claim(
    "attention/sharper/strictly-convex-span",
    cite="ours, Lemma 3",
    domain=ATTENDING_PAIRS,
    assumes=(REALIZABLE, IDENTITY_HEAD, LOG_LOSS),
)
def strictly_on_span(data: AttendingPair, effort: Effort) -> Evidence:
    """L is strictly convex on the span of all (x_it - e_{y_i}) xbar_i^T, of which S_cyc is a part.

    Orthogonally to it L is constant, so that there is no larger such subspace.
    """
    return checks.strictly_convex_on_span(data)
