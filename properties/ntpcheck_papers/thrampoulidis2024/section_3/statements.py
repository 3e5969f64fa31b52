"""Section 3: when the loss reaches its entropy lower bound, and how the weights split along the way."""

from ntpcheck import ulps
from ntpcheck.checks.compare import equal
from ntpcheck.checks.existence import by_row, outcomes
from ntpcheck.checks.feasible import compatible, obstructed, where_compatible
from ntpcheck.checks.gap import above_infimum
from ntpcheck.checks.loss import above_entropy, loss, loss_terms
from ntpcheck.claim import Effort, claim
from ntpcheck.evidence import Evidence, Outcome, both
from ntpcheck.instances.dataset import Dataset, Decoding, Offset
from ntpcheck.reference.entropy import entropy
from ntpcheck.reference.max_margin import max_margin
from ntpcheck.reference.subspace import project, project_off
from ntpcheck_papers.thrampoulidis2024.section_3.families import nonzero
from ntpcheck_papers.thrampoulidis2024.section_3.solvable import (
    ruled_out,
    solvable_iff,
    undecided_with,
)
from ntpcheck_papers.thrampoulidis2024.setting import DATASETS, DECODINGS, OFFSETS
from ntpcheck_papers.thrampoulidis2024.shared.approach import (
    approaches,
    diverging_direction,
    forced_parts,
    moved,
    right_ratios,
)
from ntpcheck_papers.thrampoulidis2024.shared.finite_part import finite_part
from ntpcheck_papers.thrampoulidis2024.shared.in_subspace import projection_error


@claim("linear/section-3/attained-iff-match-if", domain=DECODINGS)
def attained_if_match(data: Decoding, effort: Effort) -> Evidence:
    """Checked with both sides from their own definitions."""
    return equal(loss(data, data.W), entropy(data), terms=loss_terms(data, data.W))


@claim("linear/section-3/attained-iff-match-only-if", domain=DECODINGS)
def attained_only_if_match(data: Decoding, effort: Effort) -> Evidence:
    """The contrapositive of `only if`, by the two nonnegative parts of CE(W) - H."""
    return above_entropy(data, data.W)


@claim("linear/section-3/in-support-iff-compatible@arxiv-v1", domain=DATASETS)
def in_support_iff_compatible(data: Dataset, effort: Effort) -> Evidence:
    """A finite softmax gives tokens out of support positive probability, so (7a) has a solution only if the
    data are compatible and every support is full. Checked as the equality of that with compatibility.
    """
    # (7a) is solvable iff the data are compatible. Solvable: compatible, and every token in every support.
    # Out of a support, a finite softmax is positive, and the in-support probabilities then sum to less than
    # 1.
    return solvable_iff(data, compatible(data))


@claim("linear/section-3/in-support-iff-compatible@arxiv-v1/amended", domain=DATASETS)
def restricted_iff_compatible(data: Dataset, effort: Effort) -> Evidence:
    """On compatible data W* is evaluated; on incompatible data a combination of the equations' left sides
    that vanishes, and of their right sides that does not, rules every W out.
    """
    # softmax restricted to S_j = p_j is solvable iff the data are compatible: at W*, if at all.
    equations = compatible(data)
    star = finite_part(data)
    solves = outcomes(equations, Outcome.HOLDS)
    attained = right_ratios(data, moved(data, star.W, star.error))
    return undecided_with(equations, by_row(solves, lambda: attained, lambda: ruled_out(data)))


def reaches_entropy(data: Dataset) -> Evidence:
    """CE(W* + gamma W^mm) - H <= C e^(-gamma); on data without a W* or a W^mm, inf CE <= H."""
    star, margin = finite_part(data), max_margin(data)

    def path() -> Evidence:
        return approaches(data, (star.W, star.error), (margin.W, margin.error))

    blocked = outcomes(obstructed(data), Outcome.HOLDS)
    return by_row(blocked, lambda: above_infimum(data, flipped=True), path)


@claim("linear/section-3/necessary-and-sufficient-if", domain=DATASETS)
def sufficient(data: Dataset, effort: Effort) -> Evidence:
    """Checked along W* + gamma W^mm, where CE - H <= C e^(-gamma) with C = sum_j pi_j rho_j(W*)."""
    return reaches_entropy(data)


@claim("linear/section-3/necessary-and-sufficient-only-if", domain=DATASETS)
def necessary(data: Dataset, effort: Effort) -> Evidence:
    """The contrapositive of `only if`, by a point of the dual problem: distributions q_j with the same
    moments sum_j pi_j q_j h_j^T as p_j, whose larger entropy is a lower bound on CE.
    """
    return above_infimum(data)


@claim("linear/section-3/minimizers-split", domain=OFFSETS)
def minimizers_split(data: Offset, effort: Effort) -> Evidence:
    """Checked along W* + k^2 U + k W, a path with projection W* on F."""
    return where_compatible(data, diverging_direction(data))


@claim("linear/section-3/minimizers-split-path", domain=OFFSETS)
def minimizers_split_path(data: Offset, effort: Effort) -> Evidence:
    """Checked for W^d = W and W^p = W* + P_perp U, any solution of (4), as P_perp(W^p + gamma W^d) = P_perp U
    + gamma W^d, W^d != 0. So the part off F tends to infinity with gamma, and its direction to that of W^d.
    """
    xp, star, along = data.xp, finite_part(data), data.gamma[..., None, None] * data.W
    off = project_off(data, data.U) + along
    whole = star.W + off
    inside = project(data, whole)
    size = 1 + xp.sum(xp.sum(xp.abs(data.U) + xp.abs(along) + xp.abs(star.W), -1), -1)
    error = 2 * star.error + 8 * (projection_error(data, data.U) + projection_error(data, whole))
    pairs = ((inside, star.W), (whole - inside, off))
    misses = (xp.max(xp.max(xp.abs(left - right), -1), -1) for left, right in pairs)
    facts = [Evidence(0 - miss, error + xp.rounding(size, ulps.steps(8)), size) for miss in misses]
    return where_compatible(data, both(*facts, nonzero(data.W, data)))


@claim("linear/section-3/minimizers-split/amended", domain=DECODINGS)
def minimizers_split_amended(data: Decoding, effort: Effort) -> Evidence:
    """Nothing is said of the direction's limit, only that eventually the component off F is itself a W^d.
    Checked at any W by explicit bounds in CE(W) - H.
    """
    return where_compatible(data, forced_parts(data, data.W))
