"""Lemmas on trajectories that run along a line, and on some that step across a point for ever.

Steps are quotients of sums of exponentials. Each lemma is derived in the papers' `derivations.md`.
"""

from collections.abc import Callable, Iterator
from contextlib import suppress
from fractions import Fraction
from itertools import pairwise
from typing import Any

from ..arithmetic import exact
from ..arithmetic.intervals import Undecided
from ..arithmetic.kinds import ONE, enclose, ends
from ..asymptotics import far
from ..asymptotics.limits import EXP_R, GROWTH, R, with_sequences
from ..asymptotics.orders import Grown, Order
from ..instance.tensors import Core
from ..instance.world import World
from ..language.book import Let
from ..shared.premises import axes_of, claimed, entries, inner, lemma, needs, precise, scalar, table, unknowns
from ..shared.runs import along, moves, shown, shown_number, starting, step_from, trajectory
from ..terms.symbols import Quotient, Symbols

Cell = tuple[int, ...]
Span = tuple[Fraction, Fraction]
PIECES = 16  # of an interval on which a slope is bounded
LINEAR = Order({}, 1)
CUTS = 9  # of an interval in two, where a step is bounded


@lemma
@precise
def along_a_line(world: World, core: Core) -> list[str]:
    """If the step from every point of the line W(0) + m D is a positive multiple of D, the trajectory runs
    along the line, and m grows to infinity; if all steps are equal, m is their number times one, and if they
    tend to c > 0 as m grows, m is c k + o(k).

    Else m would tend to a number at which the multiple, which is continuous, is 0.
    """
    name, let = trajectory(world, core)
    ops, way, start = Symbols(), shown(world, "direction", axes_of(let)), starting(world, let)
    line = along(ops, start, [way], [ops.unknown("m")])
    steps = step_from(world, ops, name, let, line)
    needs(any(way.values()), "the direction exhibited is not 0")
    multiple = moves(ops, way, steps, "no step leads off the line")
    needs(ops.sign_bounds(multiple) == (1, 1), "each step leads forward along the line")
    problem = Undecided("the formula is not decided far out on that line")
    for m, k in far_out(world, name, let, way, multiple):
        known = {name: table(along(GROWTH, start, [way], [m]), name)}
        if k is not None:
            known[let.core[1]] = scalar(k, "running")
        try:
            holds = with_sequences(world, known, core)
        except Undecided as said:
            problem = said
            continue
        if holds:
            raise Undecided("the formula holds far out on that line")
        return [f"premise     each step of {name} leads forward along the line exhibited"]
    raise problem


def far_out(
    world: World, name: str, let: Let, way: dict[Cell, Fraction], multiple: Any
) -> Iterator[tuple[Any, Any]]:
    """m, and k where it is known: whatever m is in terms of R, it grows without end."""
    for m in (R, EXP_R):
        yield m, None if isinstance(multiple, Quotient) else GROWTH.divide(m, multiple)
    with suppress(Undecided):
        there, first = (
            along(GROWTH, starting(world, let), [way], [R]),
            next(cell for cell, x in way.items() if x),
        )
        c = GROWTH.limit(GROWTH.mul(1 / way[first], step_from(world, GROWTH, name, let, there)[first]))
        if not isinstance(c, tuple) and exact.sign(c) == 1:
            yield Grown([(c, LINEAR)], LINEAR), R


@lemma
@precise
def kept_off(world: World, core: Core) -> list[str]:
    """If u = <Z, W>, Z exhibited, moves by itself and each step keeps near <= |u - c| <= far, c what the
    claim says that u tends to, the claim fails.
    """
    name, let = trajectory(world, core)
    ops, Z = Symbols(), exhibited_matrix(world, let)
    with world.under(ops, {name: unknowns(ops, name)}):
        centre = claimed(world, core, name, Z)
    near, most, _ = kept(world, name, let, Z, centre)
    return [f"premise     each step keeps {near} <= |u - c| <= {most}, {letters(name)}"]


def letters(name: str) -> str:
    """What u and c stand for, said beside them: a premise is printed alone where there is little room."""
    return f"u = <Z, {name}>, Z a matrix in the file, c what u tends to by the claim"


def exhibited_matrix(world: World, let: Let) -> dict[Cell, Fraction]:
    Z = shown(world, "direction", axes_of(let))
    needs(any(Z.values()), "the matrix exhibited is not 0")
    return Z


def kept(world: World, name: str, let: Let, Z: dict[Cell, Fraction], centre: Any) -> tuple[Any, ...]:
    """near and far, exhibited, if near <= |u - centre| <= far for ever, u = <Z, W>; how a step moves u."""
    ops = Symbols()
    near, most = (shown_number(world, word) for word in ("near", "far"))
    needs(0 < near <= most, "near is positive and at most far")
    unknown = {cell: ops.unknown((name, cell)) for cell in Z}
    with world.under(ops, {name: table(unknown, name)}):
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
    the place, which more bits do not help. A move that is a function says what both are on a place.
    """
    if inside(move(place) if callable(move) else far.over(move, tilt, [place])[0]):
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
