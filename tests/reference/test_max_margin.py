"""W^mm: closed forms by hand, independent routes on a thousand datasets, and what it must not depend on."""

from __future__ import annotations

import numpy as np
import pytest
import torch

from ntpcheck.arithmetic import exact_array, midpoint
from ntpcheck.domains.recipes import paper_size
from ntpcheck.instances.dataset import Dataset
from ntpcheck.reference.max_margin import exact_solution, max_margin
from ntpcheck.reference.solvers.float_margin import float_margin
from ntpcheck.reference.solvers.least_distance import least_distance
from ntpcheck.reference.solvers.slack_form import slack_form
from ntpcheck.reference.solvers.small_form import small_form
from tests.reference import oracles


def floats(array):
    return np.vectorize(midpoint, otypes=[float])(array)


def wild(seed, count):
    rng = np.random.default_rng(seed)
    for _ in range(count):
        yield Dataset(*oracles.wild(rng))


@pytest.mark.parametrize("inside", [1, 2, 4])
@pytest.mark.parametrize("exact", [False, True])
def test_one_context_has_the_closed_form(inside, exact):
    """W^mm = a h^T / |h|^2 with a = (V - S) / V in support and -S / V outside."""
    V, h = 5, np.array([1.0, -2.0, 0.5])
    counts = np.array([[3] * inside + [0] * (V - inside)])
    data = Dataset(h[None], counts)
    found = max_margin(data.exact() if exact else data)
    a = np.where(counts[0] > 0, (V - inside) / V, -inside / V)
    W = floats(found.W) if exact else found.W.numpy()
    assert np.allclose(W, np.outer(a, h) / (h @ h), rtol=0, atol=1e-15)
    assert bool(found.feasible)
    assert np.asarray(found.tight).tolist() == (counts == 0).tolist()


@pytest.mark.parametrize("exact", [False, True])
def test_full_supports_ask_for_nothing(exact):
    data = Dataset(np.array([[1.0, 2.0], [0.0, 1.0], [3.0, 1.0]]), np.ones((3, 4), dtype=int))
    found = max_margin(data.exact() if exact else data)
    assert bool(found.feasible)
    assert bool(found.decided)
    assert not np.asarray(found.W).any()
    assert not np.asarray(found.alpha).any()
    assert not np.asarray(found.tight).any()


def test_a_single_token_asks_for_nothing():
    found = max_margin(Dataset(np.array([[0.0], [2.0]]), np.array([[1], [4]])))
    assert bool(found.feasible)
    assert found.W.shape == (1, 1)


@pytest.mark.parametrize(("H", "counts"), [
    ([[0.0, 0.0]], [[1, 0]]),  # a zero context cannot have a margin
    ([[1.0], [1.0]], [[1, 0], [0, 1]]),  # equal contexts, disjoint supports
    ([[1.0], [-1.0], [2.0]], [[1, 0], [1, 0], [1, 0]]),  # opposite contexts, one label
    ([[1.0, 0.0], [0.0, 1.0], [1.0, 1.0]], [[1, 1, 0], [1, 1, 0], [0, 1, 1]]),  # the third unties the others
])  # fmt: skip
@pytest.mark.parametrize("exact", [False, True])
def test_known_inseparable_data_has_a_farkas_ray(H, counts, exact):
    data = Dataset(np.array(H), np.array(counts))
    found = max_margin(data.exact() if exact else data)
    assert not bool(found.feasible)
    assert bool(found.decided)
    ray = floats(found.ray) if exact else found.ray.numpy()
    assert ray.min() >= 0
    assert ray.sum() == pytest.approx(1)
    tied, apart = oracles.constraints(np.array(H), np.array(counts))
    pull = ray[np.array(counts) == 0] @ apart @ oracles.complement(tied)
    assert np.abs(pull).max(initial=0) < 1e-14


@pytest.mark.share(2)
@pytest.mark.parametrize(("route", "usual", "always"), [
    (oracles.by_nnls, 1e-10, 1e-9),
    (oracles.by_clarabel, 1e-8, 1e-5),  # an interior-point method stops short where dual solutions are many
])  # fmt: skip
def test_an_independent_route_agrees_on_a_thousand_datasets(route, usual, always):
    errors = []
    for data in wild(0, 1000):
        found, W = max_margin(data), route(data.embeddings.numpy(), data.counts.numpy())
        assert found.decided
        assert (W is not None) == bool(found.feasible)
        if W is not None:
            errors.append(np.linalg.norm(W - found.W.numpy()) / max(found.W.norm().item(), 1e-3))
    assert 300 < len(errors) < 900
    assert max(errors) <= always
    assert np.quantile(errors, 0.99) <= usual


