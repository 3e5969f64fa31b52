"""Convex goals in a normal form: logs of sums of exponentials, exponentials and squares of linear forms.

A goal is k + <a, M> + the sum of weight w >= 0 times what each atom stands for:
    log     log of the sum of c e^<row, M> over its parts, c > 0; the row of its first part is 0
    exp     e^<row, M>
    square  (c + <row, M>)^2
Each atom is a convex function, so that the goal is convex. A goal of another form is not decided.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple

from ..arithmetic import exact
from ..arithmetic.intervals import Undecided, Undefined
from ..asymptotics.far import terms
from ..terms.symbols import CONSTANT, UNIT, Quotient, Sum, Symbols
from .tensors import Core, Tensor, total

if TYPE_CHECKING:
    from .world import World

Cell = tuple[int, ...]
Row = dict[Cell, Fraction]
ZERO, ONE = Fraction(0), Fraction(1)


class Atom(NamedTuple):
    """weight times the function `kind` of its parts (c, row)."""

    kind: str
    weight: Any
    parts: list[tuple[Any, Row]]


@dataclass
class Goal:
    """constant + <linear, M> + the atoms."""

    constant: Any
    linear: dict[Cell, Any]
    atoms: list[Atom]

    def rows(self) -> Iterator[Row]:
        """The rows of the atoms: where all of them are 0, the atoms are constant."""
        for atom in self.atoms:
            yield from (row for _, row in atom.parts if row)


class _Logs(Symbols):
    """Keeps what the logs are of."""

    def __init__(self) -> None:
        super().__init__()
        self.arguments: dict[int, Quotient] = {}

    def _function(self, name: str, x: Quotient, signs: tuple[int, int]) -> Quotient:
        found = super()._function(name, x, signs)
        if name == "log":
            ((((number, _),), _),) = found.p
            self.arguments[number] = x
        return found


def goal(world: World, core: Core, name: str, axes: tuple[str, ...], env: dict[str, Any]) -> Goal:
    """The normal form of a number as a function of the tensor `name`. Raises Undecided where it has none."""
    ops = _Logs()
    unknowns = {cell: ops.unknown((name, cell)) for cell in world.cells(axes)}
    with world.under(ops):
        found = world.number(core, {**env, name: Tensor(lambda where: unknowns[where], f"goal {name}")})
    cells = {ops.numbers[name, cell]: cell for cell in unknowns}
    if not isinstance(found, Quotient):
        return Goal(found, {}, [])
    if found.q is not UNIT:
        raise Undecided("the goal is not seen to be convex: it is a quotient")
    goal = Goal(found.p.get(CONSTANT, ZERO), {}, [])
    form: dict[tuple[Cell, Cell], Any] = {}
    for (powers, exponent), c in found.p.items():
        if exponent and not powers:
            (row,) = (row for row, _ in _terms({((), exponent): c}, cells))
            goal.atoms.append(Atom("exp", c, [(ONE, row)]))
        elif not exponent and sum(k for _, k in powers) == 2 and all(atom in cells for atom, _ in powers):
            one, other = cells[powers[0][0]], cells[powers[-1][0]]
            form[one, other] = form[other, one] = c if one == other else exact.divide(c, Fraction(2))
        elif powers:
            _add(goal, ops, cells, powers if not exponent else (), c)
    _squares(goal, form)
    for atom in goal.atoms:
        _positive(atom.weight)
    return goal


def _positive(c: Any) -> Any:
    if exact.sign(c) != 1:
        raise Undecided("the goal is not seen to be convex: a weight is not seen to be positive")
    return c


def _terms(p: Sum, cells: dict[int, Cell]) -> list[tuple[Row, Any]]:
    found = terms(p)
    if not all(atom in cells for form, _ in found for atom in form):
        raise Undecided("the goal is not seen to be convex: an exponent is not linear")
    return [({cells[atom]: k for atom, k in form.items()}, c) for form, c in found]


def _add(goal: Goal, ops: _Logs, cells: dict[int, Cell], powers: Any, c: Any) -> None:
    """Adds c times a cell, or a log."""
    ((atom, k),) = powers if len(powers) == 1 else ((None, 0),)
    if atom in cells and k == 1:
        _tilt(goal, {cells[atom]: ONE}, c)
    elif atom in ops.arguments and k == 1:
        for weight, p in ((c, ops.arguments[atom].p), (exact.neg(c), ops.arguments[atom].q)):
            _add_log(goal, [(c, row) for row, c in _terms(p, cells)], weight)
    else:
        raise Undecided("the goal is not seen to be convex")


def _squares(goal: Goal, form: dict[tuple[Cell, Cell], Any]) -> None:
    """Adds a quadratic form as a sum of squares, one by one. That of one cell may have any weight."""
    for cell in sorted({one for one, _ in form}):
        row = {other: c for (one, other), c in form.items() if one == cell and c != 0}
        if not row:
            continue
        weight = row.get(cell, ZERO)
        if len(row) > 1 and not (all(isinstance(c, Fraction) for c in row.values()) and weight > 0):
            raise Undecided(
                "the goal is not seen to be convex: its quadratic form is not seen to be a sum of squares"
            )
        square = {other: c / weight if len(row) > 1 else ONE for other, c in row.items()}
        goal.atoms.append(Atom("square", weight, [(ZERO, square)]))
        for one, k in square.items():
            for other, m in square.items():
                form[one, other] = exact.subtract(form.get((one, other), ZERO), exact.mul(weight, k * m))


def _add_log(goal: Goal, parts: list[tuple[Any, Row]], weight: Any) -> None:
    """Adds weight times log of the sum of the parts. The first, in an order that a common factor does not
    change, is taken out: its log is linear. So equal logs are seen to be equal."""
    cells = sorted({cell for _, row in parts for cell in row})
    (c, first), *_ = parts = sorted(parts, key=lambda part: [part[1].get(cell, ZERO) for cell in cells])
    _tilt(goal, first, weight)
    goal.constant = exact.add(goal.constant, exact.mul(weight, exact.log(c)))
    relative = [(exact.divide(_positive(k), c), less(row, first)) for k, row in parts]
    same = next((atom for atom in goal.atoms if atom.parts == relative and atom.kind == "log"), None)
    if same:
        goal.atoms.remove(same)
        weight = exact.add(weight, same.weight)
    if len(parts) > 1 and exact.sign(weight) != 0:
        goal.atoms.append(Atom("log", weight, relative))


def _tilt(goal: Goal, row: Row, weight: Any) -> None:
    for cell, c in row.items():
        goal.linear[cell] = exact.add(goal.linear.get(cell, ZERO), exact.mul(weight, c))


def less(row: Row, other: Row) -> Row:
    """row - other."""
    found = {cell: row.get(cell, ZERO) - other.get(cell, ZERO) for cell in {**row, **other}}
    return {cell: c for cell, c in found.items() if c}


def pairing(row: dict[Cell, Any], point: dict[Cell, Any]) -> Any:
    """<row, M>; cells that are missing are 0."""
    return total(exact, (exact.mul(c, point[cell]) for cell, c in row.items() if cell in point))


def along(goal: Goal, ray: Row) -> Goal:
    """What the goal G tends to at M + R U as R grows, as a goal F. Some part has to vanish, G not to rise.

    Of a log those parts stay whose <row, U> is largest, and exponentials whose <row, U> is 0. What vanishes
    is positive, so that G > F everywhere, and G(M + R U) tends to F(M): inf G = inf F, and no M attains it.
    """
    slope: Any = pairing(goal.linear, ray)
    left = Goal(goal.constant, dict(goal.linear), [])
    for atom in goal.atoms:
        slopes = [pairing(row, ray) for _, row in atom.parts]
        top = max(slopes)
        if atom.kind == "log":
            slope = exact.add(slope, exact.mul(atom.weight, top))
            kept = [part for part, s in zip(atom.parts, slopes, strict=True) if s == top]
            _add_log(left, kept, atom.weight)
        elif top > 0 or (top and atom.kind == "square"):
            raise Undecided("the goal grows along the ray of the hint")
        elif not top:
            left.atoms.append(atom)
    low, high = exact.sign_bounds(slope)
    if high < 0:
        raise Undefined("the goal falls without end along the ray of the hint")
    if high > 0 or low < 0:
        raise Undecided("the goal is not seen to stay bounded along the ray of the hint")
    if sum(len(atom.parts) for atom in left.atoms) == sum(len(atom.parts) for atom in goal.atoms):
        raise Undecided("nothing vanishes along the ray of the hint")
    return left


def shifted(goal: Goal, origin: dict[Cell, Any]) -> Goal:
    """The goal at origin + M, as a function of M."""

    def moved(atom: Atom) -> Atom:
        if atom.kind == "square":
            return atom._replace(parts=[(exact.add(c, pairing(row, origin)), row) for c, row in atom.parts])
        return atom._replace(
            parts=[(exact.mul(c, exact.exp(pairing(row, origin))), row) for c, row in atom.parts]
        )

    constant = exact.add(goal.constant, pairing(goal.linear, origin))
    return replace(goal, constant=constant, atoms=[moved(atom) for atom in goal.atoms])
