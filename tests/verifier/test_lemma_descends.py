"""Gradient descent, and paths, of logs of sums of exponentials: false limits fall, true ones stand."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from textwrap import fill
from typing import Any

import pytest

from ntpcheck.domains import plain
from ntpcheck.verifier.language.book import Book
from tests.verifier.argued import objection
from tests.verifier.refusals import reasons

PLANE = next(plain.planar_runs())  # W^mm has two support vectors, W* is no multiple of a log
ZERO_DUAL = plain.run(
    [[1, 0], [1, 0], [1, 0]], [[1, 0], [1, 1], [1, -1]]
)  # the first margin is tight, unneeded
SPREAD = plain.run([[1, 0, 0], [0, 3, 1]], [[2, 1], [0, 1]], start=[[1, 2], [0, -3], [5, 1]])
FULL = plain.run(
    [[1, 3], [3, 1]], [[1], [-1]], start=[[2], [1]]
)  # CE has least points; W* = (-1, 1) log(3) / 2
AGREES = plain.run([[1, 1, 2], [1, 2, 1]], [[1], [1]])  # no decoder is compatible; CE has least points
MIXED = plain.run([[3, 1, 0], [1, 1, 0]], [[1, 0], [1, 0]], eta=Fraction(1, 4))  # no W*, but a finite part
SMALL = plain.run([[1, 3, 0]])
COS = "tends(dot(W_k, Wmm) / (norm(W_k) * norm(Wmm)), {})"
PATH = "tends(dot(W_B, Wmm) / (norm(W_B) * norm(Wmm)), {})"
SUMS = "tends(totals(W_k), {} * totals(W0))"
TOTALS = "let totals(M[v,i])[i] = sum v. M[v,i]\n"
EVERY = (  # whatever the data, if CE has no least point
    "bounded(norm(W_k))",
    COS.format("63 / 64"),
    COS.format(-1),
    "tends(norm(W_k) / log(k), 65 / 64 * norm(Wmm))",
    "tends(dot(W_k, Wmm) / log(k), 2 * norm(Wmm)^2)",
    "tends(PF(W_k), Wstar + Wmm)",
    "tends(CE(W_k), H + 1 / 64)",
    "always CE(W_k) >= H + 1 / 64",
    "eventually CE(W_k) < H",
    "bounded(k^2 * (CE(W_k) - H))",
    "bounded(1 / (exp(log(k) / 2) * (CE(W_k) - H)))",
    "tends(norm(W_k) / log(k)^2, 1)",
    "forall j v | not S[j,v]. bounded(1 / (sqrt(k) * softmax(W_k)[j,v]))",
    "forall j v | not S[j,v]. eventually softmax(W_k)[j,v] > exp(-log(k) / 2)",
)
STAND = (
    "tends(norm(W_k), infinity)",
    COS.format(1),
    "tends(norm(W_k) / log(k), norm(Wmm))",
    "tends(dot(W_k, Wmm) / log(k), norm(Wmm)^2)",
    "tends(PF(W_k), Wstar)",
    "tends(CE(W_k), H)",
    "always CE(W_k) >= H",
    "always CE(W_k) > H",
    "bounded(k * (CE(W_k) - H))",
    "tends(k * (CE(W_k) - H), norm(Wmm)^2 / eta)",
    "tends(k * (CE(W_k) - H), norm(Wmm)^2 / eta + 1)",  # what k x_k tends to is not known to the lemma
    "some c. eventually norm(W_k - log(k) * Wmm) <= c",
    "forall j v | not S[j,v]. tends(sqrt(k) * softmax(W_k)[j,v], 0)",
    "forall j v | not S[j,v]. bounded(k * softmax(W_k)[j,v])",
    "forall j v | not S[j,v]. bounded(1 / (k^9 * softmax(W_k)[j,v]))",
    "not bounded(norm(W_k))",
    "not tends(norm(W_k), infinity)",  # false, but what is known of some k does not say so
    "forall j | tends(norm(W_k), infinity). 0 = 1",
)
OTHERS = (
    ("tends(norm(W_k), infinity)", FULL),
    ("tends(PF(W_k), 65 / 64 * Wstar)", FULL),
    ("tends(CE(W_k), 0)", FULL),
    ("tends(W_k, Wstar)", FULL),  # W_0 has a part that no step changes
    (SUMS.format(2), FULL),
    ("tends(CE(W_k), H)", AGREES),
    ("tends(norm(W_k), infinity)", AGREES),
    ("tends(CE(W_k), H)", MIXED),
    ("tends(W_k, 0)", MIXED),
    (SUMS.format("65 / 64"), SPREAD),
    (PATH.format("63 / 64"), PLANE),
    ("tends(norm(W_B), 1)", PLANE),
    ("tends(PF(W_B), 65 / 64 * Wstar)", PLANE),
    ("forall j v | not S[j,v]. bounded(1 / (exp(B / norm(Wmm) / 2) * softmax(W_B)[j,v]))", PLANE),
    ("tends(log(CE(W_B) - H) / B, -65 / 64 / norm(Wmm))", PLANE),
    ("bounded(exp(B * 65 / 64 / norm(Wmm)) * (CE(W_B) - H))", PLANE),
)
NEAR = (
    ("tends(PF(W_k), Wstar)", FULL),
    ("tends(CE(W_k), H)", FULL),
    ("bounded(norm(W_k))", FULL),
    ("tends(W_k, Wstar + (W0 - PF(W0)))", FULL),
    ("bounded(k^2 * (CE(W_k) - H))", FULL),
    ("bounded(1 / (k^2 * (CE(W_k) - H)))", FULL),  # false; that k^2 (CE - H) is above 0 is not known
    ("tends(log(CE(W_B) - H) / B, -1 / norm(Wmm))", PLANE),
    ("bounded(log(CE(W_B) - H) + B / norm(Wmm))", PLANE),
    ("tends(CE(W_k), infCE)", AGREES),
    ("tends(CE(W_k), infCE)", MIXED),
    ("bounded(norm(W_k))", AGREES),
    (SUMS.format(1), SPREAD),
    (PATH.format(1), PLANE),
    ("tends(norm(W_B) / B, 1)", PLANE),
    ("tends(PF(W_B), Wstar)", PLANE),
    ("tends(CE(W_B), H)", PLANE),
    ("bounded(exp(B / norm(Wmm)) * (CE(W_B) - H))", PLANE),
    ("tends(exp(B / norm(Wmm)) * (CE(W_B) - H), 1)", PLANE),  # false, for all that the lemma knows
    ("tends(B, infinity) and bounded(norm(W_B))", FULL),  # a path that ends at a least point
)


@cache
def book(limit: str, more: str = "") -> Book:
    line = fill(f"limit {limit}", 100, initial_indent=" " * 4, subsequent_indent=" " * 8)
    claim = f'claim toy/one "here" on Run\n    says      it is so\n{line}\n'
    return Book(f'book toy "A toy"\n\nuse ntpcheck.linear\n\ngiven Run\n{TOTALS}{more}\n{claim}', "toy.book")


def falls(limit: str, run: Any, more: str = "") -> bool:
    return not stands(limit, run, more)


def stands(limit: str, run: Any, more: str = "") -> str:
    """Why it is not refuted."""
    return objection(book(limit, more), "toy/one", run.to_json(), "descends", {})


@pytest.mark.parametrize("run", [PLANE, ZERO_DUAL, SPREAD], ids=["plane", "zero dual", "spread"])
@pytest.mark.parametrize("limit", EVERY)
def test_a_false_limit_of_descent_falls_on_data_of_any_shape(limit: str, run: Any) -> None:
    assert falls(limit, run)


@pytest.mark.parametrize("run", [PLANE, ZERO_DUAL, SPREAD], ids=["plane", "zero dual", "spread"])
@pytest.mark.parametrize("limit", STAND)
def test_what_is_true_or_not_known_stands(limit: str, run: Any) -> None:
    assert stands(limit, run) == reasons("descends")[limit] != ""


@pytest.mark.parametrize(("limit", "run"), OTHERS)
def test_a_false_limit_falls_with_a_least_point_and_on_a_path(limit: str, run: Any) -> None:
    assert falls(limit, run)


@pytest.mark.parametrize(("limit", "run"), NEAR)
def test_a_true_neighbour_stands(limit: str, run: Any) -> None:
    assert stands(limit, run) == reasons("descends")[limit] != ""


@pytest.mark.parametrize(("eta", "known"), [("4", False), ("399/100", True), ("1/64", True)])
def test_steps_are_below_two_over_the_lipschitz_constant(eta: str, known: bool) -> None:  # noqa: FBT001
    """One context h = 1, two tokens: log(1 + e^u) has slopes that rise by 1/4, u = W_2 - W_1, |u|^2 = 2."""
    assert falls("bounded(norm(W_k))", plain.run([[1, 0]], eta=Fraction(eta))) == known


@pytest.mark.parametrize(
    "step",
    [
        "W_c",
        "W_c - eta * grad(W_c) + eta * W_c / 64",
        "W_c - eta * grad(W_c) / (1 + norm(W_c)^2)",
        "W_c + eta * grad(W_c)",
        "W_c - eta * grad(2 * W_c)",
        "W_c - eta * grad(W_c) - eta * grad(W0)",
        "W_c - eta * (if V = 3 then grad(W_c) + 1 / 64 else 0)",
    ],
)
def test_a_step_that_is_no_gradient_step_says_nothing(step: str) -> None:
    more = f"trajectory W_c[v,i] along c from W0 by {step}\n"
    assert not falls("bounded(norm(W_c))", SMALL, more)
    assert not falls("tends(norm(W_c), infinity)", FULL, more)


@pytest.mark.parametrize("still", [1, 3])
def test_descent_that_leaves_a_row_where_it_is_is_none(still: int) -> None:
    """From (2, 1) with the first row held, the second goes to 2 + log 3; descent goes to their mean."""
    step = f"W_c[v,i] - eta * (if (exists j. n[j,v] = {still}) then 0 else grad(W_c)[v,i])"
    more = f"trajectory W_c[v,i] along c from W0 by {step}\n"
    run = plain.run([[1, 3]], start=[[2], [1]])
    assert not falls("tends(sum v i. W_c[v,i], 4 + log(3))", run, more)  # true if the first is held
    assert not falls("tends(sum v i. W_c[v,i], 2 - log(3))", run, more)  # true if the second is
    assert falls("tends(sum v i. W_k[v,i], 4 + log(3))", run)


def test_a_gradient_written_otherwise_is_one() -> None:
    more = (
        "let up(M[v,i])[v,i] = sum j. pi[j] * h[j,i] * (p[j,v] - exp(l(M)[j,v]) / (sum u. exp(l(M)[j,u])))"
        "\ntrajectory W_c[v,i] along c from W0 by W_c + eta / 2 * up(W_c)\n"
    )
    assert falls("bounded(norm(W_c))", PLANE, more)
    assert not falls("tends(norm(W_c), infinity)", PLANE, more)


def test_a_goal_that_is_not_convex_says_nothing() -> None:
    more = "path W_c[v,i] along c minimises CE(M) - CEF(M) / 2 over M[v,i] with norm(M) <= c\n"
    assert not falls("bounded(norm(W_c))", SMALL, more)
    convex = more.replace(" - CEF(M) / 2", "")
    assert falls("bounded(norm(W_c))", SMALL, convex)
    assert not falls("bounded(norm(W_c))", SMALL, convex.replace("norm(M) <= c", "norm(M) <= 2 * c"))
    assert not falls("bounded(norm(W_c))", SMALL, convex.replace("norm(M) <= c", "norm(M) >= c"))
    assert not falls("bounded(norm(W_c))", SMALL, convex.replace("CE(M)", "CE(M) + exp(sum v i. M[v,i])"))


def test_hints_that_lead_elsewhere_refute_nothing() -> None:
    """A direction that leaves the goal falling, one in which it grows, margins that are not the least."""
    from ntpcheck.statement.hints.search import hints as search
    from ntpcheck.verifier import judge
    from ntpcheck.verifier.arithmetic.intervals import Undecided, allow
    from ntpcheck.verifier.lemmas import by_name as lemmas

    limit = COS.format(1)
    stated = book(limit).claims["toy/one"]
    allow(50_000_000)
    hints: dict[str, Any] = {}
    world = judge.load(book(limit), stated, PLANE.to_json(), hints, search)
    with pytest.raises(Undecided, match="not seen to fail"):
        lemmas.refute(world, stated.core, "descends")
    good = dict(hints)
    ray = good["claim.goal"]["ray"]
    turned = [[str(-Fraction(x)) for x in row] for row in ray]
    for key, value in (
        ("claim.goal", {**good["claim.goal"], "ray": turned}),
        ("claim.goal", {"point": good["claim.goal"]["point"]}),
        ("claim.goal", {**good["claim.goal"], "ray": [["0", "0"]] * 5}),
        ("claim.margins", {"active": []}),
        ("claim.margins", {"active": [good["claim.margins"]["active"][0]]}),
    ):
        world = judge.load(book(limit), stated, PLANE.to_json(), good | {key: value})
        with pytest.raises(Undecided):
            lemmas.refute(world, stated.core, "descends")


@pytest.mark.parametrize("start", ["W0 / (eta - eta)", "log(eta - eta) * W0"])
def test_a_start_without_a_value_refutes_nothing(start: str) -> None:
    more = f"trajectory W_c[v,i] along c from {start} by W_c - eta * grad(W_c)\n"
    why = objection(book("bounded(norm(W_c))", more), "toy/one", PLANE.to_json(), "descends", {})
    assert why.startswith("a premise of the lemma fails: ")
