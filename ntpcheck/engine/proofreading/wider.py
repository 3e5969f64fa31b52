"""A second look at a claim that a first run did not refute: many small shapes, then ascent from the nearest.

A sweep draws few shapes and many rows of each. Here each shape has few rows, so that ties, repeated words and
single contexts are met beside each other. Where a hypothesis was left out, only instances that violate it say
anything, and only those are looked at.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import islice
from typing import TYPE_CHECKING, Any

import numpy as np
import torch

from ntpcheck.claim import Assumption, Claim, Effort
from ntpcheck.engine import lattice
from ntpcheck.engine.climb import climb
from ntpcheck.engine.minimise import weight
from ntpcheck.engine.proofreading.drawing import UNANSWERED, kind_of
from ntpcheck.engine.sweep import count, generator, impose, sifted
from ntpcheck.engine.tally import Tally
from ntpcheck.evidence import FAILS, HOLDS, UNDEFINED, Evidence, Rigor, bounds, judge
from ntpcheck.exact import exact_array

if TYPE_CHECKING:
    from ntpcheck.instances.base import Instance

SIZES = (1, 2, 2, 3, 3, 4)  # of an axis
SHAPES, ROWS, LOOKED = 28, 24, 6  # shapes; draws of each, and how many of those inside are looked at
LIFTS = 96  # suspects that are judged exactly
NEAREST, MOVED = 2, 12  # batches from which the ascent starts, and its rows
LIGHT, SPREAD = 4, 3  # plain instances: the lightest, and heavier ones


def violated(assumption: Assumption) -> Assumption:
    """Holds exactly where an assumption fails or has no value. Nothing imposes it."""

    def check(instance: Any) -> Evidence:
        outcome = judge(assumption.check(instance))
        out = (outcome == FAILS) | (outcome == UNDEFINED)
        sign = np.where(out, 1.0, np.where(outcome == HOLDS, -1.0, np.nan))
        if not instance.is_exact:
            slack = torch.as_tensor(sign)
            return Evidence(slack, torch.zeros_like(slack), torch.ones_like(slack))
        number = sign.item()
        slack = np.array(number, dtype=object) if np.isnan(number) else exact_array(int(number))
        return Evidence(slack, exact_array(0), exact_array(1), rigor=Rigor.EXACT)

    return Assumption(f"not {assumption.name}", check, cite=assumption.cite)


def looked(claim: Claim, effort: Effort, seed: object) -> Tally:
    """Small instances of many shapes, as drawn and pulled inside, then moved towards failure.

    Until one fails. A claim over training runs is looked at on the drawn shapes alone.
    """
    tally = Tally(claim, effort, until_first=True, most_lifts=LIFTS)
    source = generator(seed, "wider", claim.id)
    near: list[tuple[float, Any]] = []
    for batch in _inside(claim, kind_of(claim), source, seed):
        evidence = _counted(tally, *batch)
        if tally.finished:
            return tally
        if evidence is not None and np.isfinite(least := _relative(evidence)):
            near.append((least, batch[0]))
    if not claim.domain.costly:
        near.sort(key=lambda one: one[0])
        for _, start in near[:NEAREST]:
            rows = torch.arange(MOVED) % start.batch[0]
            climb(claim, start.select(rows), source, lambda b: _fed(tally, b), lambda: tally.finished)
    return tally


def _inside(
    claim: Claim, kind: type, source: torch.Generator, seed: object
) -> Iterator[tuple[Any, np.ndarray, np.ndarray]]:
    """Rows that satisfy the assumptions, some of each shape, and which of them certainly do."""
    sizes = random.Random(f"{seed}/{claim.id}")
    for _ in range(SHAPES):
        shape = {axis: sizes.choice(SIZES) for axis in lattice.axes(kind)}
        for batch in lattice.drawn(kind, shape, source, ROWS):
            for make in (lambda b: b, lambda b: impose(claim.assumes, b)):
                try:
                    found = _sifted(claim, make(batch))
                except UNANSWERED:  # what no instance of this shape can be pulled inside of
                    continue
                if found is not None:
                    yield found


def _sifted(claim: Claim, batch: Any) -> tuple[Any, np.ndarray, np.ndarray] | None:
    inside, boundary, _ = sifted(claim.assumes, batch)
    rows = np.flatnonzero(inside | boundary)[:LOOKED]
    return (batch.select(rows), inside[rows], boundary[rows]) if len(rows) else None


def _counted(tally: Tally, batch: Any, inside: np.ndarray, boundary: np.ndarray) -> Evidence | None:
    return count(tally, batch, inside, boundary)


def _fed(tally: Tally, batch: Any) -> tuple[Any, Evidence] | None:
    try:
        found = _sifted(tally.claim, batch)
    except UNANSWERED:
        return None
    if found is None or tally.finished:
        return None
    evidence = _counted(tally, *found)
    return None if evidence is None else (found[0], evidence)


def _relative(evidence: Evidence) -> float:
    """The least slack of a batch, over the larger side."""
    lower, upper, _ = bounds(evidence)
    scale = np.asarray(torch.as_tensor(evidence.scale).cpu(), dtype=float)
    with np.errstate(invalid="ignore", divide="ignore"):
        return float(np.nanmin(np.append((lower + upper) / 2 / np.where(scale > 0, scale, 1.0), np.inf)))


def plain_ones(claim: Claim, seed: object) -> list[Instance]:
    """Exact instances inside a claim's assumptions at which a lemma may say what a run is.

    Those that the domain names first, then the lightest of small ones, then some heavier ones.
    """
    told = list(claim.domain.plain()) if claim.domain.plain is not None else []
    named = [one for one in told if all(_holds(a, one) for a in claim.assumes)]
    drawn: dict[str, Instance] = {}
    source = generator(seed, "plain", claim.id)
    for batch, inside, _ in islice(_inside(claim, kind_of(claim), source, (seed, "plain")), 2 * SHAPES):
        drawn |= {repr(row): row.exact() for row in batch.select(inside).rows()}
    by_weight = sorted(drawn.values(), key=weight)
    heavier = by_weight[LIGHT :: max(1, len(by_weight) // (SPREAD + 1))][:SPREAD]
    return [*named, *by_weight[:LIGHT], *heavier]


def _holds(assumption: Assumption, instance: Instance) -> bool:
    try:
        return bool((judge(assumption.check(instance)) == HOLDS).all())
    except UNANSWERED:
        return False
