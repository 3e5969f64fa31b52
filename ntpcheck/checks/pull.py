"""Norms that grow whatever the step size: the pull along W^mm never ends on separable data.

In every context j the logits of W^mm tie at some t_j on S_j and are at most t_j - 1 outside. So with q_j the
softmax at W_k and eta > 0

    <W_{k+1} - W_k, W^mm> = eta sum_j pi_j <p_j - q_j, W^mm h_j> >= eta sum_j pi_j q_j(outside S_j) > 0,

and <W_k, W^mm> increases. Let P_perp W_k, where W^mm lies, be bounded along a subsequence. Then <W_k, W^mm>
converges, so the sum over k of all q_j(outside S_j) is finite. What the step adds off F is at most a
constant times that, so P_perp W_k converges; on F it differs by as much from a step on the loss within the
supports, which is convex and grows like ||P_F W||, so that steps of bounded length leave P_F W_k bounded.
But then W_k is, and the q_j(outside S_j) are bounded below. So ||P_perp W_k||, and ||W_k||, tend to infinity.
"""

import numpy as np
from scipy.special import softmax

from ntpcheck import ulps
from ntpcheck.reference.frame import Floats, Frame

ROUNDING = 2.0**-52  # one unit of docs/rounding.md


def pulled(frame: Frame, path: Floats) -> tuple[float, float, float]:
    """Slack, error and scale of the inequality above, over eta, at the worst of the iterates `[K, V, d]`."""
    q = softmax(path @ frame.H.T, 1).swapaxes(1, 2)  # [K, m, V]
    gains = frame.H @ frame.W.T  # [m, V]
    along = (((frame.p - q) * gains).sum(-1) * frame.pi).sum(-1)
    outside = (np.where(frame.support, 0.0, q).sum(-1) * frame.pi).sum(-1)
    size = 1 + float(np.abs(gains).max(initial=0.0))
    reach = 1 + float((np.abs(path) @ np.abs(frame.H).T).max(initial=0.0))
    (m, V), d = frame.support.shape, frame.H.shape[1]
    units = ulps.dot(d) + ulps.softmax(V) + 4 * (ulps.total(m) + ulps.total(V))
    error = units * size * (ROUNDING * reach + frame.error)
    return float((along - outside).min()), error, size
