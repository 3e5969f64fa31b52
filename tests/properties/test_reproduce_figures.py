"""Every figure of both papers, made small, is the same bytes again; both recipes of the second are told."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from ntpcheck.target import Reproduction
from ntpcheck_papers.li2024 import experiments
from tests.properties import redrawn

ROOT = Path(__file__).parent.parent.parent
SETTINGS = {
    "attention/fig-3": experiments.FIGURE_3,
    "attention/fig-4": experiments.FIGURE_4,
    "attention/fig-5": experiments.FIGURE_5,
    "attention/fig-6": experiments.FIGURE_6,
}
Drawn = tuple[dict[str, Reproduction], Path, Path]


@pytest.fixture(scope="module")
def drawn(tmp_path_factory: pytest.TempPathFactory) -> Drawn:
    """What was made here, and the folders of the files made here and meanwhile in another process."""
    here, there = (tmp_path_factory.mktemp(name) for name in ("here", "there"))
    other = {**os.environ, "PYTHONHASHSEED": "4321", "PYTHONPATH": f"{ROOT}:{ROOT / 'properties'}"}
    words = [sys.executable, "-m", "tests.properties.redrawn", str(there)]
    with subprocess.Popen(words, cwd=ROOT, env=other) as process:
        found = {name: redrawn.made(name) for name in redrawn.NAMES}
        for name in redrawn.NAMES:
            redrawn.write(name, found[name], here)
    assert process.returncode == 0
    return found, here, there


@pytest.mark.parametrize("name", redrawn.NAMES)
def test_a_seed_fixes_every_number_and_every_byte(name: str, drawn: Drawn) -> None:
    _, here, there = drawn
    for ending in ("txt", "svg", "pdf") if name in redrawn.DRAWN else ("txt",):
        file = f"{name.replace('/', '-')}.{ending}"
        assert (here / file).read_bytes() == (there / file).read_bytes(), ending


def test_the_figures_that_are_drawn_have_every_kind_of_part(drawn: Drawn) -> None:
    kinds = {name: _kinds(made.figure.parts.values()) for name, made in drawn[0].items()}
    assert set().union(*(kinds[name] for name in redrawn.DRAWN)) == set().union(*kinds.values())


def _kinds(parts: Iterable[Any]) -> set[str]:
    """Types of parts, and whether lines have bands."""
    lines = [line for part in parts for line in getattr(part, "lines", ())]
    bands = {"band" for line in lines if line.band is not None}
    return {type(part).__name__ for part in parts} | bands


@pytest.mark.parametrize("name", SETTINGS)
def test_both_recipes_are_told_and_compared(name: str, drawn: Drawn) -> None:
    found = drawn[0][name]
    assert {experiments.PAPER, experiments.CODE} <= {c.what.split(":")[0] for c in found.comparisons}
    assert found.notes == experiments.differences(*SETTINGS[name])


def test_every_target_is_looked_at() -> None:
    from ntpcheck_papers.li2024 import PAPER as second
    from ntpcheck_papers.thrampoulidis2024 import PAPER as first

    assert {target.id for paper in (first, second) for target in paper.targets} == set(redrawn.NAMES)
