"""The exact active-set method ends at the KKT conditions or a Farkas ray, whatever it is started from."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from flint import fmpz_mat

from ntpcheck.arithmetic import exact_array
from ntpcheck.instances.dataset import Dataset
from ntpcheck.reference.max_margin import dual, exact_solution, max_margin
from ntpcheck.reference.solvers import exact_margin as method
from ntpcheck.reference.solvers.exact_margin import exact_margin, farkas
from ntpcheck.reference.solvers.rational import PRIMES, Rows, first_dependent, independent, pivots
from tests.reference import oracles


def instances(seed, count):
    rng = np.random.default_rng(seed)
    for _ in range(count):
        yield Dataset(*oracles.wild(rng)).exact()


def settles(rows, found):
    """Exactly: W = -Z^T H satisfies (6) with complementary multipliers, or Z^T H = 0 with some weight."""
    Z, D = found.point
    assert D > 0
    assert all(sum(line) == 0 for line in Z.tolist())
    assert all(Z[j, v] >= 0 for j, v in rows.out)
    W = -Z.transpose() * rows.H
    if not found.feasible:
        assert not any(W.entries())
        assert any(Z[j, v] > 0 for j, v in rows.out)
        return
    L = (rows.H * W.transpose()).tolist()
    assert all(L[j][z] == L[j][rows.anchor[j]] for j, z in rows.inside)
    for j, v in rows.out:
        excess = L[j][rows.anchor[j]] - L[j][v] - D * rows.scales[j]
        assert excess >= 0
        assert excess * Z[j, v] == 0
        assert (excess == 0) == ((j, v) in found.active)


@pytest.mark.parametrize("start", ["nothing", "everything", "at random"])
@pytest.mark.parametrize("ray", [False, True])
def test_any_start_ends_at_the_same_answer(start, ray):
    rng = np.random.default_rng(0)
    for data in instances(1, 200):
        rows = Rows(data.embeddings, data.support)
        chosen = {"nothing": 0.0, "everything": 1.0, "at random": 0.5}[start]
        guess = [cell for cell in rows.out if rng.random() < chosen]
        found = exact_margin(rows, guess, ray=ray)
        settles(rows, found)
        assert found.feasible == bool(max_margin(data).feasible)


def test_both_kinds_of_faces_give_the_same_decoder():
    rng = np.random.default_rng(2)
    for _ in range(40):
        H, support = exact_array(rng.integers(-4, 5, (3, 4))), rng.random((3, 4)) < 0.5
        support[:, 0] = True
        rows = Rows(H, support)
        if not rows.independent_contexts():
            continue
        active = [cell for cell in rows.out if rng.random() < 0.5]
        (Z, D), (other, E) = method.SlackFaces(rows).face(active), method.GramFaces(rows).face(active)
        assert other * D == Z * E


def test_too_few_faces_give_no_answer(monkeypatch):
    rows = Rows(exact_array([[1, 0], [0, 1]]), np.array([[True, False], [False, True]]))
    assert exact_margin(rows).feasible
    monkeypatch.setattr(method, "FACES", 0)
    assert exact_margin(rows) is None


def test_cells_without_a_ray_give_none():
    rows = Rows(exact_array([[1], [-1]]), np.array([[True, False, False], [True, False, False]]))
    assert farkas(rows, []) is None
    assert farkas(rows, [(0, 1)]) is None  # independent
    assert farkas(rows, [(0, 1), (1, 2)]) is None


def test_a_ray_on_the_first_dependent_cells_is_found_among_more():
    rows = Rows(exact_array([[1], [-1]]), np.array([[True, False, False], [True, False, False]]))
    assert farkas(rows, [(0, 1), (1, 1)]).active == [(0, 1), (1, 1)]
    assert farkas(rows, [(0, 1), (0, 2), (1, 2), (1, 1)]).active == [(0, 2), (1, 2)]


def test_a_dependence_of_the_wrong_sign_is_no_ray():
    rows = Rows(exact_array([[1], [2]]), np.array([[True, False], [True, False]]))
    assert farkas(rows, [(0, 1), (1, 1)]) is None


def without_a_margin(rng):
    """14 contexts in 12 dimensions: the ties leave little room."""
    support = rng.random((14, 6)).argsort(-1) < 4
    return Rows(exact_array(rng.integers(-9, 10, (14, 12))), support)


def test_cells_that_have_no_part_in_a_ray_change_nothing(monkeypatch):
    rng, rays = np.random.default_rng(4), 0
    for _ in range(12):
        rows = without_a_margin(rng)
        found = exact_margin(rows)
        if found.feasible:
            continue
        rays += 1
        few = farkas(rows, found.active)
        with monkeypatch.context() as patched:
            patched.setattr(method, "first_dependent", with_all_before)
            whole = farkas(rows, found.active)
        settles(rows, few)
        assert few.active == whole.active
        assert few.point.Z * whole.point.denominator == whole.point.Z * few.point.denominator
    assert rays


def with_all_before(matrix):
    found = first_dependent(matrix)
    return found and (found[0], list(range(found[0])))


@pytest.mark.parametrize("prime", PRIMES)
def test_an_unlucky_prime_costs_time_alone(prime):
    wide = [[prime, *[0] * 12], [-1, *[0] * 12]]
    rows = Rows(exact_array(wide), np.array([[True, False], [True, False]]))
    found = exact_margin(rows, rows.out, ray=True)
    assert not found.feasible
    settles(rows, found)


def test_the_first_dependent_column_and_what_it_combines():
    matrix = fmpz_mat([[1, 0, 2, 0], [0, 1, 0, 1]])
    assert first_dependent(matrix) == (2, [0])
    assert first_dependent(fmpz_mat([[1, 0], [0, 3]])) is None
    assert first_dependent(fmpz_mat([[0, 1]])) == (0, [])


def test_integer_rows_are_the_data():
    rows = Rows(exact_array([["1/2", "1/3"], [0, 0]]), np.array([[True, True, False], [False, True, True]]))
    assert rows.scales == [6, 1]
    assert rows.integers == [[3, 2], [0, 0]]
    assert rows.whole([(0, 2)]).tolist() == [[3, 2, 0, 0, -3, -2]]
    assert rows.matrix([(0, 2), (1, 0)]).tolist() == [[3, 2, 0, 0], [0, 0, 0, 0]]
    assert rows.basis == [(0, 1)]
    assert not rows.independent_contexts()


def test_independent_rows_are_found_in_order():
    rows = Rows(exact_array([[1, 0], [2, 0], [0, 1]]), np.ones((3, 2), dtype=bool))
    assert independent(rows.H) == [0, 2]
    assert pivots(rows.H) == [0, 1]
    assert pivots(rows.matrix([])) == []


def multipliers(data):
    """The nonzero entries of the dual as text: out of support, and in support besides the first tokens."""
    rows, solution = exact_solution(data)
    Z = dual(rows, solution)
    return tuple(
        [[j, v, str(Z[j, v])] for j, v in cells if Z[j, v] != 0] for cells in (rows.out, rows.inside)
    )


def test_multipliers_and_rays_hold_in_fractions():
    """Checked from the data alone: the combination, the signs, the sums."""
    seen = set()
    for data in instances(3, 300):
        H, counts, found = data.embeddings, data.counts, max_margin(data)
        weights, ties = multipliers(data)
        pull = oracles.combination(H, counts, *weights, *ties)
        if bool(found.feasible):
            W = [[Fraction(str(x)) for x in row] for row in found.W]
            assert pull == W
            size = sum(x * x for row in W for x in row)
        else:
            assert not any(x for row in pull for x in row)
            size = 1
        assert all(counts[j, v] == 0 and Fraction(x) > 0 for j, v, x in weights)
        assert sum(Fraction(x) for _, _, x in weights) == size
        seen.add(bool(found.feasible))
    assert seen == {True, False}


def test_the_dual_rebuilds_the_decoder():
    for data in instances(4, 60):
        rows, solution = Rows(data.embeddings, data.support), None
        solution = exact_margin(rows)
        Z = dual(rows, solution)
        W = -(Z.T @ data.embeddings)
        assert np.array_equal(W, max_margin(data).W)
        assert not any(Z.sum(1))


def test_a_paper_size_ray_is_exact():
    """m = 50 contexts in d = 24 dimensions on the 2^-6 grid: far more constraints than freedom."""
    rng = np.random.default_rng(5)
    H = np.round(rng.standard_normal((50, 24)) * 64) / 64
    support = rng.random((50, 10)).argsort(1) < 6
    data = Dataset(H, support.astype(int)).exact()
    found = max_margin(data)
    assert not found.feasible
    weights, ties = multipliers(data)
    pull = oracles.combination(data.embeddings, data.counts, *weights, *ties)
    assert not any(x for row in pull for x in row)


def test_what_is_settled_in_rationals_is_off_by_one_rounding():
    """Parallel contexts off every coarse grid: their ray is exact, and rounded to doubles once."""
    found = max_margin(Dataset([[0.1, 0.7], [0.1, 0.7]], [[1, 0], [0, 1]]))
    assert (bool(found.decided), bool(found.feasible)) == (True, False)
    assert found.residual.item() == 2.0**-52
    assert found.error.item() == np.inf
    assert found.ray.tolist() == [[0.0, 0.5], [0.5, 0.0]]
