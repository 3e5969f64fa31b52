"""What of a statement is surely read: `A and B` from the left, where A has a value, indices in their order.

A lemma may refute a statement by one part of it. Where a part before that one has no value, the statement has
none, whatever stands behind. What a number needs to have a value, such as a divisor that is not 0, is its
needs, as far as unknown sequences leave them open. A part is read if what those before it need it needs too.
"""

from collections.abc import Callable
from fractions import Fraction
from itertools import count
from typing import Any

from ..arithmetic.intervals import Undecided, Undefined
from ..arithmetic.kinds import Nonlinear
from ..asymptotics.spoken import about_limits
from ..instance.needs import ALONE, INDICES, NEVER, NONE, PARTIAL, Needing, Needs, settled
from ..instance.tensors import Core, Env
from ..instance.world import World
from ..language.cores import inside, reached
from .premises import cells
from .steady import Part, always, keeps_value, says_always
from .sums import runs, unmet

OPEN = "what is said always may have no value before it fails"


def surely_read(world: World, core: Core, *, by_steps: bool = False, again: str = "") -> Core:
    """The statement as far as it is surely read; the same object where that is all of it.

    by_steps: what is said `always` is looked at step by step. If it may have no value, it hides what stands
    behind it then; else it is left out itself. again: what is said of all large numbers may only be seen to
    fail at some of them, again and again, by its "parts" or as a "whole". All of it is read at others then.
    """
    if not may_break(world, core) and not about_limits(world, core):
        return core
    reader = Reader(world, core, by_steps=by_steps, again=again)
    with world.under(reader.ops, reader.known):
        found, _ = reader.first(core, {})
    world.used &= {*world.hints}  # what was asked for and is not there may not be needed
    if found is None:
        raise Undecided(OPEN if reader.unsure else "a part of the statement may have no value")
    return found


def seen_to_have_a_value(world: World, core: Core, again: str = "") -> Core | None:
    """A statement that a lemma refutes, as far as each part of it is seen to have a value: whatever the
    sequences are, if they run on, or wherever the lemma says that they are; the same object where that is all
    of it, None where it is nothing.
    """
    reader = Valued(world, core, again=again)
    with world.under(reader.ops, reader.known):
        found, _ = reader.first(core, {})
    world.used &= {*world.hints}
    return found


def always_valued(world: World, core: Core) -> None:
    """Requires of all that is said always that it is seen to have a value before it fails."""
    if may_end(world, core):
        raise Undecided(OPEN)


def may_end(world: World, core: Core) -> list[Part]:
    """What is said always and is not seen to have a value at every step before it fails."""
    reader = Reader(world, core)
    with world.under(reader.ops, reader.known):
        found = always(reader, core, {})
        return [(said, env) for said, env in found if not keeps_value(reader, said, env)]


def may_break(world: World, e: Core) -> bool:
    """Whether a part stands behind another one, or behind itself at another index, that may have no value."""
    if e[0] == "and":
        return True
    if e[0] == "eventually":
        return may_break(world, e[1])
    if e[0] in ("some", "every"):
        return e[2] is not None or may_break(world, e[3])
    return e[0] == "forall" and (may_break(world, e[3]) or hangs(world, e[3], {x for x, _ in e[1]}))


def hangs(world: World, e: Any, letters: set[str]) -> bool:
    """Whether a number divides, or takes a log or root, by what names one of the letters."""
    if not isinstance(e, tuple) or not e:
        return False
    reads = inside(e[2:]) if e[0] == "let" or divides(e) else ()
    named = any(one[:1] == ("v",) and one[1] in letters for one in reads)
    if named and (e[0] != "let" or any(map(divides, reached(world.book, world.book.lets[e[1]].core)))):
        return True
    return any(hangs(world, part, letters) for part in e)


def divides(e: Core) -> bool:
    """Whether this divides, or takes a log or a root."""
    return e[:1] == ("/",) or e[:2] in PARTIAL


