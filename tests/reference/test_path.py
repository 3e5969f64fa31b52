"""The regularisation path against independent solvers and high precision, and its law against both."""

from __future__ import annotations

import cvxpy
import mpmath
import numpy as np
import pytest
import torch
from scipy.optimize import minimize

from ntpcheck.domains import DATASETS, imposed
from ntpcheck.dynamics.field import Field
from ntpcheck.instances.dataset import Dataset
from ntpcheck.reference.entropy import cross_entropy_gap
from ntpcheck.reference.frame import frames
from ntpcheck.reference.path import path
from ntpcheck.reference.path_law import multiple, path_law
from ntpcheck.reference.path_newton import balance, far_points, near_point, pull, unrest

TINY = Dataset([[1.0, 0.5], [0.0, 1.0]], [[3, 1, 0], [0, 2, 1]])
INSEPARABLE = Dataset([[1.0], [1.0]], [[2, 0], [0, 1]])
INCOMPATIBLE = Dataset([[1.0, 0.0], [1.0, 0.0], [0.0, 1.0]], [[3, 1, 0], [1, 3, 0], [0, 1, 1]])
DEGENERATE = Dataset(
    [[1.0, 0.0, 0.0], [1.0, 1.0, 0.4375], [1.0, 0.0, 0.375]], [[0, 16, 2], [0, 1, 2], [0, 1, 4]]
)
RADII = np.concatenate([np.geomspace(1e-3, 24, 12), np.geomspace(32, 1e6, 8)])


def admitted(seed, count, size=8):
    """Frames of separable, compatible data with a token out of support."""
    source, found = torch.Generator().manual_seed(seed), []
    while len(found) < count:
        data = DATASETS.sampler(source, size)
        for step in (imposed.power_of_two_counts, imposed.argmax_supports, imposed.nonfull_support):
            data = step(data)
        found += [frame for frame in frames(data) if frame.compatible and frame.moves]
    return found[:count]


FRAMES = admitted(3, 24)


def loss(data, W):
    scores = data.embeddings.numpy() @ W.T
    top = scores.max(1, keepdims=True)
    lse = np.log(np.exp(scores - top).sum(1)) + top[:, 0]
    return float(data.pi.numpy() @ (lse - (data.p.numpy() * scores).sum(1)))


def slope(data, W):
    scores = data.embeddings.numpy() @ W.T
    raised = np.exp(scores - scores.max(1, keepdims=True))
    softmax = raised / raised.sum(1, keepdims=True)
    return (data.pi.numpy()[:, None] * (softmax - data.p.numpy())).T @ data.embeddings.numpy()


def at_norm(frame, B):
    """The one point of the path with ||W|| = B: the norm grows with r."""
    low, high = -700.0, np.log(600.0 if not frame.moves else 4 * (1 + B / np.linalg.norm(frame.wmm)) + 600)
    for _ in range(100):
        middle = (low + high) / 2
        below = path(frame, [np.exp(middle)]).radius[0] < B
        low, high = (middle, high) if below else (low, middle)
    return path(frame, [np.exp(high)]).decoder(0)


@pytest.mark.parametrize("data", [TINY, INSEPARABLE, INCOMPATIBLE], ids=["tiny", "inseparable", "clash"])
@pytest.mark.parametrize("B", [0.1, 0.4])
def test_a_point_is_what_two_solvers_find_on_the_ball(data, B):
    found = at_norm(frames(data)[0], B)
    shape = found.shape
    variable = cvxpy.Variable(shape)
    H, pi, p = (x.numpy() for x in (data.embeddings, data.pi, data.p))
    terms = [pi[j] * (cvxpy.log_sum_exp(variable @ H[j]) - p[j] @ (variable @ H[j])) for j in range(len(H))]
    cvxpy.Problem(cvxpy.Minimize(sum(terms)), [cvxpy.norm(variable, "fro") <= B]).solve(
        solver="CLARABEL", tol_gap_abs=1e-10, tol_gap_rel=1e-10, tol_feas=1e-10
    )
    assert np.abs(found - variable.value).max() < 1e-3 * B
    other = minimize(
        lambda w: loss(data, w.reshape(shape)), np.zeros(found.size), method="SLSQP",
        jac=lambda w: slope(data, w.reshape(shape)).ravel(), options={"ftol": 1e-16, "maxiter": 300},
        constraints=[{"type": "ineq", "fun": lambda w: B * B - w @ w, "jac": lambda w: -2 * w}],
    )  # fmt: skip
    assert np.abs(found.ravel() - other.x).max() < 1e-4 * B
    assert loss(data, found) <= min(loss(data, variable.value), other.fun) + 1e-9
    assert np.linalg.norm(found) == pytest.approx(B, rel=1e-9)


def test_the_gradient_from_the_data_is_minus_lambda_times_the_point():
    for data in (TINY, INSEPARABLE, INCOMPATIBLE, DEGENERATE):
        points = path(frames(data)[0], [1e-2, 0.3, 1.0, 4.0])
        for i, log_lambda in enumerate(points.log_multiplier):
            W, multiplier = points.decoder(i), np.exp(log_lambda)
            assert np.abs(slope(data, W) + multiplier * W).max() < 1e-12


