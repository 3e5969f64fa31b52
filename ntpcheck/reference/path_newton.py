"""Newton's method for one point of the regularisation path; `path.py` has the equations and the symbols.

Along a step that moves the logits of one context by at most c against each other, the third derivative of
CE is at most c times its second, and the ridge has none: the step times log(1 + c) / c descends, and tends
to a full step.
"""

from typing import NamedTuple

import numpy as np

from ntpcheck.reference.frame import Floats, Frame

ROUNDS = 400
STILL = 1e-13  # change of a logit, or relative change of a deviation on F, that ends Newton
NEAR = 1e-7  # a step below this that has stopped shrinking is rounding
MODERATE = 30.0  # exponents up to here take the branch that is accurate near zero


class Pull(NamedTuple):
    """What u moves under: N cells in r' coordinates, with the least point that has margins >= 1 on them."""

    cells: Floats  # [N, x]
    log_c: Floats  # [N]
    lead: Floats  # [x] W^mm; zero where there is none
    excess: Floats  # [N] <lead, x_n> - 1, exactly 0 on the support vectors

    def log_weights(self, r: Floats, u: Floats) -> Floats:
        """`[R, N]` log c_n - <u, x_n> + r (1 - <lead, x_n>), which is log omega_n at large r; u `[R, x]`."""
        return self.log_c - u @ self.cells.T - r[:, None] * self.excess


def pull(frame: Frame) -> Pull:
    """The cells of a frame, with W^mm where it exists and is not zero."""
    if frame.moves:
        return Pull(frame.cells, frame.log_c, frame.wmm, frame.excess)
    return Pull(frame.cells, frame.log_c, 0 * frame.wmm, 0 * frame.excess - 1.0)


def far_points(on: Pull, r: Floats) -> tuple[Floats, Floats]:
    """u `[R, x]` at large r `[R]`, and the last step's move `[R, 1]`, as if e^-r were zero; lead not zero."""
    lead, cells = on.lead, on.cells
    base = on.log_weights(r, np.zeros((len(r), len(lead))))
    # On t lead cell n pulls with exp(base_n - t margin_n) margin_n along it: at this t no cell pulls with
    # more than the N-th part of ||lead||^2, and one does with just that.
    margins = 1 + on.excess
    share = np.log(lead @ lead / len(margins))
    u = ((base + np.log(margins) - share) / margins).max(1)[:, None] * lead
    change = np.full((len(r), 1), np.inf)
    moving, ridge = np.arange(len(r)), np.eye(len(lead)) / r[:, None, None]
    for _ in range(ROUNDS):
        weights = np.exp(base[moving] - u[moving] @ cells.T)
        gradient = u[moving] / r[moving, None] + lead - weights @ cells
        hessian = ridge[moving] + (cells.T * weights[:, None, :]) @ cells
        step = -np.linalg.solve(hessian, gradient[..., None])[..., 0]
        moved = np.abs(step @ cells.T).max(1, initial=0.0)
        u[moving] += _damped(moved)[:, None] * step
        still = _settled(moved, change[moving, 0])
        change[moving, 0] = moved
        moving = moving[~still]
        if not len(moving):
            return u, change
    change[moving] = np.nan
    return u, change


def _damped(moved: Floats) -> Floats:
    """log(1 + c) / c, the share of a step that moves logits by c."""
    return np.where(moved > 0, np.log1p(moved) / np.where(moved > 0, moved, 1.0), 1.0)


def _settled(moved: Floats, before: Floats) -> Floats:
    """Whether Newton is done: the step is rounding, or small and no longer shrinking."""
    return (moved <= STILL) | ((moved <= NEAR) & (moved > before / 4))


def balance(frame: Frame, r: Floats, u: Floats) -> Floats:
    """g `[R, f]` at large r, as if e^-r were zero."""
    if not len(frame.F):
        return np.zeros((len(r), 0))
    weights = np.exp(pull(frame).log_weights(r, u))
    forces = np.zeros((len(r), *frame.support.shape))
    for n, (j, v) in enumerate(zip(frame.context, frame.token, strict=True)):
        forces[:, j] += weights[:, n, None] * np.where(frame.support[j], frame.p[j], 0.0)
        forces[:, j, v] -= weights[:, n]
    force = np.einsum("jvf,rjv->rf", frame.logits, forces) - (frame.F @ frame.centre.ravel()) / r[:, None]
    return np.linalg.solve(frame.hessian(), force.T).T


