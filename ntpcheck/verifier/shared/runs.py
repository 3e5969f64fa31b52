"""What lemmas on trajectories share: where they start, one step of each, what the file exhibits, and lines.

A line is W(0) + m D, or W(0) and a combination of several directions.
"""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import combinations, count, islice
from typing import Any

from ..arithmetic import exact
from ..arithmetic.intervals import outward, working
from ..arithmetic.kinds import ends
from ..instance.tensors import Core, Tensor
from ..instance.world import World
from ..language.book import Let
from ..terms.symbols import ANY, Signs, Symbols
from .premises import ZERO, Cell, Numbers, all_of, axes_of, clocks, entries, inner, needs, table

EXACTLY = 16  # steps that are exact while numbers are short: each doubles their length
LAST = 256  # the last step that is looked at, by bounds: each widens them, so that late ones take more bits


# ---- what a file exhibits ----
def shown(world: World, word: str, axes: tuple[str, ...]) -> dict[Cell, Fraction]:
    """The tensor that the file exhibits under a word, cell by cell."""
    found = world.exhibited(word, axes, {})
    return {cell: found[cell] for cell in world.cells(axes)}


def shown_in_all(world: World, named: dict[str, Let], i: int = 0) -> dict[tuple[str, Cell], Fraction]:
    """The tensors that the file exhibits under a number, one for each trajectory, as one."""
    found = {name: shown(world, f"{name}.{i}", axes_of(let)) for name, let in named.items()}
    return {(name, cell): x for name, way in found.items() for cell, x in way.items()}


def shown_number(world: World, word: str) -> Fraction:
    return world.exhibited(word, (), {})[()]


# ---- trajectories and their steps ----
def trajectory(world: World, core: Core) -> tuple[str, Let]:
    """The one trajectory that a formula names."""
    found = all_of(world, core, "trajectory")
    needs(len(found) == 1, "one trajectory is named")
    return next(iter(found.items()))


def starting(world: World, let: Let) -> dict[Cell, Any]:
    with world.under(exact):
        return entries(world, let.core[2], let)


def stepped(world: World, named: dict[str, Let]) -> dict[str, Numbers]:
    """Where a step leads from where the trajectories are known to be."""
    return {name: entries(world, let.core[3], let) for name, let in named.items()}


def step_from(world: World, ops: Any, name: str, let: Let, here: Numbers) -> Numbers:
    """What a step adds to a trajectory that is at a point."""
    with world.under(ops, {name: table(here, name)}):
        return {cell: ops.subtract(x, here[cell]) for cell, x in entries(world, let.core[3], let).items()}


def walked(
    world: World, named: dict[str, Let], near: Callable[[Any], Any] | None = None
) -> Iterator[dict[str, Numbers]]:
    """Where trajectories are at their starts, after one step, and so on; near: bounds of each entry.

    A step may name the number that they run along: it is the one that it leads from, 0 at the start.
    """
    at = {name: starting(world, let) for name, let in named.items()}
    for k in count():
        yield at
        known = {name: table(found) for name, found in at.items()}
        with world.under(exact, known | clocks(named, k)):
            at = stepped(world, named)
        if near:
            at = {name: {cell: near(x) for cell, x in found.items()} for name, found in at.items()}


def followed(
    world: World, named: dict[str, Let], last: Fraction, seen: Callable[[dict[str, Any]], Any] = bool
) -> dict[str, Any]:
    """Trajectories after so many steps from their starts, and the numbers that they run along.

    seen: is told what is known before each step.
    """
    needs(last.denominator == 1 and 0 <= last <= LAST, f"the step is one of the first {LAST}")
    known = dict[str, Any]()
    for k, at in enumerate(islice(walked(world, named, bounds if last > EXACTLY else None), int(last) + 1)):
        known = {name: table(found) for name, found in at.items()} | clocks(named, k)
        if k < last:
            seen(known)
    return known


def bounds(x: Any) -> Any:
    """A number, if it is a short rational, or short bounds on it."""
    low, high = outward(*ends(x), working())
    return low if low == high else (low, high)


