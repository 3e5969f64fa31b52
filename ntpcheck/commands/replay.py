"""`ntpcheck replay`: re-check stored counterexamples."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from ntpcheck.commands import _options


@click.command("replay", short_help="Re-check stored counterexamples.")
@click.argument("files", nargs=-1, type=click.Path(path_type=Path), metavar="[FILE]...")
@_options.paper
@_options.as_json
def command(files: tuple[Path, ...], paper: str | None, *, as_json: bool) -> int:
    """Re-check stored counterexamples with the claims' own checkers, and with the verifier.

    A folder stands for the JSON files in it, or in its folder counterexamples; a needed.json for every
    counterexample in it; no FILE at all for those of the installed papers. Each still fails, no longer fails
    (exit code 1), or cannot be read (exit code 4).
    """
    from ntpcheck import backends
    from ntpcheck.errors import NtpcheckError
    from ntpcheck.report import catalogue
    from ntpcheck.report.hunted import read_documents
    from ntpcheck.report.terminal import folded

    papers = catalogue.papers((paper,) if paper else ())
    folders = [home.folder for home in papers if home.folder]
    stored = [path for home in folders for path in (home / "counterexamples", home / "needed.json")]
    backends.settle()
    results: list[dict[str, Any]] = []
    for path in _files(files or tuple(path for path in stored if path.exists())):
        try:
            found = [_replayed(path, document, papers) for document in read_documents(path)]
        except NtpcheckError as error:
            why = str(error).removeprefix(f"{path} ")
            found = [{"file": str(path), "state": "unreadable", "reason": why}]
        results += found
        if not as_json:
            for result in found:
                click.echo(folded(_line(result), 2))
    states = [result["state"] for result in results]
    if not states:
        where = f" in {' '.join(map(str, files))}" if files else ""
        click.echo(f"ntpcheck: no counterexample{where}. `hunt` and `verify` write them.", err=True)
    if as_json:
        _options.say_json({"schema_version": 1, "files": results})
    gone, unreadable = states.count("no longer fails"), states.count("unreadable")
    said = f"{len(states) - gone - unreadable} still fail, {gone} no longer fail, {unreadable} unreadable"
    click.echo(said, err=as_json)
    return 4 if unreadable else 1 if gone else 0 if states else 5


def _files(given: tuple[Path, ...]) -> list[Path]:
    inner = (path / "counterexamples" if (path / "counterexamples").is_dir() else path for path in given)
    return [file for path in inner for file in (sorted(path.glob("*.json")) if path.is_dir() else [path])]


def _replayed(path: Path, document: dict[str, Any], papers: list[Any]) -> dict[str, Any]:
    from ntpcheck.engine.judgement import objections
    from ntpcheck.report.hunted import replayed

    judged = replayed(document, papers)
    stands = judged.outcome in ("FAILS", "UNDEFINED")
    said = objections(document)
    return {
        "file": str(path),
        "claim": document["claim"],
        "dropped": document["dropped"],
        "state": "still fails" if stands else "no longer fails",
        "outcome": str(judged.outcome),
        "verifier": said[0] if said else "ACCEPTED",
        "reason": "" if stands else f"the checker says {judged.outcome}",
    }


def _line(result: dict[str, Any]) -> str:
    more = result["reason"] or f"{result['outcome']}, verifier: {result['verifier']}"
    dropped = f" without {', '.join(result['dropped'])}" if result.get("dropped") else ""
    about = f" ({result['claim']}{dropped})" if dropped else ""
    return f"{result['state']:16}{result['file']}{about}  {more}"
