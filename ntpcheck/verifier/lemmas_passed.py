"""A lemma on sums of what is never negative: what they have passed at a step they never come back to.

It is derived in the linear paper's `derivations.md`.
"""

from __future__ import annotations

from contextlib import suppress
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from . import exact
from .growth import INFINITY
from .intervals import Undecided
from .lemmas_held import followed
from .lemmas_rates import needs, precise
from .lemmas_some import parts
from .premises import all_of, entries, lemma, unknowns
from .sums import Steps, added, number
from .symbols import Symbols
from .tensors import Core, Env

if TYPE_CHECKING:
    from .book import Let
    from .world import World

NOT_NEGATIVE = (0, 1)


@lemma
@precise
def passed(world: World, core: Core) -> list[str]:
    """A number to which each step adds what is never negative, or never positive, stays from a step on,
    exhibited, on one side of what it is there. So it tends to nothing on the other side.
    """
    named, last = all_of(world, core, "trajectory"), world.exhibited("step", (), {})[()]
    ways = one_way(world, named)
    needs(ways, "a trajectory adds up what is never negative, or never positive")
    at = followed(world, named, last)
    ops = Symbols()
    known: dict[str, Any] = {}
    for name, let in named.items():
        known[name] = unknowns(ops, name)
        known[let.core[1]] = number(ops.add(last, ops.unknown(let.core[1], NOT_NEGATIVE)))
    for name, way in ways.items():
        known[name] = number(ops.add(at[name][()], ops.mul(way, ops.unknown(name, NOT_NEGATIVE))))
    with world.under(ops, known, moment=True):
        if not any(fails(world, ops, part, env) for part, env in parts(world, core, {})):
            raise Undecided("the formula is not seen to fail from that step on")
    told = " and ".join(f"{name} never {'falls' if way > 0 else 'rises'}" for name, way in ways.items())
    return [f"premise     {told}, by what each step adds; the step exhibited is {last}"]


def one_way(world: World, named: dict[str, Let]) -> dict[str, Fraction]:
    """The numbers that never fall, and those that never rise. Every step has a value, wherever it is made."""
    numbers = {name: let for name, let in named.items() if not let.indices}
    adds = {name: rest for name, let in numbers.items() if (rest := added(world, name, let)) is not None}
    steps, found = Steps(world, named, adds), dict[str, Fraction]()
    steps.check()
    with world.under(steps.ops, steps.known):
        for name, let in named.items():
            if name not in adds:
                entries(world, let.core[3], let)
        for name, rest in adds.items():
            with suppress(Undecided):  # a condition may be
                low, high = steps.ops.sign_bounds(world.number(rest, {}))
                if low >= 0 or high <= 0:
                    found[name] = Fraction(1 if low >= 0 else -1)
    return found


def fails(world: World, ops: Symbols, part: Core, env: Env) -> bool:
    """Whether a part is false for all that the numbers may be from the step on."""
    try:
        if part[0] in ("always", "eventually"):
            return world.formula(part[1], env) is False
        if part[0] != "tends" or part[2][0] == INFINITY:
            return False
        apart, slopes = ops.linear(world.number(("-", part[1], part[2]), env))
    except Undecided:
        return False
    signs = {exact.sign(c) for c in slopes.values()}
    return exact.sign(apart) in (-1, 1) and signs <= {exact.sign(apart)} and free(ops, slopes)


def free(ops: Symbols, slopes: dict[Any, Any]) -> bool:
    """Whether none of these unknowns is ever negative."""
    return all(ops.atoms[ops.numbers[name]][0] >= 0 for name in slopes)
