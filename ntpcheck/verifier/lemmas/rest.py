"""A lemma on trajectories that are said to come to rest where their step leads on.

It is derived in the linear paper's `derivations.md`.
"""

from contextlib import suppress
from fractions import Fraction
from typing import Any

from ..arithmetic import exact
from ..arithmetic.intervals import Undecided
from ..instance.tensors import Core, Tensor
from ..instance.world import World
from ..language.book import Let
from ..shared.premises import (
    Cell,
    axes_of,
    entries,
    lemma,
    needs,
    precise,
    table,
    tensor,
    unknowns,
    vanishing,
)
from ..shared.runs import trajectory
from ..terms.functions import Functions
from ..terms.symbols import Symbols


@lemma
@precise
def leads_on(world: World, core: Core) -> list[str]:
    """If entries of a trajectory tend to numbers by the claim, and the step of these entries is a continuous
    function of them alone, it leaves the numbers as they are; where it changes one, the claim fails.
    """
    name, let = trajectory(world, core)
    ops, found = Symbols(), dict[Cell, Any]()
    with world.under(ops, {name: unknowns(ops, name)}):
        for x in (x for one in vanishing(world, core, {}) for x in one.values()):
            with suppress(Undecided):  # what is no sum of one entry and a number says nothing here
                constant, slopes = ops.linear(x)
                ((key, scale),) = slopes.items() if len(slopes) == 1 else [(("", ()), 0)]
                if key[0] == name and isinstance(scale, Fraction) and scale:
                    found.setdefault(key[1], exact.mul(-1 / scale, constant))
    needs(found, "the formula says what an entry of the trajectory tends to")
    needs(by_themselves(world, name, let, found), "the step of these entries is a function of them alone")
    there = {name: Tensor(lambda where: found.get(where, Fraction(0)), name)}
    with world.under(exact, there):
        after = tensor(world, let.core[3], let.indices)
        moved = any(exact.sign(exact.subtract(after[cell], x)) in (1, -1) for cell, x in found.items())
    needs(moved, "the step from there changes an entry")
    return [f"premise     the step of {name} from what the claim says it tends to leads elsewhere"]


def by_themselves(world: World, name: str, let: Let, found: dict[Cell, Any]) -> bool:
    """Whether the step of these entries is the same with any two choices of the others.

    An arithmetic of unknowns has continuous functions alone, and is undecided where one may have no value.
    """
    ops, steps, cells = Functions(), list[list[Any]](), list(world.cells(axes_of(let)))
    for other in ("other", "another"):
        whole = {cell: ops.unknown((name if cell in found else other, cell)) for cell in cells}
        with world.under(ops, {name: table(whole, name)}):
            after = entries(world, let.core[3], let)  # of all, so that the others have values too
            steps.append([after[cell] for cell in found])
    same = (ops.sign(ops.subtract(x, y)) == 0 for x, y in zip(*steps, strict=True))
    return len(found) == len(cells) or all(same)  # without others there is nothing to compare
