"""True statements of small books of their own, and files made to refute them: none is accepted.

Each was accepted once, by a rule that read more, or less, than the statement says.
"""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from ntpcheck.verifier.judge import Answer
from ntpcheck.verifier.language.book import Book
from tests.verifier.refusals import reasons
from tests.verifier.toys import put

HEAD = """book me "Mine"
axes d: i a; V: v
"""
HALVED = """given Two: s[a]
trajectory W_k[a] along k from s by W_k / 2
"""
ONE = "given One: x\n"
TWO: dict[str, Any] = {"type": "Two", "s": [1, 1]}
THREE: dict[str, Any] = {"type": "One", "x": 3}


class Truth(NamedTuple):
    """Items of a book, clauses of a claim, and a file: instance, hints and lemma."""

    items: str
    clauses: tuple[str, ...]
    instance: dict[str, Any]
    hints: dict[str, Any] = {}  # noqa: RUF012 # never changed
    lemma: str | None = None


SPLIT = """given Turns: z[a], y[a], s[a], e
let T(M[a])[i] = z[i] * (exp(dot(z, M)) - 1) / (exp(dot(z, M)) + 1) - y[i] * exp(-dot(y, M))
"""
STEPS = "trajectory N_k[a] along k from s by N_k - e * T(N_k) / norm(T(N_k))\n"
TURNS = SPLIT + STEPS
START = {"type": "Turns", "z": [1, 0], "y": [0, 1], "s": ["1/2", 20], "e": 1}
TURNED = {"claim.direction": [1, 0], "claim.outward": [0, 1], "claim.near": "1/4", "claim.centre": 0}
BULGE = f"""given Bulge: z[a], y[a], s[a], e, w, above[v], below[v], power[v]
let up(M[a]) = sum v. above[v] * exp((power[v] + 1) * dot(y, M))
let H(M[a]) = up(M) / (sum v. below[v] * exp(power[v] * dot(y, M)))
let T(M[a])[i] = z[i] * w * (exp(dot(z, M)) - 1) / (exp(dot(z, M)) + 1) - y[i] * H(M)
{STEPS}"""
RISKS = """given Risks: h[a], c[v], first in V, second in V
let risk(M[a])[v] = c[v] + log(1 + exp(-dot(h, M)))
path W_B[a] along B minimises risk(M)[first] over M[a] with norm(M) <= B
"""
RISES = """given Rises: s[a], zero[a]
trajectory W_k[a] along k from zero by W_k + exp(-W_k)
"""
RUNS = ONE + "trajectory T_k along k from x by T_k\n"
SIZED = "given Sized: s[a], x\n"
NONE: dict[str, Any] = {"type": "Sized", "s": [1, 2], "x": 0}


def bulging(c: Fraction) -> dict[str, Any]:
    """A Bulge whose H is e^m / (e^2m - c e^m + 1) once what is common is taken out: with it, no term of the
    divisor is negative (its factors are Chebyshev polynomials of c / 2)."""
    common = [Fraction(1), c]
    while common[-1] > 0:
        common.append(c * common[-1] - common[-2])
    above = [*common[:-1], Fraction(0), Fraction(0)]
    below = [Fraction(0)] * len(above)
    for i, x in enumerate(common[:-1]):
        for j, factor in enumerate((Fraction(1), -c, Fraction(1))):
            below[i + j] += factor * x
    assert min(below) >= 0
    powers = {"above": [str(x) for x in above], "below": [str(x) for x in below]}
    start = {**START, "type": "Bulge", "s": ["1/25", 0], "e": "1/10", "w": 20000}
    return {**start, **powers, "power": list(range(len(above)))}


