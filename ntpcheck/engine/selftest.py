"""The engine's own test: true claims and planted falsehoods, examined together and unmarked."""

from __future__ import annotations

import hashlib
import os
import time
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from itertools import zip_longest
from typing import Any

import numpy as np
import torch

from ntpcheck import __version__
from ntpcheck.addressed import made
from ntpcheck.claim import Claim, Effort, Paper, category
from ntpcheck.engine.campaign import Size, books, campaign
from ntpcheck.engine.cluster import Workers, Write, among, spread
from ntpcheck.engine.detect import trial
from ntpcheck.engine.examine import examine
from ntpcheck.engine.run import Progress, by_domain
from ntpcheck.engine.sweep import standing
from ntpcheck.engine.tally import LEAST_INSIDE, MOST_UNDECIDED, Tally
from ntpcheck.evidence import Evidence, Outcome, judge
from ntpcheck.instances.base import cached

SOUND = frozenset({"SUPPORTED", "EXHAUSTED"})
AGAINST = frozenset({"FAILS", "UNDEFINED"})
ROLES = ("true", "false", "planted", "unlisted")
CONDITIONS = (10.0, 100.0, 1e4)  # borders of the classes of condition numbers


@dataclass(eq=False)
class Trial:
    """One statement under test. role: true, planted, false (expected to fail), unlisted (no verdict yet)."""

    role: str
    claim: Claim
    kind: str
    of: str
    seconds: float = 0.0  # in its own checker, up to its detection
    open_rows: np.ndarray = field(default_factory=lambda: np.zeros((len(CONDITIONS) + 1, 2), dtype=int))
    entry: dict[str, Any] = field(default_factory=dict)  # what the report says of it

    def forget(self) -> None:
        """Leaves nothing of an earlier look."""
        self.seconds, self.open_rows = 0.0, np.zeros_like(self.open_rows)


def selftest(
    papers: Sequence[Paper],
    effort: Effort,
    seed: int,
    profile: str,
    sample: int | None = None,
    *,
    forged: Size | None = None,
    workers: Workers = 1,
    progress: Progress = lambda _: None,
) -> dict[str, Any]:
    """Examines every claim and every planted falsehood of the papers with one engine; the report as data.

    Each gets a number for a name, and they are shuffled: nothing that examines them can tell their roles.
    sample: at most so many of each role, spread evenly over the papers' kinds of falsehoods and domains.
    forged: how many files are forged and comparisons made besides; none without. workers: how many processes
    take part (on an accelerator one), or the address of a Dask scheduler.
    """
    drawn = _Drawn(tuple(papers), sample, seed)
    every, trials = drawn.every, drawn.trials
    began = time.perf_counter(), _processor_time()
    workers = among(workers, len(trials), effort.device)
    _examined(drawn, effort, workers, progress)
    held = books(papers)
    if forged is not None:
        held |= {"campaign": campaign(papers, forged, seed, workers=workers)}
    return {
        "schema_version": 1,
        "version": __version__,
        "profile": profile,
        "seed": seed,
        "effort": {name: getattr(effort, name) for name in ("examples", "batch", "trajectories")},
        "population": {role: sum(t.role == role for t in every) for role in ROLES},
        "timing": {"wall": time.perf_counter() - began[0], "cpu": _processor_time() - began[1]},
        "papers": [paper.key for paper in papers],
        "trials": [trial_.entry for trial_ in trials],
        "conditioning": _conditioning(trials),
        "unchecked": {paper.key: dict(paper.unchecked) for paper in papers},
        "books": held,
    }


class _Drawn:
    """Trials, by numbers for names, shuffled. Another process draws them anew, and alike."""

    def __init__(self, papers: tuple[Paper, ...], sample: int | None, seed: int) -> None:
        self.papers, self.sample, self.seed = papers, sample, seed

    def __reduce__(self) -> tuple[Any, tuple[Any, ...]]:
        return made, (_Drawn, self.papers, self.sample, self.seed)

    @cached_property
    def every(self) -> list[Trial]:
        return [trial_ for paper in self.papers for trial_ in _trials(paper)]

    @cached_property
    def trials(self) -> list[Trial]:
        return self.every if self.sample is None else _stratified(self.every, self.sample, self.seed)

    @cached_property
    def names(self) -> dict[str, Trial]:
        """The trials by the numbers that stand for them."""
        order = sorted(range(len(self.trials)), key=lambda i: _lot(self.seed, self.trials[i]))
        return {f"trial-{number}": self.trials[i] for number, i in enumerate(order)}

    @cached_property
    def parts(self) -> list[tuple[Claim, ...]]:
        """The claims of the trials, nameless, domain by domain."""
        nameless = (
            replace(trial_.claim, id=name, conclude=_timed(trial_)) for name, trial_ in self.names.items()
        )
        return list(by_domain(tuple(nameless)))


def _examined(drawn: _Drawn, effort: Effort, workers: Workers, progress: Progress) -> None:
    """Gives each trial its entry and its open rows; what examines it sees a number for a name, shuffled."""

    def write(event: str, **fields: Any) -> None:
        if event == "verdict":
            drawn.names[fields["claim"]].entry = fields["entry"]
            drawn.names[fields["claim"]].open_rows = np.asarray(fields["open_rows"])
        progress({"event": event} | fields)

    progress({"event": "run", "total": len(drawn.trials)})
    tasks = [partial(_examine, drawn, part, effort) for part in range(len(drawn.parts))]
    spread(tasks, workers, write)


