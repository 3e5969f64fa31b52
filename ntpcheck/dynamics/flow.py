"""Log-time flow: a run of gradient descent continued as gradient flow in s = log k, to s = 10^4 and beyond.

It starts at an early recorded iterate and passes the last one, where the two are compared: discrete steps
differ from the flow by the steps' local errors, which add up to at most (eta / 2) ||grad CE|| at the start
to first order, and gradient flow of a convex function does not amplify differences. The flow is always
centred at W^mm of its frame, never at a candidate under test.
"""

import warnings
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from ntpcheck.dynamics.collocation import collocated
from ntpcheck.dynamics.field import Field, LateField
from ntpcheck.dynamics.gradient_descent import STEPS, Trajectory, descent
from ntpcheck.instances.base import cached
from ntpcheck.instances.dataset import Run
from ntpcheck.reference.frame import Floats, Frame, frames
from ntpcheck.reference.kept import Kept
from ntpcheck.reference.law import Law, law

RTOLS, ATOL_F, ATOL_U = (1e-10, 1e-9, 1e-8), 1e-14, 1e-12
MOST_STEPS = 5_000  # between two records
START = STEPS // 4
REST = 1e-7  # deviations in support and odds below this no longer matter to u
MIXED = 1e9  # k eta lambda_min(H_F) at which the F-part has followed its balance for long
LATEST, MARGINS = 60.0, (2.0, 48.0)  # at most this late; how much longer to come to rest, tried in turn
HORIZON = 1e4
EARLY, LATE = 24, 32  # recorded times before and after the F-part has settled
BACK = 8  # records before the last, from which on nothing but a drift like log s should be left
FADED, FARTHEST = 12.0, 1e9  # of rate s there, below exp(-FADED) nothing is seen of what fades; log k at most


Motion = Callable[[Floats, float], Floats]


@dataclass(frozen=True)
class Flow:
    """The flow of one run: states at times s `[R]`, ending at the horizon, in the coordinates of `frame`."""

    frame: Frame
    law: Law | None  # None where W^mm is zero
    s: Floats  # [R]
    f: Floats  # [R, f] P_F W - centre; zero once settled
    u: Floats  # [R, x] x-part of W minus s W^mm
    rest: Floats  # [V, d] the part of W_0 that never moves
    early: int  # how many records are of the full flow
    completed: bool  # the integrator reached the horizon, and the F-part settled
    mismatch: float  # ||flow - gradient descent|| at the last recorded step
    stray: float  # the same on F, relative to ||P_F W - centre|| there
    step_error: float  # eta ||grad CE|| at the start, a bound on what discreteness adds later

    @property
    def error(self) -> float:
        """Bound on ||W(s) - W_k|| at s = log k beyond the recorded steps."""
        return 2 * self.mismatch + self.step_error

    def decoder(self, record: int) -> Floats:
        """`[V, d]` W at a record."""
        w = self.u[record] + self.s[record] * self.frame.wmm
        return self.frame.centre + self.frame.matrix(self.f[record], w) + self.rest

    def bounded_part(self, record: int) -> Floats:
        """`[V, d]` W(s) - s W^mm: what stays bounded, or grows like log s."""
        return self.frame.centre + self.frame.matrix(self.f[record], self.u[record]) + self.rest


_FINISHED: Kept[Flow] = Kept()


@cached
def flows(run: Run) -> list[Flow | None]:
    """The flow of every row of a batch, None where W^mm does not exist."""
    trajectory = descent(run)
    records = [trajectory.at(k).reshape(-1, *run.W0.shape[-2:]).cpu().numpy() for k in (START, STEPS)]
    etas = run.eta.reshape(-1).tolist()
    return [
        flow(frame, eta, START, early, (STEPS, late)) if frame.separable else None
        for frame, eta, early, late in zip(frames(run), etas, *records, strict=True)
    ]


