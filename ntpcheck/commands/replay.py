"""`ntpcheck replay`: re-check stored counterexamples."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import click

from ntpcheck.commands import _options

# What becomes of a counterexample, and the exit code that it asks for: the largest one is the command's.
STATES = {"still fails": 0, "no longer fails": 1, "rejected": 1, "unreadable": 4}


@click.command("replay", short_help="Re-check stored counterexamples.")
@click.argument("files", nargs=-1, type=click.Path(path_type=Path), metavar="[FILE|CLAIM]...")
@_options.paper
@_options.as_json
def command(files: tuple[Path, ...], paper: str | None, *, as_json: bool) -> int:
    """Re-check stored counterexamples with the claims' own checkers, and with the verifier.

    FILE is a counterexample, a needed.json, or a folder; a folder means the JSON files in it or in its folder
    counterexamples. CLAIM is an id or its first parts: its stored counterexamples. Without either, those of
    the installed papers are checked. Each counterexample gets a line. The exit code is 4 if a file cannot be
    read; else 1 if one no longer fails or the verifier rejects it.
    """
    from ntpcheck import backends
    from ntpcheck.report import catalogue
    from ntpcheck.report.runs import from_here
    from ntpcheck.report.terminal import folded

    papers = catalogue.papers((paper,) if paper else ())
    folders = [home.folder for home in papers if home.folder]
    stored = [path for home in folders for path in (home / "counterexamples", home / "needed.json")]
    backends.settle()
    results: list[dict[str, Any]] = []
    for path in _files(_named(files, papers) if files else map(from_here, filter(Path.exists, stored))):
        for result in _results(path, papers):
            results.append(result)
            if not as_json:
                click.echo(folded(_line(result), 2))
    states = [result["state"] for result in results]
    if not states:
        where = f" of {' '.join(map(str, files))}" if files else ""
        click.echo(f"ntpcheck: no counterexample{where}. `hunt` and `verify` write them.", err=True)
    if as_json:
        _options.say_json({"schema_version": 1, "files": results})
    number = {state: states.count(state) for state in STATES}
    told = (f"{number[state]} {state.replace('fails', 'fail')}" for state in STATES)
    click.echo(", ".join(told), err=as_json)
    return max((STATES[state] for state in states), default=5)


def _results(path: Path, papers: list[Any]) -> Iterator[dict[str, Any]]:
    """What becomes of each counterexample in a file; whatever one raises, the next is looked at."""
    from ntpcheck.engine.raised import place
    from ntpcheck.errors import RAISED, NtpcheckError
    from ntpcheck.report.hunted import read_documents

    unreadable = {"file": str(path), "state": "unreadable"}
    try:
        documents = read_documents(path)
    except RAISED as problem:
        own = isinstance(problem, NtpcheckError)
        why = str(problem) if own else f"is no counterexample file ({place(problem)})."
        yield unreadable | {"reason": why.removeprefix(f"{path} ")}
        return
    for document in documents:
        asked = {"claim": document["claim"], "dropped": list(map(str, document["dropped"]))}
        try:
            yield _replayed(path, document, papers)
        except NtpcheckError as problem:
            yield unreadable | asked | {"reason": str(problem)}
        except RAISED as problem:
            yield unreadable | asked | {"reason": f"its checker raised {place(problem)}"}


def _named(given: Iterable[Path], papers: list[Any]) -> list[Path]:
    """The files and folders that are given; of a claim, or the first parts of ids, what is stored."""
    from ntpcheck.errors import UnknownClaim
    from ntpcheck.report.catalogue import select
    from ntpcheck.report.runs import from_here
    from ntpcheck.statement.document import file_name

    homes = {claim.id: home.folder for home in papers for claim in home.claims}
    found: list[Path] = []
    for path in given:
        try:
            ids = [] if path.exists() else select([*homes], (path.as_posix(),))
        except UnknownClaim:
            ids = []
        stored = [home / "counterexamples" / file_name(i) for i in ids if (home := homes[i])]
        found += [from_here(file) for file in stored if file.exists()] if ids else [path]
    return found


def _files(given: Iterable[Path]) -> list[Path]:
    inner = (path / "counterexamples" if (path / "counterexamples").is_dir() else path for path in given)
    return [file for path in inner for file in (sorted(path.glob("*.json")) if path.is_dir() else [path])]


def _replayed(path: Path, document: dict[str, Any], papers: list[Any]) -> dict[str, Any]:
    from ntpcheck.report.hunted import replayed, ruled

    judged = replayed(document, papers)
    answer = ruled(document, papers)
    said, why = answer.outcome, answer.reason
    verifier = said if said == "ACCEPTED" else f"the verifier says {said}: {why}"
    # Where the checker has no exact route to a limit, the verifier's word stands alone.
    alone = said == "ACCEPTED" and judged.outcome == "UNDECIDED"
    state, reason = "still fails", "" if said == "ACCEPTED" else f"{judged.outcome}, but {verifier}"
    if said == "UNREADABLE":
        state = "unreadable"
    elif judged.outcome not in ("FAILS", "UNDEFINED") and not alone:
        state, reason = "no longer fails", f"the checker says {judged.outcome}"
    elif reason:
        state = "rejected"
    return {
        "file": str(path),
        "claim": document["claim"],
        "dropped": document["dropped"],
        "state": state,
        "outcome": str(judged.outcome),
        "verifier": verifier,
        "reason": reason,
    }


def _line(result: dict[str, Any]) -> str:
    more = result["reason"] or f"checker: {result['outcome']}, verifier: {result['verifier']}"
    dropped = f" without {', '.join(result['dropped'])}" if result.get("dropped") else ""
    about = f" ({result['claim']}{dropped})" if dropped else ""
    return f"{result['state']:16}{result['file']}{about}  {more}"
