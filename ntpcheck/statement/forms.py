"""The signed slack of a book's formula at an instance, in the sense of evidence.py: by how much it holds.

A comparison's slack is the difference of its sides, minus their distance for an equality; `and` and `forall`
take the least, `or` and `exists` the largest. What has no sides (a graph, a rank condition) has no slack.
Checkers use other forms too: the difference of the sides' logs, or their quotient.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from ntpcheck.verifier.exact import (
    absolute,
    divide,
    enclose,
    exp,
    extreme,
    log,
    mul,
    neg,
    sqrt,
    subtract,
)
from ntpcheck.verifier.intervals import Undecided
from ntpcheck.verifier.world import PRECISIONS, World

Core = tuple[Any, ...]
ONE = Fraction(1)
Form = Callable[[Any, Any], Any]  # of the larger side and the smaller one


class NoSides(Exception):
    """The formula is true or false without two sides that could be compared."""


def _square(x: Any) -> Any:
    return mul(x, x)


FORMS: Mapping[str, Form] = {
    "difference": subtract,
    "difference of logs": lambda a, b: subtract(log(a), log(b)),
    "share of the smaller": lambda a, b: subtract(divide(a, b), ONE),
    "share of the larger": lambda a, b: subtract(ONE, divide(b, a)),
    "difference of squares": lambda a, b: subtract(_square(a), _square(b)),
    "difference of roots": lambda a, b: subtract(sqrt(a), sqrt(b)),
    "difference of powers of e": lambda a, b: subtract(exp(a), exp(b)),
}


def slack(
    world: World, core: Core, form: str = "difference", precisions: Sequence[int] = PRECISIONS[:3]
) -> tuple[Fraction, Fraction] | None:
    """Bounds of the slack, at the first precision that gives 40 bits; None where nothing is asserted."""
    return _bounds(world, lambda: _slack(world, core, {}, FORMS[form]), precisions)


def larger(
    world: World, core: Core, precisions: Sequence[int] = PRECISIONS[:3]
) -> tuple[Fraction, Fraction] | None:
    """Bounds of the largest side, in absolute value, of all comparisons that a formula asserts."""
    return _bounds(world, lambda: _larger(world, core, {}), precisions)


def _bounds(
    world: World, number: Callable[[], Any], precisions: Sequence[int]
) -> tuple[Fraction, Fraction] | None:
    found: tuple[Fraction, Fraction] | None = None
    for bits in precisions:
        world.reset(bits)
        try:
            value = number()
        except Undecided:
            continue
        if value is None:
            return None
        found = enclose(value)
        if found[1] - found[0] <= abs(found[0]) / 2**40:
            return found
    if found is None:
        raise Undecided("no precision gives the slack")
    return found


def _least(values: Iterable[Any], *, largest: bool = False) -> Any:
    best = None
    for value in values:
        if value is not None:
            best = value if best is None else extreme(best, value, largest=largest)
    return best


def _slack(world: World, e: Core, env: dict[str, Any], form: Form) -> Any:
    kind = e[0]
    if kind == "cmp":
        a, b = world.number(e[2], env), world.number(e[3], env)
        if e[1] in ("=", "!="):
            distance = absolute(form(a, b))
            return neg(distance) if e[1] == "=" else distance
        return form(a, b) if e[1] in (">", ">=") else form(b, a)
    if kind in ("forall", "exists"):
        inner = world.each(e[1], e[2], env)
        return _least((_slack(world, e[3], one, form) for one in inner), largest=kind == "exists")
    if kind in ("and", "or"):
        return _least((_slack(world, part, env, form) for part in e[1:]), largest=kind == "or")
    if kind == "implies":
        return _slack(world, e[2], env, form) if world.sure(e[1], env) else None
    if kind == "if":
        return _slack(world, e[2] if world.sure(e[1], env) else e[3], env, form)
    if kind == "let":
        return _slack(world, world.book.lets[e[1]].core, world.inside(e, env), form)
    raise NoSides(kind)


def _larger(world: World, e: Core, env: dict[str, Any]) -> Any:
    kind = e[0]
    if kind == "cmp":
        return extreme(*(absolute(world.number(part, env)) for part in e[2:4]), largest=True)
    if kind in ("forall", "exists"):
        return _least((_larger(world, e[3], one) for one in world.each(e[1], e[2], env)), largest=True)
    if kind in ("and", "or"):
        return _least((_larger(world, part, env) for part in e[1:]), largest=True)
    if kind == "implies":
        return _larger(world, e[2], env) if world.sure(e[1], env) else None
    if kind == "if":
        return _larger(world, e[2] if world.sure(e[1], env) else e[3], env)
    if kind == "let":
        return _larger(world, world.book.lets[e[1]].core, world.inside(e, env))
    raise NoSides(kind)
