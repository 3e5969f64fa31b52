"""Collocation: its polynomials by what they are exact for, its steps by solutions known in closed form."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
import torch

from ntpcheck.domains.recipes import scaled
from ntpcheck.dynamics import collocation
from ntpcheck.dynamics.collocation import LAST, MOST_STEPS, NODES, SLOPES, STAGES, Step, collocated
from ntpcheck.dynamics.field import Field
from ntpcheck.dynamics.flow import ATOL_F, RTOLS, passed
from ntpcheck.reference.frame import frames
from tests.dynamics.runs import admitted

RTOL = RTOLS[0]


def powers(nodes: Any) -> Any:
    return nodes[:, None] ** np.arange(STAGES + 1)


def test_the_points_are_real_where_roots_come_as_complex_numbers(monkeypatch: pytest.MonkeyPatch) -> None:
    real = collocation.legroots
    monkeypatch.setattr(collocation, "legroots", lambda c: real(c).astype(complex))
    assert collocation._nodes().dtype == np.float64
    assert np.array_equal(collocation._nodes(), NODES)


def test_the_points_are_exact_for_twice_as_many_powers() -> None:
    """A quadrature at the right Radau points integrates t^k up to k = 2 s - 2."""
    weights = np.linalg.solve((NODES[1:, None] ** np.arange(STAGES)).T, 1 / np.arange(1, STAGES + 1))
    for k in range(2 * STAGES - 1):
        assert weights @ NODES[1:] ** k == pytest.approx(1 / (k + 1), rel=1e-11)


def test_polynomials_are_taken_apart_exactly() -> None:
    """Slopes, values between and beyond the nodes, and the last of the Legendre coefficients."""
    values = powers(NODES)
    slopes = np.arange(STAGES + 1) * NODES[1:, None] ** np.maximum(np.arange(STAGES + 1) - 1, 0)
    assert np.abs(SLOPES @ values - slopes).max() <= 1e-11
    step = Step(3.0, 0.5, values)
    inside = np.concatenate([[0.0, 1.0], np.linspace(0.1, 1.2, 5), NODES])
    assert np.abs(step.at(3.0 + 0.5 * inside) - powers(inside)).max() <= 1e-11
    legendre = np.polynomial.legendre.legvander(2 * NODES - 1, STAGES)
    assert np.abs(LAST @ legendre - np.eye(STAGES + 1)[-1]).max() <= 1e-12


class Known:
    """A motion by formulas: velocities of `[k, n]` at `[k]`, and the diagonal of a Jacobian."""

    def __init__(self, free: int, velocity: Any, slope: Any) -> None:
        self.free, self.velocity, self.slope = free, velocity, slope

    def at(self, times: Any) -> Any:
        return lambda states: self.velocity(states, times)

    def jacobian(self, state: Any, s: float) -> Any:
        return np.diag(self.slope(state, s))


def stiff(rate: float) -> Known:
    """y' = -rate e^s (y - cos s) - sin s and u' = 1 - e^u: y = cos s, and u in closed form."""

    def velocity(states: Any, times: Any) -> Any:
        y, u = states.T
        return np.stack([-rate * np.exp(times) * (y - np.cos(times)) - np.sin(times), 1 - np.exp(u)], 1)

    return Known(1, velocity, lambda state, s: [-rate * np.exp(s), -np.exp(state[1])])


@pytest.mark.parametrize("rate", [1.0, 1e4])
@pytest.mark.parametrize("away", [0.0, 0.5])
def test_a_stiff_flow_is_followed_to_its_tolerance(rate, away) -> None:
    """From rest and from beside it, where the first steps are short, through 25 e-foldings of its rate."""
    times = np.concatenate([[0.0], np.linspace(0.125, 25.0, 40)])
    states, reached = collocated(stiff(rate), np.array([1.0 + away, 3.0]), times, RTOL, np.full(2, 1e-14))
    assert reached == len(times)
    late = times > 20 / rate
    assert np.abs(states[late, 0] - np.cos(times[late])).max() <= 2 * RTOL
    u = -np.log1p(np.expm1(-3.0) * np.exp(-times))  # e^-u - 1 falls like e^-s
    assert np.abs(states[:, 1] - u).max() <= 4 * RTOL


def test_what_cannot_be_followed_is_given_up() -> None:
    """y' = y^2 from 1 ends at s = 1; where there are no numbers, nothing is reached."""

    blows = Known(1, lambda states, times: states**2, lambda state, s: 2 * state)
    times = np.array([0.0, 0.25, 0.5, 2.0])
    states, reached = collocated(blows, np.ones(1), times, RTOL, np.full(1, 1e-14))
    assert reached == 3
    assert states[:3, 0] == pytest.approx(1 / (1 - times[:3]), rel=1e-9)
    none = Known(1, lambda states, times: states + np.nan, lambda state, s: state)
    nothing = collocated(none, np.ones(1), times, RTOL, np.ones(1))
    assert (nothing[1], nothing[0][0, 0]) == (1, 1.0)


