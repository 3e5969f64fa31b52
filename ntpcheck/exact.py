"""Exact scalars: rationals, balls, and numbers that record how they were computed.

A `Traced` number carries a rational or a ball together with its place on a `Tape`, the straight-line program
that certificates are made of.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

import numpy as np
import torch
from flint import arb, fmpq, fmpz

from ntpcheck.errors import InvalidInstance


class ExactArray(np.ndarray[Any, Any]):
    """An object array that stays an array when an operation leaves it with no axes."""

    def __array_wrap__(self, array: Any, context: Any = None, return_scalar: Any = None) -> Any:
        return np.asarray(array, dtype=object).view(ExactArray) if array.dtype == object else array

    def __pow__(self, power: Any, modulo: Any = None) -> Any:
        """Squares as products: flint's power of a ball around zero takes its logarithm, which is NaN."""
        return self * self if isinstance(power, int) and power == 2 else super().__pow__(power)


@dataclass
class Tape:
    """The straight-line program behind traced numbers: one node per operation, operands by position."""

    nodes: list[list[Any]] = field(default_factory=list)

    def push(self, *node: Any) -> int:
        self.nodes.append(list(node))
        return len(self.nodes) - 1


class Traced:
    """A BALL number that remembers its computation on a `Tape`."""

    __slots__ = ("node", "tape", "value")

    def __init__(self, value: fmpq | arb, tape: Tape, node: int) -> None:
        self.value, self.tape, self.node = value, tape, node

    def _lift(self, other: Any) -> Traced:
        if isinstance(other, Traced):
            return other
        number = exact(other)
        if not isinstance(number, fmpq):
            raise TypeError("a ball cannot enter a traced computation as a constant")
        return Traced(number, self.tape, self.tape.push("const", str(number)))

    def _binary(self, operation: str, left: Any, right: Any, value: Callable[[Any, Any], Any]) -> Traced:
        left, right = self._lift(left), self._lift(right)
        return Traced(
            value(left.value, right.value), self.tape, self.tape.push(operation, left.node, right.node)
        )

    def unary(self, operation: str, value: fmpq | arb) -> Traced:
        return Traced(value, self.tape, self.tape.push(operation, self.node))

    def __add__(self, other: Any) -> Traced:
        return self._binary("+", self, other, lambda a, b: a + b)

    def __radd__(self, other: Any) -> Traced:
        return self._binary("+", other, self, lambda a, b: a + b)

    def __sub__(self, other: Any) -> Traced:
        return self._binary("-", self, other, lambda a, b: a - b)

    def __rsub__(self, other: Any) -> Traced:
        return self._binary("-", other, self, lambda a, b: a - b)

    def __mul__(self, other: Any) -> Traced:
        return self._binary("*", self, other, lambda a, b: a * b)

    def __rmul__(self, other: Any) -> Traced:
        return self._binary("*", other, self, lambda a, b: a * b)

    def __truediv__(self, other: Any) -> Traced:
        return self._binary("/", self, other, lambda a, b: a / b)

    def __rtruediv__(self, other: Any) -> Traced:
        return self._binary("/", other, self, lambda a, b: a / b)

    def __pow__(self, power: int) -> Traced:
        if power != 2:
            raise TypeError(f"only squares are traced, got a power of {power}")
        return self * self

    def __neg__(self) -> Traced:
        return self.unary("neg", -self.value)

    def __abs__(self) -> Traced:
        return self.unary("abs", abs(self.value))

    def maximum(self, other: Any) -> Traced:
        return self._binary("max", self, other, larger)

    def minimum(self, other: Any) -> Traced:
        return self._binary("min", self, other, smaller)

    def __repr__(self) -> str:
        return f"Traced({self.value}, node {self.node})"


def exact(number: Any) -> Any:
    """The exact rational behind an int, float, "p/q" string, Fraction or flint number; balls pass through."""
    if isinstance(number, fmpq | arb | Traced):
        return number
    if isinstance(number, int | np.integer | fmpz):
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
    raw = np.asarray(raw, dtype=object)
    out = np.empty(raw.shape, dtype=object)
    for index in np.ndindex(raw.shape):
        out[index] = exact(raw[index])
    return out.view(ExactArray)


def plain(number: Any) -> Any:
    """The number without its tape."""
    return number.value if isinstance(number, Traced) else number


def midpoint(number: Any) -> float:
    """A BALL number as the nearest double, for reports only."""
    number = plain(number)
    if isinstance(number, arb):
        return float(number.mid())
    return float(Fraction(int(number.p), int(number.q))) if isinstance(number, fmpq) else float(number)


def larger(a: Any, b: Any) -> Any:
    if isinstance(a, Traced) or isinstance(b, Traced):
        return a.maximum(b) if isinstance(a, Traced) else b.maximum(a)
    a, b = exact(a), exact(b)
    return (a if a >= b else b) if isinstance(a, fmpq) and isinstance(b, fmpq) else arb(a).max(arb(b))


def smaller(a: Any, b: Any) -> Any:
    if isinstance(a, Traced) or isinstance(b, Traced):
        return a.minimum(b) if isinstance(a, Traced) else b.minimum(a)
    a, b = exact(a), exact(b)
    return (a if a <= b else b) if isinstance(a, fmpq) and isinstance(b, fmpq) else arb(a).min(arb(b))
