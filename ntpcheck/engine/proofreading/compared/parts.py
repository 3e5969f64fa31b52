"""Parts of a line that are numbers, in two books, against the numbers that the checker computes on its way.

A part is known where, on several instances, each of its values is a number that the checker computes too. A
misprint is noticed where it gives such a part another value, which the checker computes nowhere. That does
not ask what follows from the line: a weaker line that is as true has other parts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import islice, product
from typing import TYPE_CHECKING, Any

import numpy as np

from ntpcheck.engine.proofreading.compared.nearly import Nearly
from ntpcheck.engine.proofreading.compared.observing import UNSURE
from ntpcheck.engine.proofreading.compared.overheard import EQUAL, OTHER, Overheard, telling
from ntpcheck.engine.proofreading.sought.looking import Looked
from ntpcheck.engine.proofreading.sought.states import scalar
from ntpcheck.statement.allowance import allow
from ntpcheck.statement.hints.search import hints
from ntpcheck.statement.knowing.cores import same
from ntpcheck.statement.printing.reading import names
from ntpcheck.statement.quick import Quick
from ntpcheck.verifier import judge
from ntpcheck.verifier.arithmetic import exact
from ntpcheck.verifier.arithmetic.intervals import Undecided, Undefined, work_at
from ntpcheck.verifier.instance.tensors import Tensor

if TYPE_CHECKING:
    from ntpcheck.statement.editing.misprints import Misprint
    from ntpcheck.verifier.instance.tensors import Core, Env
    from ntpcheck.verifier.instance.world import World
    from ntpcheck.verifier.language.book import Book

BITS = 128  # of the values at states, which are doubles
ALLOWANCE = 150_000  # units of the verifier's work for all parts of a line at an instance
PATHS, CELLS = 48, 200  # places of a line, and values of a part, that are looked at
TOLD = 2  # instances on which a part has to have a value that is not there by chance
QUANTIFIERS, FOLDS = ("forall", "exists"), ("sum", "max", "min")
OPAQUE = (
    "solvable", "infimum", "closest", "minimiser", "sets", "closure", "rank",
    "psd", "largest", "smallest",
)  # fmt: skip
NUMBERS = (
    "field", "par", "let", "+", "-", "*", "/", "neg", "^", "fn", "if", "sum", "max", "min", "max2", "min2",
    "norm", "dot", "largest", "smallest", "cmp",
)  # fmt: skip
STRANGE = scalar(0.70314159)
LET = (-1, -1)  # the step into what a definition says
Step = tuple[int, int]  # a part of a node, and -1 or a part of that
Path = tuple[Step, ...]
UNTOLD = (judge.Rejected, Undefined, ArithmeticError, LookupError, ValueError, *UNSURE)


def departs(
    book: Book,
    misprint: Misprint,
    claim_id: str,
    parts: Iterable[str],
    looked: Callable[[str, str], list[Looked]],
) -> bool:
    """Whether a misprint gives a known part of a claim another value than any that is computed.

    Or whether it leaves out a comparison of which the checker computes the difference. parts: "" for the
    formula, else the names of assumptions. looked: instances for a claim and one of its parts.
    """
    claim, other = book.claims[claim_id], misprint.book.claims[claim_id]
    for part in parts:
        named: Core = ("let", part, (), ())
        pair = (named, named) if part else (claim.core, other.core)
        lines = Lines(book, misprint.book, pair, claim_id, looked(claim_id, part))
        if any(map(lines.departs, _prefixes(book, misprint, pair))) or lines.lacks():
            return True
    return False


@dataclass(frozen=True)
class Lines:
    """A line in two books, and the instances at which its parts are looked at."""

    old: Book
    new: Book
    cores: tuple[Core, Core]
    claim: str
    looks: list[Looked]
    worlds: dict[tuple[int, int], tuple[World, int] | None] = field(default_factory=dict[Any, Any])

    def departs(self, path: Path) -> bool:
        told, departs = set[int](), False
        for look in self.looks:
            one, other = self._old(look, path), self._new(look, path)
            if one is None or other is None or not known(one, look):
                continue  # a checker may go other ways at other instances
            if any(map(telling, one)):
                told.add(id(look.document))
            departs |= strange(one, other, look) or lost(one, other)
        return departs and len(told) >= TOLD

    def lacks(self) -> bool:
        """Whether a comparison whose difference the checker computes stands nowhere in the new line."""
        left, kept = (list(asserted(core)) for core in self.cores)
        return any(self._lacks(path, kept) for path in left)

    def _lacks(self, path: Path, kept: list[Path]) -> bool:
        told = 0
        for look in self.looks:
            one = self._old(look, path)
            if one is None or not any(map(telling, one)) or not known(one, look):
                continue
            others = [self._new(look, other) for other in kept]
            if None in others:
                continue
            there = Overheard(np.unique(np.abs([x for other in others for x in other or ()])))
            if all(there.has(x, OTHER) for x in one if telling(x)):
                return False
            told += 1
        return told >= TOLD

    def _old(self, look: Looked, path: Path) -> list[float] | None:
        return self._values(0, look, path)

    def _new(self, look: Looked, path: Path) -> list[float] | None:
        return self._values(1, look, path)

    def _values(self, k: int, look: Looked, path: Path) -> list[float] | None:
        """The values of a part in all cells that a line asks about; None where they are not told."""
        allow(ALLOWANCE)
        at = k, id(look)
        try:
            if at not in self.worlds:
                self.worlds[at] = None
                self.worlds[at] = _world((self.old, self.new)[k], self.claim, look)
            if (known := self.worlds[at]) is None:
                return None
            world, bits = known
            work_at(bits)  # at which all that was found for other parts stands
            found = list(islice(_reached(world, self.cores[k], path, {}), CELLS))
            return [x for part, env in found for x in _numbers(world, part, env)] or None
        except UNTOLD:
            return None


def known(values: list[float], look: Looked) -> bool:
    """Whether a checker computes all values that are not there by chance."""
    return all(look.heard.has(x, EQUAL) for x in values if telling(x))


def strange(one: list[float], other: list[float], look: Looked) -> bool:
    """Whether a part has a value that the checker computes nowhere, and that it did not have before."""
    new = (x for x in other if all(_apart(x, y) for y in one))
    return not all(look.heard.has(x, OTHER) for x in new)


def lost(one: list[float], other: list[float]) -> bool:
    """Whether a number that is not there by chance has become one that may be."""
    return len(one) == len(other) and any(
        telling(x) and not telling(y) and _apart(x, y) for x, y in zip(one, other, strict=True)
    )


def _apart(x: float, y: float) -> bool:
    return abs(x - y) > OTHER * max(abs(x), abs(y))


def asserted(e: Core, path: Path = ()) -> Iterator[Path]:
    """The places of what a line asserts: its comparisons outside of definitions and conditions."""
    if e[0] == "cmp":
        yield path
    inner = {"and": (1, 2), "or": (1, 2), "implies": (2,), "always": (1,), "eventually": (1,)}
    inner |= dict.fromkeys(("forall", "exists", "some", "every"), (3,))
    for k in inner.get(e[0], ()):
        yield from asserted(e[k], (*path, (k, -1)))


# ---- where two lines differ ----
def _prefixes(book: Book, misprint: Misprint, pair: tuple[Core, Core]) -> list[Path]:
    """The places around what differs in two cores, the innermost first."""
    place = "" if misprint.clause else misprint.place
    found = islice(_paths((book, misprint.book), pair, place, ()), PATHS)
    every = {path[:k] for path in found for k in range(len(path) + 1)}
    return sorted(every, key=lambda path: (-len(path), path))[: 2 * PATHS]


def _paths(books: tuple[Book, Book], pair: tuple[Core, Core], place: str, path: Path) -> Iterator[Path]:
    """The ways to what differs in two cores, or rests on a definition that does."""
    one, other = pair
    if one[0] == "let" and other[:2] == one[:2] and place in names(books[0], ("let", one[1], (), ())):
        lets = books[0].lets[one[1]], books[1].lets[one[1]]
        if lets[0].kind == "point":
            yield path
        else:
            yield from _paths(books, (lets[0].core, lets[1].core), place, (*path, LET))
    if one[0] != other[0] or len(one) != len(other) or one[0] in OPAQUE:
        yield path
        return
    inner = list(_inner(books[0], pair, place))
    for step, *parts in inner:
        yield from _paths(books, (parts[0], parts[1]), place, (*path, step))
    if not inner and not same(one, other):
        yield path


def _inner(book: Book, pair: tuple[Core, Core], place: str) -> Iterator[tuple[Step, Core, Core]]:
    """The parts of two nodes that differ, or rest on a definition that does."""
    for k, (a, b) in enumerate(zip(*pair, strict=True)):
        if not isinstance(a, tuple) or not isinstance(b, tuple) or not a or not b:
            continue
        listed = [((k, -1), a, b)] if isinstance(a[0], str) else [
            ((k, i), x, y) for i, (x, y) in enumerate(zip(a, b, strict=False))
            if isinstance(x, tuple) and x and isinstance(x[0], str) and not isinstance(x[-1], str)
        ]  # fmt: skip
        for step, x, y in listed:
            if not same(x, y) or (place and place in names(book, x)):
                yield step, x, y


# ---- what stands there ----
def _world(book: Book, claim_id: str, look: Looked) -> tuple[World, int]:
    """The world of an instance, and the precision at which it is asked."""
    plain: World = judge.load(book, book.claims[claim_id], dict(look.document), {}, hints)
    world, bits = (Quick(plain), 64) if look.state is None else (Nearly(plain, look.state), BITS)
    world.reset(bits)
    return world, bits


def _numbers(world: World, e: Core, env: Env) -> Iterator[float]:
    """A number, or of a comparison the difference of the sides."""
    if e[0] not in NUMBERS or (e[0] == "let" and world.book.lets[e[1]].kind == "bool"):
        raise Undecided("a part is no number")
    if e[0] == "cmp":
        e = ("-", e[2], e[3])
    low, high = exact.enclose(world.number(e, env))
    if high - low > max(abs(low), Fraction(1, 10**12)) / 10**10:
        raise Undecided("a part is not enclosed narrowly")
    yield float((low + high) / 2)


def _offers(world: World, e: Core) -> Iterator[Env]:
    """What stands for the unknowns of `some` or `every`: what the laws exhibit, or an instance's own tensors.

    A checker has one of these in their place. For a number of which no law says anything stands one that no
    checker has, so that what stands beside it has a value.
    """
    offers = {name: _offered(world, name, axes) or ([] if axes else [STRANGE]) for name, axes in e[1]}
    return (dict(zip(offers, choice, strict=True)) for choice in product(*offers.values()))


def _offered(world: World, name: str, axes: tuple[str, ...]) -> Sequence[Tensor]:
    if isinstance(world, Nearly):
        return world.offered(name)
    return _own(world, axes) if axes else ()


def _own(world: World, axes: tuple[str, ...]) -> list[Tensor]:
    """An instance's tensors of some axes, or its numbers, one of which a checker has for what grows."""
    fields = world.book.givens[world.given].items()
    own = [key for key, field in fields if (field.axes, field.kind, field.natural) == (axes, "num", False)]
    return [Tensor(lambda where, key=key: world.read(key, where), key) for key in own]


def _reached(world: World, e: Core, path: Path, env: Env) -> Iterator[tuple[Core, Env]]:
    """A part of a core with what is bound around it, once for each cell.

    What is asserted under a condition is looked at whether or not that holds: a checker computes all of it.
    """
    if not path:
        yield e, env
        return
    step, rest = path[0], path[1:]
    if step == LET:
        yield from _reached(world, world.book.lets[e[1]].core, rest, world.inside(e, env))
        return
    child = e[step[0]] if step[1] < 0 else e[step[0]][step[1]]
    envs: Iterable[Env] = (env,)
    if e[0] in FOLDS and step[0] == 3:
        envs = world.each(e[1], e[2], env)
    elif e[0] in (*QUANTIFIERS, *FOLDS, "lam"):
        envs = world.every(e[1], env)
    elif e[0] in ("some", "every"):
        envs = [{**env, **one} for one in _offers(world, e)]
    elif e[0] == "growing":
        envs = [{**env, e[1]: own} for own in _own(world, ())]
    elif e[0] == "if" and step[0] > 1 and world.sure(e[1], env) is not (step[0] == 2):
        return
    for inner in envs:
        yield from _reached(world, child, rest, inner)
