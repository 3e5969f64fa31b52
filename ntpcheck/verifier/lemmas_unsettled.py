"""A lemma on trajectories of which one number swings for ever: whatever it is said to tend to, it does not.

It is derived in the linear paper's `derivations.md`.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from . import exact
from .intervals import Undecided
from .lemmas_lines import exhibited_matrix, kept, leads, sides
from .premises import ZERO, Cell, inner, lemma, needs, precise, scalar, tending, unknowns
from .runs import shown_number, trajectory
from .symbols import POSITIVE, Symbols
from .tensors import Core, Env, Tensor

if TYPE_CHECKING:
    from .world import World


@lemma
@precise
def unsettled(world: World, core: Core) -> list[str]:
    """If u = <Z, W>, Z exhibited, moves by itself, and each step keeps near <= |u - c| <= far, c exhibited,
    and moves u by no less than some positive number, u tends to no number, whichever the claim says exists.
    """
    name, let = trajectory(world, core)
    ops, Z = Symbols(), exhibited_matrix(world, let)
    running = ops.unknown(("running", let.core[1]), POSITIVE)
    known = {name: unknowns(ops, name), let.core[1]: scalar(running, "running")}
    with world.under(ops, known):
        if not any(settles(ops, name, Z, x) for x in limits(world, ops, core, {}, Z)):
            raise Undecided("the formula does not say that the inner product has a limit")
    centre = shown_number(world, "centre")
    near, most, move = kept(world, name, let, Z, centre)
    for place in sides(near, most, centre):
        needs(leads(move, place, lambda by: exact.sign(by) in (1, -1), ZERO), "each step moves u")
    bounds = f"{near} <= |u - {centre}| <= {most}"
    return [f"premise     each step moves u = <Z, {name}>, Z a matrix in the file, and keeps {bounds}"]


def limits(world: World, ops: Symbols, e: Core, env: Env, Z: dict[Cell, Fraction]) -> Iterator[Any]:
    """Numbers that tend to 0 if a formula holds, for some values of what it says exists: of those of a tensor
    the inner product with Z."""
    if e[0] == "some":
        chosen = {name: chosen_tensor(ops, name) for name, _ in e[1]}
        yield from limits(world, ops, e[3], {**env, **chosen}, Z)
    elif e[0] == "and":
        yield from limits(world, ops, e[1], env, Z)
        yield from limits(world, ops, e[2], env, Z)
    else:
        with suppress(Undecided):  # other parts of a conjunction may say enough
            for _, found in tending(world, e, env):
                if found.keys() == Z.keys():
                    yield inner(ops, Z, found)
            if e[0] == "tends" and e[1][0] != "norm" and e[2][0] != "infinity":
                yield ops.subtract(world.number(e[1], env), world.number(e[2], env))


def chosen_tensor(ops: Symbols, name: str) -> Tensor:
    return Tensor(lambda where: ops.unknown((("some", name), where)), name)


def settles(ops: Symbols, name: str, Z: dict[Cell, Fraction], x: Any) -> bool:
    """Whether a number is a multiple of u, not 0, and something that is the same at every step."""
    try:
        _, slopes = ops.linear(x)
    except Undecided:
        return False
    own = {key[1]: c for key, c in slopes.items() if key[0] == name}
    first = next(cell for cell, c in Z.items() if c)
    scale = own.get(first, ZERO)
    if not isinstance(scale, Fraction) or not scale:
        return False
    scale /= Z[first]
    along = own == {cell: scale * c for cell, c in Z.items() if c}
    return along and all(key[0] == name or _is_chosen(key) for key in slopes)


def _is_chosen(key: Any) -> bool:
    """Whether an unknown is an entry of what `some` says exists."""
    return isinstance(key[0], tuple) and key[0][0] == "some"
