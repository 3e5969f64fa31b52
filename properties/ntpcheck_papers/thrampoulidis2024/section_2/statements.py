"""Sections 1 and 2: the softmax, the loss, its form over distinct contexts, and its entropy lower bound."""

from __future__ import annotations

from typing import Any

from ntpcheck import ulps
from ntpcheck.checks.compare import at_most, equal
from ntpcheck.checks.decoders import log_total, scores
from ntpcheck.checks.loss import divergence, loss, loss_terms
from ntpcheck.claim import Effort, claim
from ntpcheck.evidence import Evidence, both
from ntpcheck.instances.dataset import Decoding, Samples
from ntpcheck.reference.entropy import entropy
from ntpcheck_papers.thrampoulidis2024.section_2.samples import (
    by_contexts,
    entropy_average,
    entropy_by_contexts,
    sample_average,
    sample_terms,
)
from ntpcheck_papers.thrampoulidis2024.setting import DECODINGS, SAMPLES


@claim("linear/section-1/softmax-display", domain=DECODINGS)
def softmax_display(data: Decoding, effort: Effort) -> Evidence:
    """Checked in logs, at every context and token, the left side as log-sum-exp minus the logit."""
    xp: Any = data.xp
    found = scores(data, data.W)
    shown = log_total(found.logits[..., None, :] - found.logits[..., :, None])
    left = xp.logsumexp(found.logits, -1)[..., None] - found.logits
    gap = xp.max(xp.abs(left - shown), -1)
    error = 4 * found.error + xp.rounding(2 * found.size + 1, 2 * ulps.softmax(data.size("V")))
    return Evidence(xp.min(0 - gap, -1), xp.max(error, -1), 1 + xp.max(found.size, -1))


@claim("linear/section-2/loss-regrouped", domain=SAMPLES)
def loss_regrouped(data: Samples, effort: Effort) -> Evidence:
    """Checked as three sums: over the raw pairs with each pair's own embedding, over distinct contexts and
    all tokens with frequencies pi_j p_jz, and over distinct contexts and their supports.
    """
    average, terms = sample_average(data), sample_terms(data)
    sums = [by_contexts(data, in_support=only) for only in (False, True)]
    return both(*(equal(average, total, terms=terms) for total in sums))


@claim("linear/section-2/entropy-regrouped", domain=SAMPLES)
def entropy_regrouped(data: Samples, effort: Effort) -> Evidence:
    """Checked as stated."""
    terms = ulps.cross_entropy(data.size("V"), data.size("n") + data.size("M"))
    left, right = entropy_average(data), entropy_by_contexts(data)
    return equal(left, right, terms=terms, scale=1 + left)


@claim("linear/section-2/entropy-decomposition", domain=DECODINGS)
def entropy_decomposition(data: Decoding, effort: Effort) -> Evidence:
    """Checked with each of the three from its own definition; KL averages over contexts with weights pi_j."""
    total = entropy(data) + divergence(data, data.W)
    return equal(loss(data, data.W), total, terms=loss_terms(data, data.W))


def floor(data: Decoding) -> Evidence:
    """CE(W) >= H."""
    return at_most(entropy(data), loss(data, data.W), terms=loss_terms(data, data.W))


@claim("linear/section-2/entropy-floor", domain=DECODINGS)
def entropy_floor(data: Decoding, effort: Effort) -> Evidence:
    """Checked by subtracting the two, each from its own definition, so that the decomposition is not used."""
    return floor(data)
