"""Appendix D: the loss CE_F of the supports alone, (12), and what the text says of it, to (13)."""

from ntpcheck import ulps
from ntpcheck.checks.decoders import margin, scores, spread
from ntpcheck.claim import Effort, claim
from ntpcheck.evidence import Evidence, both
from ntpcheck.instances.dataset import Decoding, Offset
from ntpcheck.reference.subspace import project
from ntpcheck_papers.thrampoulidis2024.appendices.in_support_loss import (
    display,
    floor_below,
    least_at_star,
)
from ntpcheck_papers.thrampoulidis2024.section_3.statements import reaches_entropy
from ntpcheck_papers.thrampoulidis2024.setting import DECODINGS, OFFSETS
from ntpcheck_papers.thrampoulidis2024.shared.approach import fading_odds, moved
from ntpcheck_papers.thrampoulidis2024.shared.in_subspace import projection_error


@claim("linear/appendix/floor-display", domain=DECODINGS)
def floor_display(data: Decoding, effort: Effort) -> Evidence:
    """CE_F is the loss of the softmax restricted to the supports, which the sentences after (12) need."""
    return display(data)


@claim("linear/appendix/floor-display/amended", domain=DECODINGS)
def floor_display_amended(data: Decoding, effort: Effort) -> Evidence:
    """Checked as stated."""
    return display(data, within=True)


@claim("linear/appendix/floor-on-F", domain=DECODINGS)
def floor_on_f(data: Decoding, effort: Effort) -> Evidence:
    """Checked with both sides from their displays."""
    return floor_below(data)


@claim("linear/appendix/floor-limit", domain=OFFSETS)
def floor_limit(data: Offset, effort: Effort) -> Evidence:
    """Checked for W^d = U: the limit is CE_F(W), whatever W, iff all out-of-support margins of U are
    positive.
    """
    # CE(A + R W) tends to CE_F(A) with R, for every A in F, given that W satisfies (6a). CE(A + R W) -
    # CE_F(A) = sum_j pi_j log1p(sum over v of rho_jv(A) e^(-R <W, x_jv>)), which tends to zero iff the margin
    # <W, x_jv> of every token v out of support is positive. Slack: the least margin.
    W = data.U
    xp, found = data.xp, scores(data, W)
    otherwise = 1 + 0 * found.size
    slack = xp.min(margin(data, found.logits, otherwise), -1)
    error = 2 * xp.max(found.error, -1)
    return Evidence(slack, error, 1 + xp.max(found.size, -1), strict=True)


@claim("linear/appendix/floor-limit/amended", domain=OFFSETS)
def floor_limit_amended(data: Offset, effort: Effort) -> Evidence:
    """Checked at P_F U along W: CE - CE_F <= C e^(-R), by the odds of leaving each support."""
    # CE(A + R along) - CE_F(A) <= C e^(-R), for A = P_F U and a decoder `[..., V, d]` with (6). Ties leave
    # CE_F unchanged, and the odds of leaving each support fall by e^(-R): shown at a few R.
    along = data.W
    xp = data.xp
    A = project(data, data.U)
    begin = moved(data, A, projection_error(data, data.U))
    parts = []
    for R in (1, 8, 64):
        here = moved(data, A + R * along, projection_error(data, data.U))
        size = begin.size + here.size
        error = 2 * (begin.error + here.error) + xp.rounding(size, ulps.steps(2))
        shift = spread(data, here.logits - begin.logits)
        parts.append(Evidence(xp.min(-shift, -1), xp.max(error, -1), xp.max(size, -1)))
        drop = 0 * begin.size + R
        parts.append(fading_odds(data, begin, here, drop))
    return both(*parts)


@claim("linear/appendix/floor-infimum", domain=DECODINGS)
def floor_infimum(data: Decoding, effort: Effort) -> Evidence:
    """Checked by CE_F(W*) = H, CE_F(P_F W) >= H, and CE - H <= C e^(-R) along W* + R W^mm."""
    return both(least_at_star(data), reaches_entropy(data))
