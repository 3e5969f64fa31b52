"""Counterexample files: an instance and hints, written for the verifier and judged by it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ntpcheck import writing
from ntpcheck.statement.allowance import allow
from ntpcheck.statement.hints.search import hints as search
from ntpcheck.verifier import command, judge
from ntpcheck.verifier.arithmetic.intervals import TooMuch, Undecided, Undefined
from ntpcheck.verifier.files import SCHEMA_VERSION, Unreadable
from ntpcheck.verifier.language.book import Book
from ntpcheck.verifier.language.claims import digest

if TYPE_CHECKING:
    from ntpcheck.claim import Claim

UNSTATED = "no book states the claim, so that nothing certifies what its checker says"


@dataclass(frozen=True)
class Finding:
    """A counterexample's document, and what the verifier says of it. objections: none where it accepts."""

    document: dict[str, Any]
    objections: list[str]
    lines: list[str] = field(default_factory=list)
    verdict: str = ""
    clash: str = ""  # what the book is sure of where the checker is sure of something else


def finding(
    claim: Claim, instance: Any, says: str, *, found: Mapping[str, Any], brief: bool = False
) -> Finding:
    """The document of an exact instance on which a claim `fails`, or is `undefined`, and the verifier's word.

    Hints are searched for; where the statement needs a lemma, each that may apply is tried. found: seed and
    version, for whoever wants to find it again. brief: lemmas get little time, as one instance of many.
    """
    names = {assumption.name for assumption in claim.assumes}
    stated = claim.stated
    dropped = [name for name in stated.assumes if name not in names] if stated else []
    document: dict[str, Any] = {
        "schema_version": SCHEMA_VERSION,
        "claim": claim.id,
        "statement": "",
        "says": says,
        "dropped": dropped,
        "instance": instance.to_json(),
        "hints": {},
        "found": dict(found),
    }
    if stated is None or claim.book is None:
        return Finding(document, [UNSTATED])
    document["statement"] = digest(claim.book, stated, tuple(dropped))
    objections = ["it is not seen to fail"]
    for lemma, exhibited in _arguments(claim, instance, says, brief=brief):
        attempt = document | ({"lemma": lemma} if lemma else {})
        try:
            attempt["hints"] = _hints(claim, attempt, exhibited)
        except judge.Contradicted as problem:
            return Finding(document, [f"the book says otherwise: {problem}"], clash=str(problem))
        except (judge.Rejected, Unreadable, Undecided, Undefined, TooMuch) as problem:
            objections = [f"the book does not bear it out: {problem}"]
            continue
        said = examined(attempt, {claim.book.key: claim.book})
        if said.outcome == "ACCEPTED":
            return Finding(attempt, [], said.lines, said.verdict)
        objections = [f"the verifier says {said.outcome}: {said.reason}"]
    return Finding(document, objections)


def elsewhere(claim: Claim, said: Finding, instance: Any) -> Finding | None:
    """An accepted document at another instance, by the same lemma and the same numbers, if it is accepted."""
    assert claim.book is not None
    exhibited = {name: hint for name, hint in said.document["hints"].items() if name.startswith("claim.")}
    attempt = said.document | {"instance": instance.to_json()}
    try:
        attempt["hints"] = _hints(claim, attempt, exhibited)
    except (judge.Rejected, Unreadable, Undecided, Undefined, TooMuch):
        return None
    return accepted(attempt, claim.book)


def against(claim: Claim, document: Mapping[str, Any], dropped: tuple[str, ...] = ()) -> dict[str, Any]:
    """A counterexample's document, turned against another claim without the `dropped` assumptions."""
    assert claim.book is not None
    assert claim.stated is not None
    named = {"claim": claim.id, "statement": digest(claim.book, claim.stated, dropped)}
    return {**document, **named, "dropped": list(dropped)}


def _arguments(
    claim: Claim, instance: Any, says: str, *, brief: bool
) -> Iterator[tuple[str | None, dict[str, Any]]]:
    """The direct way first, then lemmas with the numbers that they need exhibited."""
    from ntpcheck.statement.hints.arguments import BRIEFLY, IN_ALL, arguments, chosen

    yield None, {}
    if says == "undefined":  # nothing that a lemma says
        yield from chosen(claim, instance)
        return
    yield from arguments(claim, instance, BRIEFLY if brief else IN_ALL)


def _hints(claim: Claim, document: Mapping[str, Any], exhibited: Mapping[str, Any]) -> dict[str, Any]:
    """The hints that the verifier will ask for, by judging as it does with a search at hand."""
    assert claim.book is not None
    assert claim.stated is not None
    hints = dict(exhibited)
    allow(command.WORK_LIMIT)
    world = judge.load(claim.book, claim.stated, document["instance"], hints, search)
    judge.admitted(world, claim.stated, tuple(document["dropped"]))
    judge.shown(world, claim.stated, judge.SAYS[document["says"]], document.get("lemma"))
    return {key: hint for key, hint in sorted(hints.items()) if key in world.used}


def examined(document: Mapping[str, Any], books: Mapping[str, Book]) -> judge.Answer:
    """What the verifier says of a document, read from a file like any other, against books by their keys."""
    with writing.scratch() as folder:
        return command.answer(dict(books), write(document, folder / "counterexample.json"))


def accepted(document: dict[str, Any], book: Book) -> Finding | None:
    """A stored document with what the verifier says of it, if it accepts it."""
    said = examined(document, {book.key: book})
    return Finding(document, [], said.lines, said.verdict) if said.outcome == "ACCEPTED" else None


def file_name(claim_id: str) -> str:
    """A file name for a claim's counterexample: its id with what file systems dislike replaced."""
    return claim_id.replace("/", "--").replace("#", "..") + ".json"


def write(document: Mapping[str, Any], path: Path) -> Path:
    """Writes a counterexample as canonical JSON."""
    return writing.write(path, text(document))


def text(document: Mapping[str, Any]) -> str:
    """Canonical JSON with every list of plain values on one line: a matrix row, a list of constraints."""
    spread = json.dumps(document, indent=1, sort_keys=True)
    # A string holds no line break, so what opens a line after "[" is a list's first entry.
    rows = re.compile(r"\[\n +([^\[\]{}]*?)\n +\]")
    return rows.sub(lambda row: "[" + re.sub(r",\n +", ", ", row[1]) + "]", spread) + "\n"
