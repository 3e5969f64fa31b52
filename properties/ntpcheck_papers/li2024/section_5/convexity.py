"""Convexity of the attention risk: midpoints, the Hessian's quadratic form, and its kernel on S_cyc."""

from typing import Any

import torch

from ntpcheck import ulps
from ntpcheck.arithmetic import FLOAT, Array, positive
from ntpcheck.checks.compare import at_most, equal
from ntpcheck.evidence import Evidence, both
from ntpcheck.instances.attention import AttendingPair
from ntpcheck.reference.attention_loss import attention_loss, defined, logits, weights
from ntpcheck.reference.cyclic import project
from ntpcheck_papers.li2024.shared import priority
from ntpcheck_papers.li2024.shared.feasible import margins
from ntpcheck_papers.li2024.shared.meaning import infinite_loss
from ntpcheck_papers.li2024.shared.scores import log_error, projected_logits, reach


def midpoint_convex(data: AttendingPair) -> Evidence:
    """L at the midpoint of W and W2 is at most the mean of its values there; undefined where L is not."""
    return _midpoint(data, data.W, data.W2)


def _midpoint(data: AttendingPair, W: Array, W2: Array) -> Evidence:
    xp, middle = data.xp, (W + W2) / 2
    values = [attention_loss(data, at) for at in (middle, W, W2)]
    mean = (values[1] + values[2]) / 2
    meant = defined(data, middle).all(-1) & defined(data, W).all(-1) & defined(data, W2).all(-1)
    if xp is FLOAT:
        values[0], mean = (torch.where(meant, x, 0.0) for x in (values[0], mean))
    elif not bool(meant):
        found = infinite_loss(data, middle, W, W2)
        assert found is not None
        return found
    size = xp.abs(values[0]) + xp.abs(mean) + reach(data, W) + reach(data, W2)
    terms = 2 * ulps.risk(data.size("K"), data.size("d"), data.size("n"))
    found = at_most(values[0] + mean * 0, mean, terms=terms, scale=1 + size)
    error = found.error + log_error(data, middle, W, W2)
    return Evidence(found.slack, error, found.scale, defined=meant)


def strictly_convex(data: AttendingPair) -> Evidence:
    """Between different points of S_cyc, L bends: P_S (W2 - W) = 0, or it changes some sample's attention.

    L is a mean of log-sum-exps less linear functions, so along U it bends unless U moves all logits of a
    sample alike, for every sample: the kernel is read off the logits of U. And L at the midpoint is at most
    the mean of its values.
    """
    xp = data.xp
    start, end = (project(data, at) for at in (data.W, data.W2))
    U = project(data, data.W2 - data.W)
    moved = priority.largest(data, spreads(data, U), 1)
    E = xp.abs(data.embeddings)
    change = xp.abs(data.W2 - data.W)
    size = priority.largest(data, E @ change @ E.mT, 2) * data.size("d")
    error = xp.rounding(size, ulps.logits(data.size("d")) + 4) + 2 * projected_logits(data, change)
    if xp is FLOAT:
        # Orthogonal to every tie: the projection is zero, and not only small.
        apart = margins(data, data.W2 - data.W)
        ties = priority.largest(data, priority.same_component(data) * xp.abs(apart), 3)
        still = (change == 0).all(-1).all(-1) | (ties == 0)
        error = torch.where(still, 0.0, error)
        differs = ~still
    else:
        differs = bool((U != 0).any())
    bends = Evidence(moved, error, size + 1, strict=differs)
    return both(bends, _midpoint(data, start, end))


def spreads(data: Any, U: Array) -> Array:
    """`[..., n]` the largest less the smallest logit of U among the tokens of each sequence."""
    xp, v = data.xp, logits(data, U)
    high = xp.max(xp.where(data.present, v, xp.min(v, -1)[..., None]), -1)
    low = xp.min(xp.where(data.present, v, xp.max(v, -1)[..., None]), -1)
    return high - low


def displayed_hessian(data: AttendingPair, *, positive: bool = True) -> Evidence:
    """(24) is the variance of u under the softmax and not negative; and z_k = m_k e^(v_k) > 0 for k in [K].

    u_k = e_k^T W2 xbar_i. positive: z_k >= 0 only, where false, and > 0 for the tokens of the sequence.
    """
    xp, v, u = data.xp, logits(data, data.W), logits(data, data.W2)
    there = xp.where(data.present, v, xp.min(v, -1)[..., None])
    z = data.number("counts") * xp.exp(there - xp.max(there, -1)[..., None])
    total = xp.sum(z, -1)
    last = xp.sum(u * z, -1)
    form = (total * xp.sum(u * u * z, -1) - last * last) / (total * total)
    s = weights(data, data.W)
    centred = xp.sum(s[..., None, :] * (u[..., :, None] - u[..., None, :]), -1)
    variance = xp.sum(s * centred * centred, -1)
    size = xp.max(u * u, -1) + 1
    terms = 4 * (ulps.softmax(data.size("K")) + ulps.total(data.size("K")))
    parts = [equal(form, variance, terms=terms, axes=1, scale=size)]
    # Floats: a factor e^(v_k - max v) that underflows is positive all the same.
    factor = xp.exp(v - xp.max(xp.maximum(v, there), -1)[..., None])
    factor = xp.maximum(factor, 2.0**-1000) if xp is FLOAT else factor
    shown = data.number("counts") * factor if positive else xp.where(data.present, factor, 1)
    least = priority.smallest(data, shown, 2)
    parts.append(Evidence(least, 0 * least, 0 * least + 1, strict=True))
    return both(*parts)


def unit_scores(data: AttendingPair) -> AttendingPair:
    """The same with c_y divided by c_y^T e_y, where that is positive: L changes by a constant."""
    own = data.xp.sum(data.head * data.embeddings, -1)[..., None]
    return data.replace(head=data.head / data.xp.where(positive(own), own, 1))
