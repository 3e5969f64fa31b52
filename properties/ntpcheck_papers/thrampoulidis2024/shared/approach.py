"""Paths of decoders along which the loss approaches the entropy, and what every such path has in common."""

from typing import Any, NamedTuple

from ntpcheck import ulps
from ntpcheck.arithmetic import FLOAT, Array
from ntpcheck.checks.decoders import Scores, margin, scores, spread
from ntpcheck.checks.loss import excess
from ntpcheck.evidence import Evidence, both
from ntpcheck.instances.base import cached, cached_for
from ntpcheck.instances.dataset import Dataset, Offset
from ntpcheck.reference.entropy import log_p
from ntpcheck.reference.subspace import project
from ntpcheck_papers.thrampoulidis2024.shared.finite_part import finite_part, norms, projection_error

SCALES = (0, 1, 8, 64)  # gamma: the bounds below are exact in gamma, so a few show them for all


def moved(data: Dataset, W: Array, error: Array) -> Scores:
    """The logits of a decoder known up to `error` `[...]` in norm."""
    found = scores(data, W)
    return found._replace(error=found.error + norms(data) * error[..., None])


def right_ratios(data: Dataset, found: Scores) -> Evidence:
    """(4): in-support logits differ by the log-ratios of the data. Slack: minus the largest miss, nats."""
    xp, logs = data.xp, log_p(data)
    size = found.size + xp.max(xp.abs(logs), -1)
    miss = spread(data, found.logits - logs)
    error = 2 * (found.error + xp.rounding(size, ulps.LOG_P + 1))
    return Evidence(xp.min(-miss, -1), xp.max(error, -1), xp.max(size, -1))


@cached_for
def log_odds(data: Dataset, logits: Array) -> Array:
    """`[..., m]` log rho_j, out-of-support over in-support mass; 0 where every token is in support."""
    xp = data.xp
    full, out = _outside(data)
    odds = xp.logsumexp(logits, -1, where=out) - xp.logsumexp(logits, -1, where=data.support)
    return xp.where(full, 0, odds)


@cached
def _outside(data: Dataset) -> tuple[Any, Any]:
    """Which contexts have every token in support `[..., m]`, and the tokens out of support, or else all."""
    full = data.xp.all(data.support, -1)
    return full, ~data.support | full[..., None]


def fading_odds(data: Dataset, start: Scores, found: Scores, drop: Any) -> Evidence:
    """Each context's out-of-support odds at `found` are at most exp(-drop) times those at `start`."""
    xp = data.xp
    left, right = log_odds(data, found.logits), log_odds(data, start.logits) - drop
    right = xp.where(xp.all(data.support, -1), 0, right)
    size = found.size + start.size + drop + data.size("V")
    error = 2 * (found.error + start.error) + xp.rounding(size, 2 * ulps.log_sum_exp(data.size("V")))
    return Evidence(xp.min(right - left, -1), xp.max(error, -1), xp.max(size, -1))


def approaches(data: Dataset, start: tuple[Array, Array], along: tuple[Array, Array]) -> Evidence:
    """CE(start + gamma along) tends to H: CE - H <= C e^(-mu gamma), mu = min(1, margin).

    start, along: decoders `[..., V, d]` with bounds `[...]` on their errors; C = sum_j pi_j rho_j(start), and
    the margin is `along`'s least out-of-support one, so mu = 1 where it satisfies (6). Shown by facts that
    together give the limit, and without which it fails: mu > 0; the in-support log-ratios stay right, so that
    CE - H = sum_j pi_j log1p(rho_j); and log rho_j falls by at least mu gamma, while log1p(rho) <=
    rho.
    """
    begin, pull = moved(data, *start), moved(data, *along)
    least = data.xp.minimum(data.xp.min(margin(data, pull.logits, 1), -1), 1)
    size = 1 + data.xp.max(pull.size, -1)
    positive = Evidence(least, 2 * data.xp.max(pull.error, -1), size, strict=True)
    parts = [right_ratios(data, begin), positive]
    for gamma in SCALES[1:]:
        W = start[0] + gamma * along[0]
        here = moved(data, W, start[1] + gamma * along[1])
        drop = gamma * least[..., None]
        parts += [right_ratios(data, here), fading_odds(data, begin, here, drop)]
    return both(*parts)


class Drift(NamedTuple):
    """Along W* + k^2 U + k W: the least <U, x_n>, and how far U misses (6a) or W misses (6); `[...]`."""

    least: Array
    miss: Array
    error: Array
    size: Array


def drift(data: Offset) -> Drift:
    """Where `miss` is positive the loss does not tend to the entropy along the path."""
    xp, found, steady = data.xp, scores(data, data.U), scores(data, data.W)
    misses = (
        xp.max(spread(data, found.logits), -1),
        xp.max(spread(data, steady.logits), -1),
        1 - xp.min(margin(data, steady.logits, 1), -1),
    )
    least = xp.min(margin(data, found.logits, 1 + found.size), -1)
    error = 2 * xp.max(found.error + steady.error, -1)
    size = 1 + xp.max(found.size + steady.size, -1)
    return Drift(least, xp.maximum(xp.maximum(misses[0], misses[1]), misses[2]), error, size)


def diverging_direction(data: Offset) -> Evidence:
    """Along W* + k^2 U + k W, where CE tends to H, the direction tends to a multiple of some W^d.

    With W separating and U orthogonal to F, every margin tends to infinity iff <U, x_n> >= 0 for all n, and
    the direction then tends to U / ||U|| (to W / ||W|| if U = 0). A multiple of it satisfies (6b) iff all <U,
    x_n> > 0. So the statement fails exactly where the least <U, x_n> is zero and U is not. Slack: |least <U,
    x_n>|, strict, or `Drift.miss`.
    """
    found = drift(data)
    return unless_still(data, found, data.xp.abs(found.least))


