"""The class and the domain of a type of a book: ntpcheck's own where the fields agree, else derived."""

from dataclasses import replace
from functools import cache
from typing import Any

from ntpcheck.claim import Domain
from ntpcheck.domains import (
    DATASETS,
    DECODINGS,
    OFFSETS,
    PAIRS,
    RUNS,
    SAMPLES,
    SCALED,
    attention,
    plain,
    sequences,
)
from ntpcheck.domains.declared import space
from ntpcheck.domains.optimisers import STREAMS
from ntpcheck.domains.rare import rare
from ntpcheck.instances.base import REGISTRY, Instance
from ntpcheck.instances.declared import INDEX, NATURAL, REAL, WORD, Declared, declared
from ntpcheck.verifier.language.book import Book, Field

Axes = dict[str, str]  # the book's name of an axis -> the class's
MOST_ALONE = 1200  # instances of a claim whose words are evaluated one by one, some 20 ms each
MOST_FOLLOWED = MOST_ALONE // 6  # the same, at each of three first steps, in rationals that grow with them
SPACES: dict[str, Domain] = {
    "Dataset": DATASETS,
    "Decoding": DECODINGS,
    "Scaled": SCALED,
    "Offset": OFFSETS,
    "Pair": PAIRS,
    "Run": replace(RUNS, name="runs, as data", costly=False),  # a formula trains nothing
    "Stream": replace(STREAMS, name="streams, as data", costly=False),
    "Samples": SAMPLES,
    "Sequences": sequences.SEQUENCES,
    "Attention": attention.ATTENTION,
    "Attending": replace(attention.ATTENDING, plain=plain.attendings),
    "AttendingPair": attention.ATTENDING_PAIRS,
    "AttendingScaled": replace(attention.ATTENDING_SCALED, plain=plain.scaled_attentions),
    "AttentionRun": attention.ATTENTION_STEPS,
}


def ready(book: Book, given: str) -> Axes | None:
    """The names of axes where ntpcheck's class of that name has exactly the fields of the type."""
    if given not in SPACES:
        return None
    cls, fields = REGISTRY[given], book.givens[given].values()
    if {part.source for part in fields} != set(cls.AXES):
        return None
    renamed: Axes = {}
    for part in fields:
        theirs = cls.AXES[part.source].split()
        whole = part.natural or part.kind != "num"
        if len(theirs) != len(part.axes) or whole != (part.source in cls.INTEGERS):
            return None
        for ours, other in zip(part.axes, theirs, strict=True):
            if renamed.setdefault(ours, other) != other:
                return None
    return renamed if len(set(renamed.values())) == len(renamed) else None


def _field(part: Field, axes: Axes) -> Declared:
    along = tuple(axes.get(axis, axis) for axis in part.axes)
    if part.kind == "num":
        return Declared(part.source, along, NATURAL if part.natural else REAL)
    if part.kind[0] == "ix":
        axis = str(part.kind[1])
        return Declared(part.source, along, INDEX, along=axes.get(axis, axis))
    return Declared(part.source, along, WORD, words=len(part.kind[1]))


class Space:
    """A type of a book: its class, its domain, and the class's names of the axes."""

    def __init__(self, book: Book, given: str) -> None:
        self.book, self.given = book, given
        self.cls, self.domain, self.axes = self._made()
        # For words that have no batched form: fewer instances, and no scope.
        self.heavy = replace(self.domain, name=f"{self.domain.name}, one by one", scope=None, most=MOST_ALONE)
        self.followed = replace(self.heavy, name=f"{self.domain.name}, step by step", most=MOST_FOLLOWED)
        self.bounded = dict[Any, Domain]()  # the same with bounds that claims presuppose, by these

    def _made(self) -> tuple[type[Instance], Domain, Axes]:
        renamed = ready(self.book, self.given)
        if renamed is not None:
            # Their scopes ask for thousands of exact decisions, which take the verifier's arithmetic minutes.
            cls = REGISTRY[self.given]
            return cls, replace(SPACES[self.given], scope=None, rare=rare(cls)), renamed
        above = self.book.parents[self.given]
        parent = space_of(self.book, above) if above else None
        axes = dict(parent.axes) if parent else {}
        known = self.book.givens[above] if above else {}
        own = [part for name, part in self.book.givens[self.given].items() if name not in known]
        for part in own:
            axes |= {axis: axis for axis in part.axes if axis not in axes}
        fields = tuple(_field(part, axes) for part in own)
        cls = declared(self.given, fields, parent.cls if parent else None)
        return cls, space(cls, fields, parent.domain if parent else None), axes


@cache
def space_of(book: Book, given: str) -> Space:
    """The space of a type of a book. Raises InvalidClaim where a class cannot be made of it."""
    return Space(book, given)
