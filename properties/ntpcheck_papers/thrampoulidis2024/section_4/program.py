"""NTP-SVM as a program: the rows of its constraints, all of them or against one anchor per context."""

from typing import Any

import numpy as np
import torch

from ntpcheck.arithmetic import Array
from ntpcheck.checks.compare import equal
from ntpcheck.evidence import Evidence, both
from ntpcheck.instances.dataset import Dataset


def constraint_pairs(data: Dataset, *, anchored: bool) -> tuple[Any, Any]:
    """`[..., m, V, V]` bool, the pairs (z, z') of (6a), each once, and the pairs (z, v) of (6b).

    anchored: only those with z the anchor z_j = min S_j, which imply the rest.
    """
    first, second = data.support[..., :, None], data.support[..., None, :]
    order = _less(data.size("V"), data.support)
    equations, inequalities = first & second & order, first & ~second
    if not anchored:
        return equations, inequalities
    running = (
        torch.cumsum(data.support, -1)
        if isinstance(data.support, torch.Tensor)
        else np.cumsum(data.support, -1)
    )
    anchor = (data.support & (running == 1))[..., :, None]
    return equations & anchor, inequalities & anchor


def _less(size: int, like: Any) -> Any:
    """`[V, V]` bool: the first index is smaller."""
    if isinstance(like, torch.Tensor):
        return torch.ones(size, size, dtype=torch.bool, device=like.device).triu(1)
    return np.triu(np.ones((size, size), dtype=bool), 1)


def constraint_count(data: Dataset) -> Evidence:
    """mV - sum S_j inequalities and sum S_j - m equations."""
    xp, support = data.xp, data.support
    like = data.embeddings
    sizes = xp.sum(xp.where(support, xp.asarray(1, like), xp.asarray(0, like)), (-2, -1))
    ties, margins = constraint_pairs(data, anchored=True)
    m, V = data.sized("m"), data.sized("V")
    return both(
        equal(_count(margins, data), m * V - sizes, terms=0), equal(_count(ties, data), sizes - m, terms=0)
    )


def _count(pairs: Any, data: Dataset) -> Array:
    """`[...]` how many pairs are marked."""
    like = data.embeddings
    return data.xp.sum(data.xp.where(pairs, data.xp.asarray(1, like), data.xp.asarray(0, like)), (-3, -2, -1))


def pair_counts(data: Dataset, *, inequalities: bool = False) -> Evidence:
    """(6a) has S_j (S_j - 1) / 2 equations for each context, or (6b) S_j (V - S_j) inequalities."""
    xp, like = data.xp, data.embeddings
    one = xp.asarray(1, like)
    size = xp.sum(xp.where(data.support, one, 0 * one), -1)
    pairs = constraint_pairs(data, anchored=False)[int(inequalities)]
    found = xp.sum(xp.where(pairs, one, 0 * one), (-2, -1))
    predicted = size * (data.sized("V")[..., None] - size) if inequalities else size * (size - 1) / 2
    return equal(found, predicted, terms=0, axes=1)
