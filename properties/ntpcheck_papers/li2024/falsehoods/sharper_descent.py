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


PLANTED_SHARPER_DESCENT = (
    *neighbours(
        ("sharper/norm", "sharper/norm-any-step"),
        ("wrong-rate", "||W(tau)|| - (65/64) ||W^mm|| log tau is.", paced(MORE)),
        ("wrong-rate/twice", "||W(tau)|| - 2 ||W^mm|| log tau is.", paced(2.0)),
    ),
    *neighbours(
        ("sharper/cyclic-part",),
        ("wrong-limit/zero", "The projection tends to 0.", _cyclic(0.0)),
        ("wrong-constant", "It tends to (65/64) W^cyc.", _cyclic(MORE)),
    ),
    *neighbours(
        ("sharper/loss-law",),
        ("wrong-constant", "It tends to 64/65.", checked(loss_law, lambda _: np.log(MORE))),
        ("wrong-rate/faster", "tau^2 (L(W(tau)) - inf L) stays bounded.", checked(loss_law, at_power(2.0))),
        ("wrong-rate/slower", "sqrt(eta tau) (L(W(tau)) - inf L) does.", checked(loss_law, at_power(0.5))),
    ),
    *neighbours(
        ("sharper/offset",),
        ("omitted-term", "W~ is that of eta = 1.", checked(span_limit, _without_step)),
        ("wrong-limit/zero", "W~ = 0 on span(SV).", checked(span_limit, lambda end: 0 * end.u)),
        ("wrong-sign", "The limit is -W~.", checked(span_limit, lambda end: -end.law.offset)),
    ),
    *neighbours(
        ("sharper/settles",),
        ("wrong-limit/zero", "It tends to 0 on span(SV).", checked(span_limit, lambda end: 0 * end.u)),
        ("wrong-limit/svm", "It tends to W^mm on span(SV).", checked(span_limit, lambda end: end.frame.wmm)),
    ),
    *neighbours(
        ("sharper/log-log-drift",),
        ("wrong-constant", "It tends to (65/64) W2.", checked(drifts, times(MORE, balanced_drift))),
        ("wrong-limit/bounded", "W(tau) - W^mm log tau converges.", checked(settles)),
        ("wrong-sign", "It tends to -W2.", checked(drifts, times(-1.0, balanced_drift))),
    ),
    *neighbours(
        ("sharper/cyclic-part-rate",),
        ("wrong-constant", "It tends to (65/64) H^-1 G.", checked(finite_rate, times(MORE, balanced_rate))),
        (
            "wrong-rate",
            "tau (P_S W(tau) - W^cyc) tends to 0.",
            checked(finite_rate, times(0.0, balanced_rate)),
        ),
        ("wrong-sign", "It tends to -H^-1 G.", checked(finite_rate, times(-1.0, balanced_rate))),
    ),
    *neighbours(
        ("sharper/direction-rate",),
        ("wrong-constant", "It tends to 65/64 of that.", checked(direction_rate, times(MORE, seen_turn))),
        (
            "omitted-term/half",
            "It tends to ||D||^2 / ||W^mm||^2.",
            checked(direction_rate, times(2.0, seen_turn)),
        ),
        ("wrong-rate/slower", "log tau (1 - corr) tends to it.", checked(direction_rate, slower_turn)),
        (
            "omitted-term/offset",
            "D is W^cyc alone.",
            checked(direction_rate, lambda end: turn(end, end.frame.centre)),
        ),
    ),
    *neighbours(
        ("sharper/residual-rate",),
        (
            "wrong-rate/twice",
            "It is O(tau^-2r log tau).",
            checked(residual_rate, lambda end: 2 * end.law.rate),
        ),
        ("wrong-rate/one-over-k", "It is O(log tau / tau).", checked(residual_rate, lambda end: 1.0)),
    ),
    *neighbours(
        ("sharper/step-shift",),
        (
            "wrong-constant/twice",
            "It moves the limit by -2 W^mm log 2.",
            checked(step_shift, times(2.0, log_two)),
        ),
        ("omitted-term", "The limit does not depend on eta.", checked(step_shift, times(0.0, log_two))),
    ),
)
