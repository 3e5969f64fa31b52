"""The smoothness constant L = lambda_max(sum_j pi_j h_j h_j^T) / 2: no smaller one does; steps it allows.

For D = (g, -g, 0, ..) and x_j = g . h_j, the curvature bound sum_j pi_j ||D h_j||^2 / 2 = sum_j pi_j x_j^2
is L ||D||^2, ||D||^2 = 2 |g|^2, if g is a leading eigenvector. Where the first two tokens share the
probability q_j of context j equally,
    LSE(l + D h_j) + LSE(l - D h_j) - 2 LSE(l) = 2 log(1 + q_j (cosh x_j - 1)) >= 2 q_j log cosh x_j
                                              >= q_j (x_j^2 - x_j^4 / 6),
so that second differences of CE reach q_j times the bound as g tends to 0.
"""

from typing import Any, NamedTuple

import numpy as np
import torch

from ntpcheck import ulps
from ntpcheck.arithmetic import FLOAT, Array
from ntpcheck.checks import exact
from ntpcheck.checks.compare import at_most, decided
from ntpcheck.checks.existence import floats_only
from ntpcheck.checks.limit import OPEN, Row, collected, gaps, starts
from ntpcheck.checks.loss import loss, loss_terms
from ntpcheck.domains.imposed.decoders import curvature
from ntpcheck.dynamics.gradient_descent import descent
from ntpcheck.evidence import Evidence, both
from ntpcheck.instances.dataset import Dataset, Decoding, Run, Scaled
from ntpcheck.reference.frame import Floats
from ntpcheck.reference.guarantee import log_loss_bound, smoothness
from ntpcheck_papers.thrampoulidis2024.shared.convexity import inner
from ntpcheck_papers.thrampoulidis2024.shared.slopes import slope

ROUNDING = 2.0**-52  # one unit of docs/rounding.md
FAR = 1e4  # log k at which a guarantee's limit is taken


def positive_row(data: Decoding) -> Evidence:
    """w . h_j > 0 for every context, w the first row of W."""
    logits = data.xp.sum(data.embeddings * data.W[..., :1, :], -1)
    size = data.xp.sum(data.xp.abs(data.embeddings * data.W[..., :1, :]), -1)
    terms = ulps.dot(data.size("d"))
    error, scale = (data.xp.max(x, -1) for x in (data.xp.rounding(size, terms), size))
    return Evidence(data.xp.min(logits, -1), error, scale, strict=True)


def turned_contexts(data: Any) -> Any:
    """Contexts turned to w's side, w the first row of W; those orthogonal to it are moved by w; w != 0."""
    w = data.W[..., 0, :]
    first = torch.arange(w.shape[-1], device=w.device) == 0
    w = torch.where((w == 0).all(-1, keepdim=True) & first, 1.0, w)
    along = (data.embeddings * w[..., None, :]).sum(-1, keepdim=True)
    turned = torch.where(along < 0, -data.embeddings, data.embeddings)
    turned = torch.where(along == 0, turned + w[..., None, :], turned)
    W = torch.cat([w[..., None, :], data.W[..., 1:, :]], -2)
    return data.replace(embeddings=turned, W=W)


def second_difference(data: Dataset, W: Array, g: Array, q: Array) -> Evidence:
    """CE(W + D) + CE(W - D) - 2 CE(W) against sum_j pi_j q_j (x_j^2 - x_j^4 / 6)."""
    xp = data.xp
    signs = np.where(np.arange(data.size("V")) == 0, 1, np.where(np.arange(data.size("V")) == 1, -1, 0))
    D = xp.asarray(signs[:, None], data.embeddings) * g
    x = xp.sum(data.embeddings * g, -1)
    wanted = xp.sum(data.pi * q * (x * x - x * x * x * x / 6), -1)
    values = [loss(data, W + D), loss(data, W - D), loss(data, W)]
    terms = [loss_terms(data, V) for V in (W + D, W - D, W)]
    found = values[0] + values[1] - 2 * values[2]
    size = values[0] + values[1] + 2 * values[2]
    scale = size + xp.abs(wanted)
    close = at_most(wanted, found, terms=sum(terms) + ulps.total(data.size("m")) + 8, scale=scale)
    wide = xp.sum(xp.abs(data.embeddings * g), -1)  # x may be what is left of larger products
    extra = xp.rounding(xp.sum(data.pi * wide * wide * (1 + wide * wide), -1), 4 * ulps.dot(data.size("d")))
    return Evidence(close.slack, close.error + extra, close.scale)


