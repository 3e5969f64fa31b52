"""What numbers and formulas need to have a value, such as a divisor that is not 0, and what they surely need.

Unknown sequences may leave it open; what is seen to hold in any case is no need. A need is surely one if it
belongs to what is read in any case: the first part of an `and`, and not what stands under a condition.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from contextlib import contextmanager
from itertools import count
from typing import TYPE_CHECKING, Any, NamedTuple

from ..arithmetic import exact
from ..arithmetic.intervals import Undecided, Undefined
from ..arithmetic.kinds import Nonlinear
from ..asymptotics.spoken import mentions, running
from ..language.cores import exchanged
from ..shared.premises import CHOSEN, Unknown, sequences, unknowns
from ..shared.sums import RUNS, runs, unmet
from ..terms.noted import Noted
from ..terms.signed import BySign
from ..terms.symbols import POSITIVE
from .tensors import Core, Env, Tensor

if TYPE_CHECKING:
    from .world import World


class Needs(NamedTuple):
    """All that may be needed, and what of it surely is."""

    all: frozenset[Any] = frozenset()
    sure: frozenset[Any] = frozenset()

    def beside(self, other: Needs) -> Needs:
        """Of two parts that both are read."""
        return Needs(self.all | other.all, self.sure | other.sure)

    def before(self, other: Needs) -> Needs:
        """Of two parts of which the second may not be read."""
        return Needs(self.all | other.all, self.sure)


NONE = Needs()
NEVER: frozenset[Any] = frozenset({"what never holds"})
AROUND = "around"  # of unknown numbers that are bound around a part
LOG = "log of "  # of a number that runs, which is positive far out
BESIDE = ("iff", "not", "cmp", "tends", "bounded", "always", "eventually")
SETTLES = {"and": False, "or": True, "implies": False}  # by what the first part leaves the second unread
ALONE = ("growing", "solvable", "sets", "psd", "closure")  # formulas
# What may settle a number's condition before all of it is read.
STOPS = ("and", "or", "implies", "forall", "exists", "some", "every", "sets")
INDICES = ("ixeq", "ixlt", "enum")
PARTIAL = (("fn", "log"), ("fn", "sqrt"))
SPLIT = ("+", "-", "*", "neg", "^", "max2", "min2", "fn")


class Anew(Tensor):
    """A tensor whose entries are computed each time: what is remembered notes nothing."""

    def __getitem__(self, indices: tuple[int, ...]) -> Any:
        return self.get(indices)


class Awaited(Anew, Unknown):
    """A sequence that has to run on where it is read."""


class Needing:
    """Asks parts of a statement for their needs. ops: the arithmetic; known: the sequences.

    running_on: whether it is a need that sequences run on that are read.
    """

    def __init__(self, world: World, core: Core, *, running_on: bool = False) -> None:
        self.world, self.ops = world, Noted()
        self.fresh = count()
        self.depth = 0  # of `some` and `every` around
        self.far = False  # inside tends, bounded or eventually
        self.known: dict[str, Any] = {}
        named = list(sequences(world, core))
        for along in {world.book.lets[name].core[1] for name in named} | running(world, core):
            for key in (along, LOG + along):
                k = self.ops.unknown(key, POSITIVE)
                self.known[key] = Tensor(lambda _, k=k: k, key)
        found = self.awaited if running_on else lambda name: unknowns(self.ops, name)
        self.known |= {name: found(name) for name in named}

    def awaited(self, name: str) -> Unknown:
        def entry(where: tuple[int, ...]) -> Any:
            self.ops.noted.add((RUNS, name))
            return self.ops.unknown((name, where))

        return Awaited(entry, name)

    def of(self, e: Core, env: Env, asked: Callable[[Needing, Core, Env], Needs] | None = None) -> Needs:
        """The needs of a part with these indices and sets around it, and unknown numbers for all else."""
        kept = {name for name, x in env.items() if isinstance(x, int) or x.label == "a set"}
        there = {name: x if name in kept else unknowns(self.ops, (AROUND, name)) for name, x in env.items()}
        with self.world.under(self.ops, self.known):
            return (asked or Needing.needs)(self, e, there)

    def needs(self, e: Core, env: Env) -> Needs:
        """The needs of a formula or a number; what is said always may fail before it is read far out."""
        kind, found = e[0], NONE
        if kind in BESIDE:
            before, self.far = self.far, self.far or kind in ("tends", "bounded", "eventually")
            found, self.far = self.parts(e, env), before
            return found if kind != "always" else Needs(found.all, runs(found.sure) | found.sure & NEVER)
        if kind in SETTLES:
            return self.joined(e, env)
        if kind == "if":
            found, said = self.needs(e[1], env), self.decided(e[1], env)
            if said is not None:
                return found.beside(self.needs(e[2] if said else e[3], env))
            return found.before(self.needs(e[2], env)).before(self.needs(e[3], env))
        if kind in ("forall", "exists", "some", "every"):
            return self.quantified(e, env)
        if kind == "let" and (let := self.world.book.lets[e[1]]).kind == "bool":
            for part in e[3]:
                found = found.beside(self.number(("ixeq", part, part), env))
            return found.beside(self.needs(let.core, self.within(e, env)))
        return self.number(self.read(e), env)

    def read(self, e: Core) -> Core:
        return running_logs(self.world, e) if self.far else e

    def joined(self, e: Core, env: Env) -> Needs:
        first, said = self.needs(e[1], env), self.decided(e[1], env)
        if said is SETTLES[e[0]]:
            return first
        second = self.behind(e[1], e[2], env) if e[0] != "or" else self.needs(e[2], env)
        return first.before(second) if said is None else first.beside(second)

    def behind(self, guard: Core, e: Core, env: Env) -> Needs:
        """The needs of a part that is read only where a guard holds."""
        found = self.needs(e, env)
        if not found.all:
            return found
        from ..shared.guarded import needs_nothing

        return Needs(*map(runs, found)) if needs_nothing(self, guard, e, env) else found

    def quantified(self, e: Core, env: Env) -> Needs:
        """What a quantifier says, at each index, of which the first is read, or of unknown numbers."""
        if e[0] in ("some", "every"):
            with self.deeper():
                return self.under(e, {**env, **self.bound(e)})
        found, whole = NONE, True
        for one in self.world.every(e[1], env):
            here = self.under(e, one)
            found, whole = (found.beside(here) if whole else found.before(here)), False
        return found

    def within(self, e: Core, env: Env) -> Env:
        """The environment in which a definition's core is read, part by part."""
        found = self.world.inside(e, env)
        return {name: Anew(x.get, x.label) if type(x) is Tensor else x for name, x in found.items()}

    @contextmanager
    def deeper(self) -> Generator[None]:
        """Inside one more `some` or `every`."""
        self.depth += 1
        try:
            yield
        finally:
            self.depth -= 1

    def bound(self, e: Core, word: str = "") -> dict[str, Unknown]:
        """Unknown numbers for what `some` or `every` binds, others than those of the same name around it."""
        return {name: unknowns(self.ops, (CHOSEN, word, name, self.depth)) for name, _ in e[1]}

    def under(self, e: Core, env: Env) -> Needs:
        """What a body needs under its condition."""
        if e[2] is None:
            return self.needs(e[3], env)
        guard, said = self.needs(e[2], env), self.decided(e[2], env)
        if said is False:
            return guard
        body = self.behind(e[2], e[3], env)
        return guard.beside(body) if said else guard.before(body)

    def decided(self, e: Core, env: Env) -> bool | None:
        """Whether a condition holds, whatever is unknown, if it has a value; None where that is open."""
        try:
            return self.world.formula(e, env)
        except (KeyError, Nonlinear, Undecided, Undefined):
            return None

    def number(self, e: Core, env: Env) -> Needs:
        alone = e[0] in ALONE and settled(env)
        if not alone and self.by_signs(e, env):  # what terms would say too, without multiplying them out
            return self.noted(e)
        self.ops.noted = set()
        ops, known = (exact, {}) if alone else (self.ops, self.world.sequences)
        try:
            with self.world.under(ops, known):  # nothing is remembered from other parts
                (self.world.formula if alone or e[0] in INDICES else self.world.number)(e, env)
        except Undefined:
            return Needs(NEVER, NEVER)
        except (Undecided, Nonlinear) as problem:
            if isinstance(problem, Undecided) and e[0] in SPLIT and e[:2] not in PARTIAL:
                return self.parts(e, env)
            return Needs(frozenset({("unknown", next(self.fresh))}))
        return self.noted(e)

    def by_signs(self, e: Core, env: Env) -> bool:
        """Whether signs alone show that a part has a value; notes which sequences have to run on for it."""
        self.ops.noted = set()
        try:
            with self.world.under(BySign(self.ops), self.world.sequences):
                (self.world.formula if e[0] in INDICES else self.world.number)(e, env)
        except (Nonlinear, Undecided, Undefined):
            return False
        return True

    def noted(self, e: Core) -> Needs:
        """The needs that were noted as a part was computed."""
        found = frozenset(self.ops.noted)
        return Needs(found, NONE.sure if mentions(self.world.book, e, STOPS) else found)

    def parts(self, e: Core, env: Env) -> Needs:
        """Of a formula or a number made of others, which all are read."""
        found = NONE
        for part in e[1:]:
            found = found.beside(self.needs(part, env)) if says(part) else found
        return found


