"""Cores as terms: definitions written out, and equality up to the names of what is bound.

A definition is a core with parameters and indices. Written out, its arguments stand in the place of the
parameters; all that is bound gets a name that stands nowhere else, so that nothing is caught.
"""

from collections.abc import Callable, Collection, Iterator, Mapping
from fractions import Fraction
from functools import lru_cache
from itertools import count
from typing import Any

from ntpcheck.statement.printing.reading import names
from ntpcheck.verifier.instance.tensors import Core
from ntpcheck.verifier.language.book import Book
from ntpcheck.verifier.language.cores import inside

SIMPLE = ("sum", "max", "min", "forall", "exists", "some", "every", "lam")
SPECTRAL = ("rank", "psd", "closure", "largest", "smallest")
SINGLE = ("solvable", "infimum", "minimiser", "sets")  # the name and its axes stand second and third
BINDING = frozenset((*SIMPLE, *SPECTRAL, *SINGLE, "growing", "closest"))
NOTHING, ONE = ("q", Fraction(0)), ("q", Fraction(1))
Named = Mapping[str, Any]  # what letters and parameters stand for: a name, an index, or a lambda


def bound(e: Core) -> tuple[str, ...]:
    """The names that a core's uppermost node binds."""
    if e[0] in SIMPLE:
        return tuple(name for name, _ in e[1])
    if e[0] in SPECTRAL:
        return tuple(name for name, _ in (*e[1], *e[2]))
    if e[0] in SINGLE or e[0] == "growing":
        return (e[1],)
    return (e[1],) if e[0] == "closest" else ()


def over_the_same(one: Core, other: Core) -> bool:
    """Whether two binders of indices or tensors, of one kind, range over the same axes."""
    return one[0] == other[0] and [axes for _, axes in one[1]] == [axes for _, axes in other[1]]


def renamed(e: Core, to: Mapping[str, str]) -> Core:
    """A core's uppermost node with other names bound; what stands below is left alone."""
    if e[0] in SIMPLE:
        return (e[0], tuple((to[name], axis) for name, axis in e[1]), *e[2:])
    if e[0] in SPECTRAL:
        return (e[0], *(tuple((to[name], axis) for name, axis in part) for part in e[1:3]), *e[3:])
    return (e[0], to[e[1]], *e[2:])


def put(e: Any, named: Named, fresh: Iterator[int]) -> Any:
    """A core in which letters and parameters are replaced; every name bound in it is a new one."""
    if not isinstance(e, tuple) or not e:
        return e
    if e[0] == "v" and e[1] in named:
        return named[e[1]] if isinstance(named[e[1]], tuple) else ("v", named[e[1]])
    if e[0] == "par" and e[1] in named:
        where = put(e[2], named, fresh)
        stands = named[e[1]]
        if isinstance(stands, str):
            return ("par", stands, where)
        letters = [name for name, _ in stands[1]]
        return put(stands[2], dict(zip(letters, where, strict=True)), fresh)
    binds = isinstance(e[0], str) and e[0] in BINDING
    new = {name: f"#{next(fresh)}" for name in bound(e)} if binds else {}
    if not new:
        return tuple([put(part, named, fresh) if isinstance(part, tuple) else part for part in e])
    inner = {**named, **new}
    return _parts(renamed(e, new), lambda part: put(part, inner, fresh), lambda part: put(part, named, fresh))


def _binds(e: Any) -> bool:
    """Whether a name is bound anywhere in a core."""
    return isinstance(e, tuple) and bool(e) and (e[0] in BINDING or any(_binds(part) for part in e))


def _parts(e: Core, inside: Callable[[Any], Any], outside: Callable[[Any], Any]) -> Core:
    """A binder with what it binds around mapped by one function, and what it does not by another."""
    if e[0] in SPECTRAL:
        return (*e[:3], inside(e[3]), inside(e[4]), outside(e[5]))
    if e[0] == "closest":
        return (*e[:3], outside(e[3]), inside(e[4]))
    at = 3 if e[0] in SINGLE else 2
    return (*e[:at], *map(inside, e[at:]))


