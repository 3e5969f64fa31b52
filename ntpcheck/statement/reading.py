"""A claim of a book for readers: its formula, and the definitions that it uses, each once."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ntpcheck.statement.typeset import latex, mathml
from ntpcheck.verifier.book import Book, Claim, Let
from ntpcheck.verifier.printing import text

PRINTERS = {"text": text, "latex": latex, "mathml": mathml}


def uses(book: Book, claim: Claim) -> list[Let]:
    """The definitions that a claim uses, in the book's order, its assumptions' own included."""
    assumed = [("let", key) for key in book.assumed(claim).values()]
    seen = names(book, (claim.core, claim.asked, claim.undefined, *assumed))
    return [let for key, let in book.lets.items() if key in seen]


def names(book: Book, core: Any) -> set[str]:
    """The keys of all definitions that a core rests on."""
    seen = set[str]()

    def walk(e: Any) -> None:
        if isinstance(e, tuple):
            if e[:1] in (("let",), ("sequence",)) and e[1] not in seen:
                seen.add(e[1])
                walk(book.lets[e[1]].core)
            for part in e:
                walk(part)

    walk(core)
    return seen


def formulas(claim: Claim | None) -> dict[str, str]:
    """What a claim states in the book's language: `formula` or `limit`, `asked when`, `undefined when`."""
    return {name: text(tree) for name, tree in claim.trees.items()} if claim else {}


def head(let: Let) -> str:
    """`l(M[v,i])[j,v]`: a definition's name with its parameters and indices."""
    name = let.name.rpartition(":")[2]
    parameters = ", ".join(let.parameters)
    indices = ",".join(letter for letter, _ in let.indices)
    return name + (f"({parameters})" if parameters else "") + (f"[{indices}]" if indices else "")


def lines(book: Book, claim: Claim, form: str = "text") -> Iterator[str]:
    """The claim's clauses and definitions, one line each."""
    printed = PRINTERS[form]
    yield f"{claim.id}, {claim.cite}, on {claim.given}"
    yield f"says      {claim.clause('says')}"
    if claim.assumes:
        yield f"assuming  {', '.join(claim.assumes)}"
    for name, tree in claim.trees.items():
        yield f"{name.split()[0]:9} {printed(tree)}"
    if claim.kind == "recorded":
        yield f"recorded  {claim.clause('recorded')}"
    definitions = [let for let in uses(book, claim) if let.tree]
    if definitions:
        yield "where"
    for let in definitions:
        told = {"sequence": "runs by", "running": "grows"}.get(let.kind, "=")
        yield f"  {head(let)} {told} {printed(let.tree)}"
