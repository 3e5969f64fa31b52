"""What is said of every number of an interval, as the number goes to an end of it.

A part of the lemma `everywhere`, derived with it.
"""

from collections.abc import Iterator
from contextlib import suppress
from fractions import Fraction
from typing import Any

from ..arithmetic import exact
from ..arithmetic.intervals import Undecided, Undefined
from ..asymptotics.constants import conjuncts, names
from ..asymptotics.growth import INFINITY
from ..asymptotics.limits import GROWTH, R
from ..instance.tensors import Core, Env, Grows, Tensor
from ..instance.world import World
from .premises import Unknown, scalar

WALKED = ("and", "or", "forall", "exists", "cmp")
FALSE, TRUE = (("cmp", "<", ("q", Fraction(x)), ("q", Fraction(0))) for x in (0, -1))
WEAKER = {"<": "<=", "<=": "<=", ">": ">=", ">=": ">=", "=": "="}


def weakened(world: World, e: Core, env: Env) -> Iterator[tuple[Core, Env]]:
    """For `every g | C. F`, what is true if it is: F at each end that has C, and as g goes to an end."""
    if e[0] != "every" or [axes for _, axes in e[1]] != [()]:
        return
    ((g, _),), guard, body = e[1:]
    others = {name for name, x in env.items() if isinstance(x, Unknown | Grows)}
    known = {name: x for name, x in env.items() if name not in others}
    if guard is not None and names(guard, others):
        return
    for c in turns(world, guard, g, known):
        at = scalar(c, g)
        with suppress(Undecided, Undefined), world.under(exact):
            if guard is not None and world.formula(guard, {**known, g: at}) is True:
                yield body, {**env, g: at}
    if body[0] not in WALKED:
        return
    for there in ends(world, guard, g, known):
        near = {**known, g: scalar(there, g)}
        try:
            with world.under(GROWTH):
                if guard is not None and world.formula(guard, near) is not True:
                    continue
            limits: dict[str, Tensor] = {}
            yield replaced(world, body, g, others, near, limits), {**env, **limits}
        except (Undecided, Undefined, KeyError):
            continue


def ends(world: World, guard: Core | None, g: str, known: Env) -> Iterator[Any]:
    """R, -R, and what is 1 / R from a number that a condition compares g with."""
    yield from (R, GROWTH.neg(R))
    step = GROWTH.divide(Fraction(1), R)
    for c in turns(world, guard, g, known):
        yield from (GROWTH.add(c, step), GROWTH.subtract(c, step))


def turns(world: World, guard: Core | None, g: str, known: Env) -> Iterator[Any]:
    """The numbers that a condition compares g with."""
    for part in conjuncts(guard):
        if part[0] == "cmp":
            for side, other in (part[2:], (part[3], part[2])):
                if side == ("par", g, ()) and not names(other, {g}):
                    with world.under(exact):
                        c = world.number(other, known)
                    yield c


def replaced(world: World, e: Core, g: str, others: set[str], near: Env, limits: dict[str, Tensor]) -> Core:
    """F with each side of a comparison that hangs on g as what it tends to, and `<` as `<=`."""
    if not names(e, {g}):
        return e
    if e[0] in ("and", "or"):
        return (e[0], *(replaced(world, part, g, others, near, limits) for part in e[1:]))
    if e[0] in ("forall", "exists") and not names(e[2], {g}):
        bound = {letter for letter, _ in e[1]}
        free = {name: x for name, x in near.items() if name not in bound}
        return (*e[:3], replaced(world, e[3], g, others, free, limits))
    if e[0] != "cmp" or e[1] not in WEAKER:
        raise Undecided("what is said of every number is said of it in another way")
    sides, heights = list(e[2:]), [0, 0]
    for i, side in enumerate(e[2:]):
        if names(side, {g}):
            sides[i], heights[i] = limit(world, side, g, others, near, limits)
    if heights == [0, 0]:
        return ("cmp", WEAKER[e[1]], *sides)
    if all(heights):
        raise Undecided("both sides grow without end")
    return TRUE if (heights[0] < heights[1]) == (e[1][0] == "<") and e[1] != "=" else FALSE


def limit(
    world: World, side: Core, g: str, others: set[str], near: Env, limits: dict[str, Tensor]
) -> tuple[Core, int]:
    """What a side tends to, and 0, or the sign of what it grows to."""
    if names(side, others):
        raise Undecided("a side hangs on the number and on what is unknown")
    with world.under(GROWTH):
        found = GROWTH.limit(world.number(side, near))
    if isinstance(found, tuple) and found[0] == INFINITY:
        return side, found[1]
    name = f"{g}.end.{len(limits)}"
    limits[name] = scalar(found, name)
    return ("par", name, ()), 0
