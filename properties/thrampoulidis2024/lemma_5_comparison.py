"""Lemma 5: iterates cost no less than a genie point; (15), (16) and Case 1 of the proof."""

from __future__ import annotations

from ntpcheck.checks.comparison import case_one_logits, case_one_sums, genie_no_worse, regrouped
from ntpcheck.checks.comparison_cases import radius_exists, rescaled
from ntpcheck.checks.genie import where_given
from ntpcheck.claim import Effort, claim
from ntpcheck.evidence import Evidence
from ntpcheck.instances.dataset import Scaled
from thrampoulidis2024.lemma_5_setting import CASE_1, FRACTION, GIVEN
from thrampoulidis2024.setting import COMPATIBLE, SCALED, SEPARABLE

SHORT = (SEPARABLE, COMPATIBLE, FRACTION)


@claim("linear/lemma-5/statement", cite="Lemma 5, (14)", domain=SCALED, assumes=GIVEN)
def statement(data: Scaled, effort: Effort) -> Evidence:
    """For k >= k0, ||W_perp|| >= R(alpha) and CE(W_F + (1 + alpha) ||W_perp|| W^mm/||W^mm||) <= CE(W_k).

    Checked for any W along W_perp, from R = ||W^mm|| log(2 n V^2 e^(3 M ||W_F||)) / alpha on: ||W_k,perp||
    tends to infinity and ||W_k,F|| stays bounded, so that some k0 has this for all k >= k0. In logs of what
    the two points pay for leaving the supports. Undefined where W^mm, or the genie point, does not exist.
    Reading: R may depend on the data.
    """
    return where_given(data, radius_exists(data))


@claim("linear/lemma-5/statement@short", cite="Lemma F.3, (9)", domain=SCALED, assumes=SHORT)
def statement_short(data: Scaled, effort: Effort) -> Evidence:
    """For k >= k0, ||W_perp|| >= R(alpha) and CE(W_F + (1 + alpha) ||W_perp|| W^mm/||W^mm||) <= CE(W_k).

    Reading: "Crucially, the probability vectors p_j are sparse, i.e., the support set S_j of p_j satisfies
    |S_j| << |V| = V", in the short version's introduction, sets no bound; nothing else there rules out full
    supports. With them W^mm = 0, and the genie point does not exist.
    """
    return where_given(data, radius_exists(data))


@claim("linear/lemma-5/statement@short/amended", cite="Lemma F.3, (9)", domain=SCALED, assumes=GIVEN)
def statement_short_amended(data: Scaled, effort: Effort) -> Evidence:
    """If some token is out of support: for k >= k0, ||W_perp|| >= R(alpha) and (14) holds at W_k.

    Added: that some token is out of support, as the longer versions assume.
    """
    return where_given(data, radius_exists(data))


@claim("linear/lemma-5/equality-genie", cite="(15)", domain=SCALED, assumes=GIVEN)
def equality_genie(data: Scaled, effort: Effort) -> Evidence:
    """CE(genie) = sum pi_j p_jz log(sum_v e^-(W_F)_jzv + sum over v not in S_j of e^-(1+alpha)R' (W^mm)_jzv).

    (X)_jzv is (e_z - e_v)^T X h_j, and genie the point W_F + (1 + alpha) R' W^mm.
    Checked against the loss itself.
    """
    return regrouped(data, "genie")


@claim("linear/lemma-5/equality-genie/amended", cite="(15)", domain=SCALED, assumes=GIVEN)
def equality_genie_amended(data: Scaled, effort: Effort) -> Evidence:
    """(15) with e^-(W_F)_jzv times e^-(1 + alpha) R' (W^mm)_jzv, once for every v not in S_j.

    The change: a product for a sum. The exponent of a token out of support is the sum of the two.
    """
    return regrouped(data, "genie", product=True)


@claim("linear/lemma-5/rescaled", cite="Lemma 5, before (16)", domain=SCALED, assumes=GIVEN)
def rescaled_by_threshold(data: Scaled, effort: Effort) -> Evidence:
    """W~ = (||W^mm|| / ||W_perp||) W_perp is W_perp / R.

    Reading: R is the lemma's R(alpha), the right side of (23), as no other is defined. All versions print R,
    for the R' = ||W_perp|| / ||W^mm|| of the lines before.
    """
    return rescaled(data, threshold=True)


