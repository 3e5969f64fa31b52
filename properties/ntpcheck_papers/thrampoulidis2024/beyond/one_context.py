"""Beyond Theorem 2: with one context everything is in closed form."""

from typing import Any

import numpy as np

from ntpcheck import ulps
from ntpcheck.arithmetic import FLOAT, Array
from ntpcheck.checks.compare import at_most, decided, equal
from ntpcheck.checks.existence import by_row, outcomes, unsettled
from ntpcheck.checks.feasible import compatible, separable
from ntpcheck.checks.laws import End, direction_rate, span_limit, turn
from ntpcheck.checks.residuals import residual_rate
from ntpcheck.claim import Assumption, Effort, claim
from ntpcheck.evidence import Evidence, Outcome
from ntpcheck.instances.dataset import Dataset, Run
from ntpcheck.reference.entropy import log_p
from ntpcheck.reference.frame import Floats, Frame
from ntpcheck.reference.max_margin import max_margin
from ntpcheck.reference.subspace import project_off
from ntpcheck_papers.thrampoulidis2024.section_3.solvable import undecided_with
from ntpcheck_papers.thrampoulidis2024.setting import DATASETS, RUNS
from ntpcheck_papers.thrampoulidis2024.shared.finite_part import finite_part


def one_context(data: Dataset) -> Evidence:
    """m = 1. Slack: 1 - m."""
    return at_most(data.sized("m"), 1 + 0 * data.sized("m"), terms=0)


def first_context(data: Any) -> Any:
    """The first context alone."""
    return data.permute("m", [0])


def solvable_iff(data: Dataset, *, separated: bool) -> Evidence:
    """Separable iff h != 0 or every token is in support; or compatible iff h != 0 or p is uniform on S."""
    xp = data.xp
    known = separable(data) if separated else compatible(data)
    nonzero = xp.any(xp.any(data.embeddings != 0, -1), -1)
    most = data.counts.amax(-1, keepdim=True) if xp is FLOAT else data.counts.max(-1, keepdims=True)
    level = ~data.support | (data.counts == most)
    rest = xp.all(data.support if separated else level, (-2, -1))
    found = outcomes(known, Outcome.HOLDS)
    return undecided_with(known, decided(found == (nonzero | rest), data.embeddings))


def _sizes(data: Dataset) -> tuple[Array, Array, Array]:
    """S, V and ||h||^2 of the first context as numbers of the instance's system; ||h||^2 is 1 where h = 0."""
    xp = data.xp
    one = data.sized("V") / data.sized("V")
    S = xp.sum(xp.where(data.support, 1 + 0 * log_p(data), 0)[..., 0, :], -1) * one
    square = xp.sum(data.embeddings[..., 0, :] ** 2, -1)
    vanishes = xp.all(data.embeddings[..., 0, :] == 0, -1)
    return S, data.sized("V"), xp.where(vanishes, 1, square)


def _along(data: Dataset, weights: Array, square: Array) -> Array:
    """`[..., V, d]` weights h^T / ||h||^2 for weights `[..., V]` and the first context's h."""
    return weights[..., None] * data.embeddings[..., :1, :] / square[..., None, None]


def closed_margin(data: Dataset) -> Array:
    """`[..., V, d]` a h^T / ||h||^2 with a = (V - S)/V in support and -S/V outside."""
    S, V, square = _sizes(data)
    inside = data.support[..., 0, :]
    a = data.xp.where(inside, (V - S)[..., None], -S[..., None]) / V[..., None]
    return _along(data, a, square)


def _known(data: Dataset, found: Any, evidence: Evidence) -> Evidence:
    return by_row(found.feasible & found.decided, lambda: evidence, lambda: unsettled(evidence.slack))


