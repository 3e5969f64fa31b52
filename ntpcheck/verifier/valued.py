"""What of a statement is surely read: `A and B` from the left, where A has a value, indices in their order.

A lemma may refute a statement by one part of it. Where a part before that one has no value, the statement has
none, whatever stands behind. What a number needs to have a value, such as a divisor that is not 0, is its
needs, as far as unknown sequences leave them open. A part is read if what those before it need it needs too.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import count
from typing import TYPE_CHECKING, Any

from . import exact
from .intervals import Undecided, Undefined
from .kinds import Nonlinear
from .premises import cells, sequences, unknowns
from .symbols import POSITIVE, Quotient, Symbols, marked
from .tensors import Core, Env, Tensor

if TYPE_CHECKING:
    from .world import World

Needs = frozenset[Any]
NONE: Needs = frozenset()
NEVER: Needs = frozenset({"what never holds"})
LOG = "log of "  # of a number that runs, which is positive far out
JOINED = ("and", "or", "implies", "iff", "not", "if", "cmp", "tends", "bounded", "always", "eventually")
ALONE = ("growing", "solvable", "sets", "psd", "closure")  # formulas
INDICES = ("ixeq", "ixlt", "enum")
PARTIAL = (("fn", "log"), ("fn", "sqrt"))
SPLIT = ("+", "-", "*", "neg", "^", "if", "max2", "min2", "cmp", "fn")


def surely_read(world: World, core: Core) -> Core:
    """The statement as far as it is surely read; the same object where that is all of it."""
    if not may_break(world, core):
        return core
    reader = Reader(world, core)
    with world.under(reader.ops, reader.known):
        found, _ = reader.first(core, {})
    if found is None:
        raise Undecided("a part of the statement may have no value")
    return found


def may_break(world: World, e: Core) -> bool:
    """Whether a part stands behind another one, or behind itself at another index, that may have no value."""
    if e[0] == "and":
        return True
    if e[0] in ("always", "eventually"):
        return may_break(world, e[1])
    if e[0] in ("some", "every"):
        return may_break(world, e[3])
    return e[0] == "forall" and (may_break(world, e[3]) or hangs(world, e[3], {x for x, _ in e[1]}))


def hangs(world: World, e: Any, letters: set[str]) -> bool:
    """Whether a number divides, or takes a log or root, by what names one of the letters."""
    if not isinstance(e, tuple) or not e:
        return False
    if e[0] == "let" and named(e[3], letters):
        return partial(world, e[1], set())
    if e[0] == "/" and named(e[2], letters):
        return True
    if e[:2] in PARTIAL and named(e[2], letters):
        return True
    return any(hangs(world, part, letters) for part in e)


def named(e: Any, letters: set[str]) -> bool:
    return isinstance(e, tuple) and (
        (e[:1] == ("v",) and e[1] in letters) or any(named(part, letters) for part in e)
    )


def partial(world: World, name: str, seen: set[str]) -> bool:
    """Whether a definition divides, or takes logs or roots, anywhere."""
    if name in seen:
        return False
    seen.add(name)

    def walk(e: Any) -> bool:
        if not isinstance(e, tuple) or not e:
            return False
        if e[0] == "/" or e[:2] in PARTIAL:
            return True
        return (e[0] == "let" and partial(world, e[1], seen)) or any(map(walk, e))

    return walk(world.book.lets[name].core)


class Noted(Symbols):
    """Arithmetic with unknowns that notes what has to hold for a number to have a value, and goes on."""

    def __init__(self) -> None:
        super().__init__()
        self.noted = set[Any]()

    def hanging(self, word: str, x: Any, signs: Any = (-1, 1)) -> Quotient:
        """A number that hangs on x alone."""
        if not isinstance(x, Quotient):
            raise Undecided(f"bounds of a number leave its {word} open")
        return self.unknown((word, marked(x.p), marked(x.q)), signs)

    def needed(self, word: str, x: Any) -> Quotient:
        found = self.hanging(word, x)
        self.noted.add((word, marked(x.p), marked(x.q)))
        return found

    def inverse(self, x: Any) -> Any:
        try:
            return super().inverse(x)
        except Undecided:
            return self.needed("divisor", x)

    def log(self, x: Any) -> Any:
        try:
            return super().log(x)
        except Undecided:
            return self.needed("log", x)

    def sqrt(self, x: Any) -> Any:
        try:
            return super().sqrt(x)
        except Undecided:
            return self.needed("root", x)

    def exp(self, x: Any) -> Any:
        try:
            return super().exp(x)
        except Undecided:
            return self.hanging("exp", x, POSITIVE)

    def absolute(self, x: Any) -> Any:
        try:
            return super().absolute(x)
        except Undecided:
            return self.hanging("abs", x, (0, 1))

    def extreme(self, x: Any, y: Any, *, largest: bool) -> Any:
        try:
            return super().extreme(x, y, largest=largest)
        except Undecided:
            sides = [marked(p) for z in (x, y) for p in self._parts(z)]
            found: Any = self.unknown(("extreme", largest, *sides))
            return found


class Reader:
    """Goes through a statement in the order of reading. ops: the arithmetic; known: its sequences."""

    def __init__(self, world: World, core: Core) -> None:
        self.world, self.ops, self.before = world, Noted(), NONE
        self.some = False  # whether a part was read
        self.fresh = count()
        self.far = False  # inside tends, bounded or eventually
        self.known: dict[str, Any] = {}
        for name in sequences(world, core):
            along = world.book.lets[name].core[1]
            for key in (along, LOG + along):
                k = self.ops.unknown(key, POSITIVE)
                self.known[key] = Tensor(lambda _, k=k: k, key)
            self.known[name] = unknowns(self.ops, name)

    def first(self, e: Core, env: Env) -> tuple[Core | None, bool]:
        """What of a part is surely read, None if nothing; and whether that is all of it."""
        kind = e[0]
        if kind == "and":
            one, whole = self.first(e[1], env)
            other, whole = self.first(e[2], env) if whole else (None, False)
            if other is None or one is None:
                return one, False
            return (e if (one, other) == e[1:] else ("and", one, other)), whole
        if kind in ("always", "eventually") and may_break(self.world, e[1]):
            inner, whole = self.first(e[1], env)
            return (e if whole else inner and (kind, inner)), whole
        if kind in ("some", "every"):
            there = {**env, **{name: unknowns(self.ops, name) for name, _ in e[1]}}
            inner, whole = self.first(e[3], there)
            return (e if whole else inner and (*e[:3], inner)), whole
        if kind == "forall":
            return self.each(e, env)
        needs = self.needs(e, env)
        if not self.before <= needs or (needs >= NEVER and self.some):
            return None, False
        self.before, self.some = self.before | needs, True
        return e, True

    def each(self, e: Core, env: Env) -> tuple[Core | None, bool]:
        """Of a `forall` that is not read at all indices, what it says at the first ones."""
        start: Core | None = None
        known, there = self.indices(e, env)
        for i, one in enumerate(there):
            inner, whole = self.first(e[3], one)
            if len(there) == 1 and not whole:
                return inner and (*e[:3], inner), False
            if i == 0 and known and inner is not None and not any(one[x] for x, _ in e[1]):
                guard: Core = e[2] or ("cmp", "=", ("q", Fraction(0)), ("q", Fraction(0)))
                for x, _ in e[1]:
                    guard = ("and", ("ixeq", ("v", x), ("q0",)), guard)
                start = (*e[:2], guard, inner)
            if not whole:
                return start, False
        return e, True

    def indices(self, e: Core, env: Env) -> tuple[bool, list[Env]]:
        """The indices of a `forall` that meet its condition, or all where that hangs on unknown numbers."""
        bound = {name: x for name, x in env.items() if isinstance(x, int)}
        try:
            return True, [{**env, **one} for one in cells(self.world, e, bound)]
        except Undecided:
            return False, list(self.world.every(e[1], env))

    def needs(self, e: Core, env: Env) -> Needs:
        """What has to hold for a formula or a number to have a value, as far as that is open."""
        kind = e[0]
        if kind in JOINED:
            before, self.far = self.far, self.far or kind in ("tends", "bounded", "eventually")
            found = NONE.union(*(self.needs(part, env) for part in e[1:] if self.says(part)))
            self.far = before
            return found
        if kind in ("forall", "exists", "some", "every"):
            return NONE.union(*self.inside(e, env))
        if kind == "let" and self.world.book.lets[e[1]].kind == "bool":
            return self.needs(self.world.book.lets[e[1]].core, self.world.inside(e, env))
        return self.number(running_logs(self.world, e) if self.far else e, env)

    @staticmethod
    def says(part: Any) -> bool:
        return isinstance(part, tuple) and part[:1] != ("infinity",)

    def inside(self, e: Core, env: Env) -> Iterator[Needs]:
        """The same of what a quantifier says, at each index or of unknown numbers."""
        if e[0] in ("some", "every"):
            env = {**env, **{name: unknowns(self.ops, name) for name, _ in e[1]}}
        for one in self.world.every(e[1], env) if e[0] in ("forall", "exists") else (env,):
            yield from (self.needs(part, one) for part in e[2:] if part is not None)

    def number(self, e: Core, env: Env) -> Needs:
        self.ops.noted = set()
        try:
            if e[0] in INDICES or (e[0] in ALONE and settled(env)):
                with self.world.under(exact):
                    self.world.formula(e, env)
                return NONE
            self.world.number(e, env)
        except (Undecided, Undefined, Nonlinear) as problem:
            if isinstance(problem, Undecided) and e[0] in SPLIT and e[:2] not in PARTIAL:
                return NONE.union(*(self.needs(part, env) for part in e[1:] if self.says(part)))
            return NEVER if isinstance(problem, Undefined) else frozenset({("unknown", next(self.fresh))})
        return frozenset(self.ops.noted)


def settled(env: Env) -> bool:
    """Whether all that is bound around a part are indices."""
    return all(isinstance(x, int) for x in env.values())


def running_logs(world: World, e: Any) -> Any:
    """A number with a name for the log of the number that runs, where that is a part of it."""
    if not isinstance(e, tuple):
        return e
    if e[:2] == ("fn", "log") and e[2][0] == "sequence" and world.book.lets[e[2][1]].kind == "running":
        return ("sequence", LOG + e[2][1], ())
    return tuple(running_logs(world, part) for part in e)
