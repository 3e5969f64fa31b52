"""Proof of Theorem 1, from (26) on: one term bounds the loss, and the bounds of its two cases."""

from typing import Any

import torch

from ntpcheck import ulps
from ntpcheck.arithmetic import Array, positive
from ntpcheck.checks.feasible import where_compatible
from ntpcheck.checks.path_limit import path_finite_part
from ntpcheck.claim import Assumption, Effort, claim
from ntpcheck.evidence import Evidence
from ntpcheck.instances.dataset import Dataset, Decoding, Pair, Scaled
from ntpcheck.reference.entropy import log_p
from ntpcheck.reference.subspace import project
from ntpcheck_papers.thrampoulidis2024.section_4.closings import (
    fraction,
    known,
    late,
    second_closing,
    unsure,
)
from ntpcheck_papers.thrampoulidis2024.section_4.path_brackets import (
    exceeds,
    on_f_at,
    steps,
    twice_star,
    weighted,
)
from ntpcheck_papers.thrampoulidis2024.section_4.proof_cases import (
    exposed,
    off_ties_or_case_i,
    one_step,
    one_term,
    right_total,
    tilted,
)
from ntpcheck_papers.thrampoulidis2024.setting import DECODINGS, PAIRS, PATHS, SCALED
from ntpcheck_papers.thrampoulidis2024.shared.finite_part import finite_part
from ntpcheck_papers.thrampoulidis2024.shared.genie import where_given, widest_logit
from ntpcheck_papers.thrampoulidis2024.shared.in_subspace import projection_error
from ntpcheck_papers.thrampoulidis2024.shared.slopes import tie_spread


@claim("linear/theorem-1/proof/single-term", domain=DECODINGS)
def single_term(data: Decoding, effort: Effort) -> Evidence:
    """Checked at W = 0, which W_B tends to with B, for every context and in-support token: a strict failure
    there is one at W_B for small B.
    """
    return one_term(data, at_zero=True)


@claim("linear/theorem-1/proof/single-term/amended", domain=DECODINGS)
def single_term_amended(data: Decoding, effort: Effort) -> Evidence:
    """Checked as stated."""
    return one_term(data, corrected=True)


def overshooting(data: Pair) -> Pair:
    """For m > 1, two contexts and tokens: the second, frequent context pulls the first one's logits past
    their ratio, W is W_B for about B = 2, and W2 falls short of it.

    Where the sum of W is not positive the second context is half as frequent, and pulls less.
    """
    if data.size("m") < 2:
        return data
    often = (data.W.sum((-2, -1)) > 0)[..., None, None]
    H = data.W.new_tensor([[1, 0], [2, 1 / 64]]).expand(*data.batch, 2, 2)
    counts = torch.where(often, *data.counts.new_tensor([[[1, 2], [0, 16]], [[1, 2], [0, 8]]]))
    near, short = data.W.new_tensor([[[64, 64], [53, 73]], [[60, 68], [52, 74]]]) / 64
    W, W2 = (torch.where(often, *(torch.stack([-row, row]) for row in rows)) for rows in (near, short))
    return Pair(H, counts, W, W2)


@claim("linear/theorem-1/proof/case-i-display", domain=PAIRS)
def case_i_display(data: Pair, effort: Effort) -> Evidence:
    """Checked at B = ||W|| by what W and W2 tell of W_B: its loss is at most that of W, and its l_jz' - l_jz
    more than that of W2, if the tangent of CE at W2 shows all else in the ball to lose more than W. Where
    this refutes the display its right side is positive, so that case (i) holds with some delta > 0.
    """
    # CE(W_B) - H >= pi_j p_jz log(p_jz e^(l_z' - l_z)) for all j and z, z' in S_j; see `exceeds`.
    return exceeds(data, weighted(data, steps(data) + log_p(data)[..., None]))


@claim("linear/theorem-1/proof/case-i-display/amended", domain=DECODINGS)
def case_i_display_amended(data: Decoding, effort: Effort) -> Evidence:
    """Checked as stated."""
    return one_step(data)


@claim("linear/theorem-1/proof/case-i-bound", domain=DECODINGS)
def case_i_bound(data: Decoding, effort: Effort) -> Evidence:
    """Checked at any W for the largest R' delta for which case (i) holds there: a difference
    (e_z' - e_z)^T (W - W*) h_j of tokens in support, and at most R'.
    """
    return where_given(data, tilted(data))


@claim("linear/theorem-1/proof/case-i-bound/amended", domain=DECODINGS)
def case_i_bound_amended(data: Decoding, effort: Effort) -> Evidence:
    """Checked in the same way."""
    return where_given(data, tilted(data, over=4))


