"""Hints for the verifier: which constraints are active at a nearest point, or where a contradiction lives.

A least-distance program min |x| with G x >= h is a nonnegative least-squares problem: with E = [G^T; h^T] and
f = e_last, a zero residual shows that there is no solution, and the weights are a contradiction; otherwise
the constraints with positive weights are the active ones (Lawson and Hanson, ch. 23). Nothing here is
believed: the verifier solves for the point or the contradiction itself, in exact numbers.
"""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import numpy as np

from ntpcheck.verifier.arithmetic.algebra import independent
from ntpcheck.verifier.arithmetic.exact import enclose
from ntpcheck.verifier.arithmetic.intervals import Undecided
from ntpcheck.verifier.arithmetic.kinds import Exps, Log, Logs, Root
from ntpcheck.verifier.instance.optimum import Problem
from ntpcheck.verifier.instance.points import SHIFTS

from . import optima

NEGLIGIBLE = 1e-11  # of the largest weight: what nonnegative least squares leaves where a weight is zero
NUMBERS = (Fraction, tuple, Log, Logs, Root, Exps)
RESIDUAL = 1e-9  # below it the least-squares problem is solved, so that the constraints contradict each other


def hints(key: str, found: Sequence[tuple[bool | None, Any]], target: Any) -> dict[str, Any]:
    """What the verifier asks for: `{"point": ..}`, `{"ray": ..}` or both on a problem of optimum.py; else
    `{"active": [..]}` or `{"ray": [..]}` for constraints (equality?, form), by their numbers."""
    del key
    if isinstance(target, Problem):
        return optima.hint(target)
    matrix, right, origin = _doubles(found, target)
    weights, feasible = _program(matrix, right)
    above = np.array([found[k][0] is None for k in origin])
    if feasible and above.any():
        weights, feasible, right = _above(matrix, right, above)
    return (
        {"active": _active(found, weights, origin)}
        if feasible
        else {"ray": _ray(matrix, right, weights, origin)}
    )


def _above(matrix: np.ndarray, right: np.ndarray, above: np.ndarray) -> tuple[np.ndarray, bool, np.ndarray]:
    """The program with some rows above what they are to reach, by one of the verifier's shifts.

    Where none is solved, what contradicts the least of them is likely to do so for any.
    """
    asked = [right + float(shift) * above for shift in SHIFTS]
    found = [_program(matrix, one) for one in asked]
    one = next((k for k, (_, feasible) in enumerate(found) if feasible), -1)
    return *found[one], asked[one]


def _middle(x: Any) -> float:
    if type(x) not in NUMBERS:
        raise Undecided("a constraint hangs on what runs")
    low, high = enclose(x)
    return float((low + high) / 2)


def _doubles(
    found: Sequence[tuple[bool | None, Any]], target: Any
) -> tuple[np.ndarray, np.ndarray, list[int]]:
    """G and h of G x >= h for the offset x from the target; an equality is two rows."""
    cells = sorted({cell for _, form in found for cell in form.a})
    place = {cell: i for i, cell in enumerate(cells)}
    rows: list[np.ndarray] = []
    right: list[float] = []
    origin: list[int] = []
    for k, (equation, form) in enumerate(found):
        row, value = np.zeros(len(cells)), _middle(form.k)
        for cell, coefficient in form.a.items():
            row[place[cell]] = float(coefficient)
            value += float(coefficient) * _middle(target[cell])
        if equation and not row.any() and value == 0:
            continue
        for sign in (1, -1) if equation else (1,):
            rows.append(sign * row)
            right.append(-sign * value)
            origin.append(k)
    return np.array(rows).reshape(len(rows), len(cells)), np.array(right), origin


def _program(matrix: np.ndarray, right: np.ndarray) -> tuple[np.ndarray, bool]:
    from scipy.optimize import lsq_linear, nnls

    if not len(matrix):
        return np.zeros(0), True
    scale = np.maximum(np.abs(matrix).max(axis=1, initial=0.0), np.where(matrix.any(1), 0.0, np.abs(right)))
    scale = np.where(scale > 0, scale, 1.0)
    problem = np.vstack([(matrix / scale[:, None]).T, (right / scale)[None]])
    goal = np.zeros(len(problem))
    goal[-1] = 1
    weights, _ = nnls(problem, goal, maxiter=100 * problem.shape[1] + 1000)
    if not _least(problem, goal, weights):
        weights = lsq_linear(problem, goal, (0, np.inf), method="bvls", tol=1e-14).x
    residual = np.linalg.norm(problem @ weights - goal)  # what nnls reports can be far off
    return weights / scale, bool(residual > RESIDUAL)


def _least(problem: np.ndarray, goal: np.ndarray, weights: np.ndarray) -> bool:
    """Whether weights >= 0 are stationary: where rows tie, nnls can stop at others."""
    rise = problem.T @ (goal - problem @ weights)
    return bool(rise.max() <= RESIDUAL and np.abs(rise[weights > 0]).max(initial=0.0) <= RESIDUAL)


def _active(found: Sequence[tuple[bool | None, Any]], weights: np.ndarray, origin: list[int]) -> list[int]:
    """Inequalities with weight, heaviest first, as far as their rows and the equations' are independent."""
    heavy: dict[int, float] = {}
    for weight, k in zip(weights, origin, strict=True):
        if not found[k][0] and weight > NEGLIGIBLE * weights.max():
            heavy[k] = heavy.get(k, 0.0) + float(weight)
    order = [k for k, (equation, _) in enumerate(found) if equation] + sorted(heavy, key=lambda k: -heavy[k])
    cells = sorted({cell for k in order for cell in found[k][1].a})
    basis, _ = independent([[found[k][1].a.get(cell, Fraction(0)) for cell in cells] for k in order])
    return sorted(order[i] for i in basis if not found[order[i]][0])


def _ray(matrix: np.ndarray, right: np.ndarray, weights: np.ndarray, origin: list[int]) -> list[int]:
    """Constraints that contradict each other, none of which can be left out."""
    used = sorted({origin[i] for i in range(len(weights)) if weights[i] > NEGLIGIBLE * weights.max()})
    for k in list(used):
        rest = [i for i, source in enumerate(origin) if source in used and source != k]
        if rest and not _program(matrix[rest], right[rest])[1]:
            used = [source for source in used if source != k]
    return used
