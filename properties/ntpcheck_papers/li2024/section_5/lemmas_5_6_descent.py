"""Lemmas 5 and 6 and the first half of Theorem 4: the risk descends, and no point is critical."""

from dataclasses import replace

from ntpcheck import ulps
from ntpcheck.arithmetic import FLOAT
from ntpcheck.checks.compare import at_most
from ntpcheck.checks.existence import by_row, outcomes
from ntpcheck.claim import Effort, claim
from ntpcheck.domains.attention import ATTENTION_STEPS
from ntpcheck.evidence import Evidence, Outcome
from ntpcheck.instances.attention import Attending, Attention, AttentionRun
from ntpcheck.reference.attention_loss import attention_loss, gradient
from ntpcheck_papers.li2024.section_5 import descent as checks
from ntpcheck_papers.li2024.section_5.descent import gradient_along_margin, step_terms
from ntpcheck_papers.li2024.section_5.proof import falls_by, slopes
from ntpcheck_papers.li2024.setting import (
    ATTENDING,
    ATTENTION,
    FEASIBLE,
    IDENTITY_HEAD,
    LOG_LOSS,
    NONZERO_SVM,
    REALIZABLE,
)
from ntpcheck_papers.li2024.shared.meaning import where_finite
from ntpcheck_papers.li2024.shared.scores import log_error, reach

SETTING = (REALIZABLE, IDENTITY_HEAD, LOG_LOSS, FEASIBLE, NONZERO_SVM)  # of Theorem 3


@claim("attention/lemma-5/descent", domain=ATTENTION_STEPS)
def descent(run: AttentionRun, effort: Effort) -> Evidence:
    """Checked as stated."""
    # L(W(1)) - L(W(0)) <= -(eta / 2) ||grad L(W(0))||^2, from any W(0): hence at every step.
    xp, slope = run.xp, gradient(run, run.W0)
    after, before = (
        attention_loss(run, run.W0 - run.eta[..., None, None] * slope),
        attention_loss(run, run.W0),
    )
    square = run.eta * xp.sum(slope * slope, (-2, -1)) / 2
    size = xp.abs(after) + xp.abs(before) + square
    found = at_most(after - before, -square, terms=step_terms(run), scale=1 + size)
    return where_finite(run, replace(found, error=found.error + log_error(run, run.W0)), run.W0)


@claim("attention/lemma-5/summable", domain=ATTENTION_STEPS)
def summable(run: AttentionRun, effort: Effort) -> Evidence:
    """Decided by the bound that the proof sums up, (eta/2) sum over tau < T of ||grad L(W(tau))||^2 <=
    L(W(0)) - L(W(T)), over two steps from an arbitrary W(0): so for every T, and L >= 0 makes the sum at most
    2 L(W(0)) / eta.
    """
    # (eta / 2) sum over tau < T of ||grad L(W(tau))||^2 <= L(W(0)) - L(W(T)), T = `STEPS`.
    return falls_by(run, run.eta * sum(slopes(run), 0 * run.eta) / 2)


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
    # grad L(W) is not zero. Slack: the sum of its entries' sizes. Where rounding hides them, minus <grad
    # L(W), W^mm> if that is positive: nothing cancels in it.
    xp = data.xp
    slope = gradient(data, data.W)
    slack = xp.sum(xp.abs(slope), (-2, -1))
    scale = xp.sum(xp.abs(data.embeddings), (-2, -1))
    terms = 2 * ulps.softmax(data.size("K")) + ulps.total(data.size("n"))
    error = xp.rounding(scale * scale * (1 + reach(data, data.W)), terms) if xp is FLOAT else 0 * slack
    found = where_finite(data, Evidence(slack, error, 1 + scale, strict=True), data.W)
    hidden = outcomes(found, Outcome.UNDECIDED)
    if not bool(hidden.any()):
        return found
    along = gradient_along_margin(data)
    return by_row(hidden & outcomes(along, Outcome.HOLDS), lambda: along, lambda: found)
