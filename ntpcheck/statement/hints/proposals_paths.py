"""Numbers for lemmas on paths: what a path's goal falls along, and points near a path's."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import chain, combinations, product
from typing import Any

import numpy as np

from ntpcheck.statement.hints.goal import Goal
from ntpcheck.statement.hints.numeric import double
from ntpcheck.statement.hints.proposals import FAR, ZERO, Hints, fields, nested, rounded, spanning
from ntpcheck.statement.hints.proposals_rates import CLOSE, crossed, shown
from ntpcheck.verifier.arithmetic.intervals import Undecided
from ntpcheck.verifier.instance.world import World
from ntpcheck.verifier.lemmas.balance import equations_of
from ntpcheck.verifier.lemmas.paths import ray_of
from ntpcheck.verifier.shared import premises
from ntpcheck.verifier.shared.paths import goal_of, penalised
from ntpcheck.verifier.terms.symbols import Symbols

FINE = (16, 64, 1024, 1 << 20)  # denominators that are tried, the shortest first
RADII = (0.25, 0.5, 1.0, 4.0)
LOOKED = 8  # places at which it is seen along what a path's goal falls


def poised(world: World, core: Any) -> Iterator[Hints]:
    """Orthogonal directions that span what a path's goal falls along, each in turn the first: those of a
    reduced basis, then those of `across`."""
    yield from _in_turn(world, core, reduced=True)


def across(world: World, core: Any) -> Iterator[Hints]:
    """What the book names in the space that a path's goal falls along, with what is orthogonal there."""
    yield from _in_turn(world, core, reduced=False)


def _in_turn(world: World, core: Any, *, reduced: bool) -> Iterator[Hints]:
    name, let = premises.the_path(world, core)
    goal = Goal(world, let)
    try:
        goal.core, _ = penalised(world, let)
        goal.obey(equations_of(world, core, let))
        pulls = np.array(falling(goal))
    except Undecided:
        return
    cells, axes, far = goal.cells, goal.axes, pulls.sum(axis=0)
    basis = np.array([[float(x) for x in row] for row in spanning(pulls)])
    for rows in chain([basis] if reduced else [], crossed(world, axes, cells, basis)):
        turned = [row if float(far @ row) >= 0 else -row for row in rows]
        for i in sorted(range(len(rows)), key=lambda i: -abs(float(far @ rows[i]))):
            order = [turned[i], *(row for k, row in enumerate(turned) if k != i)]
            if all(abs(one @ other) <= CLOSE for one, other in combinations(order, 2)):
                yield {
                    f"claim.{name}.{k}": nested(world, axes, one) for k, one in enumerate(shown(cells, order))
                }


def falling(goal: Goal) -> list[np.ndarray]:
    """Along what a path's goal falls, each of length 1: at 0, and as far along that as this is long."""
    found: list[np.ndarray] = []
    for _ in range(LOOKED):
        steep = goal.frame @ (goal.frame.T @ goal.slope(sum(found, np.zeros(len(goal.cells)))))
        size = float(np.linalg.norm(steep))
        if not size > 0:  # it is nothing, or out of the range of doubles
            break
        found.append(-steep / size)
    if not found:
        raise Undecided("the path does not move")
    return found


def enclosed(world: World, core: Any) -> Iterator[Hints]:
    """Points near the minimiser over a ball; of exactly the length of a tensor of the instance, a reflection.
    With a ridge, also the number that the path runs along, for which the minimiser is there.

    W - 2 <v, W> v / <v, v> is as long as W, and is the minimiser for v = W - the minimiser.
    """
    if "'always'" not in repr(core):  # of nothing else it tells
        return
    name, let = premises.the_path(world, core)
    ridge, goal = let.core[5] is None, Goal(world, let)
    if ridge:
        goal.core = goal_of(world, let)
    elif not premises.in_a_ball(let):
        return
    for W in () if ridge else fields(world, goal.axes):
        start = np.array([float(W[cell]) for cell in goal.cells])
        if start.any():
            yield {f"claim.{name}": nested(world, goal.axes, W)}
            best = goal.least(float(np.linalg.norm(start)))
            for fine in (*FINE, 1 << 30):
                v = rounded(world, goal.axes, start - best, fine)
                if square := sum(x * x for x in v.values()):
                    turn = 2 * sum((v[cell] * x for cell, x in W.items()), ZERO) / square
                    values = {cell: x - turn * v[cell] for cell, x in W.items()}
                    yield {f"claim.{name}": nested(world, goal.axes, values)}
    for radius in RADII:
        best = goal.least(radius)
        ahead = -float(goal.slope(best) @ best)
        for fine in FINE if ahead > 0 or not ridge else ():
            shown: Hints = {f"claim.{name}": nested(world, goal.axes, rounded(world, goal.axes, best, fine))}
            if ridge:
                r = Fraction(2 * float(best @ best) / ahead).limit_denominator(fine)
                shown[f"claim.{name}.at"] = str(r)
            yield shown


def off_the_ray(world: World, core: Any) -> Iterator[Hints]:
    """The plane's normal is where a far point of the path is beside the ray."""
    name, let = premises.the_path(world, core)
    if not premises.in_a_ball(let):
        return
    goal, ops = Goal(world, let), Symbols()
    with premises.at_work(world, ops, {name: premises.unknowns(ops, name)}):
        A, D = ray_of(world, ops, core, name, goal.cells)
    base, way = (np.array([double(x[cell]) for cell in goal.cells]) for x in (A, D))
    way /= np.abs(way).max()
    ahead = {cell: Fraction(float(x)).limit_denominator(64) for cell, x in zip(goal.cells, way, strict=True)}
    beside = goal.least(FAR) - base
    beside -= (beside @ way) / (way @ way) * way
    if np.abs(beside).max() < 1e-6:
        return
    near_it = rounded(world, goal.axes, beside / np.abs(beside).max(), 64)
    along = sum(near_it[cell] * x for cell, x in ahead.items()) / sum(x * x for x in ahead.values())
    C = {cell: c - along * ahead[cell] for cell, c in near_it.items()}
    for share, near in product((Fraction(1, 10), Fraction(1, 100)), ("1/4", "1/16", "1/64")):
        N = {cell: c - share * ahead[cell] for cell, c in C.items()}
        parts = {"falls": ahead, "plane": C, "normal": N}
        shown = {f"claim.{name}.{part}": nested(world, goal.axes, x) for part, x in parts.items()}
        yield {**shown, f"claim.{name}.near": near}


def cornered(world: World, core: Any) -> Iterator[Hints]:
    """The corner of a cube towards which the goal falls at 0, and the one towards which it falls there."""
    name, let = premises.the_path(world, core)
    goal = Goal(world, let)
    x = np.zeros(len(goal.cells))
    for _ in range(2):
        x = np.where(goal.slope(x) > 0, -1.0, 1.0)
        corner = {cell: Fraction(int(s)) for cell, s in zip(goal.cells, x, strict=True)}
        yield {f"claim.{name}": nested(world, goal.axes, corner)}


KNOWN = {"in-a-corner": cornered, "balanced": poised, "enclosed": enclosed, "off-the-ray": off_the_ray}
