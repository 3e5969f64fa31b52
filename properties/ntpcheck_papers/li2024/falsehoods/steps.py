"""False neighbours of steps in the proofs: equality in convexity, and the arrows to the radii."""

from __future__ import annotations

from ntpcheck_papers.li2024.falsehoods.planting import checked, neighbours
from ntpcheck_papers.li2024.section_4 import arrows
from ntpcheck_papers.li2024.section_5 import bends

__all__ = ["PLANTED_STEPS"]

CONVEXITY = (
    # u = -1 on one sequence, u = 2 on another.
    *neighbours(
        ("lemma-3/proof/equality-condition",),
        ("wrong-sign", "It takes k > 0.", checked(bends.equality_condition, condition="positive")),
        ("wrong-constant", "It takes 0 < |k| < 64/65.", checked(bends.equality_condition, condition="short")),
    ),
    # u may vary over tokens that are not in the sequence.
    *neighbours(
        ("lemma-3/proof/equality-condition/amended",),
        (
            "wrong-set",
            "It takes alpha = k beta on all of [K], with z_k > 0 there.",
            checked(bends.equality_condition, condition="every-token"),
        ),
        ("wrong-quantifier", "It takes k != 0.", checked(bends.equality_condition)),
    ),
    # The sample may hold nothing but its label.
    *neighbours(
        ("lemma-3/proof/eq-26",),
        (
            "wrong-quantifier",
            "If (25) holds for one sample alone, then (26) for all.",
            checked(bends.bends_where_curved, premise="one"),
        ),
        (
            "wrong-set",
            "If (25) holds for the samples outside the cyclic subset, then (26).",
            checked(bends.bends_where_curved, premise="outside"),
        ),
    ),
)

RADII = (
    *neighbours(
        ("theorem-1/proof/score-gaps",),
        ("tightened-bound", "c_min > 4.", checked(arrows.score_gaps, least=256)),
        ("flipped-inequality", "c_max <= c_min.", checked(arrows.score_gaps, flipped=True)),
        ("dropped-assumption", "For any head.", {"assumes": ()}),
    ),
    # Any R between the radius printed and one that is larger shows it.
    *neighbours(
        ("theorem-1/proof/radius",),
        ("wrong-constant", "R is twice as large.", checked(arrows.radius_arrow, share=128)),
        ("wrong-constant/factor", "So it is with 2^10 for 2.", checked(arrows.radius_arrow, factor=2**10)),
    ),
    # T^2 e^(-eps R) q alone exceeds 1 between R = (1/eps) log(2 q T) and (1/eps) log(q T^2), T > 2.
    *neighbours(
        ("theorem-1/proof/radius/amended",),
        (
            "omitted-term",
            "With T in the place of T^2.",
            checked(arrows.radius_arrow, backwards=True, lengths_too=1),
        ),
        ("wrong-constant", "From half of that R on.", checked(arrows.radius_arrow, backwards=True, share=32)),
    ),
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

PLANTED_STEPS = (*CONVEXITY, *RADII)
