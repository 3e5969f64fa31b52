"""How files are forged from stored ones: each kind takes a copy of one and gives it back changed, or None."""

from __future__ import annotations

import copy
import random
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from ntpcheck.statement.hints.search import hints as search
from ntpcheck.verifier import judge
from ntpcheck.verifier.arithmetic.intervals import TooMuch, Undecided, Undefined, allow
from ntpcheck.verifier.files import Unreadable
from ntpcheck.verifier.language.claims import digest

if TYPE_CHECKING:
    from ntpcheck.claim import Paper

Document = dict[str, Any]
Files = list[tuple["Paper", Document]]
SEARCHED = 3_000_000  # units of work for a search for hints
NUMBERS = (0, 1, 2, -1, "1/2", "-3/4", "17/16", 3)


def _fields(paper: Paper, given: str) -> set[str]:
    assert paper.shelf is not None
    return {found.source for found in paper.shelf.givens[given].values()}


def _relabelled(source: random.Random, paper: Paper, document: Document, files: Files) -> Document | None:
    """Another claim's name, with that claim's digest; half of the time true ones."""
    book = paper.shelf
    assert book is not None
    fields = set(document["instance"]) - {"type"}
    fits = [
        c for c in book.claims.values() if c.id != document["claim"] and _fields(paper, c.given) == fields
    ]
    verdicts = paper.expected
    true = [c for c in fits if verdicts.get(c.id) in ("SUPPORTED", "EXHAUSTED")]
    if not fits:
        return None
    other = source.choice(true if true and source.random() < 0.5 else fits)
    document |= {"claim": other.id, "statement": digest(book, other), "dropped": []}
    document["instance"]["type"] = other.given
    if source.random() < 0.5:
        document["hints"] = copy.deepcopy(source.choice(files)[1]["hints"])
    return document


def _dropping(source: random.Random, paper: Paper, document: Document, files: Files) -> Document | None:
    """An assumption left out and not said, or said without the weakened statement's digest."""
    del files
    assert paper.shelf is not None
    claim = paper.shelf.claims[document["claim"]]
    if not claim.assumes:
        return None
    name = source.choice(claim.assumes)
    if source.random() < 0.5:
        document["dropped"] = [name]
        return document
    document["statement"] = digest(paper.shelf, claim, (name,))
    return document


def _instance(source: random.Random, paper: Paper, document: Document, files: Files) -> Document | None:
    """An entry of the instance changed, a row emptied, or an axis cut."""
    del paper, files
    places = [
        place
        for name in document["instance"]
        if name != "type"
        for place in _places(document["instance"], name)
    ]
    if not places:
        return None
    holder, key = source.choice(places)
    change = source.random()
    if change < 0.7:
        holder[key] = source.choice(NUMBERS)
    elif isinstance(holder, list) and change < 0.85:
        holder[:] = [0] * len(holder)
    elif isinstance(holder, list):
        del holder[key]
    return document


def _places(holder: Any, key: Any) -> Iterator[tuple[Any, Any]]:
    if isinstance(holder[key], list):
        for i in range(len(holder[key])):
            yield from _places(holder[key], i)
    else:
        yield holder, key


def _said(source: random.Random, paper: Paper, document: Document, files: Files) -> Document | None:
    """The verdict, the digest, the lemma or the type altered."""
    del paper
    other = source.choice(files)[1]
    change = source.randrange(4)
    if change == 0:
        document["says"] = "undefined" if document["says"] == "fails" else "fails"
    elif change == 1:
        document["statement"] = other["statement"]
    elif change == 2:
        document["instance"]["type"] = other["instance"]["type"]
    elif "lemma" in document and source.random() < 0.5:
        del document["lemma"]
    else:
        document["lemma"] = source.choice(
            ["stays", "attained", "rays", "outrun", other.get("lemma", "stays")]
        )
    return document


def _hints(source: random.Random, paper: Paper, document: Document, files: Files) -> Document | None:
    """A hint's numbers changed, a hint taken away, or one more put in."""
    del paper
    hints = document["hints"]
    if not hints or source.random() < 0.2:
        hints |= copy.deepcopy(source.choice(files)[1]["hints"])
        hints[source.choice(["claim.D", "Wmm", "separable.D", "claim.M"])] = {"active": [source.randrange(6)]}
        return document
    key = source.choice(sorted(hints))
    if source.random() < 0.15:
        del hints[key]
        return document
    places = list(_places(hints, key)) if not isinstance(hints[key], dict) else []
    if places:
        holder, at = source.choice(places)
        holder[at] = source.choice(NUMBERS)
        return document
    listed = hints[key]
    name = source.choice(sorted(listed))
    if source.random() < 0.2:
        hints[key] = {"ray" if name == "active" else "active": listed[name]}
    elif isinstance(listed[name], list):
        hints[key] = {name: sorted(source.sample(range(8), source.randrange(0, 5)))}
    return document


def _searched(source: random.Random, paper: Paper, document: Document, files: Files) -> Document | None:
    """Any claim of the type, at an instance changed often, with the hints that a search finds."""
    for _ in range(source.randrange(4)):
        if _instance(source, paper, document, files) is None:
            return None
    book = paper.shelf
    assert book is not None
    fields = set(document["instance"]) - {"type"}
    claim = source.choice([c for c in book.claims.values() if _fields(paper, c.given) == fields])
    document["instance"]["type"] = claim.given
    says, hints = source.choice(["fails", "fails", "undefined"]), dict[str, Any]()
    allow(SEARCHED)
    try:
        world = judge.load(book, claim, document["instance"], hints, search)
        judge.admitted(world, claim, ())
        judge.shown(world, claim, judge.SAYS[says], None)
        hints = {key: hint for key, hint in hints.items() if key in world.used}
    except (judge.Rejected, Unreadable, Undecided, Undefined, TooMuch):
        pass  # the file is written all the same, with what hints there are
    document.pop("lemma", None)
    statement = digest(book, claim)
    return document | {"claim": claim.id, "statement": statement, "dropped": [], "says": says, "hints": hints}


KINDS: dict[str, Callable[[random.Random, Paper, Document, Files], Document | None]] = {
    "another claim": _relabelled,
    "an assumption": _dropping,
    "the instance": _instance,
    "what is said": _said,
    "hints": _hints,
    "hints searched": _searched,
}
