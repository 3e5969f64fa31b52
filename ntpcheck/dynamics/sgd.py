"""Stochastic gradient descent, one draw a step, in logit space: a step touches one context's residual.

Drawing contexts, context j with probability pi_j, the step is W <- W - eta (s_j - p_j) h_j^T; drawing
tokens, the pair (j, z) with probability pi_j p_jz, it is W <- W - eta (s_j - e_z) h_j^T. Both are unbiased.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from ntpcheck.dynamics.normalised import Batch
from ntpcheck.dynamics.residual import Residuals
from ntpcheck.instances.streams import Stream
from ntpcheck.reference.frame import Floats

BLOCK = 4096  # draws made at a time


def sgd_iterates(run: Stream, steps: Sequence[int], *, tokens: bool = False) -> Iterator[Floats]:
    """W_k `[B, V, d]` at each k of `steps` (increasing, 0 allowed); tokens: draw tokens, not contexts."""
    state, done = _State(Batch(run)), 0
    drawn: tuple[np.ndarray, np.ndarray] = (np.zeros((0, 0)), np.zeros((0, 0)))
    with np.errstate(over="ignore", under="ignore"):
        for k in steps:
            for i in range(done, k):
                if i % BLOCK == 0:
                    drawn = run.draws(i, i + BLOCK)
                context, label = (x[:, i % BLOCK] for x in drawn)
                state.step(context, label if tokens else None)
            done = k
            yield state.batch.weights(state.moved.transpose(2, 0, 1))


class _State:
    """Logits and the residuals summed up, `[B, m, V]`: a row and a context name one run of memory."""

    def __init__(self, batch: Batch) -> None:
        self.batch, self.rows = batch, np.arange(len(batch.eta))
        self.gram = batch.H @ batch.H.swapaxes(1, 2)
        self.logits, self.p, self.support = (
            np.ascontiguousarray(x.transpose(1, 2, 0)) for x in (batch.logits, batch.p, batch.support)
        )
        self.moved = np.zeros_like(self.logits)

    def step(self, context: np.ndarray, label: np.ndarray | None) -> None:
        """One step along one context of every row, or from it to one label."""
        at = self.rows, context
        own = self.p[at].T
        step = Residuals(self.support[at].T[..., None], own[..., None])(self.logits[at].T[..., None])[..., 0]
        if label is not None:
            step += own
            step[label, self.rows] -= 1.0
        step *= self.batch.eta
        self.logits -= self.gram[self.rows, :, context][:, :, None] * step.T[:, None, :]
        self.moved[at] += step.T
