"""`ntpcheck report`: render a run again."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from ntpcheck.commands import _options

# Option -> format; their order is that of the help text.
FORMATS = {
    "html": "Write index.html.",
    "markdown": "Write report.md.",
    "latex": "Write claims.tex, a table and one macro per number.",
    "junit": "Write junit.xml.",
    "observations": "Write observations.ndjson, as Hypothesis writes observations.",
    "github": "Write summary.md and annotations.txt, for a GitHub job.",
}
FINDINGS = Path("FINDINGS.md")


def _formats(command: Callable[..., int]) -> Callable[..., int]:
    for name, text in reversed(FORMATS.items()):
        command = click.option(f"--{name}", f"as_{name}", is_flag=True, help=text)(command)
    return command


@click.command("report", short_help="Render a run again.")
@click.argument("run", default="latest")
@_formats
@click.option("--findings", is_flag=True, help="Write FINDINGS.md from expected verdicts, not from a run.")
@click.option("--general-position", is_flag=True, help="Perturb stored witnesses, record what still fails.")
@click.option("--all", "every", is_flag=True, help="Print a row per claim, however many there are.")
@_options.as_json
def command(
    run: str, *, findings: bool, general_position: bool, every: bool, as_json: bool, **wanted: bool
) -> int:
    """Render a run again from its journal: page, summary.json and the screen, or only what is asked for.

    RUN is a folder, an id under reports/runs, or `latest`. Files are written into the run's folder;
    FINDINGS.md is written into the current one. --general-position takes the stored counterexamples that are
    new since the last time, perturbs them and judges the results. It writes general-position.json beside
    each expected.json.
    """
    if general_position:
        _perturb()
        return 0
    if findings:
        click.echo(str(write_findings()))
        return 0
    from ntpcheck.reading import LARGEST, text
    from ntpcheck.report.formats.render import render
    from ntpcheck.report.record import read
    from ntpcheck.report.runs import find_run

    folder = find_run(run)
    record = read(folder)
    formats = [name for name in FORMATS if wanted[f"as_{name}"]] + (["json"] if as_json else [])
    files = render(record, folder, formats or ["json", "html"])
    for path in files:
        click.echo(str(path), err=as_json)
    if as_json:
        click.echo(text(folder / "summary.json", LARGEST), nl=False)
    elif not formats:
        from ntpcheck.report.formats.render import installed_reasons
        from ntpcheck.report.screen import show

        show(record, installed_reasons(), every=every)
    return 0


def _perturb() -> None:
    """Writes what becomes of each stored witness in general position, and says so as it goes."""
    from ntpcheck.engine.general_position import Position
    from ntpcheck.report.catalogue import papers
    from ntpcheck.report.reasons import measure

    def told(name: str, found: Position) -> None:
        counts = f"{found.fails} fail, {found.holds} hold, {found.undecided} not decided"
        click.echo(f"{name}: {found.word} ({counts}, {found.outside} outside)", err=True)

    for paper in papers():
        if paper.folder:
            click.echo(str(measure(paper, told)))


def write_findings() -> Path:
    """FINDINGS.md in the current folder, from the installed papers' expected verdicts and counterexamples."""
    from ntpcheck.report.catalogue import index
    from ntpcheck.report.findings.document import findings
    from ntpcheck.report.hunted import ruled
    from ntpcheck.writing import write

    papers: list[dict[str, Any]] = index()
    return write(FINDINGS, findings(papers, ruled))
