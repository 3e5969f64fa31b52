"""The approach to W^mm without coordinates is the one that the coordinates give."""

from __future__ import annotations

import numpy as np
import pytest

from ntpcheck.instances.dataset import Dataset
from ntpcheck.reference.approach import approach, approach_by_tokens
from ntpcheck.reference.compatible import compatibility
from ntpcheck.reference.max_margin import max_margin


def test_both_ways_agree():
    rng = np.random.default_rng(3)
    compared = 0
    for _ in range(40):
        m, d, V = rng.integers(2, 7), rng.integers(2, 6), rng.integers(3, 6)
        counts = np.zeros((m, V), dtype=int)
        for line in counts:
            line[rng.choice(V, rng.integers(1, 3), replace=False)] = rng.integers(1, 5)
        data = Dataset(rng.standard_normal((m, d)), counts)
        if not (max_margin(data).feasible and compatibility(data).compatible):
            continue
        by_tokens = approach_by_tokens(data, 0.3)
        if by_tokens is not None:
            compared += 1
            assert by_tokens == pytest.approx(approach(data, 0.3), rel=1e-6, abs=1e-6)
    assert compared >= 20


def test_dependent_support_vectors_have_none():
    """Three equal contexts with one label: their multipliers are not unique."""
    data = Dataset(np.array([[1.0, 0.0], [1.0, 0.0], [1.0, 0.0]]), np.array([[1, 0], [1, 0], [1, 0]]))
    assert max_margin(data).feasible
    assert approach_by_tokens(data, 1.0) is None
