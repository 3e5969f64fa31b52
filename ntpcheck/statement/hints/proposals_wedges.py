"""Numbers for the lemma on runs in a wedge: differences of exponents, which all steps of a run raise."""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import combinations, permutations, product
from typing import Any

import numpy as np

from ntpcheck.statement.hints.numeric import double
from ntpcheck.statement.hints.proposals import Hints, nested, points, spanning
from ntpcheck.statement.hints.proposals_rates import SOON, run
from ntpcheck.verifier.arithmetic.algebra import independent
from ntpcheck.verifier.arithmetic.intervals import spend
from ntpcheck.verifier.asymptotics import far
from ntpcheck.verifier.instance.world import World
from ntpcheck.verifier.shared import premises
from ntpcheck.verifier.shared.runs import steps
from ntpcheck.verifier.shared.weaker import BELOW

Form = tuple[Fraction, ...]
Terms = list[tuple[dict[int, Fraction], Any]]
ZERO, ONE = Fraction(0), Fraction(1)
MOST = 3  # directions of a run
DIGITS = 9  # of exponents in doubles
TIMES = (16, 1)  # by which points are moved out


def raised(world: World, core: Any) -> Iterator[Hints]:
    """Orthogonal directions that span a run's steps, and as many forms that its steps raise."""
    if len(found := run(world, core, SOON)) != 1:
        return
    ((name, rows),) = found.items()
    let = world.book.lets[name]
    axes = premises.axes_of(let)
    cells, moves = list(world.cells(axes)), np.diff(rows, axis=0)
    ways = orthogonal(spanning(moves)) if len(moves) else []
    if not 2 <= len(ways) <= MOST:  # on a line two intervals do
        return
    tensors = [dict(zip(cells, way, strict=True)) for way in ways]
    shown = {f"claim.{name}.{i}": nested(world, axes, way) for i, way in enumerate(tensors)}
    before, world.hints = world.hints, world.hints | shown
    try:
        step = Step(*steps(world, name, let)[2:])
    finally:
        world.hints = before
    forms = [form for form in step.forms() if rises(form, ways, moves)]
    for chosen in combinations(forms, len(ways)):
        if len(independent([list(form) for form in chosen])[0]) == len(ways) and step.keeps(chosen):
            values = (dual(form, ways, cells) for form in chosen)
            named = {f"claim.{name}.form.{i}": nested(world, axes, x) for i, x in enumerate(values)}
            yield {**shown, **named}


def with_low(world: World, core: Any, found: Iterator[Hints]) -> Iterator[Hints]:
    """Hints; where something is said to tend to an infimum, first with points at which that may be low."""
    low = list(low_points(world, core))
    for shown in found:
        yield from (shown | one for one in low)
        yield shown


def low_points(world: World, core: Any) -> Iterator[Hints]:
    """Multiples of the book's points, for the unknown of an infimum that a formula names."""
    if core[0] == "and":
        yield from (one for part in core[1:] for one in low_points(world, part))
    goal = core[2] if core[0] == "tends" else core
    goal = world.book.lets[goal[1]].core if goal[:1] == ("let",) and not goal[2] else goal
    if goal[0] == "infimum":
        for point, times in product(points(world, goal[2]), TIMES):
            far_out = {cell: times * x for cell, x in point.items()}
            yield {f"claim.{BELOW}": nested(world, goal[2], far_out)}


def orthogonal(rows: list[list[Fraction]]) -> list[list[Fraction]]:
    """Gram and Schmidt, without lengths."""
    found: list[list[Fraction]] = []
    for row in rows:
        left = row
        for other in found:
            share = paired(row, other) / paired(other, other)
            left = [x - share * y for x, y in zip(left, other, strict=True)]
        found.append(left)
    return found


def paired(one: list[Fraction], other: list[Fraction]) -> Fraction:
    return sum((x * y for x, y in zip(one, other, strict=True)), ZERO)


