"""The engine's own test: true claims and planted falsehoods, examined together and unmarked."""

import hashlib
import os
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from functools import partial
from typing import Any

import numpy as np

from ntpcheck import __version__
from ntpcheck.backends import machine
from ntpcheck.claim import Claim, Effort, Paper
from ntpcheck.engine.ablation import ablation
from ntpcheck.engine.campaign import SIZED, Size, books, campaign
from ntpcheck.engine.cluster import PULSE, Workers, Write, among, spread
from ntpcheck.engine.examine import examine
from ntpcheck.engine.isolation import apart
from ntpcheck.engine.journal import Journal
from ntpcheck.engine.run import Progress, length
from ntpcheck.engine.tally import Tally
from ntpcheck.engine.trials import CONDITIONS, ROLES, Drawn, Trial, told
from ntpcheck.errors import UnreadableFile


@dataclass(frozen=True)
class Plan:
    """How the engine is tested.

    seeds: each examines everything anew. sample: at most so many trials of each role, spread evenly over the
    papers' kinds of falsehoods and domains. ablated: how many falsehoods are searched without corners, ascent
    or sweeps. forged: how many files are forged and comparisons made besides; none without. foreign: whether
    claims are a third party's, which may end a process: each domain is then examined in one of its own.
    """

    profile: str
    effort: Effort
    seeds: tuple[int, ...] = (0,)
    sample: int | None = None
    ablated: int = 0
    forged: Size | None = None
    foreign: bool = False


def selftest(
    papers: Sequence[Paper],
    plan: Plan,
    *,
    workers: Workers = 1,
    journal: Journal | None = None,
    progress: Progress = lambda _: None,
) -> dict[str, Any]:
    """Examines every claim and every planted falsehood of the papers with one engine; the report as data.

    Each gets a number for a name, and they are shuffled: nothing that examines them can tell their roles.
    workers: how many processes take part (on an accelerator one), or the address of a Dask scheduler.
    journal: keeps each part that is done; what it holds of such a run already is not done again.
    """
    kept = journal or Journal()
    _same(kept, papers, plan)
    first, drawings = plan.seeds[0], _drawings(papers, plan)
    progress({"event": "run", "total": sum(len(drawn.trials) for drawn in drawings.values())})
    for drawn in drawings.values():
        _examined(drawn, plan, workers, kept, progress)
    held = books(papers, loads=plan.forged is not None)
    if plan.forged is not None:
        held |= {"campaign": _campaign(papers, plan.forged, first, workers, kept)}
    return {
        "schema_version": 2,
        "version": __version__,
        **where(),
        "profile": plan.profile,
        "seed": first,
        "seeds": list(plan.seeds),
        "effort": {name: getattr(plan.effort, name) for name in ("examples", "batch", "trajectories")},
        "population": {role: sum(t.role == role for t in drawings[first].every) for role in ROLES},
        "timing": _timing(kept, plan.seeds),
        "papers": [paper.key for paper in papers],
        "trials": _merged(drawings),
        "conditioning": _conditioning([t for drawn in drawings.values() for t in drawn.trials]),
        "unchecked": {paper.key: dict(paper.unchecked) for paper in papers},
        "ablation": _ablated(drawings[first], plan.ablated, kept),
        "books": held,
    }


def _drawings(papers: Sequence[Paper], plan: Plan) -> dict[int, Drawn]:
    """The trials under each seed; the verifier is asked about limits under the first."""
    return {seed: Drawn(tuple(papers), plan.sample, seed, plan.seeds[0]) for seed in plan.seeds}


def _same(journal: Journal, papers: Sequence[Paper], plan: Plan) -> None:
    """Notes what the run is about; raises UnreadableFile where the journal is of another run.

    Seeds, forgeries and ablations may be added to a run that is there.
    """
    asked = {
        "profile": plan.profile,
        "effort": asdict(plan.effort),
        "sample": plan.sample,
        "version": __version__,
        "statements": _digest(papers),
    }
    known = next((event for event in journal.events if event["event"] == "selftest"), None)
    if known is None:
        journal.write("selftest", asked=asked)
    elif known["asked"] != Journal().write("selftest", asked=asked)["asked"]:
        said = f"{journal.path} is of a self-test with other settings, or of other statements."
        raise UnreadableFile(f"{said} Leave out --resume.")


def _digest(papers: Sequence[Paper]) -> str:
    """What tells the statements under test from others."""
    claims = [f"{claim.id} {claim.digest}" for paper in papers for claim in paper.claims]
    planted = [f"{one.of}#{one.kind} {one.statement}" for paper in papers for one in paper.planted]
    return hashlib.sha256("\n".join([*claims, *planted]).encode()).hexdigest()[:16]


def _examined(drawn: Drawn, plan: Plan, workers: Workers, journal: Journal, progress: Progress) -> None:
    """Gives each trial its entry and its open rows; what examines it sees a number for a name, shuffled."""
    done = {event["part"] for event in journal.events if _of(event, "part", drawn)}

    def write(event: str, **fields: Any) -> None:
        if event == "verdict":
            _put(drawn, fields)
        if event in ("verdict", "part"):
            journal.write("trial" if event == "verdict" else event, seed=drawn.seed, **fields)
        progress({"event": event} | fields)

    for event in journal.events:
        if _of(event, "trial", drawn) and event["part"] in done:
            _put(drawn, event)
            progress(event | {"event": "verdict"})
    wanted = [part for part in range(len(drawn.parts)) if part not in done]
    wanted.sort(key=lambda part: length(drawn.parts[part], plan.effort), reverse=True)
    tasks = [
        partial(_examine_apart if plan.foreign else _examine, drawn, part, plan.effort) for part in wanted
    ]
    spread(tasks, among(workers, max(1, len(tasks)), plan.effort.device), write)


