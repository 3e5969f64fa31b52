"""Section 2: the training loss, its form over distinct contexts, and its entropy lower bound."""

from __future__ import annotations

from typing import Any

from ntpcheck.checks.compare import at_most, equal
from ntpcheck.checks.loss import divergence, loss, loss_terms
from ntpcheck.checks.samples import by_contexts, sample_average, sample_terms
from ntpcheck.claim import Effort, claim
from ntpcheck.evidence import Evidence, both
from ntpcheck.instances.dataset import Decoding, Samples
from ntpcheck.reference.entropy import entropy
from thrampoulidis2024.setting import DECODINGS, SAMPLES


def regrouped(data: Samples, **reading: Any) -> Evidence:
    """The sample average against both displayed sums of (2); `reading` chooses another regrouping."""
    average, terms = sample_average(data), sample_terms(data)
    sums = [by_contexts(data, in_support=only, **reading) for only in (False, True)]
    return both(*(equal(average, total, terms=terms) for total in sums))


@claim("linear/section-2/loss-regrouped", cite="Section 2, (2)", domain=SAMPLES)
def loss_regrouped(data: Samples, effort: Effort) -> Evidence:
    """The sample average of the loss equals its sums over distinct contexts and all or in-support tokens.

    Checked as three sums: over the raw pairs with each pair's own embedding, over distinct contexts and all
    tokens with frequencies pi_j p_jz, and over distinct contexts and their supports.
    Reading: contexts are distinct when their sequences are, even where two embeddings coincide.
    """
    return regrouped(data)


def decomposed(data: Decoding, *, sign: int = 1, equal_weights: bool = False) -> Evidence:
    """CE(W) = H + sign KL, the contexts of KL weighted by pi_j or equally."""
    total = entropy(data) + sign * divergence(data, data.W, equal_weights=equal_weights)
    return equal(loss(data, data.W), total, terms=loss_terms(data, data.W))


@claim("linear/section-2/entropy-decomposition", cite="Section 2", domain=DECODINGS)
def entropy_decomposition(data: Decoding, effort: Effort) -> Evidence:
    """The loss is the entropy plus the divergence of the data from the model, CE(W) = H + KL.

    Checked with each of the three from its own definition; KL averages over contexts with weights pi_j.
    """
    return decomposed(data)


def floor(data: Decoding, *, share: int = 0, flipped: bool = False) -> Evidence:
    """CE(W) >= (1 + share/64) H, or with the sides exchanged."""
    sides = (entropy(data) + share * entropy(data) / 64, loss(data, data.W))
    left, right = reversed(sides) if flipped else sides
    return at_most(left, right, terms=loss_terms(data, data.W))


@claim("linear/section-2/entropy-floor", cite="Section 2", domain=DECODINGS)
def entropy_floor(data: Decoding, effort: Effort) -> Evidence:
    """The entropy is a lower bound on the loss of every decoder, CE(W) >= H.

    Checked by subtracting the two, each from its own definition, so that the decomposition is not used.
    """
    return floor(data)
