"""Exact rows (e_i - e_j) e_k^T of one attention dataset, in integers, for `exact_margin`."""

from collections.abc import Iterable, Sequence
from math import lcm
from typing import Any

import numpy as np
from flint import fmpq, fmpz_mat

from ntpcheck.reference.solvers.priority import Pairs
from ntpcheck.reference.solvers.rational import independent

Cell = int  # its place among the rows


class GraphRows:
    """All rows over integer embeddings; embeddings `[K, d]` of fmpq.

    With the integer embeddings `scale` e_k every row is scale^2 times the one it stands for, and asks for
    the margin scale^2. A Point's Z is the column `[N, 1]` of the rows' coefficients.
    """

    def __init__(self, embeddings: np.ndarray, pairs: Pairs) -> None:
        self.K, self.d = embeddings.shape
        scale = lcm(*(int(x.q) for x in embeddings.ravel()))
        E = np.array([[int(x.p) * (scale // int(x.q)) for x in row] for row in embeddings], dtype=object)
        self.asks, self.pairs = scale * scale, pairs
        steps = E[pairs.high] - E[pairs.low]
        rows = [np.multiply.outer(x, E[k]).ravel() for x, k in zip(steps, pairs.query, strict=True)]
        self.rows = fmpz_mat(len(rows), self.d * self.d, [int(x) for row in rows for x in row])
        self.entries: list[list[Any]] = self.rows.tolist()
        self.gram = self.rows * self.rows.transpose()
        self.products: list[list[Any]] = self.gram.tolist()
        self.inside: list[Cell] = np.flatnonzero(pairs.tie).tolist()
        self.out: list[Cell] = np.flatnonzero(~pairs.tie).tolist()
        self._basis: list[Cell] | None = None

    @property
    def basis(self) -> list[Cell]:
        """Ties whose rows are a basis of S_cyc."""
        if self._basis is None:
            self._basis = [self.inside[i] for i in independent(self.matrix(self.inside))]
        return self._basis

    def asked(self, cell: Cell) -> int:
        """The margin that an integer row asks for."""
        return self.asks

    def matrix(self, cells: Sequence[Cell]) -> fmpz_mat:
        """`[len(cells), d^2]` their rows."""
        return fmpz_mat(len(cells), self.d * self.d, [x for cell in cells for x in self.entries[cell]])

    def inner(self, cells: Sequence[Cell]) -> fmpz_mat:
        """`[len(cells), len(cells)]` inner products of their rows."""
        return fmpz_mat(len(cells), len(cells), [self.products[a][b] for a in cells for b in cells])

    def combined(self, cells: Sequence[Cell], coefficients: Iterable[Any]) -> fmpz_mat:
        """`[N, 1]` the coefficients of all rows."""
        Z = fmpz_mat(len(self.entries), 1)
        for cell, coefficient in zip(cells, coefficients, strict=True):
            Z[cell, 0] += coefficient
        return Z

    def multiplier(self, point: Any, cell: Cell) -> fmpq:
        """The coefficient of an integer row."""
        return fmpq(point.Z[cell, 0], point.denominator)

    def shortfalls(self, point: Any) -> list[Any]:
        """asked - margin of each inequality, times the denominator."""
        margins = (self.gram * point.Z).entries() if self.entries else []
        return [point.denominator * self.asks - margins[cell] for cell in self.out]
