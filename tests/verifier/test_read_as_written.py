"""Small books that were read differently from what they say, or files accepted for it: none is now."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from ntpcheck.verifier.language.book import Book
from ntpcheck.verifier.language.words import BookError
from tests.verifier.test_true_statements import HEAD, ONE, Truth, said
from tests.verifier.toys import put

TWO = "given Two: s[a], x\n"
PAIR: dict[str, Any] = {"type": "Two", "s": [0, 1], "x": 0}
# True, and not seen: log(3 + 2 sqrt 2) = 2 log(1 + sqrt 2), and the divisor is 0.
OPEN = "log(3 + 2 * sqrt(2)) = 2 * log(1 + sqrt(2))"
SPLIT = "1 / (sqrt(3 + 2 * sqrt(2)) - 1 - sqrt(2)) > 0"
REAL = "(some y. y * y = 2)"  # true, and no file can show it
NUMBER = {"claim.y": 0}


def false(part: str) -> tuple[str, ...]:
    """A formula that is false if its part, or 0 = 0, may be said to hold."""
    return (f"formula ({part}", "        or 0 = 0) implies 0 = 1")


# Each true, or without a value, with why a file does not refute it.
KEPT = {
    # Y = X + 1 solves the inner system whatever X is, so that 0 = 1 is asked of all X.
    "a system in a condition of another": (
        Truth(
            TWO,
            ("formula not (solvable X. ((solvable Y. Y - X = 1) implies 0 = 1))",),
            PAIR,
        ),
        "a constraint on Y is not linear in it",
    ),
    "a point nearest to an unknown one": (
        Truth(
            TWO + "let P(X[a]) = shortest Y[a] with Y = X\n",
            ("formula solvable X[a]. (forall a. P(X)[a] = 1)",),
            PAIR,
        ),
        "a constraint on Y is not linear in it",
    ),
    "a system about another's unknown alone": (
        Truth(
            TWO,
            ("formula not (solvable X. ((solvable Y. X = 1 and Y = 2) implies 0 = 1))",),
            PAIR,
        ),
        "a constraint on Y is one on another unknown point",
    ),
    "a divisor that hangs on what no number shows": (
        Truth(TWO, false(f"1 / (if {REAL} then 0 else 1) > 0"), PAIR, NUMBER),
        "do not decide it",
    ),
    "iff, beside what no number shows": (
        Truth(TWO, false(f"({REAL} iff 1 / x > 0)"), PAIR, NUMBER),
        "do not decide it",
    ),
    "an index that meets what no number shows": (
        Truth(TWO, false(f"(forall a | {REAL}. 1 / x > 0)"), PAIR, {"claim.y[a=0]": 0}),
        "do not decide it",
    ),
    "an index after what no number shows": (
        Truth(
            TWO,
            false(f"(forall a. if s[a] = 0 then {REAL} else 1 / x > 0)"),
            PAIR,
            {"claim.y[a=0]": 0},
        ),
        "do not decide it",
    ),
    "a set that meets what no number shows": (
        Truth(TWO, false(f"(forall set T of a | size 1. {REAL} and 1 / x > 0)"), PAIR, NUMBER),
        "whether a part is read that has no value",
    ),
    "what has no value at any number": (
        Truth(TWO, false("(some y. 1 / x > y)"), PAIR, NUMBER),
        "at the numbers that the file names: division by 0",
    ),
    "what no number shows, and a part that may have no value": (
        Truth(TWO, false(f"({REAL} and {SPLIT})"), PAIR, NUMBER),
        "the divisor may be 0",
    ),
    "an open part, and one that may have no value": (
        Truth(TWO, false(f"({OPEN}\n        and {SPLIT})"), PAIR),
        "the divisor may be 0",
    ),
    "an open condition of what may have no value": (
        Truth(TWO, false(f"(forall a | {OPEN}.\n        {SPLIT})"), PAIR),
        "whether a part is read that has no value",
    ),
}


@pytest.mark.parametrize("name", KEPT)
def test_what_is_true_or_has_no_value_is_not_refuted(name: str, tmp_path: Path) -> None:
    truth, why = KEPT[name]
    found = said(truth, tmp_path)
    assert found.outcome == "REJECTED"
    assert why in found.reason


@pytest.mark.parametrize("says", ["fails", "undefined"])
def test_what_stands_behind_a_contradiction_is_not_read(says: str, tmp_path: Path) -> None:
    """No X has x >= 1 and X = 1 / x at x = 0: the second part is read for none."""
    truth = Truth(TWO, ("formula solvable X. (x >= 1 and X = 1 / x)",), PAIR, {"claim.X": {"ray": [0]}})
    assert said(truth, tmp_path, says).outcome == ("ACCEPTED" if says == "fails" else "REJECTED")
    equal = Truth(TWO, ("formula solvable X. (x = 1 and X = 1 / x)",), PAIR)
    assert said(equal, tmp_path, says).outcome == ("ACCEPTED" if says == "fails" else "REJECTED")


@pytest.mark.parametrize("condition", ["X = 1 / x", "X >= 1 and X = 1 / x"])
def test_a_system_of_which_a_part_has_no_value_has_none(condition: str, tmp_path: Path) -> None:
    hints = {"claim.X": {"active": []}} if ">=" in condition else {}
    hints = {"claim.X": {"active": [0]}} if hints else {}
    truth = Truth(TWO, (f"formula solvable X. ({condition})",), PAIR, hints)
    assert said(truth, tmp_path, "undefined").verdict == "ILL_POSED"


NAMED_TWICE = [
    "let f(a) = a + (sum a. 1)",
    "let f(a)[a] = 1",
    "let f = forall a i | a = i. every a. a = i",
    "let f = forall set a of i | size 1. forall a. 0 = 0",
    "let f(a) = rank(a; i. s[a] * s[i])",
    "let f(a) = closure(i; a. s[a] = s[i])[i,i]",
    "let f = forall a. (infimum a. 0) = 0",
    "let f[a] = solvable a. 0 = 0",
]


@pytest.mark.parametrize("item", NAMED_TWICE)
def test_a_name_is_no_index_and_number_at_once(item: str) -> None:
    with pytest.raises(BookError, match=r"(a|i) is an index and a number or an array at once"):
        Book(f"{HEAD}{TWO}{item}\n", "me.book")


@pytest.mark.parametrize(
    "item", ["let f = some let. let > 0", "let f(sequence) = 1", "let f = every lam. 0 = 0"]
)
def test_names_by_which_cores_are_told_apart_are_bound_by_nothing(item: str) -> None:
    with pytest.raises(BookError, match="cannot be the name of an index or an unknown"):
        Book(f"{HEAD}{TWO}{item}\n", "me.book")


ASSUMED = f"""{HEAD}{ONE}assume low "1" = x < 1
    says low
