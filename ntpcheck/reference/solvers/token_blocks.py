"""Equations on some cells of the logits, the level of each context left free: one small system per token.

Given cells A `[m, V]` with one in each context and targets T, the least W with W h_j = T_j + c_j on A for
some levels c is W = Z^T H, Z zero off A and its rows of sum zero. Let J_v be the contexts that have v in A
and G_v the Gram matrix of their embeddings. Then, per token,

    (G_v + r) Z_v = T_v + c on J_v,

and sum_v Z_v = 0 is the m x m system

    (sum_v E_v (G_v + r)^{-1} E_v^T) c = -sum_v E_v (G_v + r)^{-1} T_v,

E_v placing J_v among the contexts. It is positive definite because every context has a token. A ridge r > 0
gives the least ||W||^2 + sum_A (w_v h_j - T_jv - c_j)^2 / r instead, which dependent contexts have too;
solved again for what it leaves, it tends to the same W. A dense basis of F would need V d by up to m V
numbers; this needs m^2 + m V.

With A the support and T = log p it is W*, with T = W H^T it is P_F W.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from scipy import sparse as _sparse
from scipy.sparse import linalg as _linalg

from ntpcheck.reference.solvers.slack_form import INDEPENDENT, gram_inverse
from ntpcheck.reference.solvers.small_blocks import added, below, inverses, places, routine

linalg: Any = _linalg  # their types are too narrow
sparse: Any = _sparse
RIDGE = 2.0**-34  # of unit contexts
REFINEMENTS, MOST_REFINEMENTS = 2, 12  # of independent contexts, and of others
STILL = 2.0**-46  # a miss this small, relative to the largest target, is not refined
APART = 1e-6  # residual, in units of the largest target, of a system that floats call unsolvable
RAY = 2.0**-34  # ||Z^T H|| / ||Z||, in unit contexts, of equations whose left sides cancel
FEW = 16  # rows whose Gram matrix is formed for its spectrum
DENSE = 2**15  # entries of the in-support rows up to which they are factored as they stand
LARGE = 2**22  # entries from which those of dependent contexts are not factored if there is another way
TOO_LARGE = 2**26  # entries beyond which they are not factored at all
MOST_NUMBERS = 2**27  # in the inverses of all tokens
KEPT = 2**24  # numbers in the sum of the inverses up to which it is kept for the next blocks


class Tied(NamedTuple):
    """W `[V, d]`, and the amplification of an error in the in-support logits into it.

    solvable: whether some W has these logits; where not, W misses them least.
    """

    W: np.ndarray
    amplification: float
    solvable: bool


def entries(support: np.ndarray, width: int) -> int:
    """The size of a dense matrix of all in-support rows, for a support mask `[m, V]`."""
    m, tokens = support.shape
    return int(np.count_nonzero(support) - m) * tokens * width


class _Group(NamedTuple):
    """Tokens with as many contexts each: their cells `[g, k]`, and (G_v + r)^{-1} `[g, k, k]`."""

    token: np.ndarray  # [g], ascending
    cell: np.ndarray  # places in the order of `TokenBlocks.context`
    inverse: np.ndarray


class TokenBlocks:
    """The systems of cells `[m, V]`, one at least per context, for a Gram matrix `[m, m]`, inverted.

    `context` and `token` `[n]` are the cells, token by token; what is called z or t has one entry for each.
    """

    def __init__(
        self, gram: np.ndarray, cells: np.ndarray, ridge: float, last: TokenBlocks | None = None
    ) -> None:
        """last: of the same Gram matrix; what it has inverted is taken over, and it solves nothing more."""
        self.cells, self.ridge = cells, ridge
        context, token = np.divmod(np.flatnonzero(cells), cells.shape[1])
        self._order = np.argsort(token, kind="stable")
        self.context, self.token = context[self._order], token[self._order]
        self._sizes = np.bincount(token, minlength=cells.shape[1])
        self._starts = np.concatenate([[0], np.cumsum(self._sizes)])
        self._groups: dict[int, _Group] = {}
        if last is not None and last.ridge != ridge:
            last._groups.clear()
            last = None
        coupling = self._inverted(gram, last)
        self._coupling = coupling if coupling.size <= KEPT else None
        turned = coupling.T  # its upper triangle is filled; in LAPACK's order as it lies
        factor = routine("potrf", gram)
        self._outer, _ = factor(turned, lower=0, clean=0, overwrite_a=self._coupling is None)

    def _inverted(self, gram: np.ndarray, last: TokenBlocks | None) -> np.ndarray:
        """The lower triangle of sum_v E_v (G_v + r)^{-1} E_v^T `[m, m]`, where the groups are made.

        A token that has the cells it had keeps its inverse. Where few have others, the sum changes by those
        alone; what rounding adds is of the size of the sum's own rounding.
        """
        changed, coupling = np.ones(len(self._sizes), dtype=bool), None
        before: dict[int, _Group] = {}
        if last is not None:
            changed, before = (self.cells != last.cells).any(0), last._groups
            if 2 * (self._work(changed) + last._work(changed)) < self._work():
                coupling = last._coupling
        total = np.zeros_like(gram) if coupling is None else coupling
        for size in sorted({*np.unique(self._sizes[self._sizes > 0]).tolist(), *before}):
            old = before.pop(size, None)
            if last is not None and old is not None and coupling is not None:
                gone = changed[old.token]
                added(total, last.context[old.cell[gone]], -old.inverse[gone])
            tokens = np.flatnonzero(self._sizes == size)
            if not len(tokens):
                continue
            cell = self._starts[tokens, None] + np.arange(size)
            at, fresh = self.context[cell], changed[tokens]
            inverse = self._group_inverse(gram, at, fresh, old and old.inverse[~changed[old.token]])
            summed = fresh if coupling is not None else np.ones_like(fresh)
            added(total, at[summed], inverse[summed])
            self._groups[size] = _Group(tokens, cell, inverse)
        return total

    def _group_inverse(
        self, gram: np.ndarray, at: np.ndarray, fresh: np.ndarray, kept: np.ndarray | None
    ) -> np.ndarray:
        """`[g, k, k]` for contexts `at` `[g, k]`: those of fresh tokens made, the others' taken over."""
        if kept is not None and not fresh.any():
            return kept
        size = at.shape[1]
        blocks = np.zeros((np.count_nonzero(fresh), size, size), gram.dtype)
        blocks.reshape(-1, size * size)[:, below(size)[2]] = gram.reshape(-1)[places(at[fresh], len(gram))]
        diagonal = np.arange(size)
        blocks[:, diagonal, diagonal] += self.ridge
        made = inverses(blocks)
        if kept is None or not len(kept):
            return made
        inverse = np.empty((len(at), *made.shape[1:]), made.dtype)
        inverse[fresh], inverse[~fresh] = made, kept
        return inverse

    def _work(self, tokens: np.ndarray | slice = slice(None)) -> float:
        """Numbers in the inverses of some tokens."""
        sizes = self._sizes[tokens].astype(float)
        return float(sizes @ sizes)

    @staticmethod
    def fit(cells: np.ndarray) -> bool:
        """Whether the inverses for these cells `[m, V]` are not too many numbers."""
        uses = np.count_nonzero(cells, axis=0).astype(float)
        return len(cells) ** 2 + uses @ uses <= MOST_NUMBERS

    def at(self, T: np.ndarray) -> np.ndarray:
        """The entries of a table `[m, V]` at the cells, `[n]`."""
        return T[self.context, self.token]

    def table(self, z: np.ndarray) -> np.ndarray:
        """`[m, V]`, zero off the cells."""
        Z = np.zeros(self.cells.shape)
        Z[self.context, self.token] = z
        return Z

    def sums(self, z: np.ndarray) -> np.ndarray:
        """What the rows of the table add up to, `[m]`."""
        return np.bincount(self.context, z, minlength=len(self.cells))

    def decoder(self, z: np.ndarray, H: np.ndarray) -> np.ndarray:
        """Z^T H `[V, d]` of embeddings `[m, d]`."""
        shape = self.cells.shape[::-1]
        return sparse.csr_array((z, self.context, self._starts), shape=shape) @ H

    def at_levels_zero(self, t: np.ndarray) -> np.ndarray:
        """z for targets t with c = 0; the rows of Z need not sum to zero."""
        z = np.zeros(len(self.context))
        for group in self._groups.values():
            z[group.cell] = (group.inverse @ t[group.cell].astype(group.inverse.dtype)[:, :, None])[:, :, 0]
        return z

    def solve_at(self, t: np.ndarray, sums: np.ndarray | float = 0.0) -> tuple[np.ndarray, np.ndarray]:
        """z and the levels c `[m]` for targets t; `sums` what the rows of Z add up to."""
        z = self.at_levels_zero(t)
        level = routine("potrs", self._outer)(self._outer, sums - self.sums(z), lower=0)[0].astype(float)
        return z + self.at_levels_zero(level[self.context]), level

    def solve(self, T: np.ndarray, sums: np.ndarray | float = 0.0) -> tuple[np.ndarray, np.ndarray]:
        """Z `[m, V]` and the levels c `[m]` for targets T `[m, V]`."""
        z, level = self.solve_at(self.at(T), sums)
        return self.table(z), level

    def curvature(self, scales: np.ndarray) -> float:
        """The least eigenvalue of the Gram matrix of the rows h_j^T at (j, v), each divided by its scale.

        They count up to a constant per context; scales `[m, V]`, and what has scale 0 is projected off.
        """
        scales, found = scales[self.cells], np.zeros(len(self.context))

        def inverse(y: np.ndarray) -> np.ndarray:
            found[self._order] = self.solve_at((scales * y)[self._order])[0]
            return scales * found

        start = inverse(np.random.default_rng(0).standard_normal(len(scales)))
        if not start.any():
            return np.inf
        if len(scales) <= FEW:
            columns = np.array([inverse(column) for column in np.eye(len(scales))])
            return 1 / float(np.linalg.eigvalsh(columns)[-1])
        operator = linalg.LinearOperator((len(scales), len(scales)), inverse, dtype=float)
        return 1 / float(linalg.eigsh(operator, 1, v0=start, tol=0.01, return_eigenvectors=False)[0])


