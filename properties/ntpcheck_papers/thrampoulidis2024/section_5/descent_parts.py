"""Gradient descent's iterates taken apart: W* + ||P_perp W_k|| W^mm / ||W^mm||, and how near W* is on F.

W_k = W* + log k W^mm + W~ + o(1), W~ with all its parts, and ||P_perp W_k|| = log k ||W^mm|| + <W~, W^mm> /
||W^mm|| + o(1): the difference from that point tends to the part D of W~ orthogonal to W^mm. The columns of
the gradient sum to zero, as do those of W* and W^mm, so D keeps the column means of W_0.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np

from ntpcheck.arithmetic import FLOAT, exact_array
from ntpcheck.checks.existence import floats_only, unsettled
from ntpcheck.checks.limit import OPEN, UNDEFINED, Row, collected, starts
from ntpcheck.claim import Effort
from ntpcheck.dynamics.flow import BACK, Flow, flows
from ntpcheck.evidence import Evidence
from ntpcheck.instances.dataset import Run
from ntpcheck.reference.frame import Floats
from ntpcheck.reference.law import Law, law
from ntpcheck.reference.subspace import project
from ntpcheck_papers.thrampoulidis2024.shared.convexity import inner
from ntpcheck_papers.thrampoulidis2024.shared.finite_part import finite_part
from ntpcheck_papers.thrampoulidis2024.shared.path_decomposition import decomposition

SLACK, MISSED = 2.0, 2.0**-16
VANISHED = 2.0**-20  # of the sizes around it: a limit constant below this share is taken for zero


def parts_limit(run: Run, effort: Effort, *, relative: bool = False) -> Evidence:
    """W_k - (W* + ||P_perp W_k|| W^mm / ||W^mm||) tends to zero; relative: over ||W_k||.

    One exact instance: minus the squared column sums of W_0, which never change; where they
    are zero, minus the spread of log(c_n / alpha_n) over the support vectors, on which <W~, x_n> is that plus
    log eta.
    """
    if run.xp is not FLOAT:
        return unsettled(exact_array(0)) if relative else _exactly(run)
    return vanishes(run, difference, relative=relative)


def vanishes(run: Run, difference: Callable[[Flow, Law], Floats], *, relative: bool) -> Evidence:
    """A difference `[V d]` at the end of the flow tends to zero; relative: over ||W_k||. Floats only.

    Slack: what the flow's error explains, or relative twice a constant over log k, minus its norm.
    """
    rows = []
    for flow, (frame, _, _) in zip(flows(run), starts(run), strict=True):
        row = UNDEFINED if frame.separable is not None and not frame.moves else OPEN
        if flow is not None and flow.law is not None and flow.completed and frame.compatible:
            size = np.sqrt(flow.law.square)
            gap, s = float(np.linalg.norm(difference(flow, flow.law))), float(flow.s[-1])
            start = float(np.linalg.norm(flow.bounded_part(-1 - BACK)))
            if relative:
                row = Row(SLACK * (1 + start) / (size * s) - gap / (size * s), flow.error / (size * s))
            else:
                row = Row(MISSED * (1 + start) - gap, flow.error, 1 + start)
        rows.append(row)
    return collected(run, rows)


def difference(flow: Flow, law: Law) -> Floats:
    """`[V d]` the difference at the end of the flow, without cancellation of what grows."""
    frame, (along, off) = flow.frame, _off_f(flow, law)
    side = float((off * off).sum())
    # ||P_perp W|| - along = side / (||P_perp W|| + along).
    longer = side / (np.hypot(along, np.sqrt(side)) + along)
    inside = frame.matrix(flow.f[-1], 0 * flow.u[-1])
    return (inside + off - longer / np.sqrt(law.square) * frame.W).ravel()


def perpendicular(flow: Flow, law: Law) -> Floats:
    """`[V d]` ||P_perp W|| W^mm / ||W^mm|| at the end of the flow."""
    along, off = _off_f(flow, law)
    return (np.hypot(along, np.linalg.norm(off)) / np.sqrt(law.square) * flow.frame.W).ravel()


def _off_f(flow: Flow, law: Law) -> tuple[float, Floats]:
    """The length of P_perp W along W^mm at the end of the flow, and what is orthogonal to that."""
    frame = flow.frame
    perp = frame.matrix(0 * flow.f[-1], flow.u[-1]) + flow.rest
    y = float((perp * frame.W).sum()) / law.square
    return float((flow.s[-1] + y) * np.sqrt(law.square)), perp - y * frame.W


def _exactly(run: Run) -> Evidence:
    xp = run.xp
    sums = xp.sum(run.W0, -2)
    total = xp.sum(sums * sums, -1)
    if bool(run.xp.any(run.W0.sum(-2) != 0, -1)):
        return Evidence(0 - total, 0 * total, 1 + total)
    return decomposition(run)


def near_star(run: Run, effort: Effort) -> Evidence:
    """For large k, ||P_F W_k - W*|| <= ||W*||, and then ||P_F W_k|| <= 2 ||W*||.

    P_F W_k tends to W*. So this holds if W* != 0; slack: ||W*||. If W* = 0
    it says that P_F W_k = 0 from some k on. By the law eta k P_F W_k tends to a constant of F; slack: minus
    its norm, if that is not zero. On one context the complement of F is mapped onto itself by a step with
    eta <= 1/(2L), and as steps are one to one no W outside it ever gets there; slack: minus ||P_F W_0||.
    """
    xp: Any = run.xp
    star = finite_part(run)
    size = xp.sqrt(inner(star.W, star.W, run))
    if xp is not FLOAT:
        if bool(np.any(np.asarray(finite_part(run).W != 0))):
            slack = size
        elif run.size("m") == 1:
            slack = 0 - _off_centre(run)
        else:
            return unsettled(exact_array(0))
        return Evidence(slack, 0 * slack, 1 + xp.abs(slack))
    norms, moved = size.reshape(-1).tolist(), _off_centre(run).reshape(-1).tolist()
    errors, rows = star.error.reshape(-1).tolist(), []
    for i, (frame, _, eta) in enumerate(starts(run)):
        if norms[i] > VANISHED:
            rows.append(Row(norms[i], errors[i], norms[i]))
        elif run.size("m") == 1 or not len(frame.F):
            rows.append(Row(-moved[i] if moved[i] > VANISHED else 0.0))
        elif frame.moves and eta > 0:
            pushed = float(np.linalg.norm(law(frame, eta).finite))
            rows.append(Row(-pushed) if pushed > VANISHED else OPEN)
        else:
            rows.append(OPEN)
    return collected(run, rows)


def _off_centre(run: Run) -> Any:
    """`[...]` ||P_F W_0||."""
    flat = project(run, run.W0)
    return run.xp.sqrt(inner(flat, flat, run))


@floats_only
def late_growth(run: Run, effort: Effort) -> Evidence:
    """||W_k|| increases from some k on: d||W|| / d log k, which tends to ||W^mm||, is positive.

    Slack: the slope over the last records of the log-time flow, over ||W^mm||; strict. One exact instance is
    left open.
    """
    rows = []
    for flow, (frame, _, _) in zip(flows(run), starts(run), strict=True):
        row = UNDEFINED if frame.separable is not None and not frame.moves else OPEN
        if flow is not None and flow.law is not None and flow.completed:
            size, (s0, s1) = np.sqrt(flow.law.square), flow.s[[-1 - BACK, -1]]
            norms = [float(np.linalg.norm(flow.decoder(r))) for r in (-1 - BACK, -1)]
            slope = (norms[1] - norms[0]) / (float(s1 - s0) * size)
            wrong = 2.0**-40 * norms[1] / (float(s1 - s0) * size) + flow.error / (float(s1) * size)
            row = Row(slope, float(wrong))
        rows.append(row)
    return replace(collected(run, rows), strict=True)
