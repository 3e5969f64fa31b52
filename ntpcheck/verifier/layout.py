"""The layout of a book: an item starts in the first column, its clauses are indented by four spaces.

What continues a line is indented by eight spaces or more, and does not start like a clause. In a claim and in
an assumption no other line is read: a misspelled clause that became prose would leave a hypothesis out in
silence.
"""

from __future__ import annotations

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
NAMED = re.compile(  # the words of a message that stand in the book
    r"^(?P<name>\S+) (?:is defined nowhere(?!.* is a letter)|is the letter of no axis|has \d+ indices)"
    r"|(?:^cannot read|, before) (?P<quote>['\"])(?P<words>.*?)(?: the end)?(?P=quote)(?:: |$)"
)


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
            raise BookError(too_long(text.split("\n")))
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


def too_long(lines: list[str]) -> str:
    """The lines with too many signs, all at once."""
    found = [(n, len(raw.rstrip())) for n, raw in enumerate(lines, 1) if len(raw.rstrip()) > WIDTH]
    more = "".join(f", {n} ({size})" for n, size in found[1:9]) + ", and more" * (len(found) > 9)
    return (
        f"line {found[0][0]}: it has {found[0][1]} signs, and a line at most {WIDTH}; what continues it is "
        "indented by eight spaces" + (more and f". Too long are, with their signs, also: {more[2:]}")
    )


@lru_cache(4096)
def _like(word: str, head: str) -> str:
    """The clause of such an item that starts almost like this; empty where there is none."""
    starts = {name.split()[0]: name for name in HAS[head]}
    return starts.get(near(word, starts), "")


def misplaced(line: str, head: str) -> str:
    """Why an indented line of a claim or an assumption is no clause and continues none; else nothing."""
    depth, text, known = len(line) - len(line.lstrip()), line.strip(), HAS[head]
    first = text.split()[0]
    exact = re.match(rf"({CLAUSES})(?=\s|$)", text)
    clause = exact[1] if exact else ""
    meant = clause or _like(first, head)
    if depth == 4 and clause in known:
        return ""
    if depth == 4:
        hint = f"did you mean `{meant}`?" if meant in known else f"it has {', '.join(known)}."
        return f"{head!r} has no clause {first!r}; {hint} What continues a clause is indented by eight spaces"
    if depth < 8:
        hint = f", and `{meant}` is one" if meant else ""
        return f"{depth} spaces; a clause is indented by four, what continues one by eight or more{hint}"
    if meant and (clause or meant not in BARE):
        return (
            f"it continues the line above and starts like the clause `{meant}`; indent a clause by four "
            "spaces, or let the line start with another word"
        )
    return ""


def placed(text: str, said: str) -> str:
    """An error and the line that it speaks of, with a mark below the words that it names."""
    number, _, rest = said.removeprefix("line ").partition(": ")
    lines = text.split("\n")[int(number) - 1 :] or [""]
    last = next((k for k, line in enumerate(lines) if k and line[:1] not in ("", " ", "#")), len(lines))
    body, at, named = "\n".join(lines[:last]), 0, NAMED.search(rest)
    if named and named["name"]:
        found = re.search(rf"(?<![\w'-]){re.escape(named['name'])}(?![\w'-])", body)
    else:
        parts = named["words"].split() if named else []
        found = re.search(r"\s*".join(map(re.escape, parts)), body) if parts else None
    if not found:
        return f"{said}\n    {lines[0].strip()}"
    above, line = body.count("\n", 0, found.start()), lines[body.count("\n", 0, found.start())]
    at = found.start() - body.rfind("\n", 0, found.start()) - 1 - (len(line) - len(line.lstrip()))
    size = max(1, min(len(found[0]), len(line.strip()) - at)) if named and named["name"] else 1
    return f"line {int(number) + above}: {rest}\n    {line.strip()}\n    {' ' * at}{'^' * size}"


def _longer(
    item: tuple[str, str, int, list[tuple[str, str, int]]], line: str
) -> tuple[str, str, int, Clauses]:
    head, rest, number, clauses = item
    if not clauses:
        return head, f"{rest}\n{line}", number, clauses
    keyword, text, at = clauses[-1]
    return head, rest, number, [*clauses[:-1], (keyword, f"{text}\n{line}", at)]
