"""Named degenerate sets of the linear model, as predicates `[...]` of an instance or batch.

They follow one rule: every inequality between sizes made tight, every object made zero, equal, opposite or
full. Predicates read doubles; an exact instance is rounded first. They steer sampling and are never evidence.
"""

from collections.abc import Callable
from functools import wraps
from typing import Any

import torch
from torch import Tensor

from ntpcheck import decompositions
from ntpcheck.domains.imposed.decoders import curvature
from ntpcheck.instances.base import Instance, cached

Predicate = Callable[[Any], Tensor]
EXTREME = 1000  # ratio of counts, from which a probability counts as extreme
LARGE = 64.0  # decoder entry, from which softmax saturates


def _corner(predicate: Predicate) -> Predicate:
    @wraps(predicate)
    def on_doubles(instance: Instance) -> Tensor:
        instance = instance.floats() if instance.is_exact else instance
        first = getattr(instance, next(iter(instance.AXES)))
        found = torch.as_tensor(predicate(instance), device=first.device)
        return found if found.shape == instance.batch else found.broadcast_to(instance.batch)

    return on_doubles


@cached
def _pairs(data: Any) -> Tensor:
    """`[m, m]` bool: the pairs i < j."""
    m = data.size("m")
    return torch.ones(m, m, dtype=torch.bool, device=data.embeddings.device).triu(1)


@cached
def _gram(data: Any) -> Tensor:
    return data.embeddings @ data.embeddings.mT


@cached
def _unequal(data: Any) -> Tensor:
    """`[..., m, m]` bool: h_i != h_j."""
    return _differs(data.embeddings, data.embeddings)


@cached
def _unopposed(data: Any) -> Tensor:
    """`[..., m, m]` bool: h_i != -h_j."""
    return _differs(data.embeddings, -data.embeddings)


def _differs(H: Tensor, G: Tensor) -> Tensor:
    return (H[..., :, None, :] != G[..., None, :, :]).any(-1)


@cached
def _nonzero(data: Any) -> Tensor:
    return (data.embeddings != 0).any(-1)


def _any_pair(data: Any, holds: Tensor) -> Tensor:
    return (holds & _pairs(data)).any(-1).any(-1)


@cached
def _same_support(data: Any) -> Tensor:
    S = data.support
    return (S[..., :, None, :] == S[..., None, :, :]).all(-1)


@cached
def _same_ratios(data: Any) -> Tensor:
    """`[..., m, m]` bool: p_i = p_j, compared in integers."""
    totals = data.counts.sum(-1, keepdim=True)
    cross = data.counts[..., :, None, :] * totals[..., None, :, :]
    return (cross == cross.transpose(-3, -2)).all(-1)


@cached
def _support_pairs(data: Any) -> Tensor:
    """`[..., m]` bool: at least two tokens follow the context."""
    return data.support.sum(-1) > 1


def _collinear(data: Any) -> Tensor:
    gram, norms = _gram(data), (data.embeddings**2).sum(-1)
    parallel = gram**2 == norms[..., :, None] * norms[..., None, :]
    proper = _unequal(data) & _unopposed(data)
    return _any_pair(data, parallel & proper & _nonzero(data)[..., :, None] & _nonzero(data)[..., None, :])


def _parallel_pair(data: Any, differs: Tensor) -> Tensor:
    return _any_pair(data, ~differs & _nonzero(data)[..., :, None])


def _rank_deficient(data: Any) -> Any:
    m = data.size("m")
    return data.size("d") > m and decompositions.matrix_rank(data.embeddings) < m


def _zero_dual(data: Any) -> Tensor:
    """Equal supports, some h_i with <h_i, h_j> >= |h_i|^2 for all j, and equality at another h_j.

    With equal supports W^mm is a column times w^T, w = argmin |w| with <w, h_j> >= 1, so w = h_i / |h_i|^2;
    and the tight h_j - h_i, pairwise at acute or right angles, cancel in no nonnegative combination.
    """
    gram = _gram(data)
    norm = gram.diagonal(dim1=-2, dim2=-1)
    beyond = (gram >= norm[..., :, None]).all(-1) & _nonzero(data)
    tight = (gram == norm[..., :, None]) & _unequal(data)
    together = tight[..., :, :, None] & tight[..., :, None, :]
    acute = gram[..., None, :, :] >= norm[..., :, None, None]
    anchor = beyond & tight.any(-1) & (acute | ~together).all(-1).all(-1)
    return anchor.any(-1) & _same_support(data).all(-1).all(-1) & ~_full(data)


