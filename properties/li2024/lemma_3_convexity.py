"""Lemma 3: with the log-loss and C E^T = I the risk is convex, strictly so on S_cyc."""

from __future__ import annotations

from li2024.setting import ATTENDING_PAIRS, IDENTITY_HEAD, LOG_LOSS, REALIZABLE
from ntpcheck.checks.attention_convexity import displayed_hessian, midpoint_convex, strictly_convex
from ntpcheck.claim import Effort, claim
from ntpcheck.evidence import Evidence
from ntpcheck.instances.attention import AttendingPair

SETTING = (REALIZABLE, IDENTITY_HEAD, LOG_LOSS)


@claim("attention/lemma-3/convex", cite="Lemma 3", domain=ATTENDING_PAIRS, assumes=SETTING)
def convex(data: AttendingPair, effort: Effort) -> Evidence:
    """L is convex.

    Checked at the midpoint of any two weights.
    """
    return midpoint_convex(data)


@claim("attention/lemma-3/strictly-convex", cite="Lemma 3", domain=ATTENDING_PAIRS, assumes=SETTING)
def strictly_on_subspace(data: AttendingPair, effort: Effort) -> Evidence:
    """L is strictly convex on S_cyc.

    Checked between P_S W and P_S W2: where they differ, the logits of some sequence must not all change
    alike, which in rationals decides whether the Hessian vanishes along their difference.
    """
    return strictly_convex(data)


@claim("attention/lemma-3/proof/hessian", cite="(24) and below", domain=ATTENDING_PAIRS, assumes=SETTING)
def hessian(data: AttendingPair, effort: Effort) -> Evidence:
    """u^T (Hessian) u = ((sum z)(sum u^2 z) - (sum u z)^2) / (sum z)^2 >= 0, as z_k > 0 for k in [K].

    Compared with the variance of u under the softmax, the second derivative of log-sum-exp; u_k = e_k^T W2
    xbar. z_k = m_k e^(v_k), m_k the number of times that token k stands in the sequence.
    Reading: with the sentence that derives (24). Only its "since z_k > 0" fails, where a token is absent; the
    Hessian and the inequality hold.
    """
    return displayed_hessian(data)


@claim("attention/lemma-3/proof/hessian/amended", cite="(24)", domain=ATTENDING_PAIRS, assumes=SETTING)
def hessian_amended(data: AttendingPair, effort: Effort) -> Evidence:
    """The same with z_k >= 0, positive for the tokens k of the sequence.

    Changed: a token that is not in the sequence has m_k = 0 and z_k = 0. The inequality needs no more.
    """
    return displayed_hessian(data, positive=False)
