"""The least value of a convex goal, and where it is: exactly where a rule tells, else within bounds.

A hint names a point near the minimum, {"point": [[..]]}, and, where the goal falls for ever, a direction in
which parts of it vanish, {"ray": [[..]]}. Neither is believed: nearby.py tells how far from a point the
minimum can be, and goals.py what is left along a ray. The goal is restricted to the span of its own rows, as
far as they keep to the constraints: off it nothing changes, so that the minimiser there is the shortest.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from ..arithmetic import exact
from ..arithmetic import intervals as paid
from ..arithmetic.algebra import independent, solve
from ..arithmetic.intervals import Interval, Undecided, Undefined, precision
from ..arithmetic.kinds import ZERO, Affine, Exps, Log, Logs, Root
from ..files import array, number
from . import points
from .goals import Cell, Goal, Row, along, goal, pairing, shifted
from .nearby import Nearby, Vector, above
from .tensors import Tensor, total

if TYPE_CHECKING:
    from .world import World

Core = tuple[Any, ...]
Shares = list[list[Interval]]
STEPS = 40  # of Newton's method, from the point of a hint
GUESS = 1 << 24  # denominators of the shares that are tried for an exact minimum


@dataclass
class Problem:
    """A goal to be made least under equations; a search is given it, too.

    origin: the shortest point that satisfies the equations. basis: of the directions in which the goal
    changes. cells: those of the unknown.
    """

    goal: Goal
    equations: list[points.Constraint]
    origin: dict[Cell, Any]
    basis: list[Row]
    cells: list[Cell]


def minimiser(world: World, core: Core, env: dict[str, Any], key: str) -> dict[Cell, Any]:
    """The shortest minimiser, as numbers by cells. Raises Undefined where there is none."""
    _, name, axes, body, condition = core
    found = posed(world, name, axes, body, condition, env, key)
    ray, start = hinted(world, found, axes, key)
    if ray:
        along(found.goal, ray)
        raise Undefined(f"{key}: the goal has no minimiser, as it falls along the ray of the hint")
    point, _ = solved(found, start, key)
    return {cell: point.get(cell, ZERO) for cell in world.cells(axes)}


def infimum(world: World, core: Core, env: dict[str, Any], key: str) -> Any:
    """The infimum, a number. Raises Undefined where the goal is not bounded below."""
    _, name, axes, condition, body = core
    found = posed(world, name, axes, body, condition, env, key)
    ray, start = hinted(world, found, axes, key)
    if ray:
        found = restricted(along(found.goal, ray), found.equations, found.origin, found.cells)
    return solved(found, start, key)[1]


def posed(
    world: World, name: str, axes: tuple[str, ...], body: Core, condition: Core | None, env: Any, key: str
) -> Problem:
    """The problem in exact numbers, whatever arithmetic is at work."""
    env = {known: settled(value) for known, value in env.items()}
    with world.under(exact):
        equations = points.rows(world, name, condition, env)
        if not all(equation for equation, _ in equations):
            raise Undecided(f"{key}: its condition has inequalities")
        nearest = points.nearest(exact, equations, [], world.zero())
    if nearest is None:
        raise Undefined(f"{key}: no point satisfies its constraints")
    cells = list(world.cells(axes))
    return restricted(goal(world, body, name, axes, env), equations, nearest[0], cells)


def settled(value: Any) -> Any:
    """A tensor of numbers: unknowns of another arithmetic would be taken for those of the goal."""
    if not isinstance(value, Tensor):
        return value

    def entry(where: Cell) -> Any:
        if (
            not isinstance(x := value[where], bool | Fraction | Exps | Log | Logs | Root)
            and type(x) is not tuple
        ):
            raise Undecided("a least value hangs on what is not known there")
        return x

    return Tensor(entry, value.label)


def restricted(
    found: Goal, equations: list[points.Constraint], origin: dict[Cell, Any], cells: list[Cell]
) -> Problem:
    """The basis: the goal's rows, projected on what the equations leave free, as far as they are independent.

    Where neither they nor the equations change, the atoms do not; a linear part that does has no lower bound.
    """
    linear = {cell: c for cell, c in found.linear.items() if exact.sign(c) != 0}
    if not all(isinstance(c, Fraction) for c in linear.values()):
        raise Undecided("the linear part of the goal is not rational")
    rows, fixed = list(found.rows()), [form.a for _, form in equations]
    every = [*fixed, *rows, linear]
    chosen, _ = independent([[row.get(cell, ZERO) for cell in cells] for row in every])
    if chosen and chosen[-1] == len(fixed) + len(rows):
        raise Undefined("the goal has no lower bound: it is linear in some direction")
    kept = [fixed[i] for i in chosen if i < len(fixed)]
    basis = [projected(every[i], kept) for i in chosen if i >= len(fixed)]
    return Problem(found, equations, origin, basis, cells)


def projected(row: Row, kept: list[Row]) -> Row:
    """A row less its part in the span of others, scaled by a power of 2 to a length of about 1."""
    against = [pairing(a, row) for a in kept]
    if any(against):
        out = dict(row)
        for weight, a in zip(solve(gram(kept), against, exact), kept, strict=True):
            for cell, c in a.items():
                out[cell] = out.get(cell, ZERO) - weight * c
        row = {cell: c for cell, c in out.items() if c}
    half = paid.magnitude(sum((c * c for c in row.values()), ZERO)) // 2
    return {cell: c / Fraction(2) ** half for cell, c in row.items()}


def gram(rows: list[Row]) -> list[Vector]:
    return [[pairing(a, b) for b in rows] for a in rows]


def hinted(world: World, found: Problem, axes: tuple[str, ...], key: str) -> tuple[Row, Row | None]:
    """The ray and the point of the hint. None is asked for where the goal is constant."""
    if not found.basis:
        return {}, None
    hint = points.told(world, key, found.equations, found)
    if not isinstance(hint, dict) or not hint or not set(hint) <= {"point", "ray"}:
        raise Undecided(f"the hint {key} has to be point, or ray, or both")
    shape = [world.sizes[axis] for axis in axes]
    read: dict[str, Row] = {}
    for word, value in sorted(hint.items()):
        nested, read[word] = array(value, shape, number), {}
        for cell in world.cells(axes):
            part = nested
            for i in cell:
                part = part[i]
            read[word][cell] = part
    ray = {cell: x for cell, x in read.get("ray", {}).items() if x}
    if any(pairing(form.a, ray) for _, form in found.equations):
        raise Undecided(f"{key}: the ray of the hint leaves the constraints")
    return ray, read.get("point")


def solved(found: Problem, start: Row | None, key: str) -> tuple[dict[Cell, Any], Any]:
    """The minimiser in the span of the basis, and the least value."""
    here = shifted(found.goal, found.origin)
    if not found.basis:
        return found.origin, _constant(here)
    if start is None:
        raise Undecided(f"{key}: the hint names no point")
    at: Vector = solve(gram(found.basis), [pairing(b, start) for b in found.basis], exact)
    local, steepness = Nearby(here, found.basis), None
    for _ in range(STEPS):
        at = [paid.down(x, local.bits) for x in at]
        local.look(at)
        if steepness is not None and 4 * local.steepness > steepness:
            break  # no digit is left to gain, or none was
        steepness, moved = local.steepness, local.step()
        if moved is None or steepness < Fraction(1, 1 << precision()):
            break
        at = [x + y for x, y in zip(at, moved, strict=True)]
    touched = exactly(found, local.shares)
    if touched is not None:
        return touched
    distance = local.distance()
    if distance is None:
        raise Undecided(f"{key}: no minimum is seen near the point of the hint")
    return _within(found, local, at, distance)


def _constant(here: Goal) -> Any:
    """The value of a goal at 0."""
    values = [here.constant]
    for kind, weight, parts in here.atoms:
        value = total(exact, (c for c, _ in parts))
        value = exact.log(value) if kind == "log" else exact.power(value, 2) if kind == "square" else value
        values.append(exact.mul(weight, value))
    return total(exact, values)


def _within(found: Problem, local: Nearby, at: Vector, distance: Fraction) -> tuple[dict[Cell, Any], Any]:
    """Bounds of the minimiser's cells and of the least value."""
    point: dict[Cell, Any] = dict(found.origin)
    for cell in {cell for row in found.basis for cell in row}:
        column = [row.get(cell, ZERO) for row in found.basis]
        middle = sum((x * y for x, y in zip(at, column, strict=True)), ZERO)
        off = distance * above(sum((x * x for x in column), ZERO))
        ends = paid.outward(middle - off, middle + off, precision())
        point[cell] = exact.add(point.get(cell, ZERO), ends)
    low, high = local.value
    return point, paid.outward(low - distance * local.steepness, high, precision())


