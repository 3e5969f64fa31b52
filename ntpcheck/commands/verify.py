"""`ntpcheck verify`: check claims."""

import math
import os
import signal
import time
from collections.abc import Callable, Generator, Mapping
from contextlib import contextmanager
from functools import partial
from typing import Any

import click
from click.core import ParameterSource

from ntpcheck import signals
from ntpcheck.commands import _options
from ntpcheck.commands._runs import Begun, How, begun, resumed
from ntpcheck.errors import UnwritableFile

Tell = Callable[[Mapping[str, Any]], None]
SPENT = "out of time"
STUCK = f"{SPENT} before anything was done, and claims of one domain are searched together or not at all"


class BudgetSpent(KeyboardInterrupt):
    """The time is up. It ends a run as Ctrl-C does, even in the middle of a batch."""


@click.command("verify", short_help="Check claims and write a report.")
@click.argument("patterns", nargs=-1, metavar="[PATTERN]...", shell_complete=_options.claim_ids)
@_options.profile
@_options.device
@_options.seed
@_options.workers
@_options.cluster
@_options.budget(help="Stop after this time.")
@click.option("--resume", metavar="RUN", help="Continue a stopped run, with the settings it had.")
@click.option("--all", "every", is_flag=True, help="Print a row per claim, however many there are.")
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
    cluster: str | None,
    budget: float | None,
    resume: str | None,
    *,
    every: bool,
    strict: bool,
    as_json: bool,
) -> int:
    """Check claims, and write the journal, summary.json and index.html of the run.

    At the end it prints the main results, the counts by verdict and the path of the page, and a row per claim
    with --all or for at most 12. PATTERN is an id, its first parts, a glob over ids, a book's file, or
    module:PAPER, whose code then runs; ids and globs beside a book select among its claims. A claim passes by
    its expected verdict, without one by SUPPORTED or EXHAUSTED. Above quick, missed falsehoods are named too.
    """
    run = None
    try:
        if resume is not None:
            _alone(ctx)
        run = resumed(resume) if resume is not None else begun(How(patterns, profile, device, seed))
        if run is None:
            return _options.nothing_selected(patterns)
        ending = check(run, budget, cluster or workers)
        if ending == "interrupted" and not as_json:
            return _interrupted(run)
        return _conclude(run, ending, every=every, strict=strict, as_json=as_json)
    except KeyboardInterrupt:  # while nothing is checked yet, or while the report is written
        return _interrupted(run)
    except UnwritableFile as problem:
        raise _resumable(problem, run) from None
    finally:
        if run is not None:
            run.journal.close()


def _resumable(problem: UnwritableFile, run: Begun | None) -> UnwritableFile:
    """What could not be written, and how to continue the run if it has begun."""
    way = f" `python -m ntpcheck verify --resume {run.folder.name}` goes on" if run else ""
    return UnwritableFile(f"{problem}{way}")


def _alone(ctx: click.Context) -> None:
    """Refuses options that --resume takes from the run itself."""
    given = [
        name
        for name in ("patterns", "profile", "device", "seed")
        if ctx.get_parameter_source(name) is ParameterSource.COMMANDLINE and ctx.params[name] != ()
    ]
    if given:
        allowed = "--workers, --cluster, --budget, --all, --strict and --json"
        said = f"--resume takes {given[0]} from the run. Leave out all but {allowed}."
        raise click.UsageError(said, ctx)


