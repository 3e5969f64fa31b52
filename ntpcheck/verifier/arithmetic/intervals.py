"""Paid arithmetic on rationals, and intervals of rationals that contain a real number.

Every operation is paid from an allowance before it is done. The price depends on the lengths of the numbers
alone, so that every machine stops at the same place, and nothing long or large is ever computed by surprise.
"""

from collections.abc import Callable, Generator
from contextlib import contextmanager
from fractions import Fraction
from math import floor, isqrt
from typing import Any, TypeVar

from .rationals import added, dyadic, length, magnitude, multiplied

T = TypeVar("T")

Interval = tuple[Fraction, Fraction]  # the true value lies between the two, ends included
Bounds = Callable[[Fraction, int], Interval]  # of a function at a rational, to about so many bits

PRECISIONS = (64, 256, 1024, 4096)  # bits, in this order until a question is decided
GUARD = 32  # bits beyond the precision: the sums and products inside one number lose fewer
EXACT_LIMIT = 8192  # bits: a rational this short stays exact where bounds are made
EXPONENT_LIMIT = 1 << 17  # no bound exceeds 2^this, and one nearer to 0 than 2^-this may become 0
ONE = Fraction(1)
MOST_KEPT = 1024  # bounds that are kept from one allowance to the next
EXP_LIMIT = Fraction(1 << 15)  # exp of more is not bounded: it has 47,275 bits before the point


class Undefined(Exception):
    """1/0, log of a number that is not positive, sqrt of a negative one. Certain, at any precision."""


class Undecided(Exception):
    """The bounds at this precision do not tell. A higher one may."""


class Useless(Undecided):
    """A premise is certain to fail. No precision changes that."""


class TooMuch(Exception):
    """The allowance of work is spent."""


class _State:
    left = 0  # units of `spend`
    bits = PRECISIONS[0]
    unanswered = 0  # questions that the precision left open
    known: dict[tuple[Bounds, Fraction, int], Interval] = {}  # noqa: RUF012
    before: dict[Any, tuple[Any, int]] = {}  # noqa: RUF012  # of earlier allowances, with its price


# ---- Work ----
def allow(units: int) -> None:
    """Starts an allowance and forgets all bounds kept, so that what ran before does not change the price."""
    _State.left = units
    _State.known.clear()


def spend(units: int) -> None:
    """Takes `units`, about a microsecond each, from the allowance. Raises TooMuch when it is spent."""
    _State.left -= units
    if _State.left < 0:
        raise TooMuch("it asks for too much arithmetic")


def unspent() -> int:
    """What is left of the allowance; below 0 once it is spent."""
    return _State.left


@contextmanager
def part(share: int) -> Generator[None]:
    """One part in `share` of what is left of the allowance, for what may be given up. Raises TooMuch."""
    aside = _State.left - _State.left // share
    _State.left -= aside
    try:
        yield
    finally:
        _State.left += aside


def work_at(bits: int) -> None:
    """Sets the precision of bounds from now on; bounds made before stay as they are."""
    _State.bits = bits


def working() -> int:
    """The precision, for arithmetic: what its bounds leave open is noticed where somebody asks for a sign."""
    return _State.bits


def precision() -> int:
    """The precision, for what else hangs on it."""
    leave_open()
    return _State.bits


def leave_open() -> None:
    """Notes a question that another precision may answer otherwise."""
    _State.unanswered += 1


def left_open() -> int:
    """How many such questions there have been. Where there was none, more bits find nothing else."""
    return _State.unanswered


def pay(x: Fraction, y: Fraction = ONE, *more: Fraction) -> None:
    """The price of one operation: lowest terms need a gcd, which costs the square of the lengths."""
    (a, b), (c, d) = x.as_integer_ratio(), y.as_integer_ratio()
    bits = a.bit_length() + b.bit_length() + c.bit_length() + d.bit_length()
    for z in more:
        bits += z.numerator.bit_length() + z.denominator.bit_length()
    _State.left -= 4 + (bits * bits >> 21)
    if _State.left < 0:
        raise TooMuch("it asks for too much arithmetic")


