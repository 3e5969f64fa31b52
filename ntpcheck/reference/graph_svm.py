"""W^mm of an attention dataset, the least-norm W that keeps its priorities, or a Farkas ray.

    W^mm = argmin ||W||_F   subject to   (e_i - e_j)^T W e_k = 0   for i, j in one component of graph k,
                                         (e_i - e_j)^T W e_k >= 1  for i => j in graph k      (Graph-SVM)

and the same without the ties (Acyc-SVM). It exists iff the constraints can be met; then W^mm = sum_n a_n x_n
over strict edges and ties n with x_n = (e_i - e_j) e_k^T, where on strict edges a >= 0, a_n = 0 if the margin
exceeds 1, and sum a = ||W^mm||^2. Otherwise some a that is >= 0 of sum 1 on strict edges has sum_n a_n x_n =
0.

It does not split by query unless the queries are orthogonal: with independent queries E_q the columns W e_k
can be chosen freely, but ||W||^2 joins them through (E_q E_q^T)^{-1}.
Source: Sec. 3.2.
"""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, fields, replace
from typing import Any

import numpy as np
from flint import fmpq

from ntpcheck.arithmetic import Array, as_numpy, exact_array, midpoint, shaped
from ntpcheck.instances.attention import Attention
from ntpcheck.instances.lasting import lasting
from ntpcheck.reference.solvers.graph_distance import GraphSystem, exactly, exactly_in_floats, thorough
from ntpcheck.reference.solvers.graph_pivots import pivoted, product
from ntpcheck.reference.solvers.priority import Pairs, Rows, graph_rows, strict_rows
from ntpcheck.reference.solvers.splitting import coarse

CLEAN, SETTLED, TIGHT = 1e-12, 1e-9, 1e-9  # KKT residuals handed on and refused; margins that count as 1
AFFORDABLE = 40_000  # entries of all rows up to which an open float case is settled in rationals
ROUNDING = 2.0**-52


@dataclass(frozen=True)
class GraphSVM:
    """The solution row by row: torch tensors for float instances, rationals for exact ones."""

    W: Array  # [..., d, d]; zero where there is none, and where nothing is asked
    feasible: Array  # [...] bool
    decided: Array  # [...] bool; where false nothing else here says anything
    alpha: Array  # [..., K, K, K] entry k, i, j: of the strict edge i => j in graph k; or the ray, of sum 1
    beta: Array  # [..., K, K, K] entry k, i, j: of the tie of i and j, i the first token of its component
    margins: Array  # [..., K, K, K] (e_i - e_j)^T W e_k on strict edges; zero elsewhere
    tight: Array  # [..., K, K, K] bool: strict edges with margin 1; in floats to within 1e-9
    residual: Array  # [...] relative KKT residual taken from the data, or that of the ray
    error: Array  # [...] bound on ||W - W^mm||, to first order in the residual; 0 if exact, inf without W^mm


@lasting
def graph_svm(data: Attention) -> GraphSVM:
    """(Graph-SVM) of each row of a float batch, or of one exact instance in rationals.

    Floats: block pivoting of all rows at once; what that leaves, or leaves above a KKT residual of 1e-12, is
    solved as a least-distance problem modulo the ties, and small cases that stay open in rationals.
    """
    return _solved(data, graph_rows(data))


@lasting
def acyc_svm(data: Attention) -> GraphSVM:
    """(Acyc-SVM) of each row: strict edges only, whatever the graphs are."""
    return _solved(data, strict_rows(data))


def _solved(data: Attention, rows: Rows) -> GraphSVM:
    if data.is_exact:
        rationals = np.asarray(data.flat(data.embeddings))
        return _in_shape(data, _stacked([_exact_row(e, rows.of(i)) for i, e in enumerate(rationals)]))
    E = as_numpy(data.flat(data.embeddings))
    found = pivoted(E, rows.reduced)
    columns = _measured(E, rows, found.multipliers, found.amplification)
    done = found.ended & (columns.residual <= CLEAN) & np.isfinite(columns.error)
    for i in np.flatnonzero(~done):
        repaired = _repaired(E[i], rows.of(int(i)))
        for field in fields(GraphSVM):
            getattr(columns, field.name)[i] = getattr(repaired, field.name)[0]
    return _in_shape(data, columns)


def _weighed(rows: Rows, multipliers: Any) -> np.ndarray:
    """`[N]` multipliers of all rows asked for, from those of the rows that imply them."""
    dual: Any = np.zeros(len(rows.asked.low))
    if not isinstance(multipliers, np.ndarray):
        dual = exact_array(np.zeros(len(dual), dtype=int))
    dual[rows.kept] = multipliers
    return dual


def _dense(values: np.ndarray, place: np.ndarray, shape: tuple[int, ...]) -> np.ndarray:
    """`[B, K, K, K]` values `[N]` at their places, for embeddings of that shape."""
    B, K, _ = shape
    found = np.zeros(B * K**3, dtype=values.dtype)
    if values.dtype == object:
        found[:] = fmpq(0)
    found[place] = values
    return found.reshape(B, K, K, K)


def _matrices(E: np.ndarray, dual: np.ndarray, pairs: Pairs) -> tuple[np.ndarray, np.ndarray]:
    """W = sum_n a_n x_n `[B, d, d]` and the margin `[N]` that each row has."""
    B, K, _ = E.shape
    pulls, here = np.zeros(B * K * K, dtype=dual.dtype), pairs.instance * K
    if dual.dtype == object:
        pulls[:] = fmpq(0)
    high, low = ((here + token) * K + pairs.query for token in (pairs.high, pairs.low))
    np.add.at(pulls, high, dual)
    np.subtract.at(pulls, low, dual)
    W = product(product(E.swapaxes(-1, -2), pulls.reshape(B, K, K)), E)
    scores = product(product(E, W), E.swapaxes(-1, -2)).ravel()
    return W, scores[high] - scores[low]


