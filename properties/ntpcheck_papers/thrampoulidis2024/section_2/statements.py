"""Sections 1 and 2: the softmax, the loss, its form over distinct contexts, and its entropy lower bound."""

from typing import Any

import numpy as np
import torch

from ntpcheck import ulps
from ntpcheck.arithmetic import FLOAT, Array
from ntpcheck.checks.compare import at_most, equal
from ntpcheck.checks.decoders import log_total, scores, surprisal
from ntpcheck.checks.loss import divergence, loss, loss_terms
from ntpcheck.claim import Effort, claim
from ntpcheck.evidence import Evidence, both
from ntpcheck.instances.dataset import Decoding, Samples
from ntpcheck.reference.entropy import entropy
from ntpcheck_papers.thrampoulidis2024.setting import DECODINGS, SAMPLES


def sample_average(data: Samples) -> Array:
    """`[...]` the mean over i of -log of the softmax of W h(x_i) at z_i, in nats."""
    embeddings = _taken(data.table, data.contexts[..., None], -2)
    each = surprisal(embeddings @ data.W.swapaxes(-1, -2))
    return data.xp.sum(_taken(each, data.labels[..., None], -1)[..., 0], -1) / data.sized("n")


def by_contexts(data: Samples, *, in_support: bool) -> Array:
    """`[...]` -sum_j pi_j sum_z p_jz log S_z(W h_j) over the distinct contexts, in nats.

    in_support: the inner sum runs over S_j instead of over all tokens.
    """
    xp, counts = data.xp, tally(data)
    per_context = counts.sum(-1)
    each = surprisal(data.table @ data.W.swapaxes(-1, -2))
    share = _numbers(data, counts) / _numbers(data, counts.sum(-1).clip(1))[..., None]
    inner = xp.sum(xp.where(counts > 0, share * each, 0) if in_support else share * each, -1)
    return xp.sum(_numbers(data, per_context) / data.sized("n")[..., None] * inner, -1)


def entropy_average(data: Samples) -> Array:
    """`[...]` the mean over i of -log of the frequency of z_i after x_i, in nats."""
    counts = tally(data)
    share = _numbers(data, counts) / _numbers(data, counts.sum(-1).clip(1))[..., None]
    logs = data.xp.log(data.xp.where(counts > 0, share, 1))
    own = _taken(_taken(logs, data.contexts[..., None], -2), data.labels[..., None], -1)[..., 0]
    return 0 - data.xp.sum(own, -1) / data.sized("n")


def entropy_by_contexts(data: Samples) -> Array:
    """`[...]` -sum_j pi_j sum over S_j of p_jz log p_jz, in nats."""
    xp, counts = data.xp, tally(data)
    per_context = counts.sum(-1)
    share = _numbers(data, counts) / _numbers(data, per_context.clip(1))[..., None]
    each = 0 - xp.sum(share * xp.log(xp.where(counts > 0, share, 1)), -1)
    return xp.sum(_numbers(data, per_context) / data.sized("n")[..., None] * each, -1)


def tally(data: Samples) -> Any:
    """`[..., M, V]` integers: how often each token follows each context; zero where never seen."""
    context = data.contexts[..., None] == _indices(data.contexts, data.size("M"))
    label = data.labels[..., None] == _indices(data.labels, data.size("V"))
    return (context[..., :, None] & label[..., None, :]).sum(-3)


def sample_terms(data: Samples) -> Any:
    """`[...]` how many roundings, relative to the loss, either sum may be off by; see `loss_terms`."""
    counted = ulps.cross_entropy(data.size("V"), data.size("n") + data.size("M"))
    if data.xp is not FLOAT:
        return counted
    size = data.table.abs() @ data.W.abs().mT
    return counted + 4 * (ulps.dot(data.size("d")) + 2) * size.amax((-2, -1))


def _taken(array: Array, index: Any, axis: int) -> Array:
    if isinstance(array, torch.Tensor):
        return torch.take_along_dim(array, index, axis)
    return np.take_along_axis(array, index, axis)


def _indices(like: Any, size: int) -> Any:
    return torch.arange(size, device=like.device) if isinstance(like, torch.Tensor) else np.arange(size)


def _numbers(data: Samples, integers: Any) -> Array:
    return data.xp.asarray(integers, data.W)


@claim("linear/section-1/softmax-display", domain=DECODINGS)
def softmax_display(data: Decoding, effort: Effort) -> Evidence:
    """Checked in logs, at every context and token, the left side as log-sum-exp minus the logit."""
    xp: Any = data.xp
    found = scores(data, data.W)
    shown = log_total(found.logits[..., None, :] - found.logits[..., :, None])
    left = xp.logsumexp(found.logits, -1)[..., None] - found.logits
    gap = xp.max(xp.abs(left - shown), -1)
    error = 4 * found.error + xp.rounding(2 * found.size + 1, 2 * ulps.softmax(data.size("V")))
    return Evidence(xp.min(0 - gap, -1), xp.max(error, -1), 1 + xp.max(found.size, -1))


@claim("linear/section-2/loss-regrouped", domain=SAMPLES)
def loss_regrouped(data: Samples, effort: Effort) -> Evidence:
    """Checked as three sums: over the raw pairs with each pair's own embedding, over distinct contexts and
    all tokens with frequencies pi_j p_jz, and over distinct contexts and their supports.
    """
    average, terms = sample_average(data), sample_terms(data)
    sums = [by_contexts(data, in_support=only) for only in (False, True)]
    return both(*(equal(average, total, terms=terms) for total in sums))


@claim("linear/section-2/entropy-regrouped", domain=SAMPLES)
def entropy_regrouped(data: Samples, effort: Effort) -> Evidence:
    """Checked as stated."""
    terms = ulps.cross_entropy(data.size("V"), data.size("n") + data.size("M"))
    left, right = entropy_average(data), entropy_by_contexts(data)
    return equal(left, right, terms=terms, scale=1 + left)


@claim("linear/section-2/entropy-decomposition", domain=DECODINGS)
def entropy_decomposition(data: Decoding, effort: Effort) -> Evidence:
    """Checked with each of the three from its own definition; KL averages over contexts with weights pi_j."""
    total = entropy(data) + divergence(data, data.W)
    return equal(loss(data, data.W), total, terms=loss_terms(data, data.W))


def floor(data: Decoding) -> Evidence:
    """CE(W) >= H."""
    return at_most(entropy(data), loss(data, data.W), terms=loss_terms(data, data.W))


@claim("linear/section-2/entropy-floor", domain=DECODINGS)
def entropy_floor(data: Decoding, effort: Effort) -> Evidence:
    """Checked by subtracting the two, each from its own definition, so that the decomposition is not used."""
    return floor(data)
