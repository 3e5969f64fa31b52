"""Numbers that lemmas may need exhibited, lemma by lemma, as hints of a counterexample file."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import lru_cache
from itertools import product
from typing import Any

import numpy as np

from ntpcheck.statement.hints.numeric import stepped
from ntpcheck.verifier.arithmetic import exact
from ntpcheck.verifier.arithmetic.intervals import Undecided, Undefined
from ntpcheck.verifier.arithmetic.kinds import Nonlinear
from ntpcheck.verifier.instance.tensors import Tensor
from ntpcheck.verifier.instance.world import World
from ntpcheck.verifier.shared import premises

Cell = tuple[int, ...]
Hints = dict[str, Any]
Propose = Callable[[World, Any], Iterator[Hints]]
ZERO = Fraction(0)
FAR = 24.0  # a radius at which a path is near its limit, and its gradient no rounding error


def nested(world: World, axes: tuple[str, ...], values: dict[Cell, Any], at: Cell = ()) -> Any:
    """Nested lists of rationals, as files have them."""
    if len(at) < len(axes):
        return [nested(world, axes, values, (*at, i)) for i in range(world.sizes[axes[len(at)]])]
    x = Fraction(values[at])
    return int(x) if x.denominator == 1 else str(x)


def rounded(world: World, axes: tuple[str, ...], values: np.ndarray, fine: int) -> dict[Cell, Fraction]:
    cells = world.cells(axes)
    return {cell: Fraction(round(float(x) * fine), fine) for cell, x in zip(cells, values, strict=True)}


def fields(world: World, axes: tuple[str, ...]) -> Iterator[dict[Cell, Fraction]]:
    """The instance's own tensors of these axes."""
    for name, field in world.book.givens[world.given].items():
        if field.axes == axes and field.kind == "num":
            yield {cell: Fraction(world.read(name, cell)) for cell in world.cells(axes)}


@lru_cache(maxsize=8)
def points(world: World, axes: tuple[str, ...]) -> tuple[dict[Cell, Fraction], ...]:
    """The book's points of these axes that are rational, such as W^mm."""
    return tuple(_points(world, axes))


def _points(world: World, axes: tuple[str, ...]) -> Iterator[dict[Cell, Fraction]]:
    types = set(world.book.chain(world.given))
    for name, let in world.book.lets.items():
        if (
            let.kind == "point"
            and not let.parameters
            and let.given in types
            and premises.axes_of(let) == axes
        ):
            try:
                world.reset(premises.BITS)
                found = {cell: entry(world, name, cell) for cell in world.cells(axes)}
            except (Nonlinear, Undecided, Undefined):
                continue
            if all(isinstance(x, Fraction) for x in found.values()):
                yield found


def entry(world: World, name: str, cell: Cell) -> Any:
    letters = [f"_at{i}" for i in range(len(cell))]
    env = dict(zip(letters, cell, strict=True))
    return world.number(("let", name, (), tuple(("v", x) for x in letters)), env)


def units(world: World, axes: tuple[str, ...]) -> Iterator[dict[Cell, Fraction]]:
    """Tensors of one entry, and of two that add up to 0 along the first axis."""
    cells = list(world.cells(axes))
    none = dict.fromkeys(cells, ZERO)
    for cell in cells:
        yield none | {cell: Fraction(1)}
        yield none | {cell: Fraction(-1)}
    for cell, other in product(cells, cells):
        if axes and cell[0] != other[0] and cell[1:] == other[1:]:
            yield none | {cell: Fraction(1), other: Fraction(-1)}


def turns(world: World, axes: tuple[str, ...]) -> Iterator[dict[Cell, Fraction]]:
    """Square matrices with orthonormal rows: the identity, two rows exchanged, one turned round, a rotation
    by 3/5 and 4/5; and then twice the identity, ones everywhere, and in one row or one column."""
    size = world.sizes[axes[0]] if len(axes) == 2 else 0
    if not size or world.sizes[axes[1]] != size:
        return
    plain = {(i, j): Fraction(i == j) for i in range(size) for j in range(size)}
    ends = [(0, 0), (0, size - 1), (size - 1, 0), (size - 1, size - 1)]
    cosine, sine = Fraction(3, 5), Fraction(4, 5)
    yield plain
    for corner in ((0, 1, 1, 0), (cosine, -sine, sine, cosine)) if size > 1 else ():
        yield plain | dict(zip(ends, map(Fraction, corner), strict=True))
    yield plain | {(0, 0): Fraction(-1)}
    yield {cell: 2 * x for cell, x in plain.items()}
    yield dict.fromkeys(plain, Fraction(1))
    yield {(i, j): Fraction(i == 0) for i, j in plain}
    yield {(i, j): Fraction(j == 0) for i, j in plain}


def pool(world: World, axes: tuple[str, ...]) -> list[Any]:
    """Tensors worth trying, without repetition: zero, the instance's, the book's points, turns, units."""
    found: list[Any] = [nested(world, axes, dict.fromkeys(world.cells(axes), ZERO))]
    for source in (fields, points, turns, units):
        for values in source(world, axes):
            shown = nested(world, axes, values)
            if shown not in found:
                found.append(shown)
    return found


