"""How far the infimum of the loss lies above the entropy where compatibility or separability fails.

For distributions q_j, log-sum-exp(l) >= <q_j, l> + Ent(q_j) gives for every decoder
    CE(W) = sum_j pi_j (LSE(W h_j) - <p_j, W h_j>) >= sum_j pi_j Ent(q_j) + <W, sum_j pi_j (q_j - p_j) h_j^T>,
so that any q with sum_j pi_j (q_j - p_j) h_j^T = 0 bounds CE from below by sum_j pi_j Ent(q_j). What
obstructs the data is a direction D with sum_j D_jv h_j = 0 along which q = p + eps D / pi gains entropy: - a
Farkas ray moves mass to tokens out of support, where entropy has infinite slope; - a relation that the
log-ratios break moves mass within the supports, at slope -sum D log p != 0.
"""

from typing import Any

import flint
import numpy as np
import torch
from flint import arb, fmpq

from ntpcheck import ulps
from ntpcheck.arithmetic import BALL, FLOAT, Array, exact_array, midpoint
from ntpcheck.checks.decoders import scores
from ntpcheck.checks.feasible import obstructed
from ntpcheck.checks.loss import excess
from ntpcheck.evidence import Evidence
from ntpcheck.instances.base import cached
from ntpcheck.instances.dataset import Dataset, Decoding
from ntpcheck.reference.max_margin import dual, exact_solution
from ntpcheck.reference.solvers.exact_compatible import obstruction

HALVINGS = 48  # of the step along D; the best of them is kept
BITS = 128  # of balls: entropies that differ by 1e-30 are told apart


def above_infimum(data: Dataset, *, flipped: bool = False) -> Evidence:
    """inf CE > H as far as the dual point shows it, or (flipped) inf CE <= H, which it refutes."""
    found = infimum_gap(data)
    if flipped:
        return Evidence(-found.slack, found.error, found.scale)
    return Evidence(found.slack, found.error, found.scale, strict=True)


@cached
def infimum_gap(data: Dataset) -> Evidence:
    """inf CE > H. Slack: the entropy a dual point gains over H, in nats; -1 where nothing obstructs.

    Floats take the dual point of each obstructed row from its exact lift.
    """
    if data.xp is not FLOAT:
        return _exact_gap(data)
    blocked = obstructed(data)
    slack = torch.where(blocked.slack > 0, 0 * blocked.slack, -1 + 0 * blocked.slack)
    error = 0 * slack
    for index in np.argwhere((blocked.slack > 0).cpu().numpy() & (blocked.error == 0).cpu().numpy()):
        at = tuple(int(i) for i in index)
        known = _gaining(data.row(at).exact())
        gain = arb("nan") if known is None else known[1]
        slack[at], error[at] = midpoint(gain), float(gain.rad())
    slack = torch.where(blocked.error > 0, torch.nan, slack)
    error = error + FLOAT.rounding(slack, ulps.steps(1))  # the middle of the ball, as a double
    return Evidence(slack, error, slack.abs(), strict=True)


def _exact_gap(data: Dataset) -> Evidence:
    q = dual_point(data)
    if q is None:
        settled = obstructed(data).slack[()] == -1
        slack = np.asarray(fmpq(-1) if settled else float("nan"), dtype=object)
        return Evidence(slack, exact_array(0), exact_array(1), strict=True)
    return Evidence(gained(data, q), exact_array(0), exact_array(1), strict=True)


def gained(data: Dataset, q: Array) -> Array:
    """sum_j pi_j (Ent(q_j) - Ent(p_j)) of one exact dataset, in nats."""
    here, there = (_entropies(x) for x in (q, data.p))
    return BALL.sum(data.pi * (here - there), -1)


