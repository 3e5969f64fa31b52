"""Lemmas on descent, and one on paths, of logs of sums of exponentials: where they go, whatever the data.

The goal is one of goals.py, of logs alone. The lemmas are derived in the papers' `derivations.md`.
"""

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations
from typing import Any

from ..arithmetic import exact
from ..arithmetic.algebra import independent, solve
from ..arithmetic.intervals import Undecided, Undefined
from ..arithmetic.kinds import Affine, Nonlinear
from ..asymptotics.constants import conjuncts
from ..asymptotics.limits import EXP_R, GROWTH, SOON, R
from ..asymptotics.orders import ONE, UNIT, ZERO, Grown, Order
from ..asymptotics.placed import Placed
from ..asymptotics.spoken import denied
from ..instance import optimum, points
from ..instance.goals import Cell, Goal, Row, along, goal, less, pairing
from ..instance.optimum import Problem
from ..instance.tensors import Core, Tensor
from ..instance.world import World
from ..language.book import Let
from ..language.cores import exchanged
from ..shared.gradients import followed
from ..shared.premises import (
    BITS,
    axes_of,
    in_a_ball,
    inner,
    lemma,
    needs,
    precise,
    sequences,
    table,
    the_path,
    total,
)
from ..shared.runs import shown_number, starting, trajectory
from ..terms.symbols import Symbols
from .lines import exhibited_matrix, kept, leads, sides
from .some import fails

LINEAR = Order({}, 1)
FALLS = Order({0: ONE, 1: -ONE}, 0)  # C / k, C a positive constant of which nothing else is known
OWN = "goal of the lemma"
VALUE = ("sequence", OWN, ())


@lemma
def descends(world: World, core: Core) -> list[str]:
    """Let f be a sum of c log(sum of exponentials), c > 0, and a linear form, with a gradient of Lipschitz
    constant at most L. If f falls for ever along V to a function that has a least point w, and V is the
    shortest direction that keeps this function and pushes apart, by 1 or more, what vanishes, then gradient
    descent by steps below 2 / L is at w + V log k + o(log k), its part where the function is not constant
    tends to w, and k (f - inf f) has a limit point C > 0; so is the path in balls, with |V| log k its radius.
    If f has a least point itself, descent tends to the one that it leads to.
    """
    world.reset(BITS)
    needs(not denied(world, core), "no statement about a limit is denied")
    kinds = {world.book.lets[name].core[0] for name in sequences(world, core)}
    try:
        run = Descent(world, core) if kinds == {"trajectory"} else Balls(world, core)
    except Undefined as said:
        raise Undecided(f"a premise of the lemma fails: {said}") from None
    ops, point = run.place()
    known: dict[str, Any] = {
        run.name: table(point, run.name),
        run.let.core[1]: Tensor(lambda _: run.running(), "running"),
        OWN: Tensor(lambda _: run.value(), OWN),
    }
    if not fails(world, known, exchanged(core, run.valued), ops):
        raise Undecided("the formula is not seen to fail there")
    return [f"premise     {run.name} {run.says}"]


@lemma
@precise
def stays_above(world: World, core: Core) -> list[str]:
    """Let f be as for `descends`. If W moves by the gradient of f, by steps of any length, u = <Z, W>, Z
    exhibited, moves by itself, and each step keeps near <= |u - c| <= far and moves u, then the gradient does
    not vanish, and f(W_k) keeps above inf f by a positive number.
    """
    run = Followed(world, core)
    ends = [part[2] for part in conjuncts(core) if part[0] == "tends" and run.valued(part[1]) == VALUE]
    needs(ends, "the formula says what the goal tends to")
    Z, centre = exhibited_matrix(world, run.let), shown_number(world, "centre")
    near, most, move = kept(world, run.name, run.let, Z, centre)
    for place in sides(near, most, centre):
        needs(leads(move, place, decided, ZERO), "each step moves u")
    try:
        run.lowest(world, *run.asked)
    except Undefined as said:
        raise Undecided(f"a premise of the lemma fails: {said}") from None
    with world.under(exact):
        above = [exact.subtract(world.number(end, {}), run.least) for end in ends]
    needs(any(exact.sign_bounds(x)[1] <= 0 for x in above), "the goal is said to tend to its infimum")
    said = f"u = <Z, {run.name}>, Z a matrix and c a number in the file"
    return [f"premise     each step keeps {near} <= |u - c| <= {most} and moves u, {said}"]


