"""The loss of raw training pairs, as an average over them and regrouped by distinct contexts."""

from __future__ import annotations

from typing import Any

import numpy as np
import torch

from ntpcheck import ulps
from ntpcheck.arithmetic import FLOAT, Array
from ntpcheck.checks.decoders import surprisal
from ntpcheck.instances.dataset import Samples


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
