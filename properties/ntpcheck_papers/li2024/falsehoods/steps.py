"""False neighbours of steps in the proofs: equality in convexity, and the arrows to the radii."""

from __future__ import annotations

from ntpcheck_papers.li2024.falsehoods.planting import checked, neighbours
from ntpcheck_papers.li2024.section_4 import arrows

__all__ = ["PLANTED_STEPS"]

PLANTED_STEPS = (
    *neighbours(
        ("lemma-4/proof/radius",),
        ("wrong-constant", "So it is with 2^10 for 2.", checked(arrows.inner_radius_arrow, factor=2**10)),
        # bbar > 0, and R between the two.
        ("wrong-constant/spread", "R > R_eps + 6 bbar / eps.", checked(arrows.inner_radius_arrow, spread=8)),
    ),
    *neighbours(
        ("lemma-4/proof/radius/amended",),
        # e^(eps R) between q' / 2 and q' is too small for the bracket, which is at least 1.
        (
            "wrong-sign",
            "R > R_eps with -2 bbar / eps.",
            checked(arrows.inner_radius_arrow, backwards=True, spread=-2),
        ),
        (
            "omitted-term",
            "R > R_eps without bbar.",
            checked(arrows.inner_radius_arrow, backwards=True, spread=0),
        ),
    ),
)
