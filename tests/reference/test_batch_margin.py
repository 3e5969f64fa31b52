"""W^mm of many small datasets at once: the same as one by one, and what it cannot solve is left to that."""

from __future__ import annotations

import numpy as np
import pytest
import torch

from ntpcheck.domains.recipes import planar
from ntpcheck.engine.sweep import generator
from ntpcheck.reference.max_margin import max_margin
from ntpcheck.reference.solvers import batch_margin as route
from ntpcheck.reference.solvers.batch_margin import are_many, batch_margin


@pytest.fixture
def two_routes(monkeypatch):
    """Planar data, of which one in twenty is separable, solved one by one and together."""
    data = planar(generator("together"), 300)
    apart = max_margin(data)
    monkeypatch.setattr(route, "MANY", 2)
    together = max_margin(data.replace())
    return data, apart, together


def test_together_is_as_one_by_one(two_routes):
    _, apart, together = two_routes
    assert int(apart.feasible.sum()) >= 10
    assert torch.equal(apart.feasible, together.feasible)
    assert torch.equal(apart.decided, together.decided)
    assert torch.equal(apart.tight, together.tight)
    gap = (apart.W - together.W).norm(dim=(-2, -1))
    assert (gap <= torch.where(apart.feasible, apart.error + together.error, 0.0)).all()
    assert torch.equal(apart.ray, together.ray)  # data without W^mm goes one by one both times


def test_the_solution_is_judged_by_the_data(two_routes):
    data, _, found = two_routes
    solved = found.feasible
    H, W, alpha = data.embeddings[solved], found.W[solved], found.alpha[solved]
    scores, inside = H @ W.mT, data.support[solved]
    level = torch.where(inside, scores, -torch.inf).amax(-1, keepdim=True)
    size = 1e-9 * (1 + scores.abs().amax((-2, -1), keepdim=True))
    assert (torch.where(inside, level - scores, 0.0).abs() <= size).all()
    assert (torch.where(inside, 1.0, level - scores) >= 1 - size).all()
    assert (alpha >= 0).all()
    assert torch.allclose(alpha.sum((-2, -1)), (W * W).sum((-2, -1)), rtol=1e-11)


def test_data_that_is_not_separable_never_passes():
    """Some token follows and does not follow the same context."""
    H = np.ones((3, 2, 1))
    out = np.array([[[True, False], [False, True]]] * 3)
    found, ended = batch_margin(H, out)
    assert not (ended & (found.residual <= 1e-6)).any()


def test_a_batch_without_constraints_has_the_zero_decoder():
    found, ended = batch_margin(np.ones((4, 2, 3)), np.zeros((4, 2, 3), dtype=bool))
    assert ended.all()
    assert not found.W.any()
    assert not found.residual.any()


def test_it_is_for_many_small_datasets_only():
    assert are_many(np.zeros((4096, 3, 5), dtype=bool), 2)
    assert not are_many(np.zeros((4095, 3, 5), dtype=bool), 2)
    assert not are_many(np.zeros((4096, 2, 1), dtype=bool), 2)  # one token leaves no constraint
    assert not are_many(np.zeros((4096, 50, 10), dtype=bool), 60)
