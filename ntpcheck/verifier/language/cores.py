"""Walks along a core: all that stands in it, and what its definitions say."""

from collections.abc import Callable, Iterator
from typing import Any

from .names import Names

Core = tuple[Any, ...]


def inside(e: Any) -> Iterator[Core]:
    """A core and all tuples in it, in no order that matters."""
    left = [e]
    while left:
        if isinstance(e := left.pop(), tuple):
            yield e
            left.extend(e)


def reached(book: Names, core: Any, through: tuple[str, ...] = ("let",)) -> Iterator[Core]:
    """The same, and what the definitions say that are named, each once; through: the heads that name them."""
    seen, left = set[str](), [core]
    while left:
        if isinstance(e := left.pop(), tuple):
            yield e
            left.extend(e)
            if e[:1] and e[0] in through and e[1] not in seen:
                seen.add(e[1])
                left.append(book.lets[e[1]].core)


def exchanged(core: Any, change: Callable[[Any], Any]) -> Any:
    """A core with its parts changed from the outside in."""
    if not isinstance(core, tuple):
        return core
    found = change(core)
    return found if found is not core else tuple(exchanged(part, change) for part in core)


def renamed(core: Any, old: tuple[str, str], new: tuple[str, str]) -> Core:
    """A core in which one unknown tensor, or a sequence, stands for another."""

    def change(e: Any) -> Any:
        return (*new, *(exchanged(part, change) for part in e[2:])) if e[:2] == old else e

    return exchanged(core, change)


def within(core: Any, part: Core) -> bool:
    """Whether a part stands somewhere in a core."""
    return core == part or (isinstance(core, tuple) and any(within(inner, part) for inner in core))


BINDERS = ("lam", "sum", "max", "min", "forall", "exists")
# Words that bind other names.
NAMING = (
    *("some", "every", "solvable", "sets", "closest", "minimiser", "infimum", "growing", "path"),
    *("rank", "psd", "closure", "largest", "smallest"),
)


def alike(one: Any, other: Any, letters: tuple[tuple[str, str], ...] = ()) -> bool:
    """Whether two cores are one but for the names of the letters that they bind."""
    if not isinstance(one, tuple) or not isinstance(other, tuple):
        return one == other
    if len(one) != len(other):
        return False
    head = one[0] if one else ""
    if head in NAMING:
        return one == other and not letters
    if head == "v" == other[0]:
        pair = (one[1], other[1])
        return next((pair == bound for bound in reversed(letters) if set(bound) & set(pair)), one == other)
    if head in BINDERS:
        if head != other[0] or [axis for _, axis in one[1]] != [axis for _, axis in other[1]]:
            return False
        letters = (*letters, *((x, y) for (x, _), (y, _) in zip(one[1], other[1], strict=True)))
        return all(alike(x, y, letters) for x, y in zip(one[2:], other[2:], strict=True))
    return all(alike(x, y, letters) for x, y in zip(one, other, strict=True))
