"""Exact solutions on one face: the least-norm decoder that meets a given set of margins with equality.

For a set P of out-of-support cells, `face(P)` is the W in span{x_n : n in P} with <W, x_n> = 1 on P, as a
`Point`. Both routes give the same W. The slack form needs one inverse of the m x m Gram matrix and a system
in the cells *outside* P, the Gram form a system in the cells of P and a basis of F: at paper size 60
unknowns against 390.
"""

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple, Protocol

from flint import fmpq, fmpz, fmpz_mat

from ntpcheck.reference.solvers.rational import Cell, Rows, column, solved


class Point(NamedTuple):
    """W = -Z^T H / denominator for the integer embeddings H of `Rows`; Z `[m, V]`, denominator > 0.

    For other programs Z is what their `combined` returns.
    """

    Z: fmpz_mat
    denominator: fmpz


class Program(Protocol):
    """Integer rows of equalities, `basis` independent ones among them, and of inequalities `out`, by cell."""

    @property
    def out(self) -> Sequence[Any]: ...
    @property
    def basis(self) -> Sequence[Any]: ...
    def asked(self, cell: Any) -> int: ...  # the margin that the cell's integer row asks for
    def matrix(self, cells: Sequence[Any]) -> fmpz_mat: ...
    def inner(self, cells: Sequence[Any]) -> fmpz_mat: ...
    def combined(self, cells: Sequence[Any], coefficients: Iterable[Any]) -> fmpz_mat: ...  # a Point's Z
    def multiplier(self, point: Point, cell: Any) -> fmpq: ...
    def shortfalls(self, point: Point) -> list[Any]: ...  # (asked - margin) x denominator, of each of `out`


class Dependent(ArithmeticError):
    """The rows of P are dependent modulo F, so P is no face."""


class GramFaces:
    """Faces of any dataset, from the Gram matrix of the rows."""

    def __init__(self, rows: Program) -> None:
        self.rows = rows

    def face(self, active: Sequence[Any]) -> Point:
        """Raises Dependent where P's rows are dependent modulo F."""
        rows = self.rows
        cells = [*rows.basis, *active]
        if not cells:
            return Point(rows.combined([], []), fmpz(1))
        target = [0] * len(rows.basis) + [rows.asked(cell) for cell in active]
        try:
            coefficients, denominator = solved(rows.inner(cells), column(target)).numer_denom()
        except ZeroDivisionError:
            raise Dependent from None
        return Point(rows.combined(cells, coefficients.entries()), denominator)


class SlackFaces:
    """Faces of independent contexts, in the slack form (slack_form.py), scaled to integers.

    With integer H, G^{-1} = N / delta. Row j of U asks scale_j out of support, and Pi = (V I - 11^T) / V, so
    V delta Z = N (V U - U 11^T); the slacks t of the cells off P make Z zero there.
    """

    def __init__(self, rows: Rows) -> None:
        self.rows = rows
        inverse: Any = rows.gram.inv()
        self.inverse, self.delta = inverse.numer_denom()
        self.entries = self.inverse.tolist()
        asked = [
            [0 if inside else scale for inside in line]
            for line, scale in zip(rows.support, rows.scales, strict=True)
        ]
        self.asked = fmpz_mat(rows.m, rows.V, [x for line in asked for x in line])
        self.pull = self.inverse * self._centred(self.asked)

    def _centred(self, U: fmpz_mat) -> fmpz_mat:
        V = self.rows.V
        return fmpz_mat([[V * x - sum(line) for x in line] for line in U.tolist()])

    def face(self, active: Sequence[Cell]) -> Point:
        """Contexts are independent, so every P is a face."""
        rows, kept = self.rows, set(active)
        free = [cell for cell in rows.out if cell not in kept]
        if not free:
            return self._point(self.pull, fmpz(1))
        V, entries = rows.V, self.entries
        block = [entries[j][k] * (V * (v == w) - 1) for j, v in free for k, w in free]
        rhs = column([-self.pull[j, v] for j, v in free])
        slacks, denominator = solved(fmpz_mat(len(free), len(free), block), rhs).numer_denom()
        U = self.asked * denominator
        for (j, v), t in zip(free, slacks.entries(), strict=True):
            U[j, v] += t
        return self._point(self.inverse * self._centred(U), denominator)

    def _point(self, Z: fmpz_mat, denominator: fmpz) -> Point:
        total = denominator * self.delta * self.rows.V
        return Point(Z, total) if total > 0 else Point(-Z, -total)
