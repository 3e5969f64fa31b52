"""Compatibility of one exact instance, decided in integers, and W* as a combination of logs of primes.

Row (j, z) of the system, z in S_j besides its first token a, reads <row_jz, W> = log(c_ja / c_jz) with
counts c. It is solvable if and only if every integer y with sum y_jz row_jz = 0 has prod (c_ja / c_jz)^y_jz
= 1. Logs of primes are independent over the rationals, so that is one integer equation per prime q,

    sum_jz y_jz e_jz(q) = 0,   e_jz(q) = nu_q(c_ja) - nu_q(c_jz),

and it suffices to check a basis of such y: each row outside a basis of rows, less its expression in it.
Likewise W* = sum_q log(q) W_q, where W_q in F is rational and solves the system with right-hand side e(q).
An entry of W* is zero if and only if it is zero in every W_q.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import gcd
from typing import Any

import numpy as np
from flint import arb, fmpz, fmpz_mat

from ntpcheck.arithmetic import ExactArray, exact_array
from ntpcheck.instances.dataset import Dataset
from ntpcheck.instances.lasting import lasting
from ntpcheck.reference.solvers.rational import Cell, Rows, array, exact_rows, pivots, solved


@dataclass(frozen=True)
class FinitePart:
    """W* `[V, d]` as sum_q log(q) W_q: `parts` maps a prime q to its rational W_q."""

    shape: tuple[int, int]
    parts: dict[int, ExactArray]

    def value(self) -> ExactArray:
        """W* at the current precision; entries that are zero are the rational 0."""
        total = exact_array(np.zeros(self.shape, dtype=int))
        for prime, part in self.parts.items():
            total = np.where(part == 0, total, total + part * arb(prime).log())
        return total.view(ExactArray)


@lasting
def obstruction(data: Dataset) -> dict[Cell, int] | None:
    """Integers `{(j, z): y_jz}` with sum y_jz (e_a - e_z) h_j^T = 0 and prod (p_ja / p_jz)^y_jz != 1.

    One exact instance; a is the first token of S_j. None where the data is compatible.
    """
    return obstructing(exact_rows(data), np.asarray(data.counts))


@lasting
def finite_part(data: Dataset) -> FinitePart:
    """W* of one exact, compatible instance."""
    return solution(exact_rows(data), np.asarray(data.counts))


def obstructing(rows: Rows, counts: np.ndarray) -> dict[Cell, int] | None:
    """`obstruction` of plain arrays; of those in the basis it looks at, the one with the smallest entries."""
    basis = set(rows.basis)
    others = [cell for cell in rows.inside if cell not in basis]
    if not others:
        return None
    expression, denominator = _expressed(rows, others)
    _, exponents = _exponents(rows, counts, rows.basis)
    primes, targets = _exponents(rows, counts, others)
    found: list[dict[Cell, int]] = []
    for index, cell in enumerate(others):
        shares = [int(expression[k, index]) for k in range(len(rows.basis))]
        # y is taken over the integer rows scale_j (e_a - e_z) h_j^T first, whose equations carry scale_j as
        # well.
        y = {c: -share * rows.scales[c[0]] for c, share in zip(rows.basis, shares, strict=True) if share}
        y[cell] = int(denominator) * rows.scales[cell[0]]
        product = [
            int(denominator) * targets[index][q]
            - sum(s * e[q] for s, e in zip(shares, exponents, strict=True))
            for q in range(len(primes))
        ]
        if any(product):
            common = gcd(*y.values())
            found.append({c: number // common for c, number in y.items()})
    return min(found, key=lambda y: max(abs(n) for n in y.values())) if found else None


def _expressed(rows: Rows, others: Sequence[Cell]) -> tuple[fmpz_mat, fmpz]:
    """X / denominator `[len(basis), len(others)]` with row(other) = sum_k X_k row(basis_k) / denominator."""
    B, rest = rows.matrix(rows.basis), rows.matrix(others)
    chosen, size = pivots(B), len(rows.basis)
    left, right = B.tolist(), rest.tolist()
    square = fmpz_mat(size, size, [line[c] for c in chosen for line in left])
    target = fmpz_mat(size, len(others), [line[c] for c in chosen for line in right])
    numbers, denominator = solved(square, target).numer_denom()
    if B.transpose() * numbers != rest.transpose() * denominator:
        raise ArithmeticError("rows independent over the rationals are dependent modulo both primes tried")
    return numbers, denominator


def _exponents(rows: Rows, counts: np.ndarray, cells: Sequence[Cell]) -> tuple[list[int], list[list[int]]]:
    """The primes in any in-support count, and scale_j e_jz(q) of each cell and prime."""
    distinct = {int(count) for count in counts[rows.support]}
    factors = {count: {int(q): int(e) for q, e in fmpz(count).factor()} for count in distinct}
    primes = sorted({q for powers in factors.values() for q in powers})
    lines = []
    for j, z in cells:
        over, under = factors[int(counts[j, rows.anchor[j]])], factors[int(counts[j, z])]
        lines.append([rows.scales[j] * (over.get(q, 0) - under.get(q, 0)) for q in primes])
    return primes, lines


def solution(rows: Rows, counts: np.ndarray) -> FinitePart:
    """`finite_part` of plain arrays."""
    primes, lines = _exponents(rows, counts, rows.basis)
    parts: dict[int, ExactArray] = {}
    used = [k for k in range(len(primes)) if any(line[k] for line in lines)]
    if used:
        rhs = fmpz_mat([[line[k] for k in used] for line in lines])
        numbers, denominator = solved(rows.inner(rows.basis), rhs).numer_denom()
        for position, k in enumerate(used):
            column: list[Any] = [numbers[i, position] for i in range(len(rows.basis))]
            Z = rows.combined(rows.basis, column)
            parts[primes[k]] = array(-Z.transpose() * rows.H, denominator)
    return FinitePart((rows.V, rows.d), parts)
