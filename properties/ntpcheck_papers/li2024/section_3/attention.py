"""Sections 3.2 and 3.3 and Assumptions 1, 3, 4: what attention selects, outputs and learns."""

from __future__ import annotations

from ntpcheck.claim import Effort, claim
from ntpcheck.evidence import Evidence
from ntpcheck.instances.attention import Attending, Attention
from ntpcheck_papers.li2024.setting import ATTENDING, ATTENTION
from ntpcheck_papers.li2024.shared import assumptions, scores


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
    """Checked as stated."""
    return scores.output_differs(data)


@claim("attention/section-3.3/non-realizable-selects", domain=ATTENDING)
def non_realizable_selects(data: Attending, effort: Effort) -> Evidence:
    """Checked as stated."""
    return scores.selected_score(data)


@claim("attention/section-3.3/non-realizable-gradient", domain=ATTENDING)
def non_realizable_gradient(data: Attending, effort: Effort) -> Evidence:
    """Checked as stated."""
    return scores.sample_gradients(data)


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