TRUTHS = {
    # W_k = s / 2^k: what a definition's argument is at one step is no limit, and not what it always is.
    "tends, of an argument": Truth(
        HALVED,
        ("where small(y) = tends(y, 0)", "limit small(norm(W_k))"),
        TWO,
        {"claim.step": 0},
        "at-a-step",
    ),
    "always, of an argument": Truth(
        HALVED,
        ("where below(y) = always y < 1", "limit not below(norm(W_k))"),
        TWO,
        {"claim.step": 3},
        "at-a-step",
    ),
    # min z of (z - y)^2 + z^2 is y^2 / 2, and min y of (y - 3)^2 + y^2 / 2 is 3.
    "an infimum in an infimum": Truth(
        ONE,
        ("formula (infimum y. ((y - x)^2 + (infimum z. ((z - y)^2 + z^2)))) = 3",),
        THREE,
        {"claim.y": {"point": 2}, "claim.z": {"point": 1}},
    ),
    "an infimum at any number": Truth(
        ONE,
        ("formula some M. (infimum z. ((z - M)^2 + z^2)) > 0",),
        THREE,
        {"claim.z": {"point": 1}},
        "everywhere",
    ),
    "an infimum at a log": Truth(
        ONE + "let least(M) = M^2 - M^2 + (infimum z. ((z - M)^2 + z^2))\n",
        ("formula not (least(log(2)) = 0)",),
        THREE,
        {"least.z": {"point": "1/3"}},
    ),
    # (e^x - e^y)^2 + e^2y > 0, though its first term in alphabetical order, -2 e^(x + y), is not.
    "one over a sum of squares": Truth(
        ONE,
        ("formula some x y. 1 / ((exp(x) - exp(y))^2 + exp(2 * y)) > 0",),
        THREE,
        {},
        "everywhere",
    ),
    # N_k is on either side of 0 in turn, so that it is on no side at last.
    "a condition on a limit": Truth(
        TURNS, ("limit forall a | (eventually dot(z, N_k) > 0). 0 = 1",), START, TURNED, "alternates"
    ),
    "a sum under a limit": Truth(
        TURNS, ("limit (sum a | (eventually dot(z, N_k) > 0). 1) = 0",), START, TURNED, "alternates"
    ),
    # The path makes the first of two risks least, and the claim is on the second.
    "one of two risks": Truth(
        RISKS,
        ("limit tends(risk(W_B)[second], c[second])",),
        {"type": "Risks", "h": [1, 0], "c": [0, 5], "first": 0, "second": 1},
        {"claim.goal": {"ray": [1, 0]}, "claim.margins": {"active": [0]}},
        "descends",
    ),
    # H is e^m / (e^2m - 1.99 e^m + 1), ten times and more as large as e^-m; |u| is 0.0454 and 0.0546 in turn.
    "reduced terms with other signs": Truth(
        BULGE,
        ("limit eventually abs(dot(z, N_k)) >= 0.044 and abs(dot(z, N_k)) <= 0.056",),
        bulging(Fraction(199, 100)),
        {**TURNED, "claim.near": "0.035"},
        "alternates",
    ),
    # W_k - log k tends to 0; no y is 1 and 2, so that what is said of all such y holds.
    "a condition that nothing can break": Truth(
        RISES,
        (
            "limit some c. tends(dot(W_k, s) - log(k), c) and",
            "        (every r | r > 0 and (every y | y = 1 and y = 2. 0 = 1). r + c > 0)",
        ),
        {"type": "Rises", "s": [1], "zero": [0]},
        {"claim.W_k.0": [1], "claim.r": 1},
        "coordinates",
    ),
}
# No statement is refuted that has no value: each has a part that is read and has none.
NOWHERE = ONE + "let nowhere = shortest P with P >= x and P <= x - 1\n"
STAYS = NOWHERE + "trajectory T_k along k from x by T_k\n"
WITHOUT = {
    "a divisor that is not seen to be 0": Truth(
        ONE, ("formula 0 = 1 or (1 / (sqrt(3 + 2 * sqrt(2)) - 1 - sqrt(2)) > 0 and 0 = 1)",), THREE
    ),
    "a point of which no hint tells": Truth(NOWHERE, ("formula 0 = 1 or (nowhere > 0 and 0 = 1)",), THREE),
    "an index after one that is not decided": Truth(
        "given Two: s[a]\n",
        (
            "where fine = exp(exp(10)) - exp(exp(10) - exp(-100)) > 0",
            "formula (forall a. if s[a] = 0 then fine else 1 / (s[a] - 1) > 0) and 0 = 1",
        ),
        {"type": "Two", "s": [0, 1]},
    ),
    "a point beside a limit": Truth(STAYS, ("limit nowhere > 0 and tends(T_k, 0)",), THREE, {}, "stays"),
    "a set after one that is not decided": Truth(
        "given Two: s[a]\n",
        (
            "where fine = exp(exp(10)) - exp(exp(10) - exp(-100)) > 0",
            "formula (forall set T of a | size 1. forall a | T[a].",
            "        if s[a] = 0 then fine else 1 / (s[a] - 1) > 0) and 0 = 1",
        ),
        {"type": "Two", "s": [0, 1]},
    ),
    "always, of each real number": Truth(ONE, ("limit growing R. (always 1 / R != 0) and 0 = 1",), THREE),
    # At z = log 2 the second part is read, and divides by 0.
    "a part behind one that is not decided": Truth(
        ONE,
        ("formula not (every z. not ((log(z^2 + 2) > 1 and 1 / (exp(z) - 2) > 0) and 0 = 1))",),
        THREE,
        {},
        "in-pieces",
    ),
    "an index of which it is open whether it is read": Truth(
        SIZED,
        ("formula not (every z. not ((forall a | log(z^2 + 2) > s[a]. 1 / (exp(z) - 2) > 0) and 0 = 1))",),
        NONE,
        {},
        "everywhere",
    ),
    "a part of a limit behind what is said always": Truth(
        RISES,
        (
            "limit 0 = 1 or (((always k >= 0) and",
            "        tends(1 / (dot(W_k, s) - dot(W_k, s)), 0)) and 0 = 1)",
        ),
        {"type": "Rises", "s": [1], "zero": [0]},
        {"claim.W_k.0": [1]},
        "coordinates",
    ),
    "two lengths of which one has no value": Truth(
        SIZED + "let logs[a] = log(x) * s[a]\n",
        ("formula 0 = 1 or (some M[a] | abs(dot(M, logs)) > norm(M) * norm(logs). 0 = 0)",),
        NONE,
        {},
        "everywhere",
    ),
}
# The same with a value: these are refuted.
VALUED = {
    "a set after one that is not decided": ("(s[a] - 1)", "(s[a] + 1)"),
    "always, of each real number": ("1 / R", "1 / (R^2 + 1)"),
    "a part behind one that is not decided": ("(exp(z) - 2)", "(exp(z) + 2)"),
    "an index of which it is open whether it is read": ("(exp(z) - 2)", "(exp(z) + 2)"),
    "a part of a limit behind what is said always": ("dot(W_k, s) - dot(W_k, s)", "exp(dot(W_k, s))"),
    "two lengths of which one has no value": ("logs", "s"),
}
# And none is ill-posed that has a value.
ZERO = {"type": "One", "x": 0}
LET = ONE + "let first(y) = if 0 = 0 then 1 else y\n"
WITH = {
    "an argument that is not read": Truth(LET, ("formula first(1 / x) = 1",), ZERO),
    "an argument that a limit does not read": Truth(
        LET, ("limit growing R. tends(first(1 / x) + 1 / R, 1)",), ZERO
    ),
    "sets that there are not": Truth(
        SIZED, ("limit growing R. forall set S of a | size 5. tends(1 / x + 1 / R, 0)",), NONE
    ),
    "rows that are not chosen": Truth(
        SIZED, ("limit growing R. tends(rank(a; i | 0 = 1. 1 / x) + 1 / R, 0)",), NONE
    ),
    "always, false at first": Truth(RUNS, ("limit always (k > 3 and 1 / x > 0)",), ZERO),
    "not always, false at first": Truth(RUNS, ("limit not (always (k > 3 and 1 / x > 0))",), ZERO),
    "always not": Truth(RUNS, ("limit always (not (k > 3 implies 1 / x > 0))",), ZERO),
    "what is asked has no value": Truth(ONE, ("asked when 1 / x > 0", "formula 0 = 0"), ZERO),
}


