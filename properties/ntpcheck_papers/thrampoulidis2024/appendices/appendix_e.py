"""Appendix E.1: smoothness of the loss, and the parts of Lemma 4 that name no iterate; E.2: the gradient."""

from __future__ import annotations

from ntpcheck.checks.feasible import where_compatible
from ntpcheck.claim import Effort, claim
from ntpcheck.evidence import Evidence
from ntpcheck.instances.dataset import Decoding, Offset, Pair
from ntpcheck_papers.thrampoulidis2024.appendices.in_support_loss import (
    floor_projected,
    least_at_star,
    norm_sum,
    only_at_star,
    softmax_approaches,
)
from ntpcheck_papers.thrampoulidis2024.setting import DECODINGS, OFFSETS, PAIRS
from ntpcheck_papers.thrampoulidis2024.shared.finite_part import finite_part
from ntpcheck_papers.thrampoulidis2024.shared.slopes import curvature_bound, gradient_formula


@claim("linear/appendix/smoothness", domain=PAIRS)
def smoothness(data: Pair, effort: Effort) -> Evidence:
    """Checked by CE(W2) - CE(W) - <G, W2 - W> <= sum_j pi_j ||(W2 - W) h_j||^2 / 4, which is at most L/2
    times ||W2 - W||^2.
    """
    return curvature_bound(data)


@claim("linear/lemma-4/1", domain=DECODINGS)
def least_in_f(data: Decoding, effort: Effort) -> Evidence:
    """Checked by CE_F(W*) = H and CE_F(P_F W) >= H."""
    return least_at_star(data)


@claim("linear/lemma-4/2", domain=DECODINGS)
def only_in_f(data: Decoding, effort: Effort) -> Evidence:
    """Checked by CE_F(P_F W) > H wherever P_F W differs from W*."""
    return only_at_star(data)


@claim("linear/lemma-4/proof/norm-sum", domain=DECODINGS)
def norms_add(data: Decoding, effort: Effort) -> Evidence:
    """Checked at any W."""
    return norm_sum(data)


@claim("linear/lemma-4/proof/norm-sum/amended", domain=DECODINGS)
def norms_add_amended(data: Decoding, effort: Effort) -> Evidence:
    """Checked as stated."""
    return norm_sum(data, squares=True)


@claim("linear/appendix/gradient", domain=OFFSETS)
def gradient(data: Offset, effort: Effort) -> Evidence:
    """Checked against sum_j pi_j (s_j - p_j) h_j^T, and against CE itself by the tangents at W along U and
    -U.
    """
    return gradient_formula(data)


@claim("linear/lemma-4/proof/floor-projected", domain=DECODINGS)
def floor_at_projection(data: Decoding, effort: Effort) -> Evidence:
    """Checked as stated."""
    return floor_projected(data)


@claim("linear/lemma-4/proof/softmax-limits", domain=DECODINGS)
def softmax_limits(data: Decoding, effort: Effort) -> Evidence:
    """Checked by the ratios within each support, which stay right, and by the odds of leaving it, which are
    at most e^(-R) times those at W*.
    """
    return where_compatible(data, softmax_approaches(data, finite_part(data).W, data.W))
