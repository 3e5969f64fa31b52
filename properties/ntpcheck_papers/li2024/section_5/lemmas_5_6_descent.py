"""Lemmas 5 and 6 and the first half of Theorem 4: the risk descends, and no point is critical."""

from __future__ import annotations

from ntpcheck.claim import Effort, claim
from ntpcheck.domains.attention import ATTENTION_STEPS
from ntpcheck.evidence import Evidence
from ntpcheck.instances.attention import Attending, Attention, AttentionRun
from ntpcheck_papers.li2024.section_5 import descent as checks
from ntpcheck_papers.li2024.section_5.proof import telescoped
from ntpcheck_papers.li2024.setting import (
    ATTENDING,
    ATTENTION,
    FEASIBLE,
    IDENTITY_HEAD,
    LOG_LOSS,
    NONZERO_SVM,
    REALIZABLE,
)

SETTING = (REALIZABLE, IDENTITY_HEAD, LOG_LOSS, FEASIBLE, NONZERO_SVM)  # of Theorem 3


@claim("attention/lemma-5/descent", domain=ATTENTION_STEPS)
def descent(run: AttentionRun, effort: Effort) -> Evidence:
    """Checked as stated."""
    return checks.descends(run)


@claim("attention/lemma-5/summable", domain=ATTENTION_STEPS)
def summable(run: AttentionRun, effort: Effort) -> Evidence:
    """Decided by the bound that the proof sums up, (eta/2) sum over tau < T of ||grad L(W(tau))||^2 <=
    L(W(0)) - L(W(T)), over two steps from an arbitrary W(0): so for every T, and L >= 0 makes the sum at most
    2 L(W(0)) / eta.
    """
    return telescoped(run)


@claim("attention/lemma-6/negative", domain=ATTENDING)
def negative(data: Attending, effort: Effort) -> Evidence:
    """Checked as stated."""
    return checks.gradient_along_margin(data)


@claim("attention/lemma-6/proof/minus-one", domain=ATTENTION)
def minus_one(data: Attention, effort: Effort) -> Evidence:
    """Checked as stated."""
    return checks.margins_are(data)


@claim("attention/lemma-6/proof/minus-one/amended", domain=ATTENTION)
def minus_one_amended(data: Attention, effort: Effort) -> Evidence:
    """The change: <= for =, which is what the constraints say and all that the proof uses."""
    return checks.margins_are(data, at_least=True)


@claim("attention/theorem-4/no-critical-point", domain=ATTENDING)
def no_critical_point(data: Attending, effort: Effort) -> Evidence:
    """Checked as stated."""
    return checks.critical(data)
