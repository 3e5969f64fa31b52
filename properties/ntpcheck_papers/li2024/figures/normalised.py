"""Normalised gradient descent on the attention risk: its direction, and where its part in S_cyc ends.

As in `checks.optimisers`: it is gradient flow in the time T_k. On acyclic data the gradient vanishes with
exp(-margin), log T_k and ||W_k|| grow linearly with k, and 1 - corr is O(1 / k^2). With a component of
several tokens, once ||grad L|| < eta lambda / 2, lambda the largest curvature of the risk on S_cyc at W^cyc,
W^cyc repels a step of length eta: the projection on S_cyc ends on two points eta apart across W^cyc, neither
farther from it than eta; ||grad L|| stays about eta lambda / 2, a step is worth about 2 / lambda, and
||W_k|| grows like ||W^mm|| log k only, and 1 - corr falls like 1 / log^2 k, as for gradient descent.
"""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
import torch

from ntpcheck.arithmetic import FLOAT, as_numpy, exact_array
from ntpcheck.checks.cycles import KEPT, kept_apart
from ntpcheck.checks.existence import floats_only, unsettled
from ntpcheck.checks.limit import INTEGRATED, OPEN, Row, collected
from ntpcheck.checks.optimisers import TOO_LATE, Followed, Leg, bounded_residual, directions, followed
from ntpcheck.claim import Effort
from ntpcheck.dynamics.attention_descent import timed_descent
from ntpcheck.dynamics.gradient_descent import Trajectory, log_spaced
from ntpcheck.evidence import Evidence
from ntpcheck.instances.attention import AttentionRun
from ntpcheck.instances.together import together
from ntpcheck.reference.attention_frame import attention_frames
from ntpcheck.reference.frame import Floats, Frame
from ntpcheck_papers.li2024.shared.limit import Candidate

STEPS, START = 2048, 512
LONGER = 4  # times as many steps for runs that are still on their way
TURNED = 8  # a two-cycle returns to its start within eta over this


@together
def normalised(run: AttentionRun) -> tuple[Trajectory, Floats]:
    """The first `STEPS` steps of normalised descent, with log T_k `[K, B]`."""
    return timed_descent(run, sorted({*log_spaced(STEPS), STEPS - 2, STEPS - 1}))


@together
def plain(run: AttentionRun) -> Trajectory:
    """The first `STEPS` steps of gradient descent, at the same steps."""
    return timed_descent(run, normalised(run)[0].steps.tolist(), normalised=False)[0]


