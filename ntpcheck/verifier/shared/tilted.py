"""Trajectories of shares that sum to 1, of which each step multiplies ratios by numbers, as hedging does.

The law is derived with the lemma `superposed`, in the linear paper's `derivations.md`.
"""

from contextlib import suppress
from fractions import Fraction
from typing import Any

from ..arithmetic import exact
from ..arithmetic.intervals import Undecided
from ..asymptotics.growth import Growth
from ..asymptotics.orders import ONE, UNIT, Grown, Order
from ..instance.tensors import Tensor
from ..instance.world import World
from ..language.book import Let
from ..terms.symbols import POSITIVE, Quotient, Symbols
from .premises import Cell, entries, needs, total
from .runs import starting


def tilted(world: World, named: dict[str, Let]) -> dict[str, dict[Cell, Any]]:
    """Those of trajectories that are such shares, after k steps, k = R large."""
    found = dict[str, dict[Cell, Any]]()
    for name, let in named.items():
        with suppress(Undecided):
            found[name] = shares(world, name, let)
    return found


def shares(world: World, name: str, let: Let) -> dict[Cell, Any]:
    """The shares after k steps, k = R large: W_s(k) is W_s(0) a_s^k over the sum of those of its group."""
    start = starting(world, let)
    needs(all(exact.sign(x) == 1 for x in start.values()), "shares start above 0")
    ops = Symbols()
    here = {cell: ops.unknown((name, cell), POSITIVE) for cell in start}
    with world.under(ops, {name: Tensor(here.__getitem__, name)}):
        after = entries(world, let.core[3], let)
    found = dict[Cell, Any]()
    for group in grouped(ops, after):
        first = group[0]
        rates = {cell: ratio(ops, after, here, cell, first) for cell in group}
        most = max(group, key=lambda cell: exact.enclose(rates[cell])[1])
        grown = {
            cell: Grown([(start[cell], order(exact.divide(rates[cell], rates[most])))]) for cell in group
        }
        whole = total(Growth(), grown.values())
        found |= {cell: Growth().divide(x, whole) for cell, x in grown.items()}
    return found


def order(a: Any) -> Order:
    """That of a^R."""
    log = exact.log(a)
    return UNIT if exact.sign(log) == 0 else Order({1: log}, 0)


def grouped(ops: Symbols, after: dict[Cell, Any]) -> list[list[Cell]]:
    """The entries along one axis, along which they sum to 1 after a step."""
    axes = len(next(iter(after)))
    for i in range(axes):
        groups: dict[Cell, list[Cell]] = {}
        for cell in after:
            groups.setdefault(cell[:i] + cell[i + 1 :], []).append(cell)
        sums = (total(ops, (after[cell] for cell in group)) for group in groups.values())
        if all(ops.sign(ops.subtract(x, ONE)) == 0 for x in sums):
            return list(groups.values())
    raise Undecided("a premise of the lemma fails: shares sum to 1 after a step")


def ratio(ops: Symbols, after: dict[Cell, Any], here: dict[Cell, Any], one: Cell, other: Cell) -> Any:
    """By what a step multiplies the ratio of two shares, wherever they are."""
    above, below = ops.mul(after[one], here[other]), ops.mul(after[other], here[one])
    found = ops.divide(above, below)
    if isinstance(found, Quotient):
        key = next(iter(found.q))
        c = exact.divide(found.p.get(key, Fraction(0)), found.q[key])
        needs(ops.sign(ops.subtract(above, ops.mul(c, below))) == 0, "a step multiplies ratios by numbers")
        found = c
    needs(exact.sign(found) == 1, "a step multiplies ratios by positive numbers")
    return found
