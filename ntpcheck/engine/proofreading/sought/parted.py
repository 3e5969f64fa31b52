"""Batches whose tables have a shape that no sampler draws: the same all along an axis, or one part far longer
than the other, on and off a projection.

An edit that loses an index often says the same at most tables and fails where entries agree; one that loses
the length of a projection fails where that is long.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import torch
from torch import Tensor

from ntpcheck.engine.proofreading.sought.drawing import UNANSWERED
from ntpcheck.engine.proofreading.sought.placements import FINE, POWERS, projections, whole
from ntpcheck.formulas.batch import batch_of
from ntpcheck.formulas.edges import replaced
from ntpcheck.formulas.frames import Frame
from ntpcheck.formulas.says import Says
from ntpcheck.statement.printing.reading import names

if TYPE_CHECKING:
    from ntpcheck.claim import Claim
    from ntpcheck.formulas.batch import Batch

EVEN = 8  # of so many rows one has a table that is the same along an axis


def even(batch: Any, tables: Sequence[str], source: torch.Generator) -> Any:
    """The batch with tables of real numbers that are the same all along an axis, each in one row of EVEN."""
    for name in tables:
        table = getattr(batch, name)
        axes = [axis for axis in range(1, table.ndim) if table.shape[axis] > 1]
        if axes:
            axis = axes[int(torch.randint(0, len(axes), (1,), generator=source))]
            chosen = torch.randint(0, EVEN, (len(table),), generator=source).to(table.device) == 0
            chosen = chosen.reshape(-1, *(1,) * (table.ndim - 1))
            batch = replaced(batch, name, torch.where(chosen, table.narrow(axis, 0, 1), table))
    return batch


def parted(claim: Claim, batch: Any, source: torch.Generator) -> Iterator[Any]:
    """The batch with each tensor made longer on, and off, each projection that the claim speaks of."""
    says = claim.conclude
    assert isinstance(says, Says)
    book, spoken = says.book, names(says.book, says.core)
    for name, field in book.givens[says.given].items():
        if not field.axes or field.kind != "num" or field.natural:
            continue
        table = getattr(batch, field.source)
        for key in projections(book, says.given, field.axes):
            if key not in spoken:
                continue
            with suppress(*UNANSWERED):
                part = _projected(claim, batch, key, name)
                for long, other in ((part, table - part), (table - part, part)):
                    made = torch.round((_times(len(table), source, table) * long + other) * FINE) / FINE
                    yield replaced(batch, field.source, torch.where(made.isfinite(), made, table))


def _projected(claim: Claim, batch: Any, key: str, name: str) -> Tensor:
    """Where a projection takes a table of each instance."""
    says = claim.conclude
    assert isinstance(says, Says)
    asked, field = batch_of(says.book, says.given, batch), says.book.givens[says.given][name]
    letters, own = whole(name, field.axes)
    core = ("let", key, (own,), tuple(("v", letter) for letter in letters))

    def middles(some: Batch) -> Tensor:
        frame, _ = some.bind(Frame(), tuple(zip(letters, field.axes, strict=True)))
        found = some.number(core, frame)
        return (found.low / 2 + found.high / 2).expand_as(getattr(some.instance, field.source))

    return asked.in_parts(middles)


def _times(rows: int, source: torch.Generator, like: Tensor) -> Tensor:
    """A power of two for each row."""
    powers = torch.randint(1, POWERS + 1, (rows,), generator=source).double()
    return torch.exp2(powers).to(like.device).reshape(-1, *(1,) * (like.ndim - 1))
