"""Stochastic gradient descent, one draw a step, in logit space: a step touches one context's residual.

Drawing contexts, context j with probability pi_j, the step is W <- W - eta (s_j - p_j) h_j^T; drawing
tokens, the pair (j, z) with probability pi_j p_jz, it is W <- W - eta (s_j - e_z) h_j^T. Both are unbiased.
"""

from collections.abc import Iterator, Sequence

import numpy as np

from ntpcheck.dynamics.normalised import Batch
from ntpcheck.dynamics.residual import ABSENT, DEEPEST, exp
from ntpcheck.instances.streams import Stream
from ntpcheck.reference.frame import Floats

BLOCK = 4096  # draws made at a time


def sgd_iterates(runs: Sequence[Stream], steps: Sequence[int], labelled: slice) -> Iterator[list[Floats]]:
    """W_k `[B, V, d]` of each run at each k of `steps` (increasing, 0 allowed).

    labelled: rows that draw tokens, of the rows of all runs in their order; the others draw contexts.
    """
    batch, done = Batch(*runs), 0
    state = (_Single if all(run.size("m") == 1 for run in runs) else _State)(batch, labelled)
    drawn: tuple[np.ndarray, ...] = (np.zeros((0, 0)), np.zeros((0, 0)))
    with np.errstate(over="ignore", under="ignore"):
        for k in steps:
            for i in range(done, k):
                if i % BLOCK == 0:
                    draws = [run.draws(i, i + BLOCK) for run in runs]
                    drawn = tuple(map(np.concatenate, zip(*draws, strict=True)))
                context, label = (x[:, i % BLOCK] for x in drawn)
                state.step(context, label)
            done = k
            yield batch.apart(state.weights())


class _Single:
    """The same of one context, which every draw is of: nothing is gathered."""

    def __init__(self, batch: Batch, labelled: slice) -> None:
        self.batch, self.labelled, rows = batch, labelled, len(batch.eta)
        self.logits, self.moved = batch.logits.copy(), np.zeros_like(batch.logits)
        self.size, self.rows = rows, np.arange(rows)[labelled]
        self.eta, self.square = batch.eta[:, None], np.einsum("bjd,bjd->bj", batch.H, batch.H)
        self.work = np.empty_like(self.logits)

    def weights(self) -> Floats:
        """`[B, V, d]` W."""
        return self.batch.weights(self.moved)

    def step(self, context: np.ndarray, label: np.ndarray) -> None:
        """One step of every row, of those from `labelled` on to one label."""
        step = self.batch.residuals(self.logits)  # pi is 1
        if len(self.rows):
            step[:, self.labelled] += self.batch.p[:, self.labelled]
            step.reshape(-1)[label[self.labelled] * self.size + self.rows] -= 1.0
        step *= self.eta
        self.moved += step
        self.logits -= np.multiply(step, self.square, self.work)


class _State:
    """Logits and the residuals summed up, `[B m, V]`: a row and a context name one run of memory.

    A step is `Residuals` for one context of each row: the same operations, on arrays gathered once.
    """

    def __init__(self, batch: Batch, labelled: slice) -> None:
        self.batch, (V, B, m) = batch, batch.logits.shape
        self.labelled, self.first = labelled, np.arange(B) * m
        self.rows = np.arange(B)[labelled]
        gram = batch.H @ batch.H.swapaxes(1, 2)
        self.columns = np.ascontiguousarray(gram.swapaxes(1, 2)).reshape(B * m, m, 1)
        self.logits, p, support = (
            np.ascontiguousarray(x.transpose(1, 2, 0)).reshape(B * m, V)
            for x in (batch.logits, batch.p, batch.support)
        )
        within = support.astype(float)
        outside = 1.0 - within
        self.fixed = np.stack([p, within, outside, ABSENT * outside], 1)  # of each context, in one gather
        self.by_row = self.logits.reshape(B, m, V)
        self.moved = np.zeros_like(self.logits)
        self.eta = batch.eta[:, None]
        self.out, self.work = np.empty((B, V)), np.empty((B, V))

    def weights(self) -> Floats:
        """`[B, V, d]` W."""
        return self.batch.weights(self.moved.reshape(self.by_row.shape).transpose(2, 0, 1))

    def step(self, context: np.ndarray, label: np.ndarray) -> None:
        """One step along one context of every row, of those from `labelled` on from it to one label."""
        at = self.first + context
        step = self._residual(at)
        if len(self.rows):
            step[self.labelled] += self.p[self.labelled]
            step[self.rows, label[self.labelled]] -= 1.0
        step *= self.eta
        self.by_row -= self.columns.take(at, 0) * step[:, None, :]
        self.moved[at] += step

    def _residual(self, at: np.ndarray) -> Floats:
        """softmax - p `[B, V]` of the contexts `at`, in a buffer; `p` becomes theirs."""
        out, work, logits, fixed = self.out, self.work, self.logits.take(at, 0), self.fixed.take(at, 0)
        self.p, within, outside, barred = fixed[:, 0], fixed[:, 1], fixed[:, 2], fixed[:, 3]
        np.add(logits, barred, out=out)
        top = np.maximum.reduce(out, axis=1, keepdims=True)
        np.maximum(top, np.maximum.reduce(logits, axis=1, keepdims=True) - DEEPEST, out=top)
        np.subtract(logits, top, out=out)
        exp(out, work)
        s = np.add.reduce(np.multiply(out, within, out=work), axis=1, keepdims=True)
        o = np.add.reduce(np.multiply(out, outside, out=work), axis=1, keepdims=True)
        out -= np.multiply(self.p, s, out=work)
        s += o
        out -= np.multiply(self.p, o, out=work)
        out *= np.divide(1.0, s, out=s)
        return out
