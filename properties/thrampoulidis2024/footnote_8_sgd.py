"""Footnote 8: stochastic gradient descent keeps the direction, and strong growth holds over contexts."""

from __future__ import annotations

from ntpcheck.checks.direction import margin_direction
from ntpcheck.checks.growth import strong_growth
from ntpcheck.checks.optimisers import sgd_direction
from ntpcheck.claim import Effort, claim
from ntpcheck.domains.optimisers import STREAMS
from ntpcheck.evidence import Evidence
from ntpcheck.instances.dataset import Decoding
from ntpcheck.instances.streams import Stream
from thrampoulidis2024.lemma_2_norm_growth import STANDING
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


@claim("linear/footnote-8/sgd-direction", cite="footnote 8", domain=STREAMS, assumes=STANDING)
def direction(run: Stream, effort: Effort) -> Evidence:
    """cos(W_k, W^mm) tends to 1 along SGD over contexts.

    Checked at log k = 10^4 and beyond by the mean motion from an early iterate of one run, held against a
    later one and against the law. Rigor: a trend of sampled runs.
    Reading: "SGD to minimize (2)" draws one context a step, with its probability, at a constant step size
    within the theorem's bound.
    """
    return sgd_direction(run, margin_direction, effort)
