"""Pseudo-graphs: token-priority graphs of the tokens that some weights select, in the place of labels.

Every selected token of an input is made the label of a copy of it; the graphs, the (Graph-SVM) and the
components of the copies are then the pseudo ones. Which tokens are selected is the caller's: those whose
softmax weight exceeds a threshold, or those of the largest logit, to which the weights of r W tend as r
grows.
Source: Sec. 6.
"""

from typing import Any

import numpy as np
import torch

from ntpcheck.arithmetic import FLOAT, Array
from ntpcheck.instances.attention import Attention
from ntpcheck.instances.base import cached
from ntpcheck.reference.attention_loss import logits, weights


def shares(data: Attention, W: Array) -> Array:
    """`[..., n, K]` the softmax weight s_t of each single position that holds token k; 0 where none does."""
    xp, counts = data.xp, data.number("counts")
    return xp.where(data.present, weights(data, W) / xp.where(data.present, counts, 1), 0)


def above(data: Attention, W: Array, threshold: float) -> Any:
    """`[..., n, K]` bool: tokens with s_t > threshold, in floats; the largest one in any case."""
    found = shares(data, W)
    return data.present & ((found > threshold) | (found == found.amax(-1, keepdim=True)))


def leading(data: Attention, W: Array) -> Any:
    """`[..., n, K]` bool: the tokens of the largest logit, which alone keep a weight as W is scaled up."""
    v, xp = logits(data, W), data.xp
    low = xp.where(data.present, v, xp.min(v, -1)[..., None])
    return data.present & np_bool(v == xp.max(low, -1)[..., None])


def np_bool(mask: Any) -> Any:
    return mask if isinstance(mask, torch.Tensor) else np.asarray(mask, dtype=bool)


def relabelled(data: Attention, selected: Any) -> Attention:
    """The dataset with K copies of every input, the k-th labelled k where k is selected.

    A copy of a token that is not selected takes a label that is: the first of them.
    """
    n, K = data.size("n"), data.size("K")
    mask = torch.as_tensor(selected)
    first = mask.to(torch.int64).argmax(-1, keepdim=True)
    labels = torch.where(mask, torch.arange(K, device=mask.device), first).reshape(*data.batch, n * K)
    counts = torch.as_tensor(data.counts)[..., :, None, :]
    counts = counts.expand(*data.batch, n, K, K).reshape(*data.batch, n * K, K)
    last = torch.as_tensor(data.last)[..., None].expand(*data.batch, n, K).reshape(*data.batch, n * K)
    fields = {name: getattr(data, name) for name in ("embeddings", "head", "loss", "knee")}
    if data.xp is not FLOAT:
        labels, counts, last = labels.numpy(), counts.numpy(), last.numpy()
    return Attention(**fields, counts=counts, last=last, labels=labels)


@cached
def of_direction(data: Any) -> Attention:
    """The pseudo-graphs of the direction of an instance's W."""
    return relabelled(data, leading(data, data.W))
