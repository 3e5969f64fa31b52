"""The ends of bounds, digit by digit: how many bits are kept, what is rounded down and what up."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import mpmath
import pytest

from ntpcheck.verifier.arithmetic import exact
from ntpcheck.verifier.arithmetic.intervals import (
    Undecided,
    allow,
    bounds_at,
    down,
    exp_bounds,
    inverse_bounds,
    log_bounds,
    magnitude,
    mul_bounds,
    outward,
    sqrt_bounds,
    square_bounds,
    work_at,
)
from ntpcheck.verifier.arithmetic.kinds import enclose

F = Fraction


@pytest.fixture(autouse=True)
def _fresh() -> None:
    allow(10_000_000)
    work_at(64)


# A function, a rational, the precision: the lower end and the distance of the upper, in units of 2^-k, and k.
ENDS = [
    (exp_bounds, F(1), 8, 783491393903110700, 10971, 58),
    (exp_bounds, F(1, 1000), 8, 281756592471778, 3, 48),
    (exp_bounds, F(20), 8, 1118714774149455452147874350, 18259515011079, 61),
    (log_bounds, F(10), 8, 10126876334653, 200, 42),
    (log_bounds, F(3, 2), 8, 891627202040, 11, 41),
    (log_bounds, F(1, 10), 8, -10126876334853, 200, 42),
    (sqrt_bounds, F(2), 8, 362, 1, 8),
    (sqrt_bounds, F(1, 7), 8, 193, 1, 9),
    (sqrt_bounds, F(10**9 + 1), 8, 31622, 1, 0),
]
# The same rounded outward to 32 bits more than are asked for.
KEPT = [
    (exp_bounds, F(1), 8, 1494391238981, 1, 39),
    (exp_bounds, F(-1), 8, 808975446375, 1, 41),
    (exp_bounds, F(1, 1000), 8, 1100611689342, 1, 40),
    (log_bounds, F(10), 8, 1265859541845, 1, 39),
    (log_bounds, F(1, 10), 8, -1265859541846, 1, 39),
    (sqrt_bounds, F(2), 8, 1554944255987, 1, 40),
    (sqrt_bounds, F(10**9 + 1), 8, 2122168615325, 1, 26),
]


@pytest.mark.parametrize(("function", "x", "bits", "low", "width", "k"), ENDS)
def test_the_ends_of_a_function(function: Any, x: Fraction, bits: int, low: int, width: int, k: int) -> None:
    assert function(x, bits) == (F(low, 1 << k), F(low + width, 1 << k))
    contains(function, x, low, width, k)


@pytest.mark.parametrize(("function", "x", "bits", "low", "width", "k"), KEPT)
def test_the_ends_that_are_kept(function: Any, x: Fraction, bits: int, low: int, width: int, k: int) -> None:
    assert bounds_at(function, x, bits) == (F(low, 1 << k), F(low + width, 1 << k))
    contains(function, x, low, width, k)


def contains(function: Any, x: Fraction, low: int, width: int, k: int) -> None:
    with mpmath.workprec(200):
        truth = getattr(mpmath, function.__name__.removesuffix("_bounds"))(
            mpmath.mpf(x.numerator) / x.denominator
        )
        assert low <= truth * mpmath.mpf(2) ** k <= low + width


NUMBERS: list[tuple[Callable[[], Any], int, int]] = [
    (lambda: exact.log(F(6)), 33052128370495595298, 64),
    (lambda: exact.add(F(1), exact.sqrt(F(2))), 22267189862187558020, 63),
    (lambda: exact.add(exact.exp(F(1)), exact.exp(F(3))), 26291013025930359251, 60),
    (lambda: exact.mul(exact.log(F(2)), exact.log(F(3))), 28094391608645852962, 65),
    (lambda: exact.log(exact.add(exact.exp(F(1)), F(1))), 24225402251456582096, 64),
]


@pytest.mark.parametrize(("make", "low", "k"), NUMBERS)
def test_a_number_has_as_many_bits_as_are_asked_for_and_the_last_one_is_open(
    make: Callable[[], Any], low: int, k: int
) -> None:
    assert enclose(make()) == (F(low, 1 << k), F(low + 1, 1 << k))


def test_below_the_least_exponent_of_exp_the_lower_end_is_0_and_the_upper_one_that_of_the_least() -> None:
    edge, beyond = exp_bounds(F(-(1 << 15)), 64), exp_bounds(F(-(1 << 15) - 1), 64)
    assert edge[0] > 0 == beyond[0]
    assert edge[1] == beyond[1]
    assert exp_bounds(F(1 << 15), 64)[0] > 1
    with pytest.raises(Undecided):
        exp_bounds(F(1 << 15) + F(1, 2), 64)


@pytest.mark.parametrize(
    ("x", "k"), [(F(1), 0), (F(3), 1), (F(4), 2), (F(1, 3), -1), (F(5, 4), 0), (F(-8), 3)]
)
def test_the_magnitude_of_a_number(x: Fraction, k: int) -> None:
    assert magnitude(x) == k
    assert F(2) ** (k - 1) < abs(x) < F(2) ** (k + 1)


def test_rounding_down_keeps_the_bits_asked_for() -> None:
    assert down(F(1, 3), 2) == F(1, 3)  # of 2 bits at most
    assert down(F(1, 3), 1) == F(1, 4)
    assert (down(F(5), 1), down(F(-5), 1)) == (4, -6)
    assert (down(F(1, 5), 2), down(F(1, 5), 3)) == (F(3, 16), F(1, 5))
    assert (down(F(1023), 8), down(F(1000001, 3), 8)) == (1022, 332800)
    assert outward(F(5), F(7), 1) == (4, 8)
    assert outward(F(5), F(5), 1) == (5, 5)


def test_products_squares_and_inverses_of_bounds() -> None:
    assert mul_bounds((F(-1), F(2)), (F(-3), F(5)), 64) == (-6, 10)
    assert mul_bounds((F(-2), F(-1)), (F(-3), F(5)), 64) == (-10, 6)
    assert square_bounds((F(-3), F(2)), 64) == (0, 9)
    assert square_bounds((F(-3), F(-2)), 64) == (4, 9)
    assert square_bounds((F(0), F(2)), 64) == (0, 4)
    assert square_bounds((F(-2), F(0)), 64) == (0, 4)
    assert inverse_bounds((F(2), F(4)), 64) == (F(1, 4), F(1, 2))
    assert inverse_bounds((F(-4), F(-2)), 64) == (F(-1, 2), F(-1, 4))
    for divisor in ((F(0), F(1)), (F(-1), F(0)), (F(-1), F(1))):
        with pytest.raises(Undecided):
            inverse_bounds(divisor, 64)
