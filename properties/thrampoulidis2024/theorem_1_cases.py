"""Proof of Theorem 1, from (26) on: one term bounds the loss, and the bounds of its two cases."""

from __future__ import annotations

from dataclasses import replace

import torch

from ntpcheck.checks.feasible import where_compatible
from ntpcheck.checks.genie import where_given
from ntpcheck.checks.path_brackets import overshot
from ntpcheck.checks.path_limit import case_i_bounds
from ntpcheck.checks.proof_cases import (
    exposed,
    off_ties_or_case_i,
    off_ties_shows,
    one_step,
    one_term,
    right_total,
)
from ntpcheck.claim import Effort, claim
from ntpcheck.domains.imposed import power_of_two_counts
from ntpcheck.evidence import Evidence
from ntpcheck.instances.dataset import Dataset, Decoding, Pair, Scaled
from thrampoulidis2024.setting import (
    COMPATIBLE,
    DECODINGS,
    PAIRS,
    PATHS,
    SCALED,
    SEPARABLE,
    SOME_TOKEN_OUT,
)

GIVEN = (SEPARABLE, COMPATIBLE)
GIVEN_OUT = (SOME_TOKEN_OUT, SEPARABLE, COMPATIBLE)


@claim("linear/theorem-1/proof/single-term", cite="(10), (30)", domain=DECODINGS, assumes=GIVEN_OUT)
def single_term(data: Decoding, effort: Effort) -> Evidence:
    """CE(W_B) - H >= pi_j p_jz log(p_jz / S_z(W_B h_j)): all but one term of the sum may be ignored.

    Checked at every context and in-support token.
    Reading: any decoder W in the place of W_B, of which nothing else is used. W_B tends to W = 0 with B, so a
    strict failure at W = 0 is one at W_B for small B.
    """
    return one_term(data)


@claim("linear/theorem-1/proof/single-term/amended", cite="(10), (30)", domain=DECODINGS)
def single_term_amended(data: Decoding, effort: Effort) -> Evidence:
    """CE(W) - H >= pi_j (p_jz log(p_jz / S_z(W h_j)) - p_jz + S_z(W h_j)) for all j and z in S_j.

    The change: S_z - p_jz is added to the term. It then is nonnegative, and the sum of all is no larger,
    while the terms as displayed may be negative and cannot be ignored.
    """
    return one_term(data, corrected=True)


def overshooting(data: Pair) -> Pair:
    """With V = 2, on the rows where the sum of W is positive: two contexts of which the second, frequent one
    pulls the first one's logits past their ratio, W near W_B for B = 2, and W2 short of it.

    Half of these rows have a second context half as frequent, which pulls less.
    """
    data = power_of_two_counts(data)
    if data.size("V") != 2 or min(data.size("m"), data.size("d")) < 2:
        return data
    data = data.permute("m", [0, 1])
    far = data.W2.sum((-2, -1)) > 0
    H, counts, W, W2 = (torch.zeros_like(x) for x in (data.embeddings, data.counts, data.W, data.W2))
    H[..., :2] = torch.tensor([[1, 0], [2, 1 / 64]])
    counts[..., 0, 0], counts[..., 0, 1], counts[..., 1, 1] = 1, 2, torch.where(far, 16, 8)
    for X, often, rare in ((W, (64, 64), (53, 73)), (W2, (60, 68), (52, 74))):
        X[..., 1, :2] = torch.where(far[..., None], torch.tensor(often), torch.tensor(rare)) / 64
        X[..., 0, :] = -X[..., 1, :]
    table = (data.W.sum((-2, -1)) > 0)[..., None, None]
    pairs = {"embeddings": H, "counts": counts, "W": W, "W2": W2}
    return data.replace(**{name: torch.where(table, new, getattr(data, name)) for name, new in pairs.items()})


BRACKETED = (SOME_TOKEN_OUT, SEPARABLE, replace(COMPATIBLE, impose=overshooting))


