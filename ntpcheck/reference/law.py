"""What constant-step gradient descent on separable data does in the limit, to second order.

Let s = log k, x_n the rows of the out-of-support cells, SV = {n : <W^mm, x_n> = 1}. Since
-P_perp grad CE(W) = sum_n pi_j s_jv x_n with s_jv = exp(l_jv - LSE_in,j) / (1 + rho_j), and c_n collects
what the limit of P_F W_k contributes,

    P_perp W_{k+1} - P_perp W_k = eta sum_n c_n exp(-<P_perp W_k, x_n>) x_n (1 + o(1)).

offset.   Put P_perp W_k = s W^mm + w + o(1). The left side is W^mm / k, each support vector's term is
          eta c_n exp(-<w, x_n>) / k, all others are o(1/k). So eta c_n exp(-<w, x_n>) =: alpha_n must be a
          dual solution, W^mm = sum_SV alpha_n x_n: on span(SV), w minimises phi(w) = sum_SV eta c_n
          exp(-<w, x_n>) + <W^mm, w>. Among several dual solutions this picks one; A below is built from it,
          not from a solver's.
rate.     With u = P_perp W - s W^mm, du/ds = sum_SV eta c_n exp(-<u, x_n>) x_n - W^mm = -grad phi(u) on
          span(SV), whose linearisation at w is -A, A = sum_SV alpha_n x_n x_n^T. (A W^mm = sum alpha_n x_n
          = W^mm, so 1 is an eigenvalue.) Other cells enter as exp(-(theta - 1) s), theta their smallest
          margin; discrete steps and rho as exp(-s). So the residual is O(k^-r), r = min(lambda_min(A),
          theta - 1, 1), with a factor s where two of these tie.
finite.   On F, -P_F grad CE = -H_F (P_F W - W*) + P_F sum_n pi_j s_jv (q_j - e_v) h_j^T + ..., since the
          in-support part of p_j - s_j is p_j - q_j + q_j sum_v s_jv. The last sum is O(1/k) and H_F > 0, so
          P_F W_k follows the balance P_F W_k - W* = H_F^{-1} P_F sum_n pi_j s_jv (q_j - e_v) h_j^T =
          (1/(eta k)) H_F^{-1} G + o(1/k), with G = P_F sum_SV alpha_n (p_j - e_v) h_j^T.
loss.     CE - H = sum_j pi_j rho_j + O(k^-2) = sum_SV alpha_n / (eta k), and sum alpha_n = ||W^mm||^2.
direction. W_k = (s + y) W^mm + D + o(1) with D orthogonal to W^mm and y = <w, W^mm> / ||W^mm||^2, so
          1 - cos = 1 - 1/sqrt(1 + t), t = ||D||^2 / (||W^mm||^2 (s + y)^2).
zero duals. phi has a minimiser iff some dual solution is positive on all of SV. Otherwise let Z be the
          cells of SV that are zero in every dual solution, SV+ the rest. Then u = W2 log s + O(1): the
          terms of Z push by O(1/s), and exactly so if <W2, x_n> = 1 on their own support vectors, while
          those of SV+ keep their balance: W2 is the least point with <W2, x_n> = 0 on SV+ and >= 1 on Z.
          offset, alpha and G are then those of SV+.
"""

from dataclasses import dataclass

import numpy as np

from ntpcheck.reference.frame import Floats, Frame, orthonormal

POSITIVE = 1e-9  # a multiplier below this share of the largest may be zero in every dual solution: ask the LP
NEWTON, STILL = 200, 1e-14  # rounds at most, and the change of an exponent that ends them
NEAR = 2.0**-26  # changes below this are squared by the next round, or are rounding


