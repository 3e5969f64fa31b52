"""The smoothness constant against autograd, and the converses against solvers that know none of it."""

from __future__ import annotations

import numpy as np
import pytest
import torch
from scipy.optimize import linprog

from ntpcheck.checks.feasible import separable
from ntpcheck.claim import Effort
from ntpcheck.engine.judgement import decide
from ntpcheck.evidence import Outcome, judge
from ntpcheck.instances.dataset import Dataset, Decoding, Offset, Run, Scaled
from ntpcheck.instances.streams import Stream
from ntpcheck_papers.thrampoulidis2024 import PAPER
from ntpcheck_papers.thrampoulidis2024.beyond import converses, optimisers, sharpness
from ntpcheck_papers.thrampoulidis2024.beyond import smoothness as steps
from ntpcheck_papers.thrampoulidis2024.figures import speed
from tests.dynamics.runs import random_run, smoothness
from tests.properties.planted import said

H = [[1.0, 0.5], [-0.25, 1.0], [0.5, -2.0]]


def false(of, kind):
    (found,) = (planted.claim(PAPER) for planted in PAPER.planted if (planted.of, planted.kind) == (of, kind))
    return found


def cross_entropy(data, W):
    return (data.pi[:, None] * data.p * -torch.log_softmax(data.embeddings @ W.T, -1)).sum()


def top_curvature(data, W):
    square = torch.autograd.functional.hessian(lambda X: cross_entropy(data, X), W)
    return float(torch.linalg.eigvalsh(square.reshape(W.numel(), W.numel()))[-1])


def constant(data):
    moment = data.embeddings.T @ (data.pi[:, None] * data.embeddings)
    return float(torch.linalg.eigvalsh(moment)[-1]) / 2


def test_the_constant_is_reached_at_zero_for_two_tokens_and_in_the_limit_on_one_side():
    two = Dataset(H, [[1, 2], [0, 3], [4, 1]])
    assert top_curvature(two, torch.zeros(2, 2, dtype=torch.float64)) == pytest.approx(constant(two))
    side = Dataset([[1.0, 0.5], [2.0, 1.0], [0.5, 2.0]], [[1, 2, 0], [0, 3, 1], [4, 0, 1]])
    W = torch.zeros(3, 2, dtype=torch.float64)
    assert top_curvature(side, W) < 0.7 * constant(side)
    W[:2] = 40.0
    assert top_curvature(side, W) == pytest.approx(constant(side))


@pytest.mark.parametrize("scale", [1 / 64, 1 / 4, 1.0, 8.0])
def test_second_differences_reach_the_bound_and_not_a_larger_one(scale):
    data = Decoding(H, [[1, 2], [0, 3], [4, 1]], scale * torch.tensor([[1.0, 0.25], [0.0, 0.0]]))
    assert judge(steps.binary.check(data)).item() == Outcome.HOLDS
    assert judge(steps.binary.check(data.exact())).item() == Outcome.HOLDS
    if scale <= 0.25:
        assert judge(said("linear/sharper/smoothness/binary#tightened-bound", data)).item() == Outcome.FAILS


HALF_SPACE = "linear/sharper/smoothness/half-space"


def test_a_half_space_is_needed_and_found():
    data = Offset(H, [[1, 2, 0], [0, 3, 1], [4, 1, 0]], [[1.0, 0.0]] * 3, 2.0, [[0.125, 0.25]] * 3)
    assert judge(sharpness.positive_row(data)).item() == Outcome.FAILS
    turned = sharpness.turned_contexts(data)
    assert judge(sharpness.positive_row(turned)).item() == Outcome.HOLDS
    assert judge(steps.half_space.check(turned)).item() == Outcome.HOLDS
    assert judge(said(f"{HALF_SPACE}#wrong-quantifier", turned)).item() == Outcome.FAILS
    assert judge(said(f"{HALF_SPACE}#dropped-assumption", data)).item() == Outcome.FAILS


def test_the_step_bound_agrees_with_autograd():
    W = torch.tensor([[0.5, -0.25], [0.0, 1.0], [0.25, 0.0]], dtype=torch.float64)
    data = Scaled(H, [[1, 2, 0], [0, 3, 1], [4, 1, 0]], W, 0.75)
    X = W.clone().requires_grad_()
    cross_entropy(data, X).backward()
    G = X.grad
    bend = float((data.pi * ((G @ data.embeddings.T) ** 2).sum(0)).sum())
    wanted = cross_entropy(data, W) - 0.75 * (G * G).sum() + 0.75**2 * bend / 4
    slack = float(sharpness.step_bound(data).slack)
    assert slack == pytest.approx(float(wanted - cross_entropy(data, W - 0.75 * G)), abs=1e-13)
    assert slack > 0


