"""Lemma 3: along gradient descent the loss tends to its infimum and the norm to infinity."""

from __future__ import annotations

from ntpcheck.checks.infimum import infimum_limit, norm_or_rest
from ntpcheck.claim import Effort, claim
from ntpcheck.evidence import Evidence
from ntpcheck.instances.dataset import Run
from thrampoulidis2024.setting import RUNS, SEPARABLE, SMALL_STEP, SOME_TOKEN_OUT


@claim("linear/lemma-3/infimum", cite="Lemma 3", domain=RUNS, assumes=(SMALL_STEP,))
def infimum(run: Run, effort: Effort) -> Evidence:
    """CE(W_k) tends to the infimum of CE.

    Checked by CE(W_k) <= CE(U) + ||W_0 - U||^2 / (2 eta k) at every recorded step, U any recorded iterate;
    the right side tends to CE(U), for any U.
    Reading: the lemma names no hypothesis but eta <= 1/(2L), and needs none: data of any kind.
    """
    return infimum_limit(run, effort)


@claim("linear/lemma-3/norm", cite="Lemma 3", domain=RUNS, assumes=(SOME_TOKEN_OUT, SMALL_STEP))
def norm(run: Run, effort: Effort) -> Evidence:
    """||W_k|| tends to infinity.

    Checked against the norm that the bound on the loss forces; where the infimum is attained the norm stays
    bounded, and where the gradient at W_0 is zero nothing ever moves.
    Reading: the lemma names no hypothesis on the data. The sentence before speaks of "functions that do not
    attain their infimum", of which CE is one only if some direction separates something.
    """
    return norm_or_rest(run, effort)


@claim(
    "linear/lemma-3/norm/amended",
    cite="Lemma 3",
    domain=RUNS,
    assumes=(SOME_TOKEN_OUT, SEPARABLE, SMALL_STEP),
)
def norm_amended(run: Run, effort: Effort) -> Evidence:
    """||W_k|| tends to infinity on separable data with a token out of support.

    Added: separability, under which CE does not attain its infimum. Compatibility is not needed.
    """
    return norm_or_rest(run, effort)
