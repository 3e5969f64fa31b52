"""Whether the engine refutes a paper's planted falsehoods, judged like any other claim."""

from __future__ import annotations

from dataclasses import dataclass

from ntpcheck.claim import Effort, Paper, Planted
from ntpcheck.engine.run import examine
from ntpcheck.evidence import Outcome


@dataclass(frozen=True)
class Detection:
    """One planted falsehood after a search: how it came out and how many instances that took."""

    planted: Planted
    detected: bool
    outcome: str
    examples: int
    reason: str


def detect(paper: Paper, effort: Effort, seed: int, of: str = "*") -> list[Detection]:
    """Searches every planted falsehood of a paper (or of one claim) with the engine that judges the paper.

    Detected means some instance inside the assumptions fails or, for a statement that became meaningless,
    is undefined. `examples` counts inside instances up to and including the first such one.
    """
    chosen = [p for p in paper.planted if of in ("*", p.of)]
    tallies = examine(tuple(p.claim(paper) for p in chosen), effort, seed, lambda *_, **__: None)
    found = []
    for planted, tally in zip(chosen, tallies, strict=True):
        undefined = bool(tally.undefined)
        detected = tally.outcomes[Outcome.FAILS] > 0 or undefined
        outcome = (
            "FAILS"
            if tally.outcomes[Outcome.FAILS]
            else "UNDEFINED"
            if undefined
            else "BROKEN"
            if tally.broken
            else "SURVIVES"
        )
        reason = tally.broken or (
            "" if detected else f"{tally.inside} inside instances, worst slack {tally.worst:.3g}"
        )
        found.append(Detection(planted, detected, outcome, tally.first or tally.inside, reason))
    return found
