"""A claim in two books, with what rests on the edited place written out; what is known at another index."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ntpcheck.statement.cores import Written, put
from ntpcheck.statement.reading import names

if TYPE_CHECKING:
    from ntpcheck.statement.signs import Known
    from ntpcheck.verifier.book import Book, Claim
    from ntpcheck.verifier.tensors import Core


def written_out(book: Book, claim: Claim, place: str) -> list[Core]:
    """A claim's formula, condition, assumptions and demands, with what rests on a place written out.

    Points are left by their names.
    """
    book.given, book.local = claim.given, claim.locals
    written = Written(book, (place,))
    assumed = [("let", key, (), ()) for key in book.assumed(claim).values()]
    demands = [core for given in book.chain(claim.given) for core in book.demands.get(given, ())]
    return [written.out(core) for core in (claim.core, claim.asked, claim.undefined, *assumed, *demands)]


def resting(book: Book, core: Any, place: str) -> set[str]:
    """The points and sequences that rest on a place, of those that a core and its definitions name."""
    kinds = ("point", "sequence")
    found = {key for key in names(book, core) if book.lets[key].kind in kinds}
    return {key for key in found if place in names(book, ("let", key, (), ()))}


def at_index(known: Known, letter: str, index: Core, e: Core) -> tuple[Known, Core]:
    """What is known, and a formula, with another index in the place of a letter."""
    found, fresh = known.having(None), known.written.fresh
    found.facts = tuple(put(fact, {letter: index}, fresh) for fact in known.facts)
    return found, put(e, {letter: index}, fresh)
