"""What a statement about rates implies that names no number of steps, for lemmas that know none.

If k X is bounded, or tends to a number, X tends to 0; so it does if c X does, c not 0. X tends to c if X - c
tends to 0; if X / k tends to a number that is not 0, X tends to infinity. The same holds with powers, logs
and roots of k in its place, and for a path with its radius.
"""

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import partial
from typing import Any

from ..arithmetic import exact
from ..arithmetic.intervals import Undecided, Undefined
from ..asymptotics.growth import INFINITY
from ..asymptotics.spoken import names_sequences
from ..instance.tensors import Core
from ..instance.world import World
from ..language.cores import exchanged
from ..language.printing import decimal
from ..terms.symbols import Symbols
from .premises import broken, sequences, unknowns

# Lemmas that say where a sequence is, and not when.
TIMELESS = {
    *("alternates", "caught", "finite-length", "in-a-wedge", "kept-off", "one-signed", "recurrence"),
    *("stays-above", "straddles", "swings"),
}
BOUNDED = {"caught", "finite-length", "in-a-wedge"}  # those that refute `tends(X, infinity)`
BELOW = "below"  # of the hint that has a point of a goal
ZERO: Core = ("q", Fraction(0))
MARGIN = Fraction(1, 1 << 10)  # by which what tends to an infimum may be above what the goal is at a point
LOW = (0, 1, 4, 16, 64)  # numbers that a goal may be seen to be above the negative of


def unpaced(world: World, e: Core) -> Core:
    """What follows from a formula, with `tends(X, 0)` where k X tends to a number or is bounded.

    What is left out may have no value: whoever asks looks at the formula itself for that.
    """
    if e[0] in ("and", "forall"):
        return within(e, partial(unpaced, world))
    if e[0] == "bounded" or (e[0] == "tends" and e[2][0] != INFINITY and not names_sequences(world, e[2])):
        above, below = factors(e[1])
        kept = [part for part in above if not grows(world, part)]
        out: Core = ("/", e[2] if e[0] == "tends" else ZERO, product(below))
        if len(kept) < len(above) and not names_sequences(world, out):
            return bare(world, ("tends", product([x for x in kept if not constant(world, x)]), ZERO))
    return e


def constant(world: World, e: Core) -> bool:
    """Whether a number names no sequence, and no index, and is certainly not 0."""
    if names_sequences(world, e):
        return False
    try:
        with world.under(exact):
            return exact.sign(world.number(e, {})) in (1, -1)
    except (KeyError, Undecided, Undefined):
        return False


def bare(world: World, e: Core) -> Core:
    """`tends(X, c)` for `tends(X - c, 0)`."""
    x = e[1]
    if x[0] == "-" and names_sequences(world, x[1]) and not names_sequences(world, x[2]):
        return ("tends", x[1], x[2])
    return e


def ahead(world: World, e: Core) -> Core:
    """The same with `tends(X, infinity)` where X / k tends to c, c not 0, with the sign of c."""
    if e[0] in ("and", "forall"):
        return within(e, lambda part: ahead(world, part))
    if e[0] != "tends" or e[1][0] != "/" or not grows(world, e[1][2]):
        return e
    if e[2][0] == INFINITY:
        return ("tends", e[1][1], e[2])
    if not names_sequences(world, e[2]):
        try:
            with world.under(exact):
                sign = exact.sign(world.number(e[2], {}))
        except (KeyError, Undecided, Undefined):  # it may hang on an index
            return e
        if sign in (1, -1):
            return ("tends", e[1][1], (INFINITY, sign))
    return e


def within(e: Core, change: Callable[[Core], Core]) -> Core:
    """A conjunction, or `forall`, with its parts changed; the same object where none is."""
    found = tuple(map(change, e[1:])) if e[0] == "and" else (*e[1:3], change(e[3]))
    return e if found == e[1:] else (e[0], *found)


def factors(e: Core) -> tuple[list[Core], list[Core]]:
    """What is multiplied in a product, and what divides it."""
    if e[0] == "*":
        (one, two), (three, four) = map(factors, e[1:])
        return one + three, two + four
    if e[0] == "/":
        above, below = factors(e[1])
        return above, [*below, e[2]]
    return [e], []


def product(found: list[Core]) -> Core:
    core: Core = found[0] if found else ("q", Fraction(1))
    for part in found[1:]:
        core = ("*", core, part)
    return core


