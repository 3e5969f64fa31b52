"""A lemma on two runs by one step: how many steps the coordinates of the one are ahead of those of the other.

Steps are quotients of sums of exponentials. The lemma is derived in the linear paper's `derivations.md`.
"""

from fractions import Fraction
from typing import Any

from ..arithmetic import exact
from ..arithmetic.intervals import Undecided
from ..asymptotics import far
from ..asymptotics.far import leading
from ..asymptotics.limits import GROWTH, R
from ..instance.tensors import Core, Env, Tensor
from ..instance.world import World
from ..language.book import Let
from ..language.cores import renamed
from ..shared.premises import (
    Cell,
    all_of,
    axes_of,
    inner,
    lemma,
    needs,
    parts,
    precise,
    same,
    sequences,
    table,
    total,
)
from ..shared.pulled import added, signs
from ..shared.runs import along, directions, parted, shown_number, starting, step_from
from ..terms.calculus import Derivatives, Dual
from ..terms.polynomials import reduced
from ..terms.symbols import POSITIVE, Symbols

Numbers = dict[Cell, Any]
ZERO, ONE = Fraction(0), Fraction(1)
MOST = 40  # steps by which one run is said to be ahead
AT_LEAST, AT_MOST = 1, -1


@lemma
@precise
def lags(world: World, core: Core) -> list[str]:
    """If two runs by one step move along orthogonal directions, exhibited, each coordinate rises by the same
    increasing map, and those of the one are equal, a number of steps, exhibited, bounds how far each of the
    other is ahead for ever; an inequality that is false at these bounds, and more so beyond, is not true in
    the end.
    """
    lets = all_of(world, core, "trajectory")
    needs(len(lets) == 2, "two runs are named")
    for name in lets:
        if f"claim.{name}.0" in world.hints:
            pair = Pair(world, lets, name, next(other for other in lets if other != name))
            break
    else:
        raise Undecided("directions are exhibited for one of the runs")
    if not any(pair.fails(world, part, env) for part, env in parts(world, core, {})):
        raise Undecided("the formula is not seen to fail at these bounds")
    told = ", ".join(f"{'at least' if way > 0 else 'at most'} {shift}" for shift, way in pair.ahead)
    return [f"premise     the coordinates of {pair.other} are ahead of those of {pair.one} by {told} steps"]


