"""Numbers that `some` and `every` are asked about where no file names any.

What they show is sound: a number that has the property settles `some`, one that lacks it settles `every`.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from ntpcheck.statement.hints.proposals import named_unknowns, nested, pool
from ntpcheck.verifier.arithmetic.intervals import Undecided
from ntpcheck.verifier.arithmetic.kinds import ZERO
from ntpcheck.verifier.instance.tensors import Core, Env, Tensor
from ntpcheck.verifier.instance.world import World

TRIED = 10  # choices of numbers for all unknowns of a formula
SCALARS = tuple(map(Fraction, ("1", "1/2", "1/10", "10", "1000")))
TURN = ((Fraction(3, 5), Fraction(-4, 5)), (Fraction(4, 5), Fraction(3, 5)))


class Shown(World):
    """A world in which unknowns are these numbers, by their names."""

    def __init__(self, world: World, numbers: Mapping[str, Any]) -> None:
        super().__init__(world.book, world.given, world.sizes, world.fields, world.hints, world.search)
        # The unknowns of each `some` and `every` whose condition these meet, and of those whose they do not.
        self.met, self.missed = set[tuple[str, ...]](), set[tuple[str, ...]]()
        self.numbers = {name: Tensor(_entry(shown), name) for name, shown in numbers.items()}

    def exhibited(self, name: str, axes: tuple[str, ...], env: Env) -> Tensor:
        if name not in self.numbers:
            raise Undecided(f"nothing is exhibited for {name}")
        return self.numbers[name]

    def rare(self, e: Core, env: Env) -> bool | None:
        if e[0] in ("some", "every") and (unknowns := tuple(name for name, _ in e[1])) not in self.met:
            inner = {**env, **{name: self.exhibited(name, axes, env) for name, axes in e[1]}}
            told = True if e[2] is None else self.formula(e[2], inner)
            (self.met if told else self.missed if told is False else set[tuple[str, ...]]()).add(unknowns)
        return super().rare(e, env)


def _entry(shown: Any) -> Any:
    def at(where: tuple[int, ...]) -> Fraction:
        part = shown
        for i in where:
            part = part[i]
        return Fraction(part)

    return at


def exhibits(world: World, core: Core) -> Iterator[dict[str, Any]]:
    """Choices of numbers for a formula's unknowns; the same for all formulas with these at an instance.

    First 0 for all tensors, where much is least, with large and with small numbers.
    """
    unknowns = named_unknowns(core)
    if not unknowns:
        return
    source = random.Random(repr(sorted(world.sizes.items())))
    pools = {axes: offers(world, axes) for axes in unknowns.values()}
    nothing = {axes: nested(world, axes, dict.fromkeys(world.cells(axes), ZERO)) for axes in pools if axes}
    for scalar in (max(SCALARS), min(SCALARS)) if nothing else ():
        yield {name: nothing.get(axes, scalar) for name, axes in unknowns.items()}
    for _ in range(TRIED):
        yield {name: source.choice(pools[axes]) for name, axes in unknowns.items()}


def offers(world: World, axes: tuple[str, ...]) -> list[Any]:
    """Numbers worth trying: the instance's own, the book's points, units, what rises
    along all axes but the first, and rotations of a square."""
    if not axes:
        return list(SCALARS)
    found = [
        nested(world, axes, {w: Fraction(1 + sum(w[1:])) for w in world.cells(axes)}),
        *pool(world, axes),
    ]
    if len(axes) == 2 and len(set(axes)) == 1:
        found += [rotation(world, axes, turned) for turned in (False, True)] * max(1, len(found) // 2)
    return found


def rotation(world: World, axes: tuple[str, ...], turned: bool) -> Any:  # noqa: FBT001
    """The axes shifted by one, and the first two turned."""
    d = world.sizes[axes[0]]
    rows = {(a, b): Fraction(int(b == (a + 1) % d)) for a in range(d) for b in range(d)}
    if turned and d > 1:
        rows |= {(a, b): TURN[a][b] if max(a, b) < 2 else Fraction(int(a == b)) for a, b in rows}
    return nested(world, axes, rows)
