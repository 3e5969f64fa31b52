"""Least-norm points of many small systems of margins and ties at once, by block principal pivoting.

With rows x_n = (e_i - e_j) e_k^T and their Gram matrix G, W = sum_n a_n x_n is the shortest W with <W,
x_n> = 0 on ties and >= 1 on margins iff, on margins, a >= 0, G a - 1 >= 0 and one of the two is zero.
Starting from the set P of all rows, a_P solves G_PP a_P = b_P; margins with a_n < 0 leave P, violated ones
enter, all at once while their number falls, else the last one only (which ends on independent rows). All
systems of a batch take each step together.

Nothing is promised for dependent rows or conflicting margins: what did not end is marked, and the caller
measures what did.
Source: block principal pivoting as in Judice and Pires (1994); Sec. 3.2 for the rows.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import torch

from ntpcheck.reference.priority import Pairs

STEPS, PATIENCE = 60, 3
SLACK = 2.0**-40  # of a margin asked to be 1, or of the largest multiplier


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
    starts = np.concatenate([[0], np.cumsum(counts)[:-1]])
    sizes = -(-counts // 4) * 4  # systems of about one size share a padded batch
    for size in np.unique(sizes[counts > 0]):
        chosen = np.flatnonzero(sizes == size)
        there = np.arange(size) < counts[chosen, None]
        place = np.where(there, starts[chosen, None] + np.arange(size), 0)
        a, ended[chosen], amplification[chosen] = _group(embeddings[chosen], pairs, place, there)
        multipliers[place[there]] = a[there]
    return Pivoted(multipliers, ended, amplification)


def _group(
    E: np.ndarray, pairs: Pairs, place: np.ndarray, there: np.ndarray
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    row = np.arange(len(E))[:, None]
    query = E[row, pairs.query[place]]
    step = (E[row, pairs.high[place]] - E[row, pairs.low[place]]) * there[..., None]
    gram = torch.from_numpy((step @ step.swapaxes(-1, -2)) * (query @ query.swapaxes(-1, -2)))
    tie = torch.from_numpy(pairs.tie[place] & there)
    margin = torch.from_numpy(~pairs.tie[place] & there)
    state = _State(gram, tie, margin)
    for _ in range(STEPS):
        if not state.step():
            break
    return state.multipliers.numpy(), state.ended.numpy(), state.amplification().numpy()


class _State:
    """The pivoting of systems of one padded size: gram `[B, N, N]`, tie and margin `[B, N]`."""

    def __init__(self, gram: torch.Tensor, tie: torch.Tensor, margin: torch.Tensor) -> None:
        self.gram, self.tie, self.margin = gram, tie, margin
        self.active = tie | margin
        self.goal = margin.to(gram.dtype)
        self.multipliers = torch.zeros_like(self.goal)
        self.ended = torch.zeros(len(gram), dtype=torch.bool)
        self.least = torch.full((len(gram),), gram.shape[-1] + 1)
        self.patience = torch.full((len(gram),), PATIENCE)
        self.identity = torch.eye(gram.shape[-1], dtype=gram.dtype)

    def _masked(self, rows: torch.Tensor) -> torch.Tensor:
        on = self.active[rows].to(self.gram.dtype)
        return self.gram[rows] * on[:, :, None] * on[:, None, :] + self.identity * (1 - on)[:, None]

    def step(self) -> bool:
        """One exchange in every system still open; whether any is left."""
        rows = (~self.ended & (self.patience > -STEPS)).nonzero()[:, 0]
        if not len(rows):
            return False
        on = self.active[rows]
        factor, failed = torch.linalg.cholesky_ex(self._masked(rows))
        goal = (self.goal[rows] * on)[..., None]
        a = torch.cholesky_solve(goal, factor)
        miss = (goal - self.gram[rows] @ (a * on[..., None])) * on[..., None]
        a = ((a + torch.cholesky_solve(miss, factor))[..., 0]) * on
        margins = (self.gram[rows] @ a[..., None])[..., 0]
        largest = a.abs().amax(-1, keepdim=True)
        wrong = self.margin[rows] & torch.where(on, a < -SLACK * largest, margins < 1 - SLACK)
        count = wrong.sum(-1)
        bad = (failed != 0) | ~torch.isfinite(a).all(-1)
        done = (count == 0) & ~bad
        self.multipliers[rows[done]] = torch.where(self.margin[rows[done]], a[done].clamp_min(0), a[done])
        self.ended[rows[done]] = True
        self.patience[rows[bad]] = -STEPS
        self._exchange(rows[~done & ~bad], wrong[~done & ~bad], count[~done & ~bad])
        return True

    def _exchange(self, rows: torch.Tensor, wrong: torch.Tensor, count: torch.Tensor) -> None:
        fewer = count < self.least[rows]
        self.least[rows] = torch.minimum(count, self.least[rows])
        self.patience[rows] = torch.where(fewer, PATIENCE, self.patience[rows] - 1)
        last = wrong.shape[-1] - 1 - wrong.flip(-1).to(torch.uint8).argmax(-1)
        single = torch.arange(wrong.shape[-1]) == last[:, None]
        one_only = (self.patience[rows] <= 0)[:, None]
        self.active[rows] ^= torch.where(one_only, wrong & single, wrong)

    def amplification(self) -> torch.Tensor:
        """1 / (smallest singular value of the active rows) or more; inf where that failed."""
        everything = torch.arange(len(self.gram))
        factor, failed = torch.linalg.cholesky_ex(self._masked(everything))
        inverse = torch.linalg.solve_triangular(factor, self.identity.expand_as(factor), upper=False)
        found = inverse.square().sum((-2, -1)).sqrt()
        return torch.where((failed == 0) & torch.isfinite(found), found, torch.inf)
