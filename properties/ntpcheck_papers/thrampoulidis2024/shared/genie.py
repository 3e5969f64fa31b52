"""The point W* + R W^mm on a sphere, its loss, and how another decoder of that norm is measured against it.

Everything here is about compatible and separable data; elsewhere the numbers mean nothing, but exist.
"""

from dataclasses import replace
from typing import Any, NamedTuple

import torch

from ntpcheck import ulps
from ntpcheck.arithmetic import FLOAT, Array, positive
from ntpcheck.checks.compare import at_most, equal
from ntpcheck.checks.decoders import margin, scores, spread
from ntpcheck.checks.feasible import where_compatible
from ntpcheck.evidence import Evidence, both
from ntpcheck.instances.dataset import Dataset, Decoding, Scaled
from ntpcheck.reference.max_margin import max_margin
from ntpcheck_papers.thrampoulidis2024.shared.approach import log_odds, moved
from ntpcheck_papers.thrampoulidis2024.shared.convexity import inner
from ntpcheck_papers.thrampoulidis2024.shared.finite_part import finite_part, norms


class Frame(NamedTuple):
    """W* and W^mm `[..., V, d]`, their squared norms and a bound on their errors `[...]`."""

    star: Array
    margin: Array
    star_square: Array
    height: Array  # ||W^mm||; 1 where it is zero or does not exist
    exists: Any  # [...] bool: W^mm is not zero
    star_error: Array
    margin_error: Array


def frame(data: Dataset) -> Frame:
    """W* and W^mm of the data."""
    xp: Any = data.xp
    star, best = finite_part(data), max_margin(data)
    like = inner(star.W, star.W, data)
    exists = best.feasible & xp.any(~data.support, (-2, -1))
    square = inner(best.W, best.W, data)
    height = xp.sqrt(xp.where(exists, square + 0 * like, 1))
    return Frame(star.W, best.W, like, height, exists, star.error, best.error)


def length(data: Dataset, W: Array) -> Array:
    """`[...]` ||W||."""
    return data.xp.sqrt(inner(W, W, data))


def on_sphere(data: Scaled) -> Evidence:
    """||W* + R W^mm|| = B and B^2 - ||W*||^2 <= B R ||W^mm|| <= B^2, for R = sqrt(B^2 - ||W*||^2) / ||W^mm||.

    B = ||W*|| + gamma. The inequalities say that R/B tends to 1/||W^mm||. Undefined where W^mm is zero.
    """
    xp: Any = data.xp
    at = frame(data)
    a = xp.sqrt(at.star_square)
    B = a + data.gamma
    # B^2 - a^2 would be a ball around zero at gamma = 0, and have no root.
    inside = data.gamma * (2 * a + data.gamma)
    R = xp.sqrt(xp.maximum(inside, 0 * inside)) / at.height
    W = at.star + R[..., None, None] * at.margin
    terms = 2 * ulps.entries(W) + 16
    extra = 4 * B * (at.star_error + R * at.margin_error)
    reached = equal(inner(W, W, data), B * B, terms=terms, scale=2 * B * B)
    ratio = B * R * at.height
    lower = at_most(B * B - at.star_square, ratio, terms=terms, scale=2 * B * B)
    upper = at_most(ratio, B * B, terms=terms, scale=2 * B * B)
    return where_given(data, both(*(_wider(data, part, extra) for part in (reached, lower, upper))))


def where_given(data: Dataset, evidence: Evidence) -> Evidence:
    """The same evidence, undefined where there is no W*, no W^mm, or W^mm is zero."""
    known = where_compatible(data, evidence)
    return replace(known, defined=known.defined & frame(data).exists)


def _wider(data: Dataset, part: Evidence, extra: Array) -> Evidence:
    """The same with a larger error on floats."""
    return replace(part, error=part.error + extra) if data.xp is FLOAT else part


def widest_logit(data: Dataset, at: Frame | None = None) -> Array:
    """`[...]` ||W*|| M, with M = sqrt(2) max_j ||h_j||: no two logits of W* are further apart."""
    xp, at = data.xp, at or frame(data)
    squares = xp.max(xp.sum(data.embeddings * data.embeddings, -1), -1)
    return xp.sqrt(2 * squares * at.star_square)


def small_loss(data: Scaled, *, anywhere: bool = False) -> Evidence:
    """CE(W* + gamma W^mm) - H <= C e^-gamma, C = V e^(||W*|| M); see `falls_by`."""
    return falls_by(data, data.gamma, anywhere=anywhere)