# ---- lines, and spans of several directions ----
def along(ops: Any, start: Numbers, ways: Sequence[Numbers], numbers: Sequence[Any]) -> Numbers:
    """The point that is so far from the start along each of some directions."""
    found = start
    for way, m in zip(ways, numbers, strict=True):
        found = {cell: ops.add(x, ops.mul(way[cell], m)) for cell, x in found.items()}
    return found


def moves(ops: Any, way: dict[Any, Any], moved: dict[Any, Any], premise: str) -> Any:
    """The multiple of a direction by which a step moves, which needs to be all of it."""
    first = next(cell for cell, x in way.items() if x)
    size = ops.mul(1 / way[first], moved[first])
    for cell, x in moved.items():
        needs(ops.sign(ops.subtract(x, ops.mul(way[cell], size))) == 0, premise)
    return size


def directions(world: World, name: str, let: Let) -> Iterator[dict[Cell, Fraction]]:
    """The tensors exhibited for a trajectory, none of them 0."""
    for i in count():
        if f"claim.{name}.{i}" not in world.hints:
            needs(i, f"a direction is exhibited for {name}")
            return
        way = shown(world, f"{name}.{i}", axes_of(let))
        needs(any(way.values()), "a direction exhibited is not 0")
        yield way


def orthogonal(world: World, name: str, let: Let) -> list[Numbers]:
    """The same, each orthogonal to all others."""
    ways = list(directions(world, name, let))
    for one, other in combinations(ways, 2):
        needs(not inner(exact, one, other), "the directions exhibited are orthogonal")
    return ways


def steps(
    world: World, name: str, let: Let, signs: Signs = ANY, ops: Symbols | None = None
) -> tuple[Numbers, list[Numbers], list[Any], list[int]]:
    """The start, the directions exhibited, and the step along each from anywhere in their span.

    The steps are quotients of atoms, one for each coordinate; no step leads off the span.
    """
    ops, ways, found = ops or Symbols(), orthogonal(world, name, let), starting(world, let)
    point = along(ops, found, ways, [ops.unknown(i, signs) for i in range(len(ways))])
    moved = step_from(world, ops, name, let, point)
    return found, ways, parted(ops, ways, moved), [ops.numbers[i] for i in range(len(ways))]


def parted(
    ops: Symbols, ways: list[Numbers], moved: Numbers, all_ways: list[Numbers] | None = None
) -> list[Any]:
    """What a step, or a gradient, is along each of the directions, which it does not leave.

    all_ways: tensors to which what is left has to be orthogonal; without them it has to be 0.
    """
    parts: list[Any] = []
    left = dict(moved)
    for way in ways:
        part = ops.mul(1 / sum((c * c for c in way.values()), ZERO), inner(ops, way, moved))
        left = {cell: ops.subtract(x, ops.mul(way[cell], part)) for cell, x in left.items()}
        parts.append(part)
    off = (
        left.values()
        if all_ways is None
        else (inner(ops, {cell: way.get(cell, ZERO) for cell in left}, left) for way in all_ways)
    )
    needs(all(ops.sign(x) == 0 for x in off), "no step leads off the directions exhibited")
    return parts


class Line:
    """Trajectories on a line W(0) + m D, which no step leaves: a step adds `move` to m."""

    def __init__(self, world: World, core: Core, ops: Symbols | None = None) -> None:
        self.world, self.lets, ops = world, all_of(world, core, "trajectory"), ops or Symbols()
        self.start = {name: starting(world, let) for name, let in self.lets.items()}
        self.way = shown_in_all(world, self.lets)
        needs(any(self.way.values()), "a direction exhibited is not 0")
        m = ops.unknown("m")
        self.atom = ops.numbers["m"]
        here = self.at(ops, m)
        with world.under(ops, here):
            after = stepped(world, self.lets)
        moved = {(n, cell): ops.subtract(after[n][cell], here[n][cell]) for n, cell in self.way}
        self.move = moves(ops, self.way, moved, "no step leads off the directions exhibited")

    def at(self, ops: Any, m: Any) -> dict[str, Any]:
        """Where they are."""
        return {name: self.one(ops, name, found, m) for name, found in self.start.items()}

    def one(self, ops: Any, name: str, start: dict[Cell, Any], m: Any) -> Tensor:
        found = {cell: ops.add(x, ops.mul(self.way[name, cell], m)) for cell, x in start.items()}
        return table(found, name)
