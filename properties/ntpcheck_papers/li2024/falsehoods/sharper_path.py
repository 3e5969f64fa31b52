"""False neighbours of the path's second-order laws: other constants, other rates, terms left out."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np

from ntpcheck.checks import path_laws as laws
from ntpcheck.checks.path_points import Travel
from ntpcheck.formulas.rivals import MORE, checked, plus, squared_remainder, times
from ntpcheck.reference.path_law import PathLaw
from ntpcheck_papers.li2024.falsehoods.planting import neighbours
from ntpcheck_papers.li2024.section_4.path_limits import log_travels

__all__ = ["PLANTED_SHARPER_PATH"]


def _along(travel: Travel, law: PathLaw, i: int) -> Any:
    """The part of W~ along W^mm."""
    return law.shift * travel.frame.wmm


def _centre(travel: Travel, law: PathLaw, i: int) -> Any:
    return np.asarray((travel.frame.centre**2).sum())


def _straight(travel: Travel, law: PathLaw, i: int) -> Any:
    """The nested path as if it were a multiple of log r."""
    return law.of_descent.offset + np.log(travel.far.r[i]) * law.of_descent.drift


_law = partial(checked, laws.tends, log_travels)
_faster = partial(checked, squared_remainder, log_travels)

MULTIPLIER = "the multiplier of W_R is lambda = e^-rho / rho"
PATH = "W~ the offset of the path"
DUAL = "W~ in span(SV) has c_it exp(-<W~, z_it>) = alpha_it, alpha a dual solution of (Graph-SVM)"
MULTIPLE = f"y = <W~, W^mm> / ||W^mm||^2, {PATH}"
BESIDE = f"D is the part of W^cyc + W~ orthogonal to W^mm, {PATH}"
CURVED = (
    "where S is S_cyc, H the curvature of the risk on S at W^cyc, G = P_S sum alpha_it (q_i - e_t) xbar_i^T "
    f"with alpha_it = c_it exp(-<W~, z_it>), {PATH}, and {MULTIPLIER}"
)
ZERO = "If the support vectors Z have multiplier 0 in every dual solution"


def _outside(law: str, where: str) -> str:
    return f"W_R less its part in S_cyc is {law}, where {where}{MULTIPLIER}."


def _rest(law: str, where: str) -> str:
    left = "rho times what W_R less its part in S_cyc, rho W^mm and W~ leaves"
    return f"{left} is {law}, where {where}W~ is the offset of the path, and {MULTIPLIER}."


def _nested(law: str, drift: str) -> str:
    """The path beside support vectors whose multiplier is 0."""
    offset = "W~ in span(SV+) is the offset of the other support vectors SV+"
    return f"{ZERO}, W_R less its part in S_cyc is {law}, where {MULTIPLIER}, and {offset}{drift}."


PLANTED_SHARPER_PATH = (
    *neighbours(
        ("sharper/path-offset",),
        (
            "omitted-term/offset",
            _outside("rho W^mm + O(1 / rho)", ""),
            _law(laws.offset, times(0.0, laws.limit_offset)),
        ),
        (
            "omitted-term/orthogonal-part",
            _outside("(rho + y) W^mm + O(1 / rho)", f"{MULTIPLE}, and "),
            _law(laws.offset, _along),
        ),
        (
            "wrong-rate/remainder",
            _outside("rho W^mm + W~ + O(1 / rho^2)", f"{DUAL}, and "),
            _faster(laws.offset, laws.limit_offset),
        ),
    ),
    *neighbours(
        ("sharper/path-offset-rate",),
        (
            "wrong-sign",
            _rest("A^-1 W~ + O(1 / rho)", "A = sum alpha_it z_it z_it^T on span(SV), "),
            _law(laws.offset_rate, times(-1.0, laws.limit_offset_rate), magnified=True),
        ),
        (
            "omitted-term",
            _rest("-W~ + O(1 / rho)", ""),
            _law(laws.offset_rate, times(-1.0, laws.limit_offset), magnified=True),
        ),
    ),
    *neighbours(
        ("sharper/path-direction",),
        (
            "omitted-term/factor",
            f"R^2 (1 - corr(W_R, W^mm)) = ||D||^2 + O(1 / R), where {BESIDE}.",
            _law(times(0.5, laws.angle), laws.limit_angle),
        ),
        (
            "omitted-term/offset",
            "2 R^2 (1 - corr(W_R, W^mm)) = ||W^cyc||^2 + O(1 / R).",
            _law(laws.angle, _centre),
        ),
        (
            "wrong-rate/remainder",
            f"2 R^2 (1 - corr(W_R, W^mm)) = ||D||^2 + O(1 / R^2), where {BESIDE}.",
            _faster(laws.angle, laws.limit_angle),
        ),
    ),
    *neighbours(
        ("sharper/path-cyclic-part",),
        (
            "wrong-constant",
            f"e^rho (P_S W_R - W^cyc) = (65/64) H^-1 G + O(1 / rho), {CURVED}.",
            _law(laws.finite_rate, times(MORE, laws.limit_finite_rate), on_f=True),
        ),
        (
            "wrong-rate/remainder",
            f"e^rho (P_S W_R - W^cyc) = H^-1 G + O(1 / rho^2), {CURVED}.",
            _faster(laws.finite_rate, laws.limit_finite_rate, on_f=True),
        ),
        (
            "wrong-rate",
            f"e^rho (P_S W_R - W^cyc) = O(1 / rho), where S is S_cyc and {MULTIPLIER}.",
            _law(laws.finite_rate, times(0.0, laws.limit_finite_rate), on_f=True),
        ),
    ),
    *neighbours(
        ("sharper/path-multiplier",),
        (
            "omitted-term",
            "log(lambda R) + R / ||W^mm|| = log ||W^mm|| + O(1 / R), where lambda is the multiplier of W_R.",
            _law(laws.log_multiplier, plus(laws.limit_log_multiplier, lambda _, law, i: -law.shift)),
        ),
        (
            "wrong-quantity",
            "log(lambda R) + R / ||W^mm|| = 2 log ||W^mm|| + y + O(1 / R), where lambda is the multiplier of "
            f"W_R and {MULTIPLE}.",
            _law(laws.log_multiplier, laws.limit_log_loss),
        ),
    ),
    *neighbours(
        ("sharper/path-loss",),
        (
            "wrong-quantity",
            f"log(L(W_R) - inf L) + R / ||W^mm|| = log ||W^mm|| + y + O(1 / R), where {MULTIPLE}.",
            _law(laws.log_loss, laws.limit_log_multiplier),
        ),
        (
            "wrong-constant",
            f"log(L(W_R) - inf L) + R / ||W^mm|| = 2 log ||W^mm|| + y + 1/64 + O(1 / R), where {MULTIPLE}.",
            _law(laws.log_loss, plus(laws.limit_log_loss, lambda *_: 1 / 64)),
        ),
        (
            "wrong-rate/remainder",
            f"log(L(W_R) - inf L) + R / ||W^mm|| = 2 log ||W^mm|| + y + O(1 / R^2), where {MULTIPLE}.",
            _faster(laws.log_loss, laws.limit_log_loss),
        ),
    ),
    *neighbours(
        ("sharper/path-zero-duals",),
        (
            "omitted-term",
            _nested("rho W^mm + W~ + O(log(rho)^2 / rho)", ""),
            _law(laws.offset, laws.limit_offset),
        ),
        (
            "wrong-quantity",
            _nested(
                "rho W^mm + W~ + W2 log rho + O(log(rho)^2 / rho)",
                ", and W2 is the least matrix with <W2, z> = 0 on SV+ and >= 1 on Z",
            ),
            _law(laws.offset, _straight),
        ),
    ),
)
