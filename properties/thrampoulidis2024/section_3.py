"""Section 3: when the loss reaches its entropy lower bound, and how the weights split along the way."""

from __future__ import annotations

from typing import Any

from ntpcheck.checks.approach import approaches, diverging_direction, forced_parts
from ntpcheck.checks.compare import equal
from ntpcheck.checks.existence import by_row, outcomes
from ntpcheck.checks.families import nonzero
from ntpcheck.checks.feasible import obstructed, where_compatible
from ntpcheck.checks.finite_part import finite_part
from ntpcheck.checks.gap import above_infimum
from ntpcheck.checks.in_subspace import projection_error
from ntpcheck.checks.loss import above_entropy, loss, loss_terms
from ntpcheck.checks.solvable import in_support_equations, restricted_equations
from ntpcheck.claim import Effort, claim
from ntpcheck.evidence import Evidence, Outcome, both
from ntpcheck.instances.dataset import Dataset, Decoding, Offset
from ntpcheck.reference.entropy import entropy
from ntpcheck.reference.max_margin import max_margin
from ntpcheck.reference.subspace import project, project_off
from thrampoulidis2024.setting import (
    COMPATIBLE,
    DATASETS,
    DECODINGS,
    MATCHING,
    MISMATCHED,
    OBSTRUCTED,
    OFFSETS,
    ORTHOGONAL,
    SEPARABLE,
    SEPARATES,
    SOME_TOKEN_OUT,
)


@claim("linear/section-3/attained-iff-match-if", cite="Section 3", domain=DECODINGS, assumes=(MATCHING,))
def attained_if_match(data: Decoding, effort: Effort) -> Evidence:
    """If the softmax equals p_j at every context and token, then CE(W) = H.

    Checked with both sides from their own definitions.
    Reading: the short version's, which allows full supports; where a token is out of support nothing matches.
    """
    return equal(loss(data, data.W), entropy(data), terms=loss_terms(data, data.W))


@claim(
    "linear/section-3/attained-iff-match-only-if", cite="Section 3", domain=DECODINGS, assumes=(MISMATCHED,)
)
def attained_only_if_match(data: Decoding, effort: Effort) -> Evidence:
    """If the softmax differs from p_j at some context and token, then CE(W) > H.

    The contrapositive of `only if`, by the two nonnegative parts of CE(W) - H.
    """
    return above_entropy(data, data.W)


@claim(
    "linear/section-3/in-support-iff-compatible@arxiv-v1",
    cite="arXiv v1, after (7b)",
    domain=DATASETS,
    assumes=(SOME_TOKEN_OUT,),
)
def in_support_iff_compatible(data: Dataset, effort: Effort) -> Evidence:
    """S_z(W h_j) = p_jz for all z in S_j and all j has a solution W iff the data are compatible.

    A finite softmax gives tokens out of support positive probability, so (7a) has a solution only if the data
    are compatible and every support is full. Checked as the equality of that with compatibility.
    """
    return in_support_equations(data)


@claim(
    "linear/section-3/in-support-iff-compatible@arxiv-v1/amended",
    cite="arXiv v1, after (7b)",
    domain=DATASETS,
    assumes=(SOME_TOKEN_OUT,),
)
def restricted_iff_compatible(data: Dataset, effort: Effort) -> Evidence:
    """The softmax of W h_j renormalised over S_j equals p_j, for all j at some W, iff data are compatible.

    The change: probabilities are normalised over S_j. On compatible data W* is evaluated; on incompatible
    data a combination of the equations' left sides that vanishes, and of their right sides that does not,
    rules every W out.
    """
    return restricted_equations(data)


def reaches_entropy(data: Dataset, **planted: Any) -> Evidence:
    """CE(W* + gamma W^mm) - H <= C e^(-gamma); on data without a W* or a W^mm, inf CE <= H."""
    star, margin = finite_part(data), max_margin(data.untraced)

    def path() -> Evidence:
        return approaches(data, (star.W, star.error), (margin.W, margin.error), **planted)

    blocked = outcomes(obstructed(data), Outcome.HOLDS)
    return by_row(blocked, lambda: above_infimum(data, flipped=True), path)


