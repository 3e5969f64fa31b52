"""The last displays in the proofs of Theorem 1 and Lemma 4: which way the arrow to the radius points."""

from __future__ import annotations

from li2024.lemma_4_proof import COMPETING as BESIDE
from li2024.setting import ATTENTION, HEAD_SELECTS
from li2024.theorem_1_proof import COMPETING
from ntpcheck.checks import attention_arrows as arrows
from ntpcheck.claim import Effort, claim
from ntpcheck.domains.attention_paths import SCALED_PATHS
from ntpcheck.evidence import Evidence
from ntpcheck.instances.attention import AttendingScaled, Attention


@claim("attention/theorem-1/proof/score-gaps", cite="App. B.2", domain=ATTENTION, assumes=(HEAD_SELECTS,))
def score_gaps(data: Attention, effort: Effort) -> Evidence:
    """c_max >= c_min > 0, the largest and the least (e_k - e_i)^T c_k over i != k.

    Reading: where there are two tokens; with one, neither is defined.
    """
    return arrows.score_gaps(data)


@claim("attention/theorem-1/proof/radius", cite="App. B.2", domain=SCALED_PATHS, assumes=COMPETING)
def radius(data: AttendingScaled, effort: Effort) -> Evidence:
    """(c_dn c_min / n) / (1 + T e^((1-eps)R)) > c_up c_max T e^-R implies R > (1/eps) log(2 n T^2 q).

    q = c_up c_max / (c_dn c_min). The arrow points the wrong way: R > .. is the larger demand, and what the
    contradiction needs is that it suffices.
    Reading: c_dn, c_up as in (8) and (9), T = max T_i, eps <= 1. Where c_dn = 0 the left side is false.
    """
    return arrows.radius_arrow(data)


@claim("attention/theorem-1/proof/radius/amended", cite="App. B.2", domain=SCALED_PATHS, assumes=COMPETING)
def radius_amended(data: AttendingScaled, effort: Effort) -> Evidence:
    """R > (1/eps) log(2 n T^2 q) implies (c_dn c_min / n) / (1 + T e^((1-eps)R)) > c_up c_max T e^-R.

    Changed: the direction of the arrow.
    """
    return arrows.radius_arrow(data, backwards=True)


@claim("attention/lemma-4/proof/radius", cite="App. B.4, (13)", domain=SCALED_PATHS, assumes=BESIDE)
def inner_radius(data: AttendingScaled, effort: Effort) -> Evidence:
    """(13): the lower bound for R W' + W_par exceeds the upper bound for R W^mm + W_par only if R > R_eps.

    (c_dn c_i / (n d_i)) (1 - 1 / (1 + e^(-(1-eps)R - bbar) / d_i)) > c_up (c_j / d_j^2) T e^(-R + bbar) then.
    The arrow points the wrong way, as in the proof of Theorem 1.
    Reading: for all i and j; bbar over the R_i, T = max T_i, eps <= 1.
    """
    return arrows.inner_radius_arrow(data)


@claim("attention/lemma-4/proof/radius/amended", cite="App. B.4, (13)", domain=SCALED_PATHS, assumes=BESIDE)
def inner_radius_amended(data: AttendingScaled, effort: Effort) -> Evidence:
    """If R > R_eps, the lower bound of (13) for R W' + W_par exceeds the upper bound for R W^mm + W_par.

    Changed: the direction of the arrow. 1 + e^(-(1-eps)R - bbar) / d_i <= 2, as d_i >= e^(-bbar).
    """
    return arrows.inner_radius_arrow(data, backwards=True)
