"""A lemma on trajectories that move each other by linear steps: a number of them obeys a linear recurrence.

It is derived in the linear paper's `derivations.md`.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from math import comb
from typing import TYPE_CHECKING, Any

from . import answered, exact
from .algebra import independent
from .growth import INFINITY
from .intervals import Undecided, spend
from .lemmas_cycles import State
from .lemmas_held import tensor
from .lemmas_lines import starting
from .lemmas_rates import needs, precise
from .polynomials import Polynomial, divisor
from .premises import all_of, axes_of, entries, lemma, unknowns
from .spoken import about_limits, names_sequences
from .symbols import POSITIVE, Quotient, Symbols
from .tensors import Core, Env, Tensor

if TYPE_CHECKING:
    from .world import World

ZERO, ONE = Fraction(0), Fraction(1)
MOST = 64  # of the order of a recurrence
BEYOND = 12  # a root is looked for at least 2^-12 outside the circle


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
        clocks = {let.core[1] for let in self.lets.values()}
        needs(len(clocks) == 1, "the trajectories run along one number")
        (self.clock,) = clocks
        self.told = "is looked at"
        self.known: dict[str, Any] = {name: unknowns(self.ops, name) for name in self.lets}
        k = self.ops.unknown(self.clock, POSITIVE)
        self.known[self.clock] = Tensor(lambda _: k, self.clock)
        self.keys: set[Any] = {self.clock}
        for name, let in self.lets.items():
            self.keys |= {(name, cell) for cell in world.cells(axes_of(let))}
        with world.under(self.ops, self.known):
            for let in self.lets.values():
                for x in entries(world, let.core[3], let).values():
                    self.check(x)
        self.states: list[State] = [{name: starting(world, let) for name, let in self.lets.items()}]

    def check(self, x: Any) -> None:
        """Requires what a step leads to, to be linear in what is unknown, with rational weights."""
        constant, slopes = self.ops.linear(x)
        rational = all(isinstance(c, Fraction) for c in (constant, *slopes.values()))
        needs(rational and slopes.keys() <= self.keys, "each step is linear with rational weights")

    def at(self, k: int) -> dict[str, Any]:
        """Where the trajectories are after k steps."""
        while len(self.states) <= k:
            with self.world.under(exact, self.shown(len(self.states) - 1)):
                after = {name: entries(self.world, let.core[3], let) for name, let in self.lets.items()}
            self.states.append(after)
        return self.shown(k)

    def shown(self, k: int) -> dict[str, Any]:
        known: dict[str, Any] = {name: tensor(found) for name, found in self.states[k].items()}
        return known | {self.clock: Tensor(lambda _: Fraction(k), "step")}

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
        """The degree of a number, which has to be a polynomial in what is unknown, or one divided by a power
        of the number of steps; and that power, which is at most the degree."""
        if not isinstance(x, Quotient):
            return 0, 0
        names = {number: name for name, number in self.ops.numbers.items()}
        ((divisors, outer), _), *others = x.q.items()
        below = sum(k for _, k in divisors)
        plain = not (others or outer) and all(names[atom] == self.clock for atom, _ in divisors)
        for powers, exponent in x.p:
            plain = plain and not exponent and all(names[a] in self.keys and k > 0 for a, k in powers)
        needs(plain, "what is said is about a polynomial in the trajectories, or one divided by a power of k")
        return max(below, *(sum(k for _, k in powers) for powers, _ in x.p)), below

    # ---- what is said ----
    def says(self, e: Core, env: Env) -> bool:
        """Whether a statement about limits holds."""
        needs(not any(about_limits(self.world, part) for part in e[1:]), "no limit stands inside another")
        if e[0] == "bounded":
            return self.bounded(e[1], env)
        if e[0] == "tends":
            return self.tends(e[1], e[2], env)
        size, bound = self.sizes(e[1])
        with self.world.under(exact, self.at(0) if e[0] == "always" else {}):
            self.world.number(bound, env)  # each has a value
            if e[0] == "always":
                self.world.number(size, env)
        if self.bounded(size, env):
            raise Undecided("bounds are not looked at")
        return False

    def sizes(self, e: Core) -> tuple[Core, Core]:
        """A norm, or a size, and what it is said to be at most."""
        said = e[:2] in (("cmp", "<="), ("cmp", "<")) and (e[2][0] == "norm" or e[2][:2] == ("fn", "abs"))
        needs(said and not names_sequences(self.world, e[3]), "a size is said to be bounded by a number")
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
        found, below = self.terms(e[2] if e[:2] == ("fn", "abs") else e, env)
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
    """The square of a norm or of a size, which has no root; else the number itself."""
    if e[0] == "norm":
        return ("^", e, 2)
    return ("^", e[2], 2) if e[:2] == ("fn", "abs") else e


def shortest(found: list[Fraction]) -> Polynomial:
    """The polynomial of the shortest recurrence that twice as many numbers as its order are known to obey."""
    order = len(found) // 2
    rows = [found[i : i + order] for i in range(order + 1)]
    for i in range(1, order + 2):
        if relations := independent(rows[:i])[1]:
            return relations[0]
    raise AssertionError("so many rows of so many numbers depend on each other")


def steps(found: list[Fraction]) -> list[Fraction]:
    return [y - x for x, y in pairwise(found)]


def too_large(p: Polynomial, times: int) -> bool:
    """Whether a polynomial is seen to have a root beyond the unit circle, or one on it more often than so
    many times."""
    often = p
    for _ in range(times):
        often = divisor(often, [i * c for i, c in enumerate(often)][1:])
    wider = (1 + Fraction(1, 2**j) for j in range(BEYOND + 1))
    return not stable(often) or any(not stable([c * r**i for i, c in enumerate(p)]) for r in wider)


def stable(p: Polynomial) -> bool:
    """Whether all roots are inside the unit circle (Schur, Cohn)."""
    while len(p) > 1:
        spend(4 * len(p))
        if abs(p[0]) >= abs(p[-1]):
            return False
        rest = p[0] / p[-1]
        p = [x - rest * y for x, y in zip(p, reversed(p), strict=True)][1:]
    return True


def told(p: Polynomial) -> str:
    """A polynomial in z, the largest power first."""
    powers = ["", "z", *(f"z^{i}" for i in range(2, len(p)))]
    parts = [(c, powers[i]) for i, c in reversed(list(enumerate(p))) if c]
    words = [" ".join(x for x in (str(abs(c)) if abs(c) != 1 or not z else "", z) if x) for c, z in parts]
    signs = ["-" if c < 0 else "+" for c, _ in parts]
    return words[0] + "".join(f" {sign} {x}" for sign, x in zip(signs[1:], words[1:], strict=True))
