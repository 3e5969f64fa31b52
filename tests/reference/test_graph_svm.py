"""(Graph-SVM): closed forms by hand, independent routes on a thousand datasets, floats against rationals."""

from __future__ import annotations

import networkx as nx
import numpy as np
import pytest
import torch

from ntpcheck.arithmetic import midpoint
from ntpcheck.domains.attention import ATTENTION
from ntpcheck.instances.attention import Attention
from ntpcheck.reference.graph_svm import acyc_svm, graph_svm
from ntpcheck.reference.solvers import graph_small
from ntpcheck.reference.solvers.priority import reduced_rows, strict_rows
from tests.reference import attention_oracles as oracles

SIZES = (
    (3, 3, 2, 3, 300),
    (4, 3, 3, 4, 250),
    (6, 8, 6, 4, 250),
    (8, 8, 4, 6, 200),
)  # K, d, n, T and how many: a thousand in all; the last two are those of the paper's experiments


def dataset(E, words, labels):
    counts, last = oracles.counted(words, len(E))
    return Attention(E, E, counts, last, labels, 0, 0.0)


def datasets():
    """Batches with the sequences that each row was made from."""
    rng = np.random.default_rng(0)
    for K, d, n, T, count in SIZES:
        rows = [oracles.drawn(rng, K=K, d=d, n=n, T=T) for _ in range(count)]
        columns = [
            np.array([part[0] for part in rows]),
            *zip(*[oracles.counted(r[1], K) for r in rows], strict=True),
        ]
        batch = Attention(
            columns[0],
            columns[0],
            *map(np.array, columns[1:]),
            [r[2] for r in rows],
            [0] * count,
            [0.0] * count,
        )
        yield batch, rows


@pytest.fixture(scope="module")
def solved():
    return [(graph_svm(batch), rows) for batch, rows in datasets()]


def floats(array):
    return np.vectorize(midpoint, otypes=[float])(array)


@pytest.mark.parametrize("exact", [False, True])
def test_one_edge_has_the_closed_form(exact):
    """W^mm = (e_0 - e_1) e_1^T / (|e_0 - e_1|^2 |e_1|^2)."""
    E = np.array([[1.0, -2.0], [0.5, 1.0]])
    data = dataset(E, [[0, 1]], [0])
    found = graph_svm(data.exact() if exact else data)
    step = E[0] - E[1]
    wanted = np.outer(step, E[1]) / (step @ step * (E[1] @ E[1]))
    assert np.allclose(floats(found.W) if exact else found.W.numpy(), wanted, rtol=1e-15, atol=0)
    assert bool(found.tight[1, 0, 1])


@pytest.mark.parametrize("exact", [False, True])
def test_two_rivals_share_what_lies_below_them(exact):
    """E = I, ties 0 ~ 1 and the edge 0 => 2: W^mm e_2 = (1/3, 1/3, -2/3)."""
    data = dataset(np.eye(3), [[0, 1, 2], [0, 1, 2]], [0, 1])
    data = data.replace(counts=torch.tensor([[1, 1, 1], [1, 1, 0]]), last=torch.tensor([0, 0]))
    found = graph_svm(data.exact() if exact else data)
    W = floats(found.W) if exact else found.W.numpy()
    assert np.allclose(W[:, 0], [1 / 3, 1 / 3, -2 / 3], rtol=1e-14)
    assert not W[:, 1:].any()
    alone = acyc_svm(data.exact() if exact else data)
    W = floats(alone.W) if exact else alone.W.numpy()
    assert np.allclose(W[:, 0], [1 / 2, 0, -1 / 2])


@pytest.mark.parametrize("exact", [False, True])
@pytest.mark.parametrize(("E", "words", "labels"), [
    ([[0.0], [1.0]], [[1, 0]], [1]),  # a zero query
    ([[1.0], [1.0]], [[1, 0]], [0]),  # equal embeddings
    ([[1.0], [-1.0]], [[1, 0], [0, 1]], [0, 0]),  # opposite queries that want the same order
    ([[1.0, 0.0], [0.0, 1.0], [0.5, 0.5]], [[0, 1], [0, 1], [0, 1, 2, 1]], [0, 1, 0]),  # midway between ties
])  # fmt: skip
def test_known_conflicts_have_a_ray(E, words, labels, exact):
    E = np.array(E)
    data = dataset(E, words, labels)
    found = graph_svm(data.exact() if exact else data)
    assert bool(found.decided)
    assert not bool(found.feasible)
    alpha, beta = (floats(x) if exact else x.numpy() for x in (found.alpha, found.beta))
    assert alpha.min() >= 0
    assert alpha.sum() == pytest.approx(1)
    pulls = (alpha + beta).sum(-1) - (alpha + beta).sum(-2)
    assert np.abs(E.T @ pulls.T @ E).max() < 1e-14


