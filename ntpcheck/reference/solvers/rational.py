"""Exact linear algebra on a dataset's rows (e_z - e_v) h_j^T, in integers."""

from collections.abc import Iterable, Sequence
from math import lcm
from typing import Any

import numpy as np
from flint import fmpq, fmpq_mat, fmpz_mat, nmod_mat

from ntpcheck.arithmetic import ExactArray
from ntpcheck.instances.dataset import Dataset
from ntpcheck.instances.lasting import lasting

Cell = tuple[int, int]  # (context j, token v)
# Rows independent modulo a prime are independent; the converse fails with probability about 2^-60, and every
# result is checked against all rows afterwards.
PRIMES = (2**61 - 1, 2**62 - 57, 2**62 - 87)
SMALL = 12  # unknowns up to which fraction-free elimination beats p-adic lifting


class Rows:
    """One exact dataset as integers: h_j scaled to integers, its Gram matrix, its cells.

    embeddings `[m, d]` of fmpq; support `[m, V]` bool. The row of cell (j, v) is (e_a - e_v) (scale_j
    h_j)^T with the anchor a the first token of S_j; it asks for the margin scale_j out of support and for 0
    in support.
    """

    def __init__(self, embeddings: np.ndarray, support: np.ndarray) -> None:
        scaled = [_integers(row) for row in embeddings]
        self.scales = [scale for _, scale in scaled]
        self.integers = [row for row, _ in scaled]
        self.H = fmpz_mat(self.integers)
        self.gram = self.H * self.H.transpose()
        self.products = self.gram.tolist()
        self.m, self.d = embeddings.shape
        self.V = support.shape[1]
        self.support = support
        self.anchor = support.argmax(1).tolist()
        self.out: list[Cell] = [(j, v) for j, v in np.argwhere(~support).tolist()]
        self.inside: list[Cell] = [(j, z) for j, z in np.argwhere(support).tolist() if z != self.anchor[j]]
        self._basis: list[Cell] | None = None

    @property
    def basis(self) -> list[Cell]:
        """In-support cells whose rows are a basis of F."""
        if self._basis is None:
            self._basis = [self.inside[i] for i in independent(self.matrix(self.inside))]
        return self._basis

    def independent_contexts(self) -> bool:
        """Whether rank H = m."""
        return self.m <= self.d and len(independent(self.H)) == self.m

    def matrix(self, cells: Sequence[Cell]) -> fmpz_mat:
        """`[len(cells), (V - 1) d]` their rows without the last token, whose entries the others give."""
        return self._rows(cells, self.V - 1)

    def whole(self, cells: Sequence[Cell]) -> fmpz_mat:
        """`[len(cells), V d]` their rows."""
        return self._rows(cells, self.V)

    def _rows(self, cells: Sequence[Cell], tokens: int) -> fmpz_mat:
        """Their entries at the first tokens. Most are 0: only the others are set."""
        found: Any = fmpz_mat(len(cells), tokens * self.d)
        for i, (j, v) in enumerate(cells):
            for token, sign in ((self.anchor[j], 1), (v, -1)):
                if token < tokens:
                    for place, x in enumerate(self.integers[j], token * self.d):
                        found[i, place] = sign * x
        return found

    def inner(self, cells: Sequence[Cell]) -> fmpz_mat:
        """`[len(cells), len(cells)]` inner products of their rows."""
        entries = []
        for j, v in cells:
            a, products = self.anchor[j], self.products[j]
            for k, w in cells:
                b = self.anchor[k]
                factor = (a == b) - (a == w) - (v == b) + (v == w)
                entries.append(factor * products[k] if factor else 0)
        return fmpz_mat(len(cells), len(cells), entries)

    def combined(self, cells: Sequence[Cell], coefficients: Iterable[Any]) -> fmpz_mat:
        """`[m, V]` the Z with sum_n coefficients_n row_n = -Z^T H: Z_jv is (j, v)'s, and rows sum to zero."""
        Z = fmpz_mat(self.m, self.V)
        for (j, v), coefficient in zip(cells, coefficients, strict=True):
            Z[j, v] += coefficient
            Z[j, self.anchor[j]] -= coefficient
        return Z

    def asked(self, cell: Cell) -> int:
        """The margin that the cell's integer row asks for."""
        return self.scales[cell[0]]

    def multiplier(self, point: Any, cell: Cell) -> fmpq:
        """The coefficient of a cell's integer row in W = -Z^T H / denominator."""
        return fmpq(point.Z[cell], point.denominator)

    def shortfalls(self, point: Any) -> list[Any]:
        """asked - margin of each out-of-support cell, times the denominator. L = H W^T = -G Z."""
        L = (self.gram * point.Z).tolist()
        return [point.denominator * self.scales[j] + L[j][self.anchor[j]] - L[j][v] for j, v in self.out]


