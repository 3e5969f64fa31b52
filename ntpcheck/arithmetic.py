"""Two number systems behind one name: torch float64 batches search, exact rationals and balls judge.

A conclusion is written once against `xp = data.xp`. `FLOAT` works on torch tensors. `BALL` works on numpy
object arrays whose entries are `flint.fmpq` while the value is rational and `flint.arb` once it is not, so a
polynomial identity comes out exact without a second evaluator. `Traced` entries are BALL numbers that also
record how they were computed, which is where certificates come from.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

import numpy as np
import torch
from flint import arb, fmpq, fmpz

from ntpcheck.errors import InvalidInstance

Array = Any  # a torch.Tensor under FLOAT, an ExactArray under BALL
UNIT_ROUNDOFF = 2.0**-52


class ExactArray(np.ndarray):
    """An object array that stays an array when an operation leaves it with no axes."""

    def __array_wrap__(self, array: np.ndarray, context: Any = None, return_scalar: bool = False) -> ExactArray:  # noqa: FBT001, FBT002
        return np.asarray(array, dtype=object).view(ExactArray) if array.dtype == object else array


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
        return Traced(value(left.value, right.value), self.tape, self.tape.push(operation, left.node, right.node))

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
        return self._binary("max", self, other, _larger)

    def minimum(self, other: Any) -> Traced:
        return self._binary("min", self, other, _smaller)

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
        fraction = Fraction(float.fromhex(number)) if isinstance(number, str) and "0x" in number else Fraction(number)
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


def _larger(a: Any, b: Any) -> Any:
    if isinstance(a, Traced) or isinstance(b, Traced):
        return a.maximum(b) if isinstance(a, Traced) else b.maximum(a)
    a, b = exact(a), exact(b)
    return (a if a >= b else b) if isinstance(a, fmpq) and isinstance(b, fmpq) else arb(a).max(arb(b))


def _smaller(a: Any, b: Any) -> Any:
    if isinstance(a, Traced) or isinstance(b, Traced):
        return a.minimum(b) if isinstance(a, Traced) else b.minimum(a)
    a, b = exact(a), exact(b)
    return (a if a <= b else b) if isinstance(a, fmpq) and isinstance(b, fmpq) else arb(a).min(arb(b))


def _square_root(number: Any) -> Any:
    if isinstance(number, fmpq) and number >= 0:
        p, q = (fmpz(part).isqrt() for part in (number.p, number.q))
        if p * p == number.p and q * q == number.q:
            return fmpq(p, q)
    return arb(number).sqrt()


def _folding(fixed: int, value: int, name: str) -> Callable[[Any], Any]:
    """The function `name` of a ball, exact at the one rational where it is rational."""

    def apply(number: Any) -> Any:
        if isinstance(number, fmpq) and number == fixed:
            return fmpq(value)
        return getattr(arb(number), name)()

    return apply


def _elementwise(name: str, function: Callable[[Any], Any]) -> Callable[[Any], ExactArray]:
    def apply(number: Any) -> Any:
        if isinstance(number, Traced):
            return number.unary(name, function(number.value))
        return function(exact(number))

    vectorised = np.frompyfunc(apply, 1, 1)
    return lambda x: np.asarray(vectorised(x), dtype=object).view(ExactArray)


class BallSystem:
    """Array functions on exact object arrays; `axis` counts from the end as in numpy."""

    name = "ball"
    exp = staticmethod(_elementwise("exp", _folding(0, 1, "exp")))
    log = staticmethod(_elementwise("log", _folding(1, 0, "log")))
    log1p = staticmethod(_elementwise("log1p", _folding(0, 0, "log1p")))
    expm1 = staticmethod(_elementwise("expm1", _folding(0, 0, "expm1")))
    sqrt = staticmethod(_elementwise("sqrt", _square_root))
    abs = staticmethod(_elementwise("abs", abs))
    _larger = np.frompyfunc(_larger, 2, 1)
    _smaller = np.frompyfunc(_smaller, 2, 1)

    def maximum(self, a: Any, b: Any) -> Array:
        return np.asarray(self._larger(a, b), dtype=object).view(ExactArray)

    def minimum(self, a: Any, b: Any) -> Array:
        return np.asarray(self._smaller(a, b), dtype=object).view(ExactArray)

    def max(self, x: Array, axis: int) -> Array:
        return np.asarray(self._larger.reduce(x, axis=axis), dtype=object).view(ExactArray)

    def min(self, x: Array, axis: int) -> Array:
        return np.asarray(self._smaller.reduce(x, axis=axis), dtype=object).view(ExactArray)

    def sum(self, x: Array, axis: int | tuple[int, ...]) -> Array:
        total = np.sum(x, axis=axis)
        return np.asarray(total, dtype=object).view(ExactArray)

    def where(self, mask: Any, a: Any, b: Any) -> Array:
        return np.asarray(np.where(mask, a, b), dtype=object).view(ExactArray)

    def stack(self, arrays: Sequence[Any], axis: int = -1) -> Array:
        return np.stack([np.asarray(a, dtype=object) for a in arrays], axis=axis).view(ExactArray)

    def zeros(self, shape: tuple[int, ...], like: Array) -> Array:  # noqa: ARG002
        return exact_array(np.zeros(shape, dtype=int))

    def asarray(self, values: Any, like: Array) -> Array:  # noqa: ARG002
        return exact_array(values)

    def any(self, mask: Any, axis: int | tuple[int, ...]) -> Any:
        return np.any(np.asarray(mask, dtype=bool), axis=axis)

    def all(self, mask: Any, axis: int | tuple[int, ...]) -> Any:
        return np.all(np.asarray(mask, dtype=bool), axis=axis)

    def rounding(self, scale: Any, terms: float) -> Array:  # noqa: ARG002
        """Zero: a ball carries its own radius and a rational has none."""
        return self.zeros(np.shape(scale), scale)

    def logsumexp(self, x: Array, axis: int, where: Any = None) -> Array:
        """log sum exp over the entries allowed by `where`, each row of which must allow one."""
        mask = np.ones(np.shape(x), dtype=bool) if where is None else np.broadcast_to(where, np.shape(x))
        lowest = np.expand_dims(self.min(x, axis), axis)
        top = np.expand_dims(self.max(self.where(mask, x, lowest), axis), axis)
        total = self.sum(self.where(mask, self.exp(x - top), 0), axis)
        return np.squeeze(top, axis) + self.log(total)


class FloatSystem:
    """The same functions on torch float64 tensors."""

    name = "float"
    exp, log, log1p, expm1, sqrt, abs = (
        staticmethod(f) for f in (torch.exp, torch.log, torch.log1p, torch.expm1, torch.sqrt, torch.abs)
    )

    def maximum(self, a: Any, b: Any) -> Array:
        return torch.maximum(*self._tensors(a, b))

    def minimum(self, a: Any, b: Any) -> Array:
        return torch.minimum(*self._tensors(a, b))

    def _tensors(self, a: Any, b: Any) -> tuple[torch.Tensor, torch.Tensor]:
        like = a if isinstance(a, torch.Tensor) else b
        return self.asarray(a, like), self.asarray(b, like)

    def max(self, x: Array, axis: int) -> Array:
        return torch.amax(x, dim=axis)

    def min(self, x: Array, axis: int) -> Array:
        return torch.amin(x, dim=axis)

    def sum(self, x: Array, axis: int | tuple[int, ...]) -> Array:
        return torch.sum(x, dim=axis)

    def where(self, mask: Any, a: Any, b: Any) -> Array:
        return torch.where(mask, *self._tensors(a, b))

    def stack(self, arrays: Sequence[Any], axis: int = -1) -> Array:
        return torch.stack(list(arrays), dim=axis)

    def zeros(self, shape: tuple[int, ...], like: Array) -> Array:
        return torch.zeros(shape, dtype=torch.float64, device=like.device)

    def asarray(self, values: Any, like: Array) -> Array:
        return torch.as_tensor(values, dtype=torch.float64, device=like.device)

    def any(self, mask: Any, axis: int | tuple[int, ...]) -> Any:
        return torch.any(mask, dim=axis)

    def all(self, mask: Any, axis: int | tuple[int, ...]) -> Any:
        return torch.all(mask, dim=axis)

    def rounding(self, scale: Any, terms: float) -> Array:
        """A bound on the rounding error of `terms` operations on numbers up to `scale`."""
        return terms * UNIT_ROUNDOFF * torch.abs(scale)

    def logsumexp(self, x: Array, axis: int, where: Any = None) -> Array:
        masked = x if where is None else torch.where(where, x, torch.full_like(x, -torch.inf))
        return torch.logsumexp(masked, dim=axis)


FLOAT, BALL = FloatSystem(), BallSystem()
NumberSystem = FloatSystem | BallSystem


def number_system(array: Any) -> NumberSystem:
    """The system an array belongs to."""
    return FLOAT if isinstance(array, torch.Tensor) else BALL
