"""Figures 3 to 6: what the notes say of both recipes, what spans S_cyc, and distances to other weights."""

from __future__ import annotations

import numpy as np
import torch

from ntpcheck.domains import attention_recipes as recipes
from ntpcheck.instances import graph
from ntpcheck.reference.cyclic import cyclic_basis
from ntpcheck_papers.li2024 import experiments
from ntpcheck_papers.li2024.figures import reproduce, reproduce_heads
from ntpcheck_papers.li2024.figures import reproduce_series as series


def test_the_notes_name_both_recipes_and_only_what_differs() -> None:
    paper, code = experiments.differences(*experiments.FIGURE_4)
    assert "K = 6, d = 8, n = 6, T = 4" in paper
    assert "K = 6" not in code
    for words in ("tokens of an input distinct", "a graph has a cycle", "W(0) uniform within 0.354", "2^-52"):
        assert words in code
        assert words not in paper
    paper, code = experiments.differences(*experiments.FIGURE_5)
    assert "n = 4, T = 6" in paper
    assert "n = 6, T = 4" in code
    assert "softmax probability" in code


def test_ties_to_labels_span_the_cyclic_subspace() -> None:
    runs = recipes.runs(recipes.CODE_GENERAL, 0, 8)
    found = reproduce_heads.span(runs, graph.of_label(runs, graph.same_component(runs)))
    wanted = cyclic_basis(runs).columns
    assert torch.allclose(found @ found.mT, wanted @ wanted.mT, atol=1e-12)


def test_distances_to_other_weights_are_those_of_the_projections() -> None:
    found = reproduce.trained(experiments.FIGURE_4[1], 0, 3)
    off = series.distances(found.known, found.path.W[-2:], found.path.W[-2:])
    assert np.array_equal(off, np.zeros((2, 3)))
