"""Proposition 1: the entropy is approached along W^p + gamma W^d and attained by no finite decoder."""

from __future__ import annotations

from thrampoulidis2024.setting import COMPATIBLE, DECODINGS, SEPARABLE, SOME_TOKEN_OUT

from ntpcheck.checks.loss import above_entropy
from ntpcheck.claim import Effort, claim
from ntpcheck.evidence import Evidence
from ntpcheck.instances.dataset import Decoding


@claim(
    "linear/proposition-1/above-entropy@short",
    cite="Proposition 3.3",
    domain=DECODINGS,
    assumes=(SEPARABLE, COMPATIBLE),
)
def above_entropy_short(data: Decoding, effort: Effort) -> Evidence:
    """On compatible and separable data every finite W has CE(W) > H.

    Checked by the two nonnegative parts of CE(W) - H.
    Reading: the short version does not assume that some token is out of support, so neither does this claim.
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
