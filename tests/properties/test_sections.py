"""Sections 2 and 3, Definitions 1 and 2, (7), Proposition 1: claims, false neighbours, checks."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
import torch
from scipy.optimize import minimize

from ntpcheck.arithmetic import midpoint
from ntpcheck.checks.decoders import surprisal
from ntpcheck.checks.exact import positive_semidefinite, rank
from ntpcheck.checks.gap import dual_point, gained
from ntpcheck.checks.loss import excess, loss, scores
from ntpcheck.claim import Assumption, Effort
from ntpcheck.engine.detect import beside
from ntpcheck.engine.judgement import certify, decide
from ntpcheck.engine.sweep import generator, impose, standing
from ntpcheck.errors import InvalidInstance
from ntpcheck.evidence import Evidence, Outcome, bounds, judge
from ntpcheck.instances.dataset import Dataset, Decoding, Offset, Run, Scaled
from ntpcheck.reference.entropy import entropy
from ntpcheck.reference.max_margin import max_margin
from ntpcheck_papers.thrampoulidis2024 import PAPER, setting
from ntpcheck_papers.thrampoulidis2024.section_3.solvable import ruled_out, undecided_with
from ntpcheck_papers.thrampoulidis2024.section_3.statements import reaches_entropy
from ntpcheck_papers.thrampoulidis2024.shared import assumptions
from ntpcheck_papers.thrampoulidis2024.shared.approach import log_odds
from ntpcheck_papers.thrampoulidis2024.shared.finite_part import finite_part
from tests.properties.sampled import holds_throughout, inside
from tests.properties.section_witnesses import SECTION_WITNESSES

EFFORT = Effort(examples=10, batch=64)
ROWS, EVERY = 300, 10
# The smallest instances found on which a claim fails.
REFUTED = {
    "linear/section-3/in-support-iff-compatible@arxiv-v1": Dataset([[0]], [[1, 0]]),
    "linear/section-3/minimizers-split": Offset([[1]], [[1, 0]], [[1], [0]], 0, [[1], [1]]),
    "linear/definition-1/anchor": Decoding([[0]], [[1, 1, 0]], [[0], [0], [0]]),
    "linear/definition-2/anchor": Decoding([[0]], [[0, 1]], [[0], [0]]),
    "linear/equation-7/equality@short": Scaled([[1]], [[1, 0, 0]], [[1], [-1], [0]], 1),
    "linear/equation-7/equality@arxiv-v1": Scaled([[1]], [[1, 0, 0]], [[1], [-1], [0]], 1),
    "linear/proposition-1/above-entropy@short": Decoding([[0]], [[1]], [[0]]),
}
PLANTED_SECTIONS = [p for p in PAPER.planted if (p.of, p.kind) in SECTION_WITNESSES]
OURS = [PAPER[name] for name in dict.fromkeys(planted.of for planted in PLANTED_SECTIONS)]
TRUE = [claim for claim in OURS if claim.id not in REFUTED]
ASSUMPTIONS = [value for value in vars(setting).values() if isinstance(value, Assumption)]
DOMAIN_OF = {
    "small-step": setting.RUNS,
    "separates": setting.DECODINGS,
    "matching": setting.DECODINGS,
    "mismatched": setting.DECODINGS,
    "separates-2": setting.PAIRS,
    "in-orthogonal-complement": setting.OFFSETS,
    "nonnegative-scale": setting.SCALED,
}


def named(claims):
    return pytest.mark.parametrize("claim", claims, ids=lambda claim: claim.id)


def test_every_claim_has_two_false_neighbours_and_a_witness_for_each():
    count = Counter(planted.of for planted in PLANTED_SECTIONS)
    assert min(count.values()) >= 2
    assert set(SECTION_WITNESSES) == {(planted.of, planted.kind) for planted in PLANTED_SECTIONS}
    assert len({planted.category for planted in PLANTED_SECTIONS}) >= 8


def test_every_refuted_claim_has_an_amended_one():
    assert all(name in PAPER.by_id for name in REFUTED)
    assert all(f"{name}/amended" in PAPER.by_id for name in REFUTED)


@pytest.mark.parametrize("planted", PLANTED_SECTIONS, ids=lambda p: f"{p.of}#{p.kind}")
def test_a_planted_falsehood_fails_on_its_witness_where_its_original_does_not(planted):
    witness = SECTION_WITNESSES[planted.of, planted.kind].exact()
    assert decide(planted.claim(PAPER), witness, EFFORT).outcome is Outcome.FAILS
    assert decide(beside(PAPER[planted.of], planted.claim(PAPER)), witness, EFFORT).outcome is Outcome.FAILS


@pytest.mark.parametrize("name", REFUTED)
def test_a_refuted_claim_fails_on_its_smallest_instance_and_the_verifier_accepts_that(name):
    instance = REFUTED[name]
    judged = decide(PAPER[name], instance.exact(), EFFORT)
    assert judged.outcome is Outcome.FAILS
    assert certify(PAPER[name], judged, seed=0, version="test").objections == []
    assert decide(PAPER[f"{name}/amended"], instance.exact(), EFFORT).outcome is not Outcome.FAILS


@named(TRUE)
def test_a_true_claim_fails_nowhere_and_floats_agree_with_exact_numbers(claim):
    for batch in inside(claim, ROWS, unforced=True):
        holds_throughout(claim, batch, EFFORT, every=EVERY)


@named(OURS)
def test_a_row_of_a_batch_says_what_it_says_alone(claim):
    batch = next(inside(claim, 1, unforced=True))
    together, (low, high, _) = judge(claim.conclude(batch, EFFORT)), bounds(claim.conclude(batch, EFFORT))
    for index in range(min(4, len(together))):
        alone = claim.conclude(batch.row(index), EFFORT)
        below, above, _ = bounds(alone)
        assert together[index] == judge(alone)[()] or (below <= high[index] and low[index] <= above)


@pytest.mark.parametrize("name", ["separable", "compatible"])
def test_without_a_hypothesis_the_infimum_exceeds_the_entropy(name):
    claim = PAPER["linear/section-3/necessary-and-sufficient-if"].dropping(name)
    data = {"separable": Dataset([[0]], [[1, 0]]), "compatible": Dataset([[0]], [[1, 2]])}[name]
    judged = decide(claim, data.exact(), EFFORT)
    assert judged.outcome is Outcome.FAILS
    assert certify(claim, judged, seed=0, version="test").objections == []


def test_statements_about_a_solution_that_does_not_exist_are_undefined():
    offset = Offset([[0]], [[1, 2]], [[0], [0]], 0, [[0], [0]]).exact()
    for name in ("definition-2/off-F", "proposition-1/limit", "section-3/minimizers-split"):
        claim = PAPER[f"linear/{name}"]
        assert judge(claim.conclude(offset, EFFORT))[()] == Outcome.UNDEFINED


def test_a_decoder_with_small_positive_margins_still_reaches_the_entropy():
    claim = PAPER["linear/proposition-1/limit"].dropping("separates")
    halfway = Offset([[1]], [[1, 0]], [["1/2"], [0]], 0, [[0], [0]]).exact()
    level = Offset([[1]], [[1, 0]], [[0], [0]], 0, [[0], [0]]).exact()
    assert decide(claim, halfway, EFFORT).outcome is Outcome.HOLDS
    assert decide(claim, level, EFFORT).outcome is Outcome.FAILS


@pytest.mark.parametrize("assumption", ASSUMPTIONS, ids=lambda assumption: assumption.name)
def test_a_hypothesis_is_decided_alike_in_floats_rows_and_exact_numbers(assumption):
    domain = DOMAIN_OF.get(assumption.name, setting.DATASETS)
    source, seen = generator(0, assumption.name), Counter()
    for _ in range(12):
        wild = domain.sampler(source, 16)
        for batch in (wild, assumption.impose(wild) if assumption.impose else wild):
            said = judge(assumption.check(batch))
            seen.update(said)
            for index in range(0, 16, 5):
                row = batch.row(index)
                assert judge(assumption.check(row))[()] == said[index]
                assert judge(assumption.check(row.exact()))[()] == said[index], row
    assert seen[Outcome.HOLDS] >= 20
    assert seen[Outcome.FAILS] >= 20


def test_a_step_at_the_border_is_small():
    for eta, held in (("1/64", True), ("1/2", True), ("33/64", False)):
        run = Run([[1, 1]], [[1, 0]], [[0, 0], [0, 0]], eta).exact()
        assert (judge(assumptions.small_step(run))[()] == Outcome.HOLDS) is held
    for eta in (0, -1):
        with pytest.raises(InvalidInstance, match="eta is not positive"):
            Run([[1, 1]], [[1, 0]], [[0, 0], [0, 0]], eta)


def test_semidefiniteness_agrees_with_eigenvalues():
    source = torch.Generator().manual_seed(0)
    for _ in range(60):
        root = torch.randint(-1, 2, (3, 2), generator=source).double()
        square = root @ root.T - 0.25 * int(torch.randint(0, 2, (1,), generator=source)) * torch.eye(3)
        least = float(torch.linalg.eigvalsh(square).min())
        exact = Dataset(square, torch.ones(3, 1, dtype=torch.int64)).exact().embeddings
        assert positive_semidefinite(exact) is (least > -1e-9)
        assert rank(exact) == int(torch.linalg.matrix_rank(square))


def test_surprisal_is_minus_log_softmax_and_keeps_its_digits():
    logits = torch.tensor([[3.0, -2.0, 0.5], [0.0, -50.0, -60.0], [900.0, -900.0, 0.0]], dtype=torch.float64)
    assert torch.allclose(surprisal(logits), -torch.log_softmax(logits, -1), atol=1e-15)
    assert float(surprisal(logits)[1, 0]) == pytest.approx(np.exp(-50.0) + np.exp(-60.0), rel=1e-14)


def test_the_excess_is_the_loss_less_the_entropy():
    data = setting.DECODINGS.sampler(generator(0, "excess"), 200)
    found = excess(data, scores(data, data.W))
    gap = loss(data, data.W) - entropy(data)
    assert torch.allclose(found.total, gap, rtol=1e-9, atol=1e-9 * float(gap.abs().max() + 1))


def test_the_loss_along_the_path_is_below_its_bound():
    wild = setting.DATASETS.sampler(generator(3, "path"), 200)
    data = impose((setting.SEPARABLE, setting.COMPATIBLE), wild)
    held, _, _ = standing((setting.SEPARABLE, setting.COMPATIBLE), data)
    data = data.select(torch.as_tensor(held))
    star, margin = finite_part(data).W, max_margin(data).W
    odds = torch.exp(log_odds(data, scores(data, star).logits))
    bound = (data.pi * torch.where(data.support.all(-1), 0.0, odds)).sum(-1)
    for gamma in (0.0, 0.5, 3.0, 20.0):
        found = excess(data, scores(data, star + gamma * margin))
        assert bool((found.total <= bound * np.exp(-gamma) * (1 + 1e-9) + 1e-20).all())
        assert float(found.inside.max()) < 1e-20
    assert (judge(reaches_entropy(data)) == Outcome.HOLDS).all()


def test_no_decoder_beats_the_dual_point():
    for data in (
        Dataset([[0]], [[1, 0]]),
        Dataset([[1], [1]], [[1, 2, 0], [2, 1, 0]]),
        Dataset([[1], [-1]], [[1, 0], [1, 0]]),
    ):
        exact = data.exact()
        gain = midpoint(gained(exact, dual_point(exact))[()])
        shape = (data.size("V"), data.size("d"))

        def value(flat, data=data, shape=shape):
            return float(loss(data, torch.as_tensor(flat).reshape(shape)))

        best = minimize(value, np.zeros(shape).ravel(), method="BFGS").fun
        assert gain > 0
        assert best >= float(entropy(data)) + gain - 1e-9


def test_data_without_obstruction_have_no_dual_point():
    assert dual_point(Dataset([[1]], [[1, 0]]).exact()) is None


def test_what_stays_open_leaves_a_statement_about_it_open():
    like = torch.zeros(2, dtype=torch.float64)
    held = Evidence(like + 1, like, like + 1)
    half = Evidence(like, torch.tensor([0.0, torch.inf], dtype=torch.float64), like)
    assert judge(undecided_with(half, held)).tolist() == [Outcome.HOLDS, Outcome.UNDECIDED]


def test_a_relation_is_not_found_where_data_are_compatible():
    assert judge(ruled_out(Dataset([[1]], [[1, 2]]).exact()))[()] == Outcome.FAILS
