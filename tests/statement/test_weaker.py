"""What follows from a formula by its form alone, and what does not."""

from __future__ import annotations

import pytest

from ntpcheck.statement.weaker import follows
from ntpcheck.verifier.grammar import Parser, Tree


def tree(text: str) -> Tree:
    return Parser(text).whole()


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("c < 1", "c <= 1"),
        ("c = 1", "c >= 1"),
        ("c < 1", "c != 1"),
        ("c > 1", "1 < c"),
        ("c > 1 and c < 2", "c < 2"),
        ("c > 1", "c > 1 or c < 0"),
        ("c > 1", "c < 3 implies c > 1"),
        ("c > 1 implies c > 0", "c > 1 and c > 2 implies c >= 0"),
        ("not (c > 1)", "not (c > 1 and c > 2)"),
        ("forall j. h[j] > c", "forall j | big[j]. h[j] >= c"),
        ("exists j | big[j]. h[j] > c", "exists j. h[j] > c"),
        ("some x. forall j. h[j] < x", "some x. forall j. h[j] <= x"),
    ],
)
def test_a_weaker_formula_follows_and_not_the_other_way(old: str, new: str) -> None:
    assert follows(tree(old), tree(new))
    assert (old, new) == ("c > 1", "1 < c") or not follows(tree(new), tree(old))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("c <= 1", "c < 2"),  # true, and not by the form
        ("forall j | big[j]. h[j] > c", "forall j. h[j] > c"),
        ("exists j. h[j] > c", "exists j | big[j]. h[j] > c"),
        ("c > 1 iff c > 0", "c >= 1 iff c > 0"),
        ("tends(c, 1)", "tends(c, 2)"),
        ("h = w", "w != h"),
    ],
)
def test_what_is_not_weaker_by_its_form_does_not_follow(old: str, new: str) -> None:
    assert not follows(tree(old), tree(new))
