"""False neighbours of limits of the risk beside a part in S_cyc: other limits, other tokens, other rates."""

from __future__ import annotations

from dataclasses import replace

from ntpcheck.arithmetic import Array
from ntpcheck.checks.limit import Row
from ntpcheck.checks.path_points import Travel, approached
from ntpcheck.evidence import Evidence, both
from ntpcheck.formulas.rivals import checked, flipped
from ntpcheck.instances.attention import AttendingScaled, Attention
from ntpcheck.reference.cyclic import project
from ntpcheck.reference.graph_svm import graph_svm
from ntpcheck_papers.li2024.falsehoods.planting import neighbours
from ntpcheck_papers.li2024.section_4 import floor as floors
from ntpcheck_papers.li2024.section_4 import path_limits as limits

__all__ = ["PLANTED_FLOORS"]


def _inside(travel: Travel) -> Row:
    return approached(travel, limits.over_radius(travel, limits.inside(travel)), [limits.ONE] * 3)


def _less(travel: Travel) -> Row:
    found = limits.over_radius(travel, limits.outside(travel))
    return approached(travel, found, [63 / 64 * limits.ONE] * 3)


def _at_score(data: Attention, halves: int) -> Array:
    """l(halves / 2), as the mean over all samples."""
    return floors.mean_loss(data, (0 * data.number("labels") + halves) / 2)


def _above_limit(data: AttendingScaled) -> Evidence:
    whole = floors.approach(data, floors.floor_of_shares(data)).within(data.xp)
    return both(flipped(floors.above_floor(data)), whole)


def _without_level(data: AttendingScaled) -> Evidence:
    share, _, cyclic = floors.floor_by_samples(data)
    return floors.approach(data, share * cyclic).within(data.xp)


def _exchanged(data: AttendingScaled) -> Evidence:
    share, level, cyclic = floors.floor_by_samples(data)
    return floors.floor_is_limit(data, share * level + (1 - share) * cyclic)


def _at_half(data: AttendingScaled) -> Evidence:
    """Not above the infimum: l(1/2)."""
    return floors.short_of_infimum(data, _at_score(data, 1), level=False)


def _nearer(data: AttendingScaled) -> Evidence:
    """Not above the infimum: what the label's share of all tokens allows in the ball of radius R / 64."""
    return floors.short_of_infimum(data, floors.lowest(data, data.R / 64, data.present), level=False)


def _backwards(data: AttendingScaled) -> Evidence:
    V = project(data, data.W)
    point = -data.R[..., None, None] * graph_svm(data).W + V
    return floors.improves_on(data, point, floors.allowance(data, V))


def _at_once(data: AttendingScaled) -> Evidence:
    V = project(data, data.W)
    point = data.R[..., None, None] * graph_svm(data).W + V
    return floors.improves_on(data, point, 0 * floors.allowance(data, V))


PLANTED_FLOORS = (
    # Margins of W^mm are 1 somewhere; a label in a component of several has a share below 1.
    *neighbours(
        ("theorem-2/proof/diverges",),
        (
            "wrong-subspace",
            "With the log-loss, ||P_S W_R|| / R tends to 1 as R grows.",
            checked(lambda data: limits.by_path(data, _inside)),
        ),
        (
            "wrong-rate",
            "With the log-loss, ||W_R - P_S W_R|| / R tends to 63/64 as R grows.",
            checked(lambda data: limits.by_path(data, _less)),
        ),
    ),
    *neighbours(
        ("theorem-2/proof/eq-14",),
        (
            "wrong-set",
            "The limit of L(W_R) is (1/n) sum_i l(sum_O e^b / sum of e^b over all tokens of input i), "
            "b the logits of P_S W_R.",
            checked(_nearer),
        ),
        ("wrong-limit", "The limit of L(W_R) is l(1/2) as R grows.", checked(_at_half)),
    ),
    *neighbours(
        ("theorem-2/proof/eq-14/amended",),
        (
            "wrong-limit",
            "L(W_R) tends to l(1) as R grows.",
            checked(lambda data: floors.floor_is_limit(data, _at_score(data, 2))),
        ),
        (
            "flipped-inequality",
            "L(W) <= (1/n) sum_i l(sum_O e^b / sum_R e^b) at every W, b the logits of P_S W.",
            checked(_above_limit),
        ),
    ),
    *neighbours(
        ("theorem-2/proof/eq-16",),
        (
            "omitted-term",
            "The limit of L(W_R) is (|I|/n) times the limit of Lbar(P_S W_R), without (1 - |I|/n) l(1).",
            checked(_without_level),
        ),
        (
            "wrong-weights",
            "The limit of L(W_R) is (|I|/n) l(1) + (1 - |I|/n) times the limit of Lbar(P_S W_R).",
            checked(_exchanged),
        ),
    ),
    *(
        replace(one, alone="W^mm != 0 is supposed, so that no W is optimal.")
        for one in neighbours(
            ("theorem-2/proof/optimal",),
            (
                "wrong-constant",
                "Some W in the ball of radius R / 64 is an optimal solution: no other has a smaller risk.",
                checked(_nearer),
            ),
            (
                "wrong-limit",
                "W_R is an optimal solution of risk l(1/2): no W has a smaller risk.",
                checked(_at_half),
            ),
        )
    ),
    *neighbours(
        ("theorem-2/proof/optimal/amended",),
        (
            "wrong-sign",
            "The risk at -R W^mm + P_S W is at most L(W) + o(1) as R grows, for any W.",
            checked(_backwards),
        ),
        (
            "omitted-term",
            "The risk of R W^mm + P_S W is at most that of W, for any R > 0 and any W.",
            checked(_at_once),
        ),
    ),
)
