"""Definition 2: separability, its independent constraints, and what (6a) says about F."""

from ntpcheck.checks.feasible import where_compatible
from ntpcheck.claim import Effort, claim
from ntpcheck.evidence import Evidence, both
from ntpcheck.instances.dataset import Decoding, Offset
from ntpcheck.reference.subspace import project_off
from ntpcheck_papers.thrampoulidis2024.section_3.in_support_display import kept_in_support, one_side
from ntpcheck_papers.thrampoulidis2024.setting import DECODINGS, OFFSETS
from ntpcheck_papers.thrampoulidis2024.shared.constraints import (
    anchored,
    independent_rows,
    pair_residuals,
    shortfalls,
)
from ntpcheck_papers.thrampoulidis2024.shared.in_subspace import (
    isolated,
    projection_error,
    shifted_solution,
    ties_by_projection,
)


@claim("linear/definition-2/anchor", domain=DECODINGS)
def anchor(data: Decoding, effort: Effort) -> Evidence:
    """Equivalence is checked at a decoder W, satisfying them or not: no constraint is missed by more than
    twice what the anchor's worst is. Independence is the rank of the anchor's rows (e_zj - e_v) h_j^T over
    all other tokens.
    """
    violations = data.xp.abs(pair_residuals(data, data.W, logs=0)) + shortfalls(data, data.W)
    return both(anchored(data, data.W, violations), independent_rows(data, rows="all"))


def still_compatible(data: Offset) -> Evidence:
    """W^p + W^d solves (4) for W^p = W* + P_perp U."""
    part = project_off(data, data.U)
    # The part of U off F may be far smaller than U, whose size its rounding has.
    return shifted_solution(data, part + data.W, projection_error(data, data.U))


@claim("linear/definition-2/off-F", domain=OFFSETS)
def off_f(data: Offset, effort: Effort) -> Evidence:
    """The equivalence is checked at a free matrix U: it misses (6a) by what P_F U does, and no nonzero point
    of F satisfies (6a). The sum is checked at W^d = W and W^p = W* + P_perp U, which is any solution of (4).
    """
    facts = (ties_by_projection(data, data.U), isolated(data, data.U), still_compatible(data))
    return where_compatible(data, both(*facts))


@claim("linear/definition-2/in-support-intact", domain=OFFSETS)
def intact(data: Offset, effort: Effort) -> Evidence:
    """Checked at W^d = W, which satisfies (6), and W^p = W* + P_perp U, which is any solution of (4)."""
    return where_compatible(data, kept_in_support(data, solved=True))


@claim("linear/definition-2/in-support-intact/amended", domain=OFFSETS)
def intact_amended(data: Offset, effort: Effort) -> Evidence:
    """Checked for any W^p = W and any U with (6a) as W^d.

    What W^d takes from tokens out of support goes to those in support.
    """
    return kept_in_support(data, whole=False)


@claim("linear/definition-2/kesler", domain=DECODINGS)
def kesler(data: Decoding, effort: Effort) -> Evidence:
    """Checked as stated."""
    return one_side(data)
