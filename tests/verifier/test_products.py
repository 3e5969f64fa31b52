"""Products of logs: what cancels is 0, what does not has the sign that its bounds show."""

from fractions import Fraction

import mpmath
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ntpcheck.verifier.arithmetic import products
from ntpcheck.verifier.arithmetic.exact import add, log, mul, power, sign, subtract
from ntpcheck.verifier.arithmetic.kinds import Log, Logs, enclose
from ntpcheck.verifier.arithmetic.marks import mark
from ntpcheck.verifier.terms.identities import Identities
from tests.verifier.exact_numbers import start

TWO, THREE, SIX = (Fraction(n) for n in (2, 3, 6))
naturals = st.integers(2, 60).map(Fraction)
rationals = st.fractions(-3, 3, max_denominator=5)


@pytest.fixture(autouse=True)
def allowance() -> None:
    start()


def test_a_square_of_a_sum_is_the_sum_of_its_products() -> None:
    whole = power(log(SIX), 2)
    parts = [power(log(TWO), 2), mul(Fraction(2), mul(log(TWO), log(THREE))), power(log(THREE), 2)]
    assert isinstance(whole, Logs)
    assert subtract(whole, add(add(parts[0], parts[1]), parts[2])) == 0


def test_what_is_left_without_products_is_a_log_or_a_rational_number() -> None:
    square = power(log(TWO), 2)
    assert isinstance(subtract(add(square, log(THREE)), square), Log)
    assert subtract(add(square, Fraction(1, 3)), square) == Fraction(1, 3)
    shifted = add(log(TWO), Fraction(1))
    assert subtract(mul(shifted, shifted), add(square, mul(Fraction(2), log(TWO)))) == 1


def test_products_that_are_near_have_the_sign_of_their_difference() -> None:
    # (log 2)(log 12) < (log 4)(log 6) / 1.01, and (log 2)(log 8) = 3 (log 2)^2 = 3/4 (log 4)^2
    assert sign(subtract(mul(log(TWO), log(Fraction(12))), mul(log(Fraction(4)), log(SIX)))) == -1
    quarter = mul(Fraction(3, 4), power(log(Fraction(4)), 2))
    assert subtract(mul(log(TWO), log(Fraction(8))), quarter) == 0


@given(naturals, naturals, naturals, rationals, rationals)
def test_products_distribute_and_lie_within_their_bounds(
    a: Fraction, b: Fraction, c: Fraction, r: Fraction, s: Fraction
) -> None:
    start()
    x, y, z = add(log(a), r), add(mul(Fraction(-2, 3), log(b)), s), log(c)
    found = mul(x, add(y, z))
    assert subtract(found, add(mul(x, y), mul(x, z))) == 0
    low, high = enclose(found)
    with mpmath.workdps(60):
        at = [mpmath.log(int(n)) for n in (a, b, c)]
        two = Fraction(-2, 3)
        y_at = at[1] * two.numerator / two.denominator + mpmath.mpf(s.numerator) / s.denominator
        value = (at[0] + mpmath.mpf(r.numerator) / r.denominator) * (y_at + at[2])
        room = mpmath.mpf(2) ** -150
        assert mpmath.mpf(low.numerator) / low.denominator <= value + room
        assert mpmath.mpf(high.numerator) / high.denominator >= value - room


def test_equal_products_have_one_mark_and_identities_see_them() -> None:
    one, other = mul(log(TWO), log(THREE)), mul(log(THREE), log(TWO))
    assert mark(one) == mark(other) != mark(mul(log(TWO), log(TWO)))
    ops = Identities()
    assert ops.subtract(ops.lifted(one), ops.mul(ops.log(TWO), ops.log(THREE))) == 0


def test_products_of_too_many_logs_become_bounds() -> None:
    fourth = power(log(TWO), 4)
    assert isinstance(fourth, Logs)
    assert isinstance(mul(fourth, log(THREE)), tuple)
    many = log(Fraction(2 * 3 * 5 * 7 * 11 * 13))
    assert isinstance(mul(many, many), tuple)


@pytest.mark.parametrize("n", [1, 2, 12, 97, 1009 * 1013, 2**40 * 1009**2])
def test_a_natural_is_the_product_of_its_factors(n: int) -> None:
    product = 1
    for prime, times in products.factors(n):
        product *= prime**times
    assert product == n
