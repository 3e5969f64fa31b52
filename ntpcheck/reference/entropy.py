"""Entropy of a dataset, and by how much the cross-entropy exceeds it, free of cancellation."""

from typing import NamedTuple

from ntpcheck.arithmetic import FLOAT, Array, NumberSystem
from ntpcheck.instances.base import cached
from ntpcheck.instances.dataset import Dataset


class Gap(NamedTuple):
    """CE(W) - H as the sum of two nonnegative parts, in nats, `[...]` each."""

    total: Array
    in_support: Array  # sum_j pi_j KL(p_j || softmax of the logits restricted to S_j), which is CE_F(W) - H
    out_of_support: Array  # sum_j pi_j log1p(rho_j), the price of the probability left outside the supports


@cached
def log_p(data: Dataset) -> Array:
    """`[..., m, V]` log p_jz in support, 0 elsewhere; nats."""
    return data.xp.log(data.xp.where(data.support, data.p, 1))


@cached
def entropy(data: Dataset) -> Array:
    """`[...]` the empirical entropy H = -sum_j pi_j sum_z p_jz log p_jz, in nats. Source: Sec. 2."""
    return data.xp.sum(data.pi * data.xp.sum(-data.p * log_p(data), -1), -1)


def logits(data: Dataset, W: Array) -> Array:
    """`[..., m, V]` the logits W h_j of each context; W `[..., V, d]`."""
    return data.embeddings @ (W.mT if data.xp is FLOAT else W.swapaxes(-1, -2))


def in_support_cross_entropy(data: Dataset, W: Array) -> Array:
    """`[...]` CE_F(W): the cross-entropy of the softmax restricted to each support, in nats."""
    scores = logits(data, W)
    within = scores - data.xp.logsumexp(scores, -1, where=data.support)[..., None]
    return data.xp.sum(data.pi * data.xp.sum(data.xp.where(data.support, -data.p * within, 0), -1), -1)


def cross_entropy_gap(data: Dataset, W: Array) -> Gap:
    """CE(W) - H, each part to full relative accuracy in what the logits themselves resolve.

    With LSE_in,j the log-sum-exp of the logits over S_j, delta_jz = log(q_jz / p_jz) for the restricted
    softmax q, and rho_j the out-of-support odds sum_v exp(l_jv - LSE_in,j):
        CE(W) - H = sum_j pi_j sum_z p_jz (expm1(delta_jz) - delta_jz) + sum_j pi_j log1p(rho_j),
    because sum_z p_jz expm1(delta_jz) = sum_z (q_jz - p_jz) = 0. Every term is nonnegative, while CE - H
    subtracted as it stands is noise below 1e-16.
    """
    relative = relative_logits(data, logits(data, W))
    inside = data.xp.sum(data.pi * in_support_divergence(data, relative), -1)
    outside = data.xp.sum(data.pi * log1p_odds(data, relative), -1)
    return Gap(inside + outside, inside, outside)


def relative_logits(data: Dataset, scores: Array) -> Array:
    """`[..., m, V]` log of the restricted softmax q_jz; extended to tokens out of support by the same shift.

    On exact instances only the largest in-support logit is taken out: the log-sum-exp would turn rational
    logits into balls, and then q_j = p_j could never be told from q_j close to p_j.
    """
    xp = data.xp
    if xp is FLOAT:
        return scores - xp.logsumexp(scores, -1, where=data.support)[..., None]
    lowest = xp.min(scores, -1)[..., None]
    return scores - xp.max(xp.where(data.support, scores, lowest), -1)[..., None]


def in_support_divergence(data: Dataset, relative: Array) -> Array:
    """`[..., m]` KL(p_j || q_j) in nats, from `relative_logits` `[..., m, V]` (read in support only)."""
    xp = data.xp
    if xp is FLOAT:
        delta = xp.where(data.support, relative - log_p(data), 0)
    else:
        total = xp.sum(xp.where(data.support, xp.exp(relative), 0), -1)[..., None]
        delta = xp.where(data.support, relative - xp.log(xp.where(data.support, data.p * total, 1)), 0)
    return xp.sum(xp.where(data.support, data.p * exp_excess(xp, delta), 0), -1)


def log1p_odds(data: Dataset, relative: Array) -> Array:
    """`[..., m]` log1p(rho_j), rho_j the odds of leaving S_j, from `relative_logits` `[..., m, V]`."""
    xp = data.xp
    if xp is not FLOAT:
        odds = xp.exp(relative)
        inside, outside = (xp.sum(xp.where(data.support, *sides), -1) for sides in ((odds, 0), (0, odds)))
        return xp.log1p(outside / inside)
    # exp overflows past 709, so the largest exponent is taken out where it is positive.
    top = xp.max(xp.where(data.support, -1.0, relative), -1).clamp_min(0)
    rest = xp.sum(xp.where(data.support, 0.0, xp.exp(relative - top[..., None])), -1)
    return xp.where(top > 0, top + xp.log(xp.exp(-top) + rest), xp.log1p(rest))


def exp_excess(xp: NumberSystem, x: Array) -> Array:
    """expm1(x) - x, nonnegative; entrywise."""
    if xp is not FLOAT:
        return xp.expm1(x) - x
    # Below 2^-6 the difference cancels; seven terms of the series leave a relative error of 2^-52.
    series = 1 + x / 3 * (1 + x / 4 * (1 + x / 5 * (1 + x / 6 * (1 + x / 7 * (1 + x / 8 * (1 + x / 9))))))
    return xp.where(x.abs() < 2.0**-6, 0.5 * x * x * series, xp.expm1(x) - x)