class Step:
    """What a step adds along each direction: sums of exponentials of the coordinates, over one divisor.

    above: of each direction the exponents `[n, coordinates]` and their factors `[n]`, in doubles.
    """

    def __init__(self, parts: list[Any], atoms: list[int]) -> None:
        self.atoms = atoms
        found = [[rounded(half) for half in far.sums(part)] for part in parts]
        self.exponents = [{self.form(form) for half in one for form, _ in half} for one in found]
        self.above = list[tuple[np.ndarray, np.ndarray]]()
        for i, (above, _) in enumerate(found):
            for j, (_, below) in enumerate(found):
                above = above if j == i else far.products(above, below)
            forms, numbers = zip(*above, strict=True) if above else ((), ())
            exponents = np.array([self.form(form) for form in forms], dtype=float).reshape(-1, len(atoms))
            self.above.append((exponents, np.array([float(x) for x in numbers])))

    def form(self, exponent: dict[int, Fraction]) -> Form:
        return tuple(exponent.get(atom, ZERO) for atom in self.atoms)

    def forms(self) -> list[Form]:
        """Differences of exponents, with either sign, one of each direction, the shortest first."""
        found: dict[Form, Form] = {}
        for exponents in self.exponents:
            for one in exponents:
                for other in exponents - {one}:
                    form = tuple(x - y for x, y in zip(one, other, strict=True))
                    largest = max(map(abs, form))
                    found.setdefault(tuple(x / largest for x in form), form)
        return sorted(found.values(), key=lambda form: (sum(map(abs, form)), form))

    def keeps(self, chosen: tuple[Form, ...]) -> bool:
        """Whether no step from where the forms are at least 0 seems to lower one of them, in doubles."""
        inverse = np.linalg.inv(np.array(chosen, dtype=float))
        turned = [np.round(exponents @ inverse, DIGITS) for exponents, _ in self.above]  # by the forms
        spend(64)  # the rest of the loop over choices
        for form in chosen:
            spend(sum(len(numbers) for _, numbers in self.above))
            change = defaultdict[tuple[float, ...], float](float)
            for c, exponents, (_, numbers) in zip(form, turned, self.above, strict=True):
                for exponent, x in zip(map(tuple, exponents.tolist()), numbers.tolist(), strict=True):
                    change[exponent] += float(c) * x
            if not any(not_negative(change, order) for order in permutations(range(len(form)))):
                return False
        return True


def not_negative(terms: Mapping[tuple[float, ...], float], order: tuple[int, ...]) -> bool:
    """Whether a sum of exponentials seems to be at least 0 where its atoms are, as the lemma sees it."""
    if not order:
        return sum(terms.values()) >= 0
    first, *others = order
    above = defaultdict[tuple[float, ...], float](float)
    for height in sorted({exponent[first] for exponent in terms}, reverse=True):
        spend(1 + len(terms) // 4)
        for exponent, x in terms.items():
            if exponent[first] == height:
                above[(*exponent[:first], 0.0, *exponent[first + 1 :])] += x
        if not not_negative(above, tuple(others)):
            return False
    return True


def rounded(half: Terms) -> Terms:
    return [(form, Fraction(double(c))) for form, c in half]


def rises(form: Form, ways: list[list[Fraction]], moves: np.ndarray) -> bool:
    """Whether all steps of a run raise a form of its coordinates."""
    along = sum(
        float(c) * (moves @ np.array([float(x) for x in way])) / float(paired(way, way))
        for c, way in zip(form, ways, strict=True)
    )
    return bool(np.all(along > 0))


def dual(form: Form, ways: list[list[Fraction]], cells: list[Any]) -> dict[Any, Fraction]:
    """The tensor whose inner product with each direction is the form's coefficient."""
    found = dict.fromkeys(cells, ZERO)
    for c, way in zip(form, ways, strict=True):
        scale = c / paired(way, way)
        found = {cell: x + scale * y for (cell, x), y in zip(found.items(), way, strict=True)}
    return found


KNOWN = {"in-a-wedge": raised}
