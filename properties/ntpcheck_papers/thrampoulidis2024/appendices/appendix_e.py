"""Appendix E.1: smoothness of the loss, and the parts of Lemma 4 that name no iterate; E.2: the gradient."""

from typing import Any

from ntpcheck import ulps
from ntpcheck.arithmetic import FLOAT, positive
from ntpcheck.checks.compare import at_most, equal
from ntpcheck.checks.decoders import scores
from ntpcheck.checks.feasible import where_compatible
from ntpcheck.checks.loss import excess, loss, loss_terms
from ntpcheck.claim import Effort, claim
from ntpcheck.evidence import Evidence, both
from ntpcheck.instances.dataset import Decoding, Offset, Pair
from ntpcheck.reference.subspace import project
from ntpcheck_papers.thrampoulidis2024.appendices.in_support_loss import (
    floor_projected,
    least_at_star,
    norm_sum,
    softmax_approaches,
)
from ntpcheck_papers.thrampoulidis2024.setting import DECODINGS, OFFSETS, PAIRS
from ntpcheck_papers.thrampoulidis2024.shared.approach import moved
from ntpcheck_papers.thrampoulidis2024.shared.convexity import inner
from ntpcheck_papers.thrampoulidis2024.shared.finite_part import finite_part
from ntpcheck_papers.thrampoulidis2024.shared.in_subspace import projection_error
from ntpcheck_papers.thrampoulidis2024.shared.slopes import (
    displayed_slope,
    slope,
    softmax,
)


@claim("linear/appendix/smoothness", domain=PAIRS)
def smoothness(data: Pair, effort: Effort) -> Evidence:
    """Checked by CE(W2) - CE(W) - <G, W2 - W> <= sum_j pi_j ||(W2 - W) h_j||^2 / 4, which is at most L/2
    times ||W2 - W||^2.
    """
    # CE(W2) - CE(W) - <G, W2 - W> <= sum_j pi_j ||(W2 - W) h_j||^2 / 4. The left side is sum_j pi_j (log E_s
    # e^d - E_s d), d = (W2 - W) h_j and s the softmax of W h_j.
    xp: Any = data.xp
    found = scores(data, data.W)
    step = scores(data, data.W2 - data.W)
    s, d = softmax(data, found.logits), step.logits
    bent = xp.logsumexp(found.logits + d, -1) - xp.logsumexp(found.logits, -1) - xp.sum(s * d, -1)
    counted = 3 * (ulps.softmax(data.size("V")) + ulps.total(data.size("V")))
    counted = counted + 2 * ulps.dot(data.size("d")) + ulps.total(data.size("m"))
    wide = step.size + xp.rounding(step.size, ulps.steps(4))
    wrong = xp.rounding(found.size + wide + 1, counted) + 4 * found.error * (1 + wide)
    if xp is FLOAT:
        # Near zero the three terms cancel; log1p keeps what is left of them, relative to d.
        near = wide < 0.5
        top = xp.max(d, -1)[..., None]
        small = xp.log1p(xp.sum(s * xp.expm1(d - top), -1).clamp_min(-0.9)) - xp.sum(s * (d - top), -1)
        bent = xp.where(near, small, bent)
        wrong = xp.where(near, xp.rounding(wide, counted) + 8 * found.error * wide, wrong)
    allowed = xp.sum(data.pi * xp.sum(d * d, -1), -1) / 4
    slack = allowed - xp.sum(data.pi * bent, -1)
    error = wrong + 2 * step.error * (2 + wide)
    error = xp.sum(data.pi * error, -1) + xp.rounding(allowed, counted)
    return Evidence(slack, error, 1 + allowed)


@claim("linear/lemma-4/1", domain=DECODINGS)
def least_in_f(data: Decoding, effort: Effort) -> Evidence:
    """Checked by CE_F(W*) = H and CE_F(P_F W) >= H."""
    return least_at_star(data)


@claim("linear/lemma-4/2", domain=DECODINGS)
def only_in_f(data: Decoding, effort: Effort) -> Evidence:
    """Checked by CE_F(P_F W) > H wherever P_F W differs from W*."""
    # CE_F(P_F W) > H unless P_F W = W*.
    xp, star = data.xp, finite_part(data)
    A, wrong = project(data, data.W), projection_error(data, data.W)
    gap = A - star.W
    apart = xp.max(xp.max(xp.abs(gap), -1), -1)
    strict = positive(apart - 4 * (star.error + wrong) - xp.rounding(apart, ulps.steps(2)))
    found = moved(data, A, wrong)
    inside = excess(data, found)
    return Evidence(inside.inside, inside.inside_error, 1 + inside.inside, strict=strict)


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
    # The display is -<G, U>, and is the slope of CE: CE(W + t U) >= CE(W) - t display for t = 1/16, -1/16. A
    # number that satisfies the second for all U and both signs of t is the derivative, CE being smooth.
    xp, found, U = data.xp, slope(data, data.W), data.U
    shown = displayed_slope(data, data.W, U)
    reach = xp.sum(xp.abs(U), (-2, -1))
    size = xp.sum(data.pi * scores(data, U).size, -1)
    terms = 2 * ulps.softmax(data.size("V")) + 4 * ulps.total(data.size("V"))
    terms = terms + 2 * (ulps.total(data.size("m")) + ulps.dot(data.size("d"))) + 8
    same = equal(shown, 0 - inner(found.matrix, U, data), terms=terms, scale=4 * size)
    extra = found.error * reach + 4 * xp.sum(data.pi * scores(data, data.W).error, -1) * size
    parts = [Evidence(same.slack, same.error + extra, same.scale + 1)]
    for sign in (1, -1):
        there = data.W + sign * U / 16
        lower, upper = loss(data, data.W) - sign * shown / 16, loss(data, there)
        counted = loss_terms(data, data.W) + loss_terms(data, there)
        tangent = at_most(lower, upper, terms=counted, scale=xp.abs(lower) + upper)
        parts.append(Evidence(tangent.slack, tangent.error + extra + same.error, 1 + tangent.scale))
    return both(*parts)


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
