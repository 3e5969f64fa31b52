"""Lemma 5: iterates cost no less than a genie point; (15), (16) and Case 1 of the proof."""

from ntpcheck.checks.existence import asked_where
from ntpcheck.claim import Effort, claim
from ntpcheck.evidence import Evidence
from ntpcheck.instances.dataset import Scaled
from ntpcheck_papers.thrampoulidis2024.section_5.comparison import (
    ahead,
    case_one_sums,
    genie_below,
    noise,
    regrouped,
    split,
    worst,
)
from ntpcheck_papers.thrampoulidis2024.section_5.comparison_cases import radius_exists, rescaled
from ntpcheck_papers.thrampoulidis2024.setting import SCALED
from ntpcheck_papers.thrampoulidis2024.shared.genie import where_given


@claim("linear/lemma-5/statement", domain=SCALED)
def statement(data: Scaled, effort: Effort) -> Evidence:
    """Checked for any W along W_perp, from R = ||W^mm|| log(n V e^(2 M ||W_F||)) / alpha on: ||W_k,perp||
    tends to infinity and ||W_k,F|| stays bounded, so that some k0 has this for all k >= k0. In logs of what
    the two points pay for leaving the supports. Undefined where W^mm, or the genie point, does not exist.
    """
    return where_given(data, radius_exists(data))


@claim("linear/lemma-5/statement@short", domain=SCALED)
def statement_short(data: Scaled, effort: Effort) -> Evidence:
    """Checked like linear/lemma-5/statement."""
    return where_given(data, radius_exists(data))


@claim("linear/lemma-5/equality-genie", domain=SCALED)
def equality_genie(data: Scaled, effort: Effort) -> Evidence:
    """(X)_jzv is (e_z - e_v)^T X h_j, and genie the point W_F + (1 + alpha) R' W^mm. Checked against the loss
    itself.
    """
    return regrouped(data, "genie")


@claim("linear/lemma-5/equality-genie/amended", domain=SCALED)
def equality_genie_amended(data: Scaled, effort: Effort) -> Evidence:
    """The change: a product for a sum. The exponent of a token out of support is the sum of the two."""
    return regrouped(data, "genie", product=True)


@claim("linear/lemma-5/rescaled", domain=SCALED)
def rescaled_by_threshold(data: Scaled, effort: Effort) -> Evidence:
    """Checked as stated."""
    return rescaled(data, threshold=True)


@claim("linear/lemma-5/rescaled/amended", domain=SCALED)
def rescaled_amended(data: Scaled, effort: Effort) -> Evidence:
    """The change: R' for R."""
    return rescaled(data)


@claim("linear/lemma-5/equality-true", domain=SCALED)
def equality_true(data: Scaled, effort: Effort) -> Evidence:
    """(X)_jzv is (e_z - e_v)^T X h_j. Checked against the loss itself."""
    return regrouped(data, "own")


@claim("linear/lemma-5/equality-true/amended", domain=SCALED)
def equality_true_amended(data: Scaled, effort: Effort) -> Evidence:
    """The change: a product for a sum."""
    return regrouped(data, "own", product=True)


@claim("linear/lemma-5/case-1-logits", domain=SCALED)
def case_1_logits(data: Scaled, effort: Effort) -> Evidence:
    """Checked for every j, z in S_j and v out of support, times R'."""
    # l~_jz - l~_jv <= l^mm_jz - l^mm_jv + alpha, all times R', z in S_j, v out of support.
    xp, found = data.xp, split(data)
    R = found.ratio[..., None, None, None]
    alpha = data.gamma[..., None, None, None]
    slack = ahead(found.off.logits) - R * ahead(found.best.logits) + R * alpha
    out = (~data.support)[..., None, :] & (data.support | True)[..., :, None]
    slack = xp.min(xp.where(out, slack, 1 + 0 * slack), -1)
    return asked_where(data, found.asked, worst(data, slack, *noise(data, found)))


@claim("linear/lemma-5/case-1-first", domain=SCALED)
def case_1_first(data: Scaled, effort: Effort) -> Evidence:
    """(X)_jzv is (e_z - e_v)^T X h_j. Checked for every j and z in S_j, by logs."""
    return case_one_sums(data, "first")


@claim("linear/lemma-5/case-1-second", domain=SCALED)
def case_1_second(data: Scaled, effort: Effort) -> Evidence:
    """Checked for every j and z in S_j, by logs."""
    return case_one_sums(data, "second")


@claim("linear/lemma-5/case-1-second/amended", domain=SCALED)
def case_1_second_amended(data: Scaled, effort: Effort) -> Evidence:
    """The change: W^mm for W~, as (18), which the sentence before recalls, is about W^mm."""
    return case_one_sums(data, "second", own=False)


@claim("linear/lemma-5/case-1-third", domain=SCALED)
def case_1_third(data: Scaled, effort: Effort) -> Evidence:
    """Checked for every j and z in S_j, by logs. W~ as printed: in Case 1 all its margins are positive."""
    return case_one_sums(data, "third")


@claim("linear/lemma-5/case-1-conclusion", domain=SCALED)
def case_1_conclusion(data: Scaled, effort: Effort) -> Evidence:
    """Checked for the losses that (15) and (16) are said to equal."""
    # CE(W_F + (1 + alpha) R' W^mm) <= CE(W), at W itself.
    found = split(data)
    return genie_below(data, found.ratio, found.inside)