def check(run: Begun, budget: float | None, workers: int | str | None = None) -> str:
    """Runs the engine; returns "", "interrupted", SPENT or STUCK.

    workers: how many processes take part (as many as pay, up to a limit, if not given), or the address of a
    Dask scheduler.
    """
    before = _done(run)
    try:
        from platformdirs import user_cache_path

        # Hypothesis keeps tables of characters and constants somewhere; a user's folder is no place for them.
        os.environ.setdefault("HYPOTHESIS_STORAGE_DIRECTORY", str(user_cache_path("ntpcheck") / "hypothesis"))
        from ntpcheck import backends
        from ntpcheck.accepted import read_accepted
        from ntpcheck.engine.cluster import usual
        from ntpcheck.engine.run import profile_named, verify
        from ntpcheck.report.gate import BASELINE
        from ntpcheck.report.terminal import Progress

        backends.settle()
        count = workers or usual(len(run.ids), profile_named(run.how.profile))
        how, where = run.how, str(backends.device(run.how.device))
        options: dict[str, Any] = {"profile": how.profile, "seed": how.seed, "device": where}
        options |= {"baseline": read_accepted(BASELINE)} if BASELINE.exists() else {}
        with Progress(len(run.ids)) as progress, _ending(budget) as tick:
            for event in run.journal.events:
                progress(event)
            tell = partial(_told, progress, tick)
            options |= {"progress": tell, "tick": tick, "foreign": run.foreign, "workers": count}
            verify(run.papers, tuple(run.ids), journal=run.journal, **options)
    except BudgetSpent:
        return STUCK if _done(run) == before else SPENT
    except KeyboardInterrupt:
        return "interrupted"
    return ""


@contextmanager
def _ending(budget: float | None) -> Generator[Callable[[], None]]:
    """Raises BudgetSpent after so many seconds. What it yields raises it again, if other code caught it."""
    deadline = math.inf if budget is None else time.monotonic() + budget

    def ring(*_: Any) -> None:
        raise BudgetSpent

    def tick() -> None:
        signals.check()
        if time.monotonic() > deadline:
            raise BudgetSpent

    if budget is None:
        yield tick
        return
    before = signal.signal(signal.SIGALRM, ring)
    rest, _ = signal.setitimer(signal.ITIMER_REAL, budget)
    try:
        yield tick
    finally:
        signal.setitimer(signal.ITIMER_REAL, rest)
        signal.signal(signal.SIGALRM, before)


def _told(progress: Tell, tick: Callable[[], None], event: Mapping[str, Any]) -> None:
    progress(event)
    if event["event"] == "verdict" or event.get("phase") == "finished":
        tick()


def _conclude(run: Begun, ending: str, *, every: bool, strict: bool, as_json: bool) -> int:
    from ntpcheck.reading import LARGEST, text
    from ntpcheck.report.formats.render import render
    from ntpcheck.report.gate import compared
    from ntpcheck.report.record import read
    from ntpcheck.report.screen import show
    from ntpcheck.report.why import reasons

    if not run.told:  # interrupted before the engine had begun, or out of time
        return _interrupted(run, ending)
    record = read(run.folder)
    files = render(record, run.folder, ["json", "html"])
    if as_json:
        click.echo(text(files[0], LARGEST), nl=False)
    else:
        show(record, reasons(paper.folder for paper in run.papers), every=every)
        click.echo(f"report: {files[-1]}")
        if any(row.witness for row in record.rows):
            click.echo(f"counterexamples: {run.folder / 'counterexamples'}")
    if ending:
        longer = " with a longer --budget" if ending == STUCK else ""
        more = f"`python -m ntpcheck verify --resume {run.folder.name}` goes on{longer}"
        click.echo(f"ntpcheck: {ending}: claims without a verdict count as skipped; {more}", err=True)
    tally = compared(record)
    _options.say_tally(tally, to_stderr=as_json)
    return 2 if ending == "interrupted" else tally.exit_code(strict=strict)


def _done(run: Begun) -> set[tuple[str, str]]:
    """What a run that is taken up again does not do again: verdicts and figures, each with its claim."""
    return {(e["event"], e["claim"]) for e in run.journal.events if e["event"] in ("verdict", "figure")}


def _interrupted(run: Begun | None, ending: str = "interrupted") -> int:
    """One line: how far the run came, how it goes on, and what shows what there is."""
    if run is None:
        click.echo("ntpcheck: interrupted before anything was checked", err=True)
        return 2
    done = sum(event == "verdict" for event, _ in _done(run))
    ways = f"`ntpcheck verify --resume {run.folder.name}` goes on"
    ways += ", `ntpcheck report` shows what there is" if run.told else ""
    ending = SPENT if ending == STUCK else ending
    click.echo(f"ntpcheck: {ending} after {done} of {len(run.ids)} claims: {ways}", err=True)
    return 2
