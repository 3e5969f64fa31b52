"""What a formula reads in any case, outside conditions and sequences: where that has no value, nor has it.

A sequence has none where the first step of a trajectory has none, or a path's goal none at any point.
"""

from contextlib import suppress
from fractions import Fraction
from typing import Any

from ..arithmetic import exact
from ..arithmetic.intervals import Undecided, Undefined
from ..arithmetic.kinds import Nonlinear
from ..asymptotics import growth, limits, spoken
from ..instance.tensors import Core, Env, Tensor
from ..instance.world import World
from ..terms.symbols import Symbols
from . import premises

# With a condition, their bodies may never be read.
GUARDED = ("forall", "exists", "every", "some", "sum", "max", "min")
INDEXED = ("forall", "exists", "sum", "max", "min")  # these of them run over indices
# Where in an `always` a part stands: in none, as all that it says, perhaps under a condition, or inside.
FREE, WHOLE, INSIDE = "free", "whole", "inside"


class Unguarded:
    """What a core reads in any case, outside conditions and sequences: an entry of each point, and factors of
    divisors, in `found`, numbers with a name, in `defined`, and sequences, in `runs`. A definition's argument
    is read where the definition reads it, and what stands under `some` or `every` where the file exhibits
    numbers that meet the condition.
    """

    def __init__(self, world: World, core: Core) -> None:
        self.world, self.found, self.defined = world, dict[Core, None](), dict[Core, None]()
        self.read = dict[tuple[str, str], set[str]]()  # parameters, by definition and place
        self.letters: dict[str, str] = {}  # the indices around, with their axes
        self.runs, self.within = dict[str, None](), False  # within: in a definition
        self.walk(core, FREE, set())

    def walk(self, e: Any, place: str, read: set[str]) -> None:
        """Adds what is read to `found`, and names of parameters to `read`."""
        if not isinstance(e, tuple) or not e:
            return
        inside = INSIDE if place == WHOLE else place
        if e[0] == "let":
            self.definition(e, inside, read)
        elif e[0] == "always":
            self.walk(e[1], WHOLE, read)
        elif e[0] in ("implies", "if", "or", "iff", "and"):  # the first part is read in any case
            self.walk(e[1], inside, read)
            open_there = (WHOLE, INSIDE) if e[0] in ("and", "if") else (INSIDE,)
            later = place == WHOLE and bool(spoken.running(self.world, e[1]))
            said = settled(self.world, e[1], place in open_there, later=later)
            if e[0] != "iff" and said is not None:
                for part in second(e, said):
                    self.walk(part, place if e[0] in ("implies", "or") else inside, read)
        elif e[0] == "/":
            self.walk(e[1], inside, read)
            for factor in factors(e[2]):
                self.walk(factor, inside, read)
                if not spoken.names_sequences(self.world, factor) and not bound_outside(factor):
                    self.found[factor] = None
        else:
            if e[0] == "par":
                read.add(e[1])
            if e[0] == "sequence" and place == FREE:  # `always` may fail at the start
                self.runs[e[1]] = None
            met = not may_be_empty(e) or self.is_met(e)
            around = self.letters
            self.letters = {**around, **dict(e[1])} if e[0] in INDEXED else around
            for part in e if met else e[2:3] if e[0] in GUARDED else ():  # a condition is read in any case
                self.walk(part, inside, read)
            self.letters = around

    def definition(self, e: Core, place: str, read: set[str]) -> None:
        let = self.world.book.lets[e[1]]
        core = let.core
        if let.kind == "point":
            if not let.parameters and not spoken.names_sequences(self.world, e):
                self.found[("let", e[1], (), tuple(("q0",) for _ in let.indices))] = None
            if not let.parameters or core[0] != "closest":
                return
            core = core[3]  # nothing is closest to what has no value
        closed = let.kind == "num" and not let.parameters and not let.indices
        if closed and not spoken.names_sequences(self.world, e):
            self.defined[e] = None
        if (e[1], place) not in self.read:
            around, self.letters = self.letters, dict(let.indices)
            self.read[e[1], place], outside = set(), self.within
            self.within = True
            self.walk(core, place, self.read[e[1], place])
            self.letters, self.within = around, outside
        for name, lam in zip(let.parameters, e[2], strict=True):
            if name in self.read[e[1], place] - rebound(core):
                self.walk(lam, place, read)

    def is_met(self, e: Core) -> bool:
        """Whether some index certainly meets the condition of a sum or the like, for all indices around; or
        the numbers that the file exhibits do.
        """
        if e[0] in ("some", "every"):
            return not self.within and not self.letters and exhibited(self.world, e)
        if e[0] not in INDEXED:
            return False
        met: Core = ("exists", e[1], None, e[2])
        met = ("forall", tuple(self.letters.items()), None, met) if self.letters else met
        return settled(self.world, met, always=True, later=bool(self.letters)) is True


def exhibited(world: World, e: Core) -> bool:
    """Whether the file exhibits numbers for `some` or `every` that certainly meet its condition."""
    if any(world.place(name, {}) not in world.hints for name, _ in e[1]):
        return False
    if spoken.names_sequences(world, e[2]):
        return False
    env = {name: world.exhibited(name, axes, {}) for name, axes in e[1]}
    try:
        with world.under(exact):
            return world.ask(e[2], env)
    except (KeyError, Nonlinear, Undecided, Undefined):
        return False


