"""False neighbours of the claims on attention, its scores, and Lemma 1."""

from __future__ import annotations

from ntpcheck_papers.li2024.falsehoods.planting import checked, neighbours
from ntpcheck_papers.li2024.section_4 import minimum

__all__ = ["PLANTED_ATTENTION"]

PLANTED_ATTENTION = (
    *neighbours(
        ("lemma-1/limit",),
        ("wrong-rate", "At the rate e^{-66 R / 64}.", checked(minimum.reaches_minimum, parts=66)),
        ("wrong-sign", "Along -R W^mm.", checked(minimum.reaches_minimum, sign=-1)),
    ),
    *neighbours(
        ("lemma-1/proof/output/amended",),
        ("wrong-rate", "At the rate e^{-66 R / 64}.", checked(minimum.output_approaches, parts=66)),
        ("wrong-sign", "Along -R W^mm.", checked(minimum.output_approaches, sign=-1)),
    ),
)
