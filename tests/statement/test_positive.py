"""Which divisors are certainly not 0, by facts that say of some term of a sum that it is positive."""

from __future__ import annotations

import pytest

from ntpcheck.statement.following.cases import by_cases
from ntpcheck.statement.following.implied import surroundings
from ntpcheck.statement.knowing.cores import Written, put
from ntpcheck.statement.knowing.positive import nonzero
from ntpcheck.verifier.language.book import Book
from ntpcheck.verifier.language.grammar import Parser
from ntpcheck.verifier.language.scopes import Scope
from ntpcheck_papers.thrampoulidis2024 import PAPER

BOOK = Book(
    """book toy "A toy"
axes m: j k; V: u v
given Data: h[j], w[j], n[j,v] natural, y[j] in V, c
let ones = closest X[j] to h with forall j. X[j] = 1
let low = closest X[j] to h with forall j. X[j] >= 0
assume somewhere "(1)" = exists j. h[j] != 0
    says  words
assume counted "(1)" = forall j. exists v. n[j,v] > 0
    says  words
assume labelled "(1)" = forall j. n[j,y[j]] > 0
    says  words
claim toy/somewhere "(1)" on Data
    says      words
    assuming  somewhere
    formula   c > 0
claim toy/counted "(1)" on Data
    says      words
    assuming  counted
    formula   c > 0
claim toy/labelled "(1)" on Data
    says      words
    assuming  labelled
    formula   c > 0
"""
)


def divides(claim: str, number: str) -> bool:
    """Whether a number is certainly not 0 under a claim's hypothesis; k and u are any indices."""
    one = BOOK.claims[f"toy/{claim}"]
    BOOK.given, BOOK.local = one.given, one.locals
    known = surroundings(BOOK, one, Written(BOOK))
    core = BOOK.meaning.number(Parser(number).whole(), Scope({"k": "m", "u": "V"}))
    return nonzero(known, put(core, {}, known.written.fresh))


@pytest.mark.parametrize(
    ("claim", "number"),
    [
        ("somewhere", "sum j. abs(h[j])"),
        ("counted", "dot(ones, ones)"),
        ("somewhere", "2 * (sum j. h[j]^2) * exp(c)"),
        ("counted", "sum j. exp(w[j])"),
        ("counted", "sum v. n[k,v]"),
        ("counted", "sum j v. n[j,v]"),
        ("counted", "sum v | n[k,v] > 0. exp(h[k])"),
        ("counted", "sum v. n[k,v] * exp(c - h[k])"),
        ("counted", "max v. n[k,v]"),
        ("counted", "(sum j v. n[j,v])^2 * exp(c)"),
        ("labelled", "max j v. n[j,v]"),
        ("labelled", "n[k,y[k]]"),
        ("somewhere", "max j. abs(h[j])"),
        ("somewhere", "(sum j. abs(h[j])) / exp(c)"),
        ("counted", "log(1 + (sum v. n[k,v]))"),
        ("counted", "sum j v. n[j,v] / (1 + n[j,v])"),
        ("somewhere", "sum j. h[j]^2 * log(1 + h[j]^2)"),
        ("somewhere", "-(max j. abs(h[j]))"),
        ("labelled", "sum v | n[k,v] > 0. n[k,v] * exp(c)"),
        ("labelled", "sum j v | n[j,v] > 0. exp(h[j])"),
        ("somewhere", "norm(h)"),
        ("somewhere", "norm(2 * h) * exp(c)"),
    ],
)
def test_a_sum_with_a_positive_term_is_positive(claim: str, number: str) -> None:
    assert divides(claim, number)


@pytest.mark.parametrize(
    ("claim", "number"),
    [
        ("somewhere", "sum j. h[j]"),  # terms of both signs
        ("somewhere", "(sum j. h[j])^2"),
        ("somewhere", "(sum j. h[j]) / exp(c)"),
        ("somewhere", "sum j. h[j]^2 * log(1 + w[j]^2)"),
        ("counted", "log(sum v. n[k,v])"),  # of 1
        ("counted", "1 - (sum v. n[k,v])"),
        ("counted", "sum j v. n[j,v] / (1 + n[j,v]) * abs(h[j])"),
        ("somewhere", "sum j. abs(w[j])"),
        ("somewhere", "abs(h[k])"),  # another index
        ("somewhere", "(sum j. abs(h[j])) * c"),
        ("somewhere", "sum j. abs(h[j]) * abs(w[j])"),
        ("somewhere", "sum j | w[j] > 0. abs(h[j])"),
        ("counted", "sum j | w[j] > 0. exp(w[j])"),
        ("counted", "n[k,u]"),
        ("counted", "sum j. n[j,u]"),  # of one token
        ("counted", "sum v | n[k,v] > 1. exp(h[k])"),
        ("counted", "sum v. n[k,v] * abs(h[k])"),
        ("labelled", "n[k,u]"),
        ("counted", "n[k,y[k]]"),
        ("labelled", "sum v | n[k,v] > 0 and h[k] > 0. exp(h[k])"),
        ("labelled", "sum v | n[k,v] > 2. n[k,v]"),
        ("somewhere", "norm(w)"),
        ("somewhere", "norm(h - w)"),
        ("somewhere", "norm(c * h)"),  # c may be 0
        ("somewhere", "dot(low, low)"),
        ("counted", "dot(ones, low)"),
    ],
)
def test_what_may_be_0_is_not_taken_to_be_anything_else(claim: str, number: str) -> None:
    assert not divides(claim, number)


def test_a_hypothesis_is_left_out_where_its_failure_decides_the_cases_of_the_formula() -> None:
    book, place = PAPER.shelf, "linear/sharper/adam-max-margin"
    assert book is not None
    assert by_cases(book, book.claims[place], "some-token-out-of-support")
    assert not by_cases(book, book.claims[place], "nonzero-embeddings")
    assert not by_cases(book, book.claims[place], "one-context")
