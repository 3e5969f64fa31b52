"""What follows from a tensor's being no longer than a shortest point, and what does not."""

from __future__ import annotations

import pytest

from ntpcheck.statement.following.cases import by_points
from ntpcheck.verifier.language.book import Book

HEAD = """book toy "A toy"
axes m: j k
given Data: h[j], w[j], c
let steep(X[j]) = forall j. X[j] >= 1
let tall = shortest X[j] with steep(X)
let open = shortest X[j] with forall j. X[j] > 1
let either = shortest X[j] with forall j. X[j] >= 1 or X[j] <= -1
let narrow = shortest X[j] with (forall j. X[j] >= 1) and (forall j. X[j] <= c)
let nearest = closest X[j] to w with steep(X)
let even = closest X[j] to h with forall j k. X[j] = X[k]
let flat(X[j]) = forall j k. X[j] = X[k]
let both = shortest X[j] with flat(X) and steep(X)
let made(M[j]) = closest X[j] to M with flat(X)
assume dropped "(1)" = c > 7
    says  words
"""


def without(first: str, second: str, formula: str) -> bool:
    more = f"""assume one "(1)" = {first}
    says  words
assume two "(1)" = {second}
    says  words
claim toy/one "(1)" on Data
    says      words
    assuming  dropped, one, two
    formula   {formula}
"""
    book = Book(HEAD + more)
    return by_points(book, book.claims["toy/one"], "dropped")


@pytest.mark.parametrize(
    ("first", "second", "formula"),
    [
        ("norm(h) <= norm(tall)", "h != tall", "exists j. h[j] < 1"),
        ("norm(tall) >= norm(h)", "tall != h", "exists j. h[j] < 1"),
        ("norm(h) < norm(tall)", "c > 1", "exists j. h[j] < 1"),
        ("norm(made(h)) <= norm(both)", "made(h) != both", "exists j. made(h)[j] < 1"),
        ("norm(tall) <= c", "c > 1", "forall j. tall[j] >= 1"),  # what the point itself satisfies
    ],
)
def test_another_tensor_that_is_no_longer_does_not_satisfy_the_condition(
    first: str, second: str, formula: str
) -> None:
    assert without(first, second, formula)


@pytest.mark.parametrize(
    ("first", "second", "formula"),
    [
        ("norm(h) <= norm(tall)", "h != tall", "forall j. h[j] < 1"),
        ("norm(h) <= norm(tall)", "h != tall", "exists j. h[j] < 1/2"),
        ("norm(h) <= norm(tall)", "h != tall", "exists j. w[j] < 1"),
        ("norm(h) <= norm(tall)", "w != tall", "exists j. h[j] < 1"),
        ("norm(h) <= norm(tall)", "h != w", "exists j. h[j] < 1"),
        ("norm(h) <= norm(tall)", "c > 1", "exists j. h[j] < 1"),  # it may be the point
        ("norm(h) >= norm(tall)", "h != tall", "exists j. h[j] < 1"),
        ("norm(h) <= 2 * norm(tall)", "h != tall", "exists j. h[j] < 1"),
        ("norm(h) <= norm(open)", "h != open", "exists j. h[j] <= 1"),  # no closed set
        ("norm(h) <= norm(either)", "h != either", "exists j. h[j] < 1"),  # no convex one
        ("norm(h) <= norm(narrow)", "h != narrow", "exists j. h[j] < 1"),  # the other part may fail
        ("norm(h) <= norm(both)", "h != both", "exists j. h[j] < 1"),  # it need not be flat
        ("norm(h) <= norm(nearest)", "h != nearest", "exists j. h[j] < 1"),  # nearest to something else
        ("norm(made(h)) <= norm(both)", "made(w) != both", "exists j. made(h)[j] < 1"),
        ("c = 0 or norm(tall) <= c", "c > 1/2", "forall j. w[j] >= 1"),
    ],
)
def test_what_is_longer_or_the_same_may_satisfy_it(first: str, second: str, formula: str) -> None:
    assert not without(first, second, formula)
