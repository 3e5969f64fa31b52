"""Where instances inside a claim's assumptions are moved to: tables of other sizes, and tensors at the book's
points or near them, such as W^mm.

An edit that loses a factor often fails only where that is small or large, one that loses a matrix or a case
only at a multiple of W^mm, and samplers draw no such instance. What is moved may be outside the assumptions,
and is sifted like any other draw.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from fractions import Fraction
from itertools import combinations, permutations, product
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import torch

from ntpcheck.engine.proofreading.sought.drawing import of_one_shape
from ntpcheck.engine.proofreading.sought.plain import admitted
from ntpcheck.errors import InvalidInstance
from ntpcheck.exact import exact_array
from ntpcheck.formulas.edges import replaced
from ntpcheck.statement.allowance import allow
from ntpcheck.statement.editing.telling import ALLOWANCE, UNSAID
from ntpcheck.statement.hints.proposals import entry, nested
from ntpcheck.statement.hints.search import hints
from ntpcheck.verifier import judge as judging
from ntpcheck.verifier.arithmetic import exact
from ntpcheck.verifier.shared import premises

if TYPE_CHECKING:
    from ntpcheck.claim import Claim
    from ntpcheck.instances.base import Instance
    from ntpcheck.verifier.instance.tensors import Core
    from ntpcheck.verifier.instance.world import World
    from ntpcheck.verifier.language.book import Book, Field
    from ntpcheck.verifier.shared.premises import Cell

BASES = 100  # instances whose tables are levelled
POWERS = 6  # a table is made larger or smaller by up to 2^6
FINE = 1024  # entries of points that are not rational are taken for multiples of 1 / FINE
# Of a point and of the tensor that stands there: how much of either, to be at the point, beyond it, opposite
# to it, and beside it, where first order decides, and nearer, where second order does; and within a twentieth
# of it, where what is met with a constant a little off is missed with the right one.
SHARES = (
    *((1, 0), (2, 0), (-1, 0), (1, Fraction(1, 4)), (1, Fraction(1, 64))),
    *((Fraction(39, 40), 0), (Fraction(41, 40), 0)),
)
MULTIPLES = (1.0, -1.0, 2.0, -2.0, 4.0, -4.0)  # of one table that another one is, each in the place of either
LONG = 32  # how much longer one part of a tensor is made than the rest
SCALE = 8  # by which a table of a plain instance is made larger, or smaller
BESIDE = (Fraction(1, 32), Fraction(1, 512))  # how far a scalar is put from what it is compared with


def resized(batch: Any, tables: Sequence[str], source: torch.Generator) -> Iterator[Any]:
    """The batch with each table of real numbers scaled by powers of two, one row by more than another."""
    for name in tables:
        table = getattr(batch, name)
        powers = torch.randint(-POWERS, POWERS + 1, (len(table),), generator=source).double()
        scales = torch.exp2(powers).to(table.device).reshape(-1, *(1,) * (table.ndim - 1))
        yield replaced(batch, name, table * scales)


def resized_together(batch: Any, tables: Sequence[str], source: torch.Generator) -> Iterator[Any]:
    """The batch with each two tables scaled by a power of two and its inverse, as C E^T = I asks for."""
    for one, other in combinations(tables, 2):
        powers = torch.randint(-POWERS, POWERS + 1, (batch.batch[0],), generator=source).double()
        found = batch
        for name, scales in ((one, torch.exp2(powers)), (other, torch.exp2(-powers))):
            table = getattr(batch, name)
            shape = (-1, *(1,) * (table.ndim - 1))
            found = replaced(found, name, table * scales.to(table.device).reshape(shape))
        yield found


def related(batch: Any, tables: Sequence[str]) -> Iterator[Any]:
    """The batch with each table of real numbers a multiple of another of the same shape, one row by more than
    another: half of it turned round, say, where a line compares what it is at W and at W + W2.
    """
    for name, other in permutations(tables, 2):
        if batch.AXES[name] == batch.AXES[other]:
            table = getattr(batch, other)
            scales = torch.tensor(MULTIPLES, dtype=torch.float64).to(table.device)
            scales = scales[torch.arange(len(table)) % len(MULTIPLES)]
            yield replaced(batch, name, table * scales.reshape(-1, *(1,) * (table.ndim - 1)))


class Tensor(NamedTuple):
    """A tensor of real numbers of an exact instance, with its entries and the book's points of its axes."""

    world: World
    name: str
    field: Field
    own: dict[Cell, Fraction]
    points: list[dict[Cell, Fraction]]


