"""What cannot hold together is seen by cases, and what can is not taken to be impossible."""

from __future__ import annotations

import pytest

from ntpcheck.statement.following.cases import by_cases, by_points
from ntpcheck.statement.following.implied import surroundings
from ntpcheck.statement.following.orders import OVERDRAWN, larger
from ntpcheck.statement.knowing.cores import put
from ntpcheck.statement.knowing.polarity import ANY, POSITIVE
from ntpcheck.statement.knowing.tableau import STEPS, never
from ntpcheck.verifier.language.book import Book
from ntpcheck.verifier.language.grammar import Parser
from ntpcheck.verifier.language.scopes import Scope

HEAD = """book toy "A toy"
axes n: i j; K: k t x z
given Data: X[i,t] natural, g[t], c, y[i] in K, loss one of log flat rising
let present[i,t] = X[i,t] > 0
let edge[x,z] = exists i. y[i] = x and present[i,z]
let above[x,z] = closure(t; k. edge[t,k])[x,z]
let same[x,z] = x != z and above[x,z] and above[z,x]
let strict[x,z] = x != z and edge[x,z] and not above[z,x]
let R[i,t] = present[i,t] and (t = y[i] or same[y[i],t])
let keeps(M[t]) = (forall x z | same[x,z]. M[x] = M[z]) and (forall x z | strict[x,z]. M[x] - M[z] >= 1)
let best = shortest D[t] with keeps(D)
let level = if loss is log then 1 else if loss is flat then 0 else -1
assume feasible "(1)" = solvable D[t]. keeps(D)
    says  words
assume ordered "(1)" = exists x z. strict[x,z]
    says  words
assume linked "(1)" = exists x z. same[x,z]
    says  words
assume falling "(1)" = not (loss is rising or loss is flat)
    says  words
assume bent "(1)" = not (loss is flat)
    says  words
"""


def claim(assumes: str, formula: str, asked: str = "") -> Book:
    body = f'{HEAD}claim toy/one "(1)" on Data\n    says      words\n    assuming  {assumes}\n'
    return Book(body + (f"    asked when  {asked}\n" if asked else "") + f"    formula   {formula}\n")


def impossible(*said: str) -> bool:
    book = claim("feasible", "c > 0")
    known = surroundings(book, book.claims["toy/one"])
    scope = Scope({"i": "n", "j": "n", "t": "K", "x": "K", "z": "K"})
    *before, last = (book.meaning.formula(Parser(text).whole(), scope) for text in said)
    for core in before:
        known = known.having(put(core, {}, known.written.fresh))
    known.splits[0] = STEPS
    return known.truth(last) is False or never(known, last)


@pytest.mark.parametrize(
    "said",
    [
        ("present[i,t]", "not R[i,t]", "not strict[y[i],t]"),  # an edge, and no way back
        ("present[i,t]", "not edge[y[i],t]"),
        ("forall x2 z2. not strict[x2,z2]", "present[i,t] and not R[i,t]"),
        ("c > 1 or c < -1", "c = 0"),
        ("c > 1 or g[t] > 1", "c < 1 and g[t] < 1"),
        ("c > 1 implies g[t] > 1", "c > 2 and g[t] < 1"),
        ("loss is log or loss is flat", "loss is rising"),
        ("(c > 1 or g[t] > 1) and (c > 1 or g[t] < 0)", "c < 1"),
        ("same[x,z]", "x = z"),
        ("not (x = z)", "z = x"),
    ],
)
def test_what_leaves_no_case_is_impossible(said: tuple[str, ...]) -> None:
    assert impossible(*said)