class Written:
    """Writes definitions out. resting: only those that rest on one of these definitions; None for all."""

    def __init__(self, book: Book, resting: Collection[str] | None = None) -> None:
        self.book, self.resting, self.fresh = book, resting, count()
        self.known: dict[Core, Core] = {}  # definitions that bind nothing, opened: the same every time
        self.places: dict[Core, dict[tuple[Any, str], None]] = {}  # the indices in definitions, opened

    def out(self, e: Any) -> Any:
        """A core without definitions, but for points and for those that rest on nothing asked for."""
        if not isinstance(e, tuple) or not e:
            return e
        if e[0] == "let" and self.opens(e[1]):
            return self.out(self.opened(e))
        return tuple(self.out(part) for part in e)

    def opens(self, key: str) -> bool:
        let = self.book.lets[key]
        if let.kind == "point" or let.core[:1] == ("recorded",):
            return False
        return self.resting is None or bool(names(self.book, ("let", key, (), ())) & set(self.resting))

    def opened(self, e: Core) -> Core:
        """A definition's core with its arguments and indices in it."""
        if e in self.known:
            return self.known[e]
        let = self.book.lets[e[1]]
        letters = dict(zip((letter for letter, _ in let.indices), e[3], strict=True))
        arguments = dict(zip(let.parameters, e[2], strict=True))
        found = put(let.core, {**letters, **arguments}, self.fresh)
        if not _binds(found):
            self.known[e] = found
        return found


def reads(e: Any, those: Collection[str], kinds: tuple[str, ...] = ("v",)) -> bool:
    """Whether one of these letters stands anywhere in a core; kinds: or another word with that name."""
    return any(one[1] in those for one in inside(e) if len(one) > 1 and one[0] in kinds)


def alike(e: Any, depth: int = 0, named: Named | None = None) -> Any:
    """A core with bound names that are told by their place alone: equal for what differs in these only."""
    named = named or {}
    if not isinstance(e, tuple) or not e:
        return e
    if e[0] in ("v", "par") and e[1] in named:
        return (e[0], named[e[1]], *(alike(part, depth, named) for part in e[2:]))
    own = bound(e) if isinstance(e[0], str) and e[0] in BINDING else ()
    if not own:  # a list takes less time than a generator here, and most parts are names
        return tuple([alike(part, depth, named) if isinstance(part, tuple) else part for part in e])
    new = {name: f"${depth + i}" for i, name in enumerate(own)}
    inner = {**named, **new}
    return _parts(
        renamed(e, new),
        lambda part: alike(part, depth + len(own), inner),
        lambda part: alike(part, depth, named),
    )


def same(one: Any, other: Any) -> bool:
    if isinstance(one, tuple) and isinstance(other, tuple) and len(one) != len(other):
        return False
    return one == other or (_kind(one) == _kind(other) and form(one) == form(other))


def _kind(e: Any) -> str:
    """What a core is, which no name of what is bound changes."""
    return e[0] if isinstance(e, tuple) and e and isinstance(e[0], str) else ""


form = lru_cache(maxsize=1 << 14)(alike)  # of whole cores: the same facts are looked at over and over


def scales(old: Any, new: Any) -> list[Fraction]:
    """By how much a number of the one is larger than a number of the other, where a single one differs."""
    if isinstance(old, tuple) and isinstance(new, tuple) and len(old) == len(new):
        if old[:1] == new[:1] == ("q",):
            return [new[1] / old[1]] if old[1] != new[1] != 0 != old[1] else []
        return [scale for one, other in zip(old, new, strict=True) for scale in scales(one, other)]
    return []


def lengthened(name: str, axes: tuple[str, ...], scale: Fraction) -> Core:
    """A multiple of what a name stands for."""
    letters = tuple((f"{name}.{i}", axis) for i, axis in enumerate(axes))
    whole = ("par", name, tuple(("v", letter) for letter, _ in letters))
    return ("lam", letters, ("*", ("q", scale), whole))
