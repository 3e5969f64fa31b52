"""The asymptotic law against closed forms and long runs, and where support vectors have no multiplier."""

from __future__ import annotations

import numpy as np
import pytest
import torch

from ntpcheck.dynamics.flow import flows
from ntpcheck.dynamics.gradient_descent import gradient_descent
from ntpcheck.instances.base import stack
from ntpcheck.instances.dataset import Run
from ntpcheck.reference.entropy import cross_entropy_gap
from ntpcheck.reference.frame import frames
from ntpcheck.reference.guarantee import attained, log_loss_bound, norm_bound, smoothness
from ntpcheck.reference.law import law, least_point, one_minus_cos
from tests.dynamics.runs import BRISK, admitted


def one_context(S, V, eta=0.25):
    counts = [[1] * S + [0] * (V - S)]
    return Run([[3.0, 4.0]], counts, [[0.0, 0.0]] * V, eta)


@pytest.mark.parametrize(("S", "V"), [(1, 2), (1, 4), (2, 5), (4, 5), (3, 4)])
def test_one_context_in_closed_form(S, V):
    """W^mm = a h^T / |h|^2 with a = (V-S)/V in support and -S/V out of it; all cells share one multiplier."""
    run = one_context(S, V)
    frame = frames(run)[0]
    found = law(frame, float(run.eta))
    a = np.array([(V - S) / V] * S + [-S / V] * (V - S))
    assert pytest.approx(np.outer(a, [3.0, 4.0]) / 25) == frame.W
    square = S * (V - S) / V / 25
    assert found.square == pytest.approx(square)
    assert found.alpha == pytest.approx(np.full(V - S, square / (V - S)))
    # eta c exp(-<w, x>) = alpha with c = 1/S at W* = 0.
    assert frame.cells @ found.offset == pytest.approx(np.log(0.25 / S) - np.log(found.alpha))
    assert found.contraction == pytest.approx(1.0 if V - S == 1 else S / V)
    assert found.strict


def test_the_lead_is_an_eigenvector_of_the_contraction():
    for run in admitted(2, 4):
        for frame, eta in zip(frames(run), run.eta.tolist(), strict=True):
            found = law(frame, eta)
            A = (frame.cells.T * found.alpha) @ frame.cells
            assert found.stationarity <= 1e-12
            assert np.abs(A @ frame.wmm - frame.wmm).max() <= 1e-9
            assert found.alpha.sum() == pytest.approx(found.square)


def misses(run, frame, steps):
    """`[3, len(steps), B]` relative distances from the law of loss, F-part and offset."""
    W = gradient_descent(run, steps).W
    loss = cross_entropy_gap(run, W).total.numpy()
    rows = np.empty((3, len(steps), len(run.eta)))
    for b, eta in enumerate(run.eta.tolist()):
        found = law(frame, eta)
        for i, k in enumerate(steps):
            w = W[i, b].numpy()
            pulled = eta * k * (frame.F @ (w - frame.centre).ravel())
            u = frame.X @ w.ravel() - np.log(k) * frame.wmm
            rows[0, i, b] = abs(loss[i, b] / found.loss(k) - 1)
            rows[1, i, b] = np.linalg.norm(pulled - found.finite) / np.linalg.norm(found.finite)
            rows[2, i, b] = np.linalg.norm(found.span @ (u - found.offset))
    return rows


def test_long_runs_follow_the_law_of_loss_finite_part_and_offset():
    """Over two orders of magnitude in step size and in horizon, at the rate that the law states."""
    frame = frames(BRISK)[0]
    etas = np.array([1.0, 0.1, 0.01]) / (2 * smoothness(frame))
    batch = stack([BRISK.replace(eta=torch.tensor(eta)) for eta in etas])
    found = misses(batch, frame, [2_000, 20_000, 200_000])
    for b in range(2):  # small steps follow one flow: what counts is eta k
        assert found[:, 1:, b + 1] == pytest.approx(found[:, :2, b], rel=0.05)
    rate = law(frame, etas[0]).rate
    assert rate == pytest.approx(0.711, abs=1e-3)
    fell = found[[0, 2], 2, 0] / found[[0, 2], 1, 0]
    assert (0.5 * 10**-rate <= fell).all()
    assert (fell <= 2 * 10**-rate).all()
    assert (found[:, 2, 0] <= 0.1).all()


def test_the_squared_tangent_gives_one_minus_the_cosine():
    angles = np.array([1e-9, 1e-3, 1.0])
    expected = 2 * np.sin(angles / 2) ** 2
    assert one_minus_cos(np.tan(angles) ** 2) == pytest.approx(expected, rel=1e-12)


