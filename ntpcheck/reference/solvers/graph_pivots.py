"""Least-norm points of many small systems of margins and ties at once, by block principal pivoting.

With rows x_n = (e_i - e_j) e_k^T and their Gram matrix G, W = sum_n a_n x_n is the shortest W with <W,
x_n> = 0 on ties and >= 1 on margins iff, on margins, a >= 0, G a - 1 >= 0 and one of the two is zero.
Starting from the set P of all rows, a_P solves G_PP a_P = b_P; margins with a_n < 0 leave P, violated ones
enter, all at once while their number falls, else the last one only (which ends on independent rows). All
systems of a batch take each step together. Those that do not end, dependent rows among them, are started
anew from active rows that `graph_active` finds. One or some small systems go to `graph_small` instead.

Nothing is promised for conflicting margins: what did not end is marked, and the caller measures what did.
Source: block principal pivoting as in Judice and Pires (1994); Sec. 3.2 for the rows.
"""

from typing import NamedTuple

import numpy as np
import torch

from ntpcheck.reference.solvers.graph_active import active_rows
from ntpcheck.reference.solvers.graph_small import are_small, small_system
from ntpcheck.reference.solvers.priority import Pairs

STEPS, PATIENCE = 60, 3
PART = 1024  # systems that are started anew together
MANY = 6  # matrices from which a batched product pays
NEAR = 2.0**-20  # of the largest multiplier: what refinement may change
BAR = 2.0**100
SLACK = 2.0**-40  # of a margin asked to be 1, or of the largest multiplier


class Pivoted(NamedTuple):
    """Multipliers `[N]` of each row; ended `[B]` bool; amplification `[B]` of errors in margins into W."""

    multipliers: np.ndarray
    ended: np.ndarray
    amplification: np.ndarray


