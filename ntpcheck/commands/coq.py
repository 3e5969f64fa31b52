"""`ntpcheck coq`: refutations as files of Coq, for a proof kernel to accept."""

import json
from collections.abc import Iterator
from math import inf
from pathlib import Path
from time import monotonic
from typing import Any

import click

from ntpcheck.commands import _options
from ntpcheck.writing import scratch, write

PLACE = click.Path(path_type=Path, file_okay=False)


@click.command("coq", short_help="Print refutations for Coq, and have them checked.")
@click.argument("names", nargs=-1, metavar="[CLAIM | FILE]...")
@_options.paper
@click.option("--into", type=PLACE, default=Path("coq"), show_default=True, help="Folder of the files.")
@click.option("--check", is_flag=True, help="Give each file to coqc. Exit with 5 if coqc is missing.")
@click.option("--record", type=click.Path(path_type=Path), help="Write what was accepted to a JSON file.")
@click.option("--minutes", type=float, help="Start no further coqc after so many minutes.")
def command(
    names: tuple[str, ...],
    paper: str | None,
    into: Path,
    record: Path | None,
    minutes: float | None,
    *,
    check: bool,
) -> int:
    """Print stored refutations as files of Coq, one per counterexample.

    CLAIM is a glob over ids. Without one, all stored counterexamples are printed. A file states
    ~ (forall sizes, fields and objects, premises -> conclusion), and then shows it. With --check the exit
    code is 1 if coqc refuses a file that could be printed. A --record keeps what was accepted before, if file
    and prelude are the same, so a run that ended early can go on.
    """
    from ntpcheck.errors import UnknownClaim
    from ntpcheck.kernel import coqc

    if check and (reason := coqc.missing()):
        click.echo(f"ntpcheck: {reason}", err=True)
        return 5
    found = list(_documents(names, paper))
    if not found:
        raise UnknownClaim(f"{' '.join(names)} names no stored counterexample. `ntpcheck claims` lists ids.")
    before, rows, axioms = _before(record), list[dict[str, Any]](), list[str]()
    try:
        _tried(found, into, before, 60 * (minutes or inf), rows, axioms, check=check)
    finally:  # what is accepted is not lost where the rest is interrupted
        if record is not None:
            partly = bool(names) or len(rows) < len(found)
            kept = partly or any(row.get("kept") for row in rows)
            known = sorted({*axioms, *(before["axioms"] if kept else ())})
            write(record, json.dumps(_recorded(rows, known, before if partly else {}), indent=1) + "\n")
    kinds = [row["kind"] for row in rows]
    click.echo(", ".join(f"{kinds.count(kind)} {kind}" for kind in dict.fromkeys(kinds)))
    return int(check and any(row["failed"] for row in rows))


def _tried(
    found: list[tuple[Any, dict[str, Any]]],
    into: Path,
    before: dict[str, Any],
    seconds: float,
    rows: list[dict[str, Any]],
    axioms: list[str],
    *,
    check: bool,
) -> None:
    """Adds a row per counterexample, and the axioms that those rest on which are accepted now."""
    from ntpcheck.kernel import coqc

    into.mkdir(parents=True, exist_ok=True)
    end = monotonic() + seconds
    with scratch() as place:
        folder = place if check else None
        if folder:
            coqc.prepare(folder)
        try:
            for book, document in found:
                rows.append(_one(book, document, into, folder, before, late=monotonic() > end))
                click.echo(_told(rows[-1]))
        finally:
            axioms.extend(_axioms(rows, place) if check else [])


