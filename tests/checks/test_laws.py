"""The second-order laws against plain gradient descent, which knows nothing of flows; and neighbours."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import numpy as np
import pytest
import torch

from ntpcheck.checks import laws, residuals
from ntpcheck.checks.finite_rate import balanced_rate, finite_rate
from ntpcheck.checks.laws import (
    balanced_drift,
    balanced_offset,
    direction_rate,
    drifts,
    ends,
    loss_law,
    seen_turn,
    settles,
    span_limit,
    strict_complementarity,
    zero_duals,
)
from ntpcheck.checks.residuals import log_two, residual_rate, step_shift
from ntpcheck.domains import imposed
from ntpcheck.dynamics.gradient_descent import gradient_descent
from ntpcheck.evidence import Outcome, judge
from ntpcheck.formulas import rivals
from ntpcheck.instances.base import Instance, stack
from ntpcheck.instances.dataset import Run
from ntpcheck.reference.entropy import cross_entropy_gap
from ntpcheck.reference.frame import frames
from ntpcheck_papers.thrampoulidis2024.beyond import one_context
from tests.dynamics.runs import BRISK

STEPS = 2**17
RECORDED = ((1, STEPS // 4), (2, STEPS))  # positions of these steps in a long run
ONE = Run([[[1.0, -0.5]]], [[[2, 1, 0, 0]]], [[[0.5, 0.0], [0.0, 1.0], [0.0, 0.0], [-1.0, 0.25]]], [0.5])
DEGENERATE = imposed.tight_margins(
    Run(
        [[[1.0, 0.0], [0.5, 1.0]]], [[[2, 1, 0], [1, 1, 1]]], [[[0.0, 0.5], [0.25, 0.0], [0.0, 0.0]]], [0.125]
    )
)


def batched(run):
    return run if run.batch else Run(*(array[None] for array in run.arrays().values()))


@pytest.fixture(scope="module", params=[BRISK, ONE], ids=["brisk", "one"])
def long_run(request):
    run = batched(request.param)
    return run, gradient_descent(run, [0, STEPS // 4, STEPS]).W


def limit(end, before, after):
    """What two values, at k = STEPS / 4 and STEPS, tend to if their distance from it falls like k^-r."""
    return after + (after - before) / (4**end.law.rate - 1)


def test_the_loss_falls_like_the_squared_norm_over_eta_k(long_run):
    run, W = long_run
    (end,) = ends(run)
    before, after = (float(run.eta[0] * k * cross_entropy_gap(run, W).total[i, 0]) for i, k in RECORDED)
    assert limit(end, before, after) == pytest.approx(end.law.square, rel=0.01)
    assert abs(after - end.law.square) < 0.5 * abs(before - end.law.square)


def test_the_part_in_F_approaches_at_the_rate_of_its_balance(long_run):
    run, W = long_run
    (end,) = ends(run)
    before, after = (float(run.eta[0]) * k * end.frame.parts(W[i, 0].numpy())[0] for i, k in RECORDED)
    assert limit(end, before, after) == pytest.approx(end.law.finite, rel=0.01, abs=1e-3)


def test_the_offset_is_approached_at_the_predicted_rate(long_run):
    run, W = long_run
    (end,) = ends(run)
    before, after = (
        end.law.span @ (end.frame.parts(W[i, 0].numpy())[1] - np.log(k) * end.frame.wmm) for i, k in RECORDED
    )
    offset = end.law.span @ end.law.offset
    assert limit(end, before, after) == pytest.approx(offset, abs=0.05)
    miss = np.linalg.norm(before - offset), np.linalg.norm(after - offset)
    assert np.log(miss[0] / miss[1]) / np.log(4) == pytest.approx(end.law.rate, rel=0.15)


def test_every_law_holds_and_its_neighbours_fail(long_run):
    run, _ = long_run
    holds = [loss_law(run), span_limit(run, balanced_offset), settles(run), finite_rate(run, balanced_rate)]
    holds += [
        direction_rate(run, seen_turn),
        residual_rate(run),
        step_shift(run, log_two),
        strict_complementarity(run),
    ]
    assert [judge(e).item() for e in holds] == [Outcome.HOLDS] * len(holds)
    fails = [rivals.loss_law(run, lambda _: np.log(65 / 64)), rivals.loss_law(run, rivals.at_power(0.5))]
    fails += [direction_rate(run, rivals.times(65 / 64, seen_turn)), direction_rate(run, rivals.slower_turn)]
    fails += [span_limit(run, lambda end: 0 * end.u), residual_rate(run, lambda end: 2 * end.law.rate)]
    fails += [
        step_shift(run, lambda end: 65 / 64 * log_two(end)),
        zero_duals(run),
        finite_rate(run, lambda end: 65 / 64 * end.law.finite),
    ]
    if np.abs(ends(run)[0].law.finite).max() == 0:
        fails.pop()
    assert [judge(e).item() for e in fails] == [Outcome.FAILS] * len(fails)


def test_a_zero_dual_makes_a_drift_and_nothing_settles():
    assert judge(zero_duals(DEGENERATE)).item() == Outcome.HOLDS
    assert judge(drifts(DEGENERATE, balanced_drift)).item() == Outcome.HOLDS
    assert judge(drifts(DEGENERATE, lambda end: 65 / 64 * end.law.drift)).item() == Outcome.FAILS
    assert judge(settles(DEGENERATE)).item() == Outcome.FAILS


def test_without_a_zero_dual_there_is_no_drift_to_measure(long_run):
    run, _ = long_run
    assert not any(np.any(end.law.drift) for end in ends(run))
    assert set(judge(drifts(run, balanced_drift)).ravel()) == {Outcome.UNDECIDED}
    assert judge(loss_law(DEGENERATE)).item() == Outcome.HOLDS


def test_exact_instances_decide_nothing():
    exact = BRISK.exact()
    shift = partial(step_shift, shift=log_two)
    for check in (loss_law, settles, shift, zero_duals, strict_complementarity):
        assert judge(check(exact)).item() == Outcome.UNDECIDED


def test_one_context_in_closed_form_agrees_with_what_is_solved_and_computed():
    (end,) = ends(ONE)
    assert one_context.closed_offset(end) == pytest.approx(end.law.offset, abs=1e-12)
    assert one_context.closed_rate(end) == 0.5
    A = (end.frame.cells.T * end.law.alpha) @ end.frame.cells
    assert np.linalg.eigvalsh(A) == pytest.approx([0.5, 1.0])
    side = one_context.closed_side(end)
    D = end.flow.bounded_part(-1)
    D = D - (D * end.frame.W).sum() / end.law.square * end.frame.W
    assert side == pytest.approx(D, abs=1e-9)


@pytest.mark.parametrize("counts", [[2, 1, 0, 0], [1, 0, 0, 0], [3, 1, 2, 0], [1, 4, 2, 7]])
def test_the_margin_of_one_context_agrees_with_cvxpy(counts):
    import cvxpy

    h, inside = np.array([1.0, -0.5, 2.0]), np.array(counts) > 0
    W = cvxpy.Variable((4, 3))
    logits, anchor = W @ h, int(inside.argmax())
    rules = [logits[z] == logits[anchor] for z in np.flatnonzero(inside)]
    rules += [logits[anchor] >= logits[v] + 1 for v in np.flatnonzero(~inside)]
    cvxpy.Problem(cvxpy.Minimize(cvxpy.sum_squares(W)), rules).solve(solver="CLARABEL")
    run = Run([h.tolist()], [counts], np.zeros((4, 3)).tolist(), 1.0)
    assert one_context.closed_margin(run).numpy() == pytest.approx(W.value, abs=1e-6)
    (frame,) = frames(batched(run))
    assert torch.as_tensor(frame.W).numpy() == pytest.approx(W.value, abs=1e-6)


def test_multipliers_lost_to_rounding_leave_complementarity_undecided(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    (frame,) = frames(DEGENERATE)
    for alpha in (0 * frame.alpha, np.nan * frame.alpha, np.where(frame.tight, 0.0, 1.0)):
        lost = replace(frame, alpha=alpha)
        assert lost.doubtful
        assert not lost.moves
        monkeypatch.setattr(laws, "frames", lambda _, lost=lost: [lost])
        for check in (zero_duals, strict_complementarity):
            assert judge(check(DEGENERATE.replace())).item() == Outcome.UNDECIDED


# Large pulls, a context of tiny weight, a residual at the error of the integrator: they looked like failures.
HARD = (
    (
        finite_rate,
        {
            "embeddings": [["5/32", "-1/16", "-1/4"], ["15/32", 0, "13/32"], ["-15/32", "5/32", "21/32"]],
            "counts": [[0, 4, 0], [0, 3, 0], [0, 3, 4]],
            "W0": [
                ["11/1024", "3/512", "25/1024"],
                ["3/1024", "-1/256", "-15/512"],
                ["1/256", "-1/1024", "-35/1024"],
            ],
            "eta": 2,
        },
    ),
    (
        finite_rate,
        {
            "embeddings": [[-2, 2, 0, 2, -2], [0, -2, -6, -2, 0], [-4, 2, 0, 2, -4], [-4, 2, 0, 2, -4]],
            "counts": [[160000, 10000], [1, 0], [1, 0], [1, 0]],
            "W0": [["5/4", "3/16", "27/16", "13/16", "7/16"], ["3/4", "-1/4", "3/8", "-1/8", "5/16"]],
            "eta": "1/128",
        },
    ),
    (
        residual_rate,
        {
            "embeddings": [[0, 0], [8, -8], [4, 0]],
            "counts": [[1, 1, 1, 1, 1], [0, 0, 0, 0, 8], [0, 0, 0, 0, 9]],
            "W0": [[-512, 0], [0, 512], [512, -256], [-512, 256], [-256, -512]],
            "eta": "1/256",
        },
    ),
)


@pytest.mark.parametrize(("check", "document"), HARD)
def test_what_is_of_first_order_only_is_no_failure_of_a_law(check, document) -> None:
    run = stack([Instance.from_json({"type": "Run", **document}).floats()])
    true = {"target": balanced_rate} if check is finite_rate else {}
    assert judge(check(run, **true)).item() is Outcome.HOLDS
    rate, more = (lambda end: 1.5 * end.law.rate), (lambda end: 65 / 64 * end.law.finite)
    worse = {"target": more} if check is finite_rate else {"rate": rate}
    assert judge(check(run, **worse)).item() is Outcome.FAILS


def test_a_residual_that_is_still_large_decides_nothing(long_run, monkeypatch) -> None:
    run, _ = long_run
    monkeypatch.setattr(residuals, "LARGE", 2.0**-60)
    assert judge(residual_rate(run)).item() is Outcome.UNDECIDED
    monkeypatch.setattr(residuals, "LARGE", 2.0**10)
    monkeypatch.setattr(residuals, "SMALL", 2.0**9)
    assert judge(residual_rate(run)).item() is Outcome.HOLDS
