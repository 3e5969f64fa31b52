"""Claims that are their lines with one axis read backwards, and such as are not."""

from __future__ import annotations

import pytest

from ntpcheck.statement.following.mirrored import backwards
from ntpcheck.verifier.language.book import Book

HEAD = """book toy "A toy"
axes m: j k; V: u v z
given Data: h[j], y[j] in V, n[j,v] natural
{demand}let S[j,v] = n[j,v] > 0
let first[j,v] = S[j,v] and not exists u | {less}. S[j,u]
let level = closest X[j] to h with forall j k | j < k. X[j] <= X[k]
path W_B[j] along B minimises (sum j. h[j] * M[j]) over M[j] with norm(M) <= B
assume rising "(1)" = forall j k | j < k. y[j] < y[k]
    says  words
claim toy/one "(1)" on Data
    says      words
{assuming}    {kind}   {formula}
"""


def book(
    formula: str, less: str = "u < v", demand: str = "", assuming: str = "", kind: str = "formula"
) -> Book:
    assumed = f"    assuming  {assuming}\n" if assuming else ""
    parts = {"formula": formula, "less": less, "assuming": assumed, "kind": kind}
    return Book(HEAD.format(demand=f"demand {demand}\n" if demand else "", **parts))


def turned(old: Book, new: Book) -> bool:
    return backwards(old, new, old.claims["toy/one"])


FIRST = "(sum j v | first[j,v]. h[j]) = (sum j. h[j])"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("forall j u v | u < v. n[j,u] <= h[j]", "forall j u v | u > v. n[j,u] <= h[j]"),
        ("forall j v | y[j] <= v. n[j,v] <= h[j]", "forall j v | y[j] >= v. n[j,v] <= h[j]"),
        ("forall j k | j < k. y[j] = y[k]", "forall j k | k < j. y[j] = y[k]"),
        (  # of one axis alone: the other keeps its order
            "forall j k u v | j < k and u < v. n[j,u] <= n[k,v]",
            "forall j k u v | j < k and v < u. n[j,u] <= n[k,v]",
        ),
    ],
)
def test_what_is_turned_round_throughout_follows(old: str, new: str) -> None:
    assert turned(book(old), book(new))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("forall j u v | u < v. n[j,u] <= h[j]", "forall j u v | u != v. n[j,u] <= h[j]"),
        ("forall j u v | u < v. n[j,u] <= n[j,v]", "forall j u v | u <= v. n[j,u] <= n[j,v]"),
        (  # one comparison of two
            "forall j u v z | u < v and v < z. n[j,u] <= n[j,z]",
            "forall j u v z | u < v and v > z. n[j,u] <= n[j,z]",
        ),
        (  # two axes
            "forall j k u v | j < k and u < v. n[j,u] <= n[k,v]",
            "forall j k u v | j > k and v < u. n[j,u] <= n[k,v]",
        ),
        # What first and level say is not turned round with it.
        (
            "forall j u v | u < v and first[j,v]. n[j,u] = 0",
            "forall j u v | u > v and first[j,v]. n[j,u] = 0",
        ),
        ("forall j k | j < k. level[j] <= level[k]", "forall j k | j > k. level[j] <= level[k]"),
    ],
)
def test_what_is_turned_round_in_part_does_not(old: str, new: str) -> None:
    assert not turned(book(old), book(new))


def test_definitions_demands_and_hypotheses_are_turned_round_too() -> None:
    one = book(FIRST)
    assert turned(one, book(FIRST, "u > v"))
    demand = "forall j u v | u < v. n[j,u] <= n[j,v]"
    one = book(FIRST, demand=demand)
    assert not turned(one, book(FIRST, "u > v", demand=demand))
    one = book(FIRST, assuming="rising")
    assert not turned(one, book(FIRST, "u > v", assuming="rising"))


def test_of_paths_it_is_not_said() -> None:
    """A path is one of several minimisers, and which one is not said."""
    old, new = (f"always forall j k | {less}. W_B[j] = W_B[k]" for less in ("j < k", "j > k"))
    one = book(old, kind="limit  ")
    assert not turned(one, book(new, kind="limit  "))
