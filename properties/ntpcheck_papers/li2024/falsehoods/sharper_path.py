"""False neighbours of the path's second-order laws: other constants, other rates, terms left out."""

from functools import partial
from typing import Any

import numpy as np

from ntpcheck.checks import path_laws as laws
from ntpcheck.checks.attention_travels import log_travels
from ntpcheck.checks.path_points import Travel
from ntpcheck.formulas.rivals import MORE, checked, plus, squared_remainder, times
from ntpcheck.reference.path_law import PathLaw


def _along(travel: Travel, law: PathLaw, i: int) -> Any:
    """The part of W~ along W^mm."""
    return law.shift * travel.frame.wmm


def _straight(travel: Travel, law: PathLaw, i: int) -> Any:
    """The nested path as if it were a multiple of log r."""
    return law.of_descent.offset + np.log(travel.far.r[i]) * law.of_descent.drift


_law = partial(checked, laws.tends, log_travels)
_faster = partial(checked, squared_remainder, log_travels)


CHECKS = {
    "attention/sharper/path-offset#omitted-term/offset": _law(laws.offset, times(0.0, laws.limit_offset)),
    "attention/sharper/path-offset#omitted-term/orthogonal-part": _law(laws.offset, _along),
    "attention/sharper/path-offset#wrong-rate/remainder": _faster(laws.offset, laws.limit_offset),
    "attention/sharper/path-offset-rate#wrong-sign": _law(
        laws.offset_rate, times(-1.0, laws.limit_offset_rate), magnified=True
    ),
    "attention/sharper/path-offset-rate#omitted-term": _law(
        laws.offset_rate, times(-1.0, laws.limit_offset), magnified=True
    ),
    "attention/sharper/path-direction#omitted-term/factor": _law(times(0.5, laws.angle), laws.limit_angle),
    "attention/sharper/path-direction#omitted-term/offset": _law(
        laws.angle, lambda travel, law, i: np.asarray((travel.frame.centre**2).sum())
    ),
    "attention/sharper/path-direction#wrong-rate/remainder": _faster(laws.angle, laws.limit_angle),
    "attention/sharper/path-cyclic-part#wrong-constant": _law(
        laws.finite_rate, times(MORE, laws.limit_finite_rate), on_f=True
    ),
    "attention/sharper/path-cyclic-part#wrong-rate/remainder": _faster(
        laws.finite_rate, laws.limit_finite_rate, on_f=True
    ),
    "attention/sharper/path-cyclic-part#wrong-rate": _law(
        laws.finite_rate, times(0.0, laws.limit_finite_rate), on_f=True
    ),
    "attention/sharper/path-multiplier#omitted-term": _law(
        laws.log_multiplier, plus(laws.limit_log_multiplier, lambda _, law, i: -law.shift)
    ),
    "attention/sharper/path-multiplier#wrong-quantity": _law(laws.log_multiplier, laws.limit_log_loss),
    "attention/sharper/path-loss#wrong-quantity": _law(laws.log_loss, laws.limit_log_multiplier),
    "attention/sharper/path-loss#wrong-constant": _law(
        laws.log_loss, plus(laws.limit_log_loss, lambda *_: 1 / 64)
    ),
    "attention/sharper/path-loss#wrong-rate/remainder": _faster(laws.log_loss, laws.limit_log_loss),
    "attention/sharper/path-zero-duals#omitted-term": _law(laws.offset, laws.limit_offset),
    "attention/sharper/path-zero-duals#wrong-quantity": _law(laws.offset, _straight),
}
