"""Coordinates whose steps are quotients of polynomials: to which zero of a step they go, or run off, and how.

The laws are derived with the lemma `coordinates`, in the attention paper's `derivations.md`.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from math import comb
from typing import TYPE_CHECKING, Any

from ..arithmetic.intervals import Undecided, spend
from ..asymptotics.growth import Growth
from ..asymptotics.orders import ONE, UNIT, ZERO, Grown, Order
from ..terms.polynomials import Polynomial, divided, divisor, product, slope, value
from ..terms.symbols import Quotient
from .premises import needs

if TYPE_CHECKING:
    from ..lemmas.coordinates import Clock

GROWTH = Growth()
SOON = 64  # what tends to 0 geometrically is o(k^-64) too
Step = tuple[Polynomial, Polynomial]
REACHES = tuple(Fraction(2) ** k for k in range(-4, 9))  # in which the first zero is looked for
HALVINGS = 40
SHORT = 64  # denominators of zeros
CUTS = 6  # of an interval on which a polynomial is seen to be positive
MOST = 16  # the largest degree


def polynomials(part: Any, atom: int) -> Step | None:
    """P and Q where a step is P / Q, both polynomials of its coordinate alone, by rising powers."""
    if not isinstance(part, Quotient):
        return None
    out: list[Polynomial] = []
    for half in (part.p, part.q):
        found: dict[int, Fraction] = {}
        for (powers, exponent), c in half.items():
            if exponent or any(other != atom for other, _ in powers) or not isinstance(c, Fraction):
                return None
            found[dict(powers).get(atom, 0)] = c
        if min(found) < 0 or max(found) > MOST:
            return None
        out.append([found.get(i, ZERO) for i in range(max(found) + 1)])
    return out[0], out[1]


def far(step: Step, clock: Clock) -> Any:
    """Where a coordinate is for all large k."""
    if outward := rises(step):
        sign, p, a = outward
        left = slowing(clock, -p, a)
        return left if sign > 0 else GROWTH.neg(left)
    c, p, a = falls(step)
    left = slowing(clock, p - 1, a) if p > 1 else Grown([], Order({1: -SOON * clock.pace}, 0))
    return GROWTH.add(Grown([(c, UNIT)]), GROWTH.neg(left) if c > 0 else left)


def slowing(clock: Clock, p: int, a: Fraction) -> Any:
    """x for x' = x - a x^(p + 1) (1 + o(1)), x > 0, p not 0: (a p k)^(-1 / p) (1 + o(1)).

    Where p is negative, x' = x + a x^(p + 1) (1 + o(1)).
    """
    if not clock.taken:  # R is log x, or log(1 / x)
        clock.taken, clock.pace = True, Fraction(abs(p))
        order = Order({1: clock.pace}, 0)
        clock.k = Grown([(1 / (a * abs(p)), order)], order)
        return Grown([(ONE, Order({1: Fraction(-1 if p > 0 else 1)}, 0))])
    found, root = GROWTH.mul(a * abs(p), clock.k), abs(p)
    while root % 2 == 0:
        found, root = GROWTH.sqrt(found), root // 2
    needs(root == 1, "one coordinate is slow, or all move like square roots of square roots")
    found = GROWTH.divide(ONE, found) if p > 0 else found
    return GROWTH.add(found, Grown([], found.lead()[1]))


def onward(step: Step) -> bool:
    """Whether a coordinate only rises, from 0."""
    return step[0][0] * step[1][0] > 0 and bool(rises(step) or falls(step))


def rises(step: Step) -> tuple[int, int, Fraction] | None:
    """1 or -1, p and a where m, from 0, runs off to that side, by steps like a |m|^(1 - p), p >= 1."""
    above, below = step
    p = len(below) - len(above) + 1
    if p < 1 or not above[0] * below[0]:
        return None
    sign = 1 if above[0] * below[0] > 0 else -1
    for half in (above, below) if sign > 0 else (mirrored(above), mirrored(below)):
        outward = [c if half[0] > 0 else -c for c in half]
        if not (positive(outward, ONE) and positive(outward[::-1], ONE)):
            return None
    return sign, p, abs(above[-1] / below[-1])


def falls(step: Step) -> tuple[Fraction, int, Fraction]:
    """c, p and a where m, from 0, goes to c without crossing it, by steps like a (c - m)^p near it.

    c may be negative: then they are -a |c - m|^p.
    """
    above, below = step
    if above[0] * below[0] < 0:
        c, p, a = falls((mirrored([-x for x in above]), mirrored(below)))
        return -c, p, a
    needs(above[0] * below[0] > 0, "the coordinate does not start at rest")
    if below[0] < 0:
        above, below = [-x for x in above], [-x for x in below]
    c, p, rest = first_zero(above), 0, above
    while value(rest, c) == 0:
        rest, p = divided(rest, [c, -ONE])[0], p + 1
    near = rest  # what is left of a step x - .. at x = c - m
    for _ in range(p - 1):
        near = product(near, [c, -ONE])
    left = minus(below, near)
    needs(positive(below, c) and positive(rest, c), "each step from this side leads towards the zero")
    needs(positive(left, c), "no step leads across it")
    return c, p, value(rest, c) / value(below, c)


def first_zero(p: Polynomial) -> Fraction:
    """The first zero of a polynomial beyond 0, if it is a short rational number."""
    free = divided(p, divisor(p, slope(p)))[0] if len(p) > 1 else p
    side, low = free[0] > 0, ZERO
    for high in REACHES:
        if (value(free, high) > 0) != side:
            for _ in range(HALVINGS):
                middle = (low + high) / 2
                low, high = (middle, high) if (value(free, middle) > 0) == side else (low, middle)
            c = high.limit_denominator(SHORT)
            needs(value(p, c) == 0, "the zero to which it goes is a short rational number")
            return c
        low = high
    raise Undecided("a premise of the lemma fails: a coordinate goes to a zero of its step")


# ---- Polynomials by rising powers ----
def mirrored(p: Polynomial) -> Polynomial:
    """p(-m)."""
    return [-c if i % 2 else c for i, c in enumerate(p)]


def minus(p: Polynomial, q: Polynomial) -> Polynomial:
    size = max(len(p), len(q))
    padded = ([*part, *[ZERO] * (size - len(part))] for part in (p, q))
    return [c - d for c, d in zip(*padded, strict=True)]


def positive(p: Polynomial, end: Fraction) -> bool:
    """Whether a polynomial is seen to be positive from 0 to `end`, both included.

    It is a mean of Bernstein's coefficients at every place: of those on all of it, or on halves of halves.
    """
    n = len(p) - 1
    scaled = [c * end**i for i, c in enumerate(p)]
    shares = ([Fraction(comb(i, j), comb(n, j)) for j in range(i + 1)] for i in range(n + 1))
    return _above([sum((a * c for a, c in zip(row, scaled, strict=False)), ZERO) for row in shares], CUTS)


def _above(heights: list[Fraction], cuts: int) -> bool:
    if min(heights) > 0:
        return True
    if not cuts or min(heights[0], heights[-1]) <= 0:
        return False
    spend(len(heights) ** 2)
    first, last, row = [heights[0]], [heights[-1]], heights
    while len(row) > 1:  # de Casteljau
        row = [(x + y) / 2 for x, y in pairwise(row)]
        first.append(row[0])
        last.append(row[-1])
    return _above(first, cuts - 1) and _above(last[::-1], cuts - 1)
