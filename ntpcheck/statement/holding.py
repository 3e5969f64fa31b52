"""By what each claim is held: a formula that the verifier evaluates, a lemma, laws, or a recipe on record."""

from __future__ import annotations

import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ntpcheck.reading import document, text
from ntpcheck.statement.document import file_name
from ntpcheck.verifier import command

if TYPE_CHECKING:
    from ntpcheck.claim import Paper

VERIFIER = Path(command.__file__).parent
LOADED = ("evaluation alone", "a lemma")  # by what a counterexample refutes
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
    yield "the verifier", sum(_lines(text(path), "#") for path in VERIFIER.rglob("*.py"))
    for paper in papers:
        path = paper.folder / "derivations.md" if paper.folder else None
        if path and path.exists():
            yield f"the derivations of lemmas, `{paper.key}`", _lines(text(path), "\0")


def loaded(papers: list[Paper]) -> dict[str, list[list[int]]]:
    """How many files of the verifier, and lines, a bare interpreter loads for each stored counterexample."""
    found: dict[str, list[list[int]]] = {by: [] for by in LOADED}
    for folder in (paper.folder for paper in papers if paper.folder):
        books = [f"--book={path}" for path in folder.glob("*.book")]
        for path in sorted((folder / "counterexamples").glob("*.json")):
            line = [sys.executable, "-I", "-S", VERIFIER, "--used", *books, str(path)]
            said = subprocess.run(line, capture_output=True, text=True, check=False).stdout.splitlines()
            if said and (counts := re.match(r"(\d+) files of the verifier, ([\d,]+) lines", said[-1])):
                found[LOADED["lemma" in document(path)]].append(
                    [int(n.replace(",", "")) for n in counts.groups()]
                )
    return found


def _lines(text: str, comment: str) -> int:
    return sum(bool(line.strip()) and not line.strip().startswith(comment) for line in text.splitlines())
