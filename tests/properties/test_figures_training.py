"""The runs of Figures 1 and 4: verdicts, false neighbours, the witness, and the recipes."""

from __future__ import annotations

import numpy as np
import pytest
import torch

from ntpcheck.claim import Claim, Effort
from ntpcheck.domains.recipes import scaled
from ntpcheck.dynamics.gradient_descent import gradient_descent
from ntpcheck.dynamics.panels import training
from ntpcheck.engine.judgement import certify, decide
from ntpcheck.engine.sweep import generator, standing
from ntpcheck.evidence import Outcome, judge
from ntpcheck.formulas.rivals import away
from ntpcheck.instances.dataset import Run
from ntpcheck.reference.entropy import entropy
from ntpcheck.reference.max_margin import max_margin
from ntpcheck_papers.thrampoulidis2024 import PAPER, experiments
from ntpcheck_papers.thrampoulidis2024.figures import figures_training
from ntpcheck_papers.thrampoulidis2024.figures.panels import (
    asked,
    corrected_panel,
    falls,
    like_margin,
    log_ratio,
    loss_panel,
    slope,
)
from ntpcheck_papers.thrampoulidis2024.figures.reproduce_caption import caption
from tests.reference.plain_loss import cross_entropy

EFFORT = Effort(examples=2, batch=40, trajectories=4)
OURS = [value for value in vars(figures_training).values() if isinstance(value, Claim)]
REFUTED = "linear/figures/fig-4-norm-increases"
TRUE = [claim for claim in OURS if claim.id != REFUTED]


@pytest.fixture(scope="module")
def batches() -> dict[str, Run]:
    """A few runs of each setting, shared with their flows by all claims."""
    drawn = {domain.name: domain.sampler(generator(3, domain.name), 4) for domain in (experiments.PLANAR,)}
    steps = torch.tensor([0.5, 0.5 / 16, 0.5 / 128], dtype=torch.float64)
    return drawn | {experiments.LARGE.name: scaled(generator(3), 3, 5).replace(eta=steps)}


@pytest.mark.parametrize("claim", TRUE, ids=lambda claim: claim.id)
def test_a_panel_tends_to_its_limit(claim: Claim, batches: dict[str, Run]) -> None:
    batch = batches[claim.domain.name]
    assert standing(claim.assumes, batch)[0].all()
    assert set(judge(claim.check(batch, EFFORT)).tolist()) == {Outcome.HOLDS}


def test_the_norm_falls_first_and_the_verifier_accepts_the_witness() -> None:
    run = Run([[1, 0]], [[0, 1]], [[0, 0], [-1, 0]], 1)
    judged = decide(PAPER[REFUTED], run.exact(), EFFORT)
    assert judged.outcome is Outcome.FAILS
    assert certify(PAPER[REFUTED], judged, seed=0, version="test").objections == []
    # By hand: logits (0, -1), label 1, so the gradient has 1 - s = 1 / (1 + 1/e) in its rows.
    grown = 1 / (1 + np.exp(-1))
    assert judged.evidence is not None
    expected = grown**2 + (grown - 1) ** 2 - 1
    assert float(judged.evidence.slack) == pytest.approx(expected)


def test_the_first_step_agrees_with_the_run_itself() -> None:
    batch = scaled(generator(8), 6, 5)
    norms = gradient_descent(batch, [0, 1]).W.flatten(-2).norm(dim=-1)
    slack = figures_training.space_norm_increases.check(batch, EFFORT).slack
    assert torch.allclose(slack, norms[1] ** 2 - norms[0] ** 2, rtol=1e-10)


def test_a_slope_or_a_limit_that_is_slightly_off_is_refuted(batches: dict[str, Run]) -> None:
    batch = batches[experiments.PLANAR.name]
    wrong = (
        asked(batch, lambda flow, law, _: falls(flow, log_ratio(flow, law) + 0.001 * float(flow.s[-1]))),
        away(loss_panel(batch, EFFORT), 1e-6 * entropy(batch)),
        asked(
            batch,
            lambda flow, law, _: like_margin(slope(flow, law)._replace(value=slope(flow, law).value - 1e-4)),
        ),
        corrected_panel(batch, lambda run: max_margin(run).W + 1e-3 * run.W0, EFFORT),
    )
    assert all(set(judge(evidence).tolist()) == {Outcome.FAILS} for evidence in wrong)


def test_the_series_of_a_figure_are_what_plain_formulas_give() -> None:
    run = scaled(generator(5), 1, 5).row(0)
    shown = training(run, 100)
    W = gradient_descent(run, [0, 100]).W[-1]
    wmm, last = max_margin(run).W, shown.steps.at(np.log(100))
    cos = float((W * wmm).sum() / W.norm() / wmm.norm())
    assert last["loss"] == pytest.approx(float(cross_entropy(run, W) - entropy(run)), rel=1e-9)
    assert last["norm"] == pytest.approx(float(W.norm()))
    assert last["apart"] == pytest.approx(1 - cos)
    assert np.allclose(shown.last, W.numpy())


def test_the_flow_takes_over_where_the_steps_end_and_ends_on_the_laws() -> None:
    shown = training(scaled(generator(6), 1, 5).row(0), 4096)
    assert shown.completed
    for name, series in shown.steps.series():
        assert shown.flow.at(np.log(4096))[name] == pytest.approx(float(series[-1]), rel=0.02), name
    far, law = shown.flow.at(1e4), shown.theory.at(1e4)
    for name in ("norm", "apart", "corrected"):
        near = float(np.log(far[name] / law[name]) / np.log(shown.flow.s[-1] / 1e3))
        assert abs(near) < 0.5, name


def test_the_planar_draw_has_the_captions_supports_and_sentences() -> None:
    drawn = experiments.in_the_plane(2)
    assert drawn.run.support.int().tolist() == [list(row) for row in experiments.SUPPORTS]
    shown = figures_training.plane
    assert standing(shown.assumes, drawn.run)[0].all()
    assert drawn.admitted + sum(drawn.excluded.values()) == experiments.DRAWS
    assert all(caption(training(drawn.run, 16).frame).values())
    assert pytest.approx(float(entropy(drawn.run))) == drawn.H


def test_the_entropy_of_the_recipe_is_that_of_the_uniform_simplex() -> None:
    # The mean entropy of a uniform point of the simplex with S corners is 1/2 + ... + 1/S.
    drawn = experiments.overparameterized(1)
    harmonic = sum(1 / z for z in range(2, 7))
    assert abs(drawn.mean - harmonic) < 0.02
    assert drawn.entropy(experiments.H_LARGE).agrees
    assert not drawn.entropy(1.6).agrees
