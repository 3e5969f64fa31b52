"""Hypothesis looks for failing instances, steered by the slacks of all claims of a domain at once."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import hypothesis
import numpy as np
from hypothesis import HealthCheck, Phase, strategies

from ntpcheck.claim import Claim, Domain, Effort
from ntpcheck.engine.judgement import Judged, decide
from ntpcheck.engine.minimise import minimise
from ntpcheck.engine.sweep import Group, count, groups, impose, standing
from ntpcheck.engine.tally import Tally
from ntpcheck.evidence import Outcome, Rigor, bounds, outcome_of


def explore(domain: Domain, tallies: list[Tally], effort: Effort, seed: int) -> None:
    """Draws `effort.examples` instances for all claims of a domain, half of them pulled inside.

    One draw serves every claim; each claim's slack is a target of its own.
    """
    together = groups(tallies)

    @hypothesis.seed(seed)
    @hypothesis.settings(
        max_examples=effort.examples,
        database=None,
        deadline=None,
        phases=(Phase.generate, Phase.target),
        suppress_health_check=list(HealthCheck),  # pyright: ignore[reportArgumentType] - an enum lists its members
    )
    @hypothesis.given(domain.strategy(), strategies.booleans())
    def look(instance: Any, imposed: bool) -> None:  # noqa: FBT001
        for group in together:
            _look(group, impose(group.assumes, instance) if imposed else instance)

    look()


def _look(group: Group, instance: Any) -> None:
    """Counts one drawn instance for every claim of a group and steers Hypothesis towards small slacks."""
    inside, boundary, reasons = standing(group.assumes, instance)
    for tally in group.tallies:
        if not (inside | boundary).any():
            tally.discarded.update(reasons)
            continue
        evidence = count(tally, instance, inside, boundary)
        if evidence is None or outcome_of(evidence) is Outcome.UNDEFINED:
            continue
        lower, scale = float(bounds(evidence)[0]), float(np.max(np.asarray(evidence.scale, dtype=float)))
        if math.isfinite(lower):
            hypothesis.target(-lower / scale if scale > 0 else -lower, label=tally.claim.id)


def smallest(claim: Claim, found: list[Judged], effort: Effort) -> Judged:
    """The lightest exact instance with the same outcome that minimising reaches from those found."""
    from ntpcheck.engine.minimise import weight

    wanted = found[0].outcome
    light = min(found, key=lambda judged: weight(judged.instance))
    instance = minimise(light.instance, lambda candidate: decide(claim, candidate, effort).outcome is wanted)
    return decide(claim, instance, effort)


@dataclass(frozen=True)
class Finding:
    """One claim's exploration for pytest: the verdict and what to print."""

    verdict: str
    witness: Judged | None
    message: str


def finding(tally: Tally) -> Finding:
    """What a failing test prints: the claim, its citation, the witness as code, the slack, the rigor."""
    claim = tally.claim
    if not tally.witnesses:
        return Finding(str(tally.verdict(certified=False)), None, tally.broken or "")
    judged = smallest(claim, tally.witnesses, tally.effort)
    lines = (
        f"{claim.id}: {claim.statement}",
        f"  cited as {claim.cite}",
        f"  fails on {judged.instance!r}",
        f"  slack {judged.evidence.slack if judged.evidence else None}, rigor {Rigor(judged.rigor).name}",
        f"  python -m ntpcheck verify '{claim.id}'",
    )
    return Finding("REFUTED", judged, "\n".join(lines))
