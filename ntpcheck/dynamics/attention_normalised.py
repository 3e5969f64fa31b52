"""Gradient descent on the attention risk under the log-loss, plain or normalised, with the time it takes.

With residuals R `[n, K]` the gradient is E^T R^T Q / n and a step moves the logits by Q Q^T R E E^T, so one
product gives both the move and n^2 ||grad L||^2 = <R, Q Q^T R E E^T>. R is kept relative to its largest
entry: a normalised step needs only its direction, and it never underflows.
A normalised step is a step of gradient descent of size eta / ||grad L||; T_k, the sum of the sizes of the
first k steps, is the time that gradient flow would have taken.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import torch
from torch import Tensor

from ntpcheck.dynamics.gradient_descent import Trajectory
from ntpcheck.instances.attention import AttentionRun
from ntpcheck.reference.frame import Floats


def timed_descent(
    run: AttentionRun, steps: Sequence[int], *, normalised: bool = True
) -> tuple[Trajectory, Floats]:
    """W_k `[len(steps), B, d, d]` and log T_k `[len(steps), B]` at each k of `steps` (increasing).

    The head picks the label and the loss is the logarithm; elsewhere the numbers say nothing. Where the
    gradient is zero a normalised step leaves W as it is, and T is infinite. Source: Algo-GD; App. D.
    """
    state, W, times, done = _State(run), [], [], 0
    with torch.no_grad():
        for k in steps:
            for _ in range(k - done):
                state.step(normalised=normalised)
            done = k
            W.append(state.weights())
            times.append(state.log_time.cpu().numpy().copy())
    return Trajectory(np.asarray(steps), torch.stack(W)), np.stack(times)


class _State:
    """Logits `[B, n, K]`, the residuals summed up, and log T `[B]` of a batch of runs."""

    def __init__(self, run: AttentionRun) -> None:
        self.n, K, d = (run.size(axis) for axis in "nKd")
        self.E, self.Q = run.embeddings.reshape(-1, K, d), run.queries.reshape(-1, self.n, d)
        self.W0, self.eta = run.W0.reshape(-1, d, d), run.eta.reshape(-1)
        self.among, self.over = self.Q @ self.Q.mT, self.E @ self.E.mT
        counts = run.counts.reshape(-1, self.n, K)
        self.label = run.is_label.reshape(-1, self.n, K).to(torch.float64)
        self.prior = torch.where(counts > 0, counts.clamp_min(1).to(torch.float64).log(), -torch.inf)
        self.others = torch.where(self.label > 0, -torch.inf, 0.0)
        self.logits, self.total = self.Q @ self.W0.mT @ self.E.mT, torch.zeros_like(self.prior)
        self.log_time = torch.full_like(self.eta, -torch.inf)

    def step(self, *, normalised: bool) -> None:
        log_pulls = torch.log_softmax(self.logits + self.prior, -1) + self.others
        top = log_pulls.amax((-2, -1))
        pulls = torch.exp(log_pulls - torch.where(top > -torch.inf, top, 0.0)[:, None, None])
        R = pulls - self.label * pulls.sum(-1, keepdim=True)
        moved = self.among @ R @ self.over
        if normalised:
            size = (R * moved).sum((-2, -1)).clamp_min(0).sqrt()
            length = torch.where(size > 0, self.eta / size, 0.0)
            worth = torch.log(self.eta * self.n) - torch.log(size) - top
        else:
            length, worth = self.eta / self.n * torch.exp(top), torch.log(self.eta)
        self.logits = self.logits - length[:, None, None] * moved
        self.total = self.total + length[:, None, None] * R
        self.log_time = torch.logaddexp(self.log_time, worth)

    def weights(self) -> Tensor:
        return self.W0 - self.E.mT @ self.total.mT @ self.Q
