"""Random pieces of instances: batches of one shape whose rows mix structures, all from one generator.

Entries are dyadic (k/16, small integers, powers of two), so that exact work on a row stays cheap and a
counterexample prints well. A row's structure is drawn first and then picked from all candidates computed for
the whole batch: with shapes this small, computing everything is cheaper than branching.
"""

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, NamedTuple

import torch
from torch import Generator, Tensor

from ntpcheck.arithmetic import identity, ordinals

FACTORS = (0.0, 1.0, -1.0, 2.0, 0.5, -3.0)
OFTEN = 10_000  # the large side of an extreme probability: 1 against 10^4


class Shape(NamedTuple):
    """m contexts, V tokens, d dimensions."""

    m: int
    V: int
    d: int


def choice(generator: Generator, batch: int, weights: Sequence[float]) -> Tensor:
    """`[batch]` indices drawn with the given weights."""
    return torch.multinomial(_shares(tuple(weights)), batch, replacement=True, generator=generator)


@cache
@torch.inference_mode(mode=False)
def _shares(weights: tuple[float, ...]) -> Tensor:
    """The weights as a tensor, kept as plain numbers are."""
    return torch.tensor(weights, dtype=torch.float64)


def pick(kind: Tensor, options: Sequence[Tensor]) -> Tensor:
    """Row by row the option that `kind` names; options `[batch, ...]`."""
    return torch.stack(list(options))[kind, ordinals(len(kind))]


def integers(generator: Generator, low: int, high: int, *size: int) -> Tensor:
    """Integers in low..high, as int64."""
    return torch.randint(low, high + 1, size, generator=generator)


def mixture(generator: Generator, data: Any, maps: Sequence[tuple[Callable[[Any], Any], float]]) -> Any:
    """Each row as it is or under one of the maps, drawn with their weights out of 40; maps keep the shape."""
    kind = choice(
        generator, data.batch[0], [40 - sum(weight for _, weight in maps), *(weight for _, weight in maps)]
    )
    drawn = set(kind.tolist())  # of a few rows most maps get none, and are not asked
    versions = [data, *(function(data) if i in drawn else data for i, (function, _) in enumerate(maps, 1))]
    moved = [name for name in data.AXES if any(getattr(v, name) is not getattr(data, name) for v in versions)]
    return data.replace(**{name: pick(kind, [getattr(v, name) for v in versions]) for name in moved})


def shape(generator: Generator) -> Shape:
    """Mostly tiny sizes; one batch in ten is larger, up to m = V = 8 and d = 10."""
    if integers(generator, 1, 10, 1).item() == 1:
        return Shape(*(int(integers(generator, 1, top, 1)) for top in (8, 8, 10)))
    m = 1 + int(choice(generator, 1, (20, 36, 26, 18)))
    V = 1 + int(choice(generator, 1, (7, 27, 31, 20, 15)))
    d = 1 + int(choice(generator, 1, (20, 28, 22, 16, 14)))
    return Shape(m, V, d)


def dyadic_normal(generator: Generator, *size: int, grid: int = 16) -> Tensor:
    """Standard normal entries rounded to multiples of 1/grid, float64."""
    return torch.round(torch.randn(size, generator=generator, dtype=torch.float64) * grid) / grid


def embeddings(generator: Generator, batch: int, m: int, d: int) -> Tensor:
    """`[batch, m, d]`: normal, integer, low rank, one-hot or zero; then two contexts may be tied."""
    low = max(1, min(m, d) - 1)
    spread = integers(generator, -2, 2, batch, m, low) @ integers(generator, -2, 2, batch, low, d)
    line = integers(generator, -2, 2, batch, m, 1) * integers(generator, -2, 2, batch, 1, d)
    corner = identity(d, torch.int64)[ordinals(m) % d].expand(batch, m, d)
    options = (
        dyadic_normal(generator, batch, m, d),
        integers(generator, -2, 2, batch, m, d).double(),
        integers(generator, -1, 1, batch, m, d).double(),
        spread.double(),
        line.double(),
        corner.double(),
        torch.zeros(batch, m, d, dtype=torch.float64),
    )
    mixed = pick(choice(generator, batch, (12, 9, 7, 4, 3, 2, 3)), options)
    power = choice(generator, batch, (1, 1, 1, 12, 1, 1, 1)) - 3
    return _with_tied_pair(generator, mixed) * torch.exp2(power.double())[:, None, None]


def _with_tied_pair(generator: Generator, rows: Tensor) -> Tensor:
    """Half of the batch gets h_b = f h_a for one pair: zero, equal, opposite or collinear."""
    batch, m, d = rows.shape
    a = integers(generator, 0, m - 1, batch)
    b = (a + integers(generator, 1, max(1, m - 1), batch)) % m
    f = torch.tensor(FACTORS, dtype=torch.float64)[choice(generator, batch, (3, 5, 5, 3, 2, 2))]
    tied = choice(generator, batch, (1, 1)).bool() & ((a != b) | (f == 0))
    copy = f[:, None, None] * rows.gather(1, a[:, None, None].expand(batch, 1, d))
    return torch.where((tied[:, None] & (ordinals(m) == b[:, None]))[..., None], copy, rows)


