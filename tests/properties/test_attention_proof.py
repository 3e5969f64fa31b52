"""The steps of the descent proof against numbers worked out by hand, and against autograd."""

from __future__ import annotations

import math

import numpy as np
import pytest
import torch

from ntpcheck.domains.imposed import attention_steps as imposed
from ntpcheck.evidence import Outcome, outcome_of
from ntpcheck.instances.attention import Attending, AttendingPair, AttendingScaled, AttentionRun
from ntpcheck.reference.graph_svm import graph_svm
from ntpcheck_papers.li2024.beyond import descent
from ntpcheck_papers.li2024.section_5 import descent as steps
from ntpcheck_papers.li2024.section_5 import lemmas_5_6_descent, proof, theorem_3_proof
from ntpcheck_papers.li2024.section_5.gradient import sharper_smoothness
from tests.properties.planted import said

EYE = torch.eye(2, dtype=torch.float64)
HOLDS, FAILS = Outcome.HOLDS, Outcome.FAILS
EDGE = {"embeddings": EYE, "head": EYE, "counts": [[1, 1]], "last": [1], "labels": [0], "loss": 0, "knee": 0}
# Two rival labels after token 0, and a single edge after token 1: |I| = 2 of n = 3.
MIXED = EDGE | {"counts": [[1, 1]] * 3, "last": [0, 0, 1], "labels": [0, 1, 0]}


def risk_of_an_edge(x: float) -> float:
    return math.log1p(math.exp(-x))


def test_two_steps_of_one_edge_are_paid_for() -> None:
    """x' = x + 2 eta / (1 + e^x), and the squared gradient is 2 / (1 + e^x)^2."""
    eta, x = 0.25, [0.0]
    for _ in range(2):
        x.append(x[-1] + 2 * eta / (1 + math.exp(x[-1])))
    paid = sum(2 / (1 + math.exp(here)) ** 2 for here in x[:2])
    run = AttentionRun(**EDGE, W0=torch.zeros(2, 2), eta=eta)
    expected = risk_of_an_edge(x[0]) - risk_of_an_edge(x[2]) - eta / 2 * paid
    assert float(lemmas_5_6_descent.summable.check(run).slack) == pytest.approx(expected)
    assert outcome_of(lemmas_5_6_descent.summable.check(run.exact())) is HOLDS
    exact = run.exact()
    assert outcome_of(proof.falls_by(exact, exact.eta * sum(proof.slopes(exact)) * 65 / 64)) is FAILS


def test_a_step_is_paid_once_and_not_twice() -> None:
    run = AttentionRun(**EDGE, W0=torch.zeros(2, 2), eta=0.25)
    for one in (run, run.exact()):
        assert outcome_of(theorem_3_proof.equation_33.check(one)) is HOLDS
        for kind in ("tightened-bound", "omitted-term"):
            assert outcome_of(said(f"attention/theorem-3/proof/eq-33#{kind}", one)) is FAILS


def test_the_tangent_lies_below_the_risk() -> None:
    """One edge, W = 0: the point compared is 0 itself, and both sides are log 2."""
    flat = Attending(**EDGE, W=torch.zeros(2, 2))
    assert float(theorem_3_proof.equation_28.check(flat).slack) == pytest.approx(0, abs=1e-15)
    steep = Attending(**MIXED, W=torch.tensor([[1.0, -2.0], [0.5, 3.0]]))
    for data in (steep, steep.exact()):
        assert outcome_of(theorem_3_proof.equation_28.check(data)) is HOLDS
        for kind in ("flipped-inequality", "wrong-constant"):
            assert outcome_of(said(f"attention/theorem-3/proof/eq-28#{kind}", data)) is FAILS


def test_the_tangent_against_autograd() -> None:
    data = Attending(**MIXED, W=torch.tensor([[1.0, -2.0], [0.5, 3.0]]))
    W = data.W.clone().requires_grad_()
    scores = torch.einsum("kd,de,ne->nk", EYE, W, EYE[[0, 0, 1]])
    risk = -torch.log_softmax(scores, -1)[[0, 1, 2], [0, 1, 0]].mean()
    (slope,) = torch.autograd.grad(risk, W)
    # S_cyc is spanned by (e_0 - e_1) e_0^T: the mean of column 0, and column 1, are orthogonal to it.
    inside = torch.zeros(2, 2, dtype=torch.float64)
    inside[:, 0] = data.W[:, 0] - data.W[:, 0].mean()
    outside = data.W - inside
    R = outside.norm()
    point = R * graph_svm(data).W + inside
    value = torch.log1p(torch.exp(point[1, 0] - point[0, 0])) + torch.log1p(
        torch.exp(point[0, 0] - point[1, 0])
    )
    there = (value + torch.log1p(torch.exp(point[1, 1] - point[0, 1]))) / 3
    expected = there + (slope * (data.W - point)).sum() - risk
    assert float(theorem_3_proof.equation_28.check(data).slack) <= float(expected.detach()) + 1e-12
    assert float(theorem_3_proof.equation_28.check(data).slack) == pytest.approx(0, abs=1e-12)