def decided(x: Any) -> bool:
    return exact.sign_bounds(x) in ((1, 1), (-1, -1))


class Far:
    """Where a sequence goes that makes a goal small; V is empty where it has a least point.

    For all large R it is `start` + o(1) along `near`, R + o(R) along V, o(R) along `slow`.
    """

    name: str
    let: Let
    says: str
    title: str | None  # the definition that the goal is
    start: dict[Cell, Any]

    def looked(self, world: World, unknown: str, body: Core) -> None:
        """Reads the goal, where it goes, and how."""
        left, ray = self.lowest(world, unknown, body)
        self.V: Row = self.shortest(world, ray) if ray else {}
        rows = [*self.near, self.V, *self.whole.basis] if self.V else []
        chosen, _ = independent([[row.get(cell, ZERO) for cell in left.cells] for row in rows])
        self.slow = [optimum.projected(rows[i], self.near) for i in chosen if i > len(self.near)]

    def lowest(self, world: World, unknown: str, body: Core) -> tuple[Problem, Row]:
        """Reads the goal and its infimum: what is left of it along a ray on which it falls for ever."""
        axes, key = axes_of(self.let), world.place("goal", {})
        self.whole = optimum.posed(world, unknown, axes, body, None, {}, key)
        needs(all(atom.kind == "log" for atom in self.whole.goal.atoms), "the goal is of logs alone")
        ray, hint = optimum.hinted(world, self.whole, axes, key)
        left = self.whole
        if ray:
            left = optimum.restricted(along(self.whole.goal, ray), [], {}, self.whole.cells)
        self.near = left.basis
        self.start, self.least = optimum.solved(left, hint, key)
        return left, ray

    def shortest(self, world: World, ray: Row) -> Row:
        """The shortest direction that keeps level what stays along the ray, and the rest 1 below or more."""
        found: list[points.Constraint] = []
        for atom in self.whole.goal.atoms:
            heights = [pairing(row, ray) for _, row in atom.parts]
            first = next(row for h, (_, row) in zip(heights, atom.parts, strict=True) if h == max(heights))
            for h, (_, row) in zip(heights, atom.parts, strict=True):
                form = less(first, row)
                if h == max(heights) and form:
                    found.append((True, Affine(ZERO, form)))
                elif h < max(heights):
                    found.append((False, Affine(-ONE, form)))
        with world.under(exact):
            V = points.least(world, found, world.zero(), world.place("margins", {}))
        return {cell: x for cell, x in V.items() if x}

    # ---- what is known for all large R ----
    def place(self) -> tuple[Placed, dict[Cell, Any]]:
        """The point, in unknown numbers along the directions, and what these are."""
        ops, at = Symbols(), dict[int, Any]()
        point: dict[Cell, Any] = {cell: self.start.get(cell, ZERO) for cell in self.whole.cells}
        soon = UNIT if self.V else Order({1: Fraction(-SOON)}, 0)
        moves = [(row, Grown([], soon)) for row in self.near]
        moves += [(self.V, Grown([(ONE, LINEAR)], LINEAR))] if self.V else []
        moves += [(row, Grown([], LINEAR)) for row in self.slow]
        for i, (row, m) in enumerate(moves):
            x = ops.unknown(i)
            at[ops.numbers[i]] = m
            for cell, c in row.items():
                point[cell] = ops.add(point[cell], ops.mul(c, x))
        return Placed(ops, at), point

    def value(self) -> Any:
        """The goal."""
        if not self.V:
            return Grown([(self.least, UNIT)], Order({1: Fraction(-SOON)}, 0))
        return Grown([(self.least, UNIT), (ONE, FALLS)], FALLS)

    def running(self) -> Any:
        raise NotImplementedError

    def valued(self, e: Any) -> Any:
        """The goal at the sequence as a sequence of its own."""
        own = ("sequence", self.name)
        if self.title is None or e[:2] != ("let", self.title) or len(e[2]) != 1 or e[2][0][0] != "lam":
            return e
        _, bound, body = e[2][0]
        return VALUE if body == (*own, tuple(("v", x) for x, _ in bound)) else e


