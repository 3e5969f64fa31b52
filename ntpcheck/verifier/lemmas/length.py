"""A lemma on trajectories of finite length, whose steps a schedule makes so short that they add up.

It is derived in the linear paper's `derivations.md`.
"""

from contextlib import suppress
from fractions import Fraction
from typing import Any

from ..arithmetic import exact
from ..arithmetic.intervals import Undecided
from ..asymptotics.growth import INFINITY
from ..asymptotics.limits import GROWTH, R
from ..asymptotics.spoken import names_sequences, running
from ..instance.tensors import Core, Env
from ..instance.world import World
from ..language.book import Let
from ..shared.paces import counter
from ..shared.premises import (
    NOT_NEGATIVE,
    SIDES,
    all_of,
    entries,
    lemma,
    needs,
    parts,
    precise,
    scalar,
    unknowns,
)
from ..shared.runs import starting
from ..terms.symbols import Quotient, Symbols

ALMOST = -1  # powers of k below this one add up


@lemma
@precise
def finite_length(world: World, core: Core) -> list[str]:
    """If each step of W is at most a constant times k^-a, a > 1, or times q^k with 0 < q < 1, wherever W is,
    W keeps in a bounded set. What is continuous in W is bounded there, and is not near 0 if it never is 0.
    """
    schedule = Schedule(world, all_of(world, core, "trajectory"))
    needs(schedule.moved and schedule.scales(), "a trajectory is scaled by what adds up")
    for name, let in schedule.moved.items():
        with world.under(schedule.ops, schedule.known):
            found = entries(world, let.core[3], let)
        steps = (schedule.ops.subtract(x, schedule.known[name][cell]) for cell, x in found.items())
        needs(all(map(schedule.adds_up, steps)), f"the steps of {name} add up")
    kept = Kept(world, schedule)
    if not any(kept.fails(part, env) for part, env in parts(world, core, {})):
        raise Undecided("the formula is not seen to fail on all bounded sets")
    return [
        f"premise     the steps of {' and '.join(schedule.moved)} add up to a finite length, from anywhere"
    ]


