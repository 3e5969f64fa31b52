"""W^mm of small data by a dual active-set library: one dense row per constraint, and nothing else.

At a handful of cells the arrays cost more than the arithmetic, so this route does as little as it can. It
gives up where the library does (on data that is not separable, among others); what it returns is measured
by the caller.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import daqp as _daqp
import numpy as np

from ntpcheck.reference.splitting import token_coordinates

daqp: Any = _daqp
LARGEST = 600  # entries of the constraint matrix
SETTINGS = {"primal_tol": 1e-12, "dual_tol": 1e-14}
EQUALITY = 5  # the library's word for it
SOLVED = 1


class SmallForm(NamedTuple):
    """W `[V, d]`, its dual Z `[m, V]`, W = -Z^T H, and the amplification of errors in the logits into W."""

    W: np.ndarray
    Z: np.ndarray
    amplification: float


def small_form(H: np.ndarray, out: np.ndarray) -> SmallForm | None:
    """Solves for embeddings `[m, d]` and out-of-support mask `[m, V]`; None where this settles nothing."""
    m, width = H.shape
    tokens = token_coordinates(out.shape[1])
    every = np.arange(m)
    anchor = out.argmin(1)
    rest = np.ones(out.shape, dtype=bool)
    rest[every, anchor] = False
    context, token = rest.nonzero()
    size = tokens.shape[1] * width
    if not 0 < len(context) * size <= LARGEST:
        return None
    difference = tokens[anchor[context]] - tokens[token]
    rows = (difference[:, :, None] * H[context][:, None, :]).reshape(-1, size)
    asked = out[context, token]
    low = asked.astype(float)
    high, sense = np.where(asked, 1e30, 0.0), np.where(asked, 0, EQUALITY).astype(np.intc)
    w, _, flag, info = daqp.solve(np.eye(size), np.zeros(size), rows, high, low, sense, **SETTINGS)
    if flag != SOLVED:
        return None
    multipliers = -info["lam"]
    Z = np.zeros(out.shape)
    Z[context, token] = multipliers
    Z[every, anchor] = -Z.sum(1)
    active = rows[multipliers != 0]
    smallest = np.linalg.svd(active, compute_uv=False)[-1] if len(active) else np.inf
    amplification = 1.0 / smallest if smallest > 0 else np.inf
    return SmallForm(tokens @ w.reshape(-1, width), Z, float(amplification))
