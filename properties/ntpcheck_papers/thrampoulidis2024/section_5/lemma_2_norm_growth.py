"""Lemma 2: along gradient descent the loss tends to the entropy and the norm to infinity."""

from ntpcheck.checks.limit import loss_limit, norm_limit
from ntpcheck.claim import Effort, claim
from ntpcheck.evidence import Evidence
from ntpcheck.instances.dataset import Run
from ntpcheck_papers.thrampoulidis2024.setting import COMPATIBLE, RUNS, SEPARABLE, SMALL_STEP, SOME_TOKEN_OUT

SHORT = (SEPARABLE, COMPATIBLE, SMALL_STEP)
STANDING = (SOME_TOKEN_OUT, *SHORT)


@claim("linear/lemma-2/loss", domain=RUNS)
def loss(run: Run, effort: Effort) -> Evidence:
    """Checked against CE(W_k) - H <= CE(U) - H + ||W_0 - U||^2 / (2 eta k), U = W* + log k W^mm, at every
    recorded step; the right side tends to 0.
    """
    return loss_limit(run, effort)


@claim("linear/lemma-2/norm", domain=RUNS)
def norm(run: Run, effort: Effort) -> Evidence:
    """Checked against the norm that the bound on the loss forces, which grows like log k."""
    return norm_limit(run, effort)