class Schedule:
    """Trajectories whose steps counters, k and geometric sequences scale.

    degrees: the power of k that an atom is at most; shrinking: atoms of geometric sequences.
    """

    def __init__(self, world: World, named: dict[str, Let]) -> None:
        self.world, self.ops = world, Symbols()
        self.along = next(iter(named.values())).core[1]
        k = self.ops.unknown(self.along, NOT_NEGATIVE)
        self.clock = self.ops.numbers[self.along]
        self.known: dict[str, Any] = {self.along: scalar(k)}
        self.shrinking = set[int]()
        self.moved: dict[str, Let] = {}
        self.geometric: list[str] = []
        self.counted = False  # whether there is a counter
        for name, let in named.items():
            self.known[name] = unknowns(self.ops, name)
            with suppress(Undecided):
                start, pace = counter(world, name, let)
                self.known[name], self.counted = scalar(self.ops.add(start, self.ops.mul(pace, k))), True
                continue
            if self.falls(name, let):
                self.geometric.append(name)
                self.known[name] = scalar(self.ops.unknown((name, ())))
                self.shrinking.add(self.ops.numbers[name, ()])
            else:
                self.moved[name] = let

    def scales(self) -> bool:
        """Whether anything is there that may scale a step."""
        by_k = any(running(self.world, let.core[3]) for let in self.moved.values())
        return by_k or self.counted or bool(self.geometric)

    def falls(self, name: str, let: Let) -> bool:
        """Whether a number is multiplied by one between 0 and 1 in each step."""
        if let.indices:
            return False
        starting(self.world, let)  # it has a value
        ops = Symbols()
        here = unknowns(ops, name)
        try:
            with self.world.under(ops, {name: here}):
                constant, slopes = ops.linear(entries(self.world, let.core[3], let)[()])
        except Undecided:
            return False
        q = slopes.get((name, ()))
        return not constant and len(slopes) == 1 and isinstance(q, Fraction) and 0 < q < 1

    def adds_up(self, step: Any) -> bool:
        """Whether a step is at most a summable number, whatever the trajectories are.

        Each term above the line is held against one below it with the same exponential.
        """
        if not isinstance(step, Quotient):
            return exact.sign(step) == 0
        below: dict[Any, Fraction] = {}
        for (powers, exponent), c in step.q.items():
            needs(exact.sign(c) == 1, "a step's divisor has no negative terms")
            degree = self.degree(dict(powers))
            if degree is None:
                raise Undecided("a premise of the lemma fails: a step's divisor hangs on k and exponentials")
            below[exponent] = max(degree, below.get(exponent, degree))
        return all(
            exponent in below and self.summable(dict(powers), below[exponent]) for powers, exponent in step.p
        )

    def summable(self, powers: dict[int, int], less: Fraction) -> bool:
        """Whether k^a times powers of geometric sequences adds up, a the power of k less another one."""
        degree = self.degree({atom: k for atom, k in powers.items() if atom not in self.shrinking})
        if degree is None or min(powers.values(), default=0) < 0:
            return False
        return bool(powers.keys() & self.shrinking) or degree - less < ALMOST

    def degree(self, powers: dict[int, int]) -> Fraction | None:
        """The power of k that a product of powers of k and of its roots is like; None where it has others."""
        paces = [self.pace(atom) for atom in powers]
        if None in paces:
            return None
        return sum((k * pace for pace, k in zip(paces, powers.values(), strict=True) if pace), Fraction(0))

    def pace(self, atom: int) -> Fraction | None:
        """The power that k is, or a root of P / Q, polynomials of k with positive coefficients."""
        if atom == self.clock:
            return Fraction(1)
        name = next(name for name, number in self.ops.numbers.items() if number == atom)
        if not (isinstance(name, tuple) and len(name) == 3 and name[0] == "sqrt"):
            return None
        degrees: list[int] = []
        for half in name[1:]:
            for (powers, exponent), c in half:
                if exponent or dict(powers).keys() - {self.clock} or not (isinstance(c, Fraction) and c > 0):
                    return None
            degrees.append(max(dict(powers).get(self.clock, 0) for (powers, _), _ in half))
        return Fraction(degrees[0] - degrees[1], 2)


class Kept:
    """What is so wherever in a bounded set the trajectories are."""

    def __init__(self, world: World, schedule: Schedule) -> None:
        self.world, self.ops, self.along = world, Symbols(), schedule.along
        self.known = {name: unknowns(self.ops, name) for name in (*schedule.moved, *schedule.geometric)}

    def fails(self, part: Core, env: Env) -> bool:
        with suppress(Undecided), self.world.under(self.ops, self.known, moment=True):
            if part[0] == "tends" and part[2][0] == INFINITY:
                self.world.number(part[1], env)
                return True
            if part[0] == "tends" and not names_sequences(self.world, part[2]):
                return self.ops.sign(self.world.number(("-", part[1], part[2]), env)) in (1, -1)
            if part[0] in ("always", "eventually") and self.world.formula(part[1], env) is False:
                return True
        return part[0] == "eventually" and self.outgrown(part[1], env)

    def outgrown(self, said: Core, env: Env) -> bool:
        """Whether one side of a comparison grows without end, and the other one is bounded."""
        if said[0] != "cmp" or said[1] not in SIDES:
            return False
        for side, bounded, sign in ((said[2], said[3], 1), (said[3], said[2], -1)):
            with suppress(Undecided):
                with self.world.under(self.ops, self.known, moment=True):
                    self.world.number(bounded, env)
                with self.world.under(GROWTH, {self.along: scalar(R)}, moment=True):
                    end = GROWTH.limit(self.world.number(side, env))
                return isinstance(end, tuple) and sign * end[1] in SIDES[said[1]]
        return False
