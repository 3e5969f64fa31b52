"""False neighbours of what the proof of Lemma 5 says of W_k,F along a run, and two on Case 2 that stay here.

The failures of those two are tiny beside the losses: their lines' float form does not resolve them.
"""

from __future__ import annotations

from typing import Any

from ntpcheck.checks.limit import finite_part_limit
from ntpcheck.instances.dataset import Run
from ntpcheck_papers.thrampoulidis2024.falsehoods.planting import of
from ntpcheck_papers.thrampoulidis2024.section_3.finite_part import finite_part
from ntpcheck_papers.thrampoulidis2024.section_5 import comparison_cases
from ntpcheck_papers.thrampoulidis2024.section_5.descent_parts import near_star

__all__ = ["PLANTED_LEMMA_5"]


def _near(parts: int) -> dict[str, Any]:
    return {"conclude": lambda run, effort: near_star(run, effort, parts=parts)}


def _tends_to(parts: int) -> dict[str, Any]:
    def candidate(run: Run) -> Any:
        return parts * finite_part(run).W / 64

    return {"conclude": lambda run, effort: finite_part_limit(run, candidate, effort)}


PLANTED_LEMMA_5 = (
    *of(
        "lemma-5/case-2-delta",
        (
            "tightened-bound",
            "In Case 2 delta can be 66/64 of eps^2 / (2 ||W^mm||^2), eps = min(||W^mm - W~||, 1/M).",
            {"conclude": lambda data, _: comparison_cases.delta_exists(data, parts=66)},
        ),
    ),
    *of(
        "lemma-5/R-alpha-conclusion/amended",
        (
            "omitted-term",
            "In Case 2 (15) <= (16) if ||W_perp|| is at least ||W^mm|| log(2 n V) / alpha, whatever W* is.",
            {
                "conclude": lambda data, _: comparison_cases.radius_on_the_ball(
                    data, corrected=True, losses=True, power=0
                )
            },
        ),
    ),
    *of(
        "lemma-5/finite-part-bounded",
        ("tightened-bound/half", "||W_F|| <= ||W*|| / 2.", _near(32)),
        ("tightened-bound", "||W_F|| <= 63/64 ||W*||.", _near(63)),
    ),
    *of(
        "lemma-5/finite-part-bounded/amended",
        ("wrong-constant", "W_F tends to 65/64 W*.", _tends_to(65)),
        ("wrong-sign", "W_F tends to -W*.", _tends_to(-64)),
    ),
)
