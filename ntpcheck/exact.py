"""Exact scalars: rationals and balls, and arrays of them."""

from fractions import Fraction
from functools import lru_cache
from math import isfinite
from typing import Any

import numpy as np
import torch
from flint import arb, fmpq, fmpz

from ntpcheck.errors import InvalidInstance

EXACT = fmpq, arb  # a union of types would be made anew wherever it is asked for
WHOLE = int, np.integer, fmpz
FEW = 256  # entries of an array that are looked up: those of large ones are seldom met again


class ExactArray(np.ndarray[Any, Any]):
    """An object array that stays an array when an operation leaves it with no axes."""

    def __array_wrap__(self, array: Any, context: Any = None, return_scalar: Any = None) -> Any:
        if type(array) is ExactArray or array.dtype != object:
            return array
        return array.view(ExactArray)

    def __pow__(self, power: Any, modulo: Any = None) -> Any:
        """Squares as products: flint's power of a ball around zero takes its logarithm, which is NaN."""
        return self * self if isinstance(power, int) and power == 2 else super().__pow__(power)


def exact(number: Any) -> Any:
    """The exact rational behind an int, float, "p/q" string, Fraction or flint number; balls pass through."""
    if type(number) is float and isfinite(number):  # most are
        return fmpq(*number.as_integer_ratio())
    if isinstance(number, EXACT):
        return number
    if type(number) is int:
        return fmpq(number)
    if isinstance(number, WHOLE):
        return fmpq(int(number))
    if isinstance(number, float | np.floating):
        return fmpq(*float(number).as_integer_ratio())
    try:
        fraction = (
            Fraction(float.fromhex(number))
            if isinstance(number, str) and "0x" in number
            else Fraction(number)
        )
    except (TypeError, ValueError, ZeroDivisionError):
        raise InvalidInstance(f"{number!r} is no number. Write an integer, a double, or 'p/q'.") from None
    return fmpq(fraction.numerator, fraction.denominator)


def exact_array(values: Any) -> ExactArray:
    """Any nested numbers as an exact object array of the same shape."""
    raw = values.detach().cpu().numpy() if isinstance(values, torch.Tensor) else values
    if isinstance(raw, np.ndarray) and raw.dtype in (np.float64, np.int64):
        found = map(_met_before if raw.size <= FEW else exact, raw.ravel().tolist())
    else:
        raw = np.asarray(raw, dtype=object)
        found = map(exact, raw.flat)
    return np.fromiter(found, object, raw.size).reshape(raw.shape).view(ExactArray)


@lru_cache(maxsize=2**12)
def _met_before(number: float) -> Any:
    """`exact`: most entries of drawn instances are small integers and sixteenths, met again and again."""
    return exact(number)


def midpoint(number: Any) -> float:
    """A BALL number as the nearest double, for reports only."""
    if isinstance(number, arb):
        return float(number.mid())
    return int(number.p) / int(number.q) if isinstance(number, fmpq) else float(number)


def larger(a: Any, b: Any) -> Any:
    if not (type(a) is type(b) is fmpq):  # most are
        a, b = exact(a), exact(b)
    return (a if a >= b else b) if type(a) is type(b) is fmpq else arb(a).max(arb(b))


def smaller(a: Any, b: Any) -> Any:
    if not (type(a) is type(b) is fmpq):
        a, b = exact(a), exact(b)
    return (a if a <= b else b) if type(a) is type(b) is fmpq else arb(a).min(arb(b))
