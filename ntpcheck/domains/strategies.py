"""Hypothesis strategies for pieces of instances, drawing the space that the samplers draw.

Everything shrinks towards one context, one token, one dimension and zeros: sizes and entries are integers
that shrink to their smallest, and every structure (ties between contexts, weights, imposed maps) is an
optional last step that shrinks to nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import torch
from hypothesis import strategies as st
from torch import Tensor

from ntpcheck.domains.pieces import FACTORS, OFTEN, Shape

Draw = Callable[[st.SearchStrategy[Any]], Any]


@st.composite
def shapes(draw: Draw) -> Shape:
    """m contexts, V tokens, d dimensions, tiny."""
    return Shape(draw(st.integers(1, 4)), draw(st.integers(1, 5)), draw(st.integers(1, 5)))


@st.composite
def tables(draw: Draw, *, rows: int, columns: int, extreme: bool = False) -> Tensor:
    """`[rows, columns]` float64: small integers, or sixteenths; with `extreme`, integers times up to 2^9."""
    grain = draw(st.sampled_from((1, 16)))
    reach = 2 if grain == 1 else 40
    flat = draw(st.lists(st.integers(-reach, reach), min_size=rows * columns, max_size=rows * columns))
    factor = draw(st.sampled_from((1, 64, 512))) if extreme and grain == 1 else 1
    return torch.tensor(flat, dtype=torch.float64).reshape(rows, columns) * (factor / grain)


@st.composite
def embeddings(draw: Draw, *, m: int, d: int) -> Tensor:
    """`[m, d]`, with up to two contexts tied to others: zero, equal, opposite or collinear."""
    table = draw(tables(rows=m, columns=d))
    context = st.integers(0, m - 1)
    for a, b, f in draw(
        st.lists(st.tuples(context, context, st.sampled_from(FACTORS[1:] + FACTORS[:1])), max_size=2)
    ):
        table[b] = f * table[a]
    return table * 2.0 ** draw(st.sampled_from((0, 0, 0, 1, -1, 3, -3)))


@st.composite
def counts(draw: Draw, *, m: int, V: int) -> Tensor:
    """`[m, V]` int64: small counts, empty contexts taking their first token, then extreme weights."""
    most = draw(st.sampled_from((1, 3)))
    flat = draw(st.lists(st.integers(0, most), min_size=m * V, max_size=m * V))
    table = torch.tensor(flat, dtype=torch.int64).reshape(m, V)
    context, token = st.integers(0, m - 1), st.integers(0, V - 1)
    for a, b in draw(st.lists(st.tuples(context, context), max_size=2)):
        table[b] = torch.where(table[a] > 0, table[b].clamp(min=1), 0)
    table[:, 0] += (table.sum(-1) == 0).long()
    for j in draw(st.lists(context, max_size=1)):
        table[j] *= OFTEN
    for j, z in draw(st.lists(st.tuples(context, token), max_size=1)):
        table[j, z] *= OFTEN
    return table


@st.composite
def decoders(draw: Draw, *, V: int, d: int) -> Tensor:
    """`[V, d]`, some with equal rows."""
    table = draw(tables(rows=V, columns=d, extreme=True))
    token = st.integers(0, V - 1)
    for a, b in draw(st.lists(st.tuples(token, token), max_size=2)):
        table[b] = table[a]
    return table[:1].expand(V, d).clone() if draw(st.sampled_from((False, False, False, True))) else table


@st.composite
def steps(draw: Draw) -> Tensor:
    """`[]` a step size, 2^-10 to 2^10, dyadic."""
    return torch.tensor(
        2.0 ** draw(st.integers(-10, 10)) * draw(st.sampled_from((1.0, 0.75))), dtype=torch.float64
    )


@st.composite
def scales(draw: Draw) -> Tensor:
    """`[]` a multiplier gamma: zero, sixteenths of either sign, or large."""
    sixteenths = st.integers(-64, 64).map(lambda k: k / 16)
    return torch.tensor(draw(sixteenths | st.integers(0, 1024).map(float)), dtype=torch.float64)


@st.composite
def altered(draw: Draw, instance: Any, maps: Sequence[Callable[[Any], Any]]) -> Any:
    """The instance, or its image under one of the maps."""
    chosen = draw(st.sampled_from((None, None, None, *maps)))
    return instance if chosen is None else chosen(instance)
