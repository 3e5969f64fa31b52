"""Arguments by lemmas: one is found where a paper's claim falls, and none where it holds."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from ntpcheck.statement.hints import proposals, proposals_rates, proposals_wedges
from ntpcheck.statement.hints.arguments import granted
from ntpcheck.statement.hints.goal import Goal
from ntpcheck.statement.hints.numeric import Doubles, double, filled
from ntpcheck.statement.hints.search import hints as search
from ntpcheck.verifier import judge
from ntpcheck.verifier.arithmetic import exact
from ntpcheck.verifier.arithmetic.intervals import TooMuch, Undecided, allow
from ntpcheck.verifier.arithmetic.kinds import Affine
from ntpcheck.verifier.instance.world import World
from ntpcheck.verifier.language.book import Book
from ntpcheck.verifier.terms.calculus import gradient
from tests.verifier.toys import papers_book

F = Fraction
ONE: dict[str, Any] = {"type": "Dataset", "embeddings": [[1]], "counts": [[1, 0]]}
PATH: dict[str, Any] = {"type": "Dataset", "embeddings": [[-1, 1], [1, 0]], "counts": [[1, 0], [1, 0]]}
RUN: dict[str, Any] = {"type": "Run", "embeddings": [[1]], "counts": [[0, 1, 0]], "eta": 1}
FALLS: dict[str, tuple[str | None, str, dict[str, Any]]] = {
    "stays": ("stays", "lemma-2/norm@short", {**RUN, "counts": [[1, 1, 1]], "W0": [[0], [0], [0]]}),
    "conserved": ("conserved", "section-5/decomposition", {**RUN, "W0": [[0], [2], [1]]}),
    "off the plane": (
        "off-the-plane",
        "lemma-5/finite-part-bounded",
        {**RUN, "counts": [[1, 1, 0]], "W0": [[0], [1], [0]]},
    ),
    "Adam": ("rays", "figures/fig-5-adam-direction", {**RUN, "W0": [[0], [0], [0]]}),
    "normalised descent": (
        "straddles",
        "figures/fig-5-ngd-finite-part",
        {**RUN, "counts": [[1, 1, 0]], "embeddings": [[-1]], "W0": [[0], [1], [16]]},
    ),
    "attained": (
        "attained",
        "section-4/path-unique",
        {**ONE, "type": "Pair", "embeddings": [[0]], "W": [[0], [0]], "W2": [[0], [1]]},
    ),
    "a reflection": (
        "enclosed",
        "theorem-1/proof/case-ii-on-F",
        {**ONE, "type": "Decoding", "counts": [[2, 1, 0]], "W": [["5/8"], ["1/8"], ["-3/4"]]},
    ),
    "off the ray": ("off-the-ray", "section-5/decomposition-path", PATH),
    "everywhere": ("everywhere", "section-1/many-minimizers", {**ONE, "embeddings": [[2, 1]]}),
    "numbers for every": (
        None,
        "section-3/minimizers-split",
        {**ONE, "type": "Offset", "W": [[1], [0]], "U": [[1], [1]], "gamma": 0},
    ),
}
HOLDS: dict[str, tuple[str, dict[str, Any]]] = {
    "theorem 1": ("theorem-1/direction", ONE),
    "theorem 2": ("theorem-2/direction", {**RUN, "W0": [[0], [0], [0]]}),
    "a path that keeps to its ray": ("section-5/decomposition-path", ONE),
    "a decomposition without column sums": ("section-5/decomposition", {**RUN, "W0": [[0], [0], [0]]}),
    "the infimum": ("section-3/necessary-and-sufficient-if", ONE),
}


def world_of(claim: str, instance: dict[str, Any]) -> tuple[World, Any]:
    book = papers_book("thrampoulidis2024")
    allow(100_000_000)
    stated = book.claims[f"linear/{claim}"]
    world = judge.load(book, stated, instance, {}, search)
    judge.admitted(world, stated, ())
    return world, stated.core


@pytest.mark.parametrize("name", FALLS)
def test_an_argument_is_found(name: str) -> None:
    lemma, claim, instance = FALLS[name]
    found = next(granted(*world_of(claim, instance)))
    assert found[0] == lemma


@pytest.mark.parametrize("name", HOLDS)
def test_no_argument_is_found_where_the_claim_holds(name: str) -> None:
    assert next(granted(*world_of(*HOLDS[name])), None) is None


def test_a_run_s_steps_are_made_once_for_all_lemmas_that_ask_for_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[int] = []
    make = proposals_rates.stepped
    monkeypatch.setattr(proposals_rates, "stepped", lambda *given: (asked.append(1), make(*given))[1])
    world, core = world_of(*HOLDS["theorem 2"])
    rows = proposals_rates.run(world, core)
    steps = len(asked)
    assert steps == sum(len(found) - 1 for found in rows.values()) > 0
    again = proposals_rates.run(world, core)
    assert all(np.array_equal(again[name], found) for name, found in rows.items())
    (soon,) = proposals_rates.run(world, core, proposals_rates.SOON).values()
    assert np.array_equal(soon, next(iter(rows.values()))[: len(soon)])
    assert len(soon) == proposals_rates.SOON + 1
    assert len(asked) == steps
    elsewhere, _ = world_of("theorem-2/direction", {**RUN, "W0": [[1], [0], [0]]})
    (other,) = proposals_rates.run(elsewhere, core).values()
    assert not np.array_equal(other[0], next(iter(rows.values()))[0])


OWN = """book own "Own"
axes S: s
given Point: x[s] from x
claim own/it "1" on Point
    says     every number below 1 / sum x, and below 1, is at most 0
    formula  every c | c < 1 / (sum s. x[s]) and c < 1. c <= 0
