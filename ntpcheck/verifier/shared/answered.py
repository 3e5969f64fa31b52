"""Formulas of which a lemma answers all statements about limits: what is false of them is read from the left.

And the numbers that have a limit if a formula holds, where it does not say which limit.
"""

from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager

from ..arithmetic import exact
from ..arithmetic.intervals import Undecided
from ..asymptotics.constants import names
from ..asymptotics.growth import INFINITY
from ..asymptotics.spoken import names_sequences
from ..instance.needs import Needing
from ..instance.tensors import Core, Env
from ..instance.world import World
from .premises import parts

Answer = Callable[[Core, Env], bool]  # raises Undecided where it is not known


def false(world: World, core: Core, answer: Answer, *, by_steps: bool = False) -> bool:
    """Whether a part of a conjunction is false. Raises Undecided where one is not decided and none is false.

    by_steps: what is said always is answered as a whole, step by step; so it is, as all that is said of large
    numbers, where parts may have no value.

    Each part is read from the left. A part that is not decided hides those behind it where `ordered` is set:
    else all parts are surely read, so that none hides another.
    """
    strict, problem = world.ordered, None
    with answering(world, answer), world.in_order():
        for part, env in parts(world, core, {}, split=not (by_steps or strict)):
            try:
                if world.formula(part, env) is False:
                    return True
            except Undecided as said:
                if strict:
                    raise
                problem = problem or said
    if problem:
        raise problem
    return False


@contextmanager
def answering(world: World, answer: Answer) -> Generator[None]:
    """A world in which a lemma answers the statements about limits."""

    def asked(e: Core, env: Env) -> bool | None:
        if e[0] == "growing":
            from ..asymptotics import limits

            return limits.formula(world, e, env)
        if not all(isinstance(x, int) for x in env.values()):
            raise Undecided("a statement about a limit is about unknown numbers")
        return answer(e, env)

    before, world.limits = world.limits, asked
    try:
        with world.under(exact):  # what is found is not what others find
            yield
    finally:
        world.limits = before


def settling(world: World, core: Core) -> Iterator[tuple[Core, Env]]:
    """The numbers that have a finite limit if `some X. F` holds, which do not name X, whatever X is."""
    unknown = {name for name, _ in core[1]}
    for e, env in parts(world, core[3], {}):
        if e[0] != "tends" or e[2][0] == INFINITY:
            continue
        if Needing(world, core).of(e[2], {**env, **dict.fromkeys(unknown, world.zero())}).all:
            continue  # what it is to tend to may have no value
        if not names(e[1], unknown):
            if not names_sequences(world, e[2]):
                yield e[1], env
            continue
        if e[1][0] == "norm" and e[1][1][2][0] == "-" and zero(world, e[2]):
            (_, bound, (_, one, other)) = e[1][1]
            if not names(one, unknown) and not names_sequences(world, other):
                yield from ((one, inner) for inner in world.every(bound, env))


def zero(world: World, e: Core) -> bool:
    """Whether a number is 0, whatever is unknown."""
    if e[0] != "q":
        return False
    with world.under(exact):
        return exact.sign(world.number(e, {})) == 0
