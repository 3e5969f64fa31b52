"""One verification: every selected claim judged, every step written to the journal."""

import math
import time
from collections.abc import Callable, Iterator, Set
from dataclasses import replace
from fnmatch import fnmatchcase
from functools import partial
from typing import Any, NamedTuple

import torch

from ntpcheck import __version__, doing
from ntpcheck.accepted import NOTHING, Accepted
from ntpcheck.backends import environment
from ntpcheck.claim import Claim, Effort, Paper
from ntpcheck.engine.carried import Carried
from ntpcheck.engine.cluster import PULSE, Task, Workers, Write, among, spread
from ntpcheck.engine.detect import detect
from ntpcheck.engine.examine import examine
from ntpcheck.engine.isolation import apart
from ntpcheck.engine.journal import Journal
from ntpcheck.engine.settle import file_of, settle
from ntpcheck.engine.tally import Tally
from ntpcheck.errors import UnknownOption
from ntpcheck.evidence import Outcome, Verdict
from ntpcheck.instances.base import Instance
from ntpcheck.profiles import PROFILES
from ntpcheck.statement.document import write as write_document
from ntpcheck.statement.printing.reading import formulas, own_names

PLANTED = "quick"  # how hard a run of any other profile looks for planted falsehoods
RUN = 20  # instances of a sweep that take as long as one training run does
FILE = "file"  # what a task writes that belongs into the run's folder, and not into its journal
Progress = Callable[[dict[str, Any]], None]
Told = Set[tuple[str, str | None]]  # events that a journal has already, each with its claim


class Selection(NamedTuple):
    """Claims of one paper, in its order."""

    paper: Paper
    claims: tuple[Claim, ...]


def select(papers: list[Paper], patterns: tuple[str, ...]) -> list[Selection]:
    """The claims whose id matches a glob (all, without one), paper by paper."""
    wanted, plain = patterns or ("*",), frozenset(patterns)

    def asked(claim: Claim) -> bool:
        return claim.id in plain or any(fnmatchcase(claim.id, pattern) for pattern in wanted)

    return [Selection(paper, found) for paper in papers if (found := tuple(filter(asked, paper.claims)))]


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
    workers: Workers = 1,
    baseline: Accepted = NOTHING,
    foreign: Set[str] = frozenset(),
    tick: Callable[[], None] = lambda: None,
) -> None:
    """Judges the selected claims and writes run, batch, witness, verdict and figure events.

    A journal that tells of this run already is continued: what has a verdict keeps it. A domain is swept for
    all its claims or not at all: what they share does not depend on where a run broke off.
    workers: how many processes take part (on an accelerator one), or the address of a Dask scheduler.
    baseline: what is expected of claims of which their paper expects nothing, by id. foreign: keys of papers
    whose claims are checked apart, since they may end a process. tick: called while nothing is heard.
    """
    effort = replace(profile_named(profile), device=device)
    told = {(event["event"], event.get("claim")) for event in journal.events}

    write = _writing(journal, progress, tick)
    if ("run", None) not in told:
        name = journal.folder.name if journal.folder else ""
        write("run", id=name, **heading(papers, patterns, profile, seed, device, baseline))
    planted, selected = profile_named(PLANTED) if profile != PLANTED else None, select(papers, patterns)
    work = _Work(effort, planted, seed, frozenset(told), frozenset(foreign))
    tasks = [task for selection in selected for task in _tasks(selection, work)]
    left = sum(("verdict", claim.id) not in told for chosen in selected for claim in chosen.claims)
    several = among(workers, left, device)
    if several != 1:
        tasks.sort(key=partial(_length, effort=effort), reverse=True)
    spread(tasks, several, write, lost=partial(_lost, work=work), tick=tick)
    if ("end", None) not in told:
        write("end")


def _writing(journal: Journal, progress: Progress, tick: Callable[[], None]) -> Write:
    """What tasks tell: into the journal, into a file beside it, or only that time passes, and with what."""

    def write(event: str, **fields: Any) -> None:
        if event == PULSE:
            tick()
            if fields:
                progress({"event": PULSE, **fields})
        elif event == FILE and journal.folder is not None:
            write_document(fields["document"], journal.folder / fields["path"])
        elif event != FILE:
            progress(journal.write(event, **fields))

    return write


class _Work(NamedTuple):
    """What every task of a run goes by. planted: how hard to look for planted falsehoods, if at all."""

    effort: Effort
    planted: Effort | None
    seed: int
    told: Told
    foreign: Set[str]


def _tasks(selection: Selection, work: _Work) -> Iterator[Task]:
    """What is left to do for a paper: a task per domain, and one per figure."""
    paper, claims = selection
    for sharing in by_domain(claims):
        if any(("verdict", claim.id) not in work.told for claim in sharing):
            look = _look_apart if paper.key in work.foreign else _look
            yield partial(look, paper, tuple(claim.id for claim in sharing), work)
    for claim_id in paper.figures:
        if any(c.id == claim_id for c in claims) and ("figure", claim_id) not in work.told:
            yield partial(_draw, paper, claim_id, work.effort)


def _look(paper: Paper, ids: tuple[str, ...], work: _Work, write: Write) -> list[Task]:
    """Examines the claims of one domain together; what is left is to conclude those without a verdict."""
    _again(ids, work, write)
    # No checker of ours asks for gradients, and torch is faster where nothing can; a third party's might.
    with torch.inference_mode():
        return _looked(paper, tuple(paper[claim_id] for claim_id in ids), work, write)