def tensors(claim: Claim, instance: Instance) -> list[Tensor]:
    """The tensors of real numbers that an exact instance has."""
    assert claim.book is not None
    assert claim.stated is not None
    allow(ALLOWANCE)
    try:
        world = judging.load(claim.book, claim.stated, instance.to_json(), {}, hints)
    except UNSAID:
        return []
    found, known = list[Tensor](), {}
    for name, field in world.book.givens[world.given].items():
        if not field.axes or field.kind != "num" or field.natural:
            continue
        own = {cell: Fraction(world.read(name, cell)) for cell in world.cells(field.axes)}
        if field.axes not in known:
            known[field.axes] = list(points(world, field.axes))
        found.append(Tensor(world, name, field, own, known[field.axes]))
    return found


def at_points(instance: Instance, told: Iterable[Tensor]) -> Iterator[Instance]:
    """An exact instance with each of its tensors at the book's points of the same axes, or near them."""
    for world, _, field, own, near in told:
        for point, (share, rest) in product(near, SHARES):
            values = {cell: share * x + rest * own[cell] for cell, x in point.items()}
            with suppress(InvalidInstance):  # a table that the type does not allow
                yield instance.replace(**{field.source: exact_array(nested(world, field.axes, values))})


def grown_apart(instance: Instance, told: Iterable[Tensor]) -> Iterator[Instance]:
    """An exact instance with a tensor made of a projection of it, which is long, and one of the book's points
    along one row of a table, such as W^mm at one context alone.
    """
    for world, name, field, own, found in told:
        near = list(projected(world, name, field.axes))
        parts = [part for point in (found if near else ()) for part in _along_rows(world, name, point)]
        for x, part in product(near, parts):
            for share, rest in ((LONG, 0), (0, LONG)):
                values = {cell: share * x[cell] + rest * (own[cell] - x[cell]) + part[cell] for cell in own}
                with suppress(InvalidInstance):
                    yield instance.replace(**{field.source: exact_array(nested(world, field.axes, values))})


def _along_rows(world: World, name: str, point: dict[Cell, Fraction]) -> Iterator[dict[Cell, Fraction]]:
    """What a tensor with two axes has along each row of another table with the same last axis."""
    fields = world.book.givens[world.given]
    for key, field in fields.items():
        fits = len(field.axes) == len(fields[name].axes) == 2 and field.axes[1] == fields[name].axes[1]
        if key == name or not fits or field.kind != "num" or field.natural or field.axes == fields[name].axes:
            continue
        size = range(world.sizes[field.axes[1]])
        for j in range(world.sizes[field.axes[0]]):
            row = [Fraction(world.read(key, (j, i))) for i in size]
            square = sum(x * x for x in row)
            if square:
                long = {cell[0]: sum(point[cell[0], i] * row[i] for i in size) / square for cell in point}
                yield {(v, i): long[v] * row[i] for v, i in point}


def projected(world: World, name: str, axes: tuple[str, ...]) -> Iterator[dict[Cell, Fraction]]:
    """Where the book's projections take a tensor, unless that is the tensor or 0."""
    letters, own = whole(name, axes)
    places = tuple(("v", letter) for letter in letters)
    for key in projections(world.book, world.given, axes):
        allow(ALLOWANCE)
        world.reset(premises.BITS)
        try:
            found = {
                cell: _rational(
                    world.number(("let", key, (own,), places), dict(zip(letters, cell, strict=True)))
                )
                for cell in world.cells(axes)
            }
        except UNSAID:
            continue
        if any(found.values()) and any(x != world.read(name, cell) for cell, x in found.items()):
            yield found


def projections(book: Book, given: str, axes: tuple[str, ...]) -> Iterator[str]:
    """The book's projections of tensors with these axes: points closest to their one argument."""
    types = set(book.chain(given))
    for key, let in book.lets.items():
        if let.kind != "point" or list(let.parameters.values()) != [axes] or let.given not in types:
            continue
        if let.core[0] == "closest" and let.core[3] is not None and premises.axes_of(let) == axes:
            yield key


