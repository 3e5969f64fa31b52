"""Adam with bias correction, in weight space: its second moments belong to the coordinates of W.

As soon as a square could underflow, the root of the second moment is the state, updated by hypot: it does not
underflow before the gradient does. W - W_0 is kept by itself: steps are not rounded to W_0's last digit.
Source: D. Kingma and J. Ba, Adam (2015), Algorithm 1.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from ntpcheck.dynamics.normalised import Batch
from ntpcheck.instances.dataset import Run
from ntpcheck.reference.frame import Floats

TINY = 1e-270  # of a squared gradient: a hundred steps later its part of the mean is still normal


@dataclass(frozen=True)
class Moments:
    """beta_1, beta_2 and epsilon >= 0. The defaults: the paper's betas, and the epsilon it does not name."""

    first: float = 0.9
    second: float = 0.99
    epsilon: float = 1e-8


def adam_iterates(run: Run, steps: Sequence[int], moments: Moments) -> Iterator[Floats]:
    """W_k `[B, V, d]` at each k of `steps` (increasing, 0 allowed).

    W_{k+1} = W_k - eta m^ / (sqrt(v^) + epsilon), entry by entry; an entry whose gradient has always been
    zero stays, also where epsilon is 0.
    """
    state, done = _State(Batch(run), moments), 0
    with np.errstate(over="ignore", under="ignore"):
        for k in steps:
            for i in range(done + 1, k + 1):
                state.step(i)
            done = k
            yield state.weights()


class _State:
    """(W - W_0) / eta, and fading sums of gradients and of their squares, `[B, V, d]`; a step's buffers.

    The sums are the moments over 1 - beta_1 and 1 - beta_2.
    """

    def __init__(self, batch: Batch, moments: Moments) -> None:
        self.batch, self.moments = batch, moments
        self.moved, self.mean, self.square = (np.zeros_like(batch.W0) for _ in range(3))
        self.gradient, self.work = np.empty_like(batch.W0), np.empty_like(batch.W0)
        self.logits, self.back = (
            np.empty_like(batch.logits),
            np.ascontiguousarray((batch.eta[:, None, None] * batch.H).swapaxes(1, 2)),
        )
        self.rooted = False

    def step(self, i: int) -> None:
        """The i-th step, from 1."""
        moments, mean, gradient, work = self.moments, self.mean, self.gradient, self.work
        np.matmul(self.moved, self.back, out=self.logits.swapaxes(0, 1))
        self.logits += self.batch.logits
        residual = self.batch.residuals(self.logits)
        np.matmul(residual.swapaxes(0, 1), self.batch.H, out=gradient)
        mean *= moments.first
        mean += gradient
        below = self._root()
        factor = np.sqrt((1 - moments.second) / (1 - moments.second**i))
        if moments.epsilon:
            below += moments.epsilon / factor
        elif not below.min() > 0:
            below[below == 0] = 1.0
        np.divide(mean, below, out=work)
        share = (1 - moments.first) / (1 - moments.first**i) / factor
        work *= share
        self.moved -= work

    def weights(self) -> Floats:
        """`[B, V, d]` W."""
        return self.batch.W0 + self.batch.eta[:, None, None] * self.moved

    def _root(self) -> Floats:
        """The root of the second moment, in a buffer: from squares, until a square could underflow."""
        square, gradient, second = self.square, self.gradient, self.moments.second
        if not self.rooted:
            np.multiply(gradient, gradient, out=self.work)
            if self.work.min() >= TINY or not self._underflows():
                square *= second
                square += self.work
                return np.sqrt(square, out=self.work)
            self.rooted = True
            np.sqrt(square, out=square)
        square *= np.sqrt(second)
        np.hypot(square, gradient, out=square)
        np.copyto(self.work, square)
        return self.work

    def _underflows(self) -> bool:
        small = (self.work < TINY) & ((self.gradient != 0) | (self.square > 0))
        return bool(small.any())
