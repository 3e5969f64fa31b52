"""Limits of sequences that stay, beside the second reading of the formulas that say the same.

What is true, or has no value, no lemma may refute; and only what has no value may be said to have none.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from ntpcheck.statement.hints.search import hints as search
from ntpcheck.verifier import judge
from ntpcheck.verifier.arithmetic.intervals import TooMuch, Undecided, Undefined, allow
from ntpcheck.verifier.files import Unreadable
from ntpcheck.verifier.language.book import Book
from ntpcheck.verifier.language.words import BookError
from tests.verifier.second.compared import Chosen
from tests.verifier.second.drawn_limits import Limits
from tests.verifier.second.reckoner import verdict
from tests.verifier.second.shelf import Shelf

WORK = 60_000
REFUSED = (judge.Rejected, Undecided, Undefined, TooMuch, Unreadable)
HELD = {"direction": 1, "near": "1/8", "far": 64}
PLACE = {"from": -1, "to": 1, "and-from": -1, "and-to": 1}


def arguments(drawn: Limits) -> Iterator[tuple[str | None, dict[str, Any]]]:
    """No lemma, for what has no value; and lemmas that look at all of a statement, or at a part."""
    yield None, {}
    for name in ("stays", "everywhere", "leads-on", "off-the-plane"):
        yield name, {}
    yield "at-a-step", {"step": 0}
    ones = {name: [1] * drawn.sizes["V"] if name == "x_s" else 1 for name in drawn.runs}
    for name, one in ones.items():
        yield "conserved", {name: one}
        if len(ones) == 1:
            yield "kept-off", {**HELD, "direction": one}
            yield "caught", {**PLACE, f"{name}.0": one}


def granted(book: Book, claim: str, drawn: Limits, lemma: str | None, shown: dict[str, Any]) -> bool:
    hints = Chosen(drawn.chosen)
    hints.update({f"claim.{key}": value for key, value in shown.items()})
    allow(WORK)
    try:
        world = judge.load(book, book.claims[claim], drawn.instance, hints, search)
        return bool(judge.shown(world, book.claims[claim], "REFUTED" if lemma else "ILL_POSED", lemma))
    except REFUSED:
        return False


def wanted(drawn: Limits, claim: str) -> str:
    """What the second reading says; nothing where numbers that are tried do not tell."""
    said = verdict(Shelf(drawn.told(limits=False)), claim, drawn.instance, [], drawn.chosen)
    return said if said in ("holds", "fails", "undefined") else ""


@pytest.mark.parametrize("seed", range(4))
def test_limits_of_what_stays_are_judged_as_formulas_are(seed: int) -> None:
    seen = Counter[str]()
    for k in range(20):
        drawn = Limits(f"limits {seed} {k}")
        drawn.rough = 0.5
        written = drawn.book()
        try:
            book = Book(written, "t.book")
        except BookError:  # a letter that is bound twice
            continue
        for claim in drawn.claims:
            said = wanted(drawn, claim)
            for lemma, shown in arguments(drawn) if said else ():
                means = "fails" if lemma else "undefined"
                if said == means and seen[means] > 3:
                    continue
                found = granted(book, claim, drawn, lemma, shown)
                assert not found or said == means, f"{written}{claim} {lemma} {drawn.instance} {drawn.chosen}"
                seen[means] += found
                seen[f"not {means}"] += not found
    assert min(seen["fails"], seen["not fails"], seen["not undefined"]) > 3, seen
