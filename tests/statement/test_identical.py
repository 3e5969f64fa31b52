"""Edits that leave a number as it is, by what a claim assumes; and their neighbours that do not."""

from __future__ import annotations

import random
from typing import Any

import pytest

from ntpcheck.statement.identical import identical
from ntpcheck.statement.misprints import Misprint, misprints
from ntpcheck.verifier.book import Book

# p is orthogonal to the constants, of which q is one; c is 0 where it is assumed to be.
BOOK = Book("""book toy "A toy"
axes m: j
given Data: h[j], w[j], c, x
let p[j] = h[j] - (sum j2. h[j2]) / m
let q = closest X[j] to w with forall j j2. X[j] = X[j2]
assume none "(1)" = c = 0
    says  words
trajectory W_k[j] along k from h by W_k - x * W_k
claim toy/one "(1)" on Data
    says      words
    assuming  none
    where     large = norm(w) + c
    limit     tends(dot(W_k - p, q) / (norm(W_k - p) * large), x + c * k)
""")
CLAIM = BOOK.claims["toy/one"]


def instances(number: int, c: int = 0, *, still: bool = False) -> list[dict[str, Any]]:
    source, found = random.Random(1), list[dict[str, Any]]()
    for i in range(number):
        size = 1 + i % 3
        rows = {name: [0 if still else source.randint(-3, 3) for _ in range(size)] for name in ("h", "w")}
        found.append({"type": "Data", **rows, "c": c, "x": source.randint(-3, 3)})
    return found


def edit(place: str, old: str, new: str) -> Misprint:
    """The misprint that puts one text in another's place."""
    found = misprints(BOOK, [place])
    return next(m for m in found if old in m.old and m.new == m.old.replace(old, new, 1))


def same(misprint: Misprint, shown: list[dict[str, Any]]) -> bool:
    return identical(BOOK, misprint.book, CLAIM, misprint.place, shown)


@pytest.mark.parametrize(
    ("place", "old", "new"),
    [
        ("toy/one", "dot(W_k - p, q)", "dot(W_k, q)"),  # wherever W_k is
        ("toy/one", "x + c * k", "x"),
        ("toy/one:large", "norm(w) + c", "norm(w)"),
    ],
)
def test_a_part_that_is_0_where_the_claim_speaks_may_go(place: str, old: str, new: str) -> None:
    assert same(edit(place, old, new), instances(30))


@pytest.mark.parametrize(
    ("place", "old", "new"),
    [
        ("toy/one", "norm(W_k - p)", "norm(W_k)"),
        ("toy/one", "dot(W_k - p, q)", "dot(p, q)"),
        ("toy/one:large", "norm(w) + c", "c"),
    ],
)
def test_a_part_that_is_not_0_may_not(place: str, old: str, new: str) -> None:
    assert not same(edit(place, old, new), instances(30))


def test_few_instances_show_nothing_and_one_that_tells_them_apart_is_enough() -> None:
    misprint = edit("toy/one", "x + c * k", "x")
    assert not same(misprint, instances(23))
    assert not same(misprint, [*instances(20), *instances(1, c=1), *instances(20)])


def test_statements_are_not_compared() -> None:
    book = Book(BOOK.text.replace("limit     tends", "formula   c < 1 # "))
    for misprint in misprints(book, ["toy/one"]):
        assert not identical(book, misprint.book, book.claims["toy/one"], misprint.place, instances(30))
