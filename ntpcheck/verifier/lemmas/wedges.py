"""A lemma on trajectories in wedges that no step leaves, however far they run on in them.

Steps are quotients of sums of exponentials. The lemma is derived in the attention paper's `derivations.md`.
"""

from collections.abc import Iterator
from fractions import Fraction
from itertools import count, permutations
from typing import Any

from ..arithmetic import exact
from ..arithmetic.algebra import independent
from ..arithmetic.intervals import Undecided
from ..asymptotics import far
from ..instance.tensors import Core, Env
from ..instance.world import World
from ..language.book import Let
from ..shared.headings import Lengths, headings
from ..shared.premises import (
    Cell,
    Numbers,
    axes_of,
    inner,
    lemma,
    needs,
    parts,
    precise,
    scalar,
    table,
    total,
    unknowns,
)
from ..shared.pulled import added
from ..shared.runs import along, directions, parted, shown, starting, step_from, trajectory
from ..terms.symbols import POSITIVE, Symbols

Terms = list[tuple[dict[int, Fraction], Any]]
ZERO, ONE = Fraction(0), Fraction(1)
NOT_NEGATIVE = (0, 1)
MARGINS = tuple(Fraction(1, 4**i) for i in (1, 2, 4, 8))  # by which what is to tend keeps away
HEIGHTS = tuple(Fraction(4**i) for i in (0, 2, 4, 8))  # below which what is to grow stays


@lemma
@precise
def in_a_wedge(world: World, core: Core) -> list[str]:
    """If W moves from W(0) along orthogonal directions, exhibited, and no step from a point where as many
    linear forms, exhibited, are at least what they are at W(0) lowers one of them, they stay so for ever, and
    no limit, and no direction, is what all such points keep away from.
    """
    name, let = trajectory(world, core)
    wedge = Wedge(world, name, let)
    for i, change in enumerate(wedge.changes):
        needs(wedge.least(change) >= 0, f"no step from the wedge lowers form {i}")
    running = wedge.ops.unknown(("running", let.core[1]), POSITIVE)
    known = {name: wedge.point, let.core[1]: scalar(running, "running")}
    with world.under(wedge.ops, known):
        seen = any(wedge.fails(world, part, env) for part, env in parts(world, core, {}))
    if not seen and not any(wedge.turned_from(way) for way in headings(world, core, name, let)):
        raise Undecided("the formula is not seen to fail in the wedge")
    needs(seen or wedge.never_zero(), f"{name} has a direction")
    lengths = Lengths([(name, cell) for cell in wedge.start])
    world.places.append((wedge.ops, known) if seen else (lengths, {name: unknowns(lengths, name)}))
    return [f"premise     no step of {name} lowers one of the {len(wedge.changes)} forms exhibited"]


