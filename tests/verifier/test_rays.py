"""What is said of every tensor, for all large R, fails where it fails at a tensor that R may choose."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from ntpcheck.verifier.language.book import Book
from tests.verifier.toys import put

TEXT = """book me "Mine"
axes d: i a; V: v
given One: x, s[a]
trajectory W_k[a] along k from s by W_k / 2
let long(X[a]) = norm(X)
"""
FALSE = [
    "growing R. every X[a] | norm(X) >= R. norm(X) < 2 * R",
    "growing R. every X[a]. norm(X) < R",
    "growing R. 0 = 0 and (every X[a] | long(X) <= 9 * R. exp(long(X)) <= exp(2 * R))",
    "growing R. not (some X[a] | norm(X) > R. norm(X) < 4 * R)",
    "growing R. every X[a] | norm(X) > R. (every e | e = 1. norm(X) < 2 * R * e)",
]
TRUE = [
    "growing R. every X[a]. tends(norm(X) / R, 0)",  # which is said of the same X all along
    "growing R. every X[a]. bounded(norm(X))",
    "every X[a]. growing R. norm(X) < R",
    "every X[a]. eventually norm(X) < k",
    "growing R. every X[a] | norm(X) <= 5. norm(X) < R",
    "growing R. every X[a] | norm(X) <= R. norm(X) < 2 * R",
    "growing R. every X[a] | norm(X) >= R. norm(X) > sqrt(R)",
    "growing R. some X[a] | norm(X) < 1. norm(X) < R",  # another X does
]


def said(limit: str, folder: Path) -> Any:
    book = Book(f'{TEXT}claim me/it "1" on One\n    says it\n    limit {limit}\n', "me.book")
    hints: dict[str, Any] = {"claim.X": [0, 1], "claim.X.along": [3, 0]}
    hints |= {"claim.e": 1} if "every e" in limit else {}
    return put(book, {"type": "One", "x": 0, "s": [1, 2]}, hints, folder)


@pytest.mark.parametrize("limit", FALSE)
def test_a_tensor_may_grow_with_the_number_that_grows_before_it(limit: str, tmp_path: Path) -> None:
    found = said(limit, tmp_path)
    assert (found.outcome, found.verdict) == ("ACCEPTED", "REFUTED"), found


@pytest.mark.parametrize("limit", TRUE)
def test_what_comes_first_does_not_grow(limit: str, tmp_path: Path) -> None:
    assert said(limit, tmp_path).outcome == "REJECTED"
