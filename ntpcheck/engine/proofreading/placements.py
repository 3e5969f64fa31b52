"""Where instances inside a claim's assumptions are moved to: tables of other sizes, and tensors at the book's
points or near them, such as W^mm.

An edit that loses a factor often fails only where that is small or large, one that loses a matrix or a case
only at a multiple of W^mm, and samplers draw no such instance. What is moved may be outside the assumptions,
and is sifted like any other draw.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import torch

from ntpcheck.errors import InvalidInstance
from ntpcheck.exact import exact_array
from ntpcheck.formulas.edges import replaced
from ntpcheck.statement.proposals import entry, nested
from ntpcheck.statement.search import hints
from ntpcheck.statement.telling import ALLOWANCE, UNSAID
from ntpcheck.verifier import exact, premises
from ntpcheck.verifier import judge as judging
from ntpcheck.verifier.intervals import allow

if TYPE_CHECKING:
    from ntpcheck.claim import Claim
    from ntpcheck.instances.base import Instance
    from ntpcheck.verifier.premises import Cell
    from ntpcheck.verifier.world import World

POWERS = 6  # a table is made larger or smaller by up to 2^6
FINE = 1024  # entries of points that are not rational are taken for multiples of 1 / FINE
# Of a point and of the tensor that stands there: how much of either, to be at the point, beyond it, opposite
# to it, and beside it, where first order decides, and nearer, where second order does.
SHARES = ((1, 0), (2, 0), (-1, 0), (1, Fraction(1, 4)), (1, Fraction(1, 64)))


def resized(batch: Any, tables: Sequence[str], source: torch.Generator) -> Iterator[Any]:
    """The batch with each table of real numbers scaled by powers of two, one row by more than another."""
    for name in tables:
        table = getattr(batch, name)
        powers = torch.randint(-POWERS, POWERS + 1, (len(table),), generator=source).double()
        scales = torch.exp2(powers).to(table.device).reshape(-1, *(1,) * (table.ndim - 1))
        yield replaced(batch, name, table * scales)


def at_points(claim: Claim, instance: Instance) -> Iterator[Instance]:
    """An exact instance with each of its tensors at the book's points of the same axes, or near them."""
    assert claim.book is not None
    assert claim.stated is not None
    allow(ALLOWANCE)
    try:
        world = judging.load(claim.book, claim.stated, instance.to_json(), {}, hints)
    except UNSAID:
        return
    for name, field in world.book.givens[world.given].items():
        if not field.axes or field.kind != "num" or field.natural:
            continue
        own = {cell: Fraction(world.read(name, cell)) for cell in world.cells(field.axes)}
        for point in points(world, field.axes):
            for share, rest in SHARES:
                values = {cell: share * x + rest * own[cell] for cell, x in point.items()}
                with suppress(InvalidInstance):  # a table that the type does not allow
                    yield instance.replace(**{field.source: exact_array(nested(world, field.axes, values))})


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
