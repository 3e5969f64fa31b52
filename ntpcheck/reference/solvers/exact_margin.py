"""W^mm or a Farkas ray in rationals, from any guess of its cells: an active-set method that ends right.

The dual of NTP-SVM is to minimise ||sum_n alpha_n x_n||^2 / 2 - sum_n alpha_n over alpha >= 0. Lawson and
Hanson's active-set method keeps P = {alpha > 0} with independent x_P. On the face of P either the
multipliers are positive, and the worst violated margin enters P; or the step towards them stops where a
multiplier reaches zero, which leaves P. If the entering row depends on x_P there is nu with sum nu_n x_n =
0 and nu > 0 at the entering cell: either nu >= 0, a Farkas ray, or the step along nu is again stopped by a
multiplier that reaches zero. The dual value falls strictly at each change of face, so none recurs and the
method is finite; started from the right P it ends at once.

In exact arithmetic the optimality test is the KKT conditions themselves, so what is returned needs no
tolerance.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

from flint import fmpq, fmpz_mat

from ntpcheck.reference.solvers.faces import Dependent, GramFaces, Point, Program, SlackFaces
from ntpcheck.reference.solvers.rational import Rows, first_dependent, independent, pivots, solved

Weights = dict[Any, fmpq]

FACES = 1000  # faces looked at: no guess by floats is so wrong that a right one is further away


class ExactMargin(NamedTuple):
    """The dual Z `[m, V]` over integer embeddings: of W^mm where `feasible`, else of a Farkas ray (W = 0)."""

    feasible: bool
    point: Point
    active: list[Any]  # margins met with equality; with a ray, its cells


def exact_margin(rows: Program, guess: Sequence[Any] = (), *, ray: bool = False) -> ExactMargin | None:
    """Solves exactly. guess: cells thought to be active, or thought to carry a Farkas ray; any guess will do.

    None where `FACES` faces did not suffice.
    """
    if ray and (found := farkas(rows, guess)):
        return found
    slack_form = isinstance(rows, Rows) and rows.independent_contexts()
    solver = SlackFaces(rows) if isinstance(rows, Rows) and slack_form else GramFaces(rows)
    point, weights = _start(rows, solver, guess)
    for _ in range(FACES):
        entering = _worst(rows, point)
        if entering is None:
            short = zip(rows.shortfalls(point), rows.out, strict=True)
            return ExactMargin(feasible=True, point=point, active=[cell for s, cell in short if s == 0])
        try:
            point, weights = _enter(rows, solver, weights, entering)
        except _Ray as found:
            return ExactMargin(feasible=False, point=found.point, active=found.cells)
    return None


class _Ray(Exception):
    def __init__(self, point: Point, cells: list[Any]) -> None:
        super().__init__()
        self.point, self.cells = point, cells


def _start(rows: Program, solver: GramFaces | SlackFaces, guess: Sequence[Any]) -> tuple[Point, Weights]:
    """The face of the guess, less what must go for its multipliers to be positive."""
    active = list(guess)
    while True:
        try:
            point = solver.face(active)
        except Dependent:
            first = len(rows.basis)
            kept = independent(rows.matrix([*rows.basis, *active]))
            active = [active[i - first] for i in kept if i >= first]
            continue
        weights = _weights(rows, point, active)
        positive = [cell for cell in active if weights[cell] > 0]
        if len(positive) == len(active):
            return point, weights
        active = positive


def _weights(rows: Program, point: Point, cells: Sequence[Any]) -> Weights:
    """The multipliers of the integer rows."""
    return {cell: rows.multiplier(point, cell) for cell in cells}


def _worst(rows: Program, point: Point) -> Any:
    """The cell whose margin falls furthest short of what it asks for, relatively."""
    short = [(s, cell) for s, cell in zip(rows.shortfalls(point), rows.out, strict=True) if s > 0]
    if not short:
        return None
    return max(short, key=lambda pair: fmpq(pair[0], rows.asked(pair[1])))[1]


def _enter(
    rows: Program, solver: GramFaces | SlackFaces, weights: Weights, entering: Any
) -> tuple[Point, Weights]:
    """The next face with positive multipliers, the entering cell let in."""
    try:
        point = solver.face([*weights, entering])
    except Dependent:
        weights = _slide(rows, weights, entering)
    else:
        weights = weights | {entering: fmpq(0)}
        weights = _towards(weights, _weights(rows, point, list(weights)))
    while True:
        point = solver.face(list(weights))
        goal = _weights(rows, point, list(weights))
        if all(x > 0 for x in goal.values()):
            return point, goal
        weights = _towards(weights, goal)


def _towards(weights: Weights, goal: Weights) -> Weights:
    """As far from weights towards goal as they stay nonnegative, less the cells that reached zero."""
    stops = [weights[c] / (weights[c] - goal[c]) for c in weights if goal[c] <= 0]
    step = min([fmpq(1), *stops])
    moved = {c: weights[c] + step * (goal[c] - weights[c]) for c in weights}
    return {c: x for c, x in moved.items() if x > 0}


def _slide(rows: Program, weights: Weights, entering: Any) -> Weights:
    """Along the dependence of the entering row, which gains without bound: a ray, or a cell leaves."""
    nu, point = _dependence(rows, list(weights), entering)
    if all(x >= 0 for x in nu.values()):
        raise _Ray(point, [c for c, x in nu.items() if x > 0])
    weights = weights | {entering: fmpq(0)}
    step = min(weights[c] / -x for c, x in nu.items() if x < 0)
    moved = {c: weights[c] + step * nu[c] for c in weights}
    return {c: x for c, x in moved.items() if x > 0}


def _dependence(rows: Program, active: Sequence[Any], entering: Any) -> tuple[Weights, Point]:
    """nu with nu = 1 at the entering cell, sum nu_n x_n = 0 over it and the independent rows of `active`.

    Raises Dependent where there is none.
    """
    cells = [*rows.basis, *active]
    last = first_dependent(rows.matrix([*cells, entering]).transpose())
    if last is None:
        raise Dependent
    place, carriers = last
    some = [cells[i] for i in carriers] if place == len(cells) else cells
    for chosen in (some, cells):  # few tokens carry most dependences
        if found := _combined(rows, chosen, entering):
            nu, point = found
            return {c: nu.get(c, fmpq(0)) for c in [*active, entering]}, point
    raise Dependent


def _combined(rows: Program, cells: Sequence[Any], last: Any) -> tuple[Weights, Point] | None:
    """nu out of support with nu = 1 at the last cell and sum nu_n x_n = 0 over it and the others, or None."""
    columns = rows.matrix(cells).transpose()
    rhs = rows.matrix([last]).transpose()
    chosen = pivots(columns.transpose())
    if len(chosen) != len(cells):
        return None
    width, left, right = len(cells), columns.tolist(), rhs.entries()
    square = fmpz_mat(width, width, [x for i in chosen for x in left[i]])
    target = fmpz_mat(width, 1, [-right[i] for i in chosen])
    numerators, denominator = solved(square, target).numer_denom()
    if columns * numerators != -rhs * denominator:
        return None
    each, coefficients, tied = [*cells, last], [*numerators.entries(), denominator], set(rows.basis)
    nu = {c: fmpq(x, denominator) for c, x in zip(each, coefficients, strict=True) if c not in tied}
    return nu, Point(rows.combined(each, coefficients), denominator)


def farkas(rows: Program, cells: Sequence[Any]) -> ExactMargin | None:
    """The Farkas ray on the first of these cells that are dependent, if their dependence is one.

    Few tokens carry most rays: cells that have no part in it are left out of the system.
    """
    several = [*rows.basis, *cells]
    last = first_dependent(rows.matrix(several).transpose())
    found = last and _combined(rows, [several[i] for i in last[1]], several[last[0]])
    if not found or min(found[0].values(), default=-1) < 0:
        return None
    nu, point = found
    return ExactMargin(feasible=False, point=point, active=[c for c, x in nu.items() if x > 0])
