"""One verification: every selected claim judged, every step written to the journal."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Set
from dataclasses import replace
from fnmatch import fnmatchcase
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from ntpcheck import __version__
from ntpcheck.accepted import NOTHING, Accepted
from ntpcheck.backends import environment
from ntpcheck.claim import Claim, Effort, Paper
from ntpcheck.engine.detect import Detection, detect
from ntpcheck.engine.examine import examine
from ntpcheck.engine.isolation import apart
from ntpcheck.engine.journal import Journal
from ntpcheck.engine.settle import file_of, settle
from ntpcheck.engine.tally import Tally
from ntpcheck.engine.workers import Task, Write, possible, spread
from ntpcheck.errors import UnknownOption
from ntpcheck.evidence import Outcome, Verdict
from ntpcheck.instances.base import Instance
from ntpcheck.profiles import PROFILES
from ntpcheck.statement.document import write as write_document
from ntpcheck.statement.reading import formulas

PLANTED = "quick"  # how hard a run of any other profile looks for planted falsehoods
Progress = Callable[[dict[str, Any]], None]
Told = Set[tuple[str, str | None]]  # events that a journal has already, each with its claim


class Selection(NamedTuple):
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
    counts = PROFILES[name]
    return Effort(counts["examples"], counts["batch"], counts["trajectories"])


def verify(
    papers: list[Paper],
    patterns: tuple[str, ...],
    *,
    profile: str,
    seed: int,
    device: str,
    journal: Journal,
    progress: Progress,
    workers: int = 1,
    baseline: Accepted = NOTHING,
    foreign: Set[str] = frozenset(),
    tick: Callable[[], None] = lambda: None,
) -> None:
    """Judges the selected claims and writes run, batch, witness, verdict and figure events.

    A journal that tells of this run already is continued: what has a verdict keeps it. A domain is swept for
    all its claims or not at all, so that what they share does not depend on where a run broke off.
    workers: how many processes take part; on an accelerator it is always one. baseline: what is expected of
    claims of which their paper expects nothing, by id. foreign: keys of papers whose claims are checked in
    processes of their own, since they may end one. tick: called while such a process says nothing.
    """
    effort = replace(profile_named(profile), device=device)
    told = {(event["event"], event.get("claim")) for event in journal.events}

    def write(event: str, **fields: Any) -> None:
        progress(journal.write(event, **fields))

    if ("run", None) not in told:
        name = journal.folder.name if journal.folder else ""
        write("run", id=name, **heading(papers, patterns, profile, seed, device, baseline))
    planted = profile_named(PLANTED) if profile != PLANTED else None
    work = _Work(effort, planted, seed, told, journal.folder)
    work = work._replace(foreign=foreign, tick=tick)
    tasks = [task for selection in select(papers, patterns) for task in _tasks(selection, work)]
    spread(tasks, workers if possible(device) else 1, write)
    if ("end", None) not in told:
        write("end")


class _Work(NamedTuple):
    """What every task of a run goes by. planted: how hard to look for planted falsehoods, if at all."""

    effort: Effort
    planted: Effort | None
    seed: int
    told: Told
    folder: Path | None
    foreign: Set[str] = frozenset()
    tick: Callable[[], None] = lambda: None


def _tasks(selection: Selection, work: _Work) -> Iterator[Task]:
    """What is left to do for a paper: a task per domain, and one per figure."""
    paper, claims = selection
    for sharing in by_domain(claims):
        if any(("verdict", claim.id) not in work.told for claim in sharing):
            settled = _settle_apart if paper.key in work.foreign else _settle_domain
            yield partial(settled, paper, sharing, work)
    for claim_id, draw_figure in paper.figures.items():
        if any(c.id == claim_id for c in claims) and ("figure", claim_id) not in work.told:
            yield partial(_draw, claim_id, draw_figure, work.effort)


def _settle_domain(paper: Paper, sharing: tuple[Claim, ...], work: _Work, write: Write) -> None:
    """Examines the claims of one domain together and concludes those that have no verdict yet."""
    if any(("batch", claim.id) in work.told for claim in sharing):
        write("again", claims=[claim.id for claim in sharing])  # so that nothing is counted twice
    tallies = examine(sharing, work.effort, work.seed, write, paper)
    planted = detect(paper, work.planted, work.seed, sharing) if work.planted else []
    for tally in tallies:
        if ("verdict", tally.claim.id) not in work.told:
            against = [found for found in planted if found.planted.of == tally.claim.id]
            conclude(tally, paper, work.seed, work.folder, write, against)


def _settle_apart(paper: Paper, sharing: tuple[Claim, ...], work: _Work, write: Write) -> None:
    """The same in a process of its own; a claim that ends it is BROKEN, with the place."""

    def broken(claim: Claim, why: str) -> None:
        tally = Tally(paper[claim.id], work.effort, broken=why)
        conclude(tally, paper, work.seed, work.folder, write, [])

    left = tuple(claim for claim in sharing if ("verdict", claim.id) not in work.told)
    apart(left, lambda claims, told: _settle_domain(paper, claims, work, told), write, broken, work.tick)


def _draw(claim_id: str, figure: Callable[[Effort], dict[str, Any]], effort: Effort, write: Write) -> None:
    write("figure", claim=claim_id, **figure(effort))


def heading(
    papers: list[Paper],
    patterns: tuple[str, ...],
    profile: str,
    seed: int,
    device: str,
    baseline: Accepted = NOTHING,
) -> dict[str, Any]:
    """What the run event says besides the run's name."""
    return {
        "seed": seed,
        "profile": profile,
        "version": __version__,
        "device": device,
        "environment": environment(device),
        "claims": [
            _entry(selection.paper, claim, accepted, baseline)
            for selection in select(papers, patterns)
            for accepted in (selection.paper.accepted,)  # a file
            for claim in selection.claims
        ],
    }


