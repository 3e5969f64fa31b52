"""Named degenerate sets of attention data, as predicates `[...]` of a float instance or batch.

The rule of the linear model's: every inequality between sizes made tight, every object made zero, equal,
opposite or full. Predicates read doubles; they steer sampling and are never evidence.
"""

from collections.abc import Callable
from typing import Any

import torch
from torch import Tensor

from ntpcheck import decompositions
from ntpcheck.arithmetic import identity
from ntpcheck.domains.corners import LARGE, Predicate
from ntpcheck.domains.imposed.attention import selects, smoothness
from ntpcheck.instances import graph
from ntpcheck.instances.loss import LOG, LOSSES, named

MANY = 100  # a token that is repeated so often counts as frequent


def _only_the_label(data: Any) -> Tensor:
    """`[..., n]` bool: every token is the label."""
    return (data.is_label | ~data.present).all(-1)


def _label_absent(data: Any) -> Tensor:
    """`[..., n]` bool."""
    return ~(data.is_label & data.present).any(-1)


def _last_of_component(data: Any, inside: Tensor) -> Tensor:
    """`[...]` bool: a label's component of several tokens has, or lacks, the last token."""
    component = graph.of_label(data, graph.same_component(data))
    has = (component & data.is_last).any(-1) | (data.is_label & data.is_last).any(-1)
    return (component.any(-1) & (has == inside)).any(-1)


def _stacked(data: Any) -> Tensor:
    """An edge i => j between two components of several tokens."""
    several = graph.same_component(data).any(-1)
    edge = graph.strict(data)
    return (edge & several[..., :, None] & several[..., None, :]).flatten(-3).any(-1)


def _incomparable(data: Any) -> Tensor:
    """Two nodes of a graph, neither reachable from the other.

    No graph falls into parts without an edge between them: every label of it has an edge to its query.
    """
    there, reach = graph.nodes(data), graph.reachable(data)
    apart = there[..., :, None] & there[..., None, :] & ~reach & ~reach.mT
    eye = identity(data.size("K"), torch.bool, apart.device)
    return (apart & ~eye).flatten(-3).any(-1)


def _pair_of_samples(data: Any, same_label: Tensor) -> Tensor:
    """Two sequences with the same counts and last token, and the same label or not."""
    equal = (data.counts[..., :, None, :] == data.counts[..., None, :, :]).all(-1)
    equal = equal & (data.last[..., :, None] == data.last[..., None, :])
    label = data.labels[..., :, None] == data.labels[..., None, :]
    return (equal & (label == same_label)).triu(1).flatten(-2).any(-1)


def _pair_of_tokens(data: Any, sign: float) -> Tensor:
    E = data.embeddings
    tied = (E[..., :, None, :] == sign * E[..., None, :, :]).all(-1) & (E != 0).any(-1)[..., :, None]
    return tied.triu(1).flatten(-2).any(-1)


def _rank_deficient(data: Any) -> Any:
    K = data.size("K")
    return data.size("d") >= K and decompositions.matrix_rank(data.embeddings) < K


def _identity(table: Tensor) -> Tensor:
    eye = torch.eye(*table.shape[-2:], dtype=table.dtype, device=table.device)
    return (table == eye).flatten(-2).all(-1)


def _cyclic(data: Any) -> Tensor:
    return graph.same_component(data).flatten(-3).any(-1)


def _one_component_each(data: Any) -> Tensor:
    """Every graph strongly connected, with two nodes at least somewhere."""
    there = graph.nodes(data)
    eye = identity(data.size("K"), torch.bool, there.device)
    together = graph.same_component(data) | ~there[..., :, None] | ~there[..., None, :] | eye
    return together.flatten(-3).all(-1) & _cyclic(data)


def _queries(data: Any) -> Tensor:
    """`[...]` how many different last tokens there are."""
    return data.is_last.any(-2).sum(-1)


def _row(name: str) -> Callable[[Any], Tensor]:
    row = named(name)
    return lambda data: data.loss == row


