"""Whether gradient descent tends to a direction: the log-time flow against the law, at log k = 10^4 and
beyond.

Along the flow W(s) = s W^mm + B(s), and the law says what B does: on span(SV+) it tends to W~, elsewhere it
stops (or drifts like W2 log s). With B = y W^mm + D, D orthogonal to W^mm, 1 - cos(W(s), W^mm) is
1 - 1/sqrt(1 + t), t = ||D||^2 / (||W^mm||^2 (s + y)^2), which vanishes like 1/s^2. A candidate C is the
limit iff 1 - cos(W(s), C) vanishes, and then it obeys the same bound; else it tends to 1 - cos(W^mm, C) >
0. Neither the law nor the flow knows C, so a wrong C is refuted by however much 1 - cos(W^mm, C) exceeds
the bound, about 1e-8 at s = 10^4. The bound is `SLACK` times the law.
"""

from collections.abc import Callable

import numpy as np

from ntpcheck.arithmetic import FLOAT, Array, exact_array
from ntpcheck.checks.existence import unsettled
from ntpcheck.checks.limit import OPEN, UNDEFINED, Row, collected, matrices, starts
from ntpcheck.claim import Effort
from ntpcheck.dynamics.averaged import averaged_flow
from ntpcheck.dynamics.flow import BACK, START, Flow, flows
from ntpcheck.dynamics.gradient_descent import STEPS, descent
from ntpcheck.evidence import Evidence, Rigor
from ntpcheck.instances.base import cached
from ntpcheck.instances.dataset import Dataset, Run
from ntpcheck.reference.frame import Floats, frames
from ntpcheck.reference.law import Law, apart, largest_curvature
from ntpcheck.reference.max_margin import max_margin

SLACK = 2.0  # of a law: the factor that what it leaves out may make
MISSED = 2.0**-16  # of 1 + ||W~||: where the flow misses the law by more, the run is left open
ROUNDING = 2.0**-49  # of a direction: 8 units, two lengths and quotients, and a difference
REPELLING = 2.0  # eta times the largest curvature on F, beyond which W* repels


def margin_direction(data: Dataset) -> Array:
    """W^mm `[..., V, d]`; zero where there is none."""
    return max_margin(data).W


def direction_limit(run: Run, candidate: Callable[[Run], Array], effort: Effort) -> Evidence:
    """cos(W_k, candidate) -> 1, candidate `[..., V, d]`; undefined where W^mm or the candidate has no
    direction.

    Slack: `SLACK` times the law's 1 - cos at the end of the flow, minus 1 - cos(W, candidate) there.
    """
    if run.xp is not FLOAT:
        return whether_directed(run)
    rows, values, ends, rates = [], [], [], []
    for C, frame, flow in zip(matrices(candidate(run)), frames(run), unsettled_flows(run), strict=True):
        row, value = OPEN, float("nan")
        if frame.separable is not None and not (frame.moves and C.any()):
            row = UNDEFINED
        elif flow is not None and flow.law is not None and flow.completed:
            row, value = compared(flow, flow.law, C)
        rows.append(row)
        values.append(value)
        ends.append(float("nan") if flow is None else float(flow.s[-1]))
        rates.append(float("nan") if flow is None or flow.law is None else flow.law.rate)
    return collected(run, rows, one_minus_cos=values, log_k=ends, rate=rates)


@cached
def unsettled_flows(run: Run) -> list[Flow | None]:
    """The flow of every row; where W* repels, averaged over what the run does on F instead of settling."""
    trajectory, found = descent(run), flows(run)
    first, last = (matrices(trajectory.at(k)) for k in (START, STEPS))
    return [
        averaged_flow(frame, eta, START, first[i], (STEPS, last[i]))
        if flow is not None and eta * largest_curvature(frame) > REPELLING
        else flow
        for i, (flow, (frame, _, eta)) in enumerate(zip(found, starts(run), strict=True))
    ]


def whether_directed(data: Dataset) -> Evidence:
    """One exact instance: nothing but whether W^mm has a direction at all."""
    found = max_margin(data)
    none = bool(found.decided) and not bool(np.any(found.W != 0))
    open_ = unsettled(exact_array(0))
    rigor = Rigor.EXACT if none else Rigor.TREND
    return Evidence(open_.slack, open_.error, open_.scale, defined=not none, rigor=rigor)


def compared(flow: Flow, law: Law, C: Floats, part: Floats | None = None) -> tuple[Row, float]:
    """The flow's end, or a part `[V, d]` of it, against the law there, and the measured 1 - cos."""
    frame, s, W = flow.frame, flow.s[-1], flow.decoder(-1) if part is None else part
    side, misses = predicted_side(flow, law)
    bound = SLACK * float(law.one_minus_cos(s, side))
    value = apart(W, C)
    # An error of W by e turns it by e / ||W||; one of W^mm by e turns it by e / ||W^mm||.
    size = np.sqrt(law.square)
    turn = flow.error / (size * s) + frame.error / size + ROUNDING
    error = float((np.sqrt(2 * value) + SLACK * np.sqrt(2 * bound)) * turn + turn * turn)
    # Both sides vanish where W runs along W^mm; an offset twice as long as that leaves (2 / s)^2 / 2 at s.
    scale = bound + value + SLACK * 2.0 / float(s) ** 2
    return (Row(bound - value, error, scale) if not misses else OPEN), value


def predicted_side(flow: Flow, law: Law) -> tuple[float, bool]:
    """||D|| at the end of the flow as the law has it, and whether the flow misses the law where it should
    not.

    On span(SV+) the law knows W~. The rest depends on the run's history: it is read off the flow `BACK`
    records earlier, and carried on by the drift, which is zero unless some support vector has no positive
    multiplier.
    """
    frame, u = flow.frame, flow.u[-1]
    then, log_ratio = flow.u[-1 - BACK], float(np.log(flow.s[-1] / flow.s[-1 - BACK]))
    carried = then + log_ratio * law.drift
    predicted = law.offset + carried - law.span.T @ (law.span @ carried)
    B = frame.centre + frame.matrix(flow.f[-1], predicted) + flow.rest
    along = float((B * frame.W).sum()) / law.square
    scale = 1 + float(np.linalg.norm(law.offset))
    residual = float(np.linalg.norm(law.span @ (u - law.offset)))
    tolerance = MISSED * scale if law.strict else scale / 2
    moved = float(np.linalg.norm(u - predicted))
    drifted = MISSED * scale if law.strict else 1 + float(np.linalg.norm(law.drift)) * log_ratio
    misses = residual > tolerance or moved > drifted
    return float(np.linalg.norm(B - along * frame.W)), misses
