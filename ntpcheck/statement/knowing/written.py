"""A claim in two books, with what rests on the edited place written out; what is known at another index."""

from collections.abc import Iterator
from typing import Any

from ntpcheck.statement.knowing.combinations import Known
from ntpcheck.statement.knowing.cores import Written, reads
from ntpcheck.statement.printing.reading import names, presupposed, stated
from ntpcheck.verifier.instance.tensors import Core
from ntpcheck.verifier.language.book import Book, Claim, Field


def written_out(book: Book, claim: Claim, place: str) -> list[Core]:
    """A claim's formula, condition, assumptions and demands, with what rests on a place written out.

    Points are left by their names.
    """
    book.given, book.local = claim.given, claim.locals
    written = Written(book, (place,))
    return [written.out(core) for core in (*stated(claim), *presupposed(book, claim))]


def resting(book: Book, core: Any, place: str) -> set[str]:
    """The points and sequences that rest on a place, of those that a core and its definitions name."""
    kinds = ("point", "sequence")
    found = {key for key in names(book, core) if book.lets[key].kind in kinds}
    return {key for key in found if place in names(book, ("let", key, (), ()))}


def with_table(e: Any, field: str, other: Core) -> Any:
    """A core with another table, or a number, in the place of a field."""
    if not isinstance(e, tuple) or not e:
        return e
    if e[:2] != ("field", field):
        return tuple(with_table(part, field, other) for part in e)
    return (*other, with_table(e[2], field, other)) if other[0] == "field" else other


def tables(own: dict[str, Field], field: str) -> Iterator[Core]:
    """Other tables that may stand in the place of one, as they are of its type."""
    kind, axes, natural = own[field].kind, own[field].axes, own[field].natural
    for name, other in own.items():
        if name != field and (other.kind, other.axes, other.natural) == (kind, axes, natural):
            yield ("field", name)


def equated(e: Core) -> Iterator[tuple[str, Core]]:
    """The letters that are another index, by an equation of two indices, each with that one."""
    for letter, index in (e[1:], e[:0:-1]) if e[0] == "ixeq" else ():
        if letter[0] == "v" and not reads(index, letter[1:]):
            yield letter[1], index


def at_index(known: Known, letter: str, index: Core, *cores: Core) -> tuple[Any, ...]:
    """What is known, and cores, with another index in the place of a letter."""
    to = {letter: index}
    return known.by(known.put(fact, to) for fact in known.facts), *(known.put(e, to) for e in cores)
