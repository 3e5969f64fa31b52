"""Compatibility and W*: by construction, by hand, and floats against rationals."""

from __future__ import annotations

import math
from fractions import Fraction

import flint
import numpy as np
import pytest
import torch

from ntpcheck.arithmetic import midpoint
from ntpcheck.domains.recipes import paper_size
from ntpcheck.instances.dataset import Dataset
from ntpcheck.reference.compatible import compatibility
from ntpcheck.reference.kept import forgetting
from ntpcheck.reference.solvers.exact_compatible import finite_part, obstruction
from ntpcheck.reference.solvers.token_blocks import tied_to
from ntpcheck.reference.subspace import project
from tests.reference import oracles


def floats(array):
    return np.vectorize(midpoint, otypes=[float])(array)


def constructed(seed, count):
    """p_jz proportional to 2^(A h_j)_z on S_j, A and H integer: compatible however dependent the contexts."""
    rng = np.random.default_rng(seed)
    for _ in range(count):
        m, d, V = rng.integers(1, 7), rng.integers(1, 4), rng.integers(1, 5)
        H, A = rng.integers(-2, 3, (m, d)), rng.integers(-2, 3, (V, d))
        powers = H @ A.T
        support = rng.random((m, V)) < 0.7
        support[np.arange(m), rng.integers(V, size=m)] = True
        counts = support * 2 ** (powers - powers.min(1, keepdims=True))
        yield Dataset(H.astype(float), counts), A


def satisfies(data, W, tolerance):
    scores = data.embeddings.numpy() @ W.T
    for line, counts in zip(scores, data.counts.numpy(), strict=True):
        inside = counts > 0
        gaps = line[inside] - np.log(counts[inside])
        assert np.ptp(gaps) <= tolerance


def test_constructed_data_is_compatible_and_W_star_is_the_projected_construction():
    for data, A in constructed(0, 150):
        found, exact = compatibility(data), compatibility(data.exact())
        assert bool(found.compatible)
        assert bool(exact.compatible)
        assert bool(found.decided)
        satisfies(data, found.W.numpy(), 1e-11)
        truth = project(data, torch.tensor(A * math.log(2))).numpy()
        assert np.allclose(found.W.numpy(), truth, atol=1e-11)
        assert np.allclose(floats(exact.W), truth, atol=1e-11)


def test_floats_and_rationals_agree_on_wild_data():
    rng, seen = np.random.default_rng(1), set()
    for _ in range(400):
        data = Dataset(*oracles.wild(rng))
        found = compatibility(data)
        with flint.ctx.workprec(200):
            exact = compatibility(data.exact())
        assert bool(found.decided)
        assert bool(found.compatible) == bool(exact.compatible)
        seen.add(bool(found.compatible))
        if not found.compatible:
            assert not found.W.any()
            assert found.residual > 0
            continue
        distance = np.linalg.norm(found.W.numpy() - floats(exact.W))
        assert distance <= found.error + 2.0**-50 * np.linalg.norm(floats(exact.W))
        assert torch.allclose(project(data, found.W), found.W, atol=1e-9)
    assert seen == {True, False}


def test_equal_contexts_with_different_probabilities_are_incompatible():
    data = Dataset(np.array([[1.0], [1.0]]), np.array([[1, 1], [1, 2]]))
    assert not compatibility(data).compatible
    assert obstruction(data.exact()) in ({(0, 1): 1, (1, 1): -1}, {(0, 1): -1, (1, 1): 1})


def test_a_zero_context_must_be_uniform():
    zero = np.array([[0.0]])
    assert compatibility(Dataset(zero, np.array([[2, 2]]))).compatible
    assert not compatibility(Dataset(zero, np.array([[2, 3]]))).compatible
    assert not compatibility(Dataset(zero, np.array([[2, 3]])).exact()).compatible


