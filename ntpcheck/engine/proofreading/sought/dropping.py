"""Instances that satisfy all hypotheses of a claim but one: made from such as satisfy that one too, by other
numbers and words in what it speaks of; or taken over from counterexamples to other lines of the paper.

Rejection seldom draws them where several hypotheses have to hold together.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from contextlib import suppress
from copy import deepcopy
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ntpcheck import reading
from ntpcheck.engine.minimise import weight
from ntpcheck.engine.proofreading.sought.drawing import UNANSWERED, kind_of, of_one_shape
from ntpcheck.engine.proofreading.sought.plain import ENTRIES, admitted
from ntpcheck.errors import InvalidInstance
from ntpcheck.instances.base import REGISTRY, Instance
from ntpcheck.statement.document import file_name
from ntpcheck.statement.printing.reading import fields

if TYPE_CHECKING:
    from ntpcheck.claim import Claim, Paper
    from ntpcheck.verifier.language.book import Book, Field
    from ntpcheck.verifier.language.book import Claim as Statement

BASES, CHANGED = 24, 16  # instances that are changed, and how often each table of one is
VALUES = (1, "1/2", "1/32", "31/32", 8)  # what a number without indices may be
NUMBERS = 8  # words, places and counts are drawn below it: what the type does not allow is no instance


def spoken(book: Book, stated: Statement, assumption: str) -> list[Field]:
    """What a hypothesis speaks of: tables, numbers and words of an instance."""
    book.given, book.local = stated.given, stated.locals
    own = book.fields()
    return [own[name] for name in sorted(fields(book, ("let", book.assumed(stated)[assumption], (), ())))]


def beside(claim: Claim, bases: Sequence[Instance], spoken: Sequence[Field], seed: object) -> list[Instance]:
    """Exact instances inside what a claim assumes, lightest first: bases with some entries changed."""
    source = random.Random(f"{seed}/beside/{claim.id}")
    found: dict[str, Instance] = {}
    for base in bases[:: max(1, len(bases) // BASES)][:BASES]:
        made = {repr(one): one for one in _changed(base, spoken, source)}
        with suppress(*UNANSWERED):
            found |= {repr(one): one for one in admitted(claim, list(made.values()))} if made else {}
    return sorted(found.values(), key=weight)


def _changed(base: Instance, spoken: Sequence[Field], source: random.Random) -> Iterator[Instance]:
    for field in spoken:
        for k in range(CHANGED):
            document = deepcopy(base.to_json())
            if field.source not in document:
                break
            for _ in range(1 + k % 2):
                _put(document, field, source)
            with suppress(InvalidInstance, *UNANSWERED):
                yield Instance.from_json(document)


def _put(document: dict[str, Any], field: Field, source: random.Random) -> None:
    """Another number or word in one place of a table."""
    new = source.choice(ENTRIES) if field.kind == "num" and not field.natural else source.randrange(NUMBERS)
    table = document[field.source]
    if not isinstance(table, list):
        document[field.source] = new
        return
    while isinstance(table[0], list):
        table = source.choice(table)
    table[source.randrange(len(table))] = new


def taken_over(paper: Paper, claim: Claim, most: int = 1) -> list[Instance]:
    """Instances of a paper's stored counterexamples, as far as they are inside what a claim assumes.

    Of another type: without what the claim's type does not have; further tables are 0, and numbers 1. most:
    or so many ways to fill these from each, with tables at hand and with numbers of several sizes.
    """
    kind, given, found = kind_of(claim), list[Instance](), list[Instance]()
    for document in _stored(paper):
        with suppress(LookupError):
            ways = list(_as_type(kind, document))
            for way in ways[:: max(1, -(-len(ways) // most))]:  # none, where words are missing
                with suppress(InvalidInstance, *UNANSWERED):
                    given.append(Instance.from_json(way))
    for some in of_one_shape(given):
        with suppress(*UNANSWERED):
            found += admitted(claim, some)
    return sorted(found, key=weight)


def of_the_amended(paper: Paper, claim: Claim) -> list[Instance]:
    """The stored counterexample to the line that a claim amends, if it is inside what the claim assumes.

    An edit may take back what the amendment added, which is what keeps that instance away.
    """
    original, _, amended = claim.id.rpartition("/")
    path = (paper.folder or Path()) / "counterexamples" / file_name(original)
    if amended != "amended" or not path.is_file():
        return []
    instance = Instance.from_json(reading.document(path)["instance"])
    return [*admitted(claim, [instance])] if isinstance(instance, kind_of(claim)) else []


def _stored(paper: Paper) -> Iterator[dict[str, Any]]:
    """The instances of counterexamples to claims, and to claims without a hypothesis."""
    if paper.folder is None:
        return
    for path in sorted((paper.folder / "counterexamples").glob("*.json")):
        yield reading.document(path)["instance"]
    if (paper.folder / "needed.json").is_file():
        for row in reading.document(paper.folder / "needed.json")["rows"]:
            if row["document"]:
                yield row["document"]["instance"]


def _as_type(kind: Any, document: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Documents of a type with what another has: the first of each table, and number, that there may be."""
    other, sizes = REGISTRY[document["type"]], dict[str, int]()
    for name, axes in other.AXES.items():
        table = document[name]
        for axis in axes.split():
            sizes[axis], table = len(table), table[0]
    ways: dict[str, list[Any]] = {"type": [kind.__name__]}
    for name, axes in kind.AXES.items():
        own = [document[name]] if name in document else []
        if name in kind.INTEGERS:
            ways[name] = own
        elif not axes:
            ways[name] = [*own, *VALUES]
        else:
            alike = [key for key, of in other.AXES.items() if of == axes and key not in other.INTEGERS]
            zero = _filled([sizes[axis] for axis in axes.split()])
            ways[name] = own or [zero, *(document[key] for key in alike)]
    yield from (dict(zip(ways, chosen, strict=True)) for chosen in product(*ways.values()))


def _filled(shape: list[int]) -> Any:
    """0 everywhere."""
    return [_filled(shape[1:]) if len(shape) > 1 else 0 for _ in range(shape[0])]
