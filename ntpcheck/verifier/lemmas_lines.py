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
from .kinds import enclose
from .lemmas_rates import needs, precise, renamed, same
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
    return [f"premise     each step keeps {near} <= |u - c| <= {most}, by bounds on pieces of either side"]


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
    needs(between(offset, near, most), "it starts between near and far")
    for place in sides(near, most, centre):
        inside = leads(move, place, lambda there: between(exact.subtract(there, centre), near, most))
        needs(inside, "a step from between near and far leads there")
    return near, most, move


def sides(near: Fraction, most: Fraction, centre: Any) -> list[Span]:
    """Where near <= |u - centre| <= most, in rationals."""
    ends = ((near, most), (-most, -near))
    return [(enclose(exact.add(centre, a))[0], enclose(exact.add(centre, b))[1]) for a, b in ends]


def leads(
    move: Any, place: Span, inside: Callable[[Any], bool], tilt: Fraction = ONE, cuts: int = CUTS
) -> bool:
    """Whether the move plus tilt u is inside for all u of a place, cut in two where bounds are too wide."""
    if inside(far.over(move, tilt, [place])[0]):
        return True
    middle = (place[0] + place[1]) / 2
    halves = ((place[0], middle), (middle, place[1]))
    return cuts > 0 and all(leads(move, half, inside, tilt, cuts - 1) for half in halves)


def pieces(low: Fraction, high: Fraction, centre: Any) -> list[tuple[Any, Any]]:
    """The interval around a centre in equal pieces."""
    ends = [exact.add(centre, low + i * (high - low) / PIECES) for i in range(PIECES + 1)]
    return list(pairwise(ends))


def between(x: Any, near: Fraction, most: Fraction) -> bool:
    """Whether near <= |x| <= most is certain."""
    low, high = enclose(x)
    return near <= low <= high <= most or near <= -high <= -low <= most


# ---- Normalised descent ----
class Alternating:
    """Steps -e T / ||T||, where T = A(u) Z / |Z|^2 - H(m) Y / |Y|^2, u = <Z, W>, m = <Y, W>, H > 0."""

    def __init__(self, world: World, core: Core, name: str, let: Let) -> None:
        self.world, self.name, self.ops = world, name, Symbols()
        axes = axes_of(let)
        step, own = let.core[3], ("sequence", name, tuple(("v", letter) for letter, _ in let.indices))
        shape = (
            step[:2] == ("-", own) and step[2][0] == "/" and step[2][1][0] == "*" and step[2][2][0] == "norm"
        )
        needs(shape, "a step is -e T / ||T||")
        _, self.length, self.gradient = step[2][1]
        needs(same(world, ("lam", let.indices, self.gradient), step[2][2][1]), "a step is -e T / ||T||")
        start = starting(world, let)
        self.Z, self.Y = (
            {cell: world.exhibited(word, axes, {})[cell] for cell in start}
            for word in ("direction", "outward")
        )
        self.ZZ, self.YY = (sum((x * x for x in V.values()), ZERO) for V in (self.Z, self.Y))
        needs(self.ZZ and self.YY and not inner(exact, self.Z, self.Y), "Z and Y are orthogonal and not 0")
        self.unknown = {cell: self.ops.unknown((name, cell)) for cell in start}
        self.parts(world, let)
        self.u, self.m = (inner(exact, V, start) for V in (self.Z, self.Y))
        with world.under(exact):
            self.e = world.number(self.length, {})
        needs(exact.sign(self.e) == 1, "the length of a step is positive")

    def known(self) -> dict[str, Any]:
        return {self.name: Tensor(self.unknown.__getitem__, self.name)}

    def parts(self, world: World, let: Let) -> None:
        """A and H, as quotients of u and of m."""
        ops = self.ops
        with world.under(ops, self.known()):
            T = entries(world, self.gradient, let)
        A, H = inner(ops, self.Z, T), ops.neg(inner(ops, self.Y, T))
        for cell, x in T.items():
            made = ops.subtract(ops.mul(self.Z[cell] / self.ZZ, A), ops.mul(self.Y[cell] / self.YY, H))
            needs(ops.sign(ops.subtract(x, made)) == 0, "T is a combination of Z and Y")
        needs(far.positive(H), "H is positive")
        atoms = {cell: ops.numbers[self.name, cell] for cell in T}
        self.A = far.along(A, {atoms[cell]: c for cell, c in self.Z.items()})
        self.H = far.along(H, {atoms[cell]: c for cell, c in self.Y.items()})

    def rates(self) -> tuple[Fraction, Fraction, Any]:
        """b, B and C with -B <= H'/H, and H(m) <= C e^(-b m) for m >= 0."""
        above, below = ([form[0] for form, _ in part] for part in self.H)
        b, B = max(below) - max(above), max(below) - min(above)
        needs(b > 0, "H falls exponentially")
        total: Any = ZERO
        for _, c in self.H[0]:
            total = exact.add(total, c)
        top = next(c for form, c in self.H[1] if form[0] == max(below))
        return b, B, exact.divide(total, top)

    def steep(self, centre: Any, near: Fraction, most: Fraction) -> Fraction:
        """A lower bound of |A| where near <= |u - centre| <= most; A has the sign of u - centre there."""
        after = far.over(self.A, ZERO, pieces(near, most, centre))
        before = far.over(self.A, ZERO, pieces(-most, -near, centre))
        least = min([enclose(x)[0] for x in after] + [-enclose(x)[1] for x in before])
        needs(least > 0, "A has the sign of u - c")
        return least

    def stays(self, centre: Any, near: Fraction) -> None:
        """Requires near <= |u - centre| <= e |Z| - near for ever: what the steps lose adds up to little."""
        lengths = [exact.mul(self.e, exact.sqrt(square)) for square in (self.ZZ, self.YY)]
        most = enclose(lengths[0])[1] - near
        needs(0 < near <= most, "near is positive and at most half a step")
        needs(exact.sign_bounds(self.m)[0] >= 0, "m starts at 0 or above")
        b, B, C = self.rates()
        lost = exact.divide(exact.mul(self.ZZ / self.YY / b, C), self.steep(centre, near, most))
        grown = exact.exp(exact.subtract(exact.mul(B, lengths[1]), exact.mul(b, self.m)))
        lost = exact.mul(lost, grown)
        offset = exact.absolute(exact.subtract(self.u, centre))
        inside = [exact.subtract(offset, near), exact.subtract(exact.subtract(lengths[0], near), offset)]
        for room in inside:
            needs(exact.sign_bounds(exact.subtract(room, lost))[0] >= 0, "it starts far enough inside")