@claim("linear/lemma-5/rescaled/amended", cite="Lemma 5, before (16)", domain=SCALED, assumes=GIVEN)
def rescaled_amended(data: Scaled, effort: Effort) -> Evidence:
    """W~ = (||W^mm|| / ||W_perp||) W_perp is W_perp / R', R' = ||W_perp|| / ||W^mm||.

    The change: R' for R.
    """
    return rescaled(data)


@claim("linear/lemma-5/equality-true", cite="(16)", domain=SCALED, assumes=GIVEN)
def equality_true(data: Scaled, effort: Effort) -> Evidence:
    """CE(W) = sum pi_j p_jz log(sum over all v of e^-(W_F)_jzv + sum over v not in S_j of e^-R' (W~)_jzv).

    (X)_jzv is (e_z - e_v)^T X h_j. Checked against the loss itself.
    """
    return regrouped(data, "own")


@claim("linear/lemma-5/equality-true/amended", cite="(16)", domain=SCALED, assumes=GIVEN)
def equality_true_amended(data: Scaled, effort: Effort) -> Evidence:
    """(16) with e^-(W_F)_jzv times e^-R' (W~)_jzv, once for every v not in S_j.

    The change: a product for a sum.
    """
    return regrouped(data, "own", product=True)


@claim("linear/lemma-5/case-1-logits", cite="Lemma 5, after (17)", domain=SCALED, assumes=CASE_1)
def case_1_logits(data: Scaled, effort: Effort) -> Evidence:
    """l~_jz - l~_jv <= l^mm_jz - l^mm_jv + eps M in Case 1, eps = alpha / M.

    Checked for every j, z in S_j and v out of support, times R'.
    """
    return case_one_logits(data)


@claim("linear/lemma-5/case-1-first", cite="Lemma 5, before (18)", domain=SCALED, assumes=CASE_1)
def case_1_first(data: Scaled, effort: Effort) -> Evidence:
    """In Case 1, sum over v not in S_j of e^-R' (W~)_jzv >= e^-(alpha R') sum of e^-R' (W^mm)_jzv.

    (X)_jzv is (e_z - e_v)^T X h_j. Checked for every j and z in S_j, by logs.
    """
    return case_one_sums(data, "first")


@claim("linear/lemma-5/case-1-second", cite="Lemma 5, after (18)", domain=SCALED, assumes=CASE_1)
def case_1_second(data: Scaled, effort: Effort) -> Evidence:
    """In Case 1, sum over v not in S_j of e^-(1+alpha) R' (W~)_jzv <= e^-(alpha R') sum of e^-R' (W^mm)_jzv.

    Checked for every j and z in S_j, by logs.
    Reading: all versions print W~, and not W^mm, on the left.
    """
    return case_one_sums(data, "second")


@claim("linear/lemma-5/case-1-second/amended", cite="Lemma 5, after (18)", domain=SCALED, assumes=CASE_1)
def case_1_second_amended(data: Scaled, effort: Effort) -> Evidence:
    """In Case 1, sum over v not in S_j of e^-(1+alpha)R' (W^mm)_jzv <= e^-(alpha R') sum of e^-R' (W^mm)_jzv.

    The change: W^mm for W~, as (18), which the sentence before recalls, is about W^mm.
    """
    return case_one_sums(data, "second", own=False)


@claim("linear/lemma-5/case-1-third", cite="Lemma 5, end of Case 1", domain=SCALED, assumes=CASE_1)
def case_1_third(data: Scaled, effort: Effort) -> Evidence:
    """In Case 1, sum over v not in S_j of e^-(1 + alpha) R' (W~)_jzv <= sum of e^-R' (W~)_jzv.

    Checked for every j and z in S_j, by logs. W~ as printed: in Case 1 all its margins are positive.
    """
    return case_one_sums(data, "third")


@claim("linear/lemma-5/case-1-conclusion", cite="Lemma 5, end of Case 1", domain=SCALED, assumes=CASE_1)
def case_1_conclusion(data: Scaled, effort: Effort) -> Evidence:
    """In Case 1, (15) <= (16) for any value of R'.

    Checked for the losses that (15) and (16) are said to equal.
    """
    return genie_no_worse(data)
