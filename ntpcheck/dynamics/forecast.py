"""Where gradient descent from W_0 = 0 is after k steps, for any k, and how far off that may be.

CE is convex with a beta-Lipschitz gradient, so for eta <= 2 / beta a step T(W) = W - eta grad CE(W) takes
no two points further apart. Any path U_k therefore stays near the run, by its defects e_k = U_{k+1} - T(U_k):

    ||W_k - U_k|| <= ||W_K - U_K|| + sum_{K <= i < k} ||e_i||.                                           (1)

descent. The first steps are taken: nothing is off but rounding.
flow.    From there dU/dk = -eta grad CE(U), up to the step asked for. Here e_k is the integral over one step
         of eta (grad CE(U(k)) - grad CE(U(t))), so all defects together are at most the length of the path
         that eta grad CE(U) takes.
law.     Beyond it, with s = log k, U_k = centre + f_k + u_k + s W^mm, where u follows the equation that
         `reference.law` takes its limit from,
             du/ds = sum_n eta c_n exp(-<u, x_n> - s (<W^mm, x_n> - 1)) x_n - W^mm,
         and f_k is the balance on F, H_F^{-1} / (eta k) times the force of the tokens out of support. With
         v(f, u, s) the right side of the full flow, k e_k is du/ds - v_u on the x-part, df/ds - v_f on F,
         and at most (||du/ds|| + ||W^mm|| + ||d^2u/ds^2||) / k for taking steps: all of it decays like 1 / k
         or, by the tokens that are no support vectors, like a power of it.

Lengths and derivatives are taken between records, `DENSE` for each factor of ten. Let delta bound
||W_k - U_k||. Then the angle to W^mm differs by at most asin(delta / ||U_k||), and

    CE(W_k) >= CE(U_k) - ||grad CE(U_k)|| delta                                                (convexity)
    CE(W_k) <= CE(U_{k-i}) + delta^2 / (2 eta i)      (the telescoped sum of `reference.guarantee`, i steps)

for any i, of which some are tried.
"""

import math
from itertools import pairwise
from typing import NamedTuple

import numpy as np
import torch

from ntpcheck.dynamics.field import Field, LateField
from ntpcheck.dynamics.flow import carried, passed
from ntpcheck.dynamics.gradient_descent import gradient_descent, log_spaced
from ntpcheck.instances.dataset import Dataset, Run
from ntpcheck.reference.frame import Floats, frames

TAKEN = 4096  # steps that are taken before the flow goes on
DENSE = 16  # records of a path for each factor of ten, the power of ten itself among them
SPACE = math.log(10) / DENSE
SHARES = -(4.0 ** -np.arange(1, 13))  # of k, tried for -i
SLACK = 1e-8  # relative: what the integrator and rounding may add
FADED = 34.0  # log k from which on 1 / k is below rounding: no defect is left to add
LOST = 1e-6  # share of W^mm or W*, and miss of a margin, that nearly dependent embeddings may cost
HORIZON = 1e4  # log k at which the law is left


class Banded(NamedTuple):
    """A predicted value, and from where to where the true one may be."""

    value: float
    low: float
    high: float


class Row(NamedTuple):
    """The run after k steps."""

    log_steps: float  # log k
    loss: Banded  # CE - H, in nats
    turn: Banded  # 1 - cos to W^mm
    by: str  # "descent", "flow" or "law"


class _Record(NamedTuple):
    """One state (f, u) of a path at s, with its velocity d(f, u)/ds."""

    s: float
    state: Floats
    velocity: Floats


def within_reach(data: Dataset) -> bool:
    """Whether W^mm and W* are in the span of the frame's coordinates, and have their margins there."""
    (frame,) = frames(data)
    centre = frame.centre.ravel()
    lost = np.linalg.norm(frame.parts(frame.centre + frame.W)[2]) / np.linalg.norm(frame.W)
    if frame.compatible and centre.any():
        lost = max(lost, np.linalg.norm(centre - frame.F.T @ (frame.F @ centre)) / np.linalg.norm(centre))
    off = np.abs(frame.cells @ frame.wmm - 1 - frame.excess)
    return bool(lost <= LOST and off.max() <= LOST * (1 + frame.excess.max()))


