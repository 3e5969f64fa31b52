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
from ntpcheck_papers.thrampoulidis2024.falsehoods.dynamics import FOR_LARGE_STEPS, LARGE_STEP, LARGE_STEPS
from ntpcheck_papers.thrampoulidis2024.falsehoods.planting import of, under
from ntpcheck_papers.thrampoulidis2024.setting import SEPARABLE, SOME_TOKEN_OUT
from ntpcheck_papers.thrampoulidis2024.shared.finite_part import finite_part

ANY_STEP = {"assumes": (SOME_TOKEN_OUT, SEPARABLE, LARGE_STEP)}


DIRECTIONS = (
    (
        "wrong-program/one-more-token",
        "cos(W_k, C) tends to 1, C the W^mm of data with one token more wherever one h_j comes.",
        along(direction_limit, neighbours.with_one_more_token),
    ),
    (
        "wrong-program/one-hot",
        "cos(W_k, C) tends to 1, C the W^mm of each context's most frequent token.",
        along(direction_limit, neighbours.of_most_frequent_tokens),
    ),
)
CONSTANTS = (
    (
        "wrong-constant",
        "eta k (CE(W_k) - inf CE) / ||W^mm||^2 tends to 64/65.",
        checked(loss_law, lambda _: np.log(MORE)),
    ),
    ("wrong-rate/faster", "k^2 (CE(W_k) - inf CE) stays bounded.", checked(loss_law, at_power(2.0))),
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

LABELLINGS = "Of all 2^m labellings of m contexts in general position by two tokens,"
EVERY_STEP = "For every eta < 2 / L, L = lambda_max(sum_j pi_j h_j h_j^T) / 2, "
INCOMPATIBLE = "On separable data that are not compatible, "
ANY_SUPPORTS = "On compatible and separable data, with or without a token out of support, "
ON_THESE = (
    "H_F^-1 G, with the minimiser of CE_F on F in the place of W* and its softmax in support in the place of "
    "p_j, in H_F and G."
)

PLANTED_SHARPER_CONVERSES = (
    *of(
        "sharper/steps/loss",
        ("wrong-constant", f"{EVERY_STEP}CE(W_k) tends to 65/64 of the entropy H.", TO_MORE),
        (
            "tightened-bound",
            f"{EVERY_STEP}CE(W_k) - H is at most 1/64 of sum_n c_n k^-<W^mm, x_n> + ||W_0 - U||^2 / (2 eta "
            "k) + (CE(W_0) - H) / ((2 - eta L) k), U = W* + W^mm log k.",
            checked(_to_less),
        ),
    ),
    *of("sharper/steps/direction", *under(EVERY_STEP, *DIRECTIONS)),
    *of("sharper/steps/loss-law", *under(EVERY_STEP, *CONSTANTS)),
    *of("sharper/any-probabilities/direction", *under(INCOMPATIBLE, *DIRECTIONS)),
    *of(
        "sharper/any-probabilities/finite-part",
        *under(
            f"{INCOMPATIBLE}P_F(W_k) tends to ",
            ("wrong-constant", "65/64 of the minimiser of CE_F on F.", _centre_to(MORE)),
            ("wrong-limit/zero", "0.", _centre_to(0)),
            (
                "dropped-assumption/step-size",
                f"the minimiser of CE_F on F {FOR_LARGE_STEPS}.",
                ANY_STEP,
            ),
        ),
    ),
    *of(
        "sharper/any-probabilities/finite-part-rate",
        (
            "wrong-constant",
            f"{INCOMPATIBLE}eta k (P_F(W_k) - argmin CE_F) tends to 65/64 {ON_THESE}",
            checked(finite_rate, times(MORE, balanced_rate)),
        ),
        (
            "wrong-sign",
            f"{INCOMPATIBLE}eta k (P_F(W_k) - argmin CE_F) tends to -{ON_THESE}",
            checked(finite_rate, times(-1.0, balanced_rate)),
        ),
    ),
    *of("sharper/any-probabilities/loss-law", *under(INCOMPATIBLE, *CONSTANTS)),
    *of(
        "sharper/any-supports/loss",
        (
            "wrong-constant",
            f"{ANY_SUPPORTS}CE(W_k) tends to 65/64 of the entropy H.",
            off_by(loss_limit, times(1 / 64, entropy)),
        ),
        (
            "dropped-assumption/step-size",
            "On compatible and separable data with some token out of support, CE(W_k) tends to the entropy H "
            f"{FOR_LARGE_STEPS}.",
            LARGE_STEPS,
        ),
    ),
    *of(
        "sharper/any-supports/finite-part",
        (
            "wrong-constant",
            f"{ANY_SUPPORTS}P_F(W_k) tends to 65/64 W*.",
            along(finite_part_limit, lambda run: 65 * finite_part(run).W / 64),
        ),
        (
            "wrong-limit/zero",
            f"{ANY_SUPPORTS}P_F(W_k) tends to 0.",
            along(finite_part_limit, lambda run: 0 * run.W0),
        ),
    ),
    *of(
        "sharper/converse/loss",
        (
            "wrong-limit",
            "CE(W_k) tends to H on data that are not both compatible and separable.",
            along(loss_limit),
        ),
    ),
    *of(
        "sharper/converse/compatible",
        (
            "wrong-condition/separable",
            "Probabilities chosen against a linear dependence of the rows (e_a - e_z) h_j^T, a and z in S_j, "
            "a fixed for each j, are compatible with the supports iff the data are separable.",
            checked(_compatible_iff_separable),
        ),
    ),
    *of(
        "sharper/cover-count",
        (
            "wrong-set",
            f"{LABELLINGS} 2 sum_{{k <= d}} C(m - 1, k) are separable.",
            checked(lambda data: counted(data, cover_function(data.size("m"), data.size("d") + 1))),
        ),
        (
            "omitted-term",
            f"{LABELLINGS} sum_{{k < d}} C(m - 1, k) are separable.",
            checked(lambda data: counted(data, cover_function(data.size("m"), data.size("d")) // 2)),
        ),
    ),
)
