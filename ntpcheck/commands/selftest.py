"""`ntpcheck selftest`: how well the engine tells true from false."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ntpcheck.commands import _options

if TYPE_CHECKING:
    from ntpcheck.claim import Effort, Paper
    from ntpcheck.engine.campaign import Size
    from ntpcheck.engine.cluster import Workers
    from ntpcheck.engine.journal import Journal
    from ntpcheck.engine.selftest import Plan


@click.command("selftest", short_help="Measure false alarms and detection.")
@click.option("--paper", metavar="KEY", help="One installed paper by its key, or module:PAPER, or my.book.")
@_options.profile
@_options.device
@_options.seed
@_options.workers
@_options.cluster
@click.option(
    "--out",
    type=click.Path(file_okay=False, path_type=Path),
    default=Path(),
    help="Folder for TRUST.md and reports/trust.json.  [default: the current one]",
)
@click.option(
    "--sample",
    type=click.IntRange(min=1),
    metavar="N",
    help="Examine at most N true claims, N false ones and N planted falsehoods, of all kinds and domains.",
)
@click.option(
    "--seeds",
    type=click.IntRange(min=1),
    default=1,
    metavar="N",
    help="Examine everything under N seeds, from --seed on. TRUST.md says what held under all of them.",
)
@click.option(
    "--ablate",
    type=click.IntRange(min=1),
    metavar="N",
    help="Search N planted falsehoods again without corners, without ascent, and by Hypothesis alone.",
)
@click.option("--render", is_flag=True, help="Write TRUST.md again from what reports/trust.json holds.")
@click.option("--resume", is_flag=True, help="Continue the last run in --out; seeds may be added.")
@click.option(
    "--campaign",
    type=click.Choice(["none", "ci", "nightly"]),
    help="Forge 3,000 files, 1,000 hints and 1,000 changed files; compare books with checkers 2,000 or "
    "100,000 times; try 40 or 1,000 edits of each book.  [default: as the profile; none for quick]",
)
@click.option(
    "--edits",
    type=click.IntRange(min=0),
    metavar="N",
    help="Try N misprints of each book, and N edits of its claims, in the campaign.",
)
@click.option(
    "--part",
    "parts",
    multiple=True,
    type=click.Choice(["forgeries", "comparisons", "misprints", "falsehoods"]),
    metavar="PART",
    help="Count forgeries, comparisons, misprints or falsehoods anew, for all papers, into the record in "
    "--out; may be repeated. What the record says of all else stays.",
)
@_options.as_json
def command(
    paper: str | None,
    profile: str,
    device: str,
    seed: int,
    workers: int | None,
    cluster: str | None,
    out: Path,
    sample: int | None,
    seeds: int,
    ablate: int | None,
    campaign: str | None,
    edits: int | None,
    parts: tuple[str, ...],
    *,
    render: bool,
    resume: bool,
    as_json: bool,
) -> int:
    """Examine true claims and planted falsehoods, without being told which is which, and write TRUST.md.

    Prints false alarms, the detection rate, and the examples and seconds of a detection. Exits with 1 if
    there is a false alarm, if a false file is accepted, or if a book and a checker contradict each other.
    """
    from ntpcheck.engine.selftest import Plan

    if render:
        return _rendered(out)
    effort = _effort(profile, device)
    size = _size(campaign or profile, edits)
    if parts:
        _whole(paper)
        return _renewed(out, parts, size or _size("ci", edits), seed, cluster or workers, as_json=as_json)
    drawn, others = tuple(range(seed, seed + seeds)), _others(paper)
    plan = Plan(profile, effort, drawn, sample, ablate or 0, size, others)
    with closing(_journal(out, resume=resume)) as journal:
        report = _examined(_papers(paper), plan, cluster or workers, journal)
    return _written(report, out, as_json=as_json)


def _effort(profile: str, device: str) -> Effort:
    from dataclasses import replace

    from ntpcheck import backends
    from ntpcheck.engine.run import profile_named

    backends.settle()
    return replace(profile_named(profile), device=str(backends.device(device)))


def _size(name: str, edits: int | None) -> Size | None:
    from dataclasses import replace

    from ntpcheck.engine.campaign import SIZES

    size = SIZES.get(name)
    return size if size is None or edits is None else replace(size, misprints=edits, falsehoods=edits)


def _examined(papers: list[Paper], plan: Plan, workers: Workers | None, journal: Journal) -> dict[str, Any]:
    from ntpcheck.engine.cluster import usual
    from ntpcheck.engine.selftest import selftest
    from ntpcheck.report.terminal import Progress

    count = workers or usual(sum(len(p.claims) + len(p.planted) for p in papers), plan.effort)
    with Progress(0, "statements") as progress:
        return selftest(papers, plan, workers=count, journal=journal, progress=progress)


def _journal(out: Path, *, resume: bool) -> Journal:
    """The journal of finished parts: that of the last run, or a new one in its place."""
    from ntpcheck.engine.journal import Journal

    path = out / "reports" / "selftest" / "journal.ndjson"
    if not resume:
        path.unlink(missing_ok=True)
    return Journal(path)


def _rendered(out: Path) -> int:
    """TRUST.md of a stored report, with the other records as they are now."""
    from ntpcheck import reading
    from ntpcheck.report.trust.document import trust
    from ntpcheck.writing import write

    report = reading.document(out / "reports" / "trust.json", reading.LARGEST)
    click.echo(f"written: {write(out / 'TRUST.md', trust(report))}")
    return 0


def _whole(paper: str | None) -> None:
    """Refuses --paper beside --part: a record speaks of all its papers."""
    from ntpcheck.errors import UnknownOption

    if paper is not None:
        raise UnknownOption(
            f"--part counts for all papers of the record, not for {paper} alone. Leave out --paper."
        )


def _renewed(
    out: Path, parts: tuple[str, ...], size: Size | None, seed: int, workers: Workers | None, *, as_json: bool
) -> int:
    """The record in `out` with parts of its campaign counted anew, each written once it is done; the exit
    code.
    """
    from ntpcheck import reading
    from ntpcheck.engine.campaign import renewed
    from ntpcheck.engine.selftest import where
    from ntpcheck.errors import UnknownOption

    path = out / "reports" / "trust.json"
    report = reading.document(path, reading.LARGEST)
    papers = {paper.key: paper for paper in _papers(None)}
    foreign = not set(report["papers"]) <= papers.keys()
    if size is None or foreign or "campaign" not in report.get("books", {}):
        raise UnknownOption(
            f"{path} holds no campaign of installed papers that --part could count anew. "
            "Run `ntpcheck selftest --campaign ci` first."
        )
    chosen = [papers[key] for key in report["papers"]]
    for part in dict.fromkeys(parts):
        told = renewed(report["books"], chosen, size, seed, part, workers=workers or 1, where=where())
        report |= {"books": told}
        _kept(report, out)
    return _written(report, out, as_json=as_json)


def _kept(report: dict[str, Any], out: Path) -> tuple[Path, Path]:
    """Writes the page and the record."""
    from ntpcheck.report.formats.summary import canonical_by_lines
    from ntpcheck.report.trust.document import trust
    from ntpcheck.writing import write

    page, trials = out / "TRUST.md", out / "reports" / "trust.json"
    write(page, trust(report))
    write(trials, canonical_by_lines(report))
    return page, trials


def _written(report: dict[str, Any], out: Path, *, as_json: bool) -> int:
    """Writes both files, and one of them on standard output; the exit code."""
    from ntpcheck.report.formats.summary import canonical
    from ntpcheck.report.terminal import folded
    from ntpcheck.report.trust.books import accepted_and_false, clashes
    from ntpcheck.report.trust.document import false_alarms, headline

    page, trials = _kept(report, out)
    if as_json:
        click.echo(canonical(report), nl=False)
    else:
        for what, figure in headline(report):
            click.echo(folded(f"{figure:>20}  {what}", 22))
        for entry in false_alarms(report):
            click.echo(
                folded(f"false alarm: {entry['id']}: {entry['outcome']} {entry['reason']}".rstrip(), 4)
            )
        click.echo(f"\nwritten: {page}, {trials}")
    return 1 if false_alarms(report) or accepted_and_false(report) or clashes(report) else 0


def _others(asked: str | None) -> bool:
    """Whether some of the papers asked for are a third party's."""
    from ntpcheck.report import catalogue

    return bool(catalogue.foreign((asked,) if asked and catalogue.names_paper(asked) else ()))


def _papers(asked: str | None) -> list[Paper]:
    """The papers asked for: all that are installed, one of them by its key, module:PAPER, or a book."""
    from ntpcheck.errors import UnknownOption
    from ntpcheck.report import catalogue

    if asked is None or catalogue.names_paper(asked):
        return catalogue.papers((asked,) if asked else ())
    papers = catalogue.papers(())
    found = [paper for paper in papers if paper.key == asked]
    if not found:
        known = ", ".join(paper.key for paper in papers)
        raise UnknownOption(f"no installed paper has the key {asked!r}. Choose one of {known}.")
    return found
