"""Arithmetic of what grows: numbers as sums of terms c R^p e^(a R^2 + b R + ..) while R grows to infinity.

Coefficients are exact numbers, so that what cancels is seen to cancel. A function of smaller terms is kept to
third order, with a remainder o(..) of a known order; where a sign or a limit would hang on that, nothing is
said.
"""

from __future__ import annotations

from fractions import Fraction
from math import floor
from typing import Any

from . import exact
from .intervals import Undecided, spend

ZERO, ONE, HALF = Fraction(0), Fraction(1), Fraction(1, 2)
INFINITY = "infinity"
MOST = 24  # terms that are carried along
FINE = 64  # powers of R of which no more is known than that they are below a number: by so fine ones


class Order:
    """R^power log(R)^logs e^(sum of exponent[k] R^k); orders are compared for large R.

    exponent[0] belongs to a number of which no more is known than that it keeps between two positive ones.
    """

    __slots__ = ("exponent", "logs", "power")

    def __init__(self, exponent: dict[int, Any], power: int | Fraction, logs: int = 0) -> None:
        self.exponent, self.power, self.logs = exponent, power, logs

    def times(self, other: Order, sign: int = 1) -> Order:
        if not self.exponent and not other.exponent:
            return Order({}, self.power + sign * other.power, self.logs + sign * other.logs)
        joined = exact.add if sign > 0 else exact.subtract
        found = {
            k: joined(self.exponent.get(k, ZERO), other.exponent.get(k, ZERO))
            for k in {*self.exponent, *other.exponent}
        }
        exponent = {k: v for k, v in found.items() if signed(v)}
        return Order(exponent, self.power + sign * other.power, self.logs + sign * other.logs)

    def growth(self) -> int:
        """1 if it grows, 0 if it is 1, -1 if it falls to 0."""
        for k in sorted(filter(None, self.exponent), reverse=True):
            return signed(self.exponent[k])
        if self.exponent and not self.power and not self.logs:
            raise Undecided("nothing is known of a constant but its sign")
        leading = self.power or self.logs
        return (leading > 0) - (leading < 0)

    def above(self, other: Order) -> int:
        if not self.exponent and not other.exponent:
            one, two = (self.power, self.logs), (other.power, other.logs)
            return (one > two) - (one < two)
        return self.times(other, -1).growth()


def vanishes(c: Any) -> bool | None:
    """Whether a coefficient is 0, if that is known."""
    sign = c.numerator if isinstance(c, Fraction) else exact.sign(c)
    return None if sign is None else sign == 0


class Grown:
    """Terms (coefficient, order) by falling order, plus o(rest) where `rest` is there.

    Of a coefficient the sign may be open: it is asked for where the term leads.
    """

    __slots__ = ("rest", "terms")

    def __init__(self, terms: list[tuple[Any, Order]], rest: Order | None = None) -> None:
        found: list[tuple[Any, Order]] = []
        for c, order in terms:
            if rest is not None and order.above(rest) < 0:
                continue
            at = next((i for i, (_, o) in enumerate(found) if order.above(o) >= 0), len(found))
            if at < len(found) and order.above(found[at][1]) == 0:
                found[at] = (exact.add(found[at][0], c), order)
            else:
                found.insert(at, (c, order))
        if len(found) > 4:  # each was compared with others
            spend(len(found) ** 2)
        self.terms, self.rest = [(c, order) for c, order in found if vanishes(c) is not True], rest
        if len(self.terms) > MOST:  # what is dropped is o(of the last that is kept)
            self.terms = self.terms[:MOST]
            self.rest = self.terms[-1][1]

    def lead(self) -> tuple[Any, Order]:
        if not self.terms or (self.rest is not None and self.rest.above(self.terms[0][1]) > 0):
            raise Undecided("the terms that lead cancel")
        signed(self.terms[0][0])
        return self.terms[0]

    def tail(self) -> Grown:
        """d where this is its leading term times 1 + d."""
        c, order = self.lead()
        rest = self.rest and self.rest.times(order, -1)
        return Grown([(exact.divide(e, c), o.times(order, -1)) for e, o in self.terms[1:]], rest)


class Tower(Grown):
    """What grows so fast that only its log is known in terms of R."""

    __slots__ = ("log",)

    def __init__(self, log: Grown) -> None:
        self.log, self.rest = log, None

    @property
    def terms(self) -> Any:  # type: ignore[override]
        raise Undecided("only the log of what grows is known")


class Settled(Grown):
    """What tends to a number of which nothing is known: o(log R), with no term that grows."""

    __slots__ = ()

    def __init__(self) -> None:
        super().__init__([], Order({}, 0, 1))


UNIT = Order({}, 0)


def signed(x: Any) -> int:
    if isinstance(x, Fraction):
        return (x.numerator > 0) - (x.numerator < 0)
    sign = exact.sign(x)
    if sign is None:
        raise Undecided("the sign of a coefficient is not decided")
    return sign


def grown(x: Any) -> Grown:
    return x if isinstance(x, Grown) else Grown([(x, UNIT)])


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


class Growth:
    """The functions of exact.py, for what grows too."""

    def add(self, x: Any, y: Any) -> Any:
        if not isinstance(x, Grown) and not isinstance(y, Grown):
            return exact.add(x, y)
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
        a, b = grown(x), grown(y)
        found: Any = Grown([(exact.mul(c, e), o.times(q)) for c, o in a.terms for e, q in b.terms])
        for one, other in ((a, b), (b, a)):
            if one.rest is not None:
                top = other.terms[0][1] if other.terms else other.rest
                if top is not None:
                    found = self.add(found, Grown([], one.rest.times(top)))
        return found

    def divide(self, x: Any, y: Any) -> Any:
        if not isinstance(y, Grown):
            return self.mul(x, exact.inverse(y)) if isinstance(x, Grown) else exact.divide(x, y)
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
            elif order.power or order.logs > 1:
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
        c, order = x.lead()
        if signed(c) < 0:
            raise Undecided("the log of what may not be positive")
        terms = [(v, Order({}, k)) for k, v in order.exponent.items() if k] + [(exact.log(c), UNIT)]
        if order.power:
            terms.append((Fraction(order.power), Order({}, 0, 1)))
        if order.logs or 0 in order.exponent:  # log log R, and the log of a constant, are o(log R)
            return Grown(terms, Order({}, 0, 1))
        return self.add(Grown(terms), self.subtract(near_one(x.tail(), ONE, -HALF, ONE / 3), ONE))

    def sqrt(self, x: Any) -> Any:
        if not isinstance(x, Grown):
            return exact.sqrt(x)
        if not x.terms and x.rest is None:
            return ZERO
        c, order = x.lead()
        if order.power % 2 or order.logs % 2:
            raise Undecided("the root of an odd power of what grows")
        exponent = {k: exact.mul(HALF, v) for k, v in order.exponent.items()}
        half = Order(exponent, order.power // 2, order.logs // 2)
        return self.mul(Grown([(exact.sqrt(c), half)]), near_one(x.tail(), HALF, -HALF / 4, HALF / 8))

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
        if not x.terms and x.rest is None:
            return 0, 0
        sign = signed(x.lead()[0])
        return sign, sign

    def sign(self, x: Any) -> int | None:
        return self.sign_bounds(x)[0] if isinstance(x, Grown) else exact.sign(x)

    def limit(self, x: Any) -> Any:
        return limit(x)