def says(part: Any) -> bool:
    return isinstance(part, tuple) and part[:1] != ("infinity",)


def settled(env: Env) -> bool:
    """Whether all that is bound around a part are indices."""
    return all(isinstance(x, int) for x in env.values())


def running_logs(world: World, e: Any) -> Any:
    """A number with a name for the log of the number that runs, where that is a part of it."""

    def log(e: Any) -> Any:
        of: Any = e[2] if e[:2] == ("fn", "log") else ()
        runs = of[:1] == ("sequence",) and of[1] in world.book.lets  # else a guard has named it
        runs = runs and world.book.lets[of[1]].kind == "running"
        return ("sequence", LOG + of[1], ()) if runs else e

    return exchanged(e, log)


def valued(world: World, e: Core, left: list[Env], env: Env) -> bool:
    """Whether a part that is left open has a value wherever the one behind it has, which settles the whole.

    Of `and`, `or` and `implies` it is the first one; of a quantifier what it says at the indices `left`, and
    env are those of the one behind.
    """
    asked = Needing(world, e, running_on=True)
    if e[0] in SETTLES:
        return not unmet(world, asked.of(e[1], env).all - asked.of(e[2], env).sure)
    sure = asked.of(e, env, Needing.under).sure
    return not any(unmet(world, asked.of(e, there, Needing.under).all - sure) for there in left)
