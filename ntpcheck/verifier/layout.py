"""The layout of a book: an item starts in the first column, its clauses are indented by four spaces."""

from __future__ import annotations

import re
from collections.abc import Iterator

from .words import BookError

Clauses = list[tuple[str, str, int]]  # keyword, text, line
Item = tuple[str, str, int, Clauses]  # first word, rest, line, clauses
WIDTH = 110  # of a line, for readers
CLAUSES = (
    "says|also assuming|assuming|reading|where|asked when|undefined when|formula|limit|recorded|hedge|"
    "transcription|ours|with|amends"
)
CLAUSE = re.compile(rf"    ({CLAUSES})(?=\s|$)\s*(.*)")


def split(text: str) -> list[str]:
    """The parts between commas, or lines, that stand outside brackets."""
    return [part.strip() for part in re.split(r"[,\n](?![^\[]*\])", text) if part.strip()]


def items(text: str) -> Iterator[Item]:
    """Head, rest, line and clauses of each item; comments go, line breaks stay."""
    found: list[Item] = []
    for number, raw in enumerate(text.split("\n"), 1):
        line = re.sub(r"(^|\s)#.*", "", raw.rstrip()).rstrip()
        if not (raw.isascii() and raw.rstrip().isprintable()):
            raise BookError(f"line {number}: only ASCII signs are known: {ascii(raw.strip())[:60]}")
        if len(raw.rstrip()) > WIDTH:
            raise BookError(f"line {number}: it has more than {WIDTH} signs; what continues it is indented")
        if not line.strip():
            if found and not raw.strip():
                found[-1] = _longer(found[-1], "")
            continue
        if line[0] != " ":
            head, _, rest = line.partition(" ")
            found.append((head, rest, number, []))
            continue
        if not found:
            raise BookError(
                f"line {number}: there is nothing to continue; an item starts in the first column"
            )
        match = CLAUSE.match(line)
        if match and (found[-1][0] == "claim" or match[1] in ("says", "reading")):
            found[-1][3].append((match[1], match[2], number))
        else:
            found[-1] = _longer(found[-1], line.strip())
    yield from ((head, rest.rstrip(), number, clauses) for head, rest, number, clauses in found)


def _longer(
    item: tuple[str, str, int, list[tuple[str, str, int]]], line: str
) -> tuple[str, str, int, Clauses]:
    head, rest, number, clauses = item
    if not clauses:
        return head, f"{rest}\n{line}", number, clauses
    keyword, text, at = clauses[-1]
    return head, rest, number, [*clauses[:-1], (keyword, f"{text}\n{line}", at)]