def run(world: World, name: str) -> None:
    """Evaluates a trajectory's first step, or a path's goal at an unknown point.

    Raises Undefined where it certainly has no value: then the sequence has none. Else says nothing.
    """
    let = world.book.lets[name]
    if let.kind != "sequence":
        return
    try:
        if let.core[0] == "trajectory":
            starts = premises.all_of(world, ("sequence", name, ()), "trajectory")
            known = {key: premises.tensor(world, one.core[2], one.indices) for key, one in starts.items()}
            with premises.at_work(world, exact, known | premises.clocks(starts, 0)):
                premises.entries(world, let.core[3], let)
        elif let.core[0] == "path":
            ops, unknown = Symbols(), let.core[2]
            with premises.at_work(world, ops):
                world.number(let.core[4], {unknown: premises.unknowns(ops, unknown)})
    except (KeyError, Nonlinear, Undecided):
        return


def may_be_empty(e: Core) -> bool:
    """Whether the body may never be read: of what has a condition, or is said of all sets of a size."""
    return e[0] == "sets" or (e[0] in GUARDED and e[2] is not None) or (e[0] == "rank" and e[3] is not None)


def rebound(e: Any) -> set[str]:
    """The names of numbers, tensors and sets that a core brings in."""
    if not isinstance(e, tuple) or not e:
        return set()
    own = {e[1]} if e[0] in ("solvable", "infimum", "sets", "growing") else set[str]()
    own |= {name for name, _ in e[1]} if e[0] in ("some", "every") else set()
    return own.union(*map(rebound, e))


def second(e: Core, said: bool) -> tuple[Core, ...]:  # noqa: FBT001
    """What is read after the first part of `implies`, `and`, `or` or `if`, by what that says."""
    if e[0] == "if":
        return (e[2] if said else e[3],)
    return (e[2],) if said is (e[0] != "or") else ()


def settled(world: World, e: Core, always: bool, *, later: bool) -> bool | None:  # noqa: FBT001
    """Whether a condition certainly holds, of numbers that run for all large ones; None where it is open.

    Of what is said `always`, it is open unless it is the same for all numbers. later: it is looked at for
    indices or numbers of which the first ones may settle what is said: it is open where it has no value.
    """
    if bound_outside(e) or any(True for _ in premises.sequences(world, e)):
        return None
    along = {name: Tensor(lambda _: limits.R, name) for name in spoken.running(world, e)}
    if along and always:
        return None
    try:
        with world.under(growth.Growth() if along else exact, along):
            return world.ask(e)
    except Undecided:
        return None
    except Undefined:
        if not later:
            raise
        return None


def factors(e: Core) -> list[Core]:
    return factors(e[1]) + factors(e[2]) if e[0] == "*" else [e]


def bound_outside(e: Any, inside: frozenset[str] = frozenset()) -> bool:
    """Whether a core names an index or a parameter that is bound around it: it has no value by itself."""
    if not isinstance(e, tuple):
        return False
    if e[:1] in (("v",), ("par",)) and e[1] not in inside:
        return True
    if e[:1] in (("lam",), ("sum",), ("max",), ("min",), ("forall",), ("exists",)):
        inside = inside | {name for name, _ in e[1]}
        return any(bound_outside(part, inside) for part in e[2:])
    return any(bound_outside(part, inside) for part in e)


def limit_read(world: World, core: Core) -> None:
    """Evaluates what a limit reads in any case. Raises Undefined where some of it has no value."""
    read = Unguarded(world, core)
    for number in read.found:
        if world.ask(("cmp", "=", number, ("q", Fraction(0)))) and number[0] != "let":
            raise Undefined("it divides by a factor that is 0 there")
    for number in read.defined:
        with suppress(Undecided):  # another one may have no value
            world.ask(("cmp", "=", number, ("q", Fraction(0))))
    for name in read.runs:
        run(world, name)
    grown_read(world, core)


def grown_read(world: World, core: Core) -> None:
    """Evaluates the limits and comparisons in `growing R. F` that are read for all large R, in their order.

    Raises Undefined where one has no value at any of them, as a log of what is 0 there.
    """
    if core[0] != "growing" or spoken.names_sequences(world, core):
        return
    try:
        read_in_turn(world, core, core[2], {})
    except growth.NoValue as said:
        raise Undefined(str(said)) from None
    except (KeyError, Nonlinear, Undecided):
        pass


def read_in_turn(world: World, core: Core, e: Core, env: Env) -> bool | None:
    """Whether a part of `growing R. F` holds for all large R; None from where on it is not seen what is read.

    What stands behind a part, or at later indices, is read only where that holds.
    """
    if e[0] == "eventually":
        return read_in_turn(world, core, e[1], env)
    if e[0] == "and":
        found = read_in_turn(world, core, e[1], env)
        return read_in_turn(world, core, e[2], env) if found else found
    if e[0] == "forall":
        for inner in world.every(e[1], env):
            if e[2] is None or world.ask((*core[:2], e[2]), inner):
                found = read_in_turn(world, core, e[3], inner)
                if not found:
                    return found
        return True
    return world.ask((*core[:2], e), env) if e[0] in ("tends", "bounded", "cmp") else None
