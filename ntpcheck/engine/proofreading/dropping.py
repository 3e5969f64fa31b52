"""Instances that satisfy all hypotheses of a claim but one: made from such as satisfy that one too, by other
numbers and words in what it speaks of.

Rejection seldom draws them where several hypotheses have to hold together.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from contextlib import suppress
from copy import deepcopy
from typing import TYPE_CHECKING, Any

from ntpcheck.engine.minimise import weight
from ntpcheck.engine.proofreading.drawing import UNANSWERED
from ntpcheck.engine.proofreading.plain import ENTRIES, admitted
from ntpcheck.errors import InvalidInstance
from ntpcheck.instances.base import Instance
from ntpcheck.statement.reading import fields

if TYPE_CHECKING:
    from ntpcheck.claim import Claim
    from ntpcheck.verifier.book import Book, Field
    from ntpcheck.verifier.book import Claim as Statement

BASES, CHANGED = 24, 16  # instances that are changed, and how often each table of one is
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
