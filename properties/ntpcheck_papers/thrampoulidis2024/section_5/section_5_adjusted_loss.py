"""Section 5: the adjusted loss CE(W) - CE(P_F W) that the proof of the main result compares."""

from __future__ import annotations

from collections.abc import Callable

from ntpcheck.arithmetic import Array
from ntpcheck.checks.compare import at_most, equal
from ntpcheck.checks.decoders import scores
from ntpcheck.checks.loss import loss, loss_terms
from ntpcheck.claim import Effort, claim
from ntpcheck.evidence import Evidence
from ntpcheck.instances.dataset import Dataset, Decoding, Pair
from ntpcheck.reference.entropy import in_support_cross_entropy
from ntpcheck.reference.subspace import project
from ntpcheck_papers.thrampoulidis2024.setting import DECODINGS, PAIRS

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


@claim("linear/section-5/adjusted-loss", domain=DECODINGS)
def adjusted_loss(data: Decoding, effort: Effort) -> Evidence:
    """Slack: CE_perp(W), in nats."""
    return adjusted(data)


@claim("linear/section-5/adjusted-loss/amended", domain=DECODINGS)
def adjusted_loss_amended(data: Decoding, effort: Effort) -> Evidence:
    """Checked as stated."""
    return adjusted(data, other=in_support_cross_entropy)


def compared(data: Pair, *, part: Projection = project, shared: bool = True) -> Evidence:
    """CE(U) - CE(part of U) less the same of W is CE(U) - CE(W), where U = W2 off F and W on F.

    shared: if not, W2 itself for U.
    """
    on = project(data, data.W)
    U = on + data.W2 - project(data, data.W2) if shared else data.W2
    found = equal(loss(data, part(data, U)), loss(data, part(data, data.W)), terms=0)
    counted = [(X, part(data, X)) for X in (U, data.W)]
    size = sum((data.xp.max(scores(data, X).size, -1) for pair in counted for X in pair), 0 * found.slack)
    terms = 16 * data.size("V") * data.size("d") + sum(loss_terms(data, X) for pair in counted for X in pair)
    return Evidence(found.slack, data.xp.rounding(1 + size, terms), 1 + size)


@claim("linear/section-5/adjusted-loss@comparison", domain=PAIRS)
def adjusted_comparison(data: Pair, effort: Effort) -> Evidence:
    """So comparing the adjusted losses compares the losses. Checked as CE(P_F U) = CE(P_F W_k), by which the
    two differences differ, for any W_k and any U that agrees with it on F, as the genie point does.
    """
    return compared(data)
