"""Misprints as a printer makes them: in a text that stands once, wherever that is read.

`a <= b <= c` has its middle term once, and its tree has it twice. A variation takes lines over from the claim
that it varies, so that a misprint of such a line is one of each claim that has it.
"""

import random
from collections.abc import Collection, Iterator
from dataclasses import replace
from typing import Any

from ntpcheck.statement.editing.misprints import Candidate, Misprint, candidates, differing, made
from ntpcheck.verifier.language.book import Book
from ntpcheck.verifier.language.grammar import Tree

Line = tuple[str, int]  # the keyword of a clause, and where it stands in the text


def drawn(book: Book, seed: object, part: tuple[int, int] = (0, 1)) -> Iterator[Misprint]:
    """All misprints in an order that the seed gives, each as likely as any other to come first.

    part: (i, n) for every n-th change from the i-th on.
    """
    found = list(candidates(book))
    random.Random(str(seed)).shuffle(found)
    readers = by_line(book)
    return (misprint for one in found[part[0] :: part[1]] if (misprint := printed(book, one, readers)))


def prints(book: Book, places: Collection[str] = ()) -> Iterator[Misprint]:
    """Every misprint of every line, or only of these definitions and claims."""
    readers = by_line(book)
    found = (printed(book, one, readers) for one in list(candidates(book, places)))
    return (misprint for misprint in found if misprint)


def printed(book: Book, candidate: Candidate, readers: dict[Line, list[str]]) -> Misprint | None:
    """A misprint with what it is in each other claim that reads the line.

    None where it is none, or has its place elsewhere: in the line's first claim, or where a chain has the
    term first.
    """
    place, clause, kind, tree = candidate
    places = readers.get(line(book, place, clause) or ("", 0), [place])
    old = tree_of(book, place, clause)
    if (place != places[0] and carried(old, tree, tree_of(book, places[0], clause))) or _later(old, tree):
        return None
    misprint = made(book, (place, clause, kind, _chained(old, tree)))
    if misprint is None:
        return None
    others = [
        (other, clause, kind, _chained(there, new))
        for other in places[places.index(place) + 1 :]
        if (there := tree_of(book, other, clause)) and (new := carried(old, tree, there))
    ]
    also = tuple(more for one in others if (more := made(book, one)))
    before, after = differing(old, tree)
    return replace(misprint, old=before, new=after, also=also)


# ---- which claims read a line ----
def by_line(book: Book) -> dict[Line, list[str]]:
    """The claims that read a clause, or the definitions that they make of it, in the order of the text."""
    found: dict[Line, list[str]] = {}
    for claim in book.claims.values():
        for clause in claim.trees:
            found.setdefault(_clause(book, claim.id, clause), []).append(claim.id)
        for key in claim.locals.values():
            found.setdefault(("where", book.lets[key].line), []).append(key)
    return found


def line(book: Book, place: str, clause: str) -> Line | None:
    """Where a claim's clause or definition stands; None for the definitions of no claim."""
    if clause:
        return _clause(book, place, clause)
    return ("where", book.lets[place].line) if ":" in place else None


def _clause(book: Book, claim_id: str, clause: str) -> Line:
    return next((keyword, at) for keyword, _, at in book.claims[claim_id].clauses if keyword == clause)


def tree_of(book: Book, place: str, clause: str) -> Tree:
    return book.claims[place].trees.get(clause, ()) if clause else book.lets[place].tree


def carried(old: Any, new: Any, other: Any) -> Any:
    """What becomes of another tree by the change that makes `new` of `old`; None where it has no place there.

    The other may have other words elsewhere.
    """
    if other == old:
        return new
    if not all(isinstance(one, tuple) and one for one in (old, new, other)) or len(other) != len(old):
        return None
    if isinstance(old[0], str) and other[0] != old[0]:
        return None
    for k, part in enumerate(old):  # a part is left out
        if part == new:
            return other[k]
        if isinstance(part, tuple) and isinstance(other[k], tuple) and new in part:
            return other[k][part.index(new)] if len(other[k]) == len(part) else None
    at = [k for k, (a, b) in enumerate(zip(old, new, strict=False)) if a != b]
    if len(new) != len(old) or not at:
        return None
    if len(at) > 1:  # parts are exchanged
        return tuple(other[old.index(x)] for x in new) if all(x in old for x in new) else None
    k = at[0]
    if isinstance(new[k], tuple) and isinstance(old[k], tuple):
        part = carried(old[k], new[k], other[k])
    else:
        part = new[k] if new[k] is None or other[k] == old[k] else ()
    return (*other[:k], part, *other[k + 1 :]) if part or new[k] is None else None


# ---- chains ----
def _last(e: Any) -> Any:
    """The last comparison of a chain, or the only one."""
    return e[2] if e[:1] == ("and",) else e


def _links(e: Any) -> bool:
    """Whether a comparison follows on another that ends with what it begins with."""
    if e[:1] != ("and",) or e[2][:1] != ("cmp",):
        return False
    before = _last(e[1])
    return before[:1] == ("cmp",) and before[3] == e[2][2]


def _later(old: Any, new: Any) -> bool:
    """Whether a change is one of a term that a chain has before."""
    if not isinstance(old, tuple) or not isinstance(new, tuple) or len(old) != len(new):
        return False
    if _links(old) and new[:2] == old[:2] and new[2][:2] == old[2][:2]:
        return new[2][2] != old[2][2] and new[2][3] == old[2][3]
    return any(a != b and _later(a, b) for a, b in zip(old, new, strict=True))


def _chained(old: Any, new: Any) -> Any:
    """A changed tree in which a chain's term is changed wherever it stands."""
    if not isinstance(old, tuple) or not isinstance(new, tuple) or len(old) != len(new):
        return new
    found = tuple(a if a == b else _chained(a, b) for a, b in zip(old, new, strict=True))
    if _links(old) and found[0] == "and" and found[2] == old[2]:
        before = _last(found[1])
        if before[:3] == _last(old[1])[:3] and before[3] != found[2][2]:
            return (*found[:2], (*found[2][:2], before[3], found[2][3]))
    return found
