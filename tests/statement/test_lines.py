"""Which hypotheses may be left out because other lines of the book say so."""

from __future__ import annotations

import pytest

from ntpcheck.statement.following.cases import needless
from ntpcheck.statement.following.implied import follows
from ntpcheck.statement.following.lines import elsewhere, elsewhere_met, follows_without, idle
from ntpcheck.verifier.language.book import Book

TEXT = """book toy "A toy"
axes m: j; V: u v
given Data: h[j], c
assume large "(1)" = c > 2
    says  words
assume lesser "(1)" = c > 1
    says  words
assume odd "(1)" = h != 0
    says  words
claim toy/implied "(2)" on Data
    says      words
    assuming  large
    formula   c > 1
claim toy/one "(3)" on Data
    says      words
    assuming  large, lesser, odd
    formula   forall j. h[j] < c
claim toy/other "(4)" on Data
    says      words
    assuming  lesser, odd
    formula   forall j. h[j] < c
"""


def test_a_hypothesis_that_a_standing_line_derives_or_another_text_lacks_may_go() -> None:
    book = Book(TEXT)
    claim, every = book.claims["toy/one"], set(book.claims)
    assert follows_without(book, every, claim, "lesser") == "toy/implied"
    assert follows_without(book, every, claim, "large") == "toy/other"
    assert follows_without(book, every, claim, "odd") == ""
    assert follows_without(book, set(), claim, "lesser") == ""


def test_a_line_that_assumes_what_is_left_out_says_nothing() -> None:
    book = Book(TEXT)
    assert follows_without(book, set(book.claims), book.claims["toy/other"], "lesser") == ""
    assert follows_without(book, set(book.claims), book.claims["toy/implied"], "large") == ""


OTHERS = """book toy "A toy"
axes m: j
given Data: h[j], c
assume large "(1)" = c > 2
    says  words
assume odd "(1)" = exists j. h[j] > 3
    says  words
assume tall "(1)" = exists j. h[j] > 1
    says  words
assume steep "(1)" = exists j. 1 / (c - 3) > h[j] - 3 or h[j] > 1
    says  words
claim toy/one "(1)" on Data
    says      words
    assuming  large, odd
    formula   norm(h) > c / 7
claim toy/tall "(2)" on Data
    says      words
    assuming  tall
    formula   norm(h) > c / 7
claim toy/two "(3)" on Data
    says      words
    assuming  large, odd
    formula   norm(h) > c / 9
claim toy/steep "(4)" on Data
    says      words
    assuming  steep
    formula   norm(h) > c / 9
"""


def test_a_line_may_assume_what_follows_from_what_there_is_and_has_a_value() -> None:
    book = Book(OTHERS)
    one, two = book.claims["toy/one"], book.claims["toy/two"]
    assert follows_without(book, {"toy/tall"}, one, "large") == "toy/tall"
    assert follows_without(book, {"toy/tall"}, one, "odd") == ""  # large says nothing of h
    assert follows_without(book, {"toy/steep"}, two, "large") == ""  # where c is 3, steep has no value


GRAPH = """book toy "A toy"
axes m: j k
given Data: h[j]
let edge[j,k] = h[j] > h[k] + 1
let node[j] = exists k. edge[j,k] or edge[k,j]
let mutual[j,k] = node[j] and node[k] and (j = k or closure(j2; k2. edge[j2,k2])[j,k])
claim toy/one "(1)" on Data
    says      words
    formula   forall j k. mutual[j,k] iff h[j] >= h[k]
"""


def test_a_definition_that_says_the_same_makes_no_other_claim_wherever_it_stands() -> None:
    book = Book(GRAPH)
    for new, same in (
        ("node[k] and (j = k or closure(j2; k2. edge[j2,k2])[j,k])", True),
        ("node[j] and (j = k or closure(j2; k2. edge[j2,k2])[j,k])", True),
        ("node[j] and node[k] and closure(j2; k2. edge[j2,k2])[j,k]", False),
        ("j = k or closure(j2; k2. edge[j2,k2])[j,k]", False),
    ):
        old = "node[j] and node[k] and (j = k or closure(j2; k2. edge[j2,k2])[j,k])"
        other = Book(GRAPH.replace(old, new))
        assert follows(book, other, book.claims["toy/one"], "mutual") is same