@lasting
def exact_rows(data: Dataset) -> Rows:
    """The rows of one exact instance."""
    return Rows(data.embeddings, np.asarray(data.support))


def _integers(row: np.ndarray) -> tuple[list[int], int]:
    """A rational row as integers, and the positive integer factor that makes it so."""
    numbers = [(int(x.p), int(x.q)) for x in row]
    scale = lcm(*(q for _, q in numbers))
    return [p * (scale // q) for p, q in numbers], scale


def independent(matrix: fmpz_mat) -> list[int]:
    """The first rows, in order, that are independent of the rows before them."""
    return pivots(matrix.transpose())


def pivots(matrix: fmpz_mat) -> list[int]:
    """The columns that are independent of the columns before them."""
    if 0 in (matrix.nrows(), matrix.ncols()):
        return []
    candidates = [_pivots(nmod_mat(matrix, prime)) for prime in _primes(matrix)]
    return max(candidates, key=len)


def _pivots(matrix: nmod_mat) -> list[int]:
    reduced, rank = matrix.rref()
    columns, column = [], 0
    for row in range(rank):
        while int(reduced[row, column]) == 0:
            column += 1
        columns.append(column)
    return columns


def first_dependent(matrix: fmpz_mat) -> tuple[int, list[int]] | None:
    """The first column that depends on those before it, and which of these it combines; None without one.

    Modulo a prime: a column it combines is left out where its coefficient is a multiple of that.
    """
    found = [_first_dependent(nmod_mat(matrix, prime)) for prime in _primes(matrix)]
    place, combined = max(found, key=lambda each: each[0])
    return (place, combined) if place < matrix.ncols() else None


def _first_dependent(matrix: nmod_mat) -> tuple[int, list[int]]:
    reduced, rank = matrix.rref()
    place = next((i for i in range(rank) if int(reduced[i, i]) == 0), rank)
    combined = [i for i in range(place) if int(reduced[i, place])] if place < matrix.ncols() else []
    return place, combined


def _primes(matrix: fmpz_mat) -> tuple[int, ...]:
    return PRIMES[: 1 if matrix.nrows() > SMALL else 2]


def solved(matrix: fmpz_mat, rhs: fmpz_mat) -> fmpq_mat:
    """matrix^{-1} rhs. Raises ZeroDivisionError where the matrix is singular."""
    algorithm = "fflu" if matrix.nrows() <= SMALL else "dixon"
    rational: Any = fmpq_mat(matrix)  # its stub lacks the choice of algorithm
    return rational.solve(fmpq_mat(rhs), algorithm=algorithm)


def column(numbers: Sequence[Any]) -> fmpz_mat:
    """One integer column."""
    return fmpz_mat(len(numbers), 1, list(numbers))


def array(matrix: fmpz_mat | fmpq_mat, denominator: Any = 1) -> ExactArray:
    """A flint matrix over a common denominator as an object array of rationals."""
    out = np.empty((matrix.nrows(), matrix.ncols()), dtype=object)
    for i, row in enumerate(matrix.tolist()):
        for k, x in enumerate(row):
            out[i, k] = fmpq(x, denominator) if denominator != 1 else fmpq(x)
    return out.view(ExactArray)


def orthonormal(matrix: fmpz_mat) -> np.ndarray:
    """`[r, n]` doubles: orthonormal rows with the span of r independent rows, however near to dependent."""
    gram, whole = matrix * matrix.transpose(), fmpq_mat(matrix)
    count, width = matrix.nrows(), matrix.ncols()
    found = np.empty((count, width))
    for k in range(count):
        row = fmpq_mat(1, width, [whole[k, i] for i in range(width)])
        if k:
            lead = fmpz_mat(k, k, [gram[a, b] for a in range(k) for b in range(k)])
            weights = solved(lead, column([gram[a, k] for a in range(k)]))
            row -= weights.transpose() * fmpq_mat(
                k, width, [whole[a, i] for a in range(k) for i in range(width)]
            )
        numbers, _ = row.numer_denom()
        entries = [int(x) for x in numbers.entries()]
        shift = max(0, max(map(abs, entries)).bit_length() - 1000)
        found[k] = [float(x >> shift) for x in entries]
        found[k] /= np.abs(found[k]).max()
        found[k] /= np.linalg.norm(found[k])
    return found
