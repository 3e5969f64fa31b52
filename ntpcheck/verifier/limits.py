"""Formulas about limits, where what runs along a sequence is known for all large k, or grows with a real R.

`growing R. F` needs no more than the instance: its terms are computed as what they are for large R. A formula
over a trajectory or a path needs a lemma, which says what the sequence is: then it is computed the same way.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from . import growth
from .growth import INFINITY, Growth
from .intervals import Undecided
from .orders import ONE, Grown, Order, Settled
from .tensors import Core, Env, Grows

if TYPE_CHECKING:
    from .book import Book
    from .world import World

LIMITS = ("tends", "bounded", "eventually", "always", "growing")
R = Grown([(ONE, Order({}, 1))])  # a real number that grows to infinity
EXP_R = Grown([(ONE, Order({1: ONE}, 0))])  # k, where log k is what grows


def formula(world: World, e: Core, env: Env) -> bool | None:
    """A limit formula; `always` is only seen to fail, as it fails where its formula fails for large R."""
    kind = e[0]
    if kind == "growing":
        return growing(world, e, env)
    if kind == "always":
        found = world.formula(e[1], env)
        return found if found is False or not may_run(world, e[1]) else None
    if world.moment and any(may_run(world, part) for part in e[1:]):
        raise Undecided("what a sequence is at one place says nothing of its limit")
    if kind == "eventually":
        return world.formula(e[1], env)
    limit, term = getattr(world.ops, "limit", growth.limit), world.number(e[1], env)
    if isinstance(term, Settled) and (kind == "bounded" or e[2][0] == INFINITY):
        return kind == "bounded"
    end = limit(term)
    infinite = isinstance(end, tuple) and end[0] == INFINITY
    if kind == "bounded":
        return not infinite
    if e[2][0] == INFINITY:
        return infinite and end[1] == e[2][1]
    goal = limit(world.number(e[2], env))
    if isinstance(goal, tuple) and goal[0] == INFINITY:
        raise Undecided("what it is to tend to grows itself")
    if infinite:
        return False
    return world.compared("=", growth.exact.subtract(end, goal))


def growing(world: World, e: Core, env: Env) -> bool | None:
    """`growing R. F`, for all large R: its terms are what they are for large R."""
    if world.ops is not growth.exact:
        raise Undecided("another arithmetic is at work")
    with world.under(Growth()):
        return world.formula(e[2], {**env, e[1]: Grows(lambda _: R, e[1])})


def may_run(world: World, core: Core) -> bool:
    """Whether what a formula is about may run along a sequence, for which arguments may stand."""
    return names_sequences(world, core, ("sequence", "par"))


def about_limits(world: World, core: Core) -> bool:
    """Whether a statement about a limit stands in a core."""
    return names_sequences(world, core, LIMITS)


def names_sequences(world: World, core: Core, heads: tuple[str, ...] = ("sequence",)) -> bool:
    """Whether a formula names a trajectory, a path, or the number they run along."""

    seen = set[str]()

    def walk(e: Any) -> bool:
        if not isinstance(e, tuple):
            return False
        if e[:1] and e[0] in heads:
            return True
        if e[:1] == ("let",) and e[1] not in seen:
            seen.add(e[1])
            if walk(world.book.lets[e[1]].core):
                return True
        return any(map(walk, e))

    return walk(core)


def running(world: World, core: Core) -> set[str]:
    """The numbers that sequences run along, as far as a formula names them itself or by a definition."""
    return {name for name in spoken(world.book, core) if world.book.lets[name].kind == "running"}


def spoken(book: Book, core: Core) -> set[str]:
    """The sequences that a formula names, itself or by a definition, and the numbers that they run along."""
    found, seen = set[str](), set[str]()

    def walk(e: Any) -> None:
        if not isinstance(e, tuple):
            return
        if e[:1] == ("sequence",):
            found.add(e[1])
        if e[:1] == ("let",) and e[1] not in seen:
            seen.add(e[1])
            walk(book.lets[e[1]].core)
        for part in e:
            walk(part)

    walk(core)
    return found


def with_sequences(world: World, known: dict[str, Any], core: Core, ops: Any = None) -> bool:
    """Whether a limit formula holds where the sequences are what a lemma says of them, for all large k."""
    with world.under(ops or Growth(), known):
        return world.ask(core)
