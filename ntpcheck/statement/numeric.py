"""Formulas in doubles: quick values, to find numbers that the verifier then checks."""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np

from ntpcheck.verifier import exact
from ntpcheck.verifier.calculus import gradient
from ntpcheck.verifier.exact import enclose
from ntpcheck.verifier.intervals import Undecided
from ntpcheck.verifier.kinds import Affine
from ntpcheck.verifier.tensors import Tensor
from ntpcheck.verifier.world import World

Cell = tuple[int, ...]
POLISH = 6  # Newton steps after the solver: its answer has about eight digits
LARGEST = 24  # entries of an unknown beyond which its minimum takes too long


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
        if type(x) is type(y) is float:  # most are
            return x + y
        return self._mixed(exact.add, lambda a, b: a + b, x, y)

    def neg(self, x: Any) -> Any:
        return self._mixed(exact.neg, lambda a: -a, x)

    def subtract(self, x: Any, y: Any) -> Any:
        if type(x) is type(y) is float:
            return x - y
        return self._mixed(exact.subtract, lambda a, b: a - b, x, y)

    def mul(self, x: Any, y: Any) -> Any:
        if type(x) is type(y) is float:
            return x * y
        return self._mixed(exact.mul, lambda a, b: a * b, x, y)

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


def filled(cells: list[Cell], values: np.ndarray) -> Tensor:
    found = {cell: float(x) for cell, x in zip(cells, values, strict=True)}
    return Tensor(found.__getitem__, "doubles")


def stepped(world: World, let: Any, known: dict[str, Tensor], cells: list[Cell]) -> np.ndarray:
    """Where a trajectory's step leads from doubles."""
    names = [name for name, _ in let.indices]
    with world.under(Doubles(), known):
        return np.array(
            [double(world.number(let.core[3], dict(zip(names, cell, strict=True)))) for cell in cells]
        )


class Goal:
    """A path's goal as a function of a vector of its unknown's entries."""

    def __init__(self, world: World, let: Any) -> None:
        _, _, self.unknown, self.axes, self.core, _ = let.core
        self.world, self.cells = world, list(world.cells(self.axes))

    def value(self, x: np.ndarray) -> float:
        try:
            with self.world.under(Doubles()):
                return double(self.world.number(self.core, {self.unknown: filled(self.cells, x)}))
        except Undecided:
            return math.inf

    def slope(self, x: np.ndarray) -> np.ndarray:
        point, ops = filled(self.cells, x), Doubles()
        try:
            found = gradient(self.world, self.core, self.unknown, point, self.axes, {}, ops)
        except Undecided:
            return np.full(len(self.cells), np.nan)
        return np.array([double(found[cell]) for cell in self.cells])

    def least(self, radius: float, *, steps: int = 200, polish: int = POLISH) -> np.ndarray:
        """A minimiser over the ball of that radius, to about twelve digits where it lies on the sphere."""
        from scipy.optimize import minimize

        if len(self.cells) > LARGEST:
            raise Undecided("the path has too many entries for a search")
        start = -self.slope(np.zeros(len(self.cells)))
        start *= radius / 2 / max(float(np.linalg.norm(start)), 1e-300)
        inside = {"type": "ineq", "fun": lambda x: radius**2 - x @ x, "jac": lambda x: -2 * x}
        options = {"maxiter": steps, "ftol": 1e-15}
        found = minimize(
            self.value, start, jac=self.slope, constraints=[inside], method="SLSQP", options=options
        )
        x = np.asarray(found.x, dtype=float)
        x = self._polished(x, radius, polish) if np.linalg.norm(x) > radius * (1 - 1e-4) else x
        if not np.isfinite(x).all():
            raise Undecided("the goal's minimum is out of the range of doubles")
        return x

    def _polished(self, x: np.ndarray, radius: float, steps: int) -> np.ndarray:
        """Newton's method for slope + m x = 0 and |x| = radius."""
        n = len(x)
        for _ in range(steps):
            g = self.slope(x)
            m = -float(g @ x) / float(x @ x)
            width = 1e-5 * max(radius, 1e-3)
            columns = [
                (self.slope(x + width * e) - self.slope(x - width * e)) / (2 * width) for e in np.eye(n)
            ]
            system = np.zeros((n + 1, n + 1))
            system[:n, :n] = np.array(columns).T + m * np.eye(n)
            system[:n, n] = system[n, :n] = x
            right = np.append(-(g + m * x), (radius**2 - x @ x) / 2)
            if not np.isfinite(system).all():
                return x
            x = x + np.linalg.lstsq(system, right, rcond=1e-12)[0][:n]
        return x
