"""Sections 3.2 and 3.3 and Assumptions 1, 3, 4: what attention selects, outputs and learns."""

from ntpcheck import ulps
from ntpcheck.checks.compare import equal
from ntpcheck.claim import Effort, claim
from ntpcheck.evidence import Evidence
from ntpcheck.instances.attention import Attending, Attention
from ntpcheck.reference.attention_loss import pulls, weights
from ntpcheck_papers.li2024.setting import ATTENDING, ATTENTION
from ntpcheck_papers.li2024.shared import assumptions, priority, scores
from ntpcheck_papers.li2024.shared.scores import absent, score_error, score_size, unless, weight_error


@claim("attention/section-3.2/softmax-order", domain=ATTENDING)
def softmax_order(data: Attending, effort: Effort) -> Evidence:
    """Checked for every input of that graph which holds both."""
    return scores.softmax_order(data)


@claim("attention/section-3.2/softmax-order@aggregated", domain=ATTENDING)
def softmax_order_aggregated(data: Attending, effort: Effort) -> Evidence:
    """Checked as stated."""
    return scores.softmax_order(data, aggregated=True)


@claim("attention/section-3.2/softmax-order@aggregated/amended", domain=ATTENDING)
def softmax_order_amended(data: Attending, effort: Effort) -> Evidence:
    """The change: i stands in the input at least as often as j."""
    return scores.softmax_order(data, aggregated=True, often=True)


@claim("attention/section-3.3/independent-tokens", domain=ATTENDING)
def independent_tokens(data: Attending, effort: Effort) -> Evidence:
    """f_W(X_i) != e_{y_i} where y_i is not in X_i: some coordinate differs."""
    xp, s, E = data.xp, weights(data, data.W), data.embeddings
    own = xp.sum(priority.is_label(data)[..., None] * E[..., None, :, :], -2)
    apart = E[..., None, :, :] - own[..., :, None, :]
    distance = xp.max(xp.abs(xp.sum(s[..., None] * apart, -2)), -1)
    slack = xp.min(unless(absent(data), distance, data), -1)
    size = priority.largest(data, xp.abs(E), 2)
    relative = weight_error(data) + xp.rounding(1 + 0 * size, ulps.total(data.size("K")) + 4)
    return Evidence(slack, 2 * relative * size, size + 1, strict=True)


@claim("attention/section-3.3/non-realizable-selects", domain=ATTENDING)
def non_realizable_selects(data: Attending, effort: Effort) -> Evidence:
    """u_i <= gamma_ij for y_i not in X_i and j the token of X_i with the largest score."""
    xp, s, gamma = data.xp, weights(data, data.W), data.scores
    spread = priority.largest(data, xp.abs(gamma), 2)[..., None, None] + 1
    there = priority.present(data)
    best = xp.max(there * gamma - (1 - there) * spread, -1)
    lead = xp.sum(s * (best[..., None] - gamma), -1)
    slack = xp.min(unless(absent(data), lead, data), -1)
    return Evidence(slack, score_error(data), score_size(data) + 1)


@claim("attention/section-3.3/non-realizable-gradient", domain=ATTENDING)
def non_realizable_gradient(data: Attending, effort: Effort) -> Evidence:
    """grad_W l(c_{y_i}^T f_W(X_i)) = 0 where y_i is not in X_i."""
    xp, c, E = data.xp, pulls(data, data.W), data.embeddings
    own = xp.sum(priority.is_label(data)[..., None] * E[..., None, :, :], -2)
    left = xp.sum(c[..., None] * (E[..., None, :, :] - own[..., :, None, :]), -2)
    gradients = (absent(data)[..., None] * left)[..., :, None] * data.queries[..., None, :]
    size = priority.largest(data, xp.abs(E), 2)
    terms, wide = 2 * ulps.total(data.size("K")) + 4, (1 + size * size)[..., None, None, None]
    return equal(gradients, 0 * gradients, terms=terms, axes=3, scale=wide)  # each pull is 0, or rounding


@claim("attention/assumption-1/derivative-bounds", domain=ATTENDING)
def derivative_bounds(data: Attending, effort: Effort) -> Evidence:
    """Checked: -l' > 0 at the scores of W, without which no c_dn exists."""
    return scores.descends_everywhere(data)


@claim("attention/assumption-1/derivative-bounds/amended", domain=ATTENDING)
def derivative_bounds_amended(data: Attending, effort: Effort) -> Evidence:
    """Added: that l' has no zero. c_dn is the smaller of its values at the least and the largest score of an
    input: the slopes admitted are monotone, or rise to one peak and fall.
    """
    return scores.descends_everywhere(data, ends=True)


@claim("attention/assumption-4/special-case", domain=ATTENTION)
def special_case(data: Attention, effort: Effort) -> Evidence:
    """Checked as stated."""
    return assumptions.head_selects(data)
