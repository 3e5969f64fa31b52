"""Tables that are planted on purpose: another relation, or other numbers, for book and checker.

Much of what a line says of a graph is true of every graph: that components are disjoint, or that two
descriptions of a set come to the same. A line that says less, or something else that is true as well, then
fails nowhere. So the checker and the book are both shown other values of a definition, such as a relation
that is not transitive. A checker keeps what it has computed on the instance, and its functions return the
rest; what it makes of that, it makes anew.

A definition is known by its values: on all instances that are looked at, they are those that the checker
keeps under one key, or that one of its functions returns.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import nullcontext, suppress
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain, islice, repeat, zip_longest
from typing import TYPE_CHECKING, Any, NamedTuple

import flint
import numpy as np
from flint import arb, fmpq

from ntpcheck.arithmetic import exact_array, midpoint
from ntpcheck.claim import Claim, Effort
from ntpcheck.engine.proofreading.compared.observing import UNSURE, loaded
from ntpcheck.engine.proofreading.sought.drawing import UNANSWERED
from ntpcheck.engine.proofreading.sought.planted import slot
from ntpcheck.engine.proofreading.sought.results import Key, exchanged
from ntpcheck.instances.base import Instance
from ntpcheck.statement.allowance import allow
from ntpcheck.statement.printing.reading import names
from ntpcheck.verifier import judge
from ntpcheck.verifier.arithmetic import exact
from ntpcheck.verifier.arithmetic.intervals import Undefined

if TYPE_CHECKING:
    from ntpcheck.verifier.instance.world import World
    from ntpcheck.verifier.language.book import Book, Let

SAME, GRID = 1e-9, 8  # of entries: the book's and the checker's; planted numbers are multiples of 1 / GRID
ALLOWANCE, BITS, LARGEST = 200_000, 128, 128  # of work for a table; entries of one
TOLD = 2  # instances on which a table has to have unlike entries
PROBES, LIKE = 24, 12  # instances in which tables are planted, and those on which these are identified
MOST, RETURNED = 480, 4  # plantings for a claim; tables that a function returns, which are looked at
CELLS = 3  # cells that are changed, one at a time, and with their mirror images
Values = np.ndarray


@dataclass(frozen=True)
class Table:
    """A definition without arguments, and where a checker has its values; bools: 0 and 1.

    keys: under which it keeps them, as numbers or, masks, as truths. results: of functions that return them.
    """

    name: str
    keys: tuple[Any, ...]
    bools: bool
    masks: frozenset[Any] = frozenset()
    results: frozenset[Key] = frozenset()


@dataclass(frozen=True)
class Planted:
    """Other values `[..]` of a table, in the place of the true ones: rationals, or 0 and 1."""

    table: Table
    new: Values
    true: Values

    @property
    def name(self) -> str:
        return self.table.name

    def into(self, instance: Mapping[str, Any]) -> dict[str, Any]:
        """An instance with the planted values among its fields."""
        return {**instance, slot(self.name): _texts(self.new)}

    def conclusion(self, claim: Claim) -> Callable[[Any], Any]:
        """The checker's conclusion with the planted values where it has the true ones."""
        new, mask = exact_array(_texts(self.new)), self.new == 1

        def instead(key: Key, x: Any) -> Any:
            if key not in self.table.results or not _is_exact(x) or not _same(self.true, _doubles(x)):
                return x
            return mask if x.dtype == bool else new

        def conclude(fresh: Any) -> Any:
            if not fresh.is_exact:
                raise ValueError("planted values are exact")
            fresh.cache.update(dict.fromkeys(self.table.keys, new) | dict.fromkeys(self.table.masks, mask))
            with exchanged(instead) if self.table.results else nullcontext():
                return claim.conclude(fresh, Effort())

        return conclude


def _texts(values: Values) -> Any:
    return np.vectorize(str, otypes=[object])(values).tolist()


def everywhere(
    book: Book, claim: Claim, instances: Sequence[Instance], seed: str
) -> Iterator[tuple[Instance, Planted]]:
    """Instances of those that are given, the last ones first, with other values of each table of a claim."""
    source, found = random.Random(seed), tables(book, claim, instances[:LIKE])
    chosen = [*instances[-PROBES:], *instances[:-PROBES][:PROBES]]
    every = [zip(repeat(one), planted(book, claim, x, one, source)) for one in chosen for x in found]
    rounds = zip_longest(*every)
    yield from islice(filter(None, chain.from_iterable(rounds)), MOST)


# ---- which definitions a checker keeps ----
def tables(book: Book, claim: Claim, instances: Sequence[Instance]) -> list[Table]:
    """The definitions that a claim rests on and whose values its checker keeps, by their names."""
    stated = book.claims[claim.id]
    used = sorted(names(book, (stated.core, stated.asked, stated.undefined)))
    lets = [let for name in used if _is_table(let := book.lets[name])]
    matched: dict[str, set[Any]] = {}
    unlike, masks = dict.fromkeys((let.name for let in lets), 0), set[Any]()
    for instance in instances if lets else ():
        kept = _kept(claim, instance)
        masks |= {key for key, (x, *_) in kept.items() if x.dtype == bool}
        try:
            world = loaded(book, stated, instance.to_json())
        except (judge.Rejected, Undefined, *UNSURE):
            continue
        for let in lets:
            values = _values(world, let)
            if values is None:
                continue
            keys = {key for key, found in kept.items() if any(_same(values, _doubles(x)) for x in found)}
            matched[let.name] = matched.get(let.name, keys) & keys
            unlike[let.name] += bool(np.ptp(values))
    return [
        _table(let, matched[let.name], masks)
        for let in lets
        if unlike[let.name] >= TOLD and matched.get(let.name)
    ]


