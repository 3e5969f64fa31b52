"""What is said of a book that cannot be read: where it fails, and the way out.

None of this decides anything: it is loaded where something is refused already.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from .words import near

NAMED = re.compile(  # the words of a message that stand in the book
    r"^(?P<name>\S+) (?:is defined nowhere(?!.* is a letter)|is the letter of no axis|has \d+ indices)"
    r"|(?:^cannot read|, before) (?P<quote>['\"])(?P<words>.*?)(?: the end)?(?P=quote)(?:: |$)"
)

if TYPE_CHECKING:
    from .names import Let, Names


# ---- signs and lines ----
def too_long(lines: list[str], width: int) -> str:
    """The lines with too many signs, all at once."""
    found = [(n, len(raw.rstrip())) for n, raw in enumerate(lines, 1) if len(raw.rstrip()) > width]
    more = "".join(f", line {n} ({size})" for n, size in found[1:9]) + ", and more" * (len(found) > 9)
    return (
        f"line {found[0][0]}: it has {found[0][1]} signs, and a line at most {width}; what continues it is "
        "indented by eight spaces" + (more and f". Too long are, with their signs, also: {more[2:]}")
    )


def misplaced(line: str, head: str, meant: str, known: Sequence[str]) -> str:
    """Why an indented line of a claim or an assumption is no clause and continues none.

    meant: the clause that it starts like. known: the clauses of such an item.
    """
    depth, first = len(line) - len(line.lstrip()), line.split()[0]
    if depth == 4:
        hint = f"did you mean `{meant}`?" if meant in known else f"it has {', '.join(known)}."
        return f"{head!r} has no clause {first!r}; {hint} What continues a clause is indented by eight spaces"
    if depth < 8:
        hint = f", and `{meant}` is one" if meant else ""
        return f"{depth} spaces; a clause is indented by four, what continues one by eight or more{hint}"
    return (
        f"it continues the line above and starts like the clause `{meant}`; indent a clause by four "
        "spaces, or let the line start with another word"
    )


def placed(text: str, said: str) -> str:
    """An error and the line that it speaks of, with a mark below the words that it names."""
    number, _, rest = said.removeprefix("line ").partition(": ")
    lines = text.split("\n")[int(number) - 1 :] or [""]
    last = next((k for k, line in enumerate(lines) if k and line[:1] not in ("", " ", "#")), len(lines))
    body, at, named = "\n".join(lines[:last]), 0, NAMED.search(rest)
    if named and named["name"]:
        if "nowhere above" in rest and "`where`" not in rest:
            rest = _below(text, int(number), named["name"]) or rest
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


def _below(text: str, number: int, name: str) -> str:
    """What is said of a name that a later line defines; nothing where none does."""
    opening = re.compile(rf"(?:let|assume|trajectory|path) {re.escape(name)}(?![\w'-])")
    later = (n for n, line in enumerate(text.split("\n"), 1) if n > number and opening.match(line))
    where = next(later, None)
    return f"{name} is defined below, in line {where}; define it above its first use" if where else ""


# ---- names ----
def no_axis(names: Names, letter: str, bare: str) -> str:
    """What is said of a letter that no axis of the present type has."""
    theirs = [f"ntpcheck.{key}" for key, letters in names.alphabets.items() if key and bare in letters]
    axes = dict.fromkeys(names.letters.values())
    ranges = [f"{' '.join(s for s, ax in names.letters.items() if ax == a)} over {a}" for a in axes]
    said = [f"there are {', '.join(ranges)}"] if ranges else []
    if theirs:
        where = f"it is one in types of {' and '.join(theirs)}"
        said.append(f"{where}; write `given TYPE` with such a type above")
    return f"{letter} is the letter of no axis; {'; '.join(said) or 'name some: axes S: s r'}"


def unseen(names: Names, name: str, let: Let | None) -> str:
    """What is said of a name that means nothing where it stands; let: what it means elsewhere."""
    if let is None and not names.given and names.givens:
        return f"no type is spoken of here; write `given {next(iter(names.givens))}` above"
    if let is None:
        return f"{name} is defined nowhere above{_hint(names, name)}"
    where = f" in line {let.line}" if let.name == name else ""  # else it is of a vocabulary
    said = f"{name} is defined for {let.given}{where}, and {names.given} is none"
    if let.kind == "running":
        return f"{said}; no sequence of {names.given} runs along {name}"
    return f"{said}; take another name, or state it for a type that both come from"


def _hint(names: Names, name: str) -> str:
    """What is likely meant by a name that nothing has."""
    known = [*names.fields(), *(key.rpartition(":")[2] for key, let in names.lets.items() if let.given)]
    homes = [given for given, fields in names.givens.items() if name in fields]
    if close := near(
        name, [key for key in known if names.key_of(key) in names.lets or key in names.fields()]
    ):
        return f"; did you mean {close}?"
    if name in names.letters:
        return f"; it is a letter of {names.letters[name]}, which `forall {name}.` or `sum {name}.` binds"
    if homes:
        said = f"{homes[0]} has such a field: write `given {homes[0]}` above"
        return f" for {names.given}; {said}, or `on {homes[0]}` in a claim"
    if " " in name:
        return f"; commas stand between names: {', '.join(name.split())}"
    if name == "ln":
        return "; the natural logarithm is log(x)"
    if "-" in name:
        return f"; a minus has spaces around it: {name.replace('-', ' - ')}"
    return f", and {names.given} has no such field; is a `given` missing above?" if names.given else ""