def test_points_solve_the_equations_of_the_log_time_field_at_a_fixed_time():
    for frame in FRAMES:
        points, field = path(frame, RADII[:16]), Field(frame, 1.0)
        for i, r in enumerate(points.r):
            state = np.concatenate([points.f[i], points.u[i]])
            ridge = np.concatenate([frame.F @ frame.centre.ravel() + points.f[i], points.u[i]]) / r
            miss = np.linalg.norm(field.velocity(state, r) - ridge) if r < 600 else 0.0
            assert miss <= 1e-9 * (1 + np.linalg.norm(ridge) + np.linalg.norm(field.lead))


def test_norm_grows_and_loss_falls_along_the_path():
    for frame in FRAMES:
        points = path(frame, RADII)
        assert (np.diff(points.radius) > 0).all()
        assert (np.diff([points.log_gap(i) for i in range(len(RADII))]) < 1e-12).all()
        assert np.isfinite(points.change).all()


def test_the_two_routes_agree_where_both_hold():
    compared = 0
    for frame in FRAMES:
        r = np.array([48.0, 100.0])
        u, _ = far_points(pull(frame), r)
        g = balance(frame, r, u)
        for i in np.flatnonzero(unrest(frame, r, g, u) < 2.0**-60):
            near_g, near_u, _ = near_point(frame, float(r[i]), (1.1 * g[i] + 0.01, u[i] + 0.2))
            assert np.abs(near_u - u[i]).max() <= 1e-12 * (1 + np.abs(u[i]).max())
            assert np.abs(near_g - g[i]).max(initial=0) <= 1e-8 * (1 + np.abs(g[i]).max(initial=0))
            compared += 1
    assert compared > 20


@pytest.mark.parametrize("r", [3.0, 40.0, 1e3, 1e5])
def test_a_point_agrees_with_sixty_digits(r):
    """One one-hot context and one more: log beta_n + (K beta)_n = tau + log c_n - log1p(rho_j)."""
    data = Dataset([[1.0, 0.5], [0.0, 1.0]], [[3, 0], [0, 1]])
    frame = frames(data)[0]
    with mpmath.workdps(60):
        H, pi = [mpmath.matrix([1, "0.5"]), mpmath.matrix([0, 1])], [mpmath.mpf(3) / 4, mpmath.mpf(1) / 4]
        sign = [1, -1]
        K = [[2 * sign[a] * sign[b] * (H[a].T * H[b])[0] for b in range(2)] for a in range(2)]
        tau = mpmath.mpf(r) + mpmath.log(r)

        def equations(*theta):
            margins = [sum(K[a][b] * mpmath.exp(theta[b]) for b in range(2)) for a in range(2)]
            return [
                theta[a] + margins[a] - tau - mpmath.log(pi[a]) + mpmath.log1p(mpmath.exp(-margins[a]))
                for a in range(2)
            ]

        start = [mpmath.log(r * frame.alpha[a]) for a in range(2)]
        theta = mpmath.findroot(equations, start, tol=1e-50, maxsteps=100)
        beta = [mpmath.exp(t) for t in theta]
        rows = [[float(sign[n] * beta[n] * H[n][k]) for k in range(2)] for n in range(2)]
    expected = np.array([np.add(*rows), -np.add(*rows)])
    assert np.abs(path(frame, [r]).decoder(0) - expected).max() <= 1e-14 * (1 + np.abs(expected).max()) * 8


def test_the_gap_is_that_of_the_loss():
    points = path(frames(TINY)[0], [0.1, 2.0, 12.0])
    for i in range(3):
        gap = float(cross_entropy_gap(TINY, torch.as_tensor(points.decoder(i))).total)
        assert points.log_gap(i) == pytest.approx(np.log(gap), abs=1e-9)


def test_the_law_is_approached_at_the_rate_one_over_r():
    r = np.array([1e4, 1e6])
    for frame in FRAMES:
        law, points = path_law(frame), path(frame, r)
        misses = [np.linalg.norm(u - law.part(at)) for u, at in zip(points.u, r, strict=True)]
        if law.strict:
            assert misses[1] <= 2e-2 * misses[0] + 1e-11
            second = np.linalg.norm(points.u[0] - law.part(1e4) - law.next_order / 1e4)
            assert second <= 0.1 * misses[0] + 1e-11


def test_with_zero_duals_the_path_is_nested():
    law = path_law(frames(DEGENERATE)[0])
    assert not law.strict
    points = path(law.frame, [1e5, 1e7])
    side = [np.linalg.norm(u - law.of_descent.offset) for u in points.u]
    assert side[1] > side[0] + np.linalg.norm(law.of_descent.drift)
    for u, r in zip(points.u, points.r, strict=True):
        assert np.linalg.norm(u - law.part(r)) <= np.log(r) ** 2 / r


@pytest.mark.parametrize("tau", [-20.0, 0.0, 1.0, 50.0, 699.0, 701.0, 1e6])
def test_the_multiple_inverts_lambda(tau):
    r = multiple(tau)
    assert r + np.log(r) == pytest.approx(tau, rel=1e-12, abs=1e-12)


def test_one_context_in_closed_form():
    """All cells share one multiplier: W_B - W* is along W^mm, and B solves a scalar equation."""
    frame = frames(Dataset([[3.0, 4.0]], [[1, 1, 0, 0]]))[0]
    points = path(frame, [30.0, 1e4])
    for i in range(2):
        W = points.decoder(i)
        assert np.abs(W - (W * frame.W).sum() / (frame.W**2).sum() * frame.W).max() < 1e-9
