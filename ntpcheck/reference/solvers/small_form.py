"""W^mm of small data by a dual active-set library: one dense row per constraint, and nothing else.

At a handful of cells the arrays cost more than the arithmetic, so this route does as little as it can. It
gives up where the library does (on data that is not separable, among others); what it returns is measured
by the caller.
"""

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
    """W `[B, V, d]`, its dual Z `[B, m, V]`, W = -Z^T H, and how much errors in the logits grow into W."""

    W: np.ndarray
    Z: np.ndarray
    amplification: np.ndarray  # [B]; infinite where the library settles nothing


def small_form(H: np.ndarray, out: np.ndarray) -> SmallForm | None:
    """Solves for embeddings `[B, m, d]` and out-of-support masks `[B, m, V]`; None of larger data."""
    batch, m, width = H.shape
    size = (out.shape[-1] - 1) * width
    if not 0 < m * out.shape[-1] * size <= LARGEST:
        return None
    tokens = token_coordinates(out.shape[-1])
    anchor = out.argmin(-1)
    # One row per cell. A context's first token has a row of zeros, an equality that binds nothing.
    rows = (_differences(len(tokens))[anchor][..., None] * H[:, :, None, None]).reshape(batch, -1, size)
    cells = out.reshape(batch, -1)
    low, sense = cells.astype(float), SENSE.take(cells)
    high = UNBOUNDED * low
    w, dual, amplification = np.zeros((batch, size)), np.zeros(low.shape), np.full(batch, np.inf)
    for i in range(batch):
        found, _, flag, info = daqp.solve(*objective(size), rows[i], high[i], low[i], sense[i], **SETTINGS)
        if flag == SOLVED:
            w[i], dual[i] = found, -info["lam"]
            amplification[i] = inverse_size(rows[i, dual[i] != 0])
    Z, first = dual.reshape(out.shape), anchor[..., None]
    np.put_along_axis(Z, first, np.take_along_axis(Z, first, -1) - Z.sum(-1, keepdims=True), -1)
    return SmallForm(tokens @ w.reshape(batch, -1, width), Z, amplification)


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
