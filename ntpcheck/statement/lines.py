"""Whether a claim without one of its hypotheses follows from other lines of its book, which stand."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import TYPE_CHECKING

from ntpcheck.verifier.claims import Plain

if TYPE_CHECKING:
    from ntpcheck.verifier.book import Book, Claim
    from ntpcheck.verifier.tensors import Core


def follows_without(book: Book, standing: Collection[str], claim: Claim, name: str) -> str:
    """The line by which a hypothesis may be left out; empty where none says so.

    Either a line states the hypothesis itself under hypotheses that the claim keeps, or it states the claim's
    own formula under no others. Lines of the claim's type of instances count, and of types that it extends.
    """
    kept = {key for other, key in book.assumed(claim).items() if other != name}
    gone = _assumption(book, claim, name)
    goals = [(gone, _NOTHING, _NOTHING), _stated(book, claim)]
    for other in _lines(book, standing, claim):
        if (
            set(book.assumed(other).values()) <= kept
            and _stated(book, other) in goals
            and other.id != claim.id
        ):
            return other.id
    return ""


_NOTHING = "()"


def _lines(book: Book, standing: Collection[str], claim: Claim) -> Iterator[Claim]:
    chain = set(book.chain(claim.given))
    for other in book.claims.values():
        if other.id in standing and other.given in chain and other.core:
            yield other


def _stated(book: Book, claim: Claim) -> tuple[str, str, str]:
    """What a claim says, what it is asked for and where it is undefined, without names.

    A formula that is an assumption's name says what that says. Two texts of one name may stand for different
    definitions, which is why definitions are spelled out.
    """
    book.given, book.local = claim.given, claim.locals
    formula, *conditions = (_said(book, core) for core in (claim.core, claim.asked, claim.undefined))
    return formula, conditions[0], conditions[1]


def _said(book: Book, core: Core) -> str:
    while core and core[0] == "let" and not core[2] and not core[3]:
        core = book.lets[core[1]].core
    printer = Plain(book)
    said = printer.of(core)
    return said + "".join(
        f"; {name} {printer.of(book.lets[name].core)}" for name in sorted(printer.sequences)
    )


def _assumption(book: Book, claim: Claim, name: str) -> str:
    book.given, book.local = claim.given, claim.locals
    return _said(book, ("let", book.assumed(claim)[name], (), ()))