MORE = """book toy "A toy"
axes m: j
given Data: h[j], w[j], x[j], c
trajectory T_k[j] along k from x by T_k + h
let level = dot(h, w) = 0
assume large "(1)" = c > 2
    says  words
assume upright "(1)" = level
    says  words
claim toy/upright "(2)" on Data
    says      words
    assuming  large
    formula   upright
claim toy/zero "(3)" on Data
    says      words
    assuming  upright
    formula   dot(h, w) = 0
claim toy/run "(4)" on Data
    says      words
    assuming  large
    limit     tends(dot(T_k - h, w) / (norm(T_k - h) * norm(w)), 1)
claim toy/bare "(5)" on Data
    says      words
    limit     tends(dot(T_k - h, w) / (norm(T_k - h) * norm(w)), 1)
"""
RUN = "dot(T_k - h, w) / (norm(T_k - h) * norm(w)), 1"


def turned(claim: str, new: str, standing: tuple[str, ...] = ("toy/upright", "toy/zero")) -> bool:
    """Whether the claim with another limit follows from it and from the lines that stand."""
    book, other = Book(MORE), Book(MORE.replace(RUN, new))
    facts = list(elsewhere(book, standing, book.claims[claim]))
    return follows(book, other, book.claims[claim], claim, facts)


def test_what_other_lines_say_is_used_where_the_claim_has_their_hypotheses_or_lines_state_these() -> None:
    assert turned("toy/run", "dot(T_k, w) / (norm(T_k - h) * norm(w)), 1")
    assert turned("toy/run", "dot(T_k + 2 * h, w) / (norm(T_k - h) * norm(w)), 1")
    assert not turned("toy/bare", "dot(T_k, w) / (norm(T_k - h) * norm(w)), 1")  # nothing says c > 2
    for standing in ((), ("toy/zero",), ("toy/upright",)):
        assert not turned("toy/run", "dot(T_k, w) / (norm(T_k - h) * norm(w)), 1", standing)


def test_a_limit_of_something_else_does_not_follow() -> None:
    for new in (
        "dot(T_k, w) / (norm(T_k - h) * norm(w)), 2",
        "dot(T_k + x, w) / (norm(T_k - h) * norm(w)), 1",
        "dot(2 * T_k, w) / (norm(T_k - h) * norm(w)), 1",
        "dot(T_k, h) / (norm(T_k - h) * norm(w)), 1",
        "dot(T_k, w) / (norm(T_k) * norm(w)), 1",
        "dot(T_k, w) / norm(T_k - h), 1",
        "dot(T_k - h, w + h) / (norm(T_k - h) * norm(w)), 1",
    ):
        assert not turned("toy/run", new), new


WORDS = """book toy "A toy"
axes m: j; V: v
given Data: h[j], n[j,v] natural, c, e, word one of good bad worse from word
assume kind "(1)" = not (word is bad)
    says  words
assume mild "(1)" = not (word is worse)
    says  words
assume none "(1)" = word is bad and word is worse
    says  words
assume small "(1)" = c < 1
    says  words
assume ahead "(1)" = c > e
    says  words
assume long "(1)" = c > norm(h)
    says  words
assume some-large "(1)" = exists j | h[j] > 0. h[j] > 2
    says  words
assume some-plus "(1)" = exists j. h[j] > 0
    says  words
claim toy/one "(2)" on Data
    says      words
    assuming  HYPOTHESES
    formula   FORMULA
"""


def without(name: str, hypotheses: str, formula: str) -> tuple[bool, bool]:
    """Whether a hypothesis is seen to be idle, and to be needless."""
    book = Book(WORDS.replace("HYPOTHESES", hypotheses).replace("FORMULA", formula))
    claim = book.claims["toy/one"]
    return idle(book, claim, name), needless(book, claim, name)


