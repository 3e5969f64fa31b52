"""Comparisons of two computed sides, with the rounding error that a float comparison must forgive."""

from typing import Any

import torch

from ntpcheck.arithmetic import FLOAT, Array, number_system
from ntpcheck.evidence import Evidence, Rigor


def _compared(
    slack: Array,
    sides: tuple[Array, Array],
    sizes: tuple[Any, int, Any],
    measured: dict[str, Array],
    *,
    strict: bool = False,
) -> Evidence:
    """The row's worst entry over the last axes; error and scale are bounded by the row's largest.

    sizes: terms, axes and scale, as below.
    """
    xp, (left, right), (terms, axes, scale) = number_system(slack), sides, sizes
    size = xp.maximum(xp.abs(left), xp.abs(right)) if scale is None else scale + 0 * slack
    if not axes:
        return Evidence(slack, xp.rounding(size, terms), size, strict, measured=measured)
    last = tuple(range(-axes, 0))
    slack, largest = xp.min(slack, last), xp.max(size, last)
    if scale is None and isinstance(terms, int | float):  # the largest size has the largest error
        error = xp.rounding(largest, terms)
    else:
        error = xp.max(xp.rounding(size, terms), last)
    return Evidence(slack, error, largest, strict, measured=measured)


def equal(
    left: Array, right: Array, *, terms: float, axes: int = 0, scale: Any = None, **measured: Array
) -> Evidence:
    """left = right in every entry of the last `axes` axes; closed.

    terms: how many roundings of numbers up to the larger side (or `scale`) went into it, as a bound.
    """
    return _compared(-abs(left - right), (left, right), (terms, axes, scale), measured)


def at_most(
    left: Array, right: Array, *, terms: float, axes: int = 0, scale: Any = None, **measured: Array
) -> Evidence:
    """left <= right in every entry of the last `axes` axes; closed."""
    return _compared(right - left, (left, right), (terms, axes, scale), measured)


def below(left: Array, right: Array, *, terms: float, scale: Any = None) -> Evidence:
    """left < right; strict."""
    return _compared(right - left, (left, right), (terms, 0, scale), {}, strict=True)


def decided(holds: Any, like: Array, *, defined: Any = True, rigor: Rigor = Rigor.EXACT) -> Evidence:
    """A combinatorial fact, settled without rounding: slack 1 where it holds and -1 where it does not.

    holds: `[...]` bool, from any device. like: any array of the number system to answer in.
    """
    xp = number_system(like)
    if xp is FLOAT:
        holds = torch.as_tensor(holds, device=like.device)
    slack = xp.where(holds, xp.asarray(1, like), xp.asarray(-1, like))
    return Evidence(slack, 0 * slack, xp.abs(slack), defined=defined, rigor=rigor)
