"""The log-time flow of a run whose steps are too long for it to settle on F.

Whatever eta is, P_F W_k stays bounded and the rest tends to infinity along W^mm. Write W_k = x_k W^mm + D_k +
P_F W_k with D_k orthogonal to W^mm and F, s_n the weights that the tokens n outside their R_i get, S their
sum, a_n = (e_y - e_t) xbar^T their rows, N = ||P_F W_k - W*||; C and c are positive constants of the data,
eta, and nothing else.

along.    x grows by eta sum_n s_n <W^mm, a_n> / (n ||W^mm||^2), between c S and C S. Were x bounded, the s_n
          would be summable, D bounded, N too (below), so W, and s_n bounded below: x tends to infinity.
on F.     l_i grows linearly on F, so N falls by c while it exceeds some M and S some C: N grows by C S only.
joint.    s_n <a_n, W_k - x W^mm> <= s_n (log(1 / s_n) + C - x), at most C e^-x, and at most -c x where s_n
          is not small. So ||D||^2 + N^2 falls where N > M and x is large: by convexity of l_i where S is
          small, by c x where it is not. Where N <= M, ||D||^2 grows by C (e^-x + S), and some support vector
          has <a_n, D> <= 0, so that S >= c e^-x: in all, ||D||^2 + max(N, M)^2 <= C (1 + x).

So ||D||, N <= C sqrt(x): the direction tends to W^mm's. Then S tends to 0, hence N <= M' for good, and P_F W
follows y -> y - eta grad CE_F(y), which settles on a cycle or wanders. D feels the mean of its pulls over
that orbit: c_n in the flow is its mean along it.
"""

from dataclasses import replace

import numpy as np

from ntpcheck.dynamics.flow import Flow, flow
from ntpcheck.dynamics.residual import einsum
from ntpcheck.reference.frame import Floats, Frame

TRANSIENT, ORBIT = 1024, 4096  # steps on F before the mean is taken, and steps that it is taken over


def averaged_flow(frame: Frame, eta: float, k: int, W: Floats, check: tuple[int, Floats]) -> Flow:
    """The flow of D from W_k = W `[d, d]` on, compared at check = (k', W_k'); at rest on F."""
    slow = averaged_frame(frame, eta, check[1])

    def moved(there: Floats) -> Floats:
        return there - (frame.F.T @ (frame.F @ (there - slow.centre).ravel())).reshape(there.shape)

    return flow(slow, eta, k, moved(W), (check[0], moved(check[1])))


def averaged_frame(frame: Frame, eta: float, W: Floats) -> Frame:
    """The frame of D alone, F dropped from it, with c_n averaged over the orbit on F that starts at P_F W.

    Its centre is the orbit's mean; at its orbit's points P_F W is elsewhere, by a bounded distance.
    """
    M = frame.logits
    f, _, _ = frame.parts(W)
    points, odds = _orbit(frame, M, eta, f)
    moved = M[frame.context, frame.token] @ points.T - odds.T[frame.context]
    top = moved.max(1, keepdims=True, initial=-np.inf)
    log_mean = np.log(np.exp(moved - top).mean(1)) + top[:, 0]
    return replace(
        frame,
        F=frame.F[:0],
        centre=frame.centre + (frame.F.T @ points.mean(0)).reshape(frame.centre.shape),
        log_c=frame.log_c + log_mean,
        T=np.ascontiguousarray(frame.T[:, len(frame.F) :]),
    )


def _orbit(frame: Frame, M: Floats, eta: float, f: Floats) -> tuple[Floats, Floats]:
    """`[ORBIT, f]` points of the descent on F alone, and `[ORBIT, m]` log sum_z p_z exp((M f)_z) there."""
    points = np.zeros((ORBIT, len(f)))
    sums, tops = np.ones((2, ORBIT, len(M), 1))
    p, pi = np.where(frame.support, frame.p, 0.0), frame.pi[:, None]
    barred = np.where(frame.support, 0.0, -np.inf)
    for k in range(-TRANSIENT, ORBIT):
        weights = M @ f
        weights += barred
        top = np.maximum.reduce(weights, axis=1, keepdims=True)
        weights -= top
        np.exp(weights, out=weights)
        weights *= p
        total = np.add.reduce(weights, axis=1, keepdims=True)
        if k >= 0:
            points[k], sums[k], tops[k] = f, total, top
        weights /= total
        weights -= p
        weights *= pi
        f = f - eta * einsum("jvf,jv->f", M, weights)
    return points, (np.log(sums) + tops)[:, :, 0]
