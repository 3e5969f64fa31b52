"""Whether the engine refutes a paper's planted falsehoods, judged like any other claim.

A falsehood counts as detected only on an instance that tells it from its original: one on which the
original does not fail too. So what is searched is "the original, hence the planted statement", which fails
exactly there.
"""

from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import flint
import numpy as np
import torch

from ntpcheck.arithmetic import exact_array
from ntpcheck.claim import Claim, Effort, Paper, Planted
from ntpcheck.engine.examine import examine
from ntpcheck.engine.judgement import PRECISIONS, has_no_route
from ntpcheck.evidence import Evidence, Outcome, judge

WORDS = {
    "FAILS": "REFUTED",
    "UNDEFINED": "ILL_POSED",
    "BROKEN": "BROKEN",
    "OPEN": "UNDECIDED",
    "SURVIVES": "SUPPORTED",
}


@dataclass(frozen=True)
class Detection:
    """One planted falsehood after a search: how it came out and how many instances that took."""

    planted: Planted
    outcome: str  # FAILS, UNDEFINED, BROKEN, OPEN (nothing decides it at any instance) or SURVIVES
    examples: int
    reason: str

    @property
    def detected(self) -> bool:
        return self.outcome in {"FAILS", "UNDEFINED"}

    def entry(self) -> dict[str, Any]:
        """What a verdict event says of it."""
        told = {"kind": self.planted.kind, "statement": self.planted.statement}
        return told | {"verdict": WORDS[self.outcome], "examples": self.examples}


def detect(paper: Paper, effort: Effort, seed: int, claims: tuple[Claim, ...] = ()) -> list[Detection]:
    """Searches the planted falsehoods of a paper, or of some claims, with the engine that judges the paper.

    Detected means some instance inside the assumptions fails or, for a statement that became meaningless,
    is undefined, where the original holds or says nothing (its own assumptions fail there). `examples`
    counts inside instances up to and including the first such one; the search for a falsehood ends there.
    """
    ids = {claim.id for claim in claims or paper.claims}
    chosen = [planted for planted in paper.planted if planted.of in ids]
    trials = tuple(trial(paper, planted) for planted in chosen)
    tallies = examine(trials, effort, seed, lambda *_, **__: None, until_first=True)
    found = []
    for planted, tally in zip(chosen, tallies, strict=True):
        fails, undefined = tally.outcomes[Outcome.FAILS] > 0, bool(tally.undefined)
        open_ = tally.inside > 0 and not tally.outcomes[Outcome.HOLDS]
        rules = {"FAILS": fails, "UNDEFINED": undefined, "BROKEN": tally.broken, "OPEN": open_}
        outcome = next((name for name, applies in rules.items() if applies), "SURVIVES")
        reason = tally.broken or f"{tally.inside} inside instances, worst slack {tally.worst:.3g}"
        found.append(Detection(planted, outcome, tally.first or tally.inside, reason))
    return found


def trial(paper: Paper, planted: Planted) -> Claim:
    trial = planted.claim(paper)
    return trial if planted.alone else beside(paper[planted.of], trial)


def beside(original: Claim, planted: Claim) -> Claim:
    """The planted claim, excused where its original fails or is undefined, open where its original is."""

    def conclude(data: Any, effort: Effort) -> Evidence:
        evidence = planted.conclude(data, effort)
        said = judge(evidence)
        if not ((said == Outcome.FAILS) | (said == Outcome.UNDEFINED)).any():
            return evidence
        return _excused(evidence, _standing(original, data, effort))

    return replace(planted, conclude=conclude)


class _Standing(NamedTuple):
    """`[...]` bool: rows on which an original itself fails or is undefined, and rows where that is open."""

    fallen: np.ndarray
    open_: np.ndarray
    final: bool = False  # one exact instance: more precision would not help


def _standing(original: Claim, data: Any, effort: Effort) -> _Standing:
    """Kept on the instance, where every falsehood planted beside that original finds it."""
    if original in data.cache:
        return data.cache[original]
    silent, doubtful = np.zeros(data.batch, dtype=bool), np.zeros(data.batch, dtype=bool)
    for assumption in original.assumes:
        said = judge(assumption.check(data))
        silent |= (said == Outcome.FAILS) | (said == Outcome.UNDEFINED)
        doubtful |= said == Outcome.UNDECIDED
    fallen, open_ = np.zeros(data.batch, dtype=bool), np.zeros(data.batch, dtype=bool)
    final = False
    if not silent.all():
        evidence = original.conclude(data, effort)
        final = data.is_exact and has_no_route(evidence)
        said = judge(evidence)
        fallen = ~silent & ((said == Outcome.FAILS) | (said == Outcome.UNDEFINED))
        open_ = ~silent & ((said == Outcome.UNDECIDED) | (fallen & doubtful))
    data.cache[original] = _Standing(fallen & ~open_, open_, final)
    return data.cache[original]


def _excused(evidence: Evidence, standing: _Standing) -> Evidence:
    """The evidence with slack 1 where the original has fallen, and no slack where the original is open.

    An original that stays open on one exact instance at the last precision is excused there too.
    """
    fallen, open_, final = standing
    if not (fallen | open_).any():
        return evidence
    if not isinstance(evidence.slack, torch.Tensor):
        value: Any = flint.arb(0, "inf")  # any number, to be had with more precision
        if final:
            value = float("nan")
        elif fallen.item() or flint.ctx.prec >= PRECISIONS[-1]:
            value = flint.fmpq(1)
        return Evidence(np.asarray(value, dtype=object), exact_array(0), exact_array(1))
    here = evidence.slack.device

    def where(mask: np.ndarray, value: Any, values: Any) -> torch.Tensor:
        told = torch.as_tensor(values, device=here).broadcast_to(evidence.slack.shape)
        return torch.where(torch.as_tensor(mask, device=here), torch.as_tensor(value, dtype=told.dtype), told)

    either = fallen | open_
    slack = where(open_, float("nan"), where(fallen, 1.0, evidence.slack))
    error, scale = where(either, 0.0, evidence.error), where(either, 1.0, evidence.scale)
    defined = where(either, True, evidence.defined)  # noqa: FBT003
    return replace(evidence, slack=slack, error=error, scale=scale, defined=defined, measured={})
