"""What a book takes over from a book beside this folder: `use ntpcheck.linear`.

Taken over are axes, types, demands, definitions, assumptions, trajectories and paths, and no claim. They
are read from that book's own text, under its own letters, and stand under `linear:NAME`; the digest of a
statement covers what it uses of them like anything else. Two vocabularies keep apart: a name means what it
means for the type whose formulas are being read.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from ..files import Unreadable, beside, contents
from .layout import items
from .sequences import announce
from .words import BookError

if TYPE_CHECKING:
    from .book import Book

VOCABULARY = ("axes", "given", "demand", "let", "assume", "trajectory", "path")
OPENING = re.compile(r'^book (\w+) "', re.MULTILINE)


def shipped() -> dict[str, Path]:
    """The books beside the package, by their keys."""
    found: dict[str, Path] = {}
    for path in beside():
        try:
            opening = OPENING.search(contents(path))
        except Unreadable:
            continue
        if opening:
            found.setdefault(opening[1], path)
    return found


def read_use(book: Book, rest: str) -> None:
    """Reads the vocabulary of a book beside the package into another. Raises BookError."""
    match = re.fullmatch(r"ntpcheck\.(\w+)", rest.strip())
    if not match:
        raise BookError("what is taken over is written: use ntpcheck.linear")
    key, known = match[1], shipped()
    if key not in known or key == book.key:
        there = " ".join(f"ntpcheck.{name}" for name in known if name != book.key) or "none"
        raise BookError(f"no book ntpcheck.{key} lies beside this folder to be used; there are: {there}")
    if key in book.alphabets:
        raise BookError(f"ntpcheck.{key} is used twice")
    if book.givens and not book.alphabets.keys() - {""}:
        raise BookError("`use` stands above the types")
    before, book.reading, book.given = book.given, key, ""
    book.alphabets[key], book.lengths[key] = {}, set()
    found = [item for item in items(contents(known[key])) if item[0] in VOCABULARY]
    for at, (head, text, line, clauses) in enumerate(found):
        if head == "trajectory" and (at == 0 or found[at - 1][0] != head):
            announce(book, found[at:])
        getattr(book, f"read_{head}")(text, line, clauses)
    book.reading, book.given = "", before
    book.apart()
