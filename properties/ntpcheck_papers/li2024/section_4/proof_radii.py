"""The last displays in the proofs of Theorem 1 and Lemma 4: which way the arrow to the radius points."""

from __future__ import annotations

from ntpcheck.claim import Effort, claim
from ntpcheck.domains.attention_paths import SCALED_PATHS
from ntpcheck.evidence import Evidence
from ntpcheck.instances.attention import AttendingScaled, Attention
from ntpcheck_papers.li2024.section_4 import arrows
from ntpcheck_papers.li2024.setting import ATTENTION


@claim("attention/theorem-1/proof/score-gaps", domain=ATTENTION)
def score_gaps(data: Attention, effort: Effort) -> Evidence:
    """Checked as stated."""
    return arrows.score_gaps(data)


@claim("attention/theorem-1/proof/radius", domain=SCALED_PATHS)
def radius(data: AttendingScaled, effort: Effort) -> Evidence:
    """q = c_up c_max / (c_dn c_min). The arrow points the wrong way: R > .. is the larger demand, and what
    the contradiction needs is that it suffices.
    """
    return arrows.radius_arrow(data)


@claim("attention/theorem-1/proof/radius/amended", domain=SCALED_PATHS)
def radius_amended(data: AttendingScaled, effort: Effort) -> Evidence:
    """Changed: the direction of the arrow."""
    return arrows.radius_arrow(data, backwards=True)


@claim("attention/lemma-4/proof/radius", domain=SCALED_PATHS)
def inner_radius(data: AttendingScaled, effort: Effort) -> Evidence:
    """(c_dn c_i / (n d_i)) (1 - 1 / (1 + e^(-(1-eps)R - bbar) / d_i)) > c_up (c_j / d_j^2) T e^(-R + bbar)
    then. The arrow points the wrong way, as in the proof of Theorem 1.
    """
    return arrows.inner_radius_arrow(data)


@claim("attention/lemma-4/proof/radius/amended", domain=SCALED_PATHS)
def inner_radius_amended(data: AttendingScaled, effort: Effort) -> Evidence:
    """Changed: the direction of the arrow. 1 + e^(-(1-eps)R - bbar) / d_i <= 2, as d_i >= e^(-bbar)."""
    return arrows.inner_radius_arrow(data, backwards=True)
