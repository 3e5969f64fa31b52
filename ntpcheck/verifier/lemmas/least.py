"""Lemmas on least values: of quotients of sums of exponentials, and of a path's goal at small radii.

Each is derived in the papers' `derivations.md`.
"""

from collections.abc import Iterator
from contextlib import suppress
from fractions import Fraction
from typing import Any

from ..arithmetic import exact
from ..arithmetic.intervals import Undecided, Undefined
from ..asymptotics import far
from ..asymptotics.constants import conjuncts, names
from ..instance import optimum
from ..instance.goals import along
from ..instance.tensors import Core, Tensor
from ..instance.world import World
from ..language.cores import renamed, within
from ..shared.paths import Path
from ..shared.premises import ZERO, lemma, needs, precise, same
from ..shared.weaker import bounded_below
from ..terms.symbols import Quotient, Symbols
from .some import fails

FACTORS = tuple(Fraction(1 << k) for k in (0, 2, 4, 8))  # by which a difference may exceed the goal's
NEAR = Fraction(1, 1 << 60)  # a radius at which a path's points are near 0


@lemma
@precise
def falls(world: World, core: Core) -> list[str]:
    """A step along an exhibited direction lowers the function at every point: it has no least value. Nor has
    a sum of logs of sums of exponentials, and such, of which parts vanish on a ray along which none rises.
    """
    unknown, axes, function = least_point(world, core)
    if "claim.direction" in world.hints:
        ops, shown = Symbols(), world.exhibited("direction", axes, {})
        point = far.Point(ops, list(world.cells(axes)), []).tensor
        moved = Tensor(lambda where: ops.add(point[where], shown[where]), "moved")
        here, there = (far.symbolic(world, function, ops, {unknown: at}) for at in (point, moved))
        needs(far.positive(ops.subtract(here, there)), "f(M) - f(M + D) is a quotient without negative terms")
        return ["premise     f(M) - f(M + D) is positive at every M, D the direction exhibited"]
    key = world.place("goal", {})
    found = optimum.posed(world, unknown, axes, function, None, {}, key)
    ray, _ = optimum.hinted(world, found, axes, key)
    needs(ray, "the file names a direction in which parts of f vanish")
    with suppress(Undefined):  # it falls without end
        along(found.goal, ray)
    return ["premise     f falls for ever, from every M, along the ray of the file's hint"]


def least_point(world: World, core: Core) -> tuple[str, tuple[str, ...], Core]:
    """M, its axes and f(M), of a claim that some f(U) is at most f(M) for every M, or at most its infimum."""
    needs(core[0] == "some" and len(core[1]) == 1, "the claim is: some U. every M. f(U) <= f(M)")
    ((least, axes),) = core[1]
    for part in conjuncts(core[3]):
        every = part[0] == "every" and part[2] is None and len(part[1]) == 1
        for lower, upper in ordered(part[3] if every else part):
            if every:
                other, function = part[1][0][0], upper
                fits = not names(lower, {other})
            else:
                bound = world.book.lets[upper[1]].core if upper[0] == "let" and not upper[2] else upper
                fits = bound[0] == "infimum" and bound[2] == axes and bound[3] is None
                other, function = (bound[1], bound[4]) if fits else ("", bound)
            if fits and same(world, renamed(lower, ("par", least), ("par", other)), function):
                if not every:
                    bounded_below(world, other, function)
                return other, axes, function
    raise Undecided("a premise of the lemma fails: the claim is: some U. every M. f(U) <= f(M)")


def ordered(e: Core) -> Iterator[tuple[Core, Core]]:
    """Two sides of which the first is said to be at most the second."""
    if e[0] == "cmp" and e[1] in ("<=", "="):
        yield e[2], e[3]
    if e[0] == "cmp" and e[1] in (">=", "="):
        yield e[3], e[2]


@lemma
@precise
def mirrored(world: World, core: Core) -> list[str]:
    """An even function of one coordinate that is lower at an exhibited point than at 0 and at infinity has
    two shortest points at which it is least, M and -M.
    """
    function, unknown, axes = uniqueness(world, core)
    ops, shown = Symbols(), world.exhibited("point", axes, {})
    cells = list(world.cells(axes))
    point = far.Point(ops, cells, [])
    opposite = Tensor(lambda where: ops.neg(point.tensor[where]), "opposite")
    here, there = (far.symbolic(world, function, ops, {unknown: at}) for at in (point.tensor, opposite))
    needs(ops.sign_bounds(ops.subtract(here, there)) == (0, 0), "the function is even")
    axis = next((form for part in far.sums(here) for form, _ in part if any(form.values())), None)
    needs(axis is not None, "the function is not constant")
    assert axis is not None
    scalar = far.along(here, axis)
    low = far.value(scalar, {0: far.pairing(axis, point.at(shown))})
    growth, end = far.far(here, {atom: axis.get(atom, ZERO) for atom in point.atoms.values()})
    needs(exact.sign(growth) in (0, -1), "the function has a limit at infinity")
    end = end if exact.sign(growth) == 0 else ZERO
    for other in (far.value(scalar, {0: ZERO}), end):
        needs(exact.sign(exact.subtract(other, low)) == 1, "the function is lower at the point exhibited")
    return ["premise     the function is even, and lower at the point exhibited than at 0 and at infinity"]


