"""Stochastic gradient descent, one draw a step, in logit space: a step touches one context's residual.

Drawing contexts, context j with probability pi_j, the step is W <- W - eta (s_j - p_j) h_j^T; drawing
tokens, the pair (j, z) with probability pi_j p_jz, it is W <- W - eta (s_j - e_z) h_j^T. Both are unbiased.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from ntpcheck.dynamics.normalised import Batch
from ntpcheck.instances.streams import Stream
from ntpcheck.reference.frame import Floats

BLOCK = 4096  # draws made at a time


def sgd_iterates(run: Stream, steps: Sequence[int], *, tokens: bool = False) -> Iterator[Floats]:
    """W_k `[B, V, d]` at each k of `steps` (increasing, 0 allowed); tokens: draw tokens, not contexts."""
    batch, done = Batch(run), 0
    logits, moved = batch.logits.copy(), np.zeros_like(batch.logits)
    drawn: tuple[np.ndarray, np.ndarray] = (np.zeros((0, 0)), np.zeros((0, 0)))
    with np.errstate(over="ignore", under="ignore"):
        for k in steps:
            for i in range(done, k):
                if i % BLOCK == 0:
                    drawn = run.draws(i, i + BLOCK)
                context, label = (x[:, i % BLOCK] for x in drawn)
                _step(batch, logits, moved, context, label if tokens else None)
            done = k
            yield batch.W0 - moved.swapaxes(1, 2) @ batch.H


def _step(batch: Batch, logits: Floats, moved: Floats, context: np.ndarray, label: np.ndarray | None) -> None:
    rows = np.arange(len(logits))
    at = rows, context
    step = batch.residuals.of(at)(logits[at][:, None])[:, 0]
    if label is not None:
        step += batch.p[at]
        step[rows, label] -= 1.0
    step *= batch.eta[:, None]
    logits -= batch.gram[rows, :, context][:, :, None] * step[:, None, :]
    moved[at] += step
