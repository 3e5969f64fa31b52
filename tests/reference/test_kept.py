"""Kept results: one computation for equal numbers, another for any other, and none for large frames."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from ntpcheck.reference import kept
from ntpcheck.reference.frame import frames
from ntpcheck.reference.kept import Kept, fingerprint, forgetting, remembered, remembered_rows
from tests.dynamics.runs import random_run


def test_equal_numbers_are_computed_once_and_others_anew(monkeypatch) -> None:
    first, second = (frames(random_run(1))[0] for _ in range(2))
    assert first is not second
    made: list[int] = []
    store: Kept[int] = Kept()

    def once(frame, *others):
        return store.once(lambda: made.append(1) or len(made), frame, *others)

    assert [once(first, 1.0, np.zeros(2)), once(second, 1.0, np.zeros(2))] == [1, 1]
    nudged = replace(first, W=first.W + 2.0**-50)
    others = [once(first, 1.0, np.zeros(3)), once(first, 2.0, np.zeros(2)), once(nudged, 1.0, np.zeros(2))]
    assert others == [2, 3, 4]
    monkeypatch.setattr(kept, "LARGEST", 0)
    assert once(first, 1.0, np.zeros(2)) == 5


def test_the_oldest_result_leaves_first(monkeypatch) -> None:
    frame = frames(random_run(2))[0]
    store: Kept[int] = Kept()
    monkeypatch.setattr(kept, "MOST", 2)
    for number in (1, 2, 1, 3):
        store.once(lambda value=number: value, frame, number)
    assert store.once(lambda: -1, frame, 1) == 1
    assert store.once(lambda: -2, frame, 2) == -2


def test_every_field_of_a_frame_counts() -> None:
    frame = frames(random_run(3))[0]
    own = fingerprint(frame)
    for name in (
        "H",
        "support",
        "pi",
        "p",
        "F",
        "X",
        "centre",
        "W",
        "cells",
        "excess",
        "alpha",
        "log_c",
        "T",
    ):
        changed = getattr(frame, name).copy()
        changed.flat[0] = not changed.flat[0] if changed.dtype == bool else changed.flat[0] + 1
        assert fingerprint(replace(frame, **{name: changed})) != own, name


def test_equal_arrays_are_looked_at_once_and_others_anew():
    seen = []

    @remembered
    def total(x: np.ndarray, mask: np.ndarray) -> float:
        seen.append(x)
        return float(x[mask].sum())

    x, mask = np.arange(6.0), np.arange(6) % 2 == 0
    assert total(x, mask) == total(x.copy(), mask.copy()) == 6.0
    assert len(seen) == 1
    assert total(x, ~mask) == 9.0
    assert total(x.reshape(2, 3), mask.reshape(2, 3)) == 6.0  # the same bytes in another shape
    assert len(seen) == 3


def test_large_arrays_and_old_results_are_not_kept(monkeypatch):
    monkeypatch.setattr(kept, "MOST", 2)
    calls = []

    @remembered
    def first(x: np.ndarray) -> float:
        calls.append(len(x))
        return float(x[0])

    large = np.ones(kept.SMALL)
    assert first(large) == first(large) == 1.0
    assert len(calls) == 2
    for value in (1.0, 2.0, 3.0, 1.0):  # 1 has left when it comes again
        assert first(np.array([value])) == value
    assert len(calls) == 6


def test_rows_that_are_not_known_are_asked_together_each_once(monkeypatch) -> None:
    asked: list[list[float]] = []

    @remembered_rows
    def doubled(x, y):
        asked.append(x[:, 0].tolist())
        return [float(a[0] + b) for a, b in zip(x, y, strict=True)]

    def of(*values: float) -> list[float]:
        x = np.array(values)
        return doubled(x[:, None], x)

    assert of(1, 2, 1) == [2, 4, 2]
    assert of(3, 2, 4, 3) == [6, 4, 8, 6]
    assert of(4, 1) == [8, 2]
    assert of() == []
    assert asked == [[1, 2], [3, 4]]
    assert doubled(np.ones((1, 1)), np.array([5.0])) == [6]  # every argument counts
    monkeypatch.setattr(kept, "MOST", 2)
    assert of(7, 1, 8, 9, 7) == [14, 2, 16, 18, 14]  # more than are kept
    assert asked[2:] == [[1], [7, 8, 9]]
    with forgetting():
        assert of(9, 9) == [18, 18]
    assert asked[-1] == [9, 9]
