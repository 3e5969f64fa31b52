"""Cross-entropy, entropy and their difference as claims compare them, each with its rounding error."""

from typing import Any, NamedTuple

import numpy as np

from ntpcheck import ulps
from ntpcheck.arithmetic import FLOAT, Array
from ntpcheck.checks.decoders import Scores, scores, surprisal
from ntpcheck.evidence import Evidence
from ntpcheck.instances.dataset import Dataset
from ntpcheck.reference.entropy import in_support_divergence, log1p_odds, log_p, relative_logits


def context_sums(data: Dataset, terms: Array) -> Array:
    """`[...]` sum_j pi_j sum_v terms_jv of `[..., m, V]`."""
    return data.xp.sum(data.pi * data.xp.sum(terms, -1), -1)


def loss(data: Dataset, W: Array) -> Array:
    """`[...]` CE(W) of (2), each term to full relative accuracy in the logits; nats."""
    terms = data.xp.where(data.support, data.p * surprisal(scores(data, W).logits), 0)
    return context_sums(data, terms)


def divergence(data: Dataset, W: Array) -> Array:
    """`[...]` KL(p || softmax of W h) = sum_j pi_j sum over S_j of p_jz (log p_jz - log S_z); nats."""
    gap = log_p(data) + surprisal(scores(data, W).logits)
    terms = data.xp.where(data.support, data.p * gap, 0)
    return context_sums(data, terms)


def loss_terms(data: Dataset, W: Array) -> Any:
    """`[...]` how many roundings, relative to CE(W), `loss` and the entropy may be off by.

    A logit error delta moves a surprisal s by at most 2 delta min(1, s), since 1 - S_z <= s.
    """
    counted = ulps.cross_entropy(data.size("V"), data.size("m"))
    if data.xp is not FLOAT:
        return counted
    return counted + 2 * (ulps.dot(data.size("d")) + 2) * data.xp.max(scores(data, W).size, -1)


class Excess(NamedTuple):
    """CE(W) - H and its two parts `[...]`, nats, each with an error bound. See reference/entropy.py."""

    total: Array
    inside: Array
    outside: Array
    inside_error: Array
    outside_error: Array


def excess(data: Dataset, found: Scores) -> Excess:
    """The loss above entropy of given logits, with what their error `[..., m]` does to it.

    An error eps of the relative logits moves KL(p_j || q_j) by at most eps |q_j - p_j|_1 + eps^2, and
    |q - p|_1 <= sqrt(2 KL) (Pinsker); it moves log1p(rho_j) by at most (e^eps - 1) log1p(rho_j).
    """
    xp = data.xp
    relative = relative_logits(data, found.logits)
    inside, outside = in_support_divergence(data, relative), log1p_odds(data, relative)
    logs = xp.max(xp.abs(log_p(data)), -1)
    eps = 2 * found.error + xp.rounding(found.size + logs + 1, ulps.log_sum_exp(data.size("V")))
    # On exact instances eps is zero, and so is every bound made from it.
    kept = xp.sqrt(2 * inside) if xp is FLOAT else eps
    # The 8: p, pi, log1p or seven terms of a series. exp_excess(x) is off by 2 x more near 2^-6, in `kept`.
    terms = ulps.total(data.size("m")) + ulps.total(data.size("V")) + 8
    parts = (
        inside,
        outside,
        eps * (kept + eps) + xp.rounding(inside, terms),
        eps * 2 * outside + xp.rounding(outside, terms),
    )
    inside, outside, inside_error, outside_error = (xp.sum(data.pi * part, -1) for part in parts)
    return Excess(inside + outside, inside, outside, inside_error, outside_error)


def above_entropy(data: Dataset, W: Array) -> Evidence:
    """CE(W) > H. Slack: CE(W) - H as the sum of its two nonnegative parts, in nats.

    A part inside the supports that rounding alone could make is left out of the slack, which only lowers it:
    what probability the decoder leaves outside the supports then speaks alone.
    """
    xp, found = data.xp, excess(data, scores(data, W))
    resolved = found.inside > found.inside_error if xp is FLOAT else np.ones(data.batch, dtype=bool)
    slack = found.outside + xp.where(resolved, found.inside, 0)
    error = found.outside_error + found.inside_error
    silent = (slack == 0) if xp is FLOAT else ~resolved
    error = xp.where(resolved | silent, error, found.outside_error)
    return Evidence(slack, error + xp.rounding(slack, ulps.steps(2)), slack, strict=True)
