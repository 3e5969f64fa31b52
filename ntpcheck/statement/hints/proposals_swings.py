"""Numbers for lemmas on runs of which a coordinate swings for ever: what it is, and between which bounds."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import islice, product
from math import ceil, floor
from typing import Any

import numpy as np

from ntpcheck.statement.hints.numeric import filled, stepped
from ntpcheck.statement.hints.proposals import Hints, kernel, nested
from ntpcheck.statement.hints.proposals_rates import run, whole
from ntpcheck.verifier.asymptotics.spoken import running
from ntpcheck.verifier.instance.world import World
from ntpcheck.verifier.lemmas.superposed import linear as linear_ones
from ntpcheck.verifier.shared import premises
from ntpcheck.verifier.shared.sums import added
from ntpcheck.verifier.shared.tilted import tilted

FINE = 64
MOST_CELLS = 12  # entries of trajectories that move each other
CLOSE = 1e-9
NEAR = 1e-6  # of a multiple that several combinations have
EQUAL, LITTLE = 1e-12, 1e-4
MOST_PERIOD = 12  # of a cycle


def kept(world: World, core: Any) -> Iterator[Hints]:
    """A coordinate that swings about 0, and the bounds between which it was seen."""
    for shown, seen in swings(world, core):
        yield from (shown | found for found in bounds(np.abs(seen)))


def around(world: World, core: Any) -> Iterator[Hints]:
    """The same, about 0."""
    yield from (shown | {"claim.centre": 0} for shown in kept(world, core))


def about(world: World, core: Any) -> Iterator[Hints]:
    """The same, about 0, then about the middle of the last two places."""
    yield from around(world, core)
    for shown, seen in swings(world, core):
        centre = Fraction(float(seen[-1] + seen[-2]) / 2).limit_denominator(FINE)
        if centre:
            told = {**shown, "claim.centre": str(centre)}
            yield from (told | found for found in bounds(np.abs(seen - float(centre))))


def swings(world: World, core: Any) -> Iterator[tuple[Hints, np.ndarray]]:
    """A coordinate that moves back and forth, and where a run was along it."""
    for name, rows in run(world, core).items():
        axes = premises.axes_of(world.book.lets[name])
        before, swing = np.diff(rows[-3:], axis=0) if len(rows) > 2 else np.zeros((2, rows.shape[-1]))
        if before @ swing >= 0:
            continue
        for shown in islice(whole(world, axes, swing), 1):
            yield {"claim.direction": shown}, rows @ np.ravel(np.array(shown, dtype=float))


def bounds(sizes: np.ndarray) -> Iterator[Hints]:
    across = floor(4 * (sizes[-1] + sizes[-2]))  # far out a step leads from u to across / 4 - u
    for near in (7, 4):
        yield ends(near, across - near - 1)
    for less, more in product((0, 1, 2, 3), (0, 1, 2)):
        near, far = floor(4 * sizes.min()) - less, ceil(4 * sizes.max()) + more
        if near > 0:
            yield ends(near, far)


def ends(near: int, far: int) -> Hints:
    return {"claim.near": str(Fraction(near, 4)), "claim.far": str(Fraction(far, 4))}


def combined(world: World, core: Any) -> Iterator[Hints]:
    """Combinations of the trajectories' entries that linear steps take to multiples of them, not smaller."""
    lets = premises.all_of(world, core, "trajectory")
    cells = {name: list(world.cells(premises.axes_of(let))) for name, let in lets.items()}
    columns = turned(world, lets, cells)
    if columns is None:
        return
    values, ways = np.linalg.eig(columns)
    for value, way in zip(values, ways.T, strict=True):
        if abs(value.imag) > CLOSE or abs(value) < 1 - CLOSE or abs(value - 1) < CLOSE:
            continue
        scaled = way.real / way.real[np.abs(way.real).argmax()]
        shown = iter([Fraction(float(x)).limit_denominator(FINE) for x in scaled])
        parts = {name: {cell: next(shown) for cell in cells[name]} for name in lets}
        yield {f"claim.{name}.0": nested(world, premises.axes_of(lets[name]), parts[name]) for name in lets}


