"""Points of the regularisation path of every row of a batch, and how one reads a limit off three of them.

limits.  A quantity with limit L and error O(1/r) has its distance e from L fall by the factor r / r_end
    between late points. `approached` asks for no more than four times the larger of what two earlier points
    promise (one alone may lie where e changes sign): it knows no tolerance, so that a wrong L is refuted
    however near it is, and so is a rate that is too fast.
    Along the path of data with zero duals errors are O(log(r)^2 / r), and sixteen times that is allowed.
belief.  The solver works in coordinates of F and span{x_n}, with the in-support softmax at W* for granted.
    Its points with small r are held against grad CE(W) + lambda W = 0, computed from the data alone.
"""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, NamedTuple

import numpy as np
from scipy.special import softmax

from ntpcheck.checks.limit import OPEN, Row
from ntpcheck.instances.base import cached
from ntpcheck.instances.dataset import Dataset
from ntpcheck.reference.frame import Floats, Frame, frames
from ntpcheck.reference.kept import Kept
from ntpcheck.reference.path import Path, path
from ntpcheck.reference.path_law import PathLaw, path_law

NEAR = (0.25, 2.0, 8.0, 24.0)  # r of the points looked at, from next to nothing to where odds have faded
PLAIN = 8.0  # r up to which e^-r / r is far above the rounding of a gradient
BELIEVED = 2.0**-24  # of lambda (1 + ||W||)
ROUNDING = 2.0**-52  # one unit of docs/rounding.md
COARSE = 2.0**-44  # of what is compared, as its rounding
SHARP = 2.0**-4  # u and W~ share most of that
LENIENCE = 4.0  # how much more slowly than its law what is left may fade
BEFORE = np.array([1 / 800, 1 / 100])  # the earlier points, as shares of r_end
FADED = 64.0  # e^-FADED is nothing
HORIZON = 1e4  # r of the point before the last, at least
LATEST = 1e10  # r at most: beyond it the rounding of W^mm, times r, shows


class Travel(NamedTuple):
    """One row: points with small r, three late points, and where they should be."""

    frame: Frame
    law: PathLaw | None  # None where W^mm is zero or does not exist
    near: Path  # at r = NEAR
    far: Path  # two earlier points and the last; empty without a law
    believed: bool
    amplified: float  # ||H_F^{-1}|| times the pulls that G sums up, which may cancel

    @property
    def last(self) -> int:
        """The index of the last point."""
        return len(self.far.r) - 1

    def fading(self) -> Floats:
        """`[2]` how much of an error O(1/r) at the earlier points is left at the last, four times."""
        r = self.far.r
        left = LENIENCE * r[:-1] / r[-1]
        strict = self.law is None or self.law.strict
        # What depends on the nested path settles with log r: over four decades a factor has not settled yet.
        return left if strict else LENIENCE * left * (np.log(r[-1]) / np.log(r[:-1])) ** 2


_DONE: Kept[Travel] = Kept()


@cached
def travels(data: Dataset) -> list[Travel]:
    """The path of every row of a float batch, in order."""
    p = data.p.reshape(-1, *data.p.shape[-2:]).cpu().numpy()
    rows = zip(frames(data), p, strict=True)
    return [
        _DONE.once(partial(travelled, frame, NEAR, partial(_stationary, p=given)), frame, given)
        for frame, given in rows
    ]


def travelled(frame: Frame, radii: Sequence[float], stationary: Callable[[Path], bool]) -> Travel:
    """The path of one frame, near points at r = radii, believed if they are `stationary`."""
    near = path(frame, radii)
    law = path_law(frame) if frame.moves else None
    far = path(frame, _late(law) if law else [])
    settled = bool(np.isfinite(near.change).all() and np.isfinite(far.change).all())
    return Travel(frame, law, near, far, settled and stationary(near), _amplified(frame))


