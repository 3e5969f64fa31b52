"""Limits of the regularisation path that fail outside the hypotheses, and what is left open there."""

from __future__ import annotations

import pytest
import torch

from ntpcheck.claim import Effort
from ntpcheck.engine.judgement import certify, decide
from ntpcheck.evidence import Outcome, judge, outcome_of
from ntpcheck.instances.attention import Attending, Attention
from ntpcheck.instances.base import stack
from ntpcheck.instances.loss import named
from ntpcheck.reference.attention_loss import attention_loss
from ntpcheck_papers.li2024 import PAPER
from ntpcheck_papers.li2024.shared.path_outside import admitted, level, spread_of_scores

EYE = [[1, 0], [0, 1]]
LINEAR, RISING = named("linear"), named("rising")
# Input (1), label 0: nothing that W does changes the loss. Input (0, 1), label 0: one edge, which W may keep.
ABSENT = {"counts": [[0, 1]], "last": [1], "labels": [0], "loss": LINEAR, "knee": 0}
EDGE = {"counts": [[1, 1]], "last": [0], "labels": [0], "loss": LINEAR, "knee": 0}
PATHS = ["attention/theorem-1/direction", "attention/theorem-2/direction", "attention/lemma-4/direction"]


def data(claim: str, head: list[list[int]] = EYE, **fields: object) -> Attention:
    more = {"W": [[0, 0], [0, 0]]} if "lemma-4" in claim else {}
    kind = Attending if more else Attention
    return kind(embeddings=EYE, head=head, **fields, **more).exact()


def decided(claim: str, dropped: str, instance: Attention, *, stated: bool = True) -> Outcome:
    """stated: whether the verifier has to see it by itself as well, from the book and the instance alone."""
    without = PAPER[claim].dropping(dropped)
    judged = decide(without, instance, Effort())
    if stated and judged.outcome is Outcome.FAILS:
        assert certify(without, judged, seed=0, version="0").objections == []
    return judged.outcome


@pytest.mark.parametrize("claim", PATHS)
def test_a_label_that_is_absent_leaves_every_direction_a_minimiser(claim: str) -> None:
    assert decided(claim, "realizable", data(claim, **ABSENT), stated=False) is Outcome.FAILS


@pytest.mark.parametrize("claim", PATHS)
def test_a_loss_that_rises_keeps_the_path_from_the_direction_of_the_margin(claim: str) -> None:
    assert decided(claim, "decreasing-loss", data(claim, **{**EDGE, "loss": RISING})) is Outcome.FAILS
    assert decided(claim, "decreasing-loss", data(claim, **EDGE)) is not Outcome.FAILS


def test_a_head_that_prefers_the_other_token_refutes_the_direction() -> None:
    claim = "attention/theorem-1/direction"
    turned = data(claim, head=[[0, 1], [1, 0]], **EDGE)
    assert decided(claim, "head-selects", turned) is Outcome.FAILS


@pytest.mark.parametrize("claim", PATHS)
def test_laws_of_the_path_say_nothing_outside_what_they_suppose(claim: str) -> None:
    for fields in (ABSENT, {**EDGE, "loss": RISING}):
        row = data(claim, **fields).floats()
        batch = stack([row, row])
        assert not admitted(batch).any()
        assert set(judge(PAPER[claim].conclude(batch, Effort()))) == {Outcome.UNDECIDED}


def test_the_risk_is_level_exactly_where_each_input_has_one_score() -> None:
    source = torch.Generator().manual_seed(5)
    one = data("", counts=[[2, 0], [0, 1]], last=[0, 1], labels=[1, 0], loss=LINEAR, knee=0).floats()
    two = data("", **EDGE).floats()
    for row, flat in ((one, True), (two, False)):
        risks = {
            float(attention_loss(row, torch.randn(2, 2, generator=source, dtype=torch.float64)))
            for _ in range(8)
        }
        assert (max(risks) - min(risks) < 1e-12) == flat == (float(spread_of_scores(row)) == 0)
    assert outcome_of(level(one.exact(), one.exact().knee + 1)) is Outcome.FAILS
    assert outcome_of(level(one.exact(), one.exact().knee)) is Outcome.UNDECIDED


@pytest.mark.parametrize("claim", ["attention/lemma-1/limit", "attention/theorem-1/direction"])
def test_a_statement_about_a_program_without_solution_is_undefined(claim: str) -> None:
    home = PAPER[claim].dropping("feasible")
    kind = type(home.domain.sampler(torch.Generator().manual_seed(0), 1))
    more = {name: value for name, value in {"W": [[0]], "W2": [[0]], "R": 1}.items() if name in kind.AXES}
    row = kind(embeddings=[[0], [1]], head=[[-1], [1]], **EDGE, **more).exact()
    judged = decide(home, row, Effort())
    assert judged.outcome is Outcome.UNDEFINED
    assert certify(home, judged, seed=0, version="0").objections == []


def test_a_pair_that_runs_away_has_no_correction_and_takes_the_path_along() -> None:
    """Tokens 0 and 1 in one component above 2; token 0 is the label of two samples, token 1 of one."""
    eye = torch.eye(3).tolist()
    fields = {"counts": [[1, 1, 1], [1, 1, 0], [1, 1, 0]], "last": [0, 0, 0], "loss": LINEAR, "knee": 0}
    row = Attention(embeddings=eye, head=eye, labels=[0, 1, 0], **fields).exact()
    assert decided("attention/theorem-2/direction", "finite-correction", row) is Outcome.FAILS
    part = PAPER["attention/theorem-2/cyclic-part"].dropping("finite-correction")
    assert decide(part, row, Effort()).outcome is Outcome.UNDEFINED
    (given,) = (a for a in PAPER[part.id].assumes if a.name == "finite-correction")
    assert outcome_of(given.check(row)) is Outcome.FAILS
    floats = row.floats()
    assert set(judge(given.check(stack([floats, floats])))) == {Outcome.FAILS}
    fields |= {"counts": [[1, 1, 1], [1, 1, 0]], "last": [0, 0], "labels": [0, 1]}
    even = Attention(embeddings=eye, head=eye, **fields).exact()
    assert outcome_of(given.check(even)) is Outcome.HOLDS
