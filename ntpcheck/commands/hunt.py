"""`ntpcheck hunt`: look for the smallest exact counterexample."""

from __future__ import annotations

import time
from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from ntpcheck import doing, signals
from ntpcheck.commands import _options
from ntpcheck.commands._hunt_targets import Asked, Target, chosen
from ntpcheck.statement.printing.in_words import code_in_words, headline

if TYPE_CHECKING:
    from pathlib import Path

    from ntpcheck.claim import Claim, Paper
    from ntpcheck.engine.cluster import Task, Write
    from ntpcheck.engine.hunt import Hunt
    from ntpcheck.report.terminal import Speaker

KNOWN = "{} without {}\n  the counterexample to the original statement violates it\n"
LONG, BRIEFLY = 60.0, 15.0  # seconds for each hunt, for each of many
COMMAND = "    python -I -S $(ntpcheck-verifier --where)"


@click.command("hunt", short_help="Look for the smallest exact counterexample.")
@click.argument("pattern", metavar="CLAIM", shell_complete=_options.claim_ids)
@click.option("--drop", "dropped", multiple=True, metavar="ASSUMPTION", help="Leave this out (repeatable).")
@click.option("--all-drops", is_flag=True, help="Leave out each assumption in turn.")
@click.option("--also", multiple=True, metavar="ASSUMPTION", help="Assume this too (repeatable).")
@click.option("--all-also", is_flag=True, help="Assume each other assumption of the book in turn.")
@_options.paper
@click.option("--needed", is_flag=True, help="With --all-drops: write the table to the paper's needed.json.")
@_options.profile
@_options.seed
@_options.budget(help="Time for each hunt.  [default: 60s; 15s with --all-also]")
@_options.workers
@_options.cluster
@_options.as_json
def command(
    pattern: str,
    dropped: tuple[str, ...],
    also: tuple[str, ...],
    paper: str | None,
    profile: str,
    seed: int,
    budget: float | None,
    workers: int | None,
    cluster: str | None,
    *,
    all_drops: bool,
    all_also: bool,
    needed: bool,
    as_json: bool,
) -> int:
    """Look for the smallest exact counterexample to a claim, with its assumptions, with fewer, or with more.

    CLAIM is an id, or with --all-drops or --all-also also a glob. A counterexample is minimised, judged in
    exact or ball arithmetic, given to the independent verifier, and written as JSON, as a test and as LaTeX.
    The exit code is 0 whether one is found or not, and 1 if a claim is BROKEN. --all-drops and --all-also
    share their hunts over --workers processes; the default is one.
    """
    from ntpcheck import backends
    from ntpcheck.report.catalogue import foreign
    from ntpcheck.report.runs import new_run

    asked = Asked(dropped, also, all_drops=all_drops, all_also=all_also, needed=needed)
    papers, targets = chosen(pattern, asked, paper)
    if not targets:
        return _options.nothing_selected((pattern,))
    backends.settle()
    folder, others = new_run(seed, "hunt"), foreign((paper,) if paper else ())
    brief = _begin(papers, targets, quiet=as_json) if all_also else 0
    budget = budget or (BRIEFLY if brief else LONG)
    how = _How(folder, budget, paper, profile, seed, frozenset(others), needed=needed, brief=brief)
    entries = _entries(papers, targets, how, cluster or workers or 1, all_also=all_also, as_json=as_json)
    return int(any(entry["verdict"] == "BROKEN" for entry in entries))


def _sum_up(entries: list[dict[str, Any]], folder: Path, *, all_also: bool, as_json: bool) -> None:
    from ntpcheck.report.hunted import saved, summary
    from ntpcheck.report.terminal import folded

    document = summary(entries, folder)
    if as_json:
        _options.say_json(document)
    elif all_also:
        for line in saved(entries, folder).splitlines():
            click.echo(folded(line, 2))


def _begin(papers: list[Paper], targets: list[Target], *, quiet: bool) -> int:
    """The statements that are hunted, before a line for each hunt; how many they are."""
    from ntpcheck.report.terminal import folded

    for name in dict.fromkeys(target.claim for target in targets):
        claim = next(paper[name] for paper in papers if name in paper.by_id)
        click.echo(f"{name}\n{folded(f'  {claim.statement}')}", err=quiet)
    return len({target.claim for target in targets})


def _entries(
    papers: list[Paper],
    targets: list[Target],
    how: _How,
    workers: int | str,
    *,
    all_also: bool,
    as_json: bool,
) -> list[dict[str, Any]]:
    """Every hunt's entry; what they report is told meanwhile. What an interrupted call has is summed up."""
    from ntpcheck.engine.cluster import spread
    from ntpcheck.report.terminal import Speaker

    if len(targets) > 1:
        said = f"{len(targets)} hunts, up to {how.budget:g} s each; --budget says how long"
        click.echo(f"ntpcheck: {said}", err=True)
    entries: list[dict[str, Any]] = []
    try:
        with Speaker() as speaker:
            tasks = [*_tasks(papers, targets, how)]
            spread(tasks, workers, _told(entries, papers, speaker, quiet=as_json))
    finally:
        if entries:
            _sum_up(entries, how.folder, all_also=all_also, as_json=as_json)
    return entries


class _How(NamedTuple):
    """What all hunts of a call share. foreign: keys of papers whose claims run in a process of their own.

    brief: of how many claims one line for each hunt is told, since there are many; 0 where all of it is.
    """

    folder: Path
    budget: float
    paper: str | None
    profile: str
    seed: int
    foreign: frozenset[str]
    needed: bool
    brief: int


