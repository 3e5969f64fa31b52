"""Normalised or plain gradient descent on the attention risk with any fixed head, in logit space.

Two losses of Section 6: the squared loss (1 - u)^2 of the score u = c_y^T f, and cross-entropy, -u + log
sum_k exp(c_k^T f), which depends on all scores. Either pulls at the logits by g_i s_ik (gamma_ik - sum_j s_ij
gamma_ij): with gamma_ik = c_{y_i}^T e_k and g = 2 (1 - u), or with gamma_ik = (c_{y_i} - sum_k p_k c_k)^T e_k
and g = 1, p the softmax of the scores.
Source: Sec. 6, App. D.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import torch
from torch import Tensor

from ntpcheck.dynamics.gradient_descent import Trajectory
from ntpcheck.instances.attention import AttentionRun

LEVEL = 2.0**-44


class Tokens:
    """A batch of runs `[B, ...]` with the tokens of each input that take part, by default all `[B, n, K]`."""

    def __init__(self, run: AttentionRun, kept: Any = None, *, cross_entropy: bool) -> None:
        n, K, d = (run.size(axis) for axis in "nKd")
        self.E, self.C = (x.reshape(-1, K, d) for x in (run.embeddings, run.head))
        self.Q, self.cross_entropy = run.queries.reshape(-1, n, d), cross_entropy
        self.W0, self.eta = run.W0.reshape(-1, d, d), run.eta.reshape(-1)
        counts = run.counts.reshape(-1, n, K)
        counts = counts if kept is None else torch.where(kept.reshape(-1, n, K), counts, 0)
        self.used = (counts > 0).any(-1)
        self.prior = torch.where(counts > 0, counts.clamp_min(1).to(torch.float64).log(), -1e300)
        self.gamma, labels = run.scores.reshape(-1, n, K), run.labels.reshape(-1, n)
        missing = 1 - self.gamma  # scores of 1 up to rounding are 1: else 1 - u stops at 1e-16
        self.missing = torch.where(missing.abs() < LEVEL, 0.0, missing)
        self.label = torch.nn.functional.one_hot(labels, K).to(torch.float64)
        self.crossed = self.C @ self.E.mT  # [B, K, K] c_k^T e_j
        self.among, self.over = self.Q @ self.Q.mT, self.E @ self.E.mT
        self.start = self.Q @ self.W0.mT @ self.E.mT

    def leads(self, s: Tensor) -> Tensor:
        """`[B, n, K]` gamma_ik less its mean under s: negative where token k loses weight."""
        gamma = self.gamma
        if self.cross_entropy:
            gamma = (self.label - torch.softmax(s @ self.crossed.mT, -1)) @ self.crossed
        # Differences of scores first: gamma less its mean loses all digits once one token has all weight.
        return ((gamma[..., :, None] - gamma[..., None, :]) @ s[..., None])[..., 0]

    def pulls(self, logits: Tensor) -> Tensor:
        """`[B, n, K]` minus n times the gradient of the risk in the logits."""
        s = torch.softmax(logits + self.prior, -1)
        factor = 1.0 if self.cross_entropy else 2 * (s * self.missing).sum(-1, keepdim=True)
        return torch.where(self.used[..., None], factor * s * self.leads(s), 0.0)


def head_descent(
    run: AttentionRun,
    steps: Sequence[int],
    *,
    cross_entropy: bool,
    normalised: bool = True,
    kept: Any = None,
) -> Trajectory:
    """W_k `[len(steps), B, d, d]` at each k of `steps` (increasing). kept: the tokens that take part."""
    tokens = Tokens(run, kept, cross_entropy=cross_entropy)
    logits, total, W, done = tokens.start, torch.zeros_like(tokens.start), [], 0
    with torch.no_grad():
        for k in steps:
            for _ in range(k - done):
                pulls = tokens.pulls(logits)
                if normalised:  # relative to the largest, so that its square does not underflow
                    top = pulls.abs().amax((-2, -1), keepdim=True)
                    pulls = pulls / torch.where(top > 0, top, 1.0)
                moved = tokens.among @ pulls @ tokens.over
                if normalised:
                    size = (pulls * moved).sum((-2, -1)).clamp_min(0).sqrt()
                    length = torch.where(size > 0, tokens.eta / size, 0.0)
                else:
                    length = tokens.eta / run.size("n")
                logits = logits + length[:, None, None] * moved
                total = total + length[:, None, None] * pulls
            done = k
            W.append(tokens.W0 + tokens.E.mT @ total.mT @ tokens.Q)
    return Trajectory(np.asarray(steps), torch.stack(W))
