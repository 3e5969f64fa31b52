"""What follows from a claim by its form and by signs, and what must not be taken to follow."""

from __future__ import annotations

from dataclasses import replace

import pytest

from ntpcheck.statement.editing.misprints import misprints
from ntpcheck.statement.following.cases import needless
from ntpcheck.statement.following.implied import AT_ONCE, follows, reads_no_more, surroundings
from ntpcheck.statement.following.lines import idle
from ntpcheck.statement.following.outgrowing import outgrows
from ntpcheck.statement.following.tending import as_roots
from ntpcheck.statement.knowing.cores import Written, put, same
from ntpcheck.statement.knowing.values import has_value
from ntpcheck.verifier.language.book import Book
from ntpcheck.verifier.language.grammar import Parser
from ntpcheck.verifier.language.scopes import Scope
from tests.statement.along_rays import FALSE_RAYS, TRUE_RAYS
from tests.statement.false_friends import FALSE_FRIENDS
from tests.statement.further_false import FURTHER_FALSE
from tests.statement.further_signs import FURTHER
from tests.statement.rows import FALSE_ROWS, TRUE_ROWS
from tests.statement.true_friends import SIGNS

TEXT = """book toy "A toy"
axes m: j k; V: u v
given Data: h[j], w[j], n[j,v] natural, c, e, x, y, loss one of log flat rising
let big[j] = h[j] > 1
let power(t) = exp(t) + 1
let slope(t) = if loss is log then -1 / (1 + exp(t)) else (if loss is flat then -t^2 else 1)
let apart[j,k] = j != k and h[j] > h[k]
trajectory T_s[j] along s from w by T_s / 2
let level = closest X[j] to h with forall j. X[j] = 1 and X[j] = c
let above = closest X[j] to w with forall j. X[j] >= h[j]
let reach(t) = t * norm(level)
let near(M[j]) = closest X[j] to M with forall j. X[j] >= h[j]
assume small "(1)" = c < 1
    says  words
assume share "(1)" = 0 < e < 1
    says  words
assume tame "(1)" = not (loss is rising)
    says  words
assume loose "(1)" = c < 2
    says  words
assume long "(1)" = norm(level) >= 0
    says  words
assume whole "(1)" = exp(c) / x^2 > 0
    says  words
claim toy/one "(1)" on Data
    says      words
    assuming  small, share, tame
    formula   x > 0
claim toy/two "(2)" on Data
    says      words
    assuming  small, loose, share, long, whole
    where     radius = 2 * norm(h)
    formula   radius >= x
claim toy/point "(3)" on Data
    says      words
    where     flat = closest X[j] to h with forall j. X[j] = 1
    formula   forall j. flat[j] <= x
"""
BOOK = Book(TEXT)


def implied(old: str, new: str) -> bool:
    """Whether one formula follows from another under the assumptions of the first claim; k is any index."""
    book, claim = BOOK, BOOK.claims["toy/one"]
    book.given, book.local = claim.given, claim.locals
    known = surroundings(book, claim, Written(book))
    scope = Scope({"k": "m"}, limit=True)
    read = [book.meaning.formula(Parser(text).whole(), scope) for text in (old, new)]
    cores = [put(core, {}, known.written.fresh) for core in read]
    alike = any(rule(known, *cores) for rule in AT_ONCE) or outgrows(known, cores[1])
    return as_roots(known, *cores) or (reads_no_more(known, *cores) and (alike or known.follows(*cores)))


FORM = [
    ("x < 1", "x <= 1"),
    ("x = 1", "x >= 1"),
    ("x < 1", "x != 1"),
    ("x > 1", "1 < x"),
    ("x > 1 and x < 2", "x < 2"),
    ("x > 1", "x > 1 or x < 0"),
    ("x > 1", "x < 3 implies x > 1"),
    ("x > 1 implies x > 0", "x > 1 and x > 2 implies x >= 0"),
    ("not (x > 1)", "not (x > 1 and x > 2)"),
    ("forall j. h[j] > x", "forall j | big[j]. h[j] >= x"),
    ("exists j | big[j]. h[j] > x", "exists j. h[j] > x"),
    ("some t. forall j. h[j] < t", "some t. forall j. h[j] <= t"),
    ("tends(x, 1) and tends(y, 2)", "tends(y, 2)"),
]


@pytest.mark.parametrize(("old", "new"), [*FORM, *FURTHER, *TRUE_RAYS, *TRUE_ROWS, *SIGNS])
def test_what_is_weaker_follows(old: str, new: str) -> None:
    assert implied(old, new)


SAME = ("1 < x", "x > 1 and x > 2 implies x >= 0", "some t. forall j. h[j] <= t")  # as much as their lines


