"""Checks of one-hot data: zero loss attained or approached, and the subspace F."""

from typing import Any

from ntpcheck import ulps
from ntpcheck.arithmetic import FLOAT
from ntpcheck.checks.compare import at_most, decided
from ntpcheck.checks.decoders import scores
from ntpcheck.checks.loss import excess, loss_terms
from ntpcheck.evidence import Evidence, both
from ntpcheck.instances.dataset import Dataset, Decoding
from ntpcheck.reference.entropy import cross_entropy_gap, entropy
from ntpcheck.reference.max_margin import max_margin

GAMMAS = (1, 4, 16)  # the bound is exact in gamma, so that a few show it for all


def positive_elsewhere(data: Dataset) -> Evidence:
    """Every token is in every support, so that softmax may equal p_j; else it is positive where p_jv = 0."""
    full = data.xp.all(data.support, (-2, -1))
    return decided(full, data.embeddings)


def distance_from_entropy(data: Dataset, W: Any) -> Evidence:
    """CE(W) > H; strict. Slack: the sum of the two nonnegative parts of the difference."""
    gap = cross_entropy_gap(data, W).total
    error = data.xp.rounding(gap, loss_terms(data, W))  # H = 0, so that it is CE(W)
    return Evidence(gap, error, gap, strict=True)


def along(data: Dataset) -> Evidence:
    """CE(gamma W^mm) - H <= (V - 1) exp(-gamma) for a few gamma."""
    W = max_margin(data).W
    return both(*(_at(data, W, gamma) for gamma in GAMMAS))


def _at(data: Dataset, W: Any, gamma: int) -> Evidence:
    xp = data.xp
    loss = cross_entropy_gap(data, gamma * W).total
    bound = xp.exp(0 * loss - gamma) * (data.sized("V") - 1)
    # W^mm's margins are met with equality, up to its own error, which gamma and the embeddings magnify.
    reach = (
        gamma * max_margin(data).error * xp.max(xp.max(xp.abs(data.embeddings), -1), -1) if xp is FLOAT else 0
    )
    found = at_most(loss, bound, terms=loss_terms(data, gamma * W))
    return Evidence(found.slack, found.error + bound * reach * data.size("d"), found.scale)


def away(data: Decoding) -> Evidence:
    """CE(W) - H >= min_j pi_j log 2."""
    xp = data.xp
    least = xp.min(data.pi, -1) * xp.log(0 * entropy(data) + 2)
    paid, size = excess(data, scores(data, data.W)), 1 + xp.max(scores(data, data.W).size, -1)
    found = at_most(least, paid.total, terms=ulps.LOG + 2, scale=size)
    return Evidence(found.slack, found.error + paid.inside_error + paid.outside_error, found.scale)
