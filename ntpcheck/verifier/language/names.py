"""What the names of a book stand for: letters, axes, fields and definitions, and whose they are."""

from collections.abc import Container, Iterator
from dataclasses import dataclass, field
from typing import Any

from .grammar import Tree
from .scopes import Axes
from .words import KEYWORDS, BookError

Core = tuple[Any, ...]


@dataclass(frozen=True)
class Field:
    """kind: "num", ("ix", axis) or ("enum", words). source: its name in a file."""

    axes: Axes
    kind: Any
    natural: bool
    source: str


@dataclass(frozen=True)
class Let:
    """A definition. kind: "num", "bool", ("ix", axis), "point", "sequence" or "running".

    tree: what is defined; of a trajectory its step, of a path its goal. start, guard: a trajectory's first
    value, and what follows a path's `with`. Trees are for printing and misprints alone.
    """

    name: str
    given: str
    parameters: dict[str, Axes]
    indices: tuple[tuple[str, str], ...]
    core: Core
    kind: Any
    tree: Tree
    line: int
    cite: str = ""
    says: str = ""
    start: Tree = ()
    guard: Tree = ()


@dataclass
class Claim:
    """kind: formula, limit or recorded. `core` is empty where it is only recorded.

    gone: names that a claim defines of which this one is a variation, and that it does not define.
    """

    id: str
    cite: str
    given: str
    line: int
    clauses: list[tuple[str, str, int]]
    kind: str = "recorded"
    assumes: tuple[str, ...] = ()
    core: Core = ()
    tree: Tree = ()
    asked: Core = ()
    undefined: Core = ()
    trees: dict[str, Tree] = field(default_factory=dict)
    locals: dict[str, str] = field(default_factory=dict)
    gone: frozenset[str] = frozenset()

    def clause(self, name: str) -> str:
        """The text of a clause, on one line; empty where it is not there."""
        return " ".join(" ".join(text.split()) for keyword, text, _ in self.clauses if keyword == name)

    def has(self, name: str) -> bool:
        return any(keyword == name for keyword, _, _ in self.clauses)


class Names:
    """What is defined so far, with lookups by name."""

    def __init__(self) -> None:
        self.alphabets: dict[str, dict[str, str]] = {"": {}}  # letters to axes: its own, and those it uses
        self.lengths: dict[str, set[str]] = {"": set()}  # axes, by the same keys
        self.reading = ""  # the vocabulary that is being taken over
        self.homes: dict[str, str] = {}  # of types that are taken over or derived from such
        self.givens: dict[str, dict[str, Field]] = {}
        self.parents: dict[str, str | None] = {}
        self.lets: dict[str, Let] = {}
        self.running: dict[str, dict[str, str]] = {}  # numbers: types with sequences along them, what sort
        self.given = ""
        self.local: dict[str, str] = {}
        self.found_out: dict[str, Any] = {}  # about the items; a copy with other items has none of it

    @property
    def home(self) -> str:
        """The vocabulary in which the present type is at home; empty for the book's own."""
        return self.reading or self.homes.get(self.given, "")

    @property
    def letters(self) -> dict[str, str]:
        own = {} if self.reading else self.alphabets[""]
        return {**self.alphabets[self.home], **own}

    @property
    def sizes(self) -> set[str]:
        return self.lengths[self.home] | (set() if self.reading else self.lengths[""])

    def axis_of(self, letter: str) -> str:
        axis = self.letters.get(bare := letter.rstrip("0123456789'"))
        if axis is None:
            from .advice import no_axis

            raise BookError(no_axis(self, letter, bare))
        if not self.reading and (other := self.alphabets[self.home].get(bare, axis)) != axis:
            raise BookError(
                f"the letter {bare} is of this book's axis {axis} and of the axis {other} of "
                f"ntpcheck.{self.home}; give {axis} another letter"
            )
        return axis

    def axes_of(self, letters: tuple[str, ...]) -> Axes:
        return tuple(self.axis_of(letter) for letter in letters)

    def sized(self, axis: str) -> str:
        """An axis along which the instances of the present type have a size."""
        if not any(axis in field.axes for field in self.fields().values()):
            raise BookError(
                f"{self.given or 'nothing'} has no field along {axis}, so that {axis} has no size; "
                "is a `given` with such a field missing above?"
            )
        return axis

    def apart(self) -> None:
        """Requires that the book's own axes are none of a vocabulary that it uses."""
        for key in () if self.reading else self.alphabets.keys() - {""}:
            if both := sorted(self.lengths[""] & self.lengths[key]):
                raise BookError(f"the axis {both[0]} belongs to ntpcheck.{key}; take another name")

    def free(self, name: str, *others: Container[str]) -> None:
        """Requires that a name is no word of the language, and that nothing has it."""
        if name in KEYWORDS:
            raise BookError(f"{name!r} is a word of the language, which cannot be a name")
        if name in self.letters:
            raise BookError(f"the name {name} is taken: it is a letter over {self.letters[name]}")
        if any(name in names for names in (self.sizes, *others)):
            raise BookError(f"the name {name} is taken")
        if self.home and not self.reading and f"{self.home}:{name}" in self.lets:
            raise BookError(f"the name {name} is taken: ntpcheck.{self.home} defines it; take another")

    def fields(self) -> dict[str, Field]:
        return self.givens.get(self.given, {})

    def chain(self, given: str | None) -> Iterator[str]:
        """A type and what it is derived from."""
        while given:
            yield given
            given = self.parents[given]

    def key_of(self, name: str) -> str:
        """Under what a name is known: a claim's own definition, or that of its type."""
        return self.local.get(name) or self.shared(name, self.given)

    def shared(self, name: str, given: str) -> str:
        """The same for all claims on a type: the book's own definition, or that of the type's vocabulary."""
        home = self.reading or self.homes.get(given, "")
        if not home:
            return name
        own = self.lets.get(name)
        if own is not None and own.given in self.chain(given) and not self.reading:
            return name
        return f"{home}:{name}" if self.reading or f"{home}:{name}" in self.lets else name

    def assumed(self, claim: Claim) -> dict[str, str]:
        """The assumptions of a claim, each with the key of its definition."""
        return {name: self.shared(name, claim.given) for name in claim.assumes}

    def find(self, name: str) -> Let | None:
        return self.lets.get(self.key_of(name))

    def visible(self, name: str) -> Let:
        let = self.find(name)
        if let is None or not {let.given, *self.running.get(let.name, ())} & {*self.chain(self.given)}:
            from .advice import unseen

            raise BookError(unseen(self, name, let))
        return let

    def own(self, name: str) -> str:
        """The key of a definition that is being read."""
        return f"{self.reading}:{name}" if self.reading else name