def test_the_least_point_of_two_margins():
    assert least_point(np.array([[1.0, 0.0], [0.0, 2.0]])) == pytest.approx([1.0, 0.5])
    assert least_point(np.array([[1.0, 0.0], [1.0, 1.0]])) == pytest.approx([1.0, 0.0])


# (1, 0) alone gives W^mm = (1, 0) up to scale, and the second context is then tight without a multiplier.
ZERO_DUAL = Run([[1.0, 0.0], [1.0, 1.0]], [[1, 0], [1, 0]], [[0.0, 0.0], [0.0, 0.0]], 0.25)


def test_a_support_vector_without_multiplier_makes_the_run_drift():
    frame = frames(ZERO_DUAL)[0]
    found = law(frame, 0.25)
    assert frame.tight.tolist() == [True, True]
    assert found.positive.tolist() == [True, False]
    assert not found.strict
    assert found.rate == 0
    assert frame.cells @ found.drift == pytest.approx([0.0, 1.0])
    (flow,) = flows(ZERO_DUAL)
    slope = (flow.u[-1] - flow.u[-9]) / np.log(flow.s[-1] / flow.s[-9])
    assert slope == pytest.approx(found.drift, abs=2e-2)


def test_doubtful_multipliers_are_settled_by_the_linear_programme():
    """Two equal contexts: the solver may leave one of them without a multiplier, but some dual has both."""
    run = Run([[1.0, 0.0], [1.0, 0.0]], [[1, 0], [1, 0]], [[0.0, 0.0], [0.0, 0.0]], 0.25)
    found = law(frames(run)[0], 0.25)
    assert found.strict
    assert found.alpha == pytest.approx([0.25, 0.25])


def test_guaranteed_loss_and_norm_hold_along_runs():
    steps = [1, 10, 100, 1000]
    for run in admitted(3, 5):
        W = gradient_descent(run, steps).W
        loss = cross_entropy_gap(run, W).total.numpy()
        norms = W.flatten(-2).norm(dim=-1).numpy()
        for i, frame in enumerate(frames(run)):
            bound = log_loss_bound(frame, run.W0[i].numpy(), float(run.eta[i]), np.log(steps))
            assert (loss[:, i] <= np.exp(bound) * (1 + 1e-9)).all()
            assert (norms[:, i] >= norm_bound(frame, bound) - 1e-9).all()


def test_the_forced_norm_inverts_the_least_loss():
    frame = frames(one_context(2, 5))[0]
    norm = np.array([0.5, 3.0, 40.0, 400.0])
    loss = np.log1p(1.5 * np.exp(-np.sqrt(2) * 5 * norm))
    with np.errstate(divide="ignore"):
        log_loss = np.where(loss > 0, np.log(loss), np.log(1.5) - np.sqrt(2) * 5 * norm)
    assert norm_bound(frame, log_loss) == pytest.approx(norm)
    full = frames(Run([[1.0]], [[1, 1]], [[0.0], [0.0]], 0.5))[0]
    assert norm_bound(full, np.array(-5.0)) == -np.inf


@pytest.mark.parametrize(("H", "counts", "expected"), [
    ([[1.0]], [[1, 1]], True),  # every token in support
    ([[1.0], [1.0]], [[1, 0], [0, 1]], True),  # opposite demands on one row
    ([[1.0, 0.0], [1.0, 0.0], [0.0, 1.0]], [[1, 0], [0, 1], [1, 0]], False),  # separable in one coordinate
    ([[1.0, 0.0]], [[1, 0]], False),
    ([[0.0, 0.0]], [[1, 0]], True),  # no decoder moves this loss
])  # fmt: skip
def test_whether_the_infimum_is_attained(H, counts, expected):
    run = Run(H, counts, np.zeros((2, len(H[0]))), 0.5)
    assert attained(frames(run)[0]) is expected


def test_incompatible_data_is_centred_at_the_minimiser_of_its_in_support_loss():
    run = Run([[1.0, 0.0], [1.0, 0.0], [0.0, 1.0]], [[3, 1, 0], [1, 3, 0], [0, 1, 1]], np.zeros((3, 2)), 0.25)
    frame = frames(run)[0]
    assert not frame.compatible
    assert frame.p[0] == pytest.approx([0.5, 0.5, 0.0])
    assert frame.centre == pytest.approx(np.zeros((3, 2)), abs=1e-9)


def test_the_least_point_where_rows_tie():
    rows = np.array([[-1, 0, 1, 0, 0, 0], [0, 0, 1, 0, -1, 0], [-1, -1, 1, 1, 0, 0], [0, 0, 1, 1, -1, -1.0]])
    assert least_point(rows) == pytest.approx(np.array([-1, 0, 2, 0, -1, 0]) / 3, abs=1e-12)