def pivoted(embeddings: np.ndarray, pairs: Pairs) -> Pivoted:
    """Solves for embeddings `[B, K, d]` and the rows of all B systems."""
    counts = np.bincount(pairs.instance, minlength=len(embeddings))
    found = Pivoted(np.zeros(len(pairs.instance)), counts == 0, np.zeros(len(embeddings)))
    starts = counts.cumsum() - counts
    if are_small(embeddings, counts):
        _one_by_one(embeddings, pairs, found, starts)
        return found
    sizes = -(-counts // 2) * 2  # systems of about one size share a padded batch
    for size in np.flatnonzero(np.bincount(sizes)[1:]) + 1:
        chosen = np.flatnonzero(sizes == size)
        _together(embeddings, pairs, found, chosen, _places(starts, counts, chosen), first=True)
    left = np.flatnonzero(~found.ended)
    for part in np.split(left, range(PART, len(left), PART)) if len(left) else []:
        _together(embeddings, pairs, found, part, _places(starts, counts, part), first=False)
    return found


def independently(
    gram: np.ndarray, tie: np.ndarray, margin: np.ndarray
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Systems of one size by their Gram matrices `[B, N, N]`, solved from active rows: fields of `Pivoted`.

    tie, margin: `[B, N]` bool. The multipliers are `[B, N]`.
    """
    state = _State(gram, tie, tie | margin)
    state.pivot(state.independent(), PATIENCE)
    return state.multipliers, state.ended, state.amplification


def _one_by_one(E: np.ndarray, pairs: Pairs, found: Pivoted, starts: np.ndarray) -> None:
    ends = [*starts[1:].tolist(), len(pairs.low)]
    for i in np.flatnonzero(~found.ended).tolist():
        own = slice(int(starts[i]), ends[i])
        solved = small_system(E[i], pairs.at(own))
        if solved is not None:
            found.multipliers[own], found.amplification[i] = solved
            found.ended[i] = True


def _places(starts: np.ndarray, counts: np.ndarray, chosen: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """`[B, N]` the places of the chosen systems' rows, padded with row 0, and which are there."""
    columns = np.arange(counts[chosen].max())
    there = columns < counts[chosen, None]
    return np.where(there, starts[chosen, None] + columns, 0), there


def _together(
    E: np.ndarray,
    pairs: Pairs,
    found: Pivoted,
    chosen: np.ndarray,
    rows: tuple[np.ndarray, np.ndarray],
    *,
    first: bool,
) -> None:
    """Solves the chosen systems: by pivoting from all rows at first, from active ones later."""
    place, there = rows
    state = _State(_gram(E, pairs, chosen, place), pairs.tie[place], there)
    state.pivot(there if first else state.independent(), STEPS if first else PATIENCE)
    found.multipliers[place[there]] = state.multipliers[there]
    found.ended[chosen], found.amplification[chosen] = state.ended, state.amplification


def _gram(E: np.ndarray, pairs: Pairs, chosen: np.ndarray, place: np.ndarray) -> np.ndarray:
    """`[B, N, N]` inner products of rows."""
    tokens, base = E.reshape(-1, E.shape[-1]), chosen[:, None] * E.shape[1]
    high, low, query = (tokens.take(base + c.take(place), 0) for c in (pairs.high, pairs.low, pairs.query))
    high -= low
    gram = product(high, high.swapaxes(-1, -2))
    gram *= product(query, query.swapaxes(-1, -2))
    return gram


def product(left: np.ndarray, right: np.ndarray) -> np.ndarray:
    """Products of a stack of matrices."""
    if len(left) < MANY or left.dtype == object:
        return left @ right
    return torch.bmm(torch.from_numpy(left), torch.from_numpy(right)).numpy()


class _State:
    """The pivoting of systems of one padded size: gram `[B, N, N]`, tie and there `[B, N]`."""

    def __init__(self, gram: np.ndarray, tie: np.ndarray, there: np.ndarray) -> None:
        self.tie, self.margin = tie & there, there & ~tie
        self.gram = torch.from_numpy(gram)
        self.multipliers = np.zeros(tie.shape)
        self.ended = np.zeros(len(gram), dtype=bool)
        self.amplification = np.full(len(gram), np.inf)

    def independent(self) -> np.ndarray:
        """`[B, N]` independent rows that are active."""
        there = self.tie | self.margin
        gram = self.gram.numpy() * (there[:, :, None] & there[:, None, :])
        return active_rows(gram, self.tie, self.margin)

    def pivot(self, active: np.ndarray, steps: int) -> None:
        """Steps of all systems, from their active rows."""
        rows, gram, margin = np.arange(len(active)), self.gram, self.margin
        least = np.full(len(active), active.shape[-1] + 1)
        patience = np.full(len(active), PATIENCE)
        for _ in range(steps):
            wrong, bad = self._tried(rows, active, gram, margin)
            count = wrong.sum(-1)
            going = ~bad & (count > 0)
            if not going.any():
                return
            kept = (rows, active, margin, wrong, count, least, patience)
            rows, active, margin, wrong, count, least, patience = (x[going] for x in kept)
            gram = gram[torch.from_numpy(going)]
            patience = np.where(count < least, PATIENCE, patience - 1)
            least = np.minimum(count, least)
            last = wrong & (wrong[:, ::-1].cumsum(-1)[:, ::-1] == 1)
            active = active ^ np.where(patience[:, None] <= 0, last, wrong)

    def _tried(
        self, rows: np.ndarray, active: np.ndarray, gram: torch.Tensor, margin: np.ndarray
    ) -> tuple[np.ndarray, np.ndarray]:
        """Solves for active rows; `[B, N]` the margins in the wrong set, and `[B]` whether that failed."""
        factors, failed = torch.linalg.cholesky_ex(_barred(gram, torch.from_numpy(active)))
        on = torch.from_numpy(active.astype(float))[..., None]
        goal = on * torch.from_numpy(margin)[..., None]
        a = torch.cholesky_solve(goal, factors).mul_(on)
        margins, found = torch.bmm(gram, a)[..., 0].numpy(), a[..., 0].numpy()
        bad = (failed != 0).numpy() | ~np.isfinite(found).all(-1)
        least = -SLACK * np.abs(found).max(-1, keepdims=True)
        wrong = margin & np.where(active, found < least, margins < 1 - SLACK)
        done = ~bad & ~wrong.any(-1)
        if done.any():
            parts = (factors, goal - torch.from_numpy(margins)[..., None] * on, on, a)
            chosen = torch.from_numpy(done)
            self._finish(rows[done], *(part[chosen] for part in parts))
        return wrong, bad

    def _finish(
        self, rows: np.ndarray, factors: torch.Tensor, miss: torch.Tensor, on: torch.Tensor, a: torch.Tensor
    ) -> None:
        """Keeps the solutions of systems that ended, after one step of refinement."""
        identity = torch.eye(factors.shape[-1], dtype=factors.dtype).expand_as(factors)
        inverse = torch.linalg.solve_triangular(factors, identity, upper=False)
        change = torch.bmm(inverse.mT, torch.bmm(inverse, miss)) * on
        size, found = (x[..., 0].numpy() for x in (change.abs().amax(1, keepdim=True), change + a))
        self.ended[rows] = size[:, 0] <= NEAR * np.abs(found).max(-1)
        self.multipliers[rows] = np.where(self.margin[rows], np.maximum(found, 0), found)
        self.amplification[rows] = torch.linalg.vector_norm(inverse, dim=(-2, -1)).numpy()


def _barred(gram: torch.Tensor, on: torch.Tensor) -> torch.Tensor:
    """The same with huge squares of rows that are not on, so that factors are those of the other rows.

    What they add to the other pivots is below 1 / BAR of these, by the Cauchy-Schwarz inequality.
    """
    found = gram.clone()
    squares = torch.diagonal(found, dim1=-2, dim2=-1)
    squares.copy_(torch.where(on, squares, (squares * BAR).clamp_min(1.0)))
    return found
