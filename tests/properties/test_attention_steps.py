"""Steps of the attention proofs and sentences between the results: witnesses by hand, and other routes."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
import torch

from ntpcheck.claim import Claim, Effort
from ntpcheck.engine.judgement import certify, decide
from ntpcheck.evidence import Outcome, judge, outcome_of
from ntpcheck.instances.attention import Attending, AttendingPair, AttendingScaled, Attention, AttentionRun
from ntpcheck.instances.loss import named
from ntpcheck.reference.attention_loss import attention_loss
from ntpcheck.reference.cyclic import project
from ntpcheck.reference.graph_svm import graph_svm
from ntpcheck_papers.li2024 import PAPER
from ntpcheck_papers.li2024.in_passing import statements as sentences
from ntpcheck_papers.li2024.section_4 import proof_floors, proof_radii
from ntpcheck_papers.li2024.section_4.floor import inner
from ntpcheck_papers.li2024.section_4.proof_radii import inner_radius_arrow, radius_arrow
from ntpcheck_papers.li2024.section_5 import lemma_3_proof, proof_bounded
from ntpcheck_papers.li2024.section_5.coercive import apart
from ntpcheck_papers.li2024.section_5.lemma_3_proof import equality_condition
from tests.properties.sampled import inside

EFFORT = Effort(1, 1, 1)
LINEAR, LOG = named("linear"), named("log")
I2, I3 = [[1, 0], [0, 1]], [[1, 0, 0], [0, 1, 0], [0, 0, 1]]
ZERO, ZEROS = [[0, 0]] * 2, [[0, 0, 0]] * 3
UNIT = {"embeddings": I2, "head": I2, "knee": 0, "W": ZERO}
EDGE = UNIT | {"counts": [[1, 1]], "last": [0], "labels": [0], "loss": LINEAR}
MODULES = (lemma_3_proof, proof_bounded, proof_floors, proof_radii, sentences)
CLAIMS = {
    claim.id: claim for module in MODULES for claim in vars(module).values() if isinstance(claim, Claim)
}

# Each by hand: the smallest data on which the statement as printed is false.
WITNESSES: dict[Claim, Attention] = {
    # edges 2 -> 1, 2 -> 0 and 1 -> 0 in the graph of 0: in the first input token 1 is above 0 and below 2
    sentences.suppresses_all: Attention(I3, I3, [[1, 1, 1], [1, 1, 0]], [0, 0], [2, 1], LINEAR, 0),
    # the logits of W = 0 are zero, and softmax is not
    sentences.positive: Attending(**EDGE),
    # f = (5/8, 5/8)^T E is no embedding, and its largest score is that of token 1
    sentences.correct_prediction: Attending(
        [["1/4"], [1]], [[-1], [1]], [[1, 1]], [0], [1], LINEAR, 0, [[0]]
    ),
    # u = 0, where alpha = 0
    lemma_3_proof.equality: AttendingPair(
        **(UNIT | {"counts": [[0, 1]], "last": [1], "labels": [1], "loss": LOG}), W2=ZERO
    ),
    # the score of token 1 alone is 0, that of W = 0 is 1/2
    proof_floors.zero_probabilities: AttendingPair(**EDGE, W2=ZERO),
    # l(1) = -1, and no W of norm 1 has a score of 1
    proof_floors.optimal: AttendingScaled(**EDGE, W2=ZERO, R=1),
    # 1/2 < e^4 / (2 T^2 n) < 1 for n = T = 2 and eps = 1
    proof_radii.radius: AttendingScaled(
        **(EDGE | {"counts": [[1, 1]] * 2, "last": [0, 0], "labels": [0, 0]}), W2=ZERO, R="5/2"
    ),
    # eps = 1/2: 4 (1 + e^-2) < e^2 < 8
    proof_radii.inner_radius: AttendingScaled(
        **(EDGE | {"counts": [[1, 1]] * 2, "last": [0, 0], "labels": [0, 0], "W": [["1/4", 0], ["-1/4", 0]]}),
        W2=ZERO,
        R=4,
    ),
    # labels 0, 0, 1 of the same two tokens: the least cyclic risk is not at 0
    proof_floors.equation_14: AttendingScaled(
        I3, I3, [[1, 1, 0], [1, 1, 0], [1, 1, 1]], [0, 0, 0], [0, 0, 1], LOG, 0, ZEROS, ZEROS, 1
    ),
    # tokens 0 and 1 in one component, and nothing else
    proof_bounded.differs: Attention([[1], [-1]], [[0], [0]], [[1, 1], [1, 0]], [0, 0], [0, 1], LOG, 0),
}


@pytest.mark.parametrize("claim", WITNESSES, ids=lambda claim: claim.id)
def test_a_refuted_claim_fails_by_hand_and_its_repair_does_not(claim: Claim) -> None:
    judged = decide(claim, WITNESSES[claim].exact(), EFFORT)
    assert judged.outcome is Outcome.FAILS
    assert certify(claim, judged, seed=0, version="").objections == []
    amended = decide(CLAIMS[f"{claim.id}/amended"], WITNESSES[claim].exact(), EFFORT)
    assert amended.outcome in (Outcome.HOLDS, Outcome.OUTSIDE)


@pytest.mark.parametrize("claim", CLAIMS.values(), ids=lambda claim: claim.id)
def test_a_claim_fails_only_where_a_witness_is_known(claim: Claim) -> None:
    for batch in inside(claim, 40):
        assert claim in WITNESSES or not (judge(claim.conclude(batch, EFFORT)) == Outcome.FAILS).any()


def test_every_claim_has_two_false_neighbours() -> None:
    planted = Counter(one.of for one in PAPER.planted if one.of in CLAIMS and not one.from_text)
    assert set(planted) == set(CLAIMS)
    assert min(planted.values()) >= 2


@pytest.mark.parametrize(
    ("R", "first", "radius"), [(1.0, False, False), (2.5, True, False), (3.0, True, True)]
)
def test_the_arrow_to_the_radius(R: float, first: bool, radius: bool) -> None:  # noqa: FBT001
    """Two edges of length 1 against W' = 0: n = T = 2, eps = 1 and all constants 1."""
    data = AttendingScaled(
        **(EDGE | {"counts": [[1, 1]] * 2, "last": [0, 0], "labels": [0, 0]}), W2=ZERO, R=R
    )
    assert (2 * np.exp(-R) < 1 / 2 / (1 + 2)) == first
    assert (np.log(2 * 2 * 4) < R) == radius
    assert (outcome_of(radius_arrow(data)) is Outcome.FAILS) == (first and not radius)
    assert outcome_of(radius_arrow(data, backwards=True)) is Outcome.HOLDS
    assert outcome_of(inner_radius_arrow(data, backwards=True)) is Outcome.HOLDS


