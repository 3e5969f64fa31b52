"""What a paper's book says of its claims: headings at once, formulas when they are first asked for.

Ids, citations, sentences and lists of assumptions take some milliseconds to read. Whole books take half a
second, so that a command that only lists claims does without.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import accumulate
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ntpcheck import reading
from ntpcheck.errors import InvalidClaim, UnreadableFile
from ntpcheck.verifier.language.claims import digest, heading
from ntpcheck.verifier.language.layout import Item, items
from ntpcheck.verifier.language.words import BookError

if TYPE_CHECKING:
    from ntpcheck.verifier.language.book import Book
    from ntpcheck.verifier.language.book import Claim as Statement

CHANGE = re.compile(r"(?:^|(?<=[.;] ))(the changes?|changed|added): ", re.IGNORECASE)
# A sentence that opens with one of these opens with a formula.
LETTERS = r"(?:alpha|beta|gamma|delta|eps|eta|lambda|pi|rho|tau|cos|exp|inf|log|max|min|sum|[b-z])(?![a-z-])"


@dataclass(frozen=True)
class Source:
    """A book's text, with what is read off it. Raises InvalidClaim where the text is no book."""

    path: Path
    text: str
    parts: tuple[tuple[int, Path], ...] = ()  # of a folder: how many lines stand before each file, and which

    @cached_property
    def book(self) -> Book:
        from ntpcheck.verifier.language.book import Book

        try:
            return Book(self.text, self.path.name)
        except BookError as problem:
            raise self._unreadable(problem) from problem

    def digest(self, name: str) -> str:
        """What tells the statement from any other: twelve hex digits."""
        if name not in self._digests:
            self._digests[name] = digest(self.book, self.book.claims[name])
        return self._digests[name]

    @cached_property
    def _digests(self) -> dict[str, str]:
        return {}

    @cached_property
    def headings(self) -> Mapping[str, Statement]:
        """Every claim without its formulas, in the book's order: clauses and names of assumptions."""
        found: dict[str, Statement] = {}
        for head, rest, line, clauses in self._items:
            if head == "claim":
                try:
                    claim = heading(found, rest, line, clauses)
                except BookError as problem:
                    raise self._unreadable(problem, line) from problem
                found[claim.id] = claim
        return found

    @cached_property
    def varies(self) -> Mapping[str, str]:
        """The claim that each variation is one of."""
        opened = (rest.split('"') for head, rest, _, _ in self._items if head == "claim")
        return {name.strip(): said.split()[1] for name, _, said in opened if said.split()[0] == "as"}

    @cached_property
    def citations(self) -> Mapping[str, str]:
        """Where the paper makes each assumption, by the assumption's name."""
        made = [rest.split('"') for head, rest, _, _ in self._items if head == "assume"]
        return {parts[0].strip(): parts[1] for parts in made if len(parts) > 2}

    @cached_property
    def assumed(self) -> Mapping[str, str]:
        """What each assumption says, in a sentence, by its name."""
        found: dict[str, str] = {}
        for _, rest, _, clauses in (item for item in self._items if item[0] == "assume"):
            says = " ".join(text for keyword, text, _ in clauses if keyword == "says")
            found[rest.split('"')[0].strip()] = raised(" ".join(says.split()))
        return found

    @cached_property
    def opening(self) -> tuple[str, str]:
        """The paper's key and title."""
        found = [rest.split('"') for head, rest, _, _ in self._items if head == "book"]
        if not found or len(found[0]) < 3:
            raise self._unreadable(
                BookError('a book opens with: book KEY "TITLE", where KEY is one word without hyphens'), 1
            )
        return found[0][0].strip(), found[0][1]

    @cached_property
    def _items(self) -> list[Item]:
        try:
            return list(items(self.text))
        except BookError as problem:
            raise self._unreadable(problem) from problem

    @cached_property
    def places(self) -> Mapping[str, tuple[Path, int]]:
        """The file and the line of each claim."""
        return {rest.split()[0]: self._place(line) for head, rest, line, _ in self._items if head == "claim"}

    def _place(self, number: int) -> tuple[Path, int]:
        """The file, and the line there, of a line of the joined text."""
        start, path = max((part for part in self.parts if part[0] < number), default=(0, self.path))
        return path, number - start

    def _told(self, number: int, here: Path) -> str:
        """A line of the joined text, as an error in one of its files names it."""
        path, number = self._place(number)
        return f"line {number}" if path == here else f"line {number} of {path.name}"

    def _unreadable(self, problem: BookError, line: int = 0) -> InvalidClaim:
        """The error for a text that cannot be read, with file and line where the problem tells a line."""
        told = re.match(r"(?:.*?, )?line (\d+):? ?(.*)", said := str(problem))  # its first line
        number, said = (int(told[1]), told[2]) if told else (line, said)
        path, number = self._place(number)
        said = re.sub(r"\bline (\d+)", lambda other: self._told(int(other[1]), path), said)
        said = said if said.endswith(("?", ".")) else f"{said}."
        where = f"{path}, line {number}" if number else str(path)
        return InvalidClaim(f"{where}: {said} `ntpcheck book check` shows the place.")


