"""A lemma on paths: the points at which a convex goal's gradient and the point itself are opposite.

The gradient's parts are quotients of sums of exponentials. The lemma is derived in the papers'
`derivations.md`.
"""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from ..arithmetic import exact
from ..arithmetic.intervals import Undecided
from ..asymptotics import far
from ..asymptotics.crossings import between, known, near_line
from ..asymptotics.far import numbered
from ..asymptotics.growth import INFINITY
from ..asymptotics.limits import GROWTH, R
from ..asymptotics.orders import ONE, UNIT, ZERO, Grown, Order, grown
from ..asymptotics.placed import Placed
from ..asymptotics.spoken import denied
from ..instance.convexity import convex
from ..instance.tensors import Core
from ..instance.world import World
from ..language.book import Let
from ..shared.paths import Path, penalised
from ..shared.premises import BITS, axes_of, lemma, needs, scalar, table, the_path, total
from ..shared.pulled import zero_of
from ..shared.runs import along, orthogonal, parted
from ..terms.calculus import gradient
from ..terms.polynomials import reduced
from ..terms.symbols import Symbols
from .some import fails

Terms = list[tuple[dict[int, Fraction], Any]]
Step = tuple[Terms, Terms]
LOGS = Order({}, 0, 1)
LOG_R = Grown([(ONE, LOGS)])


@lemma
def balanced(world: World, core: Core) -> list[str]:
    """Where the gradient of a convex goal is -c M, c > 0, M is the least point of its ball, and of the goal
    and |M|^p / r, r = p |M|^(p - 2) / c; under linear equations too, if it is so along them. Such M are known
    for all large R in the span of orthogonal directions, exhibited: R is the first coordinate, and each other
    lies between two numbers where its equation changes sign. If the first force hangs on R alone, no others
    have that R, and M is known at all large radii.
    """
    world.reset(BITS)
    name, let = the_path(world, core)
    goal, power = penalised(world, let)
    convex(world, goal, let.core[2])
    symbols, point, parts = forces(world, name, let, goal, equations_of(world, core, let))
    everywhere = power != 1 and hangs(parts[0], range(1))
    needs(everywhere or not denied(world, core), "no limit is denied, or M is known at all large radii")
    at: list[Any] = [R]
    for i in range(1, len(parts)):
        at.append(balance(parts, at, i))
    ops = Placed(symbols, {symbols.numbers[i]: m for i, m in enumerate(at)})
    size: Any = R
    if power != 2:
        size = ops.grown(ops.sqrt(total(ops, (ops.mul(x, x) for x in point.values()))))
    if power:  # |M|^p / r: c = p |M|^(p - 2) / r
        above, below = (value(part, at) for part in parts[0])
        inverse_c = GROWTH.divide(GROWTH.mul(R, below), above)
        lengths = GROWTH.divide(GROWTH.power(size, power), GROWTH.power(size, 2)) if power != 2 else ONE
        size = GROWTH.mul(GROWTH.mul(Fraction(power), lengths), inverse_c)
    needs(ops.limit(size) == (INFINITY, 1), "the path runs on without end")
    known = {name: table(point, name), let.core[1]: scalar(size, "running")}
    if not fails(world, known, core, ops):
        raise Undecided("the formula is not seen to fail there")
    return [
        f"premise     the gradient of the convex goal is opposite to {name} along the directions exhibited"
    ]


def equations_of(world: World, core: Core, let: Let) -> list[dict[Any, Fraction]]:
    """The equations without constants of a path in balls; none of one with a ridge."""
    return Path(world, core).equations if let.core[5] is not None else []


def forces(
    world: World, name: str, let: Let, goal: Core, equations: list[dict[Any, Fraction]]
) -> tuple[Symbols, dict[Any, Any], list[Step]]:
    """A point of the span of the directions exhibited, and minus the gradient along each of them there.

    Of the gradient what is orthogonal to all that obeys the equations does not count.
    """
    ops, ways = Symbols(), orthogonal(world, name, let)
    obeying = far.Point(Symbols(), list(world.cells(axes_of(let))), equations)
    needs(all(obeying.holds(way) for way in ways), "the directions exhibited obey the path's equations")
    axes = axes_of(let)
    origin = dict.fromkeys(world.cells(axes), ZERO)
    point = along(ops, origin, ways, [ops.unknown(i) for i in range(len(ways))])
    slopes = gradient(world, goal, let.core[2], table(point, name), axes, {}, ops)
    parts = parted(ops, ways, {cell: ops.neg(x) for cell, x in slopes.items()}, obeying.basis())
    needs(far.positive(parts[0]), "the goal falls along the first direction everywhere")
    atoms = [ops.numbers[i] for i in range(len(ways))]
    return ops, point, [shifted(numbered(part, atoms)) for part in parts]


