"""By what each claim is held: a formula that the verifier evaluates, a lemma, laws, or a recipe on record."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ntpcheck.reading import document, text
from ntpcheck.statement.document import file_name
from ntpcheck.verifier import command

if TYPE_CHECKING:
    from ntpcheck.claim import Paper

HELD = {
    "formula": "a formula that the verifier evaluates at an instance",
    "formula refuted by a lemma": "a formula over all reals or points, which a lemma of the verifier refutes",
    "limit refuted by a lemma": "a typed limit, which a lemma of the verifier refutes",
    "limit held by laws": "a typed limit, which checkers hold against laws and rates",
    "recorded": "a recipe, a statistic or a random draw: words only",
}


def held(paper: Paper) -> Counter[str]:
    """How many claims are held by what, in the order of HELD."""
    found = Counter[str](dict.fromkeys(HELD, 0))
    book = paper.shelf
    for claim in book.claims.values() if book else ():
        if claim.kind == "formula":
            found["formula refuted by a lemma" if _lemma(paper, claim.id) else "formula"] += 1
        elif claim.kind == "limit":
            by = "limit refuted by a lemma" if _stored(paper, claim.id) else "limit held by laws"
            found[by] += 1
        else:
            found["recorded"] += 1
    return found


def _stored(paper: Paper, claim: str) -> dict[str, Any] | None:
    path = paper.folder / "counterexamples" / file_name(claim) if paper.folder else None
    return document(path) if path and path.exists() else None


def _lemma(paper: Paper, claim: str) -> bool:
    return "lemma" in (_stored(paper, claim) or {})


def reading(papers: list[Paper]) -> Iterator[tuple[str, int]]:
    """What has to be read to trust every refutation, in lines that are neither empty nor comments."""
    for paper in papers:
        if paper.shelf is not None:
            yield f"the book `{paper.shelf.key}`", _lines(paper.shelf.text, "#")
    folder = Path(command.__file__).parent
    yield "the verifier", sum(_lines(text(path), "#") for path in folder.glob("*.py"))
    for paper in papers:
        path = paper.folder / "derivations.md" if paper.folder else None
        if path and path.exists():
            yield f"the derivations of lemmas, `{paper.key}`", _lines(text(path), "\0")


def _lines(text: str, comment: str) -> int:
    return sum(bool(line.strip()) and not line.strip().startswith(comment) for line in text.splitlines())