def _table(let: Let, matched: set[Any], masks: set[Any]) -> Table:
    results = {key.of for key in matched if isinstance(key, _Result)}
    kept = {key for key in matched if not isinstance(key, _Result)}
    return Table(
        let.name, tuple(kept - masks), let.kind == "bool", frozenset(kept & masks), frozenset(results)
    )


def _is_table(let: Let) -> bool:
    return let.kind in ("num", "bool") and bool(let.indices) and not let.parameters and bool(let.tree)


class _Result(NamedTuple):
    """Where a function returns something."""

    of: Key


def _kept(claim: Claim, instance: Instance) -> dict[Any, list[Any]]:
    """The tables of exact numbers and of truths that a checker keeps, or that its functions return."""
    asked, found = instance.replace(), dict[Any, list[Any]]()

    def seen(key: Key, x: Any) -> Any:
        others = found.setdefault(_Result(key), []) if _is_exact(x) else []
        others += [x] * (len(others) < RETURNED)
        return x

    with flint.ctx.workprec(BITS), exchanged(seen), suppress(*UNANSWERED):  # what came before still counts
        claim.conclude(asked, Effort())
    return found | {key: [x] for key, x in asked.cache.items() if _is_exact(x)}


def _is_exact(x: Any) -> bool:
    if not isinstance(x, np.ndarray) or not x.ndim or not 0 < x.size <= LARGEST:
        return False
    return x.dtype == bool or (x.dtype == object and all(isinstance(one, arb | fmpq) for one in x.flat))


def _doubles(x: Any) -> Values:
    return x.astype(float) if x.dtype == bool else np.vectorize(midpoint, otypes=[float])(x)


def _values(world: World, let: Let) -> Values | None:
    """`[..]` the book's values of a definition as doubles; None where they are not told."""
    letters, axes = zip(*let.indices, strict=True)
    core = ("let", let.name, (), tuple(("v", x) for x in letters))
    found = np.zeros([world.sizes[axis] for axis in axes])
    if found.size > LARGEST:
        return None
    allow(ALLOWANCE)
    world.reset(BITS)
    try:
        for where in np.ndindex(found.shape):
            env = dict(zip(letters, where, strict=True))
            if let.kind == "bool":
                found[where] = world.sure(core, env)
            else:
                low, high = exact.enclose(world.number(core, env))
                found[where] = float((low + high) / 2)
    except (Undefined, ArithmeticError, LookupError, *UNSURE):
        return None
    return found


def _same(one: Values, other: Values) -> bool:
    return one.shape == other.shape and bool(np.allclose(one, other, rtol=SAME, atol=SAME))


# ---- other values ----
def planted(
    book: Book, claim: Claim, table: Table, instance: Instance, source: random.Random
) -> Iterator[Planted]:
    """Other values of a table, where its entries are not all the same."""
    try:
        world = loaded(book, book.claims[claim.id], instance.to_json())
    except (judge.Rejected, Undefined, *UNSURE):
        return
    true = _values(world, book.lets[table.name])
    if true is not None and np.ptp(true):
        square = true.ndim > 1 and true.shape[-1] == true.shape[-2]
        others = _relations(true, source, mirrored=square) if table.bools else _numbers(true, source)
        yield from (Planted(table, new, true) for new in others)


def _relations(true: Values, source: random.Random, *, mirrored: bool) -> Iterator[Values]:
    """Any relation; any symmetric one; and with one cell another, and with its mirror image."""
    true = true.astype(int)
    drawn = np.array([source.randrange(2) for _ in range(true.size)]).reshape(true.shape)
    yield drawn
    for k in range(CELLS * (1 + mirrored)):
        new, at = true.copy(), tuple(source.randrange(n) for n in true.shape)
        new[at] = 1 - true[at]
        if k % 2 and mirrored:
            new[*at[:-2], at[-1], at[-2]] = new[at]
        yield new
        if mirrored and not k:
            yield np.maximum(drawn, drawn.swapaxes(-1, -2))


def _numbers(true: Values, source: random.Random) -> Iterator[Values]:
    """All entries are others, or smaller, or larger; and one is another."""
    near = np.vectorize(lambda x: Fraction(round(x * GRID), GRID), otypes=[object])(true)
    yield from (near / 4, near * 4)
    yield near + np.vectorize(lambda _: Fraction(source.randint(-2, 2), 2), otypes=[object])(true)
    for _ in range(CELLS):
        new = near.copy()
        new[tuple(source.randrange(n) for n in true.shape)] += Fraction(source.choice((-2, -1, 1, 2)), 2)
        yield new
