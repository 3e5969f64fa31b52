"""Sums and products of rationals in lowest terms, those of `Fraction` without its questions about types."""

from fractions import Fraction
from math import gcd
from typing import Any


def length(x: Fraction) -> int:
    """Bits of the longer of numerator and denominator."""
    return max(x.numerator.bit_length(), x.denominator.bit_length())


def magnitude(x: Fraction) -> int:
    """For x != 0 the k such that 2^(k-1) < |x| < 2^(k+1)."""
    return x.numerator.bit_length() - x.denominator.bit_length()


def lowest(numerator: int, denominator: int) -> Fraction:
    """The rational of two coprime integers, the second above 0: neither is asked of again."""
    found: Any = object.__new__(Fraction)
    found._numerator, found._denominator = numerator, denominator
    return found


def dyadic(numerator: int, shift: int) -> Fraction:
    """numerator / 2^shift, for shift >= 0."""
    if not numerator:
        return lowest(0, 1)
    twos = min((numerator & -numerator).bit_length() - 1, shift)  # 2^twos is what the two have in common
    return lowest(numerator >> twos, 1 << shift - twos)


def added(a: int, b: int, c: int, d: int) -> Fraction:
    """a / b + c / d of fractions in lowest terms, b and d above 0.

    What the sum's numerator and denominator have in common divides what the denominators have.
    """
    if (g := gcd(b, d)) == 1:
        return lowest(a * d + c * b, b * d)
    s = b // g
    t = a * (d // g) + c * s
    h = gcd(t, g)
    return lowest(t // h, s * (d // h))


def multiplied(a: int, b: int, c: int, d: int) -> Fraction:
    """a / b times c / d, alike: a numerator has divisors in common with the other's denominator alone."""
    if (g := gcd(a, d)) > 1:
        a, d = a // g, d // g
    if (g := gcd(c, b)) > 1:
        c, b = c // g, b // g
    return lowest(a * c, b * d)
