"""Whether a claim's checker keeps the rules every checker must keep, whatever the claim says."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from ntpcheck.arithmetic import midpoint
from ntpcheck.claim import Claim, Effort
from ntpcheck.engine.judgement import decide
from ntpcheck.engine.sweep import generator, impose, standing
from ntpcheck.evidence import Evidence, Outcome, Rigor, bounds, judge, outcome_of

BATCHES, ROWS = 4, 4


def breaches(claim: Claim, effort: Effort, seed: int = 0) -> list[str]:
    """What a claim's checker does wrong, one line each; empty when it conforms.

    Total: it answers on every instance of the domain, one entry each. Batched: a row of a batch says
    what the instance alone says. Exact: rationals and balls agree with floats. Invariant: relabelling
    contexts and tokens changes nothing. Admitted: some instance satisfies the assumptions.
    """
    source = generator(seed, "conformance", claim.id)
    found: list[str] = []
    admitted = 0
    for _ in range(BATCHES):
        wild = claim.domain.sampler(source, ROWS)
        forced = impose(claim.assumes, wild)
        inside, _, _ = standing(claim.assumes, forced)
        admitted += int(inside.sum())
        if claim.domain.costly:
            if not inside.any():
                continue
            forced = forced.select(inside)
        found += [*_total(claim, wild, effort), *_batched(claim, forced, effort)]
        found += [*_invariant(claim, forced, effort), *_exact(claim, forced, effort)]
    if not admitted:
        found.append(f"{claim.id}: none of {BATCHES * ROWS} imposed instances satisfies the assumptions")
    return list(dict.fromkeys(found))


def _total(claim: Claim, wild: Any, effort: Effort) -> Iterator[str]:
    if claim.domain.costly:
        return
    shape = bounds(claim.conclude(wild, effort))[0].shape
    if shape != wild.batch:
        yield f"{claim.id}: evidence of shape {list(shape)} for a batch of {list(wild.batch)}"


def _agree(a: Evidence, b: Evidence) -> np.ndarray:
    """Where two evidences of one statement can both be right.

    Slacks overlap, or outcomes are equal, or one of the two decides nothing, its slack being NaN.
    """
    (low_a, high_a, _), (low_b, high_b, _) = bounds(a), bounds(b)
    said_a, said_b = judge(a), judge(b)
    slop = 2.0**-40 * (np.abs(high_a) + np.abs(high_b))
    silent = (np.isnan(low_a) & (said_a == Outcome.UNDECIDED)) | (
        np.isnan(low_b) & (said_b == Outcome.UNDECIDED)
    )
    return (said_a == said_b) | silent | ((low_a <= high_b + slop) & (low_b <= high_a + slop))


def _batched(claim: Claim, batch: Any, effort: Effort) -> Iterator[str]:
    if not batch.batch[0]:
        return
    whole = claim.conclude(batch, effort)
    alone = claim.conclude(batch.row(0).replace(), effort)
    first = Evidence(
        whole.slack[0], _first(whole.error), _first(whole.scale), _first(whole.strict), _first(whole.defined)
    )
    if not _agree(first, alone).all():
        told = f"row 0 of a batch says {float(first.slack)}, the instance alone {float(alone.slack)}"
        yield f"{claim.id}: {told}: {batch.row(0)!r}"


def _first(values: Any) -> Any:
    return values[0] if getattr(values, "shape", ()) else values


def _invariant(claim: Claim, batch: Any, effort: Effort) -> Iterator[str]:
    if not batch.batch[0]:
        return
    before = claim.conclude(batch.replace(), effort)
    for axis in ("m", "V", "d", "n"):
        if axis in " ".join(batch.AXES.values()).split() and not (axis == "V" and "labels" in batch.AXES):
            moved = batch.permute(axis, list(reversed(range(batch.size(axis)))))
            if not _agree(before, claim.conclude(moved, effort)).all():
                yield f"{claim.id}: reversing the order of {axis} changes what is concluded on {batch!r}"


def _exact(claim: Claim, batch: Any, effort: Effort) -> Iterator[str]:
    if not batch.batch[0]:
        return
    row = batch.row(0).replace()
    floats = claim.conclude(row, effort)
    judged = decide(claim, row.exact(), effort)
    if judged.evidence is None or floats.rigor is Rigor.TREND:
        return
    said, ruled = outcome_of(floats), judged.outcome
    if sorted((said, ruled)) == [Outcome.FAILS, Outcome.HOLDS]:
        slack = midpoint(np.asarray(judged.evidence.slack, dtype=object)[()])
        yield f"{claim.id}: floats say {said}, exact numbers {ruled} (slack {slack}) on {row!r}"
