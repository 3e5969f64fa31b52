"""Whether a claim's checker keeps the rules every checker must keep, whatever the claim says."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

import numpy as np
import torch

from ntpcheck.arithmetic import midpoint
from ntpcheck.claim import Assumption, Claim, Domain, Effort
from ntpcheck.engine.hard import hardened
from ntpcheck.engine.judgement import decide
from ntpcheck.engine.sweep import generator, impose, standing
from ntpcheck.evidence import Evidence, Outcome, Rigor, bounds, judge, outcome_of
from ntpcheck.statement.agreement import agreement

BATCHES, ROWS = 4, 4
COMPARED = 6  # instances on which book and checker are compared; the books' own tests compare more
COSTLY = 2  # rows of a costly domain that are enough, of the first batch that has some inside
PATIENCE = 8  # times as many batches of a costly domain, whose first inside instances are all it is tried on


@dataclass(frozen=True)
class Sample:
    """A wild batch and the same batch imposed. Claims with the same assumptions share what they compute."""

    wild: Any
    forced: Any
    admitted: int
    hard: Any = None  # one ill-conditioned instance, imposed; none in a costly domain

    @cached_property
    def alone(self) -> Any:
        """The first imposed row by itself, which knows nothing of the batch."""
        return self.forced.row(0).replace()

    @cached_property
    def moved(self) -> dict[str, Any]:
        """The imposed batch with the order along one axis reversed, per axis that is only a labelling."""
        batch = self.forced
        named = {axis for text in batch.AXES.values() for axis in text.split()}
        axes = [axis for axis in ("m", "V", "d", "n") if axis in named]
        return {
            axis: batch.permute(axis, list(reversed(range(batch.size(axis)))))
            for axis in axes
            if not (axis == "V" and "labels" in batch.AXES)
        }


@lru_cache(maxsize=64)
def samples(domain: Domain, assumes: tuple[Assumption, ...], seed: int) -> tuple[Sample, ...]:
    """What claims over a domain with these assumptions are tried on."""
    source, rough = generator(seed, "conformance", domain.name), generator(seed, "hard", domain.name)
    found: list[Sample] = []
    for _ in range(BATCHES * (PATIENCE if domain.costly else 1)):
        wild = domain.sampler(source, ROWS)
        forced = impose(assumes, wild)
        inside, _, _ = standing(assumes, forced)
        if not domain.costly:
            found.append(Sample(wild, forced, int(inside.sum()), _hard(assumes, wild, rough)))
        elif inside.any():  # a training run inside is enough
            return (Sample(wild, forced.select(inside & (inside.cumsum() <= COSTLY)), int(inside.sum())),)
    return tuple(found)


def _hard(assumes: tuple[Assumption, ...], wild: Any, source: torch.Generator) -> Any:
    """One ill-conditioned instance of a batch, imposed before it is made so, or after."""
    one = wild.select(torch.arange(wild.batch[0]) == 0)
    first = torch.rand((), generator=source) < 1 / 2
    made = hardened(impose(assumes, one), source) if first else impose(assumes, hardened(one, source))
    return made.row(0).replace() if made.batch[0] else None


def breaches(claim: Claim, effort: Effort, seed: int = 0) -> list[str]:
    """What a claim's checker does wrong, one line each; empty when it conforms.

    Total: it answers on every instance of the domain, one entry each. Batched: a row of a batch says
    what the instance alone says. Exact: rationals and balls agree with floats, on ill-conditioned instances
    too. Invariant: relabelling contexts and tokens changes nothing. Admitted: some instance satisfies the
    assumptions. Stated: where book and checker are both sure, they say the same.
    """
    shown = samples(claim.domain, claim.assumes, seed)
    found: list[str] = []
    for sample in shown:
        if not claim.domain.costly:
            found += _total(claim, sample.wild, effort)
        if sample.forced.batch[0]:
            whole, alone = claim.conclude(sample.forced, effort), claim.conclude(sample.alone, effort)
            found += [*_batched(claim, sample, whole, alone), *_invariant(claim, sample, whole, effort)]
            found += _exact(claim, sample.alone, alone, effort)
            if sample.hard is not None:
                found += _exact(claim, sample.hard, claim.conclude(sample.hard, effort), effort)
    if not any(sample.admitted for sample in shown):
        found.append(f"{claim.id}: no imposed instance satisfies the assumptions")
    return list(dict.fromkeys([*found, *_stated(claim, effort, seed)]))


def _stated(claim: Claim, effort: Effort, seed: int) -> Iterator[str]:
    """Clashes of book and checker, two encodings of one statement."""
    if claim.book is None or claim.stated is None or claim.domain.costly:
        return
    found = agreement(claim.book, claim, COMPARED, seed=(seed, "conformance"), effort=effort)
    for what, instance in found.clashes:
        yield f"{claim.id}: {what} on {instance}"


def _total(claim: Claim, wild: Any, effort: Effort) -> Iterator[str]:
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


def _batched(claim: Claim, sample: Sample, whole: Evidence, alone: Evidence) -> Iterator[str]:
    first = Evidence(
        whole.slack[0], _first(whole.error), _first(whole.scale), _first(whole.strict), _first(whole.defined)
    )
    if not _agree(first, alone).all():
        told = f"row 0 of a batch says {float(first.slack)}, the instance alone {float(alone.slack)}"
        yield f"{claim.id}: {told}: {sample.alone!r}"


def _first(values: Any) -> Any:
    return values[0] if getattr(values, "shape", ()) else values


def _invariant(claim: Claim, sample: Sample, before: Evidence, effort: Effort) -> Iterator[str]:
    for axis, moved in sample.moved.items():
        if not _agree(before, claim.conclude(moved, effort)).all():
            yield f"{claim.id}: reversing the order of {axis} changes what is concluded on {sample.forced!r}"


def _exact(claim: Claim, alone: Any, floats: Evidence, effort: Effort) -> Iterator[str]:
    judged = decide(claim, alone.exact(), effort)
    if judged.evidence is None or floats.rigor is Rigor.TREND:
        return
    said, ruled = outcome_of(floats), judged.outcome
    slack = midpoint(np.asarray(judged.evidence.slack, dtype=object)[()])
    (low,), (high,), _ = (np.ravel(bound) for bound in bounds(floats))
    within = said is Outcome.HOLDS and low <= slack <= high  # floats cannot tell so small a failure from 0
    if sorted((said, ruled)) == [Outcome.FAILS, Outcome.HOLDS] and not within:
        yield f"{claim.id}: floats say {said}, exact numbers {ruled} (slack {slack}) on {alone!r}"
