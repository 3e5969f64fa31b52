"""A claim that is asked of more, or of less, says the same where its formula holds of the rest by itself."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from ntpcheck.engine.proofreading.survivors import as_much
from ntpcheck.statement.editing.misprints import misprints
from ntpcheck.verifier.language.book import Book
from ntpcheck_papers import thrampoulidis2024

TEXT = """book toy "A toy"
axes m: j
given Data: h[j], x, y
path near[j] along r minimises GOAL over p[j] with CONDITION
let point = shortest p[j] with x * (sum j. p[j]) = 1
trajectory far[j] along k from h by far[j] / y
claim toy/one "(1)" on Data
    says      words
    asked when  0 < x
    limit     LIMIT
"""
GOAL, BALL = "(sum j. (p[j] - h[j])^2)", "norm(p) <= r"


def asked_at_zero(limit: str, goal: str = GOAL, condition: str = BALL) -> bool:
    """Whether a claim is seen to say the same where x may be 0 too."""
    text = TEXT.replace("LIMIT", limit).replace("GOAL", goal).replace("CONDITION", condition)
    book: Any = Book(text)
    (found,) = [m for m in misprints(book, ["toy/one"]) if m.new == "0 <= x"]
    return as_much(reading(book), found)


def reading(book: Any) -> Any:
    """A reader of a book, as far as it is asked for here."""
    return SimpleNamespace(book=book, users={})


@pytest.mark.parametrize(
    "limit",
    [
        "always (norm(near) < x implies y > 5)",
        "eventually norm(near) + x >= 0",
        "always (x > 0 implies norm(near) <= y)",
    ],
)
def test_where_a_line_holds_of_what_else_it_is_asked_it_says_the_same(limit: str) -> None:
    assert asked_at_zero(limit)


@pytest.mark.parametrize(
    "limit",
    [
        "always (norm(near) <= x implies y > 5)",  # 0 is no longer than 0
        "always norm(near) / x >= 0",  # has no value at 0
        "always norm(far) + x >= 0",  # nor has a step where y is 0
        "always norm(near - point) + x >= 0",  # there is no such point
    ],
)
def test_where_it_may_fail_or_have_no_value_there_it_does_not(limit: str) -> None:
    assert not asked_at_zero(limit)


@pytest.mark.parametrize(
    ("goal", "condition"),
    [
        ("(sum j. 1 / p[j])", BALL),  # has no value at 0
        ("(sum j. if p[j] > 0 then p[j] else 1)", BALL),  # comes near 0 and is never least
        (GOAL, "norm(p) < r"),  # a ball without its surface
        (GOAL, "norm(p) <= r and p != h"),
        ("(sum j. p[j])", "norm(p) >= r"),  # falls for ever
    ],
)
def test_a_path_that_may_have_no_points_has_no_value(goal: str, condition: str) -> None:
    assert not asked_at_zero("eventually norm(near) + x >= 0", goal, condition)


CASE = "linear/theorem-1/proof/case-ii-in-F-perp"


@pytest.mark.parametrize(
    ("new", "same"), [("0 <= gamma", True), ("gamma < 1", True), ("gamma <= 1", False), ("gamma > 1", False)]
)
def test_a_share_that_is_not_positive_leaves_no_case(new: str, *, same: bool) -> None:
    book = thrampoulidis2024.PAPER.shelf
    found = [m for m in misprints(book, [CASE]) if (m.clause, m.new) == ("asked when", new)] if book else []
    assert [as_much(reading(book), m) for m in found] == [same]
