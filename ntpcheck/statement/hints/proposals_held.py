"""Numbers for lemmas on single steps, on runs along a line that stay in bounds or never settle, on rays."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise, product
from math import ceil, floor
from typing import Any

import numpy as np

from ntpcheck.statement.hints.late import false_at
from ntpcheck.statement.hints.numeric import stepped_from
from ntpcheck.statement.hints.proposals import Hints, kernel, named_unknowns, nested, points, pool, spanning
from ntpcheck.statement.hints.proposals_rates import run
from ntpcheck.verifier.arithmetic.intervals import Undecided, Undefined
from ntpcheck.verifier.arithmetic.kinds import Nonlinear
from ntpcheck.verifier.asymptotics.constants import conjuncts, joined, names
from ntpcheck.verifier.instance.points import constraints
from ntpcheck.verifier.instance.world import World
from ntpcheck.verifier.lemmas.held import ENDS
from ntpcheck.verifier.lemmas.large import scaled, small_enough
from ntpcheck.verifier.shared import premises, sums

SOON = (0, 1, 6, 2, 3)  # steps that are looked at, the far one before what costs as much and tells less
LATER = (8, 10, 12, 16, 20, 24, 32, 40, 48, 64)  # the same, where doubles say that it fails
LATE = (4, 16, 64)  # steps after which sums are looked at
FIRST = (0, 1, 2)  # the same, where points are tried with each
GRID = 33  # points of an interval from which a step is tried
ROUNDS = 24  # in which the intervals grow until steps end in them
SIZES = (1, -1, "1/10", 10)  # of a number that a formula speaks of every value of
MARGINS = (1 / 2, 1 / 8, 1 / 64)
FINE = 64
SMALL = 1e-3
LEFT = 4  # rays that satisfy a condition
FAR_OUT = 1e3  # of a run that may be flung off
EARLY, WIDER = 8, 3.0  # steps, and how many times as long later ones are where a run goes to and fro
THROWN = (0, 1, 2, 4, 8, 16)  # steps from which on each is seen to lead farther out
STEPS_OF_A_LINE = 6  # before rounding bends it

Span = tuple[float, float]


def soon(world: World, core: Any) -> Iterator[Hints]:
    """The first steps, of a formula with `always`, with points for what it says of every point."""
    if "'always'" not in repr(core):
        return
    yield from ({"claim.step": step} for step in SOON)
    yield from ({"claim.step": step} for step in seen_false(world, core))
    wanted = {name: axes for name, axes in named_unknowns(core).items() if axes}
    for chosen in product(*(pool(world, axes) for axes in wanted.values())) if wanted else ():
        named = {f"claim.{name}": shown for name, shown in zip(wanted, chosen, strict=True)}
        yield from ({"claim.step": step, **named} for step in FIRST)


def late(world: World, core: Any) -> Iterator[Hints]:
    """Steps that may have passed something, where a number adds up what others are."""
    named = premises.all_of(world, core, "trajectory")
    if any(sums.added(world, name, let) is not None for name, let in named.items()):
        yield from ({"claim.step": step} for step in LATE)


def rising(world: World, core: Any) -> Iterator[Hints]:
    """What the steps of each number add at least, if all lead to one side: one number, or all of them."""
    shown: Hints = {}
    for name, rows in run(world, core).items():
        moves = np.diff(rows, axis=0)
        if not world.book.lets[name].indices and (moves.min() > 0 or moves.max() < 0):
            least = float(moves[np.abs(moves).argmin(), 0])
            for gain in {
                Fraction(least).limit_denominator(FINE),
                Fraction(floor(least * FINE * 3 / 4), FINE),
            }:
                if gain:
                    shown[f"claim.{name}.gain"] = str(gain)
                    yield {f"claim.{name}.gain": str(gain)}
    if len(shown) > 1:
        yield shown


def seen_false(world: World, core: Any) -> list[int]:
    """The first and the last of LATER after which what always holds is false in doubles."""
    seen = [*false_at(world, core[1] if core[0] == "always" else core, run(world, core), LATER)]
    return list(dict.fromkeys(seen[i] for i in (0, -1) if seen))


def line(world: World, core: Any) -> Iterator[Hints]:
    """The direction of a run that stays on a line."""
    for name, rows in run(world, core).items():
        for shown, _ in lines(world, {name: rows}):
            yield shown


def lines(world: World, found: dict[str, np.ndarray], most: int | None = None) -> Iterator[tuple[Hints, Any]]:
    """The direction of runs that stay on a line together, by their first rows: for a file, and as numbers."""
    moves = np.diff(np.concatenate([rows[:most] for rows in found.values()], axis=1), axis=0)
    basis = spanning(moves) if len(moves) else []
    if len(basis) != 1:
        return
    shown, left = dict[str, Any](), iter(basis[0])
    for name in found:
        axes = premises.axes_of(world.book.lets[name])
        shown[f"claim.{name}.0"] = nested(world, axes, {cell: next(left) for cell in world.cells(axes)})
    yield shown, np.array([float(x) for x in basis[0]])


def thrown(world: World, core: Any) -> Iterator[Hints]:
    """The direction of runs that stay on a line, and steps from which on they are far out."""
    found = run(world, core)
    far_out = max(float(np.abs(rows).max(initial=0.0)) for rows in found.values()) > FAR_OUT
    if far_out or any(map(widening, found.values())):
        for shown, _ in lines(world, found, STEPS_OF_A_LINE):
            yield from ({**shown, "claim.step": step} for step in THROWN)


def widening(rows: np.ndarray) -> bool:
    """Whether the last step is longer than all early ones, several times over."""
    steps = np.abs(np.diff(rows, axis=0)).max(axis=1, initial=0.0)
    return len(steps) > EARLY and float(steps[-1]) > WIDER * float(steps[:EARLY].max())


def basins(world: World, core: Any) -> Iterator[Hints]:
    """Two intervals around the ends of a swing, or one around a run that settles, wide enough for all steps
    from them."""
    runs = run(world, core)
    rows = np.concatenate(list(runs.values()), axis=1)
    for shown, way in lines(world, runs):
        swing = Swing(world, runs, rows[0], way)
        if leaving(places := swing.along(rows)):
            continue
        found = [grown(swing.step, split(places), margin) for margin in MARGINS]
        if not any(found):
            found = [grown(swing.step, [(places.min(), places.max())], MARGINS[-1])]
        for spans in filter(None, found):
            ends = [Fraction(x, FINE) for low, high in spans for x in (floor(low * FINE), ceil(high * FINE))]
            words = zip(ENDS, ends if spans[1:] else 2 * ends, strict=True)
            yield {**shown, **{f"claim.{word}": str(x) for word, x in words}}


def leaving(places: np.ndarray) -> bool:
    """Whether a run moves on to one side, by late steps that are not small."""
    late = np.diff(places[-3:])
    return len(late) == 2 and bool(late[0] * late[1] > 0 and abs(late[1]) > SMALL)


class Swing:
    """Steps of runs along a line, as a map of one number."""

    def __init__(self, world: World, runs: dict[str, np.ndarray], start: np.ndarray, way: np.ndarray) -> None:
        self.world, self.lets = world, {name: world.book.lets[name] for name in runs}
        self.cells = {name: list(world.cells(premises.axes_of(let))) for name, let in self.lets.items()}
        self.start, self.way = start, way

    def along(self, values: np.ndarray) -> np.ndarray:
        return np.asarray((values - self.start) @ self.way / (self.way @ self.way))

    def step(self, m: np.ndarray) -> np.ndarray:
        left = iter((self.start + m[:, None] * self.way).T)
        at = {name: np.array([next(left) for _ in cells]) for name, cells in self.cells.items()}
        after = [stepped_from(self.world, let, at, self.cells, name) for name, let in self.lets.items()]
        return self.along(np.concatenate(after, axis=1))


def split(seen: np.ndarray) -> list[Span]:
    """What was seen, cut at the widest gap."""
    found = np.sort(seen)
    at = int(np.diff(found).argmax()) + 1
    return [(found[0], found[at - 1]), (found[at], found[-1])]


def grown(step: Any, spans: list[Span], margin: float) -> list[Span]:
    """The spans, widened until steps from them end in them with some room; empty where they meet."""
    spans = [(low - margin, high + margin) for low, high in spans]
    for _ in range(ROUNDS):
        if any(below >= above for (_, below), (above, _) in pairwise(spans)):
            return []
        wider = list(spans)
        for low, high in spans:
            for there in map(float, step(np.linspace(low, high, GRID))):
                i = int(np.argmin([max(a - there, there - b) for a, b in wider]))
                a, b = wider[i]
                wider[i] = (min(a, there - margin / 4), max(b, there + margin / 4))
        if max(abs(x) for span in wider for x in span) > FINE**2:
            return []
        if wider == spans:
            break
        spans = wider
    return spans


def approaching(world: World, core: Any) -> Iterator[Hints]:
    """Rays between the points that the instance and the book name, and numbers for an `every` around."""
    numbers, core = numbered(core)
    _, unknown, axes, *_ = small_enough(core)
    for number, shown in product(numbers, lines_of(world, unknown, axes)):
        yield {**number, **shown}


def outgrowing(world: World, core: Any) -> Iterator[Hints]:
    """The same, after rays from 0 along what the equations of the condition leave."""
    numbers, core = numbered(core)
    _, constants, unknown, axes, guard, _ = scaled(core)
    said = [e for e in conjuncts(guard) if not names(e, constants)]
    rays = left_by(world, unknown, axes, joined(said))[:LEFT]
    for shown, number in product((*rays, *lines_of(world, unknown, axes)), numbers):
        yield {**number, **shown}


def numbered(core: Any) -> tuple[list[Hints], Any]:
    """Numbers for an `every` around a formula, and what it is around."""
    if core[0] == "every" and [axes for _, axes in core[1]] == [()]:
        return [{f"claim.{core[1][0][0]}": x} for x in SIZES], core[3]
    return [{}], core


def left_by(world: World, unknown: str, axes: tuple[str, ...], said: Any) -> list[Hints]:
    """Rays from 0 along a basis of what satisfies linear equations, either way."""
    found: list[Any] = []
    try:
        if said is not None:
            constraints(world, said, {unknown: world.unknown(unknown)}, found)
    except (Nonlinear, Undecided, Undefined):
        return []
    cells = list(world.cells(axes))
    forms = [[form.a.get(cell, Fraction(0)) for cell in cells] for equation, form in found if equation]
    none = dict.fromkeys(cells, Fraction(0))
    rays: list[Hints] = []
    for row in kernel(np.array(forms, dtype=float).reshape(-1, len(cells))):
        for sign in (1, -1):
            along = nested(world, axes, none | {c: sign * x for c, x in zip(cells, row, strict=True)})
            rays.append({f"claim.{unknown}.from": nested(world, axes, none), f"claim.{unknown}.along": along})
    return rays


def lines_of(world: World, unknown: str, axes: tuple[str, ...]) -> Iterator[Hints]:
    """Rays from one of the points that the instance and the book name, or 0, along another, or along 0."""
    still = nested(world, axes, dict.fromkeys(world.cells(axes), Fraction(0)))
    bases = [still]
    for values in points(world, axes):
        if (shown := nested(world, axes, values)) not in bases:
            bases.append(shown)
    for way, base in (*product(bases[1:], bases), *((still, base) for base in bases)):
        yield {f"claim.{unknown}.from": base, f"claim.{unknown}.along": way}


KNOWN = {
    "at-a-step": soon,
    "passed": late,
    "gains": rising,
    "flung": thrown,
    "caught": basins,
    "swings": line,
    "approached": approaching,
    "outpaced": outgrowing,
}
