"""`ntpcheck gate`: what a continuous integration job asks."""

from dataclasses import replace

import click

from ntpcheck.commands import _options


@click.command("gate", short_help="Compare a run with the expected verdicts.")
@click.argument("run", default="latest")
@click.option(
    "--update", "rewrite", is_flag=True, help="Accept the run's verdicts and witnesses as the expected ones."
)
@_options.strict
@_options.as_json
def command(run: str, *, rewrite: bool, strict: bool, as_json: bool) -> int:
    """Compare a run with reports/baseline.json and the papers' expected verdicts.

    RUN is a folder, an id under reports/runs, or `latest`. A claim that is expected but got no verdict fails,
    and so does one whose statement has changed since its verdict was accepted.
    --update also writes FINDINGS.md anew where there is one.
    """
    from ntpcheck.commands.report import FINDINGS, write_findings
    from ntpcheck.report import catalogue
    from ntpcheck.report.gate import gate, keep_witnesses, merged, missed, timeless, update
    from ntpcheck.report.record import read
    from ntpcheck.report.runs import find_run

    folder = find_run(run)
    record = read(folder)
    homes = catalogue.homes(record.selection.get("patterns", ()))
    if rewrite:
        changed = update(timeless(record), homes, whole=record.whole, statements=record.statements)
        changed += keep_witnesses(record, folder, homes)
        changed += [write_findings()] if FINDINGS.exists() else []
        for path in changed:
            click.echo(f"{'wrote' if path.exists() else 'removed'} {path}", err=as_json)
    accepted = merged(homes.values())
    restated = accepted.restated(record.statements)
    tally = gate(record.verdicts, accepted.verdicts, restated, whole=record.whole)
    tally = replace(tally, missed=missed(record))
    if as_json:
        kinds = ("id", "found", "expected", "state", "restated")
        rows = [{kind: getattr(c, kind) for kind in kinds} for c in tally.comparisons]
        _options.say_json({"schema_version": 1, "claims": rows})
    _options.say_tally(tally, to_stderr=as_json)
    return tally.exit_code(strict=strict)
