"""False neighbours of Theorem 1 and of the path's second-order laws."""

from __future__ import annotations

from functools import partial

import numpy as np

from ntpcheck.checks import path_laws as laws
from ntpcheck.checks.path_limit import path_direction, path_finite_part, path_loss
from ntpcheck.checks.path_points import Travel, travels
from ntpcheck.formulas.rivals import along, checked, off_by, plus, squared_remainder, times
from ntpcheck.reference import neighbours
from ntpcheck.reference.entropy import entropy
from ntpcheck.reference.frame import Floats
from ntpcheck.reference.path_law import PathLaw
from ntpcheck_papers.thrampoulidis2024.falsehoods.planting import of
from ntpcheck_papers.thrampoulidis2024.shared.finite_part import finite_part
from ntpcheck_papers.thrampoulidis2024.shared.path_decomposition import difference, perpendicular, vanishes

_law = partial(checked, laws.tends, travels)
_faster = partial(checked, squared_remainder, travels)
_vanishes = partial(checked, vanishes, relative=False)

DIRECTIONS = (
    (
        "wrong-program/dropped-margin",
        "cos(W_B, C) tends to 1, C the least decoder with (6) but for one margin",
        along(path_direction, neighbours.without_one_margin),
    ),
    (
        "wrong-program/one-more-token",
        "cos(W_B, C) tends to 1, C the W^mm of data with one token more in one support",
        along(path_direction, neighbours.with_one_more_token),
    ),
    (
        "wrong-program/one-token-less",
        "cos(W_B, C) tends to 1, C the W^mm of data with one token less in one support",
        along(path_direction, neighbours.with_one_token_less),
    ),
    (
        "wrong-program/no-ties",
        "cos(W_B, C) tends to 1, C the least decoder with (6b) for all pairs and without (6a)",
        along(path_direction, neighbours.without_ties),
    ),
    (
        "wrong-program/all-tight",
        "cos(W_B, C) tends to 1, C the least decoder with (6a) and all margins equal to 1",
        along(path_direction, neighbours.with_all_margins_tight),
    ),
    (
        "wrong-program/one-hot",
        "cos(W_B, C) tends to 1, C the W^mm of each context's most frequent token",
        along(path_direction, neighbours.of_most_frequent_tokens),
    ),
    (
        "wrong-sign",
        "cos(W_B, W^mm) tends to -1",
        along(path_direction, lambda data: -neighbours.max_margin(data).W),
    ),
)

FINITE_PART = (
    (
        "wrong-limit/zero",
        "P_F(W_B) tends to 0",
        along(path_finite_part, lambda data: 0 * finite_part(data).W),
    ),
    (
        "wrong-constant",
        "P_F(W_B) tends to 65/64 W*",
        along(path_finite_part, lambda data: 65 / 64 * finite_part(data).W),
    ),
    ("wrong-sign", "P_F(W_B) tends to -W*", along(path_finite_part, lambda data: -finite_part(data).W)),
)

LOSS = (
    ("wrong-constant", "CE(W_B) tends to 65/64 H", off_by(path_loss, times(1 / 64, entropy))),
    ("wrong-limit/zero", "CE(W_B) tends to 0", off_by(path_loss, times(-1, entropy))),
)


def _from_twice_star(travel: Travel, law: PathLaw, i: int) -> Floats:
    return difference(travel, law, i) - travel.frame.centre.ravel()


def _from_less(travel: Travel, law: PathLaw, i: int) -> Floats:
    return difference(travel, law, i) + perpendicular(travel, law, i) / 64


DECOMPOSED = (
    (
        "wrong-constant/finite-part",
        "W_B - (2 W* + ||P_perp(W_B)|| W^mm / ||W^mm||) tends to 0",
        _vanishes(_from_twice_star),
    ),
    (
        "wrong-constant",
        "W_B - (W* + 63/64 ||P_perp(W_B)|| W^mm / ||W^mm||) tends to 0",
        _vanishes(_from_less),
    ),
)

DECOMPOSED_AMENDED = (
    (
        "wrong-constant",
        "W_B - (W* + 63/64 ||P_perp(W_B)|| W^mm / ||W^mm||) is o(||W_B||)",
        _vanishes(_from_less, relative=True),
    ),
    ("tightened-bound", "W_B - (W* + ||P_perp(W_B)|| W^mm / ||W^mm||) tends to 0", _vanishes(difference)),
)


def _only_along(travel: Travel, law: PathLaw, i: int) -> Floats:
    """The part of W~ along W^mm."""
    return law.shift * travel.frame.wmm


def _shallow(travel: Travel, law: PathLaw, i: int) -> Floats:
    """W~ on span(SV+) alone."""
    return law.of_descent.offset


def _straight(travel: Travel, law: PathLaw, i: int) -> Floats:
    """The nested path as if it were a multiple of log r."""
    return law.of_descent.offset + np.log(travel.far.r[i]) * law.of_descent.drift


def _later(travel: Travel, law: PathLaw, i: int) -> Floats:
    """The nested path at lambda' = 1 / (2 r)."""
    return law.part(2 * float(travel.far.r[i]))


