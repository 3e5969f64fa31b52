"""Arithmetic that carries derivatives along: forward mode, over the exact numbers or another arithmetic."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from ..arithmetic import exact
from ..arithmetic.intervals import Undecided
from ..instance.tensors import Tensor
from ..instance.world import World

Cell = tuple[int, ...]
ZERO, ONE = Fraction(0), Fraction(1)


class Dual:
    """A number and its derivatives along the cells of one tensor, by cell; those that are missing are 0."""

    __slots__ = ("slopes", "value")

    def __init__(self, value: Any, slopes: Any) -> None:
        self.value, self.slopes = value, slopes


def _value(x: Any) -> Any:
    return x.value if isinstance(x, Dual) else x


class Derivatives:
    """The functions of an arithmetic, for duals too. What is no dual has derivative 0."""

    def __init__(self, ops: Any = exact) -> None:
        self.ops = ops

    def _joined(self, value: Any, *parts: tuple[Any, Any]) -> Any:
        """A dual of that value whose slopes are the sum of weight times the slopes of each part."""
        slopes: dict[Cell, Any] = {}
        for x, weight in parts:
            if isinstance(x, Dual):
                for cell, slope in x.slopes.items():
                    slopes[cell] = self.ops.add(slopes.get(cell, ZERO), self.ops.mul(weight, slope))
        return Dual(value, slopes)

    def add(self, x: Any, y: Any) -> Any:
        if not isinstance(x, Dual) and not isinstance(y, Dual):
            return self.ops.add(x, y)
        return self._joined(self.ops.add(_value(x), _value(y)), (x, ONE), (y, ONE))

    def neg(self, x: Any) -> Any:
        return self._joined(self.ops.neg(x.value), (x, -ONE)) if isinstance(x, Dual) else self.ops.neg(x)

    def subtract(self, x: Any, y: Any) -> Any:
        return self.add(x, self.neg(y))

    def mul(self, x: Any, y: Any) -> Any:
        if not isinstance(x, Dual) and not isinstance(y, Dual):
            return self.ops.mul(x, y)
        a, b = _value(x), _value(y)
        return self._joined(self.ops.mul(a, b), (x, b), (y, a))

    def divide(self, x: Any, y: Any) -> Any:
        if not isinstance(y, Dual):
            return self.mul(x, self.ops.inverse(y)) if isinstance(x, Dual) else self.ops.divide(x, y)
        inverse = self.ops.inverse(y.value)
        return self.mul(x, self._joined(inverse, (y, self.ops.neg(self.ops.power(inverse, 2)))))

    def power(self, x: Any, k: int) -> Any:
        if not isinstance(x, Dual):
            return self.ops.power(x, k)
        weight = self.ops.mul(Fraction(k), self.ops.power(x.value, k - 1)) if k else ZERO
        return self._joined(self.ops.power(x.value, k), (x, weight))

    def _function(self, function: Callable[[Any], Any], slope: Callable[[Any, Any], Any], x: Any) -> Any:
        if not isinstance(x, Dual):
            return function(x)
        value = function(x.value)
        return self._joined(value, (x, slope(x.value, value)))

    def exp(self, x: Any) -> Any:
        return self._function(self.ops.exp, lambda _, value: value, x)

    def log(self, x: Any) -> Any:
        return self._function(self.ops.log, lambda x, _: self.ops.inverse(x), x)

    def sqrt(self, x: Any) -> Any:
        return self._function(self.ops.sqrt, lambda _, v: self.ops.inverse(self.ops.mul(Fraction(2), v)), x)

    def absolute(self, x: Any) -> Any:
        return self._function(self.ops.absolute, lambda x, _: Fraction(_certain(self.ops, x)), x)

    def extreme(self, x: Any, y: Any, *, largest: bool) -> Any:
        if not isinstance(x, Dual) and not isinstance(y, Dual):
            return self.ops.extreme(x, y, largest=largest)
        above = _certain(self.ops, self.ops.subtract(_value(x), _value(y))) > 0
        return x if above == largest else y

    def sign_bounds(self, x: Any) -> tuple[int, int]:
        """A sign that is not 0, where it hangs on the cells: next to a 0 it may be another."""
        if isinstance(x, Dual):
            sign = _certain(self.ops, x.value)
            return sign, sign
        return self.ops.sign_bounds(x)

    def sign(self, x: Any) -> int | None:
        return _certain(self.ops, x.value) if isinstance(x, Dual) else self.ops.sign(x)


def _certain(ops: Any, x: Any) -> int:
    """A sign that is not 0: where it is 0 there is no derivative."""
    sign = ops.sign(x)
    if not sign:
        raise Undecided("a derivative is asked for where there may be none")
    return sign


def gradient(
    world: World, core: Any, name: str, point: Any, axes: tuple[str, ...], env: Any, ops: Any = exact
) -> dict[Cell, Any]:
    """The derivative of a number along every cell of the tensor `name`, at a point of numbers of `ops`."""
    cells = list(world.cells(axes))
    variable = Tensor(lambda where: Dual(point[where], {where: ONE}), f"d{name}")
    with world.under(Derivatives(ops), world.sequences):
        found = world.number(core, {**env, name: variable})
    slopes = found.slopes if isinstance(found, Dual) else {}
    return {cell: slopes.get(cell, ZERO) for cell in cells}
