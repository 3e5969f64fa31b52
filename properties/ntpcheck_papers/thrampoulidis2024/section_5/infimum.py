"""Limits of gradient descent that need no hypothesis on the data: the loss against its infimum, and norms.

For eta <= 1/beta, beta the smoothness of CE, every k and every U: CE(W_k) <= CE(U) + ||W_0 - U||^2 / (2 eta
k). As k grows the right side tends to CE(U), for each U, so that CE(W_k) tends to the infimum.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from ntpcheck.arithmetic import FLOAT, Array, exact_array
from ntpcheck.checks.compare import decided
from ntpcheck.checks.descent_trap import stationary, two_cycle
from ntpcheck.checks.existence import failures, unsettled
from ntpcheck.checks.feasible import separable
from ntpcheck.checks.limit import (
    FAR,
    OPEN,
    ROUNDING,
    Row,
    collected,
    gaps,
    norm_limit,
    starts,
)
from ntpcheck.checks.pull import pulled
from ntpcheck.claim import Effort
from ntpcheck.dynamics.gradient_descent import descent
from ntpcheck.evidence import Evidence, Outcome, outcome_of
from ntpcheck.instances.base import cached
from ntpcheck.instances.dataset import Run
from ntpcheck.reference.frame import Floats, Frame, frames
from ntpcheck.reference.guarantee import attained, log_loss_bound, norm_bound, smoothness
from ntpcheck_papers.thrampoulidis2024.section_2.slopes import steep_everywhere

SHARES = 64  # parts of the infimum; falsehoods take 63 or 65 of them


def infimum_limit(
    run: Run, effort: Effort, *, factor: int = SHARES, level: Callable[[Run], Array] | None = None
) -> Evidence:
    """CE(W_k) tends to inf CE, or to `level` `[...]` nats above H.

    Slack: the least of CE(U) + (factor/64) ||W_0 - U||^2 / (2 eta k) - CE(W_k) over recorded k and U among
    the recorded iterates; with a level, that or minus what the loss has fallen below the level.
    """
    if run.xp is not FLOAT:
        # A context caught in the two-cycle is orthogonal to the others, so its own infimum is part of CE's.
        return two_cycle(run) if level is None and factor == SHARES else unsettled(exact_array(0))
    trajectory, path, rows = descent(run), gaps(run), []
    wanted = None if level is None else level(run).reshape(-1).tolist()
    W = trajectory.W.reshape(len(trajectory.steps), -1, run.size("V") * run.size("d")).cpu().numpy()
    for i, (_, start, eta) in enumerate(starts(run)):
        travelled = ((W[:, i] - start.ravel()) ** 2).sum(-1) / (2 * eta) * factor / 64
        row = _compared(
            path.value[:, i], path.error[:, i], travelled, np.asarray(trajectory.steps, dtype=float)
        )
        if wanted is not None:
            fallen = wanted[i] - float(path.value[-1, i])
            row = Row(-fallen, float(path.error[-1, i]), 1 + abs(wanted[i])) if fallen > 0 else row
        rows.append(row if eta > 0 else OPEN)
    return collected(run, rows)


def _compared(value: Floats, error: Floats, travelled: Floats, steps: Floats) -> Row:
    """value_U + travelled_U / k - value_k over all pairs with k >= 1; the worst."""
    later = steps >= 1
    slack = value[None, :] + travelled[None, :] / steps[later, None] - value[later, None]
    wrong = error[None, :] + error[later, None] + 16 * ROUNDING * (value + travelled)[None, :]
    worst = np.unravel_index(int(np.argmin(slack + wrong)), slack.shape)
    return Row(float(slack[worst]), float(wrong[worst]), 1 + float(value[worst[1]]))


def norm_or_rest(run: Run, effort: Effort, **planted: bool) -> Evidence:
    """||W_k|| tends to infinity; one exact instance fails for good where the gradient at W_0 is zero."""
    if run.xp is not FLOAT:
        return failures(steep_everywhere(run, run.W0))
    return norm_limit(run, effort, **planted)


@cached
def unattained(run: Run) -> Evidence:
    """CE does not attain its infimum, that is, some U has (6a) and margins >= 0, not all zero.

    One exact instance is decided where it is separable, lacks no token, or starts where the gradient is zero.
    """
    if run.xp is not FLOAT:
        if outcome_of(rest := stationary(run)) is Outcome.FAILS:
            return rest
        known = bool(run.support.all()) or outcome_of(separable(run)) is Outcome.HOLDS
        lacking = decided(~run.xp.all(run.support, (-2, -1)), run.embeddings)
        return lacking if known else unsettled(exact_array(0))
    value = {True: Row(-1.0), False: Row(1.0), None: OPEN}
    return collected(run, [value[attained(frame)] for frame in frames(run)])


def off_norm_limit(run: Run, effort: Effort, *, times: int = 1) -> Evidence:
    """||P_perp W_k|| tends to infinity, for separable data.

    Slack: the least of ||P_perp W_k|| + ||P_F W_k|| - times N_k, N_k the norm that the guaranteed loss
    forces, and of N at a far k minus all norms seen, P_F W_k being bounded. Full supports: P_perp W_k stays.
    Where that norm is not forced, as by long steps or on incompatible data, what `pulled` says.
    """
    if run.xp is not FLOAT:
        return failures(steep_everywhere(run, run.W0))
    trajectory, rows = descent(run), []
    W = trajectory.W.reshape(len(trajectory.steps), -1, run.size("V") * run.size("d")).cpu().numpy()
    s = np.log(np.asarray(trajectory.steps[1:], dtype=float))
    for i, (frame, start, eta) in enumerate(starts(run)):
        forced = eta * smoothness(frame) <= 1 + ROUNDING and frame.compatible
        if not (eta > 0 and frame.separable and (forced or (frame.moves and times == 1))):
            rows.append(OPEN)
        elif not forced:
            rows.append(Row(*pulled(frame, W[:, i].reshape(-1, *start.shape))))
        elif not frame.moves:
            grown = float(np.linalg.norm(W[-1, i] - W[0, i] - frame.F.T @ (frame.F @ (W[-1, i] - W[0, i]))))
            rows.append(Row(grown - 1.0, 2.0**-20))  # no decoder of norm 1 off F is ever gained
        else:
            rows.append(_forced_off(frame, start, eta, s, W[:, i], times))
    return collected(run, rows)


def _forced_off(frame: Frame, start: Floats, eta: float, s: Floats, path: Floats, times: int) -> Row:
    flat = path @ frame.F.T
    inside = np.linalg.norm(flat, axis=1)
    outside = np.sqrt(np.maximum(0.0, (path**2).sum(1) - (flat**2).sum(1)))
    least = norm_bound(frame, log_loss_bound(frame, start, eta, s))
    slack = outside[1:] + inside[1:] - times * least
    reach = np.sqrt(2.0) * np.linalg.norm(frame.H, axis=1).max()
    # P_F W_k is bounded: twice what was seen, and W*, allow for what it may still gain.
    largest = outside.max() + 2 * inside.max() + np.linalg.norm(frame.centre)
    far = FAR + 8 * reach * largest
    beyond = float(norm_bound(frame, log_loss_bound(frame, start, eta, np.array(far)))) - float(largest)
    scale = 1 + float(largest)
    return Row(min(float(slack.min()), beyond), 64 * ROUNDING * scale, scale)
