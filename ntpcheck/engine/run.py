"""One verification: every selected claim judged, every step written to the journal."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from fnmatch import fnmatchcase
from typing import Any

from ntpcheck import __version__, certificate
from ntpcheck.backends import environment
from ntpcheck.claim import Claim, Effort, Paper
from ntpcheck.engine.detect import Detection, detect
from ntpcheck.engine.examine import examine
from ntpcheck.engine.journal import Journal
from ntpcheck.engine.settle import file_of, settle
from ntpcheck.engine.tally import Tally
from ntpcheck.errors import UnknownOption
from ntpcheck.evidence import Outcome, Verdict
from ntpcheck.instances.base import Instance

PROFILES: Mapping[str, Effort] = {
    "quick": Effort(examples=40, batch=512, trajectories=24),
    "ci": Effort(examples=100, batch=3000, trajectories=300),
    "nightly": Effort(examples=500, batch=30000, trajectories=3000),
}
PLANTED = Effort(examples=20, batch=128, trajectories=24)  # how hard a run looks for planted falsehoods
Progress = Callable[[dict[str, Any]], None]


@dataclass(frozen=True)
class Selection:
    """Claims of one paper, in its order."""

    paper: Paper
    claims: tuple[Claim, ...]


def select(papers: list[Paper], patterns: tuple[str, ...]) -> list[Selection]:
    """The claims whose id matches a glob (all, without one), paper by paper."""
    wanted = patterns or ("*",)
    chosen = [
        Selection(p, tuple(c for c in p.claims if any(fnmatchcase(c.id, w) for w in wanted))) for p in papers
    ]
    return [selection for selection in chosen if selection.claims]


def profile_named(name: str) -> Effort:
    """The effort behind a profile's name. Raises UnknownOption for any other name."""
    if name not in PROFILES:
        raise UnknownOption(f"profile {name!r} does not exist. Choose one of {', '.join(PROFILES)}.")
    return PROFILES[name]


def verify(
    papers: list[Paper],
    patterns: tuple[str, ...],
    *,
    profile: str,
    seed: int,
    device: str,
    journal: Journal,
    progress: Progress,
) -> None:
    """Judges the selected claims and writes run, batch, witness, verdict and figure events."""
    effort = replace(profile_named(profile), device=device)
    selections = select(papers, patterns)

    def write(event: str, **fields: Any) -> None:
        progress(journal.write(event, **fields))

    write(
        "run",
        id=journal.folder.name if journal.folder else "",
        seed=seed,
        profile=profile,
        version=__version__,
        device=device,
        environment=environment(device),
        claims=[_entry(chosen.paper, claim) for chosen in selections for claim in chosen.claims],
    )
    for selection in selections:
        tallies = examine(selection.claims, effort, seed, write, selection.paper)
        planted = detect(selection.paper, PLANTED, seed, selection.claims) if profile != "quick" else []
        for tally in tallies:
            against = [found for found in planted if found.planted.of == tally.claim.id]
            conclude(tally, selection.paper, seed, journal, write, against)
        for claim_id, draw_figure in selection.paper.figures.items():
            if any(c.id == claim_id for c in selection.claims):
                write("figure", **draw_figure(effort))
    write("end")


def _entry(paper: Paper, claim: Claim) -> dict[str, Any]:
    """What the run event lists of a claim."""
    return {
        "id": claim.id,
        "paper": paper.key,
        "cite": claim.cite,
        "statement": claim.statement,
        "assumptions": [assumption.name for assumption in claim.assumes],
        "expected": paper.expected.get(claim.id),
    }


def conclude(
    tally: Tally,
    paper: Paper,
    seed: int,
    journal: Journal,
    write: Callable[..., None],
    against: list[Detection],
) -> Verdict:
    """Settles a claim and writes its witness and its verdict."""
    started = time.perf_counter()
    settled = settle(tally, seed)
    document, path = settled.document, file_of(settled)
    if document is not None and path is not None:
        if journal.folder is not None:
            certificate.write(document, journal.folder / path)
        write("witness", file=path, repr=repr(Instance.from_json(document["instance"])), **document)
    refuted = settled.verdict is Verdict.REFUTED
    write(
        "verdict",
        claim=tally.claim.id,
        paper=paper.key,
        verdict=settled.verdict.value,
        n=tally.outcomes[Outcome.HOLDS],
        rigor=document["rigor"] if document and refuted else tally.rigor.name,
        scope=tally.scope,
        admitted=tally.inside,
        discarded=dict(sorted(tally.discarded.items())),
        worst_slack=tally.worst,
        witness=path,
        certificate=(document or {}).get("certificate"),
        reason=settled.reason,
        planted=[found.entry() for found in against],
        seconds=time.perf_counter() - started,
    )
    return settled.verdict
