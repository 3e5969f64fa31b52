"""Edits that are what a line says of another instance, or of an axis of one index, and edits that are not."""

from __future__ import annotations

import pytest

from ntpcheck.statement.following.another import of_another, of_another_number
from ntpcheck.statement.following.implied import follows
from ntpcheck.verifier.language.book import Book

HEAD = """book toy "A toy"
axes m: j k
given Data: h[j], w[j], A[j,k], c, e, x
let level = closest X[j] to h with forall j. X[j] >= 1
let even(M[j]) = closest X[j] to M with forall j k. X[j] = X[k]
let near = closest X[j] to w with forall j. X[j] >= e
let ones(M[j]) = closest X[j] to M with forall j. X[j] = 1
assume positive "(1)" = c > 0
    says  words
assume proper "(1)" = 0 < e < 1
    says  words
assume split "(1)" = near != 0
    says  words
assume short "(1)" = norm(w) <= 1
    says  words
assume apart "(1)" = w != h
    says  words
assume single "(1)" = m = 1
    says  words
assume paired "(1)" = m = 2
    says  words
"""


def book(formula: str, assuming: str = "positive, proper, short") -> Book:
    return Book(
        f'{HEAD}claim toy/one "(1)" on Data\n    says      words\n    assuming  {assuming}\n'
        f"    formula   {formula}\n"
    )


def another(old: str, new: str, assuming: str = "positive, proper, short") -> bool:
    one, other = book(old, assuming), book(new, assuming)
    return of_another(one, other, one.claims["toy/one"], "toy/one")


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("norm(h + w) <= x", "norm(h) <= x"),  # w = 0
        ("norm(h + w) <= x", "norm(w) <= x"),  # h = 0
        ("norm(h + e * w) <= x + e", "norm(h) <= x + e"),  # w = 0: e stands elsewhere and is kept
        ("c * norm(h) <= x", "norm(h) <= x"),  # c = 1
        ("norm(even(h) + w) <= x", "norm(w) <= x"),  # what is nearest to 0 is 0
        ("norm(h) <= x + norm(h + w)", "norm(h) <= x + norm(h)"),
    ],
)
def test_an_edit_may_be_what_the_line_says_with_another_table(old: str, new: str) -> None:
    assert another(old, new)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("norm(h + w) >= norm(w) - x", "norm(h) >= norm(w) - x"),  # w stands elsewhere too
        ("e * norm(h) <= x", "norm(h) <= x"),  # e is below 1
        ("norm(h) <= x * c", "norm(h) <= c"),  # of x = 1 nothing is said that has x
        ("norm(level - h) <= x", "norm(level) <= x"),  # the point is another one there
        ("norm(h + e * w) <= x + e", "norm(h) <= x + e / 2"),
        ("norm(ones(h) + w) <= x", "norm(w) <= x"),  # what is nearest to 0 is not 0
        ("norm(h) <= x / c", "norm(h) <= x / (c - c)"),
    ],
)
def test_with_another_table_a_line_says_no_more_than_it_says(old: str, new: str) -> None:
    assert another(old, new) is (old == "norm(h) <= x * c")


def test_the_other_table_has_to_meet_the_hypotheses() -> None:
    assert another("norm(h + w) <= x", "norm(h) <= x", "positive, short")
    assert not another("norm(h + w) <= x", "norm(h) <= x", "positive, apart")


ROTATED = "every Q[j,k] | (forall j k. {guard}).\n        (sum j k. Q[j,k] * A[j,k]) <= x"
LINE = "(sum j2. Q[j2,j] * Q[j2,k]) = (if j = k then 1 else 0)"


def rotated(guard: str, line: str = LINE, whole: str = ROTATED) -> bool:
    one, other = (book(whole.format(guard=said)) for said in (line, guard))
    return follows(one, other, one.claims["toy/one"], "toy/one")


@pytest.mark.parametrize(
    "guard",
    [
        "(sum j2. Q[j2,j] * Q[j2,j]) = (if j = k then 1 else 0)",
        "(if j = k then 1 else 0) = (sum j2. Q[j2,k] * Q[j2,k])",
        "(sum j2. Q[j2,j]) = (if j = k then 1 else 0)",
        "(sum j2. Q[j2,j] * Q[j2,j2]) = (if j = k then 1 else 0)",
    ],
)
def test_a_guard_that_asks_for_one_index_says_what_its_line_says_of_one(guard: str) -> None:
    assert rotated(guard)


@pytest.mark.parametrize(
    "guard",
    [
        "(sum j2. Q[j2,j] * Q[j2,k]) = (if j = k then 2 else 0)",  # met by longer ones
        "(sum j2. Q[j2,j]) = (if j = k then 2 else 0)",  # of one index, it is 2
        "(sum j2. Q[j2,j] * Q[j2,j]) = (if j = k then 1 else 1)",  # met by many
        "(sum j2. Q[j2,j] * Q[j2,j]) >= (if j = k then 1 else 0)",
        "(sum j2. Q[k,j] * Q[j2,k]) = (if j = k then 1 else 0)",  # it speaks of both
        "1 / (sum j2. Q[j2,j]) = (if j = k then 1 else 0)",  # it may have no value
        "(sum j2 | h[j2] > 0. Q[j2,j]) = (if j = k then 1 else 0)",
        "(sum j2. Q[j2,j] * Q[j2,j]) = (if h[j] = h[k] then 1 else 0)",
    ],
)
def test_a_guard_that_more_indices_meet_may_say_more(guard: str) -> None:
    assert not rotated(guard)


