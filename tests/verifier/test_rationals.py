"""Sums, products and dyadic numbers without `Fraction`'s questions are what `Fraction` makes of them."""

from __future__ import annotations

import random
from collections.abc import Iterator
from fractions import Fraction
from math import gcd

import pytest

from ntpcheck.verifier.arithmetic.rationals import added, dyadic, lowest, multiplied


def told(x: Fraction) -> tuple[int, int, int]:
    """Both parts as they are kept, and the hash: equal numbers that are not in lowest terms would differ."""
    return x.numerator, x.denominator, hash(x)


def pairs() -> Iterator[tuple[Fraction, Fraction]]:
    """Small and long numbers with common divisors, 0, signs, and numbers that cancel."""
    rng = random.Random(7)
    some = [Fraction(0), *(Fraction(s * a, b) for s in (1, -1) for a in (1, 2, 6) for b in (1, 4, 6, 9, 12))]
    yield from ((x, y) for x in some for y in some)
    for _ in range(500):
        common = rng.getrandbits(40) | 1
        x, y = (
            Fraction(rng.randint(-(2**80), 2**80), common * (rng.getrandbits(60) + 1) << rng.randint(0, 9))
            for _ in range(2)
        )
        yield x, y
        yield x, -x + Fraction(rng.randint(-3, 3), common)
        yield x, Fraction(x.denominator, abs(x.numerator) or 1)


def test_sums_and_products_are_those_of_fractions_in_lowest_terms() -> None:
    for x, y in pairs():
        assert told(added(*x.as_integer_ratio(), *y.as_integer_ratio())) == told(x + y)
        assert told(multiplied(*x.as_integer_ratio(), *y.as_integer_ratio())) == told(x * y)


@pytest.mark.parametrize("numerator", [0, 1, -1, 12, -12, 2**70, -(2**70), 3 * 2**65, 2**90 - 1])
@pytest.mark.parametrize("shift", [0, 1, 3, 64, 80])
def test_a_dyadic_number_is_in_lowest_terms(numerator: int, shift: int) -> None:
    assert told(dyadic(numerator, shift)) == told(Fraction(numerator, 2**shift))


def test_coprime_parts_are_taken_as_they_are() -> None:
    for n, d in ((0, 1), (-3, 4), (7, 9)):
        assert gcd(n, d) == 1
        assert told(lowest(n, d)) == told(Fraction(n, d))
