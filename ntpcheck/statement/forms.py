"""The signed slack of a book's formula at an instance, in the sense of evidence.py: by how much it holds.

A comparison's slack is the difference of its sides, minus their distance for an equality; `and` and `forall`
take the least, `or` and `exists` the largest. What has no sides (a graph, a rank condition) has no slack.
Checkers use other forms too: the difference of the sides' logs, or their quotient.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from ntpcheck.verifier.arithmetic.exact import (
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
from ntpcheck.verifier.arithmetic.intervals import Undecided
from ntpcheck.verifier.instance.tensors import Core, Env
from ntpcheck.verifier.instance.world import PRECISIONS, World

Leaf = Callable[[str, Any, Any], Any]  # of a comparison's sign and sides
ALL = ("exists", "or", "forall", "and")
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

    def by(sign: str, a: Any, b: Any) -> Any:
        if sign in ("=", "!="):
            distance = absolute(FORMS[form](a, b))
            return neg(distance) if sign == "=" else distance
        return FORMS[form](a, b) if sign in (">", ">=") else FORMS[form](b, a)

    return _bounds(world, lambda: _gathered(world, core, {}, by), precisions)


def larger(
    world: World, core: Core, precisions: Sequence[int] = PRECISIONS[:3]
) -> tuple[Fraction, Fraction] | None:
    """Bounds of the largest side, in absolute value, of all comparisons that a formula asserts."""

    def size(_: str, a: Any, b: Any) -> Any:
        return extreme(absolute(a), absolute(b), largest=True)

    return _bounds(world, lambda: _gathered(world, core, {}, size, ALL), precisions)


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


def _gathered(world: World, e: Core, env: Env, by: Leaf, largest: Collection[str] = ALL[:2]) -> Any:
    """What comparisons come to, and of several the least; largest: the words of which it is the largest."""
    kind, rest = e[0], (by, largest)
    if kind == "cmp":
        return by(e[1], *(world.number(part, env) for part in e[2:4]))
    if kind in ("forall", "exists"):
        inner = world.each(e[1], e[2], env)
        return _least((_gathered(world, e[3], one, *rest) for one in inner), largest=kind in largest)
    if kind in ("and", "or"):
        return _least((_gathered(world, part, env, *rest) for part in e[1:]), largest=kind in largest)
    if kind == "implies":
        return _gathered(world, e[2], env, *rest) if world.sure(e[1], env) else None
    if kind == "if":
        return _gathered(world, e[2] if world.sure(e[1], env) else e[3], env, *rest)
    if kind == "let":
        return _gathered(world, world.book.lets[e[1]].core, world.inside(e, env), *rest)
    raise NoSides(kind)
