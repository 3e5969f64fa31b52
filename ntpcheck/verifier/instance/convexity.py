"""Whether a term is a convex function of an unknown tensor: the rules of disciplined convex programming.

They are followed along the term's evaluation at an instance, so that signs of factors are decided there. A
function is affine, or convex, or concave; a convex one may be known to be nonnegative, or to be the
exponential of a convex one ("log-convex": sums and products of such are such, and their log is convex). One
over a log-convex function is neither convex nor concave, but its log is concave. What no rule covers is not
convex as far as the verifier knows.
"""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NoReturn

from ..arithmetic import exact
from ..arithmetic.intervals import Undecided
from .tensors import Core, Tensor
from .world import World

ONE = Fraction(1)


@dataclass(frozen=True)
class Shape:
    """curve: 0 affine, 1 convex, -1 concave. squares: a sum of squares of what may stand under a norm.

    It is no tuple: two numbers in a tuple are bounds.
    """

    curve: int
    nonnegative: bool = False
    log_convex: bool = False
    squares: bool = False


class Inverse:
    """One over a log-convex function, perhaps times positive numbers."""


def _unknown() -> NoReturn:
    raise Undecided("a premise of the lemma fails: no rule shows that the goal is convex")


def _none_inverse(*numbers: Any) -> None:
    if any(isinstance(x, Inverse) for x in numbers):
        _unknown()


def _zero(x: Any) -> bool:
    return not isinstance(x, Shape | Inverse) and exact.sign_bounds(x) == (0, 0)


def _sign(x: Any) -> int:
    """The sign of a number, 1 where it is not below 0."""
    low, high = exact.sign_bounds(x)
    if low < 0 < high:
        raise Undecided("the sign of a factor is not decided")
    return 0 if low == high == 0 else 1 if low >= 0 else -1


class Curves:
    """The functions of exact.py, for shapes too."""

    def add(self, x: Any, y: Any) -> Any:
        if isinstance(x, Inverse) or isinstance(y, Inverse):
            return y if _zero(x) else x if _zero(y) else _unknown()
        if not isinstance(x, Shape) and not isinstance(y, Shape):
            return exact.add(x, y)
        if not isinstance(x, Shape):
            x, y = y, x
        if not isinstance(y, Shape):
            return x if exact.sign_bounds(y)[0] >= 0 else Shape(x.curve)
        if x.curve * y.curve < 0:
            _unknown()
        return Shape(
            x.curve or y.curve,
            x.nonnegative and y.nonnegative,
            x.log_convex and y.log_convex,
            x.squares and y.squares,
        )

    def neg(self, x: Any) -> Any:
        _none_inverse(x)
        return Shape(-x.curve) if isinstance(x, Shape) else exact.neg(x)

    def subtract(self, x: Any, y: Any) -> Any:
        return self.add(x, self.neg(y))

    def mul(self, x: Any, y: Any) -> Any:
        if isinstance(x, Inverse) or isinstance(y, Inverse):
            return self._scaled(x, y)
        if isinstance(x, Shape) and isinstance(y, Shape):
            both = x.log_convex and y.log_convex
            return Shape(1, nonnegative=True, log_convex=True) if both else _unknown()
        if not isinstance(x, Shape) and not isinstance(y, Shape):
            return exact.mul(x, y)
        shape, number = (x, y) if isinstance(x, Shape) else (y, x)
        sign = _sign(number)
        return shape if sign > 0 else Shape(-shape.curve) if sign < 0 else Fraction(0)

    @staticmethod
    def _scaled(x: Any, y: Any) -> Any:
        factors = [z for z in (x, y) if not isinstance(z, Inverse)]
        if any(isinstance(z, Shape) for z in factors):
            _unknown()
        low, high = exact.sign_bounds(factors[0]) if factors else (1, 1)
        return Inverse() if low > 0 else Fraction(0) if low == high == 0 else _unknown()

    def inverse(self, x: Any) -> Any:
        if isinstance(x, Inverse):
            return Shape(1, nonnegative=True, log_convex=True)
        if not isinstance(x, Shape):
            return exact.inverse(x)
        return Inverse() if x.log_convex else _unknown()

    def divide(self, x: Any, y: Any) -> Any:
        if isinstance(x, Shape | Inverse) or isinstance(y, Shape | Inverse):
            return self.mul(x, self.inverse(y))
        return exact.divide(x, y)

    def power(self, x: Any, k: int) -> Any:
        _none_inverse(x)
        if not isinstance(x, Shape):
            return exact.power(x, k)
        if k == 1:
            return x
        normed = x.curve == 0 or (x.curve > 0 and x.nonnegative)
        if k < 1 or not normed or (k % 2 and not x.nonnegative):
            _unknown()
        return Shape(1, nonnegative=True, log_convex=x.log_convex, squares=k == 2)

    def exp(self, x: Any) -> Any:
        _none_inverse(x)
        if not isinstance(x, Shape):
            return exact.exp(x)
        return Shape(1, nonnegative=True, log_convex=True) if x.curve >= 0 else _unknown()

    def log(self, x: Any) -> Any:
        if isinstance(x, Inverse):
            return Shape(-1)
        if not isinstance(x, Shape):
            return exact.log(x)
        return Shape(1) if x.log_convex else _unknown()

    def sqrt(self, x: Any) -> Any:
        """The norm of affine functions, or of convex ones that are not below 0, is convex."""
        _none_inverse(x)
        if not isinstance(x, Shape):
            return exact.sqrt(x)
        return Shape(1, nonnegative=True) if x.squares else _unknown()

    def absolute(self, x: Any) -> Any:
        _none_inverse(x)
        if not isinstance(x, Shape):
            return exact.absolute(x)
        return Shape(1, nonnegative=True) if x.curve == 0 else _unknown()

    def extreme(self, x: Any, y: Any, *, largest: bool) -> Any:
        _none_inverse(x, y)
        if not isinstance(x, Shape) and not isinstance(y, Shape):
            return exact.extreme(x, y, largest=largest)
        shapes = [z for z in (x, y) if isinstance(z, Shape)]
        if not largest or any(z.curve < 0 for z in shapes):
            _unknown()
        return Shape(1, nonnegative=any(z.nonnegative for z in shapes))

    def sign_bounds(self, x: Any) -> tuple[int, int]:
        _none_inverse(x)
        return _unknown() if isinstance(x, Shape) else exact.sign_bounds(x)

    def sign(self, x: Any) -> int | None:
        _none_inverse(x)
        return _unknown() if isinstance(x, Shape) else exact.sign(x)


def convex(world: World, goal: Core, unknown: str) -> None:
    """Raises Undecided unless a rule shows that a number is a convex function of a tensor."""
    variable = Tensor(lambda _: Shape(0), f"convex {unknown}")
    with world.under(Curves(), world.sequences):
        found = world.number(goal, {unknown: variable})
    if isinstance(found, Inverse) or (isinstance(found, Shape) and found.curve < 0):
        _unknown()
