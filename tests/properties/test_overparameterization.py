"""Section 3.1, Lemma 1, Remark 1, Definition 3: the claims, their false neighbours, what decides them."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import product

import cvxpy
import numpy as np
import pytest
import torch

from ntpcheck.checks import feasible
from ntpcheck.checks.existence import interpolating_decoder
from ntpcheck.claim import Effort
from ntpcheck.engine.detect import beside
from ntpcheck.engine.judgement import certify, decide
from ntpcheck.engine.sweep import generator
from ntpcheck.evidence import Outcome, judge
from ntpcheck.instances.dataset import Dataset, Decoding, Pair
from ntpcheck.reference.entropy import log_p
from ntpcheck.reference.max_margin import max_margin
from ntpcheck_papers.thrampoulidis2024 import PAPER
from ntpcheck_papers.thrampoulidis2024.beyond.dichotomies import cover_function, separable_dichotomies
from ntpcheck_papers.thrampoulidis2024.section_3.contexts import (
    dependency,
    inseparable_assignment,
    inseparable_labels,
)
from ntpcheck_papers.thrampoulidis2024.section_3.section_3_1 import pseudo_inverse_targets
from ntpcheck_papers.thrampoulidis2024.section_3.systems import left_kernel, residual
from ntpcheck_papers.thrampoulidis2024.section_4.program import constraint_pairs
from ntpcheck_papers.thrampoulidis2024.setting import (
    COMPATIBLE,
    DATASETS,
    GENERAL_POSITION,
    ONE_HOT,
    SEPARABLE,
)
from tests.properties.sampled import inside
from tests.properties.witnesses import WITNESSES

EFFORT = Effort(examples=10, batch=64)
ROWS, EVERY = 300, 10
# The catalogue's ids up to Definition 3, and of the statements on gradient descent.
CATALOGUE = """
section-2/loss-regrouped section-2/entropy-decomposition section-2/entropy-floor
section-3/attained-iff-match-if section-3/attained-iff-match-only-if
section-3/in-support-iff-compatible@arxiv-v1 section-3/necessary-and-sufficient-if
section-3/necessary-and-sufficient-only-if section-3/minimizers-split
definition-1/anchor definition-1/unique-in-F definition-2/anchor definition-2/off-F
equation-7/equality@short equation-7/equality@arxiv-v1 equation-7/equality@neurips equation-7/bound
proposition-1/above-entropy@short proposition-1/above-entropy@arxiv-v1 proposition-1/above-entropy@neurips
proposition-1/limit section-3.1/equivalent-system section-3.1/necessary
lemma-1/compatible lemma-1/separable lemma-1/infinitely-many
remark-1/one-hot-entropy remark-1/attained-iff-separable remark-1/F-empty
remark-1/cover-sufficient remark-1/cover-necessary
ntp-svm/strongly-convex ntp-svm/constraint-count ntp-svm/unique ntp-svm/max-margin
lemma-2/loss lemma-2/norm theorem-2/direction theorem-2/finite-part
""".split()  # noqa: SIM905 - thirty-nine quoted lines would say less
# The smallest instances found on which a claim fails, which its own text admits.
REFUTED = {
    "linear/section-3.1/equivalent-system": Dataset([[1], [1]], [[1, 2], [1, 0]]),
    "linear/section-3.1/necessary": Dataset([[1]], [[1, 0]]),
    "linear/remark-1/attained-iff-separable": Dataset([[1]], [[1, 0]]),
    "linear/remark-1/F-empty": Dataset([[0]], [[1]]),
    "linear/remark-1/cover-sufficient": Dataset([[1, 0], [0, 1], [-1, -1]], [[1, 0], [1, 0], [1, 0]]),
    "linear/remark-1/cover-necessary": Dataset([[1], [1]], [[1, 0], [1, 0]]),
    "linear/ntp-svm/strongly-convex": Pair([[1]], [[1, 0]], [[1], [0]], [[2], [0]]),
}
ILL_POSED = {"linear/ntp-svm/max-margin@short": Decoding([[1]], [[1, 1]], [[0], [0]])}
SECTIONS = ("section-3.1", "lemma-1", "remark-1", "ntp-svm", "sharper/cover", "sharper/independent")
OURS = [c for c in PAPER.claims if c.id.removeprefix("linear/").startswith(SECTIONS)]
TRUE = [c for c in OURS if c.id not in REFUTED | ILL_POSED]


def named(claims):
    return pytest.mark.parametrize("claim", claims, ids=lambda claim: claim.id)


def test_the_paper_lists_the_catalogue_and_no_id_twice():
    ids = [claim.id for claim in PAPER.claims]
    assert len(set(ids)) == len(ids)
    assert not {f"linear/{name}" for name in CATALOGUE} - set(ids)
    assert {used for rests in PAPER.rests_on.values() for used in rests} | set(PAPER.rests_on) <= set(ids)


def test_every_refuted_or_ill_posed_claim_has_an_amended_one():
    for name in (*REFUTED, *ILL_POSED):
        assert f"{name}/amended" in PAPER.by_id, name


PLANTED_OVERPARAMETERIZATION = [p for p in PAPER.planted if (p.of, p.kind) in WITNESSES]


def test_every_claim_has_two_false_neighbours_and_a_witness_for_each():
    count = Counter(planted.of for planted in PLANTED_OVERPARAMETERIZATION)
    assert {claim.id for claim in OURS} <= set(count)
    assert min(count.values()) >= 2
    assert set(WITNESSES) == {(planted.of, planted.kind) for planted in PLANTED_OVERPARAMETERIZATION}
    assert len({planted.category for planted in PLANTED_OVERPARAMETERIZATION}) >= 8


@pytest.mark.parametrize("planted", PLANTED_OVERPARAMETERIZATION, ids=lambda p: f"{p.of}#{p.kind}")
def test_a_planted_falsehood_fails_on_its_witness_where_its_original_does_not(planted):
    witness = WITNESSES[planted.of, planted.kind].exact()
    assert decide(planted.claim(PAPER), witness, EFFORT).outcome is Outcome.FAILS
    if not planted.alone:
        told = beside(PAPER[planted.of], planted.claim(PAPER))
        assert decide(told, witness, EFFORT).outcome is Outcome.FAILS


@named(TRUE)
def test_a_true_claim_fails_on_no_sampled_instance_and_exact_numbers_agree(claim):
    for batch in inside(claim, ROWS):
        said = judge(claim.conclude(batch, EFFORT))
        assert not (said == Outcome.FAILS).any()
        for row in range(0, len(said), EVERY):
            judged = decide(claim, batch.row(row).exact(), EFFORT)
            assert judged.outcome is Outcome.HOLDS, batch.row(row)


@pytest.mark.parametrize("name", REFUTED)
def test_a_refuted_claim_fails_on_a_hand_made_instance_and_the_verifier_accepts_that(name):
    judged = decide(PAPER[name], REFUTED[name].exact(), EFFORT)
    assert judged.outcome is Outcome.FAILS
    assert certify(PAPER[name], judged, seed=0, version="test").objections == []


@pytest.mark.parametrize("name", ILL_POSED)
def test_an_ill_posed_claim_is_undefined_inside_its_assumptions(name):
    assert decide(PAPER[name], ILL_POSED[name].exact(), EFFORT).outcome is Outcome.UNDEFINED


def rows_of(count=40, seed=5):
    source = generator(seed, "rows")
    return [row for _ in range(count // 4) for row in DATASETS.sampler(source, 4).rows()]


def test_the_targets_are_what_the_pseudo_inverse_gives():
    for data in rows_of():
        found = pseudo_inverse_targets(data)
        for j in range(data.size("m")):
            tokens = np.flatnonzero(data.support[j])
            E = np.eye(data.size("V"))[tokens[:1]] - np.eye(data.size("V"))[tokens[1:]]
            a = (log_p(data)[j, tokens[:1]] - log_p(data)[j, tokens[1:]]).numpy()
            assert np.allclose(np.linalg.pinv(E) @ a if len(a) else 0 * found[j], found[j])


def test_a_system_is_solvable_where_least_squares_leaves_nothing():
    source = np.random.default_rng(0)
    for _ in range(40):
        rows = source.integers(-2, 3, (4, 3)).astype(float)
        rhs = source.integers(-2, 3, (4, 2)).astype(float)
        rhs = rows @ source.integers(-2, 3, (3, 2)) if source.random() < 0.5 else rhs
        left = rhs - rows @ np.linalg.lstsq(rows, rhs, rcond=None)[0]
        solvable = bool(np.abs(left).max() < 1e-9)
        floats = residual(torch.as_tensor(rows), torch.as_tensor(rhs))
        lifted = (Dataset(x, np.ones((4, 1))).exact().embeddings for x in (rows, rhs))
        exactly = residual(*lifted)
        assert bool(floats.value <= floats.error) is solvable
        assert bool(exactly.value == 0) is solvable


def test_the_left_kernel_of_fractions_vanishes_on_them():
    rows = Dataset([["1/2", "1/3"], [1, "2/3"], ["1/6", 0]], [[1]] * 3).embeddings
    kernel = left_kernel(rows)
    assert len(kernel) == 1
    assert all(entry == 0 for entry in (kernel @ rows).ravel())


def test_an_interpolating_decoder_has_the_logits_asked_for():
    data = Dataset([["1/2", 0, 1], [1, 1, 0]], [[1, 2], [1, 0]])
    targets = data.xp.asarray([[1, 2], [0, -3]], data.embeddings)
    assert (data.embeddings @ interpolating_decoder(data, targets).T == targets).all()
    floats = data.floats()
    wanted = torch.as_tensor([[1.0, 2], [0, -3]], dtype=torch.float64)
    assert torch.allclose(floats.embeddings @ interpolating_decoder(floats, wanted).mT, wanted)


def test_dependent_contexts_have_assignments_that_nothing_separates():
    seen = 0
    for data in rows_of():
        if data.size("V") < 2 or torch.linalg.matrix_rank(data.embeddings) == data.size("m"):
            continue
        lifted = data.exact()
        assert all(entry == 0 for entry in dependency(lifted) @ lifted.embeddings)
        for counts in (inseparable_assignment(lifted), inseparable_labels(lifted)):
            assert not counts.support.all()
            assert judge(feasible.separable(counts))[()] is Outcome.FAILS
        seen += 1
    assert seen >= 5


@pytest.mark.parametrize(("m", "d"), [(1, 1), (2, 1), (3, 1), (3, 2), (4, 2), (4, 3), (3, 4)])
def test_dichotomies_are_counted_as_one_by_one(m, d):
    data = Dataset(np.random.default_rng(m + 7 * d).integers(-9, 10, (m, d)), np.ones((m, 2)))
    data = GENERAL_POSITION.impose(data.replace(counts=torch.ones(m, 2, dtype=torch.int64)))
    separable = 0
    for labels in product((0, 1), repeat=m):
        counts = torch.nn.functional.one_hot(torch.tensor(labels), 2)
        separable += judge(SEPARABLE.check(data.replace(counts=counts).exact()))[()] is Outcome.HOLDS
    assert int(separable_dichotomies(data).number) == separable
    assert separable == int(separable_dichotomies(data.exact()).number)
    assert cover_function(m, d) == separable


def test_half_of_all_labels_are_separable_at_the_threshold():
    assert all(2 * cover_function(2 * d, d) == 2 ** (2 * d) for d in range(1, 8))


def test_constraints_are_counted_by_hand():
    data = Dataset([[1.0], [1.0]], [[1, 1, 0, 0], [1, 1, 1, 0]])
    displayed, anchored = (constraint_pairs(data, anchored=a) for a in (False, True))
    assert [int(pairs.sum()) for pairs in displayed] == [1 + 3, 4 + 3]
    assert [int(pairs.sum()) for pairs in anchored] == [1 + 2, 2 + 1]


def test_the_program_as_displayed_has_the_same_solution_from_any_start():
    source, compared = generator(3, "svm"), 0
    while compared < 6:
        data = SEPARABLE.impose(DATASETS.sampler(source, 1)).row(0)
        if judge(SEPARABLE.check(data))[()] is not Outcome.HOLDS or float(data.embeddings.abs().max()) < 0.25:
            continue
        best = max_margin(data).W.numpy()
        assert np.allclose(displayed_program(data), best, atol=1e-5 * (1 + np.abs(best).max()))
        order = torch.randperm(data.size("V"), generator=source)
        assert np.allclose(max_margin(data.permute("V", order.tolist())).W.numpy(), best[order], atol=1e-9)
        compared += 1


def displayed_program(data):
    """The solution of Definition 3 with all its constraints, by an independent solver."""
    W = cvxpy.Variable((data.size("V"), data.size("d")))
    rules = []
    for h, support in zip(data.embeddings.numpy(), data.support.numpy(), strict=True):
        scores = W @ h
        inside, outside = np.flatnonzero(support), np.flatnonzero(~support)
        rules += [scores[z] == scores[y] for z in inside for y in inside if z < y]
        rules += [scores[z] - scores[v] >= 1 for z in inside for v in outside]
    cvxpy.Problem(cvxpy.Minimize(cvxpy.sum_squares(W)), rules).solve(solver=cvxpy.CLARABEL)
    return W.value


def test_one_hot_data_are_compatible_with_the_zero_decoder():
    batch = ONE_HOT.impose(DATASETS.sampler(generator(1, "one-hot"), 40))
    assert (judge(COMPATIBLE.check(batch)) == Outcome.HOLDS).all()


def test_a_claim_stays_undecided_where_the_max_margin_was_not_found():
    claim = replace(PAPER["linear/ntp-svm/unique"], assumes=())
    assert decide(claim, Decoding([[0]], [[1, 0]], [[0], [0]]).exact(), EFFORT).outcome is Outcome.UNDECIDED


def test_labellings_are_not_counted_by_a_determinant_lost_in_rounding():
    near = Dataset([[1.0, 3.0], [1 / 3, 1.0], [1.0, 0.0]], [[1, 0]] * 3)
    assert not bool(separable_dichotomies(near).sure)
    assert bool(separable_dichotomies(near.exact()).sure)
    assert judge(PAPER["linear/sharper/cover-count"].conclude(near, EFFORT)) == Outcome.UNDECIDED
    assert judge(PAPER["linear/sharper/cover-count"].conclude(near.exact(), EFFORT)) == Outcome.HOLDS