def _documents(names: tuple[str, ...], paper: str | None) -> Iterator[tuple[Any, dict[str, Any]]]:
    """Books and stored counterexamples that are asked for."""
    from fnmatch import fnmatchcase

    from ntpcheck.errors import UnreadableFile
    from ntpcheck.report.catalogue import papers
    from ntpcheck.verifier import files

    homes = papers((paper,) if paper else ())
    shelves = {home.key: home.shelf for home in homes if home.shelf is not None}
    stored = [
        path
        for home in homes
        if home.folder
        for path in sorted((home.folder / "counterexamples").glob("*.json"))
    ]
    own = [Path(name) for name in names if Path(name).is_file()]
    patterns = [name for name in names if not Path(name).is_file()]
    try:
        for path in own + (stored if patterns or not names else []):
            document = files.document(path)
            asked = (
                path in own or not patterns or any(fnmatchcase(document["claim"], one) for one in patterns)
            )
            if asked and document["claim"].partition("/")[0] in shelves:
                yield shelves[document["claim"].partition("/")[0]], document
    except files.Unreadable as problem:
        raise UnreadableFile(f"{problem}.") from None


def _before(record: Path | None) -> dict[str, Any]:
    from ntpcheck import reading

    return reading.document(record) if record and record.is_file() else {"axioms": [], "claims": {}}


def _one(
    book: Any, document: dict[str, Any], into: Path, place: Path | None, before: dict[str, Any], *, late: bool
) -> dict[str, Any]:
    """What becomes of one counterexample: its file, and what the kernel says of it."""
    from ntpcheck.kernel import coqc
    from ntpcheck.kernel.files import coq, file_name
    from ntpcheck.kernel.names import Unprintable

    row: dict[str, Any] = {"claim": document["claim"], "statement": document["statement"], "kind": "no"}
    row |= {"form": book.claims[document["claim"]].kind, "failed": False, "reason": ""}
    try:
        printed = coq(book, document)
    except Unprintable as problem:
        return row | {"reason": str(problem)}
    path = into / file_name(document["claim"])
    write(path, printed.alone)
    row |= {"lines": len(printed.statement), "digest": coqc.digest(printed.text), "file": str(path)}
    if place is None:
        return row | {"kind": "printed"}
    known = before["claims"].get(document["claim"], {})
    if known.get("kind") == printed.kind and known["digest"] == row["digest"]:
        return row | {"kind": printed.kind, "seconds": known["seconds"], "kept": True}
    if late:
        return row | {"reason": "not tried for want of time"}
    write(place / path.name, printed.text)
    answer = coqc.compiled(place, place / path.name)
    row |= {"seconds": answer.seconds, "reason": answer.reason}
    return row | {"kind": printed.kind if answer.accepted else "no", "failed": not answer.accepted}


def _axioms(rows: list[dict[str, Any]], place: Path) -> list[str]:
    """What all accepted files rest on. Where that is too much, each is asked, and some fall."""
    from ntpcheck.kernel import coqc

    modules = {
        Path(row["file"]).stem: row
        for row in rows
        if "seconds" in row and not (row["failed"] or row.get("kept"))
    }
    together = coqc.rest_on(place, list(modules)) if modules else None
    if together is None or together.accepted:
        return list(together.axioms) if together else []
    found = {name: coqc.rest_on(place, [name]) for name in modules}
    for name, row in modules.items():
        if not found[name].accepted:
            row |= {"kind": "no", "failed": True, "reason": found[name].reason}
            click.echo(_told(row))
    return sorted({axiom for one in found.values() if one.accepted for axiom in one.axioms})


def _told(row: dict[str, Any]) -> str:
    more = f", {row['lines']} lines to read" if "lines" in row else ""
    spent = f", {row['seconds']} s" if "seconds" in row else ""
    return f"{row['claim']}: {row['kind']}{more}{spent}" + (f": {row['reason']}" if row["reason"] else "")


def _recorded(rows: list[dict[str, Any]], axioms: list[str], before: dict[str, Any]) -> dict[str, Any]:
    """With what was known of claims that were not asked for."""
    keys = ("statement", "form", "kind", "lines", "digest", "seconds", "reason")
    entries = before.get("claims", {}) | {
        row["claim"]: {key: row[key] for key in keys if row.get(key)} for row in rows
    }
    return {"schema_version": 1, "axioms": axioms, "claims": dict(sorted(entries.items()))}
