"""Rationals, and else 120 digits of mpmath; systems of equations, eigenvalues and nearest points.

What is closer to 0 than 1e-80 is 0. Where that is not clear, nothing is said.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import chain, combinations
from typing import Any

import mpmath

mpmath.mp.dps = 120
MOST = 10  # inequalities, of which all sets are tried
TINY, SMALL, HUGE = (mpmath.mpf(10) ** k for k in (-80, -50, 30))


class Nothing(Exception):
    """A part has no value."""


class Unsure(Exception):
    """This reading does not tell."""


def real(x: Any) -> Any:
    return mpmath.mpf(x.numerator) / x.denominator if isinstance(x, Fraction) else x


def both(x: Any, y: Any) -> bool:
    return isinstance(x, Fraction) and isinstance(y, Fraction)


def sign(x: Any, scale: Any = 1) -> int:
    if isinstance(x, Fraction):
        return (x > 0) - (x < 0)
    if abs(scale) > HUGE:
        raise Unsure
    size = abs(x) / (1 + abs(scale))
    if TINY < size < SMALL:
        raise Unsure
    return 0 if size <= TINY else 1 if x > 0 else -1


def rational(x: Any) -> Fraction:
    if not isinstance(x, Fraction):
        raise Unsure
    return x


def entry(value: Any, where: tuple[int, ...]) -> Fraction:
    for i in where:
        value = value[i]
    return Fraction(value)


def held(how: str, difference: Any, scale: Any = 1) -> bool:
    s = difference if isinstance(difference, int) else sign(difference, scale)
    return {"=": s == 0, "!=": s != 0, "<": s < 0, "<=": s <= 0, ">": s > 0, ">=": s >= 0}[how]


def operation(kind: str, x: Any, y: Any) -> Any:
    if not both(x, y):
        x, y = real(x), real(y)
    if kind == "/":
        if sign(y) == 0:
            raise Nothing
        return x / y
    return x + y if kind == "+" else x - y if kind == "-" else x * y


def gathered(kind: str, found: list[Any]) -> Any:
    if kind == "sum":
        total: Any = Fraction(0)
        for x in found:
            total = operation("+", total, x)
        return total
    if not found:
        raise Nothing
    best = found[0]
    for x in found[1:]:
        above = sign(operation("-", x, best)) > 0
        best = x if above == (kind == "max") and sign(operation("-", x, best)) else best
    return best


def function(name: str, x: Any) -> Any:
    if name == "abs":
        return abs(x)
    if name == "exp":
        if abs(x) > 60:
            raise Unsure
        return mpmath.exp(real(x))
    s = sign(x)
    if s < 0 or (name == "log" and s == 0):
        raise Nothing
    if s == 0:
        return Fraction(0)
    return mpmath.log(real(x)) if name == "log" else mpmath.sqrt(real(x))


# ---- linear algebra ----
def reduced(rows: list[list[Fraction]]) -> int:
    rows, rank = [list(row) for row in rows], 0
    for column in range(len(rows[0]) if rows else 0):
        pivot = next((i for i in range(rank, len(rows)) if rows[i][column]), None)
        if pivot is None:
            continue
        rows[rank], rows[pivot] = rows[pivot], rows[rank]
        for i in range(len(rows)):
            if i != rank and rows[i][column]:
                factor = rows[i][column] / rows[rank][column]
                rows[i] = [x - factor * y for x, y in zip(rows[i], rows[rank], strict=True)]
        rank += 1
    return rank


def least(matrix: list[list[Fraction]]) -> Any:
    """The least eigenvalue; it is 0 only if that is sure."""
    found = mpmath.eigsy(mpmath.matrix([[real(x) for x in row] for row in matrix]), eigvals_only=True)
    value = min(found)
    near = mpmath.nint(value * 12) / 12
    if abs(value - near) < TINY:
        return Fraction(int(near * 12), 12)
    return value


def closest(goal: list[Fraction], found: list[Any]) -> list[Fraction] | None:
    """The point nearest to the goal under constraints, strict ones closed: over all that may be active."""
    size = range(len(goal))
    equal = [i for i, one in enumerate(found) if one[0] == "="]
    rest = [i for i, one in enumerate(found) if one[0] != "="]
    if len(rest) > MOST:
        raise Unsure
    best: tuple[Fraction, list[Fraction]] | None = None
    for active in chain.from_iterable(
        combinations(rest, k) for k in range(min(len(rest), len(goal) + 1) + 1)
    ):
        point = projected(goal, [found[i] for i in (*equal, *active)])
        if point is None:
            continue
        values = [base + sum(slopes[i] * point[i] for i in size) for _, base, slopes in found]
        if all(v == 0 if found[i][0] == "=" else v >= 0 for i, v in enumerate(values)):
            distance = sum(((point[i] - goal[i]) ** 2 for i in size), Fraction(0))
            if best is None or distance < best[0]:
                best = distance, point
    if best is not None and any(one[0] in ("<", ">") for one in found) and not inside(goal, found):
        return None
    return best[1] if best else None


def inside(goal: list[Fraction], found: list[Any]) -> bool:
    """Whether some point meets the strict constraints: it does if one meets each, between these points."""
    closed = [("=" if how == "=" else ">=", base, slopes) for how, base, slopes in found]
    strict = [one for one in found if one[0] in ("<", ">")]
    least = Fraction(1, 10**9)
    return all(
        closest(goal, [*closed, (">=", base - least, slopes)]) is not None for _, base, slopes in strict
    )


def projected(goal: list[Fraction], rows: list[Any]) -> list[Fraction] | None:
    """The point nearest to the goal where all rows are 0; None where they contradict each other."""
    kept: list[tuple[list[Fraction], Fraction]] = []
    point = list(goal)
    for _, base, slopes in rows:
        a, level = list(slopes), -base - sum(x * y for x, y in zip(slopes, goal, strict=True))
        for b, c in kept:
            weight = sum(x * y for x, y in zip(a, b, strict=True)) / sum(x * x for x in b)
            a, level = [x - weight * y for x, y in zip(a, b, strict=True)], level - weight * c
        if any(a):
            kept.append((a, level))
        elif level:
            return None
    for b, c in kept:
        scale = c / sum(x * x for x in b)
        point = [x + scale * y for x, y in zip(point, b, strict=True)]
    return point
