"""Nearest points and solvability, as the second reading has them: over all constraints that may be active."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from tests.verifier.second.arithmetic import Nothing, Unsure, closest, rational
from tests.verifier.second.names import Names
from tests.verifier.second.reader import Node
from tests.verifier.second.shelf import Array, Env


class Points(Names):
    """What formulas name by a property."""

    def constraints(self, e: Node, env: Env, unknown: str, cells: list[Any], out: list[Any]) -> None:
        """Each comparison of a condition as its sign, constant and coefficients."""
        kind = e[0]
        if kind == "and":
            self.constraints(e[1], env, unknown, cells, out)
            self.constraints(e[2], env, unknown, cells, out)
        elif kind == "forall":
            for inner in self.every(e[1], e[2], env):
                self.constraints(e[3], inner, unknown, cells, out)
        elif kind == "implies":
            if self.truth(e[1], env):
                self.constraints(e[2], env, unknown, cells, out)
        elif kind == "if":
            self.constraints(e[2] if self.truth(e[1], env) else e[3], env, unknown, cells, out)
        elif kind == "compared":
            for how, a, b in zip(e[1], e[2], e[2][1:], strict=False):
                axes = self.axes(a, env) or self.axes(b, env)
                for at in self.cells(axes):
                    self.form(how, a, b, env, at, unknown, cells, out)
        else:
            raise Unsure

    def form(
        self, how: str, a: Node, b: Node, env: Env, at: Any, unknown: str, cells: list[Any], out: Any
    ) -> None:
        def here(*points: Any) -> list[Fraction]:
            found: list[Fraction] = []
            for point in points:
                entries = dict(zip(cells, point, strict=True))
                inner = {**env, unknown: Array(env[unknown].axes, entries.__getitem__)}
                x, y = self.number(a, inner, at), self.number(b, inner, at)
                found.append(rational(x) - rational(y))
            return found

        size = range(len(cells))
        units = [[Fraction(i == j) for j in size] for i in size]
        last = [Fraction(3 + 2 * i, 7) for i in size]
        base, further, *ends = here([Fraction(0)] * len(cells), last, *units)
        slopes = [end - base for end in ends]
        if further != base + sum(x * y for x, y in zip(slopes, last, strict=True)):
            raise Unsure
        flip = -1 if how in ("<", "<=") else 1
        out.append((how, flip * base, [flip * x for x in slopes]))

    def posed(
        self, unknown: tuple[str, list[str]], condition: Node, env: Env
    ) -> tuple[list[Any], list[Any], bool]:
        """Cells, constraints up to the first part without a value, and whether there is such a part."""
        axes = tuple(map(self.shelf.axis, unknown[1]))
        cells, out = list(self.cells(axes)), list[Any]()

        def hidden(_: Any) -> Any:
            raise Unsure

        inner = {**env, unknown[0]: Array(axes, hidden)}
        try:
            self.constraints(condition, inner, unknown[0], cells, out)
        except Nothing:
            return cells, out, True
        return cells, out, False

    def solvable(self, e: Node, env: Env) -> bool:
        cells, found, breaks = self.posed(e[1], e[2], env)
        if any(how not in ("=", "<=", ">=") for how, _, _ in found):
            raise Unsure
        fits = closest([Fraction(0)] * len(cells), found) is not None
        if breaks and fits:
            raise Nothing
        return fits

    def nearest(self, e: Node, env: Env) -> dict[Any, Any]:
        _, unknown, target, condition = e
        cells, found, breaks = self.posed(unknown, condition, env)
        if breaks:
            raise Nothing
        goal = [rational(self.number(target, env, cell)) if target else Fraction(0) for cell in cells]
        point = closest(goal, found)
        if point is None:
            raise Nothing
        for how, base, slopes in found:
            if how in ("<", ">") and base + sum(x * y for x, y in zip(slopes, point, strict=True)) <= 0:
                raise Nothing
        return dict(zip(cells, point, strict=True))