assume high "1" = x > 0
    says high
let y = 5
claim me/a "1" on One
    says a
    where y = 1
    where z = x
    formula y = z
claim me/b "1" as me/a
    says b
    also assuming low
"""


def claims(items: str) -> Book:
    return Book(ASSUMED + items, "me.book")


def test_what_is_assumed_too_adds_to_what_was() -> None:
    found = claims('claim me/c "1" as me/b\n    says c\n    also assuming high\n')
    assert found.claims["me/c"].assumes == ("low", "high")


def test_assuming_replaces_what_was_assumed_too() -> None:
    found = claims('claim me/c "1" as me/b\n    says c\n    assuming high\n')
    assert found.claims["me/c"].assumes == ("high",)
    both = 'claim me/c "1" as me/b\n    says c\n    assuming high\n    also assuming low\n'
    assert claims(both).claims["me/c"].assumes == ("high", "low")


def test_a_definition_that_is_replaced_does_not_become_the_book_s() -> None:
    with pytest.raises(BookError, match="y is defined nowhere above, as `where` replaces all definitions"):
        claims('claim me/c "1" as me/a\n    says c\n    where z = 2\n')
    found = claims('claim me/c "1" as me/a\n    says c\n    where z = 2\n    formula x = z\n')
    assert found.claims["me/c"].locals.keys() == {"z"}


@pytest.mark.parametrize(("hint", "told"), [(3, "above (by above.y)"), ("7/2", "above (by above.y)")])
def test_an_assumption_may_ask_for_a_number(hint: Any, told: str, tmp_path: Path) -> None:
    book = Book(
        f'{HEAD}{ONE}assume above "1" = some y. y > x\n    says it\n'
        'claim me/it "1" on One\n    says it\n    assuming above\n    formula 0 = 1\n',
        "me.book",
    )
    found = put(book, {"type": "One", "x": 0}, {"above.y": hint}, tmp_path)
    assert (found.outcome, found.lines[3]) == ("ACCEPTED", f"holds       {told}")


# sqrt(5 + 2 sqrt 6) = sqrt 2 + sqrt 3: only an arithmetic that sees identities decides what compares the two.
ABOVE = "sqrt(5 + 2 * sqrt(6)) > sqrt(2) + sqrt(3)"
TOLD = {
    f"({ABOVE}) and 1 < 2": "sides       3.14626 > 3.14626 is false",
    f"1 < 2 and {ABOVE}": "sides       3.14626 > 3.14626 is false",
    "log(2) + log(3) > log(6)": "sides       1.79176 > 1.79176 is false: the two are equal",
    "exp(1/10000000) < 1": "sides       1.00000 < 1 is false",
    f"({ABOVE}) and 1 > 2": "sides       1 > 2 is false",
    f"(not {ABOVE})\n        and ({ABOVE})": "fails       at the instance",
    f"(not {ABOVE}) iff 1 > 2": "parts       what stands before iff holds, and what stands after it fails",
    f"({ABOVE}) iff 1 < 2": "parts       what stands before iff fails, and what stands after it holds",
    f"(not {ABOVE})\n        iff {ABOVE}": "parts       one side of iff holds, and the other fails",
}


@pytest.mark.parametrize("formula", TOLD)
def test_what_is_told_of_a_false_part_is_true(formula: str, tmp_path: Path) -> None:
    truth = Truth(ONE, (f"formula {formula}",), {"type": "One", "x": 0})
    assert said(truth, tmp_path).lines[-1] == TOLD[formula]


OF_REALS = {  # with the number 0 and the array of zeros
    "every t. sqrt(t) > x + 3": ("fails at    t = 0", "sides       0 > 3 is false"),
    "every t X[a] | t >= x. x = 0 implies norm(X) > t": ("fails at    t = 0", "sides       0 > 0 is false"),
    "x = 1 or (every t. t > 3)": ("parts       neither side of or holds",),
}


@pytest.mark.parametrize("formula", OF_REALS)
def test_where_what_is_said_of_every_real_fails_is_told(formula: str, tmp_path: Path) -> None:
    claim = f'claim me/it "1" on Two\n    says it\n    formula {formula}\n'
    book = Book(f'book me "Me"\naxes d: a\ngiven Two: x, y[a]\n{claim}', "me.book")
    hints = {"claim.t": 0, "claim.X": [0, 0]} if "X" in formula else {"claim.t": 0}
    found = put(book, {"type": "Two", "x": 0, "y": [1, 2]}, hints, tmp_path)
    assert found.outcome == "ACCEPTED", found.lines
    assert found.lines[-len(OF_REALS[formula]) :] == [*OF_REALS[formula]]


# What was read as something else, or left out in silence, and what is said of it now.
MISWRITTEN = {
    "axes m: j\n        V: u v\ngiven One: x[j]": "a semicolon before the next one",
    "axes m: j, k\ngiven One: x[j]": "axes are written",
    "axes m: j\ngiven One: x[j]\n        natural": "cannot read the field 'natural'",
    "axes m: j\ngiven One: 1x[j]": "cannot read the field '1x",
    "axes m: j\ngiven One: x from a-name": "cannot read the field 'x from a-name': what stands after `from`",
    "axes m: j\ndemand 0 = 1\ngiven One: x[j]": "a demand is one on a type",
    "axes m: j\ngiven One: x[j] from a, y[j] from a": "in files a is something else already",
    "axes m: j\ngiven One: x[j] from a\ngiven Two < One: y from a": "in files a is something else already",
    "axes m: j\ngiven One: x[j] from type": "in files type is something else already",
    "axes m: j\ngiven One: x[j] in Q": "Q is no axis; they are m",
    "axes m: j\ngiven One: x one of log log linear": "the word log stands twice",
    "axes m: j\ngiven One: x[j]\nlet f(a b) = 1": "cannot read the argument 'a b'",
    "axes m: j\ngiven One: x[j]\nlet f(a[j) = 1": r"cannot read the argument 'a\[j'",
    "axes m: j\ngiven One: x[j]\nlet f = 1#2": "a comment has a space before its #",
    'book other "Another"': "a book opens once; this one is me",
}


@pytest.mark.parametrize("items", MISWRITTEN)
def test_what_would_be_read_as_something_else_is_refused(items: str) -> None:
    with pytest.raises(BookError, match=MISWRITTEN[items]):
        Book(f'book me "Mine"\n{items}\n', "me.book")
