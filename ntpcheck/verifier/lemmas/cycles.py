"""A lemma on trajectories that come back to where they were, and so repeat for ever.

It is derived in the linear paper's `derivations.md`.
"""

from fractions import Fraction
from itertools import islice
from typing import Any

from ..arithmetic import exact
from ..arithmetic.intervals import Undecided
from ..asymptotics import limits
from ..asymptotics.growth import INFINITY, Growth
from ..asymptotics.spoken import about_limits, names_sequences, running
from ..instance.tensors import Core, Env, Tensor
from ..instance.world import World
from ..shared import answered
from ..shared.premises import (
    all_of,
    entries,
    lemma,
    needs,
    precise,
    scalar,
    sequences,
    table,
    total,
    unknowns,
)
from ..shared.runs import shown_number, walked
from ..shared.sums import added
from ..terms.symbols import POSITIVE, Quotient, Symbols

State = dict[str, dict[tuple[int, ...], Any]]
LAST = 64  # the last step that is looked at


@lemma
@precise
def cycles(world: World, core: Core) -> list[str]:
    """If all trajectories named are after some steps exactly where they were p steps before, and no step
    names its number, they repeat these p places for ever. p is 1 where they come to rest. But for sums
    of what they are, and means of it so far, which are then known.
    """
    run = Run(world, core)
    if core[0] == "some":
        said = list(answered.settling(world, core))
        needs(
            any(run.moves(e, env) for e, env in said),
            "what is said to have a limit is not the same all along",
        )
    elif not answered.false(world, core, run.says, by_steps=True):
        raise Undecided("the formula is not seen to fail on the cycle")
    where = "where they stay" if run.period == 1 else f"to which they come back every {run.period} steps"
    if run.tallied:
        where += f", with sums or means {', '.join(run.tallied)}"
    return [f"premise     the place of {', '.join(run.others)} after {run.first} steps is one {where}"]


class Run:
    """Trajectories that repeat: where they are before they do, and on the cycle."""

    def __init__(self, world: World, core: Core) -> None:
        self.world, self.lets = world, all_of(world, core, "trajectory")
        self.first, self.period = (whole(shown_number(world, word)) for word in ("step", "period"))
        needs(self.period > 0 and self.first + self.period <= LAST, f"they repeat in the first {LAST} steps")
        along = {let.core[1] for let in self.lets.values()}
        needs(len(along) == 1, "they run along one number")
        (self.clock,) = along
        self.states = list(islice(walked(world, self.lets), self.first + self.period + 1))
        then, now = self.states[self.first], self.states[-1]
        back = {
            name: all(exact.sign(exact.subtract(x, then[name][c])) == 0 for c, x in now[name].items())
            for name in now
        }
        timed = {name for name, let in self.lets.items() if running(world, let.core[3])}
        self.tallied = timed | {
            name for name, let in self.lets.items() if not back[name] and added(world, name, let) is not None
        }
        self.others = [name for name in self.lets if name not in self.tallied]
        named = {name: set(sequences(world, let.core[3])) - {name} for name, let in self.lets.items()}
        needs(
            self.others and not any(self.tallied & names for names in named.values()),
            "no step names its number",
        )
        needs(all(back[name] for name in self.others), "they come back exactly")
        self.tallies = {name: Tally(self, name) for name in self.tallied}

    def at(self, state: State, number: Any, place: int | None = None) -> dict[str, Any]:
        """The trajectories at one place; of sums and means along all steps there, if its number is told."""
        known: dict[str, Any] = {name: table(found) for name, found in state.items()}
        if place is not None:
            known |= {name: tally.far(place, number) for name, tally in self.tallies.items()}
        return known | {self.clock: scalar(number, "step")}

    def says(self, e: Core, env: Env) -> bool:
        """Whether a statement about limits holds."""
        needs(not any(about_limits(self.world, part) for part in e[1:]), "no limit stands inside another")
        if e[0] == "always":
            return self.always(e, env)
        found = [self.far_out(e, env, i) for i in range(self.first, self.first + self.period)]
        if False in found:
            return False
        if None in found or (e[0] == "tends" and names_sequences(self.world, e[2])):
            raise Undecided("it is not decided on the cycle")
        return True

    def always(self, e: Core, env: Env) -> bool:
        """`always F`: F at each step in turn. That it holds is seen where F does not name their number."""
        found = list[bool | None]()
        for i, state in enumerate(self.states[:-1]):
            with self.world.under(exact, self.at(state, Fraction(i)), moment=True):
                found.append(self.world.formula(e[1], env))
            if found[-1] is False:
                return False
        if None in found or self.tallied or self.clock in running(self.world, e):
            raise Undecided("whether it always holds is not decided on the cycle")
        return True

    def far_out(self, e: Core, env: Env, place: int) -> bool | None:
        """The same along the steps at which they are at one place of the cycle, whose number grows."""
        problem = Undecided("it is not decided on the cycle")
        for number in (limits.R, limits.EXP_R):
            try:
                with self.world.under(Growth(), self.at(self.states[place], number, place)):
                    return limits.formula(self.world, e, env)
            except Undecided as said:
                problem = said
        raise problem

    def moves(self, e: Core, env: Env) -> bool:
        """Whether a number, which may name the number of steps too, has no limit."""
        ends = list[Any]()
        for place in range(self.first, self.first + self.period):
            with self.world.under(Growth(), self.at(self.states[place], limits.R, place)):
                ends.append(limits.growth.limit(self.world.number(e, env)))
        if any(isinstance(end, tuple) and end[0] == INFINITY for end in ends):
            return True
        return any(exact.sign(exact.subtract(end, ends[0])) in (1, -1) for end in ends)