def gap_within(data: Decoding) -> Evidence:
    """CE(W) - H >= pi_j log(1 + (V - S_j) / S_j e^(-M ||W||)) for every j, M = sqrt(2) max ||h_j||.

    No logit difference exceeds M ||W||, so that a token out of support has at least e^(-M ||W||) times the
    probability of any in it.
    """
    xp: Any = data.xp
    paid = excess(data, scores(data, data.W))
    W, H = (xp.sum(xp.sum(x * x, -1), -1) for x in (data.W, data.embeddings[..., None, :]))
    reach = xp.sqrt(2 * xp.max(H, -1) * W)
    like = data.embeddings
    one = xp.asarray(1, like)
    S = xp.sum(xp.where(data.support, one, 0 * one), -1)
    odds = (data.sized("V")[..., None] - S) / S * xp.exp(0 - reach)[..., None]
    least = xp.log1p(odds) * data.pi
    slack = xp.min(paid.total[..., None] - least, -1)
    counted = ulps.entries(data.W) + ulps.dot(data.size("d")) + 4 * ulps.LOG + 8
    error = paid.inside_error + paid.outside_error + xp.rounding(xp.max(least, -1) * (1 + reach), counted)
    return Evidence(slack, error, 1 + paid.total)


def _entropies(p: Array) -> Array:
    return BALL.sum(-p * BALL.log(BALL.where(p == 0, 1, p)), -1)


def dual_point(data: Dataset) -> Array | None:
    """`[m, V]` rational distributions q with sum_j pi_j (q_j - p_j) h_j^T = 0 and more entropy than p.

    One exact dataset; None where nothing obstructs it.
    """
    known = _gaining(data)
    return None if known is None else known[0]


@cached
def _gaining(data: Dataset) -> tuple[Array, arb] | None:
    """The dual point, and what it gains, as a ball of `BITS`."""
    D = _direction(data)
    if D is None:
        return None
    step = D / data.pi[:, None]
    # Half of the way to where a probability reaches zero, then ever less.
    falling = [p / -s for p, s in zip(data.p.ravel(), step.ravel(), strict=True) if s < 0]
    largest = min(falling) / 2
    order = np.argsort(-_gains(data, step, largest), kind="stable")
    with flint.ctx.workprec(BITS):
        tried = (data.p + largest / 2 ** int(k) * step for k in order)
        gains = ((q, arb(gained(data, q)[()])) for q in tried)
        return next(((q, gain) for q, gain in gains if gain > 0), None)


def _gains(data: Dataset, step: Array, largest: Any) -> np.ndarray:
    """What floats say each halving of the step gains."""
    pi, p, ahead = (np.vectorize(midpoint, otypes=[float])(x) for x in (data.pi, data.p, largest * step))
    q = p + ahead * 2.0 ** -np.arange(HALVINGS)[:, None, None]
    return (_entropy(q) - _entropy(p)) @ pi


def _entropy(p: np.ndarray) -> np.ndarray:
    return -(p * np.log(np.where(p > 0, p, 1.0))).sum(-1)


def _direction(data: Dataset) -> Array | None:
    """`[m, V]` rational D, rows summing to zero, sum_j D_jv h_j = 0, along which entropy grows."""
    rows, solution = exact_solution(data)
    if solution is not None and not solution.feasible:
        return dual(rows, solution)
    y = obstruction(data)
    if y is None:
        return None
    D = exact_array(np.zeros((data.size("m"), data.size("V")), dtype=int))
    for (j, z), number in y.items():
        D[j, z] += number
        D[j, rows.anchor[j]] -= number
    slope = _slope(data, D)
    return D if slope < 0 else -D


def _slope(data: Dataset, D: Array) -> Any:
    """The sign-definite sum_jz D_jz log p_jz, not zero where the relation is broken."""
    precision = BITS
    while True:
        with flint.ctx.workprec(precision):
            logs = BALL.log(BALL.where(data.support, data.p, 1))
            value = arb(BALL.sum(D * logs, (-2, -1))[()])
            if value > 0 or value < 0:
                return value
        precision *= 2
