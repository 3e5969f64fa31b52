"""Collocation at Radau points: stiff flows of few coordinates, in steps some hundred times those of LSODA.

Over a step the solution is a polynomial u of degree s = `STAGES` with u' = v(u, t) at the s right Radau
points: the implicit Runge-Kutta method Radau IIA, of order 2 s - 1, L-stable. Its stages are found together
by Newton's method with the Jacobian of each, so that a velocity is asked for at s states in one call: for
arrays this small it is calls that cost. A Newton step solves s n equations, cheap where coordinates are few.

How far to step. With Legendre polynomials over the step, |P_i| <= 1 there, u = sum_i a_i P_i. Of what is
analytic around the step the a_i fall geometrically, so what a polynomial of degree s leaves out is less than
the last term that it has, a_s, where they at least halve from one to the next. |a_s| is held below the
tolerance in each coordinate, as LSODA holds its estimate; what a step leaves at its end is of a higher order
still. a_s is a divided difference: the coefficient of t^s in u, over that in P_s, the binomial of 2 s over s.
Source: E. Hairer and G. Wanner, Solving Ordinary Differential Equations II (1996), Sec. IV.5, IV.8.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.polynomial.legendre import legroots

from ntpcheck.reference.frame import Floats

Stacked = Callable[[Floats, Floats], tuple[Floats, Floats]]
"""States `[k, n]` at times `[k]` to their velocities `[k, n]` and Jacobians `[k, n, n]`."""

STAGES = 11
FIRST, SHORTEST, MOST_STEPS = 0.05, 1e-7, 400  # lengths of steps; how many, then it is someone else's turn
CORRECTIONS, DONE = 7, 1.0  # of Newton, at most; in tolerances: one so small leaves next to its square
SAFE, SHRINK, GROW = 0.85, 0.2, 4.0  # of the length that just meets the tolerance


def _nodes() -> Floats:
    """0 and the right Radau points of [0, 1], roots of P_{s-1} - P_s on [-1, 1], increasing.

    Some versions of NumPy give real roots as complex numbers.
    """
    points = (1 + np.real(legroots(np.append(np.zeros(STAGES - 1), [1.0, -1.0])))) / 2
    return np.concatenate([[0.0], points[:-1], [1.0]])


NODES = _nodes()
_APART = NODES[:, None] - NODES + np.eye(STAGES + 1)
WEIGHTS = 1.0 / _APART.prod(1)  # barycentric; times values, the coefficient of t^s
LAST = WEIGHTS / math.comb(2 * STAGES, STAGES)  # times values, that of P_s


def _differences() -> Floats:
    """`[s, s + 1]` from values at the nodes to slopes at the Radau points."""
    slopes = WEIGHTS / WEIGHTS[:, None] / _APART
    np.fill_diagonal(slopes, 0.0)
    np.fill_diagonal(slopes, -slopes.sum(1))
    return slopes[1:]


SLOPES = _differences()


@dataclass(frozen=True)
class Step:
    """The solution over one step: values `[s + 1, n]` at its nodes."""

    start: float
    length: float
    values: Floats

    def at(self, times: Floats) -> Floats:
        """`[k, n]` the polynomial at times, beyond the step too."""
        apart = ((times - self.start) / self.length)[:, None] - NODES
        hit = apart == 0
        shares = np.where(hit.any(1, keepdims=True), hit, WEIGHTS / np.where(hit, 1.0, apart))
        return (shares / shares.sum(1, keepdims=True)) @ self.values


def collocated(
    stacked: Stacked, state: Floats, times: Floats, rtol: float, atol: Floats
) -> tuple[Floats, int]:
    """States `[R, n]` at `times`, from `state` at the first, and how many of them it reached."""
    solver, end = _Newton(stacked, len(state), rtol, atol), float(times[-1])
    out, reached = np.empty((len(times), len(state))), 1
    out[0], now, length, before = state, float(times[0]), FIRST, None
    for _ in range(MOST_STEPS):
        arrives = end - now <= 1.1 * length
        length = end - now if arrives else length
        step = solver.step(now, length, state, before)
        missed = math.inf if step is None else solver.size(LAST @ step.values, state)
        if step is not None and missed <= 1:
            before, now, state = step, end if arrives else now + length, step.values[-1]
            last = int(np.searchsorted(times, now, side="right"))
            out[reached:last], reached = step.at(times[reached:last]), last
            if arrives:
                break
        length *= min(GROW, max(SHRINK, SAFE * max(missed, 1e-30) ** (-1 / (STAGES + 1))))
        if length < SHORTEST:
            break
    return out, reached


class _Newton:
    """The equations of a step, v(Y_i, t_i) = sum_j slope_ij Y_j / length, and their solution."""

    def __init__(self, stacked: Stacked, n: int, rtol: float, atol: Floats) -> None:
        self.stacked, self.rtol, self.atol = stacked, rtol, atol
        blocks = np.zeros((STAGES, n, STAGES, n))
        self._blocks = blocks
        self._matrix = blocks.reshape(STAGES * n, STAGES * n)
        # Views of a stage's own block, and of the same coordinate in any two stages.
        self._own, self._same = np.einsum("iaib->iab", blocks), np.einsum("iaja->ija", blocks)

    def size(self, change: Floats, state: Floats) -> float:
        """The largest entry in units of its tolerance."""
        return float((np.abs(change) / (self.atol + self.rtol * np.abs(state))).max())

    def step(self, start: float, length: float, state: Floats, before: Step | None) -> Step | None:
        """The step, from a guess that continues the one before; None where corrections do not settle."""
        times, slopes = start + length * NODES[1:], SLOPES / length
        fixed, across = slopes[:, :1] * state, slopes[:, 1:]
        states = np.repeat(state[None], STAGES, 0) if before is None else before.at(times)
        size = last = math.inf
        for i in range(CORRECTIONS):
            velocity, jacobian = self.stacked(states, times)
            change = self._solved(velocity - fixed - across @ states, jacobian, across)
            if change is None:
                return None
            states = states + change
            last, size = size, self.size(change, states)
            if size <= DONE:
                return Step(start, length, np.concatenate([state[None], states]))
            if not math.isfinite(size) or (i > 1 and size > last):
                return None
        return None

    def _solved(self, defect: Floats, jacobian: Floats, across: Floats) -> Floats | None:
        if not math.isfinite(defect.sum() + jacobian.sum()):
            return None
        self._blocks[...] = 0.0
        self._same[...] = across[:, :, None]
        self._own -= jacobian
        try:
            return np.linalg.solve(self._matrix, defect.ravel()).reshape(defect.shape)
        except np.linalg.LinAlgError:
            return None
