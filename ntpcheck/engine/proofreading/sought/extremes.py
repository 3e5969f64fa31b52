"""Counterexamples of extreme numbers: counts and entries of unlike sizes, in small shapes, by the batch.

A bound with a constant too small often fails only where one context is a thousand times as frequent as
another, or a step or a share is far below 1. A run's samplers draw few such instances. They are also pulled
inside what the claim assumes, and moved to where a condition in its formula begins to hold, to tables of
other sizes, even ones, those of which a part is far longer than the rest, and to the book's points. Some
shapes have a long axis. Where other lines of a paper fail is looked at first: it may be extreme here.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import chain, cycle
from typing import TYPE_CHECKING, Any

import numpy as np
import torch

from ntpcheck import __version__
from ntpcheck.claim import Effort
from ntpcheck.domains.rare import rare
from ntpcheck.engine import lattice
from ntpcheck.engine.lattice import Grid
from ntpcheck.engine.minimise import weight
from ntpcheck.engine.proofreading.sought.bounds import edges
from ntpcheck.engine.proofreading.sought.climbing import Narrow, climbed
from ntpcheck.engine.proofreading.sought.drawing import UNANSWERED, kind_of, of_one_shape
from ntpcheck.engine.proofreading.sought.parted import even, parted
from ntpcheck.engine.proofreading.sought.placements import (
    at_ends,
    at_points,
    grown_apart,
    related,
    resized,
    resized_together,
    tensors,
)
from ntpcheck.engine.sweep import generator, impose, sifted
from ntpcheck.evidence import FAILS, UNDECIDED, UNDEFINED, Evidence, judge
from ntpcheck.formulas.alone import lacks
from ntpcheck.formulas.edges import Edges
from ntpcheck.formulas.says import Says
from ntpcheck.instances.base import stack
from ntpcheck.statement.document import finding

if TYPE_CHECKING:
    from ntpcheck.claim import Claim
    from ntpcheck.instances.base import Instance

SIZES = (1, 2, 2, 3, 3)  # of an axis
SHAPES, ROWS = 8, 384  # shapes, and draws of each: some 3,000 instances, of which a tenth are mostly inside
LONG, LONG_ROWS = (4, 5, 6), 96  # of one axis, which all the others are short beside; draws of each shape
MANY, TIMES = 24, 3  # of an axis: where 1 of 20 more, or fewer, may be another number; shapes for each
STRUCTURES = 4  # batches of so many rows, of structures that draws entry by entry hit seldom
TRIED = 64  # choices of sizes, of which each counts once
WIDE = Grid((0, 1, -1, 2, -2, 0.5, 8, -8), (0, 1, 0.5, 0.125, 0.03125, 8, 64), 2)
NARROW = WIDE._replace(largest=1)  # where counts of many words are drawn
POWERS = 4  # counts of a row are scaled by 1, 10, 100 or 1,000
MOVED = 32  # of a batch: those inside that are moved to each bound, or made larger and smaller
PARTED = 12  # of a batch: those inside of which a projection is made longer than the rest, or shorter
PLACED = 3  # of a batch: those inside whose tensors are moved to the book's points
UNSURE = 12  # of each kind of those moved of which floats are not sure: points, bounds, far apart, related
LOOKED = 2  # failures in a batch that are put to the verifier


def at_extremes(claim: Claim, seed: int, given: Sequence[Instance] = ()) -> dict[str, Any] | None:
    """A document that the verifier accepts, at an instance of extreme numbers.

    given: exact instances inside the claim's assumptions, from which it is looked on as well.
    """
    return _accepted(claim, seed, failing(claim, seed, given)) if batched(claim) else None


def at_given(claim: Claim, seed: int, given: Sequence[Instance]) -> dict[str, Any] | None:
    """The same, at one of exact instances inside the claim's assumptions, where it fails or has no value."""
    if not batched(claim):
        return None
    return _accepted(claim, seed, _failing_given(claim, given), ("fails", "undefined"))


def batched(claim: Claim) -> bool:
    """Whether a batch says anything: of numbers that are named, and of limits, it does not."""
    return isinstance(claim.conclude, Says) and not claim.conclude.needs


def _accepted(
    claim: Claim, seed: int, instances: Iterator[Instance], ways: Sequence[str] = ("fails",)
) -> dict[str, Any] | None:
    found = {"seed": seed, "version": __version__}
    for instance, says in ((one, says) for one in instances for says in ways):
        said = finding(claim, instance, says, found=found, brief=True)
        if not said.objections:
            return said.document
    return None


