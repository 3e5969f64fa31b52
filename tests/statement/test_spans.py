"""What rows of unknowns span, and which ranks are one number."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from ntpcheck.statement.editing.misprints import misprints
from ntpcheck.statement.editing.sameness import equivalent
from ntpcheck.statement.editing.spans import span
from ntpcheck.verifier.arithmetic.intervals import Undecided, allow
from ntpcheck.verifier.terms.symbols import Symbols
from ntpcheck_papers import li2024

ONE, ZERO = Fraction(1), Fraction(0)


def pairs() -> tuple[Symbols, Any, Any]:
    allow(10_000)
    ops = Symbols()
    return ops, ops.unknown("x"), ops.unknown("y")


def test_rows_that_are_combinations_of_each_other_span_the_same() -> None:
    ops, x, y = pairs()
    both, less, twice = ops.add(x, y), ops.subtract(x, y), ops.add(x, x)
    assert span([[x, ONE], [y, ZERO]]) == span([[less, ONE], [both, ONE], [twice, Fraction(2)]])
    assert span([[x, x], [twice, twice]]) == span([[x, x]])
    assert span([[ZERO, ZERO]]) == span([]) == ()


def test_rows_that_only_an_unknown_factor_ties_do_not() -> None:
    """For y = 0 the second row is none."""
    ops, x, y = pairs()
    assert span([[x, ONE]]) != span([[ops.mul(x, y), y]])
    assert span([[x, ONE], [y, ONE]]) != span([[x, ONE]])
    assert span([[x, ZERO]]) != span([[ZERO, x]])


def test_what_is_no_sum_of_products_is_not_told() -> None:
    ops, x, y = pairs()
    with pytest.raises(Undecided):
        span([[ops.divide(x, ops.add(ONE, ops.mul(y, y)))]])


BOTH = "attention/lemma-2/same-span:of-both"
KINDS = [
    ("several[k,x]", "several[z,x]", True),
    ("same[k,x,z]", "same[k,z,z]", True),
    ("E[z,a]", "C[z,a]", False),
]


def test_a_row_that_others_span_may_be_left_out_of_a_matrix_and_no_other_may() -> None:
    """Of a component of several tokens the differences span what the distances from its mean do."""
    book = li2024.PAPER.shelf
    assert book is not None
    found = list(misprints(book, [BOTH]))
    for old, new, same in KINDS:
        told = [equivalent(book, m) for m in found if (m.old, m.new) == (old, new)]
        assert told
        assert set(told) == {same}
