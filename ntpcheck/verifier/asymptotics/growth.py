"""Arithmetic of what grows: numbers as sums of terms c R^p e^(a R^2 + b R + ..) while R grows to infinity.

Coefficients are exact numbers, so that what cancels is seen to cancel. A function of smaller terms is kept to
third order, with a remainder o(..) of a known order; where a sign or a limit would hang on that, nothing is
said.
"""

from fractions import Fraction
from math import floor
from typing import Any

from ..arithmetic import exact
from ..arithmetic.intervals import Undecided, spend
from .orders import FINE, HALF, ONE, UNIT, ZERO, Grown, Order, Tower, grown, signed

INFINITY = "infinity"


class NoValue(Undecided):
    """A number has no value at any large R, as it was computed; another way may not need that."""


def near_one(d: Grown, *slopes: Any) -> Grown:
    """f(d) where d tends to 0: 1 + slopes[0] d + slopes[1] d^2 + .., and o(of the last power)."""
    if not d.terms and d.rest is None:
        return Grown([(ONE, UNIT)])
    if not d.terms or (d.rest is not None and d.rest.above(d.terms[0][1]) > 0):
        return Grown([(ONE, UNIT)], d.rest)
    found, power, arithmetic = Grown([(ONE, UNIT)]), Grown([(ONE, UNIT)]), Growth()
    least = UNIT
    for _ in slopes:
        least = least.times(d.terms[0][1])
    beyond = Grown([], least)  # what is smaller is not carried along
    for slope in slopes:
        power = arithmetic.add(arithmetic.mul(power, d), beyond)
        found = arithmetic.add(found, arithmetic.mul(slope, power))
    return found


def near_zero(d: Grown) -> Any:
    """log(1 + d) where d tends to 0."""
    return Growth().subtract(near_one(d, ONE, -HALF, ONE / 3), ONE)


def limit(x: Any) -> Any:
    """What a number tends to: an exact number, or ("infinity", sign)."""
    if not isinstance(x, Grown):
        return x
    if not x.terms:
        if x.rest is not None and x.rest.growth() > 0:
            raise Undecided("the remainder may grow")
        return ZERO
    c, order = x.terms[0]
    if order.growth() <= 0 and (x.rest is None or x.rest.growth() <= 0):
        return c if order.growth() == 0 else ZERO
    c, order = x.lead()
    return INFINITY, signed(c)


def halved(power: int | Fraction) -> int | Fraction:
    half = HALF * power
    return half.numerator if half.denominator == 1 else half


def root(order: Order) -> Order:
    exponent = {k: exact.mul(HALF, v) for k, v in order.exponent.items()}
    return Order(exponent, halved(order.power), halved(order.logs))


