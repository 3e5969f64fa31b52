"""Quotients of sums of c e^(k m) in one unknown m, c and k rational, in lowest terms: Euclid's algorithm."""

from __future__ import annotations

from fractions import Fraction
from math import gcd
from typing import Any

from .intervals import Undecided, spend

Terms = list[tuple[dict[int, Fraction], Any]]  # exponents of atom 0, and coefficients
Polynomial = list[Fraction]  # by rising powers; its last entry is not 0
LONGEST = 64


def reduced(step: tuple[Terms, Terms]) -> tuple[Terms, Terms]:
    """The same quotient without common factors; as it is where a coefficient is no rational number."""
    above, below = step
    if not all(isinstance(c, Fraction) for _, c in [*above, *below]):
        return step
    exponents = [form.get(0, Fraction(0)) for form, _ in [*above, *below]]
    unit = measure(exponents)
    if unit == 0:
        return step
    base = min(exponents)
    p, q = (polynomial(part, base, unit) for part in step)
    common = divisor(p, q)
    return terms(divided(p, common)[0], unit, base), terms(divided(q, common)[0], unit, base)


def measure(exponents: list[Fraction]) -> Fraction:
    """The largest number of which all their differences are whole multiples."""
    found = Fraction(0)
    for x in exponents:
        d = abs(x - exponents[0])
        found = Fraction(
            gcd(found.numerator * d.denominator, d.numerator * found.denominator),
            found.denominator * d.denominator,
        )
    return found


def polynomial(part: Terms, base: Fraction, unit: Fraction) -> Polynomial:
    powers = {int((form.get(0, Fraction(0)) - base) / unit): c for form, c in part}
    if max(powers, default=0) > LONGEST:
        raise Undecided("the exponents of a quotient are too far apart")
    return [powers.get(i, Fraction(0)) for i in range(max(powers, default=0) + 1)]


def terms(p: Polynomial, unit: Fraction, base: Fraction) -> Terms:
    return [({0: base + i * unit}, c) for i, c in enumerate(p) if c]


def divided(p: Polynomial, q: Polynomial) -> tuple[Polynomial, Polynomial]:
    """Quotient and remainder."""
    rest, out = list(p), [Fraction(0)] * max(len(p) - len(q) + 1, 1)
    for i in reversed(range(len(p) - len(q) + 1)):
        out[i] = rest[i + len(q) - 1] / q[-1]
        for j, c in enumerate(q):
            rest[i + j] -= out[i] * c
        spend(len(q))
    while rest and not rest[-1]:
        rest.pop()
    return out, rest


def divisor(p: Polynomial, q: Polynomial) -> Polynomial:
    """The greatest common divisor, its leading coefficient 1."""
    while q:
        p, q = q, divided(p, q)[1]
    return [c / p[-1] for c in p]