@pytest.mark.parametrize(
    "said",
    [
        ("present[i,t]", "not strict[y[i],t]"),  # in the label's component
        ("present[i,t]", "not R[i,t]", "not strict[t,y[i]]"),
        ("present[i,t]", "not R[j,t]", "not strict[y[j],t]"),  # of another input
        ("not R[i,t]", "not strict[y[i],t]"),  # it may not stand there
        ("above[x,z]", "not edge[x,z]"),  # by two steps
        ("forall x2 z2. not same[x2,z2]", "present[i,t] and not R[i,t]"),
        ("c > 1 or c < -1", "c < 0"),
        ("c > 1 implies g[t] > 1", "g[t] < 1"),
        ("c > 1 implies g[t] > 1", "c > 2 and g[x] < 1"),
        ("loss is log or loss is flat", "loss is flat"),
        ("exists x2. g[x2] > 1", "g[t] < 1"),
        ("forall x2 | g[x2] > 0. c > 1", "c < 1"),  # it may be met by none
    ],
)
def test_what_leaves_a_case_is_possible(said: tuple[str, ...]) -> None:
    assert not impossible(*said)


def test_cases_are_looked_at_where_they_are_asked_for_alone() -> None:
    book = claim("feasible", "c > 0")
    known = surroundings(book, book.claims["toy/one"])
    core = book.meaning.formula(Parser("(c > 1 or c < -1) and c = 0").whole(), Scope())
    assert not never(known, core)
    known.splits[0] = STEPS
    assert never(known, core)
    assert known.splits[0] < STEPS


@pytest.mark.parametrize(
    ("assumes", "name", "formula", "follows"),
    [
        ("feasible, ordered", "ordered", "forall i t | present[i,t] and not R[i,t]. g[t] > c", True),
        ("feasible, linked", "linked", "forall i t | present[i,t] and not R[i,t]. g[t] > c", False),
        ("feasible, ordered", "ordered", "forall i t | present[i,t]. g[t] > c", False),
    ],
)
def test_where_a_hypothesis_fails_a_claim_may_speak_of_nothing(
    assumes: str,
    name: str,
    formula: str,
    follows: bool,  # noqa: FBT001
) -> None:
    book = claim(assumes, formula)
    assert by_cases(book, book.claims["toy/one"], name) is follows


@pytest.mark.share(2)
@pytest.mark.parametrize(
    ("formula", "follows"),
    [
        ("forall i t | present[i,t] and not R[i,t]. best[y[i]] - best[t] >= 1", True),
        ("forall i t | R[i,t]. best[y[i]] = best[t]", True),  # the label itself, or one of its component
        ("forall i t | present[i,t]. best[y[i]] - best[t] >= 1", False),
        ("forall i t | present[i,t] and not R[i,t]. best[y[i]] - best[t] >= 2", False),
        ("forall i t | present[i,t] and not R[i,t]. best[t] - best[y[i]] >= 1", False),
        ("forall i t | present[i,t]. best[y[i]] = best[t]", False),
    ],
)
def test_what_a_point_is_nearest_under_is_read_at_indices_that_cases_lead_to(
    formula: str,
    follows: bool,  # noqa: FBT001
) -> None:
    book = claim("feasible, linked", formula)
    assert by_points(book, book.claims["toy/one"], "linked") is follows


@pytest.mark.parametrize(("asked", "follows"), [("level > 0", True), ("level > -2", False)])
def test_a_claim_is_asked_of_nothing_where_a_hypothesis_fails(asked: str, follows: bool) -> None:  # noqa: FBT001
    book = claim("bent, falling", "c > 0", asked)
    assert by_cases(book, book.claims["toy/one"], "falling") is follows


def test_comparisons_inside_one_another_come_to_an_end() -> None:
    """Beyond the steps of a question, and so many more, nothing is said: each asks for several others."""
    book = claim("feasible", "max(c, 2 * c) < max(c + 1, 2 * c + 1)")
    known = surroundings(book, book.claims["toy/one"])
    _, _, less, more = book.claims["toy/one"].core
    assert larger(known, less, more) == POSITIVE
    known.left[0] = -OVERDRAWN
    assert larger(known, less, more) == ANY
