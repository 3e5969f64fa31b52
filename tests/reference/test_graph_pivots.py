"""Pivoting of many systems: dependent and conflicting rows, one system against many, many tokens."""

from __future__ import annotations

import networkx as nx
import numpy as np
import pytest
import torch

from ntpcheck.instances import graph
from ntpcheck.instances.attention import Attention
from ntpcheck.reference.graph_svm import graph_svm
from ntpcheck.reference.solvers import graph_small
from ntpcheck.reference.solvers.graph_active import active_rows
from ntpcheck.reference.solvers.graph_pivots import pivoted
from ntpcheck.reference.solvers.priority import Pairs, graph_rows, reduced_rows
from tests.reference import attention_oracles as oracles


def batch_of(rows):
    K = len(rows[0][0])
    counts, last = zip(*[oracles.counted(row[1], K) for row in rows], strict=True)
    E = np.array([row[0] for row in rows])
    count = len(rows)
    return Attention(E, E, counts, last, [row[2] for row in rows], [0] * count, [0.0] * count)


def diamonds(count):
    """Rows e_0 - e_1, e_1 - e_3, e_0 - e_2, e_2 - e_3 for one query: the two paths add to the same."""
    rng = np.random.default_rng(3)
    high, low = np.array([0, 1, 0, 2]), np.array([1, 3, 2, 3])
    instance = np.repeat(np.arange(count), 4)
    tie = np.zeros(4 * count, dtype=bool)
    pairs = Pairs(instance, 0 * instance, np.tile(high, count), np.tile(low, count), tie)
    return rng.standard_normal((count, 4, 4)), pairs


@pytest.fixture(params=[0, graph_small.FEW])
def few(request, monkeypatch):
    """Up to how many systems are solved one by one."""
    monkeypatch.setattr(graph_small, "FEW", request.param)


@pytest.mark.usefixtures("few")
def test_dependent_rows_end_with_independent_ones_active():
    E, pairs = diamonds(50)
    found = pivoted(E, pairs)
    assert found.ended.all()
    assert np.isfinite(found.amplification).all()
    for e, a in zip(E, found.multipliers.reshape(-1, 4), strict=True):
        rows = np.einsum("ni,j->nij", e[pairs.high[:4]] - e[pairs.low[:4]], e[0]).reshape(4, -1)
        margins = rows @ (a @ rows)
        assert a.min() >= 0
        assert (a > 0).sum() <= 3
        assert margins.min() > 1 - 1e-10
        assert np.abs(margins[a > 0] - 1).max() < 1e-10


def test_conflicting_margins_have_no_active_rows():
    """x and -x both ask for 1; x alone does not, and a tie of x twice is one row."""
    gram = np.array([[[1.0, -1.0], [-1.0, 1.0]], [[1.0, 1.0], [1.0, 1.0]], [[1.0, 1.0], [1.0, 1.0]]])
    tie = np.array([[False, False], [False, False], [True, True]])
    assert active_rows(gram, tie, ~tie).sum(-1).tolist() == [0, 1, 1]


def test_one_system_and_many_agree(monkeypatch):
    rng = np.random.default_rng(4)
    data = batch_of([oracles.drawn(rng, K=6, d=6, n=5, T=4) for _ in range(40)])
    with monkeypatch.context() as patch:
        patch.setattr(graph_small, "FEW", 0)
        together = graph_svm(data)
    for index, row in enumerate(data.rows()):
        alone = graph_svm(row)
        assert bool(alone.feasible) == bool(together.feasible[index])
        assert torch.equal(alone.alpha != 0, alone.alpha > 0)
        gap = (alone.W - together.W[index]).norm()
        assert float(gap) <= 1e-11 * (1 + float(alone.W.norm()))


@pytest.mark.parametrize("K", [9, 17, 40, 70])
def test_sets_of_tokens_of_every_width(K):
    """Rows of K tokens, to the last bit, against the graphs of another library."""
    rng = np.random.default_rng(K)
    row = oracles.drawn(rng, K=K, d=2, n=12, T=8)
    row[1][0] = [K - 1, K - 2, row[1][0][-1]]
    row[2][0] = K - 1
    data = batch_of([row])
    pairs, asked = reduced_rows(data), graph_rows(data).asked
    ties = covers = 0
    for found in oracles.graphs(*row[1:]).values():
        order = nx.condensation(found)
        ties += len(found) - len(order)
        covers += nx.transitive_reduction(order).number_of_edges()
    assert (int(pairs.tie.sum()), int((~pairs.tie).sum())) == (ties, covers)
    for mask, chosen in ((graph.strict(data), ~asked.tie), (graph.same_component(data), asked.tie)):
        listed = zip(*(column[chosen].tolist() for column in asked[1:4]), strict=True)
        assert sorted(listed) == [tuple(entry[1:]) for entry in mask.nonzero().tolist()]
