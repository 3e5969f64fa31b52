"""Second-order statements about the regularisation path: a quantity, its limit, and the rate.

Each quantity is read off the late points of a path without cancellation and handed to `approached`, which
decides value and rate together. The names are those of the linear model: along the frame of attention data
H is the least risk, W* is W^cyc and F is S_cyc.
"""

from collections.abc import Callable, Sequence
from typing import TypeVar

import numpy as np

from ntpcheck.checks.existence import floats_only
from ntpcheck.checks.limit import OPEN, Row, collected
from ntpcheck.checks.path_points import Travel, approached
from ntpcheck.evidence import Evidence
from ntpcheck.instances.attention import Attention
from ntpcheck.instances.dataset import Dataset
from ntpcheck.reference.frame import Floats
from ntpcheck.reference.law import one_minus_cos
from ntpcheck.reference.path_law import PathLaw, orthogonal

D = TypeVar("D", Dataset, Attention)
Quantity = Callable[[Travel, PathLaw, int], Floats]  # at one late point, by its index


def tends(
    data: D,
    paths: Callable[[D], Sequence[Travel | None]],
    quantity: Quantity,
    limit: Quantity,
    *,
    magnified: bool = False,
    on_f: bool = False,
) -> Evidence:
    """The quantity tends to the limit with error O(1/r); with zero duals O(log(r)^2 / r).

    magnified: the quantity is r times another, and so is its rounding error; on_f: it solves a system with
    H_F.
    """

    def judged(travel: Travel, law: PathLaw) -> Row:
        values, limits = sides(travel, law, quantity, limit)
        worse = travel.amplified if on_f else 0.0
        return approached(travel, values, limits, magnified=magnified, amplified=worse)

    return by_law(data, paths, judged)


@floats_only
def by_law(
    data: D, paths: Callable[[D], Sequence[Travel | None]], judged: Callable[[Travel, PathLaw], Row]
) -> Evidence:
    """What is said of each row of a float batch whose path is believed and has a law; the others stay open.

    paths: the path of every row, in order, or None.
    """
    rows = [
        OPEN if travel is None or travel.law is None or not travel.believed else judged(travel, travel.law)
        for travel in paths(data)
    ]
    return collected(data, rows)


def sides(
    travel: Travel, law: PathLaw, quantity: Quantity, limit: Quantity
) -> tuple[list[Floats], list[Floats]]:
    """The quantity and the limit at every late point, as vectors."""
    every = range(len(travel.far.r))
    values, limits = ([np.atleast_1d(side(travel, law, i)) for i in every] for side in (quantity, limit))
    return values, limits


def lag(travel: Travel, law: PathLaw, i: int) -> float:
    """B / ||W^mm|| - r at late point i."""
    r, D = float(travel.far.r[i]), travel.far.bounded(i)
    y = float((D * travel.frame.W).sum()) / law.square
    t = orthogonal(travel.frame, D) ** 2 / law.square
    return y + t / (np.sqrt((r + y) ** 2 + t) + r + y)


def offset(travel: Travel, law: PathLaw, i: int) -> Floats:
    """P_perp W_B - r W^mm."""
    return travel.far.u[i]


def offset_rate(travel: Travel, law: PathLaw, i: int) -> Floats:
    """r (P_perp W_B - r W^mm - W~)."""
    return travel.far.r[i] * (travel.far.u[i] - law.of_descent.offset)


def finite_rate(travel: Travel, law: PathLaw, i: int) -> Floats:
    """e^r (P_F W_B - W*)."""
    return travel.far.g[i]


def angle(travel: Travel, law: PathLaw, i: int) -> Floats:
    """2 B^2 (1 - cos(W_B, W^mm))."""
    r, D = float(travel.far.r[i]), travel.far.bounded(i)
    side = orthogonal(travel.frame, D) ** 2
    along = law.square * (r + float((D * travel.frame.W).sum()) / law.square) ** 2
    return 2 * (along + side) * one_minus_cos(np.asarray(side / along))


def log_multiplier(travel: Travel, law: PathLaw, i: int) -> Floats:
    """log(lambda B) + B / ||W^mm||, lambda = e^-r / r."""
    behind = lag(travel, law, i)
    # B / r = ||W^mm|| (1 + lag / r)
    return np.asarray(0.5 * np.log(law.square) + np.log1p(behind / travel.far.r[i]) + behind)


def log_loss(travel: Travel, law: PathLaw, i: int) -> Floats:
    """log(CE(W_B) - inf CE) + B / ||W^mm||."""
    return np.asarray(travel.far.scaled_log_gap(i) + lag(travel, law, i))


def nested(travel: Travel, law: PathLaw, i: int) -> Floats:
    """W~ on span(SV+) plus the nested path at lambda' = 1 / r."""
    return law.part(float(travel.far.r[i]))


def limit_offset(travel: Travel, law: PathLaw, i: int) -> Floats:
    """W~."""
    return law.of_descent.offset


def limit_offset_rate(travel: Travel, law: PathLaw, i: int) -> Floats:
    """-A^{-1} W~."""
    return law.next_order


def limit_finite_rate(travel: Travel, law: PathLaw, i: int) -> Floats:
    """H_F^{-1} G."""
    return law.finite


def limit_angle(travel: Travel, law: PathLaw, i: int) -> Floats:
    """||D||^2, D the part of W* + W~ orthogonal to W^mm."""
    return np.asarray(law.side(float(travel.far.r[i])) ** 2)


def limit_log_multiplier(travel: Travel, law: PathLaw, i: int) -> Floats:
    """log ||W^mm|| + y."""
    return np.asarray(0.5 * np.log(law.square) + law.shift)


def limit_log_loss(travel: Travel, law: PathLaw, i: int) -> Floats:
    """log ||W^mm||^2 + y."""
    return np.asarray(np.log(law.square) + law.shift)
