"""Hypotheses that fail wherever another one does, and claims that hold there, as a point is 0."""

from __future__ import annotations

import pytest

from ntpcheck.statement.following.cases import at_zero
from ntpcheck.statement.following.lines import zero_points
from ntpcheck.verifier.language.book import Book

ZERO = """book toy "A toy"
axes m: j k
given Data: h[j], c
let near = closest X[j] to 0 with forall j | h[j] > 0. X[j] >= 1
let far[j] = norm(near) * h[j]
assume marked "(1)" = exists j. h[j] > 0
    says  words
assume positive "(1)" = c > 0
    says  words
assume apart "(1)" = norm(near - far) > c
    says  words
assume beside "(1)" = norm(near - far) <= c
    says  words
assume wide "(1)" = norm(near - far) > 1
    says  words
assume split "(1)" = 1 / c > 2 or (exists j. h[j] > 0)
    says  words
claim toy/when "(1)" on Data
    says      words
    formula   near = 0 iff (forall j. not (h[j] > 0))
claim toy/late "(1)" on Data
    says      words
    assuming  marked
    formula   near = 0 iff (exists j. h[j] = 7)
claim toy/one "(1)" on Data
    says      words
    assuming  marked, positive, apart
    formula   (sum j | h[j] > 0. 1) > 0
claim toy/two "(1)" on Data
    says      words
    assuming  marked, positive, beside
    formula   (sum j | h[j] > 0. 1) > 0
claim toy/three "(1)" on Data
    says      words
    assuming  marked, apart
    formula   (sum j | h[j] > 0. 1) > 0
claim toy/four "(1)" on Data
    says      words
    assuming  split, wide
    formula   c != 0
claim toy/unless "(1)" on Data
    says      words
    formula   near != 0 iff (exists j. h[j] > 0)
claim toy/five "(1)" on Data
    says      words
    assuming  marked
    formula   forall k. (sum j. h[j] * near[j]) * h[k] = 0
claim toy/six "(1)" on Data
    says      words
    assuming  marked
    formula   forall k. (sum j. h[j] * near[j]) * h[k] > 0
claim toy/seven "(1)" on Data
    says      words
    assuming  marked
    formula   norm(near) / c = 0
"""


@pytest.mark.parametrize(
    ("claim", "standing", "empty"),
    [
        ("toy/one", ("toy/when",), True),
        ("toy/one", (), False),  # no line that stands says when the point is 0
        ("toy/one", ("toy/late",), False),  # this one assumes what is left out
        ("toy/two", ("toy/when",), False),  # where the point is 0 the other hypothesis holds
        ("toy/three", ("toy/when",), False),  # and here it may, for c < 0
        ("toy/five", ("toy/unless",), True),  # what the claim says is 0 = 0
        ("toy/five", ("toy/when",), True),
        ("toy/five", (), False),
        ("toy/six", ("toy/unless",), False),
        ("toy/seven", ("toy/unless",), False),  # without a value for c = 0
    ],
)
def test_another_hypothesis_may_fail_or_the_claim_hold_wherever_one_fails(
    claim: str,
    standing: tuple[str, ...],
    empty: bool,  # noqa: FBT001
) -> None:
    book = Book(ZERO)
    points = list(zero_points(book, standing, book.claims[claim], "marked"))
    assert at_zero(book, book.claims[claim], "marked", points) == empty


def test_a_hypothesis_without_a_value_does_not_fail() -> None:
    """Where c = 0 and some h is positive nothing else fails."""
    book = Book(ZERO)
    points = list(zero_points(book, ("toy/when",), book.claims["toy/four"], "split"))
    assert points
    assert not at_zero(book, book.claims["toy/four"], "split", points)
