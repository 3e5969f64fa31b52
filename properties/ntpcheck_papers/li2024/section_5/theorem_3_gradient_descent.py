"""Theorem 3, and the second half of Theorem 4: where gradient descent goes."""

from ntpcheck.claim import Effort, claim
from ntpcheck.evidence import Evidence
from ntpcheck.instances.attention import AttentionRun
from ntpcheck_papers.li2024.setting import ATTENTION_RUNS
from ntpcheck_papers.li2024.shared import limit as limits
from ntpcheck_papers.li2024.shared.svm import svm_direction


@claim("attention/theorem-4/norm", domain=ATTENTION_RUNS)
def norm(run: AttentionRun, effort: Effort) -> Evidence:
    """Checked by its pace: at log tau = 10^4 and beyond it differs from ||W^mm|| log tau by no more than the
    part of W(tau) that stays bounded.
    """
    return limits.norm_grows(run, effort)


@claim("attention/theorem-3/proof/outside-diverges", domain=ATTENTION_RUNS)
def outside_diverges(run: AttentionRun, effort: Effort) -> Evidence:
    """Checked by its pace, as the norm of W(tau) is."""
    return limits.norm_grows(run, effort, outside=True)


@claim("attention/theorem-3/direction", domain=ATTENTION_RUNS)
def direction(run: AttentionRun, effort: Effort) -> Evidence:
    """Checked at log tau = 10^4 and beyond, where the run's gradient flow is held against 1 - corr = ||D||^2
    / (2 ||W^mm||^2 (log tau + y)^2), the law that D and y satisfy if the statement is true. Steps too long to
    settle on S_cyc leave the direction alone: the part in S_cyc stays bounded, and the rest follows the mean
    of its pulls (`ntpcheck.dynamics.averaged` has the argument, for any eta and W(0)).
    """
    return limits.attention_direction(run, svm_direction, effort)


@claim("attention/theorem-3/cyclic-part", domain=ATTENTION_RUNS)
def cyclic_part(run: AttentionRun, effort: Effort) -> Evidence:
    """Checked at the end of the log-time flow, against the law's rate."""
    return limits.cyclic_limit(run, limits.cyclic_correction, effort)
