"""False neighbours of the smoothness constants, of longer steps, and of the converses."""

from functools import partial
from typing import Any

import numpy as np

from ntpcheck.checks.direction import direction_limit
from ntpcheck.checks.existence import floats_only, outcomes
from ntpcheck.checks.feasible import separable
from ntpcheck.checks.finite_rate import balanced_rate, finite_rate
from ntpcheck.checks.limit import OPEN, collected, finite_part_limit, loss_limit
from ntpcheck.evidence import Evidence, Outcome
from ntpcheck.formulas.rivals import MORE, along, at_power, beside, checked, loss_law, off_by, times
from ntpcheck.instances.dataset import Dataset, Run
from ntpcheck.reference.entropy import entropy
from ntpcheck_papers.thrampoulidis2024.beyond import converses, sharpness
from ntpcheck_papers.thrampoulidis2024.beyond.converses import centre
from ntpcheck_papers.thrampoulidis2024.beyond.cover import counted
from ntpcheck_papers.thrampoulidis2024.beyond.dichotomies import cover_function
from ntpcheck_papers.thrampoulidis2024.falsehoods.dynamics import LARGE_STEP, LARGE_STEPS
from ntpcheck_papers.thrampoulidis2024.falsehoods.programs import directions
from ntpcheck_papers.thrampoulidis2024.setting import SEPARABLE, SOME_TOKEN_OUT
from ntpcheck_papers.thrampoulidis2024.shared.finite_part import finite_part

ANY_STEP = {"assumes": (SOME_TOKEN_OUT, SEPARABLE, LARGE_STEP)}


DIRECTIONS = directions(partial(along, direction_limit), "one-more-token", "one-hot")
CONSTANTS = {
    "wrong-constant": checked(loss_law, lambda _: np.log(MORE)),
    "wrong-rate/faster": checked(loss_law, at_power(2.0)),
}


def _centre_to(factor: float) -> dict[str, Any]:
    def conclude(run: Run, effort: Any) -> Evidence:
        return finite_part_limit(run, times(factor, centre), effort, compatible_only=False)

    return {"conclude": conclude}


@floats_only
def _to_less(run: Run) -> Evidence:
    less = [one and one._replace(bound=one.bound / 64) for one in sharpness.bounds(run)]
    return collected(run, [OPEN if one is None else sharpness.stays_below(one) for one in less])


def _compatible_iff_separable(data: Dataset) -> Evidence:
    moved, _ = converses.opposed_counts(data)
    return converses.compatible_iff(moved, outcomes(separable(moved), Outcome.HOLDS))


TO_MORE = off_by(lambda run, _: sharpness.loss_below(run), times(1 / 64, entropy))


CHECKS = {
    "linear/sharper/steps/loss#wrong-constant": TO_MORE,
    "linear/sharper/steps/loss#tightened-bound": checked(_to_less),
    **beside(DIRECTIONS, "linear/sharper/steps/direction", "linear/sharper/any-probabilities/direction"),
    **beside(CONSTANTS, "linear/sharper/steps/loss-law", "linear/sharper/any-probabilities/loss-law"),
    "linear/sharper/any-probabilities/finite-part#wrong-constant": _centre_to(MORE),
    "linear/sharper/any-probabilities/finite-part#wrong-limit/zero": _centre_to(0),
    "linear/sharper/any-probabilities/finite-part#dropped-assumption/step-size": ANY_STEP,
    "linear/sharper/any-probabilities/finite-part-rate#wrong-constant": checked(
        finite_rate, times(MORE, balanced_rate)
    ),
    "linear/sharper/any-probabilities/finite-part-rate#wrong-sign": checked(
        finite_rate, times(-1.0, balanced_rate)
    ),
    "linear/sharper/any-supports/loss#wrong-constant": off_by(loss_limit, times(1 / 64, entropy)),
    "linear/sharper/any-supports/loss#dropped-assumption/step-size": LARGE_STEPS,
    "linear/sharper/any-supports/finite-part#wrong-constant": along(
        finite_part_limit, lambda run: 65 * finite_part(run).W / 64
    ),
    "linear/sharper/any-supports/finite-part#wrong-limit/zero": along(
        finite_part_limit, lambda run: 0 * run.W0
    ),
    "linear/sharper/converse/loss#wrong-limit": along(loss_limit),
    "linear/sharper/converse/compatible#wrong-condition/separable": checked(_compatible_iff_separable),
    "linear/sharper/cover-count#wrong-set": checked(
        lambda data: counted(data, cover_function(data.size("m"), data.size("d") + 1))
    ),
    "linear/sharper/cover-count#omitted-term": checked(
        lambda data: counted(data, cover_function(data.size("m"), data.size("d")) // 2)
    ),
}
