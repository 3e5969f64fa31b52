"""Points whose condition is edited so that they are multiples, and claims that speak of a direction alone."""

from __future__ import annotations

import pytest

from ntpcheck.engine.proofreading.reader import Proofreader
from ntpcheck.engine.proofreading.survivors import as_much
from ntpcheck.statement.editing.misprints import Misprint, misprints
from ntpcheck.statement.following.multiples import of_a_multiple
from ntpcheck.verifier.language.book import Book
from ntpcheck_papers import li2024

PSEUDO = "attention/section-6/pseudo-direction:pseudo-Wmm"
TEXT = """book toy "A toy"
axes V: u v
given Data: W[u,v], c
let near = shortest M[u,v] with (forall u v | W[u,v] > 0. M[u,v] >= 1)
        and (forall u v | W[u,v] = 0. M[u,v] = 0)
let apart = shortest M[u,v] with (forall u v | W[u,v] > 0. M[u,v] >= 1) and norm(M) >= 1
claim toy/one "(1)" on Data
    says     words
    formula  {formula}
"""
SAYS = {
    "dot(W, near) / norm(near) <= norm(W)": True,
    "forall u v. near[u,v] / norm(near) <= 1 / c": True,
    "dot(W, near) > 0 or c > 0": True,
    "dot(W, near) >= c * norm(near)": True,
    "(max u v | W[u,v] > 0. near[u,v]) > norm(near) / 2": True,
    "norm(near) <= 2": False,
    "dot(W, near) > norm(near) * norm(near)": False,
    "dot(W, near) / norm(near) <= norm(near)": False,
    "norm(W - near) >= 0": False,
    "forall u v | near[u,v] > 1. W[u,v] > c": False,
    "dot(W, apart) / norm(apart) <= norm(W)": False,
}


def edited(book: Book, place: str, old: str, new: str) -> Misprint:
    return next(m for m in misprints(book, [place]) if (m.old, m.new) == (old, new))


@pytest.mark.parametrize("formula", SAYS)
def test_what_speaks_of_a_direction_alone_says_the_same_of_a_multiple(formula: str) -> None:
    book = Book(TEXT.format(formula=formula))
    place = "apart" if "apart" in formula else "near"
    misprint = edited(book, place, "1", "2")
    claim = book.claims["toy/one"]
    assert of_a_multiple(book, misprint.book, claim, place) is SAYS[formula]


def test_no_other_edit_of_a_condition_makes_a_multiple() -> None:
    book = Book(TEXT.format(formula="dot(W, near) > 0"))
    claim = book.claims["toy/one"]
    made = [m for m in misprints(book, ["near"]) if of_a_multiple(book, m.book, claim, "near")]
    assert made
    assert all(m.old == "1" and float(m.new) > 0 for m in made), made


def test_the_pseudo_svm_is_a_direction() -> None:
    reader = Proofreader(li2024.PAPER)
    assert as_much(reader, edited(reader.book, PSEUDO, "1", "2"))
    assert not as_much(reader, edited(reader.book, PSEUDO, "1", "0"))
