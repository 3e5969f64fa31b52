"""False neighbours of Section 3.1 and Lemma 1, and all of Sections 3.1 to Definition 3 together."""

from __future__ import annotations

from typing import Any

from ntpcheck.claim import Planted
from ntpcheck.instances.dataset import Dataset
from ntpcheck_papers.thrampoulidis2024.falsehoods.one_hot import COVER, REMARK_1
from ntpcheck_papers.thrampoulidis2024.section_3.contexts import independent_contexts
from ntpcheck_papers.thrampoulidis2024.section_3.null_components import (
    free_components,
    solvable_iff_compatible,
)
from ntpcheck_papers.thrampoulidis2024.section_3.section_3_1 import (
    every_assignment,
)
from ntpcheck_papers.thrampoulidis2024.setting import FULL_RANK, OVERPARAMETERIZED

NO_RANK = {"assumes": (OVERPARAMETERIZED,)}
NO_DIMENSIONS = {"assumes": (FULL_RANK,)}

SECTION_3_1 = (
    Planted(
        "linear/section-3.1/equivalent-system/amended",
        "wrong-set",
        "Compatible iff the system is solvable with null components n_j that vanish out of support",
        {
            "conclude": lambda data, effort: solvable_iff_compatible(
                data, free_components(data, outside=False)
            )
        },
    ),
    Planted(
        "linear/section-3.1/necessary/amended",
        "wrong-condition",
        "Every assignment lets the loss approach the entropy iff d >= m",
        {"conclude": lambda data, effort: every_assignment(data, _enough)},
    ),
    Planted(
        "linear/section-3.1/necessary/amended",
        "dropped-assumption",
        "Every assignment lets the loss approach the entropy, whatever the contexts",
        {"conclude": lambda data, effort: every_assignment(data, _always)},
    ),
)


def _enough(data: Dataset) -> Any:
    return independent_contexts(data) | (data.size("d") >= data.size("m"))


def _always(data: Dataset) -> Any:
    return independent_contexts(data) | True


def _without_hypotheses(of: str, what: str) -> tuple[Planted, Planted]:
    """Lemma 1 without the rank, and without d > m."""
    return (
        Planted(of, "dropped-assumption/any-rank", f"{what} when d > m, whatever the rank", NO_RANK),
        Planted(of, "dropped-assumption/dimension", f"{what} when H has rank min(m, d)", NO_DIMENSIONS),
    )


LEMMA_1 = (
    *_without_hypotheses(
        "linear/section-3.1/infinitely-many-directions", "Infinitely many directions separate"
    ),
)

PLANTED_OVERPARAMETERIZATION = (*SECTION_3_1, *LEMMA_1, *REMARK_1, *COVER)