"""


@pytest.mark.parametrize("x", [0, -1])
def test_a_condition_without_a_value_at_a_number_ends_no_search(x: int) -> None:
    book = Book(OWN)
    allow(100_000_000)
    world = judge.load(book, book.claims["own/it"], {"type": "Point", "x": [x]}, {}, search)
    assert list(granted(world, book.claims["own/it"].core)) == []


def test_doubles_are_near_the_exact_numbers() -> None:
    allow(10_000_000)
    ops = Doubles()
    for name in ("neg", "inverse", "exp", "log", "sqrt", "absolute"):
        x = F(7, 3)
        assert double(getattr(ops, name)(float(x))) == pytest.approx(double(getattr(exact, name)(x)))
        assert getattr(ops, name)(F(1)) == getattr(exact, name)(F(1)) or name == "exp"
    for name in ("add", "subtract", "mul", "divide"):
        assert getattr(ops, name)(1.5, exact.log(F(2))) == pytest.approx(
            getattr(float, {"subtract": "__sub__", "divide": "__truediv__"}.get(name, f"__{name}__"))(
                1.5, np.log(2)
            )
        )
    assert ops.power(2.0, 3) == 8.0
    assert ops.extreme(1.0, F(2), largest=True) == 2.0
    assert (ops.sign(-1.0), ops.sign(F(0)), ops.sign_bounds(0.0)) == (-1, 0, (0, 0))
    assert isinstance(ops.add(Affine(F(0), {(0,): F(1)}), F(1)), Affine)
    for way, x in (("exp", 1e4), ("log", -1.0), ("inverse", 0.0)):
        with pytest.raises(Undecided):
            getattr(ops, way)(x)


@pytest.mark.parametrize("radius", [0.25, 1.0, 4.0, 20.0])
def test_the_least_point_of_a_ball_is_opposite_to_the_gradient(radius: float) -> None:
    world, _ = world_of("section-5/decomposition-path", PATH)
    let = world.book.lets["W_B"]
    goal = Goal(world, let)
    x = goal.least(radius)
    g = goal.slope(x)
    assert np.linalg.norm(x) == pytest.approx(radius, rel=1e-9)
    assert x @ g == pytest.approx(-radius * np.linalg.norm(g), rel=1e-6)
    point = filled(goal.cells, x)
    slopes = gradient(world, goal.core, goal.unknown, point, goal.axes, {}, Doubles())
    assert [slopes[cell] for cell in goal.cells] == pytest.approx(list(g))
    assert goal.slope(np.stack([x, x / 2])) == pytest.approx(np.stack([g, goal.slope(x / 2)]), rel=1e-12)


def test_a_kernel_is_short_rationals() -> None:
    matrix = [[1, 2, 3, 0], [2, 4, 6, 0], [0, 0, 0, 1]]
    rows = proposals.kernel(np.array(matrix, dtype=float))
    assert len(rows) == 2
    assert all(sum(a * b for a, b in zip(row, one, strict=True)) == 0 for row in rows for one in matrix)


def test_a_pool_holds_no_tensor_twice() -> None:
    world, _ = world_of("section-5/decomposition-path", PATH)
    found = proposals.pool(world, ("V", "d"))
    assert [[0, 0], [0, 0]] in found
    assert [["1/2", 1], ["-1/2", -1]] in found  # W^mm
    assert all(found.count(one) == 1 for one in found)


def test_a_pool_of_square_matrices_holds_some_with_orthonormal_rows() -> None:
    world, _ = world_of("section-5/decomposition-path", PATH)
    found = [np.array([[F(x) for x in row] for row in one]) for one in proposals.pool(world, ("d", "d"))]
    turns = [Q for Q in found if (np.eye(2) == Q @ Q.T).all()]
    assert len(turns) >= 4
    assert any(x not in (-1, 0, 1) for Q in turns for x in Q.flat)
    assert list(proposals.turns(world, ("V", "d", "d"))) == list(proposals.turns(world, ("d",))) == []


def test_forms_of_a_wedge_are_looked_at_within_what_may_be_spent() -> None:
    """A step of many exponentials once took a quarter of an hour, as nothing was charged for it."""
    terms = {(float(i), float(j), 0.0): 1.0 for i in range(12) for j in range(12)}
    allow(1000)
    with pytest.raises(TooMuch):
        proposals_wedges.not_negative(terms, (0, 1, 2))
    allow(100_000)
    assert proposals_wedges.not_negative(terms, (0, 1, 2))
