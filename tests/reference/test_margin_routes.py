"""Which route W^mm takes, and what is handed from one to the next: by stand-ins for the solvers."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
import torch
from flint import fmpq

from ntpcheck.arithmetic import ExactArray
from ntpcheck.instances.dataset import Dataset
from ntpcheck.reference import max_margin as routes
from ntpcheck.reference.solvers.float_margin import MarginRow

NOTHING = np.zeros((2, 3))


def row(*, feasible: bool | None, **changes: Any) -> MarginRow:
    kept = MarginRow(NOTHING, feasible, NOTHING, NOTHING, NOTHING > 0, NOTHING, 0.0, 0.0)
    return kept._replace(**changes)


ALPHA, RAY = np.array([[0, 2.0, 0], [0, 0, 1]]), np.array([[0, 0, 0.5], [0.5, 0, -1]])
SMALL: Any = SimpleNamespace(m=2, d=2, V=3, inside=[(0, 0)])


@pytest.mark.parametrize(("feasible", "cells", "ray"), [
    (True, [(0, 1), (1, 2)], False), (None, [(0, 1), (1, 2)], False), (False, [(0, 2), (1, 0)], True),
])  # fmt: skip
def test_the_exact_method_starts_from_the_multipliers_or_from_the_ray(
    monkeypatch, feasible, cells, ray
) -> None:
    asked = []
    monkeypatch.setattr(routes, "exact_margin", lambda rows, cells, *, ray: asked.append((cells, ray)))
    routes._solved(SMALL, row(feasible=feasible, alpha=ALPHA, ray=RAY))
    assert asked == [(cells, ray)]


def test_only_many_dependent_contexts_are_not_solved_in_rationals(monkeypatch) -> None:
    monkeypatch.setattr(routes, "exact_margin", lambda rows, cells, *, ray: "solved")
    monkeypatch.setattr(routes, "EXACTLY", 9)  # V d times the in-support rows
    for m, d, inside, said in ((2, 1, 3, "solved"), (2, 1, 4, None), (2, 2, 9, "solved"), (3, 2, 9, None)):
        rows: Any = SimpleNamespace(m=m, d=d, V=3, inside=[(0, 0)] * inside)
        assert routes._solved(rows, row(feasible=True)) == said


@pytest.mark.parametrize(("feasible", "coarse", "size", "settled"), [
    (True, True, 6, False), (True, False, 6, True), (False, True, 6, False), (False, False, 6, True),
    (None, False, 6, True), (None, True, 6, True), (False, False, 4096, True), (False, False, 4098, False),
])  # fmt: skip
def test_small_rows_that_stay_open_are_settled_in_rationals(
    monkeypatch, feasible, coarse, size, settled
) -> None:
    """What floats find for data on a coarse grid is sure; a case beyond 4,096 cells is left."""
    found, exactly = row(feasible=feasible), row(feasible=True, residual=1.0)
    monkeypatch.setattr(routes, "_solved", lambda exact, row: "solution")
    monkeypatch.setattr(routes, "_as_row", lambda exact, solution: solution)
    monkeypatch.setattr(routes, "_in_floats", lambda solution: exactly)
    H, out = np.ones((2, 1)), np.zeros((2, size // 2), bool)
    out[:, 1:] = True
    said = routes._settled(H, out, found, sure=coarse)
    assert said is (exactly if settled else found)

    def beyond(solution: Any) -> MarginRow:
        raise OverflowError

    monkeypatch.setattr(routes, "_in_floats", beyond)
    said = routes._settled(H, out, found, sure=coarse)
    assert said.feasible is (None if settled else feasible)


@pytest.mark.parametrize(("feasible", "large", "alpha", "W", "ray"), [
    (False, True, 1.0, 0.0, True),
    (None, True, 1.0, 0.0, True),
    (True, True, 1.0, 0.0, False),  # what is solved is not doubted
    (False, False, 1.0, 0.0, False),
    (False, True, 0.0, 0.0, False),  # no weight, no ray
    (False, True, 1.0, 1.0, False),  # a decoder, no ray
    (False, True, 1.0, np.eye(3, 2), False),
    (False, True, np.eye(2, 3), 0.0, True),
])  # fmt: skip
def test_of_large_data_a_ray_with_fewer_cells_is_taken(monkeypatch, feasible, large, alpha, W, ray) -> None:
    data = Dataset([[1, 0], [0, 1]], [[1, 0, 0], [0, 1, 0]]).exact()
    kept = row(feasible=feasible, ray=RAY)
    fewer = row(feasible=None, alpha=0.0 * np.ones((2, 3)) + alpha, W=0.0 * np.ones((3, 2)) + W)
    asked = []
    monkeypatch.setattr(routes, "_float_rows", lambda H, out: [kept])
    monkeypatch.setattr(routes, "is_large", lambda H, out: large)
    monkeypatch.setattr(routes, "least_distance", lambda H, out: fewer)
    monkeypatch.setattr(routes, "_solved", lambda rows, guess: asked.append(guess))
    rows, _ = routes.exact_solution(data)
    (guess,) = asked
    assert guess.feasible is (False if ray else feasible)
    assert np.array_equal(guess.ray, fewer.alpha if ray else RAY)
    assert (rows.m, rows.V, rows.d) == (2, 3, 2)


def test_an_exact_row_has_margins_multipliers_and_support_vectors_by_hand() -> None:
    """h = 2 and token 0 of two: W^mm = (1/4, -1/4), the margin 1, and alpha = ||W^mm||^2 = 1/8."""
    found = routes.max_margin(Dataset([[2]], [[1, 0]]).exact())
    assert found.W.tolist() == [[fmpq(1, 4)], [fmpq(-1, 4)]]
    assert (found.margins.tolist(), found.tight.tolist()) == ([[0, 1]], [[False, True]])
    assert (found.alpha.tolist(), found.ray.tolist()) == ([[0, fmpq(1, 8)]], [[0, 0]])
    assert (bool(found.feasible), bool(found.decided), found.error, found.residual) == (True, True, 0, 0)
    assert isinstance(found.W, ExactArray)
    none = routes.max_margin(Dataset([[1], [1]], [[1, 0], [0, 1]]).exact())
    assert none.ray.tolist() == [[0, fmpq(1, 2)], [fmpq(1, 2), 0]]
    assert (none.W.tolist(), none.alpha.tolist()) == ([[0], [0]], [[0, 0], [0, 0]])
    assert (bool(none.feasible), bool(none.decided), none.tight.any()) == (False, True, False)
    slack = routes.max_margin(Dataset([[1], [3]], [[1, 0], [1, 0]]).exact())
    assert (slack.margins.tolist(), slack.tight.tolist()) == (
        [[0, 1], [0, 3]],
        [[False, True], [False, False]],
    )


def test_an_exact_row_in_floats_is_off_by_one_rounding_of_its_norm() -> None:
    data = Dataset([[3]], [[1, 0]]).exact()
    exact = routes._as_row(*routes.exact_solution(data))
    floats = routes._in_floats(exact)
    assert floats.W.tolist() == [[1 / 6], [-1 / 6]]
    assert floats.error == pytest.approx(2.0**-52 * np.hypot(1 / 6, 1 / 6), rel=1e-12)
    assert (floats.residual, floats.feasible, floats.tight.tolist()) == (2.0**-52, True, [[False, True]])
    assert routes._in_floats(exact._replace(feasible=False)).error == np.inf
    assert routes._in_floats(exact._replace(feasible=None)).error == np.inf


def test_columns_keep_what_is_undecided_apart_from_what_is_not_separable() -> None:
    def packed(feasible: list[bool | None], batch: tuple[int, ...]) -> routes.MaxMargin:
        data: Any = SimpleNamespace(batch=batch, embeddings=torch.zeros(()))
        return routes._packed(zip(*(row(feasible=said) for said in feasible), strict=True), data)

    three = packed([True, False, None], (3,))
    assert three.feasible.tolist() == [True, False, False]
    assert three.decided.tolist() == [True, True, False]
    assert three.W.shape == (3, 2, 3)
    single = packed([True], ())
    assert (single.W.shape, bool(single.feasible)) == ((2, 3), True)
    assert packed([True] * 4, (2, 2)).W.shape == (2, 2, 2, 3)


def test_of_many_rows_those_that_did_not_end_cleanly_are_solved_one_by_one(monkeypatch) -> None:
    residual = np.array([0.0, routes.CLEAN, 2 * routes.CLEAN, 0.0])
    columns = row(feasible=None, W=np.zeros((4, 3, 1)), residual=residual, error=np.zeros(4))
    columns = columns._replace(
        feasible=np.array([True] * 4, object),
        **{name: np.zeros((4, 2, 3)) for name in ("alpha", "margins", "tight", "ray")},
    )
    monkeypatch.setattr(routes, "batch_margin", lambda H, out: (columns, np.array([True, True, True, False])))
    monkeypatch.setattr(
        routes,
        "_float_rows",
        lambda H, out: [row(feasible=False, W=h[0] + np.zeros((3, 1)), residual=7.0) for h in H],
    )
    found = routes._together(np.arange(4.0)[:, None, None] + np.zeros((4, 2, 1)), np.ones((4, 2, 3), bool))
    assert found.residual.tolist() == [0.0, routes.CLEAN, 7.0, 7.0]
    assert found.W[:, 0, 0].tolist() == [0.0, 0.0, 2.0, 3.0]
    assert found.feasible.tolist() == [True, True, False, False]
