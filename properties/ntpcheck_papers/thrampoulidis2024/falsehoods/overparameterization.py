"""False neighbours of Lemma 1, and all of Sections 3.1 to Definition 3 together."""

from __future__ import annotations

from ntpcheck.claim import Planted
from ntpcheck_papers.thrampoulidis2024.falsehoods.one_hot import COVER, REMARK_1
from ntpcheck_papers.thrampoulidis2024.setting import FULL_RANK, OVERPARAMETERIZED

NO_RANK = {"assumes": (OVERPARAMETERIZED,)}
NO_DIMENSIONS = {"assumes": (FULL_RANK,)}


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

PLANTED_OVERPARAMETERIZATION = (*LEMMA_1, *REMARK_1, *COVER)
