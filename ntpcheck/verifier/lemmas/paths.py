"""Lemmas on paths: minimisers over balls that grow, and where first-order conditions leave them."""

from fractions import Fraction
from typing import Any

from ..arithmetic import exact
from ..arithmetic.exact import enclose
from ..arithmetic.intervals import Undecided, precision, sqrt_bounds
from ..asymptotics.growth import Growth
from ..asymptotics.limits import R, with_sequences
from ..instance.convexity import convex
from ..instance.tensors import Core, Tensor
from ..instance.world import World
from ..shared.paths import goal_of
from ..shared.premises import (
    Cell,
    all_of,
    at_work,
    broken,
    in_a_ball,
    inner,
    lemma,
    on_plane,
    positive,
    scalar,
    table,
    the_path,
    total,
    unknowns,
    vanishing,
    zero,
)
from ..shared.steady import says_always
from ..shared.sums import RUNS, runs_on
from ..terms.calculus import gradient
from ..terms.symbols import Symbols

ZERO = Fraction(0)


@lemma
def attained(world: World, core: Core) -> list[str]:
    """If the convex goal of a path has gradient 0 at the point exhibited, that point is one of the path's
    minimisers for all large radii.

    A statement about a path is about every choice of minimisers, so that it fails if it fails for this one.
    """
    known: dict[str, Any] = {}
    for name, let in all_of(world, core, "path").items():
        _, along, unknown, axes, goal, guard = let.core
        point = world.exhibited(name, axes, {})
        convex(world, goal, unknown)
        with at_work(world, exact):
            for slope in gradient(world, goal, unknown, point, axes, {}).values():
                zero(exact, slope, "the gradient is not 0 there")
        known |= {name: point, along: scalar(R, along)}
        if guard is not None:
            if says_always(world, core) and not runs_on(world, (RUNS, name)):
                raise broken("the path is seen to have a point for every number")
            with world.under(Growth(), known):
                if not world.ask(guard, {unknown: point}):
                    raise broken("the point is not allowed for large radii")
    if with_sequences(world, known, core):
        raise Undecided("the formula holds on that path")
    return ["premise     the gradient of the convex goal is 0 at the point exhibited"]


@lemma
def enclosed(world: World, core: Core) -> list[str]:
    """For a convex goal with the gradient g at the point P exhibited, the minimiser over the ball of radius
    B = ||P|| is within sqrt(B^2 - <g, P>^2 / |g|^2) of the point <g, P> g / |g|^2, if <g, P> < 0; and with
    the ridge |M|^2 / r, r exhibited, it is within (r / 2) |g + 2 P / r| of P.
    """
    name, let = the_path(world, core)
    ridge = let.core[5] is None
    if not ridge and not in_a_ball(let):
        raise broken("the path minimises over no ball, and has no ridge")
    point, goal = world.exhibited(name, let.core[3], {}), goal_of(world, let)
    convex(world, goal, let.core[2])
    with at_work(world, exact):
        slopes = gradient(world, goal, let.core[2], point, let.core[3], {})
        g = {cell: enclose(slope) for cell, slope in slopes.items()}
        if ridge:
            length = world.exhibited(f"{name}.at", (), {})[()]
            around, radius = ridged(point, g, length)
            said = f"of P, for {let.core[1]} = {length}"
        else:
            square = sum((point[cell] ** 2 for cell in g), ZERO)
            around, radius = enclosure(point, g, square)
            length, said = exact.sqrt(square), f"of the point computed, for B = {float(square):.6g}^(1/2)"
    known = {name: table(around, name), let.core[1]: scalar(length, "radius")}
    with world.under(exact, known, moment=True):
        if world.ask(core):
            raise Undecided("the formula holds there")
    return [f"premise     the goal is convex; {name} lies within {float(radius):.3g} {said}"]


