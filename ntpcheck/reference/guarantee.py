"""What gradient descent guarantees at every step, not only in the limit: bounds on the loss and on the
norm.

CE is convex with smoothness beta = lambda_max(sum_j pi_j h_j h_j^T) / 2: the Hessian of log-sum-exp along a
difference of logits x is their variance, at most (max x - min x)^2 / 4 <= ||x||^2 / 2. For eta <= 1 / beta
and any U,

    CE(W_k) <= CE(U) + ||W_0 - U||^2 / (2 eta k)          (the standard telescoped sum)
    ||W_k - U|| <= ||W_0 - U|| if U minimises CE          (the iterates are Fejer monotone).

loss.  Put U = centre + s W^mm, s = log k. It has the in-support softmax of the centre, so that
       CE(U) - inf CE = sum_j pi_j log1p(rho_j(U)) <= sum_n c_n exp(-s <W^mm, x_n>) <= C / k:
       CE(W_k) - inf CE is O(log^2 k / k).
norm.  l_v - l_z >= -sqrt(2) ||h_j|| ||W|| for any two tokens, so a context with V - S_j tokens out of
       support has CE(W) - inf CE >= pi_j log1p((V - S_j) / S_j exp(-sqrt(2) ||h_j|| ||W||)). A small loss
       therefore needs a large norm: the bound above forces ||W_k|| to grow like log k.
bounded. Otherwise the infimum is attained iff no U has (6a) and margins >= 0 that are not all zero (along
       such U the loss falls strictly and for ever), and then ||W_k|| <= 2 ||U|| + ||W_0|| for a minimiser
       U.
"""

import numpy as np

from ntpcheck.reference.frame import Floats, Frame

FEASIBLE = 1e-6  # of margins capped at 1: what a linear programme leaves where the answer is zero


def smoothness(frame: Frame) -> float:
    """The bound beta on the smoothness of CE."""
    moment = frame.H.T @ (frame.pi[:, None] * frame.H)
    return float(np.linalg.eigvalsh(moment)[-1]) / 2


def log_loss_bound(frame: Frame, start: Floats, eta: float, s: Floats) -> Floats:
    """log of the bound on CE(W_k) - inf CE at log k = s; separable data, eta <= 1 / beta, start `[V, d]`."""
    from scipy.special import logsumexp

    s = np.asarray(s, dtype=float)
    U = frame.centre + s[..., None, None] * frame.W
    distance = 2 * np.log(np.linalg.norm(start - U, axis=(-2, -1)).clip(np.finfo(float).tiny))
    travelled = distance - np.log(2 * eta) - s
    if not len(frame.log_c):
        return travelled
    comparison = np.asarray(logsumexp(frame.log_c - s[..., None] * (1 + frame.excess), axis=-1))
    return np.logaddexp(comparison, travelled)


def norm_bound(frame: Frame, log_loss: Floats) -> Floats:
    """The least norm at which CE - inf CE can be exp(log_loss); -inf without a token out of support."""
    out = (~frame.support).sum(1)
    chosen = out > 0
    log_loss = np.asarray(log_loss, dtype=float)
    if not chosen.any():
        return np.full(log_loss.shape, -np.inf)
    share = log_loss[..., None] - np.log(frame.pi[chosen])
    # log(expm1(x)) from log x, also where x itself underflows or expm1 overflows.
    x = np.exp(share.clip(-30.0, 5.0))
    log_odds = np.where(share > 5, np.exp(share.clip(max=700.0)), np.log(np.expm1(x)))
    log_odds = np.where(share < -30, share, log_odds)
    ratio = np.log(out[chosen] / (frame.support.shape[1] - out[chosen]))
    reach = np.sqrt(2.0) * np.linalg.norm(frame.H[chosen], axis=1)
    return ((ratio - log_odds) / np.where(reach > 0, reach, np.inf)).max(-1)


def attained(frame: Frame) -> bool | None:
    """Whether CE attains its infimum: no w with margins `cells` w >= 0, not all zero. None if the LP fails.

    One linear programme: maximise sum t over 0 <= t <= 1, cells w >= t.
    """
    from scipy.optimize import linprog

    count, size = frame.cells.shape
    if not count:
        return True
    norms = np.linalg.norm(frame.cells, axis=1)
    nonzero = norms > 0
    rows = frame.cells[nonzero] / norms[nonzero, None]
    kept = len(rows)
    cost = np.concatenate([np.zeros(size), -np.ones(kept)])
    margins = np.hstack([-rows, np.eye(kept)])
    bounds = [(None, None)] * size + [(0, 1)] * kept
    found = linprog(cost, margins, np.zeros(kept), bounds=bounds, method="highs") if kept else None
    if found is None:
        return True
    return bool(-found.fun < FEASIBLE) if found.success else None