class Reader(Needing):
    """Goes through a statement in the order of reading.

    before: what the parts that were read need; unsure: whether what is said always may have no value at some
    number.
    """

    def __init__(self, world: World, core: Core, *, by_steps: bool = False, again: str = "") -> None:
        super().__init__(world, core, running_on=True)
        self.before, self.by_steps, self.again = NONE.all, by_steps, again
        self.some = self.unsure = False  # some: whether a part was read

    def first(self, e: Core, env: Env) -> tuple[Core | None, bool]:
        """What of a part is surely read, None if nothing; and whether that is all of it."""
        kind = e[0]
        if kind == "and":
            one, whole = self.first(e[1], env)
            other, whole = self.first(e[2], env) if whole else (None, False)
            if other is None or one is None:
                return one, False
            return (e if (one, other) == e[1:] else ("and", one, other)), whole
        if kind == "eventually" and self.again != "whole" and may_break(self.world, e[1]):
            found = self.needs(e[1], env).all
            if self.again and found != runs(found):
                return None, False
            inner, whole = self.first(e[1], env)
            return (e if whole else inner and (kind, inner)), whole
        if kind in ("some", "every"):
            with self.deeper():
                return self.inside(e, env)
        if kind == "forall":
            return self.each(e, env)
        return self.part(e, env)

    def part(self, e: Core, env: Env) -> tuple[Core | None, bool]:
        """The same of what is no conjunction."""
        needs = self.needs(e, env)
        if says_always(self.world, e):  # what others need far out, it may not need before it fails
            if unmet(self.world, self.before - (NONE.sure if self.by_steps else runs(needs.sure))):
                return None, False
            if not self.keeps(e, env):
                return (e if self.by_steps else None), False
        if (
            unmet(self.world, self.before - needs.sure)
            or needs.sure >= NEVER
            or (needs.all >= NEVER and self.some)
        ):
            return None, False
        self.before, self.some = self.before | needs.all, True
        return e, True

    def inside(self, e: Core, env: Env) -> tuple[Core | None, bool]:
        """The same of what `some` or `every` says, whose condition has to have a value at all numbers."""
        there, guard = {**env, **self.bound(e)}, self.condition(e, env)
        if guard >= NEVER or (e[2] is not None and not self.needs(e[2], there).all <= guard):
            return None, False
        self.before |= guard
        inner, whole = self.first(e[3], there)
        return (e if whole else inner and (*e[:3], inner)), whole

    def condition(self, e: Core, env: Env) -> frozenset[Any]:
        """What the condition of `some` or `every` needs, whatever its unknown numbers are."""
        found: list[frozenset[Any]] = []
        for word in ("", "other "):
            there = {**env, **self.bound(e, word)}
            found.append(self.needs(e[2], there).all if e[2] is not None else NONE.all)
        return found[0] & found[1]

    def keeps(self, e: Core, env: Env) -> bool:
        """Whether all that is said always in a part is seen to have a value."""
        found = always(self, e, env)
        self.unsure = not all(keeps_value(self, said, there) for said, there in found)
        return not self.unsure

    def each(self, e: Core, env: Env) -> tuple[Core | None, bool]:
        """Of a `forall` that is not read at all indices, what it says at the first ones."""
        start: Core | None = None
        known, there = self.indices(e, env)
        for i, one in enumerate(there):
            inner, whole = self.first(e[3], one)
            if not known:  # behind the condition that is read at this index stand those at the next ones
                self.before |= self.needs(e[2], one).all
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


class There(Needing):
    """The same where a lemma says what sequences are: what its own arithmetic does not compute is needed."""

    def __init__(self, world: World, ops: Any, known: dict[str, Any]) -> None:
        self.world, self.ops, self.known = world, ops, known
        self.fresh, self.depth, self.far = count(), 0, False

    def of(self, e: Core, env: Env, asked: Callable[[Needing, Core, Env], Needs] | None = None) -> Needs:
        if not settled(env) and not hasattr(self.ops, "unknown"):
            return Needs(NEVER)  # nothing is unknown in its arithmetic
        with self.world.under(self.ops, self.known, moment=True):  # of several places, which decide no limit
            return super().of(e, env, asked)

    def read(self, e: Core) -> Core:
        return e

    def behind(self, guard: Core, e: Core, env: Env) -> Needs:
        return self.needs(e, env)

    def number(self, e: Core, env: Env) -> Needs:
        try:
            (self.world.formula if e[0] in ALONE or e[0] in INDICES else self.world.number)(e, env)
        except (KeyError, Nonlinear, Undecided, Undefined):
            return Needs(frozenset({("unknown", next(self.fresh))}))
        return NONE


class Valued(Reader):
    """The same of what has a value, by itself or where a lemma says that the sequences are."""

    def first(self, e: Core, env: Env) -> tuple[Core | None, bool]:
        if not says_always(self.world, e) and self.has_value(e, env):
            return e, True
        return super().first(e, env)

    def part(self, e: Core, env: Env) -> tuple[Core | None, bool]:
        """What is said always keeps its value while its sequences run on; what stands beside it has one."""
        whole = self.keeps(e, env)
        if e[0] == "always":
            whole = whole and (bool(self.world.places) or not unmet(self.world, runs(self.needs(e, env).all)))
        else:
            whole = whole and self.has_value(e, env)
        return (e if whole else None), whole

    def has_value(self, e: Core, env: Env) -> bool:
        if not unmet(self.world, self.needs(e, env).all):
            return True
        places = self.world.places
        return bool(places) and not any(There(self.world, *place).of(e, env).all for place in places)
