"""Two number systems behind one name: torch float64 batches search, exact rationals and balls judge.

A conclusion is written once against `xp = data.xp`. `FLOAT` works on torch tensors. `BALL` works on numpy
object arrays whose entries are `flint.fmpq` while the value is rational and `flint.arb` once it is not, so a
polynomial identity comes out exact without a second evaluator.
"""

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any

import numpy as np
import torch
from flint import arb, fmpq, fmpz

from ntpcheck.exact import ExactArray, exact, exact_array, larger, midpoint, smaller

__all__ = [
    "BALL", "FLOAT", "Array", "ExactArray", "NumberSystem", "as_numpy", "exact", "exact_array", "identity",
    "midpoint", "number_system", "ordinals",
]  # fmt: skip

Array = Any  # a torch.Tensor under FLOAT, an ExactArray under BALL
UNIT_ROUNDOFF = 2.0**-52


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


def _elementwise(function: Callable[[Any], Any]) -> Callable[[Any], ExactArray]:
    vectorised = np.frompyfunc(lambda number: function(exact(number)), 1, 1)
    return lambda x: np.asarray(vectorised(x), dtype=object).view(ExactArray)


def _reduced(function: Any, x: Array, axis: int | tuple[int, ...]) -> Array:
    """A function of two numbers over some axes, the last one first."""
    for place in (axis,) if isinstance(axis, int) else sorted((a % np.ndim(x) for a in axis), reverse=True):
        x = function.reduce(x, axis=place)
    return np.asarray(x, dtype=object).view(ExactArray)


class BallSystem:
    """Array functions on exact object arrays; `axis` counts from the end as in numpy."""

    name = "ball"
    exp = staticmethod(_elementwise(_folding(0, 1, "exp")))
    log = staticmethod(_elementwise(_folding(1, 0, "log")))
    log1p = staticmethod(_elementwise(_folding(0, 0, "log1p")))
    expm1 = staticmethod(_elementwise(_folding(0, 0, "expm1")))
    sqrt = staticmethod(_elementwise(_square_root))
    abs = staticmethod(_elementwise(abs))
    _larger = np.frompyfunc(larger, 2, 1)
    _smaller = np.frompyfunc(smaller, 2, 1)

    def maximum(self, a: Any, b: Any) -> Array:
        return np.asarray(self._larger(a, b), dtype=object).view(ExactArray)

    def minimum(self, a: Any, b: Any) -> Array:
        return np.asarray(self._smaller(a, b), dtype=object).view(ExactArray)

    def max(self, x: Array, axis: int | tuple[int, ...]) -> Array:
        return _reduced(self._larger, x, axis)

    def min(self, x: Array, axis: int | tuple[int, ...]) -> Array:
        return _reduced(self._smaller, x, axis)

    def sum(self, x: Array, axis: int | tuple[int, ...]) -> Array:
        return np.asarray(np.add.reduce(x, axis=axis), dtype=object).view(ExactArray)

    def where(self, mask: Any, a: Any, b: Any) -> Array:
        a, b = (exact(x) if type(x) is int else x for x in (a, b))  # 1 / 2 of integers would be a double
        return np.asarray(np.where(mask, a, b), dtype=object).view(ExactArray)

    def stack(self, arrays: Sequence[Any], axis: int = -1) -> Array:
        return np.stack([np.asarray(a, dtype=object) for a in arrays], axis=axis).view(ExactArray)

    def zeros(self, shape: tuple[int, ...], like: Array) -> Array:
        return np.full(shape, fmpq(0), dtype=object).view(ExactArray)

    def asarray(self, values: Any, like: Array) -> Array:
        return exact_array(values)

    def any(self, mask: Any, axis: int | tuple[int, ...]) -> Any:
        return np.any(np.asarray(mask, dtype=bool), axis=axis)

    def all(self, mask: Any, axis: int | tuple[int, ...]) -> Any:
        return np.all(np.asarray(mask, dtype=bool), axis=axis)

    def rounding(self, scale: Any, terms: float) -> Array:
        """Zero: a ball carries its own radius and a rational has none."""
        return self.zeros(np.shape(scale), scale)

    def logsumexp(self, x: Array, axis: int, where: Any = None) -> Array:
        """log sum exp over the entries allowed by `where`, each row of which must allow one."""
        mask = np.ones(np.shape(x), dtype=bool) if where is None else np.broadcast_to(where, np.shape(x))
        lowest = np.expand_dims(self.min(x, axis), axis)
        top = np.expand_dims(self.max(self.where(mask, x, lowest), axis), axis)
        total = self.sum(self.where(mask, self.exp(x - top), 0), axis)
        return np.squeeze(top, axis) + self.log(total)


