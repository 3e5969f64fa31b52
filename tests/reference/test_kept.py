"""What is kept by content is what would be computed again, and no more than a little of it is kept."""

from __future__ import annotations

import numpy as np

from ntpcheck.reference import kept
from ntpcheck.reference.kept import remembered


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
