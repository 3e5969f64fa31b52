"""NTP-SVM of many small datasets of one shape at once: a dual active-set method, and one solve to polish.

A constraint per context j and token v besides the context's anchor a, the first of its support: with the row
x = (e_a - e_v) h_j^T, <W, x> is 0 in support and at least 1 outside. That is a system of ties and margins as
(Graph-SVM) has them, with the Gram matrix <e_a - e_v, e_b - e_u> <h_j, h_k>, so `graph_active` finds its
active rows and `graph_pivots` solves for them. What does not end is marked; data that is not separable never
does. W = -Z^T H for the dual Z `[m, V]`, whose rows have sum zero.
"""

from typing import Any

import numpy as np

from ntpcheck.reference.solvers.float_margin import MarginRow, measured
from ntpcheck.reference.solvers.graph_pivots import independently, product

LARGEST = 1000  # entries of a dataset's constraint matrix
PART = 1024  # datasets solved together: more leave the second-level cache
# From so many datasets on. Finite scopes come in batches of 2,048 that show one dataset in many rows: what
# is kept of a single dataset serves them better.
MANY = 4096


def are_many(out: np.ndarray, width: int) -> bool:
    """Whether this route is for out-of-support masks `[B, m, V]`, V > 1, and embeddings of that width."""
    _, m, tokens = out.shape
    return len(out) >= MANY and 0 < m * (tokens - 1) * tokens * width <= LARGEST


def batch_margin(H: np.ndarray, out: np.ndarray) -> tuple[MarginRow, np.ndarray]:
    """Solutions for embeddings `[B, m, d]` and masks `[B, m, V]`, and `[B]` which of them ended.

    Every field of the solutions has B rows. Those that did not end say nothing.
    """
    parts = [slice(first, first + PART) for first in range(0, len(H), PART)]
    found, ended = zip(*(_solved(H[part], out[part]) for part in parts), strict=True)
    columns: list[Any] = [np.concatenate(field) for field in zip(*found, strict=True)]
    return MarginRow(*columns), np.concatenate(ended)


def _solved(H: np.ndarray, out: np.ndarray) -> tuple[MarginRow, np.ndarray]:
    batch, m, tokens = out.shape
    anchor, eye = out.argmin(-1), np.eye(tokens)
    others = np.arange(tokens - 1) + (np.arange(tokens - 1) >= anchor[..., None])
    asked = np.take_along_axis(out, others, -1)
    steps = (eye[anchor][:, :, None] - eye[others]).reshape(batch, -1, tokens)
    gram = product(steps, steps.swapaxes(1, 2)).reshape(batch, m, tokens - 1, m, tokens - 1)
    gram *= (H @ H.swapaxes(1, 2))[:, :, None, :, None]
    margin = asked.reshape(batch, -1)
    dual, ended, amplification = independently(gram.reshape(batch, len(margin[0]), -1), ~margin, margin)
    Z = np.zeros(out.shape)
    np.put_along_axis(Z, others, dual.reshape(asked.shape), -1)
    np.put_along_axis(Z, anchor[..., None], -Z.sum(-1, keepdims=True), -1)
    found = measured(H, out, -(Z.swapaxes(1, 2) @ H), Z * out, np.zeros(batch), amplification)
    return found, ended
