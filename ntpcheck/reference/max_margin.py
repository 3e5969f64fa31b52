"""W^mm, the least-norm decoder of NTP-SVM, or the Farkas ray that shows there is none.

    W^mm = argmin ||W||   subject to   (6a) (e_z - e_z')^T W h_j = 0 for z, z' in S_j,
                                       (6b) (e_z - e_v)^T W h_j >= 1 for z in S_j, v not in S_j.

It exists if and only if the data is separable. Then W^mm = sum_n alpha_n x_n over out-of-support cells n =
(j, v), with x_n = P_perp((e_z - e_v) h_j^T), alpha >= 0, alpha_n = 0 where the margin <W^mm, x_n> exceeds
1, and sum_n alpha_n = ||W^mm||^2. Otherwise some u >= 0 with sum u = 1 has sum_n u_n x_n = 0.
Source: Definition 3.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np
from flint import fmpq

from ntpcheck.arithmetic import Array, ExactArray, exact_array, midpoint, shaped
from ntpcheck.instances.dataset import Dataset
from ntpcheck.instances.lasting import lasting
from ntpcheck.reference.kept import remembered_rows
from ntpcheck.reference.solvers.batch_margin import are_many, batch_margin
from ntpcheck.reference.solvers.exact_margin import ExactMargin, exact_margin
from ntpcheck.reference.solvers.float_margin import CLEAN, MarginRow, is_large, small_margins, thorough
from ntpcheck.reference.solvers.least_distance import least_distance
from ntpcheck.reference.solvers.rational import Rows, array, exact_rows
from ntpcheck.reference.solvers.splitting import coarse

AFFORDABLE = 4096  # m V d up to which an open float case is settled in rationals
EXACTLY = 2**24  # entries of all in-support rows up to which dependent contexts are solved in rationals


@dataclass(frozen=True)
class MaxMargin:
    """The solution of NTP-SVM, row by row: torch tensors for float instances, rationals for exact ones."""

    W: Array  # [..., V, d]; zero where there is none
    feasible: Array  # [...] bool: the data is separable
    decided: Array  # [...] bool; where false nothing else here says anything
    alpha: Array  # [..., m, V] multipliers of (6b); zero in support
    margins: Array  # [..., m, V] <W, x_n>; zero in support
    tight: Array  # [..., m, V] bool: margins equal to 1, the support vectors; in floats to within 1e-9
    ray: Array  # [..., m, V] Farkas ray of sum 1; zero where separable
    residual: Array  # [...] relative KKT residual, or ||sum u_n x_n|| / sum u_n ||h_j||; taken from the data
    error: Array  # [...] bound on ||W - W^mm||; of large data to first order, for contexts far from dependent


@lasting
def max_margin(data: Dataset) -> MaxMargin:
    """NTP-SVM of each row: W^mm `[..., V, d]` with its dual, or a Farkas ray.

    Floats: thousands of small datasets of one shape together. Else one dense row per constraint where the
    data is small, the slack form where contexts are safely independent, a dual active-set method where each
    of many contexts has one token in support, the augmented Lagrangian where other data is large, and then a
    least-distance problem; accepted
    with a KKT residual below 1e-9 (about 1e-14 unless the data is ill-conditioned). Small cases that stay
    open, and data off a coarse grid, are settled in rationals, large open ones are not `decided`. Exact
    instances: the cells of the float solution start an exact active-set method, whose answer holds without
    tolerance.
    """
    if data.is_exact:
        return _packed(zip(*(_as_row(*exact_solution(row)) for row in data.rows()), strict=True), data)
    m, d, V = (data.size(axis) for axis in "mdV")
    H = data.embeddings.detach().cpu().numpy().reshape(-1, m, d)
    out = ~data.support.cpu().numpy().reshape(-1, m, V)
    if are_many(out, d):
        return _packed(_together(H, out), data)
    return _packed(zip(*_float_rows(H, out), strict=True), data)


def _together(H: np.ndarray, out: np.ndarray) -> MarginRow:
    """Many small datasets at once, as columns; those that this leaves, by other routes."""
    found, ended = batch_margin(H, out)
    left = np.flatnonzero(~(ended & coarse(H) & (found.residual <= CLEAN)))
    for i, row in zip(left, _float_rows(H[left], out[left]), strict=True):
        columns: Any = zip(found, row, strict=True)
        for column, value in columns:
            column[i] = value
    return found


@remembered_rows
def _float_rows(H: np.ndarray, out: np.ndarray) -> list[MarginRow]:
    quick = zip(H, out, coarse(H), small_margins(H, out), strict=True)
    return [_settled(h, o, row or thorough(h, o), sure=sure) for h, o, sure, row in quick]


def _settled(H: np.ndarray, out: np.ndarray, row: MarginRow, *, sure: bool) -> MarginRow:
    """sure: on a coarse grid. Off it contexts may be close to dependent: a sum zero to rounding may not be
    zero there, and a small residual of logits says little of W.
    """
    if (sure and row.feasible is not None) or out.size * H.shape[1] > AFFORDABLE:
        return row
    exact = Rows(exact_array(H), ~out)
    try:
        return _in_floats(_as_row(exact, _solved(exact, row)))
    except OverflowError:  # W^mm is beyond doubles
        return row._replace(feasible=None)


@lasting
def exact_solution(data: Dataset) -> tuple[Rows, ExactMargin | None]:
    """One exact instance as integers, with its exact solution; None where the method gave up."""
    H: Any = np.vectorize(midpoint, otypes=[float])(data.embeddings)
    out = ~np.asarray(data.support)
    guess, rows = _float_rows(H[None], out[None])[0], exact_rows(data)
    if not guess.feasible and is_large(H, out):  # where a ray has many cells, if it is found at all
        fewer = least_distance(H, out)
        if fewer.alpha.any() and not fewer.W.any():
            guess = guess._replace(feasible=False, ray=fewer.alpha)
    return rows, _solved(rows, guess)


def _solved(rows: Rows, guess: MarginRow) -> ExactMargin | None:
    if rows.m > rows.d and len(rows.inside) * rows.V * rows.d > EXACTLY:
        return None
    weights = guess.ray if guess.feasible is False else guess.alpha
    cells = [(j, v) for j, v in np.argwhere(weights > 0).tolist()]
    return exact_margin(rows, cells, ray=guess.feasible is False)


def dual(rows: Rows, solution: ExactMargin) -> ExactArray:
    """`[m, V]` the dual Z over the true embeddings: W^mm = -Z^T H, or Z^T H = 0 with out-of-support sum 1.

    Its rows sum to zero; out of support it is alpha or the ray, in support it is minus the share of each
    token.
    """
    scales = np.array(rows.scales, dtype=object)[:, None]
    Z = array(solution.point.Z, solution.point.denominator) * scales
    return (Z if solution.feasible else Z / Z[~rows.support].sum()).view(ExactArray)


def _as_row(rows: Rows, solution: ExactMargin | None) -> MarginRow:
    """The exact solution as rationals: W = -Z^T H, and margins L_ja - L_jv of the logits L = H W^T = -G Z."""
    nothing, zero = exact_array(np.zeros((rows.m, rows.V), dtype=int)), fmpq(0)
    tight = np.zeros((rows.m, rows.V), dtype=bool)
    row = MarginRow(
        W=exact_array(np.zeros((rows.V, rows.d), dtype=int)),
        feasible=None if solution is None else solution.feasible,
        alpha=nothing,
        margins=nothing,
        tight=tight,
        ray=nothing,
        residual=zero,
        error=zero,
    )
    if solution is None:
        return row
    weights = dual(rows, solution)
    weights[rows.support] = zero
    if not solution.feasible:
        return row._replace(ray=weights)
    scaled = array(rows.gram * solution.point.Z, solution.point.denominator)
    scaled = scaled - scaled[np.arange(rows.m), rows.anchor][:, None]
    margins = (scaled / np.array(rows.scales, dtype=object)[:, None]).view(ExactArray)
    tight[tuple(np.array(solution.active, dtype=int).reshape(-1, 2).T)] = True
    W = array(-solution.point.Z.transpose() * rows.H, solution.point.denominator)
    return row._replace(W=W, alpha=weights, margins=margins)


def _in_floats(row: MarginRow) -> MarginRow:
    """An exact row rounded to doubles, with the error of that."""
    nearest = {
        name: np.vectorize(midpoint, otypes=[float])(getattr(row, name))
        for name in ("W", "alpha", "margins", "ray")
    }
    rounding = 2.0**-52
    error = rounding * np.linalg.norm(nearest["W"]) if row.feasible else np.inf
    return MarginRow(feasible=row.feasible, tight=row.tight, residual=rounding, error=error, **nearest)


def _packed(columns: Iterable[Any], data: Dataset) -> MaxMargin:
    """The fields of a `MarginRow` as columns; its `feasible` is True, False or None in each row."""
    W, feasible, *others = columns
    known = [found is True for found in feasible], [found is not None for found in feasible]
    return MaxMargin(*(shaped(column, data.batch, data.embeddings) for column in (W, *known, *others)))
