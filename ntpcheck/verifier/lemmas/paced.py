"""A lemma on trajectories along a line whose steps are scaled by a counter, have momentum, or are averages.

Steps are quotients of sums of exponentials beside that. Derived in the linear paper's `derivations.md`.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from fractions import Fraction
from typing import Any

from ..arithmetic import exact
from ..arithmetic.intervals import Undecided
from ..asymptotics.far import leading
from ..asymptotics.limits import EXP_R, GROWTH, R
from ..asymptotics.orders import ONE, UNIT, ZERO, Grown, Order
from ..instance.tensors import Core, Tensor
from ..instance.world import World
from ..language.book import Let
from ..shared import paces
from ..shared.premises import NOT_NEGATIVE, all_of, axes_of, entries, lemma, needs, precise, scalar, table
from ..shared.runs import along, moves, shown, starting
from ..shared.sums import added
from ..terms.polynomials import reduced
from ..terms.symbols import POSITIVE, Quotient, Symbols
from .coordinates import Followed, refuted

STILL = Grown([], UNIT)  # o(1)
STEPS = "number of steps"  # of its unknown number: no trajectory has a name with spaces


@lemma
@precise
def paced(world: World, core: Core) -> list[str]:
    """If the steps of trajectories from points W(0) + m D of a line, D exhibited, are D times w(k) p(m), w a
    quotient of polynomials and p > 0 like c e^(-a m) far out, or p(m) + b (m - n), n the m before and
    0 <= b < 1, or those of a velocity, or an average's to what another one is, all are known but for o(1);
    so they are where steps lose about d k^-s times m besides, 0 < s <= 1, and where w is by a number that
    each step multiplies; and by what leads, or but for a number, where they are w(k) alone.
    """
    lets = all_of(world, core, "trajectory")
    line = Line(world, lets)
    far: dict[str, Any] = {}
    problems: dict[str, str] = {}
    while len(far) < len(line.starts):
        before = len(far)
        for name in line.starts.keys() - far.keys():
            try:
                far[name] = line.law(name, far)
            except Undecided as said:
                problems[name] = str(said)
        if len(far) == before:
            raise Undecided("; ".join(problems[name] for name in sorted(line.starts.keys() - far.keys())))
    clock = next(iter(lets.values())).core[1]
    problem = Undecided("the formula is not seen to fail there")
    for known in line.known(far):
        try:
            if fails_with(world, core, line, clock, *known):
                return [
                    f"premise     along the line exhibited each step of {n} {line.told[n]}"
                    for n in line.starts
                ]
        except Undecided as said:
            problem = said
    raise problem


def fails_with(world: World, core: Core, line: Line, clock: str, far: dict[str, Any], k: Any) -> bool:
    """Whether the formula fails where the coordinates, and the number that they run along, are these."""
    found = [Followed(name, clock, start, [line.way], [far[name]]) for name, start in line.starts.items()]
    numbers = {name: (start, {(): pace}, k) for name, (start, pace) in line.counters.items()}
    for name, (start, factor) in line.growing.items():
        numbers[name] = ZERO, {(): start}, GROWTH.exp(GROWTH.mul(exact.log(factor), k))
    found += [Followed(name, clock, {(): at}, [way], [m]) for name, (at, way, m) in numbers.items()]
    return refuted(world, core, found, k)


class Line:
    """Trajectories along lines of one direction, with the steps of their coordinates as symbols.

    counters: the start and the pace of each trajectory that adds a number in every step.
    growing: the start and the factor of each that is multiplied by a number in every step.
    """

    def __init__(self, world: World, lets: dict[str, Let]) -> None:
        self.ops, self.told = Symbols(), dict[str, str]()
        self.driven_by: dict[str, str] = {}  # a trajectory's velocity
        self.by_k = set[str]()  # whose steps are numbers by k
        self.counters: dict[str, tuple[Fraction, Fraction]] = {}
        self.growing: dict[str, tuple[Fraction, Fraction]] = {}
        for name, let in lets.items():
            with suppress(Undecided):
                self.counters[name] = paces.counter(world, name, let)
            with suppress(Undecided):
                self.growing[name] = paces.multiplied(world, name, let)
        by_themselves = {*self.counters, *self.growing}
        lets = {n: let for n, let in lets.items() if n in by_themselves or added(world, n, let) is None}
        self.starts = {name: starting(world, let) for name, let in lets.items() if name not in by_themselves}
        needs(self.starts, "a trajectory is no counter")
        shapes = {axes_of(lets[name]) for name in self.starts}
        needs(len(shapes) == 1, "the trajectories have the same axes")
        self.way = shown(world, "direction", next(iter(shapes)))
        needs(any(self.way.values()), "the direction exhibited is not 0")
        ops = self.ops
        self.k = ops.unknown(STEPS, NOT_NEGATIVE)
        self.at = {name: ops.unknown(name) for name in self.starts}
        running: Any = {let.core[1]: self.k for let in lets.values()}
        for name, (start, pace) in self.counters.items():
            running[name] = ops.add(start, ops.mul(pace, self.k))
        running |= {name: ops.unknown(name, POSITIVE) for name in self.growing}
        known = {name: scalar(x, name) for name, x in running.items()}
        for name, start in self.starts.items():
            here = along(ops, start, [self.way], [self.at[name]])
            known[name] = table(here, name)
        with world.under(ops, known):
            self.steps = {name: self.step(world, name, lets[name], known[name]) for name in self.starts}

    def step(self, world: World, name: str, let: Let, here: Tensor) -> Any:
        """What a step adds to the coordinate, wherever the coordinates are."""
        ops = self.ops
        found = {cell: ops.subtract(x, here[cell]) for cell, x in entries(world, let.core[3], let).items()}
        return moves(ops, self.way, found, f"no step of {name} leads off the line")

    def known(self, far: dict[str, Any]) -> Iterator[tuple[dict[str, Any], Any]]:
        """What is known of all large k, and what k is; if steps are like c / k alone, R is m / c at last."""
        yield far, R if self.growing else EXP_R
        if self.by_k == {*far} and len(far) == 1:
            ((name, y),) = far.items()
            if len(y.terms) == 1 and y.terms[0][1].above(R.terms[0][1]) == 0:
                yield {name: GROWTH.mul(y.terms[0][0], R)}, paces.BESIDE

    # ---- what a coordinate is for all large k, but for o(1); R is log k, or k where a number grows ----
    def law(self, name: str, far: dict[str, Any]) -> Any:
        step, m = self.steps[name], self.at[name]
        if self.growing:
            return self.outgrown(step, name)
        for other in self.starts:
            n = self.at[other]
            if other != name and self.repeats(other, name):
                b = paces.share(step, n)
                left = self.ops.subtract(step, self.ops.mul(b, self.ops.subtract(m, n)))
                c, a, degree, scale = self.falling(left, name)
                needs(
                    0 <= b < 1 and degree == 0, "momentum is at least 0 and below 1, by steps of one length"
                )
                self.told[name] = f"has momentum {b}"
                return paces.height(a, exact.divide(exact.mul(c, scale), 1 - b), ZERO)
        for other in self.starts:
            if other != name and other not in far and self.still(other):
                with suppress(Undecided):
                    return self.driven(name, other)
            if other in far and self.drives(name, other):
                self.told[name] = f"is a share of the one before and what moves {other}"
                return STILL
        for other, y in far.items():
            with suppress(Undecided):
                needs(other not in self.by_k, "what an average is of has steps that tend to 0")
                return self.average(name, other, y)
        try:
            c, a, degree, scale = self.falling(step, name)
        except Undecided:
            with suppress(Undecided):
                return self.braked(step, name)
            if (y := self.scheduled(step, name)) is None:
                raise
            self.told[name] = "is a number by k"
            self.by_k.add(name)
            return y
        self.told[name] = f"is a positive number that falls with the coordinate, times about k^{degree}"
        return paces.height(a, exact.mul(c, scale), degree)

    def outgrown(self, step: Any, name: str) -> Any:
        """m by m + w p(m), w about e S^r, r > 0, S a number that each step multiplies."""
        needs(len(self.growing) == 1, "one number grows")
        ((other, (start, factor)),) = self.growing.items()
        c, a, degree, scale = self.falling(step, name, self.ops.numbers[other])
        rate = exact.mul(degree, exact.log(factor))
        most = exact.add(ONE, exact.log(Fraction(2)))
        needs(degree > 0, "steps grow with what each multiplies")
        needs(exact.sign(exact.subtract(most, rate)) == 1, "steps grow by a factor below 2 e")
        self.told[name] = f"is a positive number that falls with the coordinate, times about {other}^{degree}"
        first = exact.mul(scale, exact.exp(exact.mul(degree, exact.log(start))))
        return paces.outgrown(a, c, rate, first)

    def braked(self, step: Any, name: str) -> Any:
        """m by m + w(k) p(m) - v(k) m, w about e k^r, v about d k^-s, -1 <= r <= 0 < s <= 1, r + s >= 0."""
        needs(isinstance(step, Quotient), "a step hangs on the coordinate")
        onward, back = paces.parted_by(step, self.ops.numbers[name])
        c, a, r, scale = self.falling(onward, name)
        s, d, (above, below) = self.factors(back, name)
        (one, x), (other, y) = leading(above), leading(below)
        needs(len(above) == len(below) == 1 and one == other, "what a step loses is a number by k")
        d = exact.neg(exact.mul(d, exact.divide(x, y)))
        needs(exact.sign(d) == 1, "a step loses a positive share of the coordinate in the end")
        needs(
            -1 <= r <= 0 and -1 <= s < 0 and r >= s,
            "the shares add up, and fall as fast as the steps or faster",
        )
        self.told[name] = (
            f"is a positive number that falls with the coordinate, times about k^{r},"
            f" less about k^{s} times the coordinate"
        )
        if r == s:
            return Grown([(paces.balanced(self.factors(onward, name), d), UNIT)], UNIT)
        return paces.braked(a, exact.divide(exact.mul(c, scale), d), r - s)

    def scheduled(self, step: Any, name: str) -> Any:
        """The sum of steps that are about c k^d, d >= -1, wherever the coordinate is; else None."""
        if not isinstance(step, Quotient):
            return Grown([(step, Order({1: ONE}, 0))])
        try:
            degree, scale, (above, below) = self.factors(step, name)
        except Undecided:
            return None
        (one, c), (other, d) = leading(above), leading(below)
        if len(above) > 1 or len(below) > 1 or one != other or degree < -1:
            return None
        by = degree + 1
        order = Order({1: by}, 0) if by else Order({}, 1)
        return Grown([(exact.mul(scale, exact.divide(exact.divide(c, d), by or ONE)), order)], order)

    def factors(
        self, step: Any, name: str, clock: int | None = None
    ) -> tuple[Fraction, Any, tuple[Any, Any]]:
        """d, e and p, a quotient of sums of exponentials of m, where a step is w(k) p(m), w about e k^d."""
        own = self.ops.numbers[name]
        known = paces.known_by(self.ops, self.ops.numbers[STEPS] if clock is None else clock)
        (top, above), (low, below) = (paces.separated(part, known, own) for part in (step.p, step.q))
        (high, c), (deep, d) = paces.foremost(top, known), paces.foremost(low, known)
        return Fraction(high - deep), exact.divide(c, d), reduced((above, below))

    def still(self, name: str) -> bool:
        """Whether a trajectory starts at 0, as a velocity does."""
        return all(exact.sign(x) == 0 for x in self.starts[name].values())

    def driven(self, name: str, velocity: str) -> Any:
        """m by m + c v, v as it was or as it is after its own step b v + p(m), from 0."""
        ops, v, step = self.ops, self.at[velocity], self.steps[name]
        b = ONE - paces.share(self.steps[velocity], v)
        c = -paces.share(step, v)
        after = ops.add(v, self.steps[velocity])
        needs(0 <= b < 1 and c, "a velocity keeps a share below 1 of itself")
        if ops.sign(ops.subtract(step, ops.mul(c, v))) != 0:
            needs(b, "a step hangs on the velocity")
            c /= b
            needs(
                ops.sign(ops.subtract(step, ops.mul(c, after))) == 0, "a step is a multiple of the velocity"
            )
        rate, a, degree, scale = self.falling(ops.mul(c, ops.subtract(after, ops.mul(b, v))), name)
        needs(degree == 0, "momentum has steps of one length")
        self.driven_by[name], self.told[name] = velocity, f"is {c} times {velocity}, which has momentum {b}"
        return paces.height(a, exact.divide(exact.mul(rate, scale), 1 - b), ZERO)

    def drives(self, name: str, other: str) -> bool:
        return self.driven_by.get(other) == name

    def repeats(self, other: str, name: str) -> bool:
        """Whether a trajectory is where another was a step before, and both start at one point."""
        away = self.ops.subtract(self.steps[other], self.ops.subtract(self.at[name], self.at[other]))
        apart = (exact.subtract(x, self.starts[name][cell]) for cell, x in self.starts[other].items())
        return self.ops.sign(away) == 0 and all(exact.sign(x) == 0 for x in apart)

    def falling(self, step: Any, name: str, clock: int | None = None) -> tuple[Any, Fraction, Fraction, Any]:
        """c, a, d and e where a step is w(k) p(m), all positive, w ~ e k^d and p ~ c e^(-a m) far out."""
        needs(isinstance(step, Quotient), "a step hangs on the coordinate")
        needs(self.ops.sign_bounds(step) == (1, 1), "each step leads forward along the line")
        degree, scale, (above, below) = self.factors(step, name, clock)
        (one, c), (other, d) = leading(above), leading(below)
        needs(other > one, "a step falls exponentially with the coordinate")
        c = exact.divide(c, d)
        if exact.sign(scale) == exact.sign(c) == -1:
            scale, c = exact.neg(scale), exact.neg(c)
        needs(exact.sign(scale) == exact.sign(c) == 1, "both factors of a step are positive")
        return c, other - one, degree, scale

    def average(self, name: str, other: str, y: Any) -> Any:
        """A coordinate x by x + g (y + c - x), g a number between 0 and 2, or 1 / (k + t), t > 0."""
        ops = self.ops
        apart = {cell: exact.subtract(x, self.starts[name][cell]) for cell, x in self.starts[other].items()}
        first = next(cell for cell, x in self.way.items() if x)
        c = exact.mul(1 / self.way[first], apart[first])
        off = (exact.subtract(x, exact.mul(self.way[cell], c)) for cell, x in apart.items())
        needs(all(exact.sign(x) == 0 for x in off), "both run along one line")
        pull = ops.subtract(ops.add(self.at[other], c), self.at[name])
        shown = ops.divide(ONE, ops.add(self.k, paces.late(self.steps[name], self.ops.numbers[STEPS])))
        goal = GROWTH.add(y, c)
        if ops.sign(ops.subtract(self.steps[name], ops.mul(shown, pull))) == 0:
            self.told[name] = f"is that of the mean of {other}"
            return paces.mean(goal)
        g = paces.share(ops.neg(self.steps[name]), self.at[other])
        needs(0 < g < 2, "the pull of an average is above 0 and below 2")
        needs(ops.sign(ops.subtract(self.steps[name], ops.mul(g, pull))) == 0, "a step is that of an average")
        self.told[name] = f"is that of a moving average of {other}"
        return goal
