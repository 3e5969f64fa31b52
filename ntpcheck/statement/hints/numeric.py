"""Formulas in doubles: quick values, to find numbers that the verifier then checks."""

import math
import re
from collections.abc import Callable, Generator
from contextlib import contextmanager
from fractions import Fraction
from typing import Any
from weakref import WeakKeyDictionary

import numpy as np

from ntpcheck.verifier.arithmetic import exact
from ntpcheck.verifier.arithmetic.exact import enclose
from ntpcheck.verifier.arithmetic.intervals import Undecided
from ntpcheck.verifier.arithmetic.kinds import Affine
from ntpcheck.verifier.instance.tensors import Tensor
from ntpcheck.verifier.instance.world import World

Cell = tuple[int, ...]
ROUNDING = 1e-9  # of numbers about as large as 1 after some steps
MOVING = {"sequence", "running", "some", "every"}
# By world, what it remembers of definitions that no sequence enters.
_STILL: WeakKeyDictionary[World, dict[Any, Any]] = WeakKeyDictionary()


def double(x: Any) -> float:
    """The middle of a number's bounds."""
    if isinstance(x, float | Fraction):
        return float(x)
    low, high = enclose(x)
    return float((low + high) / 2)


class Doubles:
    """The functions of exact.py, for doubles too; what no double meets stays exact."""

    @staticmethod
    def _mixed(function: Callable[..., Any], here: Callable[..., float], *numbers: Any) -> Any:
        plain = not any(isinstance(x, float) for x in numbers) or any(isinstance(x, Affine) for x in numbers)
        if plain:
            return function(*numbers)
        try:
            return here(*map(double, numbers))
        except (OverflowError, ZeroDivisionError, ValueError) as problem:
            raise Undecided(f"out of the range of doubles: {problem}") from None

    def add(self, x: Any, y: Any) -> Any:
        return x + y if type(x) is type(y) is float else self._mixed(exact.add, lambda a, b: a + b, x, y)

    def neg(self, x: Any) -> Any:
        return self._mixed(exact.neg, lambda a: -a, x)

    def subtract(self, x: Any, y: Any) -> Any:
        return self._mixed(exact.subtract, lambda a, b: a - b, x, y)

    def mul(self, x: Any, y: Any) -> Any:
        return x * y if type(x) is type(y) is float else self._mixed(exact.mul, lambda a, b: a * b, x, y)

    def inverse(self, x: Any) -> Any:
        return self._mixed(exact.inverse, lambda a: 1 / a, x)

    def divide(self, x: Any, y: Any) -> Any:
        return self._mixed(exact.divide, lambda a, b: a / b, x, y)

    def power(self, x: Any, k: int) -> Any:
        return self._mixed(lambda a: exact.power(a, k), lambda a: a**k, x)

    def exp(self, x: Any) -> Any:
        return self._mixed(exact.exp, math.exp, x)

    def log(self, x: Any) -> Any:
        return self._mixed(exact.log, math.log, x)

    def sqrt(self, x: Any) -> Any:
        return self._mixed(exact.sqrt, math.sqrt, x)

    def absolute(self, x: Any) -> Any:
        return self._mixed(exact.absolute, math.fabs, x)

    def extreme(self, x: Any, y: Any, *, largest: bool) -> Any:
        return self._mixed(lambda a, b: exact.extreme(a, b, largest=largest), max if largest else min, x, y)

    def sign_bounds(self, x: Any) -> tuple[int, int]:
        if not isinstance(x, float):
            return exact.sign_bounds(x)
        sign = (x > 0) - (x < 0)
        return sign, sign

    def sign(self, x: Any) -> int | None:
        return self.sign_bounds(x)[0] if isinstance(x, float) else exact.sign(x)


class Careful(Doubles):
    """The same, where what may be 0 but for rounding has no sign."""

    def sign_bounds(self, x: Any) -> tuple[int, int]:
        return (-1, 1) if isinstance(x, float) and abs(x) < ROUNDING else super().sign_bounds(x)

    def sign(self, x: Any) -> int | None:
        low, high = self.sign_bounds(x)
        return low if low == high else None


