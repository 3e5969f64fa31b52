"""Case 2 of the comparison with the genie point: bounds on both losses, and how large ||W_perp|| has to be.

Notation of comparison.py. A_jz = sum over all v of e^-(e_z - e_v)^T W_F h_j, and A_min, A_max
are its extremes over j and z in S_j. m_j is the least margin of W~ in context j, m the least of all.
"""

import math
from dataclasses import replace
from typing import Any, NamedTuple

from ntpcheck import ulps
from ntpcheck.arithmetic import FLOAT, Array, positive
from ntpcheck.checks.decoders import Scores, margin
from ntpcheck.checks.existence import asked_where
from ntpcheck.evidence import Evidence, both
from ntpcheck.instances.dataset import Dataset, Decoding, Scaled
from ntpcheck_papers.thrampoulidis2024.section_5.comparison import (
    Split,
    ahead,
    cosine_gap,
    genie_below,
    log_excess,
    split,
)
from ntpcheck_papers.thrampoulidis2024.shared.approach import log_softplus, moved
from ntpcheck_papers.thrampoulidis2024.shared.genie import length
from ntpcheck_papers.thrampoulidis2024.shared.in_subspace import projection_error


def least_margins(data: Dataset, found: Split) -> Array:
    """`[..., m]` R' m_j; in contexts of full support more than the largest of the others."""
    xp = data.xp
    high = 1 + xp.max(2 * found.off.size, -1)
    return margin(data, found.off.logits, high[..., None] + 0 * found.off.size)


def _terms(data: Decoding) -> int:
    """Roundings of exponents, of four log-sum-exps, and of the logs of pi_j and of n, in units of 1."""
    radius = ulps.entries(data.W) + ulps.dot(data.size("d"))
    return radius + 4 * ulps.log_sum_exp(data.size("V")) + 2 * ulps.LOG * ulps.COUNT


def delta_of(data: Decoding, found: Split) -> Array:
    """`[...]` that delta."""
    gap = data.xp.minimum(cosine_gap(data, found), 1 / (found.reach * found.reach))
    return gap / (2 * found.at.height * found.at.height)


def misses(data: Decoding, found: Split, delta: Array) -> Evidence:
    """m <= 1 - delta `[...]`. Slack: times ||W_perp||."""
    xp: Any = data.xp
    low = xp.min(least_margins(data, found), -1)
    slack = found.length * (1 - delta) - found.at.height * low
    size = found.length + found.at.height * xp.max(found.off.size, -1)
    error = 4 * found.at.height * xp.max(found.off.error, -1)
    error = error + xp.rounding(size, 4 * ulps.entries(data.W) + 16)
    if xp is FLOAT:
        error = error + 8 * found.length * found.at.margin_error * (1 + 1 / found.at.height)
    return asked_where(data, found.asked, Evidence(slack, error, size))


class Sums(NamedTuple):
    """log A_jz `[..., m, V]`, and its extremes in support `[...]`."""

    table: Array
    least: Array
    most: Array


def sums(data: Dataset, logits: Array) -> Sums:
    """The A_jz of a point of F with these logits."""
    xp: Any = data.xp
    table = xp.logsumexp(ahead(logits), -1)
    some = xp.max(xp.max(xp.where(data.support, table, 0 * table), -1), -1)
    low = xp.where(data.support, table, some[..., None, None])
    return Sums(table, xp.min(xp.min(low, -1), -1), some)


def log_threshold(data: Dataset, found: Sums) -> Array:
    """log(n V (A_max + 1) / A_min)."""
    xp: Any = data.xp
    return xp.log(data.n * data.sized("V")) + xp.log1p(xp.exp(found.most)) - found.least