def tied_to(H: np.ndarray, support: np.ndarray, targets: np.ndarray) -> Tied | None:
    """The W in F whose in-support logits are `targets` `[m, V]` up to a constant per context.

    None where it would be less accurate than about 1e-12, or where in-support equations are too nearly
    dependent to say whether there is one; also if the data is too large, or small with dependent contexts.
    """
    inverse = gram_inverse(H) if len(H) <= H.shape[1] else None
    if inverse is not None and TokenBlocks.fit(support):
        found = refined(TokenBlocks(H @ H.T, support, 0.0), H, targets, REFINEMENTS)
        return Tied(found.W, float(np.sqrt(np.linalg.norm(inverse))), solvable=True)
    asked = np.count_nonzero(support, axis=1) > 1  # one token alone makes no equation
    if entries(support, H.shape[1]) <= LARGE or not TokenBlocks.fit(support[asked]):
        return None
    unit, lengths = unit_contexts(H[asked])
    scaled = targets[asked] / lengths[:, None]
    blocks = TokenBlocks(unit @ unit.T, support[asked], RIDGE)
    found = refined(blocks, unit, scaled, MOST_REFINEMENTS)
    curvature = blocks.curvature(np.ones(blocks.cells.shape))
    if curvature > INDEPENDENT**2:
        return Tied(found.W, 1 / float(lengths.min() * np.sqrt(curvature)), solvable=True)
    cancel = np.linalg.norm(found.Z.T @ unit) <= RAY * np.linalg.norm(found.Z)
    apart = np.abs(found.missing).max() > APART * np.abs(scaled[support[asked]]).max()
    return Tied(found.W, np.inf, solvable=False) if cancel and apart else None


