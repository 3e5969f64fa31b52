"""Numbers for lemmas on steps that past gradients scale: where runs and their gradients point."""

from collections.abc import Callable, Iterator
from contextlib import suppress
from fractions import Fraction
from itertools import permutations
from typing import Any

import numpy as np

from ntpcheck.statement.hints.proposals import Hints, nested
from ntpcheck.statement.hints.proposals_rates import onward, run, shown, whole
from ntpcheck.verifier.arithmetic import exact
from ntpcheck.verifier.arithmetic.intervals import Undecided, Undefined
from ntpcheck.verifier.instance.world import World
from ntpcheck.verifier.language.cores import Core, inside
from ntpcheck.verifier.shared import premises

Proposing = Callable[[World, Any], Iterator[Hints]]


def slopes(world: World, core: Any) -> Iterator[Hints]:
    """Against a trajectory's first step, with the roots of what that adds to another: its gradient there."""
    rows = {name: x for name, x in run(world, core, 2).items() if x.shape[-1] > 1}
    for way, other in permutations(rows, 2) if len(rows) == 2 else ():
        moves = [rows[name][1] - rows[name][0] for name in (way, other)]
        axes = premises.axes_of(world.book.lets[way])
        steep = np.sign(moves[0]) * np.sqrt(np.abs(moves[1]))
        yield from ({"claim.direction": ways} for ways in whole(world, axes, steep))


def under_a_root(found: Proposing) -> Proposing:
    """The same, each also with a number that stands beside what is under a root of some step."""

    def proposed(world: World, core: Any) -> Iterator[Hints]:
        lets = premises.all_of(world, core, "trajectory").values()
        roots = [e[2] for let in lets for e in inside(let.core[3]) if e[:2] == ("fn", "sqrt")]
        numbers = {x for root in roots for x in constants(world, root)}
        for told in found(world, core):
            yield from (told | {"claim.beside": str(x)} for x in sorted(numbers))
            yield told

    return proposed


def constants(world: World, e: Core) -> Iterator[Fraction]:
    """Of the terms of a sum the rational numbers above 0 that name no index and no sequence."""
    if e[0] == "+":
        for part in e[1:]:
            yield from constants(world, part)
    else:
        with suppress(KeyError, Undecided, Undefined), world.under(exact):
            if isinstance(x := world.number(e, {}), Fraction) and x > 0:
                yield x


def adapted(world: World, core: Any) -> Iterator[Hints]:
    """Of three trajectories, such as Adam's, the first step of one as the gradient, of another as the way; of
    two, such as RMSprop's, the root of the first mean of squares as the gradient, against the way."""
    rows = {name: x for name, x in run(world, core, 2).items() if x.shape[-1] > 1}
    for way, slope in permutations(rows, 2) if len(rows) in (2, 3) else ():
        axes = premises.axes_of(world.book.lets[way])
        cells = list(world.cells(axes))
        moves = [rows[name][1] - rows[name][0] for name in (way, slope)]
        if len(rows) == 2:
            moves[1] = -np.sign(moves[0]) * np.sqrt(np.abs(moves[1]))
        if all(np.abs(move).max() > 0 for move in moves):
            one, other = shown(cells, [move / np.abs(move).max() for move in moves])
            yield {"claim.direction": nested(world, axes, one), "claim.gradient": nested(world, axes, other)}


KNOWN = {
    "adaptive": adapted,
    "self-scaled": under_a_root(onward),
    "each-scaled": under_a_root(slopes),
}