def test_uniform_data_has_W_star_exactly_zero():
    data = Dataset(
        np.array([[1.0, 2.0], [0.5, 1.0], [1.0, 0.0]]), np.array([[3, 3, 0], [0, 7, 7], [1, 1, 1]])
    ).exact()
    assert all(str(x) == "0" for x in compatibility(data).W.ravel())


def test_one_context_by_hand():
    """W* = (log p_z - mean log p) h^T / |h|^2 on the support, 0 elsewhere."""
    h, counts = np.array([1.0, 2.0]), np.array([[1, 3, 0]])
    gap = math.log(3) / 2
    expected = np.outer([-gap, gap, 0], h) / 5
    assert compatibility(Dataset(h[None], counts)).W.numpy() == pytest.approx(expected)
    assert floats(compatibility(Dataset(h[None], counts).exact()).W) == pytest.approx(expected)


def test_W_star_is_a_combination_of_logs_of_primes():
    parts = finite_part(Dataset(np.array([[1.0]]), np.array([[12, 1]])).exact()).parts
    assert set(parts) == {2, 3}
    assert [str(x) for x in parts[2].ravel()] == ["1", "-1"]
    assert [str(x) for x in parts[3].ravel()] == ["1/2", "-1/2"]


def test_an_obstruction_is_one():
    """In exact integers: the rows cancel and the probability ratios do not multiply to 1."""
    rng, found = np.random.default_rng(2), 0
    for _ in range(300):
        data = Dataset(*oracles.wild(rng)).exact()
        y = obstruction(data)
        if y is None:
            continue
        found += 1
        terms = [[j, z, number] for (j, z), number in y.items()]
        assert not any(x for row in oracles.combination(data.embeddings, data.counts, *terms) for x in row)
        product = Fraction(1)
        for j, z, number in terms:
            first = int((data.counts[j] > 0).argmax())
            product *= Fraction(int(data.counts[j, first]), int(data.counts[j, z])) ** number
        assert product != 1
    assert found > 20


def test_data_that_floats_cannot_tell_apart_is_told_apart():
    """Counts around 2^40 that differ by one: log ratios differ by 1e-12."""
    big = 2**40
    H = np.array([[1.0], [1.0]])
    assert not compatibility(Dataset(H, np.array([[big, 1], [big + 1, 1]]))).compatible
    assert compatibility(Dataset(H, np.array([[big, 1], [2 * big, 2]]))).compatible


def test_large_open_cases_stay_open():
    rng = np.random.default_rng(3)
    H = rng.standard_normal((40, 30))
    H[1:20] = H[0]
    data = Dataset(H, np.full((40, 5), 1) + (np.arange(5) == 0))
    assert not compatibility(data).decided
    assert bool(compatibility(data.exact()).compatible)


def test_a_batch_agrees_with_its_rows():
    batch = paper_size(torch.Generator().manual_seed(0), 2)
    together = compatibility(batch)
    assert together.compatible.tolist() == [True, True]
    for index in range(2):
        alone = compatibility(batch.row(index))
        assert torch.equal(together.W[index], alone.W)
        assert alone.residual < 1e-12
        assert alone.error < 1e-11


def test_small_rows_of_a_batch_say_what_each_says_by_itself():
    """Rows with other supports, contexts of 0, equal and nearly equal contexts, filled up to one size."""
    rng = np.random.default_rng(6)
    H = rng.integers(-2, 3, (200, 4, 2)).astype(float)
    H[::7, 1] = 0.0
    H[1::7, 2] = H[1::7, 1]
    H[2::7, 3] = H[2::7, 0] * (1 + 2.0**-40)  # a rank in doubt
    counts = rng.integers(0, 3, (200, 4, 3))
    counts[..., 0] += counts.sum(-1) == 0
    counts[3::7] = np.eye(3, dtype=int)[0]  # no equations
    whole = compatibility(Dataset(H, counts))
    kinds = set()
    for i, (h, n) in enumerate(zip(H, counts, strict=True)):
        with forgetting():
            alone, exact = compatibility(Dataset(h, n)), compatibility(Dataset(h, n).exact())
        assert whole.decided[i] == alone.decided
        assert whole.compatible[i] == alone.compatible == exact.compatible
        far = np.linalg.norm(whole.W[i].numpy() - floats(exact.W))
        assert far <= whole.error[i] + 1e-15 or not exact.compatible  # balls of 64 bits are as wide
        assert whole.residual[i] == pytest.approx(float(alone.residual), abs=1e-12)
        kinds.add((bool(exact.compatible), np.count_nonzero(n) > 4))
    assert kinds == {(True, False), (True, True), (False, True)}


