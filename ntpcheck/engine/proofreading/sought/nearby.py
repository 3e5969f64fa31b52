"""Instances near those inside a claim's assumptions: one index, one entry or one table is another.

Where several conditions have to hold together, as the sizes of a figure or one context of which much is
asked, no drawn instance breaks one of them and meets the rest.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import suppress
from copy import deepcopy
from itertools import islice
from typing import TYPE_CHECKING, Any

import numpy as np

from ntpcheck.engine import lattice
from ntpcheck.engine.minimise import weight
from ntpcheck.engine.proofreading.sought.drawing import UNANSWERED
from ntpcheck.engine.proofreading.sought.plain import changed
from ntpcheck.engine.sweep import generator, impose, sifted
from ntpcheck.instances.base import Instance

if TYPE_CHECKING:
    from ntpcheck.claim import Claim

BATCHES, ROWS = 3, 8  # draws of a claim's sampler, and rows of each
BASES, NAMED = 3, 1  # instances that are changed: drawn, and those that a domain names
ENTRIES, FAR = 10, 1024  # changes of one entry; times what a number without indices is, and over what


def nearby(claim: Claim, seed: object) -> Iterator[Instance]:
    """Exact instances inside a claim's assumptions, each followed by some near it."""
    source = random.Random(f"{seed}/nearby/{claim.id}")
    inside = sorted(_inside(claim, seed), key=weight)
    named = list(islice(claim.domain.plain(), NAMED)) if claim.domain.plain else []
    for base in [*named, *inside[:: max(1, len(inside) // BASES)][:BASES]]:
        yield base
        yield from _less(base)
        yield from _more(base)
        yield from _otherwise(base, [one for one in inside if one is not base], source)


def _inside(claim: Claim, seed: object) -> Iterator[Instance]:
    source = generator(seed, "nearby", claim.id)
    for _ in range(BATCHES):
        with suppress(*UNANSWERED):  # what cannot be pulled inside
            batch = impose(claim.assumes, claim.domain.sampler(source, ROWS))
            for row in np.flatnonzero(sifted(claim.assumes, batch)[0]):
                yield batch.row(int(row)).exact()


def _less(base: Instance) -> Iterator[Instance]:
    """Without the last index of each axis in turn."""
    for axis in lattice.axes(type(base)):
        with suppress(*UNANSWERED):
            if base.size(axis) > 1:
                yield base.drop(axis, base.size(axis) - 1)


def _more(base: Instance) -> Iterator[Instance]:
    """With an index more of each axis in turn, at which real tables are 0: lengths stay what they are."""
    for axis in lattice.axes(type(base)):
        with suppress(*UNANSWERED):
            wider = base.permute(axis, [*range(base.size(axis)), base.size(axis) - 1])
            real = {name: text.split() for name, text in base.AXES.items() if name not in base.INTEGERS}
            tables = {name: getattr(wider, name).copy() for name, axes in real.items() if axis in axes}
            for name, table in tables.items():
                for place in (k for k, letter in enumerate(real[name]) if letter == axis):
                    table[(*(slice(None),) * place, -1)] = 0 * table.flat[0]
            yield wider.replace(**tables)


def _otherwise(base: Instance, others: list[Instance], source: random.Random) -> Iterator[Instance]:
    """With a table of reals of another instance, or turned round, or far off, and with other entries."""
    for name in base.AXES:
        if name in base.INTEGERS:
            continue
        table = getattr(base, name)
        like = [getattr(one, name) for one in others if getattr(one, name).shape == table.shape][:1]
        apart = (_ramp(table),) if table.ndim else (table * FAR, table / FAR)
        for new in (*like, -table, *apart):
            with suppress(*UNANSWERED):
                yield base.replace(**{name: new})
    for _ in range(ENTRIES):
        document: dict[str, Any] = deepcopy(base.to_json())
        changed(document, source)
        with suppress(*UNANSWERED):
            yield Instance.from_json(document)


def _ramp(table: Any) -> Any:
    """A table whose entries differ from each other by more and more than before."""
    steps = np.arange(table.size).reshape(table.shape)
    return table + np.vectorize(int, otypes=[object])(steps)
