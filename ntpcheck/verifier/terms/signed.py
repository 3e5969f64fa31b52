"""Arithmetic with signs alone: whether a number has a value, whatever is unknown, without its terms.

A number that hangs on unknowns is kept as the least and the largest sign that it may have. Sums and products
of signs hold for all values, so that what is found here holds of the terms too; these may say more, as of
x - x, and are asked where a sign leaves something open.
"""

from typing import Any

from ..arithmetic import exact
from ..arithmetic.intervals import Undecided
from .symbols import ANY, ONE, POSITIVE, Quotient, Signs, Symbols, equal, times_signs


class Signed:
    """A number of which signs are known: the least and the largest."""

    __slots__ = ("signs",)

    def __init__(self, signs: Signs) -> None:
        self.signs = signs


Unknown = (Signed, Quotient)


class BySign:
    """The functions of exact.py, for unknowns of `symbols` and what is known by its sign.

    Raises Undecided where a number may have no value.
    """

    def __init__(self, symbols: Symbols) -> None:
        self.symbols = symbols

    def sign_bounds(self, x: Any) -> Signs:
        if isinstance(x, Signed):
            return x.signs
        return self.symbols.sign_bounds(x) if isinstance(x, Quotient) else exact.sign_bounds(x)

    def sign(self, x: Any) -> int | None:
        low, high = self.sign_bounds(x)
        return low if low == high else None

    # ---- arithmetic ----
    def add(self, x: Any, y: Any) -> Any:
        if not isinstance(x, Unknown) and not isinstance(y, Unknown):
            return exact.add(x, y)
        (low, high), (least, most) = self.sign_bounds(x), self.sign_bounds(y)
        above = max(low, least) if min(low, least) >= 0 else -1
        return Signed((above, min(high, most) if max(high, most) <= 0 else 1))

    def neg(self, x: Any) -> Any:
        if not isinstance(x, Unknown):
            return exact.neg(x)
        low, high = self.sign_bounds(x)
        return Signed((-high, -low))

    def subtract(self, x: Any, y: Any) -> Any:
        return self.add(x, self.neg(y))

    def mul(self, x: Any, y: Any) -> Any:
        if not isinstance(x, Unknown) and not isinstance(y, Unknown):
            return exact.mul(x, y)
        if _same(x, y):
            return self.power(x, 2)
        return Signed(times_signs(self.sign_bounds(x), self.sign_bounds(y)))

    def inverse(self, x: Any) -> Any:
        if not isinstance(x, Unknown):
            return exact.inverse(x)
        if self.sign(x) not in (1, -1):
            raise Undecided("a divisor may be 0")
        return Signed(self.sign_bounds(x))

    def divide(self, x: Any, y: Any) -> Any:
        if not isinstance(x, Unknown) and not isinstance(y, Unknown):
            return exact.divide(x, y)
        return self.mul(x, self.inverse(y))

    def power(self, x: Any, k: int) -> Any:
        if not isinstance(x, Unknown):
            return exact.power(x, k)
        if k <= 0:
            return ONE
        low, high = self.sign_bounds(x)
        return Signed((low, high) if k % 2 else (int(low > 0 or high < 0), int(low < 0 or high > 0)))

    # ---- functions ----
    def exp(self, x: Any) -> Any:
        return Signed(POSITIVE) if isinstance(x, Unknown) else exact.exp(x)

    def log(self, x: Any) -> Any:
        if not isinstance(x, Unknown):
            return exact.log(x)
        if self.sign_bounds(x) != POSITIVE:
            raise Undecided("log of a number that may not be positive")
        return Signed(ANY)

    def sqrt(self, x: Any) -> Any:
        if not isinstance(x, Unknown):
            return exact.sqrt(x)
        if self.sign_bounds(x)[0] < 0:
            raise Undecided("sqrt of a number that may be negative")
        return Signed(self.sign_bounds(x))

    def absolute(self, x: Any) -> Any:
        return self.power(x, 2) if isinstance(x, Unknown) else exact.absolute(x)

    def extreme(self, x: Any, y: Any, *, largest: bool) -> Any:
        if not isinstance(x, Unknown) and not isinstance(y, Unknown):
            return exact.extreme(x, y, largest=largest)
        chosen, (low, high), (least, most) = max if largest else min, self.sign_bounds(x), self.sign_bounds(y)
        return Signed((chosen(low, least), chosen(high, most)))

    def limit(self, x: Any) -> Any:
        """What a number tends to that is the same at every place of a sequence."""
        if isinstance(x, Unknown):
            raise Undecided("the value is not the same all along")
        return x


def _same(x: Any, y: Any) -> bool:
    """Whether two numbers are one, as far as that is seen without their terms."""
    if x is y:
        return True
    return isinstance(x, Quotient) and isinstance(y, Quotient) and equal(x.p, y.p) and equal(x.q, y.q)