def lower_chain(data: Scaled, *, corrected: bool = False) -> Evidence:
    """What CE(W) exceeds by: three displayed lower bounds, each no larger than the one before.

    CE(W) - CE(W_F) >= pi_j sum_z p_jz log(1 + x / A_jz) >= the same with y and A_max >= y / (n (A_max + 1)):
    j the context of the least margin m of W~, x = e^(-R' m) and y = e^(-R' (1 - delta)), delta = 1 - m or 1
    if m < 0. corrected: CE_F(W) for CE(W_F), and x and y times e^(-M ||W_F||). Compared by logs.
    """
    xp: Any = data.xp
    found = split(data)
    A, gaps = sums(data, found.inside.logits), least_margins(data, found)
    low = xp.min(gaps, -1)
    factor = 0 - found.reach * length(data, found.flat) if corrected else 0 * low
    x, y = factor - low, factor - xp.maximum(low, 0 * low)
    spread = log_softplus(data, x[..., None, None] - A.table)
    terms = xp.log(xp.where(data.support, data.p, 1)) + spread
    logs = xp.log(data.pi)
    first = logs + xp.logsumexp(terms, -1, where=data.support)
    second = logs + log_softplus(data, y - A.most)[..., None]
    last = y - xp.log(data.n) - xp.log1p(xp.exp(A.most))
    size = found.inside.size + found.off.size + 1
    error = 8 * (found.inside.error + found.off.error)
    error = error + xp.rounding(size, _terms(data))
    size, error, asked = xp.max(size, -1), xp.max(error, -1), ~xp.all(data.support, -1)

    def chain(here: Any) -> Evidence:
        top = _paid(data, found, corrected=corrected, bound=first, here=here)
        steps = xp.minimum(first - second, second - last[..., None])
        steps = xp.min(xp.where(here, steps, 1 + 0 * steps), -1)
        return both(Evidence(top, error, size), Evidence(steps, error, size))

    here = ~positive(gaps - low[..., None]) & asked
    evidence = chain(here)
    if xp is FLOAT:  # several contexts may have the least margin, and rounding tells them apart
        near = ~positive(gaps - low[..., None] - error[..., None]) & asked
        settled = (near == here).all(-1) | ((chain(near).slack < 0) == (evidence.slack < 0))
        evidence = replace(evidence, error=xp.where(settled, evidence.error, math.inf))
    return asked_where(data, found.asked, evidence)


def _paid(data: Scaled, found: Split, *, corrected: bool, bound: Array, here: Any) -> Array:
    """The left side less the first bound: by logs if it is an excess, else as it stands.

    bound: logs `[..., m]`; here: the contexts it is asked of.
    """
    xp = data.xp
    whole = log_excess(data, found.inside.logits + found.off.logits)
    if corrected:
        slack = whole[..., None] - bound
    else:
        before = log_excess(data, found.inside.logits)
        slack = (xp.exp(whole) - xp.exp(before))[..., None] - xp.exp(bound)
    return xp.min(xp.where(here, slack, 1 + 0 * slack), -1)


def upper_chain(data: Scaled) -> Evidence:
    """CE(W_F + (1 + alpha) R' W^mm) - CE(W_F) <= log(1 + y) <= y, y = V e^(-R' (1 + alpha)) / A_min.

    The left side is sum_j pi_j (log1p(rho_j) - log1p(rho'_j)), rho'_j at W_F.
    """
    xp: Any = data.xp
    found = split(data)
    A, far = sums(data, found.inside.logits), (1 + data.gamma) * found.ratio
    y = xp.log(data.sized("V")) - far - A.least
    genie = found.inside.logits + far[..., None, None] * found.best.logits
    size = found.inside.size + xp.abs(far)[..., None] * (found.best.size + 1) + 1
    error = 8 * (found.inside.error + xp.abs(far)[..., None] * found.best.error)
    error = xp.max(error + xp.rounding(size, _terms(data)), -1)
    size, first = xp.max(size, -1), log_softplus(data, y)
    drop = xp.exp(log_excess(data, genie)) - xp.exp(log_excess(data, found.inside.logits))
    slack = xp.exp(first) - drop
    chain = both(Evidence(slack, error, size), Evidence(y - first, error, size))
    return asked_where(data, found.asked, chain)


def sums_bounded(data: Decoding, *, on_ball: bool = False) -> Evidence:
    """|log A_jz - log V| <= M ||W_F||; on_ball: <= 2 M ||W*|| at `on_the_ball`.

    That point of the ball about W* is the furthest from 0 along W_F, or close to it.
    """
    xp: Any = data.xp
    found = split(data)
    inside, allowed = found.inside, found.reach * length(data, found.flat)
    if on_ball:
        inside, star = on_the_ball(data, found), xp.sqrt(found.at.star_square)
        allowed = 2 * found.reach * star
    logs = xp.logsumexp(ahead(inside.logits), -1) - xp.log(data.sized("V"))[..., None, None]
    slack = allowed[..., None, None] - xp.abs(logs)
    slack = xp.min(xp.min(xp.where(data.support, slack, 1 + 0 * slack), -1), -1)
    size = 1 + allowed + xp.max(inside.size, -1)
    error = 4 * xp.max(inside.error, -1) + xp.rounding(size, _terms(data))
    if xp is FLOAT:
        error = error + 4 * found.reach * (found.at.star_error + projection_error(data, data.W))
    return Evidence(slack, error, size)


