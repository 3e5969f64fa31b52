"""Which hypotheses may be left out because other lines of the book say so."""

from __future__ import annotations

from ntpcheck.statement.lines import follows_without
from ntpcheck.verifier.book import Book

TEXT = """book toy "A toy"
axes m: j; V: u v
given Data: h[j], c
assume large "(1)" = c > 2
    says  words
assume lesser "(1)" = c > 1
    says  words
assume odd "(1)" = h != 0
    says  words
claim toy/implied "(2)" on Data
    says      words
    assuming  large
    formula   c > 1
claim toy/one "(3)" on Data
    says      words
    assuming  large, lesser, odd
    formula   forall j. h[j] < c
claim toy/other "(4)" on Data
    says      words
    assuming  lesser, odd
    formula   forall j. h[j] < c
"""


def test_a_hypothesis_that_a_standing_line_derives_or_another_text_lacks_may_go() -> None:
    book = Book(TEXT)
    claim, every = book.claims["toy/one"], set(book.claims)
    assert follows_without(book, every, claim, "lesser") == "toy/implied"
    assert follows_without(book, every, claim, "large") == "toy/other"
    assert follows_without(book, every, claim, "odd") == ""
    assert follows_without(book, set(), claim, "lesser") == ""


def test_a_line_that_assumes_what_is_left_out_says_nothing() -> None:
    book = Book(TEXT)
    assert follows_without(book, set(book.claims), book.claims["toy/other"], "lesser") == ""
    assert follows_without(book, set(book.claims), book.claims["toy/implied"], "large") == ""
