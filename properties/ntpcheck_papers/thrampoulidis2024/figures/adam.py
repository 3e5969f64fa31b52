"""Where Adam goes, beside W^mm.

epsilon = 0. An entry's steps are eta m^ / sqrt(v^): entries whose gradients are proportional in time move
alike, whatever the factor. One context, p uniform on S, logits tied within S and within its complement at the
start: by symmetry they stay tied, so the gradient is sigma_k times a fixed matrix, (-1/S inside, 1/(V - S)
outside) times h. Hence W_k - W_0 = c_k Z, Z = (1 inside, -1 outside) times sign(h), for every beta_1,
beta_2 and eta. c_k tends to infinity: were it bounded, sigma would stay above a positive number,
m^ / sqrt(v^) would tend to 1, and c_k would grow by eta a step. So the direction tends to that of Z, while
W^mm is proportional to (1/S inside, -1/(V - S) outside) times h, and

    cos^2(Z, W^mm) = 4 S (V - S) ||h||_1^2 / (V^2 d' ||h||^2),   d' the number of nonzero entries of h,

which is 1 only if S = V / 2 and the nonzero |h_i| are equal. Then the gradient's nonzero entries have one
size, the steps are along Z whatever epsilon is, and Z is a multiple of W^mm.

epsilon > 0, F = {0}. Once all gradients are far below epsilon the steps are eta / epsilon times a running
mean of the gradient: gradient descent with a large step and a flat loss, which tends to W^mm, like
1 / log^2(k eta / epsilon).

F != {0}. W* is unstable for steps of lambda eta / epsilon > 2 (1 + beta_1) / (1 - beta_1), so P_F W_k keeps
moving, and holds sqrt(v^) at about eta lambda (1 - beta_1) / (2 (1 + beta_1)) in every entry whose token is
in some support, but not in the others. Off F Adam is then descent preconditioned by 1 / sqrt(v^), whose
direction is the separating decoder of least sum sqrt(v^) W^2: not W^mm.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import torch

from ntpcheck.arithmetic import FLOAT, Array, exact_array
from ntpcheck.checks.compare import decided
from ntpcheck.checks.direction import margin_direction
from ntpcheck.checks.existence import floats_only, unsettled
from ntpcheck.checks.limit import OPEN, UNDEFINED, Row, collected
from ntpcheck.claim import Effort
from ntpcheck.dynamics.adam import Moments
from ntpcheck.dynamics.gradient_descent import Trajectory, of_size
from ntpcheck.dynamics.optimisers import ADAM, adam_trajectories, trajectory
from ntpcheck.evidence import Evidence
from ntpcheck.instances.dataset import Run
from ntpcheck.instances.together import across, together
from ntpcheck.reference.entropy import logits
from ntpcheck.reference.frame import Floats, Frame, frames

STEPS = (512, 1024, 2048)
ALIGNED = 2.0**-40  # 1 - cos that rounding makes
APART = 2.0**-10  # 1 - cos above which one that no longer falls counts as a limit of its own
ROUNDING = 2.0**-44  # of 1 - cos: 256 units, for sums over all entries of two matrices
FADED = 2.0**-6  # of epsilon: what a gradient adds to it then turns no step by more


def adam_direction(run: Run, effort: Effort, *, moments: Moments | None = None) -> Evidence:
    """cos(W_k, W^mm) -> 1 along Adam of constant step size. One exact instance of the tied case is decided.

    With epsilon > 0 and F = {0} a run is a descent in the end, and decides nothing before it is one.
    """
    epsilon = (moments or Moments()).epsilon
    if run.xp is not FLOAT:
        tied_case = not epsilon and run.size("m") == 1
        return _tied_exactly(run) if tied_case else unsettled(exact_array(0))
    found = adam_towards(run, margin_direction(run), epsilon)
    slow = [epsilon > 0 and not len(frame.F) for frame in frames(run)]
    early = torch.tensor(slow, device=run.W0.device).reshape(run.batch) & (found.slack < -ALIGNED)
    return replace(found, slack=torch.where(early, torch.nan, found.slack))


def adam_towards(run: Run, candidate: Array, epsilon: float) -> Evidence:
    """cos(W_k, candidate) -> 1 along Adam of constant step size, for a candidate `[..., V, d]`. Floats only.

    Slack, in the tied case with epsilon = 0: minus 1 - cos(Z, candidate). Elsewhere minus the 1 - cos of the
    run's end, where it has not fallen over the last two doublings of k; a run still falling decides nothing.
    With epsilon > 0 and F = {0}, that of W^mm once the run is a descent that tends there.
    """
    wanted = candidate.reshape(-1, *run.W0.shape[-2:]).cpu().numpy()
    path = (_without_epsilon if epsilon == 0 else _default)(run)
    ends = path.W.reshape(len(STEPS), -1, *run.W0.shape[-2:]).cpu().numpy()
    etas, rows, apart = np.broadcast_to(run.eta.cpu().numpy(), run.batch).ravel(), [], []
    for i, frame in enumerate(frames(run)):
        C, value = wanted[i], float("nan")
        limit = tied_limit(run, i) if epsilon == 0 else None
        slow = epsilon > 0 and not len(frame.F)  # a descent in the end, and not before
        if frame.separable is not None and not (frame.moves and C.any()):
            row = UNDEFINED
        elif limit is not None:
            row = Row(-(value := one_minus_cos(limit, C)), ROUNDING)
        elif slow and all(_flows(frame, W, etas[i], epsilon) for W in ends[1:, i]):
            row = Row(-(value := one_minus_cos(frame.W, C)), ROUNDING + frame.error)
        else:
            *_, value = values = [one_minus_cos(W, C) for W in ends[:, i]]
            row = _stalled(values)
        rows.append(row)
        apart.append(value)
    return collected(run, rows, one_minus_cos=apart)


@together  # of one size: what the fused pass rounds depends on where an entry stands, and such runs wander
def _default(run: Run) -> Trajectory:
    return trajectory(run, STEPS, ADAM)


@across(of_size)
def _without_epsilon(runs: list[Run]) -> list[Trajectory]:
    return adam_trajectories(runs, STEPS, Moments(epsilon=0.0))


def one_minus_cos(A: Floats, B: Floats) -> float:
    """1 - cos of two matrices, without cancellation; 1 where one of them is zero."""
    a, b = np.linalg.norm(A), np.linalg.norm(B)
    if a == 0 or b == 0:
        return 1.0
    gap = A / a - B / b
    return float((gap * gap).sum()) / 2


def _flows(frame: Frame, W: Floats, eta: float, epsilon: float) -> bool:
    """Whether gradients are far below epsilon at a decoder, and a step of eta / epsilon is short there, F
    being {0}: the Hessian is at most sum_j pi_j s_j |h_j|^2, s_j what is out of support.
    """
    scores = frame.H @ W.T
    raised = np.exp(scores - scores.max(-1, keepdims=True))
    out = np.where(frame.support, 0.0, raised).sum(-1) / raised.sum(-1)
    lengths = np.linalg.norm(frame.H, axis=-1)
    pulls = float((frame.pi * out * lengths).sum())
    steep = float((frame.pi * out * lengths**2).sum())
    return pulls <= FADED * epsilon and eta * steep <= epsilon / 4


def _stalled(values: list[float]) -> Row:
    first, _, last = values
    if last <= ALIGNED:
        return Row(0.0, ALIGNED)
    return Row(-last, abs(last - first)) if last >= first - ROUNDING and last > APART else OPEN


def tied(data: Any) -> bool:
    """The case of the module's head, on one instance in rationals."""
    support, counts = np.asarray(data.support), np.asarray(data.counts)
    if data.size("m") != 1 or support.all() or not (data.embeddings != 0).any():
        return False
    scores = np.asarray(logits(data, data.W0))[0]
    inside, outside = scores[support[0]], scores[~support[0]]
    level = all(bool(x == part[0]) for part in (inside, outside) for x in part)
    return level and len(set(counts[support].tolist())) == 1


