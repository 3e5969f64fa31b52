"""What softmax attention does to scores: their order, the outputs, the gradients, the slopes of the loss.

Notation: v_ik = e_k^T W xbar_i, s_ik the softmax weight that all copies of token k get in sequence i,
gamma_ik = c_{y_i}^T e_k, u_i = sum_k s_ik gamma_ik.
"""

from typing import Any

import torch

from ntpcheck import ulps
from ntpcheck.arithmetic import FLOAT, Array
from ntpcheck.evidence import Evidence, both
from ntpcheck.instances import loss as table
from ntpcheck.instances.attention import Attending, Attention
from ntpcheck.instances.base import cached, cached_for
from ntpcheck.reference.attention_loss import logits, outputs, picks_label
from ntpcheck.reference.cyclic import cyclic_basis
from ntpcheck_papers.li2024.shared import priority
from ntpcheck_papers.li2024.shared.feasible import kept

TINY = 2.0**-1000  # in the place of a score of 0


def unless(asked: Array, slack: Array, data: Attention) -> Array:
    """The slack where the 0/1 number asked is 1, and at least 1 where it is 0."""
    return slack + (1 - asked) * (data.xp.abs(slack) + 1)


@cached
def logit_sizes(data: Attending) -> Array:
    """`[...]` the largest sum of absolute products behind a logit."""
    return reach(data, data.W)


def logit_error(data: Attending) -> Array:
    """`[...]` a bound on the rounding of any logit."""
    return data.xp.rounding(logit_sizes(data), ulps.logits(data.size("d")) + 4)


def score_size(data: Attention) -> Array:
    """`[...]` the largest sum of absolute products behind a score."""
    xp = data.xp
    return priority.largest(data, xp.abs(data.head) @ xp.abs(data.embeddings.mT), 2)


def weight_error(data: Attending) -> Array:
    """`[...]` a bound on the error of any s_ik, relative to it: exponents, and a softmax of given numbers."""
    return 4 * logit_error(data) + data.xp.rounding(1 + logit_error(data), ulps.softmax(data.size("K")))


def score_error(data: Attending) -> Array:
    """`[...]` a bound on the rounding of u_i: s is off by a factor exp(+-2 logit errors), roundings apart."""
    relative = weight_error(data)
    terms = 2 * ulps.dot(data.size("d")) + ulps.total(data.size("K")) + 2
    return relative * score_size(data) + data.xp.rounding(score_size(data), terms)


@cached
def keeps_priorities(data: Attending) -> Evidence:
    """W satisfies the constraints of (Graph-SVM)."""
    xp = data.xp
    size = xp.abs(data.embeddings) @ xp.abs(data.W) @ xp.abs(data.embeddings.mT)
    size = priority.largest(data, size, 2) + 1
    return Evidence(kept(data, data.W), xp.rounding(size, ulps.logits(data.size("d")) + 4), size)


def softmax_order(data: Attending, *, aggregated: bool = False, often: bool = False) -> Evidence:
    """Where i => j and an input of that graph holds both, each i has more softmax weight than each j.

    Compared by logits, of which the softmax is an increasing function. aggregated: all occurrences of a token
    together. often: asked where i stands at least as often as j.
    """
    xp, v = data.xp, logits(data, data.W)
    if aggregated:
        v = v + xp.log(xp.maximum(data.number("counts"), 1))
    gap = v[..., :, None] - v[..., None, :]
    strict = xp.sum(priority.is_last(data)[..., None, None] * priority.strict(data)[..., None, :, :, :], -3)
    there = priority.present(data)
    asked = strict * there[..., :, None] * there[..., None, :]
    if often:
        counts = data.number("counts")
        asked = asked * xp.maximum(xp.minimum(counts[..., :, None] - counts[..., None, :] + 1, 1), 0)
    size = logit_sizes(data) + 64
    return Evidence(
        priority.smallest(data, unless(asked, gap, data), 3),
        2 * logit_error(data) + xp.rounding(size, ulps.LOG + 4),
        size,
        strict=True,
    )


