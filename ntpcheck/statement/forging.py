"""Forged counterexample files: none may be accepted that is false, by an oracle that does not read the book.

Forgeries start from stored files: another claim's name, assumptions left out or put in, an instance changed
or outside its domain, the statement's digest or the verdict altered, hints perturbed, bytes changed. What is
accepted all the same has to be a counterexample by the claim's own checker, in exact arithmetic.
"""

import copy
import json
import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from ntpcheck import reading, writing
from ntpcheck.claim import Effort, Paper
from ntpcheck.statement.document import text
from ntpcheck.statement.forgeries import KINDS, Document, Files
from ntpcheck.statement.printing.reading import fields, presupposed, stated
from ntpcheck.verifier import command
from ntpcheck.verifier.language.book import Book
from ntpcheck.verifier.language.book import Claim as Statement


@dataclass
class Forged:
    """What became of forgeries: counts by kind and outcome; the files that are accepted and false."""

    counts: Counter[str] = field(default_factory=Counter)
    false: list[tuple[str, Document]] = field(default_factory=list)


def stored(papers: Sequence[Paper]) -> list[tuple[Paper, Document]]:
    """The counterexample files of papers."""
    found: list[tuple[Paper, Document]] = []
    for paper in papers:
        for path in sorted((paper.folder / "counterexamples").glob("*.json")) if paper.folder else ():
            document = reading.document(path)
            if document.get("schema_version") == 2:
                found.append((paper, document))
    return found


def forge(
    papers: Sequence[Paper],
    number: int,
    seed: int | str,
    kinds: Sequence[str] = (),
    allowance: int = command.WORK_LIMIT,
) -> Forged:
    """So many forgeries of the kinds named (all of KINDS without), judged by verifier and oracle.

    allowance: work for each; the stored files take at most a fortieth of the verifier's own.
    """
    source, files, result = random.Random(seed), stored(papers), Forged()
    books = {book.key: book for paper in papers if (book := paper.shelf) is not None}
    made = 0
    while made < number:
        kind = source.choice(list(kinds or KINDS))
        paper, original = source.choice(files)
        document = KINDS[kind](source, paper, copy.deepcopy(original), files)
        if document is None or document == original:
            continue
        made += 1
        said = judged(books, document, allowance)
        told = told_of(paper, document, files) if said == "ACCEPTED" else ""
        result.counts[f"{kind}: {said}" + (f", {told}" if said == "ACCEPTED" else "")] += 1
        if said == "ACCEPTED" and told == "false":
            result.false.append((kind, document))
    return result


def judged(books: dict[str, Any], document: Document | bytes, allowance: int = command.WORK_LIMIT) -> str:
    """The verifier's outcome for a document, or for the bytes of a file."""
    with writing.scratch() as folder:
        path = folder / "forged.json"
        path.write_bytes(document if isinstance(document, bytes) else text(document).encode())
        return command.answer(books, path, allowance).outcome


def told_of(paper: Paper, document: Document, files: Files) -> str:
    """What the claim's own checker says of an accepted file in exact arithmetic: real, false, or silent.

    A real one has the verdict that the file says. Fields that the statement does not name may have any value:
    what a lemma exhibits is tried there. Where nothing is decided, the refutation of a claim that is taken to
    be true counts as false.
    """
    from ntpcheck.engine.judgement import Judged, around_zero, decide
    from ntpcheck.evidence import Outcome
    from ntpcheck.instances.base import Instance

    def of(instance: Document) -> Outcome:
        found: Judged = decide(claim, Instance.from_json(instance), Effort(), alone=True)
        return Outcome.UNDECIDED if around_zero(found) else found.outcome

    assert paper.shelf is not None
    named = fields_named(paper.shelf, paper.shelf.claims[document["claim"]])
    if any(_heart(document, named) == _heart(other, named) for _, other in files):
        return "real"  # a stored file in other words
    claim = paper.by_id[document["claim"]].dropping(*document["dropped"])
    wanted = Outcome.UNDEFINED if document["says"] == "undefined" else Outcome.FAILS
    outcomes = [of(instance) for instance in _varied(document, named)]
    if wanted in outcomes:
        return "real"
    fallen = paper.expected.get(claim.id) in ("REFUTED", "ILL_POSED")
    silent = outcomes[0] is Outcome.UNDECIDED and (fallen or document["dropped"])
    return "oracle silent" if silent else "false"


def fields_named(book: Book, claim: Statement) -> set[str]:
    """The fields, by their names in files, that a statement, its assumptions or its demands speak of."""
    found = fields(book, (*stated(claim), *presupposed(book, claim)))
    return {book.givens[claim.given][name].source for name in found}


def _heart(document: Document, named: set[str]) -> Any:
    """What a file says about which instance, as far as the statement speaks of it."""
    kept = {name: value for name, value in document["instance"].items() if name in named}
    return document["claim"], document["says"], document["dropped"], kept


def _varied(document: Document, named: set[str]) -> Iterator[Document]:
    """The instance, and the same with what a hint exhibits in the place of a field that is not named."""
    yield document["instance"]
    for name, value in document["instance"].items():
        if name not in named and name != "type":
            for exhibited in document["hints"].values():
                if isinstance(exhibited, list) and np.shape(exhibited) == np.shape(value):
                    yield document["instance"] | {name: exhibited}


def mutate(papers: Sequence[Paper], number: int, seed: int | str) -> Counter[str]:
    """Outcomes of files with some bytes changed; what is accepted is told apart by what it still says."""
    source, files, counts = random.Random(seed), stored(papers), Counter[str]()
    books = {book.key: book for paper in papers if (book := paper.shelf) is not None}
    for _ in range(number):
        paper, original = source.choice(files)
        data = bytearray(text(original).encode())
        for _ in range(source.randrange(1, 4)):
            at = source.randrange(len(data))
            data[at] = source.choice([source.randrange(256), ord(source.choice('0123456789-/"[]{},'))])
        said = judged(books, bytes(data))
        if said == "ACCEPTED":
            document = json.loads(bytes(data))
            same = {**document, "found": 0} == {**original, "found": 0}
            said += ", unchanged" if same else f", {told_of(paper, document, files)}"
        counts[said] += 1
    return counts
