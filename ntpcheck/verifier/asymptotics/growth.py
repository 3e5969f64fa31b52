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
    d = flat(d)
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
    if isinstance(x, Tower):
        c, order = x.log.lead()
        if order.growth() <= 0:
            raise Undecided("it is not seen whether a tower grows or falls")
        return (INFINITY, 1) if signed(c) > 0 else ZERO
    if not x.terms:
        if x.rest is not None and x.rest.growth() > 0:
            raise Undecided("the remainder may grow")
        return ZERO
    c, order = x.terms[0]
    if order.growth() <= 0 and (x.rest is None or x.rest.growth() <= 0):
        return c if order.growth() == 0 else ZERO
    c, order = x.lead()
    return INFINITY, signed(c)


def flat(x: Grown) -> Grown:
    """Of a tower no more than an order that it stays below."""
    return Grown([], x.beyond()) if isinstance(x, Tower) else x


def larger(one: Order | None, other: Order | None) -> Order | None:
    """Of two remainders, or none, that of the sum."""
    if one is None or other is None:
        return one or other
    return one if one.above(other) >= 0 else other


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
        a, b = grown(x), grown(y)
        if isinstance(a, Tower) or isinstance(b, Tower):
            return self._beside(a, b) if isinstance(a, Tower) else self._beside(b, a)
        return Grown([*a.terms, *b.terms], larger(a.rest, b.rest))

    def _beside(self, x: Any, y: Grown) -> Any:
        """A tower and another number. With d = log x - log |y| it is x (1 + e^-d) or y (1 + e^d), or the same
        with minus signs; and if both are positive, its log is that of x up to |d| + log 2."""
        if y.is_nothing():
            return x
        try:
            sign = 1 if isinstance(y, Tower) else signed(y.lead()[0])
            d = grown(self.subtract(x.log, self.log(y if sign > 0 else self.neg(y))))
        except Undecided:
            return self.add(flat(x), flat(y))
        if d.terms and (d.rest is None or d.rest.above(d.terms[0][1]) <= 0) and d.lead()[1].growth() > 0:
            if signed(d.lead()[0]) > 0:
                return Tower(Grown(x.log.terms, larger(x.log.rest, Tower(d).inverse().beyond())))
            if isinstance(y, Tower):
                return Tower(Grown(y.log.terms, larger(y.log.rest, Tower(d).beyond())))
            return Grown(y.terms, larger(y.rest, y.lead()[1].times(Tower(d).beyond())))
        if sign < 0 or d.rest is None or d.rest.growth() <= 0:
            raise Undecided("a tower stands beside what grows or falls as it does")
        return Tower(Grown(x.log.terms, larger(x.log.rest, d.rest)))

    def neg(self, x: Any) -> Any:
        if not isinstance(x, Grown):
            return exact.neg(x)
        x = flat(x)
        return Grown([(exact.neg(c), o) for c, o in x.terms], x.rest)

    def subtract(self, x: Any, y: Any) -> Any:
        if isinstance(y, Tower) and not isinstance(x, Tower):
            return self.neg(self.add(y, self.neg(x)))
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
        """A tower times another number, by logs; of a number that may not be positive by orders alone."""
        if any(not isinstance(one, Grown) and signed(one) == 0 for one in (x, y)):
            return ZERO
        a, b = grown(x), grown(y)
        for one, other in ((a, b), (b, a)):
            if not isinstance(one, Tower) and (not one.terms or signed(one.terms[0][0]) < 0):
                top = one.terms[0][1] if one.terms else one.rest
                return Grown([], other.beyond().times(top)) if isinstance(other, Tower) and top else ZERO
        return Tower(grown(self.add(self.log(x), self.log(y))))

    def divide(self, x: Any, y: Any) -> Any:
        if not isinstance(y, Grown):
            return self.mul(x, exact.inverse(y)) if isinstance(x, Grown) else exact.divide(x, y)
        if isinstance(y, Tower):
            return self.mul(x, y.inverse())
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
        x = flat(x)
        if x.terms and x.terms[0][1].explodes() and signed(x.terms[0][0]) < 0:
            return Grown([], Order({1: Fraction(-FINE)}, 0))  # e^(-e^R) falls faster
        if x.rest is not None and x.rest.growth() > 0:
            return Tower(x)
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
        if isinstance(x, Tower):
            return Tower(grown(self.mul(HALF, x.log)))
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
        if isinstance(x, Tower):
            return 1, 1
        sign = signed(x.lead()[0])
        return sign, sign

    def sign(self, x: Any) -> int | None:
        return self.sign_bounds(x)[0] if isinstance(x, Grown) else exact.sign(x)

    def limit(self, x: Any) -> Any:
        return limit(x)
