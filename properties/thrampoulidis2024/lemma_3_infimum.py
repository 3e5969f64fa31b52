"""Lemma 3: along gradient descent the loss tends to its infimum and the norm to infinity."""

from __future__ import annotations

from ntpcheck.checks.infimum import infimum_limit, norm_or_rest, unattained
from ntpcheck.claim import Assumption, Effort, claim
from ntpcheck.evidence import Evidence
from ntpcheck.instances.dataset import Run
from thrampoulidis2024.setting import RUNS, SMALL_STEP, SOME_TOKEN_OUT


@claim("linear/lemma-3/infimum", cite="Lemma 3", domain=RUNS, assumes=(SMALL_STEP,))
def infimum(run: Run, effort: Effort) -> Evidence:
    """CE(W_k) tends to the infimum of CE.

    Checked by CE(W_k) <= CE(U) + ||W_0 - U||^2 / (2 eta k) at every recorded step, U any recorded iterate;
    the right side tends to CE(U), for any U.
    Reading: the lemma names no hypothesis but eta <= 1/(2L), and needs none: data of any kind.
    """
    return infimum_limit(run, effort)


UNATTAINED = Assumption("infimum-not-attained", "before Lemma 3", unattained)


@claim("linear/lemma-3/norm", cite="Lemma 3", domain=RUNS, assumes=(SOME_TOKEN_OUT, UNATTAINED, SMALL_STEP))
def norm(run: Run, effort: Effort) -> Evidence:
    """||W_k|| tends to infinity if CE does not attain its infimum.

    Checked against the norm that the bound on the loss forces, on separable data. Elsewhere a bounded
    sequence of iterates has a limit point, at which by `infimum` CE attains its infimum.
    Reading: the sentence before the lemma is about "functions that do not attain their infimum", which is
    taken as a hypothesis. Where the infimum is attained the norm stays bounded.
    """
    return norm_or_rest(run, effort)
