"""Figures 3 to 6 made small: the same bytes for the same seed, both recipes told, and what spans S_cyc."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

from li2024 import experiments, reproduce, reproduce_charts, reproduce_head_charts, reproduce_heads
from li2024 import reproduce_series as series
from ntpcheck.domains import attention_recipes as recipes
from ntpcheck.instances import graph
from ntpcheck.reference.attention_loss import of_label
from ntpcheck.reference.cyclic import cyclic_basis
from ntpcheck.report.figure_drawing import save
from ntpcheck.target import Comparison

FIGURES = {
    3: (reproduce.figure_3, experiments.FIGURE_3),
    4: (reproduce.figure_4, experiments.FIGURE_4),
    5: (reproduce_heads.figure_5, experiments.FIGURE_5),
    6: (reproduce_heads.figure_6, experiments.FIGURE_6),
}
SHORT, LONG = [0, 1, 2, 4, 8, 16, 32, 64], 64
INSTANCES = 6


@pytest.fixture
def brief(monkeypatch: pytest.MonkeyPatch) -> None:
    """Short runs; what the claims say of them has tests of its own."""
    for module in (reproduce, reproduce_charts):
        monkeypatch.setattr(module, "STEPS", SHORT)
    monkeypatch.setattr(reproduce_head_charts, "STEPS", [*SHORT, 2 * LONG])
    for module in (reproduce_heads, reproduce_head_charts):
        monkeypatch.setattr(module, "HEAD_ITERATIONS", LONG)
    monkeypatch.setattr(series, "inference", lambda *_, **__: Comparison("a claim", "", ""))


def plain(value: Any) -> Any:
    """Arrays as lists, to be compared and told."""
    if isinstance(value, dict):
        return {name: plain(entry) for name, entry in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(entry) for entry in value]
    return value.tolist() if isinstance(value, np.ndarray) else value


@pytest.mark.usefixtures("brief")
@pytest.mark.parametrize("number", FIGURES)
def test_a_seed_fixes_every_number_of_both_recipes(number: int) -> None:
    first, second = (FIGURES[number][0](3, INSTANCES) for _ in range(2))
    # As text: what is left out of a curve is NaN, which is not equal to itself. All bytes follow from these.
    assert repr(plain(asdict(first))) == repr(plain(asdict(second)))
    names = [comparison.what.split(":")[0] for comparison in first.comparisons]
    assert {experiments.PAPER, experiments.CODE} <= set(names)
    assert first.notes == experiments.differences(*FIGURES[number][1])


@pytest.mark.usefixtures("brief")
def test_a_figure_is_the_same_bytes_again(tmp_path: Path) -> None:
    written = [save(reproduce.figure_3(3, 2).figure, tmp_path / name, "3") for name in ("one", "two")]
    first, second = ([path.read_bytes() for path in paths] for paths in written)
    assert len(first) == 2
    assert first == second


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
    found = reproduce_heads.span(runs, of_label(runs, graph.same_component(runs)))
    wanted = cyclic_basis(runs).columns
    assert torch.allclose(found @ found.mT, wanted @ wanted.mT, atol=1e-12)


def test_distances_to_other_weights_are_those_of_the_projections() -> None:
    found = reproduce.trained(experiments.FIGURE_4[1], 0, 3)
    off = series.distances(found.known, found.path.W[-2:], found.path.W[-2:])
    assert np.array_equal(off, np.zeros((2, 3)))
