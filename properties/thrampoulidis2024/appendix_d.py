"""Appendix D: the loss CE_F of the supports alone, (12), and what the text says of it, to (13)."""

from __future__ import annotations

from ntpcheck.checks.in_support_loss import (
    display,
    every_margin_positive,
    floor_below,
    least_at_star,
    tends_to_floor,
)
from ntpcheck.claim import Effort, claim
from ntpcheck.evidence import Evidence, both
from ntpcheck.instances.dataset import Decoding, Offset
from thrampoulidis2024.section_3 import reaches_entropy
from thrampoulidis2024.setting import (
    COMPATIBLE,
    DECODINGS,
    OFFSETS,
    ORTHOGONAL,
    SEPARABLE,
    SEPARATES,
    SOME_TOKEN_OUT,
)


@claim("linear/appendix/floor-display", cite="(12)", domain=DECODINGS, assumes=(SOME_TOKEN_OUT,))
def floor_display(data: Decoding, effort: Effort) -> Evidence:
    """CE_F(W) = sum_j pi_j sum_z p_jz log(1 + sum over z' != z of e^(-(e_z - e_z')^T W h_j)).

    CE_F is the loss of the softmax restricted to the supports, which the sentences after (12) need.
    Reading: all versions print "z != z" under the inner sum; it is taken as z' != z, over the vocabulary, as
    no support is named. That is CE. Taken literally the sum is empty and the display zero.
    Transcription: a prime and a set under the inner sum decide this refutation; check the published paper.
    """
    return display(data)


@claim("linear/appendix/floor-display/amended", cite="(12)", domain=DECODINGS)
def floor_display_amended(data: Decoding, effort: Effort) -> Evidence:
    """CE_F(W) = sum_j pi_j sum_z p_jz log(1 + sum over z' != z in S_j of e^(-(e_z - e_z')^T W h_j)).

    The change: z' != z, and z' in S_j.
    """
    return display(data, within=True)


@claim("linear/appendix/floor-on-F", cite="after (12)", domain=DECODINGS)
def floor_on_f(data: Decoding, effort: Effort) -> Evidence:
    """CE(W) >= CE_F(W) for every W.

    Checked with both sides from their displays.
    Reading: the inner sum of (12) runs over z' != z in S_j.
    """
    return floor_below(data)


@claim("linear/appendix/floor-limit", cite="after (12)", domain=OFFSETS, assumes=(SOME_TOKEN_OUT, ORTHOGONAL))
def floor_limit(data: Offset, effort: Effort) -> Evidence:
    """For W in F and W^d in F-perp that satisfies (6a), CE_F(W) is the limit of CE(W + R W^d) as R grows.

    Checked for W^d = U: the limit is CE_F(W), whatever W, iff all out-of-support margins of U are positive.
    Reading: the inner sum of (12) runs over z' != z in S_j. All versions name (6a), and not (6b).
    Transcription: one letter, of the label (6a), decides this refutation; check the published paper.
    """
    return every_margin_positive(data, data.U)


@claim("linear/appendix/floor-limit/amended", cite="after (12)", domain=OFFSETS, assumes=(SEPARATES,))
def floor_limit_amended(data: Offset, effort: Effort) -> Evidence:
    """For W in F and W^d that satisfies (6), CE_F(W) is the limit of CE(W + R W^d) as R grows.

    Checked at P_F U along W: CE - CE_F <= C e^(-R), by the odds of leaving each support.
    The change: (6), both parts, in the place of (6a).
    """
    return tends_to_floor(data)


@claim("linear/appendix/floor-infimum", cite="(13)", domain=DECODINGS, assumes=(SEPARABLE, COMPATIBLE))
def floor_infimum(data: Decoding, effort: Effort) -> Evidence:
    """Under compatibility and separability, inf over F of CE_F = inf CE = H.

    Checked by CE_F(W*) = H, CE_F(P_F W) >= H, and CE - H <= C e^(-R) along W* + R W^mm.
    Reading: the inner sum of (12) runs over z' != z in S_j.
    """
    return both(least_at_star(data), reaches_entropy(data))
