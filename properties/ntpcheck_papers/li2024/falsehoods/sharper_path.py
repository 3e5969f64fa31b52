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

PLANTED_SHARPER_PATH = (
    *neighbours(
        ("sharper/path-offset",),
        (
            "omitted-term/offset",
            "It is rho W^mm + O(1 / rho).",
            _law(laws.offset, times(0.0, laws.limit_offset)),
        ),
        ("omitted-term/orthogonal-part", "It is (rho + y) W^mm + O(1 / rho).", _law(laws.offset, _along)),
        (
            "wrong-rate/remainder",
            "It is rho W^mm + W~ + O(1 / rho^2).",
            _faster(laws.offset, laws.limit_offset),
        ),
    ),
    *neighbours(
        ("sharper/path-offset-rate",),
        (
            "wrong-sign",
            "It is A^-1 W~ + O(1 / rho).",
            _law(laws.offset_rate, times(-1.0, laws.limit_offset_rate), magnified=True),
        ),
        (
            "omitted-term",
            "It is -W~ + O(1 / rho).",
            _law(laws.offset_rate, times(-1.0, laws.limit_offset), magnified=True),
        ),
    ),
    *neighbours(
        ("sharper/path-direction",),
        (
            "omitted-term/factor",
            "R^2 (1 - corr(W_R, W^mm)) = ||D||^2 + O(1 / R).",
            _law(times(0.5, laws.angle), laws.limit_angle),
        ),
        ("omitted-term/offset", "D is W^cyc alone.", _law(laws.angle, _centre)),
        ("wrong-rate/remainder", "The error is O(1 / R^2).", _faster(laws.angle, laws.limit_angle)),
    ),
    *neighbours(
        ("sharper/path-cyclic-part",),
        (
            "wrong-constant",
            "It is (65/64) H^-1 G + O(1 / rho).",
            _law(laws.finite_rate, times(MORE, laws.limit_finite_rate), on_f=True),
        ),
        (
            "wrong-rate/remainder",
            "It is H^-1 G + O(1 / rho^2).",
            _faster(laws.finite_rate, laws.limit_finite_rate, on_f=True),
        ),
        (
            "wrong-rate",
            "It is O(1 / rho).",
            _law(laws.finite_rate, times(0.0, laws.limit_finite_rate), on_f=True),
        ),
    ),
    *neighbours(
        ("sharper/path-multiplier",),
        (
            "omitted-term",
            "It is log ||W^mm|| + O(1 / R).",
            _law(laws.log_multiplier, plus(laws.limit_log_multiplier, lambda _, law, i: -law.shift)),
        ),
        (
            "wrong-quantity",
            "It is 2 log ||W^mm|| + y + O(1 / R).",
            _law(laws.log_multiplier, laws.limit_log_loss),
        ),
    ),
    *neighbours(
        ("sharper/path-loss",),
        (
            "wrong-quantity",
            "It is log ||W^mm|| + y + O(1 / R).",
            _law(laws.log_loss, laws.limit_log_multiplier),
        ),
        (
            "wrong-constant",
            "It is 2 log ||W^mm|| + y + 1/64 + O(1 / R).",
            _law(laws.log_loss, plus(laws.limit_log_loss, lambda *_: 1 / 64)),
        ),
        ("wrong-rate/remainder", "The error is O(1 / R^2).", _faster(laws.log_loss, laws.limit_log_loss)),
    ),
    *neighbours(
        ("sharper/path-zero-duals",),
        ("omitted-term", "It is rho W^mm + W~ + O(log(rho)^2 / rho).", _law(laws.offset, laws.limit_offset)),
        (
            "wrong-quantity",
            "It is rho W^mm + W~ + W2 log rho + O(log(rho)^2 / rho).",
            _law(laws.offset, _straight),
        ),
    ),
)