class Growth:
    """The functions of exact.py, for what grows too."""

    def add(self, x: Any, y: Any) -> Any:
        if not isinstance(x, Grown) and not isinstance(y, Grown):
            return exact.add(x, y)
        if isinstance(x, Tower):
            return x.beside(y)
        if isinstance(y, Tower):
            return y.beside(x)
        a, b = grown(x), grown(y)
        rests = [r for r in (a.rest, b.rest) if r is not None]
        rest = rests[0] if len(rests) == 1 or (rests and rests[0].above(rests[1]) >= 0) else None
        return Grown([*a.terms, *b.terms], rest if rest or not rests else rests[1])

    def neg(self, x: Any) -> Any:
        return (
            Grown([(exact.neg(c), o) for c, o in x.terms], x.rest) if isinstance(x, Grown) else exact.neg(x)
        )

    def subtract(self, x: Any, y: Any) -> Any:
        return self.add(x, self.neg(y))

    def mul(self, x: Any, y: Any) -> Any:
        if not isinstance(x, Grown) and not isinstance(y, Grown):
            return exact.mul(x, y)
        if isinstance(x, Tower) or isinstance(y, Tower):
            return self._towered(x, y)
        a, b = grown(x), grown(y)
        found: Any = Grown([(exact.mul(c, e), o.times(q)) for c, o in a.terms for e, q in b.terms])
        for one, other in ((a, b), (b, a)):
            if one.rest is not None:
                top = other.terms[0][1] if other.terms else other.rest
                if top is not None:
                    found = self.add(found, Grown([], one.rest.times(top)))
        return found

    def _towered(self, x: Any, y: Any) -> Any:
        """A tower times a number that is not negative, or another tower."""
        if any(not isinstance(one, Grown) and signed(one) == 0 for one in (x, y)):
            return ZERO
        for one in (x, y):
            if not isinstance(one, Tower) and (isinstance(one, Grown) or signed(one) <= 0):
                raise Undecided("a tower is multiplied with what is no positive number")
        return Tower(self.add(self.log(x), self.log(y)))

    def divide(self, x: Any, y: Any) -> Any:
        if not isinstance(y, Grown):
            return self.mul(x, exact.inverse(y)) if isinstance(x, Grown) else exact.divide(x, y)
        if isinstance(y, Tower):
            if isinstance(x, Grown):
                raise Undecided("what grows is divided by a tower")
            return Grown([], y.inverse())
        if y.is_nothing():
            raise NoValue("division by 0, for all large R")
        c, order = y.lead()
        inverse = Grown([(exact.inverse(c), UNIT.times(order, -1))])
        return self.mul(x, self.mul(inverse, near_one(y.tail(), -ONE, ONE, -ONE)))

    def power(self, x: Any, k: int) -> Any:
        if not isinstance(x, Grown):
            return exact.power(x, k)
        found: Any = ONE
        for _ in range(k):
            spend(64)
            found = self.mul(found, x)
        return found

    def exp(self, x: Any) -> Any:
        if not isinstance(x, Grown):
            return exact.exp(x)
        if x.terms and x.terms[0][1].explodes() and signed(x.terms[0][0]) < 0:
            return Grown([], Order({1: Fraction(-FINE)}, 0))  # e^(-e^R) falls faster
        exponent: dict[Any, Any] = {}
        constant, power, falling, rough = ZERO, ZERO, list[tuple[Any, Order]](), False
        for c, order in x.terms:
            if order.exponent and order.growth() > 0:
                raise Undecided("an exponential of an exponential")
            if order.exponent or order.growth() < 0:
                falling.append((c, order))
            elif not order.logs and order.power:
                exponent[order.power] = c
            elif not order.logs:
                constant = c
            elif order.power or order.logs != 1:
                raise Undecided("an exponential of what grows like no power and no log")
            elif isinstance(c, Fraction):
                power = c  # e^(c log R)
            else:  # of an exponent that is known by bounds alone, more than its size is not kept
                power, rough = Fraction(floor(exact.enclose(c)[1] * FINE) + 1, FINE), True
        if x.rest is not None and x.rest.growth() > 0:
            raise Undecided("an exponent is not known up to o(1)")
        if rough:
            return Grown([], Order(exponent, power))
        grown_part = Grown([(exact.exp(constant), Order(exponent, power))])
        return self.mul(grown_part, near_one(Grown(falling, x.rest), ONE, HALF, HALF / 3))

    def log(self, x: Any) -> Any:
        if not isinstance(x, Grown):
            return exact.log(x)
        if isinstance(x, Tower):
            return x.log
        if x.is_nothing():
            raise NoValue("log of 0, for all large R")
        c, order = x.lead()
        if signed(c) < 0:
            raise Undecided("the log of what may not be positive")
        terms = [(v, Order({}, k)) for k, v in order.exponent.items() if k] + [(exact.log(c), UNIT)]
        if order.power:
            terms.append((Fraction(order.power), Order({}, 0, 1)))
        if order.logs or 0 in order.exponent:  # log log R, and the log of a constant, are o(log R)
            return Grown(terms, Order({}, 0, 1))
        return self.add(Grown(terms), near_zero(x.tail()))

    def sqrt(self, x: Any) -> Any:
        if not isinstance(x, Grown):
            return exact.sqrt(x)
        if x.is_nothing():
            return ZERO
        c, order = x.lead()
        return self.mul(Grown([(exact.sqrt(c), root(order))]), near_one(x.tail(), HALF, -HALF / 4, HALF / 8))

    def length(self, entries: list[Any]) -> Any:
        """The root of a sum of squares, which is never below 0: of what is o(f) alone, it is o(sqrt f)."""
        total: Any = ZERO
        for x in entries:
            total = self.add(total, self.power(x, 2))
        rest = total.rest if isinstance(total, Grown) else None
        if rest is not None and (not total.terms or rest.above(total.terms[0][1]) > 0):
            return Grown([], root(rest))
        return self.sqrt(total)

    def absolute(self, x: Any) -> Any:
        if not isinstance(x, Grown):
            return exact.absolute(x)
        return self.neg(x) if self.sign_bounds(x)[1] < 0 else x

    def extreme(self, x: Any, y: Any, *, largest: bool) -> Any:
        if not isinstance(x, Grown) and not isinstance(y, Grown):
            return exact.extreme(x, y, largest=largest)
        above = self.sign_bounds(self.subtract(x, y))[0] >= 0
        return x if above == largest else y

    def sign_bounds(self, x: Any) -> tuple[int, int]:
        """The sign for all large R."""
        if not isinstance(x, Grown):
            return exact.sign_bounds(x)
        if x.is_nothing():
            return 0, 0
        sign = signed(x.lead()[0])
        return sign, sign

    def sign(self, x: Any) -> int | None:
        return self.sign_bounds(x)[0] if isinstance(x, Grown) else exact.sign(x)

    def limit(self, x: Any) -> Any:
        return limit(x)