def said(truth: Truth, folder: Path, says: str = "fails") -> Answer:
    head = f'claim me/it "1" on {truth.instance["type"]}\n    says it\n'
    book = Book(HEAD + truth.items + head + "".join(f"    {clause}\n" for clause in truth.clauses), "me.book")
    return put(book, truth.instance, truth.hints, folder, truth.lemma, says)


@pytest.mark.parametrize("name", TRUTHS)
def test_no_true_statement_is_refuted(name: str, tmp_path: Path) -> None:
    found = said(TRUTHS[name], tmp_path)
    assert (found.outcome, found.reason) == ("REJECTED", reasons("truths")[name])


@pytest.mark.parametrize("name", WITHOUT)
def test_no_statement_without_a_value_is_refuted(name: str, tmp_path: Path) -> None:
    found = said(WITHOUT[name], tmp_path)
    assert (found.outcome, found.reason) == ("REJECTED", reasons("without a value")[name])


@pytest.mark.parametrize("name", VALUED)
def test_the_same_with_a_value_is_refuted(name: str, tmp_path: Path) -> None:
    truth = WITHOUT[name]
    clauses = tuple(clause.replace(*VALUED[name]) for clause in truth.clauses)
    assert clauses != truth.clauses
    assert said(truth._replace(clauses=clauses), tmp_path).outcome == "ACCEPTED"


@pytest.mark.parametrize("name", WITH)
def test_no_statement_with_a_value_is_ill_posed(name: str, tmp_path: Path) -> None:
    found = said(WITH[name], tmp_path, "undefined")
    assert (found.outcome, found.reason) == ("REJECTED", reasons("with a value")[name])