def test_kkt_conditions_on_a_thousand_datasets(solved):
    """All constraints, read off the sequences, and the distance of W from the cone of its tight rows."""
    seen = 0
    for found, rows in solved:
        assert bool(found.decided.all())
        assert float(found.residual.max()) < 1e-10
        for index, row in enumerate(rows):
            tied, apart = oracles.constraints(*row)
            if bool(found.feasible[index]):
                missed, left = oracles.violation(tied, apart, found.W[index].numpy().ravel())
                assert max(missed, left) < 1e-10 * (1 + float(found.W[index].norm()))
            seen += 1
    assert seen == 1000


def test_nonnegative_least_squares_agrees_on_a_thousand_datasets(solved):
    feasible = 0
    for found, rows in solved:
        for index, row in enumerate(rows):
            wanted = oracles.by_nnls(*oracles.constraints(*row))
            assert bool(found.feasible[index]) == (wanted is not None)
            if wanted is not None:
                W = found.W[index].numpy().ravel()
                assert np.linalg.norm(W - wanted) <= 1e-8 * (1 + np.linalg.norm(W))
                feasible += 1
    assert feasible > 500


def test_an_interior_point_method_agrees(solved):
    for found, rows in solved:
        for index in range(0, len(rows), 25):
            wanted = oracles.by_clarabel(*oracles.constraints(*rows[index]))
            assert bool(found.feasible[index]) == (wanted is not None)
            if wanted is not None:
                assert np.linalg.norm(found.W[index].numpy().ravel() - wanted) <= 1e-5 * (
                    1 + np.linalg.norm(wanted)
                )


@pytest.mark.parametrize("few", [0, graph_small.FEW])
@pytest.mark.parametrize("solver", [graph_svm, acyc_svm])
def test_floats_agree_with_rationals_on_wild_data(solver, few, monkeypatch):
    """By pivoting and by the library."""
    monkeypatch.setattr(graph_small, "FEW", few)
    generator, seen = torch.Generator().manual_seed(1), 0
    for _ in range(20):
        batch = ATTENTION.sampler(generator, 6)
        found = solver(batch)
        for index, row in enumerate(batch.rows()):
            exactly = solver(row.exact())
            assert bool(exactly.decided)
            if bool(found.decided[index]):
                assert bool(found.feasible[index]) == bool(exactly.feasible)
                if bool(exactly.feasible):
                    gap = np.linalg.norm(found.W[index].numpy() - floats(exactly.W))
                    assert gap <= 2 * float(found.error[index]) + 1e-300
                seen += 1
    assert seen > 110


def test_rationals_meet_every_condition_exactly():
    generator = torch.Generator().manual_seed(2)
    for _ in range(15):
        for row in ATTENTION.sampler(generator, 3).rows():
            data = row.exact()
            found = graph_svm(data)
            total = sum(found.alpha.ravel().tolist())
            if bool(found.feasible):
                assert total == sum((found.W * found.W).ravel().tolist())
                assert all(m >= 1 for m in found.margins[np.asarray(found.alpha != 0, dtype=bool)])
            else:
                assert total == 1
            assert min(found.alpha.ravel().tolist()) >= 0


def test_reduced_rows_are_a_transitive_reduction(solved):
    """One row for each cover of the components' order, and one less tie than a component has tokens."""
    for _, rows in solved[:3]:
        for row in rows[::10]:
            pairs = reduced_rows(dataset(*row))
            ties = covers = 0
            for graph in oracles.graphs(*row[1:]).values():
                order = nx.condensation(graph)
                ties += len(graph) - len(order)
                covers += nx.transitive_reduction(order).number_of_edges()
            assert (int(pairs.tie.sum()), int((~pairs.tie).sum())) == (ties, covers)


def test_on_acyclic_data_both_programs_have_the_same_rows():
    for seed in range(5):
        E, words, _ = oracles.drawn(np.random.default_rng(seed), K=4, d=4, n=3, T=4)
        data = dataset(E, words, [min(word) for word in words])
        both = [
            set(zip(*(c.tolist() for c in rows(data)[1:4]), strict=True))
            for rows in (reduced_rows, lambda data: strict_rows(data).reduced)
        ]
        assert both[0] == both[1]
        assert torch.equal(graph_svm(data).W, acyc_svm(data).W)


def test_a_ray_of_floats_rules_nothing_out_beside_dependence():
    """Two tokens that differ by 1e-14 are independent: (Graph-SVM) has a solution, of great length."""
    rows = torch.tensor([[1.0, -1.0], [1.0000000000000426, -0.9999999999999858]], dtype=torch.float64)
    near = Attention(
        embeddings=rows, head=torch.eye(2, dtype=torch.float64),
        counts=torch.tensor([[1, 1], [1, 1], [1, 1], [0, 1]]), last=torch.tensor([0, 0, 1, 1]),
        labels=torch.tensor([1, 1, 0, 1]), loss=torch.tensor(0), knee=torch.tensor(0.0, dtype=torch.float64),
    )  # fmt: skip
    exactly, floats = graph_svm(near.exact()), graph_svm(near)
    assert bool(np.all(exactly.feasible))
    assert bool(floats.feasible) or not bool(floats.decided)
