"""False neighbours of what the captions of Figures 1 and 2 say."""

from __future__ import annotations

from ntpcheck.claim import Planted
from ntpcheck_papers.thrampoulidis2024.figures.figures_geometry import agree, wider
from ntpcheck_papers.thrampoulidis2024.figures.word_rows import (
    distance_to_cones,
    followed,
    half_angle,
    off_the_others,
    wider_is_longer,
)
from ntpcheck_papers.thrampoulidis2024.section_3.finite_part import finite_part
from ntpcheck_papers.thrampoulidis2024.setting import COMPATIBLE

GEOMETRY = (
    Planted(
        "linear/figures/cone",
        "wrong-set",
        "The row of W^mm of a word that follows two contexts lies on a ray that bounds their cone",
        {"conclude": lambda data, effort: distance_to_cones(data, followed(data) == 2, reach=1)},
    ),
    Planted(
        "linear/figures/cone",
        "wrong-condition",
        "The row of W^mm of a word that follows one context is a nonnegative multiple of its embedding",
        {"conclude": lambda data, effort: distance_to_cones(data, followed(data) == 1)},
    ),
    Planted(
        "linear/figures/cone/amended",
        "wrong-sign",
        "A row of W^mm is a combination of its contexts' embeddings plus an element of the cone of others",
        {"conclude": lambda data, effort: off_the_others(data, sign=-1)},
    ),
    Planted(
        "linear/figures/cone/amended",
        "wrong-constant",
        "A row of W^mm is a combination of its contexts' embeddings minus half the multiples of the others",
        {"conclude": lambda data, effort: off_the_others(data, halved=True)},
    ),
    Planted(
        "linear/figures/wider-cone",
        "flipped-inequality",
        "Of two words that follow two contexts each, the one with the wider cone has the shorter row",
        {"conclude": lambda data, effort: wider(data, -1)},
    ),
    Planted(
        "linear/figures/wider-cone",
        "wrong-quantity",
        "Of two words that follow two contexts each, the one with the wider cone has the longer row in W*",
        {
            "assumes": (COMPATIBLE,),
            "conclude": lambda data, effort: wider_is_longer(data, *finite_part(data)),
        },
    ),
    Planted(
        "linear/figures/wider-cone/amended",
        "omitted-term/angle",
        "The row of a word after both of two contexts is (V - S) / (V |h|) long, whatever the angle",
        {"conclude": lambda data, effort: half_angle(data, angle=False)},
    ),
    Planted(
        "linear/figures/wider-cone/amended",
        "omitted-term/factor",
        "The row of a word after both of two contexts is 1 / (|h| cos(angle / 2)) long",
        {"conclude": lambda data, effort: half_angle(data, lacking=False)},
    ),
)

NO_DATA = "The original speaks of no data: it fails on every instance."
CAPTIONS = (
    Planted(
        "linear/figures/captions-agree",
        "wrong-set",
        "The captions describe one setting once words 1 and 5 follow the same contexts A and C",
        {"conclude": lambda data, effort: agree(data, patterns=(("1", "AC"), ("5", "AC")))},
        alone=NO_DATA,
    ),
    Planted(
        "linear/figures/captions-agree",
        "wrong-constant",
        "The captions describe one setting once supports have four words",
        {"conclude": lambda data, effort: agree(data, sizes=(4, 4, 4))},
        alone=NO_DATA,
    ),
    Planted(
        "linear/figures/captions-agree/amended",
        "wrong-set",
        "The captions describe one setting once words 1 and 5 follow B and C, and word 3 follows B only",
        {
            "conclude": lambda data, effort: agree(
                data, patterns=(("1", "BC"), ("5", "BC")), alone=(("3", "B"),)
            )
        },
    ),
    Planted(
        "linear/figures/captions-agree/amended",
        "wrong-constant",
        "The captions describe one setting once words 1 and 5 follow B and C, and C has two words",
        {"conclude": lambda data, effort: agree(data, patterns=(("1", "BC"), ("5", "BC")), sizes=(3, 3, 2))},
    ),
)

PLANTED_FIGURES = GEOMETRY + CAPTIONS