def _measured(E: np.ndarray, rows: Rows, multipliers: np.ndarray, amplification: np.ndarray) -> GraphSVM:
    """Candidates W = sum_n a_n x_n, judged by what every constraint of the program says of them.

    Were the margins asked for those that W has on its rows, W would be exact; W^mm differs by at most the
    least W that makes up the difference, which is what `error` bounds.
    """
    pairs, dual = rows.asked, _weighed(rows, multipliers)
    W, margins = _matrices(E, dual, pairs)
    strict, short = ~pairs.tie, margins - 1
    misfit = np.where(pairs.tie, margins, np.where(dual > 0, short, np.minimum(short, 0)))
    alpha, place = np.where(strict, dual, 0.0), pairs.place(E.shape[1])
    square = np.einsum("bij,bij->b", W, W)
    total, missed = (np.bincount(pairs.instance, x, len(E)) for x in (alpha, misfit * misfit))
    some = square > 0
    residual = np.abs(total / np.where(some, square, 1.0) - some)
    np.maximum.at(residual, pairs.instance, np.abs(misfit))
    reach, size = 2 * np.einsum("bkd,bkd->bk", E, E).max(-1), np.sqrt(square)
    with np.errstate(invalid="ignore"):  # an infinite amplification of nothing is corrected below
        error = amplification * np.sqrt(missed) + 16 * ROUNDING * size * (1 + amplification * reach)
    everywhere = np.ones(len(E), dtype=bool)
    return GraphSVM(
        W=W, feasible=everywhere, decided=everywhere.copy(),
        alpha=_dense(alpha, place, E.shape), beta=_dense(dual - alpha, place, E.shape),
        margins=_dense(np.where(strict, margins, 0.0), place, E.shape),
        tight=_dense(strict & (margins <= 1 + TIGHT), place, E.shape),
        residual=residual, error=np.where(some, error, 0.0),
    )  # fmt: skip


def _repaired(E: np.ndarray, rows: Rows) -> GraphSVM:
    """One instance that pivoting left: a least-distance problem, else rationals.

    A ray of floats rules all W out where a sum that is 0 to rounding is 0, on a coarse grid; elsewhere some W
    of great length may keep the constraints, which rationals tell.
    """
    pairs = rows.reduced
    found = thorough(E, pairs)
    columns, answer = _judged(E, rows, found, sure=coarse(E))
    if answer is None and len(pairs.tie) * E.shape[-1] ** 2 <= AFFORDABLE:
        with suppress(OverflowError):  # a W^mm beyond doubles
            columns, answer = _judged(E, rows, exactly_in_floats(E, pairs, found), sure=True)
    return answer or _without(columns, np.inf, decided=False)


def _judged(
    E: np.ndarray, rows: Rows, system: GraphSystem, *, sure: bool
) -> tuple[GraphSVM, GraphSVM | None]:
    """What a candidate measures, and the answer if it is one. sure: its ray, if it has one, sums to 0."""
    columns = _measured(E[None], rows, system.multipliers, np.array([system.amplification]))
    kept = columns.alpha.min() >= 0
    if system.feasible and columns.residual[0] <= SETTLED and kept:
        return columns, columns
    ruled_out = system.feasible is False and sure and system.residual <= CLEAN and kept
    return columns, _without(columns, system.residual) if ruled_out else None


def _without(columns: GraphSVM, residual: Any, *, decided: bool = True) -> GraphSVM:
    """One instance without W^mm: what it has is a ray, or nothing."""
    zero, no = 0 * columns.margins, columns.tight & False
    blank = columns if decided else replace(columns, alpha=zero, beta=zero)
    return replace(
        blank, W=0 * columns.W, margins=zero, tight=no,
        feasible=np.array([False]), decided=np.array([decided]),
        residual=np.array([residual]), error=np.array([np.inf]),
    )  # fmt: skip


def _exact_row(E: np.ndarray, rows: Rows) -> GraphSVM:
    """One exact instance, flattened to a batch of one."""
    doubles = np.vectorize(midpoint, otypes=[float])(E)
    pairs, shape = rows.asked, (1, *E.shape)
    place, strict = pairs.place(len(E)), ~pairs.tie
    feasible, multipliers = exactly(E, rows.reduced, thorough(doubles, rows.reduced))
    dual = _weighed(rows, multipliers)
    W, margins = _matrices(E[None], dual, pairs)
    zero: Any = fmpq(0)
    columns = GraphSVM(
        W=W, feasible=np.array([True]), decided=np.array([True]),
        alpha=_dense(np.where(strict, dual, zero), place, shape),
        beta=_dense(np.where(strict, zero, dual), place, shape),
        margins=_dense(np.where(strict, margins, zero), place, shape),
        tight=_dense(strict & np.asarray(margins == 1, dtype=bool), place, shape),
        residual=np.array([zero]), error=np.array([zero]),
    )  # fmt: skip
    return columns if feasible else _without(columns, zero, decided=feasible is False)


def _stacked(rows: Sequence[GraphSVM]) -> GraphSVM:
    return GraphSVM(*(np.concatenate([getattr(row, f.name) for row in rows]) for f in fields(GraphSVM)))


def _in_shape(data: Attention, columns: GraphSVM) -> GraphSVM:
    """Columns in the batch's shape and number system."""
    parts = vars(columns).items()
    return GraphSVM(**{name: shaped(values, data.batch, data.embeddings) for name, values in parts})
