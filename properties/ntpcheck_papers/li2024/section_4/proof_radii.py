"""The last displays in the proofs of Theorem 1 and Lemma 4: which way the arrow to the radius points.

Each proof compares two bounds on the excess of the risk, at R W' and at R W^mm, and puts an arrow from the
comparison to a radius. With q = n c_up c_max / (c_dn c_min) the comparison of the first proof is

    e^(eps R) > q T (T + e^(-(1 - eps) R)),    and the radius says    e^(eps R) > 2 q T^2,

so for eps in (0, 1] and R > 0 the radius is the larger demand. The second proof has c_j d_i^2 / (c_i d_j^2)
for c_max / c_min, e^(eps R - 2 bbar) on the left and 1 + e^(-(1 - eps) R - bbar) / d_i for the bracket, at
most 2 as bbar goes over the R_i.
"""

from typing import Any

from ntpcheck import ulps
from ntpcheck.arithmetic import Array
from ntpcheck.claim import Effort, claim
from ntpcheck.domains.attention_paths import SCALED_PATHS
from ntpcheck.evidence import Evidence
from ntpcheck.instances.attention import AttendingScaled, Attention
from ntpcheck.instances.graph import component
from ntpcheck_papers.li2024.section_4.path_losses import steepness
from ntpcheck_papers.li2024.section_4.path_steps import bbar, beside_label, lengths, margins
from ntpcheck_papers.li2024.setting import ATTENTION
from ntpcheck_papers.li2024.shared import priority
from ntpcheck_papers.li2024.shared.scores import score_size

LARGE = 64  # nats: e^64 is above any slope on scores of 0 and 1


def radius_arrow(data: AttendingScaled, *, backwards: bool = False) -> Evidence:
    """The comparison of the bounds holds only if R > (1/eps) log(2 q T^2); backwards: if.

    Both sides are multiplied by c_dn c_min e^(-eps R), so that no logarithm
    is taken; eps is at most 1.
    """
    xp, found, T = data.xp, steepness(data), _longest(data)
    below, above = found.least * found.narrow, data.sized("n") * found.most * found.wide
    R: Any = data.R
    eps: Any = xp.minimum(1 - margins(data).least, 1)
    compared = below - above * T * (xp.exp(-R) + T * xp.exp(-eps * R))
    # R > (1 / eps) log(power / below) is power / below < e^(eps R), hence:
    power = 2 * above * T * T
    radius = below - power * xp.exp(-eps * R)
    slack = _arrow(data, compared, radius, backwards=backwards)
    size = 1 + below + power
    terms = 4 * ulps.dot(data.size("d")) + 4 * ulps.LOG + 16  # slopes and gaps of scores, and e^-R
    return Evidence(slack, (8 * margins(data).error + xp.rounding(1 + R, terms)) * size, size)


def inner_radius_arrow(data: AttendingScaled, *, backwards: bool = False) -> Evidence:
    """The same beside a part in S_cyc, for every i and j: R > R_eps, bbar over the R_i.

    Both sides are c_dn less a power of e; with c_dn = 0 both are false.
    """
    xp, slopes, found = data.xp, steepness(data), margins(data)
    eps: Any = xp.minimum(1 - found.least, 1)
    widest: Any = bbar(data)
    log_c, log_d = _log_shares(data)
    pairs: Any = (log_c - 2 * log_d)[..., None, :] - (log_c - 2 * log_d)[..., :, None]  # [..., i, j]
    constant: Any = xp.log(data.sized("n") * _longest(data) * slopes.most)
    power: Any = pairs + (constant - eps * data.R)[..., None, None]
    odds: Any = xp.exp(-((1 - eps) * data.R + widest)[..., None] - log_d)
    bracket = xp.log1p(odds)
    compared, radius = (
        slopes.least[..., None, None] - xp.exp(xp.minimum(at, LARGE))
        for at in (
            power + 2 * widest[..., None, None] + bracket[..., :, None],
            power + 2 * widest[..., None, None] + xp.log(0 * data.R + 2)[..., None, None],
        )
    )
    slack: Any = priority.smallest(data, _arrow(data, compared, radius, backwards=backwards), 2)
    size = 1 + xp.abs(slack) + slopes.most
    terms = 4 * ulps.dot(data.size("d")) + 2 * ulps.total(data.size("K")) + 8 * ulps.LOG + 16
    reach = 1 + eps * data.R + widest + xp.abs(constant) + priority.largest(data, xp.abs(pairs), 2)
    return Evidence(slack, (8 * found.error + xp.rounding(reach, terms)) * size, size)


