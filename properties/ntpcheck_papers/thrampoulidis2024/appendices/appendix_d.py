"""Appendix D: the loss CE_F of the supports alone, (12), and what the text says of it, to (13)."""

from __future__ import annotations

from ntpcheck.claim import Effort, claim
from ntpcheck.evidence import Evidence, both
from ntpcheck.instances.dataset import Decoding, Offset
from ntpcheck_papers.thrampoulidis2024.appendices.in_support_loss import (
    display,
    every_margin_positive,
    floor_below,
    least_at_star,
    tends_to_floor,
)
from ntpcheck_papers.thrampoulidis2024.section_3.statements import reaches_entropy
from ntpcheck_papers.thrampoulidis2024.setting import DECODINGS, OFFSETS


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
    return every_margin_positive(data, data.U)


@claim("linear/appendix/floor-limit/amended", domain=OFFSETS)
def floor_limit_amended(data: Offset, effort: Effort) -> Evidence:
    """Checked at P_F U along W: CE - CE_F <= C e^(-R), by the odds of leaving each support."""
    return tends_to_floor(data, data.W)


@claim("linear/appendix/floor-infimum", domain=DECODINGS)
def floor_infimum(data: Decoding, effort: Effort) -> Evidence:
    """Checked by CE_F(W*) = H, CE_F(P_F W) >= H, and CE - H <= C e^(-R) along W* + R W^mm."""
    return both(least_at_star(data), reaches_entropy(data))
