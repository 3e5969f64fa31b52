"""Proof of Lemma 5, Case 2: bounds on both losses, and the radius R(alpha)."""

from __future__ import annotations

from ntpcheck.checks.comparison_cases import (
    delta_exists,
    lower_chain,
    radius_equivalent,
    radius_exists,
    radius_on_the_ball,
    radius_suffices,
    sums_bounded,
    upper_chain,
)
from ntpcheck.claim import Effort, claim
from ntpcheck.evidence import Evidence, both
from ntpcheck.instances.dataset import Decoding, Scaled
from thrampoulidis2024.lemma_5_setting import CASE_2, ENLARGED, FAR, GIVEN
from thrampoulidis2024.setting import COMPATIBLE, DECODINGS, SCALED, SEPARABLE, SOME_TOKEN_OUT

STANDING = (SOME_TOKEN_OUT, SEPARABLE, COMPATIBLE)


@claim("linear/lemma-5/case-2-delta", cite="(19)", domain=DECODINGS, assumes=STANDING)
def case_2_delta(data: Decoding, effort: Effort) -> Evidence:
    """In Case 2 some delta(eps) > 0 and v out of some S_j have l~_jz - l~_jv <= 1 - delta, z in S_j.

    Checked for delta = eps^2 / (2 ||W^mm||^2), at the largest eps <= 1/M with which W is in Case 2.
    """
    return delta_exists(data)


@claim("linear/lemma-5/case-2-lower", cite="(20)", domain=SCALED, assumes=CASE_2)
def case_2_lower(data: Scaled, effort: Effort) -> Evidence:
    """In Case 2, CE(W) - sum pi_j p_jz log A_jz >= e^-R' (1 - delta) / (n (A_max + 1)), in three steps.

    A_jz = sum over all v of e^-(e_z - e_v)^T W_F h_j. The steps: pi_j sum_z p_jz log(1 + y / A_jz) for j = j*
    and y = e^-R' (e_z - e_v*)^T W~ h_j*; the same with A_max; the right side.
    Checked for the token of the least margin of W~, and the largest delta <= 1 that (19) allows there.
    Reading: sum over z in S_j* where S_j is printed. The first exponent has that token's own margin.
    """
    return lower_chain(data)


@claim("linear/lemma-5/case-2-lower/amended", cite="(20)", domain=SCALED, assumes=CASE_2)
def case_2_lower_amended(data: Scaled, effort: Effort) -> Evidence:
    """In Case 2, CE(W) - CE_F(W) >= e^(-M ||W_F||) e^-R' (1 - delta) / (n (A_max + 1)), in the same steps.

    The changes: the sum inside the log of the left side runs over S_j, and W_F lowers the odds of v* by at
    most e^(-M ||W_F||), which (16) lost.
    """
    return lower_chain(data, corrected=True)


@claim("linear/lemma-5/case-2-upper", cite="(21)", domain=SCALED, assumes=CASE_2)
def case_2_upper(data: Scaled, effort: Effort) -> Evidence:
    """CE(genie point) - sum pi_j p_jz log A_jz <= log(1 + y) <= y = V e^-R' (1 + alpha) / A_min.

    The genie point is W_F + (1 + alpha) R' W^mm.
    The left side is negative: W^mm lowers every token out of support.
    """
    return upper_chain(data)


@claim("linear/lemma-5/sufficient-radius", cite="Lemma 5, after (21)", domain=SCALED, assumes=(*GIVEN, FAR))
def sufficient_radius(data: Scaled, effort: Effort) -> Evidence:
    """In Case 2 it suffices for (15) <= (16) that R' >= log(n V (A_max + 1) / A_min) / (delta + alpha).

    Checked at R' = log(n V (A_max + 1) / A_min) / alpha or more, which is larger than that for every delta.
    Reading: "it suffices" for the goal (15) <= (16), which stand for the losses they are said to equal. That
    the last bound of (21) is then below that of (20) is true: `sufficient-radius-bounds`. It fails as (20)
    is no bound: `case-2-lower`.
    """
    return radius_suffices(data)


