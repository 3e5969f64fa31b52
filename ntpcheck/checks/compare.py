"""Comparisons of two computed sides, with the rounding error that a float comparison must forgive."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import torch

from ntpcheck.arithmetic import FLOAT, Array, number_system
from ntpcheck.evidence import Evidence, Rigor


def _tightest(slack: Array, error: Array, scale: Array, axes: int) -> tuple[Array, Array, Array]:
    """The row's worst entry over the last `axes` axes; error and scale are bounded by the row's largest."""
    xp = number_system(slack)
    for _ in range(axes):
        slack, error, scale = xp.min(slack, -1), xp.max(error, -1), xp.max(scale, -1)
    return slack, error, scale


def _compared(slack: Array, sides: tuple[Array, Array], terms: float, axes: int, scale: Any) -> Evidence:
    xp, (left, right) = number_system(slack), sides
    size = xp.maximum(xp.abs(left), xp.abs(right)) if scale is None else scale + 0 * slack
    return Evidence(*_tightest(slack, xp.rounding(size, terms), size, axes))


def equal(
    left: Array, right: Array, *, terms: float, axes: int = 0, scale: Any = None, **measured: Array
) -> Evidence:
    """left = right in every entry of the last `axes` axes; closed.

    terms: how many roundings of numbers up to the larger side (or `scale`) went into it, as a bound.
    """
    return replace(_compared(-abs(left - right), (left, right), terms, axes, scale), measured=measured)


def at_most(
    left: Array, right: Array, *, terms: float, axes: int = 0, scale: Any = None, **measured: Array
) -> Evidence:
    """left <= right in every entry of the last `axes` axes; closed."""
    return replace(_compared(right - left, (left, right), terms, axes, scale), measured=measured)


def below(left: Array, right: Array, *, terms: float, scale: Any = None) -> Evidence:
    """left < right; strict."""
    return replace(at_most(left, right, terms=terms, scale=scale), strict=True)


def decided(holds: Any, like: Array, *, defined: Any = True, rigor: Rigor = Rigor.EXACT) -> Evidence:
    """A combinatorial fact, settled without rounding: slack 1 where it holds and -1 where it does not.

    holds: `[...]` bool, from any device. like: any array of the number system to answer in.
    """
    xp = number_system(like)
    if xp is FLOAT:
        holds = torch.as_tensor(holds, device=like.device)
    slack = xp.where(holds, xp.asarray(1, like), xp.asarray(-1, like))
    return Evidence(slack, 0 * slack, xp.abs(slack), defined=defined, rigor=rigor)
