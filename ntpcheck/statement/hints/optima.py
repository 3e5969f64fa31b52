"""Hints on minima for the verifier: directions in which parts of a goal vanish, and points near a minimum.

A goal of verifier/instance/goals.py falls, or stays level, along U if its linear part, with the largest
slopes of its logs' parts, does; the U that lets the most parts vanish solves a linear program, and is then
solved for in exact numbers, as the shortest direction in which these parts fall by 1 or more below the
others. What is left is minimised by damped Newton steps. Nothing here is believed.
"""

from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np

from ntpcheck.verifier.arithmetic import exact
from ntpcheck.verifier.arithmetic.exact import enclose
from ntpcheck.verifier.arithmetic.intervals import Undecided, Undefined
from ntpcheck.verifier.arithmetic.kinds import Affine
from ntpcheck.verifier.instance import points
from ntpcheck.verifier.instance.goals import Cell, Goal, Row, along, less, shifted
from ntpcheck.verifier.instance.optimum import Problem, restricted

ZERO = Fraction(0)
DIGITS = 12  # of a point: the verifier goes on from there
FINE = 1 << 10  # denominator of a direction before it is moved to where what stays is level
STEPS = 200
SETTLED = 1e-26  # of the squared Newton decrement: no digit is left to gain


def hint(problem: Problem) -> dict[str, Any]:
    """`{"ray": [[..]], "point": [[..]]}`, either only where it is needed."""
    found: dict[str, Any] = {}
    ray = vanishing(problem)
    if ray:
        found["ray"] = nested(problem.cells, {cell: str(x) for cell, x in ray.items()})
        try:
            problem = restricted(along(problem.goal, ray), problem.equations, problem.origin, problem.cells)
        except (Undecided, Undefined):  # the verifier will say why
            return found
    if problem.basis:
        point = {cell: format(Decimal(f"{x:.{DIGITS}g}"), "f") for cell, x in least(problem).items()}
        found["point"] = nested(problem.cells, point)
    return found


def nested(cells: list[Cell], values: dict[Cell, str]) -> Any:
    """Nested lists of the values at cells, 0 where there is none."""
    if cells == [()]:
        return values.get((), "0")
    firsts = sorted({cell[0] for cell in cells})
    return [
        nested(
            [cell[1:] for cell in cells if cell[0] == first],
            {cell[1:]: x for cell, x in values.items() if cell[0] == first},
        )
        for first in firsts
    ]


# ---- Directions ----
def vanishing(problem: Problem) -> Row:
    """A direction along which all parts vanish that can while the goal does not grow, or it falls forever."""
    near, falls, endless = _falls(problem)
    if not any(map(any, falls)) and not endless:
        return {}
    level: list[Row] = [form.a for _, form in problem.equations]
    slope: dict[Cell, Any] = dict(problem.goal.linear)
    for atom, gone in zip(problem.goal.atoms, [] if endless else falls, strict=not endless):
        kept = [row for (_, row), is_gone in zip(atom.parts, gone, strict=True) if not is_gone]
        if atom.kind == "log":
            if not kept:
                return {}  # the largest part of a log never falls against itself: nothing was found
            for cell, c in kept[0].items():
                slope[cell] = exact.add(slope.get(cell, ZERO), exact.mul(atom.weight, c))
            kept = [less(row, kept[0]) for row in kept[1:]]
        level += kept
    if not endless:
        level.append({cell: c for cell, c in slope.items() if isinstance(c, Fraction) and c})
    target = {cell: Fraction(round(x * FINE), FINE) for cell, x in zip(problem.cells, near, strict=True)}
    solution = points.nearest(exact, [(True, Affine(ZERO, row)) for row in level], [], target)
    offset = solution[0] if solution else {}
    return {cell: x for cell in problem.cells if (x := target[cell] + offset.get(cell, ZERO))}


def _falls(problem: Problem) -> tuple[np.ndarray, list[list[bool]], bool]:
    """A direction, which parts fall along it, as many as can, and whether the goal falls forever."""
    from scipy.optimize import linprog

    upper, equal, bounds = _program(problem)
    d, parts = len(problem.cells), [len(atom.parts) for atom in problem.goal.atoms]
    solution = linprog(
        -(np.arange(len(bounds)) >= d + len(parts)).astype(float),
        A_ub=upper,
        b_ub=np.zeros(len(upper)),
        A_eq=equal,
        b_eq=np.zeros(len(equal)),
        bounds=bounds,
    )
    if not solution.success:
        return np.zeros(d), [[False] * size for size in parts], False
    gone = iter(solution.x[d + len(parts) : -1] > 1 / 2)
    return solution.x[:d], [[bool(next(gone)) for _ in range(size)] for size in parts], solution.x[-1] > 1 / 2


