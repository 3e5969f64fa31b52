"""`ntpcheck claims`: the catalogue."""

from typing import Any

import click

from ntpcheck.commands import _options

INDENT = "      "


@click.command("claims", short_help="List the claims.")
@click.argument("patterns", nargs=-1, metavar="[PATTERN]...", shell_complete=_options.claim_ids)
@_options.as_json
def command(patterns: tuple[str, ...], *, as_json: bool) -> int:
    """List the claims: id, last verdict (in parentheses the expected one), citation, statement, assumptions.

    PATTERN is an id, the first parts of one, a glob over ids, the file of a book, or module:PAPER.
    """
    from ntpcheck.report.catalogue import index, select
    from ntpcheck.report.runs import last_verdicts
    from ntpcheck.report.terminal import folded

    papers = index(patterns)
    ids = select([claim["id"] for paper in papers for claim in paper["claims"]], patterns)
    if not ids:
        return _options.nothing_selected(patterns)
    last = last_verdicts({claim["id"]: claim["digest"] for paper in papers for claim in paper["claims"]})
    listed = [
        {"key": paper["key"], "title": paper["title"], "claims": _chosen(paper, set(ids), last)}
        for paper in papers
    ]
    if as_json:
        _options.say_json({"schema_version": 1, "papers": listed})
        return 0
    for paper in listed:
        if paper["claims"]:
            click.echo(folded(str(paper["title"])))
            _table(paper["claims"])
    if any(_badge(claim).startswith("(") for paper in listed for claim in paper["claims"]):
        click.echo()
        click.echo(folded("In parentheses: the expected verdict of a claim that no run here has judged yet."))
    return 0


def _chosen(paper: dict[str, Any], ids: set[str], last: dict[str, str]) -> list[dict[str, Any]]:
    kept = ("id", "statement", "cite", "expected")
    return [
        {key: claim[key] for key in kept}
        | {"assumptions": [a["name"] for a in claim["assumptions"]], "verdict": last.get(claim["id"])}
        for claim in paper["claims"]
        if claim["id"] in ids
    ]


def _badge(claim: dict[str, Any]) -> str:
    """The last verdict here; in parentheses the expected one where there is none."""
    return claim["verdict"] or (f"({claim['expected']})" if claim["expected"] else "-")


def _table(claims: list[dict[str, Any]]) -> None:
    """A line per claim, its statement wrapped in a column. If that is too narrow, all stands below the id."""
    from ntpcheck.report.terminal import ROOM, columns, folded

    width = max(len(claim["id"]) for claim in claims)
    where = max(len(claim["cite"]) for claim in claims)
    word = max(len(_badge(claim)) for claim in claims)
    for claim in claims:
        verdict, cite = _badge(claim), claim["cite"]
        assumes = f" [{', '.join(claim['assumptions'])}]" if claim["assumptions"] else ""
        said = f"{claim['statement']}{assumes}"
        before = f"  {claim['id']:{width}}  {verdict:{word}}  {cite:{where}}  "
        if columns() - len(before) >= ROOM:
            click.echo(folded(before + said, len(before) - 2))
        else:
            short = cite if verdict == "-" else f"{verdict}, {cite}"
            click.echo(f"  {claim['id']}\n{folded(f'{INDENT}{short}: {said}')}")
