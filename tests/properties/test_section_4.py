"""Section 4, the proof of Theorem 1, Appendices D and E: claims, false neighbours, checks."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
import torch

from ntpcheck.arithmetic import midpoint
from ntpcheck.checks.loss import loss
from ntpcheck.claim import Effort
from ntpcheck.engine.judgement import certify, decide
from ntpcheck.engine.sweep import generator
from ntpcheck.evidence import Outcome, judge
from ntpcheck.instances.dataset import Decoding, Offset, Pair, Scaled
from ntpcheck.reference.entropy import entropy, in_support_cross_entropy
from ntpcheck_papers.thrampoulidis2024 import PAPER, setting
from ntpcheck_papers.thrampoulidis2024.appendices import appendix_e
from ntpcheck_papers.thrampoulidis2024.appendices.in_support_loss import printed
from ntpcheck_papers.thrampoulidis2024.shared.genie import frame, rescaled, small_loss
from ntpcheck_papers.thrampoulidis2024.shared.slopes import (
    displayed_slope,
    midpoint_gap,
    moves_logits,
    one_minimiser,
    slope,
)
from tests.properties.sampled import holds_throughout, inside
from tests.properties.section_4_witnesses import SECTION_4_WITNESSES

EFFORT = Effort(examples=10, batch=64)
ROWS, EVERY = 120, 12
# The smallest instances found on which a claim fails.
REFUTED = {
    "section-4/strictly-convex": Pair([[0]], [[1, 0]], [[0], [0]], [[0], [1]]),
    "section-4/path-unique": Pair([[0]], [[1, 0]], [[0], [0]], [[0], [1]]),
    "theorem-1/proof/boundary@short": Decoding([[0]], [[1]], [[0]]),
    "theorem-1/proof/rescaling@short": Decoding([[1]], [[1, 0]], [[1], [-1]]),
    "theorem-1/proof/rescaling@arxiv-v1": Decoding([[1]], [[1, 0]], [[1], [-1]]),
    "theorem-1/proof/single-term": Decoding([[1, 0], [0, 1]], [[4, 1], [0, 1]], [[0, 0], [0, 0]]),
    "theorem-1/proof/case-ii-in-F-perp": Scaled(
        [[1, 1], [0, 1]], [[1, 2, 0], [2, 1, 0]], [[0, 0], [0, 0], [0, 0]], "13/16"
    ),
    "appendix/floor-display": Decoding([[0]], [[1, 0]], [[0], [0]]),
    "appendix/floor-limit": Offset([[0]], [[1, 0]], [[0], [0]], 0, [[0], [0]]),
    "lemma-4/proof/norm-sum": Decoding([[1]], [[1, 0, 1]], [[1], [0], [0]]),
}
ILL_POSED = {"theorem-1/proof/genie-radius@short": Scaled([[0]], [[1]], [[0]], 0)}
FALSE = REFUTED | ILL_POSED
PLANTED_SECTION_4 = [p for p in PAPER.planted if (p.of, p.kind) in SECTION_4_WITNESSES]
OURS = [PAPER[name] for name in dict.fromkeys(planted.of for planted in PLANTED_SECTION_4)]
TRUE = [claim for claim in OURS if claim.id.removeprefix("linear/") not in FALSE]


def named(claims):
    return pytest.mark.parametrize("claim", claims, ids=lambda claim: claim.id)


def test_every_claim_has_two_false_neighbours_and_a_witness_for_each():
    count = Counter(planted.of for planted in PLANTED_SECTION_4)
    assert min(count.values()) >= 2
    assert set(SECTION_4_WITNESSES) == {(planted.of, planted.kind) for planted in PLANTED_SECTION_4}
    assert len({planted.category for planted in PLANTED_SECTION_4}) >= 8


@pytest.mark.parametrize("planted", PLANTED_SECTION_4, ids=lambda p: f"{p.of}#{p.kind}")
def test_a_planted_falsehood_fails_on_its_witness_where_a_true_claim_does_not(planted):
    witness = SECTION_4_WITNESSES[planted.of, planted.kind].exact()
    assert decide(planted.claim(PAPER), witness, EFFORT).outcome is Outcome.FAILS
    if PAPER[planted.of] in TRUE:
        assert decide(PAPER[planted.of], witness, EFFORT).outcome is not Outcome.FAILS


@pytest.mark.parametrize("name", REFUTED)
def test_a_refuted_claim_fails_on_its_smallest_instance_and_the_verifier_accepts_that(name):
    claim = PAPER[f"linear/{name}"]
    judged = decide(claim, REFUTED[name].exact(), EFFORT)
    assert judged.outcome is Outcome.FAILS
    assert certify(claim, judged, seed=0, version="test").objections == []


@pytest.mark.parametrize("name", FALSE)
def test_the_amended_claim_does_not_fail_where_the_displayed_one_does(name):
    amended = {"theorem-1/proof/case-ii-in-F-perp": Decoding([[1]], [[1, 1]], [[1], [0]])}.get(name)
    instance = amended or FALSE[name]
    assert decide(PAPER[f"linear/{name}/amended"], instance.exact(), EFFORT).outcome is not Outcome.FAILS


@pytest.mark.parametrize("name", ILL_POSED)
def test_without_a_token_out_of_support_the_direction_does_not_exist(name):
    assert decide(PAPER[f"linear/{name}"], ILL_POSED[name].exact(), EFFORT).outcome is Outcome.UNDEFINED


@named(TRUE)
def test_a_true_claim_fails_nowhere_and_floats_agree_with_exact_numbers(claim):
    for batch in inside(claim, ROWS, unforced=True, size=30):
        holds_throughout(claim, batch, EFFORT, every=EVERY)


def test_the_slope_is_the_derivative_of_the_loss():
    data = setting.OFFSETS.sampler(generator(0, "slope"), 20)
    W = data.W.clone().requires_grad_()
    loss(data, W).sum().backward()
    found = slope(data, data.W).matrix
    assert torch.allclose(W.grad, found, atol=1e-9)
    shown = displayed_slope(data, data.W, data.U)
    assert torch.allclose(shown, -(W.grad * data.U).sum((-2, -1)), rtol=1e-9, atol=1e-9)


def test_the_midpoint_gap_is_the_difference_of_the_losses():
    data = setting.PAIRS.sampler(generator(0, "gap"), 100)
    gap = (loss(data, data.W) + loss(data, data.W2)) / 2 - loss(data, (data.W + data.W2) / 2)
    scale = loss(data, data.W) + loss(data, data.W2) + 1
    assert bool(((midpoint_gap(data, moves_logits(data)).slack - gap).abs() <= 1e-12 * scale).all())


def test_a_decoder_and_its_shift_are_two_minimisers_of_uniform_data():
    level = Pair([[1]], [[1, 1]], [[0], [0]], [[1], [1]]).exact()
    tilted = Pair([[1]], [[1, 1]], [[0], [0]], [[1], [0]]).exact()
    assert judge(one_minimiser(level))[()] == Outcome.FAILS
    assert judge(one_minimiser(tilted))[()] == Outcome.HOLDS


def test_the_smoothness_constant_is_the_smallest():
    evidence = appendix_e.smoothness.check(Pair([[1]], [[1, 1]], [[0], [0]], [["1/16"], ["-1/16"]]).exact())
    allowed = float(evidence.scale[()]) - 1
    assert judge(evidence)[()] == Outcome.HOLDS
    assert float(evidence.slack[()]) < allowed / 64


def test_one_term_of_the_loss_exceeds_it_at_zero_already():
    start = Decoding([[1]], [[3, 1, 0]], [[0], [0], [0]]).exact()
    assert decide(PAPER["linear/theorem-1/proof/single-term"], start, EFFORT).outcome is Outcome.FAILS


def test_the_displayed_rescaling_misses_where_the_minimiser_is_known():
    # One one-hot context: by symmetry W_B is along W^mm = (1/2, -1/2).
    known = Decoding([[1]], [[1, 0]], [[2], [-2]]).exact()
    assert judge(rescaled(known, "svm"))[()] == Outcome.FAILS
    assert judge(rescaled(known, "finite"))[()] == Outcome.HOLDS


def test_the_genie_bound_is_the_loss_above_entropy():
    data = Scaled([[1, 0], [0, 1]], [[2, 1, 0], [1, 0, 0]], np.zeros((3, 2)), 3.0)
    at = frame(data)
    gap = loss(data, at.star + 3 * at.margin) - entropy(data)
    reach = float(at.star_square.sqrt()) * np.sqrt(2)
    slack = 3 * np.exp(reach) - float(gap) * np.exp(3)
    assert float(small_loss(data).slack) == pytest.approx(slack, rel=1e-9)


def test_the_display_of_the_floor_is_the_loss_unless_restricted():
    data = setting.DECODINGS.sampler(generator(0, "floor"), 60)
    whole, inside_only = (printed(data, data.W, within=within) for within in (False, True))
    size = loss(data, data.W) + 1
    assert bool(((whole - loss(data, data.W)).abs() <= 1e-12 * size).all())
    assert bool(((inside_only - in_support_cross_entropy(data, data.W)).abs() <= 1e-10 * size).all())


def test_the_norms_of_the_parts_exceed_the_norm_by_a_known_amount():
    data = Decoding([[1]], [[1, 0, 1]], [[1], [0], [0]]).exact()
    judged = decide(PAPER["linear/lemma-4/proof/norm-sum"], data, EFFORT)
    assert midpoint(judged.evidence.slack[()]) == pytest.approx(1 - 2 * np.sqrt(0.5))
