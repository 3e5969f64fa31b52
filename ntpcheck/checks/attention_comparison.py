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

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np

from ntpcheck.arithmetic import FLOAT, exact_array
from ntpcheck.checks.attention_limit import Candidate, followed, matrices, svm_direction
from ntpcheck.checks.existence import failures, unsettled
from ntpcheck.checks.limit import OPEN, UNDEFINED, Row, collected
from ntpcheck.claim import Effort
from ntpcheck.dynamics.field import LateField
from ntpcheck.dynamics.flow import Flow
from ntpcheck.evidence import Evidence, Rigor
from ntpcheck.instances.attention import Attention, AttentionRun
from ntpcheck.reference.attention_frame import attention_frames
from ntpcheck.reference.frame import Floats
from ntpcheck.reference.graph_svm import graph_svm
from ntpcheck.reference.law import one_minus_cos

ROUNDING = 2.0**-48
MOVED = 2.0**-30  # what the integrator leaves of the velocity of u, relative to the weights' sum


def long_svm(data: Attention) -> Evidence:
    """||W^mm|| > 1."""
    xp, best = data.xp, graph_svm(data.untraced)
    square = xp.sum(best.W * best.W, (-2, -1))
    error = (2 * xp.sqrt(square) + best.error) * best.error if xp is FLOAT else 0 * square
    return Evidence(square - 1, error, square + 1, strict=True)


def outweighs(
    run: AttentionRun, effort: Effort, *, normalised: bool = False, longer: float = 0.0, flipped: bool = False
) -> Evidence:
    """L(W(tau)) > L(t W^mm + W_par(tau)) for all large tau, t = (1 + longer) R, over ||W^mm|| if normalised.

    Slack: the log of the one excess over the risk on S_cyc minus that of the other, at the end of the flow.
    One exact instance fails for good where a single edge is all there is.
    """
    if run.xp is not FLOAT:
        return unsettled(exact_array(0)) if longer or flipped else _one_edge(run, normalised=normalised)

    def judged(flow: Flow, _: int) -> Row:
        frame, s, u = flow.frame, float(flow.s[-1]), flow.u[-1]
        w, size = u + s * frame.wmm, float(np.linalg.norm(frame.wmm))
        R = float(np.hypot(np.linalg.norm(w), np.linalg.norm(flow.rest)))
        t = (1 + longer) * R / (size if normalised else 1.0)
        here = _log_sum(frame.log_c - frame.cells @ u - s * (1 + frame.excess))
        there = _log_sum(frame.log_c - t * (1 + frame.excess))
        slack = (there - here) if flipped else (here - there)
        reach = 1 + float(np.abs(frame.cells).sum(1).max(initial=0.0))
        error = 2 * (1 + 1 / size) * reach * (flow.error + s * (ROUNDING + frame.error))
        return Row(slack, error, s)

    return replace(_by_flow(run, judged), strict=True)


def turns_toward(
    run: AttentionRun, effort: Effort, *, candidate: Candidate = svm_direction, times: float = 1.0,
    flipped: bool = False,
) -> Evidence:  # fmt: skip
    """<W_perp(tau+1) - W_perp(tau), C / ||C||> >= times <.., W_perp / ||W_perp||> for all large tau.

    Slack, per unit of log tau at the end of the flow: with v = W^mm + u' the velocity there and D the part of
    W_perp orthogonal to C = W^mm, <v, C/||C||> (1 - cos) - <v, D> / R. So it holds where ||D|| / (2 log tau)
    exceeds d||D|| / d log tau, as it does once u settles.
    """
    if run.xp is not FLOAT:
        return unsettled(exact_array(0))
    wanted, etas = matrices(run, candidate(run)), run.eta.reshape(-1).tolist()

    def judged(flow: Flow, i: int) -> Row:
        frame, s, u, C, eta = flow.frame, float(flow.s[-1]), flow.u[-1], wanted[i], etas[i]
        field = LateField(frame, eta)
        v = field.velocity(u, s) + frame.wmm
        toward = frame.X @ C.ravel() / np.linalg.norm(C)
        w = u + s * frame.wmm
        along = float(w @ toward)
        side = w - along * toward
        across = float(side @ side) + float(np.linalg.norm(flow.rest)) ** 2
        R = float(np.hypot(along, np.sqrt(across)))
        turn = float(one_minus_cos(np.array(across / along**2))) if along > 0 else 1 - along / R
        slack = float(v @ toward) * (1 - times + times * turn) - times * float(v @ side) / R
        pulls = float(np.abs(frame.cells).max() * field.weights(u, s).sum()) + 1
        # Rounding of W_perp is relative to R, which divides it.
        error = ((MOVED + frame.error) * float(np.sqrt(across)) / R + ROUNDING) * pulls
        return Row(-slack if flipped else slack, error, pulls)

    return _by_flow(run, judged)


def _by_flow(run: AttentionRun, judged: Callable[[Flow, int], Row]) -> Evidence:
    rows = []
    for i, (frame, flow) in enumerate(zip(attention_frames(run), followed(run), strict=True)):
        none = frame.separable is not None and not frame.moves
        rows.append(UNDEFINED if none else OPEN if flow is None else judged(flow, i))
    return collected(run, rows)


def _log_sum(exponents: Floats) -> float:
    top = float(exponents.max())
    return top + float(np.log(np.exp(exponents - top).sum()))


def _one_edge(run: AttentionRun, *, normalised: bool) -> Evidence:
    """Every sequence ends in one token k, holds tokens i and j only, and is labelled i: W moves along z.

    z = (e_i - e_j) e_k^T, W^mm = z / ||z||^2, and W(tau) = x_tau W^mm + F with x_tau -> infinity and F the
    part of W(0) orthogonal to z, R^2 = x_tau^2 / ||z||^2 + ||F||^2. So x_tau > R for all large tau if
    ||z|| > 1, and the risk at x_tau is the smaller; normalised, the point compared is W itself if F = 0.
    """
    data = run.untraced
    k, i = int(data.last[0]), int(data.labels[0])
    others = [t for t in range(run.size("K")) if t != i and bool((data.counts[:, t] > 0).any())]
    if len(others) != 1:
        return unsettled(exact_array(0))
    xp, j, E = run.xp, others[0], run.embeddings
    counts, missed = run.number("counts"), 0 * run.eta
    for s in range(run.size("n")):
        missed = missed + xp.abs(run.number("last")[s] - k) + xp.abs(run.number("labels")[s] - i)
        for token in range(run.size("K")):
            missed = missed + (0 * run.eta if token in (i, j) else xp.abs(counts[s, token]))
    z = (E[i] - E[j])[:, None] * E[k][None, :]
    square: Any = xp.sum(z * z, (-2, -1))
    if normalised:
        along = xp.sum(run.W0 * z, (-2, -1))
        slack = xp.sum(run.W0 * run.W0, (-2, -1)) - along * along / square + missed
    else:
        slack = 1 / square - 1 + missed
    strict = normalised
    return failures(Evidence(slack, 0 * slack, 1 + xp.abs(slack), strict=strict, rigor=Rigor.BALL))
