"""Instances for the tests of claims: batches that lie inside a claim's assumptions."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import torch

from ntpcheck.claim import Claim, Effort
from ntpcheck.engine.judgement import around_zero, decide
from ntpcheck.engine.sweep import generator, impose, standing
from ntpcheck.evidence import Outcome, judge


def inside(
    claim: Claim, rows: int, *, seed: int = 0, unforced: bool = False, size: int = 50
) -> Iterator[Any]:
    """One batch after another inside a claim's assumptions, at least `rows` in all.

    unforced: those that are inside as they were drawn too, and not only those that were pulled there.
    """
    source, found = generator(seed, claim.id), 0
    while found < rows:
        wild = claim.domain.sampler(source, size)
        for batch in (wild, impose(claim.assumes, wild)) if unforced else (impose(claim.assumes, wild),):
            held, _, _ = standing(claim.assumes, batch)
            if held.any():
                found += int(held.sum())
                yield batch.select(torch.as_tensor(held))


def holds_throughout(claim: Claim, batch: Any, effort: Effort, *, every: int) -> None:
    """Asserts that the claim fails on no row in floats, and on none of each `every` rows exactly."""
    said = judge(claim.conclude(batch, effort))
    assert not (said == Outcome.FAILS).any()
    assert (said == Outcome.UNDECIDED).mean() <= 0.3
    for index in range(0, len(said), every):
        row = batch.row(index).exact()
        ruled = decide(claim, row, effort).outcome
        if ruled is Outcome.UNDECIDED:  # a tie that no zero test of the book tells
            assert around_zero(decide(claim, row, effort, alone=True)), row
        else:
            assert ruled in (Outcome.HOLDS, Outcome.OUTSIDE), row
