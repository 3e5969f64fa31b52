"""Where functions of a number that grows change sign: a zero that is met, one between two signs, or none."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from ntpcheck.verifier.arithmetic.intervals import Undecided, allow
from ntpcheck.verifier.asymptotics.crossings import between, known, near_line, straight
from ntpcheck.verifier.asymptotics.growth import Growth
from ntpcheck.verifier.asymptotics.limits import R
from ntpcheck.verifier.asymptotics.orders import UNIT, Grown, Order

GROWTH = Growth()
ONE, HALF = Fraction(1), Fraction(1, 2)


@pytest.fixture(autouse=True)
def work() -> None:
    allow(10_000_000)


def test_a_zero_that_is_met_is_the_number_itself() -> None:
    assert between(lambda x: GROWTH.subtract(x, R), R) is R


@pytest.mark.parametrize("sign", [1, -1])
def test_a_zero_between_two_signs_has_a_remainder(sign: int) -> None:
    """x = R + e^-x: it is R + o(R^-3)."""

    def gap(x: Any) -> Any:
        return GROWTH.mul(Fraction(sign), GROWTH.subtract(GROWTH.subtract(x, R), GROWTH.exp(GROWTH.neg(x))))

    found = between(gap, R)
    assert GROWTH.limit(GROWTH.mul(GROWTH.subtract(found, R), R)) == 0
    assert GROWTH.limit(GROWTH.divide(found, R)) == 1
    with pytest.raises(Undecided):  # it is not R itself, as far as is known
        GROWTH.sign(GROWTH.subtract(found, R))


@pytest.mark.parametrize("level", [Fraction(1), Fraction(-1)])
def test_where_no_sign_changes_no_zero_is_found(level: Fraction) -> None:
    def gap(x: Any) -> Any:
        return GROWTH.add(GROWTH.power(GROWTH.subtract(x, R), 2), GROWTH.mul(level, GROWTH.exp(R)))

    with pytest.raises(Undecided, match="cross"):
        between(gap, R)


def test_near_a_line_a_number_is_found() -> None:
    line = GROWTH.add(GROWTH.mul(Fraction(2), R), Fraction(3))
    assert GROWTH.sign_bounds(GROWTH.subtract(near_line(lambda x: GROWTH.subtract(line, x)), line)) == (0, 0)


@pytest.mark.parametrize(("power", "kept"), [(-2, 2), (-3, 2), (-4, 1)])
def test_what_is_far_below_is_left_out(power: int, kept: int) -> None:
    whole = Grown([(ONE, UNIT), (HALF, Order({}, Fraction(power)))], Order({}, Fraction(-9)))
    assert len(known(whole).terms) == kept


def about(width: Fraction) -> Any:
    """A function of x that is 0 at R + c, of which it is known that |c| <= width."""
    return lambda x: GROWTH.subtract(GROWTH.subtract(x, R), (-width, width))


def test_where_terms_are_known_by_bounds_a_zero_is_put_between_two_numbers() -> None:
    found = between(about(Fraction(1, 2**200)), R)
    apart = GROWTH.subtract(found, R)
    low, high = GROWTH.limit(apart)
    assert low < 0 < high
    assert high - low < Fraction(1, 2**60)
    with pytest.raises(Undecided):  # it may be R, and on either side
        GROWTH.sign_bounds(apart)
    assert GROWTH.sign_bounds(GROWTH.add(apart, HALF)) == (1, 1)


def test_bounds_that_are_too_far_apart_say_nothing() -> None:
    with pytest.raises(Undecided, match="cross"):
        between(about(Fraction(1)), R)


def test_a_zero_may_grow_like_the_log() -> None:
    """R e^-x = x: x is log R (1 + o(1)), and e^-x is below R^-1 times any power of R."""

    def gap(x: Any) -> Any:
        return GROWTH.subtract(GROWTH.mul(R, GROWTH.exp(GROWTH.neg(x))), x)

    log = GROWTH.log(R)
    found = between(gap, log, Order({}, 0, 1))
    low, high = GROWTH.limit(GROWTH.divide(found, log))
    assert low <= 1 <= high
    assert high - low < Fraction(1, 2**60)
    falls = GROWTH.exp(GROWTH.neg(found))
    assert GROWTH.limit(GROWTH.mul(falls, Grown([(ONE, Order({}, HALF))]))) == 0
    for scale in (1, 2):  # of R e^-x, which tends to log R, nothing is known but that it is below R^(1/32)
        with pytest.raises(Undecided):
            GROWTH.limit(GROWTH.mul(Grown([(ONE, Order({}, Fraction(scale)))]), falls))
    with pytest.raises(Undecided):  # that it is positive is not kept
        GROWTH.sign_bounds(falls)


@pytest.mark.parametrize("bent", [0, 1])
def test_on_a_line_a_zero_may_be_exponentially_large(bent: int) -> None:
    """x e^-R - 1 + b x^2 e^(-3 R) = 0, b = 0 or 1: x is e^R (1 + o(1))."""
    small = GROWTH.exp(GROWTH.neg(R))

    def gap(x: Any) -> Any:
        line = GROWTH.subtract(GROWTH.mul(x, small), ONE)
        curve = GROWTH.mul(GROWTH.power(x, 2), GROWTH.power(small, 3))
        return GROWTH.add(line, GROWTH.mul(Fraction(bent), curve))

    assert GROWTH.limit(GROWTH.divide(straight(GROWTH, gap), GROWTH.exp(R))) == 1


@pytest.mark.parametrize("level", [Fraction(0), Fraction(1)])
def test_beside_a_line_no_zero_is_found_where_no_sign_changes(level: Fraction) -> None:
    """(x - 1)^2 + b is 0 at 1 at most, as the line through its values at 0 and 1 is; with b = 1 nowhere."""

    def gap(x: Any) -> Any:
        return GROWTH.add(GROWTH.power(GROWTH.subtract(x, ONE), 2), level)

    if not level:
        assert GROWTH.limit(straight(GROWTH, gap)) == 1
        return
    with pytest.raises(Undecided, match="cross"):
        straight(GROWTH, gap)
