"""The log-time flow is the gradient flow of CE, meets the run it continues, and ends where the law says."""

from __future__ import annotations

import numpy as np
import pytest
import torch

from ntpcheck.dynamics.field import Field, LateField
from ntpcheck.dynamics.figure import training_figure
from ntpcheck.dynamics.flow import BACK, FARTHEST, HORIZON, LATE, carried, continued, flow, flows, passed
from ntpcheck.dynamics.gradient_descent import gradient_descent, log_spaced
from ntpcheck.instances.dataset import Run
from ntpcheck.reference.frame import frames
from tests.dynamics.runs import BRISK, admitted, random_run, smoothness
from tests.reference.plain_loss import cross_entropy


def state_at(frame, W, s):
    f, w, rest = frame.parts(W)
    return np.concatenate([f, w - s * frame.wmm]), rest


@pytest.mark.parametrize("scale", [1.0, 100.0])
def test_the_velocity_is_the_gradient_of_the_loss(scale):
    for run in admitted(0, 3):
        for row, frame in zip(run.rows(), frames(run), strict=True):
            W = (scale * row.W0).clone().requires_grad_()
            (gradient,) = torch.autograd.grad(cross_entropy(row, W), W)
            s = 3.0
            state, _ = state_at(frame, W.detach().numpy(), s)
            field = Field(frame, float(row.eta))
            with np.errstate(over="ignore", invalid="ignore"):
                moved = field.velocity(state, s) + field.lead
            there = -float(row.eta) * np.exp(s) * gradient.numpy().ravel()
            expected = np.concatenate([frame.F @ there, frame.X @ there])
            assert np.abs(moved - expected).max() <= 1e-9 * (1 + np.abs(expected).max())


def test_jacobians_are_the_derivatives_of_the_velocities():
    run = random_run(0, m=3, d=4, V=4)
    for row, frame in zip(run.rows(), frames(run), strict=True):
        s = 4.0
        state, _ = state_at(frame, row.W0.numpy(), s)
        u = state[len(frame.F) :]
        for field, point in ((Field(frame, 0.3), state), (LateField(frame, 0.3), u)):
            steps = 1e-6 * np.eye(len(point))
            slopes = [(field.velocity(point + e, s) - field.velocity(point - e, s)) / 2e-6 for e in steps]
            exact = field.jacobian(point, s)
            assert np.abs(exact - np.array(slopes).T).max() <= 1e-6 * (1 + np.abs(exact).max())


@pytest.mark.parametrize("share", [1.0, 0.1, 0.01])
def test_the_flow_meets_the_run_that_it_continues(share):
    """Over two orders of magnitude in step size, and of horizon: what discreteness leaves falls like 1/k."""
    eta = share / (2 * float(smoothness(BRISK)))
    run = BRISK.replace(eta=torch.tensor(eta))
    frame = frames(run)[0]
    apart = []
    for last in (1_000, 10_000, 100_000):
        flow = continued(frame, eta, gradient_descent(run, log_spaced(last)))
        assert flow.completed
        apart.append(flow.mismatch * last)
        assert flow.mismatch <= flow.step_error
    assert max(apart) <= 8 * min(apart)


def test_the_flow_ends_at_the_offset_that_the_law_predicts():
    for run in admitted(1, 4):
        for found in flows(run):
            law = found.law
            assert found.completed
            assert found.s[-1] >= HORIZON
            apart = np.linalg.norm(law.span @ (found.u[-1] - law.offset))
            assert apart <= (1e-9 if law.strict else 1e-2) * (1 + np.linalg.norm(law.offset))


def test_extreme_starts_and_weights_are_followed_to_the_end():
    starts = [[[1024.0], [-1024.0], [0.0]], [[-1024.0], [1024.0], [1024.0]], [[0.0], [0.0], [0.0]]]
    for W0 in starts:
        for eta in (2.0**-10, 0.25):
            (flow,) = flows(Run([[-2.0]], [[0, 0, 4]], W0, eta))
            assert flow.completed
    (flow,) = flows(
        Run([[0.125, -1.25], [0.3125, -0.25]], [[1, 0, 0], [100_000_000, 0, 0]], [[1.0, -2.0]] * 3, 0.25)
    )
    assert flow.completed


def test_nothing_to_follow_is_followed():
    (flow,) = flows(Run([[1.0]], [[1]], [[3.0]], 0.5))
    assert flow.completed
    assert flow.law is None
    assert flow.mismatch == 0
    assert flow.decoder(-1).tolist() == [[3.0]]


def test_inseparable_data_has_no_flow():
    assert flows(Run([[1.0], [1.0]], [[1, 0], [0, 1]], [[0.0], [0.0]], 0.5)) == [None]


def test_the_training_figure_draws_the_law_beside_the_run():
    series = training_figure(BRISK, 1e4, title="brisk")
    assert series["title"] == "brisk"
    for name in ("loss_gap", "norm", "one_minus_cos", "distance"):
        assert len(series[name]) == len(series["law"][name]) == len(series["k"])
    assert series["loss_gap"][-1] == pytest.approx(series["law"]["loss_gap"][-1], rel=0.5)
    assert series["norm"][-1] == pytest.approx(series["law"]["norm"][-1], rel=0.25)
    assert series["distance"][-1] == pytest.approx(series["law"]["distance"][-1], rel=0.5)
    assert series["flow"]["log_k"][-1] >= 1e4
    assert series["flow"]["one_minus_cos"][-1] < 1e-7


