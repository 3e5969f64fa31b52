"""W^mm at the sizes that matter. Times are recorded, never asserted; `extra_info` carries the ratios."""

from __future__ import annotations

import numpy as np
import pytest
import torch

from ntpcheck.commands import _bench_solvers, bench
from ntpcheck.domains.recipes import paper_size
from ntpcheck.instances.dataset import Dataset

CASES = {
    case.name: case
    for case in bench.cases()
    if case.name.startswith("max-margin/") and case.against.startswith("cvxpy")
}


@pytest.mark.parametrize("name", [name for name, case in CASES.items() if not case.slow])
def test_against_a_modelling_language(benchmark, name):
    case = CASES[name]
    found = benchmark(case.ours, case.input(0))
    W = found.W[0] if found.W.ndim > 2 else found.W  # of a batch the other solves the first
    assert np.linalg.norm(case.naive(case.input(0)) - W.numpy()) <= 1e-3 * np.linalg.norm(W)
    benchmark.extra_info |= {
        "residual": found.residual.max().item(),
        "against": case.against,
        "target": case.target,
    }
    if benchmark.enabled:
        result = bench.measured(case, 5)
        benchmark.extra_info |= {name: result[name] for name in ("ratio", "low", "high")}


def test_big(benchmark):
    """m = 200, d = 256, V = 50. cvxpy needs a minute, so `ntpcheck bench` compares on request."""
    case = CASES["max-margin/big/one-thread"]
    found = benchmark.pedantic(case.ours, (case.input(0),), rounds=3)
    assert found.residual <= 1e-12
    benchmark.extra_info["residual"] = found.residual.item()


def test_digits(benchmark):
    """scikit-learn's digits as one-hot data: 16,173 constraints on 650 unknowns."""
    datasets = pytest.importorskip("sklearn.datasets")
    X, y = datasets.load_digits(return_X_y=True)
    data = Dataset(np.c_[X / 16, np.ones(len(X))], np.eye(10, dtype=int)[y])
    found = benchmark.pedantic(_bench_solvers.ours, (data,), rounds=3)
    assert found.residual <= 1e-11
    benchmark.extra_info["residual"] = found.residual.item()


def test_exactly_at_paper_size(benchmark):
    """The KKT conditions in rationals, on the 2^-6 grid."""
    data = paper_size(torch.Generator().manual_seed(0)).exact()
    found = benchmark.pedantic(lambda: _bench_solvers.ours(data.replace()), rounds=3)
    assert found.feasible


def test_an_exact_farkas_ray(benchmark):
    """m = 50, d = 40, V = 10 on the 2^-6 grid, eight tokens in each support."""
    rng = np.random.default_rng(0)
    H = np.round(rng.standard_normal((50, 40)) * 64) / 64
    support = rng.random((50, 10)).argsort(1) < 8
    data = Dataset(H, support.astype(int)).exact()
    found = benchmark.pedantic(lambda: _bench_solvers.ours(data.replace()), rounds=3)
    assert not found.feasible