def step_bound(data: Scaled) -> Evidence:
    """CE(W - gamma G) <= CE(W) - gamma ||G||^2 + gamma^2 sum_j pi_j ||G h_j||^2 / 4.

    G is the gradient of CE at W.
    """
    xp, found = data.xp, slope(data, data.W)
    G, gamma = found.matrix, data.gamma
    there = data.W - gamma[..., None, None] * G
    moved = G @ data.embeddings.swapaxes(-1, -2)
    bend = xp.sum(data.pi * xp.sum(moved * moved, -2), -1)
    square = inner(G, G, data)
    left, right = loss(data, there), loss(data, data.W)
    change = gamma * gamma * bend / 4 - gamma * square
    terms = (
        loss_terms(data, there)
        + loss_terms(data, data.W)
        + 2 * ulps.entries(G)
        + ulps.dot(data.size("d"))
        + 8
    )
    size = xp.abs(left) + right + gamma * gamma * bend + xp.abs(gamma) * square
    close = at_most(left, right + change, terms=terms, scale=size)
    # An error of G moves W - gamma G, and CE is Lipschitz; it moves the right side at most as much again.
    reach = xp.max(xp.sum(xp.abs(data.embeddings), -1), -1)
    extra = (
        2 * found.error * xp.abs(gamma) * (reach + 2 * xp.sqrt(square)) * (1 + xp.abs(gamma) * reach * reach)
    )
    return Evidence(close.slack, close.error + (extra if xp is FLOAT else 0), close.scale)


def step_below(run: Run) -> Evidence:
    """0 < eta < 2/L, L = lambda_max(sum_j pi_j h_j h_j^T) / 2.

    Exactly: 4 I - eta sum_j pi_j h_j h_j^T is positive definite.
    """
    if run.xp is not FLOAT:
        H = np.asarray(run.embeddings)
        moment = H.T @ (np.asarray(run.pi)[:, None] * H)
        rest = 4 * np.eye(len(moment), dtype=int).astype(object) - run.eta[()] * moment
        definite = exact.positive_semidefinite(rest) and exact.rank(rest) == len(rest)
        return decided(bool(run.eta[()] > 0) and definite, run.embeddings)
    product = run.eta * curvature(run)
    error = FLOAT.rounding(4 + product, ulps.spectrum(run.size("m"), run.size("d")))
    small = Evidence(4 - product, error, 4 + product, strict=True)
    return both(Evidence(run.eta, 0 * run.eta, run.eta.abs(), strict=True), small)


def longest_step(run: Any) -> Any:
    """0 < eta < 2/L; other steps become 7/8 of the largest power of two whose half is below 2/L."""
    largest = curvature(run)
    largest = torch.where(largest > 0, largest, 1.0)
    power = torch.exp2(1 - torch.frexp(largest).exponent.double())
    keep = (run.eta > 0) & (run.eta * largest < 4)
    return run.replace(eta=torch.where(keep, run.eta, 7 / 4 * power))


@floats_only
def loss_below(run: Run) -> Evidence:
    """CE(W_k) -> H, for steps below 2/L, by a bound that holds at every step. See `bounds`."""
    return collected(run, [OPEN if one is None else stays_below(one) for one in bounds(run)])


class Bounded(NamedTuple):
    """CE(W_k) - H at the recorded steps, its error, and a bound on it; nats."""

    value: Floats
    error: Floats
    bound: Floats


def bounds(run: Run) -> list[Bounded | None]:
    """CE(W_k) - H against its bound, for every run of a float batch; None where there is none.

    With delta = 1 - eta L / 2 > 0 a step lowers CE by eta delta ||G||^2, and so
        k (CE(W_k) - CE(U)) <= ||W_0 - U||^2 / (2 eta) + (CE(W_0) - inf CE) / (2 delta)
    for every U; U = centre + log k W^mm.
    """
    path, rows = gaps(run), list[Bounded | None]()
    s = np.log(descent(run).steps[1:])
    for i, (frame, start, eta) in enumerate(starts(run)):
        delta = 1 - eta * smoothness(frame) / 2
        if not (frame.compatible and frame.separable) or delta <= 0:
            rows.append(None)
            continue
        descended = float(path.value[0, i]) / (2 * delta)
        bound = np.exp(log_loss_bound(frame, start, eta, s)) + descended * np.exp(-s)
        rows.append(Bounded(path.value[1:, i], path.error[1:, i], bound))
    return rows


def stays_below(one: Bounded) -> Row:
    """Slack: the least of the bound minus CE(W_k) - H."""
    error = one.error + ulps.steps(16) * ROUNDING * one.bound
    slack = one.bound - one.value
    worst = int(np.argmin(slack + error))
    return Row(float(slack[worst]), float(error[worst]), 1 + float(one.bound[worst]))
