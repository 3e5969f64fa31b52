"""Lemmas on trajectories at one step, in places that they never leave, and on lines where steps are linear.

Each lemma is derived in the linear paper's `derivations.md`.
"""

from collections.abc import Callable
from fractions import Fraction
from functools import partial
from typing import Any

from ..arithmetic import exact
from ..arithmetic.algebra import independent
from ..arithmetic.intervals import Undecided, Useless
from ..arithmetic.kinds import ends
from ..asymptotics import far
from ..instance import points
from ..instance.needs import Needing
from ..instance.tensors import Core, Env
from ..instance.world import World
from ..language.cores import reached
from ..shared.premises import (
    ONE,
    ZERO,
    all_of,
    entries,
    inner,
    lemma,
    needs,
    parts,
    precise,
    sequences,
    table,
)
from ..shared.runs import Line, along, followed, shown_number, stepped, steps, trajectory
from ..shared.steady import Part
from ..shared.sums import run_on
from ..shared.valued import may_end
from ..terms.symbols import POSITIVE, Symbols
from .lines import leads, pieces

Span = tuple[Fraction, Fraction]
Places = Callable[[Span], dict[str, Any]]  # where trajectories are while m is between bounds
DEPTH = 5  # of cuts where bounds are too wide
ENDS = ("from", "to", "and-from", "and-to")  # of the two intervals


@lemma
@precise
def at_a_step(world: World, core: Core) -> list[str]:
    """What is said to hold always is false if it is false at one step, whose number is exhibited; the
    trajectories are followed there from their starts.
    """
    named, last = all_of(world, core, "trajectory"), shown_number(world, "step")
    at = followed(world, named, last, partial(valued, world, may_end(world, core)))
    if further := far_out(world, core):  # a limit beside it has no value where one of these has none later
        run_on(world, {name: named[name] for name in further})

    def answer(e: Core, env: Env) -> bool | None:
        world.reals = None  # inside, numbers that the file exhibits
        try:
            alone = e[0] == "some" and len(e[1]) == 1
            return nothing_solves(world, e, env) if alone else world.formula(e, env)
        finally:
            world.reals = answer

    before, world.reals = world.reals, answer
    try:
        with world.under(exact, at, moment=True):
            said = world.formula(core[1] if core[0] == "always" else core, {})
            if said:
                raise Useless("the formula holds at that step")
            needs(said is False, "the formula is seen to fail at that step")
    finally:
        world.reals = before
    return [f"premise     after {int(last)} steps of {', '.join(named)} what always holds is false"]


def far_out(world: World, core: Core) -> set[str]:
    """The trajectories of which a formula says more than what always holds, with those that these need."""
    limits = (e for e in reached(world.book, core) if e[:1] in (("tends",), ("bounded",), ("eventually",)))
    return set[str]().union(*(sequences(world, e) for e in limits))


def valued(world: World, found: list[Part], at: dict[str, Any]) -> None:
    """Requires that what is said always has a value at a step before the one exhibited."""
    for said, env in found:
        needs(all(isinstance(x, int) for x in env.values()), "what is said always names no unknown number")
        with world.under(exact, at, moment=True):
            world.formula(said, env)


def nothing_solves(world: World, e: Core, env: Env) -> bool:
    """False for `some X | C. F` if the equations of F, linear in X, have no solution, or one against C, and C
    has a value whatever X is.
    """
    ((name, axes),) = e[1]
    if e[2] is not None:
        asked = Needing(world, e)
        asked.known = world.sequences
        needs(not asked.of(e[2], {**env, name: world.zero()}).all, "a condition has a value, whatever X is")
    found = [row for row in points.rows(world, name, e[3], env) if row[0]]
    solved = points.nearest(exact, found, [], world.zero())
    if solved is None:
        return False
    cells = list(world.cells(axes))
    alone = len(independent([[form.a.get(cell, ZERO) for cell in cells] for _, form in found])[0])
    if e[2] is not None and alone == len(cells):
        point = table(dict.fromkeys(cells, ZERO) | solved[0])
        if world.formula(e[2], {**env, name: point}) is False:
            return False
    raise Undecided("some numbers may satisfy the equations")


@lemma
@precise
def caught(world: World, core: Core) -> list[str]:
    """If the trajectory runs along a line W(0) + m D, D exhibited, and steps from two intervals of m, also
    exhibited, end in them, m stays there for ever, and no limit is what all points there keep away from. W
    may be several trajectories, with a part of D for each.
    """
    found = Line(world, core, Opaque())
    a, b, c, d = (shown_number(world, word) for word in ENDS)
    places = [(min(a, b), max(a, b)), (min(c, d), max(c, d))]

    def line(m: Any) -> dict[str, Any]:
        return found.at(exact, m)

    def moved(m: Span) -> Any:
        """Bounds of where steps end, by those of all that they are made of."""
        with world.under(exact, line(m), moment=True):
            after = stepped(world, found.lets)
        off = {(n, cell): exact.subtract(after[n][cell], found.start[n][cell]) for n, cell in found.way}
        return exact.mul(1 / inner(exact, found.way, found.way), inner(exact, found.way, off))

    try:
        move: Any = far.along(found.move, {found.atom: ONE})
    except Undecided:  # it is no quotient of sums of exponentials
        move = moved
    cut = [piece for low, high in places for piece in pieces(low, high, ZERO)]
    needs(within((ZERO, ZERO), places), "the start lies in one of the intervals")
    for place in places:
        inside = leads(move, place, lambda there: within(there, places))
        needs(inside, "a step from the intervals ends in them")

    world.places.extend((exact, line(piece)) for piece in cut)
    if not any(nowhere(world, part, env, line, cut) for part, env in parts(world, core, {})):
        raise Useless("the formula is not seen to fail in these intervals")  # by how wide their pieces are
    told = " and ".join(f"{low} <= m <= {high}" for low, high in dict.fromkeys(places))
    return [f"premise     each step of {' and '.join(found.lets)} keeps {told}, by bounds on pieces"]


