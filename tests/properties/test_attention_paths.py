"""The regularisation path of the attention paper: witnesses, repaired claims, other routes to its limits."""

from __future__ import annotations

import numpy as np
import pytest
import torch

from ntpcheck.claim import Claim, Effort
from ntpcheck.engine.judgement import certify, decide
from ntpcheck.engine.sweep import generator, impose, standing
from ntpcheck.evidence import Outcome, judge
from ntpcheck.instances.attention import Attending, AttendingScaled, Attention
from ntpcheck.instances.loss import named, slope
from ntpcheck.reference.attention_loss import attention_loss
from ntpcheck.reference.graph_svm import graph_svm
from ntpcheck_papers.li2024 import PAPER
from ntpcheck_papers.li2024.section_3.attention import derivative_bounds
from ntpcheck_papers.li2024.section_4 import (
    lemma_4_direction,
    lemma_4_proof,
    theorem_1_path,
    theorem_1_proof,
    theorem_2_path,
)
from ntpcheck_papers.li2024.section_4.path_losses import steepness
from ntpcheck_papers.li2024.section_4.path_radius import beats
from ntpcheck_papers.li2024.section_4.path_steps import margins
from ntpcheck_papers.li2024.setting import NONVANISHING_SLOPE
from ntpcheck_papers.li2024.shared.path_level import finite_correction, kappa, rivals

EFFORT = Effort(examples=10, batch=64)
LINEAR, CUBIC, LOG = (named(name) for name in ("linear", "cubic", "log"))
UNIT = [[1, 0, 0], [0, 1, 0], [0, 0, 1]]
PAIR = [[1, 0], [0, 1]]
LEVEL = Attention(UNIT, UNIT, [[1, 1, 1], [1, 1, 0]], [0, 0], [0, 1], LINEAR, 0)
FAR = [[1, 0, 0, 0], [0, 1, 0, 0], [8, -8, 1, 0], [-8, 8, 0, 1]]
FAR_HEAD = [[1, 0, -8, 8], [0, 1, 8, -8], [0, 0, 1, 0], [0, 0, 0, 1]]
LOPSIDED = AttendingScaled(
    FAR,
    FAR_HEAD,
    [[1, 1, 1, 0], [1, 1, 0, 1]],
    [0, 0],
    [0, 1],
    LINEAR,
    0,
    [["7/16", 0, 0, 0], ["7/16", 0, 0, 0], ["-3/4", 0, 0, 0], ["-1/8", 0, 0, 0]],
    [["1/2", 0, 0, 0], ["-1/2", 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0]],
    16,
)
ZERO = [[0, 0, 0]] * 3
# The smallest instances found on which a claim fails, or has no meaning.
WITNESSES: dict[Claim, Attention] = {
    theorem_1_path.direction: Attention(
        [[-1, 1], [0, 0], [1, 1]], [[-1, 0], [0, -1], [1, 0]], [[1, 1, 0], [1, 0, 1]], [0, 0], [1, 0],
        CUBIC, 0,
    ),
    lemma_4_direction.direction: Attending(
        UNIT, UNIT, [[1, 1, 0], [1, 1, 1], [0, 1, 1]], [0, 0, 1], [0, 1, 1], CUBIC, 1, ZERO
    ),
    lemma_4_proof.upper: AttendingScaled(
        UNIT, UNIT, [[1, 1, 1]], [0], [0], LINEAR, 0,
        [["1/4", 0, 0], [0, "-1/8", 0], ["1/8", "1/8", "-1/4"]], ZERO, 1,
    ),
    lemma_4_proof.upper_last: LOPSIDED,
    lemma_4_proof.lower: LOPSIDED,
    lemma_4_proof.threshold: LOPSIDED,
    theorem_2_path.direction: LEVEL,
    theorem_2_path.cyclic_part: LEVEL,
    PAPER["attention/theorem-2/decomposition@log-loss"]: Attention(
        PAIR, PAIR, [[2, 1], [1, 1]], [0, 1], [0, 0], LOG, 0
    ),
    theorem_2_path.decomposition: Attention(PAIR, PAIR, [[2, 1], [1, 1]], [0, 1], [0, 0], LINEAR, 0),
}  # fmt: skip
EMPTY = Attention(PAIR, PAIR, [[1, 0]], [0], [0], LINEAR, 0)
AMENDED = (
    theorem_1_path.direction_amended,
    lemma_4_direction.direction_amended,
    theorem_1_proof.eq_6,
    theorem_1_proof.eq_7,
    theorem_1_proof.eq_8,
    theorem_1_proof.eq_9,
    lemma_4_proof.upper_amended,
    lemma_4_proof.lower_amended,
    lemma_4_proof.threshold_amended,
    theorem_2_path.direction_amended,
    theorem_2_path.cyclic_part_amended,
    theorem_2_path.decomposition_amended,
    theorem_2_path.decomposition_log_amended,
    theorem_2_path.log_loss,
)


