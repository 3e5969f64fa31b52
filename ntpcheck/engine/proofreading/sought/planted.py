"""Objects that are planted on purpose: another matrix in the place of W^mm, or of W*, for book and checker.

What a line says of the true W^mm it may say whatever stands in its other parts: an order that W^mm keeps
anyway, a condition that it always meets. So the checker and the book are both shown another matrix under that
name. The book has it as a field of the instance in the place of its definition; of the checker, every result
on the instance that holds the true matrix holds the other one. All else both compute anew from it.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Protocol

import flint
import numpy as np

from ntpcheck.arithmetic import exact_array, midpoint
from ntpcheck.claim import Claim, Effort
from ntpcheck.engine.proofreading.sought.bent import altered
from ntpcheck.engine.proofreading.sought.drawing import UNANSWERED
from ntpcheck.engine.proofreading.sought.placements import projected
from ntpcheck.instances.base import Instance
from ntpcheck.statement.allowance import allow
from ntpcheck.statement.editing.misprints import copied
from ntpcheck.statement.printing.reading import names
from ntpcheck.verifier.arithmetic import exact
from ntpcheck.verifier.arithmetic.intervals import TooMuch, Undecided, Undefined
from ntpcheck.verifier.arithmetic.kinds import Nonlinear
from ntpcheck.verifier.language.book import Field
from ntpcheck.verifier.shared import premises

if TYPE_CHECKING:
    from ntpcheck.verifier.instance.world import World
    from ntpcheck.verifier.language.book import Book
    from ntpcheck.verifier.language.book import Claim as Statement

SAME = 1e-9  # of entries: the book's matrix and the checker's
GRID = 8  # planted entries are multiples of 1 / GRID
ALLOWANCE, BITS = 200_000, 128
UNTOLD = (Undecided, Undefined, TooMuch, Nonlinear, LookupError)


class Planting(Protocol):
    """Other values of a definition of the book, in an instance and in what a checker concludes."""

    @property
    def name(self) -> str: ...

    def into(self, instance: Mapping[str, Any]) -> dict[str, Any]: ...

    def conclusion(self, claim: Claim) -> Callable[[Any], Any]: ...


@dataclass(frozen=True)
class Plant:
    """A definition of the book, its value `[.., ..]` in doubles, and the rationals in its place."""

    name: str
    true: np.ndarray
    new: np.ndarray

    def into(self, instance: Mapping[str, Any]) -> dict[str, Any]:
        """An instance with the planted matrix among its fields."""
        return {**instance, slot(self.name): [[str(x) for x in row] for row in self.new]}

    def conclusion(self, claim: Claim) -> Callable[[Any], Any]:
        """The checker's conclusion with the planted matrix wherever a result holds the true one."""

        def conclude(fresh: Any) -> Any:
            if not fresh.is_exact:
                raise ValueError("planted entries are exact")
            asked = fresh.replace()
            claim.conclude(asked, Effort())
            for key, value in _holding(asked).items():
                if _same(_doubles(value.W), self.true):
                    new = exact_array([[str(x) for x in row] for row in self.new])
                    fresh.cache[key] = altered(value, W=new)
            return claim.conclude(fresh, Effort())

        return conclude


def slot(name: str) -> str:
    """The key of an instance under which what is planted for a definition stands: no field has it."""
    return f"planted {name}"


def freed(book: Book, name: str) -> Book:
    """A copy of a book in which a definition is a field of the instance instead; the book itself for none."""
    if not name:
        return book
    found, let = copied(book), book.lets[name]
    letters, axes = zip(*let.indices, strict=True)
    core = ("field", name, tuple(("v", letter) for letter in letters))
    field = Field(axes, "num", natural=False, source=slot(name))
    if let.kind == "bool":
        core = ("cmp", "!=", core, ("q", Fraction(0)))
    found.lets = {**book.lets, name: replace(let, core=core, kind="bool" if let.kind == "bool" else "num")}
    found.givens = {
        given: fields | ({name: field} if let.given in book.chain(given) else {})
        for given, fields in book.givens.items()
    }
    return found