class Opaque(Symbols):
    """Symbols, where an exponential of what is no sum is a positive number of its own."""

    def exp(self, x: Any) -> Any:
        try:
            return super().exp(x)
        except Undecided:
            return self._function("exp", x, POSITIVE)


def within(x: Any, places: list[tuple[Fraction, Fraction]]) -> bool:
    """Whether bounds, which are as wide as the piece that they are of, lie in one of the intervals."""
    low, high = ends(x)
    return any(first <= low and high <= last for first, last in places)


def nowhere(world: World, part: Core, env: Env, line: Places, places: list[Span]) -> bool:
    """Whether a part of a formula fails for all sequences in these places, cut where bounds are too wide."""
    return part[0] in ("tends", "always", "eventually") and all(
        kept_out(world, part, env, line, place, DEPTH) for place in places
    )


def kept_out(world: World, part: Core, env: Env, line: Places, place: Span, depth: int) -> bool:
    """Whether the part fails in a place: what is said to tend to a number is bounded away from it there, or
    bounded where it is said to grow."""
    try:
        with world.under(exact, line(place), moment=True):
            if away(world, part, env):
                return True
    except Undecided:
        pass
    middle = (place[0] + place[1]) / 2
    halves = ((place[0], middle), (middle, place[1]))
    return depth > 0 and all(kept_out(world, part, env, line, half, depth - 1) for half in halves)


def away(world: World, part: Core, env: Env) -> bool:
    if part[0] != "tends":
        return world.formula(part[1], env) is False
    if part[2][0] == "infinity":
        return bool(exact.enclose(world.number(part[1], env)))
    apart = exact.subtract(world.number(part[1], env), world.number(part[2], env))
    return exact.sign_bounds(apart) in ((1, 1), (-1, -1))


@lemma
@precise
def swings(world: World, core: Core) -> list[str]:
    """If a step along a line W(0) + m D, D exhibited, takes m to c + q (m - c), |q| >= 1, q not 1, and m does
    not start at c, then m has no limit, and no number that is linear in m has one.
    """
    name, let = trajectory(world, core)
    start, ways, _, _ = steps(world, name, let)
    needs(len(ways) == 1, "one direction is exhibited")
    ops = Symbols()
    m = ops.unknown("m")
    point = along(ops, start, ways, [m])
    with world.under(ops, {name: table(point)}):
        moved = entries(world, let.core[3], let)
        first = next(cell for cell in ways[0] if ways[0][cell])
        pull, slopes = ops.linear(ops.mul(1 / ways[0][first], ops.subtract(moved[first], point[first])))
        needs(slopes.keys() <= {"m"}, "the step is linear in m")
        q = exact.add(ONE, slopes.get("m", ZERO))
        beyond = exact.sign(exact.subtract(exact.absolute(q), ONE))
        needs(beyond in (0, 1) and exact.sign(exact.subtract(q, ONE)) in (-1, 1), "|q| >= 1 and q is not 1")
        needs(exact.sign(pull) in (-1, 1), "m does not start at c")
        if not any(
            unsettled(world, ops, part, env, grows=beyond == 1) for part, env in parts(world, core, {})
        ):
            raise Undecided("the formula does not say that a linear function of m has a limit")
    return [f"premise     the steps of {name} are linear along the line exhibited, and do not shrink"]


def unsettled(world: World, ops: Symbols, part: Core, env: Env, *, grows: bool) -> bool:
    """Whether a part says that a linear function of m, not constant, or a norm of some, has a finite limit,
    or is bounded although m grows."""
    if part[0] == "bounded":
        return grows and moving(world, ops, part[1], env)
    return part[0] == "tends" and part[2][0] != "infinity" and moving(world, ops, part[1], env, part[2])


def moving(world: World, ops: Symbols, T: Core, env: Env, goal: Core | None = None) -> bool:
    """Whether T - goal, or an entry of the T whose norm tends to 0, is linear in m and not constant."""
    if T[0] == "norm":
        if goal is not None and ops.sign(world.number(goal, env)) != 0:
            return False
        names = [name for name, _ in T[1][1]]
        cells = world.cells(tuple(axis for _, axis in T[1][1]))
        found = [world.number(T[1][2], {**env, **dict(zip(names, cell, strict=True))}) for cell in cells]
    else:
        found = [world.number(T if goal is None else ("-", T, goal), env)]
    for x in found:
        _, slopes = ops.linear(x)
        if slopes.keys() == {"m"} and exact.sign(slopes["m"]) in (-1, 1):
            return True
    return False