@claim("linear/theorem-1/proof/case-i-display", cite="Case (i)", domain=PAIRS, assumes=BRACKETED)
def case_i_display(data: Pair, effort: Effort) -> Evidence:
    """In case (i), CE(W_B) - H >= pi_j p_jz log(p_jz e^(l_jz' - l_jz)), all but one term being ignored.

    Checked at B = ||W|| by what W and W2 prove of W_B: its loss is at most that of W, and its l_jz' - l_jz
    more than that of W2, if the tangent of CE at W2 shows all else in the ball to lose more than W.
    Where this refutes the display its right side is positive, so that case (i) holds with some delta > 0.
    Reading: any B. By the theorem itself case (i) holds for no large B and fixed delta.
    """
    return overshot(data)


@claim("linear/theorem-1/proof/case-i-display/amended", cite="Case (i)", domain=DECODINGS)
def case_i_display_amended(data: Decoding, effort: Effort) -> Evidence:
    """CE(W) - H >= pi_j (p_jz log(p_jz e^(l_jz' - l_jz)) - p_jz) for all j and z, z' in S_j.

    The change: p_jz is taken off. Then it follows from `single-term/amended`, as S_z <= e^(l_jz - l_jz').
    """
    return one_step(data)


@claim("linear/theorem-1/proof/case-i-bound", cite="Case (i)", domain=PATHS, assumes=GIVEN_OUT)
def case_i_bound(data: Dataset, effort: Effort) -> Evidence:
    """In case (i), CE(W_B) - H >= log(e^(R' delta) / n) / n.

    Checked at points of the path, from r = 1/4 to beyond 10^6, for the largest R' delta for which case (i)
    holds there: a difference (e_z' - e_z)^T (W_B - W*) h_j of tokens in support, and at most R'.
    """
    return case_i_bounds(data, effort)


@claim("linear/theorem-1/proof/case-ii-in-F-perp", cite="Case (ii)", domain=SCALED, assumes=GIVEN_OUT)
def case_ii_in_f_perp(data: Scaled, effort: Effort) -> Evidence:
    """In case (ii) W^ lies in the complement of F, since otherwise case (i) holds.

    Checked for W^ = W ||W^mm|| / ||W|| and delta = gamma in (0, 1).
    Reading: delta is the one fixed before the cases, for all B.
    """
    return where_given(data, off_ties_or_case_i(data))


@claim("linear/theorem-1/proof/case-ii-in-F-perp/amended", cite="Case (ii)", domain=DECODINGS, assumes=GIVEN)
def case_ii_in_f_perp_amended(data: Decoding, effort: Effort) -> Evidence:
    """If W^ does not lie in the complement of F, case (i) holds for it with some delta > 0 of its own.

    The change: delta depends on W^. Bounds in delta then no longer are bounds for all B.
    """
    return off_ties_shows(data)


@claim("linear/theorem-1/proof/case-ii-projection", cite="Case (ii)", domain=DECODINGS, assumes=GIVEN)
def case_ii_projection(data: Decoding, effort: Effort) -> Evidence:
    """If P_F(W_B) = W*, the sum over S_j of e^(l_jz' - l_jz) is 1/p_jz for every z in S_j.

    Checked in logs at W* + P_perp W, which is any decoder with that projection as W varies.
    """
    return where_compatible(data, right_total(data))


@claim("linear/theorem-1/proof/case-ii-bound", cite="Case (ii)", domain=DECODINGS, assumes=GIVEN_OUT)
def case_ii_bound(data: Decoding, effort: Effort) -> Evidence:
    """CE(W_B) - H >= pi_j p_jz log(1 + p_jz c' e^(-R'(1-delta))) >= c' e^(-R'(1-delta)) / (2 n^2).

    Checked at W_B = W* + P_perp W, at every context with a token out of support and every token in it, for
    the largest delta with which case (ii) holds there; c' = e^(-||W*|| M).
    Reading: P_F(W_B) = W* and case (ii) are all that is used of W_B; delta < 1, so the exponent is at most 0.
    """
    return where_compatible(data, exposed(data))