def falls_by(data: Scaled, drop: Array, *, anywhere: bool) -> Evidence:
    """CE(W* + gamma W^mm) - H <= C e^-drop.

    On W* plus the complement of F, CE - H = sum_j pi_j log1p(rho_j), rho_j the odds of leaving S_j. Both
    sides are multiplied by e^drop. anywhere: some matrix U for W* where
    there is none, on floats 0, and the sum for CE - H.
    """
    xp: Any = data.xp
    at = frame(data)
    at = somewhere(at) if anywhere and xp is FLOAT else at
    W = at.star + data.gamma[..., None, None] * at.margin
    found = moved(data, W, at.star_error + xp.abs(data.gamma) * at.margin_error)
    odds = log_odds(data, found.logits)
    raised = xp.maximum(odds, 0 * odds)
    rho = xp.exp(-xp.abs(odds))
    # log1p(e^x) = max(x, 0) + log1p(e^-|x|); what is small is scaled up before it is lost.
    share = (
        xp.where(rho > 0, xp.log1p(rho) / xp.where(rho > 0, rho, 1), 1)
        if xp is FLOAT
        else xp.log1p(rho) / rho
    )
    small = xp.exp(drop[..., None] - xp.abs(odds)) * share
    # Where no odds exceed 1, nothing is raised, by a factor that may overflow.
    factor = xp.exp(torch.where(raised > 0, drop[..., None], 0.0) if xp is FLOAT else drop[..., None])
    grown = small + raised * factor
    left = xp.sum(data.pi * xp.where(xp.all(data.support, -1), 0 * odds, grown), -1)
    right = data.sized("V") * xp.exp(widest_logit(data, at))
    terms = 2 * ulps.log_sum_exp(data.size("V")) + 4 * ulps.LOG + 8
    error = 4 * xp.max(found.error, -1) + xp.rounding(xp.max(found.size, -1) + xp.abs(drop) + 1, terms)
    terms = ulps.entries(W) + ulps.dot(data.size("d")) + ulps.LOG + 4
    wrong = left * error + xp.rounding(right * (widest_logit(data, at) + 1), terms)
    wrong = wrong + right * 2 * xp.max(norms(data), -1) * at.star_error
    return Evidence(right - left, wrong if xp is FLOAT else 0 * left, left + right)


def somewhere(at: Frame) -> Frame:
    """The frame of a float batch with 0 for W* where there is none."""
    there = torch.isfinite(at.star_error)
    star, square, error = at.star, at.star_square, at.star_error
    return at._replace(
        star=torch.where(there[..., None, None], star, 0.0),
        star_square=torch.where(there, square, 0.0),
        star_error=torch.where(there, error, 0.0),
    )


def along_margin(data: Decoding) -> Evidence:
    """W = t W^mm for some t >= 0."""
    xp, at = data.xp, frame(data)
    square = inner(at.margin, at.margin, data)  # rational, where ||W^mm|| may not be
    t = inner(data.W, at.margin, data) / xp.where(positive(square), square, 1 + 0 * square)
    off = data.W - xp.maximum(t, 0 * t)[..., None, None] * at.margin
    miss, size = xp.max(xp.max(xp.abs(off), -1), -1), length(data, data.W)
    error = xp.rounding(size, 2 * ulps.entries(data.W) + 4)
    return Evidence(
        0 - miss, error + 4 * size * at.margin_error / at.height if xp is FLOAT else error, 1 + size
    )


def violated(data: Decoding) -> Evidence:
    """For W^ = W ||W^mm|| / ||W||, not W^mm, and some delta > 0: case (i) or (ii) of the proof.

    (i) in-support logits of one context differ by delta or more; (ii) an out-of-support one lies at most
    1 - delta below. Slack: the largest such delta times ||W||, strict unless W is a nonnegative multiple of
    W^mm.
    """
    xp: Any = data.xp
    at = frame(data)
    found = scores(data, data.W)
    size = length(data, data.W)
    height = xp.where(at.exists, at.height, 0 * at.height)
    first = height * xp.max(spread(data, found.logits), -1)
    gap = margin(data, found.logits, 1 + 2 * found.size)
    second = xp.where(at.exists, size - height * xp.min(gap, -1), 0 * size)
    slack = xp.maximum(first, second)
    reach = size + height * xp.max(found.size, -1)
    error = height * 2 * xp.max(found.error, -1) + xp.rounding(reach, ulps.entries(data.W) + 8)
    if xp is FLOAT:
        error = error + at.margin_error * (size + xp.max(found.size, -1))
    return Evidence(slack, error, 1 + reach, strict=elsewhere(data, at))


