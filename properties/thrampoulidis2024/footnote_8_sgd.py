"""Footnote 8: stochastic gradient descent keeps the direction, and strong growth holds over contexts."""

from __future__ import annotations

from ntpcheck.checks.growth import strong_growth
from ntpcheck.claim import Effort, claim
from ntpcheck.evidence import Evidence
from ntpcheck.instances.dataset import Decoding
from thrampoulidis2024.setting import COMPATIBLE, DECODINGS, SEPARABLE, SOME_TOKEN_OUT


@claim(
    "linear/footnote-8/strong-growth",
    cite="footnote 8",
    domain=DECODINGS,
    assumes=(SOME_TOKEN_OUT, SEPARABLE, COMPATIBLE),
)
def growth(data: Decoding, effort: Effort) -> Evidence:
    """Sampling contexts, E ||g_j||^2 <= rho ||grad CE(W)||^2 for some rho and every W.

    Checked with an explicit rho of the data, derived in ntpcheck.checks.growth.
    Reading: "favorable interpolation conditions, such as strong-growth, can be shown to hold", with rho
    depending on the data and under the hypotheses of the theorem that the footnote comments on.
    """
    return strong_growth(data)
