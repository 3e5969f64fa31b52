"""The one place where a formula and its edit differ, and what is known there."""

from __future__ import annotations

import pytest

from ntpcheck.statement.editing.misprints import candidates, differing, made
from ntpcheck.statement.following.implied import follows, surroundings
from ntpcheck.statement.knowing.cores import Written, put
from ntpcheck.statement.knowing.unlike import where_they_differ
from ntpcheck.verifier.language.grammar import Parser
from ntpcheck.verifier.language.scopes import Scope
from ntpcheck_papers.li2024 import PAPER
from tests.statement.test_implied import BOOK


def places(old: str, new: str) -> list[int]:
    """For each place where the formulas differ, how many facts are known there beside those of the claim."""
    book, claim = BOOK, BOOK.claims["toy/one"]
    book.given, book.local = claim.given, claim.locals
    known = surroundings(book, claim, Written(book))
    scope = Scope({"k": "m"}, limit=True)
    read = [book.meaning.formula(Parser(text).whole(), scope) for text in (old, new)]
    one, other = (put(core, {}, known.written.fresh) for core in read)
    found = list(where_they_differ(known, one, other))
    assert all(part[0] == "cmp" and part[1] != edit[1] for _, part, edit in found)
    return [len(there.facts) - len(known.facts) for there, _, _ in found]


@pytest.mark.parametrize(
    ("old", "new", "facts"),
    [
        ("x > 1 and y > 2", "x >= 1 and y > 2", 0),
        ("(x > 1 and y > 2) and c > 3", "(x >= 1 and y > 2) and c > 3", 0),
        ("forall j | h[j] > 1. x > 1 and y > h[j]", "forall j2 | h[j2] > 1. x >= 1 and y > h[j2]", 1),
        ("y > 3 implies x > 1", "y > 3 implies x >= 1", 1),
        ("y > 3 or x > 1", "y > 3 or x >= 1", 0),
        ("eventually x > 1", "eventually x >= 1", 0),
    ],
)
def test_what_both_have_alike_is_passed_over(old: str, new: str, facts: int) -> None:
    assert places(old, new) == [facts]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("x > 1", "x >= 1"),
        ("x > 1 and y > 2", "x >= 1 and y >= 2"),  # two places
        ("not (x > 1)", "not (x >= 1)"),  # turned round
        ("x > 1 iff y > 2", "x >= 1 iff y > 2"),
        ("x > 1 implies y > 2", "x >= 1 implies y > 2"),
        ("forall j | h[j] > 1. x > 1", "forall j | h[j] >= 1. x > 1"),
        ("forall j. h[j] > 1", "exists j. h[j] > 1"),
    ],
)
def test_conditions_and_denials_are_not_gone_into(old: str, new: str) -> None:
    assert places(old, new) == []


def test_some_index_is_found_no_later_where_the_last_part_of_a_long_line_is_weaker() -> None:
    """What each of four displayed lines reads has a value by the one before it alone."""
    place, book = "attention/lemma-4/proof/excess-lower/amended", PAPER.shelf
    assert book is not None
    old, claim = "1 / (1 + exp(-slack2 * R0 - ball) / dd[i])", book.claims[place]
    (one,) = [x for x in candidates(book, [place]) if differing(claim.trees["formula"], x[3]) == (old, "1")]
    edit = made(book, one)
    assert edit is not None
    assert follows(book, edit.book, claim, place)
