"""Quotients of sums of c e^(k m) in one unknown m, c and k rational, in lowest terms: Euclid's algorithm.

And the square root of a sum of symbols.py, in any unknowns, where it is a square.
"""

from fractions import Fraction
from math import gcd
from typing import Any

from ..arithmetic import exact
from ..arithmetic.intervals import Undecided, spend

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


def value(p: Polynomial, x: Fraction) -> Fraction:
    total = Fraction(0)
    for c in reversed(p):
        total = total * x + c
    spend(len(p) * (1 + (total.denominator.bit_length() >> 8)))
    return total


def slope(p: Polynomial) -> Polynomial:
    return [k * c for k, c in enumerate(p)][1:]


def product(p: Polynomial, q: Polynomial) -> Polynomial:
    out = [Fraction(0)] * (len(p) + len(q) - 1)
    for i, a in enumerate(p):
        for j, b in enumerate(q):
            out[i + j] += a * b
    spend(len(p) * len(q))
    return out


# ---- Square roots ----
def root(p: dict[Any, Any]) -> dict[Any, Any] | None:
    """A sum whose square is a sum of symbols.py; None where none is found.

    Its terms are found one by one, the largest first, in the lexicographic order of their exponents.
    """
    names = sorted({name for (powers, exponent) in p for name, _ in (*powers, *exponent)}, key=repr)
    first = max(p, key=lambda key: _place(key, names))
    if exact.sign(p[first]) != 1 or len(p) > LONGEST:
        return None
    rest = {_place(key, names): exact.divide(c, p[first]) for key, c in p.items()}
    whole = {name for powers, _ in p for name, _ in powers}
    lead = tuple(x / 2 for x in _place(first, names))
    found, last = dict[Any, Any](), lead
    while rest:
        top = max(rest)
        at = tuple(x - y for x, y in zip(top, lead, strict=True))
        if (found and at >= last) or len(found) > len(p):
            return None
        c = exact.divide(rest[top], Fraction(2)) if found else Fraction(1)
        spend(len(found) + 1)
        for other, d in [*((key, exact.add(k, k)) for key, k in found.items()), (at, c)]:
            place = tuple(x + y for x, y in zip(at, other, strict=True))
            left = exact.subtract(rest.pop(place, Fraction(0)), exact.mul(c, d))
            if left != 0:
                rest[place] = left
        found[at], last = c, at
    return _named(found, names, whole, exact.sqrt(p[first]))


def _place(key: Any, names: list[Any]) -> tuple[Fraction, ...]:
    powers = dict((*key[0], *key[1]))
    return tuple(Fraction(powers.get(name, 0)) for name in names)


def _named(found: dict[Any, Any], names: list[Any], whole: set[Any], scale: Any) -> dict[Any, Any] | None:
    """The same by powers of atoms, which have to be whole, and by exponents."""
    out: dict[Any, Any] = {}
    for at, c in found.items():
        pairs = [(name, x) for name, x in zip(names, at, strict=True) if x]
        if any(name in whole and x.denominator != 1 for name, x in pairs):
            return None
        powers = tuple(sorted((name, int(x)) for name, x in pairs if name in whole))
        exponent = tuple(sorted((name, x) for name, x in pairs if name not in whole))
        out[powers, exponent] = exact.mul(scale, c)
    return out