def test_equality_in_24_by_its_matrix() -> None:
    """z z^T and diag(z) written out: the form is zero for constant u alone."""
    for u, zero in (([2.0, 2.0], True), ([0.0, 0.0], True), ([2.0, -1.0], False)):
        W2 = torch.tensor([[u[0], 0], [u[1], 0]])
        data = AttendingPair(**(EDGE | {"counts": [[3, 2]], "loss": LOG}), W2=W2)
        z = np.array([3.0, 2.0])
        form = np.array(u) @ (z.sum() * np.diag(z) - np.outer(z, z)) @ np.array(u)
        assert (form == 0) == zero
        assert outcome_of(equality_condition(data, zero=True)) is Outcome.HOLDS
        assert (outcome_of(equality_condition(data)) is Outcome.FAILS) == (u == [0.0, 0.0])


def test_the_part_of_one_component_has_the_same_form() -> None:
    """(26) with W_1, W_2 projected by least squares on span{(e_j - mean) e_k^T}, which (25) bounds."""
    draw = np.random.default_rng(0)
    E = draw.normal(size=(4, 4))
    head = np.linalg.inv(E).T
    counts = [[1, 2, 1, 1], [2, 1, 0, 0], [1, 1, 1, 0]]
    W, W2 = draw.normal(size=(2, 4, 4))
    data = AttendingPair(E, head, counts, [0, 0, 0], [0, 1, 1], LOG, 0, W, W2)
    inside_S = [project(data, torch.from_numpy(at)).numpy() for at in (W, W2)]
    mean = (E[0] + E[1]) / 2
    row = np.outer(E[0] - mean, E[0]).ravel()
    forms = []
    for m in counts[:2]:
        V, U = ((row @ at.ravel() / (row @ row) * row).reshape(4, 4) for at in inside_S)
        z = np.array(m[:2]) * np.exp(E[:2] @ V @ E[0])
        u = E[:2] @ U @ E[0]
        forms.append(float((z * u * u).sum() / z.sum() - ((z * u).sum() / z.sum()) ** 2))
        whole = E[:2] @ inside_S[1] @ E[0]
        assert abs((u[0] - u[1]) - (whole[0] - whole[1])) < 1e-9
    half = torch.from_numpy(inside_S[0] + inside_S[1] / 2)
    ends = [attention_loss(data, torch.from_numpy(at)) for at in (inside_S[0], inside_S[0] + inside_S[1])]
    gap = float((ends[0] + ends[1]) / 2 - attention_loss(data, half))
    assert gap > 0
    assert min(forms) > 0
    assert outcome_of(lemma_3_proof.equation_26.check(data)) is Outcome.HOLDS