def _failing_given(claim: Claim, given: Sequence[Instance]) -> Iterator[Instance]:
    """Of each shape those at which the claim fails in doubles; then some of which these are not sure."""
    unsure: list[Instance] = []
    for some in of_one_shape(given):
        with suppress(*UNANSWERED):
            said = judge(claim.conclude(stack([one.floats() for one in some]), Effort()))
            yield from (some[k] for k in np.flatnonzero(said == FAILS)[:LOOKED])
            unsure += [some[k] for k in np.flatnonzero((said == UNDECIDED) | (said == UNDEFINED))[:LOOKED]]
    yield from sorted(unsure, key=weight)[:LOOKED]


def failing(claim: Claim, seed: int, given: Sequence[Instance] = ()) -> Iterator[Instance]:
    """Exact instances inside a claim's assumptions at which doubles with their bounds see it fail."""
    source = generator(seed, "extremes", claim.id)
    bounds = edges(claim)
    narrow, left = Narrow(claim), [UNSURE] * 4
    for some in of_one_shape(given):
        with suppress(*UNANSWERED):
            batch = stack([one.floats() for one in some])
            yield from _failing(batch, narrow)
            yield from _moved(claim, batch.select(slice(MOVED)), bounds, source, narrow)
    for batch in _drawn(claim, source, f"{seed}/extremes/{claim.id}", _tables(bounds)):
        for forced in (False, True):
            with suppress(*UNANSWERED):  # what no instance of this shape has a value for
                inside = _inside(claim, impose(claim.assumes, batch) if forced else batch)
                if inside is None:
                    continue
                yield from _failing(inside, narrow)
                yield from _related(claim, inside, _tables(bounds), left, narrow)
                near = inside.select(slice(MOVED))
                yield from _moved(claim, near, bounds, source, narrow)
                yield from _placed(claim, near.select(slice(PLACED)), left, narrow)
    for inside, evidence in climbed(narrow, source, lambda batch: sifted(claim.assumes, batch)[0]):
        yield from _seen(inside, evidence)


def _drawn(claim: Claim, source: torch.Generator, seed: str, tables: Sequence[str]) -> Iterator[Any]:
    """Batches of small shapes, of shapes with a long axis, and of structures of many tokens or contexts."""
    kind = kind_of(claim)
    small, axes = shapes(kind, seed), lattice.axes(kind)
    for shape in small:
        for batch in lattice.drawn(kind, shape, source, ROWS, WIDE):
            yield even(stretched(batch, source), tables, source)
    if _alone(claim):  # of an instance of many tokens a word that is asked by itself takes long
        return
    for shape in long_shapes(kind, seed):
        for batch in lattice.drawn(kind, shape, source, LONG_ROWS, NARROW):
            yield even(stretched(batch, source), tables, source)
    for axis, shape in zip(axes * TIMES, cycle(small), strict=False):
        for batch in lattice.drawn(kind, shape, source, LONG_ROWS, WIDE):
            with suppress(*UNANSWERED):  # what may not be repeated
                yield repeated(batch, axis, source)
    if (sampler := rare(kind)) is not None:
        yield from (sampler(source, LONG_ROWS) for _ in range(STRUCTURES))


def _alone(claim: Claim) -> bool:
    """Whether a claim's formula has a word that is asked an instance at a time."""
    says = claim.conclude
    return isinstance(says, Says) and lacks(says.book, says.core)


def repeated(batch: Any, axis: str, source: torch.Generator) -> Any:
    """The batch with one index of an axis many times: where many are alike, a share of these is one more."""
    index = torch.arange(MANY).clamp(max=batch.size(axis))
    index[index == batch.size(axis)] = torch.randint(0, batch.size(axis), (1,), generator=source)
    own = {name: 1 + axes.split().index(axis) for name, axes in batch.AXES.items() if axis in axes.split()}
    return batch.replace(**{name: getattr(batch, name).index_select(at, index) for name, at in own.items()})


def shapes(kind: type, seed: str) -> list[dict[str, int]]:
    """Small shapes of a type, no two of them the same."""
    source, axes = random.Random(seed), lattice.axes(kind)
    drawn = (tuple(source.choice(SIZES) for _ in axes) for _ in range(TRIED))
    return [dict(zip(axes, sizes, strict=True)) for sizes in list(dict.fromkeys(drawn))[:SHAPES]]


def long_shapes(kind: type, seed: str) -> list[dict[str, int]]:
    """For each axis of a type a shape in which that is long: what it says of one may fail there alone."""
    source, axes = random.Random(f"{seed}/long"), lattice.axes(kind)
    return [{axis: source.choice(LONG if axis == own else SIZES) for axis in axes} for own in axes]


