"""Limits of runs: what is true holds, its neighbours fail, and what has no meaning is undefined."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace

import pytest
import torch

from ntpcheck.arithmetic import FLOAT
from ntpcheck.checks.direction import direction_limit, margin_direction
from ntpcheck.checks.limit import finite_part_limit, loss_limit, norm_limit
from ntpcheck.checks.pull import pulled
from ntpcheck.claim import Effort
from ntpcheck.dynamics.gradient_descent import descent
from ntpcheck.evidence import Outcome, Rigor, judge, rigor_of
from ntpcheck.formulas.rivals import away
from ntpcheck.instances.dataset import Run
from ntpcheck.reference import neighbours
from ntpcheck.reference.frame import frames
from ntpcheck.statement.document import finding
from ntpcheck_papers.thrampoulidis2024 import PAPER
from ntpcheck_papers.thrampoulidis2024.falsehoods.dynamics import inside_grows
from ntpcheck_papers.thrampoulidis2024.section_5.infimum import off_norm_limit
from ntpcheck_papers.thrampoulidis2024.shared.finite_part import finite_part
from tests.dynamics.runs import admitted, smoothness

EFFORT = Effort()
RUNS = admitted(7, 5)
PROGRAMS = (
    neighbours.without_one_margin, neighbours.with_all_margins_tight, neighbours.without_ties,
    neighbours.of_most_frequent_tokens, neighbours.with_one_more_token, neighbours.with_one_token_less,
)  # fmt: skip


def star(run):
    return finite_part(run).W


def only(evidence):
    return set(judge(evidence).ravel().tolist())


@pytest.mark.parametrize("run", RUNS, ids=lambda run: str(run.batch[0]))
def test_what_is_true_holds(run):
    assert only(direction_limit(run, margin_direction, EFFORT)) == {Outcome.HOLDS}
    assert only(finite_part_limit(run, star, EFFORT)) == {Outcome.HOLDS}
    assert only(loss_limit(run, EFFORT)) == {Outcome.HOLDS}
    assert only(norm_limit(run, EFFORT)) == {Outcome.HOLDS}


@pytest.mark.parametrize("share", [1.0, 0.1, 0.01])
@pytest.mark.parametrize("scale", [0.0, 1.0, 100.0])
def test_it_holds_over_two_orders_of_step_size_and_of_start(share, scale):
    run = RUNS[0]
    curved = smoothness(run)
    run = run.replace(W0=scale * run.W0, eta=share / (2 * torch.where(curved > 0, curved, 1.0)) * (1 - 1e-12))
    assert only(direction_limit(run, margin_direction, EFFORT)) == {Outcome.HOLDS}
    assert only(finite_part_limit(run, star, EFFORT)) == {Outcome.HOLDS}
    assert only(loss_limit(run, EFFORT)) == {Outcome.HOLDS}
    assert only(norm_limit(run, EFFORT)) == {Outcome.HOLDS}


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda p: p.__name__)
def test_a_wrong_direction_fails_and_one_that_happens_to_be_right_holds(program):
    seen = set()
    for run in RUNS:
        wrong, right = (W / W.norm(dim=(-2, -1), keepdim=True) for W in (program(run), margin_direction(run)))
        apart = (wrong - right).norm(dim=(-2, -1)) ** 2 / 2
        said = judge(direction_limit(run, program, EFFORT))
        for outcome, distance in zip(said, apart.tolist(), strict=True):
            assert outcome == (Outcome.HOLDS if distance < 1e-20 else Outcome.FAILS)
            seen.add(outcome)
    assert Outcome.FAILS in seen


def test_full_supports_leave_no_direction_and_a_bounded_norm():
    run = Run([[1.0, 2.0], [0.0, 1.0]], [[1, 3], [2, 1]], [[0.5, 0.0], [0.0, 1.0]], 0.125)
    assert judge(direction_limit(run, margin_direction, EFFORT))[()] == Outcome.UNDEFINED
    assert judge(norm_limit(run, EFFORT))[()] == Outcome.FAILS
    assert judge(loss_limit(run, EFFORT))[()] == Outcome.HOLDS
    assert judge(finite_part_limit(run, star, EFFORT))[()] == Outcome.HOLDS
    exact = direction_limit(run.exact(), margin_direction, EFFORT)
    assert judge(exact)[()] == Outcome.UNDEFINED
    assert exact.rigor is Rigor.EXACT


def test_a_start_that_matches_the_data_is_an_exact_counterexample_to_norm_growth():
    run = Run([[1.0, 2.0]], [[2, 2]], [[0.5, 1.0]] * 2, 0.125)
    evidence = norm_limit(run.exact(), EFFORT)
    assert judge(evidence)[()] == Outcome.FAILS
    assert rigor_of(evidence) is Rigor.EXACT
    claim = PAPER["linear/lemma-2/norm@short"]
    assert finding(claim, run.exact(), "fails", found={}).objections == []


def test_other_starts_are_not_decided_exactly():
    run = Run([[1.0, 2.0]], [[2, 2]], [[0.5, 1.0], [0.0, 0.0]], 0.125)
    assert judge(norm_limit(run.exact(), EFFORT))[()] == Outcome.UNDECIDED
    assert judge(finite_part_limit(run.exact(), star, EFFORT))[()] == Outcome.UNDECIDED
    assert judge(loss_limit(run.exact(), EFFORT))[()] == Outcome.UNDECIDED


SEPARABLE_ONLY = Run(
    [[1.0, 0.0], [1.0, 0.0], [0.0, 1.0]],
    [[3, 1, 0], [1, 3, 0], [0, 1, 1]],
    [[0.5, 0.0], [0.0, 0.25], [0.0, 0.0]],
    0.25,
)


def test_incompatible_data_keeps_its_direction_and_loses_limit_and_finite_part():
    run = SEPARABLE_ONLY
    assert judge(direction_limit(run, margin_direction, EFFORT))[()] == Outcome.HOLDS
    assert judge(finite_part_limit(run, star, EFFORT))[()] == Outcome.UNDEFINED
    assert judge(loss_limit(run, EFFORT))[()] == Outcome.FAILS
    exact = loss_limit(run.exact(), EFFORT)
    assert judge(exact)[()] == Outcome.FAILS


def test_inseparable_data_has_no_direction_and_does_not_reach_the_entropy():
    run = Run([[1.0], [1.0]], [[1, 0], [0, 1]], [[0.5], [0.0]], 0.5)
    assert judge(direction_limit(run, margin_direction, EFFORT))[()] == Outcome.UNDEFINED
    assert judge(norm_limit(run, EFFORT))[()] == Outcome.FAILS
    assert judge(loss_limit(run, EFFORT))[()] == Outcome.FAILS


def test_an_inseparable_part_off_F_does_not_stop_the_norm():
    run = Run([[1.0, 0.0], [1.0, 0.0], [0.0, 1.0]], [[1, 0], [0, 1], [1, 0]], [[0.0, 0.0]] * 2, 0.5)
    assert judge(norm_limit(run, EFFORT))[()] == Outcome.HOLDS


def test_steps_far_above_the_border_break_loss_and_finite_part():
    run = Run([[1.0, 0.0]], [[3, 1, 0]], [[0.5, 0.0], [0.0, 0.25], [0.0, 0.0]], 64.0)
    assert judge(loss_limit(run, EFFORT))[()] == Outcome.FAILS
    assert judge(finite_part_limit(run, star, EFFORT))[()] == Outcome.FAILS


def test_the_norm_grows_at_any_step_size_and_without_compatibility():
    """The pull along W^mm has no end; a step far too long leaves P_F W_k without a limit all the same."""
    mixed = [[3, 1, 0]]
    long = Run([[1.0, 0.0]], mixed, [[0.5, 0.0], [0.0, 0.25], [0.0, 0.0]], 64.0)
    for run in (long, SEPARABLE_ONLY, SEPARABLE_ONLY.replace(eta=64.0)):
        assert judge(norm_limit(run, EFFORT))[()] == Outcome.HOLDS
        assert judge(off_norm_limit(run, EFFORT))[()] == Outcome.HOLDS
    for change in (lambda W: -W, lambda W: W / 2):
        frame = replace(frames(long)[0], W=change(frames(long)[0].W))
        slack, error, _ = pulled(frame, descent(long).W.reshape(-1, 3, 2).numpy())
        assert slack < -error


def test_steps_that_W_star_repels_still_end_in_the_direction_of_the_margin():
    """W alternates on F for ever; what is off F feels the mean of its pulls."""
    run = Run([[1.0, 0.0], [0.0, 1.0]], [[1, 1, 0], [2, 1, 1]], [[0.5, 0.0], [0.0, 0.25], [0.0, 0.0]], 24.0)
    assert judge(finite_part_limit(run, star, EFFORT))[()] == Outcome.FAILS
    assert judge(direction_limit(run, margin_direction, EFFORT))[()] == Outcome.HOLDS
    turned = direction_limit(run, lambda r: margin_direction(r) + 2.0**-10, EFFORT)
    assert judge(turned)[()] == Outcome.FAILS


def test_false_limits_of_loss_norm_and_finite_part_fail():
    for run in RUNS:
        assert only(away(loss_limit(run, EFFORT), 0 * run.eta + 2.0**-10)) == {Outcome.FAILS}
        assert only(inside_grows(run, EFFORT)) == {Outcome.FAILS}
        moved = finite_part_limit(run, lambda r: star(r) + 2.0**-10, EFFORT)
        assert only(moved) == {Outcome.FAILS}


def test_evidence_of_a_batch_has_its_shape_and_says_what_was_measured():
    run = RUNS[0]
    evidence = direction_limit(run, margin_direction, EFFORT)
    assert evidence.slack.shape == run.batch
    assert run.xp is FLOAT
    assert evidence.rigor is Rigor.TREND
    assert (evidence.measured["one_minus_cos"] < 1e-6).all()
    assert (evidence.measured["log_k"] >= 1e4).all()
    assert SimpleNamespace(**evidence.measured).log_k.shape == run.batch


def test_runs_that_cannot_move_are_judged_too():
    still = Run([[0.0, 0.0]], [[2, 2, 2]], [[1.0, 2.0], [0.0, 1.0], [-1.0, 0.0]], 0.25)
    at_rest = Run([[1.0, 2.0]], [[2, 2]], [[0.0, 0.0]] * 2, 0.125)
    for run in (still, at_rest):
        assert judge(loss_limit(run, EFFORT))[()] == Outcome.HOLDS
        assert judge(finite_part_limit(run, star, EFFORT))[()] == Outcome.HOLDS
        assert judge(norm_limit(run, EFFORT))[()] == Outcome.FAILS
