"""Runs whose step size is too large for one column of W: its part in S_cyc alternates for ever."""

from __future__ import annotations

from typing import Any

import torch

from ntpcheck.domains.imposed.attention import log_loss

LEAST, STEEP = 3, 8.0  # sequences that it takes; kappa, a fourfold of where the two-cycle appears


def overshooting(run: Any) -> Any:
    """Two rivals that end in token 0, an edge at token 1, E = C = I, kappa = 8, a start near the cycle.

    With x = W_00 - W_10 the step is x -> x - kappa tanh(x / 2), kappa = 2 eta / n, whose two-cycle is near
    kappa / 2. Instances that are too small stay as they are.
    """
    n, K = run.size("n"), run.size("K")
    if n < LEAST or not 2 <= K <= run.size("d"):
        return run
    run = log_loss(run)
    eye = torch.zeros_like(run.embeddings)
    eye[..., range(K), range(K)] = 1.0
    counts, last, labels, W0 = (getattr(run, name).clone() for name in ("counts", "last", "labels", "W0"))
    counts[..., :2] = torch.where(counts[..., :2] > 0, counts[..., :2], 1)
    counts[..., :3, :] = 0
    counts[..., :3, :2] = 1
    last[...] = 1
    last[..., :2] = 0
    labels[...] = 0
    labels[..., 1] = 1
    W0[..., 0, 0], W0[..., 1, 0] = STEEP / 2, 0.0
    eta = torch.full_like(run.eta, STEEP * n / 2)
    return run.replace(
        embeddings=eye, head=eye.clone(), counts=counts, last=last, labels=labels, W0=W0, eta=eta
    )


def positive_norms(data: Any) -> Any:
    """W and W2 are not zero: the identity in the place of those that are."""
    eye = torch.eye(data.size("d"), dtype=data.W.dtype, device=data.W.device)

    def filled(W: Any) -> Any:
        return torch.where((W == 0).all(-1).all(-1)[..., None, None], eye, W)

    return data.replace(W=filled(data.W), W2=filled(data.W2))


def long_svm(data: Any) -> Any:
    """||W^mm|| > 1: a power of two shortens all embeddings to 2 |e_k|^2 < 1, and C E^T stays.

    Every constraint asks for <W, (e_i - e_j) e_k^T> >= 1, of a matrix of norm at most 2 max |e|^2.
    """
    size = 2 * (data.embeddings**2).sum(-1).amax(-1)
    halvings = torch.where(size >= 1, size.clamp_min(1).log2().div(2).floor() + 1, 0.0)
    factor = torch.exp2(-halvings)[..., None, None]
    return data.replace(embeddings=data.embeddings * factor, head=data.head / factor)