SECOND_ORDER = (
    *of(
        "sharper/path-offset",
        (
            "omitted-term/offset",
            "P_perp(W_B) = r W^mm + O(1/r)",
            _law(laws.offset, times(0.0, laws.limit_offset)),
        ),
        (
            "omitted-term/orthogonal-part",
            "P_perp(W_B) = (r + y) W^mm + O(1/r)",
            _law(laws.offset, _only_along),
        ),
        (
            "wrong-rate/remainder",
            "P_perp(W_B) = r W^mm + W~ + O(1/r^2)",
            _faster(laws.offset, laws.limit_offset),
        ),
    ),
    *of(
        "sharper/path-offset-rate",
        (
            "wrong-sign",
            "r (P_perp(W_B) - r W^mm - W~) = A^(-1) W~ + O(1/r)",
            _law(laws.offset_rate, times(-1.0, laws.limit_offset_rate), magnified=True),
        ),
        (
            "omitted-term",
            "r (P_perp(W_B) - r W^mm - W~) = -W~ + O(1/r)",
            _law(laws.offset_rate, times(-1.0, laws.limit_offset), magnified=True),
        ),
    ),
    *of(
        "sharper/path-direction",
        (
            "omitted-term/factor",
            "B^2 (1 - cos(W_B, W^mm)) = ||D||^2 + O(1/B)",
            _law(times(0.5, laws.angle), laws.limit_angle),
        ),
        (
            "omitted-term/offset",
            "2 B^2 (1 - cos(W_B, W^mm)) = ||W*||^2 + O(1/B)",
            _law(laws.angle, lambda travel, law, i: np.asarray((travel.frame.centre**2).sum())),
        ),
        (
            "wrong-rate/remainder",
            "2 B^2 (1 - cos(W_B, W^mm)) = ||D||^2 + O(1/B^2)",
            _faster(laws.angle, laws.limit_angle),
        ),
    ),
    *of(
        "sharper/path-finite-part",
        (
            "wrong-constant",
            "e^r (P_F(W_B) - W*) = 65/64 H_F^(-1) G + O(1/r)",
            _law(laws.finite_rate, times(65 / 64, laws.limit_finite_rate), on_f=True),
        ),
        (
            "wrong-rate/remainder",
            "e^r (P_F(W_B) - W*) = H_F^(-1) G + O(1/r^2)",
            _faster(laws.finite_rate, laws.limit_finite_rate, on_f=True),
        ),
        (
            "wrong-rate",
            "e^r (P_F(W_B) - W*) = O(1/r)",
            _law(laws.finite_rate, times(0.0, laws.limit_finite_rate), on_f=True),
        ),
    ),
    *of(
        "sharper/path-multiplier",
        (
            "omitted-term",
            "log(lambda B) + B / ||W^mm|| = log ||W^mm|| + O(1/B)",
            _law(laws.log_multiplier, plus(laws.limit_log_multiplier, lambda t, law, i: -law.shift)),
        ),
        (
            "wrong-quantity",
            "log(lambda B) + B / ||W^mm|| = 2 log ||W^mm|| + y + O(1/B)",
            _law(laws.log_multiplier, laws.limit_log_loss),
        ),
    ),
    *of(
        "sharper/path-loss",
        (
            "wrong-quantity",
            "log(CE(W_B) - H) + B / ||W^mm|| = log ||W^mm|| + y + O(1/B)",
            _law(laws.log_loss, laws.limit_log_multiplier),
        ),
        (
            "wrong-constant",
            "log(CE(W_B) - H) + B / ||W^mm|| = 2 log ||W^mm|| + y + 1/64 + O(1/B)",
            _law(laws.log_loss, plus(laws.limit_log_loss, lambda t, law, i: 1 / 64)),
        ),
        (
            "wrong-rate/remainder",
            "log(CE(W_B) - H) + B / ||W^mm|| = 2 log ||W^mm|| + y + O(1/B^2)",
            _faster(laws.log_loss, laws.limit_log_loss),
        ),
    ),
    *of(
        "sharper/path-zero-duals",
        ("omitted-term", "P_perp(W_B) = r W^mm + w + O(log(r)^2 / r)", _law(laws.offset, _shallow)),
        (
            "wrong-quantity",
            "P_perp(W_B) = r W^mm + w + W2 log r + O(log(r)^2 / r)",
            _law(laws.offset, _straight),
        ),
        (
            "wrong-constant",
            "With zero duals v is the path at lambda' = 1/(2 r), up to O(log(r)^2 / r)",
            _law(laws.offset, _later),
        ),
    ),
    *of("sharper/path-without-compatibility", DIRECTIONS[0], DIRECTIONS[1], DIRECTIONS[5]),
)

PLANTED_THEOREM_1 = (
    *of("theorem-1/direction", *DIRECTIONS),
    *of("theorem-1/direction@short", *DIRECTIONS),
    *of("theorem-1/direction@short/amended", *DIRECTIONS),
    *of(
        "section-1/ridge-direction",
        (
            "wrong-program/dropped-margin",
            "cos(W_lambda, C) tends to 1, C the least decoder with (6) but for one margin",
            along(path_direction, neighbours.without_one_margin),
        ),
        (
            "wrong-sign",
            "cos(W_lambda, -W^mm) tends to 1",
            along(path_direction, lambda data: -neighbours.max_margin(data).W),
        ),
    ),
    *of("theorem-1/proof/loss-limit", *LOSS),
    *of("section-4/path-finite-part", *FINITE_PART),
    *of("section-5/decomposition-path", *DECOMPOSED),
    *of("section-5/decomposition-path/amended", *DECOMPOSED_AMENDED),
    *SECOND_ORDER,
)
