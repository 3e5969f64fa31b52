"""What batches say of formulas: surely true, surely false or neither, with bounds of the signed slack.

A comparison's slack is the difference of its sides, minus their distance for an equality; `and` and `forall`
take the least, `or` and `exists` the largest. What has no sides is worth +-infinity, so that it never is the
least or largest where something has sides.
"""

import math
from dataclasses import dataclass

import torch
from torch import Tensor

from ntpcheck.evidence import RESOLUTION, Evidence
from ntpcheck.formulas.bounded import Bounds, absolute, neg, subtract


@dataclass(frozen=True)
class Truth:
    """`[..]` each. soft: surely true, or a closed comparison within rounding of a fine enough one.

    size: of the largest side that is compared, 0 without sides; a slack is small or large beside it.
    """

    sure: Tensor
    no: Tensor
    soft: Tensor
    low: Tensor
    high: Tensor
    size: Tensor

    @property
    def missing(self) -> Tensor:
        """Where a part may have no value."""
        return self.low.isnan() | self.high.isnan()


def plain(sure: Tensor, no: Tensor) -> Truth:
    """A formula without sides."""
    low = torch.where(sure, math.inf, -math.inf).double()
    high = torch.where(no, -math.inf, math.inf).double()
    return Truth(sure, no, sure, low, high, torch.zeros_like(low))


def unknown(like: Tensor) -> Truth:
    """A formula of which nothing is known, not even that it has a truth value."""
    no, nan = torch.zeros_like(like, dtype=torch.bool), torch.full_like(like, math.nan, dtype=torch.float64)
    return Truth(no, no, no, nan, nan, torch.zeros_like(nan))


def compared(sign: str, a: Bounds, b: Bounds, parts: Tensor | None = None) -> Truth:
    """`a sign b`, for =, !=, <, <=, > and >=. parts: the size of the largest term that the sides add up."""
    if sign in ("<", "<="):
        a, b, sign = b, a, {"<": ">", "<=": ">="}[sign]
    d = subtract(a, b)
    scale = torch.maximum(absolute(a).high, absolute(b).high)
    scale = scale if parts is None else torch.maximum(scale, parts)
    fine = (d.high - d.low) / 2 <= RESOLUTION * scale
    if sign in (">", ">="):
        if sign == ">":
            return Truth(d.low > 0, d.high <= 0, d.low > 0, d.low, d.high, scale)
        return Truth(d.low >= 0, d.high < 0, (d.low >= 0) | ((d.high >= 0) & fine), d.low, d.high, scale)
    same, other = (d.low == 0) & (d.high == 0), (d.low > 0) | (d.high < 0)
    size = absolute(d)
    if sign == "!=":
        return Truth(other, same, other, size.low, size.high, scale)
    slack = neg(size)
    return Truth(same, other, same | (~other & ~d.missing & fine), slack.low, slack.high, scale)


def negation(a: Truth) -> Truth:
    return Truth(a.no, a.sure, a.no, -a.high, -a.low, a.size)


def conjunction(a: Truth, b: Truth) -> Truth:
    """`a and b`, read from left to right: where a is false, b need have no value."""
    low, high = torch.minimum(a.low, b.low), torch.minimum(a.high, b.high)
    low, high = torch.where(a.no, a.low, low), torch.where(a.no, a.high, high)
    size = torch.maximum(a.size, b.size)
    return Truth(a.sure & b.sure, a.no | (b.no & ~a.missing), a.soft & b.soft, low, high, size)


def disjunction(a: Truth, b: Truth) -> Truth:
    return negation_of_both(negation(a), negation(b), a.soft | (b.soft & ~a.missing))


def negation_of_both(a: Truth, b: Truth, soft: Tensor) -> Truth:
    """`not (a and b)`, with the softness of what a and b negate."""
    joined = negation(conjunction(a, b))
    return Truth(joined.sure, joined.no, soft, joined.low, joined.high, joined.size)