def test_no_more_steps_are_taken_than_allowed(monkeypatch) -> None:
    times = np.linspace(0.0, 25.0, 9)
    allowed = []

    def step(self: Any, start: float, length: float, state: Any, before: Any) -> None:
        allowed.append(length)

    monkeypatch.setattr(collocation._Newton, "step", step)
    assert collocated(stiff(1.0), np.ones(2), times, RTOL, np.ones(2))[1] == 1
    assert len(allowed) < MOST_STEPS
    monkeypatch.setattr(collocation, "SHRINK", 1.0)
    assert collocated(stiff(1.0), np.ones(2), times, RTOL, np.ones(2))[1] == 1
    assert len(allowed) > MOST_STEPS


def test_velocities_of_a_step_are_those_of_each_state() -> None:
    generator = np.random.default_rng(7)
    for run in admitted(2, 4):
        for frame in frames(run):
            field, times = Field(frame, 0.3), np.array([0.5, 6.0, 20.0])
            states = generator.normal(size=(3, frame.T.shape[1])) * np.exp(-times / 2)[:, None]
            for state, s, velocity in zip(states, times, field.at(times)(states), strict=True):
                wanted = field.velocity(state, s)
                assert np.abs(velocity - wanted).max(initial=0) <= 1e-11 * (1 + np.abs(wanted).max(initial=0))


def test_a_flow_is_the_same_by_either_method(monkeypatch) -> None:
    """LSODA's own error, some hundred tolerances at worst, is what they differ by."""
    compared = 0
    for run in (*admitted(4, 4), scaled(torch.Generator().manual_seed(3), 1, 5)):
        for frame, eta in zip(frames(run), run.eta.reshape(-1).tolist(), strict=True):
            if not frame.separable or not frame.T.shape[1]:
                continue
            field, times = Field(frame, eta), np.linspace(6.0, 20.0, 9)
            start = np.zeros(frame.T.shape[1])
            ours = passed(field, start, times)
            with monkeypatch.context() as without:
                without.setattr("ntpcheck.dynamics.flow.collocated", lambda *_: (None, 1))
                theirs = passed(field, start, times)
            assert np.abs(ours - theirs).max() <= 1e-7 * (1 + np.abs(theirs).max())
            assert len(ours) == len(times)
            compared += 1
    assert compared >= 5
    assert ATOL_F < RTOL


def test_steps_grow_long(monkeypatch) -> None:
    """Without stiffness in sight a log-time flow takes some steps a unit of s at most, not hundreds."""
    taken = []
    step = collocation._Newton.step
    monkeypatch.setattr(collocation._Newton, "step", lambda *given: taken.append(given[2]) or step(*given))
    collocated(stiff(1e4), np.array([1.0, 0.0]), np.array([0.0, 25.0]), RTOL, np.full(2, 1e-14))
    assert len(taken) <= 60
    assert max(taken) >= 0.5
    assert math.isclose(sum(taken), 25.0, rel_tol=0.5)
