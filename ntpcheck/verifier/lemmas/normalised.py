"""Lemmas on normalised descent whose gradient has one part that it steps across, and one that fades.

Gradients are quotients of sums of exponentials. The lemma is derived in the papers' `derivations.md`.
"""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from ..arithmetic import exact
from ..arithmetic.intervals import Undecided, Useless, leave_open
from ..arithmetic.kinds import enclose, ends
from ..asymptotics import far
from ..asymptotics.limits import GROWTH, R, with_sequences
from ..asymptotics.orders import ONE, ZERO, Grown, Order
from ..asymptotics.spoken import denied
from ..instance.tensors import Core, Tensor
from ..instance.world import World
from ..language.book import Let
from ..language.cores import renamed
from ..shared.headings import Lengths
from ..shared.premises import (
    all_of,
    axes_of,
    claimed,
    entries,
    inner,
    lemma,
    needs,
    precise,
    same,
    scalar,
    table,
    total,
    unknowns,
)
from ..shared.runs import shown, shown_number, starting, trajectory
from ..terms.polynomials import reduced
from ..terms.symbols import Symbols
from .lines import Span, letters, pieces

CUTS = 8  # pieces of a place: bounds on all of it would often be too wide
NARROW = Fraction(1, 1 << 32)  # a place that more bits may still narrow
COARSE = 1 << 20  # times the rounding of a value: what differs by more is not due to that


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
        self.Z, self.Y = (shown(world, word, axes) for word in ("direction", "outward"))
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
        self.A = reduced(far.along(A, {atoms[cell]: c for cell, c in self.Z.items()}))
        along = far.along(H, {atoms[cell]: c for cell, c in self.Y.items()})
        lowest = reduced(along)  # where it has no negative terms either, it has the better bounds
        self.H = lowest if all(exact.sign_bounds(c)[0] == 1 for part in lowest for _, c in part) else along

    def rates(self) -> tuple[Fraction, Fraction, Any]:
        """b, B and C with -B <= H'/H, and H(m) <= C e^(-b m) for m >= 0."""
        above, below = ([form[0] for form, _ in part] for part in self.H)
        b, B = max(below) - max(above), max(below) - min(above)
        needs(b > 0, "H falls exponentially")
        top = next(c for form, c in self.H[1] if form[0] == max(below))
        return b, B, exact.divide(total(exact, (c for _, c in self.H[0])), top)

    def steep(self, centre: Any, near: Fraction, most: Fraction) -> Fraction:
        """A lower bound of |A| where near <= |u - centre| <= most; A has the sign of u - centre there."""
        after = far.over(self.A, ZERO, pieces(near, most, centre))
        before = far.over(self.A, ZERO, pieces(-most, -near, centre))
        least = min([ends(x)[0] for x in after] + [-ends(x)[1] for x in before])
        if abs(least) < COARSE * max(self.rounded(centre, x) for x in (-most, -near, near, most)):
            leave_open()  # else it is short by how wide the pieces are, which more bits do not help
        needs(least > 0, "A has the sign of u - c")
        return least

    def rounded(self, centre: Any, offset: Fraction) -> Fraction:
        """How far apart the bounds of A are at one point, which more bits bring together."""
        low, high = ends(centre)
        middle = (low + high) / 2 + offset
        low, high = ends(far.value(self.A, {0: (middle, middle)}))
        return high - low

    def stays(self, centre: Any, near: Fraction) -> Any:
        """Requires near <= |u - centre| <= e |Z| - near for ever: what the steps lose adds up to little.

        At most what is returned.
        """
        length, reach = (exact.mul(self.e, exact.sqrt(square)) for square in (self.ZZ, self.YY))
        most = ends(length)[1] - near
        needs(0 < near <= most, "near is positive and at most half a step")
        needs(exact.sign_bounds(self.m)[0] >= 0, "m starts at 0 or above")
        lost = self.lost(self.steep(centre, near, most), reach)
        offset = exact.absolute(exact.subtract(self.u, centre))
        inside = [exact.subtract(offset, near), exact.subtract(exact.subtract(length, near), offset)]
        for room in inside:
            needs(exact.sign_bounds(exact.subtract(room, lost))[0] >= 0, "it starts far enough inside")
        return lost

    def lost(self, steep: Fraction, reach: Any) -> Any:
        """The D of the derivation, where |A| is at least `steep` and no step is longer than `reach` in m."""
        b, B, C = self.rates()
        # At least the integral of H from the start on.
        pulls = exact.mul(exact.divide(C, b), exact.exp(exact.mul(-b, self.m)))
        halved = ONE
        if max(form[0] for form, _ in self.H[0]) <= min(form[0] for form, _ in self.H[1]):  # H never rises
            here = far.value(self.H, {0: self.m})
            turn = ends(exact.mul(exact.sqrt(self.ZZ / self.YY), exact.divide(here, steep)))[1]
            pulls = exact.add(pulls, exact.mul(exact.mul(here, min(ONE, turn)), reach))
            halved += max(ZERO, ONE - turn * turn / 2)
        else:
            pulls = exact.mul(pulls, exact.exp(exact.mul(B, reach)))
        return exact.mul(self.ZZ / self.YY / steep / halved, pulls)

    def visited(self, centre: Any, lost: Any) -> Iterator[Span]:
        """Bounds of u at all even steps, and at all odd ones."""
        length, x = exact.mul(self.e, exact.sqrt(self.ZZ)), exact.subtract(self.u, centre)
        side = Fraction(exact.sign_bounds(x)[0])
        bounds = -enclose(lost)[1], enclose(lost)[1]
        for there in (x, exact.subtract(x, exact.mul(side, length))):
            yield enclose(exact.add(exact.add(centre, there), bounds))

    def far_out(self, place: Span) -> dict[str, Tensor]:
        """The run, and the number of its steps, where u lies in a place, and m is R."""
        moved, ahead = exact.subtract(place, self.u), GROWTH.subtract(R, self.m)
        point = {
            cell: GROWTH.add(
                exact.add(x, exact.mul(self.Z[cell] / self.ZZ, moved)),
                GROWTH.mul(self.Y[cell] / self.YY, ahead),
            )
            for cell, x in starting(self.world, self.world.book.lets[self.name]).items()
        }
        b, _, _ = self.rates()
        for part in self.H:
            needs(
                exact.sign_bounds(max(part, key=lambda term: term[0][0])[1]) == (1, 1),
                "H falls like e^(-b m)",
            )
        steps = Grown([(ONE, Order({0: ONE, 1: b}, 0))])  # e^(b R) and a factor between two positive numbers
        along = self.world.book.lets[self.name].core[1]
        return {self.name: table(point, self.name), along: scalar(steps, "running")}