@pytest.mark.parametrize(("a", "b"), [(3.0, 1.0), (1.0, 3.0), (2.0, 2.0)])
def test_the_difference_of_squares(a: float, b: float) -> None:
    """(a^2 - b^2) / (2 b) - (a - b) = (a - b)^2 / (2 b), zero at a = b."""
    pair = AttendingPair(**EDGE, W=[[b, 0], [0, 0]], W2=[[0, 0], [0, a]])
    assert float(proof.difference_of_squares(pair).slack) == pytest.approx((a - b) ** 2 / (2 * b))
    assert outcome_of(proof.difference_of_squares(pair.exact())) is (FAILS if a == b else HOLDS)
    assert outcome_of(proof.difference_of_squares(pair.exact(), closed=True)) is HOLDS


def test_norms_are_made_positive() -> None:
    zero = AttendingPair(**EDGE, W=torch.zeros(2, 2), W2=EYE)
    assert outcome_of(proof.positive_norms(zero)) is FAILS
    assert outcome_of(proof.positive_norms(imposed.positive_norms(zero))) is HOLDS


@pytest.mark.parametrize("R", [1.0, 40.0])
def test_the_limit_of_the_risk_has_the_share_of_the_cyclic_samples(R: float) -> None:
    """L = (1/3) (log(1 + e^x) + log(1 + e^-x) + log(1 + e^-R)) at W_par of logit difference x."""
    x = 1.5
    data = AttendingScaled(**MIXED, W=[[x / 2, 1], [-x / 2, 1]], W2=torch.zeros(2, 2), R=R)
    cyclic = math.log1p(math.exp(x)) + math.log1p(math.exp(-x))
    above = math.log1p(math.exp(-R)) / 3
    exact = data.exact()
    found = proof.limit_of_risk(data, proof.cyclic_limit(data, share=True))
    assert float(found.slack) == pytest.approx(math.exp(-R) / 3 - above, abs=1e-12)
    assert outcome_of(proof.limit_of_risk(exact, proof.cyclic_limit(exact, share=True))) is HOLDS
    wrong = proof.limit_of_risk(data, proof.cyclic_limit(data, share=False))
    assert float(wrong.slack) == pytest.approx(
        math.exp(-R) / 3 - abs(cyclic / 3 + above - cyclic / 2), abs=1e-12
    )
    assert outcome_of(proof.limit_of_risk(exact, proof.cyclic_limit(exact, share=False))) is (
        FAILS if R > 1 else outcome_of(wrong)
    )


def test_the_sharper_descent_is_tight_for_one_edge() -> None:
    """A short step across x = 0, where the curvature is 1/4: (63/64) L' is too little."""
    eta = 2.0**-6
    start = torch.tensor([[0.0, -eta / 4], [0.0, eta / 4]], dtype=torch.float64)
    run = AttentionRun(**EDGE, W0=start, eta=eta)
    assert float(sharper_smoothness(run)) == pytest.approx(0.5)
    for one in (run, run.exact()):
        assert outcome_of(descent.descent.check(one)) is HOLDS
        assert outcome_of(said("attention/sharper/descent#tightened-bound", one)) is FAILS


@pytest.mark.parametrize("eta", [2.0**-8, 3.75, 4.0, 64.0])
def test_long_steps_are_cut(eta: float) -> None:
    """L' = 1/2 for one edge: steps below 4 stay."""
    run = AttentionRun(**EDGE, W0=torch.zeros(2, 2), eta=eta)
    inside = 0 < eta < 4
    assert outcome_of(steps.long_step(run.exact())) is (HOLDS if inside else FAILS)
    assert (outcome_of(steps.long_step(run)) is HOLDS) == inside
    cut = imposed.long_step(run)
    assert outcome_of(steps.long_step(cut)) is HOLDS
    assert not inside or float(cut.eta) == eta


def test_a_small_idle_edge_has_margin_one_and_no_multiplier() -> None:
    eye = torch.eye(2, dtype=torch.float64)
    run = imposed.idle_edge(AttentionRun(eye, eye, torch.ones(2, 2), [0, 1], [0, 1], 0, 0, eye, 1.0))
    assert (run.head @ run.embeddings.T).tolist() == eye.tolist()
    best = graph_svm(run.exact())
    assert (best.alpha[0, 0, 1], best.alpha[1, 0, 1]) == (1, 0)
    assert (best.margins[0, 0, 1], best.margins[1, 0, 1]) == (1, 1)


def test_an_idle_edge_has_margin_one_and_no_multiplier() -> None:
    eye = torch.eye(4, dtype=torch.float64)
    run = AttentionRun(eye, eye, torch.ones(3, 4), [0, 1, 2], [0, 1, 2], 0, 0, eye, 1.0)
    best = graph_svm(imposed.idle_edge(run).exact())
    assert np.array([float(x) for x in best.W[:, 3]]) == pytest.approx([0.5, -0.5, 0.5, -0.5])
    assert best.alpha[3, 0, 3] == 0
    assert best.margins[3, 0, 3] == 1


def test_short_embeddings_are_imposed() -> None:
    data = imposed.long_svm(Attending(**(EDGE | {"embeddings": 3 * EYE, "head": EYE / 3}), W=EYE))
    assert float(graph_svm(data).W.norm()) > 1
    assert torch.equal(data.head @ data.embeddings.mT, EYE)


def test_a_failure_is_no_rounding() -> None:
    """Risks near 1e-30 keep their digits: the telescoped bound still holds in doubles."""
    run = AttentionRun(**EDGE, W0=[[0, 69], [0, 0]], eta=0.25)
    assert outcome_of(lemmas_5_6_descent.summable.check(run)) is not FAILS
    assert outcome_of(theorem_3_proof.equation_33.check(run)) is not FAILS
