"""The command: which books, which files, what is printed, and the exit status."""

import json
import re
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from . import files
from .arithmetic.intervals import TooMuch, Undecided, Undefined, allow
from .files import beside
from .judge import Answer, Rejected, examine
from .language.book import Book
from .language.words import BookError

USAGE = "usage: ntpcheck-verifier --where | [--json | --used] [--patience=N] [--book=BOOK]... FILE..."
WORK_LIMIT = 20_000_000  # units of `spend` for one file, about a microsecond each
LONGEST = 800  # signs of a line about what was accepted; the longest lemma has some 600
STATUS = {"ACCEPTED": 0, "REJECTED": 1, "UNREADABLE": 4}


def shelf(paths: Sequence[Path] = ()) -> dict[str, Book]:
    """Books by their keys: those named, else those beside the package."""
    found = paths or beside()
    books: dict[str, Book] = {}
    for path in found:
        try:
            book = Book(files.contents(path), path.name)
        except files.Unreadable as problem:
            raise BookError(f"{path}: {problem}") from None
        if not book.key or book.key in books:
            raise BookError(f"{path}: its key {book.key!r} is that of another book, or none")
        books[book.key] = book
    if not books:
        raise BookError("no book lies beside this folder; name one with --book=BOOK")
    return books


def answer(books: dict[str, Book], path: Path, allowance: int = WORK_LIMIT) -> Answer:
    """What the verifier says of one file; whatever goes wrong, it is not accepted."""
    try:
        allow(allowance)
        return examine(books, files.document(path))
    except (Rejected, Undecided, Undefined) as problem:
        return Answer("REJECTED", str(problem) or "it is not decided")
    except TooMuch:
        return Answer("REJECTED", "it asks for too much arithmetic; --patience=N allows N times as much")
    except files.Unreadable as problem:
        return Answer("UNREADABLE", str(problem))
    except Exception as problem:
        return Answer("UNREADABLE", f"it cannot be read: {type(problem).__name__}: {problem}")


def printed(name: str, found: Answer) -> str:
    """At most twelve lines, in plain ASCII whatever the file holds."""
    head = f"{name}: {found.outcome}" + (f": {found.reason}" if found.reason else "")
    return "\n  ".join([escaped(head), *(escaped(line, LONGEST) for line in found.lines[:11])])


def escaped(line: str, most: int = 400) -> str:
    """A line in plain ASCII, without what could move a terminal's cursor, and not too long."""
    plain = ascii(line)[1:-1]
    return plain if len(plain) <= most else f"{plain[: most - 4]} ..."


def used() -> str:
    """The files of this folder that were loaded so far: with the books, what the answers rest on."""
    folder = Path(__file__).parent
    every = {path.relative_to(folder).with_suffix("").as_posix(): path for path in folder.rglob("*.py")}
    found = [name for name in sorted(every) if f"{__package__}.{name.replace('/', '.')}" in sys.modules]
    texts = [files.contents(every[name]).splitlines() for name in found]
    lines = sum(bool(line.strip()) and not line.strip().startswith("#") for text in texts for line in text)
    return f"{len(found)} files of the verifier, {lines:,} lines: {' '.join(found)}"


def main(arguments: Sequence[str] | None = None) -> int:
    given = list(sys.argv[1:] if arguments is None else arguments)
    options = [a for a in given if a.startswith("--")]
    names = [a for a in given if not a.startswith("--")]
    if options == ["--where"]:
        print(Path(__file__).resolve().parent)
        return 0
    known = all(o in ("--json", "--used") or o.startswith(("--patience=", "--book=")) for o in options)
    patience = next((o.partition("=")[2] for o in options if o.startswith("--patience=")), "1")
    known = known and not {"--json", "--used"} <= set(options)
    if not known or not names or not re.fullmatch("[1-9][0-9]{0,5}", patience):
        print(USAGE, file=sys.stderr)
        return 0 if options == ["--help"] else 4
    try:
        books = shelf([Path(o.partition("=")[2]) for o in options if o.startswith("--book=")])
    except BookError as problem:
        print(f"ntpcheck-verifier: {escaped(' '.join(str(problem).split()))}", file=sys.stderr)
        return 4
    found = [(name, answer(books, Path(name), WORK_LIMIT * int(patience))) for name in names]
    if "--json" in options:
        print(json.dumps([_plain(name, a) for name, a in found], indent=1))
    else:
        print("\n".join(printed(name, a) for name, a in found))
    if "--used" in options:
        print(used())
    return max(STATUS[a.outcome] for _, a in found)


def _plain(name: str, found: Answer) -> dict[str, Any]:
    told = {"file": name, "outcome": found.outcome, "verdict": found.verdict, "reason": found.reason}
    return {**told, "lines": found.lines}