def grows(world: World, e: Core) -> bool:
    """Whether this is the number that a sequence runs along, or a power, a log or a root of that."""
    if e[0] == "sequence":
        return world.book.lets[e[1]].kind == "running"
    if e[0] == "^":
        return bool(e[2] > 0) and grows(world, e[1])
    return e[0] == "fn" and e[1] in ("log", "sqrt", "exp") and grows(world, e[2])


# ---- An infimum ----
def capped(world: World, e: Core) -> tuple[Core, list[str]]:
    """For `tends(X, infimum of a goal)` `eventually X <= b`, b a little above what the goal is at the point P
    exhibited, if it is seen to have a value everywhere and a lower bound. So it need not be convex.
    """
    if e[0] == "and":
        (one, told), (other, more) = (capped(world, part) for part in e[1:])
        return ("and", one, other), [*told, *more]
    goal = e[2] if e[0] == "tends" else e
    if goal[0] == "let" and not goal[2]:
        goal = world.book.lets[goal[1]].core
    if goal[0] != "infimum" or goal[3] is not None:
        return e, []
    _, unknown, axes, _, value = goal
    bounded_below(world, unknown, value)
    with world.under(exact):
        most = exact.enclose(world.number(value, {unknown: world.exhibited(BELOW, axes, {})}))[1] + MARGIN
    told = f"what tends to the infimum is at most {decimal((most, most))} in the end, by the point exhibited"
    return ("eventually", ("cmp", "<=", e[1], ("q", most))), [f"premise     {told}"]


def bounded_below(world: World, unknown: str, value: Core) -> None:
    """Requires that a number is seen to have a value everywhere, and a lower bound: hence an infimum."""
    ops = Symbols()
    with world.under(ops):
        anywhere = world.number(value, {unknown: unknowns(ops, unknown)})
    if all(ops.sign_bounds(ops.add(anywhere, Fraction(c)))[0] < 0 for c in LOW):
        raise broken("the goal is seen to have a lower bound")


# ---- One of several sequences ----
def apart(world: World, core: Core) -> Iterator[Core]:
    """What a formula says of each sequence alone, with those that its steps name, where it names several.

    In a conjunction, for all indices, for some numbers or for every one, each part has to hold.
    """
    every = frozenset(sequences(world, core))
    alone = {frozenset(sequences(world, ("sequence", name, ()))) for name in every}
    for names in sorted(alone - {every}, key=sorted):
        kept = speaking(world, core, names)
        if kept is not None and kept != core and frozenset(sequences(world, kept)) == names:
            yield kept


def speaking(world: World, e: Core, names: frozenset[str]) -> Core | None:
    """The parts of a conjunction that name no sequence but these; None where there are none."""
    if e[0] == "and":
        parts = [kept for part in e[1:] if (kept := speaking(world, part, names)) is not None]
        return ("and", *parts) if len(parts) == 2 else parts[0] if parts else None
    if e[0] in ("forall", "some", "every"):
        body = speaking(world, e[3], names)
        return (*e[:3], body) if body is not None else None
    return e if names.issuperset(sequences(world, e)) else None


# ---- One of all numbers ----
def named(world: World, core: Core) -> tuple[Core, str] | None:
    """F at numbers that the file exhibits and that G allows, for `every c | G. F`; and these in words."""
    if core[0] != "every" or any(axes for _, axes in core[1]):
        return None
    names = [name for name, _ in core[1]]
    if any(f"claim.{name}" not in world.hints or bound(core[3], name) for name in names):
        return None
    chosen = {name: world.exhibited(name, (), {}) for name in names}
    with world.under(exact):
        if core[2] is not None and world.formula(core[2], dict(chosen)) is not True:
            return None
    values = {name: chosen[name][()] for name in names}
    return placed(core[3], values), ", ".join(f"{name} = {x}" for name, x in values.items())


def bound(e: Any, name: str) -> bool:
    """Whether a formula uses a name for something else too, such as for numbers of its own."""
    if isinstance(e, tuple) and e[:1] == ("par",):
        return any(bound(part, name) for part in e[2:])
    return e == name or (isinstance(e, tuple) and any(bound(part, name) for part in e))


def placed(e: Any, values: dict[str, Fraction]) -> Any:
    """A formula with numbers in the place of names."""

    def number(e: Any) -> Any:
        return ("q", values[e[1]]) if e[:1] == ("par",) and e[1] in values and not e[2] else e

    return exchanged(e, number)