def test_a_flow_is_read_at_any_record():
    """W(s) begins at the iterate it was given, the part that never moves included, and grows as s W^mm."""
    for run in admitted(3, 3):
        trajectory = gradient_descent(run, log_spaced(1_000))
        for i, (frame, eta) in enumerate(zip(frames(run), run.eta.reshape(-1).tolist(), strict=True)):
            W = trajectory.at(1_000).reshape(-1, *run.W0.shape[-2:])[i].numpy()
            found = flow(frame, eta, 1_000, W, (1_100, W))
            size = 1 + np.linalg.norm(W)
            assert np.linalg.norm(found.decoder(0) - W) <= 1e-9 * size
            inner = found.bounded_part(0) + np.log(1_000) * frame.matrix(0 * found.f[0], frame.wmm)
            assert np.linalg.norm(inner - W) <= 1e-9 * size
            assert np.array_equal(found.s, np.sort(found.s))
            assert len(found.s) == len(found.f) == len(found.u) > LATE
            assert not found.f[found.early :].any()


def test_an_integrator_that_stops_gives_what_it_reached(monkeypatch):
    """y' = y^2 from 1 has no value at s = 1: what lies beyond is left out, whatever the memory holds."""
    monkeypatch.setattr("ntpcheck.dynamics.flow.MOST_STEPS", 500)
    monkeypatch.setattr("ntpcheck.dynamics.flow.collocated", lambda *_: (None, 1))

    class Blows:
        free = 1

        def velocity(self, u, s):
            return u**2

        def jacobian(self, u, s):
            return np.diag(2 * u)

    times = np.array([0.0, 0.25, 0.5, 0.75, 2.0, 4.0])
    for states in (carried(Blows(), np.ones(1), times), passed(Blows(), np.ones(1), times)):
        assert states[:, 0] == pytest.approx(1 / (1 - times[:4]), rel=1e-8)


def test_two_states_are_compared_at_the_step_that_was_asked_for():
    """What the flow is compared with counts in full: an iterate moved by 1 is a mismatch of about 1."""
    frame = frames(BRISK)[0]
    eta = float(BRISK.eta)
    trajectory = gradient_descent(BRISK, np.array([0, 1_000, 4_000]))
    first, last = (trajectory.at(k).reshape(*BRISK.W0.shape[-2:]).numpy() for k in (1_000, 4_000))
    near = flow(frame, eta, 1_000, first, (4_000, last))
    for row in (frame.F[0], frame.X[0]):
        away = flow(frame, eta, 1_000, first, (4_000, last + row.reshape(last.shape)))
        assert away.mismatch == pytest.approx(1.0, abs=2 * near.mismatch)
    assert near.stray <= 1e-2
    moved = last + 10 * frame.F[0].reshape(last.shape)
    far = flow(frame, eta, 1_000, first, (4_000, moved))
    assert far.stray == pytest.approx(10 / np.linalg.norm(frame.parts(moved)[0]), rel=1e-2)


def test_what_discreteness_adds_is_bounded_by_the_first_step():
    for run in admitted(5, 3):
        for row, frame in zip(run.rows(), frames(run), strict=True):
            W = row.W0.clone().requires_grad_()
            (gradient,) = torch.autograd.grad(cross_entropy(row, W), W)
            found = flow(frame, float(row.eta), 7.0, row.W0.numpy(), (8.0, row.W0.numpy()))
            assert found.step_error == pytest.approx(float(row.eta * gradient.norm()), rel=1e-9, abs=1e-12)
            assert found.error == 2 * found.mismatch + found.step_error


def test_the_horizon_is_put_off_in_proportion_to_the_bounded_part():
    """Of starts up to 1e6 times as large as W^mm, at the record where the F-part is at rest."""
    for scale in (1.0, 1e3, 1e6):
        for found in flows(BRISK.replace(W0=scale * BRISK.W0)):
            frame = found.frame
            bounded = np.linalg.norm(found.u[found.early - 1]) + np.linalg.norm(frame.centre + found.rest)
            put_off = max(1.0, bounded / np.linalg.norm(frame.wmm))
            assert found.s[-1] == pytest.approx(HORIZON * put_off, rel=1e-9)
            assert put_off > 1 or scale == 1


@pytest.mark.parametrize(("gap", "end"), [(1e-3, 2.7e5), (0.25, HORIZON), (2.0**-28, FARTHEST)])
def test_the_horizon_follows_the_slowest_rate(gap, end):
    """Two contexts on a line, one a little longer: its pull fades like exp(-gap s), and then W is at rest."""
    embeddings = torch.tensor([[1.0], [1.0 + gap]], dtype=torch.float64)
    counts = torch.tensor([[1, 0], [1, 0]])
    run = Run(embeddings, counts, torch.zeros(2, 1, dtype=torch.float64), torch.tensor(0.5))
    (found,) = flows(run)
    assert found.law.gap == pytest.approx(gap)
    assert found.s[-1] == pytest.approx(end, rel=0.1)
    moved = np.linalg.norm(found.u[-1] - found.u[-1 - BACK])
    assert (moved < 2.0**-16) == (end < FARTHEST)
