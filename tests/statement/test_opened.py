"""What says the same inside of `some`, `every` and `solvable`, and of lines that read no instance."""

from __future__ import annotations

import pytest

from ntpcheck.statement.editing.misprints import Misprint, misprints
from ntpcheck.statement.editing.opened import settled
from ntpcheck.statement.editing.sameness import equivalent
from ntpcheck.verifier.language.book import Book

TEXT = """book toy "A toy"
axes m: j k; V: u v w; d: i
given Data: h[j,i], c, n[j,v] natural
let l(D[v,i])[j,v] = sum i. D[v,i] * h[j,i]
claim toy/one "(1)" on Data
    says      words
    ASKED
    formula   FORMULA
"""


def made(formula: str, asked: str = "") -> tuple[Book, dict[tuple[str, str, str], Misprint]]:
    book = Book(TEXT.replace("FORMULA", formula).replace("ASKED", asked))
    return book, {(m.kind, m.old, m.new): m for m in misprints(book, ["toy/one"])}


def same(formula: str, old: str, new: str) -> bool:
    book, found = made(formula)
    (misprint,) = [m for (_, *one), m in found.items() if one == [old, new]]
    return equivalent(book, misprint)


ABOVE = "solvable D[v,i]. forall j u v | u != v. l(D)[j,u] - l(D)[j,v] >= 1"
SOME = "some B[j]. not solvable D[v,i]. forall j u v | u != v and B[j] > 0. l(D)[j,u] - l(D)[j,v] >= 1"


@pytest.mark.parametrize(
    ("formula", "old", "new"),
    [
        (ABOVE, "1", "2"),
        (ABOVE, "1", "0.95"),
        (ABOVE, "l(D)[j,u] - l(D)[j,v] >= 1", "l(D)[j,u] - l(D)[j,v] > 1"),
        (SOME, "1", "2"),
        (SOME, "l(D)[j,u] - l(D)[j,v] >= 1", "l(D)[j,u] - l(D)[j,v] > 1"),
    ],
)
def test_constraints_that_multiples_satisfy_are_the_same(formula: str, old: str, new: str) -> None:
    assert same(formula, old, new)


@pytest.mark.parametrize(
    ("formula", "old", "new"),
    [
        (ABOVE, "1", "0"),  # what is to be at least 0 has the solution 0
        (ABOVE, "u", "v"),
        (SOME, "0", "1"),
        (SOME, "l(D)[j,u] - l(D)[j,v] >= 1", "l(D)[j,u] - l(D)[j,v] <= 1"),
        # an upper bound, a free number, and another unknown are not scaled
        ("solvable D[v,i]. forall j v. l(D)[j,v] >= 1 and l(D)[j,v] <= 2", "2", "3"),
        ("solvable D[v,i]. forall j v. l(D)[j,v] >= 1 and l(D)[j,v] <= c", "1", "2"),
        ("solvable D[v,i]. (forall j v. l(D)[j,v] >= 1) and (forall j v i. D[v,i] = h[j,i])", "1", "2"),
        ("some B[j]. forall j. B[j] = c and B[j] >= 1", "1", "2"),
    ],
)
def test_other_constraints_are_not(formula: str, old: str, new: str) -> None:
    assert not same(formula, old, new)


LEVEL = "exists v i. solvable D[w,i']. D[v,i] = 1 and (forall j u w. l(D)[j,u] = l(D)[j,w])"


@pytest.mark.parametrize(
    ("formula", "new", "says"),
    [
        (LEVEL, "l(D)[j,v]", True),  # all are equal where each is equal to one of them
        (LEVEL.replace("] = l", "] <= l"), "l(D)[j,v]", False),
        (LEVEL.replace("l(D)[j,w]", "c"), "l(D)[j,v]", False),
        (LEVEL.replace("l(D)[j,w]", "exp(l(D)[j,w])"), "l(D)[j,v]", False),
    ],
)
def test_equations_are_compared_by_what_they_span(formula: str, new: str, *, says: bool) -> None:
    assert same(formula, "l(D)[j,u]", new) is says


CLOSED = "forall set A of v | size 3. forall set B of v | size 3. exists v. A[v] and B[v]"


def test_lines_that_read_only_a_size_which_they_are_asked_for_are_compared_by_their_truth() -> None:
    book, found = made(CLOSED, "asked when  V = 5")  # true: no two triples of five words are apart
    told = {
        new: settled(book, m) for (kind, old, new), m in found.items() if (kind, old) == ("a constant", "3")
    }
    assert told == {"4": True, "2": False}


@pytest.mark.parametrize(
    "asked", ["", "asked when  V <= 5", "asked when  c = 5", "asked when  V = 5 or V = 4"]
)
def test_lines_asked_of_other_sizes_are_not_settled(asked: str) -> None:
    book, found = made(CLOSED, asked)
    assert not any(settled(book, one) for one in found.values())


def test_lines_that_read_an_instance_are_not_settled() -> None:
    book, found = made("exists j v. n[j,v] > 0 and V = 5", "asked when  V = 5 and m = 1")
    assert found
    assert not any(settled(book, one) for one in found.values())


def test_lines_that_are_not_linear_in_what_they_are_solved_for_are_not_settled() -> None:
    book, found = made("solvable D[v]. forall v. D[v]^2 >= 1", "asked when  V = 2")
    assert found
    assert not any(settled(book, one) for one in found.values())
