"""Proof of Theorem 1, from (26) on: one term bounds the loss, and the bounds of its two cases."""

from __future__ import annotations

from ntpcheck.checks.feasible import where_compatible
from ntpcheck.checks.genie import where_given
from ntpcheck.checks.proof_cases import (
    exposed,
    off_ties_or_case_i,
    off_ties_shows,
    one_term,
    right_total,
    tilted,
)
from ntpcheck.claim import Effort, claim
from ntpcheck.evidence import Evidence
from ntpcheck.instances.dataset import Decoding, Scaled
from thrampoulidis2024.setting import COMPATIBLE, DECODINGS, SCALED, SEPARABLE, SOME_TOKEN_OUT

GIVEN = (SEPARABLE, COMPATIBLE)
GIVEN_OUT = (SOME_TOKEN_OUT, SEPARABLE, COMPATIBLE)


@claim("linear/theorem-1/proof/single-term", cite="(10), (30)", domain=DECODINGS, assumes=GIVEN_OUT)
def single_term(data: Decoding, effort: Effort) -> Evidence:
    """CE(W_B) - H >= pi_j p_jz log(p_jz / S_z(W_B h_j)): all but one term of the sum may be ignored.

    Checked at every context and in-support token.
    Reading: any decoder W in the place of W_B, of which nothing else is used. W_B tends to W = 0 with B, so a
    strict failure at W = 0 is one at W_B for small B.
    """
    return one_term(data)


@claim("linear/theorem-1/proof/single-term/amended", cite="(10), (30)", domain=DECODINGS)
def single_term_amended(data: Decoding, effort: Effort) -> Evidence:
    """CE(W) - H >= pi_j (p_jz log(p_jz / S_z(W h_j)) - p_jz + S_z(W h_j)) for all j and z in S_j.

    The change: S_z - p_jz is added to the term. It then is nonnegative, and the sum of all is no larger,
    while the terms as displayed may be negative and cannot be ignored.
    """
    return one_term(data, corrected=True)


@claim("linear/theorem-1/proof/case-i-bound", cite="Case (i)", domain=DECODINGS, assumes=GIVEN_OUT)
def case_i_bound(data: Decoding, effort: Effort) -> Evidence:
    """In case (i), CE(W_B) - H >= log(e^(R' delta) / n) / n.

    Checked at the largest R' delta for which case (i) holds: a difference (e_z' - e_z)^T (W - W*) h_j of
    tokens in support, and at most R' = ||W - W*|| / ||W^mm||, since delta < 1.
    Reading: any decoder W in the place of W_B, of which nothing but case (i) is used.
    """
    return where_given(data, tilted(data))


@claim("linear/theorem-1/proof/case-i-bound/amended", cite="Case (i)", domain=DECODINGS, assumes=GIVEN_OUT)
def case_i_bound_amended(data: Decoding, effort: Effort) -> Evidence:
    """In case (i), CE(W_B) - H >= log(e^(R' delta) / max(n, 4)) / n.

    The change: n >= 4 inside the logarithm. With k and k' the counts of the two tokens, n (CE - H) is at
    least (k + k') log((k + k' e^x) / (k + k')) - k' x for x = R' delta, which is at least x - log 4.
    """
    return where_given(data, tilted(data, at_least=4))


@claim("linear/theorem-1/proof/case-ii-in-F-perp", cite="Case (ii)", domain=SCALED, assumes=GIVEN_OUT)
def case_ii_in_f_perp(data: Scaled, effort: Effort) -> Evidence:
    """In case (ii) W^ lies in the complement of F, since otherwise case (i) holds.

    Checked for W^ = W ||W^mm|| / ||W|| and delta = gamma in (0, 1).
    Reading: delta is the one fixed before the cases, for all B.
    """
    return where_given(data, off_ties_or_case_i(data))


@claim("linear/theorem-1/proof/case-ii-in-F-perp/amended", cite="Case (ii)", domain=DECODINGS, assumes=GIVEN)
def case_ii_in_f_perp_amended(data: Decoding, effort: Effort) -> Evidence:
    """If W^ does not lie in the complement of F, case (i) holds for it with some delta > 0 of its own.

    The change: delta depends on W^. Bounds in delta then no longer are bounds for all B.
    """
    return off_ties_shows(data)


@claim("linear/theorem-1/proof/case-ii-projection", cite="Case (ii)", domain=DECODINGS, assumes=GIVEN)
def case_ii_projection(data: Decoding, effort: Effort) -> Evidence:
    """If P_F(W_B) = W*, the sum over S_j of e^(l_jz' - l_jz) is 1/p_jz for every z in S_j.

    Checked in logs at W* + P_perp W, which is any decoder with that projection as W varies.
    """
    return where_compatible(data, right_total(data))


@claim("linear/theorem-1/proof/case-ii-bound", cite="Case (ii)", domain=DECODINGS, assumes=GIVEN_OUT)
def case_ii_bound(data: Decoding, effort: Effort) -> Evidence:
    """CE(W_B) - H >= pi_j p_jz log(1 + p_jz c' e^(-R'(1-delta))) >= c' e^(-R'(1-delta)) / (2 n^2).

    Checked at W_B = W* + P_perp W, at every context with a token out of support and every token in it, for
    the largest delta with which case (ii) holds there; c' = e^(-||W*|| M).
    Reading: P_F(W_B) = W* and case (ii) are all that is used of W_B; delta < 1, so the exponent is at most 0.
    """
    return where_compatible(data, exposed(data))
