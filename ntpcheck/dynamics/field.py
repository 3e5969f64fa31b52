"""Gradient flow in log-time: the velocities of one run in the coordinates of its frame, and their
Jacobians.

Gradient flow W' = -grad CE(W) in t = eta k, with s = log k, is dW/ds = eta e^s (-grad CE(W)). State: the
coordinates f of P_F W - centre, and of the x-part, u = w - s W^mm. Relative to each context's anchor token,
with y = (f, u), T y are the deviations of the logits from their values at `centre`, up to the drift s W^mm,
which ties every support and lowers cell n by s <W^mm, x_n>. So with

    e_jz = p_jz expm1((T y)_jz) in support,
    e_n  = exp((T y)_n + log(c_n / pi_j) - s <W^mm, x_n>) out of support,      z_j = sum_v e_jv,

the softmax is (p_jv + e_jv) / (1 + z_j), and s_jv - p_jv = (e_jv - p_jv z_j) / (1 + z_j), which does not
cancel: e and z are as small as the deviations themselves. Where exp overflows, and for what is read once,
the same from logarithms:

    A_j = log sum_z p_jz exp((T y)_jz),                                 zero to first order at the centre
    tau_n = log(c_n / pi_j) + (T y)_n - A_j + s (1 - <W^mm, x_n>),        log(k rho) cell by cell
    rho_j = e^-s sum_v exp(tau_jv),    omega_n = eta pi_j exp(tau_n) / (1 + rho_j) = eta k pi_j s_jv,

and eta k pi_j p_jz expm1((T y)_jz - A_j - log1p(rho_j)) in support. 1 - <W^mm, x_n> is exactly 0 on the
support vectors, however large s is. p is the in-support softmax at the centre: where the data is not
compatible the constant residual left in support is orthogonal to F and to nothing else that moves, so it
drops out.

Once f and rho have decayed to nothing that u could notice, what is left is
    du/ds = sum_n eta c_n exp(-<u, x_n> + s (1 - <W^mm, x_n>)) x_n - W^mm.
"""

import math
from collections.abc import Callable

import numpy as np
import torch

from ntpcheck.arithmetic import FLOAT
from ntpcheck.reference.entropy import exp_excess
from ntpcheck.reference.frame import Floats, Frame
from ntpcheck.reference.path_newton import log_mean_exp

OVERFLOW = 300.0  # far above any exponent that a solution has, log(eta k pi_j s_jv) = O(1)


