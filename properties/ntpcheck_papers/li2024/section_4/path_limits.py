"""Limits of the whole regularisation path: its direction, its part in S_cyc, and their sum.

With the log-loss and a head that picks the label the risk is that of a linear frame, F = S_cyc: W_R = W^cyc +
r W^mm + W~ + O(1/r), e^r (P_S W_R - W^cyc) tends to a constant, and both are predicted from the data and held
against points of the path. Other losses are decided as in `attention_path`, with the part in S_cyc at W^cyc,
where that is known to be the only minimiser of the cyclic risk: for one pair of tokens, and for S_cyc = {0}.
Where the linear loss makes the cyclic risk constant, P_S W_R is unbounded (`attention_path_level`). What is
left is open.
"""

from collections.abc import Callable
from typing import Any

import numpy as np

from ntpcheck.arithmetic import FLOAT, Array, exact_array
from ntpcheck.checks.attention_travels import centred_travels, log_travels
from ntpcheck.checks.existence import floats_only, undefined, unsettled
from ntpcheck.checks.limit import OPEN, UNDEFINED, Row, collected, matrices
from ntpcheck.checks.path_limit import lawful, turned
from ntpcheck.checks.path_points import ROUNDING, Travel, approached
from ntpcheck.claim import Effort
from ntpcheck.evidence import Evidence, Outcome, both, outcome_of
from ntpcheck.instances.attention import Attention
from ntpcheck.instances.loss import LOG
from ntpcheck.reference.attention_frame import attention_frames
from ntpcheck.reference.attention_loss import cyclic_part as cyclic_part_of
from ntpcheck.reference.attention_loss import gradient
from ntpcheck.reference.attention_path import Approach, approaches_at_minimiser, realizable_part
from ntpcheck.reference.cyclic import project
from ntpcheck.reference.frame import Floats
from ntpcheck.reference.pair_correction import known_correction, pair_correction
from ntpcheck.reference.path_law import PathLaw
from ntpcheck.reference.path_newton import far_points, pull
from ntpcheck_papers.li2024.section_4.path import directed_row
from ntpcheck_papers.li2024.section_4.path_spread import spread
from ntpcheck_papers.li2024.shared import priority
from ntpcheck_papers.li2024.shared.path_level import escapes, escaping_rate
from ntpcheck_papers.li2024.shared.path_outside import admitted, cyclic, level, unpathed
from ntpcheck_papers.li2024.shared.path_runaway import leaves_margin, no_correction
from ntpcheck_papers.li2024.shared.svm import svm_direction

Candidate = Callable[[Attention], Array]
FINE = 2.0**-38  # accuracy of the part in S_cyc relative to 1 + ||W^cyc||
TWICE = 2.0  # of a law: the factor that what it leaves out may make
SURE = 2.0**-20  # relative excess of a rate that refutes
FADING, FACTOR = np.array([12.0, 24.0]), 8.0  # r at which pulls along S_cyc are compared, and a leniency


def direction(data: Attention, candidate: Candidate, effort: Effort) -> Evidence:
    """W_R / R -> candidate / ||candidate||, candidate `[..., d, d]`."""
    if data.xp is not FLOAT:
        return _exactly(data, candidate)
    rows = []
    for i, (C, travel) in enumerate(zip(matrices(candidate(data)), log_travels(data), strict=True)):
        if travel is None:
            rows.append(_of_other_loss(data, i, C))
        elif travel.frame.separable is not None and not (travel.law and C.any()):
            rows.append(UNDEFINED)
        else:
            rows.append(turned(travel, travel.law, C)[0] if travel.law and _kept(travel) else OPEN)
    return _admitted(data, rows)


def _admitted(data: Attention, rows: list[Row], plain: Any = False) -> Evidence:  # noqa: FBT002
    """The rows that laws speak of, or that are plain, `[...]` bool; others, unless undefined, are open."""
    holds = (admitted(data) | plain).reshape(-1).tolist()
    kept = [row if there or not row.defined else OPEN for row, there in zip(rows, holds, strict=True)]
    return collected(data, kept)