class Batch(Doubles):
    """The same for arrays of doubles, an entry for each of several places. A condition has to be met, or not,
    at all of them."""

    @staticmethod
    def _mixed(function: Callable[..., Any], here: Callable[..., float], *numbers: Any) -> Any:
        if not any(isinstance(x, np.ndarray) for x in numbers):
            return Doubles._mixed(function, here, *numbers)
        with np.errstate(over="raise", divide="raise", invalid="raise"):
            try:
                return here(*(x if isinstance(x, np.ndarray) else double(x) for x in numbers))
            except (ArithmeticError, ValueError) as problem:
                raise Undecided(f"out of the range of doubles: {problem}") from None

    def exp(self, x: Any) -> Any:
        return self._mixed(np.exp, np.exp, x) if isinstance(x, np.ndarray) else super().exp(x)

    def log(self, x: Any) -> Any:
        return self._mixed(np.log, np.log, x) if isinstance(x, np.ndarray) else super().log(x)

    def sqrt(self, x: Any) -> Any:
        return self._mixed(np.sqrt, np.sqrt, x) if isinstance(x, np.ndarray) else super().sqrt(x)

    def absolute(self, x: Any) -> Any:
        return np.abs(x) if isinstance(x, np.ndarray) else super().absolute(x)

    def extreme(self, x: Any, y: Any, *, largest: bool) -> Any:
        if not isinstance(x, np.ndarray) and not isinstance(y, np.ndarray):
            return super().extreme(x, y, largest=largest)
        here: Any = np.maximum if largest else np.minimum
        return self._mixed(here, here, x, y)

    def sign_bounds(self, x: Any) -> tuple[int, int]:
        if not isinstance(x, np.ndarray):
            return super().sign_bounds(x)
        signs = np.sign(x)
        return int(signs.min()), int(signs.max())

    def sign(self, x: Any) -> int | None:
        if not isinstance(x, np.ndarray):
            return super().sign(x)
        low, high = self.sign_bounds(x)
        return low if low == high else None


def filled(cells: list[Cell], values: np.ndarray) -> Tensor:
    """`[cells, ...]` values as a tensor: of doubles, or of arrays with an entry for each place."""
    found = {cell: float(x) if np.ndim(x) == 0 else x for cell, x in zip(cells, values, strict=True)}
    return Tensor(found.__getitem__, "doubles")


@contextmanager
def in_doubles(
    world: World, known: dict[str, Any] | None = None, ops: Any = None, *, moment: bool = False
) -> Generator[None]:
    """A world that computes in doubles. What no sequence enters is computed once. moment: as in World."""
    still = _STILL.setdefault(world, {})
    with world.under(ops or Doubles(), known, moment=moment):
        world.memo.update(still)
        yield
        still.update((key, found) for key, found in world.memo.items() if _is_still(world, key))


def _is_still(world: World, key: Any) -> bool:
    """Whether a definition's value stands for the instance alone."""
    return key[0] == "let" and not key[3] and key[1] in _unmoved(world)


def _unmoved(world: World) -> set[str]:
    """The definitions that no sequence enters, nor a number that is exhibited."""
    known = world.book.found_out.setdefault("unmoved", set())
    if not known:
        lets = world.book.lets
        moved = {
            name for name, let in lets.items() if MOVING & {let.kind, *re.findall(r"'(\w+)'", repr(let.core))}
        }
        uses = {name: set(re.findall(r"\('let', '([^']+)'", repr(let.core))) for name, let in lets.items()}
        while more := {name for name in lets if name not in moved and uses[name] & moved}:
            moved |= more
        known |= set(lets) - moved
    return known


def stepped(world: World, let: Any, known: dict[str, Tensor], cells: list[Cell]) -> np.ndarray:
    """Where a trajectory's step leads from doubles: `[cells]`."""
    names = [name for name, _ in let.indices]
    with in_doubles(world, known):
        return np.array(
            [double(world.number(let.core[3], dict(zip(names, cell, strict=True)))) for cell in cells]
        )


def stepped_from(
    world: World, let: Any, at: dict[str, np.ndarray], cells: dict[str, list[Cell]], name: str
) -> np.ndarray:
    """Where a trajectory's step leads from several places of trajectories at once.

    at: `[cells, places]` by name. Returns `[places, cells]`.
    """
    names, known = [one for one, _ in let.indices], {one: filled(cells[one], x) for one, x in at.items()}
    count = at[name].shape[1]
    try:
        with in_doubles(world, known, Batch()):
            found = [world.number(let.core[3], dict(zip(names, cell, strict=True))) for cell in cells[name]]
    except Undecided:  # perhaps as a condition is met at some of them
        places = ({one: filled(cells[one], x[:, i]) for one, x in at.items()} for i in range(count))
        return np.array([stepped(world, let, place, cells[name]) for place in places])
    columns = [x if isinstance(x, np.ndarray) else np.full(count, double(x)) for x in found]
    return np.array(columns).T