@lemma
@precise
def alternates(world: World, core: Core) -> list[str]:
    """Normalised descent whose gradient is A(u) Z + H(m) Y, H falling exponentially, steps across u = c for
    ever, if it starts deep enough: u does not tend to c but to two places in turn, up to bounds, and m grows
    like (log k) / b, up to a bounded number.
    """
    found = all_of(world, core, "trajectory")
    if len(found) == 2:
        return slow(world, core, found)
    name, let = trajectory(world, core)
    run = Alternating(world, core, name, let)
    near = shown_number(world, "near")
    if "claim.centre" in world.hints:
        return in_turn(world, core, run, near)
    with world.under(run.ops, run.known()):
        centre = claimed(world, core, name, run.Z)
    run.stays(centre, near)
    return [f"premise     {name} keeps away from u = c by what its steps lose in all, {letters(name)}"]


def in_turn(world: World, core: Core, run: Alternating, near: Fraction) -> list[str]:
    """The formula fails along all even steps, or along all odd ones, and has a value along both."""
    needs(not denied(world, core), "no statement about a limit is denied")
    centre = shown_number(world, "centre")
    places = sorted(
        run.visited(centre, run.stays(centre, near)), key=lambda ends: -abs(ends[0] + ends[1] - 2 * centre)
    )
    problem, found = Undecided("the formula holds on either side"), list[bool]()
    for place in places:
        try:
            found.append(fails_over(world, core, run, place))
        except Undecided as said:
            problem = said
    if len(found) == len(places):  # it was computed on both sides
        spots = (span for place in places for span in cut(place))
        world.places.extend((GROWTH, run.far_out(span)) for span in spots)
    if any(found):
        turns = f"{run.name} is on two sides of u = c in turn, within bounds"
        return [f"premise     {turns}, u = <Z, {run.name}>, Z a matrix and c a number in the file"]
    if min(high - low for low, high in places) > NARROW:  # by what its steps lose, whatever the bits
        raise Useless(*problem.args)
    raise problem


def fails_over(world: World, core: Core, run: Alternating, place: Span) -> bool:
    """Whether the formula fails wherever u is in a place, piece by piece."""
    found = [with_sequences(world, run.far_out(span), core) for span in cut(place)]  # each has a value
    return not any(found)


def cut(place: Span) -> list[Span]:
    """A place in pieces."""
    low, width = place[0], (place[1] - place[0]) / CUTS
    return [(low + i * width, low + (i + 1) * width) for i in range(CUTS)]


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
    run.stays(shown_number(world, "centre"), shown_number(world, "near"))
    ops = Lengths([(other, cell) for cell in run.unknown])  # <Y, W> rises, and so W is 0 once at most
    world.places.append((ops, {name: unknowns(ops, name) for name in found}))
    return [f"premise     {one} keeps a gradient above a positive number, so that its norm is O(log k)"]


def norm(name: str, let: Let) -> Core:
    return ("norm", ("lam", let.indices, ("sequence", name, tuple(("v", x) for x, _ in let.indices))))
