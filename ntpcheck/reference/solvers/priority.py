"""The rows of (Graph-SVM) and (Acyc-SVM), and those that imply all others, read off the priority graphs.

Ties within a component follow from those with its first token. With them, all edges between two components
say the same, so one stands for them; and an edge between components that a longer path also joins follows
from that path, whose margins add to 2 or more. What stays is the transitive reduction of the acyclic graph
of components. (Acyc-SVM) has no ties, so there the reduction is that of the graph of strict edges.

Only labels have edges out, so a graph is known from what each sequence's label points at: sets of tokens
for each sequence, kept as the bits of one integer.
Source: Sec. 3.2.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
import torch

from ntpcheck.instances.attention import Attention
from ntpcheck.instances.lasting import lasting


class Pairs(NamedTuple):
    """Rows (e_high - e_low) e_query^T of a flattened batch, in order of instance, ties first in reductions.

    instance, query, high, low `[N]` int; tie `[N]` bool: an equality.
    """

    instance: np.ndarray
    query: np.ndarray
    high: np.ndarray
    low: np.ndarray
    tie: np.ndarray

    def of(self, instance: int) -> Pairs:
        """The rows of one instance, as a batch of one."""
        start, end = np.searchsorted(self.instance, (instance, instance + 1))
        return self.at(slice(start, end))._replace(instance=np.zeros(end - start, dtype=int))

    def place(self, K: int) -> np.ndarray:
        """`[N]` the flat place of (instance, query, high, low) among `[B, K, K, K]`."""
        return ((self.instance * K + self.query) * K + self.high) * K + self.low

    def at(self, index: Any) -> Pairs:
        """Some of the rows."""
        return Pairs(*(column[index] for column in self))


class Rows(NamedTuple):
    """All rows that a program asks for, and the places of those that imply them."""

    asked: Pairs
    kept: np.ndarray

    @property
    def reduced(self) -> Pairs:
        """The rows that imply all others."""
        return self.asked.at(self.kept)

    def of(self, instance: int) -> Rows:
        """Those of one instance."""
        ends = np.searchsorted(self.asked.instance, (instance, instance + 1))
        start, end = np.searchsorted(self.asked.instance[self.kept], (instance, instance + 1))
        return Rows(self.asked.of(instance), self.kept[start:end] - ends[0])


class _Sets(NamedTuple):
    """For each sequence of a flattened batch `[B, n]`, with k its last token: sets of tokens, as bits.

    edges: what its label has an edge to in graph k; reach: what paths from there lead to; component: of its
    label, itself included. shift: the label, as a number of bits; fresh: no earlier sequence has the same
    last token and label. same `[B, n, n]`: two sequences have the same last token.
    """

    last: np.ndarray
    label: np.ndarray
    shift: np.ndarray
    same: np.ndarray
    fresh: np.ndarray
    own: np.ndarray
    edges: np.ndarray
    reach: np.ndarray
    component: np.ndarray

    def linked(self, sets: np.ndarray) -> np.ndarray:
        """`[B, n, n]` 0 or 1: the label of the second sequence is in the set of the first, in one graph."""
        return (sets[:, :, None] >> self.shift[:, None, :]) & self.same


@lru_cache(maxsize=64)
def _bits(K: int) -> tuple[np.ndarray, np.ndarray]:
    """`[K]` one bit for each token, and the tokens, in the smallest type of integer that has K bits."""
    kinds = {8: np.uint8, 16: np.uint16, 32: np.uint32, 64: np.uint64}
    kind = next((kind for size, kind in kinds.items() if size >= K), object)
    return np.array([1 << i for i in range(K)], dtype=kind), np.array(range(K), dtype=kind)


def _union(chosen: np.ndarray, sets: np.ndarray) -> np.ndarray:
    """`[B, n]` the union over the last axis of the chosen `[B, n, n]` sets `[B, n]`."""
    return np.bitwise_or.reduce(chosen * sets[:, None, :], axis=-1)


def _closure(sets: _Sets) -> _Sets:
    """The same with what paths lead to: each squaring doubles their length, through at most n labels."""
    reach = sets.edges
    for _ in range((reach.shape[1] - 1).bit_length()):
        reach = reach | _union(sets.linked(reach), reach)
    return sets._replace(reach=reach)


@lasting
def _sets(data: Attention) -> _Sets:
    n, K = data.size("n"), data.size("K")
    bit, _ = _bits(K)
    counts = _numpy(data.counts).reshape(-1, n, K)
    last, label = (_numpy(ids).reshape(-1, n) for ids in (data.last, data.labels))
    shift, own = label.astype(bit.dtype), bit[label]
    same = last[:, :, None] == last[:, None, :]
    alike = same & (label[:, :, None] == label[:, None, :])
    edges = _union(alike, np.bitwise_or.reduce((counts > 0) * bit, axis=-1))
    fresh = alike.argmax(-1) == np.arange(n)
    sets = _closure(_Sets(last, label, shift, same, fresh, own, edges, edges, own))
    linked = sets.linked(sets.reach)
    return sets._replace(component=_union(linked & linked.swapaxes(-1, -2), own) | own)


@lasting
def first_in_component(data: Attention) -> np.ndarray:
    """`[..., K, K]` int: entry k, i is the first token of i's component in the graph of last token k."""
    sets, K = _sets(data), data.size("K")
    first = np.tile(np.arange(K), (len(sets.last), K, 1))
    first[np.arange(len(first))[:, None], sets.last, sets.label] = _members(sets.component, K).argmax(-1)
    return first.reshape(*data.batch, K, K)