def plus(x: Fraction, y: Fraction) -> Fraction:
    (a, b), (c, d) = x.as_integer_ratio(), y.as_integer_ratio()
    bits = a.bit_length() + b.bit_length() + c.bit_length() + d.bit_length()
    _State.left -= 4 + (bits * bits >> 21)  # as `pay`, which would ask for the four again
    if _State.left < 0:
        spend(0)
    return added(a, b, c, d)


def times(x: Fraction, y: Fraction) -> Fraction:
    (a, b), (c, d) = x.as_integer_ratio(), y.as_integer_ratio()
    bits = a.bit_length() + b.bit_length() + c.bit_length() + d.bit_length()
    _State.left -= 4 + (bits * bits >> 21)
    if _State.left < 0:
        spend(0)
    return multiplied(a, b, c, d)


def quotient(x: Fraction, y: Fraction) -> Fraction:
    pay(x, y)
    return x / y


# ---- Intervals ----
def down(x: Fraction, bits: int, side: int = 1) -> Fraction:
    """At most x, by less than |x| / 2^(bits-1) unless x is tiny, and a multiple of a power of 2; with side -1
    at least x."""
    if magnitude(x) > EXPONENT_LIMIT:
        raise Undecided("a number is too large")
    if length(x) <= bits:
        return x
    pay(x)
    shift = min(bits - magnitude(x), EXPONENT_LIMIT)
    n, d = side * x.numerator, x.denominator
    if shift < 0:
        return Fraction(side * (n // (d << -shift) << -shift))
    return dyadic(side * ((n << shift) // d), shift)


def outward(low: Fraction, high: Fraction, bits: int) -> Interval:
    """Bounds with short ends that contain these. Equal ends stay exact while they are not too long."""
    if low.as_integer_ratio() == high.as_integer_ratio() and length(low) <= EXACT_LIMIT:
        return low, high
    return down(low, bits), down(high, bits, -1)


def add_bounds(x: Interval, y: Interval, bits: int) -> Interval:
    return outward(plus(x[0], y[0]), plus(x[1], y[1]), bits)


def mul_bounds(x: Interval, y: Interval, bits: int) -> Interval:
    """A product is monotone in either factor while the other is fixed: its extremes lie at the ends."""
    if x[0].numerator >= 0 and y[0].numerator >= 0:
        return outward(times(x[0], y[0]), times(x[1], y[1]), bits)
    ends = [times(a, b) for a in (x[:1] if x[0] == x[1] else x) for b in y]
    return outward(min(ends), max(ends), bits)


def square_bounds(x: Interval, bits: int) -> Interval:
    ends = [times(a, a) for a in x]
    return outward(Fraction(0) if x[0] < 0 < x[1] else min(ends), max(ends), bits)


def inverse_bounds(x: Interval, bits: int) -> Interval:
    low, high = x
    if low <= 0 <= high:
        leave_open()
        raise Undefined("division by 0") if low == high else Undecided("the divisor may be 0")
    return outward(quotient(ONE, high), quotient(ONE, low), bits)


# ---- Functions ----
Ratio = Callable[[int], tuple[int, int]]


def _series(t: Fraction, f: Fraction, ratio: Ratio, bits: int) -> tuple[int, int, int]:
    """Bounds of t (1 + f a_1/b_1 (1 + f a_2/b_2 (1 + .., in units of 2^-work, and work.

    ratio(i) is a_i, b_i with a_i <= b_i, and t >= 0, 0 <= f <= 1/9: no term is negative, one sum rounds each
    down, one up. The loop stops where a term is at most 1 unit: that one and all later ones add less than 2.
    """
    work = bits + GUARD + max(0, -magnitude(t))
    pay(t, f, Fraction(1 << work))
    low, f_low, total_low, i = floor(t * (1 << work)), floor(f * (1 << work)), 0, 1
    high, f_high, total_high = low + 1, f_low + 1, 2 if t else 0
    while high > 1:
        spend(2 + (work * high.bit_length() >> 19))
        (a, b), total_low, total_high, i = ratio(i), total_low + low, total_high + high, i + 1
        low, high = (low * f_low * a >> work) // b, (high * f_high * a >> work) // b + 1
    return total_low, total_high, work


def exp_bounds(x: Fraction, bits: int) -> Interval:
    """1 + g(x) for x >= 0, where g(x) = x (1 + x/2 (1 + x/3 (1 + .. Below 0 the inverse of exp(-x).

    The series is summed at x/2^k < 2^-8; then k times g(2t) = e^2t - 1 = g(t) (2 + g(t)). Each doubling can
    double the relative error, so k more bits are used. Far below 0 the bounds are 0 and exp(-EXP_LIMIT).
    """
    if x < 0:
        low, high = exp_bounds(min(-x, EXP_LIMIT), bits)
        least = Fraction(0) if -x > EXP_LIMIT else quotient(ONE, high)
        return least, quotient(ONE, low)
    if x > EXP_LIMIT:
        raise Undecided(f"exp of more than {EXP_LIMIT}")
    k = max(0, magnitude(x) + 9)
    t = quotient(x, Fraction(1 << k))
    low, high, work = _series(t, t, lambda i: (1, i + 1), bits + k)
    for _ in range(k):
        pay(Fraction(high), Fraction(1 << work))
        low, high = low * ((2 << work) + low) >> work, (high * ((2 << work) + high) >> work) + (high > 0)
    pay(Fraction(high), Fraction(1 << work))
    return 1 + Fraction(low, 1 << work), 1 + Fraction(high, 1 << work)


def log_bounds(x: Fraction, bits: int) -> Interval:
    """For x = 2^k r > 0 with 1 <= r < 2: 2 atanh((r-1)/(r+1)) + 2k atanh(1/3). Below 1 it is -log(1/x).

    atanh t = t (1 + t^2 1/3 (1 + t^2 3/5 (1 + .. = log((1+t)/(1-t)) / 2, which is log(2) / 2 at t = 1/3.
    """
    if x <= 0:
        leave_open()
        raise Undecided("the argument of log may not be positive")
    pay(x, x, x)
    if x < 1:
        low, high = log_bounds(1 / x, bits)
        return -high, -low
    k = floor(x).bit_length() - 1
    t, third = (x - (1 << k)) / (x + (1 << k)), Fraction(1 if k else 0, 3)
    (a, b, u), (c, d, w) = _atanh(t, bits), at_its_price((third, bits), lambda: _atanh(third, bits))
    unit, of_2 = Fraction(2, 1 << u), Fraction(2 * k, 1 << w)
    pay(unit, of_2)
    return a * unit + c * of_2, b * unit + d * of_2


def _atanh(t: Fraction, bits: int) -> tuple[int, int, int]:
    return _series(t, t * t, lambda i: (2 * i - 1, 2 * i + 1), bits)


def sqrt_bounds(x: Fraction, bits: int) -> Interval:
    """For x >= 0: exact for the square of a rational, else floor(sqrt(x) s) / s and 1/s more."""
    if x < 0:
        leave_open()
        raise Undecided("the argument of sqrt may be negative")
    pay(x, x)
    exact = Fraction(isqrt(x.numerator), isqrt(x.denominator))
    if exact * exact == x:
        return exact, exact
    scale = 1 << max(0, bits - magnitude(x) // 2)
    pay(x, Fraction(scale))
    low = isqrt(floor(x * scale * scale))
    return Fraction(low, scale), Fraction(low + 1, scale)


def bounds_at(function: Bounds, x: Fraction, bits: int) -> Interval:
    """Bounds of the function at x to `bits` bits, paid for once in each allowance."""
    pay(x)
    key = (function, x, bits)
    if key not in _State.known:

        def found() -> Interval:
            return outward(*function(x, bits + GUARD), bits + GUARD)

        _State.known[key] = at_its_price(key, found) if length(x) <= PRECISIONS[0] else found()
    return _State.known[key]


def at_its_price(key: Any, make: Callable[[], T]) -> T:
    """What `make` makes for a key. Known from before it costs the same units, so that no price depends on
    what ran before, and no time. Where the allowance is too short for it, it ends where it would have.
    """
    left = _State.left
    if key in _State.before and left >= _State.before[key][1]:
        found, price = _State.before[key]
        spend(price)
        return found
    found = make()
    if len(_State.before) == MOST_KEPT:
        _State.before.clear()
    _State.before[key] = found, left - _State.left
    return found
