"""Lemmas on trajectories whose coordinates move each by itself: what they are for all large k.

Steps are quotients of sums of exponentials. Each lemma is derived in the papers' `derivations.md`.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from ..arithmetic import exact
from ..arithmetic.intervals import Undecided
from ..asymptotics import far
from ..asymptotics.far import coefficient, leading
from ..asymptotics.limits import EXP_R, GROWTH, SOON, R
from ..asymptotics.orders import HALF, ONE, UNIT, Grown, Order
from ..asymptotics.placed import Placed
from ..instance.tensors import Core, Tensor
from ..instance.world import World
from ..language.book import Let
from ..shared import falling
from ..shared.premises import NOT_NEGATIVE, Numbers, lemma, needs, precise, scalar, table
from ..shared.pulled import Terms, decaying, pulled
from ..shared.runs import along, steps
from ..shared.sums import moving, with_means, with_sums
from ..terms.polynomials import reduced
from ..terms.symbols import Quotient, Symbols
from .some import fails


@lemma
@precise
def coordinates(world: World, core: Core) -> list[str]:
    """If W moves from W(0) along orthogonal directions, exhibited, and each coordinate by itself, then each
    is known for all large k: one that only rises is log(b c k) / b + o(1), or c k by steps of one length c,
    or about (a p k)^(1 / p) by steps like a m^(1 - p) far out, which are quotients of polynomials. One that
    is pulled to a number from both sides, by steps that do not lead across, tends to it. One that goes to a
    zero c of its step, a quotient of polynomials like a (c - m)^(p + 1) there, is c less about
    (a p k)^(-1 / p), or tends to c geometrically where p is 0.
    """
    told: list[str] = []
    clock, found = Clock(), list[Followed]()
    for name, let in moving(world, core).items():
        one, said = followed(world, name, let, clock)
        found.append(one)
        told.append(f"premise     the coordinates of {name}: {', '.join(said)}")
    problem = Undecided("the formula is not seen to fail there")
    by_k = all(callable(m) for one in found for m in one.far)  # then R may be k
    ways = [(k, found) for k in ((clock.k, R) if by_k else (clock.k,))]
    if len(found) == len(found[0].far) == 1 and found[0].nearing:
        k, m = found[0].nearing
        ways.insert(0, (k, [replace(found[0], far=[m])]))
    for k, them in ways:
        there = [replace(one, far=[m(k) if callable(m) else m for m in one.far]) for one in them]
        try:
            if refuted(world, core, there, k):
                return told
        except Undecided as said:
            problem = said
    raise problem


@dataclass(frozen=True)
class Followed:
    """A trajectory that starts at `start`, with the numbers `far` along its directions for all large k."""

    name: str
    along: str  # the number that it runs along
    start: Numbers
    ways: list[Numbers]
    far: list[Any]
    nearing: tuple[Any, Any] | None = None  # k, and one number that is pulled, by what that is short by

    def entries(self, ops: Any, numbers: list[Any]) -> Tensor:
        return table(along(ops, self.start, self.ways, numbers), self.name)


def refuted(world: World, core: Core, found: list[Followed], k: Any) -> bool:
    """Whether a formula fails where trajectories are known for all large k.

    Where too little is left once remainders are put in, the numbers along the directions are symbols first,
    so that what cancels of a remainder does.
    """
    running: dict[str, Any] = {one.along: scalar(k, "running") for one in found}
    try:
        numbers = {one.name: one.entries(GROWTH, one.far) for one in found} | running
        return fails(world, with_sums(world, core, numbers, k, GROWTH), core)
    except Undecided:
        symbols, at, known = Symbols(), dict[int, Any](), dict[str, Any](running)
        for one in found:
            unknown = [symbols.unknown((one.name, i)) for i in range(len(one.ways))]
            at |= {symbols.numbers[one.name, i]: m for i, m in enumerate(one.far)}
            known[one.name] = one.entries(symbols, unknown)
        placed = Placed(symbols, at)
        try:
            return fails(world, with_sums(world, core, known, k, placed), core, placed)
        except Undecided as said:
            with suppress(Undecided):
                return fails(world, with_means(world, core, known, k, placed), core, placed)
            raise said


def followed(world: World, name: str, let: Let, clock: Clock) -> tuple[Followed, list[str]]:
    """The trajectory for all large k, and what each of its coordinates does."""
    try:
        start, ways, parts, atoms = steps(world, name, let)
    except Undecided:  # a divisor, root or log is had where no coordinate falls below its start
        start, ways, parts, atoms = steps(world, name, let, NOT_NEGATIVE)
        needs(all(map(outward, parts, atoms)), "no coordinate falls below its start")
    known = [alone(part, atom, clock) for part, atom in zip(parts, atoms, strict=True)]
    lone = nearing(parts[0], atoms[0], known[0][0]) if len(known) == 1 else None
    return Followed(name, let.core[1], start, ways, [m for m, _ in known], lone), [said for _, said in known]


def outward(part: Any, atom: int) -> bool:
    """Whether a coordinate that is not negative never comes to be."""
    if not isinstance(part, Quotient):
        return exact.sign(part) in (0, 1)
    if of_powers := falling.polynomials(part, atom):
        return falling.onward(of_powers)
    return far.positive(part)


def alone(part: Any, atom: int, clock: Clock) -> tuple[Any, str]:
    """A coordinate m from 0 by m + part(m), for all large k; of k itself where its steps are all one."""
    if not isinstance(part, Quotient):
        return lambda k: GROWTH.mul(part, k), "one moves by one number in each step"
    if of_powers := falling.polynomials(part, atom):
        said = "runs off by a power of k" if falling.rises(of_powers) else "goes to a zero of its step"
        return falling.far(of_powers, clock), f"one {said}"
    decay, part = decaying(part, atom)
    step = reduced(far.along(part, {atom: ONE}))
    if not decay and far.positive(part):
        return clock.rising(step), "one rises without end"
    c = pulled(step, decay)
    return Grown([(c, UNIT)], Order({1: -SOON * clock.pace}, 0)), "one tends to a number from either side"


def nearing(part: Any, atom: int, m: Any) -> tuple[Any, Any] | None:
    """k and m, for a coordinate that is pulled to a known u: it keeps to the side of its start, 0, and what
    it is short by, e^-R, is multiplied by 1 + p'(u) + o(1) in each step.
    """
    pulls = isinstance(part, Quotient) and not falling.polynomials(part, atom) and not decaying(part, atom)[0]
    if not pulls or not isinstance(m, Grown) or not m.terms or m.terms[0][1] is not UNIT:
        return None
    ((u, _),) = m.terms
    if isinstance(u, tuple) or not (side := exact.sign(u)):
        return None
    slope = far.value(far.slope(far.along(part, {atom: ONE})), {0: u})
    pace = exact.neg(exact.log(exact.add(ONE, slope)))
    k = Grown([(exact.inverse(pace), Order({}, 1))], Order({}, HALF))
    return k, Grown([(u, UNIT), (Fraction(-side), Order({1: -ONE}, 0))])


# ---- A coordinate that rises ----
class Clock:
    """k in terms of R: log k is R, or R is the first coordinate that rises, then known without error."""

    def __init__(self) -> None:
        self.k: Any = EXP_R
        self.pace = ONE  # log k is pace R + O(1)
        self.taken = False

    def rising(self, step: tuple[Terms, Terms]) -> Any:
        """m for p(m) = c e^(-b m) (1 + ..), p and b positive: (log k + log(b c)) / b and a remainder."""
        (top, a), (low, d) = (leading(part) for part in step)
        b, c = low - top, exact.divide(a, d)
        needs(b > 0, "the steps of a rising coordinate fall exponentially")
        near = (height - form[0] for height, part in zip((top, low), step, strict=True) for form, _ in part)
        gap = min([b, *(x for x in near if x > 0)])
        more = exact.subtract(
            exact.divide(coefficient(step[0], top - b), a), exact.divide(coefficient(step[1], low - b), d)
        )  # p(m) = c e^(-b m) (1 + more e^(-b m) + ..)
        drift = exact.add(more, exact.mul(HALF * b, c))  # e^(b m) = b c k + drift log k + O(1)
        if not self.taken:
            return self.start(b, c, drift if gap == b else None, gap)
        log_k = GROWTH.log(self.k)
        m = GROWTH.mul(1 / b, GROWTH.add(log_k, exact.log(exact.mul(b, c))))
        if gap < b:
            return GROWTH.add(m, Grown([], Order({1: -HALF * gap / b * self.pace}, 0)))
        slow = GROWTH.divide(log_k, self.k)
        m = GROWTH.add(m, GROWTH.mul(exact.divide(drift, exact.mul(b * b, c)), slow))
        return GROWTH.add(m, Grown([], Order({1: -self.pace}, 1)))

    def start(self, b: Fraction, c: Any, drift: Any, gap: Fraction) -> Any:
        """R is this coordinate: k = e^(b R) / (b c) - (drift / c) R + o(R), by the law of e^(b m)."""
        self.taken, self.pace = True, b
        first = (exact.inverse(exact.mul(b, c)), Order({1: b}, 0))
        if drift is None:
            self.k = Grown([first], Order({1: b - HALF * gap}, 0))
        else:
            linear = Order({}, 1)
            self.k = Grown([first, (exact.neg(exact.divide(drift, c)), linear)], linear)
        return R
