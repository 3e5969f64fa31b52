"""`ntpcheck verify`: check claims."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from ntpcheck.commands import _options

if TYPE_CHECKING:
    from ntpcheck.claim import Paper
    from ntpcheck.engine.journal import Journal
    from ntpcheck.report.record import Record

Tell = Callable[[Mapping[str, Any]], None]


class BudgetSpent(BaseException):
    """The time is up. Not an Exception: a checker's own error handling must not swallow it."""


@click.command("verify", short_help="Check claims and write a report.")
@click.argument("patterns", nargs=-1, metavar="[PATTERN]...")
@_options.profile
@_options.device
@_options.seed
@_options.workers
@click.option("--budget", type=_options.Seconds(), help="Stop at the first batch border after this time.")
@click.option("--resume", metavar="RUN", help="Continue a run that was stopped, with its own settings.")
@_options.strict
@_options.as_json
@click.pass_context
def command(
    ctx: click.Context,
    patterns: tuple[str, ...],
    profile: str,
    device: str,
    seed: int,
    workers: int | None,
    budget: float | None,
    resume: str | None,
    *,
    strict: bool,
    as_json: bool,
) -> int:
    """Check claims, and write the journal, summary.json and index.html of the run.

    PATTERN is an id, its first parts, a glob over ids, or module:PAPER, whose code runs. A claim passes when
    its verdict is the expected one; where nothing is expected, SUPPORTED and EXHAUSTED pass.
    """
    run = None
    try:
        if resume is not None:
            _alone(ctx)
            run = resumed(resume)
        else:
            run = begun(How(patterns, profile, device, seed))
        if run is None:
            return _options.nothing_selected(patterns)
        ending = check(run, budget, workers)
        return _conclude(run, ending, strict=strict, as_json=as_json)
    except KeyboardInterrupt:  # while nothing is checked yet, or while the report is written
        return _given_up(run, to_stderr=as_json)


@dataclass(frozen=True)
class How:
    """How claims are chosen and checked: the options of the command."""

    patterns: tuple[str, ...]
    profile: str
    device: str
    seed: int


@dataclass(frozen=True)
class Begun:
    """A run whose journal has begun: what it is about, and how it goes."""

    papers: list[Paper]
    ids: list[str]
    journal: Journal
    folder: Path
    how: How

    @property
    def told(self) -> bool:
        """Whether the journal lists the run's claims yet."""
        return any(event["event"] == "run" for event in self.journal.events)


def begun(how: How) -> Begun | None:
    """A new run; None where the patterns select nothing.

    Its journal begins with what was asked for, and with the papers' own words for reports to use.
    """
    from ntpcheck.engine.journal import Journal
    from ntpcheck.report.catalogue import describe
    from ntpcheck.report.runs import new_run

    papers, ids = _chosen(how.patterns)
    if not ids:
        return None
    folder = new_run(how.seed, how.profile)
    journal = Journal(folder / "journal.ndjson")
    described = [describe(paper) for paper in papers]
    journal.write(
        "selection",
        patterns=list(how.patterns),
        settings={"profile": how.profile, "device": how.device, "seed": how.seed},
        papers=[{key: paper[key] for key in ("key", "title", "unchecked")} for paper in described],
        texts={claim["id"]: claim["text"] for paper in described for claim in paper["claims"]},
    )
    return Begun(papers, ids, journal, folder, how)


def _chosen(patterns: tuple[str, ...]) -> tuple[list[Paper], list[str]]:
    from ntpcheck.report import catalogue

    papers = catalogue.papers(patterns)
    return papers, catalogue.select([claim.id for paper in papers for claim in paper.claims], patterns)


def resumed(name: str) -> Begun:
    """The run of that name, to be continued.

    Raises UnreadableFile where its journal breaks off before its settings, or where the claims or the
    environment are not what they were: the rest would not be of one piece with what is there.
    """
    from ntpcheck.engine.journal import Journal
    from ntpcheck.errors import UnreadableFile
    from ntpcheck.report.runs import find_run

    folder = find_run(name)
    journal = Journal(folder / "journal.ndjson")
    asked = next((event for event in journal.events if event["event"] == "selection"), {})
    if "settings" not in asked:
        raise UnreadableFile(f"run {folder.name} stopped before it noted its settings. Start a new one.")
    how = How(tuple(asked["patterns"]), **asked["settings"])
    papers, ids = _chosen(how.patterns)
    run = Begun(papers, ids, journal, folder, how)
    for what, then, now in _changes(run):
        said = f"run {folder.name} cannot be continued: its {what} was {then}, now it is {now}."
        raise UnreadableFile(f"{said} Start a new one.")
    return run


