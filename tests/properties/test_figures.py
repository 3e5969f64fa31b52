"""The captions of Figures 1 and 2 and the adjusted loss: verdicts, false neighbours."""

from __future__ import annotations

from itertools import combinations, product

import pytest
import torch

from ntpcheck.claim import Effort
from ntpcheck.engine.judgement import certify, decide
from ntpcheck.engine.sweep import generator, impose, standing
from ntpcheck.evidence import Outcome, judge
from ntpcheck.instances.dataset import Dataset, Decoding
from ntpcheck_papers.thrampoulidis2024 import PAPER
from ntpcheck_papers.thrampoulidis2024.experiments import SUPPORTS

EFFORT = Effort(examples=5, batch=256)
# What the captions say of data; the runs have a file of their own.
CAPTIONS = ("linear/figures", "linear/section-5/adjusted")
OURS = [c for c in PAPER.claims if c.id.startswith(CAPTIONS) and not c.domain.costly]
# The smallest instances found on which a claim fails, which its own text admits.
REFUTED = {
    "linear/figures/separating-row": Dataset([[1, 1], [0, "-15/32"], [-2, 0]], SUPPORTS),
    "linear/figures/follower-row@arxiv-v1": Dataset([[0], [1]], [[1, 1], [0, 1]]),
    "linear/figures/cone": Dataset([[0, 1], ["-7/64", -1], [1, 1]], SUPPORTS),
    "linear/figures/wider-cone": Dataset([[1, "31/64"], [0, -1], ["-43/64", "15/32"]], SUPPORTS),
    "linear/figures/captions-agree": Dataset([[0]], [[1, 0, 0, 0, 0]]),
    "linear/section-5/adjusted-loss": Decoding([[1]], [[1, 0]], [[1], [0]]),
}
TRUE = [c for c in OURS if c.id not in REFUTED]


@pytest.mark.parametrize("name", REFUTED)
def test_a_refuted_claim_fails_at_its_witness_and_the_verifier_accepts_that(name):
    judged = decide(PAPER[name], REFUTED[name].exact(), EFFORT)
    assert judged.outcome is Outcome.FAILS
    assert certify(PAPER[name], judged, seed=0, version="test").objections == []


@pytest.mark.parametrize("claim", TRUE, ids=lambda claim: claim.id)
def test_a_claim_holds_inside_its_assumptions(claim):
    source, found = generator(1, claim.id), 0
    for _ in range(4):
        batch = impose(claim.assumes, claim.domain.sampler(source, 40))
        inside = torch.as_tensor(standing(claim.assumes, batch)[0])
        if inside.any():
            chosen = batch.select(inside)
            outcomes = judge(claim.conclude(chosen, EFFORT))
            for index, outcome in enumerate(outcomes):
                if outcome != Outcome.HOLDS:
                    outcome = decide(claim, chosen.row(index).exact(), EFFORT).outcome
                assert outcome == Outcome.HOLDS, chosen.row(index)
            found += int(inside.sum())
    assert found > 20


def test_the_first_caption_leaves_words_with_equal_contexts_only_b_and_c():
    pairs = list(combinations("ABC", 2))
    tables = [
        words
        for words in product(pairs, repeat=4)
        if all(("A", *(c for word in words for c in word)).count(context) == 3 for context in "ABC")
    ]
    assert tables
    assert {word for words in tables for word in words if words.count(word) > 1} == {("B", "C")}


def test_the_amended_sign_rule_asks_nothing_of_a_context_without_lacking_words():
    claim = PAPER["linear/figures/separating-row"]
    data = Dataset([[0], [1]], [[1, 1], [0, 1]]).exact()
    assert judge(claim.conclude(data, EFFORT)).item() == Outcome.FAILS
    assert judge(PAPER[claim.id + "/amended"].conclude(data, EFFORT)).item() == Outcome.HOLDS
