"""Words that have no batched form: the verifier's own arithmetic, instance by instance."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from functools import cached_property
from itertools import product
from typing import TYPE_CHECKING, Any

import torch

from ntpcheck import doing
from ntpcheck.arithmetic import as_numpy
from ntpcheck.errors import InvalidInstance
from ntpcheck.formulas import truth
from ntpcheck.formulas.bounded import Bounds
from ntpcheck.formulas.truth import Truth
from ntpcheck.statement.allowance import allow
from ntpcheck.statement.hints.search import hints
from ntpcheck.verifier import files
from ntpcheck.verifier.arithmetic.exact import enclose
from ntpcheck.verifier.arithmetic.intervals import TooMuch, Undecided, Undefined, unspent
from ntpcheck.verifier.instance.tensors import MEMORY
from ntpcheck.verifier.instance.world import PRECISIONS, World
from ntpcheck.verifier.language.book import Book
from ntpcheck.verifier.language.cores import exchanged, inside, reached

if TYPE_CHECKING:
    from ntpcheck.formulas.frames import Frame

Core = tuple[Any, ...]
SINGLE = frozenset(
    {"closest", "minimiser", "rank", "solvable", "infimum", "sets", "some", "every", "recorded", "sequence"}
)
ALLOWANCE = 300_000  # units of the verifier's work for one word at one instance: a third of a second
WORDS, KEPT = 100, 1000  # words of one book, and instances at which their answers are kept


def lacks(book: Book, core: Any) -> bool:
    """Whether a core names, directly or in its definitions, a word that has no batched form."""
    known: dict[str, bool] = book.found_out.setdefault("lacking", {})

    def walk(e: Any) -> bool:
        if not isinstance(e, tuple):
            return False
        if e[:1] and e[0] in SINGLE:
            return True
        if e[:1] == ("let",):
            if e[1] not in known:
                known[e[1]] = walk(book.lets[e[1]].core)
            if known[e[1]]:
                return True
        return any(walk(part) for part in e)

    return walk(core)


def fields_of(book: Book, given: str, core: Core) -> tuple[str, ...]:
    """The fields that a core may read, directly or in its definitions; some that it does not, perhaps."""
    known: dict[Any, tuple[str, ...]] = book.found_out.setdefault("read_by", {})
    if (given, core) not in known:
        names = book.givens[given].keys()
        found = {x for e in reached(book, core) for x in e if isinstance(x, str) and x in names}
        known[given, core] = tuple(sorted(found))
    return known[given, core]


class Alone:
    """The verifier's world of each instance of a batch, made when it is first asked for.

    What a word comes to is kept for a book and the fields that the word reads: instances that share these,
    as those that differ in W alone share W^mm, share it too. An answer is kept only where all that its world
    ever did would have fitted into one allowance, so that it does not depend on what was asked before.
    """

    def __init__(self, book: Book, given: str, instance: Any) -> None:
        self.book, self.given, self.instance = book, given, instance
        self.known: dict[Any, tuple[Bounds, Any]] = {}  # by core and frame, with what its ids stand for
        self.spent: list[int] = []  # units by each world

    @cached_property
    def worlds(self) -> list[World | None]:
        """None where a number is no double's text, or nothing is left of a search's allowance."""
        found = [self._world(row) for row in self.instance.rows()]
        self.spent = [0] * len(found)
        return found

    def _world(self, row: Any) -> World | None:
        allow(ALLOWANCE)
        try:
            sizes, fields = files.instance(self.book, self.given, row.to_json())
        except (files.Unreadable, InvalidInstance, TooMuch):
            return None
        world = World(self.book, self.given, sizes, fields, {}, hints)
        world.reset(PRECISIONS[0])
        return world

    def each(self, e: Core, frame: Frame, ask: Callable[[World, dict[str, int]], Any]) -> Iterator[Any]:
        """The answers, instance by instance and for all indices that the core names; None where it fails."""
        used = self._letters(e, frame)
        indices = [
            dict(zip(used, at, strict=True))
            for at in product(*(range(frame.letters[name][1]) for name in used))
        ]
        words: dict[Any, dict[Any, list[Any]]] = self.book.found_out.setdefault("answers", {})
        word = self.given, self._placed(e, frame), tuple(tuple(at.values()) for at in indices)
        if word not in words and len(words) == WORDS:
            words.clear()
        kept = words.setdefault(word, {})
        columns = [
            as_numpy(getattr(self.instance, self.book.givens[self.given][name].source))
            for name in fields_of(self.book, self.given, e)
        ]
        for i, world in enumerate(self.worlds):
            if world is None:
                yield from [None] * len(indices)
                continue
            key = (tuple(world.sizes.items()), *(x[i].tobytes() for x in columns))
            if key not in kept or world.weight > MEMORY // 2:
                doing.at(f"words without a batched form, instance {i + 1:,} of {len(self.worlds):,}")
                answers, certain = self._asked(e, i, indices, ask)
                if not certain:
                    yield from answers
                    continue
                if len(kept) == KEPT:
                    kept.clear()
                kept[key] = answers
            yield from kept[key]

    def _asked(
        self, e: Core, i: int, indices: list[dict[str, int]], ask: Callable[[World, dict[str, int]], Any]
    ) -> tuple[list[Any], bool]:
        """The answers of the world of instance i, and whether any other with those fields gives the same.

        A point that is not found at one index is not sought at the others: it is found as a whole.
        """
        world = self.worlds[i]
        assert world is not None
        point = e[0] == "let" and not e[2] and self.book.lets[e[1]].kind == "point"
        answers, lost = list[Any](), False
        for at in indices:
            if lost:
                answers.append(None)
                continue
            allow(ALLOWANCE)
            try:
                answers.append(ask(world, at))
            except Undefined:
                lost = point
                answers.append(None)
            except (Undecided, TooMuch, ArithmeticError):
                world.reset(PRECISIONS[0])
                lost = point
                answers.append(None)
                self.spent[i] = ALLOWANCE + 1
            self.spent[i] += ALLOWANCE - unspent()
        return answers, self.spent[i] <= ALLOWANCE and world.weight <= MEMORY // 2

    def _letters(self, e: Core, frame: Frame) -> list[str]:
        named = {part[1] for part in inside(e) if part[:1] == ("v",)}
        return sorted(named & set(frame.letters), key=lambda name: frame.letters[name][0])

    def _placed(self, e: Any, frame: Frame) -> Any:
        """The core with places and sizes of axes for its letters, whatever they are called."""
        at = frame.letters
        return exchanged(e, lambda e: ("v", at[e[1]]) if e[:1] == ("v",) and e[1] in at else e)

    def _shape(self, e: Core, frame: Frame) -> list[int]:
        shape = [len(self.worlds)] + [1] * frame.depth
        for name in self._letters(e, frame):
            place, size = frame.letters[name]
            shape[place] = size
        return shape

    def number(self, e: Core, frame: Frame) -> Bounds:
        wholes = tuple(frame.wholes[name] for name in sorted(frame.wholes))
        key = (self._placed(e, frame), frame.depth, tuple(map(id, wholes)))
        if key not in self.known:
            self.known[key] = self._number(e, frame), wholes
        return self.known[key][0]

    def _number(self, e: Core, frame: Frame) -> Bounds:
        def ask(world: World, at: dict[str, int]) -> tuple[float, float]:
            return ends(*enclose(world.number(e, at)))

        none = math.nan, math.nan
        found = [none if one is None else one for one in self.each(e, frame, ask)]
        device = next(iter(self.instance.arrays().values())).device
        table = torch.tensor(found, dtype=torch.float64, device=device)
        shape = self._shape(e, frame)
        return Bounds(table[:, 0].reshape(shape), table[:, 1].reshape(shape))

    def formula(self, e: Core, frame: Frame) -> Truth:
        said = [1 if found else 0 if found is None else -1 for found in self._said(e, frame)]
        device = next(iter(self.instance.arrays().values())).device
        table = torch.tensor(said, device=device).reshape(self._shape(e, frame))
        found, lost = truth.plain(table > 0, table < 0), torch.where(table == 0, math.nan, 0.0)
        return Truth(found.sure, found.no, found.sure, found.low + lost, found.high + lost, found.size)

    def _said(self, e: Core, frame: Frame) -> Iterator[bool | None]:
        yield from self.each(e, frame, lambda world, at: world.formula(e, dict(at)))


def ends(low: Any, high: Any) -> tuple[float, float]:
    """Doubles around what lies between two rationals; the same one twice where it is a double."""
    return _below(low), -_below(-high)


def _below(x: Any) -> float:
    """A double that is not above a rational, and the same number where it is one."""
    try:
        near = float(x)
    except OverflowError:
        return -math.inf if x < 0 else torch.finfo(torch.float64).max
    same = near.as_integer_ratio() == x.as_integer_ratio()
    return near if same else math.nextafter(near, -math.inf)
