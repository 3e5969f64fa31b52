"""False neighbours of what the captions of Figures 1 and 2 say."""

from __future__ import annotations

from ntpcheck.claim import Planted
from ntpcheck_papers.thrampoulidis2024.figures.figures_geometry import FIGURE_1, FIGURE_2, SIZES, agree
from ntpcheck_papers.thrampoulidis2024.figures.word_rows import (
    wider_is_longer,
)
from ntpcheck_papers.thrampoulidis2024.section_3.finite_part import finite_part
from ntpcheck_papers.thrampoulidis2024.setting import COMPATIBLE

GEOMETRY = (
    Planted(
        "linear/figures/wider-cone",
        "wrong-quantity",
        "Of two words that follow two contexts each, the one with the wider cone has the longer row in W*",
        {
            "assumes": (COMPATIBLE,),
            "conclude": lambda data, effort: wider_is_longer(data, *finite_part(data)),
        },
    ),
)

SWAPPED = (("1", "BC"), ("5", "BC"))  # the amended pattern
NO_DATA = "The original speaks of no data: it fails on every instance."
CAPTIONS = (
    Planted(
        "linear/figures/captions-agree",
        "wrong-set",
        "The captions describe one setting once words 1 and 5 follow the same contexts A and C",
        {"conclude": lambda data, effort: agree(data, SIZES, (("1", "AC"), ("5", "AC")), FIGURE_1)},
        alone=NO_DATA,
    ),
    Planted(
        "linear/figures/captions-agree",
        "wrong-constant",
        "The captions describe one setting once supports have four words",
        {"conclude": lambda data, effort: agree(data, (4, 4, 4), FIGURE_2, FIGURE_1)},
        alone=NO_DATA,
    ),
    Planted(
        "linear/figures/captions-agree/amended",
        "wrong-set",
        "The captions describe one setting once words 1 and 5 follow B and C, and word 3 follows B only",
        {"conclude": lambda data, effort: agree(data, SIZES, SWAPPED, (("3", "B"),))},
    ),
    Planted(
        "linear/figures/captions-agree/amended",
        "wrong-constant",
        "The captions describe one setting once words 1 and 5 follow B and C, and C has two words",
        {"conclude": lambda data, effort: agree(data, (3, 3, 2), SWAPPED, FIGURE_1)},
    ),
)

PLANTED_FIGURES = GEOMETRY + CAPTIONS
