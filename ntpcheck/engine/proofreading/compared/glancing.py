"""What enclosures alone say of an instance, quickly, and whether two books are seen to differ there."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from ntpcheck.engine.proofreading.compared.checking import Bounds
from ntpcheck.engine.proofreading.compared.observing import SIZE, UNSURE, same
from ntpcheck.statement.allowance import allow
from ntpcheck.statement.forms import NoSides, larger, slack
from ntpcheck.statement.hints.search import hints
from ntpcheck.statement.quick import Quick
from ntpcheck.verifier import judge
from ntpcheck.verifier.arithmetic.intervals import TooMuch, Undefined
from ntpcheck.verifier.instance.world import PRECISIONS
from ntpcheck.verifier.language import cores

if TYPE_CHECKING:
    from ntpcheck.verifier.instance.tensors import Core
    from ntpcheck.verifier.instance.world import World
    from ntpcheck.verifier.language.book import Book
    from ntpcheck.verifier.language.book import Claim as Statement

GLANCE = 60_000  # units of the verifier's work


def glance(
    book: Book, stated: Statement, instance: Mapping[str, Any], form: str, parts: Iterable[str]
) -> tuple[Any, ...]:
    """What enclosures alone say, quickly: of assumptions, and for the part "" of outcome and slack.

    form: of the slack; empty where only the outcome is asked about.
    """
    allow(GLANCE)
    try:
        plain = judge.load(book, stated, dict(instance), {}, hints)
        world = Quick(plain)
        found: list[Any] = [world.told_at(("let", name, (), ())) for name in parts if name]
        if "" in parts:
            every = (stated.asked, stated.undefined, stated.core)
            found += [_grown(plain, core) if _grows(core) else world.told_at(core) for core in every if core]
            found += [_quickly(world, stated, one) for one in (form, SIZE) if form]
    except (judge.Rejected, Undefined, *UNSURE) as problem:
        return (type(problem).__name__,)
    return tuple(found)


def _grows(core: Core) -> bool:
    return any(e[:1] == ("growing",) for e in cores.inside(core))


def _grown(world: World, core: Core) -> bool | None:
    """The truth of a limit of what grows, which rests on orders of growth: enclosures have none."""
    try:
        return world.ask(core)
    except (Undefined, *UNSURE):
        return None


def _quickly(world: World, stated: Statement, form: str) -> Bounds | None:
    try:
        if form == SIZE:
            return larger(world, stated.core, PRECISIONS[:1])
        return slack(world, stated.core, form, PRECISIONS[:1])
    except (NoSides, Undefined, *UNSURE):
        return None


def apart(one: tuple[Any, ...], other: tuple[Any, ...]) -> bool:
    """Whether two glances differ in what both are sure of."""
    for a, b in zip(one, other, strict=False):
        if isinstance(a, tuple) and isinstance(b, tuple):
            if same(a, b) is False:
                return True
        elif a != b and None not in (a, b) and TooMuch.__name__ not in (a, b):
            return True
    return len(one) != len(other) and TooMuch.__name__ not in (one[0], other[0])


def settled(one: tuple[Any, ...], other: tuple[Any, ...]) -> bool:
    """Whether the second of two glances is sure of a truth that the first leaves open."""
    pairs = zip(one, other, strict=False)
    return any(a is None and isinstance(b, bool) for a, b in pairs)
