"""From where an edited claim holds most narrowly on towards failure: instances are moved, and the best kept.

What a constant a little off allows, or a window of step sizes, is met by few draws, while narrowly holding
leads there. Tables are made larger and smaller, entries are moved by shares of the table's size, counts are
multiplied; all in steps of several sizes, so that a bound is neared as closely as it has to be.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import numpy as np
import torch

from ntpcheck.arithmetic import as_numpy
from ntpcheck.claim import Effort
from ntpcheck.engine.proofreading.sought.drawing import UNANSWERED
from ntpcheck.engine.sweep import impose
from ntpcheck.evidence import Evidence, bounds
from ntpcheck.formulas.batch import batch_of
from ntpcheck.formulas.edges import replaced
from ntpcheck.formulas.lines import conjuncts
from ntpcheck.formulas.narrow import Ratios
from ntpcheck.formulas.says import Says
from ntpcheck.instances.base import stack

if TYPE_CHECKING:
    from ntpcheck.claim import Claim

Held = tuple[float, Any]  # how narrowly, and the row
STARTS, ROWS = 4, 32  # shapes in which a climb begins, and of each so many rows, each of which climbs alone
ROUNDS = 16
STEPS = (1.0, 0.3, 0.1, 0.03)  # sizes of the moves, one after the other
BITS = 8  # of a moved entry, so that what is found prints well
LARGEST = 10_000  # no count grows beyond it
LEAST = 1e-4  # where sides differ by a smaller share, it is most often that both are nearly something else


class Narrow:
    """The rows of each shape at which each part of a claim was seen to hold most narrowly."""

    def __init__(self, claim: Claim) -> None:
        says = claim.conclude
        assert isinstance(says, Says)
        self.claim, self.says, self.parts = claim, says, list(conjuncts(says.book, says.core))
        self.rows: dict[str, list[list[Held]]] = {}

    def slack(self, batch: Any, evidence: Evidence) -> np.ndarray:
        """`[parts, B]` how narrowly each part holds; NaN where that is not told, or rounding would lead."""
        asked = Ratios(batch_of(self.says.book, self.says.given, batch))
        slack = np.stack([as_numpy(asked.narrowly(part)) for part in self.parts])
        return np.where((bounds(evidence)[0] > 0) & (slack > LEAST) & np.isfinite(slack), slack, np.nan)

    def note(self, batch: Any, evidence: Evidence, inside: np.ndarray | None = None) -> None:
        """inside: which of the rows are; all, where that is not told."""
        most, all_ = ROWS // len(self.parts) + 1, self.slack(batch, evidence)
        for i, slack in enumerate(all_ if inside is None else np.where(inside, all_, np.nan)):
            for k in np.argsort(slack, kind="stable")[:most]:
                if not np.isnan(slack[k]):
                    row = batch.row(int(k))
                    held = self.rows.setdefault(_shape(row), [[] for _ in self.parts])
                    held[i].append((float(slack[k]), row))
            for held in self.rows.values():
                held[i] = sorted(held[i], key=lambda one: one[0])[:most]

    def starts(self) -> list[list[tuple[int, float, Any]]]:
        """Of each shape, part by part the narrowest rows."""
        found = [[(i, *one) for i, some in enumerate(held) for one in some] for held in self.rows.values()]
        return sorted(found, key=len)[-STARTS:]


def climbed(
    narrow: Narrow, source: torch.Generator, sifted: Callable[[Any], np.ndarray]
) -> Iterator[tuple[Any, Evidence]]:
    """Batches inside what a claim assumes, and what is said of them, on the way from the narrowest rows.

    sifted: which rows of a batch satisfy what the claim assumes.
    """
    for start in narrow.starts():
        parts, slack = (np.array([one[i] for one in start]) for i in (0, 1))
        rows, shape = [row for *_, row in start], _shape(start[0][-1])
        for round_ in range(ROUNDS):
            children = moved(stack(rows), source, STEPS[round_ % len(STEPS)])
            with suppress(*UNANSWERED):
                if round_ % 2:
                    children = impose(narrow.claim.assumes, children)
                kept = np.flatnonzero(sifted(children))
                if not len(kept):
                    continue
                inside = children.select(kept)
                evidence = narrow.claim.conclude(inside, Effort())
                yield inside, evidence
                new = narrow.slack(inside, evidence)[parts[kept], np.arange(len(kept))]
                if _shape(inside.row(0)) != shape:  # to be pulled inside, they had to grow
                    continue
                for k in np.flatnonzero(new < slack[kept]):
                    slack[kept[k]], rows[kept[k]] = new[k], inside.row(int(k))


def moved(batch: Any, source: torch.Generator, step: float) -> Any:
    """The batch with some tables of each row moved; moves that break a rule are taken back."""
    for name in batch.AXES:
        table = getattr(batch, name)
        other = _counts(table, source) if name in batch.INTEGERS else _reals(table, source, step)
        chosen = torch.rand(len(table), generator=source) < 1 / 2
        chosen = chosen.reshape(-1, *[1] * (table.ndim - 1))
        batch = replaced(batch, name, torch.where(chosen, other, table))
    return batch


def _reals(table: torch.Tensor, source: torch.Generator, step: float) -> torch.Tensor:
    """A table that is scaled, or of which some entries are moved by shares of its size, in each row."""
    shape = (len(table), *[1] * (table.ndim - 1))
    scaled = table * torch.exp2(step * torch.randn(shape, generator=source, dtype=torch.float64))
    size = table.abs().flatten(1).amax(1).reshape(shape) if table.ndim > 1 else table.abs()
    noise = step * size * torch.randn(table.shape, generator=source, dtype=torch.float64)
    some = torch.rand(table.shape, generator=source) < 1 / 2
    other = torch.where(some, table + noise, table)
    return shortened(torch.where(torch.rand(shape, generator=source) < 1 / 2, scaled, other))


def shortened(table: torch.Tensor) -> torch.Tensor:
    """The same numbers to so many bits."""
    grain = torch.exp2(torch.floor(torch.log2(torch.where(table == 0, 1.0, table.abs()))) - BITS)
    return torch.round(table / grain) * grain


def _counts(table: torch.Tensor, source: torch.Generator) -> torch.Tensor:
    """Counts of which some are one more or less, or ten times as large or small."""
    kind = torch.randint(0, 12, table.shape, generator=source)
    found = torch.where(kind == 0, table + 1, torch.where(kind == 1, table - 1, table))
    found = torch.where(kind == 2, table * 10, torch.where(kind == 3, table // 10, found))
    return found.clamp(min=0, max=LARGEST)


def _shape(row: Any) -> str:
    return str([tuple(table.shape) for table in row.arrays().values()])
