"""False neighbours of the smoothness constants, of longer steps, and of the converses."""

from __future__ import annotations

from typing import Any

import numpy as np

from ntpcheck.arithmetic import FLOAT, exact_array
from ntpcheck.checks.direction import direction_limit
from ntpcheck.checks.existence import outcomes, unsettled
from ntpcheck.checks.feasible import separable
from ntpcheck.checks.finite_rate import balanced_rate, finite_rate
from ntpcheck.checks.limit import OPEN, collected, finite_part_limit, loss_limit
from ntpcheck.evidence import Evidence, Outcome
from ntpcheck.formulas.rivals import MORE, along, at_power, checked, loss_law, off_by, times
from ntpcheck.instances.dataset import Dataset, Run
from ntpcheck.reference import neighbours
from ntpcheck.reference.entropy import entropy
from ntpcheck_papers.thrampoulidis2024.beyond import excluded, sharpness
from ntpcheck_papers.thrampoulidis2024.beyond.converses import centre
from ntpcheck_papers.thrampoulidis2024.beyond.cover import counted
from ntpcheck_papers.thrampoulidis2024.beyond.dichotomies import cover_function
from ntpcheck_papers.thrampoulidis2024.falsehoods.dynamics import LARGE_STEP, LARGE_STEPS
from ntpcheck_papers.thrampoulidis2024.falsehoods.planting import of
from ntpcheck_papers.thrampoulidis2024.setting import SEPARABLE, SOME_TOKEN_OUT
from ntpcheck_papers.thrampoulidis2024.shared.finite_part import finite_part

ANY_STEP = {"assumes": (SOME_TOKEN_OUT, SEPARABLE, LARGE_STEP)}


DIRECTIONS = (
    (
        "wrong-program/one-more-token",
        "cos(W_k, C) tends to 1, C the W^mm of data with one token more wherever one h_j comes",
        along(direction_limit, neighbours.with_one_more_token),
    ),
    (
        "wrong-program/one-hot",
        "cos(W_k, C) tends to 1, C the W^mm of each context's most frequent token",
        along(direction_limit, neighbours.of_most_frequent_tokens),
    ),
)
CONSTANTS = (
    ("wrong-constant", "the limit is 64/65", checked(loss_law, lambda _: np.log(MORE))),
    ("wrong-rate/faster", "k^2 (CE(W_k) - inf CE) stays bounded", checked(loss_law, at_power(2.0))),
)


def _centre_to(factor: float) -> dict[str, Any]:
    def conclude(run: Run, effort: Any) -> Evidence:
        return finite_part_limit(run, times(factor, centre), effort, compatible_only=False)

    return {"conclude": conclude}


def _to_less(run: Run) -> Evidence:
    if run.xp is not FLOAT:
        return unsettled(exact_array(0))
    less = [one and one._replace(bound=one.bound / 64) for one in sharpness.bounds(run)]
    return collected(run, [OPEN if one is None else sharpness.stays_below(one) for one in less])


def _compatible_iff_separable(data: Dataset) -> Evidence:
    moved, _ = excluded.opposed_counts(data)
    return excluded.compatible_iff(moved, outcomes(separable(moved), Outcome.HOLDS))


TO_MORE = off_by(lambda run, _: sharpness.loss_below(run), times(1 / 64, entropy))

PLANTED_SHARPER_CONVERSES = (
    *of(
        "sharper/steps/loss",
        ("wrong-constant", "CE(W_k) tends to 65/64 H", TO_MORE),
        ("tightened-bound", "the bound holds with 1/64 of its right side", checked(_to_less)),
    ),
    *of("sharper/steps/direction", *DIRECTIONS),
    *of("sharper/steps/loss-law", *CONSTANTS),
    *of("sharper/any-probabilities/direction", *DIRECTIONS),
    *of(
        "sharper/any-probabilities/finite-part",
        ("wrong-constant", "P_F(W_k) tends to 65/64 argmin CE_F", _centre_to(MORE)),
        ("wrong-limit/zero", "P_F(W_k) tends to 0", _centre_to(0)),
        ("dropped-assumption/step-size", "P_F(W_k) tends to argmin CE_F for steps far above 2/L", ANY_STEP),
    ),
    *of(
        "sharper/any-probabilities/finite-part-rate",
        (
            "wrong-constant",
            "eta k (P_F W_k - argmin) tends to 65/64 H_F^-1 G",
            checked(finite_rate, times(MORE, balanced_rate)),
        ),
        (
            "wrong-sign",
            "eta k (P_F W_k - argmin) tends to -H_F^-1 G",
            checked(finite_rate, times(-1.0, balanced_rate)),
        ),
    ),
    *of("sharper/any-probabilities/loss-law", *CONSTANTS),
    *of(
        "sharper/any-supports/loss",
        ("wrong-constant", "CE(W_k) tends to 65/64 H", off_by(loss_limit, times(1 / 64, entropy))),
        ("dropped-assumption/step-size", "CE(W_k) tends to H for steps far above 2/L", LARGE_STEPS),
    ),
    *of(
        "sharper/any-supports/finite-part",
        (
            "wrong-constant",
            "P_F(W_k) tends to 65/64 W*",
            along(finite_part_limit, lambda run: 65 * finite_part(run).W / 64),
        ),
        ("wrong-limit/zero", "P_F(W_k) tends to 0", along(finite_part_limit, lambda run: 0 * run.W0)),
    ),
    *of("sharper/converse/loss", ("wrong-limit", "CE(W_k) tends to H on obstructed data", along(loss_limit))),
    *of(
        "sharper/converse/compatible",
        (
            "wrong-condition/separable",
            "the opposed counts are compatible iff the data are separable",
            checked(_compatible_iff_separable),
        ),
    ),
    *of(
        "sharper/cover-count",
        (
            "wrong-set",
            "2 sum_{k <= d} C(m - 1, k) labellings are separable",
            checked(lambda data: counted(data, cover_function(data.size("m"), data.size("d") + 1))),
        ),
        (
            "omitted-term",
            "sum_{k < d} C(m - 1, k) labellings are separable",
            checked(lambda data: counted(data, cover_function(data.size("m"), data.size("d")) // 2)),
        ),
    ),
)