def _amplified(frame: Frame) -> float:
    if not len(frame.F):
        return 0.0
    pulls = 2 * float(frame.alpha @ np.linalg.norm(frame.H, axis=1)[frame.context])
    values = frame.curvatures()
    return pulls / float(max(values[0], ROUNDING * values[-1]))


def _late(law: PathLaw) -> Floats:
    """Late points: far enough for the slowest cell to fade and for A to outweigh the ridge."""
    frame, found = law.frame, law.of_descent
    size = np.linalg.norm(frame.centre + frame.matrix(0 * law.finite, found.offset))
    rates = found.contraction, found.gap * HORIZON / FADED  # zero where no double is small enough
    slow = max(1.0, float(size / np.sqrt(law.square)), *(1 / max(rate, 1 / LATEST) for rate in rates))
    end = min(HORIZON / BEFORE[-1] * slow, LATEST)
    return np.append(BEFORE * end, end)


def _stationary(near: Path, p: Floats) -> bool:
    """Whether the near points are, from H, pi and p `[m, V]` alone."""
    frame = near.frame

    def slope(W: Floats) -> Floats:
        return (frame.pi[:, None] * (softmax(frame.H @ W.T, 1) - p)).T @ frame.H

    return at_rest(near, slope, FADED * ROUNDING * np.linalg.norm(frame.H))


def at_rest(near: Path, slope: Callable[[Floats], Floats], noise: Any) -> bool:
    """Whether the gradient is -lambda W, up to rounding by `noise`, at the points with r <= `PLAIN`."""
    for i in np.flatnonzero(near.r <= PLAIN):
        W, multiplier = near.decoder(int(i)), np.exp(near.log_multiplier[i])
        allowed = BELIEVED * multiplier * (1 + np.linalg.norm(W)) + noise
        if not np.linalg.norm(slope(W) + multiplier * W) <= allowed:
            return False
    return True


def apart(travel: Travel, value: Floats, limit: Floats, r: float) -> tuple[float, float]:
    """||value - limit|| and its rounding error; an error of W^mm moves u by up to r times as much."""
    scale = 1 + float(np.linalg.norm(value)) + float(np.linalg.norm(limit))
    law = travel.law
    amplified = 0.0 if law is None else 1 / law.of_descent.contraction if law.strict else r
    error = COARSE * scale + amplified * (travel.frame.error + ROUNDING)
    return float(np.linalg.norm(value - limit)), error


def approached(
    travel: Travel,
    values: Sequence[Floats],
    limits: Sequence[Floats],
    *,
    magnified: bool = False,
    amplified: float = 0.0,
    over: Floats | float = 1.0,
) -> Row:
    """The values at the late points tend to the limits with error O(1/r), zero duals aside.

    magnified: values are r times what was computed; amplified: what rounding was multiplied by on the way;
    over: what both are divided by.
    """
    if not travel.believed:
        return OPEN
    misses, errors = distances(travel, values, limits, magnified=magnified, amplified=amplified)
    return faded(misses / over, errors / over, travel.fading())


def distances(
    travel: Travel,
    values: Sequence[Floats],
    limits: Sequence[Floats],
    *,
    magnified: bool = False,
    amplified: float = 0.0,
) -> tuple[Floats, Floats]:
    """`[3]` how far the values at the late points are from the limits, and the error of that."""
    found = [apart(travel, *one) for one in zip(values, limits, travel.far.r, strict=True)]
    misses, errors = (np.array(column) for column in zip(*found, strict=True))
    errors = errors + FADED * ROUNDING * amplified
    return misses, errors * travel.far.r * SHARP if magnified else errors


def faded(misses: Floats, errors: Floats, share: Floats) -> Row:
    """Distances fade: slack: the largest `share` of an earlier one, minus the last.

    A share is 4 r / r_end (16 r / r_end and a factor log(r_end)^2 / log(r)^2 with zero duals) for O(1/r).
    """
    allowed = float((share * misses[:-1]).max())
    error = float(errors[-1] + (share * errors[:-1]).max())
    return Row(allowed - float(misses[-1]), error, 1 + allowed)