def on_the_ball(data: Decoding, found: Split) -> Scores:
    """The logits of W* + ||W*|| W_F / ||W_F||, or of W* if W_F = 0."""
    xp, at = data.xp, found.at
    size = length(data, found.flat)
    here = positive(size - 8 * projection_error(data, data.W))
    share = xp.where(here, xp.sqrt(at.star_square) / xp.where(here, size, 1 + 0 * size), 0 * size)
    wrong = 2 * at.star_error + share * projection_error(data, data.W)
    return moved(data, at.star + share[..., None, None] * found.flat, wrong)


def rescaled(data: Scaled, *, threshold: bool = False) -> Evidence:
    """(||W^mm|| / ||W_perp||) W_perp = W_perp / R'; threshold: R(alpha) in the place of R'.

    R(alpha) = ||W^mm|| log(2 n V e^(4 ||W*||)) / alpha, the right side of (23).
    """
    xp: Any = data.xp
    found = split(data)
    radius = found.ratio
    if threshold:
        logs = xp.log(2 * data.n * data.sized("V")) + 4 * xp.sqrt(found.at.star_square)
        radius = found.at.height * logs / data.gamma
    left, right = found.at.height / found.length, 1 / radius
    miss = xp.max(xp.max(xp.abs(found.apart * (left - right)[..., None, None]), -1), -1)
    size = found.length * (left + right)
    error = xp.rounding(size, ulps.entries(data.W) + 8)
    if xp is FLOAT:
        error = error + 8 * size * (found.at.margin_error + found.at.star_error)
    return asked_where(data, found.asked, Evidence(0 - miss, error, size))


def radius_on_the_ball(data: Scaled, *, corrected: bool = False, losses: bool = False) -> Evidence:
    """R' (alpha + delta) >= log(n V (A_max + 1) / A_min) for R' = log(2 n V e^(4 ||W*||)) / alpha.

    Asked at the point of `on_the_ball`. delta = 1 - m, or 1 if m < 0: no delta of (19) is larger. corrected:
    e^(4 M ||W*||), and then delta = 0. losses: the genie point is no worse than W there; corrected, for R' =
    log(2 n V e^(4 M ||W*||)) / alpha.
    """
    xp: Any = data.xp
    found = split(data)
    inside, star, size = on_the_ball(data, found), xp.sqrt(found.at.star_square), data.sized("V")
    if losses:
        far = 4 * found.reach if corrected else 4 + 0 * found.reach
        needed = xp.log(2 * data.n * size) + far * star
        return genie_below(data, needed / data.gamma, inside)
    R = (xp.log(2 * data.n * size) + 4 * star * (found.reach if corrected else 1)) / data.gamma
    delta = 1 - xp.maximum(xp.min(least_margins(data, found), -1) / found.ratio, 0 * R)
    delta = 0 * delta if corrected else xp.maximum(delta, 0 * delta)
    A = sums(data, inside.logits)
    left, right = R * (data.gamma + delta), log_threshold(data, A)
    size = 1 + left + right + xp.max(inside.size, -1)
    error = 8 * xp.max(inside.error, -1) + xp.rounding(size, _terms(data))
    if xp is FLOAT:
        error = (
            error + 8 * R * xp.max(found.off.error, -1) / found.ratio + 8 * found.reach * found.at.star_error
        )
    return asked_where(data, found.asked, Evidence(left - right, error, size))


def radius_exists(data: Scaled) -> Evidence:
    """The genie point is no worse once R' >= log(n V e^(2 M ||W_F||)) / alpha.

    Checked at that R', or at W's own if it is larger, along W_perp.
    """
    xp: Any = data.xp
    found = split(data)
    needed = xp.log(data.n * data.sized("V")) + 2 * found.reach * length(data, found.flat)
    R = xp.maximum(found.ratio, needed / data.gamma)
    return genie_below(data, R, found.inside)
