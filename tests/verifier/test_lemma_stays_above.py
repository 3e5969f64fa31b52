"""Steps that are too long: the risk keeps above its infimum, where one coordinate swings for ever."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from typing import Any

import pytest

from ntpcheck.domains import plain
from ntpcheck.verifier.language.book import Book
from tests.verifier.argued import objection
from tests.verifier.refusals import reasons

LONG = Fraction(64)
WAY, SHOWN = [[1], [-1]], {"near": "7/4", "far": 62, "centre": 0}
PLANAR = [[1, 0], [-1, 0]]
ONE = plain.run([[1, 1]], eta=LONG, start=WAY)  # u = W_1 - W_2 moves to u - 64 tanh(u / 2)
TWO = plain.run([[1, 1], [1, 0]], [[1, 0], [0, 1]], eta=LONG * 3 / 2, start=PLANAR)
MIXED = plain.run([[1, 3], [3, 1], [1, 0]], [[1, 0], [1, 0], [0, 1]], eta=LONG * 9 / 8, start=PLANAR)
SHORT = plain.run([[1, 1]], eta=Fraction(1), start=WAY)
LOPSIDED = plain.run([[1, 3]], eta=LONG, start=WAY)
COUPLED = plain.run([[1, 1], [1, 0]], [[1, 0], [1, 1]], eta=LONG * 3 / 2, start=PLANAR)


@cache
def book(limit: str) -> Book:
    claim = f'claim toy/one "here" on Run\n    says      it is so\n    limit     {limit}\n'
    return Book(f'book toy "A toy"\n\nuse ntpcheck.linear\n\ngiven Run\n\n{claim}', "toy.book")


def why(limit: str, run: Any, way: Any = WAY, **shown: Any) -> str:
    """Why it is not refuted; nothing where it is."""
    exhibited = {"direction": way, **SHOWN, **shown}
    return objection(book(limit), "toy/one", run.to_json(), "stays-above", exhibited)


def falls(limit: str, run: Any, way: Any = WAY, **shown: Any) -> bool:
    return not why(limit, run, way, **shown)


STAND: list[tuple[str, Any, Any, dict[str, Any]]] = [
    ("tends(CE(W_k), H + 1 / 1000000)", ONE, WAY, {}),  # false; the lemma knows no bound
    ("tends(norm(W_k), 1)", ONE, WAY, {}),
    ("bounded(CE(W_k))", ONE, WAY, {}),
    ("not tends(CE(W_k), H)", ONE, WAY, {}),
    ("tends(CE(W_k), H) or bounded(CE(W_k))", ONE, WAY, {}),
    ("tends(CE(2 * W_k), H)", ONE, WAY, {}),
    ("tends(CE(W_k), H)", SHORT, WAY, {}),
    ("tends(CE(W_k), H)", SHORT, WAY, {"near": "1/2", "far": 3}),
    ("tends(CE(W_k), H)", ONE, WAY, {"far": 63}),  # a step from 63 leads nearer to 0
    ("tends(CE(W_k), H)", ONE, WAY, {"near": 3}),  # it starts at 2
    ("tends(CE(W_k), H)", ONE, WAY, {"near": 0}),
    ("tends(CE(W_k), H)", ONE, WAY, {"centre": 1}),
    ("tends(CE(W_k), H)", ONE, [[0], [0]], {}),
    ("tends(CE(W_k), H)", ONE, [[1], [1]], {"near": "1/4", "far": 1}),  # what no step moves
    (
        "tends(CE(W_k), H)",
        SHORT,
        [[1], [1]],
        {"near": "1/2", "far": 2, "centre": -1},
    ),  # the same, kept away
    ("tends(CE(W_k), H)", LOPSIDED, WAY, {}),
    ("tends(CE(W_k), H)", COUPLED, PLANAR, {}),  # u does not move by itself
    ("tends(CE(W_k), H)", TWO, [[0, 1], [0, -1]], {}),  # what grows
    ("tends((eta - 64) * k * (CE(W_k) - H), 0)", ONE, WAY, {}),  # it is 0
    ("tends(k * (CE(W_k) - H) / k^2, 0)", ONE, WAY, {}),
    ("bounded(CE(W_k) - H)", ONE, WAY, {}),
    ("tends(k * (CE(W_k) - H - 1 / 1000000), 0)", ONE, WAY, {}),  # false, and it is no bound
]


def stands(number: int) -> str:
    limit, run, way, shown = STAND[number]
    return why(limit, run, way, **shown)


@pytest.mark.parametrize("way", [WAY, [[-2], [2]]])
@pytest.mark.parametrize(
    "limit",
    ["tends(CE(W_k), H)", "tends(CE(W_k), infCE)", "tends(CE(W_k), 0)", "tends(CE(W_k), H) and H > 0"],
)
def test_the_risk_does_not_tend_to_its_infimum_or_below(limit: str, way: Any) -> None:
    twice = way != WAY
    assert falls(limit, ONE, way, **({"near": "7/2", "far": 124} if twice else {}))


@pytest.mark.parametrize(
    ("limit", "run"),
    [("tends(CE(W_k), H)", TWO), ("tends(CE(W_k), infCE)", MIXED), ("tends(CE(W_k), H)", MIXED)],
)
def test_nor_beside_a_coordinate_that_grows(limit: str, run: Any) -> None:
    assert falls(limit, run, PLANAR)


@pytest.mark.parametrize(
    "limit",
    [
        "tends(eta * k * (CE(W_k) - H), 1)",
        "bounded(k * (CE(W_k) - infCE) * exp(eta))",
        "tends(-(1 / 7) * (CE(W_k) - H) * log(k) / norm(W0)^2, 3)",
    ],
)
def test_nor_is_it_near_its_infimum_at_a_rate(limit: str) -> None:
    assert falls(limit, ONE)


@pytest.mark.parametrize("number", range(len(STAND)))
def test_a_broken_premise_or_another_statement_is_not_refuted(number: int) -> None:
    assert stands(number) == reasons("stays-above")[f"{number}: {STAND[number][0]}"] != ""
