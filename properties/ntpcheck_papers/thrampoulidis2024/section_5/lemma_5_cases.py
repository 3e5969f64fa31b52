"""Proof of Lemma 5, Case 2: bounds on both losses, and the radius R(alpha)."""

from typing import Any

from ntpcheck import ulps
from ntpcheck.checks.existence import asked_where
from ntpcheck.claim import Effort, claim
from ntpcheck.evidence import Evidence, both
from ntpcheck.instances.dataset import Decoding, Scaled
from ntpcheck_papers.thrampoulidis2024.section_5.comparison import genie_below, split
from ntpcheck_papers.thrampoulidis2024.section_5.comparison_cases import (
    delta_of,
    least_margins,
    log_threshold,
    lower_chain,
    misses,
    radius_exists,
    radius_on_the_ball,
    sums,
    sums_bounded,
    upper_chain,
)
from ntpcheck_papers.thrampoulidis2024.setting import DECODINGS, SCALED


@claim("linear/lemma-5/case-2-delta", domain=DECODINGS)
def case_2_delta(data: Decoding, effort: Effort) -> Evidence:
    """Checked for delta = eps^2 / (2 ||W^mm||^2), at the largest eps <= 1/M with which W is in Case 2."""
    # m <= 1 - eps^2 / (2 ||W^mm||^2) for the largest eps <= 1/M with ||W^mm - W~|| >= eps. With W^mm = sum
    # alpha_n x_n, alpha >= 0, sum alpha_n = ||W^mm||^2: m ||W^mm||^2 <= sum alpha_n <W~, x_n> = <W~, W^mm> =
    # ||W^mm||^2 - ||W^mm - W~||^2 / 2. So delta(eps) = eps^2 / (2 ||W^mm||^2) serves all W, and continuity in
    # eps lets the border ||W^mm - W~|| = eps in.
    found = split(data)
    return misses(data, found, delta_of(data, found))


@claim("linear/lemma-5/case-2-lower", domain=SCALED)
def case_2_lower(data: Scaled, effort: Effort) -> Evidence:
    """A_jz = sum over all v of e^-(e_z - e_v)^T W_F h_j. The steps: pi_j sum_z p_jz log(1 + y / A_jz) for j =
    j* and y = e^-R' (e_z - e_v*)^T W~ h_j*; the same with A_max; the right side. Checked for the token of the
    least margin of W~, and the largest delta <= 1 that (19) allows there.
    """
    return lower_chain(data)


@claim("linear/lemma-5/case-2-lower/amended", domain=SCALED)
def case_2_lower_amended(data: Scaled, effort: Effort) -> Evidence:
    """The changes: the sum inside the log of the left side runs over S_j, and W_F lowers the odds of v* by at
    most e^(-M ||W_F||), which (16) lost.
    """
    return lower_chain(data, corrected=True)


@claim("linear/lemma-5/case-2-upper", domain=SCALED)
def case_2_upper(data: Scaled, effort: Effort) -> Evidence:
    """The genie point is W_F + (1 + alpha) R' W^mm. The left side is negative: W^mm lowers every token out of
    support.
    """
    return upper_chain(data)


@claim("linear/lemma-5/sufficient-radius", domain=SCALED)
def sufficient_radius(data: Scaled, effort: Effort) -> Evidence:
    """Checked at R' = log(n V (A_max + 1) / A_min) / alpha or more, which is larger than that for every
    delta.
    """
    # R' >= log(n V (A_max + 1) / A_min) / alpha makes the genie point no worse, in case 2. Checked at that
    # R', or at W's own if it is larger, along W_perp.
    xp: Any = data.xp
    found = split(data)
    needed = log_threshold(data, sums(data, found.inside.logits)) / data.gamma
    R = xp.maximum(found.ratio, needed)
    return genie_below(data, R, found.inside)


@claim("linear/lemma-5/sufficient-radius-bounds", domain=SCALED)
def sufficient_radius_bounds(data: Scaled, effort: Effort) -> Evidence:
    """Checked as an identity of logs: they differ by (delta + alpha) times what R' exceeds its bound by, and
    delta + alpha > 0. For the largest delta <= 1 that (19) allows.
    """
    # log B - log A = (delta + alpha) R' - log(n V (A_max + 1) / A_min): A <= B iff R' is as displayed. A = V
    # e^(-R' (1 + alpha)) / A_min and B = e^(-R' (1 - delta)) / (n (A_max + 1)) are the last bounds on the two
    # losses, delta = 1 - m, or 1 if m < 0.
    xp: Any = data.xp
    found = split(data)
    A, R, V = sums(data, found.inside.logits), found.ratio, data.sized("V")
    low = xp.min(least_margins(data, found), -1)
    low = xp.maximum(low, 0 * low)  # R' (1 - delta)
    first = xp.log(V) - R * (1 + data.gamma) - A.least
    second = 0 - low - xp.log(data.n) - xp.log1p(xp.exp(A.most))
    threshold = log_threshold(data, A)
    gap = (second - first) - (R - low + data.gamma * R - threshold)
    size = 1 + 2 * R + low + threshold + xp.abs(first) + xp.abs(second)
    error = xp.rounding(size, ulps.steps(12) + 4 * ulps.LOG)
    return asked_where(data, found.asked, Evidence(0 - xp.abs(gap), error, size))


@claim("linear/lemma-5/sufficient-radius/amended", domain=SCALED)
def sufficient_radius_amended(data: Scaled, effort: Effort) -> Evidence:
    """The change: what W_F does to tokens out of support, at most e^(M ||W_F||) either way, is paid for."""
    return radius_exists(data)


@claim("linear/lemma-5/A-bounds", domain=DECODINGS)
def a_bounds(data: Decoding, effort: Effort) -> Evidence:
    """The second if ||W_F - W*|| <= ||W*||. Checked by logs; that at the point W* + ||W*|| W_F / ||W_F||."""
    return both(sums_bounded(data), sums_bounded(data, on_ball=True))


@claim("linear/lemma-5/R-alpha", domain=SCALED)
def r_alpha(data: Scaled, effort: Effort) -> Evidence:
    """For ||W_F - W*|| <= ||W*||. Checked for the right sides of (20) and (21) by logs, at that radius, at W*
    + ||W*|| W_F / ||W_F||, and for the largest delta <= 1 that (19) allows.
    """
    return radius_on_the_ball(data)


@claim("linear/lemma-5/R-alpha/amended", domain=SCALED)
def r_alpha_amended(data: Scaled, effort: Effort) -> Evidence:
    """Checked with delta = 0, which is harder than any delta > 0.

    The change: M in the exponent, as in the bounds on A_min and A_max before.
    """
    return radius_on_the_ball(data, corrected=True)


@claim("linear/lemma-5/R-alpha-conclusion", domain=SCALED)
def r_alpha_conclusion(data: Scaled, effort: Effort) -> Evidence:
    """For ||W_F - W*|| <= ||W*||. Checked at that radius, at W* + ||W*|| W_F / ||W_F||."""
    return radius_on_the_ball(data, losses=True)


@claim("linear/lemma-5/R-alpha-conclusion/amended", domain=SCALED)
def r_alpha_conclusion_amended(data: Scaled, effort: Effort) -> Evidence:
    """The change: M in the exponent, which pays for what W_F does to tokens out of support, too."""
    return radius_on_the_ball(data, corrected=True, losses=True)