def _of(event: dict[str, Any], name: str, drawn: Drawn) -> bool:
    return event["event"] == name and event["seed"] == drawn.seed


def _put(drawn: Drawn, fields: dict[str, Any]) -> None:
    trial_ = drawn.names[fields["claim"]]
    trial_.entry, trial_.open_rows = fields["entry"], np.asarray(fields["open_rows"])


def _examine(drawn: Drawn, part: int, effort: Effort, write: Write) -> None:
    """Examines the trials of one domain and writes how each came out, and what that took."""
    began = time.perf_counter(), _processor_time()
    _look(drawn, part, effort, drawn.parts[part], write)
    _done(part, began, write)


def _examine_apart(drawn: Drawn, part: int, effort: Effort, write: Write) -> None:
    """The same in a process of its own: a trial that ends it is BROKEN, and the others are examined."""
    began = time.perf_counter(), _processor_time()

    def broken(claim: Claim, why: str) -> None:
        _tell(drawn, part, Tally(claim, effort, broken=why), write)

    apart(drawn.parts[part], partial(_look, drawn, part, effort), write, broken, partial(write, PULSE))
    _done(part, began, write)


def _look(drawn: Drawn, part: int, effort: Effort, claims: tuple[Claim, ...], write: Write) -> None:
    for claim in claims:  # by an earlier run of the same cluster
        drawn.names[claim.id].forget()
    for tally in examine(claims, effort, drawn.seed, write, until_first=True):
        _tell(drawn, part, tally, write)


def _tell(drawn: Drawn, part: int, tally: Tally, write: Write) -> None:
    trial_ = drawn.names[tally.claim.id]
    entry, open_rows = told(trial_, tally, drawn.seed), trial_.open_rows.tolist()
    write("verdict", claim=tally.claim.id, part=part, entry=entry, open_rows=open_rows)


def _done(part: int, began: tuple[float, float], write: Write) -> None:
    wall, cpu = time.perf_counter() - began[0], _processor_time() - began[1]
    write("part", part=part, wall=wall, cpu=cpu)


def _processor_time() -> float:
    """Seconds of processor time, of this process and of those that it has ended."""
    return sum(os.times()[:4])


def _campaign(
    papers: Sequence[Paper], size: Size, seed: int, workers: Workers, journal: Journal
) -> dict[str, Any]:
    wanted = asdict(size)
    asked = {"seed": seed, "size": wanted}

    def same(event: dict[str, Any]) -> bool:
        then = event["asked"]
        return then["seed"] == seed and all(then["size"][n] == wanted[n] for n in SIZED[event["part"]])

    events = [event for event in journal.events if event["event"] == "campaign"]
    known = {event["part"]: event["told"] for event in events if same(event)}
    clock = [time.perf_counter(), _processor_time()]

    def keep(part: str, told: dict[str, Any]) -> None:
        now = [time.perf_counter(), _processor_time()]
        spent = {"wall": now[0] - clock[0], "cpu": now[1] - clock[1]}
        journal.write("campaign", asked=asked, part=part, told=told, **spent)
        clock[:] = now

    return campaign(papers, size, seed, workers=workers, known=known, keep=keep)


def _ablated(drawn: Drawn, number: int, journal: Journal) -> dict[str, Any]:
    """What became of a sample of falsehoods without each part of the engine."""
    if not number:
        return {}
    asked = {"seed": drawn.seed, "number": number}
    found = {
        event["variant"]: event["told"]
        for event in journal.events
        if event["event"] == "ablation" and event["asked"] == asked
    }
    for variant, told_ in ablation(drawn, number, found):
        found[variant] = journal.write("ablation", asked=asked, variant=variant, told=told_)["told"]
    return found


def where() -> dict[str, str]:
    """Today's date, and this machine."""
    return {"date": datetime.now(UTC).date().isoformat(), "machine": machine()}


def _timing(journal: Journal, seeds: Sequence[int]) -> dict[str, float]:
    """What examining the trials has taken, whichever process or run has done it."""
    timed = [event for event in journal.events if event["event"] == "part" and event["seed"] in seeds]
    return {name: sum(event[name] for event in timed) for name in ("wall", "cpu")}


def _merged(drawings: dict[int, Drawn]) -> list[dict[str, Any]]:
    """The first seed's entries, each with what differs under the others."""
    seeds = list(drawings)
    again = {seed: {t.of: t.entry for t in drawings[seed].trials} for seed in seeds[1:]}
    fields = ("outcome", "examples", "seconds", "inside", "draws", "undecided", "sure", "reason")
    return [
        trial_.entry
        | {"runs": trial_.claim.domain.costly}
        | ({"again": {str(s): {f: again[s][trial_.of][f] for f in fields} for s in again}} if again else {})
        for trial_ in drawings[seeds[0]].trials
    ]


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
