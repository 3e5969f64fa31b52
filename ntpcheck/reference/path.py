"""The regularisation path W_B = argmin over ||W|| <= B of CE(W), from B near 0 to B = 10^6 and beyond.

multiplier. While no minimiser of CE has norm below B, W_B solves grad CE(W) + lambda W = 0 for some
    lambda > 0, and ||W|| grows as lambda falls. Let lambda = e^-r / r with r in (0, infinity): every
    lambda occurs once, and on separable data r is, to leading order, the multiple of W^mm in W_B.
equations.  In the coordinates of `frame`, W = centre + e^-r g + r W^mm + u with g in F and u in span{x_n};
    frozen parts do not occur, since W is a combination of gradients. With a = T (g, 0) the deviations of
    the logits times e^r, both in support and out of it, and, for each context,

        A_j   = e^r log sum_z p_jz exp(e^-r a_jz)
        tau_n = log c_n + e^-r (a_n - A_j) - <u, x_n> + r (1 - <W^mm, x_n>)
        R_j   = sum_v exp(tau_jv) / pi_j = e^r rho_j
        omega_n = exp(tau_n) / (1 + e^-r R_j) = e^r pi_j s_jv,

    grad CE(W) + lambda W = 0, times e^r, reads

        on span{x_n}:  u / r + W^mm = sum_n omega_n x_n
        on F:          (centre + e^-r g) / r = P_F sum_j pi_j e^r (p_j - s_j) h_j^T,

    e^r (p_jz - s_jz) = -p_jz e^r expm1(e^-r (a_jz - A_j) - log1p(e^-r R_j)) in support: nothing cancels.
    1 - <W^mm, x_n> is exactly 0 on the support vectors, however large r is.
large r.  Once e^-r (|a| + R) is below rounding the first equation is free of g: u minimises
    phi_r(u) + ||u||^2 / (2 r), phi_r(u) = sum_n c_n exp(-<u, x_n> + r (1 - <W^mm, x_n>)) + <W^mm, u>, and
    g = H_F^{-1} (P_F sum_n omega_n (p_j - e_v) h_j^T - centre / r). The coefficients beta_n = r omega_n of
    P_perp W_B = sum_n beta_n x_n solve log beta_n + <sum_k beta_k x_k, x_n> = log(1 / lambda) + log c_n,
    which is the same equation in other variables.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ntpcheck.reference.frame import Floats, Frame, orthonormal
from ntpcheck.reference.path_newton import Pull, balance, far_points, log_mean_exp, near_point, pull, unrest

NEGLIGIBLE = 2.0**-60  # e^-r times the deviations, below which they no longer enter u
LEAST = 1.0  # r from which the equations for large r give a start, at least
UNDERFLOW = -37.0  # log x below which log(log1p(x)) is log x
FADED = -60.0  # log omega_n of a cell that no longer pulls


@dataclass(frozen=True)
class Path:
    """Points of one path, in the order asked for; coordinates are those of `frame`."""

    frame: Frame
    r: Floats  # [R] lambda = e^-r / r
    g: Floats  # [R, f] e^r (P_F W - centre)
    u: Floats  # [R, x] x-part of W minus r W^mm
    change: Floats  # [R] what the last Newton step still moved, in nats; NaN where Newton did not settle

    @property
    def log_multiplier(self) -> Floats:
        """`[R]` log lambda."""
        return -self.r - np.log(self.r)

    @property
    def f(self) -> Floats:
        """`[R, f]` P_F W - centre."""
        return np.exp(-self.r)[:, None] * self.g

    @property
    def radius(self) -> Floats:
        """`[R]` B = ||W||."""
        return np.array([np.linalg.norm(self.decoder(i)) for i in range(len(self.r))])

    def bounded(self, i: int) -> Floats:
        """`[V, d]` W - r W^mm at point i: what stays bounded, or grows like log r."""
        return self.frame.centre + self.frame.matrix(self.f[i], self.u[i])

    def decoder(self, i: int) -> Floats:
        """`[V, d]` W at point i."""
        return self.bounded(i) + (self.r[i] * self.frame.W if self.frame.moves else 0.0)

    def log_gap(self, i: int) -> float:
        """log(CE(W) - CE_F(centre)) at point i; CE_F(centre) is H where the data are compatible."""
        return self.scaled_log_gap(i) - float(self.r[i])

    def scaled_log_gap(self, i: int) -> float:
        """log(e^r (CE(W) - CE_F(centre))) at point i, which stays bounded as r grows."""
        frame, r = self.frame, float(self.r[i])
        within = (frame.T[:, : len(frame.F)] @ self.f[i]).reshape(frame.support.shape)
        p = np.where(frame.support, frame.p, 0.0)
        total = log_mean_exp(p, np.where(frame.support, within, 0.0))
        # sum_j pi_j KL(p_j || q_j): what is linear in f vanishes at the centre.
        change = np.where(frame.support, within - total, 0.0)
        inside = float(frame.pi @ (p * _exp_excess(change)).sum(1))
        shift = (within - total)[frame.context, frame.token]
        grown = pull(frame).log_weights(self.r[i : i + 1], self.u[i : i + 1])[0] + shift
        odds = np.full(len(frame.pi), -np.inf)
        np.logaddexp.at(odds, frame.context, grown - np.log(frame.pi[frame.context]))
        outside = np.logaddexp.reduce(np.log(frame.pi) + log_log1p(odds, r))
        with np.errstate(divide="ignore"):
            return float(np.logaddexp(np.log(inside) + r, outside))


def _exp_excess(x: Floats) -> Floats:
    """expm1(x) - x without cancellation."""
    series = 1 + x / 3 * (1 + x / 4 * (1 + x / 5 * (1 + x / 6 * (1 + x / 7 * (1 + x / 8)))))
    return np.where(np.abs(x) < 2.0**-7, 0.5 * x * x * series, np.expm1(x) - x)


def log_log1p(x: Floats, r: float = 0.0) -> Floats:
    """r + log(log1p(exp(x - r))), `[m]`, -inf where x is."""
    safe = np.maximum(x - r, UNDERFLOW)
    return np.where(x - r > UNDERFLOW, r + np.log(np.logaddexp(0.0, safe)), x)


def path(frame: Frame, radii: Sequence[float] | Floats) -> Path:
    """The points of the path at r = radii `[R]`, each > 0, in the given order.

    Where W^mm does not exist r may be at most 600, since then e^r has to be a double.
    """
    r = np.asarray(radii, dtype=float)
    g, u, change = (np.full((len(r), n), np.nan) for n in (len(frame.F), len(frame.wmm), 1))
    far = (r >= LEAST) & frame.moves
    if far.any():
        u[far], change[far] = _far(frame, r[far])
        g[far] = balance(frame, r[far], u[far])
        wrong = np.full(len(r), np.inf)
        wrong[far] = unrest(frame, r[far], g[far], u[far])
        far = wrong <= NEGLIGIBLE
        g[wrong > 1], u[wrong > 1] = np.nan, np.nan
    for i in np.flatnonzero(~far):
        g[i], u[i], change[i] = near_point(frame, float(r[i]), (g[i], u[i]))
    return Path(frame, r, g, u, change[:, 0])


def _far(frame: Frame, r: Floats) -> tuple[Floats, Floats]:
    """`far_points`, on span(SV) alone where all other cells have faded.

    Off span(SV) nothing but the ridge 1/r holds u, so that rounding would show there r times enlarged.
    """
    on, tight = pull(frame), frame.tight
    span = orthonormal(frame.cells[tight])
    within = Pull(on.cells[tight] @ span.T, on.log_c[tight], span @ on.lead, on.excess[tight])
    u, change = far_points(within, r)
    u = u @ span
    near = on.log_weights(r, u)[:, ~tight].max(1, initial=-np.inf) > FADED
    if near.any():
        u[near], change[near] = far_points(on, r[near])
    return u, change
