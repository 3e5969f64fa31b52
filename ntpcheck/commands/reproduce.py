"""`ntpcheck reproduce`: the papers' own figures and experiments, made again."""

from __future__ import annotations

import time
from math import ceil
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ntpcheck.commands import _options

if TYPE_CHECKING:
    from ntpcheck.target import Comparison, Reproduction, Target

FIGURES = Path("reports") / "figures"
SHORT = 0.5  # minutes of which another machine may need twice as many
WORDS = {None: "-", True: "yes", False: "no"}


@click.command("reproduce", short_help="Make a paper's figures again.")
@click.argument("targets", nargs=-1, metavar="[TARGET]...")
@click.option("--list", "as_list", is_flag=True, help="List the targets and the time each takes.")
@click.option("--all", "everything", is_flag=True, help="Make every target.")
@click.option(
    "--output",
    type=click.Path(path_type=Path, file_okay=False),
    default=FIGURES,
    show_default=True,
    help="Folder for the figures.",
)
@_options.seed
@_options.as_json
def command(
    targets: tuple[str, ...], output: Path, seed: int, *, as_list: bool, everything: bool, as_json: bool
) -> int:
    """Make a paper's figures and experiments again, with its numbers beside ours.

    TARGET is an id, its first parts, a glob over ids, or module:PAPER, whose code runs. Each figure is
    written as PDF and SVG, the same bytes for the same seed. A comparison passes if it comes out as recorded.
    So a recorded disagreement with the paper passes, and fails once it is gone.
    """
    named = [target for target in targets if ":" not in target]
    if not (as_list or everything or named):
        raise click.UsageError(
            "which target? Name one, or give --all or --list.", click.get_current_context()
        )
    chosen = _chosen(targets)
    if not chosen:
        click.echo(
            "ntpcheck: nothing selected. `python -m ntpcheck reproduce --list` lists the ids.", err=True
        )
        return 5
    if as_list:
        return _list(chosen, as_json=as_json)
    made = [_make(target, output, seed, as_json=as_json) for target in chosen]
    return _conclude(made, seed, as_json=as_json)


def _chosen(patterns: tuple[str, ...]) -> list[Target]:
    from difflib import get_close_matches

    from ntpcheck.errors import UnknownClaim, UnknownTarget
    from ntpcheck.report import catalogue

    known = {target.id: target for paper in catalogue.papers(patterns) for target in paper.targets}
    wanted: set[str] = set()
    for pattern in patterns or ("*",):
        try:
            wanted.update(catalogue.select(list(known), (pattern,)))
        except UnknownClaim:
            close = get_close_matches(pattern, list(known), n=1, cutoff=0.4)
            way_out = (
                f"Did you mean {close[0]}?" if close else "`python -m ntpcheck reproduce --list` lists them."
            )
            raise UnknownTarget(f"no target {pattern!r}. {way_out}") from None
    return [target for name, target in known.items() if name in wanted]


def _list(chosen: list[Target], *, as_json: bool) -> int:
    rows = [{"id": t.id, "cite": t.cite, "title": t.title, "minutes": t.minutes} for t in chosen]
    if as_json:
        _options.say_json({"schema_version": 1, "targets": rows})
        return 0
    from ntpcheck.report.terminal import folded

    width = max(len(target.id) for target in chosen)
    for target in chosen:
        line = f"{target.id:{width}}  {_time(target):12}  {target.cite}: {target.title}"
        click.echo(folded(line, width + 16))
    return 0


def _time(target: Target) -> str:
    """How long a target takes, as roughly as holds on another machine."""
    return "under 1 min" if target.minutes <= SHORT else f"about {ceil(target.minutes)} min"


def _make(target: Target, output: Path, seed: int, *, as_json: bool) -> dict[str, Any]:
    """Makes one target, writes its figure, and tells what came out."""
    from ntpcheck import backends
    from ntpcheck.report.figures.drawing import save
    from ntpcheck.report.terminal import Speaker
    from ntpcheck.writing import told_of

    backends.settle()
    click.echo(f"making {target.id}, {_time(target)} on an idle core", err=True)
    start = time.monotonic()
    with told_of(output):
        output.mkdir(parents=True, exist_ok=True)  # before minutes are spent
    with Speaker() as speaker:
        speaker.current = f"making {target.id}"
        result = target.make(seed)
        paths = save(result.figure, output, target.id.replace("/", "-"))
    seconds = time.monotonic() - start
    if not as_json:
        _tell(target, result, paths)
    return {
        "id": target.id,
        "cite": target.cite,
        "title": target.title,
        "notes": list(result.notes),
        "files": [str(path) for path in paths],
        "comparisons": [_entry(comparison) for comparison in result.comparisons],
        "excluded": dict(result.excluded),
        "data": dict(result.data),
        "seconds": round(seconds, 1),
    }


def _entry(comparison: Comparison) -> dict[str, Any]:
    kept = ("what", "paper", "ours", "agrees", "expected", "why", "passed")
    return {name: getattr(comparison, name) for name in kept}


def _tell(target: Target, result: Reproduction, paths: list[Path]) -> None:
    from ntpcheck.report.terminal import folded

    click.echo(folded(f"{target.cite}: {target.title}", 2))
    for note in result.notes:
        click.echo(folded(f"  {note}", 2))
    for comparison in result.comparisons:
        sign = WORDS[comparison.agrees] + ("" if comparison.passed is not False else " (not as known)")
        paper = f"paper: {comparison.paper}; " if comparison.paper else ""
        why = f"  [{comparison.why}]" if comparison.why else ""
        click.echo(folded(f"  {sign:4} {comparison.what}: {paper}ours: {comparison.ours}{why}", 5))
    for reason, count in result.excluded.items():
        click.echo(f"  left out: {count} draws, {reason}")
    for path in paths:
        click.echo(f"  wrote {path}")


def _conclude(made: list[dict[str, Any]], seed: int, *, as_json: bool) -> int:
    """The document, the plain last line, and the exit code."""
    passed = [c["passed"] for target in made for c in target["comparisons"]]
    if as_json:
        timing = {target["id"]: target.pop("seconds") for target in made}
        _options.say_json({"schema_version": 1, "seed": seed, "targets": made, "timing": timing})
    said = f"{passed.count(True)} passed, {passed.count(False)} failed, {passed.count(None)} skipped"
    click.echo(said, err=as_json)
    return 1 if False in passed else 0
