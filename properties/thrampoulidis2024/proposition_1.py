"""Proposition 1: the entropy is approached along W^p + gamma W^d and attained by no finite decoder."""

from __future__ import annotations

from typing import Any

from ntpcheck.checks.approach import approaches
from ntpcheck.checks.feasible import where_compatible
from ntpcheck.checks.finite_part import finite_part
from ntpcheck.checks.in_subspace import projection_error
from ntpcheck.checks.loss import above_entropy
from ntpcheck.claim import Effort, claim
from ntpcheck.evidence import Evidence
from ntpcheck.instances.dataset import Decoding, Offset
from ntpcheck.reference.subspace import project_off
from thrampoulidis2024.setting import COMPATIBLE, DECODINGS, OFFSETS, SEPARABLE, SEPARATES, SOME_TOKEN_OUT


@claim(
    "linear/proposition-1/above-entropy@short",
    cite="Proposition 3.3",
    domain=DECODINGS,
    assumes=(SEPARABLE, COMPATIBLE),
)
def above_entropy_short(data: Decoding, effort: Effort) -> Evidence:
    """On compatible and separable data every finite W has CE(W) > H.

    Checked by the two nonnegative parts of CE(W) - H.
    Reading: "Crucially, the probability vectors p_j are sparse, i.e., the support set S_j of p_j satisfies
    |S_j| << |V| = V", in the short version's introduction, sets no bound; nothing else there rules out full
    supports.
    """
    return above_entropy(data, data.W)


@claim(
    "linear/proposition-1/above-entropy@arxiv-v1",
    cite="arXiv v1, Proposition 1",
    domain=DECODINGS,
    assumes=(SOME_TOKEN_OUT, SEPARABLE, COMPATIBLE),
)
def above_entropy_arxiv(data: Decoding, effort: Effort) -> Evidence:
    """On compatible and separable data every finite W has CE(W) > H.

    Checked by the two nonnegative parts of CE(W) - H.
    Reading: Assumption 1, that some token is out of support, holds throughout that version.
    """
    return above_entropy(data, data.W)


@claim(
    "linear/proposition-1/above-entropy@neurips",
    cite="Proposition 1",
    domain=DECODINGS,
    assumes=(SOME_TOKEN_OUT, SEPARABLE, COMPATIBLE),
)
def above_entropy_neurips(data: Decoding, effort: Effort) -> Evidence:
    """On compatible and separable data every finite W has CE(W) > H.

    Checked by the two nonnegative parts of CE(W) - H.
    Reading: that version assumes throughout that some token is out of support.
    """
    return above_entropy(data, data.W)


@claim(
    "linear/proposition-1/above-entropy@short/amended",
    cite="Proposition 3.3",
    domain=DECODINGS,
    assumes=(SOME_TOKEN_OUT, SEPARABLE, COMPATIBLE),
)
def above_entropy_short_amended(data: Decoding, effort: Effort) -> Evidence:
    """On compatible and separable data with some token out of some support, every finite W has CE(W) > H.

    The change: some S_j < V, which the other versions assume. It is the least: with full supports CE(W*) = H.
    """
    return above_entropy(data, data.W)


def limit_along(data: Offset, *, with_part_in_f: bool = False, **planted: Any) -> Evidence:
    """CE(W^p + gamma W) - H <= C e^(-gamma) for W^p = W* + P_perp U, or for W* + U."""
    star = finite_part(data)
    off = data.U if with_part_in_f else project_off(data, data.U)
    start = (star.W + off, star.error + projection_error(data, data.U))
    return approaches(data, start, (data.W, 0 * star.error), **planted)


@claim("linear/proposition-1/limit", cite="Proposition 1", domain=OFFSETS, assumes=(SEPARATES, COMPATIBLE))
def limit(data: Offset, effort: Effort) -> Evidence:
    """CE(W^p + gamma W^d) tends to H with gamma, for all W^p satisfying (4) and W^d satisfying (6).

    Checked for W^d = W and W^p = W* + P_perp U, which is any solution of (4) as U varies, by CE - H <= C
    e^(-gamma) with C = sum_j pi_j rho_j(W^p).
    """
    return where_compatible(data, limit_along(data))