class Wedge:
    """The points at which the forms exhibited exceed what they are at the start, by numbers x >= 0.

    point: the trajectory there; changes: what a step adds to each form.
    """

    def __init__(self, world: World, name: str, let: Let) -> None:
        self.ops, start = Symbols(), starting(world, let)
        ways, forms = list(directions(world, name, let)), list(shown_forms(world, name, let))
        self.start, self.forms = start, forms
        needs(len(ways) == len(forms), "there are as many forms as directions")
        rows = [[inner(exact, form, way) for way in ways] for form in forms]
        inverse = inverted(rows)
        over = [self.ops.unknown(("over", i), NOT_NEGATIVE) for i in range(len(ways))]
        self.atoms = [self.ops.numbers["over", i] for i in range(len(ways))]
        numbers = [
            total(self.ops, (self.ops.mul(c, x) for c, x in zip(row, over, strict=True))) for row in inverse
        ]
        here = along(self.ops, start, ways, numbers)
        self.point = table(here, name)
        moved = step_from(world, self.ops, name, let, here)
        parted(self.ops, ways, moved)  # orthogonal or not, the steps are in the span
        self.changes = [inner(self.ops, form, moved) for form in forms]

    def least(self, x: Any) -> int:
        """1 if a quotient is seen to be positive in all of the wedge, 0 if not negative, -1 if neither."""
        above, below = far.sums(x)
        needs(least(below, self.atoms) == 1, "a divisor is positive in the wedge")
        return least(above, self.atoms)

    # ---- what is claimed ----
    def turned_from(self, way: Numbers) -> bool:
        """Whether W / |W| tends to no V / |V|: a form stays at 0 or above that is negative at V."""
        return any(
            exact.sign(inner(exact, form, way)) == -1 and exact.sign(inner(exact, form, self.start)) in (0, 1)
            for form in self.forms
        )

    def never_zero(self) -> bool:
        """Whether W is not 0 after the first step, so that it has a direction: a form is positive at the
        start, or is not negative there and each step raises it.
        """
        signs = [exact.sign(inner(exact, form, self.start)) for form in self.forms]
        return 1 in signs or any(
            sign == 0 and self.least(change) == 1 for sign, change in zip(signs, self.changes, strict=True)
        )

    def fails(self, world: World, part: Core, env: Env) -> bool:
        """Whether a part of a formula is false of every sequence in the wedge."""
        try:
            if part[0] == "tends":
                return self.away(world, part, env)
            return part[0] in ("always", "eventually") and self.false(world, part[1], env)
        except Undecided:
            return False

    def away(self, world: World, part: Core, env: Env) -> bool:
        """Whether a number keeps at some distance of its limit, or below some height if that is infinite."""
        value = world.number(part[1], env)
        if part[2][0] == "infinity":
            value = self.ops.mul(Fraction(part[2][1]), value)
            return any(self.least(self.ops.subtract(height, value)) >= 0 for height in HEIGHTS)
        apart = self.ops.subtract(value, world.number(part[2], env))
        sides = (apart, self.ops.neg(apart))
        return any(self.least(self.ops.subtract(x, margin)) >= 0 for x in sides for margin in MARGINS)

    def false(self, world: World, e: Core, env: Env) -> bool:
        """Whether a comparison is false everywhere in the wedge."""
        if e[0] != "cmp" or e[1] not in ("<", "<=", ">", ">="):
            return False
        small, large = (world.number(side, env) for side in (e[2:] if e[1][0] == "<" else (e[3], e[2])))
        return self.least(self.ops.subtract(small, large)) >= (0 if e[1] in ("<", ">") else 1)


def shown_forms(world: World, name: str, let: Let) -> Iterator[dict[Cell, Fraction]]:
    """The linear forms exhibited for a trajectory."""
    for i in count():
        if f"claim.{name}.form.{i}" not in world.hints:
            return
        yield shown(world, f"{name}.form.{i}", axes_of(let))


def inverted(rows: list[list[Fraction]]) -> list[list[Fraction]]:
    """The inverse of a matrix, by Gauss and Jordan. Raises Undecided where there is none."""
    size = len(rows)
    needs(len(independent(rows)[0]) == size, "the forms are independent along the directions")
    left = [[*row, *(ONE if i == j else ZERO for j in range(size))] for i, row in enumerate(rows)]
    for i in range(size):
        pivot = next(j for j in range(i, size) if left[j][i])
        left[i], left[pivot] = left[pivot], left[i]
        left[i] = [x / left[i][i] for x in left[i]]
        for j in range(size):
            if j != i and left[j][i]:
                left[j] = [x - left[j][i] * y for x, y in zip(left[j], left[i], strict=True)]
    return [row[size:] for row in left]


def least(found: Terms, atoms: list[int]) -> int:
    """1 if a sum of exponentials is seen to be positive for all values >= 0 of its atoms, 0 if it is not
    negative, -1 if neither is seen, by Abel's summation along one atom after another."""
    if not all(form.keys() <= set(atoms) for form, _ in found):
        raise Undecided("an exponent hangs on more than the point of the wedge")
    return max(summed(found, list(order)) for order in permutations(atoms))


def summed(found: Terms, atoms: list[int]) -> int:
    """The same in one order: sums of the terms down to each exponent of the first atom have the sign."""
    if not atoms:
        return exact.sign_bounds(total(exact, (c for _, c in found)))[0]
    first, *others = atoms
    above: Terms = []
    sign = 0
    for height in sorted({form.get(first, ZERO) for form, _ in found}, reverse=True):
        level = [(form, c) for form, c in found if form.get(first, ZERO) == height]
        above = added([*above, *(({a: k for a, k in form.items() if a != first}, c) for form, c in level)])
        if (sign := summed(above, others)) < 0:
            return -1
    return sign