class Pair:
    """Runs X and Y: X is X(0) + m (D_1 + .. + D_n) with m from 0 by m + p(m), Y has coordinates of its own.

    ahead: for each coordinate y of Y a number s, and whether y(k) >= m(k + s) or y(k) <= m(k + s) for all k.
    """

    def __init__(self, world: World, lets: dict[str, Let], one: str, other: str) -> None:
        self.one, self.other = one, other
        let, theirs = lets[one], lets[other]
        moved = ("lam", let.indices, renamed(let.core[3], ("sequence", one), ("sequence", other)))
        needs(same(world, moved, ("lam", theirs.indices, theirs.core[3])), "both have one step")
        needs(axes_of(let) == axes_of(theirs), "both have the same axes")
        alone = all([*sequences(world, x.core[3])] == [name] for name, x in ((one, let), (other, theirs)))
        needs(alone, "each step names its own run alone")
        self.ways = list(directions(world, one, let))
        for i, way in enumerate(self.ways):
            needs(not any(inner(exact, way, w) for w in self.ways[:i]), "the directions are orthogonal")
        self.start, begin = starting(world, let), starting(world, theirs)
        off = {cell: exact.subtract(x, self.start[cell]) for cell, x in begin.items()}
        self.begin = self.along(off)
        self.step = self.map(world, let)
        self.ahead = [self.shift(world, i, y) for i, y in enumerate(self.begin)]

    def along(self, off: Numbers) -> list[Any]:
        """The coordinates of a difference, which lies in the span of the directions."""
        found: list[Any] = []
        left = dict(off)
        for way in self.ways:
            y = exact.divide(inner(exact, way, off), sum((x * x for x in way.values()), ZERO))
            left = {cell: exact.subtract(x, exact.mul(way[cell], y)) for cell, x in left.items()}
            found.append(y)
        needs(all(exact.sign(x) == 0 for x in left.values()), "both start along the directions")
        return found

    def map(self, world: World, let: Let) -> Any:
        """p, the same for each coordinate, positive, with 1 + p' > 0, and falling exponentially."""
        ops = Symbols()
        unknown = [ops.unknown(i) for i in range(len(self.ways))]
        here = along(ops, self.start, self.ways, unknown)
        moves = parted(ops, self.ways, step_from(world, ops, self.one, let, here))
        found = []
        for i, move in enumerate(moves):
            needs(far.positive(move), "each coordinate rises")
            found.append(reduced(far.along(move, {ops.numbers[i]: ONE})))
        first = found[0]
        for other in found[1:]:
            cross = added([*far.products(first[0], other[1]), *negated(far.products(other[0], first[1]))])
            needs(not signs(cross), "each coordinate rises by the same map")
        slope, square = far.slope(first)
        needs(signs(square) == {1} and signs(added([*slope, *square])) == {1}, "a step keeps order")
        needs(leading(first[1])[0] > leading(first[0])[0], "the steps fall exponentially")
        return first

    def shift(self, world: World, i: int, y: Any) -> tuple[int, int]:
        """The bound exhibited for a coordinate, seen to hold at the start and so for ever."""
        told, way = (shown_number(world, f"{word}.{i}") for word in ("ahead", "way"))
        needs(told.denominator == 1 and abs(told) <= MOST and way in (AT_LEAST, AT_MOST), "a bound is shown")
        s = int(told)
        late, early = self.walked(ZERO, max(s, 0)), self.walked(y, max(-s, 0))
        apart = exact.mul(Fraction(way), exact.subtract(early, late))
        needs(exact.sign_bounds(apart)[0] >= 0, f"coordinate {i} starts beyond its bound")
        return s, int(way)

    def walked(self, x: Any, steps: int) -> Any:
        for _ in range(steps):
            x = exact.enclose(exact.add(x, far.value(self.step, {0: x})))
        return x

    # ---- what is claimed ----
    def fails(self, world: World, part: Core, env: Env) -> bool:
        """Whether an inequality for all large k is false at the bounds, and only more so beyond them."""
        if part[0] != "eventually" or part[1][0] != "cmp" or part[1][1] not in ("<", "<=", ">", ">="):
            return False
        small, large = part[1][2:] if part[1][1][0] == "<" else (part[1][3], part[1][2])
        apart = ("-", small, large)
        try:
            return self.worse(world, apart, env) and self.false(world, part[1], env)
        except Undecided:
            return False

    def false(self, world: World, e: Core, env: Env) -> bool:
        back = max(0, *(-s for s, _ in self.ahead))
        late = {s: self.later(back + s) for s in {0, *(s for s, _ in self.ahead)}}
        known = {
            self.one: self.point([late[0]] * len(self.ways)),
            self.other: self.point([late[s] for s, _ in self.ahead]),
        }
        with world.under(GROWTH, known):
            return world.formula(e, env) is False

    def later(self, steps: int) -> Any:
        """m so many steps after it is R."""
        found: Any = R
        for _ in range(steps):
            above, below = (value(part, found) for part in self.step)
            found = GROWTH.add(found, GROWTH.divide(above, below))
        return found

    def point(self, numbers: list[Any]) -> Tensor:
        return table(along(GROWTH, self.start, self.ways, numbers), "run")

    def worse(self, world: World, apart: Core, env: Env) -> bool:
        """Whether the smaller side less the larger does not fall as Y goes beyond a bound, at positive
        coordinates, which all are in the end."""
        ops = Symbols()
        one, other = (
            along(ops, self.start, self.ways, [ops.unknown((x, i), POSITIVE) for i in range(len(self.ways))])
            for x in (self.one, self.other)
        )
        moving = {
            cell: Dual(x, {(i,): way[cell] for i, way in enumerate(self.ways)}) for cell, x in other.items()
        }
        known = {self.one: table(one, self.one), self.other: table(moving, self.other)}
        with world.under(Derivatives(ops), known):
            rises = world.number(apart, env)
        if not isinstance(rises, Dual):
            return False
        return all(
            ops.sign_bounds(ops.mul(Fraction(way), rises.slopes.get((i,), ZERO)))[0] >= 0
            for i, (_, way) in enumerate(self.ahead)
        )


def negated(part: Any) -> Any:
    return [(form, exact.neg(c)) for form, c in part]


def value(part: Any, x: Any) -> Any:
    """A sum of exponentials of what grows."""
    return total(GROWTH, (GROWTH.mul(c, GROWTH.exp(GROWTH.mul(form.get(0, ZERO), x))) for form, c in part))
