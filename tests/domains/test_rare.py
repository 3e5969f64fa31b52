"""Rare structures are what they say: long paths, diamonds, large components, nested supports, sums."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
import torch
from torch import Tensor

from ntpcheck.domains.rare import ladders, rare, spans
from ntpcheck.instances import graph
from ntpcheck.instances.attention import Attending, Attention, AttentionRun
from ntpcheck.instances.base import Instance
from ntpcheck.instances.dataset import Dataset, Offset, Run, Samples

BATCHES, ROWS = 40, 16


def _longest(data: Attention) -> Tensor:
    """`[B]` how many strict priorities, one after the other, lead from a token to another in some graph."""
    step, found = graph.strict(data), torch.zeros(data.batch, dtype=torch.int64)
    walk, length = step, 1
    while walk.any() and length < data.size("K"):
        found = torch.where(walk.flatten(1).any(-1), length, found)
        walk, length = (walk.double() @ step.double()) > 0, length + 1
    return found


def _diamond(data: Attention) -> Tensor:
    reach = graph.reachable(data)
    above = reach & ~reach.mT
    apart = ~reach & ~reach.mT
    both = (above[..., :, :, None] & above[..., :, None, :]).any(-3)
    below = (above[..., :, None, :] & above[..., None, :, :]).any(-1)
    eye = torch.eye(data.size("K"), dtype=torch.bool)
    return (both & below & apart & ~eye).flatten(1).any(-1)


def _largest_component(data: Attention) -> Tensor:
    return 1 + graph.same_component(data).sum(-1).flatten(1).amax(-1)


def _components_apart(data: Attention) -> Tensor:
    same, reach = graph.same_component(data), graph.reachable(data)
    several = same.any(-1)
    pairs = several[..., :, None] & several[..., None, :]
    return (pairs & ~reach & ~reach.mT).flatten(1).any(-1)


LADDERS: dict[str, Callable[[Attention], Tensor]] = {
    "four priorities in a row": lambda data: _longest(data) >= 4,
    "a diamond": _diamond,
    "five tokens in a component": lambda data: _largest_component(data) >= 5,
    "two components apart": _components_apart,
    "a chain in two graphs": lambda data: (graph.strict(data).flatten(-2).sum(-1) >= 3).sum(-1) >= 2,
}


def _nested(data: Dataset) -> Tensor:
    S = torch.as_tensor(data.support)
    inside = (~S[..., :, None, :] | S[..., None, :, :]).all(-1)
    different = (S[..., :, None, :] != S[..., None, :, :]).any(-1) | torch.eye(
        data.size("m"), dtype=torch.bool
    )
    return (inside | inside.mT).flatten(1).all(-1) & different.flatten(1).all(-1) & (data.size("m") >= 3)


def _a_sum(data: Dataset) -> Tensor:
    h = data.embeddings
    if data.size("m") < 3:
        return torch.zeros(data.batch, dtype=torch.bool)
    return (h[..., -1, :] == h[..., 0, :] + h[..., 1, :]).all(-1) & (h[..., :2, :] != 0).any(-1).all(-1)


SPANS: dict[str, Callable[[Dataset], Tensor]] = {
    "nested supports": _nested,
    "a sum of two": _a_sum,
    "minus all others": lambda data: (
        (data.embeddings.sum(-2) == 0).all(-1)
        & (data.embeddings != 0).any(-1).all(-1)
        & (data.size("m") >= 3)
    ),
    "disjoint supports": lambda data: (data.support.sum(-2) <= 1).all(-1) & (data.size("m") >= 3),
}


def _share(drawn: Callable[[torch.Generator, int], Any], holds: Callable[[Any], Tensor]) -> float:
    source = torch.Generator().manual_seed(20)
    return sum(int(holds(drawn(source, ROWS)).sum()) for _ in range(BATCHES)) / (BATCHES * ROWS)


@pytest.mark.parametrize("name", LADDERS)
def test_a_batch_has_graphs_of_each_kind(name: str) -> None:
    assert _share(ladders, LADDERS[name]) >= 1 / 60


@pytest.mark.parametrize("name", SPANS)
def test_a_batch_has_contexts_and_supports_of_each_kind(name: str) -> None:
    assert _share(spans, SPANS[name]) >= 1 / 60


def test_every_label_is_in_its_input_and_heads_of_many_rows_invert_the_tokens() -> None:
    source = torch.Generator().manual_seed(1)
    for _ in range(BATCHES):
        data = ladders(source, ROWS)
        assert (data.is_label & data.present).any(-1).all()
        assert (data.is_last & data.present).any(-1).all()
    assert _share(ladders, _inverse) >= 1 / 2


def _inverse(data: Attention) -> Tensor:
    return (
        (data.head @ data.embeddings.mT == torch.eye(data.size("K"), dtype=torch.float64)).flatten(1).all(-1)
    )


@pytest.mark.parametrize("cls", [Attending, AttentionRun, Offset, Run])
def test_a_type_with_more_fields_has_the_same_structures(cls: type[Instance]) -> None:
    drawn = rare(cls)
    assert drawn is not None
    batch = drawn(torch.Generator().manual_seed(2), ROWS)
    assert isinstance(batch, cls)
    assert batch.batch == (ROWS,)


def test_other_types_have_none() -> None:
    assert rare(Samples) is None