@lru_cache(maxsize=64)
@torch.inference_mode(mode=False)  # a number kept from a run without gradients serves one with them
def _number(value: float) -> torch.Tensor:
    """A plain number as a tensor. Nobody may write to it."""
    return torch.tensor(value, dtype=torch.float64)


@lru_cache(maxsize=256)
@torch.inference_mode(mode=False)
def ordinals(size: int, device: Any = None) -> torch.Tensor:
    """`[size]` int64 0, 1, .., kept as numbers are: to make them takes as long as what is asked of them."""
    return torch.arange(size, device=device)


@lru_cache(maxsize=256)
@torch.inference_mode(mode=False)
def identity(size: int, dtype: torch.dtype, device: Any = None) -> torch.Tensor:
    """`[size, size]` ones on the diagonal, kept too."""
    return torch.eye(size, dtype=dtype, device=device)


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

    def max(self, x: Array, axis: int | tuple[int, ...]) -> Array:
        return torch.amax(x, dim=axis)

    def min(self, x: Array, axis: int | tuple[int, ...]) -> Array:
        return torch.amin(x, dim=axis)

    def sum(self, x: Array, axis: int | tuple[int, ...]) -> Array:
        return torch.sum(x, dim=axis)

    def where(self, mask: Any, a: Any, b: Any) -> Array:
        if type(b) in {int, float} and isinstance(a, torch.Tensor) and a.dtype is torch.float64:
            b = _number(b) if a.device.type == "cpu" else b  # a tensor takes two thirds of the time
            return torch.where(mask, a, b)  # beside doubles a plain number becomes one
        plain = not (isinstance(a, torch.Tensor) or isinstance(b, torch.Tensor))
        a, b = (self.asarray(x, mask) for x in (a, b)) if plain else self._tensors(a, b)
        return torch.where(mask, a, b)

    def stack(self, arrays: Sequence[Any], axis: int = -1) -> Array:
        return torch.stack(list(arrays), dim=axis)

    def zeros(self, shape: tuple[int, ...], like: Array) -> Array:
        return torch.zeros(shape, dtype=torch.float64, device=like.device)

    def asarray(self, values: Any, like: Array) -> Array:
        if isinstance(values, torch.Tensor) and (values.dtype, values.device) == (torch.float64, like.device):
            return values
        if type(values) in {int, float} and like.device.type == "cpu":
            return _number(values)  # kept: to make a tensor takes longer than most that is done with it
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


def as_numpy(array: Any) -> np.ndarray:
    """The same entries in numpy, from either system and any device."""
    return array.numpy(force=True) if isinstance(array, torch.Tensor) else np.asarray(array)


def shaped(rows: Any, batch: tuple[int, ...], like: Array) -> Array:
    """An entry for each row of a batch, in its shape, and in the system and on the device of `like`."""
    found = np.asarray(rows)
    found = found.reshape(batch + found.shape[1:])
    if isinstance(like, torch.Tensor):
        return torch.as_tensor(found, device=like.device)
    return found.view(ExactArray) if found.dtype == object else found


def positive(numbers: Array) -> Any:
    """`[...]` bool: the entry is certainly positive."""
    if isinstance(numbers, torch.Tensor):
        return numbers > 0
    return np.vectorize(lambda x: bool(x > 0), otypes=[bool])(numbers)


def beside(left: Any, right: Any) -> Array:
    """Two tables of numbers, or of truth values, side by side along the last axis."""
    if isinstance(left, torch.Tensor):
        return torch.cat([left, right], -1)
    return np.concatenate([left, right], -1).view(type(left))


def number_system(array: Any) -> NumberSystem:
    """The system an array belongs to."""
    return FLOAT if isinstance(array, torch.Tensor) else BALL