def test_residuals_are_at_rounding_level_and_the_error_bound_holds():
    for data in wild(1, 400):
        found, exact = max_margin(data), max_margin(data.exact())
        assert bool(found.feasible) == bool(exact.feasible)
        if not found.feasible:
            continue
        assert found.residual <= 1e-11
        assert np.array_equal(found.tight.numpy(), exact.tight)
        distance = np.linalg.norm(found.W.numpy() - floats(exact.W))
        assert distance <= found.error
        assert found.error <= 2.0**-20 * max(1.0, found.W.norm())


def test_every_route_gives_the_same_decoder():
    rng = np.random.default_rng(2)
    for _ in range(50):
        H = rng.standard_normal((3, 4))
        out = np.ones((3, 4), dtype=bool)
        out[np.arange(3), rng.integers(4, size=3)] = False
        first = float_margin(H, out).W
        slack, small, distance = slack_form(H, out), small_form(H[None], out[None]), least_distance(H, out)
        assert np.allclose(-slack.Z.T @ H, first, atol=1e-11)
        assert np.allclose(small.W[0], first, atol=1e-11)
        assert np.allclose(distance.W, first, atol=1e-11)


def test_a_batch_agrees_with_its_rows():
    rng = np.random.default_rng(3)
    H, counts = rng.integers(-2, 3, (2, 3, 4, 2)) / 2, rng.integers(0, 2, (2, 3, 4, 3))
    counts[..., 0] += counts.sum(-1) == 0
    batch = Dataset(H, counts)
    together = max_margin(batch)
    exact = max_margin(batch.exact())
    assert together.W.shape == (2, 3, 3, 2)
    assert exact.W.shape == (2, 3, 3, 2)
    for index in np.ndindex(2, 3):
        alone = max_margin(batch.row(index))
        for name in ("W", "feasible", "alpha", "margins", "tight", "ray", "residual", "error"):
            assert torch.equal(getattr(together, name)[index], getattr(alone, name))
        assert np.array_equal(exact.W[index], max_margin(batch.row(index).exact()).W)


def test_relabelling_tokens_relabels_the_decoder():
    for data in wild(4, 60):
        order = np.random.default_rng(5).permutation(data.size("V")).tolist()
        found, other = max_margin(data.exact()), max_margin(data.permute("V", order).exact())
        assert np.array_equal(found.W[order], other.W)


def test_scaling_contexts_scales_the_decoder():
    for data in wild(6, 60):
        found, other = (
            max_margin(data.exact()),
            max_margin(data.exact().replace(embeddings=8 * data.exact().embeddings)),
        )
        assert bool(found.feasible) == bool(other.feasible)
        assert np.array_equal(found.W, 8 * other.W)


def test_counts_matter_only_through_supports():
    data = next(iter(wild(7, 1)))
    other = data.replace(counts=(data.counts > 0).to(torch.int64))
    assert torch.equal(max_margin(data).W, max_margin(other).W)


def test_paper_size_data_is_solved_to_1e_12_and_exactly():
    run = paper_size(torch.Generator().manual_seed(0))
    found, exact = max_margin(run), max_margin(run.exact())
    assert found.residual <= 1e-12
    assert np.linalg.norm(found.W.numpy() - floats(exact.W)) <= 1e-12 * found.W.norm()
    assert sum(exact.alpha[~run.support.numpy()]) == (exact.W**2).sum()


@pytest.mark.parametrize("condition", [1e6, 1e9, 1e12])
def test_ill_conditioned_contexts_are_settled(condition):
    """The float routes lose them one by one; rationals do not."""
    rng = np.random.default_rng(8)
    for _ in range(10):
        left, _ = np.linalg.qr(rng.standard_normal((4, 4)))
        right, _ = np.linalg.qr(rng.standard_normal((5, 5)))
        H = left @ np.diag(np.geomspace(1, 1 / condition, 4)) @ right[:4]
        counts = rng.integers(0, 2, (4, 4))
        counts[np.arange(4), rng.integers(4, size=4)] = 1
        data = Dataset(H, counts)
        found, exact = max_margin(data), max_margin(data.exact())
        assert bool(found.decided)
        assert bool(found.feasible)
        assert np.linalg.norm(found.W.numpy() - floats(exact.W)) <= 1e-6 * found.W.norm()


def test_large_dependent_data_is_settled():
    rng = np.random.default_rng(9)
    H = rng.standard_normal((400, 60))
    found = max_margin(Dataset(H, 1 + np.eye(400, 101, dtype=int) - (rng.random((400, 101)) < 0.5)))
    assert bool(found.decided)
    assert not found.feasible
    assert found.ray.sum() == pytest.approx(1)
    one_label = np.zeros((120, 101), dtype=int)
    one_label[:, 0] = 1
    # Separable, since a half-space holds every context.
    found = max_margin(Dataset(np.abs(H[:120]), one_label))
    assert bool(found.feasible)
    assert found.residual <= 1e-10


