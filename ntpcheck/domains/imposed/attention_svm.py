"""Maps on attention data for (Graph-SVM): that it is feasible, and that it asks for something."""

from typing import Any

import torch

from ntpcheck.domains.imposed.attention import acyclic_and_realizable, independent_tokens
from ntpcheck.instances import graph


def feasible(data: Any) -> Any:
    """Independent embeddings, in at least K dimensions: every order can then be kept."""
    return independent_tokens(data)


def some_strict_edge(data: Any) -> Any:
    """A strict priority in some graph, where K > 1: the first sequence has two tokens, no graph a cycle.

    Rows that have one stay as they are.
    """
    K = data.size("K")
    if K == 1:
        return data
    kept = graph.strict(data).flatten(-3).any(-1)
    counts = data.counts.clone()
    beside = (data.last[..., :1] + 1) % K
    counts[..., 0, :] = counts[..., 0, :].scatter_add(-1, beside, torch.ones_like(beside))
    changed = acyclic_and_realizable(data.replace(counts=counts))
    return data.replace(
        counts=torch.where(kept[..., None, None], data.counts, changed.counts),
        labels=torch.where(kept[..., None], data.labels, changed.labels),
    )
