"""Whether the engine refutes a paper's planted falsehoods, judged like any other claim."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ntpcheck.claim import Claim, Effort, Paper, Planted
from ntpcheck.engine.examine import examine
from ntpcheck.evidence import Outcome


@dataclass(frozen=True)
class Detection:
    """One planted falsehood after a search: how it came out and how many instances that took."""

    planted: Planted
    outcome: str  # FAILS, UNDEFINED, BROKEN or SURVIVES
    examples: int
    reason: str

    @property
    def detected(self) -> bool:
        return self.outcome in {"FAILS", "UNDEFINED"}

    def entry(self) -> dict[str, Any]:
        """What a verdict event says of it."""
        words = {"FAILS": "REFUTED", "UNDEFINED": "ILL_POSED", "BROKEN": "BROKEN", "SURVIVES": "SUPPORTED"}
        told = {"kind": self.planted.kind, "statement": self.planted.statement}
        return told | {"verdict": words[self.outcome], "examples": self.examples}


def detect(paper: Paper, effort: Effort, seed: int, claims: tuple[Claim, ...] = ()) -> list[Detection]:
    """Searches the planted falsehoods of a paper, or of some claims, with the engine that judges the paper.

    Detected means some instance inside the assumptions fails or, for a statement that became meaningless,
    is undefined. `examples` counts inside instances up to and including the first such one.
    """
    ids = {claim.id for claim in claims or paper.claims}
    chosen = [planted for planted in paper.planted if planted.of in ids]
    tallies = examine(tuple(p.claim(paper) for p in chosen), effort, seed, lambda *_, **__: None)
    found = []
    for planted, tally in zip(chosen, tallies, strict=True):
        fails, undefined = tally.outcomes[Outcome.FAILS] > 0, bool(tally.undefined)
        outcome = "FAILS" if fails else "UNDEFINED" if undefined else "BROKEN" if tally.broken else "SURVIVES"
        reason = tally.broken or f"{tally.inside} inside instances, worst slack {tally.worst:.3g}"
        found.append(Detection(planted, outcome, tally.first or tally.inside, reason))
    return found