class Field:
    """The full velocity at (f, u). A trial step may overflow: callers keep numpy from warning of it."""

    def __init__(self, frame: Frame, eta: float) -> None:
        m, self.tokens = frame.support.shape
        self.T, self.transposed = frame.T, frame.T.T
        self.inside = frame.support.astype(float)
        self.log_odds = np.full((m, self.tokens), -np.inf)
        self.log_odds[frame.context, frame.token] = frame.log_c - np.log(frame.pi[frame.context])
        self.slowing = np.zeros((m, self.tokens))
        self.slowing[frame.context, frame.token] = frame.excess
        self.pi, self.rate = frame.pi, eta * frame.pi[:, None]
        self.p = np.where(frame.support, frame.p, 0.0)
        self.free = len(frame.wmm)
        self.lead = np.concatenate([np.zeros(len(frame.F)), frame.wmm])
        # Small arrays: calls are what costs, least on buffers of one axis and one length.
        self._inside, self._p, self._one = self.inside.ravel(), self.p.ravel(), np.ones(self.p.size)
        self._log_odds, self._falling = self.log_odds.ravel(), 1.0 + self.slowing.ravel()
        self._rate = np.repeat(self.rate[:, 0], self.tokens)
        self._e, self._z, self._pull = (np.empty(self.p.size) for _ in range(3))
        self._rows, self._sums = (x.reshape(self.p.shape) for x in (self._e, self._z))
        self._summing = np.ones((self.tokens, self.tokens))
        self._last = self._at(0.0)

    def _at(self, s: float) -> tuple[float, Floats, Floats]:
        """s, the log-odds at s `[m V]`, and eta k pi_j `[m V]`."""
        return s, self._log_odds - s * self._falling, self._rate * math.exp(s)

    def _odds(self, state: Floats, s: float) -> None:
        """e and, at each of its tokens, z, into their buffers `[m V]`; none where exp overflows."""
        if s != self._last[0]:  # an implicit step asks several times at one s
            self._last = self._at(s)
        moved, e = self.T.dot(state), self._e
        np.multiply(moved, self._inside, e)
        np.expm1(e, e)
        e *= self._p
        moved += self._last[1]
        e += np.exp(moved, moved)
        self._rows.dot(self._summing, self._sums)

    def velocity(self, state: Floats, s: float) -> Floats:
        """d(f, u)/ds."""
        self._odds(state, s)
        z, pull = self._z, self._pull
        np.multiply(self._p, z, pull)
        pull -= self._e
        z += self._one
        pull *= np.divide(self._last[2], z, z)
        found = self.transposed.dot(pull)
        if not math.isfinite(found.dot(found)):  # a trial step has left what exp can take
            omega, log_ratio, _ = self._residual(state, s)
            omega += math.exp(s) * self.rate * self.p * np.expm1(log_ratio)
            found = -self.transposed.dot(omega.ravel())
        found -= self.lead
        return found

    def jacobian(self, state: Floats, s: float) -> Floats:
        """`[f + x, f + x]` minus eta e^s times the Hessian of CE."""
        self._odds(state, s)
        scale, softmax = math.exp(s), (self._e + self._p) * (self._last[2] / (1.0 + self._z))
        if not math.isfinite(softmax.sum()):
            omega, log_ratio, _ = self._residual(state, s)
            softmax = omega + scale * self.rate * self.p * np.exp(log_ratio)
        weighted = softmax.reshape(-1, 1) * self.T
        mean = weighted.reshape(len(self.pi), self.tokens, -1).sum(1)
        return (mean.T / (scale * self.rate[:, 0])) @ mean - self.transposed @ weighted

    def at(self, times: Floats) -> Callable[[Floats], Floats]:
        """d(f, u)/ds `[k, n]` of states `[k, n]` at times `[k]`; no numbers where exp overflows."""
        odds = self._log_odds - times[:, None] * self._falling
        scale = np.exp(times)[:, None] * self._rate

        def velocities(states: Floats) -> Floats:
            moved = states @ self.transposed
            e = np.expm1(moved * self._inside)
            e *= self._p
            moved += odds
            e += np.exp(moved, moved)
            z = (e.reshape(-1, self.tokens) @ self._summing).reshape(e.shape)
            pull = self._p * z
            pull -= e
            pull *= scale / np.add(z, 1.0, z)
            return pull @ self.T - self.lead

        return velocities

    def _residual(self, state: Floats, s: Floats | float) -> tuple[Floats, Floats, Floats]:
        """omega `[m, V]`, log(q_jz / p_jz) - log1p(rho_j) `[m, V]` (read in support), log1p(rho_j) `[m, 1]`.

        Of one state `[n]` at s, or of states `[k, n]` at times `[k, 1, 1]`: with an axis more, in front.
        """
        moved = (state @ self.transposed).reshape(*state.shape[:-1], *self.inside.shape)
        within = moved * self.inside
        total = log_mean_exp(self.p, within)
        tau = moved - total + (self.log_odds - s * self.slowing)
        # log1p(rho): where rho exceeds 1 its largest term is taken out first, since exp overflows past 709.
        high = np.maximum(tau.max(-1, keepdims=True) - s, 0.0)
        share = high + np.log1p(np.exp(tau - (s + high)).sum(-1, keepdims=True) + np.expm1(-high))
        return self.rate * np.exp(tau - share), within - (total + share), share

    def gaps(self, states: Floats, times: Floats) -> Floats:
        """CE - H in nats of states `[k, n]` at times `[k]`, as sums of nonnegative terms.

        These are the terms of `reference.entropy.cross_entropy_gap`.
        """
        _, log_ratio, share = self._residual(states, times[:, None, None])
        delta = torch.from_numpy((log_ratio + share) * self.inside)
        divergence = (self.p * exp_excess(FLOAT, delta).numpy()).sum(-1)
        return (divergence + share[..., 0]) @ self.pi

    def gap(self, state: Floats, s: float) -> float:
        """CE - H in nats of one state."""
        return float(self.gaps(state[None], np.array([s]))[0])

    def unrest(self, state: Floats, s: float) -> float:
        """The largest log1p(rho_j), or the largest deviation of a log-probability in support if larger."""
        _, log_ratio, share = self._residual(state, s)
        return float(max(share.max(), np.abs(log_ratio * self.inside).max()))


class LateField:
    """The velocity of u alone, with the F-part and rho at zero."""

    def __init__(self, frame: Frame, eta: float) -> None:
        self.cells, self.back = frame.cells, np.ascontiguousarray(frame.cells.T)
        self.log_weights = frame.log_c + np.log(eta)
        self.slowing, self.lead = frame.excess, frame.wmm
        self._last, self._most = (0.0, self.log_weights), np.full(len(frame.excess), OVERFLOW)

    def weights(self, u: Floats, s: float) -> Floats:
        """`[N]` eta k pi_j s_jv."""
        if s != self._last[0]:  # an implicit step asks several times at one s
            self._last = s, self.log_weights - s * self.slowing
        found = self._last[1] - self.cells.dot(u)
        # A trial step may leave the doubles; a large finite velocity makes the integrator reject it, inf
        # does not.
        return np.exp(np.minimum(found, self._most, out=found), out=found)

    def velocity(self, u: Floats, s: float) -> Floats:
        found = self.back.dot(self.weights(u, s))
        found -= self.lead
        return found

    def jacobian(self, u: Floats, s: float) -> Floats:
        return -(self.back * self.weights(u, s)) @ self.cells
