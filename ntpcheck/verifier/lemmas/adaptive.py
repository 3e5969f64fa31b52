"""A lemma on steps by a mean of gradients over the root of a mean of their squares, along one line.

Gradients are quotients of sums of exponentials. The lemma is derived in the linear paper's `derivations.md`.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import permutations
from typing import Any

from ..arithmetic import exact
from ..arithmetic.intervals import Undecided
from ..asymptotics import far
from ..asymptotics.far import leading
from ..asymptotics.limits import EXP_R, GROWTH, R, with_sequences
from ..asymptotics.orders import ONE, ZERO, Grown, Order, Tower
from ..asymptotics.spoken import mentions, spoken
from ..instance.tensors import Core
from ..instance.world import World
from ..language.book import Let
from ..language.cores import exchanged, inside, within
from ..shared import sums
from ..shared.paces import height
from ..shared.premises import all_of, axes_of, entries, lemma, needs, precise, same, scalar, table
from ..shared.pulled import signs
from ..shared.runs import along, moves, shown, starting
from ..terms.polynomials import reduced
from ..terms.symbols import POSITIVE, Quotient, Symbols
from .coordinates import Followed, refuted

LOG_R = Order({}, 0, 1)
BOUNDED: Any = Order({}, 0, Fraction(1, 2))  # type: ignore[arg-type] # what is bounded is o(sqrt(log R))
# Of names: what a mean is after the step, and unknown numbers. No trajectory has a name with spaces.
AFTER, COORDINATE, MEAN, ROOT, LAST = " after", "a coordinate", "a mean", "a root", "last gradient"


@lemma
@precise
def adaptive(world: World, core: Core) -> list[str]:
    """If steps along a line W(0) + m D, D exhibited, are a mean of the gradients so far, all multiples of one
    matrix, exhibited, over the root of a mean of their squares, as those of Adam are without an epsilon, m is
    between two multiples of k. With an epsilon m is what descent by the gradient over epsilon makes it. The
    mean of the gradients may be the last one, as along RMSprop.
    """
    lets = all_of(world, core, "trajectory")
    tables = [name for name, let in lets.items() if let.indices]
    needs(len(tables) in (2, 3), "one run and two means are named, or one")
    run, *means = sorted(tables, key=lambda name: -len(beside(world, lets, name)))
    seen = [len(beside(world, lets, name)) for name in (run, *means)]
    needs(seen in ([2, 1, 1], [1, 1]), "a run's steps name both means, and a mean's steps the run alone")
    for name in lets.keys() - set(tables):
        fades(world, name, lets[name])
    problem = Undecided("no run and means are seen")
    orders = [(run, *order) for order in permutations(means)]
    if len(tables) == 2:
        orders = [
            (one, LAST, other) for one, other in permutations(tables) if squared(world, lets[other], one)
        ]
    for run, *roles in orders:
        try:
            found = Adaptive(world, lets, run, *roles)
            pace = found.line()
        except Undecided as said:
            problem = said
            continue
        told = f"steps of {run} are a mean of gradients over the root of that of their squares"
        if pace is None:
            outrun(world, core, found)
            return [f"premise     {told}"]
        along = Followed(run, lets[run].core[1], found.start, [found.way], [pace])
        if not refuted(world, core, [along], EXP_R):
            raise Undecided("the formula is not seen to fail there")
        return [f"premise     {told} and a positive number"]
    raise problem


def outrun(world: World, core: Core, found: Adaptive) -> None:
    """Requires that the formula fails where m is R, and log k is log R + O(1)."""
    far_out = along(GROWTH, found.start, [found.way], [R])
    log_k = Grown([(ONE, LOG_R)], BOUNDED)
    known = {found.run: table(far_out, found.run)}
    known[found.lets[found.run].core[1]] = scalar(Tower(log_k))
    if with_sequences(world, known, core):
        raise Undecided("the formula holds far out on that line")


def beside(world: World, lets: dict[str, Let], name: str) -> set[str]:
    """The other tables that a step of one names, in definitions too."""
    found = spoken(world.book, lets[name].core[3]) & lets.keys() - {name}
    return {other for other in found if lets[other].indices}


def squared(world: World, square: Let, run: str) -> Any:
    """What a step of a mean squares of a run, as it is written; None if nothing is."""
    powers = (e[1] for e in inside(square.core[3]) if e[:1] == ("^",) and e[2] == 2)
    return next((e for e in powers if run in spoken(world.book, e)), None)


def fades(world: World, name: str, let: Let) -> None:
    """Requires a number that starts at 0 <= f < 1 and is multiplied by one between 0 and 1 in each step."""
    ops = Symbols()
    here = ops.unknown(name)
    with world.under(ops, {name: scalar(here, name)}):
        constant, slopes = ops.linear(entries(world, let.core[3], let)[()])
    factor, first = slopes.get(name, ZERO), starting(world, let)[()]
    needs(slopes.keys() == {name} and constant == 0, f"each step of {name} is a multiple of it")
    needs(isinstance(factor, Fraction) and 0 < factor < 1, f"{name} falls to 0")
    needs(isinstance(first, Fraction) and 0 <= first < 1, f"{name} starts between 0 and 1")


class Adaptive:
    """The roles of three trajectories: a run, the mean of its gradients, and that of their squares."""

    def __init__(self, world: World, lets: dict[str, Let], run: str, mean: str, square: str) -> None:
        if mean == LAST:
            gradient = squared(world, lets[square], run)  # a mean that keeps nothing but this
            lets = {**lets, LAST: replace(lets[square], core=(*lets[square].core[:3], gradient))}
        self.world, self.lets, self.run, self.mean, self.square = world, lets, run, mean, square
        axes = axes_of(lets[run])
        needs(all(axes_of(lets[name]) == axes for name in (mean, square)), "all have the same axes")
        self.way, self.slope = (shown(world, word, axes) for word in ("direction", "gradient"))
        self.first = next((cell for cell, x in self.slope.items() if x), ())
        needs(any(self.way.values()) and self.first in self.slope, "no tensor exhibited is 0")
        self.start, self.ops = starting(world, lets[run]), Symbols()
        m = self.ops.unknown(COORDINATE)
        self.atom = self.ops.numbers[COORDINATE]
        here = along(self.ops, self.start, [self.way], [m])
        self.known = {run: table(here, run)}

    def line(self) -> Any:
        """What m is for all large k but for o(1), R being log k; None where steps have no epsilon.

        All premises are seen to hold then.
        """
        for name in (self.mean, self.square):
            begin = starting(self.world, self.lets[name])
            needs(all(x == 0 for x in begin.values()), f"{name} starts at 0")
        rate = self.step()
        a, pull = self.average(self.mean, 1)
        c, size = self.average(self.square, 2)
        ratio = self.ops.divide(size, self.ops.power(pull, 2))
        needs(
            exact.sign(ratio) == 1 if not isinstance(ratio, Quotient) else False, "both are of one gradient"
        )
        needs(a >= 0 and 0 < c < 1, "shares of means are below 1")
        needs(a < 1 if rate else a * a < c, "the mean of squares is the slower one, or there is an epsilon")
        gradient = far.along(pull, {self.atom: ONE})
        above, below = far.slope(gradient)
        needs(far.positive(pull) and signs(above) == {-1} and signs(below) == {1}, "the gradient falls")
        if not rate:
            return None
        (top, high), (low, deep) = map(leading, reduced(gradient))
        needs(low > top, "the gradient falls exponentially")
        return height(low - top, exact.divide(exact.mul(rate, exact.divide(high, deep)), 1 - a), ZERO)

    def average(self, name: str, power: int) -> tuple[Fraction, Any]:
        """a and g where a step leads from M A to (a M + g) A, A the gradients' matrix or that of squares."""
        ops = self.ops
        share = ops.unknown(name, POSITIVE)
        found: list[Any] = []
        for x in (ZERO, share):
            here = {cell: ops.mul(c**power, x) for cell, c in self.slope.items()}
            with self.world.under(ops, {**self.known, name: table(here, name)}):
                after = entries(self.world, self.lets[name].core[3], self.lets[name])
            size = ops.mul(1 / self.slope[self.first] ** power, after[self.first])
            for cell, y in after.items():
                off = ops.subtract(y, ops.mul(self.slope[cell] ** power, size))
                needs(ops.sign(off) == 0, f"{name} stays a multiple of one matrix")
            found.append(size)
        factor = ops.divide(ops.subtract(found[1], found[0]), share)
        needs(isinstance(factor, Fraction) and found[0] != 0, f"each step of {name} keeps a share of it")
        return factor, found[0]

    def step(self) -> Any:
        """Requires steps along the line by M / r, M A and r^2 A^2 the means after the step, times a positive
        number and powers of those by which what fades differs from 1: then 0. Or by M over a sum of such
        terms with r and one without: then the limit c of steps c M as r falls to 0."""
        ops, world, let = self.ops, self.world, self.lets[self.run]
        core = let.core[3]
        for name in (self.square, self.mean):
            core = self.renewed(core, name)
        M, r = ops.unknown(MEAN, POSITIVE), ops.unknown(ROOT, POSITIVE)
        after = {
            self.mean + AFTER: {cell: ops.mul(x, M) for cell, x in self.slope.items()},
            self.square + AFTER: {cell: ops.mul(x * x, ops.mul(r, r)) for cell, x in self.slope.items()},
        }
        known = {**self.known, **{name: table(x, name) for name, x in after.items()}}
        near: list[Any] = []
        for name in self.lets.keys() - {self.run, self.mean, self.square}:
            near.append(root := ops.unknown(("near", name), POSITIVE))
            known[name] = scalar(ops.subtract(ONE, ops.mul(root, root)))
        with world.under(ops, known):
            moved = entries(world, core, let)
        here = self.known[self.run]
        added = {cell: ops.subtract(x, here[cell]) for cell, x in moved.items()}
        size = moves(ops, self.way, added, "no step leads off the line")
        rest = ops.divide(ops.mul(size, r), M)
        if constant(rest, near):
            return ZERO
        rate = faint(size, [next(iter(x.p))[0][0][0] for x in (M, r, *near)])
        rate = rate or self.unhurried(core, known, M)
        needs(rate, "a step is a positive number times the one mean over the other's root")
        return rate

    def unhurried(self, core: Core, known: dict[str, Any], M: Any) -> Any:
        """c where a step is M times a positive number that hangs on r, without conditions, and is c at r = 0;
        0 where that is not seen."""
        let, ops, after = self.lets[self.run], self.ops, self.mean + AFTER
        added = sums.beside(core, ("sequence", self.run, tuple(("v", letter) for letter, _ in let.indices)))
        if added is None or mentions(self.world.book, added, ("if", "cmp")):
            return ZERO
        apart = {name: x for name, x in known.items() if name != self.run}  # so that it names the means alone
        unit = {after: table(self.slope, after)}
        still = {self.square + AFTER: table(dict.fromkeys(self.slope, ZERO), self.square)}
        found: list[Any] = []
        for here in ({}, unit, still):
            with self.world.under(ops, apart | here):
                rows = entries(self.world, added, let)
            found.append(moves(ops, self.way, rows, "no step leads off the line"))
        size, factor, end = found[0], found[1], ops.divide(found[2], M)
        even = ops.sign(ops.subtract(size, ops.mul(M, factor))) == 0 and ops.sign_bounds(factor)[0] > 0
        return end if even and not isinstance(end, Quotient) and exact.sign(end) == 1 else ZERO

    def renewed(self, core: Core, name: str) -> Core:
        """A core in which what a mean is after the step has a name of its own."""
        let = self.lets[name]
        after = let.core[3]
        own = tuple(("v", letter) for letter, _ in let.indices)
        plain = after[0] == "let" and after[3] == own and not any(within(after[2], one) for one in own)
        alike = let.indices == self.lets[self.run].indices
        needs(
            plain or alike,
            f"what {name} is after a step has a name in the book, with its own indices, or the run's letters",
        )

        def change(e: Any) -> Any:
            if e[:2] == after[:2] and plain and same(self.world, (*after[:3], ()), (*e[:3], ())):
                return ("sequence", name + AFTER, e[3])
            if e[:1] == after[:1] and not plain and same(self.world, after, e):
                return ("sequence", name + AFTER, own)
            return e

        return exchanged(core, change)