@claim("linear/lemma-5/sufficient-radius-bounds", cite="Lemma 5, after (21)", domain=SCALED, assumes=CASE_2)
def sufficient_radius_bounds(data: Scaled, effort: Effort) -> Evidence:
    """The last bound of (21) <= that of (20) iff R' >= log(n V (A_max + 1) / A_min) / (delta + alpha).

    Checked as an identity of logs: they differ by (delta + alpha) times what R' exceeds its bound by, and
    delta + alpha > 0. For the largest delta <= 1 that (19) allows.
    """
    return radius_equivalent(data)


@claim(
    "linear/lemma-5/sufficient-radius/amended",
    cite="Lemma 5, after (21)",
    domain=SCALED,
    assumes=(*GIVEN, FAR),
)
def sufficient_radius_amended(data: Scaled, effort: Effort) -> Evidence:
    """In Case 2 it suffices that R' >= log(2 n V^2 e^(3 M ||W_F||)) / alpha.

    The change: what W_F does to tokens out of support, at most e^(M ||W_F||) either way, is paid for.
    """
    return radius_exists(data)


@claim("linear/lemma-5/A-bounds", cite="Lemma 5, before and after (22)", domain=DECODINGS, assumes=STANDING)
def a_bounds(data: Decoding, effort: Effort) -> Evidence:
    """V e^(-M ||W_F||) <= A_min <= A_max <= V e^(M ||W_F||); V e^(-2 M ||W*||) <= ... <= V e^(2 M ||W*||).

    The second if ||W_F - W*|| <= ||W*||. Checked by logs; that at the point W* + ||W*|| W_F / ||W_F||.
    """
    return both(sums_bounded(data), sums_bounded(data, on_ball=True))


RADIUS = (*GIVEN, ENLARGED)


@claim("linear/lemma-5/R-alpha", cite="(23)", domain=SCALED, assumes=RADIUS)
def r_alpha(data: Scaled, effort: Effort) -> Evidence:
    """In Case 2, (21) <= (20) if ||W_perp|| >= ||W^mm|| log(2 n V e^(4 ||W*||)) / alpha.

    For ||W_F - W*|| <= ||W*||. Checked for the right sides of (20) and (21) by logs, at that radius, at
    W* + ||W*|| W_F / ||W_F||, and for the largest delta <= 1 that (19) allows.
    """
    return radius_on_the_ball(data)


@claim("linear/lemma-5/R-alpha/amended", cite="(23)", domain=SCALED, assumes=RADIUS)
def r_alpha_amended(data: Scaled, effort: Effort) -> Evidence:
    """In Case 2, (21) <= (20) if ||W_perp|| >= ||W^mm|| log(2 n V e^(4 M ||W*||)) / alpha.

    Checked with delta = 0, which is harder than any delta > 0.
    The change: M in the exponent, as in the bounds on A_min and A_max before.
    """
    return radius_on_the_ball(data, corrected=True)


@claim("linear/lemma-5/R-alpha-conclusion", cite="Lemma 5, end", domain=SCALED, assumes=RADIUS)
def r_alpha_conclusion(data: Scaled, effort: Effort) -> Evidence:
    """In Case 2, (15) <= (16) if ||W_perp|| >= ||W^mm|| log(2 n V e^(4 ||W*||)) / alpha.

    For ||W_F - W*|| <= ||W*||. Checked at that radius, at W* + ||W*|| W_F / ||W_F||.
    Reading: (15) and (16) stand for the losses they are said to equal.
    """
    return radius_on_the_ball(data, losses=True)


@claim("linear/lemma-5/R-alpha-conclusion/amended", cite="Lemma 5, end", domain=SCALED, assumes=RADIUS)
def r_alpha_conclusion_amended(data: Scaled, effort: Effort) -> Evidence:
    """In Case 2, (15) <= (16) if ||W_perp|| >= ||W^mm|| log(2 n V^2 e^(6 M ||W*||)) / alpha.

    The change: the radius. Besides M, what W_F does to tokens out of support is paid for.
    """
    return radius_on_the_ball(data, corrected=True, losses=True)
