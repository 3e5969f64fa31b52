"""Square tables of declared types are relations now and then: circles, orders, permutations."""

from __future__ import annotations

import torch

from ntpcheck.domains.declared import space
from ntpcheck.domains.relations import relations
from ntpcheck.instances.declared import NATURAL, REAL, Declared, declared


def closed(table: torch.Tensor) -> torch.Tensor:
    """`[batch, n, n]` which index is reached from which, by one edge or more."""
    found = table.double()
    for _ in range(table.shape[-1]):
        found = ((found @ table.double() + found) > 0).double()
    return found > 0


def test_relations_hold_circles_without_shorter_ones_orders_and_permutations() -> None:
    found = relations(torch.Generator().manual_seed(0), 400, 4)
    assert set(found.unique().tolist()) == {0, 1}
    reached = closed(found).diagonal(dim1=1, dim2=2).any(-1)
    square = (found @ found).diagonal(dim1=1, dim2=2)
    cube = (found @ found @ found).diagonal(dim1=1, dim2=2)
    long = reached & (square == 0).all(-1) & (cube == 0).all(-1)
    assert long.sum() >= 10  # a circle of four
    whole = (found + found.mT == 1 - torch.eye(4, dtype=torch.int64)).all((1, 2))
    assert (whole & ~reached).any()  # an order
    assert (whole & reached).any()  # a tournament with a circle
    ones = (found.sum(1) == 1).all(-1) & (found.sum(2) == 1).all(-1)
    assert ones.sum() >= 20


def test_each_square_table_is_one_now_and_then() -> None:
    fields = (Declared("walk", ("S", "S"), REAL), Declared("beats", ("S", "S"), NATURAL))
    own = declared("Walked", fields)
    generator, seen = torch.Generator().manual_seed(1), 0
    for _ in range(6):
        batch = space(own, fields).sampler(generator, 64)
        n = batch.size("S")
        for name in ("walk", "beats"):
            table = torch.as_tensor(getattr(batch, name)).double()
            if n > 1:
                seen += int(((table.sum(1) == 1) & (table.sum(2) == 1) & (table.amax(-1) == 1)).all(-1).sum())
    assert seen >= 10
