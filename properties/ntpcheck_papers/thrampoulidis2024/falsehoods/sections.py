"""False neighbours of the claims of Sections 2 and 3, Definitions 1 and 2, equation (7) and Proposition 1."""

from dataclasses import replace

from ntpcheck.checks.feasible import separable
from ntpcheck.evidence import Evidence
from ntpcheck.formulas.rivals import checked
from ntpcheck.instances.dataset import Decoding, Offset
from ntpcheck_papers.thrampoulidis2024.section_3.remark_1_one_hot import all_labels
from ntpcheck_papers.thrampoulidis2024.section_3.solvable import solvable_iff
from ntpcheck_papers.thrampoulidis2024.shared import approach
from ntpcheck_papers.thrampoulidis2024.shared.finite_part import finite_part


def _outweighs(data: Decoding) -> Evidence:
    odds = approach.single_odds(data, data.W)
    return replace(odds, slack=-odds.slack)


def _itself(data: Offset) -> Evidence:
    """U satisfies (6b), not a multiple of it."""
    found = approach.drift(data)
    least = found.least
    return approach.unless_still(data, found, data.xp.where(least < 0, -least, least - 1))


def _even_if_zero(data: Offset) -> Evidence:
    found = approach.drift(data)
    slack = data.xp.maximum(data.xp.abs(found.least), found.miss)
    return Evidence(slack, found.error, found.size, strict=True)


CHECKS = {
    "linear/remark-1/cover-necessary/amended#wrong-quantifier": checked(all_labels, lambda m, d: d > m),
    "linear/remark-1/cover-necessary/amended#wrong-constant": checked(all_labels, lambda m, d: 2 * d > m),
    "linear/section-3/in-support-iff-compatible@arxiv-v1#wrong-condition": checked(
        lambda data: solvable_iff(data, separable(data))
    ),
    "linear/section-3/minimizers-split#omitted-term": checked(_itself),
    # At U = 0 it grows like k only.
    "linear/section-3/minimizers-split#wrong-rate": checked(_even_if_zero),
    "linear/section-3/minimizers-split/amended#tightened-bound": checked(
        lambda data: approach.near_by(data, data.W, approach.excess_shares(data, data.W))
    ),
    "linear/section-3/minimizers-split/amended#flipped-inequality": checked(_outweighs),
    "linear/section-3/minimizers-split/amended#wrong-constant": checked(
        lambda data: approach.finite_equations(data, data.W, 65 * finite_part(data).W / 64)
    ),
}
