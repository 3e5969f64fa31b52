"""Small runs for the tests, and the obvious loop that they are held against."""

from __future__ import annotations

import numpy as np
import torch

from ntpcheck.domains import RUNS, imposed
from ntpcheck.instances.dataset import Run
from ntpcheck.reference.frame import frames

# Quick to settle: well-conditioned on F, and the residual of its law falls like k^-0.71.
BRISK = Run(
    [[-1.0, 2.0, 0.0], [-2.0, 0.0, 1.0], [2.0, 1.0, -1.0]],
    [[3, 0, 3], [0, 0, 2], [2, 0, 3]],
    [[0.5, 0.0, -0.25], [0.0, -0.25, 1.0], [1.0, 1.0, 0.0]],
    0.125,
)


def random_run(seed: int, batch: int = 4, *, m: int = 3, d: int = 4, V: int = 5, scale: float = 1.0) -> Run:
    """Normal embeddings and starts, random supports, eta = 1 / lambda_max(sum pi h h^T)."""
    rng = np.random.default_rng(seed)
    counts = rng.integers(1, 9, (batch, m, V)) * (rng.random((batch, m, V)) < 0.6)
    counts[..., 0] += counts.sum(-1) == 0
    H = rng.standard_normal((batch, m, d))
    run = Run(H, counts, scale * rng.standard_normal((batch, V, d)), np.ones(batch))
    return run.replace(eta=1 / (2 * smoothness(run)))


def smoothness(run: Run) -> torch.Tensor:
    """`[...]` lambda_max(sum pi_j h_j h_j^T) / 2."""
    moment = run.embeddings.mT @ (run.pi[..., None] * run.embeddings)
    return torch.linalg.eigvalsh(moment)[..., -1] / 2


def admitted(seed: int, batches: int, size: int = 6) -> list[Run]:
    """Batches from the domain: separable, compatible, W^mm not zero, small steps."""
    source = torch.Generator().manual_seed(seed)
    maps = (imposed.power_of_two_counts, imposed.argmax_supports, imposed.nonfull_support, imposed.small_step)
    found = []
    for _ in range(batches):
        run = RUNS.sampler(source, size)
        for step in maps:
            run = step(run)
        keep = torch.tensor([f.compatible and f.moves for f in frames(run)])
        if keep.any():
            found.append(run.select(keep & (2 * run.eta * smoothness(run) <= 1)))
    return found


def loop(run: Run, steps: int) -> np.ndarray:
    """W_steps `[V, d]` of one run, by the formula."""
    H, pi, p, W = (x.numpy() for x in (run.embeddings, run.pi, run.p, run.W0))
    for _ in range(steps):
        logits = H @ W.T
        logits = logits - logits.max(1, keepdims=True)
        softmax = np.exp(logits) / np.exp(logits).sum(1, keepdims=True)
        W = W - float(run.eta) * (pi[:, None] * (softmax - p)).T @ H
    return W
