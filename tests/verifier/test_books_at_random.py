"""Books read twice: by the verifier, and by a slow reading written from docs/statement-book.md alone."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from random import Random

import pytest

from ntpcheck.verifier.language.book import Book
from ntpcheck.verifier.language.grammar import Parser
from ntpcheck.verifier.language.printing import text
from ntpcheck.verifier.language.words import BookError
from tests.verifier.second.compared import admitted, wrong
from tests.verifier.second.drawn_books import Books
from tests.verifier.second.reckoner import verdict
from tests.verifier.second.shelf import Shelf
from tests.verifier.toys import PAPERS, papers_book


@pytest.mark.parametrize("seed", range(6))
def test_drawn_books_say_the_same_in_both_readings(seed: int, tmp_path: Path) -> None:
    """Definitions, arguments, indices, guards, points, variations, and what has no value, drawn at random."""
    seen = Counter[str]()
    for k in range(8):
        drawn = Books(f"{seed} {k}")
        written = drawn.book()
        try:
            book = Book(written, "t.book")
        except BookError:  # a letter that is bound twice
            seen["unread"] += 1
            continue
        second = Shelf(written)
        for claim in drawn.claims:
            dropped = book.claims[claim].assumes[: k % 2]
            said = verdict(second, claim, drawn.instance, list(dropped), drawn.chosen)
            seen[said] += 1
            contradicted = wrong(book, claim, drawn.instance, dropped, drawn.chosen, said, tmp_path)
            assert not contradicted, written
    assert seen["unread"] <= 2
    assert min(seen["holds"], seen["fails"]) >= 3, seen


@pytest.mark.parametrize("seed", range(3))
def test_drawn_formulas_are_printed_as_they_are_read(seed: int) -> None:
    for k in range(20):
        drawn = Books(f"printed {seed} {k}")
        try:
            book = Book(drawn.book(), "t.book")
        except BookError:
            continue
        for claim in book.claims.values():
            for tree in claim.trees.values():
                assert Parser(text(tree)).whole() == tree


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("seed", range(2))
def test_shipped_books_say_the_same_in_both_readings(paper: str, seed: int, tmp_path: Path) -> None:
    book, rng, seen = papers_book(paper), Random(f"{paper} {seed}"), Counter[str]()
    second = Shelf(book.text)
    formulas = [name for name, claim in book.claims.items() if claim.kind == "formula"]
    for name in rng.sample(formulas, 16):
        claim = book.claims[name]
        instance = admitted(book, claim.given, rng)
        dropped = tuple(a for a in claim.assumes if rng.random() < 0.7)
        if instance is not None:
            said = verdict(second, name, instance, list(dropped), {})
            seen[said] += 1
            assert not wrong(book, name, instance, dropped, {}, said, tmp_path)
    assert seen["holds"] + seen["fails"] >= 3, seen