def unrest(frame: Frame, r: Floats, g: Floats, u: Floats) -> Floats:
    """`[R]` e^-r times the largest deviation of a logit, plus a bound on the odds of leaving a support."""
    log_odds = pull(frame).log_weights(r, u) - np.log(frame.pi[frame.context])
    deviation = np.abs(g @ frame.T[:, : len(frame.F)].T).max(1, initial=0.0)
    return np.exp(-r) * deviation + np.exp(np.log(len(frame.log_c)) + log_odds.max(1) - r)


class _Equations:
    """The equations of one frame at one r, in the state (f, u) with f = e^-r g, times e^r."""

    def __init__(self, frame: Frame, r: float) -> None:
        on = pull(frame)
        self.r, self.growth, self.fold = r, np.exp(r), len(frame.F)
        m, self.tokens = frame.support.shape
        self.T, self.pi, self.inside = frame.T, frame.pi[:, None], frame.support
        self.p = np.where(frame.support, frame.p, 0.0)
        self.log_odds = np.full((m, self.tokens), -np.inf)
        self.log_odds[frame.context, frame.token] = (
            frame.log_c - np.log(frame.pi[frame.context]) - r * (1 + on.excess)
        )
        self.origin = np.concatenate([frame.F @ frame.centre.ravel(), r * on.lead])

    def gradient(self, state: Floats) -> tuple[Floats, Floats]:
        """e^r (grad CE + lambda W) `[f + x]`, and the softmax `[m, V]`."""
        moved = (self.T @ state).reshape(-1, self.tokens)
        within = np.where(self.inside, moved, 0.0)
        total = log_mean_exp(self.p, within)
        log_odds = np.where(self.inside, -np.inf, moved + self.log_odds - total)
        share = log1p_sum_exp(log_odds)
        log_ratio = within - total - share
        out = np.exp(log_odds - share)
        excess = np.where(self.inside, self.p * np.expm1(log_ratio), out)
        slope = self.T.T @ (self.growth * self.pi * excess).ravel()
        return slope + (state + self.origin) / self.r, np.where(self.inside, self.p * np.exp(log_ratio), out)

    def step(self, state: Floats) -> Floats:
        """The Newton step."""
        gradient, softmax = self.gradient(state)
        weighted = (self.pi * softmax).reshape(-1, 1) * self.T
        mean = weighted.reshape(len(softmax), self.tokens, -1).sum(1)
        curved = weighted.T @ self.T - (mean.T / self.pi[:, 0]) @ mean
        hessian = self.growth * curved + np.eye(len(state)) / self.r
        # The F-block is e^r times larger: scaled to a unit diagonal the system is as well posed as it is.
        scale = 1 / np.sqrt(hessian.diagonal())
        return -scale * np.linalg.solve(scale[:, None] * hessian * scale, scale * gradient)


def near_point(frame: Frame, r: float, start: tuple[Floats, Floats]) -> tuple[Floats, Floats, float]:
    """g, u and the last step's move at r, from a start (g, u); from W = 0 where that is NaN or r < 1."""
    at = _Equations(frame, r)
    state = np.concatenate([np.exp(-r) * start[0], start[1]])
    if r < 1 or not np.isfinite(state).all():
        state = -at.origin
    before, moved = np.inf, np.nan
    for _ in range(ROUNDS):
        step = at.step(state)
        reach = float(np.ptp((at.T @ step).reshape(-1, at.tokens), axis=1).max())
        state = state + float(_damped(np.asarray(reach))) * step
        # Deviations on F count relative to their own size, which is e^-r at large r.
        size = np.abs(state[: at.fold]).max(initial=0.0) + np.exp(-r)
        moved = max(reach, float(np.abs(step[: at.fold]).max(initial=0.0) / size))
        if _settled(np.asarray(moved), np.asarray(before)):
            return state[: at.fold] * at.growth, state[at.fold :], moved
        before = moved
    return state[: at.fold] * at.growth, state[at.fold :], np.nan


def log_mean_exp(p: Floats, x: Floats) -> Floats:
    """`[.., m, 1]` log sum_z p_z exp(x_z) of x `[.., m, V]`, accurate where x is small.

    p `[m, V]` has sum 1 in each row, and x is 0 where p is.
    """
    top = x.max(-1, keepdims=True)
    near = np.log1p((p * np.expm1(np.minimum(x, MODERATE))).sum(-1, keepdims=True))
    far = top + np.log((p * np.exp(x - top)).sum(-1, keepdims=True))
    return np.where(top < MODERATE, near, far)


def log1p_sum_exp(x: Floats) -> Floats:
    """`[m, 1]` log(1 + sum_v exp(x_v)), accurate where the sum is small and where exp overflows."""
    high = np.maximum(x.max(1, keepdims=True), 0.0)
    return high + np.log1p(np.exp(x - high).sum(1, keepdims=True) + np.expm1(-high))
