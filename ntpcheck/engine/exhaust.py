"""Finite scopes: claims looked at on every instance of one, which is what the verdict EXHAUSTED rests on.

The verdict is for a claim on what a scope can hold all of up to a size: graphs, supports, counts. Where it
speaks of real numbers a scope has few of them: then the verdict is SUPPORTED, and names the scope.
"""

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from ntpcheck.claim import Claim, Domain, Effort
from ntpcheck.engine.judgement import concluded, decide
from ntpcheck.engine.raised import place
from ntpcheck.engine.sweep import Group, groups, once, standing
from ntpcheck.engine.tally import LEAST_INSIDE, Tally
from ntpcheck.evidence import Outcome, Rigor, judge

TIMES = 32  # a scope of up to this many times the instances of a sweep is enumerated
LIFTS = 4096  # instances of one claim that are decided exactly before its scope is given up


@dataclass
class Count:
    """One claim's way through a scope. `open`: something is not settled, so that it is not exhausted."""

    tally: Tally
    admitted: int = 0
    lifts: int = 0
    open: bool = field(init=False)

    def __post_init__(self) -> None:
        tally = self.tally
        self.open = bool(tally.witnesses or tally.undefined or tally.broken or tally.outcomes[Outcome.FAILS])


def exhaust(domain: Domain, tallies: list[Tally], effort: Effort) -> None:
    """Names the scope on each tally whose claim holds on every admitted instance of it.

    A scope that is larger than `effort` allows is left alone. An admitted instance that fails or is undefined
    enters its tally as a witness; drawn instances keep their own counts.
    """
    if domain.scope is None or domain.costly:
        return
    batches = within(domain, TIMES * effort.batch)
    if batches is None:
        return
    counts = [Count(tally) for tally in tallies]
    for batch in (batch.to(effort.device) for batch in batches):
        wanted = [count for count in counts if not count.open]
        if not wanted:
            return
        for group in groups(count.tally for count in wanted):
            members = [count for count in wanted if any(count.tally is tally for tally in group.tallies)]
            _enter(group, members, batch)
    size = sum(batch.batch[0] for batch in batches)
    for count in counts:
        if not count.open and count.admitted >= LEAST_INSIDE:
            count.tally.whole = not reals(count.tally.claim)
            count.tally.scope = (
                f"all {count.admitted:,} admitted of {size:,} {domain.name}: {meaning(domain)}"
            )


def reals(claim: Claim) -> frozenset[str]:
    """The real-valued parameters of a claim: those that its statement reads, or, without a formula, those
    of the instances of its scope."""
    if claim.origin is not None and claim.origin.stated.core:
        return claim.origin.reals
    first = next(claim.domain.scope(), None) if claim.domain.scope is not None else None
    return frozenset(set(type(first).AXES) - type(first).INTEGERS if first is not None else ())


def within(domain: Domain, limit: int) -> list[Any] | None:
    """A domain's scope, in batches; None where it has more instances than the limit."""
    found, size = list[Any](), 0
    for batch in domain.scope() if domain.scope is not None else ():
        size += batch.batch[0]
        if size > limit:
            return None
        found.append(batch)
    return found


def meaning(domain: Domain) -> str:
    """What a scope holds, in the words of its docstring's first line."""
    text = (getattr(domain.scope, "__doc__", None) or "a finite scope").strip().splitlines()[0].rstrip(".")
    return text[:1].lower() + text[1:]


def _enter(group: Group, members: list[Count], batch: Any) -> None:
    """Shows one batch of a scope to the claims of a group."""
    try:
        inside, boundary, _ = standing(group.assumes, batch)
    except Exception as problem:
        group.fail(problem)
        for count in members:
            count.open = True
        return
    if not (inside | boundary).any():
        return
    admitted = inside | boundary
    # Claims that admit the same rows share what is found of them.
    kept = once(batch, (Group, admitted.tobytes()), lambda b: b if admitted.all() else b.select(admitted))
    certain = inside[admitted]
    for count in members:
        try:
            _look(count, kept, certain)
        except Exception as problem:
            count.tally.broken = count.tally.broken or place(problem)
            count.open = True


def _look(count: Count, batch: Any, certain: np.ndarray) -> None:
    """Counts the rows that hold, and decides the others exactly until one of them is against the claim.

    certain: `[B]` bool, the rows whose assumptions hold; of the others they are undecided in floats.
    """
    evidence = concluded(count.tally.claim, batch, count.tally.effort)
    if evidence.rigor is Rigor.TREND:
        count.open = True
        return
    outcome = judge(evidence)
    holds = outcome == Outcome.HOLDS
    count.admitted += int((holds & certain).sum())
    for index in np.flatnonzero(~holds):
        if not _settled(count, batch.row(int(index)), Outcome(outcome[index])):
            count.open = True
            return


def _settled(count: Count, row: Any, said: Outcome) -> bool:
    """Whether exact numbers show that one instance holds or is not admitted; a witness goes to the tally."""
    count.lifts += 1
    if count.lifts > LIFTS:
        return False
    tally = count.tally
    judged = decide(tally.claim, row.exact(), tally.effort)
    if judged.outcome in (Outcome.FAILS, Outcome.UNDEFINED):
        tally.judged(judged, said, counted=True)
    count.admitted += judged.outcome is Outcome.HOLDS
    return judged.outcome in (Outcome.HOLDS, Outcome.OUTSIDE)
