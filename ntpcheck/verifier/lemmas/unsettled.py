"""A lemma on trajectories of which one number swings for ever: whatever it is said to tend to, it does not.

It is derived in the linear paper's `derivations.md`.
"""

from ..arithmetic import exact
from ..arithmetic.intervals import Undecided
from ..instance.tensors import Core
from ..instance.world import World
from ..shared.premises import CHOSEN, ZERO, lemma, levels, needs, precise, scalar, unknowns
from ..shared.runs import shown_number, trajectory
from ..terms.symbols import POSITIVE, Symbols
from .lines import exhibited_matrix, kept, leads, sides


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
        beside = (others for _, others in levels(world, core, name, Z))
        if not any(all(one[0] == CHOSEN for one in others) for others in beside):
            raise Undecided("the formula does not say that the inner product has a limit")
    centre = shown_number(world, "centre")
    near, most, move = kept(world, name, let, Z, centre)
    for place in sides(near, most, centre):
        needs(leads(move, place, lambda by: exact.sign(by) in (1, -1), ZERO), "each step moves u")
    bounds = f"{near} <= |u - {centre}| <= {most}"
    return [f"premise     each step moves u = <Z, {name}>, Z a matrix in the file, and keeps {bounds}"]