def _examine(drawn: _Drawn, part: int, effort: Effort, write: Write) -> None:
    """Examines the trials of one domain and writes how each came out."""
    for claim in drawn.parts[part]:  # by an earlier run of the same cluster
        drawn.names[claim.id].forget()
    tallies = examine(drawn.parts[part], effort, drawn.seed, write, until_first=True)
    for tally in tallies:
        trial_ = drawn.names[tally.claim.id]
        entry, open_rows = _entry(trial_, tally), trial_.open_rows.tolist()
        write("verdict", claim=tally.claim.id, entry=entry, open_rows=open_rows)


def _processor_time() -> float:
    """Seconds of processor time, of this process and of those that it has ended."""
    return sum(os.times()[:4])


def _stratified(trials: Sequence[Trial], sample: int, seed: int) -> list[Trial]:
    """Up to `sample` trials of each role: strata take turns, and within each the lot decides."""
    chosen: list[Trial] = []
    for role in ROLES:
        strata: dict[str, list[Trial]] = {}
        for trial_ in sorted(trials, key=lambda t: _lot(seed, t)):
            if trial_.role == role:
                stratum = f"{trial_.of.split('/')[0]}: {category(trial_.kind) or trial_.claim.domain.name}"
                strata.setdefault(stratum, []).append(trial_)
        turns = zip_longest(*(strata[name] for name in sorted(strata)))
        chosen += [trial_ for turn in turns for trial_ in turn if trial_ is not None][:sample]
    return [trial_ for trial_ in trials if trial_ in chosen]


def _role(paper: Paper, claim: Claim) -> str:
    """What a claim is taken for: by its accepted verdict, and true in a paper that has accepted none."""
    if claim.id not in paper.expected:
        return "unlisted" if paper.expected else "true"
    return "true" if paper.expected[claim.id] in SOUND else "false"


def _trials(paper: Paper) -> list[Trial]:
    roles = {claim.id: _role(paper, claim) for claim in paper.claims}
    claims = [Trial(roles[claim.id], claim, "", claim.id) for claim in paper.claims]
    planted = [
        Trial("planted", trial(paper, false), false.kind, f"{false.of}#{false.kind}")
        for false in paper.planted
    ]
    return claims + planted


def _lot(seed: int, trial_: Trial) -> str:
    return hashlib.sha256(f"{seed}/{trial_.of}".encode()).hexdigest()


def _timed(trial_: Trial) -> Any:
    """The trial's conclusion, which notes how long it takes and what floats leave open."""
    conclude, assumes = trial_.claim.conclude, trial_.claim.assumes

    def noted(data: Any, effort: Effort) -> Evidence:
        started = time.perf_counter()
        evidence = conclude(data, effort)
        trial_.seconds += time.perf_counter() - started
        if trial_.role == "true" and not data.is_exact and len(data.batch) == 1:
            _note_open(trial_, data, evidence, standing(assumes, data)[0])
        return evidence

    return noted


def _note_open(trial_: Trial, data: Any, evidence: Evidence, inside: np.ndarray) -> None:
    if "embeddings" not in data.AXES:
        return
    left = inside & (judge(evidence) == Outcome.UNDECIDED)
    for place, total, open_ in zip(condition_class(data), inside, left, strict=True):
        trial_.open_rows[place] += (bool(total), bool(open_))


@cached
def condition_class(data: Any) -> list[int]:
    """For each row of a batch, the class of its contexts' condition number, zero singular values aside."""
    values = torch.linalg.svdvals(data.embeddings.double().cpu())
    largest = values.amax(-1, keepdim=True)
    least = torch.where(values > 2.0**-40 * largest, values, torch.inf).amin(-1)
    ratio = torch.where(largest[..., 0] > 0, largest[..., 0] / least, 1.0)
    return np.searchsorted(CONDITIONS, ratio.numpy()).tolist()


def _entry(trial_: Trial, tally: Tally) -> dict[str, Any]:
    """What the report says of a trial."""
    undecided = tally.outcomes[Outcome.UNDECIDED]
    open_ = undecided + tally.outcomes[Outcome.UNDEFINED] - len(tally.undefined)
    rules = (
        (tally.outcomes[Outcome.FAILS] > 0, "FAILS"),
        (bool(tally.undefined), "UNDEFINED"),
        (tally.broken is not None, "BROKEN"),
        (tally.inside < LEAST_INSIDE, "VACUOUS"),
        (open_ > MOST_UNDECIDED * tally.inside, "UNDECIDED"),
    )
    return {
        "id": trial_.of,
        "role": trial_.role,
        "kind": trial_.kind,
        "statement": trial_.claim.statement,
        "outcome": next((word for applies, word in rules if applies), "HOLDS"),
        "examples": tally.first or tally.inside,
        "seconds": trial_.seconds,
        "inside": tally.inside,
        "undecided": undecided,
        "reason": tally.broken or "",
    }


def _conditioning(trials: Sequence[Trial]) -> list[dict[str, Any]]:
    """Rows inside true claims' assumptions, and those that floats left open, by condition number."""
    total = sum(
        (trial_.open_rows for trial_ in trials if trial_.role == "true"), np.zeros((len(CONDITIONS) + 1, 2))
    )
    borders = ["up to 10", "10 to 100", "100 to 10,000", "above 10,000"]
    return [
        {"condition": name, "inside": int(inside), "open": int(open_)}
        for name, (inside, open_) in zip(borders, total, strict=True)
    ]
