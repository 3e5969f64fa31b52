"""CE_F, the loss of the softmax restricted to each support: its display, a floor, a limit, its minimum."""

from ntpcheck import ulps
from ntpcheck.arithmetic import FLOAT, Array
from ntpcheck.checks.compare import at_most, equal
from ntpcheck.checks.decoders import log_total, scores
from ntpcheck.checks.loss import context_sums, loss
from ntpcheck.evidence import Evidence, both
from ntpcheck.instances.dataset import Dataset, Decoding
from ntpcheck.reference.entropy import entropy, in_support_cross_entropy
from ntpcheck.reference.subspace import project
from ntpcheck_papers.thrampoulidis2024.shared.approach import approaches, moved, right_ratios
from ntpcheck_papers.thrampoulidis2024.shared.convexity import inner
from ntpcheck_papers.thrampoulidis2024.shared.finite_part import finite_part
from ntpcheck_papers.thrampoulidis2024.shared.in_subspace import projection_error


def printed(data: Dataset, W: Array, *, within: bool) -> Array:
    """`[...]` sum_j pi_j sum_z p_jz log(1 + sum over z' != z of e^-(e_z - e_z')^T W h_j), nats.

    within: z' ranges over S_j; otherwise over all tokens.
    """
    xp, scored = data.xp, scores(data, W).logits
    ahead = scored[..., None, :] - scored[..., :, None]
    if not within:
        return context_sums(data, xp.where(data.support, data.p * log_total(ahead), 0))
    allowed = data.support[..., None, :] & (data.support | True)[..., :, None]
    totals = xp.logsumexp(xp.where(allowed, ahead, 0 * ahead), -1, where=allowed)
    return context_sums(data, xp.where(data.support, data.p * totals, 0))


def _terms(data: Dataset) -> int:
    """Roundings of both sides, in units of their logits and 1: a loss, logits, log p and log-sum-exps."""
    logits = 2 * ulps.dot(data.size("d")) + ulps.LOG_P
    return ulps.cross_entropy(data.size("V"), data.size("m")) + logits + ulps.log_sum_exp(data.size("V"))


def display(data: Decoding, *, within: bool = False) -> Evidence:
    """The display is the cross-entropy of the softmax restricted to the supports.

    Over all tokens it is CE, which exceeds that by sum_j pi_j log1p(rho_j), rho_j the odds of leaving S_j.
    """
    xp, W = data.xp, data.W
    left, right = printed(data, W, within=within), in_support_cross_entropy(data, W)
    size = xp.sum(data.pi * (scores(data, W).size + 1), -1)
    terms = _terms(data)
    return equal(left, right, terms=terms, scale=4 * size)


def floor_below(data: Decoding) -> Evidence:
    """CE(W) >= CE_F(W), both sides from their displays."""
    xp, W = data.xp, data.W
    upper, lower = loss(data, W), printed(data, W, within=True)
    size = loss(data, W) + xp.sum(data.pi * (scores(data, W).size + 1), -1)
    terms = _terms(data)
    return at_most(lower, upper, terms=terms, scale=4 * size)


def least_at_star(data: Decoding) -> Evidence:
    """CE_F(W*) = H, and CE_F(P_F W) >= H: the minimum over F is H."""
    xp, star, H = data.xp, finite_part(data), entropy(data)
    reached = right_ratios(data, moved(data, star.W, star.error))
    A = project(data, data.W)
    value = in_support_cross_entropy(data, A)
    found = moved(data, A, projection_error(data, data.W))
    size = H + xp.sum(data.pi * (found.size + 1), -1)
    terms = _terms(data)
    above = at_most(H, value, terms=terms, scale=4 * size)
    wrong = above.error + 2 * xp.sum(data.pi * found.error, -1)
    return both(reached, Evidence(above.slack, wrong, above.scale))


def norm_sum(data: Decoding, *, squares: bool = False) -> Evidence:
    """||W|| = ||P_F W|| + ||P_perp W||, or the same of squares."""
    xp, W = data.xp, data.W
    A = project(data, W)
    whole, first, second = (inner(X, X, data) for X in (W, A, W - A))
    if squares:
        left, right = whole, first + second
    else:
        left, right = xp.sqrt(whole), xp.sqrt(first) + xp.sqrt(second)
    terms = 2 * ulps.entries(W) + 4
    size = (whole + first) if squares else 2 * xp.sqrt(whole)
    # The root of a part that rounding alone makes is of the order of projection_error.
    extra = 0 * size if squares or xp is not FLOAT else 4 * projection_error(data, W)
    found = equal(left, right, terms=terms, scale=2 * size)
    return Evidence(found.slack, found.error + extra, found.scale)


def floor_projected(data: Decoding) -> Evidence:
    """CE_F(W) = CE_F(P_F W)."""
    xp, W = data.xp, data.W
    other, value = project(data, W), in_support_cross_entropy
    found = moved(data, other, projection_error(data, W))
    size = xp.sum(data.pi * (scores(data, W).size + found.size + 1), -1)
    terms = _terms(data)
    close = equal(value(data, W), value(data, other), terms=terms, scale=4 * size)
    return Evidence(close.slack, close.error + 2 * xp.sum(data.pi * found.error, -1), close.scale)


def softmax_approaches(data: Decoding, start: Array, along: Array) -> Evidence:
    """softmax(start + R along) tends to p_j everywhere: ratios in S_j stay right, odds of leaving it vanish.

    start, along: decoders `[..., V, d]`, near W* and W.

    With odds rho_j the softmax is p_jz / (1 + rho_j) in S_j, and its sum out of S_j is rho_j / (1 + rho_j).
    """
    error = finite_part(data).error
    return approaches(data, (start, error), (along, 0 * error))
