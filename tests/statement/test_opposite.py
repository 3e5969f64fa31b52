"""Claims that are their lines with one table the other way round, and such as are not."""

from __future__ import annotations

import pytest

from ntpcheck.statement.following.opposite import opposite
from ntpcheck.verifier.language.book import Book

TEXT = """book toy "A toy"
axes m: j k
given Data: h[j], g[j], n[j] natural, w[j], c
demand forall j. w[j] <= c
let up[j] = h[j] > exp(h[j])
let mean = sum j. h[j]
let level(X[j]) = forall j k. X[j] = X[k]
let near(M[j]) = closest X[j] to M with level(X)
let high(M[j]) = closest X[j] to M with forall j. X[j] >= 1
path W_B[j] along B minimises (sum j. h[j] * M[j]) over M[j] with norm(M) <= B
assume small "(1)" = forall j. g[j] <= 1
    says  words
claim toy/one "(1)" on Data
    says      words
    assuming  small
"""


def turned(kind: str, *lines: str) -> bool:
    old, new = (Book(f"{TEXT}    {kind}   {line}\n") for line in lines)
    return opposite(old, new, old.claims["toy/one"], "toy/one")


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("norm(g + h) >= c", "norm(g - h) >= c"),
        ("norm(g - c * near(h)) >= c * mean^2", "norm(g + c * near(h)) >= c * mean^2"),
        ("norm(g + h) >= c - mean", "norm(g - h) >= c + mean"),
        ("forall j | near(h)[j] = mean. norm(h) >= -mean", "forall j | near(h)[j] = mean. norm(h) >= mean"),
    ],
)
def test_what_is_turned_round_throughout_says_the_same(old: str, new: str) -> None:
    assert turned("formula", old, new)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("norm(g + h) >= c - mean", "norm(g - h) >= c - mean"),  # not throughout
        ("norm(g + h) >= exp(mean)", "norm(g - h) >= exp(mean)"),  # neither odd nor even
        ("norm(g + high(h)) >= c", "norm(g - high(h)) >= c"),  # a set that lies to one side
        ("norm(h + g) >= c", "norm(h - 2 * g) >= c"),
        ("norm(w + h + g) >= c", "norm(h + g - w) >= c"),  # the type demands something of w
        ("norm(n + w) >= c", "norm(w - n) >= c"),  # counts have no sign
        ("norm(w + g) >= c", "norm(w - g) >= c"),  # an assumption speaks of g
        ("forall j | up[j]. norm(g + h) >= c", "forall j. norm(g - h) >= c"),
    ],
)
def test_what_is_not_does_not(old: str, new: str) -> None:
    assert not turned("formula", old, new)


def test_a_path_may_turn_with_what_it_follows() -> None:
    assert not turned("limit", "tends(norm(W_B + h), c)", "tends(norm(W_B - h), c)")
