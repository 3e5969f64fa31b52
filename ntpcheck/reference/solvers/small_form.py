"""W^mm of small data by a dual active-set library: one dense row per constraint, and nothing else.

At a handful of cells the arrays cost more than the arithmetic, so this route does as little as it can. It
gives up where the library does (on data that is not separable, among others); what it returns is measured
by the caller.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple

import daqp as _daqp
import numpy as np

from ntpcheck.reference.solvers.splitting import lapack, token_coordinates

daqp: Any = _daqp
LARGEST = 1000  # entries of the constraint matrix
SETTINGS = {"primal_tol": 1e-12, "dual_tol": 1e-14}
SENSE = np.array([5, 0], dtype=np.intc)  # the library's words for equality and inequality
SOLVED = 1
UNBOUNDED = 1e30


class SmallForm(NamedTuple):
    """W `[V, d]`, its dual Z `[m, V]`, W = -Z^T H, and the amplification of errors in the logits into W."""

    W: np.ndarray
    Z: np.ndarray
    amplification: float


def small_form(H: np.ndarray, out: np.ndarray) -> SmallForm | None:
    """Solves for embeddings `[m, d]` and out-of-support mask `[m, V]`; None where this settles nothing."""
    m, width = H.shape
    size = (out.shape[1] - 1) * width
    if not 0 < out.size * size <= LARGEST:
        return None
    tokens = token_coordinates(out.shape[1])
    anchor = out.argmin(1)
    # One row per cell. A context's first token has a row of zeros, an equality that binds nothing.
    rows = (_differences(len(tokens))[anchor][..., None] * H[:, None, None]).reshape(-1, size)
    cells = out.ravel()
    low = cells.astype(float)
    w, _, flag, info = daqp.solve(*objective(size), rows, UNBOUNDED * low, low, SENSE.take(cells), **SETTINGS)
    if flag != SOLVED:
        return None
    multipliers = -info["lam"]
    amplification = inverse_size(rows[multipliers != 0])
    Z = multipliers.reshape(out.shape)
    Z[np.arange(m), anchor] -= Z.sum(1)
    return SmallForm(tokens @ w.reshape(-1, width), Z, amplification)


def inverse_size(active: np.ndarray) -> float:
    """1 / (smallest singular value) or more: the root of the sum of 1 / (each)^2. inf for dependent rows."""
    if not len(active):
        return 0.0
    identity, _ = objective(len(active))
    _, inverse, failed = lapack.dposv(active @ active.T, identity)
    return np.inf if failed else float(np.sqrt(inverse.trace()))


@lru_cache(maxsize=64)
def _differences(count: int) -> np.ndarray:
    """`[V, V, V - 1]` coordinates of e_a - e_v."""
    tokens = token_coordinates(count)
    return tokens[:, None] - tokens


@lru_cache(maxsize=64)
def objective(size: int) -> tuple[np.ndarray, np.ndarray]:
    """||w||^2 / 2 in so many coordinates, which the library leaves as it is."""
    return np.eye(size), np.zeros(size)
