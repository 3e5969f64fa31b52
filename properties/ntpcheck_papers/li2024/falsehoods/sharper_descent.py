"""False neighbours of what goes beyond Theorem 3: other constants, other rates, hypotheses dropped."""

from __future__ import annotations

from typing import Any

import numpy as np

from ntpcheck.checks.finite_rate import balanced_rate, finite_rate
from ntpcheck.checks.laws import (
    End,
    balanced_drift,
    direction_rate,
    drifts,
    seen_turn,
    settles,
    span_limit,
    turn,
)
from ntpcheck.checks.residuals import log_two, residual_rate, step_shift
from ntpcheck.evidence import Evidence
from ntpcheck.formulas.rivals import MORE, at_power, checked, loss_law, slower_turn, times
from ntpcheck.reference.frame import Floats
from ntpcheck_papers.li2024.falsehoods.planting import neighbours
from ntpcheck_papers.li2024.falsehoods.theorem_3 import paced
from ntpcheck_papers.li2024.shared import limit as limits

__all__ = ["PLANTED_SHARPER_DESCENT"]


def _cyclic(factor: float) -> dict[str, Any]:
    def conclude(run: Any, effort: Any) -> Evidence:
        return limits.cyclic_limit(run, times(factor, limits.cyclic_correction), effort)

    return {"conclude": conclude}


def _without_step(end: End) -> Floats:
    return end.law.offset - np.log(end.eta) * end.frame.wmm


RUN = "along gradient descent with the log-loss"
POSITIVE = "If every support vector has a positive multiplier in some dual solution"
NO_MULTIPLIER = "Where some support vector's multiplier is 0 in every dual solution"
DUAL = "summed over all tokens with the same row z, alpha a dual solution of (Graph-SVM)"
RESIDUAL = (
    ", r = min(lambda_min(A), theta - 1, 1), where A = sum over SV of alpha_n z_n z_n^T on span(SV), and "
    "theta is the smallest margin above 1"
)
ANGLE = "||D||^2 / (2 ||W^mm||^2)"


def _part(limit: str) -> str:
    step = "every eta < 2 / L', L' = (1/4n) sum_i D_i^2 ||xbar_i||^2"
    return f"The projection of W(tau) on S_cyc tends to {limit} for {step}."


def _offset(offset: str) -> str:
    return f"{POSITIVE}, then on span(SV) W(tau) - W^mm log tau tends to {offset}."


def _drift(limit: str) -> str:
    least = "W2 the least matrix with <W2, z> = 0 on the support vectors z that have a positive multiplier"
    drift = f"(W(tau) - W^mm log tau) / log log tau tends to {limit}"
    return f"{NO_MULTIPLIER}, {drift}, {least} in some dual solution and >= 1 on those that have none."


def _rate(limit: str) -> str:
    curved = "where S is S_cyc, H the curvature of the risk on S at W^cyc"
    pull = "G = P_S sum over SV of alpha_it (q_i - e_t) xbar_i^T"
    mean = "q_i the mean embedding under the softmax on R_i at W^cyc"
    return f"eta tau (P_S W(tau) - W^cyc) tends to {limit}, {curved}, and {pull}, {mean}."


def _angle(power: str, limit: str) -> str:
    beside = "D the part orthogonal to W^mm of the limit of W(tau) - W^mm log tau"
    return f"{power} (1 - corr(W(tau), W^mm)) tends to {limit}, {beside}."


def _residual(rate: str, where: str) -> str:
    return f"On span(SV) W(tau) - W^mm log tau differs from its limit W~ by {rate}{where}."


