"""False neighbours written from the paper's text alone: loss, entropy, softmax and their slopes."""

from __future__ import annotations

from typing import Any

from ntpcheck.arithmetic import Array
from ntpcheck.checks.compare import at_most, below, equal
from ntpcheck.claim import Effort
from ntpcheck.evidence import Evidence
from ntpcheck.reference.subspace import project_off
from ntpcheck_papers.thrampoulidis2024.blind.margin import (
    TERMS,
    entropy,
    floor,
    inner,
    log_p,
    log_softmax,
    logits,
    loss,
    size,
    spread,
)


def sign_of_difference(data: Any, effort: Effort) -> Evidence:
    xp, right = data.xp, -data.xp.logsumexp(spread(data, data.W), -1)
    scale = size(data, data.W)[..., None, None]
    return equal(log_softmax(data, data.W), right + 0 * xp.abs(right), terms=TERMS, axes=2, scale=scale)


def over_contexts(data: Any, effort: Effort) -> Evidence:
    rows = logits(data, data.W)
    right = rows - data.xp.logsumexp(rows, -2)[..., None, :]
    return equal(
        log_softmax(data, data.W), right, terms=TERMS, axes=2, scale=size(data, data.W)[..., None, None]
    )


def over_distinct_contexts(data: Any, effort: Effort) -> Evidence:
    """Each distinct context weighs 1/m in place of pi_j."""
    xp = data.xp
    same = data.contexts[..., :, None] == data.contexts[..., None, :]
    repeats = xp.sum(xp.asarray(same + 0, data.table), -1)
    m = xp.sum(1 / repeats, -1)
    each = sample_losses(data)
    scale = 1 + xp.max(xp.abs(each), -1)
    averaged = xp.sum(each / repeats, -1) / m
    return equal(xp.sum(each, -1) / data.sized("n"), averaged, terms=TERMS, scale=scale)


def sample_losses(data: Any) -> Array:
    """`[..., n]` -log S_{z_i}(W h(x_i))."""
    xp, M, V = data.xp, data.size("M"), data.size("V")
    context, label = (one_hot(xp, x, k, data.table) for x, k in ((data.contexts, M), (data.labels, V)))
    rows = context @ data.table @ data.W.mT
    return xp.logsumexp(rows, -1) - xp.sum(label * rows, -1)


def one_hot(xp: Any, ids: Any, length: int, like: Array) -> Array:
    """`[..., length]` 1 at the id, else 0."""
    return xp.stack([xp.asarray((ids == k) + 0, like) for k in range(length)], -1)


def joint_for_conditional(data: Any, effort: Effort) -> Evidence:
    """The entropy is the sample average of -log of the pair's own frequency."""
    xp = data.xp
    context = data.contexts[..., :, None] == data.contexts[..., None, :]
    pair = context & (data.labels[..., :, None] == data.labels[..., None, :])
    a, b = (xp.sum(xp.asarray(mask + 0, data.table), -1) for mask in (context, pair))
    n = data.sized("n")[..., None]
    left, right = (xp.sum(xp.log(x), -1) / data.sized("n") for x in (a / b, n / b))
    return equal(left, right, terms=TERMS, scale=1 + right)


def divergence(data: Any, W: Array) -> Array:
    """`[..., m]` KL(p_j || softmax)."""
    return data.xp.sum(data.p * (log_p(data) - log_softmax(data, W)), -1)


def roles_swapped(data: Any, effort: Effort) -> Evidence:
    """The divergence of the model from the data, over the supports."""
    xp, log_s = data.xp, log_softmax(data, data.W)
    each = xp.sum(xp.where(data.support, xp.exp(log_s) * (log_s - log_p(data)), 0), -1)
    right = entropy(data) + xp.sum(data.pi * each, -1)
    return equal(loss(data, data.W), right, terms=TERMS, scale=1 + entropy(data) + size(data, data.W))


def contexts_unweighted(data: Any, effort: Effort) -> Evidence:
    right = entropy(data) + data.xp.sum(divergence(data, data.W), -1) / data.sized("m")
    return equal(loss(data, data.W), right, terms=TERMS, scale=1 + entropy(data) + size(data, data.W))


