"""Which hypotheses may be left out because of what holds where they fail, and which may not."""

from __future__ import annotations

import pytest

from ntpcheck.statement.following.cases import by_cases, by_lines, needless
from ntpcheck.statement.following.implied import surroundings
from ntpcheck.statement.following.lines import idle
from ntpcheck.statement.knowing.cores import Written, put
from ntpcheck.verifier.language.book import Book
from ntpcheck.verifier.language.grammar import Parser
from ntpcheck.verifier.language.scopes import Scope

HEAD = """book toy "A toy"
axes m: j k; V: u v
given Data: h[j], w[j], n[j,v] natural, c, e, y[j] in V, loss one of log flat rising
let S[j,v] = n[j,v] > 0
let steep(X[j]) = forall j. X[j] >= 1 and X[j] <= c
let tall = shortest X[j] with steep(X)
let level = closest X[j] to h with forall j. X[j] = X[j]
assume gap "(1)" = exists j v. not S[j,v]
    says  words
assume steeps "(1)" = solvable D[j]. steep(D)
    says  words
assume labels "(1)" = forall j. S[j,y[j]]
    says  words
assume large "(1)" = c > 2
    says  words
assume words "(1)" = not (loss is flat)
    says  words
"""


def claim(assumes: str, formula: str, more: str = "") -> Book:
    body = HEAD + more + 'claim toy/one "(1)" on Data\n    says      words\n'
    return Book(f"{body}    assuming  {assumes}\n    formula   {formula}\n")


def kept(name: str, condition: str) -> str:
    return f'assume {name} "(1)" = {condition}\n    says  words\n'


@pytest.mark.parametrize(
    ("formula", "follows"),
    [
        ("forall j v | not S[j,v]. h[j] < c", True),  # of nothing
        ("(sum j v | not S[j,v]. h[j]) = 0", True),
        ("(sum j v | not S[j,v] and h[j] > 0. log(h[j])) <= 0", True),  # its logs are not read
        ("(sum j v | S[j,v]. h[j]) = 0", False),
        ("forall j v | S[j,v]. h[j] < c", False),
        ("forall j v | not S[j,v] or h[j] > 0. h[j] < c", False),
        ("(sum j v | not S[j,v]. h[j]) = 1", False),
        ("1 / (sum j v | not S[j,v]. 1) > 0", False),  # which has no value
        ("(max j v | not S[j,v]. h[j]) <= c", False),  # nor has this
        ("exists j v. not S[j,v]", False),
        ("(sum j | y[j] = y[j]. h[j]) = 0", False),
        # A case that is decided in a sum, by the condition around it.
        ("forall j v. (sum k. (if S[k,v] then 1 else -1) * h[k]) = (sum k. h[k])", True),
        ("forall j v. (sum k. (if S[k,v] then 1 else -1) / c) = m / c", False),  # c may be 0
        ("forall j v. (sum k. (if S[k,v] and h[k] > 0 then 1 else -1) * h[k]) = (sum k. h[k])", False),
        ("forall v. (sum k. (if S[k,v] then -1 else 1) * h[k]) = (sum k. h[k])", False),
    ],
)
def test_a_claim_that_says_nothing_where_a_hypothesis_fails_follows_without_it(
    formula: str,
    follows: bool,  # noqa: FBT001
) -> None:
    book = claim("gap", formula)
    assert by_cases(book, book.claims["toy/one"], "gap") is follows


@pytest.mark.parametrize(
    ("condition", "follows"),
    [
        ("(sum j v | not S[j,v]. h[j]) >= 1", True),
        ("exists j v | not S[j,v]. h[j] > 0", True),
        ("solvable U[j]. (sum j v | not S[j,v]. U[j]) >= 1", True),
        ("(sum j v | not S[j,v]. h[j]) >= 0", False),
        ("(sum j v | S[j,v]. h[j]) >= 1", False),
        ("solvable U[j]. (sum j v. U[j]) >= 1", False),
        ("forall j v | not S[j,v]. h[j] > 0", False),
    ],
)
def test_a_hypothesis_without_which_another_fails_is_needless(
    condition: str,
    follows: bool,  # noqa: FBT001
) -> None:
    book = claim("gap, more", "forall j. h[j] < c", kept("more", condition))
    assert by_cases(book, book.claims["toy/one"], "gap") is follows


