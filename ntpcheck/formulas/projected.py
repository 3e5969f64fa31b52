"""Projections in batches: the point of an affine space that is nearest to a tensor, for many tensors at once.

Where a definition is the closest X to its argument M that satisfies equations, the point is affine in M:
P M + c, with P and c that depend on the instance alone. The verifier's arithmetic gives these, exactly most
often; instances that share what the equations read share them. The rest are sums and products with bounds.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

from ntpcheck.formulas import bounded
from ntpcheck.formulas.bounded import Bounds
from ntpcheck.formulas.frames import Core, Frame, Whole
from ntpcheck.statement.knowing.cores import Written, reads

if TYPE_CHECKING:
    from ntpcheck.formulas.batch import Batch
    from ntpcheck.verifier.language.book import Book


def projected(batch: Batch, e: Core, frame: Frame) -> Bounds | None:
    """A projection's entries, where the argument is enclosed and depends on no index; else nothing.

    An argument of exact numbers is projected exactly, one instance at a time, so that 0 is seen to be 0.
    """
    let = batch.book.lets[e[1]]
    if let.kind != "point" or len(e[2]) != 1 or not affine(batch.book, e[1]):
        return None
    whole = batch.whole(e[2][0], frame)
    if whole.outer or whole.numbers.low is whole.numbers.high:
        return None
    key = ("projected", e[1], id(whole))
    if key not in batch.memo:
        batch.memo[key] = _projection(batch, e[1], whole), whole
    table: Bounds = batch.memo[key][0]
    return Bounds(*(batch.gather(x, 0, e[3], frame) for x in (table.low, table.high)))


def _projection(batch: Batch, name: str, whole: Whole) -> Bounds:
    """`[B, axes..]` P M + c."""
    unit, nothing, axes = _arguments(batch.book, name)
    depth = len(axes)
    out, of = (tuple((f"_{kind}{i}", axis) for i, axis in enumerate(axes)) for kind in ("out", "of"))
    base, _ = batch.bind(Frame(), out)
    inner, dims = batch.bind(base, of)
    places = tuple(("v", letter) for letter, _ in out)
    shift = batch.alone.number(("let", name, (nothing,), places), base)
    shape = (*whole.numbers.low.shape[:1], *(1,) * depth, *whole.numbers.low.shape[1:])
    given = Bounds(*(x.reshape(shape) for x in (whole.numbers.low, whole.numbers.high)))
    moved = bounded.subtract(
        batch.alone.number(("let", name, (unit,), places), inner),
        Bounds(*(batch.spread(x, inner.depth) for x in (shift.low, shift.high))),
    )
    found = bounded.add(bounded.total(batch.wide(bounded.multiply(moved, given), dims, of), dims), shift)
    size = (whole.numbers.low.shape[0], *(batch.size(axis) for axis in axes))
    return Bounds(*(x.expand(size) for x in (found.low, found.high)))


def _arguments(book: Book, name: str) -> tuple[Core, Core, tuple[str, ...]]:
    """The tensor that is 1 at the place `_of..` and 0 elsewhere, and that of zeros: the same objects."""
    known: dict[str, Any] = book.found_out.setdefault("units", {})
    if name not in known:
        axes = tuple(axis for _, axis in book.lets[name].indices)
        letters = tuple((f"_at{i}", axis) for i, axis in enumerate(axes))
        one: Core = ("q", Fraction(1))
        zero: Core = ("q", Fraction(0))
        body = one
        for i in range(len(axes)):
            body = ("if", ("ixeq", ("v", f"_at{i}"), ("v", f"_of{i}")), body, zero)
        known[name] = ("lam", letters, body), ("lam", letters, zero), axes
    return known[name]


def affine(book: Book, name: str) -> bool:
    """Whether a point is the closest to its one argument under equations that do not name the argument."""
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
    return e[:2] == ("cmp", "=") and not _names(e, (parameter,))


def _names(e: Any, parameters: tuple[str, ...]) -> bool:
    return reads(e, parameters, ("par",))
