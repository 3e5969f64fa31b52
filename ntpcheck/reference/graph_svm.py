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

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from typing import Any

import numpy as np
import torch
from flint import fmpq

from ntpcheck.arithmetic import Array, ExactArray, exact_array, midpoint
from ntpcheck.instances import graph
from ntpcheck.instances.attention import Attention
from ntpcheck.instances.base import cached
from ntpcheck.reference.graph_distance import exactly, exactly_in_floats, thorough
from ntpcheck.reference.graph_pivots import pivoted
from ntpcheck.reference.priority import Pairs, reduced_rows, reduced_strict_rows

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


@cached
def graph_svm(data: Attention) -> GraphSVM:
    """(Graph-SVM) of each row of a float batch, or of one exact instance in rationals.

    Floats: block pivoting of all rows at once; what that leaves, or leaves above a KKT residual of 1e-12, is
    solved as a least-distance problem modulo the ties, and small cases that stay open in rationals.
    """
    return _solved(data, reduced_rows(data), ties=True)


@cached
def acyc_svm(data: Attention) -> GraphSVM:
    """(Acyc-SVM) of each row: strict edges only, whatever the graphs are."""
    return _solved(data, reduced_strict_rows(data), ties=False)


def _solved(data: Attention, pairs: Pairs, *, ties: bool) -> GraphSVM:
    masks = [_flat(np.asarray(mask), 3) for mask in (graph.strict(data), graph.same_component(data))]
    strict, tied = masks[0], masks[1] & ties
    if data.is_exact:
        rationals = _flat(data.untraced.embeddings, 2)
        return _in_shape(
            data, _stacked([_exact_row(e, strict[i], tied[i], pairs.of(i)) for i, e in enumerate(rationals)])
        )
    E = _flat(data.embeddings.detach().cpu().numpy(), 2)
    found = pivoted(E, pairs)
    columns = _measured(E, strict, tied, _spread(pairs, found.multipliers, strict.shape), found.amplification)
    done = found.ended & (columns.residual <= CLEAN) & np.isfinite(columns.error)
    for i in np.flatnonzero(~done):
        repaired = _repaired(E[i], strict[i], tied[i], pairs.of(int(i)))
        for field in fields(_Columns):
            getattr(columns, field.name)[i] = getattr(repaired, field.name)[0]
    return _in_shape(data, columns)


@dataclass
class _Columns:
    """The fields of `GraphSVM`, over a flat batch."""

    W: np.ndarray
    feasible: np.ndarray
    decided: np.ndarray
    alpha: np.ndarray
    beta: np.ndarray
    margins: np.ndarray
    tight: np.ndarray
    residual: np.ndarray
    error: np.ndarray


def _spread(pairs: Pairs, multipliers: Any, shape: tuple[int, ...]) -> np.ndarray:
    """`[B, K, K, K]` the multipliers at (instance, query, high, low)."""
    dual: Any = np.zeros(shape)
    if not isinstance(multipliers, np.ndarray):
        dual = exact_array(np.zeros(shape, dtype=int))
    dual[pairs.instance, pairs.query, pairs.high, pairs.low] = multipliers
    return dual


