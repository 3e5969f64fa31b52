"""Iterates of descent against points along W^mm of the same norm: their risks, and how they turn.

Late in a run W = s W^mm + u + W_par + rest with s = log tau, W_perp = s W^mm + u + rest and R = ||W_perp||.
The risks of W and of t W^mm + W_par differ by what the tokens outside the R_i add, sum_n c_n exp(-<W_perp,
z_n>) against sum_n c_n exp(-t <W^mm, z_n>), both far below 1: so their logs are compared.

With t = R that is -s against -s ||W^mm||: the greater is the risk of the longer along W^mm, and that is W
where ||W^mm|| < 1. With t = R / ||W^mm|| the leading terms agree, and s drops out: with q = ||W^mm||^2 =
sum_SV alpha_n, u tends to W~ on span(SV), and

    log(sum_SV alpha_n exp(<W~, z_n>)) - <W~, W^mm> / q - log q >= 0

by Jensen's inequality, for sum_SV alpha_n <W~, z_n> = <W~, W^mm>: in the limit the risk of W is at most the
other, and less unless all <W~, z_n> agree. With t larger by any share of R the risk of W is the greater.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np
from flint import fmpq

from ntpcheck.arithmetic import FLOAT, as_numpy, exact_array
from ntpcheck.checks.existence import failures, floats_only, unsettled
from ntpcheck.checks.limit import OPEN, UNDEFINED, Row, collected, matrices
from ntpcheck.claim import Effort
from ntpcheck.dynamics.field import LateField
from ntpcheck.dynamics.flow import Flow
from ntpcheck.evidence import Evidence, Rigor
from ntpcheck.instances.attention import Attention, AttentionRun
from ntpcheck.reference.attention_frame import attention_frames
from ntpcheck.reference.frame import Floats
from ntpcheck.reference.graph_svm import graph_svm
from ntpcheck.reference.law import one_minus_cos
from ntpcheck_papers.li2024.shared.limit import Candidate, followed
from ntpcheck_papers.li2024.shared.svm import svm_direction

ROUNDING = 2.0**-48  # of exponents relative to s: 16 units, a sum over the entries of u and a log-sum-exp
MOVED = 2.0**-30  # what the integrator leaves of the velocity of u, relative to the weights' sum


def long_svm(data: Attention) -> Evidence:
    """||W^mm|| > 1."""
    xp, best = data.xp, graph_svm(data)
    square = xp.sum(best.W * best.W, (-2, -1))
    error = (2 * xp.sqrt(square) + best.error) * best.error if xp is FLOAT else 0 * square
    return Evidence(square - 1, error, square + 1, strict=True)


def outweighs(
    run: AttentionRun, effort: Effort, *, normalised: bool = False, longer: float = 0.0
) -> Evidence:
    """L(W(tau)) > L(t W^mm + W_par(tau)) for all large tau, t = (1 + longer) R, over ||W^mm|| if normalised.

    Slack: the log of the one excess over the risk on S_cyc minus that of the other, at the end of the flow.
    One exact instance fails for good where one edge, or two alike, are all there is.
    """
    if run.xp is not FLOAT:
        if longer:
            return unsettled(exact_array(0))
        return _two_edges(run) if normalised else _one_edge(run)

    def judged(flow: Flow, _: int) -> Row:
        frame, s, u = flow.frame, float(flow.s[-1]), flow.u[-1]
        w, size = u + s * frame.wmm, float(np.linalg.norm(frame.wmm))
        R = float(np.hypot(np.linalg.norm(w), np.linalg.norm(flow.rest)))
        t = (1 + longer) * R / (size if normalised else 1.0)
        here = _log_sum(frame.log_c - frame.cells @ u - s * (1 + frame.excess))
        there = _log_sum(frame.log_c - t * (1 + frame.excess))
        reach = 1 + float(np.abs(frame.cells).sum(1).max(initial=0.0))
        error = 2 * (1 + 1 / size) * reach * (flow.error + s * (ROUNDING + frame.error))
        return Row(here - there, error, s)

    return replace(_by_flow(run, judged), strict=True)


class Turn(NamedTuple):
    """What a run gains per unit of log tau along C / ||C||, and along W_perp / ||W_perp||."""

    ahead: float
    apart: float  # the first minus the second, without cancellation
    error: float
    size: float


def turns_toward(run: AttentionRun, effort: Effort) -> Evidence:
    """<W_perp(tau+1) - W_perp(tau), W^mm / ||W^mm||> >= <.., W_perp / ||W_perp||> for all large tau."""
    return by_turn(run, svm_direction, leads)


def leads(turn: Turn) -> Row:
    """The gain along C is at least the other."""
    return Row(turn.apart, turn.error, turn.size)


@floats_only
def by_turn(run: AttentionRun, candidate: Candidate, judged: Callable[[Turn], Row]) -> Evidence:
    """What is said of each run at the end of its flow, for C = candidate. Floats only."""
    wanted, etas = matrices(candidate(run)), run.eta.reshape(-1).tolist()
    return _by_flow(run, lambda flow, i: judged(_turn(flow, wanted[i], etas[i])))


def _turn(flow: Flow, C: Floats, eta: float) -> Turn:
    """With v = W^mm + u' the velocity and D the part of W_perp orthogonal to C: <v, C/||C||>, and that less
    <v, W_perp / ||W_perp||>, which is <v, C/||C||> (1 - cos) - <v, D> / R. With C = W^mm this is positive
    where ||D|| / (2 log tau) exceeds d||D|| / d log tau, as it does once u settles.
    """
    frame, s, u = flow.frame, float(flow.s[-1]), flow.u[-1]
    field = LateField(frame, eta)
    v = field.velocity(u, s) + frame.wmm
    toward = frame.X @ C.ravel() / np.linalg.norm(C)
    w = u + s * frame.wmm
    along = float(w @ toward)
    side = w - along * toward
    across = float(side @ side) + float(np.linalg.norm(flow.rest)) ** 2
    R = float(np.hypot(along, np.sqrt(across)))
    turn = float(one_minus_cos(np.array(across / along**2))) if along > 0 else 1 - along / R
    ahead = float(v @ toward)
    pulls = float(np.abs(frame.cells).max() * field.weights(u, s).sum()) + 1
    # Rounding of W_perp is relative to R, which divides it.
    error = ((MOVED + frame.error) * float(np.sqrt(across)) / R + ROUNDING) * pulls
    return Turn(ahead, ahead * turn - float(v @ side) / R, error, pulls)


def _by_flow(run: AttentionRun, judged: Callable[[Flow, int], Row]) -> Evidence:
    rows = []
    for i, (frame, flow) in enumerate(zip(attention_frames(run), followed(run), strict=True)):
        none = frame.separable is not None and not frame.moves
        rows.append(UNDEFINED if none else OPEN if flow is None else judged(flow, i))
    return collected(run, rows)


def _log_sum(exponents: Floats) -> float:
    top = float(exponents.max())
    return top + float(np.log(np.exp(exponents - top).sum()))


class _Edge(NamedTuple):
    """All that ends in token k: label i and one other token j; copies of j to each of i, one per sequence."""

    k: int
    i: int
    j: int
    copies: tuple[fmpq, ...]


def _one_edge(run: AttentionRun) -> Evidence:
    """A single edge is all there is: W moves along z = (e_i - e_j) e_k^T.

    W^mm = z / ||z||^2, and W(tau) = x_tau W^mm + F with x_tau -> infinity and F the part of W(0) orthogonal
    to z, R^2 = x_tau^2 / ||z||^2 + ||F||^2. So x_tau > R for all large tau if ||z|| > 1, and the risk at
    x_tau is the smaller. Slack: 1 / ||z||^2 - 1.
    """
    edges = _edges(run)
    if len(edges) != 1:
        return unsettled(exact_array(0))
    z = _row(run, edges[0])
    return _argued(1 / run.xp.sum(z * z, (-2, -1)) - 1)


def _two_edges(run: AttentionRun) -> Evidence:
    """Two edges, orthogonal and equally long, with m_1 < m_2 copies: W(tau) stays off the line of W^mm.

    x_j = <W, z_j> move by themselves, x' = x + kappa m / (m + e^x) with one kappa = p eta ||z||^2 / n for p
    sequences each. If kappa < 4 the map y' = y + kappa / (1 + e^y) of y = x - log m increases, and so do
    those of x: so 0 < x_2 - x_1 < log(m_2 / m_1), once true, stays true, and x_2 - x_1 tends to the upper
    end. The point compared has both margins r, r^2 = (x_1^2 + x_2^2) / 2 + a constant; r - a tends to 0 for
    a = (x_1 + x_2) / 2. With d = (x_2 - x_1) / 2, e^a times the risk of W less that of the point is

        (e^d - 1) (m_1 - m_2 e^-d) + O(r - a) + O(e^-a) over n / p,

    negative for all large tau, as m_2 e^-d > sqrt(m_1 m_2) > m_1. Slack: minus the least of the conditions,
    after one step.
    """
    edges = sorted(_edges(run), key=lambda edge: float(edge.copies[0]))
    level = all(len(set(edge.copies)) == 1 for edge in edges)
    if len(edges) != 2 or not level or len(edges[0].copies) != len(edges[1].copies):
        return unsettled(exact_array(0))
    xp, z = run.xp, [_row(run, edge) for edge in edges]
    square = [xp.sum(row * row, (-2, -1)) for row in z]
    missed = xp.abs(xp.sum(z[0] * z[1], (-2, -1))) + xp.abs(square[1] - square[0])
    kappa = len(edges[0].copies) * run.eta * square[0] / run.sized("n")
    x: list[Any] = []
    m: list[Any] = [edge.copies[0] for edge in edges]
    for row, copies in zip(z, m, strict=True):
        before = xp.sum(run.W0 * row, (-2, -1))
        x.append(before + kappa * copies / (xp.exp(before) + copies))
    apart, ratio = x[1] - x[0], 0 * run.eta + m[1] / m[0]
    conditions = (4 - kappa, ratio - 1, apart, ratio - xp.exp(apart))
    return _argued(missed - xp.min(xp.stack(conditions), -1))


def _edges(data: AttentionRun) -> list[_Edge]:
    """The edges of one exact instance, at most one for each last token; none if there are more."""
    found: dict[int, _Edge] = {}
    for s in range(data.size("n")):
        k, i = int(data.last[s]), int(data.labels[s])
        others = [int(t) for t in np.flatnonzero(as_numpy(data.counts)[s]) if int(t) != i]
        if not others:
            continue
        copies = fmpq(int(data.counts[s][others[0]]), max(int(data.counts[s][i]), 1))
        seen = found.get(k, _Edge(k, i, others[0], ()))
        if len(others) > 1 or (seen.i, seen.j) != (i, others[0]):
            return []
        found[k] = seen._replace(copies=(*seen.copies, copies))
    return list(found.values())


def _row(run: AttentionRun, edge: _Edge) -> Any:
    """`[d, d]` z = (e_i - e_j) e_k^T."""
    E = run.embeddings
    return (E[edge.i] - E[edge.j])[:, None] * E[edge.k][None, :]


def _argued(slack: Any) -> Evidence:
    return failures(Evidence(slack, 0 * slack, 1 + abs(slack), rigor=Rigor.BALL))