def _exactly(data: Attention, candidate: Candidate) -> Evidence:
    if not bool(np.any(svm_direction(data) != 0)):
        return undefined()
    start = 0 * data.embeddings.mT @ data.embeddings
    if bool(np.all(candidate(data) == svm_direction(data))):
        found = unpathed(data, start, free=True) or leaves_margin(data)
        if found is not None:
            return found
    return escapes(data, candidate(data))


def _kept(travel: Travel) -> bool:
    return bool(travel.law and travel.believed and lawful(travel, travel.law))


def _of_other_loss(data: Attention, i: int, C: Floats) -> Row:
    """One row of another loss: with the only minimiser of the cyclic risk known, or with a level risk."""
    way = approaches_at_minimiser(data)[i]
    if not _known(data, i):
        return _escaped(data, i, C)
    return OPEN if _flat_in_a_component(data, i, way) else directed_row(way, centred_travels(data)[i], C)[0]


def _flat_in_a_component(data: Attention, i: int, way: Approach) -> bool:
    """Whether l' vanishes at some u_i that depends on P_S W: the two parts of W_R then do not come apart."""
    samples = cyclic_part_of(realizable_part(data)).samples.reshape(-1, data.size("n"))[i].cpu().numpy()
    return bool(samples[way.frame.context[way.order != 1]].any())


def _known(data: Attention, i: int) -> bool:
    return bool(pair_correction(realizable_part(data)).known.reshape(-1)[i])


def _escaped(data: Attention, i: int, C: Floats) -> Row:
    """Minus by what share some direction approaches the floor faster than C."""
    found = escaping_rate(data, i, C)
    return Row(-found, found / 4) if found > SURE else OPEN


def cyclic_part(data: Attention, candidate: Candidate, effort: Effort) -> Evidence:
    """P_S W_R -> candidate `[..., d, d]`.

    Slack: twice the distance from W^cyc that the law leaves at the last point, minus that of the candidate.
    """
    if data.xp is not FLOAT:
        found = level(data, priority.largest(data, priority.same_component(data), 3))
        if outcome_of(found) is Outcome.FAILS:
            return found
        return no_correction(data) or escapes(data, svm_direction(data))
    rows = []
    for i, (C, travel) in enumerate(zip(matrices(candidate(data)), log_travels(data), strict=True)):
        frame = attention_frames(realizable_part(data))[i]
        if not len(frame.F):
            rows.append(Row(-float(np.linalg.norm(C))))
        elif travel is not None:
            rows.append(_settled(travel, travel.law, C) if travel.law and _kept(travel) else OPEN)
        elif _known(data, i):
            rows.append(_centred(data, i, C))
        else:
            rows.append(_escaped(data, i, frame.W))
    return _admitted(data, rows, ~cyclic(data))


def _centred(data: Attention, i: int, C: Floats) -> Row:
    """Minus the distance of C from the only minimiser V of the cyclic risk.

    W_R minimises the risk, so its cyclic risk tends to the least value, and P_S W_R to V. Believed if the
    pull along S_cyc fades like e^-r on the path through V.
    """
    frame = approaches_at_minimiser(data)[i].frame
    row = realizable_part(data).row(tuple(int(k) for k in np.unravel_index(i, data.batch)))
    ends = [frame.centre, frame.centre]
    if frame.moves:  # else the risk is that of the cyclic subset, and W_R is V as soon as the ball holds it
        u, _ = far_points(pull(frame), FADING)
        ends = [
            frame.centre + r * frame.W + (frame.X.T @ at).reshape(frame.W.shape)
            for r, at in zip(FADING, u, strict=True)
        ]
    pulls = [float(project(row, gradient(row, row.embeddings.new_tensor(W))).norm()) for W in ends]
    reach = float((row.embeddings**2).sum(-1).amax())
    fades = pulls[1] <= FACTOR * pulls[0] * np.exp(FADING[0] - FADING[1]) + 2.0**8 * ROUNDING * (1 + reach)
    scale = 1 + float(np.linalg.norm(frame.centre)) + float(np.linalg.norm(C))
    return Row(-float(np.linalg.norm(frame.centre - C)), FINE * scale, scale) if fades else OPEN


