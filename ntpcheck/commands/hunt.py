"""`ntpcheck hunt`: look for the smallest exact counterexample."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import click

from ntpcheck.commands import _options

if TYPE_CHECKING:
    from pathlib import Path

    from ntpcheck.claim import Claim, Paper
    from ntpcheck.engine.hunt import Hunt

KNOWN = "{} without {}\n  the counterexample to the original statement violates it\n"
COMMAND = "    python -I -S $(ntpcheck-verifier --where)"


@click.command("hunt", short_help="Look for the smallest exact counterexample.")
@click.argument("pattern", metavar="CLAIM", shell_complete=_options.claim_ids)
@click.option("--drop", "dropped", multiple=True, metavar="ASSUMPTION", help="Do without it (repeatable).")
@click.option("--all-drops", is_flag=True, help="Do without each assumption in turn.")
@_options.paper
@click.option("--needed", is_flag=True, help="With --all-drops: keep the table in the paper's needed.json.")
@_options.profile
@_options.seed
@click.option(
    "--budget", type=_options.Seconds(), default="60s", show_default=True, help="Time for each hunt."
)
@_options.as_json
def command(
    pattern: str,
    dropped: tuple[str, ...],
    paper: str | None,
    profile: str,
    seed: int,
    budget: float,
    *,
    all_drops: bool,
    needed: bool,
    as_json: bool,
) -> int:
    """Look for the smallest exact counterexample to a claim, with all its assumptions or without some.

    CLAIM is an id, or with --all-drops also a glob. A counterexample is minimised, judged in exact or ball
    arithmetic, handed to the independent verifier, and written as JSON, as a test and as LaTeX. Finding one
    is no failure: the exit code is 0 either way.
    """
    from ntpcheck import backends
    from ntpcheck.report.hunted import summary
    from ntpcheck.report.needed import keep, row
    from ntpcheck.report.runs import new_run

    papers, targets = _targets(pattern, dropped, paper, profile, seed, all_drops=all_drops)
    if needed:
        targets = _standing(papers, targets, all_drops=all_drops)
    if not targets:
        return _options.nothing_selected((pattern,))
    backends.settle()
    folder, entries = new_run(seed, "hunt"), []
    for target in targets:
        if needed and _known(papers, target, quiet=as_json):
            continue
        entries.append(_hunted(target, folder, budget, paper, quiet=as_json))
        if needed:
            keep(_home(papers, target), [row(target, profile=profile)])
    document = summary(entries, folder)
    if as_json:
        _options.say_json(document)
    return 0


def _targets(
    pattern: str, dropped: tuple[str, ...], paper: str | None, profile: str, seed: int, *, all_drops: bool
) -> tuple[list[Paper], list[Hunt]]:
    """The papers looked at, and a hunt for each claim and choice of what to drop."""
    from ntpcheck.engine.hunt import Hunt
    from ntpcheck.engine.run import profile_named
    from ntpcheck.errors import UnknownOption
    from ntpcheck.report import catalogue

    if all_drops and dropped:
        raise UnknownOption("--drop and --all-drops exclude each other. Leave one out.")
    papers = catalogue.papers((paper,) if paper else ())
    claims = {claim.id: claim for home in papers for claim in home.claims}
    if catalogue.names_paper(pattern):
        raise catalogue.unknown(pattern, list(claims))
    # An exact id is that claim alone: its amended statement begins with the same words.
    names = [pattern] if pattern in claims else catalogue.select(list(claims), (pattern,))
    if len(names) > 1 and not all_drops:
        listed = f"`python -m ntpcheck claims {pattern}` lists them"
        raise UnknownOption(
            f"{pattern!r} names {len(names)} claims. Name one ({listed}), or add --all-drops."
        )
    return papers, [
        Hunt.of(claims[i], without, profile_named(profile), seed)
        for i in names
        for without in (_each(claims[i]) if all_drops else [dropped])
    ]


def _standing(papers: list[Paper], targets: list[Hunt], *, all_drops: bool) -> list[Hunt]:
    """The hunts for claims that stand: what falls with all its assumptions says nothing about one of them.

    Raises UnknownOption where none of them stands, or where assumptions are not dropped in turn.
    """
    from ntpcheck.accepted import SOUND
    from ntpcheck.errors import UnknownOption

    if not all_drops:
        raise UnknownOption("--needed keeps what --all-drops finds. Add --all-drops.")

    expected = {name: word for paper in papers for name, word in paper.expected.items()}
    standing = [target for target in targets if expected.get(target.claim.id) in SOUND]
    for name in dict.fromkeys(t.claim.id for t in targets if t not in standing):
        said = f"{name} does not stand with all its assumptions: left out of the table of what is needed"
        click.echo(f"ntpcheck: {said}", err=True)
    if targets and not standing:
        raise UnknownOption(
            "--needed is about claims that stand, and none of these does. Name an amended one."
        )
    return standing


def _home(papers: list[Paper], target: Hunt) -> Paper:
    return next(paper for paper in papers if target.claim.id in paper.by_id)


def _known(papers: list[Paper], target: Hunt, *, quiet: bool) -> bool:
    """Keeps what the counterexample to the original of an amended statement says, where that is enough."""
    from ntpcheck.report.needed import keep, of_original

    found = of_original(_home(papers, target), target.claim, target.dropped[0])
    if found:
        click.echo(KNOWN.format(target.claim.id, target.dropped[0]), err=quiet)
        keep(_home(papers, target), [found])
    return found is not None


def _hunted(target: Hunt, folder: Path, budget: float, paper: str | None, *, quiet: bool) -> dict[str, Any]:
    """The entry of one hunt, which is told as it goes."""
    from ntpcheck.engine.hunt import hunt
    from ntpcheck.engine.ways import Until
    from ntpcheck.report.hunted import entry
    from ntpcheck.report.terminal import folded

    started = time.monotonic()
    without = f" without {', '.join(target.dropped)}" if target.dropped else ""
    click.echo(f"{target.claim.id}{without}", err=quiet)
    click.echo(folded(f"  {target.claim.statement}"), err=quiet)
    hunt(target, Until(started + budget), lambda *told: _say(*told, quiet=quiet))
    found = entry(target, folder, seconds=time.monotonic() - started, paper=paper)
    for line in _told(found, _elsewhere(target.claim) if paper else ""):
        click.echo(line if line.startswith(COMMAND) else folded(line, 2), err=quiet)
    return found


def _each(claim: Claim) -> Iterator[tuple[str, ...]]:
    return ((assumption.name,) for assumption in claim.assumes if not assumption.fixed)


def _say(way: str, looked: int, state: str, *, quiet: bool) -> None:
    click.echo(f"  {way:12}{looked:>9,} inside   {state}", err=quiet)


def _elsewhere(claim: Claim) -> str:
    """The verifier's option for the book of a paper that is not installed."""
    return f" --book={claim.origin.source.path}" if claim.origin else ""


def _told(entry: dict[str, Any], book: str = "") -> list[str]:
    """What a hunt ends with: verdict, witness as code, what lies below it, and how to look again."""
    lines = [f"{entry['verdict']}: {entry['meaning']}"]
    if entry["witness"]:
        numbers = f"slack {entry['slack']}, {entry['rigor']}" if entry["verdict"] != "ILL_POSED" else ""
        accepted = "the verifier accepts it against the statement book"
        about = (numbers, entry["reason"] or accepted, entry["below"])
        lines += [f"  {entry['says']} on", f"    {entry['repr']}"]
        lines += [f"  {line}" for line in (*about, *entry["files"]) if line]
        lines += ["  check it without ntpcheck:", f"{COMMAND}{book} {entry['witness']}"]
    lines += [f"  suspect: {suspect}" for suspect in entry["suspects"]]
    if not entry["witness"] and entry["below"]:
        lines.append(f"  {entry['below']}")
    return [*lines, f"  {entry['cost']}", ""]
