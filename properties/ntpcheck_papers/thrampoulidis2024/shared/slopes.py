"""The gradient of the loss, the gap it leaves at a midpoint or above a tangent, and minimality on a ball."""

from typing import Any, NamedTuple

from ntpcheck import ulps
from ntpcheck.arithmetic import FLOAT, Array, positive
from ntpcheck.checks.decoders import scores, spread
from ntpcheck.checks.loss import context_sums
from ntpcheck.evidence import Evidence
from ntpcheck.instances.dataset import Dataset, Pair
from ntpcheck.reference.entropy import logits
from ntpcheck_papers.thrampoulidis2024.shared.convexity import inner


class Slope(NamedTuple):
    """The gradient of CE `[..., V, d]`, and a bound `[...]` on the sum of its entries' errors."""

    matrix: Array
    error: Array


def softmax(data: Dataset, scored: Array) -> Array:
    """`[..., V]` the softmax of logits `[..., V]`; rational where they are all equal."""
    xp = data.xp
    raised = xp.exp(scored - xp.max(scored, -1)[..., None])
    return raised / xp.sum(raised, -1)[..., None]


def slope(data: Dataset, W: Array) -> Slope:
    """sum_j pi_j (softmax(W h_j) - p_j) h_j^T.

    A logit error eps moves a softmax by at most 2 eps in the sum of absolute values.
    """
    xp, found = data.xp, scores(data, W)
    pulled = data.pi[..., None] * (softmax(data, found.logits) - data.p)
    reach = xp.sum(xp.abs(data.embeddings), -1)
    terms = ulps.softmax(data.size("V")) + 2 * ulps.total(data.size("m")) + 4
    wrong = 4 * found.error + xp.rounding(0 * reach + 1, terms)
    return Slope(pulled.swapaxes(-1, -2) @ data.embeddings, xp.sum(data.pi * reach * wrong, -1))


def differs(data: Pair) -> Any:
    """`[...]` bool: W != W2."""
    return data.xp.any(data.W != data.W2, (-2, -1))


def moves_logits(data: Pair) -> Any:
    """`[...]` bool: at some context W and W2 certainly give logits that differ by more than a shift."""
    found = scores(data, data.W - data.W2)
    range_ = data.xp.max(found.logits, -1) - data.xp.min(found.logits, -1)
    return positive(data.xp.max(range_ - 2 * found.error, -1))


def midpoint_gap(data: Pair, strict: Any) -> Evidence:
    """CE((W + W2)/2) < (CE(W) + CE(W2))/2 where `strict`, else <=.

    The terms linear in the logits cancel. With q the softmax at the midpoint and t half the difference of the
    logits, what is left of context j is
        log(E_q e^t E_q e^-t) / 2 = log1p(sum over pairs u, v of q_u q_v (e^x - 1)(1 - e^-x) / 2) / 2
    for x = t_u - t_v: no difference of equals, so that it is exactly zero where all t are equal.
    """
    xp, found = data.xp, scores(data, (data.W + data.W2) / 2)
    apart = scores(data, (data.W - data.W2) / 2)
    x = apart.logits[..., :, None] - apart.logits[..., None, :]
    gaps = _pair_gaps(data, found.logits, x)
    slack = xp.sum(data.pi * gaps, -1)
    widest = xp.minimum(xp.max(xp.max(xp.abs(x), -1), -1), 1)
    moved = 4 * apart.error * (widest + 2 * apart.error)
    terms = 2 * ulps.softmax(data.size("V")) + 2 * ulps.total(data.size("V"))
    steady = 4 * found.error + xp.rounding(found.size * 0 + 1, terms)
    rounded = xp.rounding(gaps, 4 * ulps.LOG + ulps.total(data.size("m")) + 8)
    error = xp.sum(data.pi * (moved + steady * xp.minimum(gaps, 1) + rounded), -1)
    return Evidence(slack, error, 1 + xp.abs(slack), strict=strict)


def _pair_gaps(data: Dataset, middle: Array, x: Array) -> Array:
    """`[..., m]` log1p(sum over u, v of q_u q_v (e^x_uv - 1)(1 - e^-x_uv) / 2) / 2."""
    xp: Any = data.xp
    if xp is not FLOAT:
        q = softmax(data, middle)
        products = q[..., :, None] * q[..., None, :] * xp.expm1(x) * (0 - xp.expm1(-x))
        return xp.log1p(xp.sum(xp.sum(products, -1), -1) / 2) / 2
    # e^x overflows: the largest exponent is taken out where it is positive.
    log_q = middle - xp.logsumexp(middle, -1)[..., None]
    exponents = log_q[..., :, None] + log_q[..., None, :] + xp.abs(x)
    top = xp.max(xp.max(exponents, -1), -1).clamp_min(0)
    parts = xp.exp(exponents - top[..., None, None]) * xp.expm1(-xp.abs(x)) ** 2
    total = xp.sum(xp.sum(parts, -1), -1) / 2
    return xp.where(top > 0, top + xp.log(xp.exp(-top) + total), xp.log1p(total)) / 2


def one_minimiser(data: Pair) -> Evidence:
    """W and W2 do not both minimise CE over a ball ||.|| <= B, unless they are equal.

    CE being convex, W minimises it over the ball iff B ||G|| + <G, W> = 0 for its gradient G at W. With B the
    larger of the two norms, slack: the sum of these two nonnegative numbers. A larger ball has both as
    minimisers only if both gradients vanish, which makes this sum zero too.
    """
    xp = data.xp
    pairs = ((data.W, slope(data, data.W)), (data.W2, slope(data, data.W2)))
    lengths = [xp.sqrt(inner(W, W, data)) for W, _ in pairs]
    radius = xp.maximum(*lengths)
    slack, error, size = 0 * radius, 0 * radius, 0 * radius
    for W, found in pairs:
        steep = xp.sqrt(inner(found.matrix, found.matrix, data))
        slack = slack + radius * steep + inner(found.matrix, W, data)
        size = size + 2 * radius * steep
        error = error + 2 * radius * found.error
    error = error + xp.rounding(size, ulps.entries(data.W) + 4)
    return Evidence(slack, error, 1 + size, strict=differs(data))


def steep_everywhere(data: Any, W: Array) -> Evidence:
    """The gradient of CE at W is not zero. Slack: the sum of its absolute entries."""
    found = slope(data, W)
    total = data.xp.sum(data.xp.abs(found.matrix), (-2, -1))
    terms = ulps.entries(W)
    error = found.error + data.xp.rounding(total, terms)
    return Evidence(total, error, 1 + total, strict=True)


def displayed_slope(data: Dataset, W: Array, U: Array) -> Array:
    """`[...]` sum_j pi_j sum_z p_jz sum over v != z of s_jv (e_z - e_v)^T U h_j, s_j the softmax of W h_j."""
    xp, s, along = data.xp, softmax(data, logits(data, W)), logits(data, U)
    ahead = along[..., :, None] - along[..., None, :]
    return context_sums(data, data.p * xp.sum(s[..., None, :] * ahead, -1))


def tie_spread(data: Dataset, W: Array) -> tuple[Array, Array]:
    """`[...]` the largest spread of in-support logits of W over all contexts, and a bound on its error."""
    found = scores(data, W)
    return data.xp.max(spread(data, found.logits), -1), 2 * data.xp.max(found.error, -1)
