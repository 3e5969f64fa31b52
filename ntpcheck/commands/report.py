"""`ntpcheck report`: render a run again."""

from __future__ import annotations

import click

from ntpcheck.commands import _options


@click.command("report", short_help="Render a run again.")
@click.argument("run", default="latest")
@click.option("--html", "as_html", is_flag=True, help="Write index.html only.")
@click.option("--markdown", "as_markdown", is_flag=True, help="Write report.md only.")
@_options.as_json
def command(run: str, *, as_html: bool, as_markdown: bool, as_json: bool) -> int:
    """Render a run again from its journal: summary.json, index.html and the table, or only what is asked for.

    RUN is a folder, an id under reports/runs, or `latest`.
    """
    from ntpcheck.report.record import read
    from ntpcheck.report.render import render
    from ntpcheck.report.runs import find_run

    folder = find_run(run)
    record = read(folder)
    asked = {"html": as_html, "markdown": as_markdown, "json": as_json}
    formats = [name for name, wanted in asked.items() if wanted]
    files = render(record, folder, formats or ["json", "html"])
    for path in files:
        click.echo(str(path), err=as_json)
    if as_json:
        click.echo((folder / "summary.json").read_text(encoding="utf-8"), nl=False)
    elif not formats:
        from ntpcheck.report.terminal import console, verdict_table

        console().print(verdict_table(record))
    return 0
