"""How fast and how near: laws of normalised descent, SGD over tokens, and Adam, and the race of Fig. 5.

cycle.   On F, normalised descent with ||grad CE|| < eta lambda / 2 ends on a cycle of two points eta apart
         across W*, along the top eigenvector of H_F where eta is small: see `checks.optimisers`. With
         gradients lambda (eta / 2 + t) and lambda (eta / 2 - t) at the two points, two steps are worth
         eta / (lambda (eta / 2 + t)) + eta / (lambda (eta / 2 - t)) = (4 / lambda) / (1 - 4 t^2 / eta^2)
         together: at least 2 / lambda each. A perturbation along another eigenvalue mu lambda is multiplied
         by 1 - 4 mu (1 - mu) / (1 - 4 t^2 / eta^2) a cycle.
spread.  SGD over tokens near W*: the noise of a step has the covariance sum_j pi_j (diag p_j - p_j p_j^T)
         times h_j h_j^T, which is H_F, the Hessian itself. The stationary covariance of P_F W, from
         S = (I - eta H_F) S (I - eta H_F) + eta^2 H_F, is therefore eta (2 I - eta H_F)^{-1}: eta / 2 in
         every direction of F, to first order. Drawing contexts instead, no noise is left at W*.
"""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
import torch

from ntpcheck.checks.decoders import scores
from ntpcheck.checks.existence import floats_only
from ntpcheck.checks.limit import OPEN, Row, collected
from ntpcheck.checks.loss import excess
from ntpcheck.checks.optimisers import STEPS, normalised
from ntpcheck.dynamics.optimisers import ADAM, GD, NGD, Optimiser, trajectory
from ntpcheck.evidence import Evidence
from ntpcheck.instances.base import cached
from ntpcheck.instances.dataset import Run
from ntpcheck.instances.streams import Stream
from ntpcheck.reference.frame import Floats, frames, in_support_hessian
from ntpcheck.reference.law import largest_curvature
from ntpcheck.reference.max_margin import max_margin
from ntpcheck_papers.thrampoulidis2024.figures.adam import one_minus_cos

RACE = 10_000  # steps of Fig. 5
SLOW = 0.01  # step size of normalised descent and Adam there
PART = 8  # laws in eta are read to 1 in this
KEEP = 1 - 1 / PART
REPLICAS = 16  # runs of SGD with other draws
MIXED, LONG, EVERY = 4096, 6144, 8  # their steps: looked at from here, to here, so often
WITHIN = 0.4  # of the spread: what the average may miss


class Cycle(NamedTuple):
    """The last steps of normalised descent along F."""

    step: float  # the length of the last one, over eta
    both: float  # that of the last two together, over eta
    worth: float  # what one is worth on average, times lambda_max(H_F)


def cycles(run: Run) -> Evidence:
    """P_F W_k alternates between two points eta apart; T_k grows by at least 2 / lambda_max(H_F) a step."""
    return by_cycle(run, alternates)


def alternates(one: Cycle) -> float:
    """The points are eta apart, and a step is worth 2 / lambda_max(H_F); both to 1/8."""
    return min(one.step - KEEP, 1 / PART - one.both, one.worth / 2 - KEEP)


