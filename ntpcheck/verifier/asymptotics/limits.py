"""Formulas about limits, where what runs along a sequence is known for all large k, or grows with a real R.

`growing R. F` needs no more than the instance: its terms are computed as what they are for large R. A formula
over a trajectory or a path needs a lemma, which says what the sequence is: then it is computed the same way.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..arithmetic.intervals import Undecided
from ..instance.tensors import Core, Env, Grows
from . import growth
from .growth import INFINITY, Growth
from .orders import ONE, Grown, Order, Settled
from .spoken import may_run

if TYPE_CHECKING:
    from ..instance.world import World

GROWTH = Growth()
SOON = 64  # what tends to 0 geometrically is o(k^-64) too
R = Grown([(ONE, Order({}, 1))])  # a real number that grows to infinity
EXP_R = Grown([(ONE, Order({1: ONE}, 0))])  # k, where log k is what grows


def formula(world: World, e: Core, env: Env) -> bool | None:
    """A limit formula; `always` is only seen to fail, as it fails where its formula fails for large R."""
    kind = e[0]
    if kind == "growing":
        return growing(world, e, env)
    if kind == "always":
        found = world.formula(e[1], env)
        if any(isinstance(x, Grows) for x in env.values()):
            valued_anywhere(world, e, env)
        if found is False or not may_run(world, e[1]):
            return found
        if world.moment:
            raise Undecided("what holds at one place says nothing of others")
        return None
    if world.moment and any(may_run(world, part) for part in e[1:]):
        raise Undecided("what a sequence is at one place says nothing of its limit")
    if kind == "eventually":
        return world.formula(e[1], env)
    limit, term = getattr(world.ops, "limit", growth.limit), world.number(e[1], env)
    if isinstance(term, Settled) and (kind == "bounded" or e[2][0] == INFINITY):
        return kind == "bounded"
    end, goal = limit(term), None
    infinite = isinstance(end, tuple) and end[0] == INFINITY
    if kind == "bounded":
        holds: bool | None = not infinite
    elif e[2][0] == INFINITY:
        goal, holds = e[2], infinite and end[1] == e[2][1]
    else:
        goal = limit(world.number(e[2], env))
        if isinstance(goal, tuple) and goal[0] == INFINITY:
            raise Undecided("what it is to tend to grows itself")
        holds = False if infinite else world.compared("=", growth.exact.subtract(end, goal))
    if holds is None and e[1][0] == e[2][0] == "norm":  # a norm tends to another if the square does to that's
        holds = formula(world, ("tends", ("^", e[1], 2), ("^", e[2], 2)), env)
    if holds is False:
        world.ends = end, goal
    return holds


def valued_anywhere(world: World, e: Core, env: Env) -> None:
    """Requires that what is said always of a real number has a value at each: it is looked at far out."""
    from ..instance.needs import Needing

    if Needing(world, e).of(e[1], env).all:
        raise Undecided("what is said always may have no value before it fails")


def growing(world: World, e: Core, env: Env) -> bool | None:
    """`growing R. F`, for all large R: its terms are what they are for large R."""
    if world.ops is not growth.exact:
        raise Undecided("another arithmetic is at work")
    with world.under(Growth()):
        return world.formula(e[2], {**env, e[1]: Grows(lambda _: R, e[1])})


def with_sequences(world: World, known: dict[str, Any], core: Core, ops: Any = None) -> bool:
    """Whether a limit formula holds where the sequences are what a lemma says of them, for all large k."""
    world.ends = None
    with world.under(ops or Growth(), known):
        return world.ask(core)