def unit_contexts(H: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Embeddings `[m, d]` of length 1, and their lengths `[m]`; zero contexts stay, their length called 1."""
    lengths = np.linalg.norm(H, axis=1)
    lengths = np.where(lengths > 0, lengths, 1.0)
    return H / lengths[:, None], lengths


class Refined(NamedTuple):
    """The least W with given targets, and what its last correction left."""

    W: np.ndarray  # [V, d]
    missing: np.ndarray  # [m, V] of the targets
    Z: np.ndarray  # [m, V] of the last correction


def refined(blocks: TokenBlocks, H: np.ndarray, targets: np.ndarray, most: int) -> Refined:
    """The least W with these targets `[m, V]`, corrected at most so often."""
    cells = blocks.cells
    count, largest = cells.sum(1, keepdims=True), np.abs(targets[cells]).max(initial=0.0)

    def missing(W: np.ndarray) -> np.ndarray:
        left = np.where(cells, targets - H @ W.T, 0.0)
        return np.where(cells, left - left.sum(1, keepdims=True) / count, 0.0)

    first, _ = blocks.solve(targets)
    found, sums = Refined(first.T @ H, missing(first.T @ H), first), first.sum(1)
    for _ in range(most):  # what is missing is taken from W and Z, so the rounding of a step is not amplified
        step, _ = blocks.solve(found.missing, -sums)
        sums = sums + step.sum(1)
        better = found.W + step.T @ H
        found = Refined(better, missing(better), step)
        if np.abs(found.missing).max(initial=0.0) <= STILL * largest:
            break
    return found
