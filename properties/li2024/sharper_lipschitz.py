"""Beyond (22): a Lipschitz constant of the gradient that is attained."""

from __future__ import annotations

from li2024.setting import ATTENDING_PAIRS, ATTENTION, IDENTITY_HEAD, LOG_LOSS, REALIZABLE
from ntpcheck.checks import attention_gradient as checks
from ntpcheck.claim import Effort, claim
from ntpcheck.evidence import Evidence
from ntpcheck.instances.attention import AttendingPair, Attention

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


@claim(
    "attention/sharper/lipschitz-attained",
    cite="ours, beside (22)",
    domain=ATTENTION,
    assumes=(IDENTITY_HEAD, LOG_LOSS),
)
def attained(data: Attention, effort: Effort) -> Evidence:
    """The constant of attention/sharper/lipschitz is attained by a sequence of two tokens, at W = 0.

    Checked for the dataset whose inputs all hold the first and the last token once: the second derivative of
    L at 0 along Z = (e_a - e_b) xbar^T is (D^2 ||xbar||^2 / 4) ||Z||^2.
    """
    return checks.attained(data)


@claim("attention/sharper/softmax-half", cite="ours, beside (21)", domain=ATTENDING_PAIRS)
def softmax_half(data: AttendingPair, effort: Effort) -> Evidence:
    """||S(X W xbar) - S(X W' xbar)|| <= ||X W xbar - X W' xbar|| / 2, for every sequence.

    The derivative diag(s) - s s^T of the softmax has no eigenvalue above 1/2.
    """
    return checks.softmax_contracts(data, parts=32)


@claim("attention/sharper/softmax-weights", cite="ours, beside (21)", domain=ATTENDING_PAIRS)
def softmax_weights(data: AttendingPair, effort: Effort) -> Evidence:
    """||S(X W xbar) - S(X W' xbar)|| <= ||E||^2 ||W - W'||_F / 2, for sequences with repeated tokens too."""
    return checks.ends_21(data, parts=32)
