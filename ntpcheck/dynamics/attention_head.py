"""Normalised or plain gradient descent on the attention risk with any fixed head, in logit or weight space.

Two losses of Section 6: the squared loss (1 - u)^2 of the score u = c_y^T f, and cross-entropy, -u + log
sum_k exp(c_k^T f), which depends on all scores; and what the authors' code squares, (1 - p_y)^2 with p the
softmax of the scores. Each pulls at the logits by g_i s_ik (gamma_ik - sum_j s_ij gamma_ij): with gamma_ik =
c_{y_i}^T e_k and g = 2 (1 - u), or with gamma_ik = (c_{y_i} - sum_k p_k c_k)^T e_k and g = 1, or 2 (1 - p_y)
p_y. Besides, the log-loss of a head that picks the label, which pulls by [k = y_i] - s_ik.
Source: Sec. 6, App. D.
"""

from collections.abc import Sequence
from typing import Any, Literal

import numpy as np
import torch
from torch import Tensor

from ntpcheck.dynamics.gradient_descent import Trajectory
from ntpcheck.instances.attention import AttentionRun

LEVEL = 2.0**-44
Loss = Literal["log", "squared", "cross-entropy", "squared probability"]


class Tokens:
    """A batch of runs `[B, ...]` with the tokens of each input that take part, by default all `[B, n, K]`."""

    def __init__(self, run: AttentionRun, loss: Loss, kept: Any = None) -> None:
        n, K, d = (run.size(axis) for axis in "nKd")
        self.E, self.C = (x.reshape(-1, K, d) for x in (run.embeddings, run.head))
        self.Q, self.loss = run.queries.reshape(-1, n, d), loss
        self.W0, self.eta = run.W0.reshape(-1, d, d), run.eta.reshape(-1)
        counts = run.counts.reshape(-1, n, K)
        counts = counts if kept is None else torch.where(kept.reshape(-1, n, K), counts, 0)
        self.used = (counts > 0).any(-1)
        self.prior = torch.where(counts > 0, counts.clamp_min(1).to(torch.float64).log(), -1e300)
        gamma, labels = run.scores.reshape(-1, n, K), run.labels.reshape(-1, n)
        missing = 1 - gamma  # scores of 1 up to rounding are 1: else 1 - u stops at 1e-16
        self.missing = torch.where(missing.abs() < LEVEL, 0.0, missing)
        self.label = torch.nn.functional.one_hot(labels, K).to(torch.float64)
        self.others = 1 - self.label
        self.idle = not bool(self.used.all())
        self.gaps = _gaps(gamma)
        self.crossed = self.C @ self.E.mT  # [B, K, K] c_k^T e_j
        self.among, self.over = self.Q @ self.Q.mT, self.E @ self.E.mT
        self.start = self.Q @ self.W0.mT @ self.E.mT

    def leads(self, s: Tensor) -> Tensor:
        """`[B, n, K]` gamma_ik less its mean under s: negative where token k loses weight."""
        gaps = self.gaps
        if self.loss != "squared":
            gaps = _gaps((self.label - self.probabilities(s)) @ self.crossed)
        # Differences of scores first: gamma less its mean loses all digits once one token has all weight.
        return (gaps @ s[..., None])[..., 0]

    def probabilities(self, s: Tensor) -> Tensor:
        """`[B, n, K]` the softmax of the scores."""
        return torch.softmax(s @ self.crossed.mT, -1)

    def pulls(self, logits: Tensor) -> Tensor:
        """`[B, n, K]` minus n times the gradient of the risk in the logits."""
        s = torch.softmax(logits + self.prior, -1)
        if self.loss == "log":
            others = s * self.others
            pulls = self.label * others.sum(-1, keepdim=True) - others
        else:
            pulls = self._slopes(s) * s * self.leads(s)
        return torch.where(self.used[..., None], pulls, 0.0) if self.idle else pulls

    def _slopes(self, s: Tensor) -> Tensor | float:
        if self.loss == "squared":
            return 2 * (s * self.missing).sum(-1, keepdim=True)
        if self.loss == "cross-entropy":
            return 1.0
        p = (self.probabilities(s) * self.label).sum(-1, keepdim=True)
        return 2 * (1 - p) * p


def _gaps(gamma: Tensor) -> Tensor:
    """`[B, n, K, K]` differences of the scores `[B, n, K]`."""
    return gamma[..., :, None] - gamma[..., None, :]


def head_descent(run: AttentionRun, steps: Sequence[int], *, cross_entropy: bool) -> Trajectory:
    """W_k `[len(steps), B, d, d]` of normalised steps at each k of `steps` (increasing)."""
    tokens = Tokens(run, "cross-entropy" if cross_entropy else "squared")
    logits, total, W, done = tokens.start, torch.zeros_like(tokens.start), [], 0
    with torch.no_grad():
        for k in steps:
            for _ in range(k - done):
                pulls = tokens.pulls(logits)
                top = pulls.abs().amax((-2, -1), keepdim=True)
                pulls = pulls / torch.where(top > 0, top, 1.0)  # else its square may underflow
                moved = tokens.among @ pulls @ tokens.over
                size = (pulls * moved).sum((-2, -1)).clamp_min(0).sqrt()
                length = torch.where(size > 0, tokens.eta / size, 0.0)[:, None, None]
                logits = logits + length * moved
                total = total + length * pulls
            done = k
            W.append(tokens.W0 + tokens.E.mT @ total.mT @ tokens.Q)
    return Trajectory(np.asarray(steps), torch.stack(W))


def weight_descent(
    run: AttentionRun, steps: Sequence[int], loss: Loss, *, kept: Any = None, floor: float = 0.0
) -> Trajectory:
    """W_k `[len(steps), B, d, d]` of normalised steps at each k of `steps` (increasing), W itself the state.

    For runs that come to rest: in logit space the norm of a gradient is the root of a product, which knows
    nothing below 1e-8 of the pulls. floor: what is added to the norm before a step divides by it.
    """
    tokens, out, done = Tokens(run, loss, kept), list[Tensor](), 0
    E, Q, n, here = tokens.E, tokens.Q, run.size("n"), tokens.W0
    with torch.no_grad():
        for k in steps:
            for _ in range(k - done):
                pulls = tokens.pulls(Q @ here.mT @ E.mT)
                top = pulls.abs().amax((-2, -1), keepdim=True)
                top = torch.where(top > 0, top, 1.0)
                way = E.mT @ (pulls / top).mT @ Q
                size = way.flatten(-2).norm(dim=-1)[:, None, None] + floor * n / top
                here = here + torch.where(size > 0, tokens.eta[:, None, None] / size, 0.0) * way
            done = k
            out.append(here)
    return Trajectory(np.asarray(steps), torch.stack(out))
