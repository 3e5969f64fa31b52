"""Proof of Lemma 3: when (24) is zero, and what equality in convexity implies on S_cyc.

With z_k = m_k e^(v_k) the displayed form (24) is, by Lagrange's identity, the sum over i < j of z_i z_j (u_i
- u_j)^2 over (sum z)^2: it is zero iff u is constant on the tokens of the sequence. With alpha = u sqrt(z)
and beta = sqrt(z), that is alpha = c beta; k alpha = beta for a k != 0 asks for c != 0 as well.
Source: App. C.2, (24)-(26).
"""

from ntpcheck import ulps
from ntpcheck.arithmetic import FLOAT, Array
from ntpcheck.checks.compare import equal
from ntpcheck.claim import Effort, claim
from ntpcheck.evidence import Evidence, both
from ntpcheck.instances import graph
from ntpcheck.instances.attention import AttendingPair
from ntpcheck.reference.attention_loss import cyclic_part, logits, losses, weights
from ntpcheck.reference.cyclic import project
from ntpcheck_papers.li2024.setting import ATTENDING_PAIRS
from ntpcheck_papers.li2024.shared import priority
from ntpcheck_papers.li2024.shared.scores import projected_logits, reach


def equality_condition(data: AttendingPair, *, zero: bool = False) -> Evidence:
    """(24) is zero, for a sequence, only if k alpha = beta for some k != 0, and it is Lagrange's sum.

    u_k = e_k^T W2 xbar. zero: only if alpha = k beta, where k may be 0.
    """
    xp, u, s = data.xp, logits(data, data.W2), weights(data, data.W)
    apart = u[..., :, None] - u[..., None, :]
    squares = s[..., :, None] * s[..., None, :] * apart * apart
    lagrange = xp.sum(xp.sum(squares, -1), -1) / 2
    mean = xp.sum(s * u, -1)
    centred = u - mean[..., None]
    size = 1 + xp.max(u * u, -1)
    terms = 2 * ulps.softmax(data.size("K")) + 4 * ulps.total(data.size("K"))
    same = equal(xp.sum(s * centred * centred, -1), lagrange, terms=terms, axes=1, scale=size)
    there = data.present[..., :, None] & data.present[..., None, :]
    counts = data.number("counts")
    pairs = xp.where(there, counts[..., :, None] * counts[..., None, :] * xp.abs(apart), 0)
    spread = xp.max(xp.max(pairs, -1), -1)
    top = xp.max(xp.where(data.present, xp.abs(u), 0), -1)
    given = 1 + 0 * top if zero else top
    error = xp.rounding(reach(data, data.W2), ulps.logits(data.size("d")) + 2)
    if xp is FLOAT:
        error = error * counts.amax((-2, -1)) ** 2
    slack = xp.min(xp.maximum(spread, given), -1)
    return both(same, Evidence(slack, error, 1 + xp.max(top, -1), strict=True))


def _variance(data: AttendingPair, W: Array, U: Array) -> Array:
    """`[..., n]` u^T (Hessian) u over the tokens of R_i, with both weights projected to its component.

    The part of W in the span of the (e_j - mean) e_k^T has e_j^T W e_k less a constant as its logits over the
    component, which softmax and variance do not see: so the logits are those of W and U themselves.
    """
    xp, part = data.xp, cyclic_part(data)
    s, u = weights(part, W), logits(data, U)
    centred = xp.sum(s[..., None, :] * (u[..., :, None] - u[..., None, :]), -1)
    return xp.sum(s * centred * centred, -1)


@claim("attention/lemma-3/proof/equality-condition", domain=ATTENDING_PAIRS)
def equality(data: AttendingPair, effort: Effort) -> Evidence:
    """alpha_i = u_i sqrt(z_i), beta_i = sqrt(z_i), z_i = m_i e^(v_i); u = E W2 xbar. At u = 0, or any u that
    vanishes on the tokens of the sequence, alpha = 0 and no k does.
    """
    return equality_condition(data)


@claim("attention/lemma-3/proof/equality-condition/amended", domain=ATTENDING_PAIRS)
def equality_amended(data: AttendingPair, effort: Effort) -> Evidence:
    """The factor is on beta, so that it may be zero: u is constant on the tokens of the sequence. By
    Lagrange's identity, which is checked, (24) is a sum of z_i z_j (u_i - u_j)^2 over pairs.
    """
    return equality_condition(data, zero=True)


@claim("attention/lemma-3/proof/eq-26", domain=ATTENDING_PAIRS)
def equation_26(data: AttendingPair, effort: Effort) -> Evidence:
    """For its samples; v_i and u are the logits of the parts of W_1 and W_2 in the span of that component.
    Checked with what (25) falls short by half way, which is at least a positive multiple of (26); where a
    convex function meets its chord between the ends it does so half way.
    """
    # (25) only if (26), between W_1 = P_S W and W_1 + W_2, W_2 = P_S W2, for every component. For one sample
    # the risk half way lies below the mean of the ends by at least e^(-D) / 8 times its second derivative at
    # W_1, D the spread of the logits of W_2 among its tokens: the third derivative is at most D times the
    # second. That is at least the share of the tokens of R_i times (26), the variance over them, which the
    # parts of W_1 and W_2 in the subspace of one component leave as it is.
    xp = data.xp
    W, U = (project(data, at) for at in (data.W, data.W2))
    part, s, u = cyclic_part(data), weights(data, W), logits(data, U)
    high = xp.max(xp.where(data.present, u, xp.min(u, -1)[..., None]), -1)
    low = xp.min(xp.where(data.present, u, xp.max(u, -1)[..., None]), -1)
    inside = graph.component(data)
    share = xp.sum(xp.where(inside, s, 0), -1)
    form = _variance(data, W, U)
    curved = xp.where(part.samples, xp.exp(low - high) / 8 * share * form, 0)
    ends, middle = [losses(data, at) for at in (W, W + U)], losses(data, W + U / 2)
    gap = (ends[0] + ends[1]) / 2 - middle
    left = xp.min(gap - curved, -1)
    far = 1 + reach(data, W) + reach(data, U) + priority.largest(data, u * u, 2)
    # Three losses, and a variance of logits.
    terms = 3 * ulps.risk(data.size("K"), data.size("d"), 1) + 4 * ulps.softmax(data.size("K"))
    moved = projected_logits(data, data.W, data.W2) * (1 + priority.largest(data, xp.abs(u), 2))
    error = xp.rounding(far, terms) + 8 * moved
    return Evidence(left, error, far)