class Tally:
    """A sum S of what trajectories that repeat are, or a mean so far m, S = k m.

    S(k) is c k + d at each place of the cycle, c the mean of what it adds up.
    """

    def __init__(self, run: Run, name: str) -> None:
        self.run, self.name, self.let = run, name, run.lets[name]
        self.mean = bool(running(run.world, self.let.core[3]))
        places = range(run.first, run.first + run.period)
        adds = [self.adds(run.states[i]) for i in places]
        share = Fraction(1, run.period)
        self.slope = {cell: exact.mul(share, total(exact, (one[cell] for one in adds))) for cell in adds[0]}

    def adds(self, state: State) -> dict[tuple[int, ...], Any]:
        """What a step adds to S where the others are at one place, whatever S and k are."""
        world, ops = self.run.world, Symbols()
        k = ops.unknown(self.run.clock, POSITIVE)
        known: dict[str, Any] = {name: table(state[name]) for name in self.run.others}
        known |= {self.run.clock: scalar(k, "step"), self.name: (own := unknowns(ops, self.name))}
        with world.under(ops, known):
            after = entries(world, self.let.core[3], self.let)
        before, weight = (k, ops.add(k, Fraction(1))) if self.mean else (Fraction(1), Fraction(1))
        found = {c: ops.subtract(ops.mul(weight, x), ops.mul(before, own[c])) for c, x in after.items()}
        settled = not any(isinstance(x, Quotient) for x in found.values())
        needs(settled, f"{self.name} is a sum of what the others are, or their mean so far")
        return found

    def far(self, place: int, k: Any) -> Tensor:
        """S or m at the steps k at which the others are at one place, k large."""
        at = place or self.run.period  # k m says nothing of a mean at k = 0
        growth = Growth()

        def entry(cell: tuple[int, ...]) -> Any:
            c, here = self.slope[cell], self.run.states[at][self.name][cell]
            if self.mean:
                off = exact.mul(Fraction(at), exact.subtract(here, c))
                return growth.add(c, growth.divide(off, k))
            return growth.add(growth.mul(c, k), exact.subtract(here, exact.mul(c, Fraction(at))))

        return Tensor(entry, self.name)


def whole(x: Fraction) -> int:
    needs(x.denominator == 1 and x >= 0, "the numbers of steps are whole")
    return int(x)