@pytest.mark.share(2)
@pytest.mark.parametrize("claim", WITNESSES, ids=lambda claim: claim.id)
def test_a_refuted_claim_fails_on_its_witness_and_the_verifier_accepts_that(claim: Claim) -> None:
    judged = decide(claim, WITNESSES[claim].exact(), EFFORT)
    assert judged.outcome is Outcome.FAILS
    if claim is not theorem_1_path.direction:  # its lemma needs numbers that only the stored file names
        assert certify(claim, judged, seed=0, version="test").objections == []


def test_an_ill_posed_instance_is_undefined_and_the_verifier_accepts_that() -> None:
    claim = theorem_1_path.direction
    judged = decide(claim, EMPTY.exact(), EFFORT)
    assert judged.outcome is Outcome.UNDEFINED
    assert certify(claim, judged, seed=0, version="test").objections == []


def test_a_flat_loss_is_outside_the_hypotheses_of_8() -> None:
    """The cubic loss with its knee between the scores: the line before (8) has no c_dn > 0."""
    flat = AttendingScaled(PAIR, PAIR, [[1, 1]], [0], [0], CUBIC, 0.5, [[0, 0]] * 2, [[0, 0]] * 2, 1)
    assert judge(NONVANISHING_SLOPE.check(flat)).item() == Outcome.FAILS
    assert judge(derivative_bounds.conclude(flat.exact(), EFFORT)).item() == Outcome.FAILS


@pytest.mark.parametrize("claim", AMENDED, ids=lambda claim: claim.id)
def test_a_repaired_claim_fails_nowhere(claim: Claim) -> None:
    source, found = generator(0, claim.id), 0
    while found < 40:
        batch = impose(claim.assumes, claim.domain.sampler(source, 12))
        held, _, _ = standing(claim.assumes, batch)
        if held.any():
            found += int(held.sum())
            said = judge(claim.conclude(batch.select(torch.as_tensor(held)), EFFORT))
            assert (said == Outcome.HOLDS).mean() >= 0.9
            assert not (said == Outcome.FAILS).any()


def test_every_claim_has_two_false_neighbours() -> None:
    modules = (theorem_1_path, theorem_1_proof, lemma_4_direction, lemma_4_proof, theorem_2_path)
    found = [value for module in modules for value in vars(module).values() if isinstance(value, Claim)]
    claims = [claim for claim in PAPER.claims if claim.conclude in {one.conclude for one in found}]
    planted = [one.of for one in PAPER.planted]
    assert all(planted.count(claim.id) >= 2 for claim in claims)


def test_a_level_component_is_left_along_minus_1_2_minus_1() -> None:
    data = LEVEL.floats()
    best = max(rivals(data), key=lambda V: float(kappa(data, torch.from_numpy(V))) / np.linalg.norm(V))
    along = best[:, 0] / np.linalg.norm(best)
    np.testing.assert_allclose(along, np.array([-1, 2, -1]) / 6**0.5, atol=1e-12)
    # At equal norm the smaller risk is not along W^mm.
    risks = [
        float(attention_loss(data, 6 * W / W.norm())) for W in (torch.from_numpy(best), graph_svm(data).W)
    ]
    assert risks[0] < risks[1]


def test_a_finite_correction_is_known_of_level_acyclic_and_logarithmic_data() -> None:
    uneven = LEVEL.replace(labels=np.array([0, 0]))
    for data, wanted in (
        (LEVEL, Outcome.HOLDS),
        (EMPTY, Outcome.HOLDS),
        (LEVEL.replace(loss=np.array(LOG)), Outcome.HOLDS),
        (LEVEL.replace(counts=np.array([[1, 1, 1], [2, 1, 0]])), Outcome.UNDECIDED),
        (uneven, Outcome.HOLDS),  # one label only: no component of two tokens
    ):
        assert judge(finite_correction(data.floats())).item() is wanted
        assert judge(finite_correction(data.exact())).item() is wanted


def test_the_comparison_of_logarithms_has_the_sign_of_the_risks() -> None:
    claim = lemma_4_proof.threshold_amended
    batch = impose(claim.assumes, claim.domain.sampler(generator(3, "beats"), 60))
    held, _, _ = standing(lemma_4_proof.COMPETING, batch)
    batch = batch.select(torch.as_tensor(held))
    batch = batch.replace(R=batch.R.clamp(max=4.0))
    found = margins(batch)
    slack = beats(batch).slack
    for i in range(0, len(slack), 5):
        row = batch.row(i).exact()
        exact = beats(row)
        assert (float(slack[i]) > 0) == bool(exact.slack[()] > 0)
    assert bool((found.least < 1).all())


def test_the_constants_bound_the_slope_between_the_scores() -> None:
    claim = theorem_1_proof.eq_9
    batch = impose(claim.assumes, claim.domain.sampler(generator(4, "steep"), 60))
    found = steepness(batch)
    low = torch.where(batch.present, batch.scores, torch.inf).flatten(-2).amin(-1)
    high = torch.where(batch.present, batch.scores, -torch.inf).flatten(-2).amax(-1)
    grid = torch.linspace(0, 1, 101, dtype=torch.float64)
    steep = -slope(batch.loss, batch.knee, low[:, None] + (high - low)[:, None] * grid)
    assert bool((steep >= found.least[:, None] - 1e-12).all())
    assert bool((steep <= found.most[:, None] + 1e-12).all())
