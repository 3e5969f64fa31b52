"""The signed slack of a book's formula at an instance, in the sense of evidence.py: by how much it holds.

A comparison's slack is the difference of its sides, minus their distance for an equality; `and` and `forall`
take the least, `or` and `exists` the largest. What has no sides (a graph, a rank condition) has no slack.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any

from ntpcheck.verifier.exact import absolute, enclose, extreme, neg, subtract
from ntpcheck.verifier.intervals import Undecided
from ntpcheck.verifier.world import PRECISIONS, World

Core = tuple[Any, ...]


class NoSides(Exception):
    """The formula is true or false without two sides that could be compared."""


def slack(world: World, core: Core) -> tuple[Fraction, Fraction] | None:
    """Bounds of the slack, at the first precision that gives 40 bits; None where nothing is asserted."""
    found: tuple[Fraction, Fraction] | None = None
    for bits in PRECISIONS[:3]:
        world.reset(bits)
        try:
            value = _slack(world, core, {})
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


def _slack(world: World, e: Core, env: dict[str, Any]) -> Any:
    kind = e[0]
    if kind == "cmp":
        difference = subtract(world.number(e[2], env), world.number(e[3], env))
        if e[1] in ("=", "!="):
            return neg(absolute(difference)) if e[1] == "=" else absolute(difference)
        return difference if e[1] in (">", ">=") else neg(difference)
    if kind in ("forall", "exists"):
        inner = world.each(e[1], e[2], env)
        return _least((_slack(world, e[3], one) for one in inner), largest=kind == "exists")
    if kind in ("and", "or"):
        return _least((_slack(world, part, env) for part in e[1:]), largest=kind == "or")
    if kind == "implies":
        return _slack(world, e[2], env) if world.sure(e[1], env) else None
    if kind == "if":
        return _slack(world, e[2] if world.sure(e[1], env) else e[3], env)
    if kind == "let":
        return _slack(world, world.book.lets[e[1]].core, world.inside(e, env))
    raise NoSides(kind)
