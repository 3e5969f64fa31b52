"""Normalised gradient descent: every step has length eta. In logit space, one Gram product per step.

With residuals R `[m, V]`, R_j = pi_j (softmax(W h_j) - p_j), the gradient is R^T H, its squared norm <R, G R>
with G = H H^T, and a step moves the logits by -(eta / norm) G R: the product that gives the norm is the move.
Only the direction of R matters, so it is kept relative to its largest entry and never underflows.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from ntpcheck.arithmetic import Array
from ntpcheck.dynamics.residual import Residuals
from ntpcheck.instances.dataset import Run
from ntpcheck.reference.frame import Floats


class Batch:
    """The rows of a float run as plain arrays: H `[B, m, d]`, pi `[B, m]`, W0 `[B, V, d]`, eta `[B]`."""

    def __init__(self, run: Run) -> None:
        m, V, d = (run.size(axis) for axis in "mVd")

        def plain(array: Array, *shape: int) -> Floats:
            return np.ascontiguousarray(array.detach().cpu().numpy().reshape(-1, *shape))

        self.H, self.pi, self.p = plain(run.embeddings, m, d), plain(run.pi, m), plain(run.p, m, V)
        self.W0, self.eta = plain(run.W0, V, d), plain(run.eta)
        self.support = plain(run.support, m, V)
        self.residuals = Residuals(self.support, self.p)
        self.gram = self.H @ self.H.swapaxes(1, 2)
        self.logits = self.H @ self.W0.swapaxes(1, 2)  # [B, m, V]
        self.resting = self.residuals.at_rest(self.logits)  # [B] bool: the run starts with P_F W_0 = W*


def normalised_iterates(run: Run, steps: Sequence[int]) -> Iterator[tuple[Floats, Floats]]:
    """W_k `[B, V, d]` and log T_k `[B]` at each k of `steps` (increasing, 0 allowed).

    W_{k+1} = W_k - eta grad CE / ||grad CE||, and T_k = sum of eta / ||grad CE|| over the first k steps: the
    time that gradient flow would have taken. Where the gradient is zero W stays, and T is infinite.
    """
    batch = Batch(run)
    logits, moved = batch.logits.copy(), np.zeros_like(batch.logits)
    log_time = np.full(len(logits), -np.inf)
    weights, done = batch.pi[:, :, None], 0
    with np.errstate(over="ignore", divide="ignore", invalid="ignore"):
        for k in steps:
            for _ in range(k - done):
                log_time = _step(batch, weights, logits, moved, log_time)
            done = k
            yield batch.W0 - moved.swapaxes(1, 2) @ batch.H, log_time.copy()


def _step(batch: Batch, weights: Floats, logits: Floats, moved: Floats, log_time: Floats) -> Floats:
    scaled, shift = batch.residuals.scaled(logits, resting=batch.resting)
    scaled = weights * scaled
    largest = np.abs(scaled).max((1, 2))
    residual = scaled / np.where(largest > 0, largest, 1.0)[:, None, None]
    product = batch.gram @ residual
    norm = np.sqrt(np.maximum((residual * product).sum((1, 2)), 0.0))
    length = np.where(norm > 0, batch.eta / np.where(norm > 0, norm, 1.0), 0.0)
    logits -= length[:, None, None] * product
    moved += length[:, None, None] * residual
    return np.logaddexp(log_time, np.log(batch.eta) - np.log(norm * largest) - shift)
