"""Trajectories seen at every n-th step: several steps are one, and what repeats meanwhile is a number.

A statement that no limit is denied in holds of every n-th step if it holds of all: derived in the linear
paper's `derivations.md`.
"""

from collections.abc import Iterator
from copy import copy
from dataclasses import replace
from fractions import Fraction
from itertools import islice, takewhile
from typing import Any

from ..arithmetic import exact
from ..arithmetic.intervals import Undecided, Undefined
from ..asymptotics.spoken import denied, names_sequences, running
from ..instance.tensors import Core
from ..instance.world import World
from ..language.cores import exchanged
from ..language.names import Let
from .premises import ZERO, all_of, axes_of, needs, sequences
from .runs import shown_number, walked
from .valued import seen_to_have_a_value

EVERY = "every"  # of the hint that names n
MOST = 4
TOLD = "what holds at all large numbers holds at every n-th, n in the file, where n steps are one"


def thinned(world: World, core: Core) -> tuple[World, Core]:
    """The world in which a step is n of those before, n exhibited, and what the formula says there."""
    n = shown_number(world, EVERY)
    needs(n.denominator == 1 and 2 <= n <= MOST, f"every n-th step is looked at, n from 2 to {MOST}")
    needs(not denied(world, core), "no statement about a limit is denied")
    world.reset(64)
    read, short = (Thinned(world, core, int(n), short=short) for short in (False, True))
    for phase in range(read.n):
        said = read.at(core, phase, later=False)
        valued = seen_to_have_a_value(read.there, said, "parts") is said
        needs(valued, "the formula has a value at every step")
    return short.there, short.at(core, 0)


class Thinned:
    """The steps of trajectories in phases 0 to n - 1, and a world with the steps of n of these.

    Where NAME is after i steps is the definition NAME@i of where all are before them; where NAME comes back
    to its start after n steps, with all that its steps name, its place after i steps is the field NAME@i.
    short: a product by 0 is 0, whatever has a value beside it.
    """

    def __init__(self, world: World, core: Core, n: int, *, short: bool) -> None:
        self.n, self.book, self.short = n, world.book, short
        found = all_of(world, core, "trajectory")
        self.back = repeating(world, found, n)
        self.there, book = copy(world), copy(world.book)
        self.there.book, self.there.fields, self.lets = book, dict(world.fields), dict(world.book.lets)
        self.there.memo, self.there.surely, self.there.places = {}, {}, []
        book.lets = self.lets
        for i, at in enumerate(self.back):
            for name, cells in at.items():
                self.there.fields[f"{name}@{i}"] = nested(world, cells, axes_of(found[name]))
        moving = {name: let for name, let in found.items() if name not in self.back[0]}
        needs(moving, "some trajectory does not repeat")
        for name, let in moving.items():
            steps = [self.at(let.core[3], i) for i in range(n)]
            for i, step in enumerate(steps[:-1]):
                self.lets[f"{name}@{i + 1}"] = replace(let, core=step, kind="num")
            self.lets[name] = replace(let, core=(*let.core[:3], steps[-1]))

    def at(self, e: Any, phase: int, *, later: bool = True) -> Any:
        """A core in that phase, of what all are before its n steps; later: so is the number of steps."""

        def change(e: Any) -> Any:
            if e[:1] == ("*",) and self.short:
                parts = tuple(exchanged(part, change) for part in e[1:])
                return ("q", ZERO) if any(map(self.nothing, parts)) else (e[0], *parts)
            if e[:1] == ("let",) and names_sequences(self.there, self.book.lets[e[1]].core):
                key = f"{e[1]}@{phase}{'' if later else ', read'}"
                if key not in self.lets:
                    let = self.book.lets[e[1]]
                    self.lets[key] = replace(let, core=self.at(let.core, phase, later=later))
                return (e[0], key, *(exchanged(part, change) for part in e[2:]))
            if e[:1] != ("sequence",):
                return e
            where = exchanged(e[2], change)
            if self.book.lets[e[1]].kind == "running":
                return ("+", ("*", ("q", Fraction(self.n)), e), ("q", Fraction(phase))) if later else e
            if e[1] in self.back[0]:
                return ("field", f"{e[1]}@{phase}", where)
            return ("let", f"{e[1]}@{phase}", (), where) if phase else ("sequence", e[1], where)

        return exchanged(e, change)

    def nothing(self, e: Core) -> bool:
        """Whether a number is 0 that names no index and no sequence."""
        try:
            with self.there.under(exact):
                return exact.sign(self.there.number(e, {})) == 0
        except (KeyError, Undecided, Undefined):
            return False


def repeating(world: World, found: dict[str, Let], n: int) -> list[dict[str, Any]]:
    """The trajectories that are where they started after n steps, and all that their steps name: where they
    are before, and after each step. They are rational there, and no step names its number.
    """
    places: list[dict[str, Any]] = [{} for _ in range(n + 1)]
    for seen in walks(world, found):
        if len(seen) > n and seen[0] == seen[n]:
            for at, there in zip(places, seen, strict=False):
                at.update(there)
    return places


def period(world: World, core: Core) -> int:
    """After how many steps what some step names is first where it started, while it moves; 0 if never."""
    again = (
        next((n for n in range(1, len(seen)) if seen[n] == seen[0]), 0)
        for seen in walks(world, all_of(world, core, "trajectory"))
    )
    return next((n for n in again if n > 1), 0)


def walks(world: World, found: dict[str, Let]) -> Iterator[list[dict[str, Any]]]:
    """Each trajectory with all that its steps name, at its start and after MOST steps at most, while they are
    rational; none whose steps name their number."""
    for name in found:
        group = {x: found[x] for x in sequences(world, ("sequence", name, ()))}
        if not any(running(world, let.core[3]) for let in group.values()):
            yield list(islice(takewhile(rational, walked(world, group)), MOST + 1))


def rational(at: dict[str, Any]) -> bool:
    return all(isinstance(x, Fraction) for cells in at.values() for x in cells.values())


def nested(world: World, cells: dict[Any, Any], axes: tuple[str, ...], where: tuple[int, ...] = ()) -> Any:
    """A table as nested lists; a number is itself."""
    if len(where) == len(axes):
        return cells[where]
    return [nested(world, cells, axes, (*where, i)) for i in range(world.sizes[axes[len(where)]])]