class Forecast:
    """The run of gradient descent with step eta from 0, on compatible and separable data with W^mm not 0."""

    def __init__(self, data: Dataset, eta: float) -> None:
        (frame,) = frames(data)
        self.frame, self.data, self.eta = frame, data, eta
        self.field, self.late, self.dimension = Field(frame, eta), LateField(frame, eta), len(frame.F)
        self.balance = np.linalg.inv(frame.hessian()) / eta

    @np.errstate(over="ignore", under="ignore")
    def rows(self, asked: int) -> list[Row]:
        """The records up to `asked` steps and beyond; fewer where an integrator stops."""
        told, here = self._descent(min(asked, TAKEN))
        delta = 0.0
        for by, path in (("flow", self._flow), ("law", self._law)):
            records = path(here, math.log(asked))
            if by == "law" and records:
                delta += float(np.linalg.norm(records[0].state - here.state))
            for before, record in pairwise(records):
                delta += self._defects(by, before, record)
                told.append(self._row(by, before, record, delta))
            here = records[-1] if records else here
        return told

    def _descent(self, last: int) -> tuple[list[Row], _Record]:
        """The steps that are taken, and the last of them."""
        W = torch.zeros((self.data.size("V"), self.data.size("d")), dtype=torch.float64)
        steps = sorted({*log_spaced(last), *(10**i for i in range(len(str(last))))} - {0})
        with torch.no_grad():
            found = gradient_descent(Run(self.data.embeddings, self.data.counts, W, self.eta), steps)
        records = list[_Record]()
        for k in steps:
            f, w, _ = self.frame.parts(found.at(k).numpy())
            records.append(self._record(np.concatenate([f, w - math.log(k) * self.frame.wmm]), math.log(k)))
        return [self._exact(record) for record in records], records[-1]

    def _exact(self, record: _Record) -> Row:
        loss, turn = self.field.gap(record.state, record.s), _turn(self._seen(record)[1])
        return Row(record.s, Banded(loss, loss, loss), Banded(turn, turn, turn), "descent")

    def _record(self, state: Floats, s: float) -> _Record:
        return _Record(s, state, self.field.velocity(state, s))

    def _flow(self, here: _Record, end: float) -> list[_Record]:
        if end <= here.s:
            return []
        times = np.append(_spaced(here.s, end), end)
        states = passed(self.field, here.state, times)
        return [self._record(state, float(s)) for state, s in zip(states, times, strict=False)]

    def _law(self, here: _Record, _: float) -> list[_Record]:
        """From there on to log k = `HORIZON`: states with f in balance, velocities those of the law."""
        near = _spaced(here.s, max(FADED, here.s + 1))
        times = np.concatenate([near, np.geomspace(near[-1], HORIZON, 8 * DENSE)[1:]])
        states = carried(self.late, here.state[self.dimension :], times)
        records = list[_Record]()
        for u, s in zip(states, times.tolist(), strict=False):
            f = np.zeros(self.dimension)
            for _ in range(2 if s < FADED else 0):  # Newton's steps: the second one sees the bend of CE_F
                force = self.field.velocity(np.concatenate([f, u]), s)[: self.dimension]
                f = f + self.balance @ force * math.exp(-s)
            velocity = np.concatenate([-f, self.late.velocity(u, s)])
            records.append(_Record(s, np.concatenate([f, u]), velocity))
        return records

    def _defects(self, by: str, before: _Record, record: _Record) -> float:
        """The sum of ||e_k|| between two records."""
        if by == "flow":
            return float(np.linalg.norm(self._pull(record) - self._pull(before)))
        if record.s > FADED:
            return 0.0
        passed = record.s - before.s
        rates = (record.state - before.state)[: self.dimension] / passed
        bend = np.linalg.norm(record.velocity - before.velocity) / passed
        worst = 0.0
        for one in (before, record):
            ours = np.concatenate([rates, one.velocity[self.dimension :]])
            steps = bend + np.linalg.norm(ours) + np.linalg.norm(self.frame.wmm)
            apart = np.linalg.norm(ours - self.field.velocity(one.state, one.s))
            worst = max(worst, float(apart + steps * math.exp(-one.s)))
        return worst * passed

    def _pull(self, record: _Record) -> Floats:
        """-eta grad CE, where the record's velocity is that of the full flow."""
        return (record.velocity + self.field.lead) * math.exp(-record.s)

    def _seen(self, record: _Record) -> tuple[float, float]:
        """||U|| and its angle to W^mm."""
        u, wmm = record.state[self.dimension :], self.frame.wmm
        square = float(wmm @ wmm)
        along = float(u @ wmm) / square
        off = self.frame.centre + self.frame.matrix(record.state[: self.dimension], u - along * wmm)
        side, ahead = float(np.linalg.norm(off)), (record.s + along) * math.sqrt(square)
        return math.hypot(side, ahead), math.atan2(side, ahead)

    def _row(self, by: str, before: _Record, record: _Record, delta: float) -> Row:
        norm, angle = self._seen(record)
        off = delta + SLACK * norm
        bend = math.asin(off / norm) if off < norm else math.pi
        turns = (_turn(a) for a in (angle, max(angle - bend, 0.0), min(angle + bend, math.pi)))
        if record.s > FADED:
            return Row(record.s, Banded(0.0, 0.0, math.inf), Banded(*turns), by)
        loss = self.field.gap(record.state, record.s)
        slope = float(np.linalg.norm(self._pull(self._record(record.state, record.s)))) / self.eta
        low, high = max(loss - slope * off, 0.0), self._above(before, record, off)
        return Row(record.s, Banded(loss, low, high), Banded(*turns), by)

    def _above(self, before: _Record, record: _Record, off: float) -> float:
        """The least CE(U_{k-i}) + delta^2 / (2 eta i) over some i, U_{k-i} by its tangent at k."""
        curved = float(np.linalg.norm(record.velocity - before.velocity)) / (record.s - before.s)
        back = np.log1p(SHARES)
        near = off + curved * back**2
        losses = self.field.gaps(record.state + np.outer(back, record.velocity), record.s + back)
        reached = losses - near**2 / (2 * self.eta * SHARES * math.exp(record.s))
        return float(np.fmin.reduce(reached, initial=math.inf))  # some states have left the doubles


def _spaced(start: float, end: float) -> Floats:
    """`start`, and the logs of the powers of 10^(1 / `DENSE`) between it and `end`."""
    inside = SPACE * np.arange(math.ceil(start / SPACE), math.ceil(end / SPACE))
    return np.append(start, inside[(inside > start + SPACE / 100) & (inside < end - SPACE / 100)])


def _turn(angle: float) -> float:
    """1 - cos, without cancellation."""
    return 2 * math.sin(angle / 2) ** 2


def reached(rows: list[Row], turn: float) -> Banded | None:
    """log k from which on 1 - cos is at most `turn`, to the records' spacing; None if beyond the horizon."""
    times = np.array([row.log_steps for row in rows])

    def after(values: Floats) -> float:
        above = np.flatnonzero(values > turn)
        at = int(above[-1]) + 1 if len(above) else 0
        return float(times[at]) if at < len(times) else math.inf

    value, low, high = (after(np.array([row.turn[i] for row in rows])) for i in range(3))
    earlier = times[times < low]
    return Banded(value, float(earlier[-1]) if len(earlier) else 0.0, high) if value < math.inf else None