@lemma
@precise
def alternates(world: World, core: Core) -> list[str]:
    """Normalised descent whose gradient is A(u) Z + H(m) Y, H falling exponentially, steps across u = c for
    ever, if it starts deep enough: u does not tend to c, and the norm grows no faster than log k.
    """
    found = all_of(world, core, "trajectory")
    if len(found) == 2:
        return slow(world, core, found)
    name, let = trajectory(world, core)
    run = Alternating(world, core, name, let)
    with world.under(run.ops, run.known()):
        centre = claimed(world, run.ops, core, name, run.Z)
    run.stays(centre, world.exhibited("near", (), {})[()])
    return [f"premise     {name} keeps away from u = c, by what its steps lose in all"]


def slow(world: World, core: Core, found: dict[str, Let]) -> list[str]:
    """The norm of the one over that of descent with the same gradient does not tend to infinity."""
    needs(
        core[0] == "tends" and core[1][0] == "/" and core[2] == ("infinity", 1), "a ratio tends to infinity"
    )
    names: list[str] = []
    for part in core[1][1:]:
        name = next((n for n, let in found.items() if same(world, part, norm(n, let))), None)
        needs(name is not None, "the claim is on norm(N) / norm(W)")
        names.append(str(name))
    one, other = names
    needs(one != other, "the claim is on two sequences")
    run = Alternating(world, core, one, found[one])
    own = ("sequence", other, tuple(("v", letter) for letter, _ in found[other].indices))
    step = found[other].core[3]
    plain = step[:2] == ("-", own) and step[2][0] == "*"
    gradient = ("lam", found[one].indices, renamed(run.gradient, ("sequence", one), ("sequence", other)))
    plain = plain and same(world, ("lam", found[other].indices, step[2][2]), gradient)
    needs(plain, "a step of the other is -e T with the same T")
    with world.under(exact):
        needs(exact.sign(world.number(step[2][1], {})) == 1, "the other's step is positive")
    run.stays(world.exhibited("centre", (), {})[()], world.exhibited("near", (), {})[()])
    return [f"premise     {one} keeps a gradient above a positive number, so that its norm is O(log k)"]


def norm(name: str, let: Let) -> Core:
    return ("norm", ("lam", let.indices, ("sequence", name, tuple(("v", x) for x, _ in let.indices))))
