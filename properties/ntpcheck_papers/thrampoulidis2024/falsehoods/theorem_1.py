"""False neighbours of Theorem 1 and of the path's second-order laws."""

from functools import partial

import numpy as np

from ntpcheck.checks import path_laws as laws
from ntpcheck.checks.path_limit import path_direction, path_finite_part, path_loss
from ntpcheck.checks.path_points import Travel, travels
from ntpcheck.formulas.rivals import along, beside, checked, off_by, plus, squared_remainder, times
from ntpcheck.reference import neighbours
from ntpcheck.reference.entropy import entropy
from ntpcheck.reference.frame import Floats
from ntpcheck.reference.path_law import PathLaw
from ntpcheck_papers.thrampoulidis2024.falsehoods.programs import PROGRAMS, directions
from ntpcheck_papers.thrampoulidis2024.shared.finite_part import finite_part
from ntpcheck_papers.thrampoulidis2024.shared.path_decomposition import difference, perpendicular, vanishes

_law = partial(checked, laws.tends, travels)
_faster = partial(checked, squared_remainder, travels)
_vanishes = partial(checked, vanishes, relative=False)

DIRECTIONS = directions(partial(along, path_direction), *PROGRAMS) | {
    "wrong-sign": along(path_direction, lambda data: -neighbours.max_margin(data).W)
}

FINITE_PART = {
    "wrong-limit/zero": along(path_finite_part, lambda data: 0 * finite_part(data).W),
    "wrong-constant": along(path_finite_part, lambda data: 65 / 64 * finite_part(data).W),
    "wrong-sign": along(path_finite_part, lambda data: -finite_part(data).W),
}


def _from_less(travel: Travel, law: PathLaw, i: int) -> Floats:
    return difference(travel, law, i) + perpendicular(travel, law, i) / 64


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


CHECKS = {
    **beside(
        DIRECTIONS,
        "linear/theorem-1/direction",
        "linear/theorem-1/direction@short",
        "linear/theorem-1/direction@short/amended",
    ),
    "linear/section-1/ridge-direction#wrong-program/dropped-margin": along(
        path_direction, neighbours.without_one_margin
    ),
    "linear/section-1/ridge-direction#wrong-sign": along(
        path_direction, lambda data: -neighbours.max_margin(data).W
    ),
    "linear/theorem-1/proof/loss-limit#wrong-constant": off_by(path_loss, times(1 / 64, entropy)),
    "linear/theorem-1/proof/loss-limit#wrong-limit/zero": off_by(path_loss, times(-1, entropy)),
    **beside(FINITE_PART, "linear/section-4/path-finite-part"),
    "linear/section-5/decomposition-path#wrong-constant/finite-part": _vanishes(
        lambda travel, law, i: difference(travel, law, i) - travel.frame.centre.ravel()
    ),
    "linear/section-5/decomposition-path#wrong-constant": _vanishes(_from_less),
    "linear/section-5/decomposition-path/amended#wrong-constant": _vanishes(_from_less, relative=True),
    "linear/section-5/decomposition-path/amended#tightened-bound": _vanishes(difference),
    "linear/sharper/path-offset#omitted-term/offset": _law(laws.offset, times(0.0, laws.limit_offset)),
    "linear/sharper/path-offset#omitted-term/orthogonal-part": _law(laws.offset, _only_along),
    "linear/sharper/path-offset#wrong-rate/remainder": _faster(laws.offset, laws.limit_offset),
    "linear/sharper/path-offset-rate#wrong-sign": _law(
        laws.offset_rate, times(-1.0, laws.limit_offset_rate), magnified=True
    ),
    "linear/sharper/path-offset-rate#omitted-term": _law(
        laws.offset_rate, times(-1.0, laws.limit_offset), magnified=True
    ),
    "linear/sharper/path-direction#omitted-term/factor": _law(times(0.5, laws.angle), laws.limit_angle),
    "linear/sharper/path-direction#omitted-term/offset": _law(
        laws.angle, lambda travel, law, i: np.asarray((travel.frame.centre**2).sum())
    ),
    "linear/sharper/path-direction#wrong-rate/remainder": _faster(laws.angle, laws.limit_angle),
    "linear/sharper/path-finite-part#wrong-constant": _law(
        laws.finite_rate, times(65 / 64, laws.limit_finite_rate), on_f=True
    ),
    "linear/sharper/path-finite-part#wrong-rate/remainder": _faster(
        laws.finite_rate, laws.limit_finite_rate, on_f=True
    ),
    "linear/sharper/path-finite-part#wrong-rate": _law(
        laws.finite_rate, times(0.0, laws.limit_finite_rate), on_f=True
    ),
    "linear/sharper/path-multiplier#omitted-term": _law(
        laws.log_multiplier, plus(laws.limit_log_multiplier, lambda t, law, i: -law.shift)
    ),
    "linear/sharper/path-multiplier#wrong-quantity": _law(laws.log_multiplier, laws.limit_log_loss),
    "linear/sharper/path-loss#wrong-quantity": _law(laws.log_loss, laws.limit_log_multiplier),
    "linear/sharper/path-loss#wrong-constant": _law(
        laws.log_loss, plus(laws.limit_log_loss, lambda t, law, i: 1 / 64)
    ),
    "linear/sharper/path-loss#wrong-rate/remainder": _faster(laws.log_loss, laws.limit_log_loss),
    "linear/sharper/path-zero-duals#omitted-term": _law(laws.offset, _shallow),
    "linear/sharper/path-zero-duals#wrong-quantity": _law(laws.offset, _straight),
    "linear/sharper/path-zero-duals#wrong-constant": _law(laws.offset, _later),
    **beside(
        directions(partial(along, path_direction), "dropped-margin", "one-more-token", "one-hot"),
        "linear/sharper/path-without-compatibility",
    ),
}
