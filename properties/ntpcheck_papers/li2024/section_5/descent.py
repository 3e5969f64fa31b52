"""One step of gradient descent on the attention risk, and how the gradient lies to W^mm."""

from ntpcheck import ulps
from ntpcheck.arithmetic import FLOAT
from ntpcheck.evidence import Evidence
from ntpcheck.instances.attention import Attending, Attention, AttentionRun
from ntpcheck.reference.attention_loss import below_labels, pulls
from ntpcheck_papers.li2024.section_5.gradient import sharper_smoothness
from ntpcheck_papers.li2024.shared.meaning import where_finite
from ntpcheck_papers.li2024.shared.scores import reach
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


def long_step(run: AttentionRun) -> Evidence:
    """0 < eta < 2 / L' for L' = (1/4n) sum_i D_i^2 ||xbar_i||^2."""
    product = run.eta * sharper_smoothness(run)
    slack = run.xp.minimum(run.eta, 2 - product)
    terms = 2 * ulps.dot(run.size("d")) + ulps.total(run.size("n")) + 8
    return Evidence(slack, run.xp.rounding(product, terms), 2 + product, strict=True)