def guarded(guard: Truth, body: Truth, *, some: bool) -> Truth:
    """An entry of `forall | guard. body`, or of `exists`: where the guard is false it says nothing."""
    out = -math.inf if some else math.inf
    low, high = torch.where(guard.no, out, body.low), torch.where(guard.no, out, body.high)
    open_ = ~guard.no & ~guard.sure
    low = torch.where(open_ & torch.tensor(some, device=low.device), out, low)
    high = torch.where(open_ & torch.tensor(not some, device=low.device), out, high)
    low = torch.where(guard.missing & ~guard.no, math.nan, low)
    if some:
        return Truth(guard.sure & body.sure, guard.no | body.no, guard.sure & body.soft, low, high, body.size)
    return Truth(
        guard.no | (body.sure & ~guard.missing),
        guard.sure & body.no,
        guard.no | (body.soft & ~guard.missing),
        low,
        high,
        body.size,
    )


def all_of(a: Truth, dims: tuple[int, ...]) -> Truth:
    low, high = torch.amin(a.low, dims), torch.amin(a.high, dims)
    size = torch.amax(a.size, dims)
    return Truth(_all(a.sure, dims), _any(a.no, dims), _all(a.soft, dims), low, high, size)


def any_of(a: Truth, dims: tuple[int, ...]) -> Truth:
    """`exists`: not said to hold where an entry may have no value, since that one may be read first."""
    low, high = torch.amax(a.low, dims), torch.amax(a.high, dims)
    clean = ~_any(a.missing, dims)
    size = torch.amax(a.size, dims)
    return Truth(_any(a.sure, dims) & clean, _all(a.no, dims), _any(a.soft, dims) & clean, low, high, size)


def _all(x: Tensor, dims: tuple[int, ...]) -> Tensor:
    return x.flatten(dims[0]).all(-1)


def _any(x: Tensor, dims: tuple[int, ...]) -> Tensor:
    return x.flatten(dims[0]).any(-1)


def equivalent(a: Truth, b: Truth) -> Truth:
    return plain((a.sure & b.sure) | (a.no & b.no), (a.sure & b.no) | (a.no & b.sure))


def chosen(guard: Truth, one: Truth, other: Truth) -> Truth:
    """`if guard then one else other`."""

    def pick(name: str, otherwise: Tensor) -> Tensor:
        first, second = getattr(one, name), getattr(other, name)
        return torch.where(guard.sure, first, torch.where(guard.no, second, otherwise))

    nothing = unknown(guard.low)
    return Truth(*(pick(name, value) for name, value in vars(nothing).items()))


def evidence(a: Truth) -> Evidence:
    """The evidence of a formula, `[B]`: `judge` says of it what is sure, or holds within rounding.

    What is true or false without sides has the slack 1 or -1. What is not decided has no scale that its
    error would resolve.
    """
    sided = a.low.isfinite() & a.high.isfinite()
    middle = torch.where(sided, a.low / 2 + a.high / 2, torch.where(a.sure, 1.0, -1.0))
    half = torch.where(sided, (a.high / 2 - a.low / 2) * (1 + 2.0**-50), 0.0)
    one_end = a.low.isfinite() & (a.low > 0) & ~a.high.isfinite()  # sure, though it leaves doubles
    middle = torch.where(one_end, a.low, middle)
    settled = a.sure | a.no
    at_zero = (a.sure & ~(middle - half > 0)) | (a.no & ~(middle + half < 0))
    middle = torch.where(at_zero & settled, torch.zeros_like(middle), middle)
    half = torch.where(at_zero & settled, torch.zeros_like(half), half)
    lost = ~settled & (~sided | ~a.soft)
    half = torch.where(lost, torch.where(sided, half, math.inf).clamp(min=2.0**-1000), half)
    size = torch.where(a.size.isfinite(), a.size, 0.0)
    scale = torch.maximum(torch.maximum(half / RESOLUTION, middle.abs()), size)
    scale = torch.where(lost, 0.0, scale)
    strict = (a.no & at_zero) | lost
    middle = torch.where(sided | settled, middle, math.nan)
    return Evidence(middle, half, scale, strict)