def _changes(run: Begun) -> Iterator[tuple[str, Any, Any]]:
    """What the run event says of the circumstances, and what they are now, where they differ."""
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
    # Expected verdicts may change: they are compared with, not computed from.
    before, after = ([claim | {"expected": None} for claim in told["claims"]] for told in (then, now))
    if before != after:
        yield "list of claims", f"{len(before)} statements", f"{len(after)}, or others"


def _alone(ctx: click.Context) -> None:
    """Refuses what --resume takes from the run itself."""
    given = [
        name
        for name in ("patterns", "profile", "device", "seed")
        if ctx.get_parameter_source(name) is ParameterSource.COMMANDLINE and ctx.params[name] != ()
    ]
    if given:
        allowed = "--workers, --budget, --strict and --json"
        said = f"--resume takes {given[0]} from the run. Leave out all but {allowed}."
        raise click.UsageError(said, ctx)


def check(run: Begun, budget: float | None, workers: int | None = None) -> str:
    """Runs the engine; returns "", "interrupted" or "out of time".

    workers: how many processes take part; one per core, up to a limit, if not given.
    """
    try:
        from platformdirs import user_cache_path

        # Hypothesis keeps tables of characters and constants somewhere; a user's folder is no place for them.
        os.environ.setdefault("HYPOTHESIS_STORAGE_DIRECTORY", str(user_cache_path("ntpcheck") / "hypothesis"))
        from ntpcheck import backends
        from ntpcheck.engine.run import verify
        from ntpcheck.engine.workers import usual
        from ntpcheck.report.terminal import Progress

        backends.settle()
        count = usual() if workers is None else workers
        how, where = run.how, str(backends.device(run.how.device))
        options: dict[str, Any] = {"profile": how.profile, "seed": how.seed, "device": where}
        with Progress(len(run.ids)) as progress:
            for event in run.journal.events:
                progress(event)
            tell = _within(budget, progress)
            verify(run.papers, tuple(run.ids), progress=tell, journal=run.journal, workers=count, **options)
    except KeyboardInterrupt:
        return "interrupted"
    except BudgetSpent:
        return "out of time"
    return ""


def _within(budget: float | None, progress: Tell) -> Tell:
    deadline = None if budget is None else time.monotonic() + budget

    def tell(event: Mapping[str, Any]) -> None:
        progress(event)
        at_a_border = event["event"] == "verdict" or event.get("phase") == "finished"
        if deadline is not None and at_a_border and time.monotonic() > deadline:
            raise BudgetSpent

    return tell


def _conclude(run: Begun, ending: str, *, strict: bool, as_json: bool) -> int:
    from ntpcheck.report.gate import compare
    from ntpcheck.report.record import read
    from ntpcheck.report.render import render

    if not run.told:  # interrupted before the engine had begun
        raise KeyboardInterrupt
    record = read(run.folder)
    files = render(record, run.folder, ["json", "html"])
    if as_json:
        click.echo((run.folder / "summary.json").read_text(encoding="utf-8"), nl=False)
    else:
        _show(record, files)
    if ending:
        more = f"`python -m ntpcheck verify --resume {run.folder.name}` goes on"
        click.echo(f"ntpcheck: {ending}: claims without a verdict count as skipped; {more}", err=True)
    tally = compare(record.verdicts, record.expected)
    _options.say_tally(tally, to_stderr=as_json)
    return 2 if ending == "interrupted" else tally.exit_code(strict=strict)


def _given_up(run: Begun | None, *, to_stderr: bool) -> int:
    """The last words where there is no report: none was begun, or a second Ctrl-C asked to leave at once."""
    from ntpcheck.report.gate import Tally, compare
    from ntpcheck.report.record import gather

    found = Tally(())
    if run is not None:
        folder, record = run.folder.name, gather(run.journal.events) if run.told else None
        ways = f"`python -m ntpcheck verify --resume {folder}` goes on, `report {folder}` shows what there is"
        click.echo(f"ntpcheck: interrupted: {ways}", err=True)
        found = compare(record.verdicts, record.expected) if record else compare(dict.fromkeys(run.ids), {})
    else:
        click.echo("ntpcheck: interrupted before anything was checked", err=True)
    _options.say_tally(found, to_stderr=to_stderr)
    return 2


def _show(record: Record, files: Sequence[Path]) -> None:
    from ntpcheck.report.terminal import console, verdict_table

    console().print(verdict_table(record))
    click.echo(f"\nreport: {files[-1]}")
