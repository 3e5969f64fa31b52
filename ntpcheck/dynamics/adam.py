"""Adam with bias correction, in weight space: its second moments belong to the coordinates of W.

With an epsilon that drowns every square that could underflow, a step is one fused pass. Without, the root of
the second moment is the state, updated by hypot: it does not underflow before the gradient does, and tokens
that are equal stay equal to the last digit (the fused pass rounds its last entries in another way, and a step
that no epsilon damps makes of a last digit a step of size eta). W - W_0 is kept by itself: steps are not
rounded to W_0's last digit.
Source: D. Kingma and J. Ba, Adam (2015), Algorithm 1.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch

from ntpcheck.dynamics.normalised import Batch
from ntpcheck.dynamics.residual import least
from ntpcheck.instances.dataset import Run
from ntpcheck.reference.frame import Floats

fused_adam: Any = vars(torch)["_fused_adam_"]  # one pass; the wrapper in torch.optim costs as much
DROWNS = 1e-100  # an epsilon beside which the root of a square that underflows, 1e-154, is nothing


@dataclass(frozen=True)
class Moments:
    """beta_1, beta_2 and epsilon >= 0. The defaults: the paper's betas, and the epsilon it does not name."""

    first: float = 0.9
    second: float = 0.99
    epsilon: float = 1e-8


def adam_iterates(runs: Sequence[Run], steps: Sequence[int], moments: Moments) -> Iterator[list[Floats]]:
    """W_k `[B, V, d]` of each run at each k of `steps` (increasing, 0 allowed).

    W_{k+1} = W_k - eta m^ / (sqrt(v^) + epsilon), entry by entry; an entry whose gradient has always been
    zero stays, also where epsilon is 0.
    """
    return (state.batch.apart(state.weights()) for state in _states(runs, steps, moments))


def adam_means(run: Run, steps: Sequence[int], moments: Moments) -> Iterator[tuple[Floats, Floats]]:
    """The fading means of gradients and of their squares, `[B, V, d]` each, at each k of `steps`."""
    return ((state.mean.copy(), state.square.copy()) for state in _states([run], steps, moments))


def _states(runs: Sequence[Run], steps: Sequence[int], moments: Moments) -> Iterator[_State]:
    state, done = _State(Batch(*runs), moments), 0
    with np.errstate(over="ignore", under="ignore"):
        for k in steps:
            for i in range(done + 1, k + 1):
                state.step(i)
            done = k
            yield state


class _State:
    """(W - W_0) / eta, the fading means of gradients and of their squares, `[B, V, d]`; a step's buffers."""

    def __init__(self, batch: Batch, moments: Moments) -> None:
        self.batch, self.moments = batch, moments
        self.moved, self.mean, self.square = (np.zeros_like(batch.W0) for _ in range(3))
        self.gradient, self.work = np.empty_like(batch.W0), np.empty_like(batch.W0)
        self.logits = np.empty_like(batch.logits)
        self.back = np.ascontiguousarray((batch.eta[:, None, None] * batch.H).swapaxes(1, 2))
        self.logits_by_row = self.logits.swapaxes(0, 1)
        self.count = torch.zeros(())
        self.counted = self.count.numpy()  # the same number: a call of torch costs as much as an addition
        self.tensors = tuple(
            [torch.from_numpy(x)] for x in (self.moved, self.gradient, self.mean, self.square)
        )
        self.fused = moments.epsilon >= DROWNS
        self.kept, self.added = np.sqrt(moments.second), np.sqrt(1 - moments.second)  # of the root

    def step(self, i: int) -> None:
        """The i-th step, from 1."""
        np.matmul(self.moved, self.back, out=self.logits_by_row)
        residual = self.batch.residuals(self.logits, self.batch.logits)
        np.matmul(residual.swapaxes(0, 1), self.batch.H, out=self.gradient)
        if not self.fused:
            self._rooted_step(i)
            return
        self.counted[...] = i
        moments = self.moments
        fused_adam(
            *self.tensors, [], [self.count],
            lr=1.0, beta1=moments.first, beta2=moments.second, weight_decay=0.0,
            eps=moments.epsilon, amsgrad=False, maximize=False,
        )  # fmt: skip

    def weights(self) -> Floats:
        """`[B, V, d]` W."""
        return self.batch.W0 + self.batch.eta[:, None, None] * self.moved

    def _rooted_step(self, i: int) -> None:
        moments, mean, root, work = self.moments, self.mean, self.square, self.work
        mean *= moments.first
        np.multiply(self.gradient, 1 - moments.first, out=work)
        mean += work
        root *= self.kept
        np.multiply(self.gradient, self.added, out=work)
        np.hypot(root, work, out=root)
        np.divide(root, np.sqrt(1 - moments.second**i), out=work)
        if moments.epsilon:
            work += moments.epsilon
        elif not least(work) > 0:
            work[work == 0] = 1.0
        np.divide(mean, work, out=work)
        work /= 1 - moments.first**i
        self.moved -= work
