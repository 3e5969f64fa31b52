"""A lemma on trajectories that come back to where they were, and so repeat for ever.

It is derived in the linear paper's `derivations.md`.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

from . import answered, exact, limits
from .growth import INFINITY, Growth
from .intervals import Undecided
from .lemmas_held import tensor
from .lemmas_lines import starting
from .lemmas_rates import needs, precise
from .premises import all_of, entries, lemma
from .spoken import about_limits, names_sequences, running
from .tensors import Core, Env, Tensor

if TYPE_CHECKING:
    from .book import Let
    from .world import World

State = dict[str, dict[tuple[int, ...], Any]]
LAST = 64  # the last step that is looked at


@lemma
@precise
def cycles(world: World, core: Core) -> list[str]:
    """If all trajectories named are after some steps exactly where they were p steps before, and no step
    names its number, they repeat these p places for ever. p is 1 where they come to rest.
    """
    run = Run(world, core)
    if core[0] == "some":
        said = list(answered.settling(world, core))
        needs(
            any(run.moves(e, env) for e, env in said),
            "what is said to have a limit is not the same all along",
        )
    elif not answered.false(world, core, run.says):
        raise Undecided("the formula is not seen to fail on the cycle")
    where = "where they stay" if run.period == 1 else f"to which they come back every {run.period} steps"
    return [f"premise     the place of {', '.join(run.lets)} after {run.first} steps is one {where}"]


class Run:
    """Trajectories that repeat: where they are before they do, and on the cycle."""

    def __init__(self, world: World, core: Core) -> None:
        self.world, self.lets = world, all_of(world, core, "trajectory")
        self.first, self.period = (whole(world.exhibited(word, (), {})[()]) for word in ("step", "period"))
        needs(self.period > 0 and self.first + self.period <= LAST, f"they repeat in the first {LAST} steps")
        clocks = {let.core[1] for let in self.lets.values()}
        timed = any(running(world, let.core[3]) for let in self.lets.values())
        needs(len(clocks) == 1 and not timed, "no step names its number")
        (self.clock,) = clocks
        self.states = followed(world, self.lets, self.first + self.period)
        then, now = self.states[self.first], self.states.pop()
        same = all(
            exact.sign(exact.subtract(x, then[name][c])) == 0 for name in now for c, x in now[name].items()
        )
        needs(same, "they come back exactly")

    def at(self, state: State, number: Any) -> dict[str, Any]:
        known: dict[str, Any] = {name: tensor(found) for name, found in state.items()}
        return known | {self.clock: Tensor(lambda _: number, "step")}

    def says(self, e: Core, env: Env) -> bool:
        """Whether a statement about limits holds."""
        needs(not any(about_limits(self.world, part) for part in e[1:]), "no limit stands inside another")
        if e[0] == "always":
            return self.always(e, env)
        found = [self.far_out(e, env, state) for state in self.states[self.first :]]
        if False in found:
            return False
        if None in found or (e[0] == "tends" and names_sequences(self.world, e[2])):
            raise Undecided("it is not decided on the cycle")
        return True

    def always(self, e: Core, env: Env) -> bool:
        """`always F`: F at each step in turn. That it holds is seen where F does not name their number."""
        found = list[bool | None]()
        for i, state in enumerate(self.states):
            with self.world.under(exact, self.at(state, Fraction(i)), moment=True):
                found.append(self.world.formula(e[1], env))
            if found[-1] is False:
                return False
        if None in found or self.clock in running(self.world, e):
            raise Undecided("whether it always holds is not decided on the cycle")
        return True

    def far_out(self, e: Core, env: Env, state: State) -> bool | None:
        """The same along the steps at which they are at one place of the cycle, whose number grows."""
        problem = Undecided("it is not decided on the cycle")
        for number in (limits.R, limits.EXP_R):
            try:
                with self.world.under(Growth(), self.at(state, number)):
                    return limits.formula(self.world, e, env)
            except Undecided as said:
                problem = said
        raise problem

    def moves(self, e: Core, env: Env) -> bool:
        """Whether a number, which may name the number of steps too, has no limit."""
        ends = list[Any]()
        for state in self.states[self.first :]:
            with self.world.under(Growth(), self.at(state, limits.R)):
                ends.append(limits.growth.limit(self.world.number(e, env)))
        if any(isinstance(end, tuple) and end[0] == INFINITY for end in ends):
            return True
        return any(exact.sign(exact.subtract(end, ends[0])) in (1, -1) for end in ends)


def whole(x: Fraction) -> int:
    needs(x.denominator == 1 and x >= 0, "the numbers of steps are whole")
    return int(x)


def followed(world: World, named: dict[str, Let], last: int) -> list[State]:
    """Where trajectories are after each of so many steps, in exact numbers."""
    found: list[State] = [{name: starting(world, let) for name, let in named.items()}]
    for _ in range(last):
        with world.under(exact, {name: tensor(values) for name, values in found[-1].items()}):
            found.append({name: entries(world, let.core[3], let) for name, let in named.items()})
    return found
