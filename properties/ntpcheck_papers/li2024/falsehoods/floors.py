"""False neighbours of limits of the risk beside a part in S_cyc: other limits, other tokens, other rates."""

from ntpcheck.arithmetic import Array
from ntpcheck.checks.limit import Row
from ntpcheck.checks.path_points import Travel, approached
from ntpcheck.evidence import Evidence
from ntpcheck.formulas.rivals import checked
from ntpcheck.instances.attention import AttendingScaled, Attention
from ntpcheck.reference.cyclic import project
from ntpcheck.reference.graph_svm import graph_svm
from ntpcheck_papers.li2024.section_4 import floor as floors
from ntpcheck_papers.li2024.section_4 import path_limits as limits


def _inside(travel: Travel) -> Row:
    return approached(travel, limits.over_radius(travel, limits.inside(travel)), [limits.ONE] * 3)


def _less(travel: Travel) -> Row:
    found = limits.over_radius(travel, limits.outside(travel))
    return approached(travel, found, [63 / 64 * limits.ONE] * 3)


def _at_score(data: Attention, halves: int) -> Array:
    """l(halves / 2), as the mean over all samples."""
    return floors.mean_loss(data, (0 * data.number("labels") + halves) / 2)


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


CHECKS = {
    # Margins of W^mm are 1 somewhere; a label in a component of several has a share below 1.
    "attention/theorem-2/proof/diverges#wrong-subspace": checked(lambda data: limits.by_path(data, _inside)),
    "attention/theorem-2/proof/diverges#wrong-rate": checked(lambda data: limits.by_path(data, _less)),
    "attention/theorem-2/proof/eq-14#wrong-set": checked(_nearer),
    "attention/theorem-2/proof/eq-14#wrong-limit": checked(_at_half),
    "attention/theorem-2/proof/eq-14/amended#wrong-limit": checked(
        lambda data: floors.floor_is_limit(data, _at_score(data, 2))
    ),
    "attention/theorem-2/proof/eq-16#omitted-term": checked(_without_level),
    "attention/theorem-2/proof/eq-16#wrong-weights": checked(_exchanged),
    "attention/theorem-2/proof/optimal#wrong-constant": checked(_nearer),
    "attention/theorem-2/proof/optimal#wrong-limit": checked(_at_half),
    "attention/theorem-2/proof/optimal/amended#wrong-sign": checked(_backwards),
}
