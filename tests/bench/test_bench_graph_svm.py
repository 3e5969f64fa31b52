"""(Graph-SVM) at K = d = 8, singly and in batches. Times are recorded, never asserted."""

from __future__ import annotations

import numpy as np
import pytest

from ntpcheck.commands import bench

CASES = {case.name: case for case in bench.cases() if case.name.startswith("graph-svm/")}


@pytest.mark.parametrize("name", CASES)
def test_against_a_modelling_language(benchmark, name):
    case = CASES[name]
    found = benchmark.pedantic(case.ours, (case.input(0),), rounds=3, warmup_rounds=1)
    W = found.W.numpy().reshape(-1, 8, 8)[0]
    assert np.linalg.norm(case.naive(case.input(0)) - W) <= 1e-3 * (1 + np.linalg.norm(W))
    benchmark.extra_info |= {
        "residual": float(found.residual.max()),
        "against": case.against,
        "target": case.target,
    }
    if benchmark.enabled:
        result = bench.measured(case, 3)
        benchmark.extra_info |= {name: result[name] for name in ("ratio", "low", "high")}
