"""Hypotheses that a comparison of sums of powers of e does not need, by logs and by extremes."""

from __future__ import annotations

import pytest

from ntpcheck.statement.following.cases import by_cases
from ntpcheck.verifier.language.book import Book

HEAD = """book toy "A toy"
axes m: j k
given Data: h[j], c, e, r, x
let least = min j. h[j]
let gap = min(1, 1 - least)
assume share "(1)" = 0 < e <= 1
    says  words
assume forward "(1)" = r > 0
    says  words
assume positive "(1)" = min(x, c) > 0
    says  words
assume low "(1)" = exists j. h[j] < 1
    says  words
assume idle "(1)" = c < 7
    says  words
claim toy/one "(1)" on Data
    says      words
"""
BY_E = "share, forward, positive, idle"
BY_GAP = "low, forward, positive, idle"
NARROW = "r > log(2 * m * x) / e implies m * x * (1 + exp((1 - e) * r)) < exp(r)"
WIDE = "r > log(2 * max(x, c) / min(x, c)) / gap implies max(x, c) * exp((1 - gap) * r) < min(x, c) * exp(r)"


def leaves_out(assuming: str, formula: str, name: str) -> bool:
    lines = formula.replace(" implies", "\n        implies")
    book = Book(f"{HEAD}    assuming  {assuming}\n    formula   {lines}\n")
    return by_cases(book, book.claims["toy/one"], name)


@pytest.mark.parametrize(
    ("assuming", "formula"),
    [
        (BY_E, NARROW),
        (BY_E, NARROW.replace("m * x", "m")),
        (BY_GAP, "r > log(2 * m) / gap implies m * (1 + exp((1 - gap) * r)) < exp(r)"),
        (BY_GAP, WIDE),
        (BY_E, "r > log(3 * x / c) / e implies 3 * x / exp(e * r) < c"),
        (BY_E, "r >= log(3 * x / c) / e implies 3 * x / exp(e * r) <= c"),
    ],
)
def test_a_hypothesis_that_no_log_needs_may_be_left_out(assuming: str, formula: str) -> None:
    assert leaves_out(assuming, formula, "idle")


@pytest.mark.parametrize(
    ("assuming", "formula", "name"),
    [
        (BY_E, NARROW, "forward"),  # of r < 0 the first of the two may be large
        (BY_E, NARROW, "positive"),
        (BY_E, "r > log(m) / e implies m * (1 + exp((1 - e) * r)) < exp(r)", "idle"),  # two are added
        (BY_E, "r > log(2 * m) / e implies m * (1 + exp((1 - e) * r)) < exp(r)", "share"),
        (BY_E, "r > log(2 * m) / e implies m * (1 + exp((2 - e) * r)) < exp(r)", "idle"),
        (BY_E, "r > log(3 * x / c) / e implies 3 * x / exp(e * r) < c", "positive"),  # no log
        (BY_E, "r >= log(3 * x / c) / e implies 3 * x / exp(e * r) < c", "idle"),
        (BY_E, "r < log(3 * x / c) / e implies 3 * x / exp(e * r) < c", "idle"),
        (BY_E, "r > log(3 * x / c) / e implies 3.1 * x / exp(e * r) < c", "idle"),
        (BY_GAP, "r > log(2 * m) / gap implies m * (1 + exp((1 - gap) * r)) < exp(r)", "low"),
        (BY_GAP, "r > log(2 * m) / (gap - 1) implies m * (1 + exp((1 - gap) * r)) < exp(r)", "idle"),
        (BY_GAP, WIDE, "positive"),
        (BY_GAP, WIDE.replace("2 *", "1/2 *"), "idle"),
    ],
)
def test_one_that_it_needs_may_not(assuming: str, formula: str, name: str) -> None:
    assert not leaves_out(assuming, formula, name)