def named_unknowns(core: Any) -> dict[str, tuple[str, ...]]:
    """The unknowns of `some` and `every`, with their axes, outer ones first."""
    found: dict[str, tuple[str, ...]] = {}

    def walk(e: Any) -> None:
        if isinstance(e, tuple):
            if e[:1] in (("some",), ("every",)):
                found.update(e[1])
            for part in e:
                walk(part)

    walk(core)
    return found


# ---- lemma by lemma ----
def nothing(world: World, core: Any) -> Iterator[Hints]:
    del world, core
    yield {}


def attained(world: World, core: Any) -> Iterator[Hints]:
    for name, let in premises.all_of(world, core, "path").items():
        for shown in pool(world, let.core[3]):
            yield {f"claim.{name}": shown}


def conserved(world: World, core: Any) -> Iterator[Hints]:
    """What no step changes, from steps at random points: the rows of a reduced basis."""
    named = premises.all_of(world, core, "trajectory")
    generator = np.random.default_rng(0)
    for name, let in named.items():
        cells = list(world.cells(premises.axes_of(let)))
        moves: list[np.ndarray] = []
        for k in range(2 * len(cells) + 2):
            known = {one: _random(world, other, generator) for one, other in named.items()}
            known |= premises.clocks(named, k)
            start = np.array([known[name][cell] for cell in cells])
            moves.append(stepped(world, let, known, cells) - start)
        for row in kernel(np.array(moves)):
            values = dict(zip(cells, row, strict=True))
            yield {f"claim.{name}": nested(world, premises.axes_of(let), values)}


def _random(world: World, let: Any, generator: np.random.Generator) -> Tensor:
    found = {cell: float(generator.normal()) for cell in world.cells(premises.axes_of(let))}
    return Tensor(found.__getitem__, "random")


def kernel(matrix: np.ndarray) -> list[list[Fraction]]:
    """A basis of what a matrix sends to 0, in reduced form, as short rationals."""
    rank, rows = _turned(matrix)
    return _reduced(rows[rank:])


def spanning(matrix: np.ndarray) -> list[list[Fraction]]:
    """A basis of the space of a matrix's rows, in reduced form, as short rationals."""
    rank, rows = _turned(matrix)
    return _reduced(rows[:rank])


def _turned(matrix: np.ndarray) -> tuple[int, np.ndarray]:
    """The rank, and an orthogonal basis of which so many rows span the matrix's rows."""
    if not np.isfinite(matrix).all():
        raise Undecided("a run leaves the range of doubles")
    _, sizes, rows = np.linalg.svd(matrix, full_matrices=True)
    return int((sizes > 1e-9 * max(float(sizes.max(initial=0.0)), 1e-300)).sum()), rows


def _reduced(rows: np.ndarray) -> list[list[Fraction]]:
    basis = rows.copy()
    for i in range(len(basis)):
        j = int(np.abs(basis[i]).argmax())
        basis[i] /= basis[i, j]
        for k in range(len(basis)):
            if k != i:
                basis[k] -= basis[k, j] * basis[i]
    return [[Fraction(float(x)).limit_denominator(1024) for x in row] for row in basis]


def rays(world: World, core: Any) -> Iterator[Hints]:
    """Each sequence from its start, or a factor of 0.9^k from 1, towards its first step."""
    named = premises.all_of(world, core, "trajectory")
    starts = {name: premises.tensor(world, let.core[2], let.indices) for name, let in named.items()}
    shown: Hints = {}
    with premises.at_work(world, exact, starts):
        for name, let in named.items():
            after, axes = premises.entries(world, let.core[3], let), premises.axes_of(let)
            base = {cell: starts[name][cell] if axes else Fraction(1) for cell in after}
            if not all(isinstance(x, Fraction) for x in (*after.values(), *base.values())):
                return
            way = {cell: x - base[cell] for cell, x in after.items()}
            largest = max(abs(x) for x in way.values()) or Fraction(1)
            shown[f"claim.{name}"] = nested(world, axes, {cell: x / largest for cell, x in way.items()})
            if any(base.values()):
                shown[f"claim.{name}.from"] = nested(world, axes, base)
    yield shown


def straddles(world: World, core: Any) -> Iterator[Hints]:
    """The rows of the instance's tables that may be the context."""
    for name, let in premises.all_of(world, core, "trajectory").items():
        for field, kind in world.book.givens[world.given].items():
            if len(kind.axes) == 2 and kind.axes[1:] == premises.axes_of(let)[1:] and kind.kind == "num":
                for i in range(world.sizes[kind.axes[0]]):
                    row = {(k,): Fraction(x) for k, x in enumerate(world.fields[field][i])}
                    yield {f"claim.{name}.context": nested(world, kind.axes[1:], row)}


KNOWN: dict[str, Propose] = {
    "stays": nothing,
    "conserved": conserved,
    "off-the-plane": nothing,
    "rays": rays,
    "straddles": straddles,
    "attained": attained,
    "everywhere": nothing,
    "in-pieces": nothing,
    "alone": nothing,
    "descends": nothing,
    "leads-on": nothing,
    "one-signed": nothing,
    "finite-length": nothing,
}
