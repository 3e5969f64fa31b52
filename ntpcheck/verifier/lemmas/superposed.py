"""A lemma on trajectories that move each other by linear steps: what all their entries are for all large k.

It is derived in the linear paper's `derivations.md`.
"""

from collections.abc import Iterable
from contextlib import suppress
from fractions import Fraction
from typing import Any

from ..arithmetic import exact
from ..arithmetic.algebra import independent, solve
from ..arithmetic.intervals import Undecided
from ..asymptotics.limits import GROWTH, R
from ..asymptotics.orders import HALF, ONE, UNIT, ZERO, Grown, Order
from ..asymptotics.spoken import denied
from ..instance.needs import Needing
from ..instance.tensors import Core, Tensor
from ..instance.world import World
from ..language.book import Let
from ..shared.premises import all_of, clocks, entries, lemma, needs, precise, table, total, unknowns
from ..shared.runs import shown_in_all
from ..shared.sums import added, with_sums
from ..shared.tilted import tilted
from ..shared.waning import waning
from ..terms.symbols import Symbols
from .modes import Form, State
from .some import fails


@lemma
@precise
def superposed(world: World, core: Core) -> list[str]:
    """If each step takes combinations of the trajectories' entries, exhibited, as many as there are entries
    and independent, to multiples q > -1 of themselves and a number b, each is c + (u - c) q^k for all k, or
    u + b k where q is 1, u what it starts at. So all entries are known. Where q <= -1, every second step is
    looked at. Where q is a quotient of polynomials in k like a (1 + s / k), and b is (1 - q) c, a combination
    is c + L a^k k^s (1 + o(1)), with bounds of L. Shares that sum to 1, of which each step multiplies the
    ratios by numbers, are known too.
    """
    named = all_of(world, core, "trajectory")
    shares = tilted(world, named)
    lets = linear(world, {name: let for name, let in named.items() if name not in shares})
    state = State(world, lets)
    needs(lets or shares, "steps are linear")
    keys = list(state.after)
    rows = combinations(world, lets, len(keys))
    matrix = [[row.get(key, ZERO) for key in keys] for row in rows]
    needs(len(independent(matrix)[0]) == len(keys), "the combinations exhibited are independent")
    told = premise(lets, shares)

    def known(odd: int | None) -> dict[str, Any]:
        there = dict(zip(keys, placed(matrix, [law(state, row, odd) for row in rows]), strict=True))
        k = R if odd is None else second(odd)
        found: dict[str, Any] = clocks(named, k)
        found |= {name: Tensor(lambda at, name=name: there[name, at], name) for name in lets}
        return found | {name: table(x, name) for name, x in shares.items()}

    reason = Undecided("the formula is not seen to fail there")
    try:
        if fails(world, with_sums(world, core, known(None), R, GROWTH), core):
            return [told]
    except Undecided as said:
        reason = said
    speaks = core[0] != "some" or not Needing(world, core).of(core, {}).all
    if len(lets) == len(named) and not denied(world, core) and speaks:
        with suppress(Undecided):
            found = [fails(world, known(odd), core) for odd in (0, 1)]  # it has a value along both
            if any(found):
                return [told, "premise     it is false of every second step"]
    raise reason


def premise(lets: Iterable[str], shares: Iterable[str]) -> str:
    """What is said of linear steps, and of shares."""
    said = [f"takes the combinations exhibited of {', '.join(lets)} to their multiples"] if lets else []
    said += [f"multiplies ratios of the shares {', '.join(shares)}"] if shares else []
    return f"premise     each step {', and '.join(said)}"


def second(odd: int) -> Any:
    """k = 2 R, or 2 R + 1."""
    return GROWTH.add(GROWTH.mul(Fraction(2), R), Fraction(odd))


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
        found.append({key: c for key, c in shown_in_all(world, lets, i).items() if c})
        needs(found[-1], "a combination exhibited is not 0")
    return found


def law(state: State, u: Form, odd: int | None = None) -> Any:
    """A combination for all large k, which is R; or with `odd` 2 R, or 2 R + 1."""
    try:
        b, moved = state.later(u)
    except Undecided:
        needs(odd is None, "no step names its number")
        return waning(state, u)
    first = next(iter(u))
    q = moved.get(first, ZERO) / u[first]
    needs(moved == {key: q * c for key, c in u.items() if q}, "each step takes a combination to a multiple")
    needs(q > -1 or odd is not None, "no combination changes its sign without end and does not shrink")
    start = state.starts(u)
    if q == 1:
        return GROWTH.add(start, GROWTH.mul(b, R if odd is None else second(odd)))
    rest = exact.mul(1 / (ONE - q), b)
    off = exact.subtract(start, rest)
    if q == 0 or exact.sign(off) == 0:  # it is there after one step
        return rest
    if odd is not None:
        off, q = exact.mul(q**odd, off), q * q
        return Grown([(rest, UNIT), (off, Order({1: exact.log(q)} if q != 1 else {}, 0))])
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
