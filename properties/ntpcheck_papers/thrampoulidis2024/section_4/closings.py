"""What the proof of Theorem 1 takes B large for: the distance that (27) leaves, and two comparisons.

Everything here is about compatible and separable data with some token out of support.
"""

from typing import Any

from ntpcheck import ulps
from ntpcheck.arithmetic import FLOAT, Array, positive
from ntpcheck.evidence import Evidence
from ntpcheck.instances.dataset import Decoding, Scaled
from ntpcheck_papers.thrampoulidis2024.shared.genie import (
    Frame,
    elsewhere,
    frame,
    length,
    somewhere,
    where_given,
    widest_logit,
)


def kept_apart(data: Decoding) -> Evidence:
    """||W^ - W^mm|| >= eps / 2, eps = || h W / B - W^mm || and W^ = h (W - W*) / ||W - W*||.

    h = ||W^mm||, B = ||W||. Asked where B eps >= 4 h ||W*||. With a = ||W*||, W^ is within 2 h a / B of
    h W / B, as unit vectors along W and W - a are within 2 a / B of each other: eps / 2 is left.
    """
    xp: Any = data.xp
    at = frame(data)
    strict = elsewhere(data, at)  # else eps = 0 and nothing is asked
    B = xp.where(strict, length(data, data.W), 1)
    eps = length(data, at.height[..., None, None] / B[..., None, None] * data.W - at.margin)
    short = xp.sqrt(at.star_square)
    asked = strict & ~positive(4 * at.height * short - B * eps)
    apart = data.W - at.star
    left = xp.where(asked & positive(length(data, apart)), length(data, apart), 1)
    distance = length(data, at.height[..., None, None] / left[..., None, None] * apart - at.margin)
    size = 1 + 2 * at.height
    error = xp.rounding(size * (1 + (B + short) / left), 2 * ulps.entries(data.W) + 16)
    if xp is FLOAT:
        error = error + 4 * at.height * at.star_error / left + 8 * at.margin_error
    slack = xp.where(asked, distance - eps / 2, 1 + 0 * eps)
    return where_given(data, Evidence(slack, xp.where(asked, error, 0 * error), size))


def late(data: Scaled) -> Array:
    """`[...]` that y."""
    wide = widest_logit(data, known(data)) + data.xp.log(data.sized("V"))
    return 2 * (1 + data.xp.log(data.n) + wide) / fraction(data)


def second_closing(data: Scaled) -> Evidence:
    """c' e^-(R' (1 - delta)) / (2 n^2) > C e^-R, in logs, at a large B, delta = gamma.

    R' = (B + a) / h is the most, a = ||W*|| and h = ||W^mm||; R = sqrt(B^2 - a^2) / h. R - (1 - delta) R'
    grows with B, as R grows faster than B / h, so that one B tells of all larger ones. At B = a + t h the
    logs differ by delta t - 2 a / h - owed or more.
    """
    return second_at(data, later(data), fraction(data))


def later(data: Scaled) -> Array:
    """`[...]` a t at which they do."""
    at = known(data)
    return (1 + _owed(data, at) + 2 * data.xp.sqrt(at.star_square) / at.height) / fraction(data)


def _owed(data: Scaled, at: Frame) -> Array:
    """log(2 n^2 C / c')."""
    return 2 * widest_logit(data, at) + data.xp.log(2 * data.sized("V") * data.n * data.n)


def second_at(data: Scaled, t: Array, delta: Array) -> Evidence:
    """That comparison at B = a + t h, for any delta `[...]`. For delta <= 0 the left side is never more."""
    xp: Any = data.xp
    at = known(data)
    a, h = xp.sqrt(at.star_square), at.height
    owed = _owed(data, at)
    ahead = t + 2 * a / h  # R'
    roots = xp.sqrt(t) + xp.sqrt(ahead)
    # R - R' = sqrt(t R') - R', without cancellation.
    behind = (t - ahead) * xp.sqrt(ahead) / xp.where(positive(roots), roots, 1 + 0 * roots)
    slack = behind + ahead * delta - owed
    size = 1 + owed + ahead * xp.abs(delta) + a / h
    terms = ulps.entries(data.W) + ulps.dot(data.size("d")) + 4 * ulps.LOG + 16
    error = xp.rounding(size + ahead, terms)  # t and R' themselves are of the order 1 / delta
    return where_given(data, Evidence(slack, error + unsure(data, at, size), size, strict=True))


def known(data: Scaled) -> Frame:
    return somewhere(frame(data)) if data.xp is FLOAT else frame(data)


def fraction(data: Scaled) -> Array:
    """delta; 1 where gamma is not positive, which the claims leave out."""
    return data.xp.where(positive(data.gamma), data.gamma, 1 + 0 * data.gamma)


def unsure(data: Scaled, at: Frame, size: Array) -> Array:
    """What errors of W* and W^mm do to numbers of that size, on floats."""
    if data.xp is not FLOAT:
        return 0 * size
    reach = 1 + data.embeddings.abs().sum((-2, -1))
    return 8 * size * reach * (at.star_error + at.margin_error) * (1 + 1 / at.height)
