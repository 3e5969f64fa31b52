"""A lemma on trajectories that move each other by linear steps: what all their entries are for all large k.

It is derived in the linear paper's `derivations.md`.
"""

from __future__ import annotations

from contextlib import suppress
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from . import exact
from .algebra import independent, solve
from .intervals import Undecided
from .lemmas_coordinates import GROWTH
from .lemmas_modes import Form, Key, State
from .lemmas_rates import needs, precise
from .lemmas_some import fails
from .limits import R
from .orders import UNIT, Grown, Order
from .premises import all_of, axes_of, entries, lemma, total, unknowns
from .sums import added, with_sums
from .symbols import Symbols
from .tensors import Core, Tensor

if TYPE_CHECKING:
    from .book import Let
    from .world import World

ZERO, ONE, HALF = Fraction(0), Fraction(1), Fraction(1, 2)


@lemma
@precise
def superposed(world: World, core: Core) -> list[str]:
    """If each step takes combinations of the trajectories' entries, exhibited, as many as there are entries
    and independent, to multiples q > -1 of themselves and a number b, each is c + (u - c) q^k for all k, or
    u + b k where q is 1, u what it starts at. So all entries are known.
    """
    named = all_of(world, core, "trajectory")
    lets = linear(world, named)
    state = State(world, lets)
    needs(lets, "steps are linear")
    keys = list(state.after)
    rows = combinations(world, lets, len(keys))
    matrix = [[row.get(key, ZERO) for key in keys] for row in rows]
    needs(len(independent(matrix)[0]) == len(keys), "the combinations exhibited are independent")
    there = dict(zip(keys, placed(matrix, [law(state, row) for row in rows]), strict=True))
    known: dict[str, Any] = {let.core[1]: Tensor(lambda _: R, "running") for let in named.values()}
    known |= {name: Tensor(lambda at, name=name: there[name, at], name) for name in lets}
    if not fails(world, with_sums(world, core, known, R, GROWTH), core):
        raise Undecided("the formula is not seen to fail there")
    return [f"premise     each step takes the combinations exhibited of {', '.join(lets)} to their multiples"]


def linear(world: World, named: dict[str, Let]) -> dict[str, Let]:
    """All trajectories but those that add up what is not linear in the others."""
    ops = Symbols()
    found: dict[str, Let] = {}
    known = {name: unknowns(ops, name) for name in named}
    for name, let in named.items():
        if added(world, name, let) is None:
            found[name] = let
            continue
        with suppress(Undecided), world.under(ops, known):
            for x in entries(world, let.core[3], let).values():
                ops.linear(x)
            found[name] = let
    return found


def combinations(world: World, lets: dict[str, Let], count: int) -> list[Form]:
    found: list[Form] = []
    for i in range(count):
        row: dict[Key, Fraction] = {}
        for name, let in lets.items():
            shown = world.exhibited(f"{name}.{i}", axes_of(let), {})
            row |= {(name, cell): shown[cell] for cell in world.cells(axes_of(let)) if shown[cell]}
        needs(row, "a combination exhibited is not 0")
        found.append(row)
    return found


def law(state: State, u: Form) -> Any:
    """A combination for all large k, which is R."""
    b, moved = state.later(u)
    first = next(iter(u))
    q = moved.get(first, ZERO) / u[first]
    needs(moved == {key: q * c for key, c in u.items() if q}, "each step takes a combination to a multiple")
    needs(q > -1, "no combination changes its sign without end and does not shrink")
    start = state.starts(u)
    if q == 1:
        return GROWTH.add(start, GROWTH.mul(b, R))
    rest = exact.mul(1 / (ONE - q), b)
    off = exact.subtract(start, rest)
    if q == 0 or exact.sign(off) == 0:  # it is there after one step
        return rest
    if q < 0:
        return Grown([(rest, UNIT)], Order({1: exact.mul(HALF, exact.log(-q))}, 0))
    return Grown([(rest, UNIT), (off, Order({1: exact.log(q)}, 0))])


def placed(matrix: list[list[Fraction]], values: list[Any]) -> list[Any]:
    """The entries of which combinations have these values."""
    units = [[Fraction(i == j) for j in range(len(matrix))] for i in range(len(matrix))]
    columns = [solve(matrix, unit, exact) for unit in units]
    return [
        total(GROWTH, (GROWTH.mul(column[i], x) for column, x in zip(columns, values, strict=True)))
        for i in range(len(matrix))
    ]