def tied_limit(run: Run, index: int) -> Floats | None:
    """Z `[V, d]` for a row of the tied case."""
    if run.size("m") != 1:
        return None
    row = run.row(tuple(int(i) for i in np.unravel_index(index, run.batch))) if run.batch else run
    if not tied(row.exact()):
        return None
    h, inside = row.embeddings[0].cpu().numpy(), row.support[0].cpu().numpy()
    return np.where(inside, 1.0, -1.0)[:, None] * np.sign(h)


def _tied_exactly(run: Run) -> Evidence:
    """Slack: 4 S (V - S) ||h||_1^2 - V^2 d' ||h||^2, zero where Z and W^mm are parallel."""
    if not tied(run):
        return unsettled(exact_array(0))
    xp: Any = run.xp
    h, support = run.embeddings, np.asarray(run.support)
    nonzero = int((run.embeddings != 0).sum())
    S, V = int(support.sum()), run.size("V")
    length = xp.sum(xp.abs(h), (-2, -1))
    square = xp.sum(h * h, (-2, -1))
    slack = 4 * S * (V - S) * length * length - V * V * nonzero * square
    return Evidence(slack, 0 * slack, V * V * nonzero * square)


def tied_context(run: Run) -> Evidence:
    """The case of the module's head: one context, logits tied in it at the start, p uniform on S != V."""
    return _decided(run, tied)


def balanced(run: Run) -> Evidence:
    """The same, with half of the tokens in support, and nonzero entries of h of one size."""

    def holds(row: Any) -> bool:
        sizes = {abs(x) for x in np.ravel(row.embeddings) if x != 0}
        return tied(row) and 2 * int(row.support.sum()) == row.size("V") and len(sizes) == 1

    return _decided(run, holds)


def _decided(run: Run, holds: Callable[[Any], bool]) -> Evidence:
    if run.xp is not FLOAT:
        return decided(holds(run), run.embeddings)
    said = [holds(row.exact()) for row in run.rows()] if run.batch else [holds(run.exact())]
    return decided(torch.tensor(said).reshape(run.batch), run.W0)


@floats_only
def moves_along(run: Run, pattern: Callable[[Run, int], Floats | None]) -> Evidence:
    """W_k - W_0 is a positive multiple of the pattern `[V, d]` of each row, by its index, where there is one.

    Slack: minus 1 - cos(W_k - W_0, pattern) at the run's end. Floats only.
    """
    ends = _without_epsilon(run).at(STEPS[-1]).reshape(-1, *run.W0.shape[-2:]).cpu().numpy()
    start = run.W0.reshape(-1, *run.W0.shape[-2:]).cpu().numpy()
    rows = []
    for i in range(len(ends)):
        Z = pattern(run, i)
        moved = ends[i] - start[i]
        largest, first = np.abs(moved).max(), np.abs(start[i]).max()
        if Z is None or largest <= np.finfo(float).eps * first:
            rows.append(OPEN)
        else:
            rows.append(Row(-one_minus_cos(moved, Z), ALIGNED * (1 + first / largest)))
    return collected(run, rows)
