"""False neighbours of the second-order laws and of the closed forms for one context."""

from dataclasses import replace

import numpy as np

from ntpcheck.checks.finite_rate import balanced_rate, finite_rate
from ntpcheck.checks.laws import (
    End,
    balanced_drift,
    balanced_offset,
    direction_rate,
    drifts,
    seen_turn,
    settles,
    span_limit,
    turn,
)
from ntpcheck.checks.residuals import log_two, residual_rate, step_shift
from ntpcheck.formulas.rivals import MORE, at_power, checked, loss_law, slower_turn, times
from ntpcheck.reference.frame import Floats
from ntpcheck.reference.law import finite_part
from ntpcheck_papers.thrampoulidis2024.beyond import one_context as one


def _zero(end: End) -> Floats:
    return 0 * end.u


def _uniform(end: End) -> Floats:
    """H_F and G of other data, in-support probabilities being equal."""
    support = end.frame.support
    return finite_part(replace(end.frame, p=support / support.sum(1, keepdims=True)), end.law.alpha)


CHECKS = {
    "linear/sharper/loss-law#wrong-constant": checked(loss_law, lambda _: np.log(MORE)),
    "linear/sharper/loss-law#wrong-rate/faster": checked(loss_law, at_power(2.0)),
    "linear/sharper/loss-law#wrong-rate/slower": checked(loss_law, at_power(0.5)),
    "linear/sharper/offset#omitted-term": checked(
        span_limit, lambda end: end.law.offset - np.log(end.eta) * end.frame.wmm
    ),
    "linear/sharper/offset#wrong-limit/zero": checked(span_limit, _zero),
    "linear/sharper/offset#wrong-sign": checked(span_limit, lambda end: -end.law.offset),
    "linear/sharper/settles#wrong-limit/zero": checked(span_limit, _zero),
    "linear/sharper/log-log-drift#wrong-constant": checked(drifts, times(MORE, balanced_drift)),
    "linear/sharper/log-log-drift#wrong-limit/bounded": checked(settles),
    "linear/sharper/log-log-drift#wrong-sign": checked(drifts, times(-1.0, balanced_drift)),
    "linear/sharper/finite-part-rate#wrong-constant": checked(finite_rate, times(MORE, balanced_rate)),
    "linear/sharper/finite-part-rate#wrong-rate": checked(finite_rate, times(0.0, balanced_rate)),
    "linear/sharper/finite-part-rate#wrong-sign": checked(finite_rate, times(-1.0, balanced_rate)),
    "linear/sharper/finite-part-rate#wrong-weights": checked(finite_rate, _uniform),
    "linear/sharper/direction-rate#wrong-constant": checked(direction_rate, times(MORE, seen_turn)),
    "linear/sharper/direction-rate#omitted-term/half": checked(direction_rate, times(2.0, seen_turn)),
    "linear/sharper/direction-rate#wrong-rate/slower": checked(direction_rate, slower_turn),
    "linear/sharper/direction-rate#omitted-term/offset": checked(
        direction_rate, lambda end: turn(end, end.frame.centre)
    ),
    "linear/sharper/direction-rate#omitted-term/off-span": checked(
        direction_rate,
        lambda end: turn(end, end.frame.centre + end.frame.matrix(0 * end.flow.f[-1], end.law.offset)),
    ),
    "linear/sharper/residual-rate#wrong-rate/twice": checked(residual_rate, lambda end: 2 * end.law.rate),
    "linear/sharper/residual-rate#wrong-rate/one-over-k": checked(residual_rate, lambda end: 1.0),
    "linear/sharper/residual-rate#wrong-rate/faster": checked(residual_rate, lambda end: 1.5 * end.law.rate),
    "linear/sharper/step-shift#wrong-constant/twice": checked(step_shift, times(2.0, log_two)),
    "linear/sharper/step-shift#omitted-term": checked(step_shift, times(0.0, log_two)),
    "linear/sharper/step-shift#wrong-constant": checked(step_shift, times(MORE, log_two)),
    "linear/sharper/one-context/offset#omitted-term": checked(
        span_limit, lambda end: one.closed_offset(end._replace(eta=1.0))
    ),
    "linear/sharper/one-context/offset#wrong-limit/zero": checked(span_limit, _zero),
    "linear/sharper/one-context/offset#wrong-sign": checked(span_limit, lambda end: -balanced_offset(end)),
    "linear/sharper/one-context/rate#wrong-rate/one-over-k": checked(residual_rate, lambda end: 1.0),
    "linear/sharper/one-context/rate#wrong-rate/twice": checked(
        residual_rate, lambda end: 2 * one.closed_rate(end)
    ),
    "linear/sharper/one-context/direction#wrong-constant": checked(
        direction_rate, lambda end: MORE * turn(end, one.closed_side(end))
    ),
    "linear/sharper/one-context/direction#omitted-term": checked(
        direction_rate, lambda end: turn(end, one.closed_side(end._replace(start=0 * end.start)))
    ),
}
