"""Displayed identities and bounds: true ones hold on random data, false neighbours fail, some by hand."""

from __future__ import annotations

import pytest
import torch

from ntpcheck.claim import Effort
from ntpcheck.engine.judgement import certify, decide
from ntpcheck.engine.sweep import generator, impose, standing
from ntpcheck.evidence import Outcome, judge
from ntpcheck.instances.dataset import Decoding, Offset, Samples
from ntpcheck_papers.thrampoulidis2024 import PAPER
from ntpcheck_papers.thrampoulidis2024.section_2.statements import entropy_average, entropy_by_contexts

EFFORT = Effort(examples=10, batch=64)
OURS = [
    f"linear/{name}"
    for name in (
        "section-1/softmax-display",
        "section-2/entropy-regrouped",
        "section-5/convex",
        "definition-2/in-support-intact",
        "definition-2/in-support-intact/amended",
        "definition-2/kesler",
        "equation-7/first-step",
        "theorem-1/proof/genie-sums",
        "theorem-1/proof/kl-display",
        "lemma-4/proof/floor-projected",
    )
]
REFUTED = "linear/definition-2/in-support-intact"
RAISED = Offset([[1]], [[1, 0]], [[1], [0]], 0, [[0], [0]])


@pytest.mark.parametrize("name", [name for name in OURS if name != REFUTED])
def test_a_true_display_fails_nowhere_and_is_decided_exactly(name: str) -> None:
    claim, found = PAPER[name], 0
    source = generator(5, name)
    while found < 60:
        batch = impose(claim.assumes, claim.domain.sampler(source, 40))
        held, _, _ = standing(claim.assumes, batch)
        said = judge(claim.conclude(batch, EFFORT))[held]
        assert not (said == Outcome.FAILS).any()
        found += len(said)
    kept = batch.select(torch.as_tensor(held))
    assert decide(claim, kept.row(0).exact(), EFFORT).outcome in (Outcome.HOLDS, Outcome.OUTSIDE)


def test_probabilities_in_support_are_not_left_intact() -> None:
    judged = decide(PAPER[REFUTED], RAISED.exact(), EFFORT)
    assert judged.outcome is Outcome.FAILS
    assert certify(PAPER[REFUTED], judged, seed=0, version="test").objections == []
    # By hand: 1/2 at W^p = 0, and e / (1 + e) once the token's logit is 1.
    assert judged.evidence is not None
    assert float(judged.evidence.slack) == pytest.approx(-(torch.e / (1 + torch.e) - 1 / 2))
    assert decide(PAPER[f"{REFUTED}/amended"], RAISED.exact(), EFFORT).outcome is Outcome.HOLDS


def test_softmax_entries_against_torch() -> None:
    """The display with 2 for the 1 misses the softmax by what torch says."""
    data = Decoding([[1, -2], [0.5, 3]], [[1, 0, 2], [0, 1, 0]], [[1, 0], [0, 2], [-1, 0.5]])
    (planted,) = [p for p in PAPER.false_neighbours(OURS[0]) if p.kind == "wrong-constant"]
    evidence = planted.claim(PAPER).conclude(data, EFFORT)
    probabilities = torch.softmax(data.embeddings @ data.W.mT, -1)
    wrong = 1 / (1 + 1 / probabilities)
    assert float(evidence.slack) == pytest.approx(-float((probabilities - wrong).abs().max()), rel=1e-6)


def test_the_entropy_of_pairs_by_hand() -> None:
    # Context 0 has tokens 0, 0, 1; context 1 has token 1: H = (3/4) (log 3 - (2/3) log 2).
    data = Samples([0, 0, 1, 0], [0, 0, 1, 1], [[0], [1]], [[0], [1]])
    wanted = 0.75 * float(torch.log(torch.tensor(3.0)) - 2 / 3 * torch.log(torch.tensor(2.0)))
    assert float(entropy_average(data)) == pytest.approx(wanted, rel=1e-6)
    assert float(entropy_by_contexts(data)) == pytest.approx(wanted, rel=1e-6)