@floats_only
def by_cycle(run: Run, slack: Callable[[Cycle], float]) -> Evidence:
    """What is said of the end of every row where F is not {0}. Floats only."""
    path, times = normalised(run)
    at = {int(k): i for i, k in enumerate(path.steps)}
    ends = [path.at(k).reshape(-1, *run.W0.shape[-2:]).cpu().numpy() for k in (STEPS - 2, STEPS - 1, STEPS)]
    rows = []
    for i, (frame, eta) in enumerate(zip(frames(run), run.eta.reshape(-1).tolist(), strict=True)):
        if not len(frame.F) or not eta > 0:
            rows.append(OPEN)
            continue
        a, b, c = ((frame.F @ end[i].ravel()) for end in ends)
        half, last = times[at[STEPS // 2], i], times[at[STEPS], i]
        rate = float(np.exp(last) * -np.expm1(half - last)) / (STEPS // 2)
        step, both = (float(np.linalg.norm(c - x)) / eta for x in (b, a))
        rows.append(Row(slack(Cycle(step, both, rate * largest_curvature(frame))), 2.0**-30))
    return collected(run, rows)


@floats_only
def floors(run: Run) -> Evidence:
    """(CE_F(W_k) + CE_F(W_k+1)) / 2 - H >= lambda eta^2 / 8 at the end, to 1/8.

    With distances eta / 2 + t and eta / 2 - t from W* along an eigenvector of lambda the mean of
    lambda (..)^2 / 2 is lambda (eta^2 / 4 + t^2) / 2. Slack: the left side over the right one, less 7/8.
    """
    path, _ = normalised(run)
    above = torch.stack([excess(run, scores(run, path.at(k))).inside for k in (STEPS - 1, STEPS)])
    costs = above.mean(0).reshape(-1).cpu().numpy()
    rows = []
    for i, (frame, eta) in enumerate(zip(frames(run), run.eta.reshape(-1).tolist(), strict=True)):
        if not len(frame.F) or not eta > 0:
            rows.append(OPEN)
            continue
        least = largest_curvature(frame) * eta**2 / 8
        rows.append(Row(costs[i] / least - KEEP, 2.0**-30))
    return collected(run, rows)


@floats_only
def spread_of(run: Stream, optimiser: Optimiser, wanted: Callable[[float], float]) -> Evidence:
    """The mean of ||P_F W_k - W*||^2 along an optimiser is what is wanted, for that spread. Floats only.

    Slack: 0.4 of the spread less how far the mean over the last third of 16 runs, with other draws but the
    same start, is from what is wanted.
    """
    found = _squares(run, optimiser)
    rows = []
    for i, (frame, eta) in enumerate(zip(frames(run), run.eta.reshape(-1).tolist(), strict=True)):
        if not len(frame.F) or not frame.compatible:
            rows.append(OPEN)
            continue
        curvatures = np.linalg.eigvalsh(_hessian(frame.T, frame.support, frame.pi, frame.p, len(frame.F)))
        spread = float((eta / (2 - eta * curvatures)).sum())
        rows.append(Row(WITHIN * spread - abs(found[i] - wanted(spread)), 2.0**-40))
    return collected(run, rows, squared_distance=found.tolist())


def _squares(run: Stream, optimiser: Optimiser) -> Floats:
    """`[B]` the mean of ||P_F W_k - centre||^2 over replicas and late steps."""
    shape = run.W0.shape[-2:]
    copies = {
        name: array.reshape(-1, *array.shape[len(run.batch) :]).repeat_interleave(REPLICAS, 0)
        for name, array in run.arrays().items()
    }
    copies["seed"] = copies["seed"] + torch.arange(REPLICAS, device=copies["seed"].device).repeat(
        len(copies["seed"]) // REPLICAS
    )
    steps = list(range(MIXED, LONG + 1, EVERY))
    path = trajectory(Stream(**copies), steps, optimiser)
    W = path.W.reshape(len(steps), -1, REPLICAS, shape[0] * shape[1]).cpu().numpy()
    parts = [(W[:, i] - f.centre.ravel()) @ f.F.T for i, f in enumerate(frames(run))]
    return np.array([(part**2).sum(-1).mean() for part in parts])


def _hessian(T: Floats, support: np.ndarray, pi: Floats, p: Floats, dimension: int) -> Floats:
    return in_support_hessian(T[:, :dimension].reshape(*support.shape, dimension), pi, p)


@cached
def race(run: Run) -> Floats:
    """`[3, B]` 1 - cos(W_k, W^mm) of descent, normalised descent and Adam after `RACE` steps.

    Descent takes the run's step size, the others 0.01.
    """
    slow, svm, shape = run.replace(eta=0 * run.eta + SLOW), max_margin(run), run.W0.shape[-2:]
    moves = svm.feasible & svm.decided & (svm.tight & (svm.alpha > 0)).any(-1).any(-1)
    known = moves.reshape(-1).tolist()
    goal = svm.W.reshape(-1, *shape).cpu().numpy()
    out = []
    for optimiser, entry in ((GD, run), (NGD, slow), (ADAM, slow)):
        W = trajectory(entry, [RACE], optimiser).W.reshape(-1, *shape).cpu().numpy()
        rows = zip(W, goal, known, strict=True)
        out.append([one_minus_cos(w, best) if there else np.nan for w, best, there in rows])
    return np.array(out)


@floats_only
def order_of_arrival(run: Run, order: tuple[tuple[int, int], ...]) -> Evidence:
    """For each (a, b) of `order`, a's 1 - cos is below b's after `RACE` steps; 0, 1, 2 as in `race`."""
    values = race(run)
    slack = np.min([values[b] - values[a] for a, b in order], axis=0)
    return collected(run, [Row(float(x), 2.0**-40) for x in slack])
