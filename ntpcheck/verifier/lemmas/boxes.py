"""A lemma on paths in cubes: a corner at which a convex goal has no way down.

It is derived in the linear paper's `derivations.md`.
"""

from fractions import Fraction
from typing import Any

from ..arithmetic.intervals import Undecided
from ..asymptotics.limits import R
from ..asymptotics.placed import Placed
from ..instance.convexity import convex
from ..instance.tensors import Core
from ..instance.world import World
from ..language.book import Let
from ..shared.premises import axes_of, lemma, needs, precise, same, scalar, table, the_path
from ..shared.runs import shown
from ..shared.steady import says_always
from ..terms.calculus import gradient
from ..terms.symbols import POSITIVE, Symbols
from .some import fails


@lemma
@precise
def in_a_corner(world: World, core: Core) -> list[str]:
    """If no entry of a path's points is larger than B in size, the goal is convex, and at B S, S with entries
    1 and -1 exhibited, its slope along no entry has the sign of that entry of S for large B, then B S is one
    of the path's points.
    """
    name, let = the_path(world, core)
    needs(in_a_cube(world, let), f"the points of {name} are those of a cube")
    needs(not says_always(world, core), "nothing is said of small cubes")
    _, along, unknown, axes, goal, _ = let.core
    convex(world, goal, unknown)
    corner = shown(world, name, axes_of(let))
    needs(set(corner.values()) <= {Fraction(1), Fraction(-1)}, "a corner is exhibited")
    symbols = Symbols()
    size = symbols.unknown(along, POSITIVE)
    point = table({cell: symbols.mul(x, size) for cell, x in corner.items()}, name)
    slopes = gradient(world, goal, unknown, point, axes, {}, symbols)
    ops = Placed(symbols, {symbols.numbers[along]: R})
    down = (ops.sign_bounds(ops.mul(corner[cell], slope)) for cell, slope in slopes.items())
    needs(all(high <= 0 for _, high in down), "the goal does not fall from the corner into the cube")
    known: dict[str, Any] = {name: point, along: scalar(size, along)}
    if not fails(world, known, core, ops):
        raise Undecided("the formula is not seen to fail there")
    return [f"premise     the goal does not fall from the corner exhibited into the cube of {name}"]


def in_a_cube(world: World, let: Let) -> bool:
    """Whether a path minimises over the points no entry of which is larger in size than what it runs by."""
    _, along, unknown, axes, _, guard = let.core
    letters = tuple((f"_{i}", axis) for i, axis in enumerate(axes))
    size = ("fn", "abs", ("par", unknown, tuple(("v", letter) for letter, _ in letters)))
    radius = ("sequence", along, ())
    forms: tuple[Core, ...] = (
        ("cmp", "<=", ("max", letters, None, size), radius),
        ("forall", letters, None, ("cmp", "<=", size, radius)),
    )
    return guard is not None and any(same(world, guard, form) for form in forms)
