"""What the text says in passing: verdicts, false neighbours, and the checks by plain loops."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, product
from math import log

import numpy as np
import pytest
import torch

from ntpcheck.checks.gap import gap_within
from ntpcheck.claim import Effort
from ntpcheck.engine.judgement import certify, decide
from ntpcheck.evidence import Outcome, judge
from ntpcheck.instances.dataset import Dataset, Decoding
from ntpcheck.reference.entropy import entropy
from ntpcheck.reference.max_margin import max_margin
from ntpcheck_papers.thrampoulidis2024 import PAPER
from ntpcheck_papers.thrampoulidis2024.in_passing import statements as in_passing
from ntpcheck_papers.thrampoulidis2024.in_passing.statements import merged, merged_entropy, merged_loss
from ntpcheck_papers.thrampoulidis2024.section_4.program import constraint_pairs
from tests.properties.sampled import inside
from tests.reference.plain_loss import cross_entropy

EFFORT = Effort(examples=10, batch=64)
CLAIMS = {value.id for value in vars(in_passing).values() if hasattr(value, "assumes")}
PLANTED_IN_PASSING = [p for p in PAPER.planted if p.of in CLAIMS and not p.from_text]
OURS = [PAPER[name] for name in dict.fromkeys(planted.of for planted in PLANTED_IN_PASSING)]
CHEAP = [claim for claim in OURS if not claim.domain.costly]
# The smallest instances found on which a claim fails.
REFUTED = {
    "linear/footnote-4/contexts-by-embeddings@arxiv-v1": Decoding([[0], [0]], [[1, 0], [0, 1]], [[0], [0]]),
    "linear/section-1/many-minimizers": Dataset([[1, 0]], [[1, 0]]),
    "linear/section-5/bounded-away": Dataset([[1]], [[1, 0]]),
    "linear/figures/follower-row@arxiv-v1": Dataset([[0], [1]], [[1, 1], [0, 1]]),
}
TRUE = [claim for claim in CHEAP if claim.id not in REFUTED]


def test_every_claim_has_two_false_neighbours():
    count = Counter(planted.of for planted in PLANTED_IN_PASSING)
    assert set(count) == CLAIMS
    assert min(count.values()) >= 2
    assert {f"{name}/amended" for name in REFUTED} <= CLAIMS


@pytest.mark.parametrize("name", REFUTED)
def test_a_refuted_claim_fails_on_its_smallest_instance_and_the_verifier_accepts_that(name):
    judged = decide(PAPER[name], REFUTED[name].exact(), EFFORT)
    assert judged.outcome is Outcome.FAILS
    assert certify(PAPER[name], judged, seed=0, version="test").objections == []


@pytest.mark.parametrize("claim", TRUE, ids=lambda claim: claim.id)
def test_a_true_claim_fails_nowhere_and_floats_agree_with_exact_numbers(claim):
    for batch in inside(claim, 200, unforced=True):
        said = judge(claim.conclude(batch, EFFORT))
        assert not (said == Outcome.FAILS).any()
        for index in range(0, len(said), 10):
            assert decide(claim, batch.row(index).exact(), EFFORT).outcome is Outcome.HOLDS, batch.row(index)


def test_merging_is_what_counting_by_embeddings_gives():
    for batch in inside(PAPER["linear/footnote-4/contexts-by-embeddings@arxiv-v1"], 60):
        for data in batch.rows():
            table: dict[tuple[float, ...], torch.Tensor] = {}
            for h, counts in zip(data.embeddings.tolist(), data.counts, strict=True):
                table[tuple(h)] = table.get(tuple(h), 0) + counts
            small = Decoding(torch.tensor(list(table)), torch.stack(list(table.values())), data.W)
            share = merged(data)
            assert float(merged_entropy(data, share)) == pytest.approx(float(entropy(small)), abs=1e-12)
            expected = pytest.approx(float(cross_entropy(small, data.W)), rel=1e-9, abs=1e-9)
            assert float(merged_loss(data, share)) == expected


def test_two_contexts_of_one_embedding_hide_what_each_is_followed_by():
    data = Decoding([[1], [1]], [[1, 0], [0, 1]], [[0], [0]])
    assert float(entropy(data)) == 0
    assert float(merged_entropy(data, merged(data))) == pytest.approx(log(2))


def test_pairs_and_points_are_counted_like_subsets():
    for data in next(inside(PAPER["linear/definition-1/pair-count"], 40)).rows():
        equations, inequalities = constraint_pairs(data, anchored=False)
        for j, row in enumerate(data.support.tolist()):
            S = [z for z, token in enumerate(row) if token]
            others = [v for v, token in enumerate(row) if not token]
            assert {tuple(pair) for pair in equations[j].nonzero().tolist()} == set(combinations(S, 2))
            assert {tuple(pair) for pair in inequalities[j].nonzero().tolist()} == set(product(S, others))
    wrong = Dataset([[1]], [[1, 1, 1, 0]])
    for name in ("linear/definition-1/pair-count", "linear/definition-2/point-count@arxiv-v1"):
        for planted in PAPER.false_neighbours(name):
            assert decide(planted.claim(PAPER), wrong.exact(), EFFORT).outcome is Outcome.FAILS


def test_the_bound_on_a_ball_is_attained_and_fades():
    for size in (0.5, 1.0, 4.0):
        assert float(gap_within(Decoding([[1]], [[1, 0]], [[size], [-size]])).slack) == pytest.approx(0)
    gaps = []
    for k in (1, 4, 16):
        data = Dataset([[1.0, 0.5], [-1.0, 2.0]], [[1, 0, 0], [0, 1, 1]])
        W = k * max_margin(data).W
        gaps.append(float(cross_entropy(data, W) - entropy(data)))
    assert np.all(np.diff(gaps) < 0)
    assert gaps[-1] < 1e-5
