"""Words without a batched form: what is kept of them is kept for one book."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest
import torch

from ntpcheck.domains import DATASETS
from ntpcheck.engine.sweep import generator
from ntpcheck.formulas.batch import Batch
from ntpcheck.formulas.frames import Frame
from ntpcheck.statement.editing.misprints import copied
from ntpcheck.verifier.language.book import Book

TEXT = """book alone "Alone"
use ntpcheck.linear
given Dataset
let scale = 1
let spread = rank(j; i. scale * h[j,i])
"""


def spread(book: Book) -> list[float]:
    """The same word in a book, of the same data."""
    data = DATASETS.sampler(generator("alone"), 6)
    bounds = Batch(book, "Dataset", data).number(("let", "spread", (), ()), Frame())
    assert torch.equal(bounds.low, bounds.high)
    return bounds.low.expand(6).tolist()


@pytest.mark.parametrize("first", ["the book", "its copy"])
def test_a_copy_with_another_definition_has_other_answers(first: str) -> None:
    """Of a word that only names what is defined otherwise."""
    book = Book(TEXT, "alone")
    other = copied(book)
    other.lets = {**book.lets, "scale": replace(book.lets["scale"], core=("q", Fraction(0)))}
    found = {id(one): spread(one) for one in ((book, other) if first == "the book" else (other, book))}
    assert max(found[id(book)]) > 0
    assert set(found[id(other)]) == {0.0}
