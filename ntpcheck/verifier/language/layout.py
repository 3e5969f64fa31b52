"""The layout of a book: an item starts in the first column, its clauses are indented by four spaces.

What continues a line is indented by eight spaces or more, and does not start like a clause. In a claim and in
an assumption no other line is read: a misspelled clause that became prose would leave a hypothesis out in
silence.
"""

import re
from collections.abc import Iterator
from functools import lru_cache

from .words import BookError, near, stranger

Clauses = list[tuple[str, str, int]]  # keyword, text, line
Item = tuple[str, str, int, Clauses]  # first word, rest, line, clauses
WIDTH = 110  # of a line, for readers
CLAUSES = (
    "says|also assuming|assuming|reading|where|asked when|undefined when|formula|limit|recorded|hedge|"
    "transcription|ours|with|amends"
)
CLAUSE = re.compile(rf"    ({CLAUSES})(?=\s|$)\s*(.*)")
BARE = ("hedge", "transcription", "ours")  # clauses without which a claim states the same
HAS = {"claim": tuple(CLAUSES.split("|")), "assume": ("says", "reading")}  # clauses, by the item's head


def split(text: str) -> list[str]:
    """The parts between commas, or lines, that stand outside brackets."""
    return [part.strip() for part in re.split(r"[,\n](?![^\[]*\])", text) if part.strip()]


def items(text: str) -> Iterator[Item]:
    """Head, rest, line and clauses of each item; comments go, line breaks stay."""
    found: list[Item] = []
    for number, raw in enumerate(text.split("\n"), 1):
        line = re.sub(r"(^|\s)#.*", "", raw.rstrip()).rstrip()
        if not (raw.isascii() and raw.rstrip().isprintable()):
            raise BookError(f"line {number}: {stranger(raw.rstrip())}: {ascii(raw.strip())[:60]}")
        if len(raw.rstrip()) > WIDTH:
            from . import advice

            raise BookError(advice.too_long(text.split("\n"), WIDTH))
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
        known = HAS.get(found[-1][0], ())
        match = CLAUSE.match(line)
        if known and (wrong := misplaced(line, found[-1][0])):
            raise BookError(f"line {number}: {wrong}")
        if match and known:
            found[-1][3].append((match[1], match[2], number))
        else:
            found[-1] = _longer(found[-1], line.strip())
    yield from ((head, rest.rstrip(), number, clauses) for head, rest, number, clauses in found)


@lru_cache(4096)
def _like(word: str, head: str) -> str:
    """The clause of such an item that starts almost like this; empty where there is none."""
    starts = {name.split()[0]: name for name in HAS[head]}
    return starts.get(near(word, starts), "")


def misplaced(line: str, head: str) -> str:
    """Why an indented line of a claim or an assumption is no clause and continues none; else nothing."""
    depth, text, known = len(line) - len(line.lstrip()), line.strip(), HAS[head]
    exact = re.match(rf"({CLAUSES})(?=\s|$)", text)
    clause = exact[1] if exact else ""
    if depth == 4 and clause in known:
        return ""
    meant = clause or _like(text.split()[0], head)
    if depth >= 8 and not (meant and (clause or meant not in BARE)):
        return ""
    from . import advice

    return advice.misplaced(line, head, meant, known)


def _longer(
    item: tuple[str, str, int, list[tuple[str, str, int]]], line: str
) -> tuple[str, str, int, Clauses]:
    head, rest, number, clauses = item
    if not clauses:
        return head, f"{rest}\n{line}", number, clauses
    keyword, text, at = clauses[-1]
    return head, rest, number, [*clauses[:-1], (keyword, f"{text}\n{line}", at)]