def turned(world: World, lets: Any, cells: dict[str, list[Any]]) -> np.ndarray | None:
    """The matrix of the steps of trajectories, turned over, by the fourth; None where they are not linear."""
    clock = {let.core[1]: filled([()], np.array([3.0])) for let in lets.values()}
    ends = np.cumsum([0, *map(len, cells.values())])
    if ends[-1] > MOST_CELLS:
        return None

    def after(state: np.ndarray) -> np.ndarray:
        parts = {name: state[ends[i] : ends[i + 1]] for i, name in enumerate(lets)}
        known = {name: filled(cells[name], values) for name, values in parts.items()} | clock
        return np.concatenate([stepped(world, let, known, cells[name]) for name, let in lets.items()])

    still = after(np.zeros(ends[-1]))
    columns = np.array([after(unit) - still for unit in np.eye(ends[-1])])
    place = np.arange(1.0, ends[-1] + 1)
    return columns if np.allclose(after(place) - still, place @ columns, rtol=CLOSE) else None


def linear(world: World, core: Any) -> Iterator[Hints]:
    """Nothing, where steps are linear, or may be as they name their number."""
    lets = premises.all_of(world, core, "trajectory")
    cells = {name: list(world.cells(premises.axes_of(let))) for name, let in lets.items()}
    timed = any(running(world, let.core[3]) for let in lets.values())
    if timed or turned(world, lets, cells) is not None:
        yield {}


def superposed(world: World, core: Any) -> Iterator[Hints]:
    """As many independent combinations as there are entries, by the multiples that steps take them to."""
    named = premises.all_of(world, core, "trajectory")
    shares = tilted(world, named)
    lets = linear_ones(world, {name: let for name, let in named.items() if name not in shares})
    if shares and not lets:  # shares of which each step multiplies the ratios need none
        yield {}
    cells = {name: list(world.cells(premises.axes_of(let))) for name, let in lets.items()}
    columns = turned(world, lets, cells) if lets else None
    if columns is None:
        return
    values = [value.real for value in np.linalg.eigvals(columns) if abs(value.imag) < NEAR]
    found: list[list[Fraction]] = []
    for q in sorted({Fraction(float(x)).limit_denominator(FINE**2) for x in values}):
        found += kernel(columns - float(q) * np.eye(len(columns)))
    if len(found) == len(columns):
        yield dict(part for i, way in enumerate(found) for part in parted(world, lets, way, i))


def parted(world: World, lets: Any, weights: list[Fraction], i: int) -> Iterator[tuple[str, Any]]:
    """Weights of all entries as tensors, one for each trajectory."""
    shown = iter(weights)
    for name, let in lets.items():
        axes = premises.axes_of(let)
        yield f"claim.{name}.{i}", nested(world, axes, {cell: next(shown) for cell in world.cells(axes)})


def returns(world: World, core: Any) -> Iterator[Hints]:
    """The first step to which a run comes back at once, and not little by little, and after how many."""
    lets, rows = premises.all_of(world, core, "trajectory"), run(world, core)
    timed = {name for name in rows if running(world, lets[name].core[3])}
    sums = {name for name in rows if added(world, name, lets[name]) is not None}
    for left_out in (timed, timed | sums):  # a sum may come back itself
        if left := [found for name, found in rows.items() if name not in left_out]:
            yield from repeating(np.concatenate(left, axis=1))


def repeating(found: np.ndarray) -> Iterator[Hints]:
    for period in range(1, MOST_PERIOD + 1):
        apart = np.abs(found[period:] - found[:-period]).max(axis=1)
        back = np.flatnonzero(apart <= EQUAL * (1 + np.abs(found).max()))
        if len(back) and (back[0] == 0 or apart[back[0] - 1] > LITTLE):
            yield {"claim.step": int(back[0]), "claim.period": period}
            return


KNOWN = {
    "kept-off": kept,
    "stays-above": around,
    "unsettled": about,
    "modes": combined,
    "recurrence": linear,
    "cycles": returns,
    "superposed": superposed,
}
