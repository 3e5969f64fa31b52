"""`ntpcheck verify`: check claims."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

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
@click.option("--budget", type=_options.Seconds(), help="Stop at the first batch border after this time.")
@_options.strict
@_options.as_json
def command(
    patterns: tuple[str, ...],
    profile: str,
    device: str,
    seed: int,
    budget: float | None,
    *,
    strict: bool,
    as_json: bool,
) -> int:
    """Check claims, and write the journal, summary.json and index.html of the run.

    PATTERN is an id, its first parts, a glob over ids, or module:PAPER, whose code runs. A claim passes when
    its verdict is the expected one; where nothing is expected, SUPPORTED and EXHAUSTED pass.
    """
    from ntpcheck.report import catalogue
    from ntpcheck.report.runs import new_run

    papers = catalogue.papers(patterns)
    ids = catalogue.select([claim.id for paper in papers for claim in paper.claims], patterns)
    if not ids:
        return _options.nothing_selected(patterns)
    folder = new_run(seed, profile)
    journal = start(papers, patterns, folder)
    ending = check(papers, ids, journal, How(profile, device, seed, budget))
    return _conclude(folder, ending, strict=strict, as_json=as_json)


@dataclass(frozen=True)
class How:
    """How claims are checked: the options of the command."""

    profile: str
    device: str
    seed: int
    budget: float | None


def start(papers: list[Paper], patterns: Sequence[str], folder: Path) -> Journal:
    """A journal that begins with what was asked for, and with the papers' own words for reports to use."""
    from ntpcheck.engine.journal import Journal
    from ntpcheck.report.catalogue import describe

    journal = Journal(folder / "journal.ndjson")
    described = [describe(paper) for paper in papers]
    journal.write(
        "selection",
        patterns=list(patterns),
        papers=[{key: paper[key] for key in ("key", "title", "unchecked")} for paper in described],
        texts={claim["id"]: claim["text"] for paper in described for claim in paper["claims"]},
    )
    return journal


def check(papers: list[Paper], ids: list[str], journal: Journal, how: How) -> str:
    """Runs the engine; returns "", "interrupted" or "out of time"."""
    from ntpcheck import backends
    from ntpcheck.engine.run import verify
    from ntpcheck.report.terminal import Progress

    backends.settle()
    where = str(backends.device(how.device))
    options: dict[str, Any] = {"profile": how.profile, "seed": how.seed, "device": where, "journal": journal}
    with Progress(len(ids)) as progress:
        try:
            verify(papers, tuple(ids), progress=_within(how.budget, progress), **options)
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


def _conclude(folder: Path, ending: str, *, strict: bool, as_json: bool) -> int:
    from ntpcheck.report.gate import compare
    from ntpcheck.report.record import read
    from ntpcheck.report.render import render

    record = read(folder)
    files = render(record, folder, ["json", "html"])
    if as_json:
        click.echo((folder / "summary.json").read_text(encoding="utf-8"), nl=False)
    else:
        _show(record, files)
    if ending:
        click.echo(f"ntpcheck: {ending}: claims without a verdict count as skipped", err=True)
    tally = compare(record.verdicts, record.expected)
    _options.say_tally(tally, to_stderr=as_json)
    return 2 if ending == "interrupted" else tally.exit_code(strict=strict)


def _show(record: Record, files: Sequence[Path]) -> None:
    from ntpcheck.report.terminal import console, verdict_table

    console().print(verdict_table(record))
    click.echo(f"\nreport: {files[-1]}")
