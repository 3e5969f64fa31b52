"""A lemma on trajectories whose entries keep their signs, as those of multiplicative steps do.

It is derived in the linear paper's `derivations.md`.
"""

from typing import Any

from ..arithmetic import exact
from ..arithmetic.intervals import Undecided
from ..asymptotics.spoken import names_sequences
from ..instance.tensors import Core, Env
from ..instance.world import World
from ..language.book import Let
from ..shared.premises import Cell, all_of, clocks, lemma, needs, parts, precise, table
from ..shared.runs import starting, stepped
from ..terms.symbols import ANY, POSITIVE, Signs
from .held import Opaque

AT_LEAST, AT_MOST = (0, 1), (-1, 0)
# What is tried of an entry that starts above 0, below it, or there, until each step keeps it.
KEPT: dict[int, tuple[Signs, ...]] = {
    1: (POSITIVE, AT_LEAST, ANY),
    -1: ((-1, -1), AT_MOST, ANY),
    0: (AT_LEAST, AT_MOST, ANY),
}
Place = tuple[str, Cell]


@lemma
@precise
def one_signed(world: World, core: Core) -> list[str]:
    """If some entries of the trajectories have signs at the start that each step keeps, whatever the others
    are, they have them for ever, and what has one sign by these tends to nothing on the other side of 0.
    """
    named = all_of(world, core, "trajectory")
    left: dict[Place, list[Signs]] = {}
    for name, let in named.items():
        for cell, x in starting(world, let).items():
            if (sign := exact.sign(x)) is None:
                raise Undecided("the sign of an entry at the start is not decided")
            left[name, cell] = list(KEPT[sign])
    known, ops = at(named, left)
    while lost := [
        place for place, signs in after(world, ops, named, known).items() if not of(signs, left[place][0])
    ]:
        for place in lost:
            left[place].pop(0)
        known, ops = at(named, left)
    kept = sum(signs[0] != ANY for signs in left.values())
    needs(kept, "each step keeps the sign of some entry")
    world.places.append((ops, known))
    if not any(off(world, ops, known, part, env) for part, env in parts(world, core, {})):
        raise Undecided("the formula is not seen to fail by these signs")
    return [
        f"premise     each step keeps the signs of {kept} of the {len(left)} entries of {', '.join(named)}"
    ]


def at(named: dict[str, Let], left: dict[Place, list[Signs]]) -> tuple[dict[str, Any], Opaque]:
    """The trajectories, any numbers of these signs, and the arithmetic of such."""
    ops = Opaque()
    known = clocks(named, ops.unknown("k", AT_LEAST))
    for name in named:
        cells = [place for place in left if place[0] == name]
        known[name] = table({place[1]: ops.unknown(place, left[place][0]) for place in cells}, name)
    return known, ops


def after(world: World, ops: Any, named: dict[str, Let], known: dict[str, Any]) -> dict[Place, Signs]:
    """The signs that entries may have after a step from there, which has a value wherever it is."""
    with world.under(ops, known):
        found = stepped(world, named)
    return {(name, cell): ops.sign_bounds(x) for name, step in found.items() for cell, x in step.items()}


def of(signs: Signs, kept: Signs) -> bool:
    return kept[0] <= signs[0] and signs[1] <= kept[1]


def off(world: World, ops: Any, known: dict[str, Any], part: Core, env: Env) -> bool:
    """Whether a part fails by the signs: what is said to tend to a number has the other sign, or none that is
    said to grow; or what always or eventually holds is false everywhere."""
    if part[0] not in ("tends", "always", "eventually"):
        return False
    with world.under(ops, known):
        if part[0] != "tends":
            return world.formula(part[1], env) is False
        low, high = ops.sign_bounds(world.number(part[1], env))
    if part[2][0] == "infinity":
        goal = part[2][1]
    elif names_sequences(world, part[2]):
        return False
    else:
        with world.under(exact):
            goal = exact.sign(world.number(part[2], env))
    return (goal == -1 and low >= 0) or (goal == 1 and high <= 0)
