"""A lemma on trajectories that move each other by linear steps: a combination of them that never settles.

It is derived in the linear paper's `derivations.md`.
"""

from collections.abc import Iterator
from contextlib import suppress
from fractions import Fraction
from typing import Any

from ..arithmetic import exact
from ..arithmetic.algebra import independent
from ..arithmetic.intervals import Undecided
from ..instance.tensors import Core, Tensor
from ..instance.world import World
from ..language.book import Let
from ..shared.premises import (
    all_of,
    differences,
    lemma,
    needs,
    parts,
    precise,
    scalar,
    total,
    unknowns,
    vanishing,
)
from ..shared.runs import shown_in_all, starting, stepped
from ..terms.symbols import Symbols

Key = tuple[str, tuple[int, ...]]  # an entry of a trajectory
Form = dict[Key, Fraction]
ZERO, ONE = Fraction(0), Fraction(1)
NOT_NEGATIVE = (0, 1)
LATER = 8  # steps by which a form is moved on


@lemma
@precise
def modes(world: World, core: Core) -> list[str]:
    """If a combination u of the trajectories' entries, exhibited, moves to q u + b in each step, |q| >= 1 and
    q not 1, and does not start where it would stay, it has no limit. If the formula says that linear numbers
    have one, and u is a combination of these, now and later, it fails.
    """
    lets = all_of(world, core, "trajectory")
    state = State(world, lets)
    Z = shown_in_all(world, lets)
    u = {key: c for key, c in Z.items() if c}
    needs(u, "the combination exhibited is not 0")
    constant, moved = state.later(u)
    first = next(iter(u))
    q = moved.get(first, ZERO) / u[first]
    needs(moved == {key: q * c for key, c in u.items() if q}, "each step takes the combination to a multiple")
    needs(abs(q) >= 1 and q != 1, "the multiple is at least as large, and not the combination itself")
    rest = exact.mul(1 / (ONE - q), constant)
    off = exact.subtract(state.starts(u), rest)
    needs(exact.sign(off) in (1, -1), "the combination does not start where it stays")
    found = list(state.settled(core, bounded=abs(q) > 1))
    for form in found[: LATER * len(lets)]:
        with suppress(Undecided):
            for _ in range(min(len(Z), LATER)):
                found.append(form := state.later(form)[1])
    keys = list(Z)
    rows = [[form.get(key, ZERO) for key in keys] for form in (*found, u)]
    needs(len(rows) - 1 not in independent(rows)[0], "the formula says that the combination has a limit")
    return [f"premise     each step takes a combination u of {', '.join(lets)} to {q} u and a number"]


class State:
    """Trajectories of unknown entries, and what a step makes of them."""

    def __init__(self, world: World, lets: dict[str, Let]) -> None:
        self.world, self.lets, self.ops = world, lets, Symbols()
        self.known: dict[str, Tensor] = {name: unknowns(self.ops, name) for name in lets}
        self.clock = next((let.core[1] for let in lets.values()), "")
        k = self.ops.unknown(self.clock, NOT_NEGATIVE)
        self.known[self.clock] = scalar(k, self.clock)
        with world.under(self.ops, self.known):
            after = stepped(world, lets)
        self.after = {(name, cell): x for name, found in after.items() for cell, x in found.items()}

    def later(self, form: Form) -> tuple[Any, Form]:
        """What a combination is after a step: a constant and a combination."""
        ops = self.ops
        return self.read(total(ops, (ops.mul(c, self.after[key]) for key, c in form.items())))

    def read(self, x: Any) -> tuple[Any, Form]:
        constant, slopes = self.ops.linear(x)
        fits = slopes.keys() <= self.after.keys() and all(isinstance(c, Fraction) for c in slopes.values())
        needs(fits, "it is a combination of entries with rational weights")
        return constant, slopes

    def starts(self, form: Form) -> Any:
        starts = {(n, c): x for n, let in self.lets.items() for c, x in starting(self.world, let).items()}
        return total(exact, (exact.mul(form.get(key, ZERO), x) for key, x in starts.items()))

    def settled(self, core: Core, *, bounded: bool) -> Iterator[Form]:
        """The combinations that have a limit if a formula holds; with `bounded` also the bounded ones."""
        with self.world.under(self.ops, self.known):
            for x in list(said(self.world, core, bounded=bounded)):
                with suppress(Undecided):
                    yield self.read(x)[1]


def said(world: World, core: Core, *, bounded: bool) -> Iterator[Any]:
    """Numbers that have a limit if a formula holds, or are bounded: those of a tensor one by one."""
    for found in vanishing(world, core, {}):
        yield from found.values()
    for e, env in parts(world, core, {}) if bounded else ():
        if e[0] == "bounded":
            bound, x = (e[1][1][1], e[1][1][2]) if e[1][0] == "norm" else ((), e[1])
            yield from differences(world, bound, (x,), env).values()
