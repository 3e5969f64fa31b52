"""Lemmas on sums of what is never negative, which never come back, or of at least c > 0, which grow like k.

They are derived in the linear paper's `derivations.md`.
"""

from contextlib import suppress
from fractions import Fraction
from typing import Any

from ..arithmetic import exact
from ..arithmetic.intervals import Undecided
from ..asymptotics.growth import INFINITY
from ..asymptotics.limits import GROWTH, R
from ..asymptotics.spoken import names_sequences
from ..instance.needs import LOG, running_logs
from ..instance.tensors import Core, Env
from ..instance.world import World
from ..language.book import Let
from ..shared.premises import (
    NOT_NEGATIVE,
    SIDES,
    all_of,
    entries,
    lemma,
    needs,
    parts,
    precise,
    scalar,
    unknowns,
)
from ..shared.runs import followed, shown_number
from ..shared.sums import run_on
from ..terms.symbols import POSITIVE, Symbols


@lemma
@precise
def passed(world: World, core: Core) -> list[str]:
    """A number to which each step adds what is never negative, or never positive, stays from a step on,
    exhibited, on one side of what it is there. So it tends to nothing on the other side.
    """
    named, last = all_of(world, core, "trajectory"), shown_number(world, "step")
    ways = one_way(world, named)
    needs(ways, "a trajectory adds up what is never negative, or never positive")
    at = followed(world, named, last)
    ops = Symbols()
    known: dict[str, Any] = {}
    for name, let in named.items():
        known[name] = unknowns(ops, name)
        known[let.core[1]] = scalar(ops.add(last, ops.unknown(let.core[1], NOT_NEGATIVE)))
    for name, way in ways.items():
        known[name] = scalar(ops.add(at[name][()], ops.mul(way, ops.unknown(name, NOT_NEGATIVE))))
    world.places.append((ops, known))
    with world.under(ops, known, moment=True):
        if not any(fails(world, ops, part, env) for part, env in parts(world, core, {})):
            raise Undecided("the formula is not seen to fail from that step on")
    told = " and ".join(f"{name} never {'falls' if way > 0 else 'rises'}" for name, way in ways.items())
    return [f"premise     {told}, by what each step adds; the step exhibited is {last}"]


def one_way(world: World, named: dict[str, Let]) -> dict[str, Fraction]:
    """The numbers that never fall, and those that never rise. Every step has a value, wherever it is made."""
    steps, found = run_on(world, named), dict[str, Fraction]()
    with world.under(steps.ops, steps.known):
        for name, rest in steps.wanted.items():
            if named[name].indices:  # a tensor has no sign
                continue
            with suppress(Undecided):  # a condition may be
                low, high = steps.ops.sign_bounds(world.number(rest, {}))
                if low >= 0 or high <= 0:
                    found[name] = Fraction(1 if low >= 0 else -1)
    return found


def fails(world: World, ops: Symbols, part: Core, env: Env) -> bool:
    """Whether a part is false for all that the numbers may be from the step on."""
    try:
        if part[0] in ("always", "eventually"):
            return world.formula(part[1], env) is False
        if part[0] != "tends" or part[2][0] == INFINITY:
            return False
        apart, slopes = ops.linear(world.number(("-", part[1], part[2]), env))
    except Undecided:
        return False
    signs = {exact.sign(c) for c in slopes.values()}
    return exact.sign(apart) in (-1, 1) and signs <= {exact.sign(apart)} and free(ops, slopes)


def free(ops: Symbols, slopes: dict[Any, Any]) -> bool:
    """Whether none of these unknowns is ever negative."""
    return all(ops.atoms[ops.numbers[name]][0] >= 0 for name in slopes)


# ---- At least a constant in each step ----