def faint(x: Any, atoms: list[int]) -> Any:
    """c where x is c M (1 + o(1)) as r falls to 0 and what is near 1 tends to it; 0 where that is not seen.

    atoms: those of M, r and what is near 1. Terms below the line are positive, and one is without r.
    """
    M, r, *near = atoms
    if not isinstance(x, Quotient) or len(x.p) != 1:
        return ZERO
    ((above, rise), c) = next(iter(x.p.items()))
    lasting = [d for (below, _), d in x.q.items() if r not in dict(below)]
    kept = rise == () and dict(above).get(M) == 1 and dict(above).keys() <= {M, *near}
    kept = kept and all(fall == () and dict(below).keys() <= {r, *near} for below, fall in x.q)
    if not kept or len(lasting) != 1 or any(exact.sign(d) != 1 for d in (c, *x.q.values())):
        return ZERO
    return exact.divide(c, lasting[0])


def constant(x: Any, near: list[Any]) -> bool:
    """Whether a number is a positive one times powers of those of `near`."""
    if not isinstance(x, Quotient):
        return exact.sign(x) == 1
    if len(x.p) != 1 or len(x.q) != 1:
        return False
    ((above, rise), c), ((below, fall), d) = (next(iter(half.items())) for half in (x.p, x.q))
    left = dict(above)
    for atom, k in below:
        left[atom] = left.get(atom, 0) - k
    atoms = {next(iter(one.p))[0][0][0] for one in near}
    alone = rise == fall == () and {atom for atom, k in left.items() if k} <= atoms
    return alone and exact.sign(exact.divide(c, d)) == 1
