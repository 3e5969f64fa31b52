"""Lemma 3: with the log-loss and C E^T = I the risk is convex, strictly so on S_cyc."""

from ntpcheck.claim import Effort, claim
from ntpcheck.evidence import Evidence
from ntpcheck.instances.attention import AttendingPair
from ntpcheck_papers.li2024.section_5.convexity import displayed_hessian, midpoint_convex, strictly_convex
from ntpcheck_papers.li2024.setting import ATTENDING_PAIRS


@claim("attention/lemma-3/convex", domain=ATTENDING_PAIRS)
def convex(data: AttendingPair, effort: Effort) -> Evidence:
    """Checked at the midpoint of any two weights."""
    return midpoint_convex(data)


@claim("attention/lemma-3/strictly-convex", domain=ATTENDING_PAIRS)
def strictly_on_subspace(data: AttendingPair, effort: Effort) -> Evidence:
    """Checked between P_S W and P_S W2: where they differ, the logits of some sequence must not all change
    alike, which in rationals decides whether the Hessian vanishes along their difference.
    """
    return strictly_convex(data)


@claim("attention/lemma-3/proof/hessian", domain=ATTENDING_PAIRS)
def hessian(data: AttendingPair, effort: Effort) -> Evidence:
    """Compared with the variance of u under the softmax, the second derivative of log-sum-exp; u_k = e_k^T W2
    xbar. z_k = m_k e^(v_k), m_k the number of times that token k stands in the sequence.
    """
    return displayed_hessian(data)


@claim("attention/lemma-3/proof/hessian/amended", domain=ATTENDING_PAIRS)
def hessian_amended(data: AttendingPair, effort: Effort) -> Evidence:
    """Changed: a token that is not in the sequence has m_k = 0 and z_k = 0. The inequality needs no more."""
    return displayed_hessian(data, positive=False)
