"""Theorem 3, and the second half of Theorem 4: where gradient descent goes."""

from __future__ import annotations

from li2024.lemmas_5_6_descent import SETTING
from li2024.setting import ATTENTION_RUNS, DESCENT_STEP
from ntpcheck.checks import attention_limit as limits
from ntpcheck.claim import Effort, claim
from ntpcheck.evidence import Evidence
from ntpcheck.instances.attention import AttentionRun


@claim("attention/theorem-4/norm", cite="Theorem 4", domain=ATTENTION_RUNS, assumes=(*SETTING, DESCENT_STEP))
def norm(run: AttentionRun, effort: Effort) -> Evidence:
    """||W(tau)|| tends to infinity if eta <= 1/L.

    Checked by its pace: at log tau = 10^4 and beyond it differs from ||W^mm|| log tau by no more than the
    part of W(tau) that stays bounded.
    """
    return limits.norm_grows(run, effort)


@claim("attention/theorem-3/direction", cite="Theorem 3, (2)", domain=ATTENTION_RUNS, assumes=SETTING)
def direction(run: AttentionRun, effort: Effort) -> Evidence:
    """W(tau) / ||W(tau)|| tends to W^mm / ||W^mm||.

    Checked at log tau = 10^4 and beyond, where the run's gradient flow is held against 1 - corr = ||D||^2 /
    (2 ||W^mm||^2 (log tau + y)^2), the law that D and y satisfy if the statement is true. Steps too long to
    settle on S_cyc leave the direction alone: the part in S_cyc stays bounded, and the rest follows the
    mean of its pulls (`ntpcheck.dynamics.averaged` has the argument, for any eta and W(0)).
    Reading: "any W(0)" and "a constant step size": any eta > 0.
    """
    return limits.attention_direction(run, limits.svm_direction, effort)


@claim("attention/theorem-3/cyclic-part", cite="Theorem 3, (3)", domain=ATTENTION_RUNS, assumes=SETTING)
def cyclic_part(run: AttentionRun, effort: Effort) -> Evidence:
    """The projection of W(tau) on S_cyc tends to W^cyc.

    Reading: "any W(0)" and "a constant step size": any eta > 0. Beyond 2 / lambda_max of the risk's
    curvature on S_cyc at W^cyc, iterates are repelled from it, and an exact run can be shown to alternate
    for ever.
    """
    return limits.cyclic_limit(run, limits.cyclic_correction, effort)


@claim(
    "attention/theorem-3/cyclic-part/amended",
    cite="Theorem 3, (3)",
    domain=ATTENTION_RUNS,
    assumes=(*SETTING, DESCENT_STEP),
)
def cyclic_part_amended(run: AttentionRun, effort: Effort) -> Evidence:
    """The projection of W(tau) on S_cyc tends to W^cyc if eta <= 1/L.

    The change: a step size of at most 1/L, which Lemma 5 and Theorem 4 assume. It is sufficient, not the
    least.
    """
    return limits.cyclic_limit(run, limits.cyclic_correction, effort)
