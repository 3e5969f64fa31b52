"""Words to trees: what binds tighter, what takes all that follows, and what is refused with a way out."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from ntpcheck.verifier.language.words import BookError
from tests.verifier.toys import tree


def name(text: str) -> tuple[Any, ...]:
    return ("name", text, None, ())


A, B, C, X, Y = (name(text) for text in ("A", "B", "C", "x", "y"))

# Two spellings of the same tree.
SAME = {
    "A or B and C": "A or (B and C)",
    "A and B or C": "(A and B) or C",
    "A implies B or C": "A implies (B or C)",
    "A implies B implies C": "A implies (B implies C)",
    "A iff B implies C": "A iff (B implies C)",
    "A iff B iff C": "(A iff B) iff C",
    "A and B and C": "(A and B) and C",
    "A or B or C": "(A or B) or C",
    "not A and B": "(not A) and B",
    "not not A": "not (not A)",
    "not x < y": "not (x < y)",
    "x + y < x * y": "(x + y) < (x * y)",
    "x - y - x": "(x - y) - x",
    "x - y + x": "(x - y) + x",
    "x / y / x": "(x / y) / x",
    "x / y * x": "(x / y) * x",
    "x + y * x^2": "x + (y * (x^2))",
    "-x * y": "(-x) * y",
    "-x^2": "-(x^2)",
    "x - -y": "x - (-y)",
    "2 * -x": "2 * (-x)",
    "-x + y": "(-x) + y",
    "x < y and y < x": "(x < y) and (y < x)",
    "x < y <= x": "x < y and y <= x",
    "x = y != x > y": "x = y and y != x and x > y",
    "forall j. A and B": "forall j. (A and B)",
    "forall j. A implies B": "forall j. (A implies B)",
    "forall j. A iff B": "forall j. (A iff B)",
    "A and forall j. B or C": "A and (forall j. (B or C))",
    "not forall j. A and B": "not (forall j. (A and B))",
    "exists j | A or B. C": "exists j | (A or B). C",
    "forall j. exists v. A": "forall j. (exists v. A)",
    "some D. A and B": "some D. (A and B)",
    "every D | A. B and C": "every D | A. (B and C)",
    "eventually A and B": "eventually (A and B)",
    "always A implies B": "always (A implies B)",
    "growing R. A and B": "growing R. (A and B)",
    "solvable D[v]. A and B": "solvable D[v]. (A and B)",
    "forall set T of j | size 1 + 1. A and B": "forall set T of j | size (1 + 1). (A and B)",
    "sum j. x * y": "sum j. (x * y)",
    "sum j. x / y * x": "sum j. ((x / y) * x)",
    "sum j | A and B. x": "sum j | (A and B). x",
    "sum j. max v. x * y": "sum j. (max v. (x * y))",
    "x * sum j. y * x": "x * (sum j. (y * x))",
    "sum j. x < y": "(sum j. x) < y",
    "x <= sum j. y": "x <= (sum j. y)",
    "-sum j. x": "-(sum j. x)",
    "if A then x else y": "if (A) then (x) else (y)",
    "if A then x + 1 else y + 1": "if A then (x + 1) else (y + 1)",
    "if A then x else y < x": "if A then x else (y < x)",
    "if A then x else if B then y else x": "if A then x else (if B then y else x)",
    "infimum M[v]. x * y": "infimum M[v]. (x * y)",
    "f(x + y, A)[j,v]": "f((x + y), (A))[(j),(v)]",
    "f(x)^2": "(f(x))^2",
    "x[j]^2": "(x[j])^2",
    "max(x, y)^2": "(max(x, y))^2",
}


@pytest.mark.parametrize("text", SAME)
def test_what_binds_tighter(text: str) -> None:
    assert tree(text) == tree(SAME[text])


DIFFERENT = [
    ("(x + y) * x", "x + y * x"),
    ("(A implies B) implies C", "A implies B implies C"),
    ("(forall j. A) and B", "forall j. A and B"),
    ("(-x)^2", "-x^2"),
    ("x - (y - x)", "x - y - x"),
    ("sum j v. x", "sum j. sum v. x"),
    ("x / (y * x)", "x / y * x"),
    ("(not A) and B", "not (A and B)"),
]


@pytest.mark.parametrize(("one", "other"), DIFFERENT)
def test_parentheses_are_heard(one: str, other: str) -> None:
    assert tree(one) != tree(other)


def test_trees_are_spelled_out() -> None:
    assert tree("x + 0.25 <= y^3") == ("cmp", "<=", ("+", X, ("number", Fraction(1, 4))), ("^", Y, 3))
    assert tree("A and not B") == ("and", A, ("not", B))
    assert tree("sum j k | A. f(x)[j,k]") == (
        "sum",
        ("j", "k"),
        A,
        ("name", "f", (X,), (name("j"), name("k"))),
    )
    assert tree("max(x, y)") == ("call", "max", (X, Y))
    assert tree("tends(x, -infinity)") == ("call", "tends", (X, ("neg", ("infinity",))))
    assert tree("some D[v,i] g | A. B") == ("some", (("D", ("v", "i")), ("g", ())), A, B)
    assert tree("loss is log") == ("is", name("loss"), "log")
    assert tree("rank(j; i a | A. x)") == ("rank", ("j",), ("i", "a"), A, X, ())
    assert tree("closure(x; y. A)[u,w]") == ("closure", ("x",), ("y",), None, A, (name("u"), name("w")))
    assert tree("shortest X[v,i] with A") == ("closest", ("X", ("v", "i")), None, A)
    assert tree("closest X[v] to y with A") == ("closest", ("X", ("v",)), Y, A)
    assert tree("minimiser M[v] of x") == ("minimiser", ("M", ("v",)), X, None)
    assert tree("forall set T of j | size x. A") == ("sets", "T", "j", X, A)


# A text, and what is said of it.
BESIDE = "a sum, max or min beside + or - needs parentheses: (sum j. x) + 1"
REFUSED = {
    "sum j. x + 1": BESIDE,
    "1 + sum j. x": BESIDE,
    "1 - max j. x": BESIDE,
    "min j. x - y": BESIDE,
    "x + sum j. y * max v. x": BESIDE,
    "x + infimum M[v]. y": BESIDE,
    "2 * sum j. x + 1": BESIDE,
    "-sum j. x + 1": BESIDE,
    "f(sum j. x + 1)": BESIDE,
    "x^y": "a power is a natural number: x^2; for others use exp and log",
    "x^0.5": "a power is a natural number",
    "x^-1": "a power is a natural number",
    "x^(2)": "a power is a natural number",
    "a[j][v]": "indices stand together: A[j,v]",
    "x y": "this is left over; is a sign or a parenthesis missing?",
    "(x": "')' is expected",
    "x)": "this is left over",
    "f(x, y": "')' is expected",
    "a[j": "']' is expected",
    "": "a name is expected; 'the end' is no name",
    "|x| > 1": "'|' is no name; of a number take abs(x), of an array norm(W)",
    "forall j, v. A": "letters end with a dot, forall j v. F: a name is expected; ',' is no name",
    "x +": "a name is expected; 'the end' is no name",
    "x + and": "a name is expected; 'and' is a word of the language, which cannot be a name",
    "forall. A": "a name is expected; '.' is no name",
    "forall j A": "a name is expected; 'the end' is no name",
    "sum sum. x": "'sum' is a word of the language",
    "if A then x": "'else' is expected",
    "if A else x": "'then' is expected",
    "forall set T | A. B": "'of' is expected",
    "forall set T of j. A": "'|' is expected",
    "solvable D[v] A": "'.' is expected",
    "growing R A": "'.' is expected",
    "rank(j. x)": "a name is expected; '.' is no name",
    "psd(a; b x)": "a name is expected; ')' is no name",
    "closest X[v] with A": "'to' is expected",
    "closest X[v] to y": "'with' is expected",
    "minimiser X[v] with A": "'of' is expected",
    "exp x": "'(' is expected",
    "norm": "'(' is expected",
    "loss is 2": "a name is expected; '2' is no name",
    "x = y = ": "a name is expected",
    "x < not A": "a name is expected; 'not' is a word of the language",
    "3.": "this is left over",
    "x is a or b is": "a name is expected",
    "f()": "a name is expected; ')' is no name",
    "D[]": "a name is expected; ']' is no name",
}


@pytest.mark.parametrize("text", REFUSED)
def test_what_is_no_formula_is_refused_with_a_way_out(text: str) -> None:
    with pytest.raises(BookError) as told:
        tree(text)
    assert REFUSED[text] in str(told.value)
    assert str(told.value).startswith("line 1: ")


ALLOWED = [
    "(sum j. x) + 1",
    "1 + (max j. x)",
    "sum j. x * y",
    "(sum j. x) <= (sum j. y) + 1",
    "sum j. (x + 1)",
    "sum j | x + 1 > y. x",
    "max(sum j. x, y)",
    "f(sum j. x)",
    "-sum j. x",
    "min(x, y) + 1",
    "(-sum j. x) + 1",
    "sum j. x <= y",
]


@pytest.mark.parametrize("text", ALLOWED)
def test_parentheses_are_asked_for_beside_plus_and_minus_only(text: str) -> None:
    tree(text)


def test_an_error_names_the_line_where_it_is() -> None:
    with pytest.raises(BookError, match=r"^line 3: '\)' is expected, before 'the end'$"):
        tree("x +\n\n(y + 1")


def test_an_error_shows_what_follows() -> None:
    with pytest.raises(BookError, match=r"before '\. x the end'"):
        tree("forall j | A and. x")


@pytest.mark.parametrize(
    "text",
    [
        "(" * 20_000 + "x" + ")" * 20_000,
        "-" * 20_000 + "x",
        "not " * 20_000 + "A",
        "A implies " * 20_000 + "A",
        "f(" * 20_000 + "x" + ")" * 20_000,
        "forall j. " * 20_000 + "A",
        "A and " * 20_000 + "A",
        "x + " * 20_000 + "x",
        "x < " * 20_000 + "x",
        "A iff " * 20_000 + "A",
        "if A then x else " * 20_000 + "x",
    ],
    ids=lambda text: text[:8],
)
def test_what_is_nested_too_deeply_is_refused(text: str) -> None:
    with pytest.raises(BookError, match="line 1: it is nested too deeply"):
        tree(text)


def test_what_a_reader_can_follow_is_not_too_deep() -> None:
    tree("(" * 12 + "x" + ")" * 12)
    tree(" and ".join(["x < y"] * 30))
    tree(" + ".join(["x * y"] * 60))