def _zero_finite_part(data: Any) -> Tensor:
    largest = data.counts.amax(-1, keepdim=True)
    uniform = (~data.support | (data.counts == largest)).all(-1).all(-1)
    return uniform & (_support_pairs(data) & _nonzero(data)).any(-1)


def _extreme_contexts(data: Any) -> Tensor:
    totals = data.counts.sum(-1)
    return totals.amax(-1) >= EXTREME * totals.amin(-1)


def _extreme_probability(data: Any) -> Tensor:
    largest = data.counts.amax(-1, keepdim=True)
    return (data.support & (largest >= EXTREME * data.counts)).any(-1).any(-1)


def _clash(data: Any) -> Tensor:
    """Equal embeddings, equal supports, different ratios: incompatible at sight."""
    return _any_pair(data, ~_unequal(data) & _same_support(data) & ~_same_ratios(data))


def _equal_embeddings_different_supports(data: Any) -> Tensor:
    return _any_pair(data, ~_unequal(data) & ~_same_support(data))


@cached
def _full(data: Any) -> Tensor:
    return data.support.all(-1).all(-1)


DATASET: dict[str, Predicate] = {
    "one-context": lambda data: data.size("m") == 1,
    "one-token": lambda data: data.size("V") == 1,
    "two-tokens": lambda data: data.size("V") == 2,
    "one-dimension": lambda data: data.size("d") == 1,
    "as-many-dimensions-as-contexts": lambda data: data.size("d") == data.size("m"),
    "one-more-dimension-than-contexts": lambda data: data.size("d") == data.size("m") + 1,
    "full-supports": lambda data: _full(data) & (data.size("V") > 1),
    "one-hot": lambda data: (data.support.sum(-1) == 1).all(-1) & (data.size("V") > 1),
    "a-single-token-support": lambda data: (data.support.sum(-1) == 1).any(-1) & (data.size("V") > 1),
    "all-but-one-in-support": lambda data: (data.support.sum(-1) == data.size("V") - 1).any(-1),
    "a-token-in-no-support": lambda data: (~data.support).all(-2).any(-1),
    "equal-supports-different-probabilities": lambda data: _any_pair(
        data, _same_support(data) & ~_same_ratios(data)
    ),
    "a-zero-embedding": lambda data: (~_nonzero(data)).any(-1),
    "all-embeddings-zero": lambda data: (~_nonzero(data)).all(-1),
    "equal-embeddings": lambda data: _parallel_pair(data, _unequal(data)),
    "opposite-embeddings": lambda data: _parallel_pair(data, _unopposed(data)),
    "collinear-embeddings": _collinear,
    "equal-embeddings-different-probabilities": _clash,
    "equal-embeddings-different-supports": _equal_embeddings_different_supports,
    "rank-deficient-though-overparameterized": _rank_deficient,
    "a-zero-dual": _zero_dual,
    "zero-finite-part": _zero_finite_part,
    "extreme-pi": _extreme_contexts,
    "extreme-p": _extreme_probability,
    "each-context-seen-once": lambda data: (data.counts.sum(-1) == 1).all(-1),
}


def _equal_rows(decoder: Tensor) -> Tensor:
    return (decoder == decoder[..., :1, :]).all(-1).all(-1)


def _logits(data: Any, decoder: Tensor) -> Tensor:
    return data.embeddings @ decoder.mT


def _ties(data: Any, decoder: Tensor) -> Tensor:
    """`[...]` bool: (6a), in-support logits agree in every context."""
    logits, mask = _logits(data, decoder), data.support
    low = torch.where(mask, logits, torch.inf).amin(-1)
    high = torch.where(mask, logits, -torch.inf).amax(-1)
    return (low == high).all(-1)


def _separates(data: Any, decoder: Tensor) -> Tensor:
    """`[...]` bool: (6a) and (6b), with something out of support."""
    logits, mask = _logits(data, decoder), data.support
    low = torch.where(mask, logits, torch.inf).amin(-1, keepdim=True)
    below = (mask | (low - logits >= 1)).all(-1).all(-1)
    return _ties(data, decoder) & below & ~_full(data)


def _matches(data: Any) -> Tensor:
    """`[...]` bool: softmax(W h_j) = p_j; for rational data only where both are uniform."""
    logits = _logits(data, data.W)
    level = (logits == logits[..., :1]).all(-1).all(-1)
    return level & (data.counts == data.counts[..., :1]).all(-1).all(-1) & (data.size("V") > 1)