def test_of_some_unknown_a_guard_that_nothing_meets_is_no_help() -> None:
    guard = "(sum j2. Q[j2,j] * Q[j2,j]) = (if j = k then 1 else 0)"
    assert not rotated(guard, whole=ROTATED.replace("every", "some"))


@pytest.mark.parametrize(
    ("old", "new", "follows"),
    [
        ("growing t. tends(norm(h + w) / t, 0)", "growing t. tends(norm(h) / t, 0)", True),  # w = 0
        ("growing t. tends(norm(h + w / t) - norm(w), 0)", "growing t. tends(norm(h) - norm(w), 0)", False),
        ("growing t. tends(norm(level - w) / t, 0)", "growing t. tends(norm(w) / t, 0)", False),
    ],
)
def test_limits_speak_of_other_instances_too(old: str, new: str, follows: bool) -> None:  # noqa: FBT001
    one, other = limit(old), limit(new)
    assert of_another(one, other, one.claims["toy/one"], "toy/one") is follows


def limit(text: str) -> Book:
    return Book(
        f'{HEAD}claim toy/one "(1)" on Data\n    says      words\n    assuming  positive, proper, short\n'
        f"    limit     {text}\n"
    )


def solved(old: str, new: str, formula: str = "norm(h) <= r * x", **said: str) -> bool:
    one, other = (numbered(text, formula, **said) for text in (old, new))
    return of_another_number(one, other, one.claims["toy/one"], "toy/one:r")


def numbered(r: str, formula: str, *, assuming: str = "proper", asked: str = "") -> Book:
    asked = f"    asked when  {asked}\n" if asked else ""
    return Book(
        f'{HEAD}claim toy/one "(1)" on Data\n    says      words\n    assuming  {assuming}\n'
        f"    where     r = {r}\n{asked}    formula   {formula}\n"
    )


@pytest.mark.parametrize(
    "new",
    [
        "e",  # of e / (1 + e)
        "e / 1",
        "e / e",  # of 1/2
        "e / (1.05 - e)",
        "e / (2 - e)",
    ],
)
def test_a_number_that_stands_in_one_definition_alone_may_be_another_one(new: str) -> None:
    assert solved("e / (1 - e)", new)
    assert solved("e / (1 - e)", new, asked="r > 1")


@pytest.mark.parametrize(
    "new",
    [
        "e / (0.95 - e)",  # that may be negative
        "0.95 - e",
        "-e / (1 - e)",
        "e - e",  # of 0 alone
        "1 / x",  # it may have no value
        "norm(w) / x",
        "x",  # of which nothing is known
        "e / (e - e)",
    ],
)
def test_the_other_number_has_to_meet_the_hypotheses_and_to_have_a_value(new: str) -> None:
    assert not solved("e / (1 - e)", new)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("e / (1 - e)", "e", {"formula": "norm(h) <= r * x + e"}),  # it stands elsewhere too
        ("e / (1 - e)", "e", {"formula": "norm(h) <= r * x", "asked": "e < 1/2"}),
        ("e / (1 - e)", "e", {"formula": "forall j. h[j] * (if e = 1 then 1 else 0) <= r"}),
        ("e + 1", "e", {}),  # which need not be above 1
        ("e^2", "e^3", {}),  # no quotient of such
        ("(2 * e + 2) / (e + 1)", "2 * e", {}),  # it is 2 whatever e is
        ("e * norm(w)", "e / 2 * norm(w)", {}),  # of a multiple that may be 0
        (
            "e / (1 - e)",
            "e",
            {"assuming": "proper, split"},
        ),  # of a point that is another one there
    ],
)
def test_a_number_that_says_more_than_a_definition_is_no_other_one(
    old: str, new: str, said: dict[str, str]
) -> None:
    assert not solved(old, new, **said)


def test_what_is_asked_of_an_edited_number_is_not_known() -> None:
    assert not solved("e / (1 - e)", "x", asked="r = x and x > 0")
    assert solved("e / (1 - e)", "c", assuming="proper, positive")


ALONE = [
    ("(sum j. h[j]) <= x", "(max j. h[j]) <= x"),
    ("exists j. h[j] > x", "forall j. h[j] > x"),
    ("(sum j. h[j] * w[j]) <= x", "(sum j k. h[j] * w[k]) <= x"),
]
NOT_ALONE = [
    ("(sum j | h[j] > 0. h[j]) <= x", "(max j | h[j] > 0. h[j]) <= x"),  # there may be none
    ("exists j | w[j] > 0. h[j] > x", "forall j | w[j] > 0. h[j] > x"),
    ("forall j | w[j] > 0. h[j] > x", "exists j | w[j] > 0. h[j] > x"),
    ("(sum j. h[j]) <= x", "(max j. w[j]) <= x"),
    ("(sum j. h[j]) <= x", "(max j. h[j]) >= x"),
]


def edited(old: str, new: str, assuming: str) -> bool:
    one, other = book(old, assuming), book(new, assuming)
    return follows(one, other, one.claims["toy/one"], "toy/one")


@pytest.mark.parametrize(("old", "new"), ALONE)
def test_on_an_axis_that_has_one_index_as_assumed_sums_and_extremes_are_their_term(
    old: str, new: str
) -> None:
    assert edited(old, new, "positive, single")
    assert edited(new, old, "positive, single")
    assert not (edited(old, new, "positive") and edited(new, old, "positive"))
    assert not (edited(old, new, "positive, paired") and edited(new, old, "positive, paired"))


@pytest.mark.parametrize(("old", "new"), NOT_ALONE)
def test_what_a_condition_may_leave_empty_is_no_term(old: str, new: str) -> None:
    assert not edited(old, new, "positive, single")