def exactly(found: Problem, shares: Shares) -> tuple[dict[Cell, Any], Any] | None:
    """The minimum in exact numbers, if its shares are rational: of a log, weights q that sum to 1.

    For any such q > 0, log of the sum of c e^<row, M> is at least the sum of q (<row, M> + log c - log q),
    with equality just where all c e^<row, M> / q are the same (Jensen). If the right sides add up to a linear
    function that is constant under the equations, it bounds the goal from below, and the points with all
    equalities, if there are any, are the minimisers. An exponential lies above its tangents, too, c e^s >=
    u (s + log c - log u) + u, and a square above 2 t x - t^2. All this is checked in exact numbers.
    """
    tied, slope, value = list(found.equations), dict(found.goal.linear), found.goal.constant
    for atom, bounds in zip(found.goal.atoms, shares, strict=True):
        q = [((low + high) / 2).limit_denominator(GUESS) for low, high in bounds]
        if atom.kind != "square" and (min(q) <= 0 or (atom.kind == "log" and sum(q) != 1)):
            return None
        ties, least = _touching(atom.kind, [c for c, _ in atom.parts], q)
        first = ties[0] if atom.kind == "log" else ZERO
        for (_, row), share, tie in zip(atom.parts, q, ties, strict=True):
            weight = exact.mul(atom.weight, 2 * share if atom.kind == "square" else share)
            for cell, c in row.items():
                slope[cell] = exact.add(slope.get(cell, ZERO), exact.mul(weight, c))
            tied.append((True, Affine(exact.subtract(first, tie), row)))
        value = exact.add(value, exact.mul(atom.weight, least))
    if any(exact.sign(pairing(slope, row)) != 0 for row in found.basis):
        return None
    try:
        touched = points.nearest(exact, tied, [], Tensor(lambda _: ZERO, "0"))
    except Undecided:
        return None
    if touched is None:
        return None
    return touched[0], exact.add(value, pairing(slope, found.origin))


def _touching(kind: str, c: list[Any], q: list[Fraction]) -> tuple[list[Any], Any]:
    """What <row, M> is where an atom touches its bound, of a log up to a constant; the bound at M = 0."""
    if kind == "square":
        return [exact.subtract(q[0], c[0])], exact.subtract(exact.mul(2 * q[0], c[0]), q[0] ** 2)
    ties = [exact.subtract(exact.log(share), exact.log(x)) for share, x in zip(q, c, strict=True)]
    least: Any = q[0] if kind == "exp" else ZERO
    for share, tie in zip(q, ties, strict=True):
        least = exact.subtract(least, exact.mul(share, tie))
    return ties, least
