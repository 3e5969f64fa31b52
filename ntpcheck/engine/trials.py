"""What the engine's own test examines: true claims and planted falsehoods, and what is told of each."""

import hashlib
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import zip_longest
from typing import Any

import numpy as np
import torch

from ntpcheck import __version__, decompositions
from ntpcheck.addressed import made
from ntpcheck.claim import Claim, Effort, Paper, Planted, category
from ntpcheck.engine.detect import trial
from ntpcheck.engine.run import by_domain
from ntpcheck.engine.settle import plainly, smallest
from ntpcheck.engine.sweep import standing
from ntpcheck.engine.tally import Tally
from ntpcheck.evidence import Evidence, Outcome, judge
from ntpcheck.instances.base import cached
from ntpcheck.statement.document import finding

SOUND = frozenset({"SUPPORTED", "EXHAUSTED"})
AGAINST = {"SUSPECT": "FAILS", "ILL_POSED": "UNDEFINED"}  # what some instance does
ROLES = ("true", "false", "planted", "unlisted")
OURS = frozenset({"amended", "sharper"})  # parts of the ids of claims that are no sentences of the paper
CONDITIONS = (10.0, 100.0, 1e4)  # borders of the classes of condition numbers
ACCEPTED, EXACTLY, FLOATS = "a file accepted", "judged exactly", "in floats only"


@dataclass(eq=False)
class Trial:
    """One statement under test. role: true, planted, false (expected to fail), unlisted (no verdict yet).

    line: the falsehood as a book states it, where one does.
    """

    role: str
    claim: Claim
    kind: str
    of: str
    written: str = ""
    line: Claim | None = None
    seconds: float = 0.0  # in its own checker, up to its detection
    open_rows: np.ndarray = field(default_factory=lambda: np.zeros((len(CONDITIONS) + 1, 2), dtype=int))
    entry: dict[str, Any] = field(default_factory=dict)  # what the report says of it

    def forget(self) -> None:
        """Leaves nothing of an earlier look."""
        self.seconds, self.open_rows = 0.0, np.zeros_like(self.open_rows)


class Drawn:
    """Trials, by numbers for names, shuffled. Another process draws them anew, and alike.

    sample: at most so many of each role, evenly over kinds and domains. first: the seed under which
    the verifier is asked for files against the limits among them, for no seed changes what it says of those.
    """

    def __init__(
        self, papers: tuple[Paper, ...], sample: int | None, seed: int, first: int | None = None
    ) -> None:
        self.papers, self.sample, self.seed, self.first = papers, sample, seed, first

    def __reduce__(self) -> tuple[Any, tuple[Any, ...]]:
        return made, (Drawn, self.papers, self.sample, self.seed, self.first)

    @cached_property
    def every(self) -> list[Trial]:
        limits = self.first in (None, self.seed)
        return [trial_ for paper in self.papers for trial_ in _trials(paper, limits=limits)]

    @cached_property
    def trials(self) -> list[Trial]:
        """The same under every seed."""
        return self.every if self.sample is None else stratified(self.every, self.sample, 0)

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


def stratified(trials: Sequence[Trial], sample: int, seed: int) -> list[Trial]:
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


def stated(paper: Paper, *, limits: bool = True) -> dict[str, Claim]:
    """The planted falsehoods that a book states: by a line of their own, which limits are left out of where
    they are not asked for, or with a line of the paper's less some of its assumptions."""
    found: dict[str, Claim] = {}
    accepted = paper.expected
    for planted in paper.planted:
        false, name = planted.claim(paper), f"{planted.of}#{planted.kind}"
        if planted.origin is not None:
            if limits or planted.origin.stated.kind != "limit":
                found[name] = false
        elif false.origin is not None and _role(accepted, paper[planted.of]) != "false":
            found[name] = replace(false, id=planted.of)
    return found


def _role(accepted: Mapping[str, str], claim: Claim) -> str:
    """What a claim is taken for: by its accepted verdict, and true in a paper that has accepted none."""
    if claim.id not in accepted:
        return "unlisted" if accepted else "true"
    return "true" if accepted[claim.id] in SOUND else "false"


def _trials(paper: Paper, *, limits: bool) -> list[Trial]:
    accepted = paper.expected
    found = [
        Trial(
            _role(accepted, claim), claim, "", claim.id, "ours" if OURS & {*claim.id.split("/")} else "paper"
        )
        for claim in paper.claims
    ]
    known = stated(paper, limits=limits)
    return found + [_planted(paper, planted, known) for planted in paper.planted]


def _planted(paper: Paper, planted: Planted, known: dict[str, Claim]) -> Trial:
    name = f"{planted.of}#{planted.kind}"
    written = "text" if planted.from_text else "sight"
    return Trial("planted", trial(paper, planted), planted.kind, name, written, known.get(name))


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
    values = decompositions.svdvals(data.embeddings.double())
    largest = values.amax(-1, keepdim=True)
    least = torch.where(values > 2.0**-40 * largest, values, torch.inf).amin(-1)
    ratio = torch.where(largest[..., 0] > 0, largest[..., 0] / least, 1.0)
    return np.searchsorted(CONDITIONS, ratio.cpu().numpy()).tolist()


def told(trial_: Trial, tally: Tally, seed: int) -> dict[str, Any]:
    """What the report says of a trial."""
    found = tally.verdict(certified=False).value
    return {
        "id": trial_.of,
        "role": trial_.role,
        "kind": trial_.kind,
        "written": trial_.written,
        "statement": trial_.claim.statement,
        "outcome": "HOLDS" if found in SOUND else AGAINST.get(found, found),
        "examples": tally.first or tally.inside,
        "seconds": trial_.seconds,
        "inside": tally.inside,
        "draws": len(tally.draws),
        "rigor": tally.rigor.name,
        "undecided": tally.outcomes[Outcome.UNDECIDED],
        "reason": tally.broken or "",
        **_certainty(trial_, tally, seed),
    }


def _certainty(trial_: Trial, tally: Tally, seed: int) -> dict[str, Any]:
    """How sure the failure is, and for a falsehood that a book states, what the verifier says of a file."""
    witnesses = tally.witnesses or tally.undefined
    failed = bool(witnesses) or tally.outcomes[Outcome.FAILS] > 0
    sure = EXACTLY if witnesses else FLOATS if failed else ""
    if trial_.line is None:
        return {"sure": sure, "stated": False}
    objection = _objection(trial_.line, tally, seed)
    return {"sure": sure if objection else ACCEPTED, "stated": True, "objection": objection}


def _objection(line: Claim, tally: Tally, seed: int) -> str:
    """Why no file against a book's line is accepted; empty where one is."""
    if plainly(line, seed) is not None:
        return ""
    objection = "nothing failed that was judged exactly"
    for witness in (*tally.witnesses, *tally.undefined)[:1]:
        says = "undefined" if witness.outcome is Outcome.UNDEFINED else "fails"
        for judged in (witness, None):
            least = judged or smallest(line, witness, tally.effort, budget=200)
            said = finding(line, least.instance, says, found={"seed": seed, "version": __version__})
            if not said.objections:
                return ""
            objection = said.objections[0]
    return objection
