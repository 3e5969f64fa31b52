"""Projections in batches: the point of an affine space that is nearest to a tensor, for many tensors at once.

Where a definition is the closest X to its argument M that satisfies equations A X + k = 0 with independent
rows, X = M - A^T w, where A A^T w = A M + k. The verifier reads the equations, once for instances that share
what these read, and w is found in rationals for the middle of M's bounds: for M itself where it is exact, so
that 0 is seen to be 0. For any other M + E the point is X + P E, with P an orthogonal projection, so no entry
is further off than the length of E, and one that no equation speaks of moves by its own entry of E.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import TYPE_CHECKING, Any

import torch
from flint import fmpq, fmpq_mat

from ntpcheck.formulas import bounded
from ntpcheck.formulas.alone import ends
from ntpcheck.formulas.bounded import Bounds
from ntpcheck.formulas.frames import Core, Frame, Whole
from ntpcheck.statement.knowing.cores import SPECTRAL, Written, reads
from ntpcheck.verifier.arithmetic.intervals import Undecided, Undefined, spend
from ntpcheck.verifier.instance.points import once
from ntpcheck.verifier.language.cores import inside

if TYPE_CHECKING:
    from ntpcheck.formulas.batch import Batch
    from ntpcheck.verifier.instance.world import World
    from ntpcheck.verifier.language.book import Book

IRRATIONAL = ("fn", "norm", "let", *SPECTRAL)  # words that may stand for no rational number


@dataclass(frozen=True)
class Plane:
    """Equations A X + k = 0: independent rows `[r, n]`, k `[r, 1]`, and the entries that they speak of."""

    rows: fmpq_mat
    constants: fmpq_mat
    named: frozenset[int]

    def nearest(self, target: list[fmpq]) -> list[fmpq]:
        """The nearest point `[n]` that satisfies them."""
        if not self.named:
            return target
        across, column = self.rows.transpose(), fmpq_mat(len(target), 1, target)
        weights = (self.rows * across).solve(self.rows * column + self.constants)
        return (column - across * weights).entries()


def projected(batch: Batch, e: Core, frame: Frame) -> Bounds | None:
    """A projection's entries, where the argument depends on no index; else nothing.

    NaN at an instance where the equations contradict each other, or ask for more than an allowance of work.
    """
    let = batch.book.lets[e[1]]
    if let.kind != "point" or len(e[2]) != 1 or not affine(batch.book, e[1]):
        return None
    whole = batch.whole(e[2][0], frame)
    if whole.outer:
        return None
    key = ("projected", e[1], id(whole))
    if key not in batch.memo:
        batch.memo[key] = _projection(batch, e[1], whole), whole
    table: Bounds = batch.memo[key][0]
    return Bounds(*(batch.gather(x, 0, e[3], frame) for x in (table.low, table.high)))


def _projection(batch: Batch, name: str, whole: Whole) -> Bounds:
    """`[B, axes..]` of the nearest points."""
    size = (batch.rows, *(batch.size(axis) for _, axis in batch.book.lets[name].indices))
    given, planes = whole.numbers, _planes(batch, name)
    low, high = (x.expand(size).flatten(1) for x in (given.low, given.high))
    middle = low if given.low is given.high else low + (high - low) / 2
    points = torch.tensor(
        [_row(plane, row) for plane, row in zip(planes, middle.tolist(), strict=True)],
        dtype=torch.float64,
        device=batch.device,
    )
    found = Bounds(points[..., 0], points[..., 1])
    if given.low is not given.high:
        exact = Bounds.exactly(middle)
        off = bounded.subtract(Bounds(low, high), exact)
        named = [[plane is None or i in plane.named for i in range(low.shape[1])] for plane in planes]
        found = bounded.add(found, _moved(off, torch.tensor(named, device=batch.device)))
    return Bounds(*(x.reshape(size) for x in (found.low, found.high)))


def _moved(off: Bounds, named: torch.Tensor) -> Bounds:
    """What P E may be, entry by entry `[B, n]`. named: of which entries equations speak."""
    length = bounded.sqrt(bounded.total(bounded.square(off), (1,))).high[:, None]
    return Bounds(torch.where(named, -length, off.low), torch.where(named, length, off.high))


def _row(plane: Plane | None, target: list[float]) -> list[tuple[float, float]]:
    """The ends of each entry of a nearest point."""
    if plane is None or not all(map(math.isfinite, target)):
        return [(math.nan, math.nan)] * len(target)
    found = plane.nearest([fmpq(*x.as_integer_ratio()) for x in target])
    return [ends(exact, exact) for exact in (Fraction(int(x.p), int(x.q)) for x in found)]


def _planes(batch: Batch, name: str) -> list[Plane | None]:
    """The equations of each instance; None where no point satisfies them, or it takes too much work."""
    axes = tuple(batch.book.lets[name].core[2])
    nothing: Core = ("lam", batch.book.lets[name].indices, ("q", Fraction(0)))
    word = ("let", name, (nothing,), ())
    return list(batch.alone.each(word, Frame(), lambda world, _: _plane(world, name, axes)))


def _plane(world: World, name: str, axes: tuple[str, ...]) -> Plane:
    """Raises Undefined, Undecided or TooMuch."""
    core = world.book.lets[name].core
    places = {cell: i for i, cell in enumerate(product(*(range(world.sizes[axis]) for axis in axes)))}
    forms = [form for _, form in once(world, core[1], core[4], {})]
    constants = [form.k for form in forms if isinstance(form.k, Fraction)]
    if len(constants) < len(forms):
        raise Undecided("an equation has a constant that is not rational")
    width = len(places) + 1
    spend(len(forms) ** 2 * width // 8)
    table = fmpq_mat(len(forms), width)
    for i, (form, k) in enumerate(zip(forms, constants, strict=True)):
        for at, x in (*((places[cell], x) for cell, x in form.a.items()), (width - 1, k)):
            table[i, at] = fmpq(x.numerator, x.denominator)
    kept = [[table[i, at] for at in range(width)] for i in _independent(table)]
    rows = fmpq_mat(len(kept), width - 1, [x for row in kept for x in row[:-1]])
    if rows.rank() < len(kept):
        raise Undefined(f"{name}: no point satisfies its equations")
    named = frozenset(at for row in kept for at, x in enumerate(row[:-1]) if x)
    return Plane(rows, fmpq_mat(len(kept), 1, [row[-1] for row in kept]), named)


def _independent(table: fmpq_mat) -> list[int]:
    """Numbers of rows that are independent, and of which all others are combinations."""
    reduced, rank = table.transpose().rref()
    return [next(at for at in range(reduced.ncols()) if reduced[i, at]) for i in range(rank)]


def affine(book: Book, name: str) -> bool:
    """Whether a point is the closest to its one argument under rational equations that do not name it."""
    known: dict[str, bool] = book.found_out.setdefault("affine", {})
    if name not in known:
        let = book.lets[name]
        known[name] = False
        if let.kind == "point" and len(let.parameters) == 1 and let.core[0] == "closest" and let.core[3]:
            (parameter, axes), ((_, letters, body), condition) = *let.parameters.items(), let.core[3:5]
            own = body == ("par", parameter, tuple(("v", letter) for letter, _ in letters))
            same = axes == let.core[2] == tuple(axis for _, axis in let.indices)
            known[name] = own and same and _equations(Written(book).out(condition), let.core[1], parameter)
    return known[name]


def _equations(e: Core, unknown: str, parameter: str) -> bool:
    """Whether a formula asks for equations alone, under conditions that name neither of the two."""
    if e[0] == "and":
        return all(_equations(part, unknown, parameter) for part in e[1:])
    if e[0] == "forall":
        return not _names(e[2], (unknown, parameter)) and _equations(e[3], unknown, parameter)
    if any(one[:1] and one[0] in IRRATIONAL for one in inside(e)):
        return False
    return e[:2] == ("cmp", "=") and not _names(e, (parameter,))


def _names(e: Any, parameters: tuple[str, ...]) -> bool:
    return reads(e, parameters, ("par",))