PLANTED_SHARPER_DESCENT = (
    *neighbours(
        ("sharper/norm", "sharper/norm-any-step"),
        ("wrong-rate", f"||W(tau)|| - (65/64) ||W^mm|| log tau is o(log tau) {RUN}.", paced(MORE)),
        ("wrong-rate/twice", f"||W(tau)|| - 2 ||W^mm|| log tau is o(log tau) {RUN}.", paced(2.0)),
    ),
    *neighbours(
        ("sharper/cyclic-part",),
        ("wrong-limit/zero", _part("0"), _cyclic(0.0)),
        ("wrong-constant", _part("(65/64) W^cyc"), _cyclic(MORE)),
    ),
    *neighbours(
        ("sharper/loss-law",),
        (
            "wrong-constant",
            f"eta tau (L(W(tau)) - inf L) / ||W^mm||^2 tends to 64/65 {RUN}.",
            checked(loss_law, lambda _: np.log(MORE)),
        ),
        (
            "wrong-rate/faster",
            f"tau^2 (L(W(tau)) - inf L) stays bounded {RUN}.",
            checked(loss_law, at_power(2.0)),
        ),
        (
            "wrong-rate/slower",
            f"sqrt(eta tau) (L(W(tau)) - inf L) / ||W^mm||^2 tends to 1 {RUN}.",
            checked(loss_law, at_power(0.5)),
        ),
    ),
    *neighbours(
        ("sharper/offset",),
        (
            "omitted-term",
            _offset(f"the W~ with sum of c_it exp(-<W~, z>) = alpha_z, without the factor eta, {DUAL}"),
            checked(span_limit, _without_step),
        ),
        ("wrong-limit/zero", _offset("0"), checked(span_limit, lambda end: 0 * end.u)),
        (
            "wrong-sign",
            _offset(f"-W~ for the W~ with eta sum of c_it exp(-<W~, z>) = alpha_z, {DUAL}"),
            checked(span_limit, lambda end: -end.law.offset),
        ),
    ),
    *neighbours(
        ("sharper/settles",),
        (
            "wrong-limit/zero",
            f"{POSITIVE}, then W(tau) - W^mm log tau tends to 0 on span(SV).",
            checked(span_limit, lambda end: 0 * end.u),
        ),
        (
            "wrong-limit/svm",
            f"{POSITIVE}, then W(tau) - W^mm log tau tends to W^mm on span(SV).",
            checked(span_limit, lambda end: end.frame.wmm),
        ),
    ),
    *neighbours(
        ("sharper/log-log-drift",),
        ("wrong-constant", _drift("(65/64) W2"), checked(drifts, times(MORE, balanced_drift))),
        ("wrong-limit/bounded", f"{NO_MULTIPLIER}, W(tau) - W^mm log tau converges.", checked(settles)),
        ("wrong-sign", _drift("-W2"), checked(drifts, times(-1.0, balanced_drift))),
    ),
    *neighbours(
        ("sharper/cyclic-part-rate",),
        ("wrong-constant", _rate("(65/64) H^-1 G"), checked(finite_rate, times(MORE, balanced_rate))),
        (
            "wrong-rate",
            f"tau (P_S W(tau) - W^cyc) tends to 0 {RUN}, where S is S_cyc.",
            checked(finite_rate, times(0.0, balanced_rate)),
        ),
        ("wrong-sign", _rate("-H^-1 G"), checked(finite_rate, times(-1.0, balanced_rate))),
    ),
    *neighbours(
        ("sharper/direction-rate",),
        (
            "wrong-constant",
            _angle("(log tau)^2", f"(65/64) {ANGLE}"),
            checked(direction_rate, times(MORE, seen_turn)),
        ),
        (
            "omitted-term/half",
            _angle("(log tau)^2", "||D||^2 / ||W^mm||^2"),
            checked(direction_rate, times(2.0, seen_turn)),
        ),
        ("wrong-rate/slower", _angle("log tau", ANGLE), checked(direction_rate, slower_turn)),
        (
            "omitted-term/offset",
            "(log tau)^2 (1 - corr(W(tau), W^mm)) tends to ||W^cyc||^2 / (2 ||W^mm||^2).",
            checked(direction_rate, lambda end: turn(end, end.frame.centre)),
        ),
    ),
    *neighbours(
        ("sharper/residual-rate",),
        (
            "wrong-rate/twice",
            _residual("O(tau^-2r log tau)", RESIDUAL),
            checked(residual_rate, lambda end: 2 * end.law.rate),
        ),
        (
            "wrong-rate/one-over-k",
            _residual("O(log tau / tau)", ""),
            checked(residual_rate, lambda end: 1.0),
        ),
    ),
    *neighbours(
        ("sharper/step-shift",),
        (
            "wrong-constant/twice",
            "On span(SV), halving eta moves the limit of W(tau) - W^mm log tau by -2 W^mm log 2.",
            checked(step_shift, times(2.0, log_two)),
        ),
        (
            "omitted-term",
            "On span(SV), the limit of W(tau) - W^mm log tau does not depend on eta.",
            checked(step_shift, times(0.0, log_two)),
        ),
    ),
)
