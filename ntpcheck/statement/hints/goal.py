"""A path's goal in doubles: its values, slopes and minimisers, for a lemma to look near."""

import math
from typing import Any

import numpy as np

from ntpcheck.statement.hints.numeric import Batch, Doubles, double, filled, in_doubles
from ntpcheck.verifier.arithmetic.intervals import Undecided
from ntpcheck.verifier.instance.tensors import Tensor
from ntpcheck.verifier.instance.world import World
from ntpcheck.verifier.terms.calculus import ONE, Derivatives, Dual

POLISH = 6  # Newton steps after the solver: its answer has about eight digits
LARGEST = 24  # entries of an unknown beyond which its minimum takes too long
RANK = 1e-9  # of an equation that others imply, by its singular value


class Slopes(Derivatives):
    """Numbers in doubles with their slopes along all entries of a point at once: `[n]`, or `[places, n]`
    where a number stands for several places."""

    def _joined(self, value: Any, *parts: tuple[Any, Any]) -> Any:
        slopes = [
            x.slopes if weight is ONE else self._column(weight) * x.slopes
            for x, weight in parts
            if isinstance(x, Dual)
        ]
        return Dual(value, sum(slopes[1:], slopes[0]))

    @staticmethod
    def _column(weight: Any) -> Any:
        return weight[:, None] if isinstance(weight, np.ndarray) else double(weight)


class Goal:
    """A path's goal as a function of a vector of its unknown's entries.

    frame: orthonormal columns, whose combinations alone are looked at.
    """

    def __init__(self, world: World, let: Any) -> None:
        _, _, self.unknown, self.axes, self.core, _ = let.core
        self.world, self.cells = world, list(world.cells(self.axes))
        self.frame = np.eye(len(self.cells))

    def obey(self, equations: list[dict[Any, Any]]) -> None:
        """Keeps to the points at which linear forms of the entries are 0."""
        if equations:
            rows = [[float(form.get(cell, 0)) for cell in self.cells] for form in equations]
            _, sizes, turned = np.linalg.svd(np.array(rows))
            self.frame = turned[int((sizes > RANK * sizes.max(initial=1.0)).sum()) :].T

    def value(self, x: np.ndarray) -> float:
        try:
            with in_doubles(self.world):
                return double(self.world.number(self.core, {self.unknown: filled(self.cells, x)}))
        except Undecided:
            return math.inf

    def slope(self, x: np.ndarray) -> np.ndarray:
        """`[n]`, nan where the goal has none; of several places at once `[places, n]` both."""
        several = x.ndim == 2
        units = dict(zip(self.cells, np.eye(len(self.cells)), strict=True))
        point, ops = filled(self.cells, x.T), Slopes(Batch() if several else Doubles())
        here = Tensor(lambda cell: Dual(point[cell], units[cell]), f"d{self.unknown}")
        try:
            with np.errstate(all="ignore"), in_doubles(self.world, self.world.sequences, ops):
                found = self.world.number(self.core, {self.unknown: here})
        except Undecided:
            if several:  # perhaps as a condition is met at some of them
                return np.array([self.slope(place) for place in x])
            return np.full(x.shape, np.nan)
        return np.broadcast_to(found.slopes if isinstance(found, Dual) else 0.0, x.shape)

    def least(self, radius: float, *, steps: int = 200, polish: int = POLISH) -> np.ndarray:
        """A minimiser over the ball of that radius, to about twelve digits where it lies on the sphere."""
        from scipy.optimize import minimize

        if len(self.cells) > LARGEST:
            raise Undecided("the path has too many entries for a search")
        start = -self._steep(np.zeros(self.frame.shape[1]))
        start *= radius / 2 / max(float(np.linalg.norm(start)), 1e-300)
        inside = {"type": "ineq", "fun": lambda x: radius**2 - x @ x, "jac": lambda x: -2 * x}
        options = {"maxiter": steps, "ftol": 1e-15}
        found = minimize(
            lambda y: self.value(self.frame @ y),
            start,
            jac=self._steep,
            constraints=[inside],
            method="SLSQP",
            options=options,
        )
        x = np.asarray(found.x, dtype=float)
        x = self._polished(x, radius, polish) if np.linalg.norm(x) > radius * (1 - 1e-4) else x
        if not np.isfinite(x).all():
            raise Undecided("the goal's minimum is out of the range of doubles")
        return self.frame @ x

    def _steep(self, y: np.ndarray) -> np.ndarray:
        return self.frame.T @ self.slope(self.frame @ y)

    def _polished(self, x: np.ndarray, radius: float, steps: int) -> np.ndarray:
        """Newton's method for slope + m x = 0 and |x| = radius."""
        n = len(x)
        for _ in range(steps):
            g = self._steep(x)
            m = -float(g @ x) / float(x @ x)
            width = 1e-5 * max(radius, 1e-3)
            beside = x + width * np.concatenate([np.eye(n), -np.eye(n)])
            steep = self.slope(beside @ self.frame.T) @ self.frame
            system = np.zeros((n + 1, n + 1))
            system[:n, :n] = (steep[:n] - steep[n:]).T / (2 * width) + m * np.eye(n)
            system[:n, n] = system[n, :n] = x
            right = np.append(-(g + m * x), (radius**2 - x @ x) / 2)
            if not np.isfinite(system).all():
                return x
            x = x + np.linalg.lstsq(system, right, rcond=1e-12)[0][:n]
        return x