def _moved(
    claim: Claim, near: Any, bounds: Edges, source: torch.Generator, narrow: Narrow
) -> Iterator[Instance]:
    """The same beside bounds of conditions, with tables of other sizes, and with parts that are long."""
    for other in chain.from_iterable(bounds.moved(edge, near) for edge in bounds.found):
        yield from _failing(_inside(claim, other), narrow)
    yield from _resized(claim, near, _tables(bounds), source, narrow)
    for other in parted(claim, near.select(slice(PARTED)), source):
        yield from _failing(_inside(claim, other), narrow)


def _tables(bounds: Edges) -> list[str]:
    """The tables of real numbers of a type, by their sources."""
    return [bounds.fields[name].source for name in bounds.tables()]


def _resized(
    claim: Claim, near: Any, tables: Sequence[str], source: torch.Generator, narrow: Narrow
) -> Iterator[Instance]:
    """The same with tables made larger and smaller; two at once of those that have to fit another one."""
    bound: list[str] = []
    for name in tables:
        for other in resized(near, [name], source):
            inside = _inside(claim, other)
            yield from _failing(inside, narrow)
            if inside is None or 2 * inside.batch[0] < near.batch[0]:
                bound.append(name)
    for other in resized_together(near, bound, source):
        yield from _failing(_inside(claim, other), narrow)


def _related(
    claim: Claim, inside: Any, tables: Sequence[str], left: list[int], narrow: Narrow
) -> Iterator[Instance]:
    """The same with tables that are multiples of others: an equation may hold there, of which floats are not
    sure.
    """
    for other in related(inside, tables):
        found = _inside(claim, other)
        yield from _failing(found, narrow)
        if found is not None and left[-1] > 0:
            unsure = np.flatnonzero(judge(claim.conclude(found, Effort())) == UNDECIDED)[:LOOKED]
            left[-1] -= len(unsure)
            yield from (found.row(int(row)).exact() for row in unsure)


def _placed(claim: Claim, inside: Any, left: list[int], narrow: Narrow) -> Iterator[Instance]:
    """The same where tensors stand at the book's points: where a strict bound fails, floats are not sure.

    And where scalars stand beside the numbers that they are compared with: there a constant that is a little
    off may decide. And where a projection of a tensor is much longer than its other parts. left: of how many
    of each kind the verifier may be asked where floats are not sure.
    """
    drawn = [row.exact() for row in inside.rows()]
    told = [tensors(claim, row) for row in drawn]
    placed = [one for row, known in zip(drawn, told, strict=True) for one in at_points(row, known)]
    ends = [other for one in (*placed, *drawn) for other in at_ends(claim, one)]
    apart = [other for row, known in zip(drawn, told, strict=True) for other in grown_apart(row, known)]
    for i, found in enumerate((placed, ends, apart)):
        if not found:
            continue
        batch = stack([one.floats() for one in found])
        certain, unsure = sifted(claim.assumes, batch)[:2]
        rows = np.flatnonzero(certain | unsure)
        if len(rows):
            looked = batch.select(rows)
            evidence = claim.conclude(looked, Effort())
            said = judge(evidence)
            narrow.note(looked, evidence, certain[rows])
            yield from (found[rows[k]] for k in np.flatnonzero(said == FAILS)[:LOOKED])
            open_ones = [found[rows[k]] for k in np.flatnonzero(said == UNDECIDED)]
            asked = list({_scalars(one): one for one in open_ones[::-1]}.values())[: min(LOOKED, left[i])]
            left[i] -= len(asked)
            yield from asked


def _scalars(instance: Instance) -> str:
    """The numbers of an instance that have no indices."""
    return str([table for table in instance.arrays().values() if not table.shape])


def _inside(claim: Claim, batch: Any) -> Any:
    """The rows that satisfy what a claim assumes; None where none does."""
    kept = sifted(claim.assumes, batch)[0]
    return batch.select(kept) if kept.any() else None


def _failing(inside: Any, narrow: Narrow) -> Iterator[Instance]:
    if inside is None:
        return
    evidence = narrow.claim.conclude(inside, Effort())
    narrow.note(inside, evidence)
    yield from _seen(inside, evidence)


def _seen(inside: Any, evidence: Evidence) -> Iterator[Instance]:
    fails = np.flatnonzero(judge(evidence) == FAILS)
    yield from (inside.row(int(row)).exact() for row in fails[:LOOKED])


def stretched(batch: Any, source: torch.Generator) -> Any:
    """The same with the counts of each row scaled by a power of ten."""
    if "counts" not in batch.AXES:
        return batch
    powers = torch.randint(0, POWERS, (*batch.counts.shape[:-1], 1), generator=source)
    return batch.replace(counts=batch.counts * 10**powers)
