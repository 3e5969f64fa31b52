"""Falsehoods as lines of a book: `claim ID#KIND "planted" as ID`, a variation of the claim ID.

A line that changes the statement is searched by its own formula, over the domain of the claim. One that
changes hypotheses alone keeps the claim's checker. Where the claim itself fails on every instance, a line
`reading   judged alone: REASON` says so: any failure of the falsehood then counts. Where a search cannot
evaluate a formula, as of a limit of training or of a path, a check in Python beside the line says how to
look: `planted(.., checks={"ID#KIND": {"conclude": (instance, effort) -> Evidence}})`. Those of the shipped
papers are in `falsehoods/`, in a dictionary CHECKS; `ntpcheck.formulas.rivals` has what they are made of.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from ntpcheck import reading
from ntpcheck.binding import said_by
from ntpcheck.claim import Assumption, Effort, Planted
from ntpcheck.errors import InvalidClaim, closest
from ntpcheck.evidence import Evidence
from ntpcheck.formulas.says import Says
from ntpcheck.stated import Origin, Source, raised
from ntpcheck.verifier.language.book import Claim as Statement

Checks = Mapping[str, Mapping[str, Any]]  # a falsehood's id -> fields of the claim, as `Planted.replaces`
ALONE = "judged alone: "


@dataclass(frozen=True)
class Line:
    """Checked by evaluating the formula of a planted line, or what it presupposes.

    The book is read when the line is first asked, so that a command that only lists claims does without.
    """

    origin: Origin
    presupposed: bool = False

    @cached_property
    def says(self) -> Says:
        stated = self.origin.stated
        if self.presupposed:
            return Says(self.origin.source.book, stated.given, stated.asked)
        return Says(self.origin.source.book, stated.given, stated.core, stated.undefined)

    def __call__(self, instance: Any, effort: Effort | None = None) -> Evidence:
        return self.says(instance, effort)


def planted(
    book: Path, *folders: Path, from_text: tuple[Path, ...] = (), checks: Checks | None = None
) -> tuple[Planted, ...]:
    """The falsehoods that the `*.book` files of some folders state, read after a paper's own book.

    from_text: folders of falsehoods that were written from the paper's text alone. checks: what a search
    replaces in the claim, by the falsehood's id, where Python says how to look. Raises InvalidClaim for a
    line that is planted by no claim of the book, or says nothing else than that claim, and for a check of
    no line.
    """
    parts = [path for folder in (*folders, *from_text) for path in sorted(folder.glob("*.book"))]
    return of_source(joined(book, parts), frozenset(from_text), checks or {})


def joined(book: Path, parts: list[Path]) -> Source:
    """A book with others read after it. An error in one of them names its own file and line."""
    text, starts = "", list[tuple[int, Path]]()
    for path in (book, *parts):
        starts.append((text.count("\n"), path))
        text += reading.text(path, way_out="Name a text file.").rstrip("\n") + "\n"
    return Source(book, text, tuple(starts))


def of_source(
    source: Source, from_text: frozenset[Path] = frozenset(), checks: Checks | None = None
) -> tuple[Planted, ...]:
    """The falsehoods among the claims of a book: those with a kind after a # in their ids."""
    checks = checks or {}
    for name in checks:
        if name not in source.headings:
            way_out = closest(name, source.headings, "State it, or take the check out.")
            raise InvalidClaim(f"the check of {name!r} is of no falsehood in the books. {way_out}")
    return tuple(_planted(source, name, from_text, checks) for name in source.headings if "#" in name)


def _planted(source: Source, name: str, from_text: frozenset[Path], checks: Checks) -> Planted:
    of, _, kind = name.partition("#")
    heading, path = source.headings[name], source.places[name][0]
    if of not in source.headings:
        said = f"{path}: the falsehood {name!r} is planted by {of!r}, which is no claim of the book."
        raise InvalidClaim(f"{said} {closest(of, source.headings, 'State it, or take the falsehood out.')}")
    original, origin = source.headings[of], Origin(source, name)
    if heading.given != original.given:
        raise InvalidClaim(
            f"{path}: the falsehood {name!r} is on {heading.given}, its claim on {original.given}."
        )
    recorded = heading.has("recorded")
    if name in checks:
        replaces, adds = checks[name], ()
    elif recorded:
        said = f"{path}: the falsehood {name!r} is recorded in words, and no check looks for it."
        raise InvalidClaim(f"{said} Give it a formula, or a check in Python.")
    else:
        replaces, adds = _searched(origin, original, path)
    note = heading.clause("reading")
    return Planted(
        of=of,
        kind=kind,
        statement=raised(heading.clause("says").rstrip(".")) + ".",
        replaces=replaces,
        alone=raised(note.removeprefix(ALONE)) + "." if note.startswith(ALONE) else "",
        adds=adds,
        origin=None if recorded else origin,
        from_text=path.parent in from_text,
    )


def _searched(
    origin: Origin, original: Statement, path: Path
) -> tuple[dict[str, Any], tuple[Assumption, ...]]:
    """What a line replaces in the claim that it is planted by, and what it is asked for besides."""
    name, heading = origin.id, origin.heading
    replaces: dict[str, Any] = {}
    adds: tuple[Assumption, ...] = ()
    asked = heading.clause("asked when")
    same = said_by(heading) == said_by(original)
    if not same:
        replaces["conclude"] = Line(origin)
    if asked and (not same or asked != original.clause("asked when")):
        adds = (Assumption("what it is asked for", Line(origin, presupposed=True), fixed=True),)
    if same and not adds and set(heading.assumes) == set(original.assumes):
        raise InvalidClaim(
            f"{path}: the falsehood {name!r} says what {original.id!r} says. Change it, or take it out."
        )
    if not same and heading.clause("says") == original.clause("says"):
        said = f"{path}: the falsehood {name!r} has the sentence of {original.id!r}, and another formula."
        raise InvalidClaim(f"{said} Give it a line `says` with the whole false sentence.")
    return replaces, adds
