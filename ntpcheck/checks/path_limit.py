"""Where the regularisation path tends: direction, finite part and loss, decided by laws.

With lambda = e^-r / r, W_B = W* + r W^mm + W~ + O(1/r) on span(SV), so that
1 - cos(W_B, W^mm) = ||D||^2 / (2 B^2) (1 + O(1/B)), D the part of W* + W~ orthogonal to W^mm, predicted from
the data alone; with zero duals D grows like log r, by a nested path that is predicted too. Three points, the
last at r = 10^6 or beyond, must be where the prediction puts them and approach it at its rate, or the row is
left open. Then a candidate C is the limit iff 1 - cos(W_B, C) obeys the bound that W^mm obeys, about 10^-12.
The solver and the prediction know W^mm, and neither knows C.

Floats only: one exact instance is decided where the statement has no meaning, and left open otherwise.
"""

from collections.abc import Callable

import numpy as np

from ntpcheck.arithmetic import FLOAT, Array, exact_array
from ntpcheck.checks.direction import whether_directed
from ntpcheck.checks.existence import floats_only, unsettled
from ntpcheck.checks.feasible import where_compatible
from ntpcheck.checks.limit import OPEN, UNDEFINED, Row, collected, matrices
from ntpcheck.checks.path_points import ROUNDING, Travel, approached, travels
from ntpcheck.claim import Effort
from ntpcheck.evidence import Evidence
from ntpcheck.instances.dataset import Dataset
from ntpcheck.reference.frame import Floats
from ntpcheck.reference.law import apart, one_minus_cos
from ntpcheck.reference.path import log_log1p
from ntpcheck.reference.path_law import PathLaw

SLACK = 2.0  # of a law: the factor that what it leaves out may make
FINE = 2.0**-38  # accuracy of a decoder relative to 1 + ||W*||
Candidate = Callable[[Dataset], Array]


def lawful(travel: Travel, law: PathLaw) -> bool:
    """Whether the late points approach what the law says of them in time, on F and on span{x_n}."""
    far = travel.far
    u = approached(travel, list(far.u), [law.part(r) for r in far.r])
    g = approached(travel, list(far.g), [law.finite] * len(far.r), amplified=travel.amplified)
    return all(row.slack >= -row.error for row in (u, g))


def path_direction(data: Dataset, candidate: Candidate, effort: Effort) -> Evidence:
    """cos(W_B, candidate) -> 1, candidate `[..., V, d]`; undefined where W^mm or the candidate is zero.

    Slack: `SLACK` times the law's 1 - cos at the last point, minus 1 - cos(W_B, candidate) there.
    """
    if data.xp is not FLOAT:
        return whether_directed(data)
    rows, values = [], []
    for C, travel in zip(matrices(candidate(data)), travels(data), strict=True):
        row, value = OPEN, float("nan")
        if travel.frame.separable is not None and not (travel.law and C.any()):
            row = UNDEFINED
        elif travel.law is not None and travel.believed and lawful(travel, travel.law):
            row, value = turned(travel, travel.law, C)
        rows.append(row)
        values.append(value)
    return collected(data, rows, one_minus_cos=values)


def turned(travel: Travel, law: PathLaw, C: Floats) -> tuple[Row, float]:
    """The last point's direction against C, and what the law allows."""
    far, frame, r = travel.far, travel.frame, float(travel.far.r[-1])
    # What the earlier points were off by, faded at its rate, is the O(1/B) of the law.
    before = [float(np.linalg.norm(u - law.part(at))) for u, at in zip(far.u[:-1], far.r[:-1], strict=True)]
    side = law.side(r) + float((travel.fading() * before).max())
    along = r + float(law.part(r) @ frame.wmm) / law.square
    bound = SLACK * float(one_minus_cos(np.asarray(side**2 / (law.square * along**2))))
    W = far.decoder(travel.last)
    value = apart(W, C)
    turn = frame.error / float(np.sqrt(law.square)) + 8 * ROUNDING
    error = float((np.sqrt(2 * value) + SLACK * np.sqrt(2 * bound)) * turn + turn * turn)
    return Row(bound - value, error), value


def path_finite_part(data: Dataset, candidate: Candidate, effort: Effort) -> Evidence:
    """P_F W_B -> candidate `[..., V, d]`; undefined where the data has no W*.

    e^r (P_F W_B - W*) is predicted, value and rate. Slack: twice the distance that this leaves at the last
    point, minus the distance from the candidate there.
    """
    if data.xp is not FLOAT:
        return where_compatible(data, unsettled(exact_array(0)))
    rows = []
    for C, travel in zip(matrices(candidate(data)), travels(data), strict=True):
        frame, law = travel.frame, travel.law
        row = OPEN if frame.compatible else UNDEFINED
        scale = 1 + float(np.linalg.norm(frame.centre)) + float(np.linalg.norm(C))
        if frame.compatible and law is not None and travel.believed and lawful(travel, law):
            far = travel.far
            here = frame.centre + frame.matrix(far.f[-1], 0 * far.u[-1])
            left = SLACK * float(np.linalg.norm(law.finite)) * float(np.exp(-far.r[-1]))
            row = Row(left - float(np.linalg.norm(here - C)), FINE * scale, scale)
        rows.append(row)
    return collected(data, rows)


@floats_only
def path_loss(data: Dataset, effort: Effort) -> Evidence:
    """CE(W_B) -> H.

    Slack: by how much, in the logarithm, the loss of W* + R W^mm above the entropy exceeds that of W_B, both
    of norm B, at the worst point; both tend to zero like e^-R.
    """
    rows = []
    for travel in travels(data):
        row = OPEN
        if travel.frame.compatible and travel.frame.support.all():
            row = Row(0.0)  # attained at W*
        elif travel.law is not None and travel.frame.compatible and travel.believed:
            row = _beaten(travel, travel.law)
        rows.append(row)
    return collected(data, rows)


def _beaten(travel: Travel, law: PathLaw) -> Row:
    """log of the genie point's excess loss minus log of the path's, where the genie point exists."""
    frame, slack, scale = travel.frame, np.inf, 1.0
    star = float(np.linalg.norm(frame.centre))
    for points in (travel.near, travel.far):
        for i, B in enumerate(points.radius):
            if star < B:
                R = np.sqrt((B - star) * (B + star) / law.square)
                genie = frame.log_c - np.log(frame.pi[frame.context]) - R * (1 + frame.excess)
                other = _log_loss(frame.pi, frame.context, genie)
                slack = min(slack, other - points.log_gap(i))
                scale = max(scale, float(R))
    return Row(slack, 2.0**8 * ROUNDING * scale, scale) if np.isfinite(slack) else OPEN


def _log_loss(pi: Floats, context: np.ndarray, log_odds: Floats) -> float:
    """log of sum_j pi_j log1p(sum_v exp(log_odds_jv)), cell by cell `[N]`."""
    total = np.full(len(pi), -np.inf)
    np.logaddexp.at(total, context, log_odds)
    return float(np.logaddexp.reduce(np.log(pi) + log_log1p(total)))