def ridged(point: Tensor, g: dict[Cell, Any], r: Fraction) -> tuple[dict[Cell, Any], Fraction]:
    """Bounds of the entries of the minimiser with the ridge |M|^2 / r, and how far it is from the point.

    The gradient with the ridge rises by 2 / r per unit of length at least.
    """
    positive(exact, r, "the number that the path runs along is not positive")
    steep = total(exact, (exact.power(exact.add(x, 2 * point[cell] / r), 2) for cell, x in g.items()))
    radius = r / 2 * sqrt_bounds(max(enclose(steep)[1], ZERO), precision())[1]
    return {cell: exact.add(point[cell], (-radius, radius)) for cell in g}, radius


def enclosure(point: Tensor, g: dict[Cell, Any], square: Fraction) -> tuple[dict[Cell, Any], Fraction]:
    """Bounds of the entries of the minimiser in a ball, and the radius about the centre, which they allow."""
    ahead, steep = inner(exact, point, g), total(exact, (exact.power(x, 2) for x in g.values()))
    positive(exact, exact.neg(ahead), "the point is not ahead of the gradient")
    factor = exact.divide(ahead, steep)
    left = enclose(exact.subtract(square, exact.mul(factor, ahead)))
    radius = sqrt_bounds(max(left[1], ZERO), precision())[1]
    return {cell: exact.add(exact.mul(factor, x), (-radius, radius)) for cell, x in g.items()}, radius


@lemma
def off_the_ray(world: World, core: Core) -> list[str]:
    """If the formula asks that W_B - (A + r_B D) tends to 0, r_B >= 0, and near the plane <C, .> = <C, A>,
    <C, D> = 0, the goal falls along an N with <N, D> < 0, then it fails, where the infimum is not attained.

    C, N and how near the plane are exhibited, and a U along which the goal falls everywhere, so that there is
    no minimum. At W_B the gradient is -m W_B, m >= 0.
    """
    name, let = the_path(world, core)
    _, _, unknown, axes, goal, _ = let.core
    if not in_a_ball(let):
        raise broken("the path minimises over no ball")
    shown = {part: world.exhibited(f"{name}.{part}", axes, {}) for part in ("falls", "plane", "normal")}
    near = world.exhibited(f"{name}.near", (), {})[()]
    positive(exact, near, "how near the plane is not positive")
    ops = Symbols()
    cells = list(world.cells(axes))
    with at_work(world, ops, {name: unknowns(ops, name)}):
        A, D = ray_of(world, ops, core, name, cells)
        C, N = ({cell: shown[part][cell] for cell in cells} for part in ("plane", "normal"))
        zero(exact, inner(exact, C, D), "the ray leaves the plane")
        positive(exact, exact.neg(inner(exact, N, D)), "<N, D> is not negative")
        level = ops.add(inner(exact, C, A), ops.between("near", -near, near))
        anywhere = {cell: ops.unknown((name, cell)) for cell in cells}
        plane = on_plane(ops, name, C, level)
        for weights, point, premise in (
            (shown["falls"], anywhere, "the goal does not fall along U everywhere"),
            (N, plane, "the goal does not fall along N near the plane"),
        ):
            slopes = gradient(world, goal, unknown, point, axes, {}, ops)
            positive(ops, ops.neg(inner(ops, weights, slopes)), premise)
    return [f"premise     the goal falls along the numbers exhibited, wherever {name} may be near the ray"]


def ray_of(
    world: World, ops: Symbols, core: Core, name: str, cells: list[Cell]
) -> tuple[dict[Cell, Any], dict[Cell, Any]]:
    """A and D, where the formula asks that W_B - (A + r D) tends to 0 for one number r >= 0."""
    for found in vanishing(world, core, {}):
        if sorted(found) != sorted(cells):
            continue
        parts = {cell: ops.linear(x) for cell, x in found.items()}
        lengths = {atom for _, slopes in parts.values() for atom in slopes if atom[0] == "sqrt"}
        if len(lengths) == 1 and all(
            slopes.keys() <= {(name, cell), *lengths} and slopes.get((name, cell)) == 1
            for cell, (_, slopes) in parts.items()
        ):
            (length,) = lengths
            A = {cell: exact.neg(constant) for cell, (constant, _) in parts.items()}
            return A, {cell: exact.neg(slopes.get(length, ZERO)) for cell, (_, slopes) in parts.items()}
    raise Undecided("the formula does not ask that the path tends to a ray")
