"""Tensors of one entry: |<A, B>| is |A| |B|, which `everywhere` knows of no others and of no other bounds."""

from __future__ import annotations

import pytest

from ntpcheck.verifier import judge
from ntpcheck.verifier.arithmetic.intervals import Undecided, Undefined, allow
from ntpcheck.verifier.language.book import Book

TEXT = """book toy "A toy"
axes d: a b; V: v
given Two: x[a], y[v], c
"""


def refuted(formula: str, x: list[int]) -> bool:
    book = Book(f'{TEXT}claim toy/it "1" on Two\n    says it\n    formula {formula}\n', "toy")
    allow(10**6)
    world = judge.load(book, book.claims["toy/it"], {"type": "Two", "x": x, "y": [1], "c": 1}, {})
    try:
        return bool(judge.shown(world, book.claims["toy/it"], "REFUTED", "everywhere"))
    except (judge.Rejected, Undecided, Undefined):
        return False


NOT_ALONG = "some M[a,v] Z[a,v] | abs(dot(M, Z)) < norm(M) * norm(Z). 0 = 0"


def test_no_two_tensors_of_one_entry_are_independent() -> None:
    assert refuted(NOT_ALONG, [3])
    assert refuted("some M[a] Z[v] | norm(M) * norm(x) > abs(dot(x, M)). 0 = 0", [3])


@pytest.mark.parametrize(
    ("formula", "x"),
    [
        (NOT_ALONG, [3, 1]),  # of two entries
        ("some M[a] Z[a] | dot(M, Z) < norm(M) * norm(Z). 0 = 0", [3]),  # of opposite signs
        ("some M[a] Z[a] | abs(dot(M, Z)) <= norm(M) * norm(Z). 0 = 0", [3]),
        ("some M[a] Z[a] | abs(dot(M, Z)) < norm(M) * norm(M). 0 = 0", [3]),  # another product
        ("some M[a] Z[a] | abs(dot(M, Z)) < norm(M) * c. 0 = 0", [3]),
        ("some M[a,v] | abs(dot(M, M)) < norm(M) * norm(M) + 1. 0 = 0", [3]),
    ],
)
def test_all_else_is_left_alone(formula: str, x: list[int]) -> None:
    assert not refuted(formula, x)
