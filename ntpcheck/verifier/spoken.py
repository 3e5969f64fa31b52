"""What a formula names, by itself or by definitions: trajectories, paths, what they run along, and limits."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .tensors import Core

if TYPE_CHECKING:
    from .book import Book
    from .world import World

LIMITS = ("tends", "bounded", "eventually", "always", "growing")


def may_run(world: World, core: Core) -> bool:
    """Whether what a formula is about may run along a sequence, for which arguments may stand."""
    return mentions(world.book, core, ("sequence", "par"))


def about_limits(world: World, core: Core) -> bool:
    """Whether a statement about a limit stands in a core."""
    return mentions(world.book, core, LIMITS)


def names_sequences(world: World, core: Core) -> bool:
    """Whether a formula names a trajectory, a path, or the number they run along."""
    return mentions(world.book, core, ("sequence",))


def mentions(book: Book, core: Core, heads: tuple[str, ...]) -> bool:
    """Whether a core, or a definition that it uses, has one of these words."""
    seen = set[str]()

    def walk(e: Any) -> bool:
        if not isinstance(e, tuple):
            return False
        if e[:1] and e[0] in heads:
            return True
        if e[:1] == ("let",) and e[1] not in seen:
            seen.add(e[1])
            if walk(book.lets[e[1]].core):
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