def twice_the_entropy(data: Any, effort: Effort) -> Evidence:
    H = entropy(data)
    return at_most(2 * H, loss(data, data.W), terms=TERMS, scale=1 + H + size(data, data.W))


def never_reached(data: Any, effort: Effort) -> Evidence:
    """sum_j pi_j sum_z p_jz log(p_jz sum_v e^(l_v - l_z)) > 0: rational arguments stay exact at W = 0."""
    xp, gaps = data.xp, -spread(data, data.W)
    ratio = xp.where(data.support, data.p * xp.sum(xp.exp(gaps), -1), 1)
    gap = xp.sum(data.pi * xp.sum(data.p * xp.log(ratio), -1), -1)
    return below(0 * gap, gap, terms=TERMS, scale=size(data, data.W))


def by_log_V(data: Any, effort: Effort) -> Evidence:
    H, extra = entropy(data), data.xp.log(data.sized("V"))
    return below(H + extra, loss(data, data.W), terms=TERMS, scale=1 + H + extra + size(data, data.W))


def rate_doubled(data: Any, effort: Effort) -> Evidence:
    xp = data.xp
    log_s = xp.where(data.support, 0, log_softmax(data, data.gamma[..., None, None] * data.W))
    bound = xp.where(data.support, 0, -2 * data.gamma[..., None, None] + 0 * log_s)
    return at_most(log_s, bound, terms=TERMS, axes=2, scale=1 + abs(log_s))


def every_token(data: Any, effort: Effort) -> Evidence:
    log_s = log_softmax(data, data.gamma[..., None, None] * data.W)
    return at_most(log_s, -data.gamma[..., None, None] + 0 * log_s, terms=TERMS, axes=2, scale=1 + abs(log_s))


def in_support_sum(data: Any) -> tuple[Array, Array]:
    """log S_v(gamma W^d h_j), and log of the sum over S_j of e^(gamma (e_z - e_v)^T W^d h_j), out of S_j."""
    xp, decoder = data.xp, data.gamma[..., None, None] * data.W
    rows = logits(data, decoder)
    total = xp.logsumexp(rows, -1, where=data.support)[..., None] - rows
    return tuple(xp.where(data.support, 0, x) for x in (log_softmax(data, decoder), total))


def denominator_grows(data: Any, effort: Effort) -> Evidence:
    left, total = in_support_sum(data)
    return at_most(-total, left, terms=TERMS, axes=2, scale=1 + abs(left) + abs(total))


def in_support_only(data: Any, effort: Effort) -> Evidence:
    left, total = in_support_sum(data)
    return equal(left, -total, terms=TERMS, axes=2, scale=1 + abs(left) + abs(total))


def in_support_reversed(data: Any, effort: Effort) -> Evidence:
    """In support e^(gamma (e_v - e_z)^T W^d h_j) for its inverse."""
    xp, decoder = data.xp, data.gamma[..., None, None] * data.W
    gaps = spread(data, decoder)  # [.., v, x] is l_v - l_x
    exponent = xp.where(data.support[..., None, :], gaps, -gaps)
    right = xp.where(data.support, 0, -xp.logsumexp(exponent, -1))
    left = xp.where(data.support, 0, log_softmax(data, decoder))
    return equal(left, right, terms=TERMS, axes=2, scale=1 + abs(left) + abs(right))


def concave(data: Any, effort: Effort) -> Evidence:
    ends, middle = (loss(data, data.W) + loss(data, data.W2)) / 2, loss(data, (data.W + data.W2) / 2)
    return at_most(ends, middle, terms=TERMS, scale=size(data, data.W, data.W2))


def below_both_ends(data: Any, effort: Effort) -> Evidence:
    lower = data.xp.minimum(loss(data, data.W), loss(data, data.W2))
    middle = loss(data, (data.W + data.W2) / 2)
    return at_most(middle, lower, terms=TERMS, scale=size(data, data.W, data.W2))


def inside_the_support(data: Any, effort: Effort) -> Evidence:
    """CE(W) - H = CE_F(W) - H."""
    left, right = loss(data, data.W), floor(data, data.W)
    return equal(left, right, terms=TERMS, scale=size(data, data.W))


