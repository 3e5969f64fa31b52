"""Runs whose step size is too large for one column of W: its part in S_cyc alternates for ever."""

from typing import Any

import torch

from ntpcheck.arithmetic import identity, ordinals
from ntpcheck.domains.imposed.attention import branch, log_loss
from ntpcheck.instances.loss import LOG, named

LEAST, STEEP = 2, 8.0  # sequences that it takes; kappa, a fourfold of where the two-cycle appears


def overshooting(run: Any) -> Any:
    """Two rivals that end in token 0, any others an edge at token 1, E = C = I, a start near the cycle.

    With x = W_00 - W_10 the step is x -> x - kappa tanh(x / 2), kappa = 2 eta / n = 8, the two-cycle near
    kappa / 2. Under the linear loss, which stays, they pull the pair nowhere; other losses become the
    logarithm. Instances that are too small stay as they are.
    """
    n, K = run.size("n"), run.size("K")
    if n < LEAST or not 2 <= K <= run.size("d"):
        return run
    run = run.replace(loss=torch.where(run.loss == named("linear"), run.loss, LOG))
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


def unequal_edges(run: Any) -> Any:
    """0 => 1 after token 1, and 0 => 1 with two copies of token 1 after token 0; E = C = I, W(0) = 0.

    As many sequences of either; one that is left over holds its label alone. Instances that are too small
    stay as they are.
    """
    n, K = run.size("n"), run.size("K")
    if n < 2 or not 2 <= K <= run.size("d"):
        return run
    run = log_loss(run)
    eye = torch.zeros_like(run.embeddings)
    eye[..., range(K), range(K)] = 1.0
    counts, last = torch.zeros_like(run.counts), torch.zeros_like(run.last)
    counts[..., 0] = 1
    counts[..., 0 : 2 * (n // 2) : 2, 1], last[..., 0 : 2 * (n // 2) : 2] = 1, 1
    counts[..., 1 : 2 * (n // 2) : 2, 1] = 2
    return run.replace(
        embeddings=eye, head=eye.clone(), counts=counts, last=last, labels=torch.zeros_like(run.labels),
        W0=torch.zeros_like(run.W0),
    )  # fmt: skip


def positive_norms(data: Any) -> Any:
    """W and W2 are not zero: the identity in the place of those that are."""
    eye = identity(data.size("d"), data.W.dtype, data.W.device)

    def filled(W: Any) -> Any:
        return torch.where((W == 0).all(-1).all(-1)[..., None, None], eye, W)

    return data.replace(W=filled(data.W), W2=filled(data.W2))


def norm_above_half(data: Any) -> Any:
    """||W|| > 1/2: the identity in the place of what is shorter."""
    eye = identity(data.size("d"), data.W.dtype, data.W.device)
    short = ~(4 * data.W.square().sum((-2, -1)) > 1)
    return data.replace(W=torch.where(short[..., None, None], eye, data.W))


def long_svm(data: Any) -> Any:
    """||W^mm|| > 1: a power of two shortens all embeddings to 2 |e_k|^2 < 1, and C E^T stays.

    Every constraint asks for <W, (e_i - e_j) e_k^T> >= 1, of a matrix of norm at most 2 max |e|^2.
    """
    size = 2 * (data.embeddings**2).sum(-1).amax(-1)
    halvings = torch.where(size >= 1, size.clamp_min(1).log2().div(2).floor() + 1, 0.0)
    factor = torch.exp2(-halvings)[..., None, None]
    return data.replace(embeddings=data.embeddings * factor, head=data.head / factor)


def long_step(run: Any) -> Any:
    """0 < eta < 2 / L', L' = (1/4n) sum_i D_i^2 ||xbar_i||^2, D_i the diameter of X_i.

    A longer one becomes a power of two in [1/(2L'), 1/L'), or 7/4 of that.
    """
    apart = (run.embeddings[..., :, None, :] - run.embeddings[..., None, :, :]).square().sum(-1)
    pairs = run.present[..., :, None] & run.present[..., None, :]
    widest = torch.where(pairs, apart[..., None, :, :], 0.0).amax((-2, -1))
    L = (widest * run.queries.square().sum(-1)).sum(-1) / (4 * run.size("n"))
    power = torch.exp2(-torch.frexp(torch.where(L > 0, L, 1.0)).exponent.double())
    power = torch.where(branch(run) % 2 == 0, power, 1.75 * power)
    return run.replace(eta=torch.where((run.eta > 0) & (run.eta * L < 2), run.eta, power))


def idle_edge(run: Any) -> Any:
    """An edge with margin 1 and multiplier 0, by one of two constructions; too small instances stay.

    Where K >= 4, graph 3 has 0 => 1, 2 => 3 and 0 => 3, and E = C = I: W^mm e_3 = (1, -1, 1, -1) / 2 is made
    of the first two edges, one half each. Below, 0 => 1 after either token, h_1 = e_0 + e_1 and the others
    units: the edge after token 0 alone makes W^mm, and h_1 . h_0 = |h_0|^2 gives the other a margin of 1 too.
    """
    n, K = run.size("n"), run.size("K")
    if n < 2 or not 2 <= K <= run.size("d"):
        return run
    run = log_loss(run)
    eye = torch.zeros_like(run.embeddings)
    eye[..., range(K), range(K)] = 1.0
    head, embeddings = eye.clone(), eye
    even = ordinals(n, eye.device) % 2 == 0
    pattern = torch.zeros((n, K), dtype=torch.bool, device=eye.device)
    if K >= 4:
        pattern[even, :2] = pattern[:, 3] = True
        pattern[~even, 2] = True
        labels, last = torch.where(even, 0, 2), torch.full_like(run.last, 3)
    else:
        pattern[:, :2] = True
        labels, last = torch.zeros_like(run.labels), torch.where(even, 0, 1)
        embeddings[..., 1, 0], head[..., 0, 1] = 1.0, -1.0  # C E^T = I
    return run.replace(
        embeddings=embeddings,
        head=head,
        counts=torch.where(pattern, run.counts.clamp_min(1), 0),
        last=last.to(run.last.dtype).expand(run.last.shape).clone(),
        labels=labels.to(run.labels.dtype).expand(run.labels.shape).clone(),
    )
