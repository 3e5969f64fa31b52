"""Lemmas 3 and 4 in the limit, the proof of Theorem 2, Section 5: failures, false neighbours, checks."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
import torch

from ntpcheck.checks.loss import loss
from ntpcheck.claim import Effort
from ntpcheck.engine.judgement import certify, decide
from ntpcheck.evidence import Outcome, judge
from ntpcheck.instances.dataset import Decoding, Run, Scaled
from ntpcheck.reference.max_margin import max_margin
from ntpcheck.reference.subspace import project, project_off
from ntpcheck_papers.thrampoulidis2024 import PAPER
from ntpcheck_papers.thrampoulidis2024.falsehoods.descent import CHECKS
from ntpcheck_papers.thrampoulidis2024.section_5.comparison import split
from ntpcheck_papers.thrampoulidis2024.section_5.comparison_cases import log_threshold, sums
from ntpcheck_papers.thrampoulidis2024.section_5.descent_parts import parts_limit
from ntpcheck_papers.thrampoulidis2024.section_5.one_step import (
    far_point,
    first_step,
    log_share,
    loss_drop,
    pull,
)
from ntpcheck_papers.thrampoulidis2024.section_5.path_bounds import leak, norms
from ntpcheck_papers.thrampoulidis2024.shared.slopes import slope
from tests.properties.sampled import inside

EFFORT = Effort(examples=10, batch=64)
RESTING = Run([[0]], [[1]], [[0]], 1)
TURNED = Run([[1]], [[0, 1]], [[1], [0]], 1)
APART = Run([[1, 2], [0, 1]], [[0, 1], [1, 1]], [[-4, 1], [0, -2]], "1/4")
# The smallest instances found on which a claim fails.
REFUTED = {
    "lemma-4/4@short": RESTING,
    "lemma-4/6@short": Scaled([[0]], [[1]], [[0]], 0),
    "theorem-2/proof/alpha": Scaled([[0]], [[1]], [[0]], "1/2"),
    "theorem-2/proof/chain": APART,
    "theorem-2/proof/chain-b": APART,
    "theorem-2/proof/telescoped": Scaled([[1]], [[1, 0]], [[0], [1]], "1/16"),
    "section-5/norm-increases": TURNED,
    "section-5/decomposition": TURNED,
}
AMENDED_ELSEWHERE = {"theorem-2/proof/telescoped"}  # over runs
CHECKED = [p for p in PAPER.planted if f"{p.of}#{p.kind}" in CHECKS]
CHEAP = [p for p in CHECKED if not p.claim(PAPER).domain.costly]


def descended(run, steps):
    """W_k after that many steps, in floats."""
    W = run.W0.clone()
    for _ in range(steps):
        W = W - run.eta[..., None, None] * slope(run, W).matrix
    return W


@pytest.mark.parametrize("name", REFUTED)
def test_a_false_claim_fails_on_its_smallest_instance_and_the_verifier_accepts_that(name):
    claim = PAPER[f"linear/{name}"]
    judged = decide(claim, REFUTED[name].exact(), EFFORT)
    assert judged.outcome is Outcome.FAILS
    assert certify(claim, judged, seed=0, version="test").objections == []


@pytest.mark.parametrize("name", sorted(REFUTED.keys() - AMENDED_ELSEWHERE))
def test_the_amended_claim_does_not_fail_there(name):
    assert decide(PAPER[f"linear/{name}/amended"], REFUTED[name].exact(), EFFORT).outcome is not Outcome.FAILS


def test_every_claim_has_two_false_neighbours():
    assert min(Counter(planted.of for planted in CHECKED).values()) >= 2


@pytest.mark.parametrize("planted", CHEAP, ids=lambda p: f"{p.of}#{p.kind}")
def test_a_false_neighbour_fails_somewhere(planted):
    claim = planted.claim(PAPER)
    assert any(
        (judge(claim.conclude(batch, EFFORT)) == Outcome.FAILS).any() for batch in inside(claim, 800, seed=1)
    )


def test_the_last_line_fails_beyond_the_radius_of_lemma_5_too():
    # ||W_perp|| >= R(alpha) for some alpha < 1: the failure needs no eps near 1.
    run = Run(
        [[0, 0, 1], [1, 2, 1], [1, -2, -1]],
        [[1, 1], [16, 0], [1, 0]],
        [[64, 0, 4], [-64, 0, -4]],
        "1/8",
    ).exact()
    assert decide(PAPER["linear/theorem-2/proof/chain-b"], run, EFFORT).outcome is Outcome.FAILS
    data = Scaled(run.embeddings, run.counts, run.W0, run.eta).floats()
    found = split(data)
    assert float(found.ratio) > float(log_threshold(data, sums(data, found.inside.logits)))
    assert float(found.ratio) > float(
        torch.log(2 * data.n * 4) + 3 * found.reach * found.flat.norm(dim=(-2, -1))
    )


def test_the_first_step_is_that_of_gradient_descent():
    for run in inside(PAPER["linear/theorem-2/proof/chain-b"], 60, seed=1):
        at = first_step(run)
        W = descended(run, 1)
        assert torch.allclose(run.W0 + at.step, W)
        apart = [project_off(run, X).norm(dim=(-2, -1)) for X in (run.W0, W)]
        assert torch.allclose(at.grown[at.asked], (apart[1] - apart[0])[at.asked], atol=1e-9)
        drop, wrong, _ = loss_drop(run, run.W0, at.step)
        direct = loss(run, run.W0) - loss(run, W)
        assert bool(((drop - direct).abs() <= wrong + 1e-11 * (1 + loss(run, run.W0))).all())


def test_a_pull_off_f_is_minus_the_gradient_s_inner_product():
    for data in inside(PAPER["linear/theorem-2/proof/chain-a"], 60, seed=1):
        logits = data.embeddings @ data.W.mT
        best = max_margin(data).W
        shares = torch.exp(log_share(data, logits))
        softmax = torch.softmax(logits, -1)
        assert torch.allclose(torch.where(data.support, 0.0, shares), torch.where(data.support, 0.0, softmax))
        direct = -(slope(data, data.W).matrix * best).sum((-2, -1))
        found = pull(data, logits, data.embeddings @ best.mT, 0 * data.gamma)
        assert torch.allclose(found, direct, rtol=1e-7, atol=1e-9)
        assert bool((far_point(data, split(data)).ratio >= split(data).ratio).all())


def test_what_leaks_out_of_the_supports_is_bounded_by_the_norms():
    data = Decoding([[1]], [[1, 0]], [[8], [-8]]).exact().floats()
    assert (
        abs(float(leak(data, *norms(data)).slack)) < 1e-12
    )  # W along W^mm on one one-hot context: nothing is lost


def test_on_one_context_with_equal_probabilities_descent_never_reaches_f_perp():
    run = Run([[1]], [[1, 1, 0]], [[0], [1], [0]], 1).exact().floats()
    W = run.W0
    for _ in range(20):
        W = W - run.eta * slope(run, W).matrix
        assert float(project(run, W).norm()) > 0


def test_columns_keep_their_means_and_so_the_decomposition_fails_for_ever():
    run = TURNED.exact().floats()
    W, best = descended(run, 2000), max_margin(run).W
    apart = W - W.norm() * best / best.norm()
    assert abs(float(W.sum()) - 1) < 1e-9
    assert float(apart.norm()) > 0.5


def test_from_zero_the_decomposition_fails_where_multipliers_and_weights_differ():
    # Two support vectors at a right angle, one context three times as frequent as the other.
    run = Run([[1, 0], [0, 1]], [[3, 0], [1, 0]], [[0, 0], [0, 0]], "1/4").exact()
    assert judge(parts_limit(run, EFFORT))[()] == Outcome.FAILS
    equal = Run([[1, 0], [0, 1]], [[1, 0], [1, 0]], [[0, 0], [0, 0]], "1/4").exact()
    assert judge(parts_limit(equal, EFFORT))[()] == Outcome.HOLDS
    # W_k - ||W_k|| W^mm / ||W^mm|| along (1, -1) in each row tends to log(3) / 2 / sqrt(2) per unit row.
    W, best = descended(run.floats(), 4000), max_margin(run.floats()).W
    gap = W - W.norm() * best / best.norm()
    assert np.isclose(float(W[0, 0] - W[0, 1]), np.log(3) / 2, atol=1e-2)
    assert float(gap.norm()) > 0.3
