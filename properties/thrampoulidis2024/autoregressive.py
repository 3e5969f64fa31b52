"""The appendix on the autoregressive setting: every prefix of a training sequence is a context."""

from __future__ import annotations

from typing import Any

from ntpcheck.checks.prefixes import (
    average_loss,
    decreasing,
    distinct,
    entropies,
    enumerated_loss,
    same_loss,
)
from ntpcheck.claim import Effort, claim
from ntpcheck.domains.sequences import SEQUENCES
from ntpcheck.evidence import Evidence
from ntpcheck.instances.sequences import Sequences


@claim("linear/autoregressive/context-counts", cite="Appendix C", domain=SEQUENCES)
def context_counts(data: Sequences, effort: Effort) -> Evidence:
    """The numbers of distinct contexts of each size satisfy m_1 >= m_2 >= ... >= m_{T-1}.

    Contexts of size t are the first t tokens of sequences of equal length T. Slack: the least m_t - m_{t+1}.
    """
    return decreasing(data, distinct(data))


@claim("linear/autoregressive/context-counts/amended", cite="Appendix C", domain=SEQUENCES)
def context_counts_amended(data: Sequences, effort: Effort) -> Evidence:
    """The numbers of distinct contexts of each size satisfy m_1 <= m_2 <= ... <= m_{T-1}.

    Changed: the direction. Different contexts of size t have different continuations of size t + 1.
    """
    return decreasing(data, distinct(data), sign=-1)


@claim("linear/autoregressive/same-form", cite="Appendix C", domain=SEQUENCES)
def same_form(data: Sequences, effort: Effort) -> Evidence:
    """The autoregressive objective has the form (2) over the distinct contexts of all sizes.

    Checked as: the mean of the T losses of (1) equals (2) with the distinct contexts enumerated, pi_i their
    frequencies and p_i those of the tokens after them.
    Reading: the empty context, before the first token, is one of them. The text averages T losses and then
    sums over sizes t in [T - 1], which leaves that one out. pi_i counts among contexts of all sizes, so that
    it sums to one as in (2); contexts are distinct when their tokens are. Embeddings are one fixed function
    of the tokens.
    """
    return regrouped(data)


def regrouped(data: Sequences, **reading: Any) -> Evidence:
    """The mean of all losses against (2); `reading` chooses another enumeration."""
    return same_loss(data, average_loss(data), enumerated_loss(data, **reading))


@claim("linear/autoregressive/shannon", cite="Appendix C, Remark 2", domain=SEQUENCES)
def shannon(data: Sequences, effort: Effort) -> Evidence:
    """The entropies of the next token after contexts of size t satisfy H_t >= H_{t+1} on the data.

    Slack: the least H_t - H_{t+1}, in nats. Reading: pi_{t,j} counts among contexts of size t; counted among
    all of them, both sides are divided by T - 1.
    """
    return decreasing(data, entropies(data))


@claim("linear/autoregressive/shannon/amended", cite="Appendix C, Remark 2", domain=SEQUENCES)
def shannon_amended(data: Sequences, effort: Effort) -> Evidence:
    """The entropies of the last token given the t tokens before it satisfy H_t >= H_{t+1} on the data.

    Changed: the next token stays the same while its context grows backwards; conditioning on more cannot
    increase its entropy. Of different tokens Shannon's inequality speaks under stationarity only.
    """
    return decreasing(data, entropies(data, backwards=True))
