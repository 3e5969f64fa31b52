"""The rate at which descent's finite part reaches W*, held against the balance of its pulls."""

from collections.abc import Callable

import numpy as np

from ntpcheck.checks.laws import COARSE, MISSED, Descent, End, by_end, within
from ntpcheck.checks.limit import OPEN, Row
from ntpcheck.dynamics.field import OVERFLOW, LateField
from ntpcheck.evidence import Evidence
from ntpcheck.reference.frame import Floats, Frame
from ntpcheck.reference.law import finite_part


def balanced_rate(end: End) -> Floats:
    """H_F^{-1} G, G = P_F sum over SV of alpha_n (p_j - e_v) h_j^T."""
    return end.law.finite


def finite_rate(run: Descent, target: Callable[[End], Floats]) -> Evidence:
    """eta k (P_F W_k - centre) -> target `[f]`, in F's coordinates.

    Two steps. Where it is resolved best, the flow's F-part follows the balance of its own pulls
    eta k pi_j s_jv; and at the end of the flow what these pulls balance is the target. Pulls that fade
    like 1/s are left out.
    """

    def judged(end: End) -> Row:
        frame, field = end.frame, LateField(end.frame, end.eta)
        if not len(frame.F):
            return Row(1.0)
        if end.flow.stray > 0.5:
            return OPEN
        weights, fading = field.weights(end.u, end.s), 64 * (1 + float(np.linalg.norm(end.law.drift))) / end.s
        idle = frame.tight & ~end.law.positive & (weights <= fading)
        limit = finite_part(frame, np.where(idle, 0.0, weights))
        size = pull_size(frame, end.law.alpha)
        left = MISSED if end.law.strict else min(COARSE, fading)
        last = within(float(np.linalg.norm(limit - target(end))), left, size)
        followed = _followed(end)
        return min((last, followed), key=lambda row: row.slack / row.scale)

    return by_end(run, judged)


def _followed(end: End) -> Row:
    """The flow's F-part against the balance of its pulls, where that is resolved best."""
    frame, flow = end.frame, end.flow
    slowest = float(frame.curvatures()[0])
    at = min(range(1, flow.early), key=lambda i: _lacks(end, i, slowest))
    weights, k = _early_weights(end, at), float(np.exp(flow.s[at]))
    found, size = end.eta * k * flow.f[at], pull_size(frame, weights)
    if not size:  # the pulls are below all doubles there: nothing to follow
        return Row(1.0)
    distance = np.linalg.norm(found - finite_part(frame, weights))
    tolerance = COARSE + _lacks(end, at, slowest, size)
    return within(float(distance), tolerance, size) if tolerance < 2 * COARSE else Row(size, 0.0, size)


def _early_weights(end: End, at: int) -> Floats:
    """`[N]` eta k pi_j s_jv to first order, at a record."""
    frame, flow = end.frame, end.flow
    logs = frame.log_c + np.log(end.eta) - frame.cells @ flow.u[at] - flow.s[at] * frame.excess
    return np.exp(np.minimum(logs, OVERFLOW))


def _lacks(end: End, at: int, slowest: float, size: float = 0.0) -> float:
    """What the balance lacks at a record, as a share of its size, or of the F-part's where that is not given.

    It is followed with a lag, and is of first order: in the logits that the F-part moves, and in rho_j, the
    mass out of support over that in it. The integrator's f has an absolute error.
    """
    frame, flow = end.frame, end.flow
    k, f = float(np.exp(flow.s[at])), flow.f[at]
    rho = np.bincount(frame.context, _early_weights(end, at), len(frame.pi)) / (end.eta * k * frame.pi)
    moved = float(np.abs(frame.T[:, : len(frame.F)] @ f).max())
    most = size or end.eta * k * float(np.linalg.norm(f)) or 1.0
    return 64 / (end.eta * slowest * k) + 2 * float(rho.max()) + 4 * moved + end.eta * k * 2.0**-43 / most


def pull_size(frame: Frame, weights: Floats) -> float:
    """The sum over cells of the F-parts that their pulls make alone: what H_F^{-1} G is small against.

    At least 2^-30 of the largest that any pulls of these weights could make, so that rounding is no size.
    """
    count = len(weights)
    parts = [finite_part(frame, np.where(np.arange(count) == n, weights, 0.0)) for n in range(count)]
    reach = 2 * float(np.abs(frame.T[:, : len(frame.F)]).max()) * len(frame.F) ** 0.5
    most = float(weights.sum()) * reach / float(frame.curvatures()[0])
    return max(float(sum(np.linalg.norm(part) for part in parts)), 2.0**-30 * most)