def shifted(step: Step) -> Step:
    """The same quotient, with 1 among the exponentials below the line: so halves of exponents are gone."""
    base = step[1][0][0]
    above, below = (
        [({i: k - base.get(i, ZERO) for i, k in form.items()}, c) for form, c in part] for part in step
    )
    return above, below


def hangs(step: Step, coordinates: range) -> bool:
    """Whether a force names no other coordinates."""
    return all(k in coordinates or not c for part in step for form, _ in part for k, c in form.items())


# ---- One coordinate ----
def balance(parts: list[Step], at: list[Any], i: int) -> Any:
    """The coordinate m_i of a point M with force c M: p_i R = p_0 m_i."""
    needs(
        all(hangs(parts[j], range(i + 1)) for j in (0, i)), "each force hangs on coordinates that are known"
    )

    def gap(x: Any) -> Any:
        return GROWTH.subtract(*sides(parts, at, i, x))

    problems: list[str] = []
    for proposed in (settling, rising, creeping):
        try:
            for x, order in proposed(parts, at, i, gap):
                return between(gap, x, order)
        except Undecided as said:
            problems.append(str(said))
    raise Undecided(f"no zero of a coordinate's equation is found ({'; '.join(problems)})")


def settling(parts: list[Step], at: list[Any], i: int, gap: Any) -> Iterator[tuple[Any, Order]]:
    """Near the zero of what leads of a force, or near 0: by Newton's method."""
    (above, below), (first, under) = parts[i], parts[0]
    for start in (*middle(parts[i], at, i), ZERO):
        x, off = [*at, start], gap(start)
        if GROWTH.sign_bounds(off) == (0, 0):
            yield start, UNIT
            continue
        steep = value([(form, exact.mul(form.get(i, ZERO), c)) for form, c in above], x)
        slope = GROWTH.subtract(
            GROWTH.mul(GROWTH.mul(steep, value(under, x)), R), GROWTH.mul(value(first, x), value(below, x))
        )
        step = GROWTH.divide(off, slope)
        order = grown(step).lead()[1]
        if order.growth() < 0:
            yield GROWTH.subtract(start, known(step, order)), order


def middle(step: Step, at: list[Any], i: int) -> Iterator[Any]:
    """The number at which what leads of a force is 0, where that is a log."""
    above, _ = reduced((leading(step[0], at, i), leading(step[1], at, i)))
    if len(above) == 2:
        yield zero_of(above)


def leading(part: Terms, at: list[Any], i: int) -> Terms:
    """The terms of the largest order, as a sum of exponentials of the coordinate that is not known."""
    orders = [(form, grown(value([({**form, i: ZERO}, c)], [*at, ZERO])).lead()) for form, c in part]
    return [
        ({0: form.get(i, ZERO)}, c)
        for form, (c, order) in orders
        if all(order.above(other) >= 0 for _, (_, other) in orders)
    ]


def rising(parts: list[Step], at: list[Any], i: int, gap: Any) -> Iterator[tuple[Any, Order]]:
    """Near a multiple of R, by the log of the quotient of an equation's sides."""
    del gap

    def log(x: Any) -> Any:
        left, right = sides(parts, at, i, x)
        return GROWTH.log(GROWTH.divide(left, right))

    yield near_line(log), UNIT


def creeping(parts: list[Step], at: list[Any], i: int, gap: Any) -> Iterator[tuple[Any, Order]]:
    """Near a multiple of log R, by the coefficients of log R in that log."""
    del gap

    def power(s: int) -> Any:
        left, right = sides(parts, at, i, GROWTH.mul(Fraction(s), LOG_R))
        found = grown(GROWTH.log(GROWTH.divide(left, right))).terms
        return next((c for c, order in found if order.above(LOGS) == 0), ZERO)

    one, steep = power(1), exact.subtract(power(2), power(1))
    needs(exact.sign(steep), "its sides hang on it as powers of R")
    yield GROWTH.mul(exact.subtract(ONE, exact.divide(one, steep)), LOG_R), LOGS


def sides(parts: list[Step], at: list[Any], i: int, x: Any) -> tuple[Any, Any]:
    (p, q), (a, b) = ([value(part, [*at, x]) for part in parts[j]] for j in (i, 0))
    return GROWTH.mul(GROWTH.mul(p, b), R), GROWTH.mul(GROWTH.mul(a, q), x)


def value(part: Terms, at: list[Any]) -> Any:
    forms = (total(GROWTH, (GROWTH.mul(k, at[j]) for j, k in form.items() if k)) for form, _ in part)
    return total(GROWTH, (GROWTH.mul(c, GROWTH.exp(form)) for form, (_, c) in zip(forms, part, strict=True)))
