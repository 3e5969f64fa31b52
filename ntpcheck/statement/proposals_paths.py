"""Directions for lemmas on paths: what a path's goal falls along."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, combinations
from typing import Any

import numpy as np

from ntpcheck.statement.goal import Goal
from ntpcheck.statement.proposals import Hints, nested, spanning
from ntpcheck.statement.proposals_rates import CLOSE, crossed, shown
from ntpcheck.verifier import premises
from ntpcheck.verifier.intervals import Undecided
from ntpcheck.verifier.lemmas_balance import equations_of, goal_of
from ntpcheck.verifier.world import World

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
        goal.core = goal_of(world, let)
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


KNOWN = {"balanced": poised}
