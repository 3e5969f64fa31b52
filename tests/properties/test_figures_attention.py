"""Figures 3 to 6: what the checks say of the recipes, and that they tell limits from their neighbours."""

from __future__ import annotations

import numpy as np
import pytest
import torch

from ntpcheck.claim import Domain, Effort
from ntpcheck.evidence import Outcome, judge
from ntpcheck.instances import graph
from ntpcheck.instances.attention import AttentionRun
from ntpcheck.reference.attention_frame import attention_frames
from ntpcheck_papers.li2024.experiments import ACYCLIC_RUNS, GENERAL_RUNS, HEAD_RUNS
from ntpcheck_papers.li2024.figures import normalised as steps
from ntpcheck_papers.li2024.section_6 import heads
from ntpcheck_papers.li2024.shared.svm import svm_direction


def drawn(domain: Domain, size: int = 4) -> AttentionRun:
    return domain.sampler(torch.Generator().manual_seed(2), size)


ACYCLIC, GENERAL, HEADS = (drawn(domain) for domain in (ACYCLIC_RUNS, GENERAL_RUNS, HEAD_RUNS))


def test_the_recipes_are_the_papers() -> None:
    sizes = [tuple(run.size(axis) for axis in "nKd") for run in (ACYCLIC, GENERAL, HEADS)]
    assert sizes == [(4, 8, 8), (6, 6, 8), (4, 8, 8)]
    assert not bool(graph.same_component(ACYCLIC).any())
    assert ACYCLIC.counts.sum(-1).unique().tolist() == [6]


@pytest.mark.parametrize("run", [ACYCLIC, GENERAL], ids=["acyclic", "general"])
def test_normalised_descent_finds_the_direction_and_no_other(run: AttentionRun) -> None:
    assert (judge(steps.normalised_direction(run, svm_direction, Effort())) == Outcome.HOLDS).all()
    wrong = steps.normalised_direction(run, lambda data: svm_direction(data).mT, Effort())
    assert (judge(wrong) == Outcome.FAILS).all()


def test_the_cycle_is_half_a_step_wide() -> None:
    found = steps.within(GENERAL, Effort())
    reached = found.measured["distance_over_eta"].numpy()
    cyclic = [len(frame.F) > 0 for frame in attention_frames(GENERAL)]
    assert any(cyclic)
    assert np.allclose(reached[cyclic], 0.5, atol=0.2)


def test_norms_grow_linearly_on_acyclic_data_only() -> None:
    assert (judge(steps.norm_linear(ACYCLIC, Effort())) == Outcome.HOLDS).all()
    assert (judge(steps.norm_beyond(ACYCLIC, lambda k: k**2.0)) == Outcome.FAILS).all()
    cyclic = np.array([len(frame.F) > 0 for frame in attention_frames(GENERAL)])
    assert (judge(steps.norm_outgrows(GENERAL, Effort()))[cyclic] == Outcome.FAILS).all()


def test_an_exact_row_of_a_recipe_is_left_open() -> None:
    exact = HEADS.row(0).exact()
    assert judge(heads.nearer_pseudo(exact, Effort(), cross_entropy=True)) == Outcome.UNDECIDED
    assert judge(heads.settled(exact, cross_entropy=True)) == Outcome.UNDECIDED


@pytest.mark.parametrize("crossed", [True, False])
def test_runs_lie_along_the_program_of_what_they_select(crossed: bool) -> None:  # noqa: FBT001
    inside = judge(heads.settled(HEADS, cross_entropy=crossed)) == Outcome.HOLDS
    assert inside.any()
    said = judge(heads.nearer_pseudo(HEADS, Effort(), cross_entropy=crossed))
    assert (said[inside] == Outcome.HOLDS).all()
