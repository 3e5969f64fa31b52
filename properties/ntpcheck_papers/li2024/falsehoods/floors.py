"""False neighbours of the claims on floors of the risk: other limits, other tokens, other weights."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from ntpcheck_papers.li2024.falsehoods.planting import checked, neighbours
from ntpcheck_papers.li2024.section_4 import chains
from ntpcheck_papers.li2024.section_4 import floor as floors
from ntpcheck_papers.li2024.section_4 import path_limits as limits
from ntpcheck_papers.li2024.setting import FEASIBLE, IDENTITY_HEAD, LOSS, REALIZABLE

__all__ = ["PLANTED_FLOORS"]


def _path(**options: Any) -> dict[str, Any]:
    """The same check of a limit with other options."""
    return {"conclude": lambda data, effort: limits.outside_grows(data, effort, **options)}


PLANTED_FLOORS = (
    *neighbours(
        ("lemma-4/proof/selected",),
        ("tightened-bound", "gamma_i^W <= 63/64 gamma_i^max.", checked(chains.selected_score, parts=63)),
        (
            "wrong-quantifier",
            "Equality holds for every input.",
            checked(chains.selected_score, every_token=True),
        ),
    ),
    *neighbours(
        ("lemma-4/proof/step-2",),
        (
            "flipped-inequality",
            "L(W + W_par) is smaller.",
            checked(chains.above_floor_strictly, flipped=True),
        ),
        ("tightened-bound", "It is larger by 1/64.", checked(chains.above_floor_strictly, by=1)),
        (
            "dropped-assumption",
            "So it is if W^mm = 0.",
            {"assumes": (REALIZABLE, IDENTITY_HEAD, *LOSS, FEASIBLE)},
        ),
    ),
    # W - P_S W is what ties the tokens of R_i; tokens below take their part of the total.
    *neighbours(
        ("lemma-4/proof/eq-12",),
        (
            "wrong-subspace",
            "So it is for any W in the place of W_perp.",
            checked(floors.same_distribution, orthogonal=False),
        ),
        ("wrong-set", "s_it itself is.", checked(floors.same_distribution, every_token=True)),
    ),
    *(
        replace(one, alone="W^mm != 0 is supposed, so that the original fails everywhere.")
        for one in neighbours(
            ("lemma-4/proof/zero-probabilities",),
            (
                "wrong-set",
                "It is achieved by zero probability for the label.",
                checked(floors.no_better_assignment, outside="label"),
            ),
            (
                "wrong-weights",
                "It is achieved by equal probabilities in R_i.",
                checked(floors.no_better_assignment, outside="level"),
            ),
        )
    ),
    *neighbours(
        ("lemma-4/proof/zero-probabilities/amended",),
        # Equality where R_i is all.
        (
            "tightened-bound",
            "No W_perp has a score above 63/64 of it.",
            checked(floors.no_better_assignment, parts=63),
        ),
        (
            "wrong-weights",
            "It is achieved by equal probabilities in R_i.",
            checked(floors.no_better_assignment, outside="level"),
        ),
    ),
    # Margins of W^mm are 1 somewhere; a label in a component of several has a share below 1.
    *neighbours(
        ("lemma-4/proof/step-1",),
        ("wrong-limit", "It tends to l(1).", checked(floors.reaches_floor, floor="labels")),
        ("wrong-rate", "The difference is O(e^-2R).", checked(floors.reaches_floor, rate=128)),
    ),
    *neighbours(
        ("theorem-2/proof/risk-bound",),
        ("flipped-inequality", "L(W) is at most that.", checked(floors.above_floor, flipped=True)),
        # P_S W alone suppresses nothing that W does.
        ("wrong-set", "The sum is over all tokens.", checked(floors.above_floor, labels=True)),
    ),
    *neighbours(
        ("theorem-2/proof/diverges",),
        ("wrong-subspace", "||P_S W_R|| / R tends to 1.", _path(inside=True)),
        ("wrong-rate", "||W_R - P_S W_R|| / R tends to 63/64.", _path(share=63)),
    ),
    *neighbours(
        ("theorem-2/proof/eq-14",),
        ("wrong-set", "The sum is over all tokens.", checked(floors.short_of_infimum, parts=1, tokens="all")),
        ("wrong-limit", "The limit is l(1/2).", checked(floors.short_of_infimum, floor="half")),
    ),
    *neighbours(
        ("theorem-2/proof/eq-14/amended",),
        ("wrong-limit", "L(W_R) tends to l(1).", checked(floors.floor_is_limit, floor="labels")),
        ("flipped-inequality", "L(W) is at most that.", checked(floors.floor_is_limit, flipped=True)),
    ),
    *neighbours(
        ("theorem-2/proof/eq-15",),
        ("wrong-weights", "The factor is 1/n.", checked(floors.cyclic_risk, over="n")),
        ("wrong-set", "The sum is over all tokens.", checked(floors.cyclic_risk, every_token=True)),
    ),
    *neighbours(
        ("theorem-2/proof/eq-16",),
        (
            "omitted-term",
            "The limit is (|I|/n) that of Lbar(P_S W_R).",
            checked(floors.reaches_floor, floor="cyclic", parts=0),
        ),
        ("wrong-weights", "The two factors are exchanged.", checked(floors.floor_is_limit, floor="swapped")),
    ),
    *(
        replace(one, alone="W^mm != 0 is supposed, so that no W is optimal.")
        for one in neighbours(
            ("theorem-2/proof/optimal",),
            (
                "wrong-constant",
                "In the ball of radius R / 64 already.",
                checked(floors.short_of_infimum, tokens="all", parts=1),
            ),
            (
                "wrong-limit",
                "L(W_R) is l(1/2).",
                checked(floors.short_of_infimum, tokens="all", floor="half"),
            ),
        )
    ),
    *neighbours(
        ("theorem-2/proof/optimal/amended",),
        ("wrong-sign", "So it is along -R W^mm.", checked(floors.improves_on, sign=-1)),
        ("omitted-term", "R W^mm + P_S W has at most the risk of W.", checked(floors.improves_on, parts=0)),
    ),
    *neighbours(
        ("section-4.2/selected",),
        ("wrong-set", "Only the label will be selected.", checked(floors.selects_component, label=True)),
        ("wrong-rate", "All others get O(e^-2R).", checked(floors.selects_component, rate=128)),
    ),
)