@dataclass(frozen=True)
class Law:
    """The asymptotics of one run; coordinates are those of its frame."""

    eta: float
    square: float  # ||W^mm||^2
    positive: np.ndarray  # [N] bool: SV+
    strict: bool  # SV+ is all of SV
    span: Floats  # [r, x] orthonormal basis of span(SV+)
    offset: Floats  # [x] the part of W~ in span(SV+)
    alpha: Floats  # [N] the dual solution that the limit selects
    contraction: float  # smallest eigenvalue of A on span(SV+)
    gap: float  # theta - 1; infinite without other cells
    finite: Floats  # [f] eta k (P_F W_k - W*) tends to this
    drift: Floats  # [x] W2, zero where strict
    stationarity: float  # what Newton left of the equation for the offset, relative

    @property
    def rate(self) -> float:
        """r: the residual on span(SV) is O(k^-r); 0 where a log log k term survives."""
        return min(self.contraction, self.gap, 1.0) if self.strict else 0.0

    @property
    def shift(self) -> float:
        """y = <W~, W^mm> / ||W^mm||^2 = <offset, sum alpha_n x_n> / ||W^mm||^2."""
        return float(self.lead @ self.offset) / self.square

    lead: Floats  # [x] coordinates of W^mm

    def loss(self, steps: Floats) -> Floats:
        """CE(W_k) - H to leading order, at k = steps."""
        return self.square / (self.eta * np.asarray(steps, dtype=float))

    def one_minus_cos(self, s: Floats, side: float) -> Floats:
        """1 - cos(W_k, W^mm) at s = log k, `side` = ||D||."""
        t = (side / (np.sqrt(self.square) * (np.asarray(s, dtype=float) + self.shift))) ** 2
        return one_minus_cos(t)


def apart(W: Floats, C: Floats) -> float:
    """1 - cos(W, C) of two matrices, without cancellation."""
    between = W / np.linalg.norm(W) - C / np.linalg.norm(C)
    return float((between * between).sum()) / 2


def one_minus_cos(t: Floats) -> Floats:
    """1 - 1/sqrt(1 + t) without cancellation: t is the squared tangent of the angle."""
    return -np.expm1(-0.5 * np.log1p(t))


def law(frame: Frame, eta: float) -> Law:
    """The limit of gradient descent with step eta on one frame, whose W^mm must exist and not be zero."""
    square = float(frame.wmm @ frame.wmm)
    positive, _ = _positive_somewhere(frame)
    rows = frame.cells[positive]
    span = orthonormal(rows)
    inner = rows @ span.T
    log_weights = frame.log_c[positive] + np.log(eta)
    w, stationarity = offset(inner, log_weights, span @ frame.wmm)
    weights = np.exp(log_weights - inner @ w)
    alpha = np.zeros(len(positive))
    alpha[positive] = weights
    A = (inner.T * weights) @ inner
    others = frame.excess[~frame.tight]
    strict = bool((positive == frame.tight).all())
    return Law(
        eta, square, positive, strict, span, span.T @ w, alpha, float(np.linalg.eigvalsh(A)[0]),
        float(others.min()) if len(others) else np.inf, finite_part(frame, alpha),
        np.zeros(len(frame.wmm)) if strict else _drift(frame, positive), stationarity, frame.wmm,
    )  # fmt: skip


def offset(rows: Floats, log_weights: Floats, lead: Floats) -> tuple[Floats, float]:
    """argmin of sum_n exp(log_weights_n - <w, x_n>) + <lead, w> `[r]`, and the relative gradient left.

    rows `[n, r]` of full column rank, lead = sum alpha_n x_n with alpha > 0 and <lead, x_n> = 1.
    """
    # <lead, x_n> = 1 and sum alpha_n = ||lead||^2: this start has the right sum of weights.
    size = np.linalg.norm(lead)
    top = log_weights.max()
    w = lead * (top + np.log(np.exp(log_weights - top).sum()) - 2 * np.log(size))
    before = np.inf
    for _ in range(NEWTON):
        weights = np.exp(log_weights - rows @ w)
        gradient = lead - rows.T @ weights
        step = -np.linalg.lstsq((rows.T * weights) @ rows, gradient, rcond=None)[0]
        # Along a step with c = max |<step, x_n>| the third derivative is at most c times the second, so the
        # step log(1 + c) / c descends; it tends to a full step.
        c = np.abs(rows @ step).max()
        w = w + step * (np.log1p(c) / c if c > 0 else 1.0)
        if c <= STILL or before / 2 <= c <= NEAR:
            break
        before = c
    return w, float(np.linalg.norm(lead - rows.T @ np.exp(log_weights - rows @ w)) / size)


