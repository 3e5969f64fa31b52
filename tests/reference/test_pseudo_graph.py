"""Pseudo-graphs against their definition by loops, and what is said of the three ways to select."""

from __future__ import annotations

import math

import numpy as np
import pytest
import torch

from ntpcheck.domains.attention import sampled_attending
from ntpcheck.evidence import Outcome, judge, outcome_of
from ntpcheck.instances import graph
from ntpcheck.instances.attention import Attending
from ntpcheck.reference.graph_svm import graph_svm
from ntpcheck.reference.pseudo_graph import above, leading, relabelled, shares
from ntpcheck_papers.li2024.section_6 import section_6_pseudo


def batch(seed: int, size: int = 24) -> Attending:
    return sampled_attending(torch.Generator().manual_seed(seed), size)


def line(W: float, counts: list[list[int]], last: list[int]) -> Attending:
    """Two tokens at -1 and 1."""
    return Attending(
        embeddings=[[-1.0], [1.0]], head=[[0.0], [0.0]], counts=counts, last=last, labels=[0] * len(last),
        loss=0, knee=0.0, W=[[W]],
    )  # fmt: skip


@pytest.mark.parametrize("seed", range(6))
def test_edges_run_from_selected_tokens_to_all_of_their_inputs(seed: int) -> None:
    data = batch(seed)
    selected = leading(data, data.W)
    found = graph.edges(relabelled(data, selected))
    K = data.size("K")
    for b, row in enumerate(data.rows()):
        wanted = np.zeros((K, K, K), dtype=bool)
        for i in range(data.size("n")):
            for t in range(K):
                if selected[b, i, t]:
                    wanted[int(row.last[i]), t] |= (row.counts[i] > 0).numpy()
        assert (found[b].numpy() == wanted).all()


def test_shares_are_those_of_single_positions() -> None:
    s = shares(data := line(1.0, [[2, 3]], [1]), data.W)
    total = 2 * math.exp(-1) + 3 * math.exp(1)
    assert s[0].tolist() == pytest.approx([math.exp(-1) / total, math.exp(1) / total])


def test_a_threshold_selects_at_least_the_largest() -> None:
    data = line(0.25, [[1, 1]], [1])
    assert above(data, data.W, 0.9).tolist() == [[False, True]]
    assert above(data, data.W, 0.1).tolist() == [[True, True]]


@pytest.mark.parametrize("seed", range(4))
def test_the_direction_of_W_solves_its_own_pseudo_program(seed: int) -> None:
    data = batch(seed)
    found = section_6_pseudo.graph_of_limit.check(data)
    best = graph_svm(relabelled(data, leading(data, data.W)))
    holds = torch.tensor(judge(found) == Outcome.HOLDS)
    assert bool(best.feasible[holds].all())
    assert bool((best.W[holds].flatten(-2).norm(dim=-1) > 0).all())


def test_literally_every_token_of_finite_weights_is_selected() -> None:
    data = line(0.75, [[1, 1]], [0]).exact()
    assert outcome_of(section_6_pseudo.graph_of_weights.check(data)) is Outcome.FAILS
    assert outcome_of(section_6_pseudo.graph_of_limit.check(data)) is Outcome.HOLDS


def test_no_threshold_serves_a_long_input_and_a_short_one() -> None:
    data = line(0.75, [[1, 1], [6, 2]], [1, 0]).exact()
    assert outcome_of(section_6_pseudo.separating_threshold(data)) is Outcome.FAILS
    assert outcome_of(section_6_pseudo.unequal_logits(data, beyond_length=True)) is Outcome.FAILS
    wide = line(2.0, [[1, 1], [6, 2]], [1, 0]).exact()
    assert outcome_of(section_6_pseudo.unequal_logits(wide, beyond_length=True)) is Outcome.HOLDS
    assert outcome_of(section_6_pseudo.separating_threshold(wide)) is Outcome.HOLDS
