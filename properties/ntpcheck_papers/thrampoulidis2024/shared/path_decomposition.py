"""Whether W_B - (W* + ||P_perp W_B|| W^mm / ||W^mm||) vanishes along the regularisation path.

P_perp W_B = r W^mm + W~ + o(1), so that the difference tends to the part D of W~ orthogonal to W^mm. On the
support vectors <W~, x_n> = log(c_n / alpha_n), where alpha is the dual solution with positive entries (unique
where the x_n are independent). D is therefore zero iff c_n / alpha_n is the same number for all of them.
"""

from typing import Any

import numpy as np

from ntpcheck.arithmetic import FLOAT, exact_array
from ntpcheck.checks.direction import whether_directed
from ntpcheck.checks.existence import floats_only, unsettled
from ntpcheck.checks.limit import OPEN, UNDEFINED, collected
from ntpcheck.checks.path_laws import Quantity
from ntpcheck.checks.path_limit import lawful
from ntpcheck.checks.path_points import Travel, approached, travels
from ntpcheck.evidence import Evidence
from ntpcheck.instances.dataset import Dataset
from ntpcheck.reference.entropy import logits
from ntpcheck.reference.frame import Floats
from ntpcheck.reference.max_margin import max_margin
from ntpcheck.reference.path_law import PathLaw, orthogonal
from ntpcheck.reference.solvers.exact_margin import Rows
from ntpcheck.reference.solvers.rational import exact_rows
from ntpcheck_papers.thrampoulidis2024.shared.finite_part import finite_part


def decomposition(data: Dataset, *, relative: bool = False) -> Evidence:
    """The difference tends to zero; or, relative, the difference over ||W_B||.

    One exact instance: slack: minus the spread of log(c_n / alpha_n) over the support vectors, where they are
    independent with positive multipliers.
    """
    if data.xp is not FLOAT and not relative:
        return _spread(data)
    return vanishes(data, difference, relative=relative)


@floats_only
def vanishes(data: Dataset, difference: Quantity, *, relative: bool) -> Evidence:
    """A difference `[V d]` tends to zero; or, relative, the difference over ||W_B||. Floats only."""
    rows = []
    for travel in travels(data):
        row, law = UNDEFINED if travel.frame.support.all() else OPEN, travel.law
        settled = law is not None and (not relative or _fading(law, travel.far.r))
        if law is not None and settled and travel.frame.compatible and lawful(travel, law):
            found = [difference(travel, law, i) for i in range(len(travel.far.r))]
            B = travel.far.radius if relative else 1.0
            row = approached(travel, found, [0 * one for one in found], over=B)
        rows.append(row)
    return collected(data, rows)


def _fading(law: PathLaw, r: Floats) -> bool:
    """Whether the law's own D / r falls over the late points.

    With zero duals D is linear in r for as long as r c_n is small, which is beyond these points where a
    context is rare enough.
    """
    D = [orthogonal(law.frame, law.frame.matrix(0 * law.finite, law.part(at))) / at for at in r]
    return D[-1] <= D[0] / 2


def difference(travel: Travel, law: PathLaw, i: int) -> Floats:
    """`[V d]` W_B - (W* + ||P_perp W_B|| W^mm / ||W^mm||) without cancellation."""
    frame, far = travel.frame, travel.far
    along, off = _off_f(travel, law, i)
    side = float((off * off).sum())
    longer = side / (np.hypot(along, np.sqrt(side)) + along)
    return (frame.matrix(far.f[i], 0 * far.u[i]) + off - longer / np.sqrt(law.square) * frame.W).ravel()


def perpendicular(travel: Travel, law: PathLaw, i: int) -> Floats:
    """`[V d]` ||P_perp W_B|| W^mm / ||W^mm||."""
    along, off = _off_f(travel, law, i)
    return (np.hypot(along, np.linalg.norm(off)) / np.sqrt(law.square) * travel.frame.W).ravel()


def _off_f(travel: Travel, law: PathLaw, i: int) -> tuple[float, Floats]:
    """The length of P_perp W_B along W^mm, and what is orthogonal to that."""
    frame, far = travel.frame, travel.far
    perp = frame.matrix(0 * far.f[i], far.u[i])
    y = float((perp * frame.W).sum()) / law.square
    return float((far.r[i] + y) * np.sqrt(law.square)), perp - y * frame.W


def _spread(data: Dataset) -> Evidence:
    """Minus the spread of log(c_n / alpha_n) over SV for one exact instance, in nats."""
    found = max_margin(data)
    if not (bool(found.decided) and bool(found.feasible) and np.any(found.W != 0)):
        return whether_directed(data)
    tight = [(int(j), int(v)) for j, v in np.argwhere(np.asarray(found.tight))]
    if any(found.alpha[cell] <= 0 for cell in tight) or not _independent(exact_rows(data), tight):
        return unsettled(exact_array(0))
    xp: Any = data.xp
    scored, shares, gaps = logits(data, finite_part(data).W), [], []
    for j, v in tight:
        # log c_n = log pi_j + l*_jv - l*_jz + log p_jz for any z in S_j.
        z = int(np.argmax(np.asarray(data.support)[j]))
        shares.append(data.pi[j] * data.p[j, z] / found.alpha[j, v])
        gaps.append(scored[j, v] - scored[j, z])
    column = xp.stack(gaps) + xp.log(xp.stack(shares))
    spread = xp.max(column, -1) - xp.min(column, -1)
    return Evidence(0 - spread, 0 * spread, 1 + spread)


def _independent(rows: Rows, cells: list[tuple[int, int]]) -> bool:
    every = [*rows.basis, *cells]
    return int(rows.matrix(every).rank()) == len(every)