def whole(name: str, axes: tuple[str, ...]) -> tuple[list[str], Core]:
    """A field as a tensor argument, with letters for its entries."""
    letters = [f"_at{i}" for i in range(len(axes))]
    entry = ("field", name, tuple(("v", letter) for letter in letters))
    return letters, ("lam", tuple(zip(letters, axes, strict=True)), entry)


def at_sizes(claim: Claim, instance: Instance) -> Iterator[Instance]:
    """An exact instance with each of its tables of real numbers made larger, and smaller: where an edit loses
    the length of a point that shrinks as a table grows, such as |W^mm|, it may fail at short ones alone.
    """
    assert claim.book is not None
    assert claim.stated is not None
    for field in claim.book.givens[claim.stated.given].values():
        if field.axes and field.kind == "num" and not field.natural:
            table = getattr(instance, field.source)
            for other in (table * SCALE, table / SCALE):
                with suppress(InvalidInstance):
                    yield instance.replace(**{field.source: other})


def at_ends(claim: Claim, instance: Instance) -> Iterator[Instance]:
    """An exact instance with each of its scalars beside the numbers that it is compared with."""
    assert claim.book is not None
    assert claim.stated is not None
    book, stated = claim.book, claim.stated
    book.given, book.local = stated.given, stated.locals
    said = [book.lets[key].core for key in book.assumed(stated).values()]
    for name, field in book.fields().items():
        if field.axes or field.kind != "num" or field.natural:
            continue
        for level in dict.fromkeys(_levels((*said, stated.asked, stated.core), name)):
            for value in (level + side for apart in BESIDE for side in (apart, -apart)):
                with suppress(InvalidInstance):
                    yield instance.replace(**{field.source: exact_array(str(value))})


def _levels(e: Any, name: str) -> Iterator[Fraction]:
    """The numbers that a core compares a scalar with."""
    if not isinstance(e, tuple) or not e:
        return
    if e[0] == "cmp":
        sides = e[2:4]
        for one, other in (sides, sides[::-1]):
            if one == ("field", name, ()) and (level := _constant(other)) is not None:
                yield level
    for part in e:
        yield from _levels(part, name)


def _constant(e: Any) -> Fraction | None:
    """The number that a core is: written as such, or as a quotient of such."""
    if e[0] == "/":
        one, other = _constant(e[1]), _constant(e[2])
        return one / other if one is not None and other else None
    return e[1] if e[0] == "q" else None


def levelled(claim: Claim, given: Sequence[Instance], tables: Sequence[str]) -> Iterator[Instance]:
    """Exact instances inside the assumptions, some of their tables with 1 everywhere, or with units alone:
    there no two tokens, or scores, differ, and a run may stay where it starts.
    """
    made: list[Instance] = []
    for one in given[:: max(1, len(given) // BASES)]:
        for chosen in list(product((None, _ones, _units), repeat=len(tables)))[1:]:
            changes = {
                name: make(getattr(one, name)) for name, make in zip(tables, chosen, strict=True) if make
            }
            with suppress(InvalidInstance):
                made.append(one.replace(**changes))
    for some in of_one_shape(made):
        yield from admitted(claim, some)


def _ones(table: Any) -> Any:
    return exact_array(np.ones(table.shape, dtype=int).tolist())


def _units(table: Any) -> Any:
    """1 where all indices are the same, and 0 elsewhere."""
    return exact_array((np.ptp(np.indices(table.shape), axis=0) == 0).astype(int).tolist())


def points(world: World, axes: tuple[str, ...]) -> Iterator[dict[Cell, Fraction]]:
    """The book's points of these axes that exist at an instance and are not 0, the rational ones exactly."""
    types = set(world.book.chain(world.given))
    for name, let in world.book.lets.items():
        if let.kind != "point" or let.parameters or let.given not in types or premises.axes_of(let) != axes:
            continue
        allow(ALLOWANCE)
        world.reset(premises.BITS)
        try:
            found = {cell: _rational(entry(world, name, cell)) for cell in world.cells(axes)}
        except UNSAID:
            continue
        if any(found.values()):
            yield found


def _rational(x: Any) -> Fraction:
    if isinstance(x, Fraction):
        return x
    low, high = exact.enclose(x)
    return Fraction(round((low + high) / 2 * FINE), FINE)
