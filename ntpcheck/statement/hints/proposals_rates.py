"""Numbers for lemmas on rates, least values and lines: directions, points, and bounds that a run suggests."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from math import floor
from typing import Any
from weakref import WeakKeyDictionary

import numpy as np

from ntpcheck.statement.hints.goal import Goal
from ntpcheck.statement.hints.numeric import double, filled, stepped
from ntpcheck.statement.hints.proposals import (
    FAR,
    Hints,
    named_unknowns,
    nested,
    points,
    pool,
    rounded,
    spanning,
)
from ntpcheck.verifier.arithmetic import exact
from ntpcheck.verifier.arithmetic.intervals import Undecided, unspent
from ntpcheck.verifier.instance.world import World
from ntpcheck.verifier.shared import premises, sums
from ntpcheck.verifier.shared.premises import claimed
from ntpcheck.verifier.shared.weaker import unpaced
from ntpcheck.verifier.terms.symbols import Symbols

Steps = dict[str, np.ndarray]  # of each trajectory
SCALES = (1, 2, 3, 4, 6)  # the largest entry of a direction of small whole numbers
STEPS = 64
SOON = 12  # steps that show a line; rounding bends it where normalised steps have gone far
SPARE = 500_000  # units of the verifier's work that are left for what a run suggests
HUGE = 1e60  # of a run that explodes the rest is left out
RATES = (1, "1/2")  # for a number of which a formula says that a rate is at least so much
CLOSE = 1e-9  # of what lies in a plane by its doubles
FEW = 12  # of what the instance and the book name
HALVINGS = 8  # until a level is known well enough to be put between two places
FINE = 64
# By world; a formula's own number tells it from others while it is kept here too.
_RUNS: WeakKeyDictionary[World, dict[int, tuple[Any, dict[str, list[np.ndarray]]]]] = WeakKeyDictionary()


def whole(world: World, axes: tuple[str, ...], values: np.ndarray) -> Iterator[Any]:
    """Tensors of small whole numbers along a vector."""
    largest = float(np.abs(values).max(initial=0.0))
    seen: list[Any] = []
    for scale in SCALES if largest > 0 else ():
        shown = nested(world, axes, rounded(world, axes, values / largest * scale, 1))
        if shown not in seen:
            seen.append(shown)
            yield shown


def towards(world: World, core: Any) -> Iterator[Hints]:
    """Where a path is far out, then what the instance and the book name."""
    for let in premises.all_of(world, core, "path").values():
        goal = Goal(world, let)
        try:
            far = goal.least(FAR, steps=40, polish=0)
            yield from ({"claim.direction": shown} for shown in whole(world, goal.axes, far))
        except Undecided:
            pass
        yield from ({"claim.direction": shown} for shown in pool(world, goal.axes)[1:FEW])


def onward(world: World, core: Any) -> Iterator[Hints]:
    """Where a trajectory goes, if all its steps lie on one line."""
    for name, rows in run(world, core, SOON).items():
        moves = np.diff(rows, axis=0)
        if len(spanning(moves)) == 1:
            axes = premises.axes_of(world.book.lets[name])
            yield from ({"claim.direction": shown} for shown in whole(world, axes, moves[0]))


def downward(world: World, core: Any) -> Iterator[Hints]:
    """None, then directions of the axes of a formula's unknowns."""
    yield {}
    for axes in set(named_unknowns(core).values()):
        yield from ({"claim.direction": shown} for shown in pool(world, axes)[1:])


def placed(world: World, core: Any) -> Iterator[Hints]:
    """Points of the axes of a formula's unknowns."""
    for axes in set(named_unknowns(core).values()):
        yield from ({"claim.point": shown} for shown in pool(world, axes)[1:])


