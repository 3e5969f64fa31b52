"""What a formula names, by itself or by definitions: trajectories, paths, what they run along, and limits."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..language.book import Book
from ..language.cores import Core, reached

if TYPE_CHECKING:
    from ..instance.world import World

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
    return any(e[:1] and e[0] in heads for e in reached(book, core))


def running(world: World, core: Core) -> set[str]:
    """The numbers that sequences run along, as far as a formula names them itself or by a definition."""
    return {name for name in spoken(world.book, core) if world.book.lets[name].kind == "running"}


def spoken(book: Book, core: Core) -> set[str]:
    """The sequences that a formula names, itself or by a definition, and the numbers that they run along."""
    return {e[1] for e in reached(book, core) if e[:1] == ("sequence",)}


KEPT = {  # parts of a formula that make it true where they are; all others, conditions of sums too, may not
    **dict.fromkeys(("and", "or", "let", *LIMITS), (1, 2, 3)),
    **dict.fromkeys(("exists", "some"), (2, 3)),
    **dict.fromkeys(("forall", "every"), (3,)),
    "implies": (2,),
    "sets": (4,),
}


def denied(world: World, core: Core) -> bool:
    """Whether a statement about a limit stands where it makes the formula false rather than true, as under a
    negation or in a condition of `forall`: what is known of some radii says nothing of its opposite."""
    seen: set[tuple[str, bool]] = set()

    def walk(e: Any, *, under: bool) -> bool:
        if not isinstance(e, tuple) or not e:
            return False
        if under and e[0] in LIMITS:
            return True
        if e[0] == "let" and (e[1], under) not in seen:
            seen.add((e[1], under))
            if walk(world.book.lets[e[1]].core, under=under):
                return True
        kept = KEPT.get(e[0], ()) if isinstance(e[0], str) else range(len(e))  # a list of parts keeps all
        return any(walk(part, under=under or i not in kept) for i, part in enumerate(e))

    return walk(core, under=False)
