"""What one claim has collected so far, and the verdict that follows."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
import torch

from ntpcheck.arithmetic import as_numpy
from ntpcheck.claim import Claim, Effort
from ntpcheck.engine.judgement import Judged, decide
from ntpcheck.engine.plain import Plain
from ntpcheck.evidence import (
    FAILS,
    HOLDS,
    UNDECIDED,
    Evidence,
    Outcome,
    Rigor,
    Verdict,
    bounds,
    judge,
    part,
    rigor_of,
    which,
)
from ntpcheck.statement.document import Finding

LEAST_INSIDE = 20
MOST_UNDECIDED = 0.02
LIFTS = 64  # rows of one claim that a run lifts to exact arithmetic
OPEN_SHARE = 8  # of the rows that floats leave undecided, as many again, or one in so many of the batch
WITNESSES = 3  # exact failures kept for minimising; once there are that many, further ones are only counted
BOUNDARY = "on the boundary"  # why an instance is discarded where an assumption is left open
Numbers = tuple[Any, ...]  # an instance's type, shapes and entries
BINS = (-1.0, -1e-3, -1e-6, -1e-9, 0.0, 1e-9, 1e-6, 1e-3, 1.0)


@dataclass
class Tally:
    """Counted outcomes of one claim. `inside` rows satisfy every assumption; others are discarded."""

    claim: Claim
    effort: Effort
    until_first: bool = (
        False  # whether one inside instance that fails or is undefined says all there is to say
    )
    outcomes: Counter[Outcome] = field(default_factory=Counter)
    discarded: Counter[str] = field(default_factory=Counter)
    corners: Counter[str] = field(default_factory=Counter)  # inside instances per named corner of the domain
    by_filter: int = 0
    worst: float = math.inf
    nearest: Any = None  # the instance that has it, where the claim holds there
    margin: float = math.inf  # the smallest slack that floats tell from 0
    narrow: Any = None  # the instance that has it
    rigor: Rigor = Rigor.EXACT
    histogram: np.ndarray = field(default_factory=lambda: np.zeros(len(BINS) + 1, dtype=int))
    witnesses: list[Judged] = field(default_factory=list)
    undefined: list[Judged] = field(default_factory=list)
    suspects: list[Judged] = field(default_factory=list)  # fail in floats, undecided in exact arithmetic
    doubtful: Any = None  # the first instance that neither floats nor exact arithmetic decide
    stored: Finding | None = None  # the paper's own counterexample, which the verifier accepts
    plain: Plain | None = None  # what plain instances say of a limit, where they were looked at first
    replayed: Judged | None = None  # what its checker says of that instance, where it is sure of a failure
    lifts: Counter[bool] = field(default_factory=Counter)  # by whether floats had left the row undecided
    decided: dict[Numbers, Judged] = field(default_factory=dict)  # lifted rows, which domains may show again
    most_lifts: int = LIFTS
    stuck: bool = False  # whether exact arithmetic left a lifted row undecided
    first: int = 0  # how many inside instances had been looked at when the first one failed or was undefined
    draws: set[str] = field(default_factory=set)  # drawn batches, each by its first row, that had rows inside
    broken: str | None = None
    scope: str | None = None
    whole: bool = False  # the scope holds all that the claim speaks of, up to a size
    measured: dict[str, list[float]] = field(default_factory=dict)
    seconds: float = 0.0  # spent on its conclusion; what claims share counts for the first that asks for it

    @property
    def inside(self) -> int:
        return sum(self.outcomes.values())

    @property
    def finished(self) -> bool:
        """Whether further instances change nothing that is asked for."""
        return self.broken is not None or self.refuted or (self.until_first and self.first > 0)

    @property
    def refuted(self) -> bool:
        """Whether the verifier has refuted a limit of which no instance drawn would say more."""
        known = self.stored is not None and self.stored.verdict == Verdict.REFUTED
        return self.claim.plain_first and (known or (self.plain is not None and self.plain.found is not None))

    def _spoken_against(self) -> bool:
        """Whether an instance failed or was undefined, and none is noted as the first."""
        return not self.first and bool(self.outcomes[FAILS] or self.undefined)

    def _note_first(self) -> None:
        if self._spoken_against():
            self.first = self.inside

    def add(self, batch: Any, inside: np.ndarray, boundary: np.ndarray, evidence: Evidence) -> None:
        """Counts a float batch; rows that do not plainly hold are lifted to exact instances and judged there.

        inside, boundary: `[...]` bool. A boundary row (an assumption undecided in floats) counts only if it
        is a suspect that turns out to be exactly inside.
        """
        plain, known = which(evidence, HOLDS), ~which(evidence, UNDECIDED)
        if plain.shape != inside.shape:
            raise ValueError(f"the conclusion has shape {plain.shape}, and the batch {inside.shape}")
        holds = np.ravel(inside & plain)
        self._record(batch, evidence, holds.reshape(plain.shape))
        asked = np.ravel((inside | (boundary & known)) & ~plain)
        stops = asked.copy()
        stops[:1] |= self._spoken_against()  # what was found before is noted with the first row
        if not stops.any():
            self.outcomes[HOLDS] += int(np.count_nonzero(holds))
            return
        held, before = np.cumsum(holds), 0
        for row in np.flatnonzero(stops).tolist():
            self.outcomes[HOLDS] += int(held[row]) - before
            before = int(held[row])
            if asked[row]:
                index = tuple(map(int, np.unravel_index(row, plain.shape)))
                self._lift(batch, index, evidence, counted=bool(inside[index]))
            self._note_first()
            if self.finished:
                return
        self.outcomes[HOLDS] += int(holds.sum()) - before

    def _record(self, batch: Any, evidence: Evidence, rows: np.ndarray) -> None:
        """Worst slack and where, histogram and measured ranges of rows that hold."""
        if not rows.any():
            return
        lower, upper, _ = bounds(evidence)
        slack = lower[rows] / 2 + upper[rows] / 2
        if slack.min() < self.worst:
            self.worst = float(slack.min())
            self.nearest = _row(batch, np.argwhere(rows)[slack.argmin()])
        told = np.where(lower[rows] > 0, slack, np.inf)
        if told.min() < self.margin:
            self.margin = float(told.min())
            self.narrow = _row(batch, np.argwhere(rows)[told.argmin()])
        self.rigor = min(self.rigor, rigor_of(evidence))
        self.histogram += np.bincount(np.searchsorted(BINS, slack), minlength=len(BINS) + 1)
        for name, values in evidence.measured.items():
            plain = values.detach().cpu() if isinstance(values, torch.Tensor) else values
            column = np.broadcast_to(np.asarray(plain, dtype=float), rows.shape)[rows]
            known = self.measured.get(name, [math.inf, -math.inf])
            self.measured[name] = [min(known[0], float(column.min())), max(known[1], float(column.max()))]

    def _lift(self, batch: Any, index: tuple[int, ...], evidence: Evidence, *, counted: bool) -> None:
        said = Outcome(judge(evidence)[index])
        if said is Outcome.FAILS and len(self.witnesses) >= WITNESSES:
            self.outcomes[said] += counted
            return
        if said is Outcome.UNDEFINED and len(self.undefined) >= WITNESSES:
            self.outcomes[said] += counted
            return
        undecided = said is Outcome.UNDECIDED
        if self.lifts[undecided] >= self._most(undecided=undecided):
            self.outcomes[said] += counted
            return
        self.lifts[undecided] += 1
        met = numbers(batch.row(index))
        if met not in self.decided:
            judged = decide(self.claim, lifted(batch, index), self.effort)
            self.decided[met] = replace(judged, instance=judged.instance.replace())  # without what it keeps
        self.stuck |= self.decided[met].outcome is Outcome.UNDECIDED
        found = self.decided[met]
        if said is Outcome.FAILS and len(index) == 1:
            found = replace(found, floats=part(evidence, slice(index[0], index[0] + 1)))
        self.judged(found, said, counted=counted)

    def _most(self, *, undecided: bool) -> int:
        """How many rows are lifted: all that floats leave open, while each of them is decided and none fails.

        So a bound that many instances reach with equality is not left undecided.
        """
        if not undecided:
            return self.most_lifts
        pays = not (self.stuck or self.outcomes[FAILS] or self.undefined or self.claim.domain.costly)
        return max(self.most_lifts, self.effort.batch if pays else self.effort.batch // OPEN_SHARE)

    def judged(self, judged: Judged, said: Outcome, *, counted: bool) -> None:
        """Counts one exactly judged instance; the float outcome `said`, if exact arithmetic cannot decide."""
        if judged.outcome is Outcome.OUTSIDE:
            self.discarded["outside, decided exactly"] += 1
            return
        settled = judged.outcome is not Outcome.UNDECIDED
        outcome = judged.outcome if settled else said
        if not settled and not counted:
            self.discarded[BOUNDARY] += 1
            return
        self.outcomes[outcome] += 1
        if outcome is Outcome.UNDECIDED and self.doubtful is None:
            self.doubtful = judged.instance.replace()  # without what it keeps
        if outcome is Outcome.FAILS and not settled and len(self.suspects) < WITNESSES:
            self.suspects.append(judged)
        if judged.outcome is Outcome.FAILS and judged.evidence is not None:
            self.witnesses.append(judged)
            self.worst = min(self.worst, float(bounds(judged.evidence)[0]))
        elif judged.outcome is Outcome.UNDEFINED:
            self.undefined.append(judged)
        elif judged.outcome is Outcome.HOLDS and judged.evidence is not None:
            whole = np.ones(np.shape(judged.evidence.slack), dtype=bool)
            self._record(judged.instance, judged.evidence, whole)

    def take(self, found: Tally) -> None:
        """Adds what another search for the same claim has counted and kept."""
        if found.first and not self.first:
            self.first = self.inside + found.first
        self.outcomes.update(found.outcomes)
        self.discarded.update(found.discarded)
        for name in ("witnesses", "undefined", "suspects"):
            kept = getattr(self, name)
            kept += getattr(found, name)[: max(0, WITNESSES - len(kept))]
        if found.worst < self.worst:
            self.worst, self.nearest = found.worst, found.nearest
        if found.margin < self.margin:
            self.margin, self.narrow = found.margin, found.narrow
        self.rigor = min(self.rigor, found.rigor)
        self.histogram += found.histogram
        for name, (low, high) in found.measured.items():
            known = self.measured.get(name, [math.inf, -math.inf])
            self.measured[name] = [min(known[0], low), max(known[1], high)]
        self.broken = self.broken or found.broken
        self.seconds += found.seconds

    def verdict(self, *, certified: bool) -> Verdict:
        """The first rule that applies; `certified`: the verifier accepted some failure's file."""
        undecided = self.outcomes[Outcome.UNDECIDED] + self.outcomes[Outcome.UNDEFINED] - len(self.undefined)
        rules = (
            (certified, Verdict.REFUTED),
            (self.outcomes[Outcome.FAILS] > 0, Verdict.SUSPECT),
            (bool(self.undefined), Verdict.ILL_POSED),
            (self.broken is not None, Verdict.BROKEN),
            (self.inside < LEAST_INSIDE, Verdict.VACUOUS),
            (undecided > MOST_UNDECIDED * self.inside, Verdict.UNDECIDED),
            (self.scope is not None and self.whole, Verdict.EXHAUSTED),
        )
        return next((verdict for applies, verdict in rules if applies), Verdict.SUPPORTED)


def _row(batch: Any, place: np.ndarray) -> Any:
    return batch.row(tuple(place)) if len(place) else batch


def lifted(batch: Any, index: tuple[int, ...]) -> Any:
    """A row in exact numbers, kept with its batch: claims that lift it share what is found of it."""
    if (lifted, index) not in batch.cache:
        batch.cache[lifted, index] = batch.row(index).exact()
    return batch.cache[lifted, index]


def numbers(batch: Any) -> Numbers:
    """What tells a float instance or batch from another."""
    arrays = ((array.shape, as_numpy(array).tobytes()) for array in batch.arrays().values())
    return type(batch), *arrays
