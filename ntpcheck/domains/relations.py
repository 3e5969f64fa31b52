"""Square tables of zeros and ones that say which index leads to which: what free entries hit seldom."""

import torch
from torch import Generator, Tensor

from ntpcheck.arithmetic import ordinals
from ntpcheck.domains.pieces import choice, integers, pick

SHARE = (3, 1)  # of tables as they are drawn, and of relations in their place


def relations(generator: Generator, batch: int, n: int) -> Tensor:
    """`[batch, n, n]` int64: indices in a circle or on a path, all in order, each pair one way or some,
    a permutation, or a relation that goes both ways; in any order of the indices."""
    place, order = ordinals(n), torch.rand(batch, n, generator=generator).argsort(-1)
    length = 1 + integers(generator, 0, n - 1, batch, 1, 1)
    row, column = place[:, None], place[None, :]
    circle = (row < length) & (column == (row + 1) % length)
    coin, other = (integers(generator, 0, 1, batch, n, n) for _ in range(2))
    way = torch.where(row < column, coin, 1 - coin.mT) * (row != column)
    some = torch.where(row < column, other, other.mT)
    options = (
        circle,
        circle & (row < column),
        (row < column).expand(batch, n, n),
        way,
        way * some,
        torch.nn.functional.one_hot(torch.rand(batch, n, generator=generator).argsort(-1), n),
        some,
    )
    found = pick(choice(generator, batch, (4, 2, 1, 3, 4, 2, 2)), [one.long() for one in options])
    found = found.gather(1, order[..., None].expand(batch, n, n))
    return found.gather(2, order[:, None].expand(batch, n, n))


def related(generator: Generator, table: Tensor) -> Tensor:
    """Tables `[batch, .., n, n]` some of which are relations instead, the same for all indices before."""
    batch, n = len(table), table.shape[-1]
    instead = (choice(generator, batch, SHARE) > 0).reshape(-1, *(1,) * (table.dim() - 1))
    found = relations(generator, batch, n).reshape(batch, *(1,) * (table.dim() - 3), n, n)
    return torch.where(instead, found.to(table.dtype), table)