@pytest.mark.parametrize("share", [0.5, 2.0, 3.5, 3.99, 4.01])
def test_steps_below_two_over_L_are_told_from_others(share):
    run = random_run(3, batch=2)
    run = run.replace(eta=share / (2 * smoothness(run)))
    wanted = Outcome.HOLDS if share < 4 else Outcome.FAILS
    assert judge(sharpness.step_below(run)).tolist() == [wanted] * 2
    assert judge(sharpness.step_below(run.row(0).exact())).item() == wanted
    assert judge(sharpness.step_below(sharpness.longest_step(run))).tolist() == [Outcome.HOLDS] * 2


def test_long_steps_keep_the_guarantee():
    run = Run(
        [[[1.0, 0.0], [0.0, 1.0]]], [[[2, 1, 0], [1, 0, 0]]], [[[0.5, 0.0], [0.0, 0.0], [0.0, 1.0]]], [5.0]
    )
    assert judge(sharpness.step_below(run)).item() == Outcome.HOLDS
    assert judge(sharpness.loss_below(run)).item() == Outcome.HOLDS
    assert judge(said("linear/sharper/steps/loss#wrong-constant", run)).item() == Outcome.FAILS


def test_opposed_supports_defeat_every_decoder_by_a_linear_programme():
    from scipy.optimize import linprog

    data = Dataset([[[1.0, 2.0], [2.0, 4.0], [0.5, -1.0]]], [[[1, 1, 0], [1, 0, 0], [0, 2, 1]]])
    moved, free = converses.opposed_supports(data)
    assert free.tolist() == [False]
    h, counts = moved.embeddings[0].numpy(), moved.counts[0].numpy()
    rows = []
    for j, count in enumerate(counts):
        for v in np.flatnonzero(count == 0):
            row = np.zeros((3, 2))
            row[count.argmax()] -= h[j]
            row[v] += h[j]
            rows.append(row.ravel())
    found = linprog(np.zeros(6), np.array(rows), -np.ones(len(rows)), bounds=(None, None), method="highs")
    assert found.status == 2
    assert judge(converses.separable_only_if.check(data)).tolist() == [Outcome.HOLDS]


def test_opposed_counts_defeat_every_decoder_by_least_squares():
    data = Dataset([[[1.0], [1.0], [-2.0]]], [[[1, 1, 0], [2, 2, 1], [1, 0, 3]]])
    moved, free = converses.opposed_counts(data)
    assert free.tolist() == [False]
    h, counts = moved.embeddings[0].numpy(), moved.counts[0].numpy()
    rows, logs = [], []
    for j, count in enumerate(counts):
        anchor, *others = np.flatnonzero(count)
        for z in others:
            row = np.zeros(3)
            row[anchor], row[z] = h[j, 0], -h[j, 0]
            rows.append(row)
            logs.append(np.log(count[anchor] / count[z]))
    residual = np.array(rows) @ np.linalg.pinv(np.array(rows)) @ np.array(logs) - np.array(logs)
    assert np.abs(residual).max() > 0.1
    assert judge(converses.compatible_only_if.check(data)).tolist() == [Outcome.HOLDS]


def test_rival_contexts_are_incompatible_and_still_separable():
    run = Dataset([[[1.0, 0.0], [0.0, 1.0]]], [[[1, 1, 0], [1, 0, 0]]])
    rival = converses.rival_contexts(run)
    assert rival.embeddings[0].tolist() == [[1.0, 0.0], [1.0, 0.0]]
    assert rival.counts[0].tolist() == [[1, 1, 0], [3, 1, 0]]
    assert judge(converses.incompatible(rival)).tolist() == [Outcome.HOLDS]
    assert judge(converses.incompatible(rival.row(0).exact())).item() == Outcome.HOLDS


def test_rival_contexts_get_a_second_token_where_each_has_one():
    """Two contexts with a token each: the new token follows the first one's wherever that does."""
    run = Dataset([[[1.0, 0.0], [-1.0, 0.0], [0.0, 1.0]]], [[[2, 0, 0], [0, 1, 0], [1, 0, 0]]])
    rival = converses.rival_contexts(run)
    assert rival.embeddings[0].tolist() == [[1.0, 0.0], [1.0, 0.0], [0.0, 1.0]]
    assert rival.counts[0].tolist() == [[2, 0, 0, 2], [5, 0, 0, 2], [1, 0, 0, 1]]
    assert judge(converses.incompatible(rival)).tolist() == [Outcome.HOLDS]
    assert judge(separable(rival)).tolist() == [Outcome.HOLDS]


