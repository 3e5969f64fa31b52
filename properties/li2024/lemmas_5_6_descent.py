"""Lemmas 5 and 6 and the first half of Theorem 4: the risk descends, and no point is critical."""

from __future__ import annotations

from li2024.setting import (
    ATTENDING,
    ATTENTION,
    DESCENT_STEP,
    FEASIBLE,
    IDENTITY_HEAD,
    LOG_LOSS,
    NONZERO_SVM,
    REALIZABLE,
)
from ntpcheck.checks import attention_descent as checks
from ntpcheck.checks.attention_proof import telescoped
from ntpcheck.claim import Effort, claim
from ntpcheck.domains.attention import ATTENTION_STEPS
from ntpcheck.evidence import Evidence
from ntpcheck.instances.attention import Attending, Attention, AttentionRun

SETTING = (REALIZABLE, IDENTITY_HEAD, LOG_LOSS, FEASIBLE, NONZERO_SVM)  # of Theorem 3
RISK = (REALIZABLE, IDENTITY_HEAD, LOG_LOSS)  # of the loss in (18)


@claim("attention/lemma-5/descent", cite="Lemma 5", domain=ATTENTION_STEPS, assumes=(*RISK, DESCENT_STEP))
def descent(run: AttentionRun, effort: Effort) -> Evidence:
    """L(W(tau+1)) - L(W(tau)) <= -(eta/2) ||grad L(W(tau))||^2 if eta <= 1/L.

    Reading: one step from an arbitrary W(0) stands for every step from every W(0).
    """
    return checks.descends(run)


@claim("attention/lemma-5/summable", cite="Lemma 5", domain=ATTENTION_STEPS, assumes=(*RISK, DESCENT_STEP))
def summable(run: AttentionRun, effort: Effort) -> Evidence:
    """sum over tau >= 0 of ||grad L(W(tau))||^2 is finite if eta <= 1/L.

    Decided by the bound that the proof sums up, (eta/2) sum over tau < T of ||grad L(W(tau))||^2 <=
    L(W(0)) - L(W(T)), over two steps from an arbitrary W(0): so for every T, and L >= 0 makes the sum at most
    2 L(W(0)) / eta.
    """
    return telescoped(run)


@claim("attention/lemma-6/negative", cite="Lemma 6", domain=ATTENDING, assumes=SETTING)
def negative(data: Attending, effort: Effort) -> Evidence:
    """<grad L(W), W^mm> < 0 for every finite W."""
    return checks.gradient_along_margin(data)


@claim("attention/lemma-6/proof/minus-one", cite="Lemma 6, proof", domain=ATTENTION, assumes=SETTING)
def minus_one(data: Attention, effort: Effort) -> Evidence:
    """xbar_i^T (W^mm)^T (x_it - e_{y_i}) = 0 for t in R_i and = -1 for t outside R_i."""
    return checks.margins_are(data)


@claim("attention/lemma-6/proof/minus-one/amended", cite="Lemma 6, proof", domain=ATTENTION, assumes=SETTING)
def minus_one_amended(data: Attention, effort: Effort) -> Evidence:
    """xbar_i^T (W^mm)^T (x_it - e_{y_i}) = 0 for t in R_i and <= -1 for t outside R_i.

    The change: <= for =, which is what the constraints say and all that the proof uses.
    """
    return checks.margins_are(data, at_least=True)


@claim("attention/theorem-4/no-critical-point", cite="Theorem 4", domain=ATTENDING, assumes=SETTING)
def no_critical_point(data: Attending, effort: Effort) -> Evidence:
    """No finite W has grad L(W) = 0."""
    return checks.critical(data)
