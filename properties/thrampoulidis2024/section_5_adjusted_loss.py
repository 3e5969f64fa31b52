"""Section 5: the adjusted loss CE(W) - CE(P_F W) that the proof of the main result compares."""

from __future__ import annotations

from collections.abc import Callable

from ntpcheck.arithmetic import Array
from ntpcheck.checks.compare import at_most
from ntpcheck.checks.decoders import scores
from ntpcheck.checks.loss import loss, loss_terms
from ntpcheck.claim import Effort, claim
from ntpcheck.evidence import Evidence
from ntpcheck.instances.dataset import Dataset, Decoding
from ntpcheck.reference.entropy import in_support_cross_entropy
from ntpcheck.reference.subspace import project
from thrampoulidis2024.setting import DECODINGS

Projection = Callable[[Dataset, Array], Array]


def adjusted(
    data: Decoding,
    *,
    part: Projection = project,
    other: Callable[[Dataset, Array], Array] = loss,
    flipped: bool = False,
) -> Evidence:
    """CE(W) - CE(P_F W) >= 0, or <= 0; another part of W or another loss of it in the place of the second."""
    W = part(data, data.W)
    sides = (other(data, W), loss(data, data.W))
    left, right = reversed(sides) if flipped else sides
    size = 1 + data.xp.max(scores(data, data.W).size + scores(data, W).size, -1)
    terms = 4 * data.size("V") * data.size("d") + 32
    found = at_most(left, right, terms=terms, scale=size)
    return Evidence(
        found.slack,
        found.error + data.xp.rounding(right, 1) * (loss_terms(data, data.W) + loss_terms(data, W)),
        found.scale,
    )


@claim("linear/section-5/adjusted-loss", cite="Section 5", domain=DECODINGS)
def adjusted_loss(data: Decoding, effort: Effort) -> Evidence:
    """The adjusted loss CE_perp(W) := CE(W) - CE(P_F W) is nonnegative.

    Slack: CE_perp(W), in nats. Reading: the text defines it as a loss and compares its values along the
    iterates; every W is the first iterate of some run.
    """
    return adjusted(data)


@claim("linear/section-5/adjusted-loss/amended", cite="Section 5", domain=DECODINGS)
def adjusted_loss_amended(data: Decoding, effort: Effort) -> Evidence:
    """The adjusted loss CE(W) - CE_F(P_F W) is nonnegative.

    Changed: the projection's loss over softmaxes restricted to the supports, CE_F, in the place of CE. What
    remains is the price of the probability that W leaves outside the supports.
    """
    return adjusted(data, other=in_support_cross_entropy)
