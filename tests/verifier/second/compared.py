"""What the verifier says of files, beside what the second reading says of the same claims and instances."""

from __future__ import annotations

import json
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

from ntpcheck.statement.hints.search import hints
from ntpcheck.verifier import judge
from ntpcheck.verifier.arithmetic.intervals import TooMuch, Undecided, Undefined, allow
from ntpcheck.verifier.command import answer
from ntpcheck.verifier.language.book import Book, Field
from ntpcheck.verifier.language.claims import digest

WORK = 1_000_000
SAYS = ("fails", "undefined")
# Where the second reading has a verdict, the verifier may leave it open, but not say the opposite.
OPPOSITE = ("the claim holds", "not seen to be undefined", "does not hold", "a demand", "does not speak")


class Chosen(dict[str, Any]):
    """Hints that are found as they are asked for, with the numbers chosen for `some` and `every`."""

    def __init__(self, chosen: Mapping[str, Any]) -> None:
        super().__init__()
        self.chosen = chosen

    def __contains__(self, key: object) -> bool:
        owner, _, name = str(key).partition("[")[0].rpartition(".")
        if owner == "claim" and name in self.chosen:
            self[str(key)] = self.chosen[name]
        return super().__contains__(key)


def document(
    book: Book, claim: str, instance: dict[str, Any], says: str, dropped: tuple[str, ...], chosen: Any
) -> dict[str, Any]:
    """A file with all hints that it needs, as far as they are found."""
    stated, asked, found = book.claims[claim], None, Chosen(chosen)
    with suppress(judge.Rejected, Undecided, Undefined, TooMuch):
        allow(WORK)
        asked = judge.load(book, stated, instance, found, hints)
        judge.admitted(asked, stated, dropped)
        judge.shown(asked, stated, judge.SAYS[says], None)
    used = {key: value for key, value in found.items() if asked is None or key in asked.used}
    return {
        "schema_version": 2,
        "claim": claim,
        "statement": digest(book, stated, dropped),
        "says": says,
        "dropped": list(dropped),
        "instance": instance,
        "hints": used,
    }


def wrong(
    book: Book,
    claim: str,
    instance: dict[str, Any],
    dropped: tuple[str, ...],
    chosen: Any,
    said: str,
    folder: Path,
) -> list[str]:
    """How the verifier's answers to files contradict what the second reading says."""
    found: list[str] = []
    for says in SAYS:
        path = folder / "file.json"
        path.write_text(json.dumps(document(book, claim, instance, says, dropped, chosen)))
        told = answer({book.key: book}, path, WORK)
        accepted = told.outcome == "ACCEPTED"
        denied = said == says and any(reason in told.reason for reason in OPPOSITE)
        if told.outcome == "UNREADABLE" or denied or (accepted and said not in (says, "unsure")):
            found.append(f"{claim}, {says}: {told.outcome} {told.reason}; by the second reading {said}")
    return found


# ---- instances of shipped books ----
def drawn(book: Book, given: str, rng: Random) -> dict[str, Any]:
    """A small instance of a type, that may break its demands."""
    fields = book.givens[given]
    sizes = {axis: rng.choice((1, 2, 2, 3)) for axis in sorted({a for f in fields.values() for a in f.axes})}
    numbers = rng.choice(((0, 1), (0, 1, -1, 2), (1, "1/2", -1, "3/2", 0), (1,)))
    naturals = rng.choice(((0, 1), (1,), (0, 1, 2), (1, 2, 3)))

    def array(part: Field, axes: tuple[str, ...]) -> Any:
        if axes:
            return [array(part, axes[1:]) for _ in range(sizes[axes[0]])]
        if isinstance(part.kind, tuple):
            return rng.randrange(sizes[part.kind[1]] if part.kind[0] == "ix" else len(part.kind[1]))
        return rng.choice(naturals if part.natural else numbers)

    return {"type": given, **{part.source: array(part, part.axes) for part in fields.values()}}


def admitted(book: Book, given: str, rng: Random, tries: int = 200) -> dict[str, Any] | None:
    """An instance that meets the demands of its type, which hang on no hint; None where none is found."""
    any_claim = next(claim for claim in book.claims.values() if claim.given == given)
    for _ in range(tries):
        instance = drawn(book, given, rng)
        with suppress(judge.Rejected, Undecided, Undefined, TooMuch):
            allow(WORK)
            judge.load(book, any_claim, instance, {})
            return instance
    return None