def _same(data: Dataset, left: Array, right: Array, extra: Array) -> Evidence:
    """Two matrices are equal; the left one is known up to extra `[...]`."""
    xp = data.xp
    size = xp.max(xp.max(xp.maximum(xp.abs(left), xp.abs(right)), -1), -1)
    slack = -xp.max(xp.max(xp.abs(left - right), -1), -1)
    # A squared length, a mean over S and logs of quotients; they may meet in a difference, hence twice.
    terms = 2 * (ulps.dot(data.size("d")) + ulps.total(data.size("V")) + ulps.LOG_P + 4)
    error = xp.rounding(size, terms)
    return Evidence(slack, error + 2 * extra if xp is FLOAT else error, size)


def _rows(data: Dataset) -> Array:
    """`[..., V, V, d]` x_v = P_perp (e_z - e_v) h^T for every token v, z the first in support."""
    xp = data.xp
    V, anchor = data.size("V"), data.support[..., 0, :]
    first = anchor * 1
    first = (first.cumsum(-1) == 1) & anchor if xp is FLOAT else (np.cumsum(first, -1) == 1) & anchor
    e_z = xp.where(first, 1 + 0 * data.embeddings[..., 0, :1], 0)
    parts = []
    for v in range(V):
        e_v = xp.asarray([int(i == v) for i in range(V)], data.embeddings)
        matrix = (e_z - e_v)[..., :, None] * data.embeddings[..., 0, None, :]
        parts.append(project_off(data, matrix))
    return xp.stack(parts, -3)


def closed_offset(end: End) -> Floats:
    """`[x]` W~ = W^mm log(eta ||h||^2 (V/S) exp(mean over S of log p))."""
    frame = end.frame
    inside = frame.support[0]
    mean = float(np.log(frame.p[0][inside]).mean())
    square = float((frame.H**2).sum())
    value = np.log(square * inside.size / inside.sum()) + mean + np.log(end.eta)
    return value * frame.wmm


def closed_rate(end: End) -> float:
    """S/V with two or more tokens out of support, else 1."""
    inside = end.frame.support[0]
    return float(inside.mean()) if (~inside).sum() > 1 else 1.0


def closed_side(end: End) -> Floats:
    """`[V, d]` W* plus what of W_0 never moves: W_0 less the centred part of W_0 h h^T / ||h||^2."""
    frame: Frame = end.frame
    h, inside = frame.H[0], frame.support[0]
    logs = np.where(inside, np.log(np.where(inside, frame.p[0], 1.0)), 0.0)
    b = np.where(inside, logs - logs[inside].mean(), 0.0)
    along = end.start @ h
    frozen = end.start - np.outer(along - along.mean(), h) / (h @ h)
    return np.outer(b, h) / (h @ h) + frozen


ONE_CONTEXT = Assumption("one-context", one_context, first_context)


@claim("linear/sharper/one-context/separable", domain=DATASETS)
def is_separable(data: Dataset, effort: Effort) -> Evidence:
    """Checked as stated."""
    return solvable_iff(data, separated=True)


@claim("linear/sharper/one-context/compatible", domain=DATASETS)
def is_compatible(data: Dataset, effort: Effort) -> Evidence:
    """Checked as stated."""
    return solvable_iff(data, separated=False)


@claim("linear/sharper/one-context/max-margin", domain=DATASETS)
def margin_matrix(data: Dataset, effort: Effort) -> Evidence:
    """Held against the solver's W^mm, which is known by its optimality conditions."""
    # W^mm is `closed_margin`. Undecided where W^mm does not exist.
    found, wanted = max_margin(data), closed_margin(data)
    return _known(data, found, _same(data, found.W + 0 * wanted, wanted, found.error))


