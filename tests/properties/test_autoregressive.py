"""Sequences and the appendix on the autoregressive setting: verdicts, false neighbours."""

from __future__ import annotations

from collections import Counter
from math import exp, log

import numpy as np
import pytest
import torch

from ntpcheck.claim import Effort
from ntpcheck.domains.sequences import SEQUENCES
from ntpcheck.engine.judgement import certify, decide
from ntpcheck.engine.sweep import generator
from ntpcheck.errors import InvalidInstance
from ntpcheck.evidence import Outcome, judge
from ntpcheck.instances.base import Instance
from ntpcheck.instances.dataset import Sequences
from ntpcheck.report.hunted import ruled
from ntpcheck_papers.thrampoulidis2024 import PAPER
from ntpcheck_papers.thrampoulidis2024.appendices.autoregressive import (
    average_loss,
    distinct,
    embedded,
    entropies,
    enumerated_loss,
)

EFFORT = Effort(examples=10, batch=128)
OURS = [c for c in PAPER.claims if c.id.startswith("linear/autoregressive")]
# The smallest instances on which a claim fails, which its own text admits.
REFUTED = {
    "linear/autoregressive/context-counts": Sequences([[0, 0, 0], [0, 1, 0]], [[0], [0]]),
    "linear/autoregressive/shannon": Sequences([[0, 0, 0], [0, 0, 1]], [[0], [0]]),
}


def drawn(seed, rows=30):
    source = generator(seed, "autoregressive")
    return [row for _ in range(4) for row in SEQUENCES.sampler(source, rows).rows()]


@pytest.mark.parametrize("name", REFUTED)
def test_a_refuted_claim_fails_at_its_witness_and_the_verifier_accepts_that(name):
    judged = decide(PAPER[name], REFUTED[name].exact(), EFFORT)
    assert judged.outcome is Outcome.FAILS
    said = certify(PAPER[name], judged, seed=0, version="test")
    assert said.objections == []
    assert Instance.from_json(said.document["instance"]).to_json() == REFUTED[name].to_json()


@pytest.mark.parametrize(
    "changes", [{"tokens": [[0, 0, 2], [0, 1, 0]]}, {"tokens": [[0], [1]]}, {"extra": 1}]
)
def test_the_verifier_rejects_what_is_no_set_of_sequences(changes):
    claim = PAPER["linear/autoregressive/context-counts"]
    judged = decide(claim, REFUTED[claim.id].exact(), EFFORT)
    document = certify(claim, judged, seed=0, version="test").document
    document["instance"].update(changes)
    assert ruled(document).outcome != "ACCEPTED"


@pytest.mark.parametrize("claim", [c for c in OURS if c.id not in REFUTED], ids=lambda claim: claim.id)
def test_a_claim_holds_on_all_small_instances(claim):
    for batch in SEQUENCES.scope():
        assert (judge(claim.conclude(batch, EFFORT)) == Outcome.HOLDS).all()


def test_counts_and_entropies_are_those_of_a_dictionary():
    for data in drawn(0):
        rows, n = data.tokens.tolist(), data.size("n")
        for t, (m, H) in enumerate(zip(distinct(data), entropies(data), strict=True), start=1):
            alone = Counter(tuple(row[:t]) for row in rows)
            joint = Counter(tuple(row[: t + 1]) for row in rows)
            assert float(m) == pytest.approx(len(alone))
            expected = -sum(k / n * log(k / alone[prefix[:-1]]) for prefix, k in joint.items())
            assert float(H) == pytest.approx(expected, abs=1e-12)


def test_entropies_backwards_condition_one_token_on_more_and_more():
    data = Sequences([[0, 0, 0], [0, 1, 1], [1, 1, 0], [1, 0, 1]], [[0], [0]])
    assert [float(H) for H in entropies(data, backwards=True)] == pytest.approx([log(2), 0])


def test_the_losses_are_those_of_a_loop_over_predictions():
    for data in drawn(1, rows=8):
        H, W, total = embedded(data).numpy(), data.W.numpy(), 0.0
        n, T = data.size("n"), data.size("T")
        for i, t in np.ndindex(n, T):
            logits = W @ H[t, i]
            total += log(sum(exp(x - logits.max()) for x in logits)) + logits.max()
            total -= logits[data.tokens[i, t]]
        expected = pytest.approx(total / (n * T), rel=1e-10, abs=1e-9)
        assert float(average_loss(data)) == expected
        assert float(enumerated_loss(data)) == expected


def test_embeddings_depend_on_the_prefix_alone():
    data = Sequences([[0, 1, 0, 1], [0, 1, 1, 0]], torch.zeros(2, 3))
    H = embedded(data)
    assert (H[:3, 0] == H[:3, 1]).all()
    assert (H[3, 0] != H[3, 1]).any()
    assert (H[0] != H[1]).any()


@pytest.mark.parametrize(
    ("tokens", "W"), [([[0, 2]], [[0], [0]]), ([[0]], [[0]]), ([[0, -1]], [[0]]), ([[0, 0]], [[], []])]
)
def test_sequences_refuse_what_they_are_not(tokens, W):
    with pytest.raises(InvalidInstance):
        Sequences(tokens, W)


def test_the_sampler_visits_every_corner():
    source, unseen = generator(0, "corners"), set(SEQUENCES.corners)
    for _ in range(60):
        batch = SEQUENCES.sampler(source, 40)
        unseen -= {name for name, corner in SEQUENCES.corners.items() if bool(corner(batch).any())}
    assert not unseen
