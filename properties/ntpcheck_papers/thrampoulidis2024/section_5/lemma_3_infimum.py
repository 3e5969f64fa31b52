"""Lemma 3: along gradient descent the loss tends to its infimum and the norm to infinity."""

from ntpcheck.claim import Assumption, Effort, claim
from ntpcheck.evidence import Evidence
from ntpcheck.instances.dataset import Run
from ntpcheck_papers.thrampoulidis2024.section_5.infimum import infimum_limit, norm_or_rest, unattained
from ntpcheck_papers.thrampoulidis2024.setting import RUNS


@claim("linear/lemma-3/infimum", domain=RUNS)
def infimum(run: Run, effort: Effort) -> Evidence:
    """Checked by CE(W_k) <= CE(U) + ||W_0 - U||^2 / (2 eta k) at every recorded step, U any recorded iterate;
    the right side tends to CE(U), for any U.
    """
    return infimum_limit(run, effort)


UNATTAINED = Assumption("infimum-not-attained", unattained)


@claim("linear/lemma-3/norm", domain=RUNS)
def norm(run: Run, effort: Effort) -> Evidence:
    """Checked against the norm that the bound on the loss forces, on separable data. Elsewhere a bounded
    sequence of iterates has a limit point, at which by `infimum` CE attains its infimum.
    """
    return norm_or_rest(run, effort)
