"""Beyond (22): a Lipschitz constant of the gradient that is attained."""

from __future__ import annotations

from li2024.setting import ATTENDING_PAIRS, IDENTITY_HEAD, LOG_LOSS, REALIZABLE
from ntpcheck.checks import attention_gradient as checks
from ntpcheck.claim import Effort, claim
from ntpcheck.evidence import Evidence
from ntpcheck.instances.attention import AttendingPair

SETTING = (REALIZABLE, IDENTITY_HEAD, LOG_LOSS)


@claim("attention/sharper/lipschitz", cite="ours, beside (22)", domain=ATTENDING_PAIRS, assumes=SETTING)
def lipschitz(data: AttendingPair, effort: Effort) -> Evidence:
    """||grad L(W) - grad L(W')|| <= (1/4n) sum_i D_i^2 ||xbar_i||^2 ||W - W'||, D_i the diameter of X_i.

    It is the smallest constant for one sequence of two tokens, and at most ||E||^4 / 2.
    """
    return checks.sharper_lipschitz(data)


@claim(
    "attention/sharper/lipschitz-without-length",
    cite="ours, beside (22)",
    domain=ATTENDING_PAIRS,
    assumes=SETTING,
)
def without_length(data: AttendingPair, effort: Effort) -> Evidence:
    """||grad L(W) - grad L(W')|| <= ||E||^4 ||W - W'|| / 2: the sqrt(T_max) of (22) is not needed.

    ||e_j - e_k||^2 <= 2 ||E||^2 and ||xbar|| <= ||E||.
    """
    return checks.lipschitz(data, root=False, parts=16)
