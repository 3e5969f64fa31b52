"""Checks of descent on the attention risk, against numbers worked out by hand and by autograd."""

from __future__ import annotations

import math

import pytest
import torch

from ntpcheck.arithmetic import midpoint
from ntpcheck.evidence import Outcome, outcome_of
from ntpcheck.instances.attention import Attending, Attention, AttentionRun
from ntpcheck.instances.loss import LOSSES, named
from ntpcheck_papers.li2024.section_5 import descent as checks
from ntpcheck_papers.li2024.section_5 import lemmas_5_6_descent

EYE = [[1, 0], [0, 1]]
ONE_EDGE = {
    "embeddings": EYE,
    "head": EYE,
    "counts": [[1, 1]],
    "last": [1],
    "labels": [0],
    "loss": 0,
    "knee": 0,
}
CHAIN = ONE_EDGE | {"counts": [[1, 2]]}


def test_the_gradient_against_one_edge() -> None:
    """W^mm = (e_0 - e_1) e_1^T / 2 with margin 1, and the other token has weight m e^-x / (1 + m e^-x)."""
    x, copies = 0.5, 2
    found = checks.gradient_along_margin(Attending(**CHAIN, W=[[0, x], [0, 0]]))
    weight = copies * math.exp(-x) / (1 + copies * math.exp(-x))
    assert float(found.slack) == pytest.approx(weight)
    assert outcome_of(found) is Outcome.HOLDS


def test_a_weight_that_underflows_is_no_failure() -> None:
    data = Attending(**ONE_EDGE, W=[[0, 5000], [0, 0]])
    assert outcome_of(checks.gradient_along_margin(data)) is not Outcome.FAILS
    assert outcome_of(checks.gradient_along_margin(data.exact())) is Outcome.HOLDS


def test_pulls_of_both_signs_add_to_the_error_alike() -> None:
    """A head that scores another token above the label pushes, and a push has an error too."""
    data = Attending(EYE, [[1, 3], [1, 0]], [[1, 1], [1, 1]], [1, 1], [0, 0], named("linear"), 0, EYE)
    pushed = checks.gradient_along_margin(data)
    pulled = checks.gradient_along_margin(data.replace(head=[[3, 1], [1, 0]]))
    assert float(pushed.slack) == -float(pulled.slack) < 0
    assert float(pushed.error) == float(pulled.error) > 0
    E, C, W = torch.randn((3, 40, 3, 3), generator=torch.Generator().manual_seed(0), dtype=torch.float64)
    ids, rows = torch.arange(80).reshape(40, 2) % 3, 1 + torch.arange(40) % (len(LOSSES) - 1)
    counts = torch.ones((40, 2, 3), dtype=torch.int64)
    general = Attending(E, C.abs(), counts, ids.flip(-1), ids, rows, W[:, 0, 0], W)
    found = checks.gradient_along_margin(general)
    assert bool((found.error > 0).all())
    for row, slack, error in zip(general.rows(), found.slack, found.error, strict=True):
        exactly = checks.gradient_along_margin(row.exact())
        assert abs(midpoint(exactly.slack[()]) - float(slack)) <= float(error)


def test_margins_of_a_chain() -> None:
    """Labels 0 over 1 and 1 over 2, with one input that holds all three: the outer margin is 2."""
    eye = torch.eye(3).tolist()
    data = Attention(eye, eye, [[1, 1, 1], [0, 1, 1]], [2, 2], [0, 1], 0, 0)
    assert outcome_of(checks.margins_are(data)) is Outcome.FAILS
    assert outcome_of(checks.margins_are(data.exact())) is Outcome.FAILS
    assert outcome_of(checks.margins_are(data, at_least=True)) is Outcome.HOLDS


@pytest.mark.parametrize(("eta", "outcome"), [(0.25, Outcome.HOLDS), (64.0, Outcome.FAILS)])
def test_small_steps_descend_and_large_ones_need_not(eta: float, outcome: Outcome) -> None:
    """Two rival labels: the least risk is at equal logits, which a large step leaps over."""
    rivals = ONE_EDGE | {"counts": [[1, 1], [1, 1]], "last": [0, 0], "labels": [0, 1]}
    run = AttentionRun(**rivals, W0=[[1, 0], [0, 0]], eta=eta)
    assert outcome_of(lemmas_5_6_descent.descent.check(run)) is outcome
    assert outcome_of(lemmas_5_6_descent.descent.check(run.exact())) is outcome


def test_a_single_token_has_a_critical_point_everywhere() -> None:
    alone = ONE_EDGE | {"counts": [[0, 1]], "labels": [1]}
    assert (
        outcome_of(lemmas_5_6_descent.no_critical_point.check(Attending(**alone, W=EYE).exact()))
        is Outcome.FAILS
    )
    assert (
        outcome_of(lemmas_5_6_descent.no_critical_point.check(Attending(**ONE_EDGE, W=EYE).exact()))
        is Outcome.HOLDS
    )


def test_a_gradient_below_rounding_is_seen_along_the_svm() -> None:
    """The weight of the other token is e^-80, far below the rounding of sums of embeddings."""
    assert (
        outcome_of(lemmas_5_6_descent.no_critical_point.check(Attending(**ONE_EDGE, W=[[0, 80], [0, 0]])))
        is Outcome.HOLDS
    )
