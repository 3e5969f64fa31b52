"""What is said of a file: accepted only where the statement fails, or has no value, at its instance."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from ntpcheck.verifier import judge
from ntpcheck.verifier.arithmetic.intervals import allow
from ntpcheck.verifier.language.book import Book
from ntpcheck.verifier.language.printing import decimal
from tests.verifier import toys
from tests.verifier.judged import INSTANCE, MARGIN, examined, file, margin


def test_a_refutation_is_accepted_and_told(tmp_path: Path) -> None:
    found = examined(margin(), tmp_path)
    assert (found.outcome, found.verdict, found.reason) == ("ACCEPTED", "REFUTED", "")
    assert found.lines[0].startswith("REFUTED     toy/margin, Lemma 1, (2): ")
    assert found.lines[0].endswith("the shortest vector of margin 1 is shorter than x")
    assert found.lines[1:] == [
        "formula     norm(P) < x",
        "instance    Data, m = 3, d = 2",
        "holds       separable (by separable.X active), positive",
        "sides       1.52315 < 1/4 is false",
    ]


ACCEPTED = [
    (file("asked", x="3/2"), "REFUTED", "fails at    j = 0, k = 0"),
    (file("asked", "undefined", x=0), "ILL_POSED", "undefined   x = 0, as the line `undefined when` says"),
    (file("quotient"), "REFUTED", "sides       4 <= 1 is false"),
    (file("quotient", "undefined", x=0), "ILL_POSED", "undefined   division by 0"),
    (file("limit", x=0), "REFUTED", "fails       at the instance"),
    (file("limit", x=-1), "REFUTED", "fails       at the instance"),
    (file("some", x=2, hints={"claim.y": 3}), "REFUTED", "parts       what stands after not holds"),
    (file("unseen", dropped=("seen",)), "REFUTED", "sides       1/4 < 0 is false"),
    (file("weak"), "REFUTED", "fails at    j = 1"),
    (
        margin(dropped=["positive"], x=-1, statement=file("margin", dropped=("positive",))["statement"]),
        "REFUTED",
        "",
    ),
]


@pytest.mark.parametrize(("document", "verdict", "line"), ACCEPTED, ids=range(len(ACCEPTED)))
def test_what_fails_or_has_no_value_is_accepted(
    document: dict[str, Any], verdict: str, line: str, tmp_path: Path
) -> None:
    found = examined(document, tmp_path)
    assert (found.outcome, found.verdict) == ("ACCEPTED", verdict), found.reason
    assert not line or line in found.lines
    assert len(found.lines) <= 11


ENDS = {
    "tends(y_k, x + 1)": ["ends        it tends to 1/4, and not to 5/4"],
    "tends(y_k, infinity)": ["ends        it tends to 1/4, and not to infinity"],
    "tends(2 * y_k, 0)": ["ends        it tends to 1/2, and not to 0"],
    "tends(Y_k, 0 * Y_k)": ["ends        an entry of it tends to 1/4, and not to 0"],
    "tends(y_k, x) and tends(y_k, 0)": [],  # which of the parts fails is not told by a number alone
    "tends(k * y_k, 0)": ["ends        it tends to infinity, and not to 0"],
    "not tends(y_k, x)": [],
    "tends(y_k, x) implies tends(y_k, 0)": [],
}


@pytest.mark.parametrize("claim", ENDS)
def test_a_refuted_limit_says_what_its_term_tends_to(claim: str) -> None:
    book = Book(
        'book own "Own"\naxes m: j\ngiven Number: x from x, n[j] from n\n'
        "trajectory y_k along k from x by y_k\n"
        "trajectory Y_k[j] along k from x * n[j] by Y_k[j]\n"
        f'claim own/it "1" on Number\n    says   it\n    limit  {claim}\n',
        "own",
    )
    fields = {"type": "Number", "x": "1/4", "n": [1, 1]}
    allow(1_000_000)
    world = judge.load(book, book.claims["own/it"], fields, {})
    lines = judge.shown(world, book.claims["own/it"], judge.REFUTED, "stays")
    assert [line for line in lines if line.startswith("ends")] == ENDS[claim]


def test_a_dropped_assumption_is_said_to_weaken_the_statement(tmp_path: Path) -> None:
    found = examined(file("weak", dropped=("positive",), x=-3), tmp_path)
    assert found.outcome == "ACCEPTED"
    assert "dropped     positive: this refutes the weakened statement" in found.lines
    assert not any(line.startswith("holds") for line in found.lines)


PARTS = {
    "x > 0 iff x > 1": "what stands before iff holds, and what stands after it fails",
    "forall j. n[j] > 5 iff x > 0": "what stands before iff fails, and what stands after it holds",
    "not (x > 0)": "what stands after not holds",
    "x < 0 or x > 7": "neither side of or holds",
    "x > 0 and (exists j. n[j] > 7)": "no index meets it",
    "x > 0 and h != x * h": "the two sides are equal, entry by entry",
    "solvable X[i]. forall i. X[i] >= 1 and X[i] <= 0": "nothing solves it",
    "x > 0 implies (forall set T of j | size 1. x > 1)": "what stands before implies holds, and what stands "
    "after it fails",
    "odd": "what stands before iff fails, and what stands after it holds",
    "forall set T of j | size 1. x > 1": "",
    "forall j. x > 0 implies n[j] < 0": "",  # a comparison fails, whose sides are told
}


@pytest.mark.parametrize("formula", PARTS)
def test_which_parts_of_a_formula_hold_is_told(formula: str, tmp_path: Path) -> None:
    text = f"""book toy "A toy"