def small(world: World, core: Any) -> Iterator[Hints]:
    """Numbers for the formula's unknowns, or a point where the path's goal is low."""
    yield {}
    for name, axes in named_unknowns(core).items():
        yield from ({f"claim.{name}": shown} for shown in pool(world, axes)[1:])
    for let in premises.all_of(world, core, "path").values():
        goal = Goal(world, let)
        for radius in (4.0, FAR):
            values = rounded(world, goal.axes, goal.least(radius, steps=40, polish=0), 4)
            yield {"claim.point": nested(world, goal.axes, values)}


# ---- runs ----
def run(world: World, core: Any, steps: int = STEPS) -> Steps:
    """The first steps of the trajectories that a formula names, in doubles: `[steps, cells]`.

    Kept with the world, and taken up again where more steps are asked for: several lemmas ask for them.
    """
    known = _RUNS.setdefault(world, {})
    named = premises.all_of(world, core, "trajectory")
    cells = {name: list(world.cells(premises.axes_of(let))) for name, let in named.items()}
    if id(core) not in known:
        known[id(core)] = core, _starts(world, named, cells)
    found = known[id(core)][1]
    while (done := min(map(len, found.values())) - 1) < steps:
        at = {name: rows[done] for name, rows in found.items()}
        if any(np.abs(values).max(initial=0.0) > HUGE for values in at.values()) or unspent() < SPARE:
            break
        places = {name: filled(cells[name], values) for name, values in at.items()}
        places |= premises.clocks(named, done)
        try:
            after = {name: stepped(world, let, places, cells[name]) for name, let in named.items()}
        except Undecided:  # it has left the range of doubles
            if done < 3:
                raise
            break
        for name, values in after.items():
            found[name].append(values)
    return {name: np.array(rows[: steps + 1]) for name, rows in found.items()}


def _starts(world: World, named: Any, cells: Any) -> dict[str, list[np.ndarray]]:
    with premises.at_work(world, exact):
        starts = {name: premises.entries(world, let.core[2], let) for name, let in named.items()}
    return {name: [np.array([double(starts[name][cell]) for cell in cells[name]])] for name in named}


def drift(world: World, core: Any, name: str) -> tuple[np.ndarray, np.ndarray]:
    """Where a trajectory goes over two late steps, and what it does besides in one of them."""
    rows = run(world, core)[name]
    forward = (rows[-1] - rows[-3]) / 2
    return forward, rows[-1] - rows[-2] - forward


def ways(world: World, core: Any) -> Iterator[Hints]:
    """Directions that span a run's steps, each of which one coordinate of the run alone moves along."""
    shown: Hints = {}
    left = sums.moving(world, core)
    for name, rows in run(world, core).items():
        if name not in left:
            continue
        axes = premises.axes_of(world.book.lets[name])
        cells = list(world.cells(axes))
        moves = np.diff(rows, axis=0)
        for i, row in enumerate(spanning(moves)):
            way = np.array([float(x) for x in row])
            sign = -1 if float(moves[0] @ way) < 0 else 1
            values = {cell: sign * x for cell, x in zip(cells, row, strict=True)}
            shown[f"claim.{name}.{i}"] = nested(world, axes, values)
    yield shown
    rates = [name for name, axes in named_unknowns(core).items() if not axes]
    yield from ({**shown, f"claim.{name}": rate} for name in rates for rate in RATES)


def beside(world: World, core: Any) -> Iterator[Hints]:
    """Where a run stays in a plane: what the book names of it, and what is orthogonal to that there."""
    for name, rows in run(world, core).items():
        axes = premises.axes_of(world.book.lets[name])
        cells = list(world.cells(axes))
        basis = np.array([[float(x) for x in row] for row in spanning(np.diff(rows, axis=0))])
        if len(basis) != 2:
            return
        for rows in crossed(world, axes, cells, basis):
            yield {
                f"claim.{name}.{i}": nested(world, axes, one)
                for i, one in enumerate(shown(cells, list(rows)))
            }


