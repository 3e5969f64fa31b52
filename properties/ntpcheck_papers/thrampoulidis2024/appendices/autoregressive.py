"""The appendix on the autoregressive setting: every prefix of a training sequence is a context."""

from __future__ import annotations

from ntpcheck.claim import Effort, claim
from ntpcheck.domains.sequences import SEQUENCES
from ntpcheck.evidence import Evidence
from ntpcheck.instances.dataset import Sequences
from ntpcheck_papers.thrampoulidis2024.appendices.prefixes import (
    average_loss,
    decreasing,
    distinct,
    entropies,
    enumerated_loss,
    same_loss,
)


@claim("linear/autoregressive/context-counts", domain=SEQUENCES)
def context_counts(data: Sequences, effort: Effort) -> Evidence:
    """Contexts of size t are the first t tokens of sequences of equal length T. Slack: the least m_t -
    m_{t+1}.
    """
    return decreasing(data, distinct(data))


@claim("linear/autoregressive/context-counts/amended", domain=SEQUENCES)
def context_counts_amended(data: Sequences, effort: Effort) -> Evidence:
    """Different contexts of size t have different continuations of size t + 1."""
    return decreasing(data, distinct(data), sign=-1)


@claim("linear/autoregressive/same-form", domain=SEQUENCES)
def same_form(data: Sequences, effort: Effort) -> Evidence:
    """Checked as: the mean of the T losses of (1) equals (2) with the distinct contexts enumerated, pi_i
    their frequencies and p_i those of the tokens after them.
    """
    return same_loss(data, average_loss(data), enumerated_loss(data))


@claim("linear/autoregressive/shannon", domain=SEQUENCES)
def shannon(data: Sequences, effort: Effort) -> Evidence:
    """Slack: the least H_t - H_{t+1}, in nats."""
    return decreasing(data, entropies(data))


@claim("linear/autoregressive/shannon/amended", domain=SEQUENCES)
def shannon_amended(data: Sequences, effort: Effort) -> Evidence:
    """The next token stays the same while its context grows backwards; conditioning on more cannot increase
    its entropy. Of different tokens Shannon's inequality speaks under stationarity only.
    """
    return decreasing(data, entropies(data, backwards=True))