@claim(
    "linear/section-3/necessary-and-sufficient-if",
    cite="Sections 1.1 and 3",
    domain=DATASETS,
    assumes=(SEPARABLE, COMPATIBLE),
)
def sufficient(data: Dataset, effort: Effort) -> Evidence:
    """On compatible and separable data the infimum of CE is H.

    Checked along W* + gamma W^mm, where CE - H <= C e^(-gamma) with C = sum_j pi_j rho_j(W*).
    Reading: "approach its lower bound" means that the infimum of CE over finite W is H.
    """
    return reaches_entropy(data)


@claim(
    "linear/section-3/necessary-and-sufficient-only-if",
    cite="Sections 1.1 and 3",
    domain=DATASETS,
    assumes=(OBSTRUCTED,),
)
def necessary(data: Dataset, effort: Effort) -> Evidence:
    """On data that are not both compatible and separable the infimum of CE exceeds H.

    The contrapositive of `only if`, by a point of the dual problem: distributions q_j with the same moments
    sum_j pi_j q_j h_j^T as p_j, whose larger entropy is a lower bound on CE.
    """
    return above_infimum(data)


@claim(
    "linear/section-3/minimizers-split",
    cite="after Proposition 1",
    domain=OFFSETS,
    assumes=(SOME_TOKEN_OUT, SEPARATES, COMPATIBLE, SEPARABLE, ORTHOGONAL),
)
def minimizers_split(data: Offset, effort: Effort) -> Evidence:
    """Weights minimizing CE have projection W* on F and an infinite component off F in direction of a W^d.

    Checked along W* + k^2 U + k W, a path with projection W* on F.
    Reading: hedge. CE has no minimizer, so "weights that minimize" are those of any path along which CE tends
    to H; "in the direction of W^d" says that the off-F component over its norm tends to a positive multiple
    of a W^d with (6). Read as "in other words" for the path before it: `minimizers-split-path`.
    """
    return where_compatible(data, diverging_direction(data))


def split_along(data: Offset, *, parts: int = 64, sign: int = 1, with_part_in_f: bool = False) -> Evidence:
    """On W^p + gamma W, W^p = W* + P_perp U (or + U): P_F is parts/64 W*, P_perp is P_perp U + sign gamma W.

    And W is not zero, so that with gamma the second part's norm tends to infinity and its direction to W's.
    """
    star, off = finite_part(data), project_off(data, data.U)
    along = data.gamma[..., None, None] * data.W
    whole = star.W + (data.U if with_part_in_f else off) + along
    inside = project(data, whole)
    pairs = ((inside, star.W * parts / 64), (whole - inside, off + sign * along))
    xp = data.xp
    size = 1 + xp.sum(xp.sum(xp.abs(data.U) + xp.abs(along) + xp.abs(star.W), -1), -1)
    error = 2 * star.error + 8 * (projection_error(data, data.U) + projection_error(data, whole))
    misses = (xp.max(xp.max(xp.abs(left - right), -1), -1) for left, right in pairs)
    facts = [Evidence(0 - miss, error + xp.rounding(size, 8), size) for miss in misses]
    return where_compatible(data, both(*facts, nonzero(data.W, data)))


@claim(
    "linear/section-3/minimizers-split-path",
    cite="after Proposition 1",
    domain=OFFSETS,
    assumes=(SOME_TOKEN_OUT, SEPARATES, COMPATIBLE),
)
def minimizers_split_path(data: Offset, effort: Effort) -> Evidence:
    """Weights W^p + gamma W^d project on W* in F, and off F tend to infinity in the direction of W^d.

    Checked for W^d = W and W^p = W* + P_perp U, any solution of (4), as P_perp(W^p + gamma W^d) = P_perp U +
    gamma W^d, W^d != 0.
    Reading: "in other words" restates the sentence before it, on the direction W^d and offset W^p along which
    CE approaches H.
    """
    return split_along(data)


@claim(
    "linear/section-3/minimizers-split/amended",
    cite="after Proposition 1",
    domain=DECODINGS,
    assumes=(SOME_TOKEN_OUT, SEPARABLE, COMPATIBLE),
)
def minimizers_split_amended(data: Decoding, effort: Effort) -> Evidence:
    """As CE(W) tends to H, P_F W tends to W* and every <P_perp W, x_n> to infinity: P_perp W becomes a W^d.

    The change: nothing is said of the direction's limit, only that eventually the component off F is itself a
    W^d. Checked at any W by explicit bounds in CE(W) - H.
    """
    return where_compatible(data, forced_parts(data, data.W))