def elsewhere(data: Decoding, at: Frame) -> Any:
    """`[...]` bool: W is certainly no nonnegative multiple of W^mm, which is not zero."""
    square, best, product = inner(data.W, data.W, data), at.height**2, inner(data.W, at.margin, data)
    hidden = data.xp.rounding(square * best, 2 * ulps.entries(data.W) + 6)
    apart = square * best - product * product - hidden - square * at.margin_error * at.margin_error
    return at.exists & positive(square) & (positive(apart) | positive(0 - product))


def rescaled(data: Decoding, version: str) -> Evidence:
    """||W - W*|| = R' ||W^mm||, by squares, and for "finite" | R' ||W^mm|| - B | <= ||W*||; B = ||W||.

    version "svm": R'^2 = B^2 / ||W^mm||^2 - 2 B <W/B, W^mm/||W^mm||> + 1, asked where B >= 2 ||W^mm||;
    "finite": R'^2 = (B^2 - 2 B <W/B, W*> + ||W*||^2) / ||W^mm||^2, asked where B >= 2 ||W*||.
    Undefined where W^mm is zero.
    """
    xp: Any = data.xp
    at = frame(data)
    square = inner(data.W, data.W, data)
    apart = data.W - at.star
    if version == "svm":
        cross, last = at.height * inner(data.W, at.margin, data), at.height * at.height
    else:
        cross, last = inner(data.W, at.star, data), at.star_square
    shown = square - 2 * cross + last
    size = square + at.star_square + last + 2 * xp.abs(cross)
    terms = 2 * ulps.entries(data.W) + 8
    extra = 8 * xp.sqrt(size) * (at.star_error + at.margin_error * (1 + xp.sqrt(size)))
    parts = [_wider(data, equal(inner(apart, apart, data), shown, terms=terms, scale=2 * size), extra)]
    if version == "finite":
        B, reach = xp.sqrt(square), xp.sqrt(at.star_square)
        R = xp.sqrt(xp.maximum(shown, 0 * shown))
        close = at_most(xp.abs(R - B), reach, terms=terms, scale=2 * (B + reach))
        parts.append(_wider(data, close, xp.sqrt(extra + xp.rounding(size, 2 * terms))))
    least = 4 * (at.height * at.height if version == "svm" else at.star_square)
    asked = ~positive(least - square)
    found = both(*parts)
    return where_given(data, replace(found, slack=xp.where(asked, found.slack, 1 + 0 * found.slack)))


class Radius(NamedTuple):
    """B, h R' and h = ||W^mm|| `[...]`, a bound on the error of h R', and where it is asked."""

    B: Array
    ahead: Array
    height: Array
    error: Array
    asked: Any


def radius(data: Decoding) -> Radius:
    """R' of "svm" in `rescaled`: R'^2 h^2 = B^2 - 2 B h^2 cos(W, W^mm) + h^2.

    Asked where B = ||W|| >= max(2 h, 2 h^2).
    """
    xp: Any = data.xp
    at, square = frame(data), inner(data.W, data.W, data)
    h, least = at.height, 4 * at.height**2 * xp.maximum(at.height**2, 1 + 0 * at.height)
    asked = ~positive(least - square)
    B = xp.sqrt(xp.where(asked, square, least))
    shown = B * B + h * h - 2 * h * xp.where(asked, inner(data.W, at.margin, data), 0 * B)
    ahead = xp.sqrt(xp.maximum(shown, 0 * shown))  # at least h
    size = 1 + B + h * h + ahead
    # Squares of the order B^2 may cancel to h^2: the root divides what they are off by.
    terms, steep = 2 * ulps.entries(data.W) + 16, (1 + h) * (1 + B) * (1 + B / xp.where(ahead > 0, ahead, 1))
    error = xp.rounding(size * steep, terms)
    if xp is FLOAT:
        error = error + 16 * at.margin_error * steep
    return Radius(B, ahead, h, error, asked)


def stays_near(data: Decoding, found: Radius, number: Array) -> Evidence:
    """| number - B | <= 2 h^2 + h^2 / B where it is asked. Undefined where W^mm is zero."""
    B, h = found.B, found.height
    slack = data.xp.where(found.asked, 2 * h * h + h * h / B - data.xp.abs(number - B), 1 + 0 * B)
    return where_given(data, Evidence(slack, found.error, 1 + B + h * h + number))
