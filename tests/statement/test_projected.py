"""Edits that are what a line says of an instance with a tensor in a table's place, and edits that are not."""

from __future__ import annotations

import pytest

from ntpcheck.statement.editing.misprints import misprints
from ntpcheck.statement.following.projected import of_projected
from ntpcheck.verifier.language.book import Book

FLAT = "forall j k. X[j] = X[k]"
ASKED = "flat(w) != 0"
FORMULA = "norm(whole + h) >= x * norm(part) / norm(whole - part + 2 * part)"


def edits(
    place: str, condition: str = FLAT, asked: str = ASKED, assuming: str = "proper", formula: str = FORMULA
) -> set[str]:
    """The edits, as new texts, that are what the line says of another instance."""
    book = Book(f"""book toy "A toy"
axes m: j k
given Data: h[j], w[j], c, e, x
let flat(M[j]) = closest X[j] to M with {condition}
assume proper "(1)" = 0 < e < 1
    says  words
assume short "(1)" = norm(w) <= 1
    says  words
claim toy/one "(1)" on Data
    says      words
    assuming  {assuming}
    where     r = (2 + norm(w - flat(w))) / e
    where     part[j] = max(1, r / norm(flat(w))) * flat(w)
    where     whole[j] = w - flat(w) + part
    asked when  {asked}
    formula   {formula}
""")
    claim = book.claims["toy/one"]
    found = misprints(book, [place])
    return {m.new for m in found if of_projected(book, m.book, claim, m.place)}


def test_a_line_speaks_of_a_projection_that_is_longer() -> None:
    assert edits("toy/one:r") == {"3", "2.1"}


def test_a_line_speaks_of_other_factors_at_which_it_is_as_long() -> None:
    factors = ("max(1.05, r / norm(flat(w)))", "max(0.95, r / norm(flat(w)))", "r / norm(flat(w))")
    found = edits("toy/one:part")
    assert set(factors) <= found
    assert not {"1", "max(1, r)", "flat(w)", "max(1, r / norm(flat(w)))"} & found


def test_the_rest_is_no_projection() -> None:
    assert not {"w", "w - flat(w)", "flat(w)", "w + flat(w)"} & edits("toy/one:whole")


@pytest.mark.parametrize(
    "condition",
    [
        "forall j. X[j] = 1",  # not homogeneous
        "forall j. X[j] >= 0",  # no equation
        "forall j k | h[j] > X[k]. X[j] = X[k]",
        "forall j k. X[j]^2 = X[k]^2",
        "forall j k. X[j] = M[j]",  # another space for each tensor
        "(forall j k. X[j] = X[k]) or (forall j. X[j] = 0)",
    ],
)
def test_other_nearest_points_are_no_linear_projections(condition: str) -> None:
    assert not edits("toy/one:r", condition)


@pytest.mark.parametrize(
    ("asked", "assuming"), [("flat(w) != 0 and w != h", "proper"), (ASKED, "proper, short")]
)
def test_the_other_instance_has_to_be_one_that_the_claim_is_about(asked: str, assuming: str) -> None:
    assert not edits("toy/one:r", asked=asked, assuming=assuming)


@pytest.mark.parametrize(
    "formula",
    [
        "norm(whole + w) >= x",  # of w itself, it says no such thing
        "norm(whole + h) >= x * norm(w)",
    ],
)
def test_what_speaks_of_the_table_itself_says_something_else(formula: str) -> None:
    assert not edits("toy/one:r", formula=formula)
