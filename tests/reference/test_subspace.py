"""F: its dimension and its projection, by hand, in both number systems, and against a plain SVD."""

from __future__ import annotations

import numpy as np
import pytest
import torch

from ntpcheck.arithmetic import midpoint
from ntpcheck.errors import InvalidInstance
from ntpcheck.instances.base import stack
from ntpcheck.instances.dataset import Dataset, Decoding
from ntpcheck.reference.solvers.rational import exact_rows
from ntpcheck.reference.subspace import basis, project, project_off, projector
from tests.reference import oracles


def decodings(seed, count):
    rng = np.random.default_rng(seed)
    for _ in range(count):
        H, counts = oracles.wild(rng)
        W = np.round(rng.standard_normal((counts.shape[1], H.shape[1])) * 16) / 16
        yield Decoding(H, counts, W)


def dimension(data):
    """dim F: of floats what their basis says, of one exact instance the rank of its in-support rows."""
    if not data.is_exact:
        return basis(data).dimension
    rows = exact_rows(data)
    return int(rows.matrix(rows.inside).rank())


def floats(array):
    return np.vectorize(midpoint, otypes=[float])(array)


@pytest.mark.parametrize(("H", "counts", "expected"), [
    ([[1.0, 0.0]], [[1, 0, 0]], 0),  # one token in support
    ([[1.0, 0.0]], [[1, 1, 0]], 1),
    ([[1.0, 0.0], [2.0, 0.0]], [[1, 1, 0], [1, 1, 0]], 1),  # collinear contexts, one support
    ([[1.0, 0.0], [2.0, 0.0]], [[1, 1, 0], [0, 1, 1]], 2),
    ([[0.0, 0.0]], [[1, 1, 1]], 0),  # a zero context
    ([[1.0, 0.0], [0.0, 1.0], [1.0, 1.0]], [[1, 1], [1, 1], [1, 1]], 2),
])  # fmt: skip
def test_dimensions_by_hand(H, counts, expected):
    data = Dataset(np.array(H), np.array(counts))
    assert dimension(data).item() == expected
    assert dimension(data.exact()) == expected


def test_the_projection_of_one_context_by_hand():
    data = Decoding(np.array([[3.0]]), np.array([[1, 1, 0]]), np.array([[2.0], [0.0], [5.0]]))
    assert project(data, data.W).numpy().ravel() == pytest.approx([1, -1, 0])
    exact = data.exact()
    assert [str(x) for x in project(exact, exact.W).ravel()] == ["1", "-1", "0"]


def test_floats_and_rationals_and_a_plain_svd_agree():
    for data in decodings(0, 300):
        exact = data.exact()
        P = project(data, data.W).numpy()
        assert dimension(data).item() == dimension(exact)
        assert bool(basis(data).steady)
        assert np.allclose(P, floats(project(exact, exact.W)), rtol=0, atol=1e-12)
        Q = oracles.complement(oracles.constraints(data.embeddings.numpy(), data.counts.numpy())[0])
        w = data.W.numpy().ravel()
        assert np.allclose(P.ravel(), w - Q @ (Q.T @ w), rtol=0, atol=1e-11)


def test_projections_are_projections():
    for data in decodings(1, 60):
        exact = data.exact()
        P, rest = project(exact, exact.W), project_off(exact, exact.W)
        assert np.array_equal(project(exact, P), P)
        assert not project(exact, rest).any()
        assert (P * rest).sum() == 0


def test_balls_project_like_rationals():
    for data in decodings(2, 20):
        exact = data.exact()
        halves = exact.xp.sqrt(exact.W * exact.W * 2)
        size = exact.xp.sqrt(exact.xp.asarray([2], exact.W))[0]
        assert np.allclose(
            floats(project(exact, halves)), floats(project(exact, abs(exact.W)) * size), atol=1e-9
        )
        if dimension(exact):
            square = projector(exact)
            assert np.array_equal(square @ square, square)


def test_a_batch_agrees_with_its_rows():
    rng = np.random.default_rng(3)
    rows = [
        Decoding(
            rng.integers(-2, 3, (3, 2)) / 2, 1 + rng.integers(0, 2, (3, 4)) * 0, rng.standard_normal((4, 2))
        )
        for _ in range(3)
    ]
    rows[0] = rows[0].replace(counts=torch.eye(4, dtype=torch.int64)[:3])
    batch = stack(rows)
    P, exact = project(batch, batch.W), batch.exact()
    assert dimension(batch).tolist() == [dimension(row).item() for row in rows]
    for index, row in enumerate(rows):
        assert torch.allclose(P[index], project(row, row.W), rtol=0, atol=1e-14)
    assert np.allclose(floats(project(exact, exact.W)), P.numpy(), atol=1e-12)


@pytest.mark.parametrize("bits", [5, 20, 36, 47, 52])
def test_nearly_dependent_rows_are_projected_on_right_to_rounding(bits):
    H = np.array([[1.0, 0.0, 2.0], [1.0, 2.0**-bits, 2.0], [3.0, 1.0, 1.0], [4.0, 1.0 + 2.0**-bits, 3.0]])
    data = Decoding(H, np.ones((4, 3), dtype=int), np.arange(9.0).reshape(3, 3))
    exact = data.exact()
    assert dimension(data) == dimension(exact) == 6
    wrong = np.abs(project(data, data.W).numpy() - floats(project(exact, exact.W))).max()
    assert wrong * float(basis(data).steady) <= 1e-14


def test_dependent_rows_of_a_large_dataset_are_in_doubt(monkeypatch):
    monkeypatch.setattr("ntpcheck.reference.subspace.AFFORDABLE", 0)
    H = np.array([[1.0, 0.0], [1.0, 2.0**-36], [2.0, 2.0**-35]])
    assert not basis(Dataset(H, np.ones((3, 2), dtype=int))).steady


def test_large_projections_do_without_a_basis(monkeypatch):
    rng = np.random.default_rng(4)
    H, W = rng.standard_normal((2, 3, 5)), rng.standard_normal((2, 4, 5))
    counts = rng.integers(0, 2, (2, 3, 4))
    counts[..., 0] = 1
    batch = Decoding(H, counts, W)
    dense = project(batch, batch.W)
    monkeypatch.setattr("ntpcheck.reference.subspace.TOO_LARGE", 1)
    assert torch.allclose(project(batch, batch.W), dense, rtol=0, atol=1e-12)


def test_a_basis_that_would_not_fit_is_refused(monkeypatch):
    monkeypatch.setattr("ntpcheck.reference.subspace.TOO_LARGE", 1)
    data = Decoding(np.ones((3, 2)), np.ones((3, 2), dtype=int), np.ones((2, 2)))
    with pytest.raises(InvalidInstance, match="dependent contexts"):
        project(data, data.W)
