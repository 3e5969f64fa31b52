"""Collocation at Radau points: stiff flows in log-time, in steps some hundred times those of LSODA.

Over a step the solution is a polynomial u of degree s = `STAGES` with u' = v(u, t) at the s right Radau
points: the implicit Runge-Kutta method Radau IIA, of order 2 s - 1, L-stable. A velocity is asked for at all
s stages in one call: for small arrays it is calls that cost.

The stages are found together by Newton's method, with an approximate Jacobian that takes apart what it has to
solve. In log-time minus the Jacobian is e^t A on the coordinates that come to rest, and some B on the others,
the last ones, A and B symmetric and nearly constant. In their eigenvectors every coordinate has s equations
of its own, whose matrix is that of the slopes plus e^t_i a, or plus b, on the diagonal. Those of the last
coordinates are solved first, and what they do to the others through the Jacobian is added there. Each
correction takes a constant share off what is missing, ten to a thousand times; A and B are taken anew where
it takes off too little.

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
from typing import Protocol

import numpy as np
from numpy.polynomial.legendre import legroots

from ntpcheck.dynamics.residual import largest
from ntpcheck.reference.frame import Floats

Rate = Callable[[Floats], Floats]
"""States `[s, n]` at the stages of a step to their velocities `[s, n]`."""


class Motion(Protocol):
    """A flow in log-time. free: how many coordinates, the last ones, have a Jacobian that does not grow."""

    @property
    def free(self) -> int: ...

    def at(self, times: Floats) -> Rate:
        """Velocities at some times; no numbers where exp overflows."""
        ...

    def jacobian(self, state: Floats, s: float) -> Floats:
        """`[n, n]`, its diagonal blocks symmetric and negative."""
        ...


STAGES = 11
FIRST, SHORTEST, MOST_STEPS = 0.05, 1e-7, 400  # lengths of steps; how many, then it is someone else's turn
CORRECTIONS, DONE = 30, 1e-3  # at most; in tolerances, what they may leave
SLOW = 0.9  # what a correction leaves of the one before it where there is no progress
MANY = 6  # corrections from which on the Jacobian is taken anew for the next step
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


SLOPES, EYE = _differences(), np.eye(STAGES)


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


def collocated(motion: Motion, state: Floats, times: Floats, rtol: float, atol: Floats) -> tuple[Floats, int]:
    """States `[R, n]` at `times`, from `state` at the first, and how many of them it reached."""
    solver, end = _Newton(motion, rtol, atol), float(times[-1])
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

    def __init__(self, motion: Motion, rtol: float, atol: Floats) -> None:
        self.motion, self.rtol, self.atol = motion, rtol, atol
        self.fixed = len(atol) - motion.free  # how many coordinates come to rest
        self._old = True
        # Of minus the Jacobian: eigenvectors, eigenvalues without e^t, and what ties the first to the last.
        self._vectors, self._values, self._tie = np.zeros((len(atol),) * 2), np.zeros(len(atol)), atol[:0]

    def size(self, change: Floats, state: Floats) -> float:
        """The largest entry in units of its tolerance."""
        return largest(np.abs(change) / (self.atol + self.rtol * np.abs(state)))

    def step(self, start: float, length: float, state: Floats, before: Step | None) -> Step | None:
        """The step, from a guess that continues the one before; None where corrections do not settle."""
        times, slopes = start + length * NODES[1:], SLOPES / length
        states = np.repeat(state[None], STAGES, 0) if before is None else before.at(times)
        values, rate = np.concatenate([state[None], states]), self.motion.at(times)
        inverse, share, last = None, math.inf, math.inf
        for i in range(CORRECTIONS):
            defect = rate(values[1:]) - slopes @ values
            if inverse is None:
                try:
                    self._renew(values[1 + STAGES // 2], times[STAGES // 2])
                    inverse = self._inverse(slopes[:, 1:], times)
                except np.linalg.LinAlgError:
                    break
            change = self._solved(defect, inverse)
            values[1:] += change
            size = self.size(change, values[1:])
            share = size / last if i else math.inf
            if size <= DONE or (share < 1 and size * share <= DONE * (1 - share)):
                self._old = i >= MANY
                return Step(start, length, values)
            if not math.isfinite(size) or (i > 2 and share > SLOW):  # NaN where a velocity has no number
                break
            last = size
        self._old = True
        return None

    def _renew(self, state: Floats, time: float) -> None:
        if not self._old:
            return
        jacobian, f, self._old = self.motion.jacobian(state, time), self.fixed, False
        for part in (slice(f), slice(f, None)):
            values, self._vectors[part, part] = np.linalg.eigh(-jacobian[part, part])
            self._values[part] = np.maximum(values, 0.0)
        self._values[:f] *= math.exp(-time)
        self._tie = self._vectors[:f, :f].T @ jacobian[:f, f:] @ self._vectors[f:, f:]

    def _inverse(self, across: Floats, times: Floats) -> Floats:
        """`[n, s, s]` of each coordinate's equations."""
        growth = np.where(np.arange(len(self.atol))[:, None] < self.fixed, np.exp(times), 1.0)
        return np.linalg.inv(across + (self._values[:, None] * growth)[:, :, None] * EYE)

    def _solved(self, defect: Floats, inverse: Floats) -> Floats:
        f, turned = self.fixed, (defect @ self._vectors).T[:, :, None]
        turned[f:] = inverse[f:] @ turned[f:]
        if f:
            turned[:f] += (self._tie @ turned[f:, :, 0])[:, :, None]
            turned[:f] = inverse[:f] @ turned[:f]
        return (self._vectors @ turned[:, :, 0]).T
