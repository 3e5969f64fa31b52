"""Which misprints say the same as their line, by terms with unknowns."""

from __future__ import annotations

from fractions import Fraction

import pytest

from ntpcheck.statement.editing.misprints import Misprint, misprints
from ntpcheck.statement.editing.sameness import equivalent, identical, matching
from ntpcheck.statement.following.implied import defined_alike
from ntpcheck.verifier.arithmetic.intervals import allow
from ntpcheck.verifier.language.book import Book
from ntpcheck.verifier.terms.symbols import Symbols
from ntpcheck_papers import li2024, thrampoulidis2024

TEXT = """book toy "A toy"
axes m: j k; V: u v
given Data: h[j], n[j,v] natural, w[j], c
demand forall j. exists v. n[j,v] > 0
let total = sum j v | n[j,v] > 0. n[j,v]
let least = min j | c > 0. h[j]
let soft(x[v])[v] = exp(x[v]) / (sum u. exp(x[u]))
let lot[v] = sum j. n[j,v] * h[j]
let near = closest X[j] to h with forall j. X[j] = c
claim toy/one "(1)" on Data
    says      words
    formula   forall j k. (sum v | n[j,v] > 0. n[j,v] * h[j]) <= c or near[j] = h[k]
claim toy/two "(2)" on Data
    says      more words
    formula   total > least implies (forall v. soft(lot)[v] < c)
"""


def found() -> dict[tuple[str, str, str, str], bool]:
    book = Book(TEXT)
    return {(m.place, m.kind, m.old, m.new): equivalent(book, m) for m in misprints(book)}


def test_a_guard_that_leaves_out_zeros_alone_may_go() -> None:
    same = {(place, kind) for (place, kind, _, _), said in found().items() if said}
    assert same == {
        ("total", "a guard left out"),
        ("total", "strictness"),
        ("toy/one", "a guard left out"),
        ("toy/one", "strictness"),
    }


@pytest.mark.parametrize(
    ("place", "kind"),
    [
        ("soft", "another sign"),
        ("least", "a guard left out"),
        ("toy/one", "another name"),
        ("near", "flipped"),
    ],
)
def test_what_differs_somewhere_or_cannot_be_told_is_not_the_same(place: str, kind: str) -> None:
    said = [value for (p, k, _, _), value in found().items() if (p, k) == (place, kind)]
    assert not any(said)


def test_the_strictness_of_a_comparison_of_unknowns_counts() -> None:
    strict = [said for (_, k, old, _), said in found().items() if k == "strictness" and "<= c" in old]
    assert strict == [False]


ALWAYS = """book toy "A toy"
axes m: j k; V: u v
given Data: h[j], n[j,v] natural, w[j], c, word one of good bad worse from word
demand forall j. exists v. n[j,v] > 0
assume good "(1)" = word is good
    says  words
let soft(x[v])[v] = exp(x[v]) / (sum u. exp(x[u]))
let lot[v] = sum j. n[j,v] * h[j]
claim toy/one "(1)" on Data
    says      words
    assuming  good
    formula   FORMULA
"""


def always(formula: str, text: str = ALWAYS) -> bool:
    """Whether a formula is seen to hold at all patterns of the only claim of a book."""
    book = Book(text.replace("FORMULA", formula))
    return identical(Misprint("toy/one", "formula", "a part left out", "old", formula, book), "toy/one")


@pytest.mark.parametrize(
    "formula",
    [
        "(sum v. soft(lot)[v]) = 1",
        "(sum v. n[j,v] * h[j]) >= h[j] * (sum v | n[j,v] > 0. n[j,v])",
        "0 - abs(h[j]) <= abs(w[j])",
        "abs(h[j] - w[j]) = abs(w[j] - h[j])",
        "word is bad or norm(h)^2 >= 0 - c^2",
    ],
)
def test_what_holds_whatever_the_numbers_are_is_seen_to(formula: str) -> None:
    assert always(f"forall j. {formula}")


@pytest.mark.parametrize(
    "formula",
    [
        "(sum v. soft(lot)[v]) < 1",
        "forall j. h[j] <= abs(w[j])",
        "forall j. abs(h[j]) > 0",  # not where it is 0
        "forall j k. abs(h[j]) = abs(h[k])",
        "forall j v. n[j,v] >= 0",  # of counts alone patterns say little
        "word is good",
        "word is bad and c = c",
        "forall j. c / h[j] = c / h[j]",  # has no value where h is 0
    ],
)
def test_what_fails_somewhere_or_says_nothing_of_reals_is_not_seen_to_hold(formula: str) -> None:
    assert not always(formula)


def test_forms_that_name_an_index_match_where_it_is_the_same() -> None:
    ops = Symbols()
    allow(1000)
    assert matching(ops, ("at", 1, Fraction(2)), ("at", 1, Fraction(2)))
    assert not matching(ops, ("at", 1, Fraction(2)), ("at", 2, Fraction(2)))
    assert not matching(ops, ("at", 1, Fraction(2)), ("at", 1, Fraction(3)))


def test_a_definition_is_the_same_where_either_says_what_the_other_does() -> None:
    """A larger rho serves as well; with a gain of 0 the risk may come down to its minimum at infinity."""
    book = li2024.PAPER.shelf
    assert book is not None
    made = {(m.old, m.new): m.book for m in misprints(book, ["sole-minimiser"])}
    assert defined_alike(book, made["norm(M) >= rho", "norm(M) > rho"], "sole-minimiser")
    for other in (("gain > 0", "gain >= 0"), ("off(U)", "G(U)")):
        assert not defined_alike(book, made[other], "sole-minimiser")


def test_a_guard_is_needed_that_shows_itself_where_two_tokens_of_three_are_out() -> None:
    """At most small patterns no two tokens are out of one support, and it says 0 <= 0 of one."""
    place = "linear/lemma-5/case-1-third"
    book = thrampoulidis2024.PAPER.shelf
    assert book is not None
    left_out = [m for m in misprints(book, [place]) if m.kind == "a guard left out" and m.old[:5] == "foral"]
    (misprint,) = [m for m in left_out if m.new.startswith("forall j z. ")]
    assert not equivalent(book, misprint)


LONG = """book toy "A toy"
axes m: j k
given Data: h[j], x
claim toy/one "(1)" on Data
    says      words
    formula   FORMULA
"""


def same(formula: str) -> set[tuple[str, str]]:
    """The edits of a formula about axes of any length that are seen to say the same."""
    book = Book(LONG.replace("FORMULA", formula))
    return {(m.old, m.new) for m in misprints(book) if equivalent(book, m)}


@pytest.mark.parametrize(
    "formula",
    [
        "forall j. (m <= 5 implies h[j] >= x)",
        "forall j. h[j] >= x or (m = 5 and x > 0)",
        "forall j. h[j] >= (sum k | m > 4. x)",
    ],
)
def test_what_is_otherwise_of_longer_axes_is_not_seen_to_be_the_same(formula: str) -> None:
    assert not same(formula)


def test_of_axes_that_are_long_and_short_enough_what_is_the_same_is_seen() -> None:
    for condition, edit in (("m >= 2", ("2", "1.9")), ("1 < m", ("1", "1.05")), ("m * m > 4", ("4", "5"))):
        assert edit in same(f"forall j. {condition} implies h[j]^2 >= x")
