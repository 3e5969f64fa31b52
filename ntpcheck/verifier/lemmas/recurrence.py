"""A lemma on trajectories that move each other by linear steps: a number of them obeys a linear recurrence.

It is derived in the linear paper's `derivations.md`.
"""

from fractions import Fraction
from math import comb
from typing import Any

from ..arithmetic import exact
from ..arithmetic.intervals import Undecided
from ..asymptotics.growth import INFINITY
from ..asymptotics.roots import shortest, stable, steps, told, too_large, turning
from ..asymptotics.spoken import about_limits, names_sequences
from ..instance.tensors import Core, Env
from ..instance.world import World
from ..shared import answered
from ..shared.premises import ONE, ZERO, all_of, axes_of, clocks, lemma, needs, precise, scalar, table
from ..shared.runs import stepped, walked
from ..terms.symbols import ANY, POSITIVE, Quotient, Symbols

MOST = 64  # of the order of a recurrence


@lemma
@precise
def recurrence(world: World, core: Core) -> list[str]:
    """Where all steps are linear with rational weights, each polynomial in the trajectories obeys a linear
    recurrence. Its shortest one tells whether the number has a limit, and which, or is unbounded.
    """
    run = Linear(world, core)
    if core[0] == "some":
        said = list(answered.settling(world, core))
        needs(any(run.limit(e, env) is None for e, env in said), "what is said to have a limit has none")
    elif not answered.false(world, core, run.says):
        raise Undecided("the formula is not seen to fail")
    return [f"premise     the steps of {', '.join(run.lets)} are linear; a number of them {run.told}"]


