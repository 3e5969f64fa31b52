"""Lemmas on trajectories that run along a line, and on some that step across a point for ever.

Steps are quotients of sums of exponentials. Each lemma is derived in the papers' `derivations.md`.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from . import exact, far
from .growth import Growth
from .intervals import Undecided
from .kinds import enclose, ends
from .lemmas_rates import needs, precise
from .limits import EXP_R, R, with_sequences
from .premises import all_of, axes_of, entries, inner, lemma, levels, tending, unknowns
from .symbols import Quotient, Symbols
from .tensors import Core, Tensor

if TYPE_CHECKING:
    from .book import Let
    from .world import World

Cell = tuple[int, ...]
Span = tuple[Fraction, Fraction]
ZERO, ONE = Fraction(0), Fraction(1)
GROWTH = Growth()
PIECES = 16  # of an interval on which a slope is bounded
CUTS = 9  # of an interval in two, where a step is bounded


@lemma
@precise
def along_a_line(world: World, core: Core) -> list[str]:
    """If the step from every point of the line W(0) + m D is a positive multiple of D, the trajectory runs
    along the line, and m grows to infinity; if all steps are equal, m is their number times one.

    Else m would tend to a number at which the multiple, which is continuous, is 0.
    """
    name, let = trajectory(world, core)
    ops, shown, start = Symbols(), world.exhibited("direction", axes_of(let), {}), starting(world, let)
    m = ops.unknown("m")
    line = {cell: ops.add(x, ops.mul(shown[cell], m)) for cell, x in start.items()}
    with world.under(ops, {name: Tensor(line.__getitem__, name)}):
        steps = {cell: ops.subtract(x, line[cell]) for cell, x in entries(world, let.core[3], let).items()}
    first = next((cell for cell in line if shown[cell]), None)
    needs(first is not None, "the direction exhibited is not 0")
    assert first is not None
    multiple = ops.mul(1 / shown[first], steps[first])
    needs(ops.sign_bounds(multiple) == (1, 1), "each step leads forward along the line")
    for cell, x in steps.items():
        needs(ops.sign(ops.subtract(x, ops.mul(shown[cell], multiple))) == 0, "no step leads off the line")
    problem = Undecided("the formula is not decided far out on that line")
    for m in (R, EXP_R):  # whatever m is in terms of R, it grows without end
        far_out = {cell: GROWTH.add(x, GROWTH.mul(shown[cell], m)) for cell, x in start.items()}
        known = {name: Tensor(far_out.__getitem__, name)}
        if not isinstance(multiple, Quotient):
            known[let.core[1]] = Tensor(lambda _, m=m: GROWTH.divide(m, multiple), "running")
        try:
            holds = with_sequences(world, known, core)
        except Undecided as said:
            problem = said
            continue
        if holds:
            raise Undecided("the formula holds far out on that line")
        return [f"premise     each step of {name} leads forward along the line exhibited"]
    raise problem


def trajectory(world: World, core: Core) -> tuple[str, Let]:
    """The one trajectory that a formula names."""
    found = all_of(world, core, "trajectory")
    needs(len(found) == 1, "one trajectory is named")
    return next(iter(found.items()))


def starting(world: World, let: Let) -> dict[Cell, Any]:
    with world.under(exact):
        return entries(world, let.core[2], let)


def claimed(world: World, ops: Symbols, core: Core, name: str, Z: dict[Cell, Fraction]) -> Any:
    """What <Z, W> tends to if the formula holds, W the trajectory, which is unknown numbers now."""
    for _, found in tending(world, core, {}):
        if found.keys() == Z.keys():
            constant, slopes = ops.linear(inner(ops, Z, found))
            if slopes == {(name, cell): c for cell, c in Z.items() if c}:
                return exact.neg(constant)
    for level in levels(world, core, ops, name, Z):
        return level
    raise Undecided("the formula does not say what the inner product tends to")


@lemma
@precise
def kept_off(world: World, core: Core) -> list[str]:
    """If u = <Z, W>, Z exhibited, moves by itself and each step keeps near <= |u - c| <= far, c what the
    claim says that u tends to, the claim fails.
    """
    name, let = trajectory(world, core)
    ops, Z = Symbols(), exhibited_matrix(world, let)
    with world.under(ops, {name: unknowns(ops, name)}):
        centre = claimed(world, ops, core, name, Z)
    near, most, _ = kept(world, name, let, Z, centre)
    return [f"premise     each step keeps {near} <= |u - c| <= {most}, {letters(name)}"]


def letters(name: str) -> str:
    """What u and c stand for, said beside them: a premise is printed alone where there is little room."""
    return f"u = <Z, {name}>, Z a matrix in the file, c what u tends to by the claim"


def exhibited_matrix(world: World, let: Let) -> dict[Cell, Fraction]:
    shown = world.exhibited("direction", axes_of(let), {})
    Z = {cell: shown[cell] for cell in world.cells(axes_of(let))}
    needs(any(Z.values()), "the matrix exhibited is not 0")
    return Z


def kept(world: World, name: str, let: Let, Z: dict[Cell, Fraction], centre: Any) -> tuple[Any, ...]:
    """near and far, exhibited, if near <= |u - centre| <= far for ever, u = <Z, W>; how a step moves u."""
    ops = Symbols()
    near, most = (world.exhibited(word, (), {})[()] for word in ("near", "far"))
    needs(0 < near <= most, "near is positive and at most far")
    unknown = {cell: ops.unknown((name, cell)) for cell in Z}
    with world.under(ops, {name: Tensor(unknown.__getitem__, name)}):
        after = entries(world, let.core[3], let)
    moved = inner(ops, Z, {cell: ops.subtract(x, unknown[cell]) for cell, x in after.items()})
    move = far.along(moved, {ops.numbers[name, cell]: c for cell, c in Z.items()})
    offset = exact.subtract(inner(exact, Z, starting(world, let)), centre)
    needs(between(enclose(offset), near, most), "it starts between near and far")
    for place in sides(near, most, centre):
        inside = leads(move, place, lambda there: between(ends(exact.subtract(there, centre)), near, most))
        needs(inside, "a step from between near and far leads there")
    return near, most, move


def sides(near: Fraction, most: Fraction, centre: Any) -> list[Span]:
    """Where near <= |u - centre| <= most, in rationals."""
    both = ((near, most), (-most, -near))
    return [(ends(exact.add(centre, a))[0], ends(exact.add(centre, b))[1]) for a, b in both]


def leads(
    move: Any, place: Span, inside: Callable[[Any], bool], tilt: Fraction = ONE, cuts: int = CUTS
) -> bool:
    """Whether the move plus tilt u is inside for all u of a place, cut in two where bounds are too wide: by
    the place, which more bits do not help."""
    if inside(far.over(move, tilt, [place])[0]):
        return True
    middle = (place[0] + place[1]) / 2
    halves = ((place[0], middle), (middle, place[1]))
    return cuts > 0 and all(leads(move, half, inside, tilt, cuts - 1) for half in halves)


def pieces(low: Fraction, high: Fraction, centre: Any) -> list[tuple[Any, Any]]:
    """The interval around a centre in equal pieces."""
    cuts = [exact.add(centre, low + i * (high - low) / PIECES) for i in range(PIECES + 1)]
    return list(pairwise(cuts))


def between(bounds: Span, near: Fraction, most: Fraction) -> bool:
    """Whether near <= |x| <= most is certain of an x within bounds."""
    low, high = bounds
    return near <= low <= high <= most or near <= -high <= -low <= most
