"""Orders of what grows while R grows to infinity, and numbers as sums of terms of falling order.

Coefficients are exact numbers, so that what cancels is seen to cancel.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from ..arithmetic import exact
from ..arithmetic.intervals import Undecided, spend

ZERO, ONE, HALF = Fraction(0), Fraction(1), Fraction(1, 2)
MOST = 24  # terms that are carried along
FINE = 64  # powers of R of which no more is known than that they are below a number: by so fine ones


class Order:
    """R^power log(R)^logs e^(sum of exponent[k] R^k); orders are compared for large R.

    exponent[0] belongs to a number of which no more is known than that it keeps between two positive ones.
    """

    __slots__ = ("exponent", "logs", "power")

    def __init__(self, exponent: dict[Any, Any], power: int | Fraction, logs: int | Fraction = 0) -> None:
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

    def explodes(self) -> bool:
        """Whether it grows faster than all powers of R, by an exponential that does."""
        leading = max(filter(None, self.exponent), default=None)
        return leading is not None and signed(self.exponent[leading]) > 0

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

    def is_nothing(self) -> bool:
        """Whether the number is 0 for all large R: its terms cancel exactly, and nothing is left."""
        return type(self) is Grown and not self.terms and self.rest is None

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
    """A positive number of which only the log is known in terms of R: it grows, or falls to 0, so fast."""

    __slots__ = ("log",)

    def __init__(self, log: Grown) -> None:
        self.log, self.rest = log, None

    @property
    def terms(self) -> Any:  # type: ignore[override]
        raise Undecided("only the log of what grows is known")

    def inverse(self) -> Tower:
        return Tower(Grown([(exact.neg(c), order) for c, order in self.log.terms], self.log.rest))

    def beyond(self) -> Order:
        """An order that this is o(of): with twice the leading term of its log, or half where this falls."""
        c, order = self.log.lead()
        sign = signed(c)
        more = exact.mul(HALF if sign < 0 else Fraction(2), c)
        if order.growth() <= 0:
            raise Undecided("it is not seen whether a tower grows or falls")
        if not order.exponent and not order.logs:
            return Order({order.power: more}, 0)
        if not order.exponent and (order.power, order.logs) == (0, 1) and isinstance(more, Fraction):
            return Order({}, more)
        if sign > 0:
            raise Undecided("a tower grows faster than what is told apart")
        return Order({1: Fraction(-FINE)}, 0) if order.explodes() else UNIT


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
