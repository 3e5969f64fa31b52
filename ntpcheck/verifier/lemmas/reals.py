"""Lemmas on formulas about all reals: what no tensor satisfies."""

from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager, suppress
from fractions import Fraction
from itertools import count, product
from typing import Any

from ..arithmetic import exact
from ..arithmetic.intervals import Undecided
from ..asymptotics import limits
from ..asymptotics.constants import conjuncts, names
from ..asymptotics.growth import INFINITY
from ..instance.needs import Needing
from ..instance.tensors import Core, Env, Grows, Tensor
from ..instance.world import World
from ..language.claims import ALL, Plain
from ..shared.ends import weakened
from ..shared.premises import lemma, unknowns
from ..terms.symbols import POSITIVE, Symbols

MOST = 256  # choices of signs
# For a comparison of an unknown with 0, on its left: numbers that stand for all others.
CLASSES = {">": {0, 1}, "<=": {0, 1}, "<": {-1, 0}, ">=": {-1, 0}, "=": {-1, 0, 1}, "!=": {-1, 0, 1}}
TURNED = {">": "<", "<": ">", ">=": "<=", "<=": ">=", "=": "=", "!=": "!="}


@lemma
def everywhere(world: World, core: Core) -> list[str]:
    """A formula that is seen to be false for every value of its unknowns holds for none.

    Sums of exponentials, which are positive, have the one sign of their terms; |<A, B>| is at most |A| |B|,
    and no less for one entry. Unknowns only compared with 0 are looked at for each choice of signs. What is
    said of an interval is read at its ends, and as a limit there; of large R, at every R, if it is so there.
    """
    ops, fresh = Symbols(), count()

    def answer(e: Core, env: Env) -> bool | None:
        if world.ops not in (exact, ops):
            raise Undecided("another arithmetic is at work")
        some = e[0] == "some"
        if any(too_long(world, part) for part in conjuncts(e[2])):
            anywhere = {**env, **{name: world.zero() for name, _ in e[1]}}
            if not Needing(world, e).of(e[2], anywhere).all:  # it has a value, whatever they are
                return not some
        body = e[3] if e[2] is None else ("and" if some else "implies", e[2], e[3])
        if (classes := compared(body, {name for name, _ in e[1]})) is not None:
            chosen = list(signed(world, e, env, sorted(classes)))
            with suppress(Undecided):
                if chosen and all(world.formula(body, {**env, **one}) is (not some) for one in chosen):
                    return not some
        inner = {name: unknowns(ops, f"{name}.{next(fresh)}") for name, _ in e[1]}
        problem = Undecided("no one answer serves all values of the unknowns")
        try:
            with world.under(ops, world.sequences):
                if world.formula(body, {**env, **inner}) is (not some):
                    return not some
        except Undecided as said:
            problem = said
        for weaker, there in weakened(world, e, env):
            with suppress(Undecided), world.under(ops, world.sequences):
                if world.formula(weaker, there) is False:
                    return False
        raise problem

    with whatever_grows(world, ops, fresh):
        fails(world, core, answer, "unknowns")
    return ["premise     for all values of the unknowns, by the signs of the terms"]


@contextmanager
def whatever_grows(world: World, ops: Symbols, fresh: Iterator[int]) -> Generator[None]:
    """What is said of large R under unknowns is answered by what is so of every R, as one more of them."""

    def steady(e: Core, env: Env) -> bool | None:
        if world.ops is not ops:
            return limits.formula(world, e, env)
        if e[0] == "growing":
            return world.formula(e[2], {**env, e[1]: growing(ops, f"{e[1]}.{next(fresh)}")})
        if e[0] == "eventually":
            return world.formula(e[1], env)
        return unchanging(world, e, env, ops, f"another.{next(fresh)}")

    before, world.limits = world.limits, steady
    try:
        yield
    finally:
        world.limits = before


def growing(ops: Symbols, name: str) -> Grows:
    """Any number that `growing R` runs through."""
    return Grows(lambda _: ops.unknown(name, POSITIVE), name)