def finite_part(frame: Frame, weights: Floats) -> Floats:
    """`[f]` H_F^{-1} P_F sum_n weights_n (p_j - e_v) h_j^T.

    With weights_n = eta k pi_j s_jv `[N]`, where the balance puts eta k (P_F W_k - W*).
    """
    if not len(frame.F):
        return np.zeros(0)
    pull = np.zeros(frame.support.shape)
    np.add.at(pull, frame.context, weights[:, None] * frame.p[frame.context])
    np.subtract.at(pull, (frame.context, frame.token), weights)
    force = np.einsum("jvf,jv->f", frame.logits, pull)
    return np.linalg.lstsq(frame.hessian(), force, rcond=None)[0]


def largest_curvature(frame: Frame) -> float:
    """lambda_max(H_F), the largest curvature of CE_F at the centre; 0 where F is {0}."""
    return float(frame.curvatures()[-1]) if len(frame.F) else 0.0


def complementary(frame: Frame) -> bool | None:
    """Whether every support vector has a positive multiplier in some dual solution; None if not decided."""
    positive, decided = _positive_somewhere(frame)
    return bool((positive == frame.tight).all()) if decided else None


def _positive_somewhere(frame: Frame) -> tuple[np.ndarray, bool]:
    """`[N]` bool: cells of SV whose multiplier is positive in some dual solution, and whether that is known.

    Those with a plainly positive multiplier of the solver's are. Where others leave doubt, one linear
    programme decides them at once: scaled dual solutions sum beta_n x_n = lambda W^mm, beta >= 0, lambda >=
    0 form a cone, so maximising sum min(beta_n, 1) drives every term that can be positive to 1.
    """
    from scipy.optimize import linprog

    tight = frame.tight
    positive = tight & (frame.alpha > POSITIVE * frame.alpha[tight].max())
    if positive[tight].all():
        return positive, True
    rows = frame.cells[tight]
    norms = np.linalg.norm(rows, axis=1, keepdims=True)
    count = len(rows)
    unit, lead = rows / norms, frame.wmm / np.linalg.norm(frame.wmm)
    balance = np.hstack([unit.T, np.zeros((unit.shape[1], count)), -lead[:, None]])
    capped = np.hstack([-np.eye(count), np.eye(count), np.zeros((count, 1))])
    cost = np.concatenate([np.zeros(count), -np.ones(count), [0.0]])
    bounds = [(0, None)] * count + [(0, 1)] * count + [(0, None)]
    found = linprog(cost, capped, np.zeros(count), balance, np.zeros(len(lead)), bounds, method="highs")
    positive[tight] |= found.x[count : 2 * count] > 0.5 if found.success else True
    return positive, bool(found.success)


def _drift(frame: Frame, positive: np.ndarray) -> Floats:
    """`[x]` W2: the least point with <W2, x_n> = 0 on SV+ and >= 1 on the zero-dual cells."""
    span = orthonormal(frame.cells[positive])
    rows = frame.cells[frame.tight & ~positive]
    return least_point(rows - (rows @ span.T) @ span)


def least_point(rows: Floats) -> Floats:
    """The least w `[r]` with rows w >= 1, for rows `[n, r]` that some w satisfies."""
    from scipy.optimize import lsq_linear

    # Lawson and Hanson: r = [rows^T; 1] u - (0, 1) of least norm over u >= 0 gives the point -r[:-1] /
    # r[-1]. BVLS, since where rows tie Lawson and Hanson's own steps can stop short of the least norm.
    stacked = np.vstack([rows.T, np.ones(len(rows))])
    target = np.zeros(len(stacked))
    target[-1] = 1.0
    weights = lsq_linear(stacked, target, (0, np.inf), method="bvls", tol=1e-14).x
    residual = stacked @ weights - target
    return -residual[:-1] / residual[-1]