def _settled(travel: Travel, law: PathLaw, C: Floats) -> Row:
    frame, far = travel.frame, travel.far
    here = frame.centre + frame.matrix(far.f[-1], 0 * far.u[-1])
    left = TWICE * float(np.linalg.norm(law.finite)) * float(np.exp(-far.r[-1]))
    scale = 1 + float(np.linalg.norm(frame.centre)) + float(np.linalg.norm(C))
    return Row(left - float(np.linalg.norm(here - C)), FINE * scale, scale)


def decomposition(
    data: Attention, correction: Candidate, effort: Effort, *, relative: bool = False
) -> Evidence:
    """W_R - C_R W^mm - correction -> 0 for the best C_R, correction `[..., d, d]`; relative: over R."""
    if data.xp is not FLOAT:
        return unsettled(exact_array(0)) if relative else spread(data)
    rows = []
    for i, (C, travel) in enumerate(zip(matrices(correction(data)), log_travels(data), strict=True)):
        seen = centred_travels(data)[i] if travel is None and _known(data, i) else travel
        kept = seen is not None and _kept(seen)
        rows.append(_left(seen, C, relative) if seen and kept else _astray(data, i, relative))
    return collected(data, rows)


def _astray(data: Attention, i: int, relative: bool) -> Row:  # noqa: FBT001
    """A difference of o(R) needs the direction of W^mm: a row where W_R / R leaves that; else open."""
    frame = attention_frames(realizable_part(data))[i]
    if not relative or int(data.loss.reshape(-1)[i]) == LOG or not (frame.separable and frame.moves):
        return OPEN
    row = _of_other_loss(data, i, frame.W)
    return row if row.slack < -row.error else OPEN


def _left(travel: Travel, C: Floats, relative: bool) -> Row:  # noqa: FBT001
    frame, far = travel.frame, travel.far
    along = frame.W / np.linalg.norm(frame.W)
    values = []
    for i in range(len(far.r)):
        rest = far.bounded(i) - C  # W_R - correction, but for r W^mm, which lies along W^mm
        off = rest - float((rest * along).sum()) * along
        values.append((off / far.radius[i] if relative else off).ravel())
    return approached(travel, values, [0 * value for value in values])


ONE = np.ones(1)


def inside(travel: Travel) -> list[Floats]:
    """P_S W_R `[d, d]` at every late point."""
    far, frame = travel.far, travel.frame
    return [frame.centre + frame.matrix(f, 0 * u) for f, u in zip(far.f, far.u, strict=True)]


def outside(travel: Travel) -> list[Floats]:
    """W_R - P_S W_R `[d, d]` at every late point."""
    return [travel.far.decoder(i) - W for i, W in enumerate(inside(travel))]


def over_radius(travel: Travel, parts: list[Floats]) -> list[Floats]:
    """`[1]` the norms of parts, over R, at every late point."""
    return [np.array([np.linalg.norm(W)]) / R for W, R in zip(parts, travel.far.radius, strict=True)]


@floats_only
def by_path(data: Attention, judged: Callable[[Travel], Row]) -> Evidence:
    """What is said of each row whose path is known to stay in S or to leave it. Floats only."""
    rows = []
    for i, travel in enumerate(log_travels(data)):
        seen = centred_travels(data)[i] if travel is None and _known(data, i) else travel
        rows.append(judged(seen) if seen is not None and _kept(seen) else OPEN)
    return collected(data, rows)


def both_limits(data: Attention, effort: Effort) -> Evidence:
    """The direction tends to that of W^mm, and the part in S_cyc to W^cyc."""
    return both(direction(data, svm_direction, effort), cyclic_part(data, known_correction, effort))
