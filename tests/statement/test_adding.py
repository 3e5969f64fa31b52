"""What follows from the conditions of points by adding up, and what does not."""

from __future__ import annotations

import pytest

from ntpcheck.statement.following.adding import adds_up_to
from ntpcheck.statement.following.implied import surroundings
from ntpcheck.statement.knowing.cores import Written, put
from ntpcheck.statement.knowing.expanded import expanded
from ntpcheck.verifier.language.book import Book
from ntpcheck.verifier.language.grammar import Parser
from ntpcheck.verifier.language.scopes import Scope

BOOK = Book("""book toy "A toy"
axes m: j k; d: i a
given Data: h[j,i], c[j], x[i], e
let l(M[i])[j] = sum i. M[i] * h[j,i]
let fits(M[i]) = forall j. l(M)[j] = c[j]
let flat(M[i]) = forall j. l(M)[j] = 0
let high(M[i]) = forall j | c[j] > 0. l(M)[j] >= 1
let best = shortest M[i] with fits(M)
let top = shortest M[i] with high(M)
let lost = shortest M[i] with forall j. l(M)[j] = 5
let off(M[i]) = closest X[i] to M with flat(X)
assume fitted "(1)" = solvable M[i]. fits(M)
    says  words
assume raised "(1)" = solvable M[i]. high(M)
    says  words
claim toy/one "(1)" on Data
    says      words
    assuming  fitted, raised
    formula   e > 0
""")


def adds(text: str, given: str = "e > 0") -> bool:
    """Whether a comparison at an index k with c[k] > 0 follows from what is given and what points satisfy."""
    claim = BOOK.claims["toy/one"]
    BOOK.given, BOOK.local = claim.given, claim.locals
    known, scope = surroundings(BOOK, claim, Written(BOOK)), Scope({"k": "m"})
    for one in ("c[k] > 0", given):
        known = known.having(put(BOOK.meaning.formula(Parser(one).whole(), scope), {}, known.written.fresh))
    asked = BOOK.meaning.formula(Parser(text).whole(), scope)
    return adds_up_to(known, put(asked, {}, known.written.fresh))


FOLLOWS = [
    "l(best)[k] = c[k]",
    "l(best + off(x))[k] = c[k]",
    "l(2 * best - off(x))[k] = 2 * c[k]",
    "l(top + best)[k] >= c[k] + 1",
    "l(3 * top)[k] > 2.5",
    "l(top - off(x))[k] > 0",
    "(sum a. h[k,a] * (top[a] - best[a])) >= 1 - c[k]",
    "(sum i. (top[i] + e) * h[k,i]) >= 1 + e * (sum i. h[k,i])",
    "(sum i. norm(x) * best[i] * h[k,i]) = norm(x) * c[k]",  # multiples of points
    "(sum i. e * top[i] * h[k,i]) >= e",
    "(sum i. norm(x) * top[i] * h[k,i]) >= 0",
]


@pytest.mark.parametrize("text", FOLLOWS)
def test_what_points_satisfy_is_added_up(text: str) -> None:
    assert adds(text)


OPEN = [
    "l(best + x)[k] = c[k]",
    "l(best)[k] = c[k] + 1",
    "l(top)[k] > 1",
    "l(top)[k] <= 2",
    "l(top + best)[k] >= c[k] + 2",
    "l(best - top)[k] >= c[k] - 1",
    "l(-top)[k] >= 1",
    "l(lost)[k] = 5",  # nothing says that there is such a point
    "l(off(best))[k] = c[k]",
    "(sum i. top[i]) >= 1",
    "l(top)[k] * l(top)[k] >= 1",  # true, but by no sum
    "(sum i. x[i] * top[i] * h[k,i]) >= sum i. x[i]",
    "(sum i. e * top[i] * h[k,i]) >= 2 * e",
    "(sum i. norm(x) * top[i] * h[k,i]) > 0",  # x may be 0
]


@pytest.mark.parametrize("text", OPEN)
def test_what_does_not_add_up_is_left_open(text: str) -> None:
    assert not adds(text)


def test_a_multiple_keeps_the_side_only_by_what_is_not_negative() -> None:
    assert not adds("(sum i. e * top[i] * h[k,i]) >= e", "e < 0")
    assert adds("(sum i. e * top[i] * h[k,i]) >= e", "e >= 0")
    assert adds("(sum i. e * best[i] * h[k,i]) = e * c[k]", "e < 0")


def test_a_condition_that_is_not_met_is_not_read() -> None:
    assert adds("l(top)[k] >= 1", "c[k] = 2")
    claim = BOOK.claims["toy/one"]
    BOOK.given, BOOK.local = claim.given, claim.locals
    known = surroundings(BOOK, claim, Written(BOOK))
    asked = BOOK.meaning.formula(Parser("l(top)[k] >= 1").whole(), Scope({"k": "m"}))
    assert not adds_up_to(known, put(asked, {}, known.written.fresh))


def test_sums_of_sums_are_one_number_whatever_their_letters_are_called() -> None:
    BOOK.given, BOOK.local = "Data", {}
    known = surroundings(BOOK, BOOK.claims["toy/one"], Written(BOOK))

    def terms(text: str) -> object:
        core = BOOK.meaning.number(Parser(text).whole(), Scope({"k": "m"}), ())
        return expanded(known, put(core, {}, known.written.fresh))

    whole = terms("sum j. c[j] * (sum i. h[j,i] * (x[i] + e))")
    assert whole == terms("(sum j3. (sum a. x[a] * h[j3,a]) * c[j3]) + e * (sum j. (sum a. h[j,a]) * c[j])")
    assert whole != terms("sum j. c[j] * (sum i. h[k,i] * (x[i] + e))")
    assert terms("sum j | c[j] > 0. c[j]") != terms("sum j | c[j] > 1. c[j]")
    assert terms("(sum j. c[j]) * (sum j. c[j])") != terms("sum j. c[j] * c[j]")
