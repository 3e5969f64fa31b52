"""Compatibility, and W*, the one solution in F of the in-support equations

    (e_z - e_z')^T W h_j = log(p_jz / p_jz')   for z, z' in S_j.
Source: Definition 1.
"""

from collections.abc import Callable
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
from ntpcheck.reference.solvers.splitting import DOUBT, RANK, coarse, splitting, token_coordinates
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
    support = counts > 0
    logs = np.log(counts, where=support, out=np.zeros(counts.shape))
    fullest = support[np.count_nonzero(support, axis=(1, 2)).argmax()]
    if entries(fullest, H.shape[2]) <= DENSE:
        return _by_least_squares(H, counts, logs, _together)
    return [_float_row(*row) for row in zip(H, counts, logs, strict=True)]


def _float_row(H: np.ndarray, counts: np.ndarray, logs: np.ndarray) -> _Row:
    support = counts > 0
    size = entries(support, H.shape[1])
    tied = tied_to(H, support, logs) if size > DENSE else None
    if tied is None:
        return _by_a_part(H, counts, logs) if size > TOO_LARGE else _alone(H, counts, logs)
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
    found = _alone(H[contexts], counts[chosen], logs[chosen])
    apart = found.compatible is False
    nothing = np.zeros((counts.shape[1], width))
    residual = found.residual if apart else np.inf
    return _Row(compatible=False if apart else None, W=nothing, residual=residual, error=np.inf)


def _alone(H: np.ndarray, counts: np.ndarray, logs: np.ndarray) -> _Row:
    solver = _together if np.count_nonzero(counts) <= len(H) else _factored  # no equations
    return _by_least_squares(H[None], counts[None], logs[None], solver)[0]


class _Equations(NamedTuple):
    """The in-support equations of rows of one shape; a row that has fewer than another is filled up."""

    there: np.ndarray  # [B, n] bool: no filling
    context: np.ndarray  # [B, n]
    first: np.ndarray  # [B, n] the anchor of the context
    token: np.ndarray  # [B, n] another token of its support
    lengths: np.ndarray  # [B, n] ||h_j||; infinite where it is 0, and of filling
    targets: np.ndarray  # [B, n] log-ratio over ||h_j||


class _Solved(NamedTuple):
    """Solutions of least norm. clear: the rank is beyond doubt; least: a singular value of unit rows."""

    W: np.ndarray  # [B, V, d]
    rank: np.ndarray  # [B]
    clear: np.ndarray  # [B] bool
    least: np.ndarray  # [B] the smallest that is not 0; infinite where all are


Solver = Callable[[np.ndarray, np.ndarray, _Equations], _Solved]  # of H, support


def _by_least_squares(H: np.ndarray, counts: np.ndarray, logs: np.ndarray, solver: Solver) -> list[_Row]:
    """Of embeddings `[B, m, d]`, counts `[B, m, V]` and their logarithms."""
    B, _, V = counts.shape
    support, at = counts > 0, np.arange(B)[:, None]
    anchor = support.argmax(2)
    others = support.copy()
    np.put_along_axis(others, anchor[:, :, None], values=False, axis=2)
    number = others.sum((1, 2))
    there = np.arange(number.max(initial=0)) < number[:, None]
    places = np.argsort(~others.reshape(B, -1), axis=1, kind="stable")[:, : there.shape[1]]
    context, token = places // max(V, 1), places % max(V, 1)
    first = anchor[at, context]
    norms = np.sqrt(np.einsum("bjd,bjd->bj", H, H))[at, context]
    lengths = np.where(there & (norms > 0), norms, np.inf)
    ratios = np.where(there, logs[at, context, first] - logs[at, context, token], 0.0)
    equations = _Equations(there, context, first, token, lengths, ratios / lengths)
    W, rank, clear, least = solver(H, support, equations)
    scores = H @ W.swapaxes(1, 2)
    misses = np.abs(scores[at, context, first] - scores[at, context, token] - ratios) * there
    level = ~there | (counts[at, context, first] == counts[at, context, token])
    found = _verdicts(equations, level, norms, rank, clear, (misses / lengths).max(1, initial=0.0))
    # Each equation is off by its miss and by the rounding of two logs, over its ||h_j||; F^+ amplifies that.
    off = (misses + 2.0**-52 * np.abs(logs).max((1, 2), initial=0.0)[:, None]) / lengths
    error = np.linalg.norm(off, axis=1) / least + 8 * 2.0**-52 * np.linalg.norm(W, axis=(1, 2))
    residual, rows = misses.max(1, initial=0.0), list[_Row]()
    for i, compatible in enumerate(found):
        row = _Row(compatible, W[i], residual[i], error[i])
        if compatible is None and H[0].size * V <= AFFORDABLE:
            row = _settled(row, Rows(exact_array(H[i]), support[i]), counts[i], clear=bool(clear[i]))
        rows.append(row if row.compatible else row._replace(W=0 * row.W, error=np.inf))
    return rows


