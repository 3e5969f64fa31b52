"""Looks at the instances of one small shape: all of them where that is possible, and some drawn ones."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch

from ntpcheck.claim import Claim, Effort
from ntpcheck.engine import lattice
from ntpcheck.engine.judgement import decide
from ntpcheck.engine.raised import place
from ntpcheck.engine.sweep import count, impose, sifted
from ntpcheck.engine.tally import Tally
from ntpcheck.errors import RAISED
from ntpcheck.evidence import Outcome
from ntpcheck.instances.base import stack

DRAWN, FEW = 1 << 13, 1 << 9  # instances drawn of a shape; where nothing on its small grid may be inside
CONCLUDED = 4096  # rows of one shape that floats conclude
# Of a costly domain, in one shape: rows on a grid that is looked at whole, and drawn from a larger one; those
# that are decided exactly, which is cheap; those of the rest that get a training run.
WHOLE, PART, DECIDED, RUNS = 3000, 1500, 384, 16
SOME = (lattice.GRIDS[0], lattice.WIDE)


@dataclass
class Shape:
    """What was found among the instances of one shape; `whole`: all were looked at and judged."""

    sizes: dict[str, int]
    tally: Tally
    whole: bool = False
    rows: int = 0

    @property
    def name(self) -> str:
        return " ".join(f"{axis}={size}" for axis, size in self.sizes.items())


def look(
    claim: Claim,
    kind: type,
    sizes: Mapping[str, int],
    effort: Effort,
    source: torch.Generator,
    over: Callable[[Tally], bool],
) -> Shape:
    """The instances of one shape on the small grid, then those drawn from `source`, until it is `over`."""
    shape = Shape(dict(sizes), Tally(claim, effort))
    try:
        if claim.domain.costly:
            batches = lattice.enumerated(kind, sizes, WHOLE)
            shape.whole = batches is not None
            some, wide = (_imposed(claim, lattice.drawn(kind, sizes, source, PART, grid)) for grid in SOME)
            _runs(shape, batches or some, source, over)
            whole, shape.whole = shape.whole, False
            if not over(shape.tally):
                _runs(shape, wide, source, over)
            shape.whole = whole
            return shape
        shape.whole = _all_judged(shape, lattice.enumerated(kind, sizes), over)
        number = DRAWN if shape.rows or not shape.whole else FEW
        shape.rows = 0
        _all_judged(shape, _imposed(claim, lattice.drawn(kind, sizes, source, number)), over)
    except RAISED as problem:
        shape.tally.broken = shape.tally.broken or place(problem)
        shape.whole = False
    return shape


def _imposed(claim: Claim, batches: Iterator[Any]) -> Iterator[Any]:
    """Each batch as it is, and pulled inside where that leaves its shape alone."""
    for batch in batches:
        yield batch
        forced = impose(claim.assumes, batch)
        if all(forced.size(axis) == batch.size(axis) for axis in lattice.axes(type(batch))):
            yield forced


def _all_judged(shape: Shape, batches: Iterator[Any] | None, over: Callable[[Tally], bool]) -> bool:
    """Counts batches; whether each row that may be inside was judged, with no doubt left."""
    for batch in batches or ():
        if over(shape.tally) or not _judged(shape, batch):
            return False
    return batches is not None


def _judged(shape: Shape, batch: Any) -> bool:
    tally = shape.tally
    inside, boundary, _ = sifted(tally.claim.assumes, batch)
    rows = np.flatnonzero(inside | boundary)
    taken = rows[: max(CONCLUDED - shape.rows, 0)]
    shape.rows += len(rows)
    before = tally.outcomes[Outcome.UNDECIDED]
    if len(taken):
        count(tally, batch.select(taken), inside[taken], boundary[taken])
    settled = tally.outcomes[Outcome.UNDECIDED] == before and tally.broken is None
    return settled and len(taken) == len(rows)


def _runs(
    shape: Shape, batches: Iterator[Any], source: torch.Generator, over: Callable[[Tally], bool]
) -> None:
    """Rows of a costly domain in random order: decided exactly, and those that stay open by training runs."""
    tally, found = shape.tally, list[tuple[Any, int, bool]]()
    for batch in batches:
        inside, boundary, _ = sifted(tally.claim.assumes, batch)
        found += [(batch, int(i), bool(inside[i])) for i in np.flatnonzero(inside | boundary)]
        if over(tally):
            shape.whole = False
            break
    order, left = torch.randperm(len(found), generator=source).tolist(), list[tuple[Any, bool]]()
    for batch, i, counted in (found[k] for k in order[:DECIDED]):
        judged = decide(tally.claim, batch.row(i).exact(), tally.effort)
        if judged.outcome is Outcome.UNDECIDED:
            left.append((batch.row(i), counted))
        else:
            tally.judged(judged, Outcome.UNDECIDED, counted=counted)
        if over(tally):
            break
    shape.whole &= len(found) <= DECIDED and len(left) <= RUNS
    if left and not over(tally):
        inside = np.array([counted for _, counted in left[:RUNS]])
        count(tally, stack([row for row, _ in left[:RUNS]]), inside, ~inside)
        shape.whole &= not tally.outcomes[Outcome.UNDECIDED] and tally.broken is None