def _tasks(papers: list[Paper], targets: list[Target], how: _How) -> Iterator[Task]:
    for target in targets:
        home = next(paper for paper in papers if target.claim in paper.by_id)
        yield partial(_known if how.needed else _hunted, home, target, how)


def _told(entries: list[dict[str, Any]], papers: list[Paper], speaker: Speaker, *, quiet: bool) -> Write:
    """What a hunt reports: a line to print, an entry, a row of the table of what is needed, or nothing."""
    from ntpcheck.report.needed import keep

    def write(event: str, **told: Any) -> None:
        if event == "line":
            click.echo(told["text"], err=quiet)
        elif event == "entry":
            entries.append(told["entry"])
        elif event == "row":
            keep(next(paper for paper in papers if paper.key == told["paper"]), [told["row"]])
        else:
            signals.check()
            speaker.current = told.get("doing", speaker.current)

    return write


def _known(home: Paper, target: Target, how: _How, write: Write) -> None:
    """What a stored counterexample to the original tells of its amended statement, if that is enough."""
    from ntpcheck.report.needed import of_original

    found = of_original(home, home[target.claim], target.dropped[0])
    if found is None:
        _hunted(home, target, how, write)
        return
    write("line", text=KNOWN.format(target.claim, target.dropped[0]))
    write("row", paper=home.key, row=found)


def _hunted(home: Paper, target: Target, how: _How, write: Write) -> None:
    """One hunt, with its progress. A third party's claim is hunted in a process of its own."""
    from ntpcheck.engine.cluster import PULSE
    from ntpcheck.engine.isolation import apart
    from ntpcheck.engine.settle import Settled
    from ntpcheck.evidence import Verdict

    def hunted(claims: tuple[Claim, ...], told: Write) -> None:
        _hunt(home, target.of(home, claims[0], how.profile, how.seed), how, told)

    def broken(claim: Claim, why: str) -> None:
        found = target.of(home, home[target.claim], how.profile, how.seed)
        found.settled = Settled(found.claim, Verdict.BROKEN, None, why)
        _conclude(home, found, how, write, 0.0)

    if home.key in how.foreign:
        apart((home[target.claim],), hunted, write, broken, partial(write, PULSE))
    else:
        hunted((home[target.claim],), write)


def _hunt(home: Paper, target: Hunt, how: _How, write: Write) -> None:
    from ntpcheck.engine.cluster import PULSE
    from ntpcheck.engine.hunt import hunt
    from ntpcheck.engine.ways import Until
    from ntpcheck.report.terminal import folded

    started = time.monotonic()
    if not how.brief:
        write("line", text=f"{target.claim.id}{target.changed}")
        write("line", text=folded(f"  {target.claim.statement}"))

    def say(way: str, looked: int, state: str) -> None:
        if not how.brief:
            write("line", text=f"  {way:12}{looked:>9,} inside   {state}")

    def tell(stage: str) -> None:
        write(PULSE, doing=f"{target.claim.id}{target.changed}: {stage}")

    with doing.telling(tell):
        hunt(target, Until(started + how.budget), say)
    write(PULSE, doing="")
    _conclude(home, target, how, write, time.monotonic() - started)


def _conclude(home: Paper, target: Hunt, how: _How, write: Write, seconds: float) -> None:
    """Reports the end of a hunt."""
    from ntpcheck.report.hunted import brief, entry
    from ntpcheck.report.needed import row
    from ntpcheck.report.terminal import folded

    found = entry(target, how.folder, seconds=seconds, paper=how.paper)
    book = _elsewhere(target.claim) if how.paper else ""
    for line in (
        [brief(found, several=how.brief > 1)] if how.brief else _lines(found, book, _other(home, target))
    ):
        write("line", text=line if line.startswith(COMMAND) else folded(line, 2))
    if how.needed:
        write("row", paper=home.key, row=row(target, profile=how.profile))
    write("entry", entry=found)


def _elsewhere(claim: Claim) -> str:
    """The verifier's option that names the book, for a paper that is not installed."""
    return f" --book={claim.origin.source.path}" if claim.origin else ""


def _other(home: Paper, target: Hunt) -> str:
    """The counterexample that is known of a claim, as it stands; empty where there is none."""
    from ntpcheck.report.runs import counterexample

    claim = target.claim
    found = None if target.changed else counterexample(home.folder, claim.id, claim.digest)
    return f"  a counterexample is known, {found}: this search missed it" if found else ""


def _lines(entry: dict[str, Any], book: str = "", other: str = "") -> list[str]:
    """The last lines of a hunt: verdict, witness in words, what was searched below it, how to repeat it."""
    lines = [f"{entry['verdict']}: {entry['meaning']}", *[other] * (bool(other) and not entry["witness"])]
    if entry["witness"]:
        numbers = headline(entry, undefined=entry["verdict"] == "ILL_POSED")
        accepted = "the verifier accepts it against the statement book"
        about = (numbers, entry["reason"] or accepted, entry["below"])
        lines += [f"  {entry['says']} on", f"    {code_in_words(entry['repr'])}"]
        lines += [f"  {line}" for line in (*about, *entry["files"]) if line]
        lines += ["  check it without ntpcheck:", f"{COMMAND}{book} {entry['witness']}"]
    lines += [f"  {entry['nearest']}"] if entry["nearest"] else []
    lines += [f"  suspect: {code_in_words(suspect)}" for suspect in entry["suspects"]]
    if not entry["witness"] and entry["below"]:
        lines.append(f"  {entry['below']}")
    return [*lines, f"  {entry['cost']}", ""]
