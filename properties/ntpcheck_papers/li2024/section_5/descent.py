"""One step of gradient descent on the attention risk, and how the gradient lies to W^mm."""

from __future__ import annotations

from dataclasses import replace

from ntpcheck import ulps
from ntpcheck.arithmetic import FLOAT
from ntpcheck.checks.compare import at_most
from ntpcheck.checks.existence import by_row, outcomes
from ntpcheck.evidence import Evidence, Outcome
from ntpcheck.instances.attention import Attending, Attention, AttentionRun
from ntpcheck.reference.attention_loss import attention_loss, below_labels, gradient, pulls
from ntpcheck_papers.li2024.section_5.gradient import sharper_smoothness
from ntpcheck_papers.li2024.shared.meaning import where_finite
from ntpcheck_papers.li2024.shared.scores import log_error, reach
from ntpcheck_papers.li2024.shared.svm import svm_margins

TINY = 2.0**-1000  # what underflow may hide of a sum of exponentials in doubles


def gradient_along_margin(data: Attending) -> Evidence:
    """<grad L(W), W^mm> < 0. Slack: (1/n) sum_i sum_{t outside R_i} s_it (e_{y_i} - x_it)^T W^mm xbar_i.

    Those in R_i are tied by W^mm and add nothing. Minus the inner product, term by term: where the pulls have
    one sign, as under a decreasing loss where the label scores highest, nothing cancels.
    """
    xp, weights = data.xp, pulls(data, data.W)
    margin, wrong = svm_margins(data)
    terms = xp.where(below_labels(data), weights * margin, 0)
    slack = xp.sum(xp.sum(terms, -1), -1) / data.sized("n")
    off = xp.sum(xp.sum(xp.where(below_labels(data), xp.abs(weights) * wrong, 0), -1), -1)
    size = xp.sum(xp.sum(xp.abs(terms), -1), -1) / data.sized("n")
    counted = ulps.attention(data.size("K"), data.size("d")) + 2 * ulps.total(data.size("K"))
    counted = counted + ulps.total(data.size("n")) + 8
    error = off + xp.rounding(size * (1 + reach(data, data.W)), counted) + (TINY if xp is FLOAT else 0)
    found = Evidence(slack, error, xp.abs(slack) + error, strict=True)
    return where_finite(data, found, data.W)


def margins_are(data: Attention, *, at_least: bool = False) -> Evidence:
    """xbar_i^T (W^mm)^T (x_it - e_{y_i}) is 0 for t in R_i and -1 for t outside; at_least: or less there."""
    xp, (margin, wrong) = data.xp, svm_margins(data)
    outside = below_labels(data)
    inside = data.present & ~outside
    tied = -xp.abs(xp.where(inside, margin, 0))
    apart = xp.where(outside, margin - 1, 0)
    slack = xp.minimum(tied, apart if at_least else -xp.abs(apart))
    size = 1 + xp.abs(margin)
    return Evidence(
        xp.min(xp.min(slack, -1), -1), xp.max(xp.max(wrong, -1), -1), xp.max(xp.max(size, -1), -1)
    )


def step_terms(data: Attention) -> int:
    """Roundings of two risks, of a gradient and of its square, in units of 1 + the logits' sizes."""
    risks = 2 * ulps.risk(data.size("K"), data.size("d"), data.size("n"))
    return risks + 4 * ulps.total(data.size("d") ** 2)


def descends(run: AttentionRun) -> Evidence:
    """L(W(1)) - L(W(0)) <= -(eta / 2) ||grad L(W(0))||^2, from any W(0): hence at every step."""
    xp, slope = run.xp, gradient(run, run.W0)
    after, before = (
        attention_loss(run, run.W0 - run.eta[..., None, None] * slope),
        attention_loss(run, run.W0),
    )
    square = run.eta * xp.sum(slope * slope, (-2, -1)) / 2
    size = xp.abs(after) + xp.abs(before) + square
    found = at_most(after - before, -square, terms=step_terms(run), scale=1 + size)
    return where_finite(run, replace(found, error=found.error + log_error(run, run.W0)), run.W0)


def descends_sharply(run: AttentionRun) -> Evidence:
    """L(W(1)) - L(W(0)) <= -eta (1 - eta L' / 2) ||grad L(W(0))||^2, L' as in `long_step`."""
    slope = gradient(run, run.W0)
    after = attention_loss(run, run.W0 - run.eta[..., None, None] * slope)
    before, square = attention_loss(run, run.W0), run.xp.sum(slope * slope, (-2, -1))
    bend = run.eta * sharper_smoothness(run) / 2
    size = run.xp.abs(after) + run.xp.abs(before) + run.eta * (1 + bend) * square
    terms = step_terms(run)
    found = at_most(after - before, -run.eta * (1 - bend) * square, terms=terms, scale=1 + size)
    return where_finite(run, replace(found, error=found.error + log_error(run, run.W0)), run.W0)


def long_step(run: AttentionRun) -> Evidence:
    """0 < eta < 2 / L' for L' = (1/4n) sum_i D_i^2 ||xbar_i||^2."""
    product = run.eta * sharper_smoothness(run)
    slack = run.xp.minimum(run.eta, 2 - product)
    terms = 2 * ulps.dot(run.size("d")) + ulps.total(run.size("n")) + 8
    return Evidence(slack, run.xp.rounding(product, terms), 2 + product, strict=True)


def critical(data: Attending) -> Evidence:
    """grad L(W) is not zero. Slack: the sum of its entries' sizes.

    Where rounding hides them, minus <grad L(W), W^mm> if that is positive: nothing cancels in it.
    """
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
