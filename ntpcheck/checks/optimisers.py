"""Whether normalised gradient descent and SGD tend to a direction, held against the log-time flow.

sgd.  Drawing contexts, P_perp of a step is eta sum_{v not in S_j} s_jv x_jv, of mean -eta P_perp grad CE;
      drawing tokens it is the same, for the label moves W along F only. It is O(1/k), so its noise has a
      finite sum of variances and adds a convergent sum to P_perp W_k: the mean motion, that of gradient
      descent, decides. On F the label keeps moving W by O(eta); this multiplies c_n by a bounded, stationary
      factor, which shifts W~ and not the direction.
ngd.  A step is a step of gradient descent of size eta / ||grad CE||: normalised descent is gradient flow in
      the time T_k, the sum of these sizes. F = {0}: the gradient vanishes with exp(-margin), so log T_k and
      ||W_k|| grow linearly; what a finite eta adds to W_k - t_k W^mm stays bounded, as a perceptron's steps
      among the support vectors do, and 1 - cos is O(1/k^2). F != {0}: once ||grad CE|| < eta lambda / 2,
      lambda = lambda_max(H_F), W* repels along the top curvature, and P_F W_k settles on a cycle of steps
      eta, where ||grad CE|| is about eta lambda / 2 and a step is worth 2 / lambda: T_k is about 2 k / lambda
      and 1 - cos falls like 1 / log^2 k, as for gradient descent.
So both are followed to s = log T = 10^4 by the flow from an early iterate, which is held against a later one;
the difference bounds what noise or a finite eta did in between, and enlarges the ||D|| of the law. Where log
T_k is beyond the flow's doubles already, the boundedness of W_k - t_k W^mm is measured on the run itself.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from ntpcheck.arithmetic import Array
from ntpcheck.checks.direction import ROUNDING, SLACK, predicted_side
from ntpcheck.checks.existence import floats_only
from ntpcheck.checks.limit import OPEN, UNDEFINED, Row, collected, matrices
from ntpcheck.claim import Effort
from ntpcheck.dynamics.flow import Flow, flow
from ntpcheck.dynamics.gradient_descent import Trajectory, log_spaced, of_size
from ntpcheck.dynamics.optimisers import normalised_trajectories, sgd_trajectories
from ntpcheck.evidence import Evidence
from ntpcheck.instances.base import cached
from ntpcheck.instances.dataset import Run
from ntpcheck.instances.streams import Stream
from ntpcheck.instances.together import across
from ntpcheck.reference.frame import Floats, Frame, frames
from ntpcheck.reference.law import apart

STEPS, START = 4096, 1024
TOO_LATE = 200.0  # log T from which on the run itself shows its law
GROWN = 1.5  # bounded residuals grow less than this while k doubles; a wrong direction's double
SHARE = 4  # by which t_k ||W^mm|| outgrows the residual

Candidate = Callable[[Run], Array]


class Leg(NamedTuple):
    """Two iterates `[V, d]` of one run and the times of gradient flow that they correspond to."""

    start: float
    first: Floats
    end: float
    last: Floats
    noise: float  # bound on what randomness or a finite step adds later


@floats_only
def sgd_direction(run: Stream, candidate: Candidate, effort: Effort, *, tokens: bool = False) -> Evidence:
    """cos(W_k, candidate) -> 1 along SGD over contexts, or over tokens."""
    return _directions(run, candidate, (_over_tokens if tokens else _over_contexts)(run))


@cached
def _over_contexts(run: Stream) -> list[Followed | None]:
    return _sgd_ends(run, _sgd_paths(run)[0])


@cached
def _over_tokens(run: Stream) -> list[Followed | None]:
    return _sgd_ends(run, _sgd_paths(run)[1])


@across(lambda run: (run.size("m") == 1, of_size(run)))  # where there is one context, nothing is gathered
def _sgd_paths(runs: list[Stream]) -> list[tuple[Trajectory, Trajectory]]:
    """Over contexts, and over tokens."""
    return sgd_trajectories(runs, [0, START, STEPS])


def _sgd_ends(run: Stream, path: Trajectory) -> list[Followed | None]:
    first, last = (matrices(path.at(k)) for k in (START, STEPS))
    legs = [
        Leg(eta * START, a, eta * STEPS, b, _late_noise(frame, eta, b))
        for frame, eta, a, b in zip(frames(run), _step_sizes(run), first, last, strict=True)
    ]
    return [followed(frame, leg) for frame, leg in zip(frames(run), legs, strict=True)]


def _late_noise(frame: Frame, eta: float, W: Floats) -> float:
    """Four deviations of the sum of all P_perp noise after `STEPS`, the k-th term falling like 1/k."""
    scores = frame.H @ W.T
    inside, beyond = (
        np.logaddexp.reduce(np.where(mask, scores, -np.inf), 1) for mask in (frame.support, ~frame.support)
    )
    outside = np.exp(beyond - np.logaddexp(inside, beyond))
    squares = 2 * (frame.H**2).sum(1) * outside**2
    return float(4 * eta * np.sqrt(STEPS * (frame.pi @ squares)))


@floats_only
def normalised_direction(run: Run, candidate: Candidate, effort: Effort) -> Evidence:
    """cos(W_k, candidate) -> 1 along normalised gradient descent of constant step size."""
    return _directions(run, candidate, _normalised_ends(run))


@cached
def _normalised_ends(run: Run) -> list[Followed | None]:
    """Each row's end: followed by the flow from the last step on, or where T is too late for it, measured."""
    path, times = normalised(run)
    at = {int(k): i for i, k in enumerate(path.steps)}
    first, half, last = (matrices(path.at(k)) for k in (START, STEPS // 2, STEPS))
    found: list[Followed | None] = []
    for i, (frame, eta) in enumerate(zip(frames(run), _step_sizes(run), strict=True)):
        log_times = times[at[START], i], times[at[STEPS], i]
        if not frame.moves:
            found.append(None)
        elif log_times[1] > TOO_LATE:
            found.append(bounded_residual(frame, eta, (half[i], last[i])))
        else:
            leg = Leg(float(np.exp(log_times[0])), first[i], float(np.exp(log_times[1])), last[i], eta)
            found.append(followed(frame, leg))
    return found


@across(of_size)
def normalised(runs: list[Run]) -> list[tuple[Trajectory, Floats]]:
    """The first `STEPS` steps of normalised descent, with log T_k `[K, B]`."""
    steps = sorted({*log_spaced(STEPS), STEPS // 2 - 1, STEPS - 2, STEPS - 1})
    return normalised_trajectories(runs, steps)


class Followed(NamedTuple):
    """A late W `[V, d]`, and a bound on 1 - cos(W, W^mm) that goes on to fall to zero if the law holds."""

    frame: Frame
    W: Floats
    bound: float
    turn: float  # bound on the angle by which W is off


def followed(frame: Frame | None, leg: Leg) -> Followed | None:
    """The flow's end from a leg's start on; None where there is nothing to follow or it misses its law."""
    if frame is None or not frame.moves or not leg.start > 0:
        return None
    found: Flow = flow(frame, 1.0, leg.start, leg.first, (leg.end, leg.last))
    if found.law is None or not found.completed:
        return None
    side, misses = predicted_side(found, found.law)
    if misses:
        return None
    size = float(np.sqrt(found.law.square))
    bound = SLACK * float(found.law.one_minus_cos(found.s[-1], side + found.error + leg.noise))
    return Followed(frame, found.decoder(-1), bound, frame.error / size + ROUNDING)


def bounded_residual(frame: Frame, eta: float, pair: tuple[Floats, Floats]) -> Followed | None:
    """W_k - W_{k/2} for a pair `[V, d]`; None unless W_k - t_k W^mm has stopped growing beside t_k.

    The direction of such increments tends to that of W_k, whatever W_0 is, as their norms grow without bound.
    """
    half, W = pair
    (t_half, side_half), (t, side) = (_split(frame, x) for x in (half, W))
    moved, change = _split(frame, W - half)
    size = float(np.linalg.norm(frame.W))
    settled = side <= GROWN * side_half + eta
    if settled and t > GROWN * t_half > 0 and moved * size > SHARE * change:
        bound = ((GROWN * change + eta) / (moved * size)) ** 2 / 2
        return Followed(frame, W - half, SLACK * bound, frame.error / size + ROUNDING)
    return None


def _split(frame: Frame, W: Floats) -> tuple[float, float]:
    """t and ||W - t W^mm|| for the projection t W^mm of W."""
    t = float((W * frame.W).sum()) / float((frame.W * frame.W).sum())
    return t, float(np.linalg.norm(W - t * frame.W))


def _directions(run: Run, candidate: Candidate, found: list[Followed | None]) -> Evidence:
    return directions(run, frames(run), matrices(candidate(run)), found)


def directions(data: Any, known: list[Frame], wanted: Floats, found: list[Followed | None]) -> Evidence:
    """Each row's late W against its wanted direction `[B, V, d]`; undefined where either has none."""
    rows, values = [], []
    for C, frame, end in zip(wanted, known, found, strict=True):
        row, value = OPEN, float("nan")
        if frame.separable is not None and not (frame.moves and C.any()):
            row = UNDEFINED
        elif end is not None:
            value = apart(end.W, C)
            error = float(2 * np.sqrt(2 * value) * end.turn + end.turn**2)
            row = Row(end.bound - value, error)
        rows.append(row)
        values.append(value)
    return collected(data, rows, one_minus_cos=values)


def _step_sizes(run: Run) -> list[float]:
    return run.eta.reshape(-1).tolist()