@claim("linear/sharper/one-context/margin-norm", domain=DATASETS)
def margin_norm(data: Dataset, effort: Effort) -> Evidence:
    """Checked as stated."""
    # ||W^mm||^2 = S (V - S) / (V ||h||^2).
    xp, found = data.xp, max_margin(data)
    S, V, square = _sizes(data)
    wanted = S * (V - S) / (V * square)
    reached = xp.sum(found.W * found.W, (-2, -1))
    terms = ulps.entries(found.W) + ulps.dot(data.size("d")) + 8
    close = equal(reached + 0 * wanted, wanted, terms=terms)
    extra = 4 * found.error * (1 + xp.sqrt(reached)) if xp is FLOAT else 0
    return _known(data, found, Evidence(close.slack, close.error + extra, close.scale))


@claim("linear/sharper/one-context/finite-part", domain=DATASETS)
def finite_matrix(data: Dataset, effort: Effort) -> Evidence:
    """Checked as stated."""
    # W* = b h^T / ||h||^2, b = log p less its mean over S in support, 0 outside.
    xp, star = data.xp, finite_part(data)
    S, _, square = _sizes(data)
    inside, p = data.support[..., 0, :], data.p[..., 0, :]
    # Log-ratios first: what all tokens in support share would cancel, and leave its rounding.
    logs = xp.log(xp.where(inside, p / xp.max(p, -1)[..., None], 1))
    b = xp.where(inside, logs - (xp.sum(logs, -1) / S)[..., None], 0)
    wanted = _along(data, b, square)
    evidence = _same(data, star.W, wanted, star.error)
    return by_row(
        outcomes(compatible(data), Outcome.HOLDS), lambda: evidence, lambda: unsettled(evidence.slack)
    )


@claim("linear/sharper/one-context/gram", domain=DATASETS)
def gram(data: Dataset, effort: Effort) -> Evidence:
    """So A = sum alpha_v x_v x_v^T has eigenvalue S/V on what sums to 0 over these tokens, and 1 along W^mm:
    every dual is positive, and the rate r is S/V with two or more tokens out of support and 1 with one.
    """
    # alpha_v <x_v, x_w> = [v = w] S/V + 1/V for tokens v, w out of support, alpha the duals of W^mm.
    xp, found = data.xp, max_margin(data)
    S, V, _ = _sizes(data)
    rows = _rows(data)
    flat = rows.reshape(*rows.shape[:-2], data.size("V") * data.size("d"))
    inner = flat @ flat.swapaxes(-1, -2)
    K = found.alpha[..., 0, :, None] * inner
    same = np.eye(data.size("V"), dtype=int)
    eye = xp.asarray(same, data.embeddings)
    wanted = (eye * S[..., None, None] + 1) / V[..., None, None]
    out = ~data.support[..., 0, :]
    both_out = out[..., :, None] & out[..., None, :]
    gap = xp.where(both_out, K - wanted, 0)
    slack = -xp.max(xp.max(xp.abs(gap), -1), -1)
    one = 0 * slack + 1
    # Each alpha, and the rows: a projection that takes a mean over S words.
    terms = 4 * ulps.entries(found.W) + 4 * ulps.total(data.size("V")) + 8
    return _known(
        data,
        found,
        Evidence(
            slack,
            xp.rounding(one, terms) + (8 * found.error / (one + 0 * found.error) if xp is FLOAT else 0),
            one,
        ),
    )


@claim("linear/sharper/one-context/offset", domain=RUNS)
def offset(run: Run, effort: Effort) -> Evidence:
    """Checked at the end of the log-time flow, against the closed form."""
    return span_limit(run, closed_offset)


@claim("linear/sharper/one-context/rate", domain=RUNS)
def rate(run: Run, effort: Effort) -> Evidence:
    """Checked as the general rate."""
    return residual_rate(run, rate=closed_rate)


@claim("linear/sharper/one-context/direction", domain=RUNS)
def direction(run: Run, effort: Effort) -> Evidence:
    """R = W_0 less the centred part of W_0 h h^T / ||h||^2, which gradient descent never moves. R and W* are
    orthogonal to each other; the part of R along W^mm is zero.
    """
    return direction_rate(run, lambda end: turn(end, closed_side(end)))