@floats_only
def normalised_direction(run: AttentionRun, candidate: Candidate, effort: Effort) -> Evidence:
    """corr(W_k, candidate) -> 1 along normalised descent of constant step size, candidate `[..., d, d]`."""
    (path, times), d = normalised(run), run.size("d")
    at = {int(k): i for i, k in enumerate(path.steps)}
    half, first, last = (path.at(k).cpu().numpy() for k in (STEPS // 2, START, STEPS))
    found: list[Followed | None] = []
    for i, (frame, eta) in enumerate(zip(attention_frames(run), run.eta.reshape(-1).tolist(), strict=True)):
        begun, ended = times[at[START], i], times[at[STEPS], i]
        if not frame.moves:
            found.append(None)
        elif ended > TOO_LATE:
            found.append(bounded_residual(frame, eta, (half[i], last[i])))
        else:
            leg = Leg(float(np.exp(begun)), first[i], float(np.exp(ended)), last[i], eta)
            found.append(followed(frame, leg))
    wanted = candidate(run).reshape(-1, d, d).cpu().numpy()
    return directions(run, attention_frames(run), wanted, found)


def cyclic_part(run: AttentionRun, candidate: Candidate, effort: Effort) -> Evidence:
    """The projection of W_k on S_cyc -> candidate `[..., d, d]` along normalised descent.

    Slack: minus the length of the last step in S_cyc where steps keep theirs and turn back, else minus the
    distance from the candidate where W_k rests there. One exact instance is decided for W^cyc, where
    `straddling` tells its fate.
    """
    if run.xp is not FLOAT:
        return straddling(run)
    d, (path, _) = run.size("d"), normalised(run)
    wanted, rows = candidate(run).reshape(-1, d, d).cpu().numpy(), []
    ends = [path.at(k).cpu().numpy() for k in (STEPS - 2, STEPS - 1, STEPS)]
    for i, (frame, eta) in enumerate(zip(attention_frames(run), run.eta.reshape(-1).tolist(), strict=True)):
        a, b, c = (frame.F @ end[i].ravel() for end in ends)
        scale = 1 + float(np.linalg.norm(ends[-1][i]))
        off = float(np.linalg.norm((frame.F.T @ c).reshape(d, d) - wanted[i]))
        last = float(np.linalg.norm(c - b))
        if last <= INTEGRATED * scale:
            rows.append(Row(-off, INTEGRATED * scale, scale))
        else:
            kept = last >= KEPT * eta and float(np.linalg.norm(c - a)) <= eta / TURNED
            rows.append(Row(-last, KEPT * last, scale) if kept else OPEN)
    return collected(run, rows)


class End(NamedTuple):
    """In eta: how far the last two iterates are from W^cyc on S_cyc, and how far two steps lead there."""

    far: float
    near: float
    back: float


@floats_only
def within(run: AttentionRun, effort: Effort) -> Evidence:
    """From some step on the projection of W_k on S_cyc is nearer to W^cyc than eta.

    Slack, in eta: 1 minus the larger distance of the last two iterates, where two steps lead back.
    """
    found = ends(run, 1 / TURNED)
    rows = [OPEN if end is None else Row(1.0 - end.far, end.back + 2.0**-30) for end in found]
    return collected(run, rows, distance_over_eta=[np.nan if end is None else end.far for end in found])


def ends(run: AttentionRun, most: float) -> list[End | None]:
    """Where the runs of a batch end on S_cyc; None where two steps still lead farther than `most` eta.

    Rows that are still on their way after `STEPS` steps are given `LONGER` times as many.
    """
    known, etas = attention_frames(run), run.eta.reshape(-1).tolist()
    found = _ends(known, etas, normalised(run)[0], (STEPS, most))
    open_ = [end is None for end in found]
    if any(open_) and run.batch:
        last = LONGER * STEPS
        path = timed_descent(run.select(torch.tensor(open_)), [last - 2, last - 1, last])[0]
        kept = [i for i, missing in enumerate(open_) if missing]
        late = _ends([known[i] for i in kept], [etas[i] for i in kept], path, (last, most))
        for i, end in zip(kept, late, strict=True):
            found[i] = end
    return found


def _ends(
    known: list[Frame], etas: list[float], path: Trajectory, last: tuple[int, float]
) -> list[End | None]:
    """On the cycle a step has its length in S_cyc and the next leads back; a run that is still on its way,
    slowly since most of its steps lies elsewhere, is not there yet. last: step, and `most`.
    """
    (k, most), found = last, list[End | None]()
    points = [path.at(step).cpu().numpy() for step in (k - 2, k - 1, k)]
    for i, (frame, eta) in enumerate(zip(known, etas, strict=True)):
        a, b, c = (frame.F @ (point[i] - frame.centre).ravel() for point in points)
        near, far = sorted(float(np.linalg.norm(part)) / eta for part in (b, c))
        back, step = float(np.linalg.norm(c - a)) / eta, float(np.linalg.norm(c - b)) / eta
        there = back <= most and step >= KEPT
        found.append(End(far, near, back) if there or not len(a) else None)
    return found


def straddling(run: AttentionRun, *, shrinking: bool = False) -> Evidence:
    """Fails where one exact run is the case of `checks.cycles`: it never comes near W^cyc = 0.

    E E^T = I, and two inputs hold the same three tokens once each and end alike, labelled i and j. Then W
    moves by multiples of E^T r xbar^T, ||xbar|| = 1, with r = softmax - (1/2, 1/2, 0) as for one context of
    embedding xbar and three tokens. shrinking: eta <= 2 is asked for besides.
    """
    xp = run.xp
    if as_numpy(run.counts).shape != (2, 3) or not bool((as_numpy(run.counts) == 1).all()):
        return unsettled(exact_array(0))
    i, j = (int(label) for label in run.labels)
    if i == j or int(run.last[0]) != int(run.last[1]) or (shrinking and bool(run.eta > 2)):
        return unsettled(exact_array(0))
    unit = np.eye(3, dtype=int)
    if not bool((as_numpy(run.embeddings @ run.embeddings.mT) == unit).all()):
        return unsettled(exact_array(0))
    v = run.embeddings @ xp.sum(run.W0 * run.queries[0], -1)
    (k,) = {0, 1, 2} - {i, j}
    delta, depth = xp.abs(v[[i]] - v[[j]]), (v[[i]] + v[[j]] - 2 * v[[k]]) / 2
    return kept_apart(xp, xp.sum(delta, -1), xp.sum(depth, -1), run.eta)


def norm_ahead(run: AttentionRun, effort: Effort) -> Evidence:
    """At every recorded step ||W_k|| of normalised descent is at least that of plain descent.

    Both start alike and take the same eta. Slack: the least difference of the two over eta k.
    """
    return at_every_step(run, lambda fast, slow: fast - slow)


@floats_only
def at_every_step(run: AttentionRun, lead: Callable[[Floats, Floats], Floats]) -> Evidence:
    """A lead `[K, B]` of the norm of normalised over that of plain descent is at least 0, over eta k."""
    k = normalised(run)[0].steps[1:]
    norms = [path.W[1:].flatten(-2).norm(dim=-1).cpu().numpy() for path in (normalised(run)[0], plain(run))]
    over = lead(*norms) / (run.eta.reshape(-1).cpu().numpy() * k[:, None])
    return collected(run, [Row(float(least), 2.0**-30) for least in over.min(0)])


def norm_outgrows(run: AttentionRun, effort: Effort) -> Evidence:
    """||W_k|| of normalised descent grows faster than any multiple of log k, and so than plain descent's.

    Slack: how much log T_k grows as k doubles to `STEPS`, over 2 log 2, minus 1: large if log T_k is linear
    in k, about -1/2 if T_k is. One exact instance is decided by `straddling`: there the norm is O(log k),
    since a step along S_cyc keeps its length.
    """
    if run.xp is not FLOAT:
        return straddling(run, shrinking=True)
    path, times = normalised(run)
    at = {int(k): i for i, k in enumerate(path.steps)}
    grown = times[at[STEPS]] - times[at[STEPS // 2]]
    slack = grown / (2 * np.log(2.0)) - 1
    return collected(run, [Row(float(x), 2.0**-4) if np.isfinite(x) else OPEN for x in slack])


def norm_linear(run: AttentionRun, effort: Effort) -> Evidence:
    """||W_k|| of normalised descent on acyclic data is at least eta k / (||W^mm|| max_n ||x_n||) - ||W(0)||.

    Without a component of several tokens -<grad L, W^mm> is a sum of positive weights times margins >= 1, and
    ||grad L|| is at most the same sum times the longest x_n. So each step adds at least eta / max ||x_n|| to
    <W_k, W^mm>. Slack: the least difference of the sides over eta k.
    """
    return norm_beyond(run, lambda k: k)


@floats_only
def norm_beyond(run: AttentionRun, growth: Callable[[Floats], Floats]) -> Evidence:
    """||W_k|| >= eta growth(k) / (||W^mm|| max_n ||x_n||) - ||W(0)||, normalised steps, acyclic data."""
    path, rows = normalised(run)[0], []
    k, W = path.steps[1:], path.W.cpu().numpy()
    for i, (frame, eta) in enumerate(zip(attention_frames(run), run.eta.reshape(-1).tolist(), strict=True)):
        if len(frame.F) or not frame.moves:
            rows.append(OPEN)
            continue
        longest = float(np.linalg.norm(frame.cells, axis=1).max())
        bound = eta * growth(k) / (float(np.linalg.norm(frame.W)) * longest)
        norms = np.linalg.norm(W[:, i], axis=(1, 2))
        slack = (norms[1:] + norms[0] - bound) / (eta * k)
        rows.append(Row(float(slack.min()), 2.0**-30))
    return collected(run, rows)
