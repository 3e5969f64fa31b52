"""Every figure of both papers from short runs: in this process, or as a script in one of its own."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import Any
from unittest.mock import patch

import numpy as np

from ntpcheck.dynamics.panels import training
from ntpcheck.report.figures.drawing import save
from ntpcheck.target import Comparison, Reproduction
from ntpcheck_papers.li2024.figures import reproduce as attention
from ntpcheck_papers.li2024.figures import (
    reproduce_charts,
    reproduce_head_charts,
    reproduce_heads,
    reproduce_series,
)
from ntpcheck_papers.thrampoulidis2024 import experiments
from ntpcheck_papers.thrampoulidis2024.figures import reproduce as linear
from ntpcheck_papers.thrampoulidis2024.figures import reproduce_optimisers

SEED, INSTANCES, LAST = 3, 6, 64
SHORT = [0, 1, 2, 4, 8, 16, 32, LAST]
ATTENTION: dict[str, Callable[[int, int], Reproduction]] = {
    "attention/fig-3": attention.figure_3,
    "attention/fig-4": attention.figure_4,
    "attention/fig-5": reproduce_heads.figure_5,
    "attention/fig-6": reproduce_heads.figure_6,
}
NAMES = (*ATTENTION, *(target.id for target in linear.TARGETS))
# Drawing takes a second and a half; these have every kind of part between them, which a test makes sure of.
DRAWN = ("attention/fig-3", "linear/fig-2", "linear/fig-3")


@contextmanager
def brief() -> Iterator[None]:
    """Short runs; what the claims say of them has tests of its own."""

    def shown(*_: Any) -> Any:
        return training(experiments.in_the_plane(SEED).run, 16)

    def nothing(*_: Any, **__: Any) -> tuple[()]:
        return ()

    changed: list[tuple[Any, dict[str, Any]]] = [
        *((module, {"STEPS": SHORT}) for module in (attention, reproduce_charts)),
        (reproduce_head_charts, {"STEPS": [*SHORT, 2 * LAST], "HEAD_ITERATIONS": LAST}),
        (reproduce_heads, {"HEAD_ITERATIONS": LAST}),
        (reproduce_series, {"inference": lambda *_, **__: Comparison("a claim", "", "")}),
        (linear, {"training": shown, "run_numbers": nothing, "inferences": nothing}),
        (reproduce_optimisers, {"STEPS": 16, "FURTHER": 160, "DRAWS": 1, "inferences": nothing}),
    ]
    with ExitStack() as stack:
        for module, values in changed:
            stack.enter_context(patch.multiple(module, **values))
        yield


def made(name: str) -> Reproduction:
    """A target's figure and numbers."""
    with brief():
        if name in ATTENTION:
            return ATTENTION[name](SEED, INSTANCES)
        return next(target for target in linear.TARGETS if target.id == name).make(SEED)


def plain(value: Any) -> Any:
    """Arrays as lists, to be compared and told."""
    if isinstance(value, dict):
        return {name: plain(entry) for name, entry in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(entry) for entry in value]
    return value.tolist() if isinstance(value, np.ndarray) else value


def write(name: str, found: Reproduction, folder: Path) -> None:
    """All numbers as text, in which NaN is equal to itself, and of some the figure as PDF and SVG."""
    place = name.replace("/", "-")
    if name in DRAWN:
        save(found.figure, folder, place)
    (folder / f"{place}.txt").write_text(repr(plain(asdict(found))), encoding="utf-8")


if __name__ == "__main__":
    for chosen in reversed(NAMES):  # so that what was drawn before a figure is not what it was elsewhere
        write(chosen, made(chosen), Path(sys.argv[1]))