def supports(generator: Generator, batch: int, m: int, V: int) -> Tensor:
    """`[batch, m, V]` bool, rows nonempty: independent, full, one-hot, shared, one missing, one left out."""
    some = torch.rand(batch, m, V, generator=generator) < torch.rand(batch, 1, 1, generator=generator)
    token = integers(generator, 0, V - 1, batch, m, 1)
    single = ordinals(V) == token
    unused = ordinals(V) == integers(generator, 0, V - 1, batch, 1, 1)
    options = (
        some,
        torch.ones_like(some),
        single,
        some[:, :1].expand(batch, m, V),
        ~single,
        some & ~unused,
        some | single & (ordinals(m)[:, None] == 0),
    )
    kind = choice(generator, batch, (14, 4, 4, 7, 3, 5, 3))
    mask = pick(kind, options)
    # An empty support takes one token: a common one where supports are shared, an allowed one where one is
    # left out.
    shared, allowed = single[:, :1].expand(batch, m, V), unused.roll(1, -1).expand(batch, m, V)
    fallback = pick(kind, (single, single, single, shared, single, allowed, single))
    return torch.where(mask.any(-1, keepdim=True), mask, fallback)


def counts(generator: Generator, batch: int, m: int, V: int) -> Tensor:
    """`[batch, m, V]` int64: equal, small, powers of two or 1 against 10^4; contexts weighted."""
    mask = supports(generator, batch, m, V)
    small = integers(generator, 1, 4, batch, m, V)
    options = (
        torch.ones_like(small),
        small,
        small[:, :1].expand(batch, m, V),
        2 ** integers(generator, 0, 4, batch, m, V),
        OFTEN ** integers(generator, 0, 1, batch, m, V),
    )
    values = pick(choice(generator, batch, (9, 16, 5, 6, 4)), options)
    rare = torch.where(ordinals(m)[:, None] == integers(generator, 0, m - 1, batch, 1, 1), 1, OFTEN)
    weights = (
        torch.ones(batch, m, 1, dtype=torch.int64),
        integers(generator, 1, 3, batch, m, 1),
        rare,
        OFTEN // rare,
    )
    return torch.where(mask, values * pick(choice(generator, batch, (26, 8, 3, 3)), weights), 0)


def decoders(generator: Generator, batch: int, V: int, d: int) -> Tensor:
    """`[batch, V, d]`: zero, integer, normal, with equal rows, two equal rows, tiny, or up to 2^10."""
    normal, whole = dyadic_normal(generator, batch, V, d), integers(generator, -2, 2, batch, V, d).double()
    options = (
        torch.zeros_like(normal),
        whole,
        normal,
        normal[:, :1].expand(batch, V, d),
        torch.cat([whole[:, :1], whole[:, : V - 1]], 1),
        normal * 2.0**-6,
        whole * torch.exp2(integers(generator, 6, 9, batch, 1, 1).double()),
        torch.round(normal * 256).clamp(-1024, 1024),
    )
    return pick(choice(generator, batch, (4, 10, 12, 3, 4, 2, 3, 2)), options)


def dyadic_steps(generator: Generator, curvature: Tensor) -> Tensor:
    """`[batch]` dyadic steps, 2^-10 to 2^10 times the inverse curvature `[batch]`, and common ones.

    curvature: lambda_max(sum pi_j h_j h_j^T) >= 0, so that descent is sure below four over it.
    """
    batch = len(curvature)
    inverse = -torch.frexp(torch.where(curvature > 0, curvature, 1.0)).exponent
    power = pick(
        choice(generator, batch, (14, 8, 6, 6)),
        (
            inverse - integers(generator, 0, 3, batch),
            inverse + integers(generator, -10, 10, batch),
            inverse + integers(generator, 1, 4, batch),
            integers(generator, -4, 2, batch),
        ),
    )
    return torch.exp2(power.double()) * torch.tensor([1.0, 0.75])[choice(generator, batch, (3, 1))].double()


def scales(generator: Generator, batch: int) -> Tensor:
    """`[batch]` multipliers gamma: zero, small, fractional, large or negative."""
    options = (
        torch.zeros(batch, dtype=torch.float64),
        integers(generator, 1, 4, batch).double(),
        integers(generator, 1, 64, batch).double() / 16,
        torch.exp2(integers(generator, 3, 10, batch).double()),
        -integers(generator, 1, 64, batch).double() / 16,
    )
    return pick(choice(generator, batch, (4, 10, 12, 6, 8)), options)