DECODING: dict[str, Predicate] = DATASET | {
    "a-zero-decoder": lambda data: (data.W == 0).all(-1).all(-1),
    "a-decoder-with-equal-rows": lambda data: (
        _equal_rows(data.W) & (data.W != 0).any(-1).any(-1) & (data.size("V") > 1)
    ),
    "an-extreme-decoder": lambda data: (data.W.abs() >= LARGE).any(-1).any(-1),
    "a-matching-decoder": _matches,
    "a-separating-decoder": lambda data: _separates(data, data.W),
    "a-tying-decoder": lambda data: _ties(data, data.W) & _support_pairs(data).any(-1),
}

SCALED: dict[str, Predicate] = DECODING | {
    "zero-scale": lambda data: data.gamma == 0,
    "negative-scale": lambda data: data.gamma < 0,
    "large-scale": lambda data: data.gamma >= LARGE,
}

OFFSET: dict[str, Predicate] = SCALED | {
    "a-zero-offset": lambda data: (data.U == 0).all(-1).all(-1),
    "a-tying-offset": lambda data: _ties(data, data.U) & _support_pairs(data).any(-1),
}

PAIR: dict[str, Predicate] = DECODING | {
    "equal-decoders": lambda data: (data.W == data.W2).all(-1).all(-1),
    "opposite-decoders": lambda data: (data.W == -data.W2).all(-1).all(-1),
    "two-separating-decoders": lambda data: _separates(data, data.W) & _separates(data, data.W2),
    "decoders-with-equal-logits": lambda data: (
        (_logits(data, data.W) == _logits(data, data.W2)).all(-1).all(-1)
    ),
    "decoders-that-differ-by-one-row": lambda data: _equal_rows(data.W - data.W2),
}

# Descent is sure for eta < 2 / L with L = lambda_max / 2, so the border lies at eta lambda_max = 4.
RUN: dict[str, Predicate] = DATASET | {
    "a-zero-start": lambda data: (data.W0 == 0).all(-1).all(-1),
    "a-start-with-equal-rows": lambda data: (
        _equal_rows(data.W0) & (data.W0 != 0).any(-1).any(-1) & (data.size("V") > 1)
    ),
    "an-extreme-start": lambda data: (data.W0.abs() >= LARGE).any(-1).any(-1),
    "a-step-far-below-the-border": lambda data: (data.eta * curvature(data) < 0.25) & _nonzero(data).any(-1),
    "a-step-that-is-sure": lambda data: data.eta * curvature(data) <= 1,
    "a-step-near-the-border": lambda data: (data.eta * curvature(data) - 4).abs() <= 2,
    "a-step-far-above-the-border": lambda data: data.eta * curvature(data) > 40,
}


def _first_equals_last(samples: Any) -> Tensor:
    return (samples.contexts == samples.contexts[..., :1]).all(-1)


def _unused_context(samples: Any) -> Tensor:
    rows = torch.arange(samples.size("M"), device=samples.contexts.device)
    return ~(samples.contexts[..., None] == rows).any(-2).all(-1)


SAMPLES: dict[str, Predicate] = {
    "one-pair": lambda samples: samples.size("n") == 1,
    "one-token": lambda samples: samples.size("V") == 1,
    "one-context-repeated": lambda samples: _first_equals_last(samples) & (samples.size("n") > 1),
    "all-labels-equal": lambda samples: (
        (samples.labels == samples.labels[..., :1]).all(-1) & (samples.size("n") > 1)
    ),
    "a-context-never-seen": _unused_context,
    "equal-rows-of-the-table": lambda samples: _any_equal_rows(samples.table),
    "zero-table": lambda samples: (samples.table == 0).all(-1).all(-1),
    "a-zero-decoder": lambda samples: (samples.W == 0).all(-1).all(-1),
    "an-extreme-decoder": lambda samples: (samples.W.abs() >= LARGE).any(-1).any(-1),
}


def _any_equal_rows(table: Tensor) -> Tensor:
    same = (table[..., :, None, :] == table[..., None, :, :]).all(-1)
    return same.triu(1).any(-1).any(-1)


def named(predicates: dict[str, Predicate]) -> dict[str, Predicate]:
    """The predicates, for exact instances too, always answering in the instance's batch shape."""
    return {name: _corner(predicate) for name, predicate in predicates.items()}
