"""Limits of gradient descent that need no hypothesis on the data: the loss against its infimum, and norms.

For eta <= 1/beta, beta the smoothness of CE, every k and every U: CE(W_k) <= CE(U) + ||W_0 - U||^2 / (2 eta
k). As k grows the right side tends to CE(U), for each U, so that CE(W_k) tends to the infimum.
"""

import numpy as np

from ntpcheck.arithmetic import FLOAT, exact_array
from ntpcheck.checks.compare import decided
from ntpcheck.checks.descent_trap import stationary, two_cycle
from ntpcheck.checks.existence import failures, unsettled
from ntpcheck.checks.feasible import separable
from ntpcheck.checks.limit import FAR, OPEN, ROUNDING, Row, collected, gaps, norm_limit, starts
from ntpcheck.checks.pull import pulled
from ntpcheck.claim import Effort
from ntpcheck.dynamics.gradient_descent import descent
from ntpcheck.evidence import Evidence, Outcome, outcome_of
from ntpcheck.instances.base import cached
from ntpcheck.instances.dataset import Dataset, Run
from ntpcheck.reference.frame import Floats, Frame, frames
from ntpcheck.reference.guarantee import attained, log_loss_bound, norm_bound, smoothness
from ntpcheck_papers.thrampoulidis2024.shared.slopes import steep_everywhere


def infimum_limit(run: Run, effort: Effort) -> Evidence:
    """CE(W_k) tends to inf CE."""
    if run.xp is not FLOAT:
        # A context caught in the two-cycle is orthogonal to the others, so its own infimum is part of CE's.
        return two_cycle(run)
    return below_travelled(run, travelled(run))


def travelled(run: Run) -> Floats:
    """`[K, B]` ||W_0 - W_k||^2 / (2 eta) at every record; any number where eta is not positive."""
    steps, B = len(descent(run).steps), len(frames(run))
    moved = (descent(run).W - run.W0).reshape(steps, B, -1).cpu().numpy()
    eta = run.eta.reshape(-1).cpu().numpy()
    return (moved**2).sum(-1) / (2 * np.where(eta > 0, eta, 1.0))


def below_travelled(run: Run, allowed: Floats) -> Evidence:
    """CE(W_k) <= CE(U) + allowed / k over recorded k >= 1, and U among the recorded iterates."""
    path, steps = gaps(run), np.asarray(descent(run).steps, dtype=float)
    rows = [
        _compared(path.value[:, i], path.error[:, i], allowed[:, i], steps) if eta > 0 else OPEN
        for i, (_, _, eta) in enumerate(starts(run))
    ]
    return collected(run, rows)


def _compared(value: Floats, error: Floats, travelled: Floats, steps: Floats) -> Row:
    """value_U + travelled_U / k - value_k over all pairs with k >= 1; the worst."""
    later = steps >= 1
    slack = value[None, :] + travelled[None, :] / steps[later, None] - value[later, None]
    wrong = error[None, :] + error[later, None] + 16 * ROUNDING * (value + travelled)[None, :]
    worst = np.unravel_index(int(np.argmin(slack + wrong)), slack.shape)
    return Row(float(slack[worst]), float(wrong[worst]), 1 + float(value[worst[1]]))


def norm_or_rest(run: Run, effort: Effort) -> Evidence:
    """||W_k|| tends to infinity; one exact instance fails for good where the gradient at W_0 is zero."""
    if run.xp is not FLOAT:
        return failures(steep_everywhere(run, run.W0))
    return norm_limit(run, effort)


@cached
def unattained(data: Dataset) -> Evidence:
    """CE does not attain its infimum, that is, some U has (6a) and margins >= 0, not all zero.

    One exact instance is decided where it is separable, lacks no token, or is a run from where the gradient
    is zero.
    """
    if data.xp is not FLOAT:
        if isinstance(data, Run) and outcome_of(rest := stationary(data)) is Outcome.FAILS:
            return rest
        known = bool(data.support.all()) or outcome_of(separable(data)) is Outcome.HOLDS
        lacking = decided(~data.xp.all(data.support, (-2, -1)), data.embeddings)
        return lacking if known else unsettled(exact_array(0))
    value = {True: Row(-1.0), False: Row(1.0), None: OPEN}
    return collected(data, [value[attained(frame)] for frame in frames(data)])


def off_norm_limit(run: Run, effort: Effort) -> Evidence:
    """||P_perp W_k|| tends to infinity, for separable data.

    Slack: the least of ||P_perp W_k|| + ||P_F W_k|| - N_k, N_k the norm that the guaranteed loss
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
        if not (eta > 0 and frame.separable and (forced or frame.moves)):
            rows.append(OPEN)
        elif not forced:
            rows.append(Row(*pulled(frame, W[:, i].reshape(-1, *start.shape))))
        elif not frame.moves:
            grown = float(np.linalg.norm(W[-1, i] - W[0, i] - frame.F.T @ (frame.F @ (W[-1, i] - W[0, i]))))
            rows.append(Row(grown - 1.0, 2.0**-20))  # no decoder of norm 1 off F is ever gained
        else:
            rows.append(_forced_off(frame, start, eta, s, W[:, i]))
    return collected(run, rows)


def part_norms(frame: Frame, path: Floats) -> tuple[Floats, Floats]:
    """||P_F W|| and ||P_perp W|| `[K]` of decoders `[K, V d]`."""
    flat = path @ frame.F.T
    outside = np.sqrt(np.maximum(0.0, (path**2).sum(1) - (flat**2).sum(1)))
    return np.linalg.norm(flat, axis=1), outside


def _forced_off(frame: Frame, start: Floats, eta: float, s: Floats, path: Floats) -> Row:
    inside, outside = part_norms(frame, path)
    least = norm_bound(frame, log_loss_bound(frame, start, eta, s))
    slack = outside[1:] + inside[1:] - least
    reach = np.sqrt(2.0) * np.linalg.norm(frame.H, axis=1).max()
    # P_F W_k is bounded: twice what was seen, and W*, allow for what it may still gain.
    largest = outside.max() + 2 * inside.max() + np.linalg.norm(frame.centre)
    far = FAR + 8 * reach * largest
    beyond = float(norm_bound(frame, log_loss_bound(frame, start, eta, np.array(far)))) - float(largest)
    scale = 1 + float(largest)
    return Row(min(float(slack.min()), beyond), 64 * ROUNDING * scale, scale)
