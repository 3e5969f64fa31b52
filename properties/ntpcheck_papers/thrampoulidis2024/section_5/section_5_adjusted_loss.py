"""Section 5: the adjusted loss CE(W) - CE(P_F W) that the proof of the main result compares."""

from collections.abc import Callable

from ntpcheck import ulps
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
from ntpcheck_papers.thrampoulidis2024.shared.finite_part import norms, projection_error


def adjusted(data: Decoding, *, other: Callable[[Dataset, Array], Array] = loss) -> Evidence:
    """CE(W) - CE(P_F W) >= 0, or with another loss of P_F W."""
    W = project(data, data.W)
    left, right = other(data, W), loss(data, data.W)
    size = 1 + data.xp.max(scores(data, data.W).size + scores(data, W).size, -1)
    found = at_most(left, right, terms=ulps.steps(2), scale=size)
    moved = 2 * data.xp.max(norms(data), -1) * projection_error(data, data.W)
    counted = data.xp.rounding(right, loss_terms(data, data.W) + loss_terms(data, W))
    return Evidence(found.slack, found.error + counted + moved, found.scale)


@claim("linear/section-5/adjusted-loss", domain=DECODINGS)
def adjusted_loss(data: Decoding, effort: Effort) -> Evidence:
    """Slack: CE_perp(W), in nats."""
    return adjusted(data)


@claim("linear/section-5/adjusted-loss/amended", domain=DECODINGS)
def adjusted_loss_amended(data: Decoding, effort: Effort) -> Evidence:
    """Checked as stated."""
    return adjusted(data, other=in_support_cross_entropy)


@claim("linear/section-5/adjusted-loss@comparison", domain=PAIRS)
def adjusted_comparison(data: Pair, effort: Effort) -> Evidence:
    """So comparing the adjusted losses compares the losses. Checked as CE(P_F U) = CE(P_F W_k), by which the
    two differences differ, for any W_k and any U that agrees with it on F, as the genie point does.

    CE(U) - CE(P_F U) less the same of W is CE(U) - CE(W), where U = W2 off F and W on F.
    """
    U = project(data, data.W) + data.W2 - project(data, data.W2)
    found = equal(loss(data, project(data, U)), loss(data, project(data, data.W)), terms=0)
    counted = [(X, project(data, X)) for X in (U, data.W)]
    size = sum((data.xp.max(scores(data, X).size, -1) for pair in counted for X in pair), 0 * found.slack)
    terms = ulps.steps(4) + sum(loss_terms(data, X) for pair in counted for X in pair)
    lost = 2 * projection_error(data, data.W) + projection_error(data, data.W2) + projection_error(data, U)
    error = data.xp.rounding(1 + size, terms) + 2 * data.xp.max(norms(data), -1) * lost
    return Evidence(found.slack, error, 1 + size)