def _program(problem: Problem) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Rows that are at most 0, rows that are 0, and bounds, for U, a t of each atom and an s of each part.

    The fall 0 <= s <= 1 of a part is at most t - <row, U>, where t is at least every <row, U> of its log, and
    0 for an exponential; a square has none. The slope of the goal, with t for the logs, is at most -s for a
    last 0 <= s <= 1.
    """
    atoms, place = problem.goal.atoms, {cell: i for i, cell in enumerate(problem.cells)}
    parts = [(a, row) for a, atom in enumerate(atoms) for _, row in atom.parts]
    falls = len(place) + len(atoms)
    width = falls + len(parts) + 1
    bounds = np.full((width, 2), (-np.inf, np.inf))
    bounds[falls:] = 0, 1
    upper, equal = [_dense(problem.goal.linear, place, width)], []
    for a, atom in enumerate(atoms):
        upper[0][len(place) + a] = _middle(atom.weight)
        if atom.kind != "log":
            bounds[len(place) + a] = 0
    for k, (a, row) in enumerate(parts):
        line = _dense(row, place, width)
        if atoms[a].kind == "square":
            equal.append(line.copy())
            bounds[falls + k] = 0
        line[len(place) + a], line[falls + k] = -1, 1
        upper.append(line)
    upper[0] /= np.abs(upper[0]).max() or 1
    upper[0][-1] = 1
    equal += [_dense(form.a, place, width) for _, form in problem.equations]
    return np.array(upper), np.array(equal).reshape(len(equal), width), bounds


def _middle(x: Any) -> float:
    low, high = enclose(x)
    return float((low + high) / 2)


def _dense(row: dict[Cell, Any], place: dict[Cell, int], width: int) -> np.ndarray:
    out = np.zeros(width)
    for cell, c in row.items():
        out[place[cell]] = _middle(c)
    return out


# ---- The minimum ----
def least(problem: Problem) -> dict[Cell, float]:
    """A point near the minimum, by Newton steps in an orthonormal basis."""
    place = {cell: i for i, cell in enumerate(problem.cells)}
    rows = np.array([_dense(row, place, len(place)) for row in problem.basis])
    basis = np.linalg.qr(rows.T)[0].T
    local = Local(shifted(problem.goal, problem.origin), basis, place)
    at = np.zeros(len(basis))
    value, slope, curve = local.at(at)
    for _ in range(STEPS):
        step = np.linalg.lstsq(curve, -slope, rcond=1e-15)[0]
        decrement = -float(slope @ step)
        if not decrement > SETTLED:
            break
        size = 1.0
        while size > 1e-10:
            moved = local.at(at + size * step)
            if moved[0] <= value - size * decrement / 4 or (size == 1.0 and decrement < 1e-12):
                break
            size /= 2
        else:
            break
        at, (value, slope, curve) = at + size * step, moved
    point = at @ basis
    return {cell: float(point[i]) for cell, i in place.items()}


class Local:
    """The value, slopes and curvature of a goal along an orthonormal basis, in floats."""

    def __init__(self, goal: Goal, basis: np.ndarray, place: dict[Cell, int]) -> None:
        self.linear = basis @ _dense(goal.linear, place, len(place))
        self.atoms = [
            (
                atom.kind,
                _middle(atom.weight),
                np.array([_middle(c) for c, _ in atom.parts]),
                np.array([basis @ _dense(row, place, len(place)) for _, row in atom.parts]),
            )
            for atom in goal.atoms
        ]

    def at(self, y: np.ndarray) -> tuple[float, np.ndarray, np.ndarray]:
        value, slope = float(self.linear @ y), self.linear.copy()
        curve = np.zeros((len(y), len(y)))
        for kind, weight, c, rows in self.atoms:
            heights = rows @ y
            if kind == "square":
                root = c[0] + heights[0]
                part, q, spread = root * root, np.array([2 * root]), np.array([2.0])
            elif kind == "exp":
                q = spread = c * np.exp(np.minimum(heights, 700))
                part = float(q[0])
            else:
                powers = c * np.exp(heights - heights.max())
                q = spread = powers / powers.sum()
                part = float(heights.max() + np.log(powers.sum()))
            mean = q @ rows
            value, slope = value + weight * part, slope + weight * mean
            centred = rows - mean if kind == "log" else rows
            curve += weight * (centred.T * spread) @ centred
        return value, slope, curve
