"""Losses of one score u = c_y^T f(X), one row each: value and slope in both number systems.

Strictly decreasing ones of every shape with bounded derivative (convex or not, a slope that vanishes at one
point or at infinity), and four that are not: the logarithm, the exponential, the square, the identity.
"""

from collections.abc import Callable
from typing import NamedTuple

from ntpcheck.arithmetic import FLOAT, Array, NumberSystem, as_numpy, number_system


class Loss(NamedTuple):
    """value(xp, u, a), slope(xp, u, a) for a knee a, elementwise; what holds for every real u."""

    name: str
    value: Callable[[NumberSystem, Array, Array], Array]
    slope: Callable[[NumberSystem, Array, Array], Array]
    decreasing: bool = True
    bounded: bool = True


def _cubic(xp: NumberSystem, u: Array, a: Array) -> Array:
    x = u - a
    inner = xp.maximum(xp.minimum(x, 1), -1)  # -x^3 on [-1, 1], its tangents beyond
    return -inner * inner * inner - 3 * (x - inner)


def _cubic_slope(xp: NumberSystem, u: Array, a: Array) -> Array:
    inner = xp.maximum(xp.minimum(u - a, 1), -1)
    return -3 * inner * inner


LOSSES = (
    Loss("log", lambda xp, u, a: -xp.log(u), lambda xp, u, a: -1 / u, bounded=False),
    Loss("linear", lambda xp, u, a: -u, lambda xp, u, a: 0 * u - 1),
    Loss("logistic", lambda xp, u, a: xp.log1p(xp.exp(a - u)), lambda xp, u, a: -1 / (1 + xp.exp(u - a))),
    Loss(
        "rational",
        lambda xp, u, a: (a - u) / (1 + xp.abs(u - a)),
        lambda xp, u, a: -1 / ((1 + xp.abs(u - a)) * (1 + xp.abs(u - a))),
    ),
    Loss("cubic", _cubic, _cubic_slope),
    Loss("squared", lambda xp, u, a: (1 - u) * (1 - u), lambda xp, u, a: 2 * u - 2, False, False),  # noqa: FBT003
    Loss("exponential", lambda xp, u, a: xp.exp(-u), lambda xp, u, a: -xp.exp(-u), bounded=False),
    Loss("rising", lambda xp, u, a: u, lambda xp, u, a: 0 * u + 1, decreasing=False),
)
LOG = 0


def named(name: str) -> int:
    """The row of a loss. Raises StopIteration for a name that is none."""
    return next(row for row, loss in enumerate(LOSSES) if loss.name == name)


def value(rows: Array, knee: Array, u: Array) -> Array:
    """l(u) `[..., n]` for loss rows and knees `[...]`; the log-loss wants u > 0."""
    return _evaluate(rows, knee, u, lambda loss: loss.value)


def slope(rows: Array, knee: Array, u: Array) -> Array:
    """l'(u) `[..., n]` for loss rows and knees `[...]`."""
    return _evaluate(rows, knee, u, lambda loss: loss.slope)


def _evaluate(
    rows: Array, knee: Array, u: Array, part: Callable[[Loss], Callable[[NumberSystem, Array, Array], Array]]
) -> Array:
    xp, chosen = number_system(u), sorted(set(as_numpy(rows).ravel().tolist()))
    at = knee[..., None] + 0 * u
    if len(chosen) == 1:
        return part(LOSSES[chosen[0]])(xp, u, at)
    out = 0 * u
    for row in chosen:
        here = (rows == row)[..., None]
        # In rationals each loss sees its own scores alone: at a zero of another the log-loss would raise.
        out = xp.where(here, part(LOSSES[row])(xp, u if xp is FLOAT else xp.where(here, u, 1), at), out)
    return out