def _arrow(data: AttendingScaled, first: Array, then: Array, *, backwards: bool) -> Array:
    """first > 0 only if then > 0, as a slack: max(-first, then); backwards: if."""
    return data.xp.maximum(first, -then) if backwards else data.xp.maximum(-first, then)


def _longest(data: Attention) -> Array:
    """`[...]` T, the length of the longest input."""
    return priority.largest(data, lengths(data)[0], 1)


def _log_shares(data: AttendingScaled) -> tuple[Array, Array]:
    """log c_i and log d_i `[..., n]`."""
    xp, (own, total) = data.xp, beside_label(data)
    copies = lengths(data)[1]
    some = xp.where(component(data).any(-1), total, 1)
    return own + xp.log(xp.maximum(copies, 1)), own + xp.log(some)


@claim("attention/theorem-1/proof/score-gaps", domain=ATTENTION)
def score_gaps(data: Attention, effort: Effort) -> Evidence:
    """Checked as stated."""
    # c_max >= c_min > 0. Asked where there are two tokens: with one, no gap is meant.
    xp, apart = data.xp, priority.apart(data)
    pairs = data.head @ data.embeddings.mT
    gaps = xp.sum(pairs * (1 - apart), -1)[..., None] - pairs
    size = 1 + score_size(data)
    error = xp.rounding(size, 2 * ulps.dot(data.size("d")) + 4)
    if data.size("K") == 1:
        return Evidence(0 * size + 1, 0 * size, size)
    off = 4 * (1 - apart) * size[..., None, None]
    narrow, wide = priority.smallest(data, gaps + off, 2), priority.largest(data, gaps - off, 2)
    return Evidence(xp.minimum(narrow, wide - narrow + size), error, size, strict=True)


@claim("attention/theorem-1/proof/radius", domain=SCALED_PATHS)
def radius(data: AttendingScaled, effort: Effort) -> Evidence:
    """q = c_up c_max / (c_dn c_min). The arrow points the wrong way: R > .. is the larger demand, and what
    the contradiction needs is that it suffices.
    """
    return radius_arrow(data)


@claim("attention/theorem-1/proof/radius/amended", domain=SCALED_PATHS)
def radius_amended(data: AttendingScaled, effort: Effort) -> Evidence:
    """Changed: the direction of the arrow."""
    return radius_arrow(data, backwards=True)


@claim("attention/lemma-4/proof/radius", domain=SCALED_PATHS)
def inner_radius(data: AttendingScaled, effort: Effort) -> Evidence:
    """(c_dn c_i / (n d_i)) (1 - 1 / (1 + e^(-(1-eps)R - bbar) / d_i)) > c_up (c_j / d_j^2) T e^(-R + bbar)
    then. The arrow points the wrong way, as in the proof of Theorem 1.
    """
    return inner_radius_arrow(data)


@claim("attention/lemma-4/proof/radius/amended", domain=SCALED_PATHS)
def inner_radius_amended(data: AttendingScaled, effort: Effort) -> Evidence:
    """Changed: the direction of the arrow. 1 + e^(-(1-eps)R - bbar) / d_i <= 2, as d_i >= e^(-bbar)."""
    return inner_radius_arrow(data, backwards=True)
