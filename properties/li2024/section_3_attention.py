"""Sections 3.2 and 3.3 and Assumptions 1, 3, 4: what attention selects, outputs and learns."""

from __future__ import annotations

from li2024.setting import (
    ACYCLIC,
    ATTENDING,
    ATTENTION,
    DECREASING_LOSS,
    HEAD_SELECTS,
    IDENTITY_HEAD,
    INDEPENDENT_TOKENS,
    KEEPS_PRIORITIES,
    LOSS,
    NONVANISHING_SLOPE,
    REALIZABLE,
)
from ntpcheck.checks import attention_assumptions, attention_scores
from ntpcheck.claim import Effort, claim
from ntpcheck.evidence import Evidence
from ntpcheck.instances.attention import Attending, Attention

OF_THEOREM_1 = (REALIZABLE, ACYCLIC, HEAD_SELECTS, *LOSS)


@claim("attention/section-3.2/softmax-order", cite="Sec. 3.2", domain=ATTENDING, assumes=(KEEPS_PRIORITIES,))
def softmax_order(data: Attending, effort: Effort) -> Evidence:
    """If W satisfies (Graph-SVM) and i => j, softmax assigns higher probability to the token i than to j.

    Checked for every input of that graph which holds both.
    Reading: the probability of a token is that of one position where it stands, an entry of the softmax.
    """
    return attention_scores.softmax_order(data)


@claim(
    "attention/section-3.2/softmax-order@aggregated",
    cite="Sec. 3.2",
    domain=ATTENDING,
    assumes=(KEEPS_PRIORITIES,),
)
def softmax_order_aggregated(data: Attending, effort: Effort) -> Evidence:
    """If W satisfies (Graph-SVM) and i => j, softmax assigns higher probability to the token i than to j.

    Reading: hedge. The probability of a token is that of all its positions, as Section 4.2 aggregates them.
    """
    return attention_scores.softmax_order(data, aggregated=True)


@claim(
    "attention/section-3.2/softmax-order@aggregated/amended",
    cite="Sec. 3.2",
    domain=ATTENDING,
    assumes=(KEEPS_PRIORITIES,),
)
def softmax_order_amended(data: Attending, effort: Effort) -> Evidence:
    """If W satisfies (Graph-SVM), i => j and i stands as often as j, the positions of i together get more.

    The change: i stands in the input at least as often as j.
    """
    return attention_scores.softmax_order(data, aggregated=True, often=True)


@claim(
    "attention/section-3.3/independent-tokens",
    cite="Sec. 3.3, before Assumption 2",
    domain=ATTENDING,
    assumes=(INDEPENDENT_TOKENS,),
)
def independent_tokens(data: Attending, effort: Effort) -> Evidence:
    """If tokens are linearly independent, the model outputs e_y only if e_y is among the input sequence.

    Reading: the embeddings of the whole vocabulary; e_y may be a mean of independent tokens of the input.
    """
    return attention_scores.output_differs(data)


@claim(
    "attention/section-3.3/non-realizable-selects",
    cite="Sec. 3.3, after Assumption 2",
    domain=ATTENDING,
    assumes=(DECREASING_LOSS,),
)
def non_realizable_selects(data: Attending, effort: Effort) -> Evidence:
    """If (X, y) is not realizable, self-attention would select some other token of X.

    Reading: hedge. The token that would be selected is the one of X with the largest score: no W has a
    smaller loss than all attention on it, l being strictly decreasing.
    """
    return attention_scores.selected_score(data)


@claim(
    "attention/section-3.3/non-realizable-gradient",
    cite="Sec. 3.3, after Assumption 2",
    domain=ATTENDING,
    assumes=(IDENTITY_HEAD, *LOSS),
)
def non_realizable_gradient(data: Attending, effort: Effort) -> Evidence:
    """When C E^T = I, non-realizable examples have grad_W l(c_y^T X^T S(X W xbar)) = 0."""
    return attention_scores.sample_gradients(data)


@claim("attention/assumption-1/derivative-bounds", cite="App. B.2", domain=ATTENDING, assumes=OF_THEOREM_1)
def derivative_bounds(data: Attending, effort: Effort) -> Evidence:
    """Since l is strictly decreasing and l' is bounded, c_dn <= -l' <= c_up for constants c_dn, c_up > 0.

    Checked: -l' > 0 at the scores of W, without which no c_dn exists.
    Reading: in the setting of Theorem 1 and on the range of scores, which is where the proof needs it; on all
    of R already the logistic loss, whose slope tends to 0, has no such c_dn.
    """
    return attention_scores.descends_everywhere(data)


@claim(
    "attention/assumption-1/derivative-bounds/amended",
    cite="App. B.2",
    domain=ATTENDING,
    assumes=(*OF_THEOREM_1, NONVANISHING_SLOPE),
)
def derivative_bounds_amended(data: Attending, effort: Effort) -> Evidence:
    """If l' vanishes nowhere and is continuous, c_dn <= -l' <= c_up on the range of scores, with c_dn > 0.

    Added: that l' has no zero. c_dn is the smaller of its values at the least and the largest score of an
    input: the slopes admitted are monotone, or rise to one peak and fall.
    """
    return attention_scores.descends_everywhere(data, ends=True)


@claim(
    "attention/assumption-4/special-case",
    cite="before Assumption 4",
    domain=ATTENTION,
    assumes=(IDENTITY_HEAD,),
)
def special_case(data: Attention, effort: Effort) -> Evidence:
    """Assumption 4 is a special case of Assumption 3."""
    return attention_assumptions.head_selects(data)