class Linear:
    """Trajectories whose steps are linear, and the numbers of their steps."""

    def __init__(self, world: World, core: Core) -> None:
        self.world, self.lets, self.ops = world, all_of(world, core, "trajectory"), Symbols()
        numbers = {let.core[1] for let in self.lets.values()}
        needs(len(numbers) == 1, "the trajectories run along one number")
        (self.clock,) = numbers
        self.told = "is looked at"
        self.more = walked(world, self.lets)
        self.states = [next(self.more), next(self.more)]  # each start has a value; steps are known for k > 0
        self.known, self.keys = dict[str, Any](), {self.clock}
        self.positive, means = set[Any](), set[str]()
        for name, found in self.steps(means).items():
            own = {cell: self.multiple(x, (name, cell)) for cell, x in found.items()}
            first = self.states[1][name]
            positive = (cell for cell, c in own.items() if c is not None and c > 0)
            self.positive |= {(name, cell) for cell in positive if exact.sign(first[cell]) == 1}
            if not all(map(self.linear, found.values())):
                means.add(name)
        linear = all(self.linear(x) for found in self.steps(means).values() for x in found.values())
        needs(linear, "each step is linear with rational weights")

    def steps(self, means: set[str]) -> dict[str, dict[Any, Any]]:
        """What a step makes of the entries; of means, k times which is an unknown, k + 1 times what it does.

        Entries that each step multiplies by a positive number, and are positive after the first, stay so.
        """
        world, ops = self.world, Symbols()
        k = ops.unknown(self.clock, POSITIVE)
        later = ops.add(k, ONE)

        def unknown(name: str, cell: Any) -> Any:
            here = ops.unknown((name, cell), POSITIVE if (name, cell) in self.positive else ANY)
            return ops.divide(here, k) if name in means else here

        self.ops = ops
        self.known = {self.clock: scalar(k, self.clock)}
        for name, let in self.lets.items():
            there = {cell: unknown(name, cell) for cell in world.cells(axes_of(let))}
            self.known[name] = table(there, name)
            self.keys |= {(name, cell) for cell in there}
        with world.under(ops, self.known):
            found = stepped(world, self.lets)
        return found | {name: {c: ops.mul(later, x) for c, x in found[name].items()} for name in means}

    def multiple(self, x: Any, key: Any) -> Fraction | None:
        """c where a step takes an entry to c times itself."""
        if not self.linear(x):
            return None
        constant, slopes = self.ops.linear(x)
        return slopes[key] if constant == 0 and slopes.keys() == {key} else None

    def linear(self, x: Any) -> bool:
        """Whether what a step leads to is linear in what is unknown, with rational weights."""
        try:
            constant, slopes = self.ops.linear(x)
        except Undecided:
            return False
        rational = all(isinstance(c, Fraction) for c in (constant, *slopes.values()))
        return rational and slopes.keys() <= self.keys

    def at(self, k: int) -> dict[str, Any]:
        """Where the trajectories are after k steps."""
        while len(self.states) <= k:
            self.states.append(next(self.more))
        return {name: table(x) for name, x in self.states[k].items()} | clocks(self.lets, k)

    def terms(self, e: Core, env: Env) -> tuple[list[Fraction], int]:
        """A number times the least power of k that makes it a polynomial, after k = 1, 2, .. steps, one more
        of them than twice the order of its recurrence; and that power."""
        with self.world.under(self.ops, self.known):
            degree, below = self.degree(self.world.number(e, env))
        order = comb(len(self.keys) + degree, degree)
        needs(order <= MOST, f"the recurrence is one of at most {MOST} terms")
        found = list[Fraction]()
        for k in range(1, 2 * order + 2):
            with self.world.under(exact, self.at(k)):
                x = self.world.number(e, env)
            needs(isinstance(x, Fraction), "the number is rational")
            found.append(x * k**below)
        return found, below

    def degree(self, x: Any) -> tuple[int, int]:
        """The degree of a number, which has to be a polynomial in what is unknown, or one divided by powers
        of the number of steps and of positive entries, which counts too; and the first of these powers."""
        if not isinstance(x, Quotient):
            return 0, 0
        names = {number: name for name, number in self.ops.numbers.items()}
        ((divisors, outer), _), *others = x.q.items()
        below = sum(k for atom, k in divisors if names[atom] == self.clock)
        passed = {self.clock, *self.positive}
        plain = not (others or outer) and all(names[atom] in passed for atom, _ in divisors)
        for powers, exponent in x.p:
            plain = plain and not exponent and all(names[a] in self.keys and k > 0 for a, k in powers)
        needs(plain, "what is said is about a polynomial in the trajectories, or one divided by a power of k")
        return max(sum(k for _, k in powers) for powers, _ in (*x.p, *x.q)), below

    # ---- what is said ----
    def says(self, e: Core, env: Env) -> bool:
        """Whether a statement about limits holds."""
        needs(not any(about_limits(self.world, part) for part in e[1:]), "no limit stands inside another")
        if e[0] == "bounded":
            return self.bounded(e[1], env)
        if e[0] == "tends":
            return self.tends(e[1], e[2], env)
        if e[1][0] == "cmp" and self.turns(e, env):
            return False
        size, bound = self.sizes(e[1])
        with self.world.under(exact, self.at(0) if e[0] == "always" else {}):
            self.world.number(bound, env)  # each has a value
            if e[0] == "always":
                self.world.number(size, env)
        if self.bounded(size, env):
            raise Undecided("bounds are not looked at")
        return False

    def turns(self, e: Core, env: Env) -> bool:
        """Whether a comparison of all large k fails: its sides differ, or each is above again and again."""
        _, sign, one, other = e[1]
        if sign not in ("=", "<", "<=", ">", ">="):
            return False
        try:
            found, _ = self.terms(("-", one, other), env)
        except Undecided:
            return False
        if e[0] == "always":
            with self.world.under(exact, self.at(0)):
                self.world.number(("-", one, other), env)
        p = shortest(found)
        while len(p) > 1 and not p[0]:
            p = p[1:]
        if len(p) == 1 or (sign != "=" and not turning(p)):
            return False
        apart = "is not 0 for ever" if sign == "=" else "is on both sides of 0 again and again"
        self.told = f"{apart}, as its shortest recurrence is that of {told(p)}"
        return True

    def sizes(self, e: Core) -> tuple[Core, Core]:
        """A norm, or a size, and what it is said to be at most."""
        said = e[:2] in (("cmp", "<="), ("cmp", "<")) and (e[2][0] == "norm" or e[2][:2] == ("fn", "abs"))
        needs(
            said and not names_sequences(self.world, e[3]),
            "sides that change places for ever are compared, or a size and a number",
        )
        return e[2], e[3]

    def tends(self, e: Core, goal: Core, env: Env) -> bool:
        if goal[0] == INFINITY:
            if self.limit(squared(e), env) is None:
                raise Undecided("whether it grows to infinity is not looked at")
            return False
        needs(not names_sequences(self.world, goal), "what it is to tend to does not move")
        with self.world.under(exact):
            end = self.world.number(goal, env)
        if squared(e) is not e:
            size = e
            while size[0] == "/":
                with self.world.under(self.ops, self.known):
                    below = self.ops.sign(self.world.number(size[2], env))
                needs(below == 1, "what a size is divided by is positive")
                size = size[1]
            sign = exact.sign(end)
            needs(sign is not None, "whether a size is to tend to a negative number is seen")
            if sign == -1:
                self.terms(squared(e), env)  # it has a value
                return False
            if sign == 0 and e[0] == "norm":
                return all(self.tends(e[1][2], goal, inner) for inner in self.world.every(e[1][1], env))
            e, end = squared(e), exact.power(end, 2)
        return self.near(e, end, env)

    def bounded(self, e: Core, env: Env) -> bool:
        if e[0] == "norm":
            return all(self.bounded(e[1][2], inner) for inner in self.world.every(e[1][1], env))
        found, below = self.terms(e[2] if e[:2] == ("fn", "abs") else squared(e), env)
        p = shortest(found)
        if too_large(p, below + 1):
            self.told = f"is unbounded, as its shortest recurrence is that of {told(p)}"
            return False
        needs(stable(shortest(steps(found))), "the number is seen to be unbounded")
        return True

    def near(self, e: Core, end: Any, env: Env) -> bool:
        """Whether a number tends to this one."""
        found, below = self.terms(e, env)
        if not below:
            limit = self.limit(e, env)
            sign = 1 if limit is None else exact.sign(exact.subtract(limit, end))
            needs(sign is not None, "whether the limit is another one is seen")
            return sign == 0
        needs(isinstance(end, Fraction), "the limit of a quotient is said to be rational")
        p = shortest([x - end * k**below for k, x in enumerate(found, 1)])
        if too_large(p, below):
            self.told = (
                f"does not tend to it, as the shortest recurrence of its distance is that of {told(p)}"
            )
            return False
        needs(stable(p), "the quotient is seen not to tend to it")
        return True

    def limit(self, e: Core, env: Env) -> Fraction | None:
        """What a polynomial tends to; None where it has no finite limit."""
        found, below = self.terms(e, env)
        needs(not below, "the number is no quotient")
        p = shortest(steps(found))
        if not stable(p):
            self.told = f"has no limit, as the shortest recurrence of its steps is that of {told(p)}"
            return None
        limit = sum((c * x for c, x in zip(p, found, strict=False)), ZERO) / sum(p, ZERO)
        self.told = f"tends to {limit}, by the shortest recurrence of its steps, that of {told(p)}"
        return limit


def squared(e: Core) -> Core:
    """The square of a norm or of a size, or of one divided, which has no root; else the number itself."""
    if e[0] == "/" and (above := squared(e[1])) is not e[1]:
        return ("/", above, ("^", e[2], 2))
    if e[0] == "norm":
        return ("^", e, 2)
    return ("^", e[2], 2) if e[:2] == ("fn", "abs") else e