def test_a_hypothesis_about_words_and_numbers_that_the_claim_does_not_use_is_idle() -> None:
    assert without("kind", "kind, mild", "norm(h) > 2") == (True, False)
    assert without("small", "small, ahead", "norm(h) > 2") == (True, False)
    assert without("ahead", "small, ahead", "norm(h) > 2") == (True, False)


def test_one_that_the_claim_uses_or_that_others_tie_to_what_it_uses_is_not() -> None:
    assert without("kind", "kind, mild", "norm(h) > 2 or word is bad") == (False, False)
    assert without("kind", "kind, none", "norm(h) > 2") == (False, False)  # no word satisfies both
    assert without("none", "none", "norm(h) > 2") == (False, False)  # nor this
    assert without("small", "small, long", "norm(h) > 2") == (False, False)  # |h| is below c, and c below 1
    assert without("ahead", "ahead", "e > 0") == (False, False)


def test_a_hypothesis_that_another_one_has_in_it_is_needless() -> None:
    assert without("some-plus", "some-plus, some-large", "norm(h) > 2") == (False, True)
    assert without("some-large", "some-plus, some-large", "norm(h) > 2") == (False, False)


TABLES = """book toy "A toy"
axes m: j; V: u v
given Data: n[j,v] natural, y[j] in V from labels, q[j] in V from last, h[j], w[j], c
demand forall j. n[j,q[j]] > 0
assume labels "(1)" = forall j. n[j,y[j]] > 0
    says  words
assume other "(1)" = forall j. y[j] != q[j]
    says  words
assume above "(1)" = forall j. h[j] >= w[j]
    says  words
assume far "(1)" = forall j. h[j] > w[j]
    says  words
assume odd "(1)" = forall j. h[j] / w[j] >= 1
    says  words
assume even "(1)" = solvable M[j,v].
        forall j u v | n[j,u] > 0 and n[j,v] > 0. M[j,u] - M[j,v] = log(n[j,u] / n[j,v])
    says  words
assume some-out "(1)" = exists j v. not (n[j,v] > 0)
    says  words
assume often "(1)" = forall j v | n[j,v] > 0. n[j,v] >= 2
    says  words
claim toy/one "(2)" on Data
    says      words
    assuming  HYPOTHESES
    formula   FORMULA
"""


@pytest.mark.parametrize(
    ("name", "hypotheses", "formula", "met"),
    [
        ("labels", "labels", "(sum j v. n[j,v]) > c", True),  # by the labels q
        ("labels", "labels", "(sum j. n[j,y[j]]) > c", False),  # of which the claim speaks
        ("labels", "labels, other", "(sum j v. n[j,v]) > c", False),  # and which others exclude
        ("other", "other", "(sum j v. n[j,v]) > c", False),  # there may be one word alone
        ("above", "above", "norm(w) > c", True),  # by h = w
        ("above", "above", "norm(w) > c and norm(h) > c", False),
        ("far", "far", "norm(w) > c", False),  # by no number, and no table that there is
        ("odd", "odd", "norm(w) > c", False),  # where w is 0, it has no value
        ("even", "even", "(sum j v | n[j,v] > 0. h[j]) > c", True),  # by counts of 1, of which M = 0 serves
        ("even", "even, some-out", "(sum j v | n[j,v] > 0. h[j]) > c", True),
        ("even", "even", "(sum j v | n[j,v] > 1. h[j]) > c", False),  # which speaks of more
        ("even", "even", "(sum j v. n[j,v] * h[j]) > c", False),
        ("even", "even, often", "(sum j v | n[j,v] > 0. h[j]) > c", False),  # counts of 1 are too few
        (
            "some-out",
            "some-out, even",
            "(sum j v | n[j,v] > 0. h[j]) > c",
            False,
        ),  # it says no more than that
        ("often", "often", "(sum j v | n[j,v] > 0. h[j]) > c", False),
    ],
)
def test_a_hypothesis_may_be_met_by_another_table(
    name: str,
    hypotheses: str,
    formula: str,
    met: bool,  # noqa: FBT001
) -> None:
    book = Book(TABLES.replace("HYPOTHESES", hypotheses).replace("FORMULA", formula))
    assert elsewhere_met(book, book.claims["toy/one"], name) is met