class Balls(Far):
    """A path in balls: R is its radius over |V|."""

    def __init__(self, world: World, core: Core) -> None:
        self.name, self.let = the_path(world, core)
        _, _, unknown, _, body, _ = self.let.core
        needs(in_a_ball(self.let), "the path is in balls")
        own = ("lam", self.let.indices, ("par", unknown, tuple(("v", x) for x, _ in self.let.indices)))
        named = body[0] == "let" and not body[3] and len(body[2]) == 1 and _like(body[2][0], own)
        self.title = body[1] if named else None
        self.looked(world, unknown, body)
        needs(self.V, "the goal of the path has no least point")
        self.says = "goes where its goal falls for ever"

    def running(self) -> Any:
        return GROWTH.mul(exact.sqrt(sum((x * x for x in self.V.values()), ZERO)), R)


def _like(one: Core, other: Core) -> bool:
    """Whether two whole tensors are one but for their letters."""
    return one[0] == "lam" and one[2][:2] == other[2][:2] and one[2][2] == tuple(("v", x) for x, _ in one[1])


class Followed(Far):
    """Gradient descent on a definition of the book, by steps of any length."""

    def __init__(self, world: World, core: Core) -> None:
        self.name, self.let = trajectory(world, core)
        problems: list[str] = []
        for let in goals_of(world, self.let):
            ((unknown, axes),) = let.parameters.items()
            try:
                eta = followed(world, self.name, self.let, goal(world, let.core, unknown, axes, {}))
            except (Undecided, Undefined, Nonlinear) as said:
                problems.append(f"{let.name}: {said}")
                continue
            self.title, self.eta, self.asked = let.name, eta, (unknown, let.core)
            break
        else:
            raise Undecided(f"no definition is seen whose gradient is followed ({'; '.join(problems)})")


class Descent(Followed):
    """The same by short steps: R is log k."""

    def __init__(self, world: World, core: Core) -> None:
        super().__init__(world, core)
        self.looked(world, *self.asked)
        short = exact.subtract(Fraction(2), exact.mul(self.eta, smooth(self.whole.goal)))
        needs(exact.sign(self.eta) == 1 and exact.sign(short) == 1, "each step is below 2 / L")
        self.start = dict(self.start)
        for cell, x in frozen(self.whole, starting(world, self.let)).items():
            self.start[cell] = exact.add(self.start.get(cell, ZERO), x)
        ways = "and goes where that falls for ever" if self.V else "and tends to a least point"
        self.says = f"descends by the gradient of {self.title}, {ways}"

    def running(self) -> Any:
        return EXP_R


def goals_of(world: World, let: Let) -> Iterator[Let]:
    """The definitions of numbers that hang on one tensor such as the trajectory, and on nothing that runs."""
    types = set(world.book.chain(world.given))
    for other in world.book.lets.values():
        alone = other.kind == "num" and not other.indices and other.given in types
        if alone and list(other.parameters.values()) == [axes_of(let)]:
            yield other


def smooth(found: Goal) -> Any:
    """At least the Lipschitz constant of the gradient: of log of a sum, by the variance of its rows."""
    sizes: list[Any] = []
    for _, weight, parts in found.atoms:
        apart = [less(one, other) for (_, one), (_, other) in combinations(parts, 2)]
        widest = max((pairing(row, row) for row in apart), default=ZERO)
        sizes.append(exact.mul(Fraction(widest) / 4, weight))
    return total(exact, sizes)


def frozen(found: Problem, point: dict[Cell, Any]) -> dict[Cell, Any]:
    """The part of a point along which a goal never changes."""
    against = [inner(exact, {cell: row.get(cell, ZERO) for cell in point}, point) for row in found.basis]
    out = dict(point)
    for weight, row in zip(solve(optimum.gram(found.basis), against, exact), found.basis, strict=True):
        for cell, c in row.items():
            out[cell] = exact.subtract(out[cell], exact.mul(c, weight))
    return out