def unless_still(data: Offset, found: Drift, slack: Array) -> Evidence:
    """The slack, or the miss if that is larger; strict, and 1 where U = 0."""
    xp, still = data.xp, data.xp.all(data.U == 0, (-2, -1))
    slack = xp.maximum(slack, found.miss)
    return Evidence(xp.where(still, 1, slack), xp.where(still, 0, found.error), found.size, strict=True)


def forced_parts(data: Dataset, W: Array) -> Evidence:
    """What CE(W) - H =: g forces on W: q_j near p_j, P_F W near W*, and every margin large.

    Three facts at one decoder: |q_j - p_j|_1^2 <= 2 g / pi_j for the softmax q_j restricted to S_j (Pinsker);
    log1p(rho_jv) <= g / pi_j for each out-of-support token's odds rho_jv; and P_F W misses the equations (4)
    by what log q_j misses log p_j by. As g tends to zero the first and the third send P_F W to W*, the only
    point of F that misses nothing, and the second sends every <W, x_n>, hence every <P_perp W, x_n>, to
    infinity.
    """
    return both(
        near_probabilities(data, W), single_odds(data, W), finite_equations(data, W, finite_part(data).W)
    )


def near_probabilities(data: Dataset, W: Array) -> Evidence:
    """|q_j - p_j|_1^2 <= 2 (CE(W) - H) / pi_j for every context."""
    return near_by(data, W, 2 * excess_shares(data, W))


def excess_shares(data: Dataset, W: Array) -> Array:
    """`[..., m]` (CE(W) - H) / pi_j, in nats."""
    return excess(data, scores(data, W)).total[..., None] / data.pi


def near_by(data: Dataset, W: Array, allowed: Array) -> Evidence:
    """|q_j - p_j|_1^2 <= allowed `[..., m]`, at most twice `excess_shares`, for every context."""
    xp, found = data.xp, scores(data, W)
    gap = excess(data, found)
    relative = found.logits - xp.logsumexp(found.logits, -1, where=data.support)[..., None]
    distance = xp.sum(xp.abs(xp.where(data.support, xp.exp(relative) - data.p, 0)), -1)
    error = 2 * found.error + xp.rounding(
        found.size + xp.max(xp.abs(log_p(data)), -1) + 1,
        ulps.softmax(data.size("V")) + ulps.total(data.size("V")),
    )
    slack = allowed - distance * distance
    unsure = 2 * (gap.inside_error + gap.outside_error)[..., None] / data.pi
    wrong = 4 * error * (distance + error) + unsure + xp.rounding(allowed, ulps.steps(4))
    return Evidence(xp.min(slack, -1), xp.max(wrong, -1), xp.max(allowed + 1, -1))


def single_odds(data: Dataset, W: Array) -> Evidence:
    """pi_j log1p(rho_jv) <= CE(W) - H for each out-of-support token alone."""
    xp, found = data.xp, scores(data, W)
    relative = found.logits - xp.logsumexp(found.logits, -1, where=data.support)[..., None]
    own = data.pi[..., None] * _log1p_exp(data, relative)
    gap = excess(data, found)
    error = (gap.inside_error + gap.outside_error)[..., None, None] + 4 * found.error[..., None] * own
    rounded = xp.rounding(own * (1 + found.size[..., None]), ulps.softmax(data.size("V")))
    slack = gap.total[..., None, None] - own
    slack, own = (xp.where(data.support, value, side) for value, side in ((1, slack), (0, own)))
    error = xp.where(data.support, 0, error + rounded)
    return Evidence(xp.min(xp.min(slack, -1), -1), xp.max(xp.max(error, -1), -1), 1 + gap.total)


def _log1p_exp(data: Dataset, x: Array) -> Array:
    """log1p(exp(x)) without overflow."""
    xp: Any = data.xp
    return xp.maximum(x, 0) + xp.log1p(xp.exp(-xp.abs(x)))


def finite_equations(data: Dataset, W: Array, star: Array) -> Evidence:
    """(e_z - e_z')^T (P_F W - star) h_j = log(q_jz / q_jz') - log(p_jz / p_jz') for z, z' in S_j.

    q_j is the softmax of W h_j. P_F W solves (4) up to what the model's log-ratios miss, and so W* `[..., V,
    d]` solves (4).
    """
    xp = data.xp
    wrong = finite_part(data).error + projection_error(data, W)
    inside = moved(data, project(data, W) - star, wrong)
    found = scores(data, W)
    miss = spread(data, inside.logits - (found.logits - log_p(data)))
    size = inside.size + found.size + xp.max(xp.abs(log_p(data)), -1)
    error = 2 * (inside.error + found.error + xp.rounding(size, ulps.LOG_P + 2))
    return Evidence(xp.min(-miss, -1), xp.max(error, -1), xp.max(size, -1))


def log_softplus(data: Dataset, x: Array) -> Array:
    """log(log1p(e^x)): the log of what odds e^x cost, in nats; accurate wherever e^x itself underflows."""
    xp: Any = data.xp
    if xp is not FLOAT:
        return xp.log(xp.log1p(xp.exp(x)))
    low = xp.minimum(x, 0)
    odds = xp.exp(low)
    share = xp.where(odds > 0, xp.log1p(odds) / xp.where(odds > 0, odds, 1), 1)
    high = xp.maximum(x, 0)
    return xp.where(x < 0, low + xp.log(share), xp.log(high + xp.log1p(xp.exp(-high))))