def _again(ids: tuple[str, ...], work: _Work, write: Write) -> None:
    """Has what a broken run told of a domain forgotten, so that nothing is counted twice."""
    if any(("batch", claim_id) in work.told for claim_id in ids):
        write("again", claims=list(ids))


def _looked(paper: Paper, sharing: tuple[Claim, ...], work: _Work, write: Write) -> list[Task]:
    """What falls at a plain instance has its verdict before the others are searched, which may take long."""
    told = {claim.id for claim in sharing if ("verdict", claim.id) in work.told}
    later = {planted.of for planted in paper.planted} if work.planted else set[str]()

    def fallen(tally: Tally) -> None:
        if tally.claim.id not in told | later:
            told.add(tally.claim.id)
            conclude(tally, paper, work.seed, write, [])

    tallies = examine(sharing, work.effort, work.seed, write, paper, fallen=fallen)
    if work.planted:
        write(PULSE, claim=sharing[0].id, doing="planted falsehoods")
    against: dict[str, list[dict[str, Any]]] = {tally.claim.id: [] for tally in tallies}
    for detection in detect(paper, work.planted, work.seed, sharing) if work.planted else []:
        against[detection.planted.of].append(detection.entry())
    left = [(one.claim.id, Carried(one)) for one in tallies if one.claim.id not in told]
    return [partial(_conclude, paper, one, tally, against[one], work.seed) for one, tally in left]


def _conclude(
    paper: Paper, claim_id: str, tally: Carried, against: list[dict[str, Any]], seed: int, write: Write
) -> None:
    conclude(tally.of(paper[claim_id]), paper, seed, write, against)


def _look_apart(paper: Paper, ids: tuple[str, ...], work: _Work, write: Write) -> None:
    """Both in a process of their own; a claim that ends it is BROKEN, with the place."""
    _again(ids, work, write)

    def broken(claim: Claim, why: str) -> None:
        conclude(Tally(paper[claim.id], work.effort, broken=why), paper, work.seed, write, [])

    def both(claims: tuple[Claim, ...], told: Write) -> None:
        for task in _looked(paper, claims, work, told):
            task(told)

    left = (paper[claim_id] for claim_id in ids if ("verdict", claim_id) not in work.told)
    apart(tuple(left), both, write, broken, partial(write, PULSE))


def _draw(paper: Paper, claim_id: str, effort: Effort, write: Write) -> None:
    write("figure", claim=claim_id, **paper.figures[claim_id](effort))


def _lost(task: Any, said: str, write: Write, work: _Work) -> None:
    """A task has ended two processes: its claims are BROKEN, and a figure is left out."""
    paper, ids = task.args[:2]
    for claim_id in (ids,) if isinstance(ids, str) else ids:
        if task.func is not _draw and ("verdict", claim_id) not in work.told:
            conclude(Tally(paper[claim_id], work.effort, broken=said), paper, work.seed, write, [])


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
    """The claims of each domain. Those with training runs come early, so that none runs last alone."""
    domains = list(dict.fromkeys(claim.domain for claim in claims))
    for domain in (*domains[:1], *sorted(domains[1:], key=lambda domain: not domain.costly)):
        yield tuple(claim for claim in claims if claim.domain is domain)


def length(sharing: tuple[Claim, ...], effort: Effort) -> int:
    """About how long the search over a domain takes for its claims, beside other searches of the profile."""
    domain = sharing[0].domain
    wanted = effort.trajectories if domain.costly else effort.batch
    return len(sharing) * domain.weight * min(wanted, domain.most or wanted) * (RUN if domain.costly else 1)


def _length(task: Any, effort: Effort) -> float:
    """The same of a task; a figure is one program that nobody can share, and comes first."""
    paper, ids = task.args[:2]
    return math.inf if task.func is _draw else length(tuple(paper[claim_id] for claim_id in ids), effort)


def _entry(paper: Paper, claim: Claim, own: Accepted, baseline: Accepted) -> dict[str, Any]:
    """What the run event lists of a claim, with what its paper expects of it, or else the baseline."""
    expected = own if claim.id in own.verdicts else baseline
    return {
        "id": claim.id,
        "paper": paper.key,
        "cite": claim.cite,
        "statement": claim.statement,
        "formulas": formulas(claim.stated),
        "defined": own_names(paper.shelf, claim.stated),
        "assumptions": [assumption.name for assumption in claim.assumes],
        "digest": claim.digest,
        "expected": expected.verdicts.get(claim.id),
        "expected_digest": expected.statements.get(claim.id),
    }


def conclude(tally: Tally, paper: Paper, seed: int, write: Write, against: list[dict[str, Any]]) -> Verdict:
    """Settles a claim and writes its witness, as a file and as an event, and its verdict."""
    started = time.perf_counter()
    with doing.telling(lambda stage: write(PULSE, claim=tally.claim.id, doing=stage)):
        settled = settle(tally, seed)
    document, path = settled.document, file_of(settled)
    if document is not None and path is not None:
        write(FILE, path=path, document=document)
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
        draws=len(tally.draws),
        discarded=dict(sorted(tally.discarded.items())),
        worst_slack=tally.worst,
        witness=path,
        accepted=bool(settled.told.get("accepted")),
        reason=settled.reason,
        planted=against,
        seconds=tally.seconds + time.perf_counter() - started,
    )
    return settled.verdict
