"""Many small positive definite matrices of one size, in single or double precision: inverted, placed, added.

LAPACK reads one triangle of a symmetric matrix, so that only the lower one is gathered and added.
"""

from collections.abc import Callable
from functools import lru_cache
from typing import Any

import numpy as np

from ntpcheck.reference.solvers.splitting import lapack


def routine(name: str, numbers: np.ndarray) -> Callable[..., Any]:
    """A routine of LAPACK for the precision of some numbers."""
    return getattr(lapack, ("s" if numbers.dtype == np.float32 else "d") + name)


def inverses(matrices: np.ndarray) -> np.ndarray:
    """Of positive definite matrices `[g, k, k]`, whose lower triangles are read, in place.

    LAPACK's Cholesky factors take a third of what LU does.
    """
    factor, invert = routine("potrf", matrices), routine("potri", matrices)
    for matrix in matrices:
        factor(matrix.T, lower=0, clean=1, overwrite_a=1)
        invert(matrix.T, lower=0, overwrite_c=1)
    diagonal = np.arange(matrices.shape[-1])
    matrices[:, diagonal, diagonal] *= 0.5
    matrices += matrices.swapaxes(1, 2).copy()  # potri leaves zero the triangle that potrf cleaned
    return matrices


@lru_cache(maxsize=2)  # one size is done after another
def below(size: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Rows, columns and flat places of a lower triangle."""
    row, column = np.tril_indices(size)
    return row, column, row * size + column


def places(at: np.ndarray, m: int) -> np.ndarray:
    """Where the lower triangles of blocks lie in a flat `[m, m]`, for ascending contexts `at` `[g, k]`."""
    row, column, _ = below(at.shape[1])
    return at[:, row] * m + at[:, column]


def added(total: np.ndarray, at: np.ndarray, matrices: np.ndarray) -> None:
    """Adds matrices `[g, k, k]` to the lower triangle of `[m, m]` at ascending contexts `[g, k]`."""
    if len(at):
        values = matrices.reshape(len(at), -1)[:, below(at.shape[1])[2]]
        np.add.at(total.reshape(-1), places(at, len(total)).ravel(), values.ravel())