def first_at(data: Scaled, y: Array, raised: Array) -> Evidence:
    """pi_j p_jz log(p_jz' e^raised) > C e^-y for all j, z and z' in S_j, C = V e^(||W*|| M)."""
    xp: Any = data.xp
    at = known(data)
    wide = widest_logit(data, at) + xp.log(data.sized("V"))  # log C
    rare = xp.min(xp.where(data.support, data.p, 1), -1)
    left = xp.min(data.pi * rare * (xp.log(rare) + raised[..., None]), -1)
    right = xp.exp(wide - y)
    size = 1 + xp.abs(left) + right
    terms = ulps.entries(data.W) + ulps.dot(data.size("d")) + 4 * ulps.LOG + 16
    error = xp.rounding(size * (1 + wide + xp.log(data.n)), terms)
    return where_given(data, Evidence(left - right, error + unsure(data, at, size), size, strict=True))


@claim("linear/theorem-1/proof/case-i-closing", domain=SCALED)
def case_i_closing(data: Scaled, effort: Effort) -> Evidence:
    """Checked at one B, from which on the left side rises and the right side falls."""
    # pi_j p_jz log(p_jz' e^(delta y)) > C e^-R for all j, z and z' in S_j at a large B, delta = gamma. y = (B
    # - a) / h is the least R', a = ||W*|| and h = ||W^mm||; R = sqrt(B^2 - a^2) / h >= y. The left side less
    # C e^-y grows with y, so that one y tells of all larger ones. At y = 2 (1 + log n + log C) / delta it is
    # at least 1 / n, and C e^-y is less.
    y = late(data)
    return first_at(data, y, fraction(data) * y)


@claim("linear/theorem-1/proof/case-ii-in-F-perp", domain=SCALED)
def case_ii_in_f_perp(data: Scaled, effort: Effort) -> Evidence:
    """Checked for W^ = -W* / R' and delta = gamma in (0, 1). (W_B - W*) / R' tends to it as B tends to 0, and
    is never in the complement of F for B < ||W*||: a strict failure is one at W_B for small B.
    """
    return where_given(data, off_ties_or_case_i(data))


@claim("linear/theorem-1/proof/case-ii-in-F-perp/amended", domain=DECODINGS)
def case_ii_in_f_perp_amended(data: Decoding, effort: Effort) -> Evidence:
    """Checked as stated."""
    # If P_F W is not zero, some support's logits of W differ.
    xp = data.xp
    wide, wrong = tie_spread(data, data.W)
    seen = xp.max(xp.max(xp.abs(project(data, data.W)), -1), -1) - projection_error(data, data.W)
    return Evidence(wide, wrong, 1 + wide, strict=positive(seen))


def near_path(data: Decoding) -> Decoding:
    """For V > 2, one context with counts 2, 1, 0: W is near W_B for B = 2 ||W*|| where the sum of W is
    positive, and elsewhere near W* + R W^mm.
    """
    if data.size("V") < 3:
        return data
    near = (data.W.sum((-2, -1)) > 0)[..., None, None]
    counts = data.counts.new_tensor([[2, 1, 0]]).expand(*data.batch, 1, 3)
    W = torch.where(near, *data.W.new_tensor([[[5], [1], [-6]], [[6], [0], [-6]]])) / 8
    return Decoding(data.W.new_ones(*data.batch, 1, 1), counts, W)


def far_out(data: Decoding) -> Decoding:
    """Where a pair of decoders is needed, past the path, else near it."""
    return overshooting(data) if isinstance(data, Pair) else near_path(data)


TWICE_STAR = Assumption("B-at-least-twice-norm-Wstar", twice_star, far_out)


@claim("linear/theorem-1/proof/case-ii-on-F", domain=DECODINGS)
def case_ii_on_f(data: Decoding, effort: Effort) -> Evidence:
    """Checked at B = ||W|| by what W tells of W_B: its loss is at most that of W, and all in the ball with
    that projection lose more than a bound, by the tangent of CE at W* + R W^mm.
    """
    return where_given(data, on_f_at(data, finite_part(data).W))


@claim("linear/theorem-1/proof/case-ii-on-F/amended", domain=PATHS)
def case_ii_on_f_amended(data: Dataset, effort: Effort) -> Evidence:
    """Checked like linear/section-4/path-finite-part."""
    return path_finite_part(data, lambda one: finite_part(one).W, effort)


@claim("linear/theorem-1/proof/case-ii-projection", domain=DECODINGS)
def case_ii_projection(data: Decoding, effort: Effort) -> Evidence:
    """Checked in logs at W* + P_perp W, which is any decoder with that projection as W varies."""
    return where_compatible(data, right_total(data))


@claim("linear/theorem-1/proof/case-ii-bound", domain=DECODINGS)
def case_ii_bound(data: Decoding, effort: Effort) -> Evidence:
    """Checked at W_B = W* + P_perp W, at every context with a token out of support and every token in it, for
    the largest delta with which case (ii) holds there; c' = e^(-||W*|| M).
    """
    return where_compatible(data, exposed(data))


@claim("linear/theorem-1/proof/case-ii-closing", domain=SCALED)
def case_ii_closing(data: Scaled, effort: Effort) -> Evidence:
    """Checked in logs at one B, from which on the logs only move further apart."""
    return second_closing(data)