def test_a_large_row_whose_chosen_tokens_have_no_equation_stays_open(monkeypatch):
    monkeypatch.setattr("ntpcheck.reference.compatible.DENSE", 1)
    monkeypatch.setattr("ntpcheck.reference.compatible.TOO_LARGE", 1)
    H = np.random.default_rng(5).standard_normal((40, 1024))
    H[1] = H[0]
    counts = np.zeros((40, 40), dtype=int)
    counts[np.arange(40), np.arange(40) // 2 * 2 % 40] = counts[np.arange(40), (np.arange(40) + 7) % 40] = 1
    assert not compatibility(Dataset(H, counts)).decided


def test_paper_size_data_takes_the_route_of_small_systems(monkeypatch):
    """One system per token and one least-squares problem over all rows give the same W*."""
    run = paper_size(torch.Generator().manual_seed(1))
    by_tokens = compatibility(run)
    monkeypatch.setattr("ntpcheck.reference.compatible.DENSE", 2**30)
    dense = compatibility(run.replace())
    assert np.linalg.norm(by_tokens.W.numpy() - dense.W.numpy()) <= by_tokens.error + dense.error
    satisfies(run, by_tokens.W.numpy(), 1e-12)


def test_large_dependent_data_is_settled_by_a_part_of_it_or_left_open(monkeypatch):
    monkeypatch.setattr("ntpcheck.reference.compatible.DENSE", 1)
    monkeypatch.setattr("ntpcheck.reference.compatible.TOO_LARGE", 1)
    rng = np.random.default_rng(4)
    H, counts = rng.standard_normal((30, 3)), rng.integers(1, 9, (30, 4))
    found = compatibility(Dataset(H, counts))
    assert bool(found.decided)
    assert not found.compatible
    assert not compatibility(Dataset(H, np.ones((30, 4), dtype=int))).decided


def test_dependent_contexts_have_small_systems_too(monkeypatch):
    """Token by token the verdict is that of the rationals, or none; W* is as sharp."""
    monkeypatch.setattr("ntpcheck.reference.solvers.token_blocks.LARGE", 0)
    rng = np.random.default_rng(6)
    told = {True: 0, False: 0}
    for _ in range(120):
        H, counts = oracles.wild(rng)
        exact = compatibility(Dataset(H, counts).exact())
        logs = np.log(np.where(counts > 0, counts, 1.0))
        found = tied_to(H, counts > 0, logs)
        if found is None:
            continue
        told[found.solvable] += 1
        assert found.solvable == bool(exact.compatible)
        if found.solvable:
            W = np.vectorize(midpoint, otypes=[float])(exact.W)
            assert np.linalg.norm(found.W - W) <= 1e-11 * (1 + np.linalg.norm(W))
    assert min(told.values()) >= 20


def test_large_dependent_data_is_settled_token_by_token():
    rng = np.random.default_rng(7)
    H, counts = rng.standard_normal((300, 40)), np.zeros((300, 400), dtype=int)
    for line in counts:
        line[rng.choice(400, 3, replace=False)] = rng.integers(1, 9, 3)
    data = Dataset(H, counts)
    found = compatibility(data)
    assert bool(found.compatible)
    assert found.residual <= 1e-12
    satisfies(data, found.W.numpy(), 1e-12)
    counts[:, :3] += 1  # three tokens that follow every context
    assert not compatibility(Dataset(H, counts)).compatible
