"""False neighbours of what goes beyond Theorem 3: other constants, other rates, hypotheses dropped."""

from typing import Any

import numpy as np

from ntpcheck.checks.finite_rate import balanced_rate, finite_rate
from ntpcheck.checks.laws import balanced_drift, direction_rate, drifts, seen_turn, settles, span_limit, turn
from ntpcheck.checks.residuals import log_two, residual_rate, step_shift
from ntpcheck.evidence import Evidence
from ntpcheck.formulas.rivals import MORE, at_power, beside, checked, loss_law, slower_turn, times
from ntpcheck_papers.li2024.falsehoods.theorem_3 import paced
from ntpcheck_papers.li2024.shared import limit as limits


def _cyclic(factor: float) -> dict[str, Any]:
    def conclude(run: Any, effort: Any) -> Evidence:
        return limits.cyclic_limit(run, times(factor, limits.cyclic_correction), effort)

    return {"conclude": conclude}


CHECKS = {
    **beside(
        {"wrong-rate": paced(MORE), "wrong-rate/twice": paced(2.0)},
        "attention/sharper/norm",
        "attention/sharper/norm-any-step",
    ),
    "attention/sharper/cyclic-part#wrong-limit/zero": _cyclic(0.0),
    "attention/sharper/cyclic-part#wrong-constant": _cyclic(MORE),
    "attention/sharper/loss-law#wrong-constant": checked(loss_law, lambda _: np.log(MORE)),
    "attention/sharper/loss-law#wrong-rate/faster": checked(loss_law, at_power(2.0)),
    "attention/sharper/loss-law#wrong-rate/slower": checked(loss_law, at_power(0.5)),
    "attention/sharper/offset#omitted-term": checked(
        span_limit, lambda end: end.law.offset - np.log(end.eta) * end.frame.wmm
    ),
    "attention/sharper/offset#wrong-limit/zero": checked(span_limit, lambda end: 0 * end.u),
    "attention/sharper/offset#wrong-sign": checked(span_limit, lambda end: -end.law.offset),
    "attention/sharper/settles#wrong-limit/zero": checked(span_limit, lambda end: 0 * end.u),
    "attention/sharper/settles#wrong-limit/svm": checked(span_limit, lambda end: end.frame.wmm),
    "attention/sharper/log-log-drift#wrong-constant": checked(drifts, times(MORE, balanced_drift)),
    "attention/sharper/log-log-drift#wrong-limit/bounded": checked(settles),
    "attention/sharper/log-log-drift#wrong-sign": checked(drifts, times(-1.0, balanced_drift)),
    "attention/sharper/cyclic-part-rate#wrong-constant": checked(finite_rate, times(MORE, balanced_rate)),
    "attention/sharper/cyclic-part-rate#wrong-rate": checked(finite_rate, times(0.0, balanced_rate)),
    "attention/sharper/cyclic-part-rate#wrong-sign": checked(finite_rate, times(-1.0, balanced_rate)),
    "attention/sharper/direction-rate#wrong-constant": checked(direction_rate, times(MORE, seen_turn)),
    "attention/sharper/direction-rate#omitted-term/half": checked(direction_rate, times(2.0, seen_turn)),
    "attention/sharper/direction-rate#wrong-rate/slower": checked(direction_rate, slower_turn),
    "attention/sharper/direction-rate#omitted-term/offset": checked(
        direction_rate, lambda end: turn(end, end.frame.centre)
    ),
    "attention/sharper/residual-rate#wrong-rate/twice": checked(residual_rate, lambda end: 2 * end.law.rate),
    "attention/sharper/residual-rate#wrong-rate/one-over-k": checked(residual_rate, lambda end: 1.0),
    "attention/sharper/step-shift#wrong-constant/twice": checked(step_shift, times(2.0, log_two)),
    "attention/sharper/step-shift#omitted-term": checked(step_shift, times(0.0, log_two)),
}
