"""Linear algebra over the rationals, and enclosures where right sides are no rationals."""

import operator
from collections.abc import Sequence
from fractions import Fraction
from math import gcd, lcm
from typing import Any

from .intervals import Undecided, Undefined, precision, spend

Row = list[Fraction]
Whole = list[int]
ZERO = Fraction(0)


def independent(matrix: Sequence[Sequence[Fraction]]) -> tuple[list[int], list[Row]]:
    """Indices of independent rows, first come first kept; a basis of the combinations of rows that are 0.

    Each row is worked on as whole numbers: its cells, its own weight, and the weights on the rows kept.
    """
    kept: list[tuple[int, Whole, int]] = []  # pivot, row, and how many of its numbers are not 0
    basis: list[int] = []
    scales: list[int] = []
    relations: list[Row] = []
    for i, given in enumerate(matrix):
        cells, scale = _whole(given)
        row = [*cells, 1]
        for pivot, other, filled in kept:
            row.append(0)
            if row[pivot]:
                row = _eliminated(row, other, pivot, filled)
        spend(len(cells) + len(matrix))
        pivot = next((j for j, x in enumerate(row[: len(cells)]) if x), None)
        weights, own = row[len(cells) + 1 :], row[len(cells)]
        if pivot is not None:
            kept.append((pivot, [*row[: len(cells)], 0, *weights, own], sum(map(bool, row))))
            basis.append(i)
            scales.append(scale)
        else:
            relation = [ZERO] * len(matrix)
            relation[i] = Fraction(1)
            for j, weight, of in zip(basis, weights, scales, strict=True):
                if weight:
                    relation[j] = Fraction(weight * of, own * scale)
            relations.append(relation)
    return basis, relations


def _whole(row: Sequence[Fraction]) -> tuple[Whole, int]:
    """A row of rationals times the least number that makes them whole, and that number."""
    above, below = sum(x.numerator.bit_length() for x in row), sum(x.denominator.bit_length() for x in row)
    spend(below * (above + below) >> 18)  # the least number may be as long as all divisors together
    scale = lcm(*(x.denominator for x in row))
    return [x.numerator * (scale // x.denominator) for x in row], scale


def _eliminated(row: Whole, other: Whole, pivot: int, filled: int) -> Whole:
    """The multiple of row + x other, in lowest terms, that is 0 at the pivot."""
    shared = gcd(row[pivot], other[pivot])
    a, b = other[pivot] // shared, row[pivot] // shared
    row = [a * x - b * y for x, y in zip(row, other, strict=True)]
    bits = max(map(int.bit_length, row))
    spend(filled + (len(row) >> 4) + (filled * bits**2 >> 20))
    common = gcd(*row)
    return [x // common for x in row] if common > 1 else row


def _charged(x: Fraction) -> Fraction:
    spend(2 + (max(x.numerator.bit_length(), x.denominator.bit_length()) ** 2 >> 18))
    return x


def _rational(matrix: Sequence[Sequence[Fraction]], right: Sequence[Fraction]) -> list[Fraction]:
    """The solution of a nonsingular system of rationals: elimination in whole numbers."""
    rows = [_whole([*row, b])[0] for row, b in zip(matrix, right, strict=True)]
    for k in range(len(rows)):
        pivot = next((i for i in range(k, len(rows)) if rows[i][k]), None)
        if pivot is None:
            raise Undefined("a system of equations is singular")
        rows[k], rows[pivot] = rows[pivot], rows[k]
        filled = sum(map(bool, rows[k]))
        for i in range(k + 1, len(rows)):
            if rows[i][k]:
                rows[i] = _eliminated(rows[i], rows[k], k, filled)
    found, under = list[int](), 1  # from the last one: numerators, and their denominator
    for k in reversed(range(len(rows))):
        tail = rows[k][-2:k:-1]
        rest = rows[k][-1] * under - sum(map(operator.mul, tail, found))
        found = [x * rows[k][k] for x in found] + [rest]
        under *= rows[k][k]
        common = gcd(under, *found)
        found, under = [x // common for x in found], under // common
        spend(len(found) * (2 + (under.bit_length() ** 2 >> 18)))
    return [Fraction(x, under) for x in reversed(found)]


def solve(matrix: Sequence[Sequence[Fraction]], right: Sequence[Any], ops: Any) -> list[Any]:
    """The solution of a nonsingular rational system; right sides may be any exact number or enclosure."""
    if all(isinstance(x, Fraction) for x in right):
        return _rational(matrix, right)
    rows, b = [list(row) for row in matrix], list(right)
    for k in range(len(rows)):
        pivot = next((i for i in range(k, len(rows)) if rows[i][k]), None)
        if pivot is None:
            raise Undefined("a system of equations is singular")
        rows[k], rows[pivot], b[k], b[pivot] = rows[pivot], rows[k], b[pivot], b[k]
        for i in range(k + 1, len(rows)):
            if rows[i][k]:
                factor = rows[i][k] / rows[k][k]
                rows[i] = [_charged(x - factor * y) for x, y in zip(rows[i], rows[k], strict=True)]
                b[i] = ops.add(b[i], ops.neg(ops.mul(factor, b[k])))
    for k in reversed(range(len(rows))):
        for j in range(k + 1, len(rows)):
            if rows[k][j]:
                b[k] = ops.add(b[k], ops.neg(ops.mul(rows[k][j], b[j])))
        b[k] = ops.mul(1 / rows[k][k], b[k])
    return b


def semidefinite(matrix: Sequence[Sequence[Fraction]]) -> bool:
    """Eliminating a symmetric matrix, no pivot is negative, and a zero pivot has a zero row (L D L^T)."""
    a = [list(row) for row in matrix]
    if a != [list(column) for column in zip(*a, strict=True)]:
        raise Undecided("the matrix is not symmetric")
    while a and a[0][0] >= 0 and (a[0][0] or not any(a[0])):
        (pivot, *first), *rest = a
        a = [[_charged(x - r[0] * y / (pivot or 1)) for x, y in zip(r[1:], first, strict=True)] for r in rest]
    return not a


def largest(matrix: Sequence[Sequence[Fraction]]) -> Any:
    """The largest eigenvalue of a symmetric matrix, exact where a simple bound is one, else enclosed.

    x is an upper bound iff x I - A is positive semidefinite; bisection from the largest diagonal entry, which
    is a lower bound, and the largest absolute row sum, which is an upper one.
    """
    size = range(len(matrix))

    def bounds_it(x: Fraction) -> bool:
        return semidefinite([[(x if i == j else 0) - matrix[i][j] for j in size] for i in size])

    low, high = max(matrix[i][i] for i in size), max(sum(map(abs, row), Fraction(0)) for row in matrix)
    if bounds_it(low):
        return low
    for _ in range(min(precision(), 512)):
        middle = (low + high) / 2
        low, high = (low, middle) if bounds_it(middle) else (middle, high)
    return low, high
