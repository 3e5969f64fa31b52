"""A hypothesis about a word is needless where the claim says as much with another word, and only there."""

from __future__ import annotations

import pytest

from ntpcheck.statement.following.words import of_another_word
from ntpcheck.verifier.language.book import Book

TEXT = """book toy "A toy"
axes d: a b
given Data: x[a], c, loss one of plain turned cubed, kind one of one two
let ell(u) = if loss is plain then -u else if loss is turned then u else u^3
let flat = shortest X[a] with forall a. X[a] >= ell(x[a])
assume straight "(1)" = loss is plain
    says  words
assume calm "(1)" = not (loss is cubed)
    says  words
assume either "(1)" = loss is plain or c > 0
    says  words
assume below "(1)" = ell(c) < 0
    says  words
"""


def needless(assuming: str, says: str) -> bool:
    """Whether `straight` is needless in a claim."""
    book = Book(f'{TEXT}claim toy/it "1" on Data\n    says it\n    assuming {assuming}\n    {says}\n', "toy")
    return of_another_word(book, book.claims["toy/it"], "straight")


@pytest.mark.parametrize(
    ("assuming", "says"),
    [
        ("straight, calm", "limit growing R. tends(ell(c + 1 / R), ell(c))"),
        ("straight, calm", "limit growing R. tends(ell(c + 1 / R), 0)"),
        ("straight, calm", "limit growing R. tends((sum a. ell(x[a] / R)) / 2, (sum a. ell(x[a])) / 2)"),
        ("straight, calm", "formula ell(c)^2 = c^2"),
        ("straight, calm, either", "limit growing R. tends(ell(c + 1 / R), ell(c))"),
    ],
)
def test_what_another_word_says_makes_it_needless(assuming: str, says: str) -> None:
    assert needless(assuming, says)


@pytest.mark.parametrize(
    ("assuming", "says"),
    [
        ("straight", "limit growing R. tends(ell(c + 1 / R), ell(c))"),  # a cube is no multiple
        ("straight, calm", "limit growing R. tends(ell(c + 1 / R), 1)"),
        ("straight, calm", "limit growing R. tends(ell(c + 1 / R), c)"),
        ("straight, calm", "limit growing R. tends(ell(R), -infinity)"),
        ("straight, calm", "formula ell(c) <= 0"),
        ("straight, calm", "formula ell(c) = -c"),
        ("straight, calm", "limit growing R. tends(ell(norm(flat) / R), 0)"),
        ("straight, calm, below", "limit growing R. tends(ell(c + 1 / R), ell(c))"),  # the other has c < 0
    ],
)
def test_what_may_fail_with_the_own_word_leaves_it_needed(assuming: str, says: str) -> None:
    assert not needless(assuming, says)