def absent(data: Attention) -> Array:
    """`[..., n]`: 1 where the label is not in its input."""
    return 1 - data.xp.sum(priority.present(data) * priority.is_label(data), -1)


def descends_everywhere(data: Attending, *, ends: bool = False) -> Evidence:
    """-l'(u_i) > 0 for every i, at the scores of W.

    ends: also -l'(u_i) >= c_dn, the smaller of its values at the ends of the range of the scores of X_i,
    which is positive.
    """
    xp, u = data.xp, outputs(data, data.W)
    steep = -table.slope(data.loss, data.knee, u)
    size = 1 + priority.largest(data, xp.abs(steep), 1)
    error = 8 * score_error(data) + xp.rounding(size, 4 * ulps.LOG + 8)
    above = Evidence(xp.min(steep, -1), error, size, strict=True)
    if not ends:
        return above
    gamma, there = data.scores, priority.present(data)
    spread = priority.largest(data, xp.abs(gamma), 2)[..., None, None] + 1
    low = xp.min(there * gamma + (1 - there) * spread, -1)
    high = xp.max(there * gamma - (1 - there) * spread, -1)
    c_dn = xp.minimum(*(-table.slope(data.loss, data.knee, end) for end in (low, high)))
    # A slope of a score that is itself rounded; l'' is at most 6 in these losses, as `score_error` has it.
    terms = 8 * ulps.dot(data.size("d")) + 4 * ulps.LOG + 8
    positive = Evidence(xp.min(c_dn, -1), xp.rounding(size, terms), size, strict=True)
    return both(positive, Evidence(xp.min(steep - c_dn, -1), error, size))


def projection_error(data: Attention, *points: Array) -> Array:
    """`[...]` how far, all together, the points' projections onto S_cyc are off by rounding, in norm.

    Zero for exact instances, infinite where S_cyc is not settled.
    """
    if data.xp is not FLOAT:
        return 0 * data.knee
    steady = cyclic_basis(data).steady
    size = sum(FLOAT.rounding((W * W).sum((-2, -1)).sqrt(), ulps.projected(W)) for W in points)
    return torch.where(steady > 0, size / steady, torch.inf)


def projected_logits(data: Attention, *points: Array) -> Array:
    """`[...]` how far that moves a logit."""
    squares = data.xp.sum(data.embeddings * data.embeddings, -1)
    return projection_error(data, *points) * data.xp.max(squares, -1)


def log_error(data: Attention, *points: Array) -> Array:
    """`[...]` what a log-loss of scores that may cancel adds to the rounding of the risks at some points.

    Zero where the head picks the labels, whose scores are sums of weights; infinite where a score may be 0.
    """
    found = 0 * data.knee
    plain: Any = (data.loss == table.LOG)[..., None] & ~picks_label(data)
    if data.xp is not FLOAT or not plain.any():
        return found
    K, d = data.size("K"), data.size("d")
    for W in points:
        size = (1 + reach(data, W)) * score_size(data)
        off = FLOAT.rounding(size, ulps.attention(K, d) + ulps.total(K) + ulps.dot(d))[..., None]
        left: Any = outputs(data, W).abs() - off
        share = torch.where(left > 0, off / left.clamp_min(TINY), torch.inf)
        found = found + torch.where(plain, share, 0.0).mean(-1)
    return found


@cached_for
def reach(data: Attention, W: Array) -> Array:
    """`[...]` the largest sum of absolute products behind a logit: what rounding of logits is relative to."""
    xp = data.xp
    sizes = xp.abs(data.queries) @ xp.abs(W.swapaxes(-1, -2)) @ xp.abs(data.embeddings.swapaxes(-1, -2))
    return xp.max(xp.max(sizes, -1), -1)
