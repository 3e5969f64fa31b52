"""The augmented Lagrangian of NTP-SVM: against exact solutions, other routes, and data of some size."""

from __future__ import annotations

import numpy as np
import pytest

from ntpcheck.arithmetic import midpoint
from ntpcheck.instances.dataset import Dataset
from ntpcheck.reference.max_margin import max_margin
from ntpcheck.reference.solvers import augmented_lagrangian as module
from ntpcheck.reference.solvers.augmented_lagrangian import augmented_lagrangian
from ntpcheck.reference.solvers.least_distance import least_distance
from ntpcheck.reference.solvers.slack_form import slack_form
from tests.reference import oracles


def generic(seed, m, V, d, inside):
    """Embeddings `[m, d]` and the mask out of support `[m, V]` of random supports of one size."""
    rng = np.random.default_rng(seed)
    out = np.ones((m, V), dtype=bool)
    for line in out:
        line[rng.choice(V, inside, replace=False)] = False
    return rng.standard_normal((m, d)), out


def test_small_data_with_every_corner_is_never_told_wrong():
    rng = np.random.default_rng(5)
    settled = 0
    for _ in range(150):
        H, counts = oracles.wild(rng)
        exact = max_margin(Dataset(H, counts).exact())
        found = augmented_lagrangian(H, counts == 0)
        assert found.feasible is None or found.feasible == bool(exact.feasible)
        settled += found.feasible is not None
        if found.feasible:
            W = np.vectorize(midpoint, otypes=[float])(exact.W)
            assert np.linalg.norm(found.W - W) <= 1e-6 * (1 + np.linalg.norm(W))
    assert settled >= 140


def test_a_ray_is_a_ray():
    H, out = generic(0, 400, 60, 20, 3)
    found = augmented_lagrangian(H, out)
    assert found.feasible is False
    assert found.Y[out].min() == 0
    assert np.linalg.norm(found.Y.T @ H) <= 1e-10 * (found.Y * out).sum()
    assert np.abs(found.Y.sum(1)).max() <= 1e-10 * (found.Y * out).sum()


@pytest.mark.parametrize("size", [(60, 10, 20, 2), (100, 10, 40, 2)])
def test_dense_rows_find_the_same(size):
    H, out = generic(1, *size)
    found, dense = augmented_lagrangian(H, out), least_distance(H, out)
    assert found.feasible == dense.feasible
    if found.feasible:
        assert np.linalg.norm(found.W - dense.W) <= 1e-9 * np.linalg.norm(dense.W)


def test_independent_contexts_have_the_decoder_of_the_slack_form():
    H, out = generic(2, 50, 12, 60, 5)
    form = slack_form(H, out)
    W = -(form.Z.T @ H)
    assert np.linalg.norm(augmented_lagrangian(H, out).W - W) <= 1e-11 * np.linalg.norm(W)


@pytest.mark.parametrize("size", [(300, 200, 64, 4), (200, 100, 256, 1)])
def test_data_of_some_size_is_solved_to_1e_12(size):
    H, out = generic(3, *size)
    found = max_margin(Dataset(H, (~out).astype(int)))
    assert bool(found.feasible)
    assert found.residual <= 1e-12
    assert found.error <= 1e-10 * found.W.norm()


def test_unequal_lengths_do_no_harm():
    H, out = generic(4, 80, 30, 40, 2)
    found = max_margin(Dataset(H * np.geomspace(1e-3, 1e3, 80)[:, None], (~out).astype(int)))
    assert bool(found.feasible)
    assert found.residual <= 1e-9


def test_a_context_of_zeros_has_no_margin():
    H, out = generic(4, 80, 30, 40, 2)
    H[0] = 0
    found = augmented_lagrangian(H, out)
    assert found.feasible is False
    assert not found.Y[1:].any()


@pytest.mark.parametrize("copies", [1, 2])
def test_rough_steps_in_single_precision_leave_no_trace(copies, monkeypatch):
    """Half of the contexts of the second set stand twice, so that its rows are dependent."""
    H, out = generic(2, 640 // copies, 48, 160, 2)
    H, out = np.tile(H, (copies, 1)), np.tile(out, (copies, 1))
    found = augmented_lagrangian(H, out)
    monkeypatch.setattr(module, "MANY", len(H) + 1)
    double = augmented_lagrangian(H, out)
    assert found.feasible == double.feasible is not None
    if found.feasible:
        assert np.linalg.norm(found.W - double.W) <= 1e-11 * np.linalg.norm(double.W)
        assert np.abs(found.Y.sum(1)).max() <= 1e-12 * np.abs(found.Y).max()
        assert found.Y[out].min() >= 0