DATASET: dict[str, Predicate] = {
    "one-sequence": lambda data: data.size("n") == 1,
    "one-token": lambda data: data.size("K") == 1,
    "two-tokens": lambda data: data.size("K") == 2,
    "one-dimension": lambda data: data.size("d") == 1,
    "more-tokens-than-dimensions": lambda data: data.size("K") > data.size("d"),
    "as-many-tokens-as-dimensions": lambda data: data.size("K") == data.size("d"),
    "a-sequence-of-one": lambda data: (data.counts.sum(-1) == 1).any(-1),
    "a-repeated-token": lambda data: (data.counts > 1).flatten(-2).any(-1),
    "a-frequent-token": lambda data: (data.counts > MANY).flatten(-2).any(-1),
    "nothing-but-the-label": lambda data: _only_the_label(data).any(-1),
    "nothing-but-labels-anywhere": lambda data: _only_the_label(data).all(-1),
    "an-absent-label": lambda data: _label_absent(data).any(-1),
    "no-label-present": lambda data: _label_absent(data).all(-1),
    "realizable": lambda data: ~_label_absent(data).any(-1),
    "acyclic": lambda data: ~_cyclic(data) & (graph.nodes(data).any(-2).sum(-1) > 1),
    "a-component-of-several": _cyclic,
    "one-component-each": _one_component_each,
    "stacked-components": _stacked,
    "last-token-in-the-label's-component": lambda data: _last_of_component(data, torch.tensor(True)),  # noqa: FBT003
    "last-token-outside-the-label's-component": lambda data: _last_of_component(data, torch.tensor(False)),  # noqa: FBT003
    "two-incomparable-tokens": _incomparable,
    "one-query": lambda data: (_queries(data) == 1) & (data.size("n") > 1),
    "several-queries": lambda data: _queries(data) > 1,
    "repeated-samples": lambda data: _pair_of_samples(data, torch.tensor(True)),  # noqa: FBT003
    "rival-samples": lambda data: _pair_of_samples(data, torch.tensor(False)),  # noqa: FBT003
    "identity-embeddings": lambda data: _identity(data.embeddings) & (data.size("K") > 1),
    "a-zero-embedding": lambda data: (data.embeddings == 0).all(-1).any(-1),
    "all-embeddings-zero": lambda data: (data.embeddings == 0).flatten(-2).all(-1),
    "equal-embeddings": lambda data: _pair_of_tokens(data, 1.0),
    "opposite-embeddings": lambda data: _pair_of_tokens(data, -1.0),
    "rank-deficient-embeddings": _rank_deficient,
    "identity-head": lambda data: _identity(data.head @ data.embeddings.mT) & (data.size("K") > 1),
    "a-selecting-head": lambda data: (
        selects(data) & ~_identity(data.head @ data.embeddings.mT) & (data.size("K") > 1)
    ),
    "a-zero-head": lambda data: (data.head == 0).flatten(-2).all(-1),
    "log-loss": lambda data: data.loss == LOG,
    **{f"{loss.name}-loss": _row(loss.name) for loss in LOSSES[1:]},
}


def _equal_logits(data: Any) -> Tensor:
    logits = data.queries @ data.W.mT @ data.embeddings.mT
    low = torch.where(data.present, logits, torch.inf).amin(-1)
    high = torch.where(data.present, logits, -torch.inf).amax(-1)
    return (low == high).all(-1) & (data.present.sum(-1) > 1).any(-1)


ATTENDING: dict[str, Predicate] = DATASET | {
    "zero-weights": lambda data: (data.W == 0).flatten(-2).all(-1),
    "extreme-weights": lambda data: (data.W.abs() >= LARGE).flatten(-2).any(-1),
    "uniform-attention": _equal_logits,
}

PAIR: dict[str, Predicate] = ATTENDING | {
    "equal-weights": lambda data: (data.W == data.W2).flatten(-2).all(-1),
    "opposite-weights": lambda data: (data.W == -data.W2).flatten(-2).all(-1),
}

SCALED: dict[str, Predicate] = PAIR | {
    "zero-scale": lambda data: data.R == 0,
    "negative-scale": lambda data: data.R < 0,
    "large-scale": lambda data: data.R >= LARGE,
}

# Descent is sure for eta < 2 / L.
RUN: dict[str, Predicate] = DATASET | {
    "a-zero-start": lambda data: (data.W0 == 0).flatten(-2).all(-1),
    "an-extreme-start": lambda data: (data.W0.abs() >= LARGE).flatten(-2).any(-1),
    "a-step-far-below-the-border": lambda data: (data.eta * smoothness(data) < 0.25) & (smoothness(data) > 0),
    "a-step-that-is-sure": lambda data: data.eta * smoothness(data) <= 1,
    "a-step-near-the-border": lambda data: (data.eta * smoothness(data) - 2).abs() <= 1,
    "a-step-far-above-the-border": lambda data: data.eta * smoothness(data) > 20,
}
