"""Hypothesis strategies for pieces of instances, drawing the space that the samplers draw.

A table is a size, a base (zeros, or one of a fixed list of dense tables, cut to size) and edited entries.
So few numbers are drawn, sizes and entries shrink independently of each other, and everything shrinks towards
one context, one token, one dimension and zeros; every structure (ties between contexts, weights, imposed
maps) is an optional edit that shrinks to nothing.
"""

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, Concatenate, ParamSpec, TypeVar

import torch
from hypothesis import strategies as st
from torch import Tensor

from ntpcheck.domains.pieces import FACTORS, OFTEN, Shape

Draw = Callable[[st.SearchStrategy[Any]], Any]
P = ParamSpec("P")
T = TypeVar("T")

MOST = 4  # contexts
WIDEST = 5  # tokens, dimensions
GRAINS = {1: 2, 16: 40}  # entries are integers up to 2, or sixteenths up to 2.5
BASES = 40  # dense tables to start from

# Validating a strategy costs more than drawing from it, so every strategy below is built once.
_row, _column = st.integers(0, WIDEST - 1), st.integers(0, WIDEST - 1)
_shape = st.builds(Shape, st.integers(1, MOST), st.integers(1, WIDEST), st.integers(1, WIDEST))
_grain = st.sampled_from(tuple(GRAINS))
_base = st.just(0) | st.integers(1, BASES)
_entries = {
    reach: st.lists(st.tuples(_row, _column, st.integers(-reach, reach)), max_size=6) for reach in (2, 40)
}
_counts = st.lists(st.tuples(_row, _column, st.integers(0, 3)), max_size=6)
_ties = st.lists(st.tuples(_row, _row, st.sampled_from((*FACTORS[1:], *FACTORS[:1]))), max_size=2)
_power = st.sampled_from((0, 0, 0, 1, -1, 3, -3))
_pairs = st.lists(st.tuples(_row, _row), max_size=2)
_heavy = st.lists(st.tuples(_row, st.none() | _column), max_size=2)
_stretch, _seldom = st.sampled_from((1, 64, 512)), st.sampled_from((False, False, False, True))


def built_once(definition: Callable[Concatenate[Draw, P], T]) -> Callable[P, st.SearchStrategy[T]]:
    """A composite strategy, the same object for the same arguments."""
    built: Any = cache(st.composite(definition))
    return built


@cache
def _dense(base: int, low: int, high: int) -> Tensor:
    """`[WIDEST, WIDEST]` int64: zeros, ones, a checkerboard of 1 and 2, or a random table in low..high."""
    if base < 2:
        return torch.full((WIDEST, WIDEST), base)
    if base == 2:
        return 1 + torch.arange(WIDEST**2).reshape(WIDEST, WIDEST) % 2
    return torch.randint(low, high + 1, (WIDEST, WIDEST), generator=torch.Generator().manual_seed(base))


def _edited(table: Tensor, edits: Sequence[tuple[int, int, int]]) -> Tensor:
    table = table.clone()
    for row, column, value in edits:
        table[row % table.shape[0], column % table.shape[1]] = value
    return table


def _reals(draw: Draw, rows: int, columns: int) -> tuple[Tensor, int]:
    """`[rows, columns]` float64 in the returned grain."""
    grain = draw(_grain)
    reach = GRAINS[grain]
    table = _edited(_dense(draw(_base), -reach, reach)[:rows, :columns], draw(_entries[reach]))
    return table.double() / grain, grain


@built_once
def embeddings(draw: Draw, *, m: int, d: int) -> Tensor:
    """`[m, d]`, with up to two contexts tied to others: zero, equal, opposite or collinear."""
    table, _ = _reals(draw, m, d)
    for a, b, f in draw(_ties):
        table[b % m] = f * table[a % m]
    return table * 2.0 ** draw(_power)


@built_once
def counts(draw: Draw, *, m: int, V: int) -> Tensor:
    """`[m, V]` int64: small counts, empty contexts taking their first token, then extreme weights."""
    table = _edited(_dense(draw(_base), 0, 3)[:m, :V], draw(_counts))
    for a, b in draw(_pairs):
        table[b % m] = torch.where(table[a % m] > 0, table[b % m].clamp(min=1), 0)
    table[:, 0] += (table.sum(-1) == 0).long()
    for j, z in draw(_heavy):
        table[j % m, slice(None) if z is None else z % V] *= OFTEN
    return table


@built_once
def contexts(draw: Draw) -> tuple[Tensor, Tensor]:
    """Embeddings `[m, d]` and counts `[m, V]` of a tiny shape."""
    m, V, d = draw(_shape)
    return draw(embeddings(m=m, d=d)), draw(counts(m=m, V=V))


@built_once
def decoders(draw: Draw, *, V: int, d: int) -> Tensor:
    """`[V, d]`, some with equal rows, some with entries up to 2^10."""
    table, grain = _reals(draw, V, d)
    table = table * (draw(_stretch) if grain == 1 else 1)
    for a, b in draw(_pairs):
        table[b % V] = table[a % V]
    return table[:1].expand(V, d).clone() if draw(_seldom) else table


_seen = st.lists(st.tuples(_row, _column), min_size=1, max_size=8)


@built_once
def occurrences(draw: Draw) -> tuple[Tensor, Tensor, Shape]:
    """Contexts `[n]` below m and labels `[n]` below V of one to eight pairs, and their shape."""
    shape = draw(_shape)
    context, label = torch.tensor(draw(_seen)).T
    return context % shape.m, label % shape.V, shape


_exponent, _mantissa = st.integers(-10, 10), st.sampled_from((1.0, 0.75))
_gamma = st.integers(-64, 64).map(lambda k: k / 16) | st.integers(0, 1024).map(float)


@built_once
def steps(draw: Draw) -> Tensor:
    """`[]` a step size, 2^-10 to 2^10, dyadic."""
    return torch.tensor(2.0 ** draw(_exponent) * draw(_mantissa), dtype=torch.float64)


@built_once
def scales(draw: Draw) -> Tensor:
    """`[]` a multiplier gamma: zero, sixteenths of either sign, or large."""
    return torch.tensor(draw(_gamma), dtype=torch.float64)


@cache
def _one_of(maps: tuple[Callable[[Any], Any], ...]) -> st.SearchStrategy[Callable[[Any], Any] | None]:
    return st.sampled_from((None, None, None, *maps))


@st.composite
def altered(draw: Draw, instance: Any, maps: tuple[Callable[[Any], Any], ...]) -> Any:
    """The instance, or its image under one of the maps."""
    chosen = draw(_one_of(maps))
    return instance if chosen is None else chosen(instance)