def uniqueness(world: World, core: Core) -> tuple[Core, str, tuple[str, ...]]:
    """f and M of a claim: of two shortest points at which f(M) is least, one is the other."""
    shape = core[0] == "every" and len(core[1]) == 2 and core[1][0][1] == core[1][1][1] and core[2]
    needs(shape and core[2][0] == "and" and core[2][1][0] == "and", "the claim is on shortest least points")
    ((one, axes), (two, _)), guard = core[1], core[2]
    least, shorter = guard[1][2], guard[2]
    needs(least[0] == shorter[0] == "every" and least[3][0] == "and", "the claim is on shortest least points")
    unknown, function = least[1][0][0], least[3][1][-1]
    bound = tuple((f"_{i}", axis) for i, axis in enumerate(axes))

    def point(name: str) -> Core:
        return ("par", name, tuple(("v", letter) for letter, _ in bound))

    def value(name: str) -> Core:
        return renamed(function, ("par", unknown), ("par", name))

    def norm(name: str) -> Core:
        return ("norm", ("lam", bound, point(name)))

    both = ("and", *(("cmp", "<=", value(name), function) for name in (one, two)))
    equal = ("cmp", "=", norm(one), norm(two))
    longer = ("cmp", "<", norm(unknown), norm(one))
    everywhere = ((unknown, axes),)
    stated = (
        ("and", equal, ("every", everywhere, None, both)),
        ("every", everywhere, longer, ("cmp", "<", value(one), function)),
    )
    ends = ("forall", bound, None, ("cmp", "=", point(one), point(two)))
    fits = same(world, core, ("every", core[1], ("and", *stated), ends))
    needs(fits, "the claim is on shortest least points")
    return function, unknown, axes


# ---- Along a path ----
@lemma
@precise
def least_value(world: World, core: Core) -> list[str]:
    """If the goal minus its limit f0 along an exhibited direction is a quotient without negative terms, the
    least value in the ball tends to f0, and what is at most a multiple of that difference tends to 0.
    """
    path = Path(world, core)
    risk, toward = path.value(world), path.point.at(path.direction(world))
    g, c = far.far(risk, toward)
    needs(exact.sign(g) in (0, -1), "the goal has a limit along the direction exhibited")
    ops = Lowest(path.ops, toward)
    ops.excess = ops.subtract(risk, c if exact.sign(g) == 0 else ZERO)
    needs(far.positive(ops.excess), "the goal minus its limit is a quotient of sums without negative terms")
    radius = Tensor(lambda _: ops.unknown("radius", (1, 1)), path.along)
    if not fails(world, {path.name: path.point.tensor, path.along: radius}, core, ops):
        raise Undecided("the formula is not seen to fail there")
    return ["premise     the goal tends to its infimum, which it has along the direction exhibited"]


class Lowest(Symbols):
    """Symbols at the points of a path: `excess`, a positive quotient of them, tends to 0."""

    excess: Any = ZERO

    def __init__(self, ops: Symbols, toward: dict[int, Any]) -> None:
        super().__init__()
        self.atoms, self.numbers, self.toward = ops.atoms, ops.numbers, toward

    def limit(self, x: Any) -> Any:
        if not isinstance(x, Quotient):
            return x
        g, c = far.far(x, self.toward)
        needs(exact.sign(g) in (0, -1), "a number has a limit along the direction exhibited")
        end = c if exact.sign(g) == 0 else ZERO
        gap = self.subtract(x, end)
        for factor in FACTORS:
            most = self.mul(factor, self.excess)
            if all(not_below(join(most, gap)) for join in (self.add, self.subtract)):
                return end
        raise Undecided("a number is not seen to have a limit along the path")


def not_below(x: Any) -> bool:
    """Whether a number is seen to be at least 0 at every point: it is 0, or a quotient of positive terms."""
    return not far.sums(x)[0] or far.positive(x)


# ---- Small radii ----
@lemma
@precise
def vanishing_radius(world: World, core: Core) -> list[str]:
    """As the radius falls to 0 the path's points tend to 0: a formula that is false at all points near 0 is
    not true for every radius.

    A number to which the goal's least values tend is its infimum, which an exhibited point bounds.
    """
    path = Path(world, core)
    ball = Tensor(lambda _: (-NEAR, NEAR), "near 0")
    claim, number = core, None
    if core[0] == "some" and core[2] is None and len(core[1]) == 1 and core[3][0] == "and":
        claim, number = core[3][2], infimum(world, core, path)
    needs(claim[0] == "always", "the claim is on every radius")
    near = Tensor(lambda _: (ZERO, NEAR), "small")
    with world.under(exact, {path.name: ball, path.along: near}, moment=True):
        if number is None:
            needs(not world.ask(claim[1]), "the formula is false near 0")
            return ["premise     the formula is false at every point near 0"]
        needs(claim[1][:2] == ("cmp", "=") and number in claim[1], "the claim is: always number = ..")
        other = claim[1][2 if claim[1][3] == number else 3]
        needs(not within(other, number), "the claim is: always number = ..")
        shown = world.exhibited("point", path.axes, {})
        lower = world.ask(("cmp", "<", path.goal, other), {path.unknown: shown})
        needs(lower, "the point exhibited is lower")
    return ["premise     the goal at the point exhibited is less than the number has to be near 0"]


def infimum(world: World, core: Core, path: Path) -> Core:
    """The number of a claim: some number. tends(goal of the path, number) and .."""
    ((name, axes),), limit = core[1], core[3][1]
    number = ("par", name, ())
    goal = renamed(path.goal, ("par", path.unknown), ("sequence", path.name))
    tends = limit[0] == "tends" and not axes and limit[2] == number and same(world, limit[1], goal)
    needs(tends and not path.equations, "the claim is: some number. tends(goal of the path, number) and ..")
    return number