def shown(cells: Any, rows: list[np.ndarray]) -> Iterator[dict[Any, Fraction]]:
    """Rows as rational tensors."""
    for row in rows:
        yield {cell: Fraction(float(x)).limit_denominator(1024) for cell, x in zip(cells, row, strict=True)}


def crossed(world: World, axes: Any, cells: Any, basis: np.ndarray) -> Iterator[np.ndarray]:
    """Points of the book in a space of few directions, each with directions across it and each other."""
    for point in points(world, axes) if len(basis) > 1 else ():
        way = np.array([float(point[cell]) for cell in cells])
        inside = basis.T @ np.linalg.lstsq(basis.T, way, rcond=None)[0]
        if not way.any() or np.abs(inside - way).max() > CLOSE * np.abs(way).max():
            continue
        rows = [way]
        for row in basis:
            across = row - sum((row @ one) / (one @ one) * one for one in rows)
            if np.abs(across).max() > CLOSE * np.abs(row).max():
                rows += [np.array([float(x) for x in one]) for one in spanning(across[None])]
        yield np.array(rows)


def turned(world: World, core: Any) -> Iterator[Hints]:
    """What a run swings along, and what it drifts along, where the one is orthogonal to the other."""
    for name, let in premises.all_of(world, core, "trajectory").items():
        if let.core[3][0] != "-" or let.core[3][2][0] != "/":
            continue  # steps are not normalised
        axes = premises.axes_of(let)
        forward, swing = drift(world, core, name)
        for across, ahead in product(whole(world, axes, swing), whole(world, axes, forward)):
            level, near = middle(world, core, name, np.ravel(np.array(across, dtype=float)))
            shown = {"claim.direction": across, "claim.outward": ahead}
            if level:
                yield shown | {"claim.near": str(near), "claim.centre": str(level)}
            for near in ("1/4", "1/8", "1/16"):
                if told(world, core, name, across):
                    yield shown | {"claim.near": near}
                yield shown | {"claim.near": near, "claim.centre": 0}


def told(world: World, core: Any, name: str, across: Any) -> bool:
    """Whether a formula says what an inner product tends to, or may say so of a norm over k."""
    ops, Z = Symbols(), {}
    for cell in world.cells(premises.axes_of(world.book.lets[name])):
        Z[cell] = across
        for i in cell:
            Z[cell] = Z[cell][i]
        Z[cell] = Fraction(Z[cell])
    if core[0] == "tends" and core[1][0] == "/":
        return True
    try:
        with premises.at_work(world, ops, {name: premises.unknowns(ops, name)}):
            claimed(world, unpaced(world, core), name, Z)
    except (Undecided, KeyError):
        return False
    return True


def middle(world: World, core: Any, name: str, across: np.ndarray) -> tuple[Fraction, Fraction]:
    """The level of <across, W> at which a step from between two late places turns, and three quarters of how
    near the run comes to it."""
    let = world.book.lets[name]
    cells = list(world.cells(premises.axes_of(let)))
    rows = run(world, core)[name]
    ends = list(rows[-2:])

    def ahead(point: np.ndarray) -> bool:
        return float((stepped(world, let, {name: filled(cells, point)}, cells) - point) @ across) > 0

    first = ahead(ends[0])
    for _ in range(HALVINGS if first != ahead(ends[1]) else 0):
        between = (ends[0] + ends[1]) / 2
        ends[0 if ahead(between) == first else 1] = between
    level = Fraction(float(ends[0] @ across)).limit_denominator(FINE)
    return level, Fraction(max(1, floor(6 * np.abs(rows @ across - float(level)).min())), 8)


KNOWN = {
    "coordinates": ways,
    "by-what-leads": ways,
    "in-a-plane": beside,
    "outrun": towards,
    "least-value": towards,
    "multipliers": towards,
    "along-a-line": onward,
    "paced": onward,
    "falls": downward,
    "mirrored": placed,
    "vanishing-radius": small,
    "alternates": turned,
}
