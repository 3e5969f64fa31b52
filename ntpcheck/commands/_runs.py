"""Runs that begin, and runs that go on."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ntpcheck.errors import UnknownClaim

if TYPE_CHECKING:
    from ntpcheck.claim import Paper
    from ntpcheck.engine.journal import Journal

# What is expected may change while a run is interrupted: it is compared with, not computed from.
EXPECTED = {"expected": None, "expected_digest": None}


@dataclass(frozen=True)
class How:
    """How claims are chosen and checked: the options of the command."""

    patterns: tuple[str, ...]
    profile: str
    device: str
    seed: int


@dataclass(frozen=True)
class Begun:
    """A run whose journal has begun: its papers and claims, and how they are checked."""

    papers: list[Paper]
    ids: list[str]
    journal: Journal
    folder: Path
    how: How
    foreign: frozenset[str] = frozenset()  # the keys of a third party's papers

    @property
    def told(self) -> bool:
        """Whether the journal lists the run's claims yet."""
        return any(event["event"] == "run" for event in self.journal.events)


def begun(how: How) -> Begun | None:
    """A new run; None where the patterns select nothing.

    Its journal begins with what was asked for and with the papers' texts, so that reports need nothing else.
    """
    from ntpcheck import backends
    from ntpcheck.engine.journal import Journal
    from ntpcheck.report.catalogue import foreign
    from ntpcheck.report.runs import new_run, withdraw

    papers, ids = _chosen(how.patterns)
    if not ids:
        return None
    backends.device(how.device)  # where there is none of that kind, no run begins
    folder = new_run(how.seed, how.profile)
    try:
        journal = Journal(folder / "journal.ndjson")
        journal.write(
            "selection",
            patterns=list(how.patterns),
            settings={"profile": how.profile, "device": how.device, "seed": how.seed},
            papers=[paper_entry(paper, ids) for paper in papers],
            texts={claim.id: claim.text for paper in papers for claim in paper.claims},
            places=_places(papers, ids),
        )
    except BaseException:
        withdraw(folder)
        raise
    return Begun(papers, ids, journal, folder, how, frozenset(foreign(how.patterns)))


def paper_entry(paper: Paper, ids: list[str]) -> dict[str, Any]:
    """What a page says of the paper. It is kept with the run, so that the page can be made elsewhere."""
    from ntpcheck.report.catalogue import ours

    assumed = paper.source.assumed if paper.source else {}
    return {
        "key": paper.key,
        "title": paper.title,
        "older": list(paper.older),
        "ours": ours(paper),
        "unchecked": dict(paper.unchecked),
        "assumptions": dict(assumed),
        "definitions": _definitions(paper, ids),
        "rests_on": {name: list(used) for name, used in paper.rests_on.items()},
    }


def _definitions(paper: Paper, ids: list[str]) -> list[tuple[str, str]]:
    """What the formulas of the run's claims are made of."""
    from ntpcheck.statement.printing.reading import defined

    own = (claim.stated for claim in paper.claims if claim.id in set(ids))
    return defined(paper.shelf, filter(None, own)) if paper.shelf else []


def _places(papers: list[Paper], ids: list[str]) -> dict[str, tuple[str, int]]:
    """File, from the current folder, and line of each claim below that: in its book, else of its checker."""
    found: dict[str, tuple[str, int]] = {}
    for claim in (claim for paper in papers for claim in paper.claims if claim.id in set(ids)):
        code = getattr(claim.conclude, "__code__", None)
        origin = claim.origin
        if origin is not None:
            path, line = origin.source.places[origin.id]
        elif code is not None:
            path, line = Path(code.co_filename), int(code.co_firstlineno)
        else:
            continue
        if path.resolve().is_relative_to(Path.cwd()):
            found[claim.id] = (path.resolve().relative_to(Path.cwd()).as_posix(), line)
    return found


def _chosen(patterns: tuple[str, ...]) -> tuple[list[Paper], list[str]]:
    """The papers that the patterns speak of, and the ids that they name there.

    One of our own papers is imported only if a pattern begins with its key, because that takes a while.
    """
    from ntpcheck.report import catalogue

    def selected(papers: list[Paper]) -> tuple[list[Paper], list[str]]:
        return papers, catalogue.select([claim.id for paper in papers for claim in paper.claims], patterns)

    beginnings = {pattern.partition("/")[0] for pattern in patterns}
    plain = not any(set("*?[") & set(part) for part in beginnings)
    if beginnings and plain and not any(catalogue.names_paper(pattern) for pattern in patterns):
        told = {target: catalogue.shelved(target) for target in catalogue.installed().values()}
        few = [target for target, paper in told.items() if paper is None or paper["key"] in beginnings]
        with suppress(UnknownClaim):  # raised again, with the closest id of all papers
            return selected([catalogue.load(target) for target in few])
    return selected(catalogue.papers(patterns))


def resumed(name: str) -> Begun:
    """The run of that name, to be continued.

    Raises UnreadableFile if its journal ends before its settings, or if the claims or the environment have
    changed: then new results could not be compared with those that are there.
    """
    from ntpcheck.engine.journal import Journal
    from ntpcheck.errors import UnreadableFile
    from ntpcheck.report.catalogue import foreign
    from ntpcheck.report.runs import find_run

    folder = find_run(name)
    journal = Journal(folder / "journal.ndjson")
    asked = next((event for event in journal.events if event["event"] == "selection"), {})
    if "settings" not in asked:
        raise UnreadableFile(f"run {folder.name} stopped before it noted its settings. Start a new one.")
    how = How(tuple(asked["patterns"]), **asked["settings"])
    papers, ids = _chosen(how.patterns)
    run = Begun(papers, ids, journal, folder, how, frozenset(foreign(how.patterns)))
    for what, then, now in _changes(run):
        said = f"run {folder.name} cannot be continued: its {what} was {then}, now it is {now}."
        raise UnreadableFile(f"{said} Start a new one.")
    return run


def _changes(run: Begun) -> Iterator[tuple[str, Any, Any]]:
    """Each circumstance that differs: what the journal recorded, and what holds now."""
    from ntpcheck import backends
    from ntpcheck.engine.run import heading

    then = next((event for event in run.journal.events if event["event"] == "run"), None)
    if then is None:
        return
    where = str(backends.device(run.how.device))
    now = heading(run.papers, tuple(run.ids), run.how.profile, run.how.seed, where)
    for what in ("version", "device", "environment"):
        if then[what] != now[what]:
            yield what, then[what], now[what]
    before, after = ([claim | EXPECTED for claim in told["claims"]] for told in (then, now))
    if before != after:
        yield "list of claims", f"{len(before)} statements", f"{len(after)}, or others"