def _together(H: np.ndarray, support: np.ndarray, equations: _Equations) -> _Solved:
    """Many small systems at once, by singular values."""
    (B, _, width), V, at = H.shape, support.shape[2], np.arange(len(H))[:, None]
    tokens = token_coordinates(V)
    difference = tokens[equations.first] - tokens[equations.token]
    unit = H[at, equations.context] / equations.lengths[:, :, None]
    rows = (difference[..., None] * unit[:, :, None]).reshape(*unit.shape[:2], width * (V - 1))
    left, values, right = np.linalg.svd(rows, full_matrices=False)
    top = values.max(1, keepdims=True, initial=0.0)
    held = values > RANK * top
    rank = held.sum(1)
    doubtful = ((values > DOUBT[0] * top) & (values < DOUBT[1] * top)).any(1)
    full = rank == np.minimum(equations.there.sum(1), rows.shape[2])
    share = np.einsum("bnk,bn->bk", left, equations.targets) * held / np.where(held, values, 1.0)
    flat = np.einsum("bk,bks->bs", share, right)
    least = np.where(held, values, np.inf).min(1, initial=np.inf)
    return _Solved(tokens @ flat.reshape(B, -1, width), rank, (full | coarse(H)) & ~doubtful, least)


def _factored(H: np.ndarray, support: np.ndarray, equations: _Equations) -> _Solved:
    """One large system, by the factors that its other uses need too."""
    split = splitting(H[0], support[0])
    F = split.turned(split.rows(split.context, split.token))[:, : split.rank]
    solved, _, _, singular = np.linalg.lstsq(F, equations.targets[0], rcond=None)
    W = split.decoder(np.concatenate([solved, np.zeros(split.size - split.rank)]))
    least = singular[-1] if len(singular) else np.inf
    return _Solved(W[None], *(np.array([value]) for value in (split.rank, split.clear, least)))


def _verdicts(
    equations: _Equations,
    level: np.ndarray,
    norms: np.ndarray,
    rank: np.ndarray,
    clear: np.ndarray,
    residual: np.ndarray,
) -> list[bool | None]:
    """level: the equations with a log-ratio of 0. residual: the worst miss over its ||h_j||."""
    wrong = ((norms == 0) & ~level).any(1)  # a context of 0 has equal logits
    largest = np.abs(equations.targets).max(1, initial=0.0)
    solvable = level.all(1) | (~wrong & clear & (rank == equations.there.sum(1)))  # level: W = 0 solves it
    unsolvable = ~solvable & (wrong | (clear & (residual > APART * largest)))
    known = zip(solvable.tolist(), unsolvable.tolist(), strict=True)
    return [True if yes else False if no else None for yes, no in known]


def _settled(row: _Row, rows: Rows, counts: np.ndarray, *, clear: bool) -> _Row:
    """An open float case, decided in rationals, which W* is taken from too where its rank is in doubt."""
    if obstructing(rows, counts) is not None:
        return row._replace(compatible=False)
    if clear:
        return row._replace(compatible=True)
    with flint.ctx.workprec(256):  # the terms of W* may cancel
        W = np.vectorize(midpoint, otypes=[float])(solution(rows, counts).value())
    if not np.isfinite(W).all():
        return _Row(compatible=True, W=np.zeros_like(W), residual=row.residual, error=np.inf)
    return _Row(compatible=True, W=W, residual=row.residual, error=2.0**-52 * np.linalg.norm(W))


def _packed(rows: list[_Row], data: Dataset) -> Compatibility:
    columns = (
        [row.compatible is True for row in rows],
        [row.compatible is not None for row in rows],
        [row.W for row in rows],
        [row.residual for row in rows],
        [row.error for row in rows],
    )
    return Compatibility(*(shaped(column, data.batch, data.embeddings) for column in columns))