@pytest.mark.parametrize(
    ("condition", "follows"),
    [
        ("norm(tall) <= 1", True),
        ("h != 0 and norm(h - tall) <= e", True),  # both parts hold, so that both have a value
        ("(sum j. tall[j]) > 0", True),
        ("not (norm(tall) <= 1)", True),
        ("not (h = 0 or norm(tall) <= 1)", True),
        ("not (h = 0 and norm(tall) <= 1)", False),  # where h is not 0, nothing else is read
        ("(h = 0 and norm(tall) <= 1) iff c > 0", False),
        ("h = 0 or norm(tall) <= 1", False),  # where h is 0, nothing else is read
        ("h = 0 implies norm(tall) <= 1", False),
        ("(sum j | h[j] > 0. tall[j]) >= 0", False),
        ("(if c > 0 then norm(tall) else 0) >= 0", False),
        # Under conditions that some indices meet, where all are looked at.
        ("forall j v | not S[j,v] and (forall u | S[j,u]. tall[j] <= n[j,u]). h[j] > 0", True),
        ("forall j v | not S[j,v]. tall[j] <= 1", True),
        ("not exists j v | not S[j,v]. tall[j] <= 1", True),
        ("(sum j v | not S[j,v] and tall[j] > 1. h[j]) = 0", True),
        ("not (forall j v | not S[j,v] and (forall u | S[j,u]. tall[j] <= 1). h[j] > 0)", True),
        ("exists j | h[j] > 0 and tall[j] > 1. w[j] < 0", True),
        ("exists j | h[j] > 0. tall[j] > 1", True),
        ("forall j v | S[j,v] and tall[j] > 1. h[j] > 0", True),
        ("forall j | h[j] > 0 and tall[j] > 1. w[j] < 0", False),  # h may be negative
        ("forall j | h[j] > 0. tall[j] > 1", False),
        ("not exists j | h[j] > 0. tall[j] > 1", False),
        ("exists j v | h[j] > 0 or tall[j] > 1. not S[j,v]", False),
        ("not (forall j v | not S[j,v] and (forall k | h[k] > 0. tall[j] <= 1). h[j] > 0)", False),
        ("exists j v | not S[j,v]. h[j] < 0 and tall[j] > 1", True),
        ("exists j v | not S[j,v]. h[j] < 0 or tall[j] > 1", False),  # it may not be read
        ("(exists j v | not S[j,v]. tall[j] > 1) iff c > 0", False),  # an earlier index may settle it
        ("forall j v | not S[j,v] and h[j] > 0 and tall[j] > 1. c < 0", False),
        ("norm(level) <= 1", False),  # another point
        ("norm(h) <= 1", False),
    ],
)
def test_a_hypothesis_that_reads_a_point_says_that_it_exists(condition: str, follows: bool) -> None:  # noqa: FBT001
    more = kept("reads", condition) + kept("filled", "forall j. exists v. S[j,v]")
    book = claim("gap, filled, steeps, reads", "forall j. h[j] < c", more)
    assert needless(book, book.claims["toy/one"], "steeps") is follows


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ("forall j. S[j,y[j]]", True),
        ("S[k,y[k]]", True),
        ("n[k,y[k]] > 0", True),
        ("n[k,y[k]] >= 0", True),
        ("n[k,y[k]] <= 0", False),
        ("n[k,y[k]] = 0", False),
        ("not S[k,y[k]]", False),
        ("forall j v. S[j,v]", None),
        ("S[k,u]", None),
        ("n[k,y[k]] > 1", None),
        ("exists j. S[j,y[k]]", True),  # k is one
        ("exists v. not S[k,v]", None),
    ],
)
def test_what_holds_for_all_indices_is_known_at_each(asked: str, said: bool | None) -> None:  # noqa: FBT001
    book = claim("labels", "forall j. h[j] < c")
    one = book.claims["toy/one"]
    book.given, book.local = one.given, one.locals
    known = surroundings(book, one, Written(book))
    core = book.meaning.formula(Parser(asked).whole(), Scope({"k": "m", "u": "V"}))
    assert known.truth(put(core, {}, known.written.fresh)) is said