def by_domain(claims: tuple[Claim, ...]) -> Iterator[tuple[Claim, ...]]:
    """The claims of each domain; training runs early, lest one be left alone at the end, but not first."""
    domains = list(dict.fromkeys(claim.domain for claim in claims))
    for domain in (*domains[:1], *sorted(domains[1:], key=lambda domain: not domain.costly)):
        yield tuple(claim for claim in claims if claim.domain is domain)


def _entry(paper: Paper, claim: Claim, own: Accepted, baseline: Accepted) -> dict[str, Any]:
    """What the run event lists of a claim, with what its paper expects of it, or else the baseline."""
    expected = own if claim.id in own.verdicts else baseline
    return {
        "id": claim.id,
        "paper": paper.key,
        "cite": claim.cite,
        "statement": claim.statement,
        "formulas": formulas(claim.stated),
        "assumptions": [assumption.name for assumption in claim.assumes],
        "digest": claim.digest,
        "expected": expected.verdicts.get(claim.id),
        "expected_digest": expected.statements.get(claim.id),
    }


def conclude(
    tally: Tally,
    paper: Paper,
    seed: int,
    folder: Path | None,
    write: Write,
    against: list[Detection],
) -> Verdict:
    """Settles a claim and writes its witness and its verdict."""
    started = time.perf_counter()
    settled = settle(tally, seed)
    document, path = settled.document, file_of(settled)
    if document is not None and path is not None:
        if folder is not None:
            write_document(document, folder / path)
        shown = repr(Instance.from_json(document["instance"]))
        write("witness", file=path, repr=shown, **document, **settled.told)
    refuted = settled.verdict is Verdict.REFUTED
    write(
        "verdict",
        claim=tally.claim.id,
        paper=paper.key,
        verdict=settled.verdict.value,
        n=tally.outcomes[Outcome.HOLDS],
        rigor=settled.told["rigor"] if document and refuted else tally.rigor.name,
        scope=tally.scope,
        admitted=tally.inside,
        discarded=dict(sorted(tally.discarded.items())),
        worst_slack=tally.worst,
        witness=path,
        accepted=bool(settled.told.get("accepted")),
        reason=settled.reason,
        planted=[found.entry() for found in against],
        seconds=tally.seconds + time.perf_counter() - started,
    )
    return settled.verdict