def test_large_data_that_no_route_settles_stays_open(monkeypatch):
    monkeypatch.setattr("ntpcheck.reference.solvers.augmented_lagrangian.NEWTON", 1)
    one_label = np.zeros((120, 101), dtype=int)
    one_label[:, 0] = 1
    left_open = max_margin(Dataset(np.abs(np.random.default_rng(9).standard_normal((120, 60))), one_label))
    assert not left_open.decided
    assert not left_open.feasible


def test_large_dependent_data_is_not_attempted_in_rationals(monkeypatch):
    monkeypatch.setattr("ntpcheck.reference.max_margin.EXACTLY", 1)
    data = Dataset(np.array([[1.0], [1.0], [2.0]]), np.array([[1, 1], [0, 1], [1, 1]])).exact()
    found = max_margin(data)
    assert not found.decided
    assert not found.feasible
    assert exact_solution(data)[1] is None


def test_the_digits_have_the_margin_of_an_independent_solver():
    """One-hot data, 16,173 constraints; the second route sees those near the margin, then checks all."""
    datasets = pytest.importorskip("sklearn.datasets")
    X, y = datasets.load_digits(return_X_y=True)
    H = np.c_[X / 16, np.ones(len(X))]
    counts = np.eye(10, dtype=int)[y]
    found = max_margin(Dataset(H, counts))
    assert found.feasible
    assert found.residual <= 1e-11
    near = (found.margins.numpy() < 1.5) & (counts == 0)
    rows = np.concatenate([_gradients(H, y, v, near[:, v]) for v in range(10)])
    by_active_set, by_interior_point = oracles.least_norm(rows)
    W = by_active_set.reshape(10, -1)
    assert np.linalg.norm(W - found.W.numpy()) <= 1e-8 * np.linalg.norm(W)
    assert np.linalg.norm(W.ravel() - by_interior_point) <= 1e-7 * np.linalg.norm(W)
    scores = H @ W.T
    margins = scores[np.arange(len(y)), y][:, None] - scores
    assert margins[counts == 0].min() >= 1 - 1e-8


def _gradients(H, y, v, chosen):
    rows = np.zeros((np.count_nonzero(chosen), 10, H.shape[1]))
    rows[np.arange(len(rows)), y[chosen]] = H[chosen]
    rows[:, v] -= H[chosen]
    return rows.reshape(len(rows), -1)


def test_exact_arrays_are_exact():
    found = max_margin(Dataset(exact_array([["1/3", 0], [0, "2/7"]]), np.array([[1, 0], [0, 1]])))
    assert str(found.W[0, 0]) == "3/2"
    assert str(found.W[1, 1]) == "7/4"


@pytest.mark.parametrize("lie", ["gives up", "everything", "one cell", "nothing"])
def test_a_solver_that_lies_is_not_believed(monkeypatch, lie):
    """Whatever the first solvers claim, the outcome is the true one."""

    def liar(matrix, target, maxiter):
        if lie == "gives up":
            raise RuntimeError("too many iterations")
        u = np.zeros(matrix.shape[1])
        u[{"everything": slice(None), "one cell": slice(1), "nothing": slice(0)}[lie]] = 0.5 / matrix.shape[1]
        return u, 0.0

    truth = [(bool(max_margin(data.exact()).feasible), max_margin(data.exact()).W) for data in wild(11, 60)]
    monkeypatch.setattr("scipy.optimize.nnls", liar)
    monkeypatch.setattr("ntpcheck.reference.solvers.float_margin.small_form", lambda H, out: None)
    for data, (feasible, W) in zip(wild(11, 60), truth, strict=True):
        found = max_margin(data)
        assert bool(found.decided)
        assert bool(found.feasible) == feasible
        assert np.allclose(found.W.numpy(), floats(W), rtol=1e-9, atol=1e-12)


def test_pivoting_recovers_from_a_bad_start(monkeypatch):
    """With no patience at all only one index moves a round; the answer is the same."""
    rng = np.random.default_rng(12)
    H, out = rng.standard_normal((6, 8)), rng.random((6, 5)) < 0.6
    out[np.arange(6), rng.integers(5, size=6)] = False
    patient = slack_form(H, out)
    monkeypatch.setattr("ntpcheck.reference.solvers.slack_form.PATIENCE", 0)
    assert np.allclose(slack_form(H, out).U, patient.U, atol=1e-12)
    monkeypatch.setattr("ntpcheck.reference.solvers.slack_form.MOST_PIVOTS", 0)
    assert slack_form(H, out) is None


@pytest.mark.parametrize("seed", [0, 8])
def test_a_ray_of_large_data_has_few_cells(seed):
    """Where the float route's ray has dozens of cells, or it finds none at all."""
    rng = np.random.default_rng(seed)
    support = rng.random((50, 10)).argsort(-1) < 8
    data = Dataset(rng.standard_normal((50, 40)), support.astype(np.int64)).exact()
    found = max_margin(data)
    assert not found.feasible
    assert found.decided
    assert 1 <= np.count_nonzero(found.ray != 0) <= 11
    assert found.ray.sum() == 1