def floor_above(data: Any, effort: Effort) -> Evidence:
    return at_most(loss(data, data.W), floor(data, data.W), terms=TERMS, scale=size(data, data.W))


def floor_off_F(data: Any, effort: Effort) -> Evidence:
    off = project_off(data, data.W)
    return at_most(floor(data, off), loss(data, data.W), terms=TERMS, scale=size(data, data.W, off))


def floor_reversed(data: Any, effort: Effort) -> Evidence:
    """CE_F(W) = sum_j pi_j sum_z p_jz log(1 + sum over z' != z in S_j of e^((e_z - e_z')^T W h_j))."""
    xp = data.xp
    terms = xp.logsumexp(spread(data, data.W), -1, where=data.support[..., None, :])
    right = xp.sum(data.pi * xp.sum(data.p * xp.where(data.support, terms, 0), -1), -1)
    return equal(floor(data, data.W), right, terms=TERMS, scale=size(data, data.W))


def gradient(data: Any, W: Array) -> Array:
    """sum_j pi_j (S(W h_j) - p_j) h_j^T."""
    misfit = data.pi[..., None] * (data.xp.exp(log_softmax(data, W)) - data.p)
    return misfit.mT @ data.embeddings


def smoothness(data: Any, L: Array, slope: Array) -> Evidence:
    change, step = slope, data.W - data.W2
    left, right = inner(data, change, change), L * L * inner(data, step, step)
    return at_most(left, right, terms=TERMS, scale=left + right)


def lengths(data: Any) -> Array:
    """`[..., m]` pi_j ||h_j||^2."""
    return data.pi * data.xp.sum(data.embeddings * data.embeddings, -1)


def least_context(data: Any, effort: Effort) -> Evidence:
    change = gradient(data, data.W) - gradient(data, data.W2)
    return smoothness(data, data.xp.min(lengths(data), -1) / 2, change)


def trace_over_32(data: Any, effort: Effort) -> Evidence:
    change = gradient(data, data.W) - gradient(data, data.W2)
    return smoothness(data, data.xp.sum(lengths(data), -1) / 32, change)


def derivative(data: Any, mask: Any, weights: Array) -> Evidence:
    """<-grad CE(W), U> = sum_j w_j sum over z, v of the mask of p_jz s_jv (e_z - e_v)^T U h_j."""
    xp, s, moves = data.xp, data.xp.exp(log_softmax(data, data.W)), spread(data, data.U)
    left = -inner(data, gradient(data, data.W), data.U)
    pairs = data.p[..., :, None] * s[..., None, :] * moves
    right = xp.sum(weights * xp.sum(xp.where(mask, pairs, 0), (-2, -1)), -1)
    return equal(left, right, terms=TERMS, scale=data.sized("m") * size(data, data.U))


def contexts_equal(data: Any, effort: Effort) -> Evidence:
    return derivative(data, data.support[..., :, None], 1 + 0 * data.pi)


def only_outside(data: Any, effort: Effort) -> Evidence:
    return derivative(data, ~data.support[..., None, :] & data.support[..., :, None], data.pi)


def below_a_half(data: Any, effort: Effort) -> Evidence:
    alpha = data.gamma / (1 - data.gamma)
    return below(2 * alpha, 1 + 0 * alpha, terms=TERMS, scale=1 + abs(alpha))


def one_more_each(data: Any, effort: Effort) -> Evidence:
    """m_t + 1 <= m_{t+1}."""
    xp, T = data.xp, data.size("T")
    same, counts = None, []
    for t in range(T - 1):
        here = data.tokens[..., :, None, t] == data.tokens[..., None, :, t]
        same = here if same is None else same & here
        counts.append(xp.sum(1 / xp.sum(xp.asarray(same + 0, data.W), -1), -1))
    numbers = xp.stack([*counts, counts[-1] + 1], -1)  # a last size that never fails
    return at_most(numbers[..., :-1] + 1, numbers[..., 1:], terms=TERMS, axes=1, scale=1 + numbers[..., 1:])
