"""Identities of logs, roots and powers of e: what is equal is seen to be, and nothing else."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import mpmath
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ntpcheck.verifier.arithmetic import exact
from ntpcheck.verifier.arithmetic.intervals import Undecided, Undefined, allow, work_at
from ntpcheck.verifier.arithmetic.kinds import enclose
from ntpcheck.verifier.terms.identities import Identities, factors
from tests.verifier.toys import said


@pytest.fixture(autouse=True)
def _allowance() -> None:
    allow(10_000_000)
    work_at(256)


TRUE = [
    "log(2) * log(3) - log(3) * log(2) = 0",
    "log(6)^2 = (log(2) + log(3))^2",
    "log(2)^2 + 2 * log(2) * log(3) + log(3)^2 = log(6)^2",
    "exp(log(12) / 2) = 2 * sqrt(3)",
    "exp(-log(2) * log(3)) * exp(log(3) * log(2)) = 1",
    "log(exp(1) + 1) * log(2) = log(2) + log(2) * log(1 + exp(-1))",
    "sqrt(2 * (exp(1) / (1 + exp(1)) - 1 / 2)^2) * sqrt(2) = 2 * abs(exp(1) / (1 + exp(1)) - 1 / 2)",
    "sqrt(3 + 2 * sqrt(2)) = 1 + sqrt(2)",
    "sqrt(log(2))^4 = log(2)^2",
    "1 / sqrt(log(2)) = sqrt(log(2)) / log(2)",
    "exp(1) / (1 + exp(1)) + exp(2) / (1 + exp(2)) = 2 - 1 / (1 + exp(1)) - 1 / (1 + exp(2))",
    "max(log(2) * log(3), log(3) * log(2)) = log(2) * log(3)",
    "2 * exp(log(2) * log(3) - log(2)) = exp(log(3) * log(2))",
    "exp(2 * log(1 + exp(1)) - log(2 + exp(1))) = (1 + exp(1))^2 * exp(-log(2 + exp(1)))",
    "sqrt(16 - 4 * exp(log(2) * log(3))) = 2 * sqrt(4 - exp(log(3) * log(2)))",
    "sqrt(exp(log(2) * log(3)) * 4 - 4) = 2 * sqrt(exp(log(3) * log(2)) - 1)",
    "(log(2) * log(3))^3 / log(6 / 2)^3 = log(2)^3",
]
FALSE = [
    "log(2) * log(3) - log(3) * log(2) > 0",
    "log(6)^2 = log(5)^2",
    "sqrt(3 + 2 * sqrt(2)) = -1 - sqrt(2)",
    "sqrt(2 * (exp(1) / (1 + exp(1)) - 1 / 2)^2) * sqrt(2) < 2 * abs(exp(1) / (1 + exp(1)) - 1 / 2)",
    "log(2) * log(3) = log(3) * log(2) + 1 / 10^70",
    "3 * exp(log(2) * log(3) - log(2)) = exp(log(3) * log(2))",
    "exp(2 * log(1 + exp(1)) - log(2 + exp(1))) = (1 + exp(1))^2 * exp(-2 * log(2 + exp(1)))",
    "sqrt(16 - 4 * exp(log(2) * log(3))) = -2 * sqrt(4 - exp(log(3) * log(2)))",
]


@pytest.mark.parametrize("text", TRUE)
def test_an_identity_is_seen(text: str) -> None:
    assert said(text) == "true"


@pytest.mark.parametrize("text", FALSE)
def test_what_is_no_identity_is_told_from_one(text: str) -> None:
    assert said(text) == "false"


def test_a_divisor_that_is_identically_0_has_no_inverse() -> None:
    ops = Identities()
    two, three = (exact.log(Fraction(n)) for n in (2, 3))
    with pytest.raises(Undefined):
        ops.inverse(ops.subtract(ops.mul(two, three), ops.mul(three, two)))
    hidden = ops.subtract(ops.log(ops.add(Fraction(3), ops.mul(Fraction(2), exact.sqrt(Fraction(2))))), two)
    near = ops.subtract(hidden, ops.mul(Fraction(2), ops.log(ops.add(Fraction(1), exact.sqrt(Fraction(2))))))
    with pytest.raises(Undecided):
        ops.inverse(ops.add(near, two))


def test_bounds_of_the_same_number_cancel_and_equal_bounds_do_not() -> None:
    ops = Identities()
    one, other = (Fraction(1), Fraction(2)), (Fraction(1), Fraction(2))
    assert ops.zero(ops.subtract(one, one), 4)
    assert not ops.zero(ops.subtract(one, other), 4)


def test_factors_multiply_to_the_number() -> None:
    for n in (1, 2, 12, 97, 2**20 * 3**5, 1_000_003 * 1_000_033):
        product = 1
        for prime, times in factors(n):
            product *= prime**times
        assert product == n


# A term as (what the verifier makes of it, what mpmath makes of it): random, with values near one another.
LEAVES = st.integers(1, 12).map(lambda n: ("n", n))
TERMS = st.recursive(
    LEAVES,
    lambda inner: st.one_of(
        st.tuples(st.sampled_from(["add", "mul", "subtract", "divide"]), inner, inner),
        st.tuples(st.sampled_from(["log", "sqrt", "absolute", "exp"]), inner),
    ),
    max_leaves=6,
)


def value(ops: Any, term: Any) -> Any:
    if term[0] == "n":
        return Fraction(term[1])
    return getattr(ops, term[0])(*(value(ops, part) for part in term[1:]))


class Floats:
    """The same functions at 300 digits."""

    add, subtract, mul, divide = (getattr(mpmath.mpf, f"__{n}__") for n in ("add", "sub", "mul", "truediv"))
    log, sqrt, exp, absolute = mpmath.log, mpmath.sqrt, mpmath.exp, abs


def in_floats(term: Any) -> Any:
    if term[0] == "n":
        return mpmath.mpf(term[1])
    return getattr(Floats, term[0])(*(in_floats(part) for part in term[1:]))


@settings(max_examples=150, deadline=None)
@given(TERMS)
def test_a_term_is_what_mpmath_makes_of_it(term: Any) -> None:
    allow(3_000_000)
    work_at(256)
    ops = Identities()
    try:
        found = value(ops, term)
        low, high = enclose(ops.numeric(found))
    except (Undecided, Undefined, exact.paid.TooMuch):
        return
    with mpmath.workdps(300):
        real = in_floats(term)
        size = mpmath.mpf(10) ** -60 * (1 + abs(real))
        assert mpmath.mpf(low.numerator) / low.denominator - size <= real
        assert real <= mpmath.mpf(high.numerator) / high.denominator + size
        if ops.sign_bounds(found) == (0, 0):
            assert abs(real) < mpmath.mpf(10) ** -200


def product() -> tuple[Identities, Any]:
    """log 2 times log 3, which exact numbers keep as bounds."""
    ops = Identities()
    return ops, ops.mul(exact.log(Fraction(2)), exact.log(Fraction(3)))


def test_a_negative_power_is_one_over_the_power() -> None:
    ops, x = product()
    for k in (1, 2, 3):
        one = ops.mul(ops.power(x, -k), ops.power(x, k))
        assert ops.sign_bounds(ops.subtract(one, Fraction(1))) == (0, 0)


def test_of_two_numbers_the_larger_and_the_smaller() -> None:
    ops, x = product()  # 0.76..
    for y in (Fraction(0), Fraction(3)):
        for one, other in ((x, y), (y, x)):
            assert (ops.extreme(one, other, largest=True) == x) == (y == 0)
            assert (ops.extreme(one, other, largest=False) == x) == (y == 3)


def test_powers_of_e_are_lifted_and_a_quotient_is_no_exponent() -> None:
    ops, x = product()
    e = exact.exp(Fraction(1))
    share = exact.divide(e, exact.add(Fraction(1), e))
    for number in (e, share, exact.inverse(share)):
        off = ops.subtract(ops.divide(ops.mul(number, x), x), number)
        assert ops.sign_bounds(off) == (0, 0)
        assert ops.sign_bounds(ops.add(off, Fraction(1, 10**70))) == (1, 1)
    with pytest.raises(Undecided, match="no sum"):
        ops.exp(ops.inverse(ops.add(Fraction(1), x)))


def test_a_quotient_of_negative_sums_has_a_log() -> None:
    ops, x = product()
    y = ops.add(Fraction(1), ops.exp(x))
    share = ops.divide(ops.neg(x), ops.neg(y))
    assert ops.sign_bounds(ops.subtract(ops.log(share), ops.subtract(ops.log(x), ops.log(y)))) == (0, 0)
