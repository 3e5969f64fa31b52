"""The bounds that stand in a formula's conditions: beside them alone it may fail."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ntpcheck.formulas.alone import lacks
from ntpcheck.formulas.edges import Edge, Edges
from ntpcheck.formulas.lines import conjuncts
from ntpcheck.formulas.says import Says
from ntpcheck.formulas.spaces import space_of

if TYPE_CHECKING:
    from ntpcheck.claim import Claim
    from ntpcheck.verifier.instance.tensors import Core
    from ntpcheck.verifier.language.book import Book


def edges(claim: Claim) -> Edges:
    """The bounds in what a claim's formula speaks of under a condition: it may fail beside them alone."""
    assert isinstance(claim.conclude, Says)
    book, given, core = claim.conclude.book, claim.conclude.given, claim.conclude.core
    found = Edges(space_of(book, given), {})
    bounds = dict.fromkeys(conditions(book, core))
    found.found = tuple(Edge("", bound, field) for bound in bounds for field in found.movable(bound))
    return found


def conditions(book: Book, e: Core, around: tuple[Core, ...] = ()) -> Iterator[Core]:
    """Bounds in conditions of a formula, each for all indices around it, and for some."""
    while e[0] == "let" and not e[2] and not e[3]:
        e = book.lets[e[1]].core
    if e[0] in ("forall", "exists"):
        around = (*around, e)
    conditional = e[2] if e[0] in ("forall", "exists") else e[1] if e[0] == "implies" else None
    for bound in _bounds(book, conditional) if conditional is not None else ():
        for kind in ("forall", "exists") if around else ("",):
            whole = bound
            for inner in reversed(around):
                whole = (kind, inner[1], None, whole)
            yield whole
    for part in {"and": e[1:], "implies": e[2:], "forall": e[3:], "exists": e[3:]}.get(e[0], ()):
        yield from conditions(book, part, around)


def _bounds(book: Book, e: Core) -> Iterator[Core]:
    """The inequalities of a conjunction, and that a matrix is positive semidefinite, as bounds."""
    for part in conjuncts(book, e):
        if part[0] == "psd" and not lacks(book, part):
            yield part  # its slack is the least eigenvalue
        elif part[0] == "cmp" and part[1] not in ("=", "!="):
            yield "cmp", part[1].rstrip("=") + "=", *part[2:4]
