"""Least-norm points of many small systems of margins and ties at once, by block principal pivoting.

With rows x_n = (e_i - e_j) e_k^T and their Gram matrix G, W = sum_n a_n x_n is the shortest W with <W,
x_n> = 0 on ties and >= 1 on margins iff, on margins, a >= 0, G a - 1 >= 0 and one of the two is zero.
Starting from the set P of all rows, a_P solves G_PP a_P = b_P; margins with a_n < 0 leave P, violated ones
enter, all at once while their number falls, else the last one only (which ends on independent rows). All
systems of a batch take each step together. Those that do not end, dependent rows among them, are started
anew by `graph_active`, which finds independent rows that are active.

Nothing is promised for conflicting margins: what did not end is marked, and the caller measures what did.
Source: block principal pivoting as in Judice and Pires (1994); Sec. 3.2 for the rows.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import torch
from scipy.linalg import lapack as _lapack

from ntpcheck.reference.graph_active import active_rows
from ntpcheck.reference.priority import Pairs

lapack: Any = _lapack  # its routines are generated, so type checkers see none
STEPS, PATIENCE = 60, 3
SLACK = 2.0**-40  # of a margin asked to be 1, or of the largest multiplier
FEW = 6  # systems up to which a call for each costs less than what a batched call adds


class Pivoted(NamedTuple):
    """Multipliers `[N]` of each row; ended `[B]` bool; amplification `[B]` of errors in margins into W."""

    multipliers: np.ndarray
    ended: np.ndarray
    amplification: np.ndarray


def pivoted(embeddings: np.ndarray, pairs: Pairs) -> Pivoted:
    """Solves for embeddings `[B, K, d]` and the rows of all B systems."""
    counts = np.bincount(pairs.instance, minlength=len(embeddings))
    multipliers = np.zeros(len(pairs.instance))
    ended, amplification = counts == 0, np.zeros(len(embeddings))
    starts = counts.cumsum() - counts
    sizes = -(-counts // 2) * 2 if len(counts) > 1 else counts  # about one size: one padded batch
    for size in np.flatnonzero(np.bincount(sizes)):
        if not size:
            continue
        chosen = np.flatnonzero(sizes == size)
        there = np.arange(size) < counts[chosen, None]
        place = np.where(there, starts[chosen, None] + np.arange(size), 0)
        state = _State(_gram(embeddings[chosen], pairs, place, there), pairs.tie[place], there)
        state.solve()
        multipliers[place[there]] = state.multipliers[there]
        ended[chosen], amplification[chosen] = state.ended, state.amplification
    return Pivoted(multipliers, ended, amplification)


def _gram(E: np.ndarray, pairs: Pairs, place: np.ndarray, there: np.ndarray) -> np.ndarray:
    """`[B, N, N]` inner products of rows, zero where there is none."""
    inner = product(E, E.swapaxes(-1, -2))
    row = np.arange(len(E))[:, None, None]
    high, low, query = (column[place] for column in (pairs.high, pairs.low, pairs.query))
    whole = np.arange(len(E))[:, None]
    step = inner[whole, high] - inner[whole, low]  # [B, N, K]: products with each token
    steps = np.take_along_axis(step, high[:, None, :], -1) - np.take_along_axis(step, low[:, None, :], -1)
    return steps * inner[row, query[:, :, None], query[:, None, :]] * (there[:, :, None] & there[:, None, :])


def product(left: np.ndarray, right: np.ndarray) -> np.ndarray:
    """Products of a stack of matrices."""
    if len(left) <= FEW or left.dtype == object:
        return left @ right
    return torch.bmm(torch.from_numpy(left), torch.from_numpy(right)).numpy()


def _factors(gram: np.ndarray) -> tuple[Any, np.ndarray]:
    """Cholesky factors of a stack, and which there are."""
    if len(gram) <= FEW:
        found = [lapack.dpotrf(matrix, lower=1, clean=1) for matrix in gram]
        return [factor for factor, _ in found], np.array([not failed for _, failed in found])
    factor, failed = torch.linalg.cholesky_ex(torch.from_numpy(gram))
    return factor, (failed == 0).numpy()


def _solved(factors: Any, goal: np.ndarray) -> np.ndarray:
    """`[B, N]` solutions for right sides `[B, N]`."""
    if isinstance(factors, list):
        return np.array([lapack.dpotrs(c, b, lower=1)[0] for c, b in zip(factors, goal, strict=True)])
    return torch.cholesky_solve(torch.from_numpy(goal)[..., None], factors)[..., 0].numpy()


def _inverse_sizes(factors: Any) -> np.ndarray:
    """`[B]` Frobenius norms of the inverse factors."""
    if isinstance(factors, list):
        return np.array([np.sqrt((lapack.dtrtri(c, lower=1)[0] ** 2).sum()) for c in factors])
    identity = torch.eye(factors.shape[-1], dtype=factors.dtype).expand_as(factors)
    inverse = torch.linalg.solve_triangular(factors, identity, upper=False)
    return inverse.square().sum((-2, -1)).sqrt().numpy()


class _State:
    """The pivoting of systems of one padded size: gram `[B, N, N]`, tie and there `[B, N]`."""

    def __init__(self, gram: np.ndarray, tie: np.ndarray, there: np.ndarray) -> None:
        self.gram, self.tie, self.margin = gram, tie & there, there & ~tie
        self.goal = self.margin.astype(float)
        self.multipliers = np.zeros(gram.shape[:-1])
        self.ended = np.zeros(len(gram), dtype=bool)
        self.amplification = np.full(len(gram), np.inf)
        self.identity = np.eye(gram.shape[-1])

    def solve(self) -> None:
        """Block pivoting from all rows; then from rows that are active, for what that leaves."""
        everything = np.arange(len(self.gram))
        self._pivot(everything, self.tie | self.margin, STEPS)
        left = np.flatnonzero(~self.ended)
        if len(left):
            active = active_rows(self.gram[left], self.tie[left], self.margin[left])
            self._pivot(left, active, PATIENCE)

    def _pivot(self, rows: np.ndarray, active: np.ndarray, steps: int) -> None:
        """Steps of the systems `rows`, from their active rows."""
        least = np.full(len(rows), active.shape[-1] + 1)
        patience = np.full(len(rows), PATIENCE)
        for _ in range(steps):
            wrong, bad = self._tried(rows, active)
            count = wrong.sum(-1)
            fewer = count < least
            least, patience = np.minimum(count, least), np.where(fewer, PATIENCE, patience - 1)
            last = wrong & (wrong[:, ::-1].cumsum(-1)[:, ::-1] == 1)
            active = active ^ np.where(patience[:, None] <= 0, last, wrong)
            going = ~bad & (count > 0)
            if not going.any():
                return
            if not going.all():
                rows, active, least, patience = (x[going] for x in (rows, active, least, patience))

    def _tried(self, rows: np.ndarray, active: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Solves for active rows; `[B, N]` the margins in the wrong set, and `[B]` whether that failed."""
        whole = len(rows) == len(self.gram)
        gram, goal, margin = (x if whole else x[rows] for x in (self.gram, self.goal, self.margin))
        full = bool(active.all())
        on = active.astype(float)
        masked = (
            gram if full else gram * (on[:, :, None] * on[:, None, :]) + self.identity * (1 - on)[:, None]
        )
        factors, there = _factors(masked)
        a = np.where(there[:, None], _solved(factors, goal * on), 0.0)
        miss = (goal - (gram @ a[..., None])[..., 0]) * on
        a = np.where(there[:, None], a + _solved(factors, miss), 0.0)
        margins = (gram @ a[..., None])[..., 0]
        wrong = margin & np.where(active, a < -SLACK * np.abs(a).max(-1, keepdims=True), margins < 1 - SLACK)
        bad = ~there | ~np.isfinite(a).all(-1)
        done = ~bad & ~wrong.any(-1)
        if done.any():
            place = rows[done]
            self.multipliers[place] = np.where(margin[done], np.maximum(a[done], 0), a[done])
            self.ended[place] = True
            sizes = _inverse_sizes(_picked(factors, done))
            self.amplification[place] = np.where(np.isfinite(sizes), sizes, np.inf)
        return wrong, bad


def _picked(factors: Any, chosen: np.ndarray) -> Any:
    if isinstance(factors, list):
        return [factor for factor, wanted in zip(factors, chosen, strict=True) if wanted]
    return factors[torch.from_numpy(chosen)]
