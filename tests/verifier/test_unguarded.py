"""Limits that read what has no value: a sequence, a condition, what stands under numbers exhibited."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from ntpcheck.verifier.language.book import Book
from tests.verifier.toys import put

TEXT = """book me "Mine"
axes d: i a; V: v
given One: x, y, s[a]
trajectory W_k[a] along k from s by W_k - y * s / x
trajectory T_k along k from x by T_k + 1 / T_k
trajectory U_k along k from y by U_k / k
trajectory V_k along k from y by V_k / (k + 1)
trajectory Y_k along k from y by Y_k / (k - 1)
path P_r[a] along r minimises norm(M)^2 + y / x over M[a] with norm(M) <= r
path Q_r[a] along r minimises log(dot(s, M)) over M[a] with norm(M) <= r
let first(y) = if 0 = 0 then 1 else y
let twice(y) = sum i | s[i] > 0. y
let first-few[i] = sum i' | 1 / (s[i] - 2) < 0. s[i']
"""
UNDEFINED = [
    "tends(norm(W_k), 0)",
    "eventually T_k > 0",
    "tends(U_k, 0)",  # a first step leads from k = 0
    "some c. eventually norm(W_k) < c",
    "forall i | 0 = 0. tends(W_k[i], 0)",
    "x = 0 implies tends(norm(W_k), 0)",
    "bounded(norm(P_r))",
    "some c | c > 0. tends(norm(W_k), c)",
    "every c | c > 0 and c < 2. some e. eventually norm(W_k) < c + e",
    "every c | c > 0. growing R. tends(R / x, c)",
    "some c | c * norm(s) / x > 0. tends(c, 0)",
    "forall i | s[i] / x > 0. growing R. tends(R, 0)",
    "eventually (every e | norm(P_r) = e. e > 1)",
    "forall i | s[i] > x / (s[i] - 1). growing R. tends(1 / R, 0)",
    "forall i. tends(twice(s[i]) / x, 0)",
    "eventually (sqrt(5 - k) >= 0 implies k < 3)",  # at no large k
    "always (sqrt(x - 1) >= 0 implies k < 3)",
]
DEFINED = [
    "always norm(W_k) < 0",  # false at the start
    "always T_k < 0",
    "always U_k >= 1",  # false from the first step on, if that had a value; what holds at the start
    "tends(V_k, 0)",
    "tends(Y_k, 0)",  # the first step has a value; nothing is said of later ones
    "tends(norm(Q_r), 0)",  # somewhere the goal has a value
    "x != 0 implies tends(norm(W_k), 0)",
    "x = 0 or tends(norm(W_k), 0)",
    "tends(first(T_k), 1)",  # an argument that is not read
    "forall i | 0 = 1. tends(W_k[i], 0)",
    "some c | c > 5. tends(norm(W_k), c)",  # the file exhibits 1
    "every c | c < 0. tends(norm(W_k), c)",
    "some c | c > 0. growing R. tends(R / (c - 1), 0)",  # another c would do
    "every c | c > 0. growing R. tends(R / (R + c), 1)",
    "some c | c * x >= 0. growing R. tends(1 / R, 0)",
    "forall i | s[i] > 0 or 1 / x > 0. growing R. tends(1 / R, 0)",
    "exists i. tends((sum i' | 1 / (s[i] - 2) < 0. s[i']) / k, 0)",  # true at the first index
    "forall i | s[i] < 2. tends(first-few[i] / k, 0)",  # not read at the other index
    "always (sqrt(5 - k) >= 0 implies k < 3)",  # false at 3
    "always (sqrt(5 - k) < 0 or k < 3)",
]


def said(limit: str, folder: Path) -> Any:
    book = Book(f'{TEXT}claim me/it "1" on One\n    says it\n    limit {limit}\n', "me.book")
    hints = {"claim.c": 1} if " c " in limit and "|" in limit else {}
    return put(book, {"type": "One", "x": 0, "y": 1, "s": [1, 2]}, hints, folder, None, "undefined")


@pytest.mark.parametrize("limit", UNDEFINED)
def test_a_limit_has_no_value_where_what_it_reads_has_none(limit: str, tmp_path: Path) -> None:
    found = said(limit, tmp_path)
    assert (found.outcome, found.verdict) == ("ACCEPTED", "ILL_POSED"), found


@pytest.mark.parametrize("limit", DEFINED)
def test_a_limit_may_have_a_value_for_all_that_it_names(limit: str, tmp_path: Path) -> None:
    assert said(limit, tmp_path).outcome == "REJECTED"
