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

from ntpcheck.reference.splitting import token_coordinates

daqp: Any = _daqp
LARGEST = 1000  # entries of the constraint matrix
SETTINGS = {"primal_tol": 1e-12, "dual_tol": 1e-14}
EQUALITY = 5  # the library's word for it
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
    tokens = token_coordinates(out.shape[1])
    size = tokens.shape[1] * width
    if not 0 < out.size * size <= LARGEST:
        return None
    anchor = out.argmin(1)
    # One row per cell, a context's first token included: its row is zero and binds nothing.
    difference = tokens[anchor][:, None] - tokens
    rows = (difference[..., None] * H[:, None, None]).reshape(-1, size)
    low = out.astype(float)
    sense = np.where(out, 0, EQUALITY).astype(np.intc)
    low[(every := np.arange(m), anchor)] = -UNBOUNDED
    sense[every, anchor] = 0
    high = np.where(sense, 0.0, UNBOUNDED).ravel()
    goal, origin = _objective(size)
    w, _, flag, info = daqp.solve(goal, origin, rows, high, low.ravel(), sense.ravel(), **SETTINGS)
    if flag != SOLVED:
        return None
    multipliers = -info["lam"]
    active = rows[multipliers != 0]
    Z = multipliers.reshape(out.shape)
    Z[every, anchor] = -Z.sum(1)
    return SmallForm(tokens @ w.reshape(-1, width), Z, _amplification(active))


def _amplification(active: np.ndarray) -> float:
    """1 / (smallest singular value)."""
    if not len(active):
        return 0.0
    smallest = float(np.linalg.svd(active, compute_uv=False)[-1])
    return 1.0 / smallest if smallest > 0 else np.inf


@lru_cache(maxsize=64)
def _objective(size: int) -> tuple[np.ndarray, np.ndarray]:
    """||w||^2 / 2, which the library leaves as it is."""
    return np.eye(size), np.zeros(size)
