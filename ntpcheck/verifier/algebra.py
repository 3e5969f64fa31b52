"""Linear algebra over the rationals, and enclosures where right sides are no rationals."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from .intervals import Undecided, Undefined, precision, spend

Row = list[Fraction]


def independent(matrix: Sequence[Sequence[Fraction]]) -> tuple[list[int], list[Row]]:
    """Indices of independent rows, first come first kept; a basis of the combinations of rows that are 0."""
    work: list[tuple[int, Row, Row]] = []
    basis: list[int] = []
    relations: list[Row] = []
    for i, given in enumerate(matrix):
        row, tag = list(given), [Fraction(int(i == j)) for j in range(len(matrix))]
        for pivot, other, other_tag in work:
            if row[pivot]:
                factor = row[pivot] / other[pivot]
                row = [_charged(x - factor * y) if y else x for x, y in zip(row, other, strict=True)]
                tag = [x - factor * y if y else x for x, y in zip(tag, other_tag, strict=True)]
        spend(len(row) + len(tag))
        pivot = next((j for j, x in enumerate(row) if x), None)
        if pivot is None:
            relations.append(tag)
        else:
            work.append((pivot, row, tag))
            basis.append(i)
    return basis, relations


def _charged(x: Fraction) -> Fraction:
    spend(2 + (max(x.numerator.bit_length(), x.denominator.bit_length()) ** 2 >> 18))
    return x


def solve(matrix: Sequence[Sequence[Fraction]], right: Sequence[Any], ops: Any) -> list[Any]:
    """The solution of a nonsingular rational system; right sides may be any exact number or enclosure."""
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
