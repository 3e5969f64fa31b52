"""Orthonormal coordinates of which the first few span F and the rest its complement, in doubles.

A decoder enters every condition through differences of its rows, so the shift W + 1 c^T is divided out
first: with T `[V, V - 1]` orthonormal and orthogonal to 1, the coordinates of W are those of T^T W. Pivoted
QR of the in-support rows, scaled to unit contexts, then splits them.
"""

from functools import lru_cache
from typing import Any

import numpy as np
from scipy import linalg as _linalg

from ntpcheck.reference.kept import remembered

linalg: Any = _linalg  # its stubs cannot tell one result of qr from another
lapack: Any = _linalg.lapack  # its routines are generated, so type checkers see none
RANK = 2.0**-40  # size of a pivot, relative to the largest, that counts as zero
DOUBT = (2.0**-48, 2.0**-28)  # a pivot in between settles no rank
COARSE = 2.0**6  # on multiples of 1 / COARSE up to COARSE in size, what is zero to rounding is zero


@lru_cache(maxsize=64)
def token_coordinates(tokens: int) -> np.ndarray:
    """T `[V, V - 1]`: orthonormal columns, each of sum zero."""
    square = np.eye(tokens)
    square[:, 0] = 1.0
    return np.ascontiguousarray(np.linalg.qr(square)[0][:, 1:])


def coarse(H: np.ndarray) -> Any:
    """Whether all of `[..., m, d]` lie on a coarse grid, so that dependence to rounding is dependence."""
    whole = H * COARSE
    return ((np.abs(H) <= COARSE) & (whole == np.rint(whole))).all((-2, -1))


def pivoted(rows: np.ndarray, mode: str) -> tuple[np.ndarray, int, float]:
    """Orthonormal columns, how many of them, the first, span rows `[n, size]`, and how clear that is.

    By pivoted QR of the rows, scaled to length 1. The last number is the least pivot of the rank over the
    largest, 0 where a pivot is in doubt. mode: "economic", or "full" for columns of the complement too.
    """
    norms = np.sqrt((rows**2).sum(1))
    unit = rows[norms > 0] / norms[norms > 0, None]
    if not len(unit):
        return np.eye(rows.shape[1]), 0, 1.0
    Q, R, _ = linalg.qr(unit.T, mode=mode, pivoting=True)
    pivots = np.abs(np.diagonal(R))
    rank = int((pivots > RANK * pivots[0]).sum())
    doubtful = (pivots > DOUBT[0] * pivots[0]) & (pivots < DOUBT[1] * pivots[0])
    return Q, rank, 0.0 if doubtful.any() else float(pivots[:rank].min() / pivots[0])


class Splitting:
    """For embeddings `[m, d]` and support mask `[m, V]`.

    rank: dim F. clear: no pivot was in doubt, and those dropped come from a coarse grid. least: the smallest
    of the rank pivots over the largest. anchor `[m]`: the first token of each support. context, token: the
    in-support cells besides the anchors; those of zero contexts come in too, though their rows are zero.
    """

    def __init__(self, H: np.ndarray, support: np.ndarray) -> None:
        self.H, self.tokens = H, token_coordinates(support.shape[1])
        self.anchor = support.argmax(1)
        self.norms = np.sqrt(np.einsum("jd,jd->j", H, H))
        self.unit = H / np.where(self.norms > 0, self.norms, 1.0)[:, None]
        others = support.copy()
        others[np.arange(len(H)), self.anchor] = False
        self.context, self.token = others.nonzero()
        self.size = self.tokens.shape[1] * H.shape[1]
        self.rank, self.clear, self.least = 0, True, 1.0
        self._packed = self._scales = np.zeros((self.size, 0))
        if len(self.context):
            self._factor()

    def _factor(self) -> None:
        packed, _, scales, _, _ = lapack.dgeqp3(self.rows(self.context, self.token).T)
        pivots = np.abs(packed.diagonal())
        self.rank = int(np.count_nonzero(pivots > RANK * pivots[0]))
        self.least = float(pivots[self.rank - 1] / pivots[0]) if self.rank else 1.0
        sure = self.rank == min(len(self.context), self.size) or coarse(self.H)
        self.clear = sure and not ((pivots > DOUBT[0] * pivots[0]) & (pivots < DOUBT[1] * pivots[0])).any()
        self._packed, self._scales = packed[:, : min(packed.shape)], scales

    def rows(self, context: np.ndarray, token: np.ndarray) -> np.ndarray:
        """`[n, size]` the rows (e_a - e_v) (h_j / ||h_j||)^T of some cells; zero where h_j is."""
        difference = self.tokens[self.anchor[context]] - self.tokens[token]
        return (difference[:, :, None] * self.unit[context][:, None, :]).reshape(len(context), -1)

    def turned(self, rows: np.ndarray) -> np.ndarray:
        """`[n, size]` rows in the split coordinates: `[:, :rank]` are F's, `[:, rank:]` the complement's."""
        return self._multiplied(rows, "N")

    def coordinates(self, W: np.ndarray) -> np.ndarray:
        """`[size]` the split coordinates of W `[V, d]`."""
        return self._multiplied((self.tokens.T @ W).reshape(1, -1), "N")[0]

    def decoder(self, coordinates: np.ndarray) -> np.ndarray:
        """`[V, d]` the decoder with these split coordinates `[size]`, its columns of sum zero."""
        flat = self._multiplied(coordinates[None], "T")
        return self.tokens @ flat.reshape(self.tokens.shape[1], -1)

    def basis(self) -> np.ndarray:
        """`[rank, V d]` an orthonormal basis of F."""
        if not self.rank:
            return np.zeros((0, len(self.tokens) * self.H.shape[1]))
        columns, _, _ = lapack.dorgqr(self._packed, self._scales)
        parts = columns[:, : self.rank].T.reshape(self.rank, self.tokens.shape[1], -1)
        return (self.tokens @ parts).reshape(self.rank, -1)

    def _multiplied(self, rows: np.ndarray, transpose: str) -> np.ndarray:
        if not self.rank:
            return rows
        work = int(lapack.dormqr("R", transpose, self._packed, self._scales, rows, -1)[1][0])
        return lapack.dormqr("R", transpose, self._packed, self._scales, rows, work)[0]


@remembered
def splitting(H: np.ndarray, support: np.ndarray) -> Splitting:
    """The splitting of embeddings `[m, d]` and support mask `[m, V]`."""
    return Splitting(H, support)