@pytest.mark.parametrize(("old", "new"), [one for one in FORM if one[1] not in SAME])
def test_what_is_weaker_by_its_form_does_not_follow_the_other_way(old: str, new: str) -> None:
    assert not implied(new, old)


@pytest.mark.parametrize(("old", "new"), [*FALSE_FRIENDS, *FURTHER_FALSE, *FALSE_RAYS, *FALSE_ROWS])
def test_what_is_not_weaker_is_not_taken_to_follow(old: str, new: str) -> None:
    assert not implied(old, new)


@pytest.mark.parametrize(
    ("fact", "valued"),
    [
        ("exists j. big[j]", True),
        ("x > 5", False),
        ("exists j. not big[j]", False),
        ("forall j. big[j] or x > 5", False),
    ],
)
def test_an_extreme_has_a_value_where_it_is_seen_to_be_of_something(fact: str, *, valued: bool) -> None:
    book, claim = BOOK, BOOK.claims["toy/one"]
    book.given, book.local = claim.given, claim.locals
    known, scope = surroundings(book, claim, Written(book)), Scope({"k": "m"}, limit=True)
    said = book.meaning.formula(Parser(fact).whole(), scope)
    asked = book.meaning.formula(Parser("(max j | big[j]. h[j]) > x").whole(), scope)
    assert has_value(known.having(put(said, {}, known.written.fresh)), asked) is valued


def edits(claim: str, place: str) -> dict[tuple[str, str], bool]:
    """By old and new text, whether an edit follows."""
    stated = BOOK.claims[claim]
    found = misprints(BOOK, [place])
    return {(m.old, m.new): follows(BOOK, m.book, stated, m.place) for m in found}


def test_an_edit_of_a_definition_is_judged_by_the_claim_that_it_makes() -> None:
    said = edits("toy/two", "toy/two:radius")
    assert said["2", "2.1"]
    assert said["2", "3"]
    assert not said["2", "1.9"]
    assert not said["2 * norm(h)", "2"]


def test_what_rests_on_a_point_that_is_edited_does_not_follow() -> None:
    """Two points of one name are two points."""
    moved = BOOK.claims["toy/point"]
    let = BOOK.lets["toy/point:flat"]
    anywhere = ("forall", (("j", "m"),), None, ("cmp", "=", ("q", 0), ("q", 0)))
    other = replace(let, core=(*let.core[:4], anywhere))
    book = Book(TEXT)
    book.lets = {**book.lets, let.name: other}
    assert not follows(BOOK, book, moved, let.name)


def test_hypotheses_that_follow_from_others_or_that_nothing_else_speaks_of() -> None:
    one, two = BOOK.claims["toy/one"], BOOK.claims["toy/two"]
    assert needless(BOOK, two, "loose")
    assert not needless(BOOK, two, "small")
    assert not needless(BOOK, two, "long")  # it says that there is such a point
    assert not needless(BOOK, two, "whole")  # it says that x is not 0
    assert not needless(BOOK, two, "share")
    assert idle(BOOK, two, "share")
    assert not idle(BOOK, two, "small")  # loose speaks of c too
    assert not idle(BOOK, two, "whole")  # so does the formula of x
    assert idle(BOOK, one, "tame")  # of the loss nothing else speaks


def test_definitions_are_written_out_without_catching_a_letter() -> None:
    book = Book(
        'book toy "A toy"\naxes m: j k\ngiven Data: h[j], w[j]\n'
        "let total(x[j])[k] = sum j. x[j] * h[k]\nlet twice[j] = total(w)[j] + total(h)[j]\n"
    )
    book.given = "Data"
    written = Written(book).out(("let", "twice", (), (("v", "j"),)))
    wanted = Parser("(sum k. w[k] * h[j]) + (sum k. h[k] * h[j])").whole()
    core = book.meaning.number(wanted, Scope({"j": "m"}))
    assert same(written, core)
    caught = book.meaning.number(Parser("(sum k. w[k] * h[k]) + (sum k. h[k] * h[k])").whole(), Scope())
    assert not same(written, caught)


def test_an_edit_that_admits_other_instances_does_not_follow() -> None:
    book = Book(
        'book toy "A toy"\naxes m: j\ngiven Data: h[j], c\nlet up[j] = h[j] > 0\ndemand forall j. up[j]\n'
        'assume high "(1)" = forall j. up[j]\n    says  words\n'
        'claim toy/one "(1)" on Data\n    says      words\n    formula   forall j. h[j] + c^2 > 0\n'
    )
    weak = [m for m in misprints(book, ["up"]) if m.kind == "strictness"]
    assert [follows(book, m.book, book.claims["toy/one"], "up") for m in weak] == [False]
