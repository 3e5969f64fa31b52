"""Hypothesis looks for a failing instance of one claim, steered by the slack."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import hypothesis
import numpy as np
from hypothesis import HealthCheck, Phase, strategies
from hypothesis.errors import Flaky, Unsatisfiable

from ntpcheck.claim import Claim, Effort
from ntpcheck.engine.judgement import Judged, decide
from ntpcheck.engine.minimise import minimise
from ntpcheck.engine.sweep import impose, standing
from ntpcheck.engine.tally import Tally
from ntpcheck.evidence import Outcome, Rigor, bounds, judge


class _Found(Exception):
    """Leaves Hypothesis as soon as an exact failure is in hand."""


def explore(tally: Tally, seed: int) -> None:
    """Draws `effort.examples` instances, half of them pulled inside, until one fails exactly."""
    claim, effort = tally.claim, tally.effort

    @hypothesis.seed(seed)
    @hypothesis.settings(
        max_examples=effort.examples,
        database=None,
        deadline=None,
        phases=(Phase.generate, Phase.target),
        suppress_health_check=list(HealthCheck),
    )
    @hypothesis.given(claim.domain.strategy(), strategies.booleans())
    def look(instance: Any, imposed: bool) -> None:  # noqa: FBT001
        _look(tally, impose(claim.assumes, instance) if imposed else instance, effort)

    try:
        look()
    except (_Found, Unsatisfiable):  # Unsatisfiable: every draw was outside; the tally says so by reason
        return
    except Flaky as problem:  # replayed by Hypothesis, when enough witnesses are kept already
        if not tally.witnesses:
            tally.broken = f"{type(problem).__name__}: {problem}"
    except Exception as problem:  # the checker raised: BROKEN, unless something failed before
        tally.broken = f"{type(problem).__name__}: {problem}"


def _look(tally: Tally, instance: Any, effort: Effort) -> None:
    claim = tally.claim
    inside, boundary, reasons = standing(claim.assumes, instance)
    if not (inside | boundary).any():
        tally.discarded.update(reasons)
        hypothesis.reject()
    evidence = claim.conclude(instance, effort)
    before = len(tally.witnesses)
    tally.add(instance, inside, boundary, evidence)
    lower, scale = float(bounds(evidence)[0]), float(np.max(np.asarray(evidence.scale, dtype=float)))
    if math.isfinite(lower) and judge(evidence)[()] is not Outcome.UNDEFINED:
        hypothesis.target(-lower / scale if scale > 0 else -lower, label=claim.id)
    if len(tally.witnesses) > before:
        raise _Found


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
