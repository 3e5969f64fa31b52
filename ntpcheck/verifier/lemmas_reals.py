"""Lemmas on formulas about all reals: what no tensor satisfies."""

from __future__ import annotations

from itertools import count
from typing import TYPE_CHECKING, Any

from . import exact
from .claims import ALL, Plain
from .constants import conjuncts
from .intervals import Undecided
from .premises import lemma, unknowns
from .symbols import Symbols
from .tensors import Core

if TYPE_CHECKING:
    from .world import World


@lemma
def everywhere(world: World, core: Core) -> list[str]:
    """A formula that is seen to be false for every value of its unknowns holds for none.

    Exponentials are positive; sums of exponentials whose terms have one sign have that sign everywhere; and
    |<A, B>| is at most |A| |B|.
    """
    ops, fresh = Symbols(), count()

    def answer(e: Core, env: dict[str, Any]) -> bool | None:
        if world.ops not in (exact, ops):
            raise Undecided("another arithmetic is at work")
        some = e[0] == "some"
        if any(too_long(world, part) for part in conjuncts(e[2])):
            next(fresh)
            return not some
        body = e[3] if e[2] is None else ("and" if some else "implies", e[2], e[3])
        inner = {name: unknowns(ops, f"{name}.{next(fresh)}") for name, _ in e[1]}
        with world.under(ops, world.sequences):
            found = world.formula(body, {**env, **inner})
        if found is not (not some):
            raise Undecided("no one answer serves all values of the unknowns")
        return found

    before, world.reals = world.reals, answer
    try:
        if world.ask(core) or not next(fresh):
            raise Undecided("the formula holds, or does not hang on unknowns")
    finally:
        world.reals = before
    return ["premise     for all values of the unknowns, by the signs of the terms"]


def too_long(world: World, e: Core) -> bool:
    """Whether a condition asks that |<A, B>| exceeds |A| |B|."""
    if e[0] != "cmp" or e[1] not in ("<", ">"):
        return False
    large, small = e[2:] if e[1] == ">" else (e[3], e[2])
    large = large[2] if large[:2] == ("fn", "abs") else large
    if large[0] != "dot" or small[0] != "*" or {part[0] for part in small[1:]} != {"norm"}:
        return False
    printer = Plain(world.book, ALL)
    lengths = [printer.of(part[1]) for part in small[1:]]
    return sorted(lengths) == sorted(map(printer.of, large[1:]))
