"""Appendix E.1: smoothness of the loss, and the parts of Lemma 4 that name no iterate; E.2: the gradient."""

from __future__ import annotations

from ntpcheck.checks.displays import floor_projected
from ntpcheck.checks.in_support_loss import least_at_star, norm_sum, only_at_star
from ntpcheck.checks.slopes import curvature_bound, gradient_formula
from ntpcheck.claim import Effort, claim
from ntpcheck.evidence import Evidence
from ntpcheck.instances.dataset import Decoding, Offset, Pair
from thrampoulidis2024.setting import COMPATIBLE, DECODINGS, OFFSETS, PAIRS, SEPARABLE, SOME_TOKEN_OUT


@claim("linear/appendix/smoothness", cite="E.1", domain=PAIRS)
def smoothness(data: Pair, effort: Effort) -> Evidence:
    """CE is L-smooth for L = lambda_max(sum_j pi_j h_j h_j^T) / 2.

    Checked by CE(W2) - CE(W) - <G, W2 - W> <= sum_j pi_j ||(W2 - W) h_j||^2 / 4, which is at most L/2 times
    ||W2 - W||^2.
    Reading: the text names no L. This one is reached for V = 2 at W = 0.
    """
    return curvature_bound(data)


@claim("linear/lemma-4/1", cite="Lemma 4", domain=DECODINGS, assumes=(SEPARABLE, COMPATIBLE))
def least_in_f(data: Decoding, effort: Effort) -> Evidence:
    """CE_F(W*) is the infimum of CE_F over F, and equals H.

    Checked by CE_F(W*) = H and CE_F(P_F W) >= H.
    Reading: the inner sum of (12) runs over z' != z in S_j.
    """
    return least_at_star(data)


@claim("linear/lemma-4/2", cite="Lemma 4", domain=DECODINGS, assumes=(SEPARABLE, COMPATIBLE))
def only_in_f(data: Decoding, effort: Effort) -> Evidence:
    """W* is the only minimiser of CE_F on F.

    Checked by CE_F(P_F W) > H wherever P_F W differs from W*.
    Reading: the inner sum of (12) runs over z' != z in S_j.
    """
    return only_at_star(data)


@claim(
    "linear/lemma-4/proof/norm-sum",
    cite="Lemma 4, proof",
    domain=DECODINGS,
    assumes=(SOME_TOKEN_OUT, SEPARABLE, COMPATIBLE),
)
def norms_add(data: Decoding, effort: Effort) -> Evidence:
    """||W_k|| = ||P_F(W_k)|| + ||P_perp(W_k)||.

    Checked at any W.
    Reading: gradient descent starts anywhere, so every W is its W_0.
    """
    return norm_sum(data)


@claim("linear/lemma-4/proof/norm-sum/amended", cite="Lemma 4, proof", domain=DECODINGS)
def norms_add_amended(data: Decoding, effort: Effort) -> Evidence:
    """||W_k||^2 = ||P_F(W_k)||^2 + ||P_perp(W_k)||^2.

    The change: squares. The lemma needs no more.
    """
    return norm_sum(data, squares=True)


@claim("linear/appendix/gradient", cite="(24)", domain=OFFSETS)
def gradient(data: Offset, effort: Effort) -> Evidence:
    """<-grad CE(W), U> is the sum of pi_j p_jz s_jv (e_z - e_v)^T U h_j over j, z in S_j and tokens v != z.

    Checked against sum_j pi_j (s_j - p_j) h_j^T, and against CE itself by the tangents at W along U and -U.
    """
    return gradient_formula(data)


@claim("linear/lemma-4/proof/floor-projected", cite="Lemma 4, proof", domain=DECODINGS)
def floor_at_projection(data: Decoding, effort: Effort) -> Evidence:
    """CE_F(W) = CE_F(P_F W), as "lim CE_F(W_k) = lim CE_F(P_F(W_k))" needs.

    Reading: the inner sum of (12) runs over z' != z in S_j.
    """
    return floor_projected(data)
