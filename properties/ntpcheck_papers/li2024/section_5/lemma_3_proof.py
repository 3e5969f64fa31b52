"""Proof of Lemma 3: when (24) is zero, and what equality in convexity implies on S_cyc."""

from __future__ import annotations

from ntpcheck.claim import Effort, claim
from ntpcheck.evidence import Evidence
from ntpcheck.instances.attention import AttendingPair
from ntpcheck_papers.li2024.section_5.bends import bends_where_curved, equality_condition
from ntpcheck_papers.li2024.setting import ATTENDING_PAIRS


@claim("attention/lemma-3/proof/equality-condition", domain=ATTENDING_PAIRS)
def equality(data: AttendingPair, effort: Effort) -> Evidence:
    """alpha_i = u_i sqrt(z_i), beta_i = sqrt(z_i), z_i = m_i e^(v_i); u = E W2 xbar. At u = 0, or any u that
    vanishes on the tokens of the sequence, alpha = 0 and no k does.
    """
    return equality_condition(data)


@claim("attention/lemma-3/proof/equality-condition/amended", domain=ATTENDING_PAIRS)
def equality_amended(data: AttendingPair, effort: Effort) -> Evidence:
    """The factor is on beta, so that it may be zero: u is constant on the tokens of the sequence. By
    Lagrange's identity, which is checked, (24) is a sum of z_i z_j (u_i - u_j)^2 over pairs.
    """
    return equality_condition(data, zero=True)


@claim("attention/lemma-3/proof/eq-26", domain=ATTENDING_PAIRS)
def equation_26(data: AttendingPair, effort: Effort) -> Evidence:
    """For its samples; v_i and u are the logits of the parts of W_1 and W_2 in the span of that component.
    Checked with what (25) falls short by half way, which is at least a positive multiple of (26); where a
    convex function meets its chord between the ends it does so half way.
    """
    return bends_where_curved(data)
