"""Independent routes to the reference objects: slow, direct, and sharing no code with ntpcheck."""

from __future__ import annotations

import warnings
from fractions import Fraction

import cvxpy as cp
import daqp
import numpy as np
from scipy.optimize import nnls

TIGHT = {"tol_gap_abs": 1e-12, "tol_gap_rel": 1e-12, "tol_feas": 1e-12, "max_threads": 1}


def wild(rng):
    """Embeddings `[m, d]` and counts `[m, V]` of a small dataset, every degenerate corner among them."""
    m, d, V = rng.integers(1, 7), rng.integers(1, 6), rng.integers(1, 6)
    H = (
        rng.integers(-4, 5, (m, d)) / 4
        if rng.random() < 0.5
        else np.round(rng.standard_normal((m, d)) * 16) / 16
    )
    if m > 1:  # equal, opposite or collinear contexts, now and then
        factor = rng.choice([1.0, -1.0, 2.0, np.nan], p=[0.15, 0.15, 0.1, 0.6])
        if factor == factor:
            H[rng.integers(m)] = factor * H[rng.integers(m)]
    if rng.random() < 0.1:
        H[rng.integers(m)] = 0
    if rng.random() < 0.1:
        H[:, -1] = H[:, 0]
    if rng.random() < 0.15:
        H *= (rng.random((m, 1)) < 0.5) * 63 / 16 + 1 / 16
    counts = (rng.random((m, V)) < rng.random()) * rng.integers(1, 9, (m, V))
    if rng.random() < 0.2:
        counts[:] = 0
    counts[np.arange(m), rng.integers(V, size=m)] += 1
    if rng.random() < 0.1:
        counts[:] = counts[0]
    return H, counts


def constraints(H, counts):
    """Rows over vec(W): of (6a), right-hand side 0, and of (6b), right-hand side 1."""
    V = counts.shape[1]
    tied, apart = [np.zeros((0, V * H.shape[1]))], [np.zeros((0, V * H.shape[1]))]
    for h, line in zip(H, counts, strict=True):
        first = int((line > 0).argmax())
        for v in range(V):
            if v != first:
                row = np.zeros((V, H.shape[1]))
                row[first], row[v] = h, -h
                (tied if line[v] else apart).append(row.reshape(1, -1))
    return np.concatenate(tied), np.concatenate(apart)


def complement(tied):
    """Orthonormal columns spanning the null space of the rows, by SVD."""
    if not len(tied):
        return np.eye(tied.shape[1])
    _, s, right = np.linalg.svd(tied)
    return right[np.count_nonzero(s > 1e-10 * max(s.max(initial=0), 1e-300)) :].T


def by_clarabel(H, counts):
    """W^mm `[V, d]`, or None where infeasible, by an interior-point method at tight tolerances."""
    tied, apart = constraints(H, counts)
    w = cp.Variable(tied.shape[1])
    asked = [tied @ w == 0] if len(tied) else []
    asked += [apart @ w >= 1] if len(apart) else []
    problem = cp.Problem(cp.Minimize(cp.sum_squares(w)), asked)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it may be inaccurate; how much is what the tests ask
        problem.solve(solver=cp.CLARABEL, **TIGHT)
    if problem.status in (cp.INFEASIBLE, cp.INFEASIBLE_INACCURATE):
        return None
    return w.value.reshape(counts.shape[1], -1)


def by_nnls(H, counts):
    """W^mm `[V, d]`, or None where infeasible: a least-distance problem over the complement of F, by NNLS."""
    tied, apart = constraints(H, counts)
    Q = complement(tied)
    if not len(apart):
        return np.zeros((counts.shape[1], H.shape[1]))
    E = np.vstack([(apart @ Q).T, np.ones(len(apart))])
    u, _ = nnls(E, np.r_[np.zeros(len(E) - 1), 1.0], maxiter=100 * len(apart))
    gap = 1 - u.sum()
    if gap < 1e-10:
        return None
    return (Q @ (E[:-1] @ u) / gap).reshape(counts.shape[1], -1)


def fraction(number):
    """A rational, of whatever kind, as a Fraction."""
    return Fraction(number) if isinstance(number, float | int) else Fraction(str(number))


def combination(H, counts, *terms):
    """`[V][d]` sum of x (e_a - e_v) h_j^T over terms [j, v, x], a the first token of S_j, in fractions."""
    rows = [[fraction(x) for x in row] for row in np.asarray(H).tolist()]
    total = [[Fraction(0)] * len(rows[0]) for _ in range(counts.shape[1])]
    for j, v, x in terms:
        first = int((counts[j] > 0).argmax())
        for k, entry in enumerate(rows[j]):
            total[first][k] += fraction(x) * entry
            total[v][k] -= fraction(x) * entry
    return total


def least_norm(rows):
    """The least w with rows w >= 1, by a dual active-set solver and by an interior-point method."""
    count, size = rows.shape
    bounds = np.full(count, 1e30), np.ones(count), np.zeros(count, dtype=np.intc)
    first, _, flag, _ = daqp.solve(np.eye(size), np.zeros(size), rows, *bounds, primal_tol=1e-12)
    assert flag == 1
    w = cp.Variable(size)
    problem = cp.Problem(cp.Minimize(cp.sum_squares(w)), [rows @ w >= 1])
    problem.solve(solver=cp.CLARABEL, **TIGHT)
    return first, w.value