def test_a_step_beyond_the_threshold_carries_away_from_w_star_and_one_below_does_not():
    # One context with p = (1/2, 1/2): H_F = 1/2 on (1, -1), so that 2 / lambda_max = 4.
    of = "linear/sharper/steps/threshold"
    for eta, outcomes in ((3, "HHH"), (4, "HHH"), (5, "HHF"), (7, "HHH"), (3.5, "HHH")):
        data = Scaled([[1]], [[1, 1]], [[1], [-1]], eta)
        said = [
            decide(claim, data.exact(), Effort()).outcome
            for claim in (PAPER[of], false(of, "wrong-constant/longer"), false(of, "wrong-constant/shorter"))
        ]
        wanted = [Outcome.HOLDS if letter == "H" else Outcome.FAILS for letter in outcomes]
        wanted[1] = Outcome.FAILS if 2 < eta <= 4 else Outcome.HOLDS  # 1 < eta / 2 <= 2
        assert said == wanted, eta
    # Descent itself on CE_F, from near W* = 0: it falls back at 7/8 of the threshold and leaves at 9/8.
    for eta, leaves in ((3.5, False), (4.5, True)):
        w = 2.0**-10
        for _ in range(200):
            w -= eta * (1 / (1 + np.exp(-2 * w)) - 1 / 2)
        assert (abs(w) > 2.0**-10) == leaves


def test_the_threshold_bends_as_autograd_does():
    data = Scaled(H, [[1, 2, 0], [0, 3, 1], [4, 1, 0]], [[1.0, 0.0], [0.0, 0.5], [-1.0, 0.25]], 1.0)
    spread = torch.diag_embed(data.p) - data.p[:, :, None] * data.p[:, None, :]
    bends = torch.einsum("j,juv,ja,jb->uavb", data.pi, spread, data.embeddings, data.embeddings)
    top = float(torch.linalg.eigvalsh(bends.reshape(6, 6))[-1])
    near, past = (data.replace(gamma=data.gamma * share * 2 / top) for share in (0.999, 1.001))
    assert [bool(steps.within(one)) for one in (near, past)] == [True, False]
    assert [bool(steps.within(one.exact())) for one in (near, past)] == [True, False]


def test_the_signs_have_the_largest_margin_for_their_largest_entry_and_a_linear_program_finds_no_larger():
    h, support = np.array([2.0, -1.0, 0.5]), np.array([True, False, False])
    Z = np.where(support[:, None], 1, -1) * np.sign(h)
    data = Decoding([h.tolist()], [[3, 0, 0]], Z.tolist())
    assert np.array_equal(optimisers.signs(data).numpy(), Z)
    assert judge(optimisers.max_margin_of_signs.check(data.exact())).item() == Outcome.HOLDS
    constant, mean = (
        false("linear/sharper/adam-max-margin", f"wrong-{what}") for what in ("constant", "quantity")
    )
    assert decide(constant, data.exact(), Effort()).outcome is Outcome.FAILS
    assert (
        judge(optimisers.max_margin_of_signs.check(data.replace(W=data.W * 3).exact())).item()
        == Outcome.HOLDS
    )
    narrow = Decoding([[1]], [[1, 0, 0]], [[1], [-1], [0]])  # 2 <= 2 max |W| and 2 > 2 mean |W| = 4 / 3
    assert judge(optimisers.max_margin_of_signs.check(narrow.exact())).item() == Outcome.HOLDS
    assert decide(constant, narrow.exact(), Effort()).outcome is Outcome.FAILS
    assert decide(mean, narrow.exact(), Effort()).outcome is Outcome.FAILS
    # Least t with |w| <= t and (w_0 - w_v) . h >= 1 for v = 1, 2: variables w (9) and t.
    rows = [np.r_[-h, h, 0 * h, 0], np.r_[-h, 0 * h, h, 0]]
    bounds = np.c_[np.r_[np.eye(9), -np.eye(9)], -np.ones(18)]
    found = linprog(
        np.r_[np.zeros(9), 1], np.r_[rows, bounds], np.r_[-1, -1, np.zeros(18)], bounds=(None, None)
    )
    assert found.fun == pytest.approx(1 / (2 * np.abs(h).sum()))


def test_normalised_descent_stays_above_a_floor_that_its_own_run_shows():
    eta, w = 1 / 16, np.array([0.3, -0.1, 0.05])  # at 1/64 rounding ties the logits of S for ever
    excess = []
    for _ in range(4096):  # one context h = 1 with p = (1/2, 1/2, 0): lambda_max(H_F) = 1/2
        q = np.exp(w) / np.exp(w).sum()
        pull = q - np.array([0.5, 0.5, 0])
        excess.append(np.log(np.cosh((w[0] - w[1]) / 2)))  # CE_F - log 2
        w = w - eta * pull / np.linalg.norm(pull)
    assert np.mean(excess[-2:]) == pytest.approx(eta**2 / 16, rel=0.02)
    run = Stream([[1]], [[1, 1, 0]], [[0.3], [-0.1], [0.05]], eta, 0)
    assert judge(speed.floors(run)).item() == Outcome.HOLDS
    assert float(speed.floors(run).slack) == pytest.approx(1 / 8, abs=0.02)  # the floor itself, to 1/8