def test_words_and_numbers_that_a_claim_does_not_use_are_idle() -> None:
    book = claim("words, large", "forall j. h[j] < w[j]")
    assert idle(book, book.claims["toy/one"], "words")
    assert not idle(book, book.claims["toy/one"], "large")  # a number that is not tried
    used = claim("words, large", "(if loss is log then c else 0) > 0")
    assert not idle(used, used.claims["toy/one"], "words")
    assert not idle(used, used.claims["toy/one"], "large")
    never = kept("never", "not (loss is flat or loss is log or loss is rising)")
    none = claim("never", "forall j. h[j] < w[j]", never)
    assert not idle(none, none.claims["toy/one"], "never")  # no word satisfies it
    tied = claim("words, tied", "forall j. h[j] < w[j]", kept("tied", "loss is flat or c > 2"))
    assert idle(tied, tied.claims["toy/one"], "words") is False  # 2 and less is all that is tried of c
    data = claim("words, tied", "forall j. h[j] < w[j]", kept("tied", "loss is flat or h != 0"))
    assert not idle(data, data.claims["toy/one"], "words")  # where h is 0, the word cannot be another one


@pytest.mark.parametrize(
    ("formula", "follows"),
    [
        ("norm(h) / norm(tall) >= 0", True),  # 0 is no such point, as 0 is below 1
        ("norm(h) / norm(flat) >= 0", False),  # 0 may be
        ("norm(h) / norm(tall) >= 1", False),
        ("norm(h) / (norm(tall) * c) >= 0", False),
    ],
)
def test_what_holds_anyway_needs_no_hypothesis_that_may_have_no_value(
    formula: str,
    follows: bool,  # noqa: FBT001
) -> None:
    more = "let flat = shortest X[j] with forall j. X[j] <= 1\n" + kept("odd", "1 / norm(h) > 0")
    book = claim("steeps, odd", formula, more)
    assert by_cases(book, book.claims["toy/one"], "odd") is follows


@pytest.mark.parametrize(
    ("divided", "formula", "follows"),
    [
        ("1 / norm(h) > c", "norm(w) / norm(h) >= 0", True),  # a hypothesis has a value where it holds
        ("h != 0 and 1 / norm(h) > c", "norm(w) / norm(h) >= 0", True),
        ("h = 0 or 1 / norm(h) > c", "norm(w) / norm(h) >= 0", False),
        ("(exists j. 1 / h[j] > c)", "(sum j. 1 / h[j]^2) >= 0", False),  # it may stop before others
        ("1 / norm(h) > c", "norm(h) / norm(w) >= 0", False),
    ],
)
def test_what_other_hypotheses_divide_by_is_not_0(
    divided: str,
    formula: str,
    follows: bool,  # noqa: FBT001
) -> None:
    book = claim("large, more", formula, kept("more", divided))
    assert by_cases(book, book.claims["toy/one"], "large") is follows


def test_other_lines_say_what_a_hypothesis_is_not_needed_for() -> None:
    book = claim("gap, large", "forall j v | not S[j,v]. h[j] < c")
    one, lines = book.claims["toy/one"], []
    for text in ("(forall j. h[j] < c) iff c > 1", "(forall j. h[j] < c) iff c > 3"):
        lines.append(book.meaning.formula(Parser(text).whole(), Scope()))
    assert by_lines(book, one, "gap", lines[:1])  # c > 2
    assert not by_lines(book, one, "gap", lines[1:])
    assert not by_lines(book, one, "large", lines[:1])


@pytest.mark.parametrize(
    ("asked", "follows"),
    [("norm(tall) <= 1", True), ("h != 0 and norm(tall) <= 1", True), ("h = 0 or norm(tall) <= 1", False)],
)
def test_what_a_claim_is_asked_for_reads_points_too(asked: str, follows: bool) -> None:  # noqa: FBT001
    text = f'{HEAD}claim toy/one "(1)" on Data\n    says      words\n    assuming  steeps, large\n'
    book = Book(f"{text}    asked when  {asked}\n    formula   forall j. h[j] < c\n")
    assert needless(book, book.claims["toy/one"], "steeps") is follows