@lasting
def graph_rows(data: Attention) -> Rows:
    """The rows of (Graph-SVM)."""
    sets = _sets(data)
    asked, index = _listed(sets, (sets.edges | sets.component) & ~sets.own, data.size("K"))
    tie = _among(sets.component, index, asked.low)
    asked, cover = asked._replace(tie=tie), _among(_covers(sets), index, asked.low)
    if not tie.any():
        return Rows(asked, np.flatnonzero(cover))
    K = data.size("K")
    first = first_in_component(data).reshape(-1, K, K)
    top = first[asked.instance, asked.query, asked.high]
    margins, joined = np.flatnonzero(cover), np.zeros(len(first), dtype=bool)
    joined[asked.instance[tie]] = True
    several = joined[asked.instance[margins]]
    one_each = _one_each(asked.at(margins[several]), top[margins[several]], first)
    kept = (np.flatnonzero(tie & (asked.high == top)), margins[~several], margins[several][one_each])
    whole = np.concatenate(kept)
    return Rows(asked, whole[np.argsort(asked.instance[whole], kind="stable")])


def _one_each(pairs: Pairs, top: np.ndarray, first: np.ndarray) -> np.ndarray:
    """The places of one row for each two components: that of the least tokens."""
    K = first.shape[-1]
    bottom = first[pairs.instance, pairs.query, pairs.low]
    key = ((pairs.instance * K + pairs.query) * K + top) * K + bottom
    order = np.lexsort((pairs.low, pairs.high, key))
    return order[np.unique(key[order], return_index=True)[1]]


@lasting
def strict_rows(data: Attention) -> Rows:
    """The rows of (Acyc-SVM): its strict edges, and those that no longer path of strict edges implies."""
    sets = _sets(data)
    strict = sets.edges & ~sets.component
    sets = _closure(sets._replace(edges=strict, component=sets.own))
    asked, index = _listed(sets, strict, data.size("K"))
    return Rows(asked, np.flatnonzero(_among(_covers(sets), index, asked.low)))


def reduced_rows(data: Attention) -> Pairs:
    """The rows of (Graph-SVM) that imply all others."""
    return graph_rows(data).reduced


def _covers(sets: _Sets) -> np.ndarray:
    """`[B, n]` the ends of edges from a label into other components where no longer path leads."""
    below = sets.reach & ~sets.component
    return sets.edges & below & ~_union(sets.linked(below), below)


def _listed(sets: _Sets, wanted: np.ndarray, K: int) -> tuple[Pairs, np.ndarray]:
    """A row for each label and each wanted token, and the place `[N]` of the sequence it came from."""
    index, low = _members(np.where(sets.fresh, wanted, 0), K).reshape(-1, K).nonzero()
    query, high = sets.last.ravel()[index], sets.label.ravel()[index]
    return Pairs(index // sets.last.shape[1], query, high, low, np.zeros(len(low), dtype=bool)), index


def _members(sets: np.ndarray, K: int) -> np.ndarray:
    """`[..., K]` bool from sets of tokens."""
    bit, _ = _bits(K)
    return (sets.astype(bit.dtype, copy=False)[..., None] & bit) != 0


def _among(sets: np.ndarray, index: np.ndarray, token: np.ndarray) -> np.ndarray:
    """`[N]` bool: the token is in the set."""
    found = sets.ravel()[index]
    return ((found >> token.astype(found.dtype)) & 1).astype(bool)


def _numpy(array: Any) -> np.ndarray:
    return array.cpu().numpy() if isinstance(array, torch.Tensor) else np.asarray(array)