def matrices(book: Book, stated: Statement) -> list[str]:
    """The points without arguments that a claim's statement rests on."""
    used = names(book, (stated.core, stated.asked, stated.undefined))
    return [
        name for name in sorted(used) if book.lets[name].kind == "point" and not book.lets[name].parameters
    ]


def anything(world: World, name: str, seed: object) -> Any:
    """Small numbers in the place of a point of which neither the book nor the checker speaks."""
    source = random.Random(str(seed))
    shape = [world.sizes[axis] for _, axis in world.book.lets[name].indices]
    return np.vectorize(lambda _: str(Fraction(source.randint(-4, 4), 2)))(np.zeros(shape)).tolist()


def plants(world: World, claim: Claim, instance: Instance, source: random.Random) -> Iterator[Plant]:
    """Other matrices for each of the points that both the book and the checker have on an instance."""
    asked = instance.replace()
    try:
        with flint.ctx.workprec(BITS):
            claim.conclude(asked, Effort())
    except UNANSWERED:
        return
    kept = [_doubles(value.W) for value in _holding(asked).values()]
    for name in matrices(world.book, world.book.claims[claim.id]):
        true = _entries(world, name)
        if true is not None and true.any() and any(_same(W, true) for W in kept):
            others = (*_others(true, source), *_beside(world, name, true))
            yield from (Plant(name, true, other) for other in others)


def _holding(instance: Instance) -> dict[Any, Any]:
    """The results on an instance that hold a matrix W."""
    return {
        key: value
        for key, value in instance.cache.items()
        if isinstance(getattr(value, "W", None), np.ndarray) and np.ndim(value.W) == 2
    }


def _doubles(W: Any) -> np.ndarray:
    return np.vectorize(midpoint, otypes=[float])(W)


def _same(one: np.ndarray, other: np.ndarray) -> bool:
    return one.shape == other.shape and bool(
        np.abs(one - other).max(initial=0.0) <= SAME * (1 + np.abs(other).max(initial=0.0))
    )


def _entries(world: World, name: str) -> np.ndarray | None:
    """`[.., ..]` a point of the book as doubles; None where it is not told."""
    let = world.book.lets[name]
    letters, axes = zip(*let.indices, strict=True)
    found = np.zeros([world.sizes[axis] for axis in axes])
    allow(ALLOWANCE)
    world.reset(BITS)
    try:
        for where in np.ndindex(found.shape):
            env = dict(zip(letters, where, strict=True))
            low, high = exact.enclose(world.number(("let", name, (), tuple(("v", x) for x in letters)), env))
            found[where] = float((low + high) / 2)
    except UNTOLD:
        return None
    return found


def _beside(world: World, name: str, true: np.ndarray) -> Iterator[np.ndarray]:
    """What a projection of a tensor of the instance leaves of it, and what it keeps, added."""
    axes = premises.axes_of(world.book.lets[name])
    for key, field in world.book.givens[world.given].items():
        if field.axes != axes or field.kind != "num" or field.natural:
            continue
        for kept in projected(world, key, axes):
            parts = {True: np.zeros(true.shape, dtype=object), False: np.zeros(true.shape, dtype=object)}
            for cell, x in kept.items():
                parts[True][cell], parts[False][cell] = x, Fraction(world.read(key, cell)) - x
            near = np.vectorize(Fraction, otypes=[object])(true)
            yield from (near + part for part in parts.values())


def _others(true: np.ndarray, source: random.Random) -> Iterator[np.ndarray]:
    """Half of it, once and a half with one entry moved, small numbers, its first row alone; all on a grid."""
    near = np.vectorize(lambda x: Fraction(round(x * GRID), GRID), otypes=[object])(true)
    yield near / 2
    moved = near * Fraction(3, 2)
    at = tuple(source.randrange(n) for n in true.shape)
    moved[at] += Fraction(source.choice((-1, 1)), 2)
    yield moved
    yield np.vectorize(lambda _: Fraction(source.randint(-4, 4), 2), otypes=[object])(true)
    yield np.repeat(near[:1], len(near), axis=0)