@dataclass(frozen=True)
class Origin:
    """Where a claim is stated: a book, and the id that it has there."""

    source: Source
    id: str

    @property
    def heading(self) -> Statement:
        """The statement without its formulas."""
        return self.source.headings[self.id]

    @property
    def stated(self) -> Statement:
        return self.source.book.claims[self.id]

    @property
    def digest(self) -> str:
        return self.source.digest(self.id)

    @property
    def reals(self) -> frozenset[str]:
        """The real-valued fields of the instance that the statement and its assumptions read, and the reals
        that they speak of all of, by name. Supports, graphs and counts are none."""
        book, stated, found = self.source.book, self.stated, set[str]()
        fields, seen = book.givens[stated.given], set[str]()

        def walk(e: Any) -> None:
            if not isinstance(e, tuple):
                return
            if e[:1] == ("field",):
                field = fields.get(e[1])
                found.update({e[1]} if field is None or (field.kind == "num" and not field.natural) else ())
            elif e[:1] == ("every",):
                found.update(name for name, _ in e[1])
            elif e[:1] == ("let",) and e[1] not in seen:
                seen.add(e[1])
                walk(book.lets[e[1]].core)
            for part in e:
                walk(part)

        walk((stated.core, stated.asked, *(book.lets[key].core for key in book.assumed(stated).values())))
        return frozenset(found)

    @property
    def notes(self) -> tuple[str, ...]:
        """How the sentence was read, and which glyph decides: paragraphs that begin with what they are."""
        heading = self.heading
        reading, change = _split(heading.clause("reading"))
        hedge = ("hedge.", raised(reading)) if heading.has("hedge") else (raised(reading),)
        told = (
            ("Reading", " ".join(filter(None, hedge))),
            change,
            ("Transcription", heading.clause("transcription")),
        )
        return tuple(f"{label}: {_ended(words)}" for label, words in told if words)


def read(path: Path) -> Source:
    """The book in a file, or in the `*.book` parts of a folder, joined in order of name."""
    parts = sorted(path.glob("*.book")) if path.is_dir() else [path]
    try:
        texts = [reading.text(part, way_out="Name a text file.").rstrip("\n") + "\n" for part in parts]
    except UnreadableFile as error:
        raise InvalidClaim(f"cannot read the book: {error}") from None
    starts = accumulate((text.count("\n") for text in texts), initial=0)
    return _known(path, "".join(texts), tuple(zip(starts, parts, strict=False)))


@lru_cache(maxsize=16)
def _known(path: Path, text: str, parts: tuple[tuple[int, Path], ...]) -> Source:
    return Source(path, text, parts)


def raised(words: str) -> str:
    """With a capital letter, where it opens with a word."""
    opens = re.match(rf"(?!{LETTERS})[a-z][a-z-]*(?![\w^(*'~|])", words)
    return words[:1].upper() + words[1:] if opens else words


def _ended(words: str) -> str:
    return words if words.endswith((".", "?", "!")) else f"{words}."


def _split(reading: str) -> tuple[str, tuple[str, str]]:
    """A reading, and what it says of an amended statement's change, with its label."""
    match = CHANGE.search(reading)
    if not match:
        return reading, ("", "")
    return reading[: match.start()].rstrip(), (
        raised(match[1].lower()).removesuffix("s"),
        reading[match.end() :],
    )
