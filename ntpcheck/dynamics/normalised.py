"""Normalised gradient descent: every step has length eta. In logit space, one Gram product per step.

With residuals R `[m, V]`, R_j = pi_j (softmax(W h_j) - p_j), the gradient is R^T H, its squared norm <R, G R>
with G = H H^T, and a step moves the logits by -(eta / norm) G R: the product that gives the norm is the move.
Only the direction of R matters: where its square would leave the range of doubles, a factor is taken out.
"""

from collections.abc import Iterator, Sequence

import numpy as np

from ntpcheck.arithmetic import as_numpy
from ntpcheck.dynamics.residual import ABSENT, Residuals, einsum, largest, least, tokens_first
from ntpcheck.instances.dataset import Run
from ntpcheck.reference.frame import Floats

LEAST, MOST = 1e-200, 1e200  # squared norms between them are believed


class Batch:
    """The rows of float runs as plain arrays, token first, with the buffers of one step.

    H `[B, m, d]`, pi `[B, m]`, W0 `[B, V, d]`, eta `[B]`, logits `[V, B, m]`. Runs of several sizes are
    padded, by dimensions without entries, contexts of no weight at h = 0, tokens that no step brings back.
    """

    def __init__(self, *runs: Run) -> None:
        self.H, self.pi, p, support, self.W0, self.eta = (
            _padded([as_numpy(run.flat(getattr(run, name))) for run in runs])
            for name in ("embeddings", "pi", "p", "support", "W0", "eta")
        )
        self.p, self.support = tokens_first(p), tokens_first(support)
        empty = self.pi == 0  # contexts that only pad: the first token follows them, the others take no part
        if len(runs) > 1:
            self.support[0] |= empty
            self.p[0] += empty
        self.residuals = Residuals(self.support, self.p, self.pi)
        self.logits = np.empty_like(self.p)
        np.matmul(self.W0, self.H.swapaxes(1, 2), out=self.logits.swapaxes(0, 1))
        self.parts, start = list[tuple[slice, ...]](), 0  # of each run in weights `[B, V, d]`
        for run in runs:
            rows = slice(start, start := start + run.eta.numel())
            self.parts.append((rows, *map(slice, run.W0.shape[-2:])))
            self.logits[run.size("V") :, rows] = ABSENT
        if len(runs) > 1:
            self.logits[1:][:, empty] = ABSENT
            self.residuals.there = (self.logits > ABSENT / 2).astype(float)

    def weights(self, moved: Floats) -> Floats:
        """`[B, V, d]` W_0 less the residuals `[V, B, m]` summed up, times H."""
        return self.W0 - moved.swapaxes(0, 1) @ self.H

    def apart(self, W: Floats) -> list[Floats]:
        """Weights `[B, V, d]` of each run, without what pads them."""
        return [W[part] for part in self.parts]


def _padded(arrays: Sequence[np.ndarray]) -> np.ndarray:
    """Arrays `[B, ...]` one after the other, zeros where others are larger."""
    if len(arrays) == 1:
        return arrays[0]
    sizes = np.array([array.shape for array in arrays])
    whole, start = np.zeros((sizes[:, 0].sum(), *sizes[:, 1:].max(0)), arrays[0].dtype), 0
    for array in arrays:
        whole[(slice(start, start + len(array)), *map(slice, array.shape[1:]))] = array
        start += len(array)
    return whole


def normalised_iterates(runs: Sequence[Run], steps: Sequence[int]) -> Iterator[tuple[list[Floats], Floats]]:
    """W_k `[B, V, d]` of each run and log T_k `[B]` of all rows at each k of `steps` (increasing, 0 allowed).

    W_{k+1} = W_k - eta grad CE / ||grad CE||, and T_k = sum of eta / ||grad CE|| over the first k steps: the
    time that gradient flow would have taken. Where the gradient is zero W stays, and T is infinite.
    """
    descent, done = _Descent(Batch(*runs)), 0
    with np.errstate(over="ignore", divide="ignore", invalid="ignore", under="ignore"):
        for k in steps:
            for _ in range(k - done):
                descent.step()
            done = k
            batch = descent.batch
            yield batch.apart(batch.weights(descent.moved)), descent.log_time().copy()


class _Descent:
    """Logits and the sum of residuals times lengths `[V, B, m]`; log T `[B]`, and T since it was taken."""

    def __init__(self, batch: Batch) -> None:
        self.batch, self.residuals = batch, batch.residuals
        self.logits, self.moved = batch.logits.copy(), np.zeros_like(batch.logits)
        self.gram = batch.H @ batch.H.swapaxes(1, 2)
        self.product, self.work = np.empty_like(self.logits), np.empty_like(self.logits)
        self.product_by_row = self.product.swapaxes(0, 1)
        self.lengths = np.empty(self.logits.shape[1:])
        self.since, self._log_time = np.zeros(len(batch.eta)), np.full(len(batch.eta), -np.inf)
        # Supports of one token have no deviation that could be rounding.
        resting = self.residuals.rests(batch.logits) & (batch.support.sum(0) > 1).any(1)
        self.residuals.floored = resting.astype(float) if resting.any() else None

    def log_time(self) -> Floats:
        """`[B]` log T."""
        shift = self.residuals.shift
        since = np.log(self.since)
        self._log_time = np.logaddexp(self._log_time, since if shift is None else since - shift)
        self.since[:] = 0.0
        return self._log_time

    def step(self) -> None:
        """One step of every row."""
        residual, square = self._direction()
        if least(square) >= LEAST and largest(square) <= MOST:
            length = self.batch.eta / np.sqrt(square)
            self.since += length
        else:
            self.log_time()  # what is taken out of a row changes
            residual, square = self._in_range(residual, square)
            length = self.batch.eta / np.sqrt(np.maximum(square, 0.0))
            self.since += length
            length[square <= 0] = 0.0
        self.lengths[:] = length[:, None]
        do = self.residuals.arithmetic
        do.less(self.logits, self.product, self.lengths, self.work)
        do.multiply(residual, self.lengths, residual)
        self.moved += residual

    def _direction(self) -> tuple[Floats, Floats]:
        residual = self.residuals(self.logits)
        np.matmul(residual.swapaxes(0, 1), self.gram, out=self.product_by_row)
        return residual, einsum("vbm,vbm->b", residual, self.product)

    def _in_range(self, residual: Floats, square: Floats) -> tuple[Floats, Floats]:
        """The same with a factor put back into rows that are too large, then taken out of those too small."""
        large = ~(square <= MOST)
        if large.any():
            self.residuals.put_back(large)
            residual, square = self._direction()
        small = square < LEAST
        if small.any():
            self.residuals.take_out(self.logits, small)
            residual, square = self._direction()
        return residual, square