def unchanging(world: World, e: Core, env: Env, ops: Symbols, name: str) -> bool | None:
    """Whether a number that is the same at every R has the limit that it is said to have."""
    if e[0] != "tends":
        raise Undecided("what is said of large numbers is said in another way")
    elsewhere = {key: growing(ops, name) if isinstance(x, Grows) else x for key, x in env.items()}
    sides: list[Any] = []
    for part in e[1:] if e[2][0] != INFINITY else e[1:2]:
        sides.append(world.number(part, env))
        if ops.sign_bounds(ops.subtract(sides[-1], world.number(part, elsewhere))) != (0, 0):
            raise Undecided("what is to have a limit is not the same all along")
    return len(sides) == 2 and world.compared("=", ops.subtract(*sides))


def fails(world: World, core: Core, answer: Callable[[Core, Env], bool | None], unknown: str) -> None:
    """Requires that a formula fails with a lemma's answers to `some` and `every`, and asks for one."""
    given = False

    def noted(e: Core, env: Env) -> bool | None:
        nonlocal given
        found = answer(e, env)
        given = True
        return found

    before, world.reals = world.reals, noted
    try:
        if world.ask(core) or not given:
            raise Undecided(f"the formula holds, or does not hang on {unknown}")
    finally:
        world.reals = before


def compared(e: Any, unknown: set[str]) -> set[int] | None:
    """Numbers one of which every other has the sign of, as far as a formula tells signs of unknowns apart.

    None where an unknown stands anywhere but alone on one side of a comparison with 0.
    """
    if not isinstance(e, tuple) or not e:
        return set()
    if e[0] == "cmp":
        for sign, one, other in ((e[1], e[2], e[3]), (TURNED[e[1]], e[3], e[2])):
            alone = one[0] == "par" and one[1] in unknown and not names(one[2], unknown)
            if alone and other == ("q", Fraction(0)):
                return CLASSES[sign]
    if e[0] == "par" and e[1] in unknown:
        return None
    found = set[int]()
    for part in e:
        inner = compared(part, unknown)
        if inner is None:
            return None
        found |= inner
    return found


def signed(world: World, e: Core, env: dict[str, Any], classes: list[int]) -> Iterator[dict[str, Any]]:
    """The unknowns of a formula at all choices of these numbers for their entries; none where they are many.

    Each choice has a number among the indices, by which files name what they say of it.
    """
    cells = [(name, cell) for name, axes in e[1] for cell in world.cells(axes)]
    classes = classes or [0]  # what is nowhere named may be anything
    if len(classes) ** len(cells) > MOST:
        return
    for k, chosen in enumerate(product(map(Fraction, classes), repeat=len(cells))):
        at = dict(zip(cells, chosen, strict=True))
        tensors = {name: Tensor(lambda where, at=at, name=name: at[name, where], name) for name, _ in e[1]}
        yield {**tensors, f"#{len(env)}": k}


def too_long(world: World, e: Core) -> bool:
    """Whether a condition asks that |<A, B>| exceeds |A| |B|; or of one entry each, that it is less."""
    if e[0] != "cmp" or e[1] not in ("<", ">"):
        return False
    large, small = e[2:] if e[1] == ">" else (e[3], e[2])
    if small[:2] == ("fn", "abs") and large[0] == "*":
        return (
            lengths_of(world, small[2], large)
            and all(part[1][0] == "lam" for part in large[1:])
            and (all(world.sizes[axis] == 1 for part in large[1:] for _, axis in part[1][1]))
        )
    return lengths_of(world, large[2] if large[:2] == ("fn", "abs") else large, small)


def lengths_of(world: World, inner: Core, e: Core) -> bool:
    """Whether a number is |A| |B| for an inner product <A, B>."""
    if inner[0] != "dot" or e[0] != "*" or {part[0] for part in e[1:]} != {"norm"}:
        return False
    printer = Plain(world.book, ALL)
    lengths = [printer.of(part[1]) for part in e[1:]]
    return sorted(lengths) == sorted(map(printer.of, inner[1:]))
