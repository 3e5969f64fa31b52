"""What lemmas are made of: the shelf that they stand on, the sequences of a formula, and premises.

A lemma says what a trajectory or a path is, by premises that are evaluated exactly at the instance. A limit
formula over sequences is then computed for all large k (limits.py) and has to be false. Each lemma is derived
in the papers' `derivations.md`. A lemma never reads a statement's words: it matches its core. What it needs
exhibited, such as a critical point, is rational numbers of the file; what they show is checked here.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager, suppress
from fractions import Fraction
from functools import wraps
from typing import TYPE_CHECKING, Any

from ..arithmetic import exact
from ..arithmetic.intervals import PRECISIONS, Undecided, Useless, left_open
from ..instance.tensors import Core, Env, Tensor, total
from ..language.book import Let
from ..language.claims import ALL, Plain
from ..language.cores import reached

if TYPE_CHECKING:
    from ..instance.world import World
    from ..terms.symbols import Symbols

Cell = tuple[int, ...]
Numbers = dict[Cell, Any]
NOT_NEGATIVE = (0, 1)
ZERO, ONE = Fraction(0), Fraction(1)
Lemma = Callable[["World", Core], list[str]]
LEMMAS: dict[str, Lemma] = {}
SIDES = {"<": (1,), "<=": (1,), "=": (1, -1), ">=": (-1,), ">": (-1,)}  # of A - B where A < B, .. fails
BITS = 256  # at which premises that are no formulas are computed
CHOSEN = "some"  # of unknowns that a formula says exist


def lemma(function: Lemma) -> Lemma:
    LEMMAS[function.__name__.replace("_", "-")] = function
    return function


def precise(function: Lemma) -> Lemma:
    """A lemma at rising precisions, until it refutes, a premise is certain to fail, or no bits would help."""

    @wraps(function)
    def raised(world: World, core: Core) -> list[str]:
        problem = Undecided("no precision decides it")
        for bits in PRECISIONS:
            world.reset(bits)
            before = left_open()
            try:
                return function(world, core)
            except Useless:
                raise
            except Undecided as said:
                problem = said
            if left_open() == before:
                break
        raise problem

    return raised


def broken(premise: str) -> Undecided:
    return Undecided(f"a premise of the lemma fails: {premise}")


def needs(holds: Any, premise: str) -> None:
    if not holds:
        raise Undecided(f"a premise of the lemma fails: {premise}")


def same(world: World, one: Any, other: Any) -> bool:
    """Whether two cores are one but for the names of bound letters."""
    return Plain(world.book, ALL).of(one) == Plain(world.book, ALL).of(other)


# ---- sequences ----
def sequences(world: World, core: Core) -> Iterator[str]:
    """The sequences that a formula names, those in its definitions and in their own steps too."""
    heads = ("sequence", "let")
    named = {e[1] for e in reached(world.book, core, heads) if e[:1] and e[0] in heads}
    yield from sorted(name for name in named if world.book.lets[name].kind == "sequence")


def all_of(world: World, core: Core, kind: str) -> dict[str, Let]:
    """The sequences that a formula names, which all have to be trajectories, or paths."""
    found = {name: world.book.lets[name] for name in sequences(world, core)}
    wrong = next((name for name, let in found.items() if let.core[0] != kind), None)
    if wrong is not None or not found:
        raise Undecided(f"{wrong} is no {kind}" if wrong else f"the formula names no {kind}")
    return found


def the_path(world: World, core: Core) -> tuple[str, Let]:
    found = all_of(world, core, "path")
    if len(found) > 1:
        raise Undecided("the formula names several paths")
    return next(iter(found.items()))


def in_a_ball(let: Let) -> bool:
    """Whether a path minimises over the unknowns of norm at most the number that it runs along."""
    _, along, unknown, axes, _, guard = let.core
    if guard is None or guard[:2] != ("cmp", "<=") or guard[2][0] != "norm":
        return False
    _, binders, entry = guard[2][1]
    whole = ("par", unknown, tuple(("v", x) for x, _ in binders))
    return guard[3] == ("sequence", along, ()) and entry == whole and tuple(a for _, a in binders) == axes


# ---- tensors and numbers ----
@contextmanager
def at_work(world: World, ops: Any, known: dict[str, Any] | None = None) -> Generator[None]:
    """An arithmetic at a fixed precision, with what is known of sequences."""
    world.reset(BITS)
    with world.under(ops, known):
        yield


def axes_of(let: Let) -> tuple[str, ...]:
    return tuple(axis for _, axis in let.indices)


def tensor(world: World, core: Core, bound: tuple[tuple[str, str], ...]) -> Tensor:
    """A number with free indices as a tensor of them."""
    names = [name for name, _ in bound]
    return Tensor(lambda where: world.number(core, dict(zip(names, where, strict=True))), "sequence")


def entries(world: World, core: Core, let: Let) -> dict[Cell, Any]:
    """The same, cell by cell and at once."""
    found = tensor(world, core, let.indices)
    return {cell: found[cell] for cell in world.cells(axes_of(let))}


class Unknown(Tensor):
    """A tensor of which nothing is known."""


def unknowns(ops: Any, name: Any) -> Unknown:
    return Unknown(lambda where: ops.unknown((name, where)), str(name))


def table(found: dict[Cell, Any], label: str = "at a step") -> Tensor:
    """A tensor whose entries are known."""
    return Tensor(found.__getitem__, label)


def scalar(x: Any, label: str = "number") -> Tensor:
    """A number as a tensor without axes."""
    return Tensor(lambda _: x, label)


def clocks(named: dict[str, Let], k: Any) -> dict[str, Any]:
    """The numbers that trajectories run along, where all are k."""
    number = Fraction(k) if isinstance(k, int) else k
    return {let.core[1]: scalar(number, "running") for let in named.values()}


def cells(world: World, e: Core, env: Env) -> list[Env]:
    """The indices of a `forall` that meet its condition. Raises Undecided where that asks for an unknown."""
    try:
        with world.under(exact):
            return [dict(one) for one in world.each(e[1], e[2], env)]
    except KeyError as problem:
        raise Undecided(f"a condition names {problem}, of which nothing is known") from None


def inner(ops: Any, weights: Any, values: dict[Any, Any]) -> Any:
    """The inner product with rational weights."""
    return total(ops, (ops.mul(weights[cell], value) for cell, value in values.items()))


def on_plane(ops: Symbols, name: str, weights: dict[Cell, Fraction], level: Any) -> dict[Cell, Any]:
    """A tensor of which nothing is known but that its inner product with the weights is `level`."""
    found: dict[Cell, Any] = {cell: ops.unknown((name, cell)) for cell in weights}
    pivot = next((cell for cell, c in weights.items() if c), None)
    if pivot is None:
        raise broken("all weights are 0")
    rest = total(ops, (ops.mul(c, found[cell]) for cell, c in weights.items() if cell != pivot))
    found[pivot] = ops.mul(1 / weights[pivot], ops.subtract(level, rest))
    return found


def positive(ops: Any, x: Any, premise: str) -> None:
    if ops.sign_bounds(x)[0] < 1:
        raise broken(premise)


def zero(ops: Any, x: Any, premise: str) -> None:
    """Requires a number that is seen to be 0, for all values of what is unknown."""
    if ops.sign(x) != 0:
        raise broken(premise)


# ---- what a formula implies ----
Differences = dict[Cell, Any]


def vanishing(world: World, e: Core, env: Env) -> Iterator[Differences]:
    """The entries of tensors that tend to 0 if a formula holds, for some values of what it says exists; a
    number is a tensor without indices. An entry that is not told is left out, as others may say enough.
    """
    if e[0] == "and":
        for part in e[1:]:
            yield from vanishing(world, part, env)
    elif e[0] == "some":
        chosen = {name: unknowns(world.ops, (CHOSEN, name)) for name, _ in e[1]}
        yield from vanishing(world, e[3], {**env, **chosen})
    elif e[0] == "forall" and not (_whole(e) and _settles(e[3])):
        for at in world.every(e[1], env):
            with suppress(Undecided):
                if e[2] is None or world.formula(e[2], at) is True:
                    yield from vanishing(world, e[3], at)
    elif e[0] in ("always", "eventually"):
        with suppress(Undecided):
            yield from ending(world, e[1], env)
    elif e[0] == "tends" and e[1][0] == "norm" and e[2] == ("q", ZERO):
        yield differences(world, e[1][1][1], (e[1][1][2],), env)
    else:
        bound, said = (e[1], e[3]) if e[0] == "forall" else ((), e)
        if _settles(said):
            yield differences(world, bound, said[1:], env)


def _whole(e: Core) -> bool:
    return e[0] == "forall" and e[2] is None


def _settles(e: Core) -> bool:
    """Whether a formula is that a number, and no norm, tends to one."""
    return e[0] == "tends" and e[1][0] != "norm" and e[2][0] != "infinity"


def ending(world: World, e: Core, env: Env) -> Iterator[Differences]:
    """The entries of tensors that are 0 from some place on if a formula holds."""
    if e[0] in ("always", "eventually"):
        yield from ending(world, e[1], env)
    elif e[0] == "and":
        yield from ending(world, e[1], env)
        yield from ending(world, e[2], env)
    elif _whole(e) and e[3][:2] == ("cmp", "="):
        yield differences(world, e[1], e[3][2:], env)
    elif e[:2] == ("cmp", "<=") and e[2][0] == "norm" and world.ops.sign(world.number(e[3], env)) == 0:
        yield differences(world, e[2][1][1], (e[2][1][2],), env)


def differences(world: World, bound: Any, sides: tuple[Core, ...], env: Env) -> Differences:
    """The entries of a tensor, or of the difference of two; those that are not told are left out."""
    found: Differences = {}
    names = [name for name, _ in bound]
    for cell in world.cells(tuple(axis for _, axis in bound)):
        at = {**env, **dict(zip(names, cell, strict=True))}
        with suppress(Undecided):
            values = [world.number(side, at) for side in sides]
            found[cell] = values[0] if len(values) == 1 else world.ops.subtract(*values)
    return found


def levels(world: World, core: Core, name: str, Z: dict[Cell, Any]) -> Iterator[tuple[Any, set[Any]]]:
    """What <Z, W> tends to if a formula holds, W the sequence, which is unknown numbers now: c, where it is
    c and a combination of other unknowns, and these."""
    ops, way = world.ops, {cell: c for cell, c in Z.items() if c}
    for found in vanishing(world, core, {}) if way else ():
        if found.keys() not in (Z.keys(), {()}):
            continue
        with suppress(Undecided):  # other parts of the formula may say enough
            constant, slopes = ops.linear(inner(ops, Z, found) if found.keys() == Z.keys() else found[()])
            own = {key[1]: c for key, c in slopes.items() if key[0] == name}
            first = next(iter(way))
            if isinstance(scale := own.get(first), Fraction):
                scale /= way[first]
                if own == {cell: scale * c for cell, c in way.items()}:
                    yield exact.mul(-1 / scale, constant), {key[0] for key in slopes} - {name}


def claimed(world: World, core: Core, name: str, Z: dict[Cell, Any]) -> Any:
    """What <Z, W> tends to if the formula holds."""
    for level, others in levels(world, core, name, Z):
        if not others:
            return level
    raise Undecided("the formula does not say what the inner product tends to")


def parts(world: World, e: Core, env: Env, *, split: bool = True) -> Iterator[tuple[Core, Env]]:
    """What a conjunction consists of, cell by cell; with `split`, what is said of numbers by parts too."""
    if e[0] == "and":
        for part in e[1:]:
            yield from parts(world, part, env, split=split)
    elif e[0] == "forall":
        for one in cells(world, e, env):
            yield from parts(world, e[3], one, split=split)
    elif split and e[0] in ("always", "eventually") and e[1][0] == "and":
        for part in e[1][1:]:
            yield from parts(world, (e[0], part), env, split=split)
    else:
        yield e, env