@lemma
@precise
def gains(world: World, core: Core) -> list[str]:
    """A number u to which each step adds at least c > 0, exhibited, is at least u(0) + c k; where c < 0 each
    adds at most c, and it is at most that. What rises with all such numbers, and is too large even there for
    all large k, is too large.
    """
    named = all_of(world, core, "trajectory")
    shown = {name: shown_number(world, f"{name}.gain") for name in numbers(world, named)}
    needs(shown and all(shown.values()), "a number is named, and what is exhibited is not 0")
    ops, known = Symbols(), dict[str, Any]()
    for name, let in named.items():
        known[name] = unknowns(ops, name)
        known[let.core[1]] = scalar(ops.unknown(let.core[1], NOT_NEGATIVE))
    with world.under(ops, known):
        for name, let in named.items():
            moved = {
                cell: ops.subtract(x, known[name][cell])
                for cell, x in entries(world, let.core[3], let).items()
            }
            if name in shown:
                more = ops.mul(Fraction(1 if shown[name] > 0 else -1), ops.subtract(moved[()], shown[name]))
                needs(ops.sign_bounds(more)[0] >= 0, f"each step of {name} adds as much")
    found = Gained(world, named, shown)
    if not any(found.fails(part, env) for part, env in parts(world, core, {})):
        raise Undecided("the formula is not seen to fail by that")
    told = " and ".join(f"at {'least' if c > 0 else 'most'} {c} to {name}" for name, c in shown.items())
    return [f"premise     each step adds {told}"]


def numbers(world: World, named: dict[str, Let]) -> list[str]:
    """The numbers, no tensors, for which a file exhibits what each step adds."""
    return [name for name, let in named.items() if not let.indices and f"claim.{name}.gain" in world.hints]


class Gained:
    """Formulas of numbers that are at least, or at most, what grows like k. Others are not known."""

    def __init__(self, world: World, named: dict[str, Let], shown: dict[str, Fraction]) -> None:
        self.world, self.named, self.shown = world, named, shown
        self.least: dict[str, Any] = {let.core[1]: scalar(R) for let in named.values()}
        for name, c in shown.items():
            with world.under(exact):
                start = entries(world, named[name].core[2], named[name])[()]
            self.least[name] = scalar(GROWTH.add(start, GROWTH.mul(c, R)))

    def fails(self, part: Core, env: Env) -> bool:
        """Whether a part is false wherever the numbers may be."""
        with suppress(Undecided):
            if part[0] in ("always", "eventually") and part[1][0] == "cmp" and part[1][1] in SIDES:
                return self.beyond(part[1], env, far=part[0] == "eventually")
            if part[0] == "bounded":
                return self.keeps_off(part[1], env, (1, -1), near=False)
            if part[0] == "tends" and part[2][0] == INFINITY:
                return self.keeps_off(part[1], env, (-part[2][1],))
            if part[0] == "tends" and not names_sequences(self.world, part[2]):
                return self.keeps_off(("-", part[1], part[2]), env, (1, -1))
        return False

    def beyond(self, said: Core, env: Env, *, far: bool) -> bool:
        apart: Core = ("-", said[2], said[3])
        way = self.way(apart, env, far=far)
        return way in SIDES[said[1]] and GROWTH.sign(self.at_least(apart, env)) == way

    def keeps_off(self, x: Core, env: Env, ways: tuple[int, ...], *, near: bool = True) -> bool:
        """Whether a number leaves all bounds on one of these sides, or, if `near`, keeps away from 0."""
        way, end = self.way(x, env, far=True), GROWTH.limit(self.at_least(x, env))
        side = end[1] if isinstance(end, tuple) else near and exact.sign(end)
        return way in ways and side == way

    def at_least(self, x: Core, env: Env) -> Any:
        with self.world.under(GROWTH, self.least, moment=True):
            return self.world.number(x, env)

    def way(self, x: Core, env: Env, *, far: bool) -> int:
        """1 where a number is never less than with the least numbers there may be, -1 where never more."""
        ops, here, there = Symbols(), dict[str, Any](), dict[str, Any]()
        for name, let in self.named.items():
            for along in (let.core[1], LOG + let.core[1]):
                here[along] = there[along] = scalar(ops.unknown(along, POSITIVE if far else NOT_NEGATIVE))
            here[name] = there[name] = unknowns(ops, name)
        for name, c in self.shown.items():
            more = ops.mul(Fraction(1 if c > 0 else -1), ops.unknown(("more", name), NOT_NEGATIVE))
            there[name] = scalar(ops.add(here[name][()], more))
        read, values = running_logs(self.world, x) if far else x, list[Any]()
        for known in (there, here):
            with self.world.under(ops, known, moment=True):
                values.append(self.world.number(read, env))
        low, high = ops.sign_bounds(ops.subtract(*values))
        return (low >= 0) - (high <= 0)