def continued(frame: Frame, eta: float, trajectory: Trajectory, horizon: float = HORIZON) -> Flow:
    """The flow of one recorded run from a quarter of its steps on."""
    last = int(trajectory.steps[-1])
    first = int(trajectory.steps[np.searchsorted(trajectory.steps, max(1, last // 4))])
    W = [trajectory.at(k).cpu().numpy() for k in (first, last)]
    return flow(frame, eta, first, W[0], (last, W[1]), horizon)


def flow(
    frame: Frame, eta: float, k: float, W: Floats, check: tuple[float, Floats], horizon: float = HORIZON
) -> Flow:
    """The flow from W_k = W `[V, d]` on, compared at check = (k', W_k') with k' > k.

    The horizon is put off in proportion to the bounded part of W: the direction is only as near its limit
    as s ||W^mm|| outweighs that part. Claims with other hypotheses often ask for the same run in another
    batch: finished flows are kept, by all the numbers that they depend on.
    """
    return _FINISHED.once(
        lambda: _flow(frame, eta, k, W, check, horizon), frame, eta, k, W, check[0], check[1], horizon
    )


@np.errstate(over="ignore", invalid="ignore")  # trial steps leave what exp can take
def _flow(frame: Frame, eta: float, k: float, W: Floats, check: tuple[float, Floats], horizon: float) -> Flow:
    field, s = Field(frame, eta), float(np.log(k))
    f, w, rest = frame.parts(W)
    state = np.concatenate([f, w - s * frame.wmm])
    step_error = float(np.linalg.norm(field.velocity(state, s) + field.lead) / k)
    times, states, settled = _settle(
        field, state, (s, float(np.log(check[0])), _mixed(frame, eta), _faded(frame, eta))
    )
    mismatch, stray = _mismatch(frame, times, states, check)
    f_part, u_part = states[:, : len(f)], states[:, len(f) :]
    times_late, late, reached = times[:0], u_part[:0], False
    known = law(frame, eta) if frame.moves else None
    if settled:
        end = max(_horizon(frame, states, rest, horizon), _late_enough(known))
        times_late, late, reached = _late(LateField(frame, eta), u_part[-1], times[-1], end)
    return Flow(
        frame, known,
        np.concatenate([times, times_late]), np.concatenate([f_part, np.zeros((len(late), len(f)))]),
        np.concatenate([u_part, late]), rest, len(times), settled and reached, mismatch, stray, step_error,
    )  # fmt: skip


def _integrate(
    velocity: Motion, jacobian: Motion, state: Floats, times: Floats, atol: Any
) -> tuple[Floats, int]:
    """LSODA through `times`, and how many of them it reached.

    At a point of rest velocities are pure rounding: the tightest tolerance can then keep LSODA in short
    explicit steps for ever, and a looser one gets it out.
    """
    if not len(state):
        return np.zeros((len(times), 0)), len(times)
    best: tuple[Floats, int] = (state[None], 1)
    for rtol in RTOLS:
        found = _lsoda(velocity, jacobian, state, times, (rtol, atol))
        if found[1] == len(times):
            return found
        best = max(best, found, key=lambda result: result[1])
    return best


def _through(field: Field, state: Floats, times: Floats) -> tuple[Floats, int]:
    """The full flow through `times`, and how many of them it reached, by collocation or LSODA.

    LSODA takes thousands of steps, collocation some thirty, at the same tolerance. Where that gives up, as at
    a start beyond what exp can take, it is LSODA's turn.
    """
    atol = np.where(np.arange(len(state)) < len(state) - field.free, ATOL_F, ATOL_U)
    if len(state):
        found = collocated(field, state, times, RTOLS[0], atol)
        if found[1] == len(times):
            return found
    return _integrate(field.velocity, field.jacobian, state, times, atol)


def _lsoda(
    velocity: Motion, jacobian: Motion, state: Floats, times: Floats, tolerance: tuple[float, Any]
) -> tuple[Floats, int]:
    from scipy.integrate import ODEintWarning, odeint

    rtol, atol = tolerance
    with warnings.catch_warnings(), np.errstate(over="ignore", invalid="ignore"):
        warnings.simplefilter("ignore", ODEintWarning)
        states, info = odeint(
            velocity, state, times, Dfun=jacobian, rtol=rtol, atol=atol, mxstep=MOST_STEPS, full_output=True
        )
    # Past a failure the records are whatever the memory held.
    reached = (info["tcur"] >= times[1:]) & np.isfinite(states[1:]).all(1)
    return states, 1 + int(np.argmin(np.append(reached, False)))


def _mixed(frame: Frame, eta: float) -> float:
    """log k at which k eta lambda_min(H_F) = `MIXED`."""
    if not len(frame.F):
        return 0.0
    slowest = float(frame.curvatures()[0])
    return float(min(LATEST, np.log(MIXED / max(eta * slowest, np.exp(-LATEST)))))


def _faded(frame: Frame, eta: float) -> float:
    """log k at which rho is expected below `REST`: eta k pi_j rho_j tends to the sum of j's multipliers."""
    pulls = np.bincount(frame.context, frame.alpha, len(frame.pi)) / frame.pi
    return float(np.log(max(pulls.max(initial=0.0) / (eta * REST), 1.0)))


def _settle(
    field: Field, state: Floats, span: tuple[float, float, float, float]
) -> tuple[Floats, Floats, bool]:
    """The full flow until all but u is at rest: times, states, and whether it came to that.

    span: start, check, mixed, faded.
    """
    start, check, mixed, faded = span
    times, states, reached = np.array([start]), state[None], 1
    # From the start each time: a stiff integrator restarted in the middle of a stiff stretch has no good
    # first step.
    for margin in MARGINS:
        times = np.concatenate([[start], np.linspace(check, max(mixed, check, faded) + margin, EARLY)])
        states, reached = _through(field, state, times)
        for i in range(2, reached):
            if times[i] >= mixed and field.unrest(states[i], times[i]) <= REST:
                return times[: i + 1], states[: i + 1], True
    return times[:reached], states[:reached], False


def _mismatch(
    frame: Frame, times: Floats, states: Floats, check: tuple[float, Floats]
) -> tuple[float, float]:
    """||flow - gradient descent|| at the step compared, and its part on F relative to the F-part itself."""
    f, w, _ = frame.parts(check[1])
    if len(states) < 2:
        return np.inf, np.inf
    apart = states[1] - np.concatenate([f, w - times[1] * frame.wmm])
    size = max(np.linalg.norm(f), np.linalg.norm(states[1][: len(f)]), REST)
    return float(np.linalg.norm(apart)), float(np.linalg.norm(apart[: len(f)]) / size)


def _horizon(frame: Frame, states: Floats, rest: Floats, horizon: float) -> float:
    if not frame.moves:
        return horizon
    bounded = np.linalg.norm(states[-1, len(frame.F) :]) + np.linalg.norm(frame.centre + rest)
    return horizon * max(1.0, float(bounded / np.linalg.norm(frame.wmm)))


def _late_enough(known: Law | None) -> float:
    """A horizon whose record `BACK` from the end is where exp(-rate s) has faded; 0 where there is no rate.

    Late records lie geometrically, from some s > 1 on: that record is at (horizon)^((LATE - BACK) / LATE), at
    least.
    """
    if known is None or known.rate == 0:
        return 0.0
    return float(min((FADED / known.rate) ** (LATE / (LATE - BACK)), FARTHEST))


def _late(field: LateField, u: Floats, s: float, horizon: float) -> tuple[Floats, Floats, bool]:
    times = np.geomspace(s, horizon, LATE + 1)
    states, reached = _integrate(field.velocity, field.jacobian, u, times, ATOL_U)
    return times[1:reached], states[1:reached], reached == len(times)


def carried(field: LateField, u: Floats, times: Floats) -> Floats:
    """`[<= len(times), x]` a late flow's states from u at times[0] on; fewer where the integrator stops."""
    states, reached = _integrate(field.velocity, field.jacobian, u, times, ATOL_U)
    return states[:reached]


def passed(field: Field, state: Floats, times: Floats) -> Floats:
    """`[<= len(times), f + x]` a full flow's states from `state` at times[0] on; fewer where it stops."""
    states, reached = _through(field, state, times)
    return states[:reached]