def test_the_floor_is_the_limit_of_plain_softmax() -> None:
    """Tokens 0 and 1 in a component above 2, with the linear loss: minus the mean share of the label."""
    V = torch.tensor([[0.5, 0, 0], [-0.5, 0, 0], [0, 0, 0]], dtype=torch.float64)
    data = AttendingScaled(I3, I3, [[1, 2, 1], [1, 1, 0]], [0, 0], [0, 1], LINEAR, 0, V, V, 30)
    shares = inner(data, V).share
    assert shares.tolist() == pytest.approx([1 / (1 + 2 / np.e), 1 / (1 + np.e)])
    far = 30 * graph_svm(data).W + V
    assert float(attention_loss(data, far)) == pytest.approx(-float(shares.mean()), abs=1e-12)
    assert outcome_of(proof_floors.step_1.conclude(data, EFFORT)) is Outcome.HOLDS


def test_the_part_off_s_cyc_turns_to_the_margin_and_the_other_does_not() -> None:
    """One edge in the graph of token 1, two rival labels in that of token 0: W_par(tau) -> 0 from W(0)."""
    run = AttentionRun(I2, I2, [[1, 1]] * 3, [0, 0, 1], [0, 1, 0], LOG, 0, [[1.0, 0.0], [0.0, 2.0]], 0.125)
    claim = proof_bounded.equation_34
    assert outcome_of(claim.conclude(run, EFFORT)) is Outcome.HOLDS
    planted = PAPER.false_neighbours(claim.id)
    for one in planted:
        assert outcome_of(one.claim(PAPER).conclude(run, EFFORT)) is not Outcome.HOLDS
    W = run.W0.numpy().copy()
    for _ in range(4000):
        v = W.T  # row k: the logits of graph k
        p = np.exp(v) / np.exp(v).sum(1, keepdims=True)
        pull = np.stack([2 * p[0] - 1, p[1] - [1, 0]]) / 3
        W[:] = W - 0.125 * pull.T
    off = W - np.stack([W[:, 0] - W[:, 0].mean(), [0, 0]], 1)
    best = graph_svm(run).W.numpy()
    cosine = (off * best).sum() / np.linalg.norm(off) / np.linalg.norm(best)
    start = (run.W0.numpy() * best).sum() / np.linalg.norm(best) / np.linalg.norm(run.W0.numpy())
    assert cosine > 0.85 > start


def test_a_three_cycle_keeps_its_logits_together() -> None:
    """Along any W the logits of a component differ by at most n L(W), once each token has one copy."""
    draw = np.random.default_rng(1)
    for scale in (1.0, 20.0):
        W = scale * draw.normal(size=(3, 3))
        data = Attending(I3, I3, [[1, 1, 0], [1, 1, 1], [1, 0, 1]], [0] * 3, [0, 1, 2], LOG, 0, W)
        v = W[:, 0]
        losses = [np.logaddexp(0, v[1] - v[0]), np.logaddexp.reduce(v) - v[1], np.logaddexp(0, v[0] - v[2])]
        assert float(apart(data, data.W)) == pytest.approx(np.ptp(v))
        assert np.ptp(v) <= sum(losses)
        assert float(3 * attention_loss(data, data.W)) == pytest.approx(sum(losses))
        assert outcome_of(sentences.finite_risk.conclude(data, EFFORT)) is Outcome.HOLDS
