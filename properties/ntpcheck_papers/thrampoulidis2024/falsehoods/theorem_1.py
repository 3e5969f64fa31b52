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
from ntpcheck_papers.thrampoulidis2024.falsehoods.planting import SOME_TOKEN, of, under
from ntpcheck_papers.thrampoulidis2024.shared.finite_part import finite_part
from ntpcheck_papers.thrampoulidis2024.shared.path_decomposition import difference, perpendicular, vanishes

_law = partial(checked, laws.tends, travels)
_faster = partial(checked, squared_remainder, travels)
_vanishes = partial(checked, vanishes, relative=False)

PROGRAMS = (
    ("dropped-margin", "the least decoder with (6) but for one margin", neighbours.without_one_margin),
    ("one-more-token", "the W^mm of data with one token more in one support", neighbours.with_one_more_token),
    ("one-token-less", "the W^mm of data with one token less in one support", neighbours.with_one_token_less),
    ("no-ties", "the least decoder with (6b) for all pairs and without (6a)", neighbours.without_ties),
    ("all-tight", "the least one with (6a) and all margins equal to 1", neighbours.with_all_margins_tight),
    ("one-hot", "the W^mm of each context's most frequent token", neighbours.of_most_frequent_tokens),
)
DIRECTIONS = under(
    "For the minimiser W_B of CE over ||W|| <= B, as B grows, ",
    *(
        (f"wrong-program/{kind}", f"cos(W_B, C) tends to 1, C {C}.", along(path_direction, program))
        for kind, C, program in PROGRAMS
    ),
    (
        "wrong-sign",
        "cos(W_B, W^mm) tends to -1.",
        along(path_direction, lambda data: -neighbours.max_margin(data).W),
    ),
)

FINITE_PART = under(
    "The projection of W_B on F, W_B the minimiser of CE over ||W|| <= B, as B grows tends to ",
    (
        "wrong-limit/zero",
        "0.",
        along(path_finite_part, lambda data: 0 * finite_part(data).W),
    ),
    (
        "wrong-constant",
        "65/64 W*.",
        along(path_finite_part, lambda data: 65 / 64 * finite_part(data).W),
    ),
    ("wrong-sign", "-W*.", along(path_finite_part, lambda data: -finite_part(data).W)),
)

LOSS = under(
    "CE(W_B), the least loss over ||W|| <= B, as B grows tends to ",
    ("wrong-constant", "65/64 of the entropy H.", off_by(path_loss, times(1 / 64, entropy))),
    ("wrong-limit/zero", "0.", off_by(path_loss, times(-1, entropy))),
)


def _from_twice_star(travel: Travel, law: PathLaw, i: int) -> Floats:
    return difference(travel, law, i) - travel.frame.centre.ravel()


def _from_less(travel: Travel, law: PathLaw, i: int) -> Floats:
    return difference(travel, law, i) + perpendicular(travel, law, i) / 64


DECOMPOSED = under(
    "For the minimiser W_B of CE over ||W|| <= B, as B grows, ",
    (
        "wrong-constant/finite-part",
        "W_B - (2 W* + ||P_perp(W_B)|| W^mm / ||W^mm||) tends to 0.",
        _vanishes(_from_twice_star),
    ),
    (
        "wrong-constant",
        "W_B - (W* + 63/64 ||P_perp(W_B)|| W^mm / ||W^mm||) tends to 0.",
        _vanishes(_from_less),
    ),
)

