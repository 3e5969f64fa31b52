"""Displays that the proofs of Lemma 4 and Theorem 1 pass through: floors, competitors of W^mm, excess risks.

Notation as in `path_steps` and `floor`. Sample i's score is share_i - g_i, g_i = share_i odds_i /
(1 + odds_i), and odds_i what the tokens outside R_i get over what those of R_i get.
Source: App. B.2, B.4.
"""

from ntpcheck import ulps
from ntpcheck.arithmetic import FLOAT, Array, positive
from ntpcheck.evidence import Evidence
from ntpcheck.instances.attention import AttendingScaled
from ntpcheck.instances.graph import component
from ntpcheck.reference.graph_svm import graph_svm
from ntpcheck_papers.li2024.section_4.path_exact import off_subspace
from ntpcheck_papers.li2024.section_4.path_losses import GROWTH, score_error, secant, steepness
from ntpcheck_papers.li2024.section_4.path_steps import (
    bbar,
    lengths,
    margins,
    rival_odds,
    sample_error,
    shifted,
    some_sample,
    svm_odds,
)
from ntpcheck_papers.li2024.shared import priority
from ntpcheck_papers.li2024.shared.scores import projection_error, score_size

TINY = 2.0**-1000  # what underflow may hide of a sum of exponentials in doubles


def another_point(data: AttendingScaled) -> Evidence:
    """W' != W^mm."""
    xp, best = data.xp, graph_svm(data)
    apart = off_subspace(data, data.W) - best.W
    slack = xp.max(xp.max(xp.abs(apart), -1), -1)
    size = xp.max(xp.max(xp.abs(data.W) + xp.abs(best.W), -1), -1)
    error = xp.rounding(size, ulps.steps(2)) + projection_error(data, data.W)
    error = error + (2 * best.error if xp is FLOAT else 0)
    return Evidence(slack, error, size, strict=True)


def excess_above(data: AttendingScaled, *, all_tokens: bool = False) -> Evidence:
    """For some i, L(R W' + V) - floor >= (c_dn c_i / (n d_i)) (1 - 1 / (1 + e^(-(1-eps)R - bbar) / d_i)).

    Its steps: no l(u_i - g_i) is below l(u_i); for one i, l(u - g) - l(u) >= c_dn g; and odds_i is at least
    e^(-(1-eps)R - bbar) / d_i. all_tokens: bbar over all tokens of the inputs.
    """
    xp, (top, weight) = data.xp, shifted(data)
    odds = rival_odds(data, weight)
    share, g = _gap(data, odds, top, margins(data).least)
    least = xp.exp(-bbar(data, all_tokens=all_tokens)[..., None] - top)
    steps = (secant(data, share, g, steepness(data).least), odds - least)
    error = (sample_error(data, 1 + odds) + score_error(data)) * (1 + score_size(data))
    return some_sample(data, *steps, error=error, scale=score_size(data))


def excess_below(data: AttendingScaled, *, all_tokens: bool = False) -> Evidence:
    """L(R W^mm + V) - floor <= (c_up c_j / d_j) (1 - 1 / (1 + x)) <= (c_up c_j / d_j) x.

    x = T_j e^(-R + bbar) / d_j, for the samples j of the largest l(u - g) - l(u). Its steps: that is at most
    c_up g, and odds_j <= x. all_tokens: as above.
    """
    xp, most, (top, weight) = data.xp, steepness(data).most, shifted(data)
    odds = svm_odds(data, weight)
    share, g = _gap(data, odds, top, 1 + 0 * data.R)
    power = xp.minimum(bbar(data, all_tokens=all_tokens)[..., None] - top, 16)  # e^16: enough for any counts
    room = lengths(data)[0] * xp.exp(power)
    rise = secant(data, share, g, 0 * most) * (g if xp is FLOAT else 1)
    highest = xp.max(rise, -1)[..., None] * (1 - 2.0**-40 if xp is FLOAT else 1)
    slack = xp.minimum(-secant(data, share, g, most), room - odds)
    size = 1 + priority.largest(data, room, 1) + score_size(data)
    error = (sample_error(data, 1 + odds) + score_error(data)) * (1 + score_size(data)) * size
    slack = xp.where(positive(highest - rise), xp.abs(slack), slack)
    return Evidence(priority.smallest(data, slack, 1), error, size)


def _gap(data: AttendingScaled, odds: Array, top: Array, rate: Array) -> tuple[Array, Array]:
    """share_i and g_i `[..., n]`, for odds against e^(b - top) that were multiplied by e^(rate R)."""
    xp, b, inside = data.xp, margins(data).inner, component(data)
    own = xp.sum(xp.where(data.is_label, b, 0), -1)
    powers = xp.exp(xp.where(inside, b - own[..., None], 0))
    total = xp.sum(xp.where(inside, data.number("counts") * powers, 0), -1)
    total = xp.where(inside.any(-1), total, 1)
    share = lengths(data)[1] / total
    power = top - own - (rate * data.R)[..., None]
    against = odds * xp.exp(xp.minimum(power, GROWTH) if xp is FLOAT else power) / total
    return share, share * against / (1 + against)
