"""Instances on which two books differ, looked for in batches of doubles that carry their bounds."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np
import torch

from ntpcheck.engine import lattice
from ntpcheck.engine.proofreading.sought.drawing import UNANSWERED
from ntpcheck.engine.sweep import generator, impose
from ntpcheck.formulas.alone import lacks
from ntpcheck.formulas.batch import Batch
from ntpcheck.formulas.says import argued
from ntpcheck.formulas.truth import Truth
from ntpcheck.instances.base import Instance

if TYPE_CHECKING:
    from ntpcheck.claim import Claim
    from ntpcheck.verifier.language.book import Book
    from ntpcheck.verifier.language.book import Claim as Statement

ROWS, SHAPES = 48, 12
SIZES = (1, 2, 2, 3)
CLOSE = 2.0**-16  # of the size: slacks nearer than that are taken to be one number
SHOWN = 4  # rows of a batch that are put to the checker


def batches(claim: Claim, kind: type, seed: object) -> Iterator[Any]:
    """Draws of the claim's sampler, large and small entries, and small shapes on a grid, where ties are many.

    Each as it is, and pulled inside the assumptions.
    """
    source = generator(seed, "batches")
    sizes = np.random.default_rng(int(torch.randint(1 << 30, (1,), generator=source)))
    wild = [claim.domain.sampler(source, ROWS) for _ in range(3)]
    for _ in range(SHAPES):
        shape = {axis: int(sizes.choice(SIZES)) for axis in lattice.axes(kind)}
        wild += lattice.drawn(kind, shape, source, ROWS)
    for batch in wild:
        yield batch
        try:
            yield impose(claim.assumes, batch)
        except UNANSWERED:  # what cannot be pulled inside
            continue


def differing(
    old: Book, new: Book, stated: Statement, given: list[Any], parts: list[str]
) -> Iterator[Instance]:
    """Exact rows of batches at which a part of a statement is seen to differ in two books.

    parts: "" for the formula, else names of assumptions.
    """
    other = new.claims[stated.id]
    for batch in given:
        apart = np.zeros(batch.batch[0], dtype=bool)
        one, two = Batch(old, stated.given, batch), Batch(new, stated.given, batch)
        for part in parts:
            cores = (("let", part, (), ()),) * 2 if part else (stated.core, other.core)
            if any(
                argued(book, core) or lacks(book, core) for book, core in zip((old, new), cores, strict=True)
            ):
                continue
            old.given, old.local = stated.given, stated.locals
            apart |= _apart(one.ask(cores[0]), two.ask(cores[1]))
        for row in np.flatnonzero(apart)[:SHOWN]:
            yield batch.row(int(row)).exact()


def _apart(a: Truth, b: Truth) -> np.ndarray:
    """`[B]`: one is sure and the other is sure of the opposite, or their slacks are not one number."""
    said = (a.sure & b.no) | (a.no & b.sure)
    finite = a.low.isfinite() & a.high.isfinite() & b.low.isfinite() & b.high.isfinite()
    size = CLOSE * torch.maximum(a.low.abs(), b.low.abs())
    return (said | (finite & ((a.low - b.high > size) | (b.low - a.high > size)))).cpu().numpy()