axes m: j; d: i
given Data: h[j,i], n[j], x
let odd = x < 0 iff (forall j. n[j] > 0)
claim toy/it "1" on Data
    says     it
    formula  {formula}
"""
    data = {"type": "Data", "h": [[1]], "n": [2], "x": 1}
    hints = {"claim.X": {"ray": [0, 1]}} if "solvable" in formula else {}
    found = toys.put(Book(text, "toy.book"), data, hints, tmp_path, None, "fails")
    assert found.outcome == "ACCEPTED", found.reason
    told = [line.split(maxsplit=1)[1] for line in found.lines if line.startswith("parts")]
    assert told == ([PARTS[formula]] if PARTS[formula] else [])


WRONG_DIGEST = "its statement is not that of the book; `ntpcheck verify CLAIM` writes it anew"
REJECTED = [
    (file("true"), "the claim holds there"),
    (file("margin", x=2, hints=MARGIN), "the claim holds there"),
    (file("margin", x=-1, hints=MARGIN), "positive does not hold"),
    (margin(x=0), "positive does not hold"),
    (margin() | {"dropped": ["positive"]}, WRONG_DIGEST),
    (margin() | {"dropped": ["positive", "positive"]}, "it drops what the claim does not assume"),
    (margin() | {"dropped": ["seen"]}, "it drops what the claim does not assume"),
    (margin() | {"dropped": ["Positive"]}, "it drops what the claim does not assume"),
    (file("weak", dropped=("positive",), x=-3) | {"dropped": []}, WRONG_DIGEST),
    (margin(statement=""), WRONG_DIGEST),
    (margin(statement=file("true")["statement"]), WRONG_DIGEST),
    (file("quotient") | {"claim": "toy/asked"}, WRONG_DIGEST),
    (margin(claim="toy/none"), "no book here states toy/none; --book=FILE names the book that does"),
    (margin(claim="other/margin"), "no book here states other/margin"),
    (margin(claim=""), "no book here states "),
    (margin(embeddings=[[1, 0], [-1, 0], [2, 3]]), "separable.X: the point of the hint breaks a constraint"),
    (margin(hints={}), "no hint tells of separable.X"),
    (margin(hints={"separable.X": MARGIN["separable.X"]}), "no hint tells of P"),
    (margin(hints=MARGIN | {"Q": {"active": []}}), "nothing asks for the hint Q"),
    (margin(hints=MARGIN | {"P": {"active": [0]}}), "P: the point of the hint breaks a constraint"),
    (margin(hints=MARGIN | {"P": {"active": [0, 1, 2]}}), "P: the active constraints of the hint contradict"),
    (margin(hints=MARGIN | {"P": {"ray": [0, 1, 2]}}), "P: the ray of the hint shows no contradiction"),
    (file("asked", x="1/2"), "the claim holds there"),
    (file("asked", x=3), "the claim does not speak of this instance: what it is asked for does not hold"),
    (file("asked", x=0), "the claim is undefined there, which refutes nothing"),
    (file("asked", "undefined"), "the claim is not seen to be undefined there"),
    (
        file("asked", "undefined", x=3),
        "the claim does not speak of this instance: what it is asked for does not hold",
    ),
    (file("quotient", x=0), "division by 0"),
    (file("quotient", "undefined"), "the claim is not seen to be undefined there"),
    (
        file("quotient", "undefined", x=0) | {"lemma": "stays"},
        "it names a lemma, and says that the claim is undefined: a lemma shows that one fails",
    ),
    (file("limit"), "the claim holds there"),
    (file("limit", lemma="none"), "there is no lemma 'none'"),
    (file("recorded"), "the book only records the claim: it has no formula"),
    (file("unseen"), "an assumption or a statement is only recorded: a run says it"),
    (file("some", x=2), "no hint names claim.y"),
    (file("some", x=2, hints={"claim.y": 5}), "the numbers that the file names for some do not decide it"),
    (file("some", x=2, hints={"claim.y": "1e5"}), "is no exact number"),
    (file("weak", counts=[0, 0, 0]), "it is no Data: a demand of the book fails"),
    (file("weak", counts=[1, 1, 1]), "the claim holds there"),
]


@pytest.mark.parametrize(("document", "reason"), REJECTED, ids=range(len(REJECTED)))
def test_what_is_not_shown_is_not_accepted(document: dict[str, Any], reason: str, tmp_path: Path) -> None:
    found = examined(document, tmp_path)
    assert found.outcome != "ACCEPTED"
    assert reason in found.reason
    assert (found.verdict, found.lines) == ("", [])


UNREADABLE = [
    (margin(schema_version=1), "it carries its own program (schema 1); `ntpcheck verify CLAIM` writes"),
    (margin(schema_version=3), "its schema_version is not 2"),
    (margin(schema_version="2"), "its schema_version is not 2"),
    (margin(schema_version=None), "its schema_version is not 2"),
    (margin(more=1), "its keys should be claim, dropped, found, hints, instance, says, schema_"),
    ({k: v for k, v in margin().items() if k != "hints"}, "its keys should be"),
    (margin(says="holds"), "says is neither fails nor undefined"),
    (margin(claim=["toy/margin"]), "claim is no str"),
    (margin(instance=[]), "instance is no dict"),
    (margin(hints=[]), "hints is no dict"),
    (margin() | {"dropped": "positive"}, "dropped is no list"),
    (margin(statement=0), "statement is no str"),
    (margin(instance=INSTANCE | {"type": "Decoding"}), "its type is not Data"),
    (margin(instance=INSTANCE | {"y": 1}), "its fields should be embeddings, counts, x"),
    (
        margin(instance={k: v for k, v in INSTANCE.items() if k != "x"}),
        "its fields should be embeddings, counts, x",
    ),
    (margin(embeddings=[]), "embeddings: a list along m is needed"),
    (margin(embeddings=[[], [], []]), "embeddings: a list along d is needed"),
    (margin(embeddings=[[1, 2], [3], [4, 5]]), "a list of 2 is expected"),
    (margin(embeddings=[[1, 2], [3, 4]]), "counts: m has two sizes"),
    (margin(embeddings=[[[1], 2]] * 3), "is no exact number"),
    (margin(counts=[1, 2]), "counts: m has two sizes"),
    (margin(counts=[1, 2, -1]), "counts: -1 is not below"),
    (margin(counts=[1, 2, True]), "counts: True is not below"),
    (margin(counts=[1, 2, "3"]), "counts: 3 is not below"),
    (margin(counts=[1, 2, 1 << 63]), "counts: 9223372036854775808 is not below"),
    (margin(counts={"0": 1}), "counts: a list along m is needed"),
    (margin(x=None), "'None' is no exact number"),
    (margin(x=True), "'True' is no exact number"),
    (margin(x=[]), "is no exact number"),
    (margin(x="1/0"), "'1/0' is no exact number"),
    (margin(x="0.5/2"), "is no exact number"),
    (margin(x="1e3"), "is no exact number"),
    (margin(x=" 1"), "is no exact number"),
    (margin(x="1\n"), "is no exact number"),
    (margin(x="1_000"), "is no exact number"),
    (margin(x="\u0663"), "is no exact number"),
    (margin(x="nan"), "is no exact number"),
    (margin(x="inf"), "is no exact number"),
    (margin(x="0x1p+2000"), "is no exact number"),
]


@pytest.mark.parametrize(("document", "reason"), UNREADABLE, ids=range(len(UNREADABLE)))
def test_what_is_no_file_of_this_form_is_unreadable(
    document: dict[str, Any], reason: str, tmp_path: Path
) -> None:
    found = examined(document, tmp_path)
    assert found.outcome == "UNREADABLE"
    assert reason in found.reason or reason.startswith("''")


NUMBERS = ["1/4", "0.25", "0x1.0p-2", "2/8", "0x1p-2"]


@pytest.mark.parametrize("text", NUMBERS)
def test_numbers_are_read_exactly_however_they_are_written(text: str, tmp_path: Path) -> None:
    found = examined(margin(x=text), tmp_path)
    assert found.outcome == ("ACCEPTED" if text != "0x1p-2" else "UNREADABLE")


def test_hints_of_one_file_do_not_serve_another(tmp_path: Path) -> None:
    assert examined(margin(), tmp_path).outcome == "ACCEPTED"
    assert examined(margin(hints={}), tmp_path).outcome == "REJECTED"


def test_a_file_is_judged_the_same_twice_and_in_any_order(tmp_path: Path) -> None:
    documents = [margin(), file("quotient"), file("asked", x="3/2"), file("true"), margin(x=0)]
    first = [examined(one, tmp_path) for one in documents]
    assert [examined(one, tmp_path) for one in reversed(documents)] == first[::-1]


@pytest.mark.parametrize(
    ("bounds", "said"),
    [
        ((Fraction(1, 3), Fraction(1, 3)), "1/3"),
        ((Fraction(-5), Fraction(-5)), "-5"),
        ((Fraction(10**30), Fraction(10**30)), "1.00000e+30"),
        ((Fraction(1, 3), Fraction(1, 3) + Fraction(1, 10**9)), "0.333333"),
        ((Fraction(1, 3), Fraction(1, 2)), "[0.33333333, 0.5]"),
        ((Fraction(1, 10**400), Fraction(1, 10**400)), "1e-400"),
        ((Fraction(7) ** 9000, Fraction(7) ** 9000), "7.62711e+7605"),
        ((Fraction(0), Fraction(1)), "[0, 1]"),
    ],
    ids=range(8),
)
def test_numbers_are_told_as_far_as_they_are_known(bounds: Any, said: str) -> None:
    assert decimal(bounds) == said


def test_a_number_too_long_to_write_is_no_obstacle(tmp_path: Path) -> None:
    found = examined(file("quotient", x=f"1/{'9' * 4300}"), tmp_path)
    assert found.outcome == "ACCEPTED"
    assert found.lines[-1] == "sides       1.00000e+4300 <= 1 is false"


FORMULAS = {  # false where c is 5/3 and the least W_v,i is -2
    "c > 1 and c > 2": "5/3 > 2 is false",
    "c > 2 and c > 3": "5/3 > 2 is false",
    "c > 1 implies c > 2": "5/3 > 2 is false",
    "c > 1 implies (c < 2 and c < 1)": "5/3 < 1 is false",
    "large and c < 2": "5/3 > 2 is false",
    "forall v i. W[v,i] > -2": "-2 > -2 is false",
}


@pytest.mark.parametrize("text", FORMULAS)
def test_the_innermost_comparison_that_is_false_is_told(text: str) -> None:
    shelf = toys.book("let large = c > 2\n")
    lines = judge.sides(toys.world(shelf=shelf), toys.core(text, shelf), {})
    assert lines[-1] == f"sides       {FORMULAS[text]}"