def _matrices(E: np.ndarray, dual: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """W = sum_n a_n x_n `[B, d, d]` and (e_i - e_j)^T W e_k `[B, K, K, K]` at k, i, j."""
    pulls = (dual.sum(-1) - dual.sum(-2)).swapaxes(-1, -2)  # [B, token, query]
    W = E.swapaxes(-1, -2) @ pulls @ E
    scores = (E @ W @ E.swapaxes(-1, -2)).swapaxes(-1, -2)
    return W, scores[..., :, None] - scores[..., None, :]


def _measured(
    E: np.ndarray, strict: np.ndarray, tied: np.ndarray, dual: np.ndarray, amplification: np.ndarray
) -> _Columns:
    """Candidates W = sum_n a_n x_n, judged by what every constraint of the program says of them.

    Were the margins asked for those that W has on its rows, W would be exact; W^mm differs by at most the
    least W that makes up the difference, which is what `error` bounds.
    """
    W, margins = _matrices(E, dual)
    alpha, beta = np.where(strict, dual, 0.0), np.where(tied, dual, 0.0)
    misfit = np.where(strict, np.where(alpha > 0, margins - 1, np.minimum(margins - 1, 0)), 0.0)
    misfit = np.where(tied, margins, misfit)
    square = (W**2).sum((-2, -1))
    gap = np.abs(alpha.sum((-3, -2, -1)) / np.where(square > 0, square, 1.0) - (square > 0))
    residual = np.maximum(np.abs(misfit).max((-3, -2, -1)), gap)
    missed, reach = np.sqrt((misfit**2).sum((-3, -2, -1))), 2 * (E**2).sum(-1).max(-1)
    size = np.sqrt(square)
    with np.errstate(invalid="ignore"):  # an infinite amplification of nothing is corrected below
        error = amplification * missed + 16 * ROUNDING * size * (1 + amplification * reach)
    everywhere = np.ones(len(E), dtype=bool)
    return _Columns(
        W=W, feasible=everywhere, decided=everywhere.copy(), alpha=alpha, beta=beta,
        margins=np.where(strict, margins, 0.0), tight=strict & (margins <= 1 + TIGHT),
        residual=residual, error=np.where(square > 0, error, 0.0),
    )  # fmt: skip


def _repaired(E: np.ndarray, strict: np.ndarray, tied: np.ndarray, pairs: Pairs) -> _Columns:
    """One instance that pivoting left: a least-distance problem, else rationals."""
    found = thorough(E, pairs)
    affordable = len(pairs.tie) * E.shape[-1] ** 2 <= AFFORDABLE
    for attempt in (lambda: found, lambda: exactly_in_floats(E, pairs, found) if affordable else found):
        system = attempt()
        dual = _spread(pairs._replace(instance=0 * pairs.instance), system.multipliers, (1, *strict.shape))
        columns = _measured(E[None], strict[None], tied[None], dual, np.array([system.amplification]))
        if system.feasible and columns.residual[0] <= SETTLED and columns.alpha.min() >= 0:
            return columns
        if system.feasible is False and system.residual <= CLEAN and columns.alpha.min() >= 0:
            return _without(columns, system.residual)
    return _without(columns, np.inf, decided=False)


def _without(columns: _Columns, residual: Any, *, decided: bool = True) -> _Columns:
    """One instance without W^mm: what it has is a ray, or nothing."""
    zero, no = 0 * columns.margins, columns.tight & False
    blank = columns if decided else replace(columns, alpha=zero, beta=zero)
    return replace(
        blank, W=0 * columns.W, margins=zero, tight=no,
        feasible=np.array([False]), decided=np.array([decided]),
        residual=np.array([residual]), error=np.array([np.inf]),
    )  # fmt: skip


def _exact_row(E: np.ndarray, strict: np.ndarray, tied: np.ndarray, pairs: Pairs) -> _Columns:
    """One exact instance, flattened to a batch of one."""
    doubles = np.vectorize(midpoint, otypes=[float])(E)
    feasible, multipliers = exactly(E, pairs, thorough(doubles, pairs))
    dual = _spread(pairs._replace(instance=0 * pairs.instance), multipliers, (1, *strict.shape))
    W, margins = _matrices(E[None], dual)
    zero: Any = fmpq(0)
    columns = _Columns(
        W=W, feasible=np.array([True]), decided=np.array([True]),
        alpha=np.where(strict, dual, zero), beta=np.where(tied, dual, zero),
        margins=np.where(strict, margins, zero), tight=strict & np.asarray(margins == 1, dtype=bool),
        residual=np.array([zero]), error=np.array([zero]),
    )  # fmt: skip
    return columns if feasible else _without(columns, zero, decided=feasible is False)


def _stacked(rows: Sequence[_Columns]) -> _Columns:
    return _Columns(*(np.concatenate([getattr(row, f.name) for row in rows]) for f in fields(_Columns)))


def _flat(array: Any, axes: int) -> np.ndarray:
    return np.asarray(array).reshape(-1, *array.shape[array.ndim - axes :])


def _in_shape(data: Attention, columns: _Columns) -> GraphSVM:
    """Columns in the batch's shape and number system."""

    def shaped(values: np.ndarray) -> Any:
        found = values.reshape(data.batch + values.shape[1:])
        if not data.is_exact:
            return torch.as_tensor(found, device=data.embeddings.device)
        return found.view(ExactArray) if found.dtype == object else found

    return GraphSVM(**{field.name: shaped(getattr(columns, field.name)) for field in fields(_Columns)})
