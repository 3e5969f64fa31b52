"""Numbers in batches that carry their own bounds: lower and upper ends in doubles, rounded outwards.

An operation that is exact in doubles stays exact, seen by an error-free transformation (TwoSum, and Dekker's
product), so that equalities of short dyadic numbers are decided. What may have no value is NaN at both ends.
Exponentials that leave the range of doubles keep the end that is left.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import torch
from torch import Tensor

HUGE = float(torch.finfo(torch.float64).max)
TINY = float(torch.finfo(torch.float64).tiny)  # the least normal double: hardware may flush what is below
ULP = 2.0**-52
LIBRARY = (
    4 * ULP
)  # relative error of exp and log: library and accelerator give one or two units in the last place
SPLIT = 2.0**27 + 1  # Veltkamp's constant, which splits a double into two halves
GRID = 2.0**20  # sums of multiples of 1 / GRID below 2^32 are exact
DEEP = 1e150  # above it the halves of a product may overflow


@dataclass(frozen=True)
class Bounds:
    """Numbers `[..]` between `low` and `high`. Both are NaN where the number may have no value."""

    low: Tensor
    high: Tensor

    @staticmethod
    def exactly(values: Tensor) -> Bounds:
        return Bounds(values, values)

    @property
    def missing(self) -> Tensor:
        return self.low.isnan() | self.high.isnan()


def _down(x: Tensor, exact: Tensor) -> Tensor:
    return torch.where(exact, x, torch.nextafter(x, torch.full_like(x, -math.inf)))


def _up(x: Tensor, exact: Tensor) -> Tensor:
    return torch.where(exact, x, torch.nextafter(x, torch.full_like(x, math.inf)))


def _sum_exact(a: Tensor, b: Tensor, s: Tensor) -> Tensor:
    """Whether s = a + b without rounding (Knuth's TwoSum)."""
    c = s - a
    return ((a - (s - c)) + (b - c)) == 0


def _product_exact(a: Tensor, b: Tensor, p: Tensor) -> Tensor:
    """Whether p = a b without rounding (Dekker); never said where halves may leave the range of doubles."""
    x, y = SPLIT * a, SPLIT * b
    a1, b1 = x - (x - a), y - (y - b)
    a2, b2 = a - a1, b - b1
    rest = ((a1 * b1 - p) + a1 * b2 + a2 * b1) + a2 * b2
    fine = (a.abs() < DEEP) & (b.abs() < DEEP) & ((p.abs() > 1 / DEEP) | (a == 0) | (b == 0))
    return fine & (rest == 0)


def add(a: Bounds, b: Bounds) -> Bounds:
    low, high = a.low + b.low, a.high + b.high
    return Bounds(_down(low, _sum_exact(a.low, b.low, low)), _up(high, _sum_exact(a.high, b.high, high)))


def neg(a: Bounds) -> Bounds:
    return Bounds(-a.high, -a.low)


def subtract(a: Bounds, b: Bounds) -> Bounds:
    return add(a, neg(b))


def _extremes(pairs: Sequence[tuple[Tensor, Tensor]]) -> Bounds:
    """The least and the largest product; a bound at infinity times 0 is 0, since no number is infinite."""
    lows, highs = list[Tensor](), list[Tensor]()
    for x, y in pairs:
        p = x * y
        p = torch.where(p.isnan() & ~x.isnan() & ~y.isnan(), torch.zeros_like(p), p)
        exact = _product_exact(x, y, p) | (x == 0) | (y == 0)
        lows.append(_down(p, exact))
        highs.append(_up(p, exact))
    low, high = lows[0], highs[0]
    for x, y in zip(lows[1:], highs[1:], strict=True):
        low, high = torch.minimum(low, x), torch.maximum(high, y)
    return Bounds(low, high)


def multiply(a: Bounds, b: Bounds) -> Bounds:
    if a.low is a.high and b.low is b.high:
        return _extremes([(a.low, b.low)])
    return _extremes([(x, y) for x in (a.low, a.high) for y in (b.low, b.high)])


def square(a: Bounds) -> Bounds:
    size = absolute(a)
    return _extremes([(size.low, size.low), (size.high, size.high)])


def power(a: Bounds, k: int) -> Bounds:
    if k == 0:
        return Bounds.exactly(torch.where(a.missing, torch.nan, torch.ones_like(a.low)))
    if k % 2 == 0:
        half = square(a)
        return half if k == 2 else power(half, k // 2)
    return a if k == 1 else multiply(a, power(a, k - 1))


def _quotient(x: Tensor, y: Tensor) -> tuple[Tensor, Tensor]:
    q = x / y
    exact = (x == 0) | _product_exact(q, y, x)
    return _down(q, exact & (q * y == x)), _up(q, exact & (q * y == x))


def divide(a: Bounds, b: Bounds) -> Bounds:
    """a / b; without a value where b may be 0."""
    ends = [_quotient(x, y) for x in (a.low, a.high) for y in (b.low, b.high)]
    low, high = ends[0]
    for x, y in ends[1:]:
        low, high = torch.minimum(low, x), torch.maximum(high, y)
    # An end at infinity over another at infinity says nothing; the numbers themselves are finite.
    lost = (low.isnan() | high.isnan()) & ~a.missing & ~b.missing
    low, high = torch.where(lost, -math.inf, low), torch.where(lost, math.inf, high)
    bad = (b.low <= 0) & (b.high >= 0)
    return Bounds(torch.where(bad, torch.nan, low), torch.where(bad, torch.nan, high))


def absolute(a: Bounds) -> Bounds:
    low = torch.where(a.low >= 0, a.low, torch.where(a.high <= 0, -a.high, torch.zeros_like(a.low)))
    low = torch.where(a.missing, torch.nan, low)
    return Bounds(low, torch.maximum(a.low.abs(), a.high.abs()))


def exp(a: Bounds) -> Bounds:
    low, high = torch.exp(a.low), torch.exp(a.high)
    low = torch.clamp(low, max=HUGE) * (1 - LIBRARY) - TINY
    high = high * (1 + LIBRARY) + TINY
    low = torch.where(a.low == 0, torch.ones_like(low), low.clamp(min=0))
    return Bounds(low, torch.where(a.high == 0, torch.ones_like(high), high))


def _log_at(x: Tensor, side: int) -> Tensor:
    y = torch.log(x)
    moved = y + side * LIBRARY * y.abs()
    return torch.where((x == 1) | y.isinf(), y, moved)


def log(a: Bounds) -> Bounds:
    """log a; without a value where a may be 0 or negative."""
    bad = ~(a.low > 0)
    low, high = _log_at(torch.where(bad, 1.0, a.low), -1), _log_at(torch.where(bad, 1.0, a.high), 1)
    return Bounds(torch.where(bad, torch.nan, low), torch.where(bad, torch.nan, high))


def sqrt(a: Bounds) -> Bounds:
    """The root; without a value where a may be negative."""
    bad = ~(a.low >= 0)
    ends: list[Tensor] = []
    for x, push in ((a.low, _down), (a.high, _up)):
        root = torch.sqrt(torch.where(bad, 0.0, x))
        ends.append(push(root, _product_exact(root, root, x) & (root * root == x)))
    low = ends[0].clamp(min=0)
    return Bounds(torch.where(bad, torch.nan, low), torch.where(bad, torch.nan, ends[1]))


def largest(a: Bounds, dims: tuple[int, ...]) -> Bounds:
    return Bounds(torch.amax(a.low, dims), torch.amax(a.high, dims))


def larger(a: Bounds, b: Bounds) -> Bounds:
    return Bounds(torch.maximum(a.low, b.low), torch.maximum(a.high, b.high))


def _summed(x: Tensor, dims: tuple[int, ...], side: int) -> Tensor:
    s, size = x.sum(dims), x.abs().sum(dims)
    n = math.prod(x.shape[d] for d in dims)
    on_grid = ((x * GRID) == torch.floor(x * GRID)).all(dims) if len(dims) == 1 else _all_on_grid(x, dims)
    exact = on_grid & (size < 2.0**32)
    moved = s + side * (n * ULP * size + TINY)
    moved = torch.where(s.isinf(), s, moved)  # what is infinite bounds already
    signed = (x >= 0).all(dims[0]) if len(dims) == 1 else (x >= 0).flatten(dims[0]).all(-1)
    if side < 0:
        moved = torch.where(signed, moved.clamp(min=0), moved)
    return torch.where(exact, s, moved)


def _all_on_grid(x: Tensor, dims: tuple[int, ...]) -> Tensor:
    return ((x * GRID) == torch.floor(x * GRID)).flatten(dims[0]).all(-1)


def total(a: Bounds, dims: tuple[int, ...]) -> Bounds:
    """The sum over the last axes. dims: their positions, in order, up to the last one."""
    low = _summed(a.low, dims, -1)
    return Bounds(low, low if a.low is a.high and _equal(a, dims) else _summed(a.high, dims, 1))


def _equal(a: Bounds, dims: tuple[int, ...]) -> bool:
    """Whether the sum of exact numbers is exact everywhere, so that one tensor is both ends."""
    x = a.low
    fine = ((x * GRID) == torch.floor(x * GRID)).all() & (x.abs().sum(dims) < 2.0**32).all()
    return bool(fine)


def log_total_exp(a: Bounds, dims: tuple[int, ...]) -> Bounds:
    """log sum exp over the last axes, without overflow; precise where one term dominates the others.

    With the largest term t of each end, it is t + log1p(the others' sum of exp(x - t)). Entries at -infinity
    are left out; a row of such entries alone has no value.
    """
    return Bounds(_lse(a.low, dims, -1), _lse(a.high, dims, 1))


def _lse(x: Tensor, dims: tuple[int, ...], side: int) -> Tensor:
    flat = x.flatten(dims[0])
    top, at = flat.max(-1, keepdim=True)
    rest = torch.exp(flat - top).scatter(-1, at, torch.zeros_like(top)).sum(-1)
    n = flat.shape[-1]
    # Relative errors of a rounded difference, through exp, of the sum and of log1p.
    spread = torch.where((flat - top).isinf(), 0.0, (flat - top).abs() * torch.exp(flat - top)).sum(-1)
    rest_error = rest * (n + 4) * ULP + spread * ULP + TINY * n
    first = torch.log1p((rest + side * rest_error).clamp(min=0))
    first = torch.where(rest + side * rest_error > 0, first * (1 + side * LIBRARY), torch.zeros_like(first))
    top = top.squeeze(-1)
    if n == 1:
        first = torch.zeros_like(first)
    s = top + first
    exact = _sum_exact(top, first, s)
    said = _down(s, exact) if side < 0 else _up(s, exact)
    return torch.where(top == -math.inf, torch.nan, said)
