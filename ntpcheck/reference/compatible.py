"""Compatibility, and W*, the one solution in F of the in-support equations

    (e_z - e_z')^T W h_j = log(p_jz / p_jz')   for z, z' in S_j.
Source: Definition 1.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

import flint
import numpy as np

from ntpcheck.arithmetic import Array, exact_array, midpoint, shaped
from ntpcheck.instances.base import cached
from ntpcheck.instances.dataset import Dataset
from ntpcheck.reference.kept import remembered_rows
from ntpcheck.reference.solvers.exact_compatible import finite_part, obstructing, obstruction, solution
from ntpcheck.reference.solvers.rational import Rows
from ntpcheck.reference.solvers.splitting import Splitting, splitting
from ntpcheck.reference.solvers.token_blocks import APART, DENSE, TOO_LARGE, entries, tied_to

AFFORDABLE = 4096  # m V d up to which a float case that stays open is settled in rationals


@dataclass(frozen=True)
class Compatibility:
    """Row by row, whether the data is compatible, and W*; tensors, or rationals and balls if exact."""

    compatible: Array  # [...] bool
    decided: Array  # [...] bool; where false nothing else here says anything
    W: Array  # [..., V, d] W*; zero where there is none
    residual: Array  # [...] largest miss of an equation in nats, by W* or by the best W there is
    error: Array  # [...] bound on ||W - W*||, to first order; 0 for balls, which carry their own


class _Row(NamedTuple):
    compatible: bool | None
    W: np.ndarray
    residual: Any
    error: Any


@cached
def compatibility(data: Dataset) -> Compatibility:
    """Whether each row is compatible, with W*.

    Floats: least squares, with one small system per token where a dense one would be large. Equations with
    independent rows are solvable whatever the probabilities, a residual above 1e-6 of the largest log ratio
    shows that others are not, and what lies between is settled in rationals where that is affordable.
    Exact instances are decided exactly, and W* is as sharp as the current precision.
    """
    if data.is_exact:
        return _packed([_exact_row(row) for row in data.rows()], data)
    m, d, V = (data.size(axis) for axis in "mdV")
    H, counts = data.embeddings.detach().cpu().numpy(), data.counts.cpu().numpy()
    return _packed(_float_rows(H.reshape(-1, m, d), counts.reshape(-1, m, V)), data)


def _exact_row(data: Dataset) -> _Row:
    zero = exact_array(0)[()]
    if obstruction(data) is not None:
        nothing = exact_array(np.zeros((data.size("V"), data.size("d")), dtype=int))
        return _Row(compatible=False, W=nothing, residual=zero, error=zero)
    return _Row(compatible=True, W=finite_part(data).value(), residual=zero, error=zero)


@remembered_rows
def _float_rows(H: np.ndarray, counts: np.ndarray) -> list[_Row]:
    return [_float_row(*row) for row in zip(H, counts, strict=True)]


def _float_row(H: np.ndarray, counts: np.ndarray) -> _Row:
    support = counts > 0
    logs = np.log(counts, where=support, out=np.zeros(counts.shape))
    size = entries(support, H.shape[1])
    tied = tied_to(H, support, logs) if size > DENSE else None
    if tied is None:
        return _by_a_part(H, counts, logs) if size > TOO_LARGE else _by_least_squares(H, counts, logs)
    misses = np.where(support, H @ tied.W.T - logs, 0.0)
    misses -= np.where(support, misses.sum(1, keepdims=True) / support.sum(1, keepdims=True), 0.0)
    error = tied.amplification * (np.linalg.norm(misses) + 2.0**-52 * np.linalg.norm(logs))
    W = tied.W if tied.solvable else np.zeros_like(tied.W)
    return _Row(compatible=tied.solvable, W=W, residual=np.ptp(misses, axis=1).max(), error=error)


def _by_a_part(H: np.ndarray, counts: np.ndarray, logs: np.ndarray) -> _Row:
    """Large data with dependent contexts: a few of its equations may already contradict each other."""
    width = H.shape[1]
    few = max(2, min(8, 2048 // width))
    tokens = np.argsort(-np.count_nonzero(counts, axis=0), kind="stable")[:few]
    contexts = np.flatnonzero(np.count_nonzero(counts[:, tokens], axis=1) > 1)[: 4 * width]
    chosen = np.ix_(contexts, tokens)
    found = _by_least_squares(H[contexts], counts[chosen], logs[chosen])
    apart = found.compatible is False
    nothing = np.zeros((counts.shape[1], width))
    residual = found.residual if apart else np.inf
    return _Row(compatible=False if apart else None, W=nothing, residual=residual, error=np.inf)


def _by_least_squares(H: np.ndarray, counts: np.ndarray, logs: np.ndarray) -> _Row:
    split = splitting(H, counts > 0)
    context, token = split.context, split.token
    nothing = np.zeros((counts.shape[1], H.shape[1]))
    if not len(context):
        return _Row(compatible=True, W=nothing, residual=0.0, error=0.0)
    ratios = logs[context, split.anchor[context]] - logs[context, token]
    lengths = np.where(split.norms > 0, split.norms, np.inf)[context]
    F = split.turned(split.rows(context, token))[:, : split.rank]
    solved, _, _, singular = np.linalg.lstsq(F, ratios / lengths, rcond=None)
    W = split.decoder(np.concatenate([solved, np.zeros(split.size - split.rank)]))
    scores = H @ W.T
    misses = np.abs(scores[context, split.anchor[context]] - scores[context, token] - ratios)
    level = counts[context, split.anchor[context]] == counts[context, token]
    compatible = _verdict(split, level, (misses / lengths).max(), np.abs(ratios / lengths).max())
    if compatible is None and H.size * counts.shape[1] <= AFFORDABLE:
        return _settled(Rows(exact_array(H), counts > 0), counts, misses.max())
    if not compatible:
        return _Row(compatible=compatible, W=nothing, residual=misses.max(), error=np.inf)
    # Each equation is off by its miss and by the rounding of two logs, over its ||h_j||; F^+ amplifies that.
    off = np.linalg.norm((misses + 2.0**-52 * np.abs(logs).max()) / lengths)
    error = off / singular[-1] if len(singular) else 0.0
    error += 8 * 2.0**-52 * np.linalg.norm(W)
    return _Row(compatible=True, W=W, residual=misses.max(), error=error)


def _verdict(split: Splitting, level: np.ndarray, residual: float, largest: float) -> bool | None:
    """level: the equations with a log-ratio of 0. residual, largest: the worst miss and the largest
    log-ratio, each over its ||h_j||.
    """
    if level.all():
        return True  # W = 0 solves it
    if not level[split.norms[split.context] == 0].all():
        return False  # a context of 0 has equal logits
    if not split.clear:
        return None
    if split.rank == len(split.context):
        return True
    return False if residual > APART * largest else None


def _settled(rows: Rows, counts: np.ndarray, residual: float) -> _Row:
    """An open float case, decided in rationals; W* rounded to doubles."""
    if obstructing(rows, counts) is not None:
        return _Row(compatible=False, W=np.zeros((rows.V, rows.d)), residual=residual, error=np.inf)
    with flint.ctx.workprec(256):  # the terms of W* may cancel
        W = np.vectorize(midpoint, otypes=[float])(solution(rows, counts).value())
    if not np.isfinite(W).all():
        return _Row(compatible=True, W=np.zeros_like(W), residual=residual, error=np.inf)
    return _Row(compatible=True, W=W, residual=residual, error=2.0**-52 * np.linalg.norm(W))


def _packed(rows: list[_Row], data: Dataset) -> Compatibility:
    columns = (
        [row.compatible is True for row in rows],
        [row.compatible is not None for row in rows],
        [row.W for row in rows],
        [row.residual for row in rows],
        [row.error for row in rows],
    )
    return Compatibility(*(shaped(column, data.batch, data.embeddings) for column in columns))