DECOMPOSED_AMENDED = under(
    "For the minimiser W_B of CE over ||W|| <= B, as B grows, ",
    (
        "wrong-constant",
        "W_B - (W* + 63/64 ||P_perp(W_B)|| W^mm / ||W^mm||) is o(||W_B||).",
        _vanishes(_from_less, relative=True),
    ),
    ("tightened-bound", "W_B - (W* + ||P_perp(W_B)|| W^mm / ||W^mm||) tends to 0.", _vanishes(difference)),
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


RHO = "the multiplier of W_B being lambda = e^-rho / rho"
DUAL = "W~ in span(SV) has c_n exp(-<W~, x_n>) = alpha_n on SV, alpha a dual solution of NTP-SVM"
OF_PATH = f"W~ the offset of the path, {RHO}."
RATE = f"A = sum alpha_n x_n x_n^T on span(SV), {OF_PATH}"
PLUS = "where D is the part of W* + W~ orthogonal to W^mm, W~ the offset of the path."
FINITE = (
    "where H_F is the Hessian of CE_F at W* on F, G = P_F sum alpha_n (p_j - e_v) h_j^T with alpha_n = c_n "
    f"exp(-<W~, x_n>), {OF_PATH}"
)
SHIFT = "y = <W~, W^mm> / ||W^mm||^2, W~ the offset of the path."
ZERO_DUALS = (
    f"If the support vectors Z have multiplier 0 in every dual solution, {RHO} and W~ in span(SV+) the "
    "offset of the other support vectors SV+, "
)

SECOND_ORDER = (
    *of(
        "sharper/path-offset",
        (
            "omitted-term/offset",
            f"P_perp(W_B) = rho W^mm + O(1 / rho), {RHO}.",
            _law(laws.offset, times(0.0, laws.limit_offset)),
        ),
        (
            "omitted-term/orthogonal-part",
            f"P_perp(W_B) = (rho + y) W^mm + O(1 / rho), y W^mm the part of W~ along W^mm, {OF_PATH}",
            _law(laws.offset, _only_along),
        ),
        (
            "wrong-rate/remainder",
            f"P_perp(W_B) = rho W^mm + W~ + O(1 / rho^2), where {DUAL}, {RHO}.",
            _faster(laws.offset, laws.limit_offset),
        ),
    ),
    *of(
        "sharper/path-offset-rate",
        (
            "wrong-sign",
            f"rho (P_perp(W_B) - rho W^mm - W~) = A^-1 W~ + O(1 / rho), {RATE}",
            _law(laws.offset_rate, times(-1.0, laws.limit_offset_rate), magnified=True),
        ),
        (
            "omitted-term",
            f"rho (P_perp(W_B) - rho W^mm - W~) = -W~ + O(1 / rho), {OF_PATH}",
            _law(laws.offset_rate, times(-1.0, laws.limit_offset), magnified=True),
        ),
    ),
    *of(
        "sharper/path-direction",
        (
            "omitted-term/factor",
            f"B^2 (1 - cos(W_B, W^mm)) = ||D||^2 + O(1 / B), {PLUS}",
            _law(times(0.5, laws.angle), laws.limit_angle),
        ),
        (
            "omitted-term/offset",
            "2 B^2 (1 - cos(W_B, W^mm)) = ||W*||^2 + O(1 / B).",
            _law(laws.angle, lambda travel, law, i: np.asarray((travel.frame.centre**2).sum())),
        ),
        (
            "wrong-rate/remainder",
            f"2 B^2 (1 - cos(W_B, W^mm)) = ||D||^2 + O(1 / B^2), {PLUS}",
            _faster(laws.angle, laws.limit_angle),
        ),
    ),
    *of(
        "sharper/path-finite-part",
        (
            "wrong-constant",
            f"e^rho (P_F(W_B) - W*) = 65/64 H_F^-1 G + O(1 / rho), {FINITE}",
            _law(laws.finite_rate, times(65 / 64, laws.limit_finite_rate), on_f=True),
        ),
        (
            "wrong-rate/remainder",
            f"e^rho (P_F(W_B) - W*) = H_F^-1 G + O(1 / rho^2), {FINITE}",
            _faster(laws.finite_rate, laws.limit_finite_rate, on_f=True),
        ),
        (
            "wrong-rate",
            f"e^rho (P_F(W_B) - W*) = O(1 / rho), {RHO}.",
            _law(laws.finite_rate, times(0.0, laws.limit_finite_rate), on_f=True),
        ),
    ),
    *of(
        "sharper/path-multiplier",
        (
            "omitted-term",
            "log(lambda B) + B / ||W^mm|| = log ||W^mm|| + O(1 / B), lambda the multiplier of W_B.",
            _law(laws.log_multiplier, plus(laws.limit_log_multiplier, lambda t, law, i: -law.shift)),
        ),
        (
            "wrong-quantity",
            "log(lambda B) + B / ||W^mm|| = 2 log ||W^mm|| + y + O(1 / B), lambda the multiplier of W_B and "
            f"{SHIFT}",
            _law(laws.log_multiplier, laws.limit_log_loss),
        ),
    ),
    *of(
        "sharper/path-loss",
        (
            "wrong-quantity",
            f"log(CE(W_B) - H) + B / ||W^mm|| = log ||W^mm|| + y + O(1 / B), {SHIFT}",
            _law(laws.log_loss, laws.limit_log_multiplier),
        ),
        (
            "wrong-constant",
            f"log(CE(W_B) - H) + B / ||W^mm|| = 2 log ||W^mm|| + y + 1/64 + O(1 / B), {SHIFT}",
            _law(laws.log_loss, plus(laws.limit_log_loss, lambda t, law, i: 1 / 64)),
        ),
        (
            "wrong-rate/remainder",
            f"log(CE(W_B) - H) + B / ||W^mm|| = 2 log ||W^mm|| + y + O(1 / B^2), {SHIFT}",
            _faster(laws.log_loss, laws.limit_log_loss),
        ),
    ),
    *of(
        "sharper/path-zero-duals",
        *under(
            ZERO_DUALS,
            (
                "omitted-term",
                "P_perp(W_B) = rho W^mm + W~ + O(log(rho)^2 / rho).",
                _law(laws.offset, _shallow),
            ),
            (
                "wrong-quantity",
                "P_perp(W_B) = rho W^mm + W~ + W2 log rho + O(log(rho)^2 / rho), W2 the least matrix with "
                "<W2, x_n> = 0 on SV+ and >= 1 on Z.",
                _law(laws.offset, _straight),
            ),
            (
                "wrong-constant",
                "P_perp(W_B) = rho W^mm + W~ + v + O(log(rho)^2 / rho), v the path at the multiplier 1 / (2 "
                "rho) of the cells P x_n, n in Z, P the projection off span(SV+), with weights c_n exp(-<W~, "
                "x_n>).",
                _law(laws.offset, _later),
            ),
        ),
    ),
    *of(
        "sharper/path-without-compatibility",
        *under(
            "On separable data, compatible or not, if some token is out of support, ",
            *(DIRECTIONS[i] for i in (0, 1, 5)),
        ),
    ),
)

PLANTED_THEOREM_1 = (
    *of("theorem-1/direction", *DIRECTIONS),
    *of("theorem-1/direction@short", *DIRECTIONS),
    *of("theorem-1/direction@short/amended", *under(SOME_TOKEN, *DIRECTIONS)),
    *of(
        "section-1/ridge-direction",
        (
            "wrong-program/dropped-margin",
            "For the minimiser W_lambda of CE + lambda ||W||^2, cos(W_lambda, C) tends to 1 as lambda tends "
            "to 0, C the least decoder with (6) but for one margin.",
            along(path_direction, neighbours.without_one_margin),
        ),
        (
            "wrong-sign",
            "For the minimiser W_lambda of CE + lambda ||W||^2, cos(W_lambda, -W^mm) tends to 1 as lambda "
            "tends to 0.",
            along(path_direction, lambda data: -neighbours.max_margin(data).W),
        ),
    ),
    *of("theorem-1/proof/loss-limit", *LOSS),
    *of("section-4/path-finite-part", *FINITE_PART),
    *of("section-5/decomposition-path", *DECOMPOSED),
    *of("section-5/decomposition-path/amended", *DECOMPOSED_AMENDED),
    *SECOND_ORDER,
)
