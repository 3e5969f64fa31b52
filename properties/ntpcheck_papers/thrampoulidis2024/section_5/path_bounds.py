"""The minimiser W_B of CE over ||W|| <= B, by what its small loss forces: no solver enters.

CE(W_B) <= CE(W* + R W^mm) for the R that puts this point on the sphere, and R grows with B. So CE(W_B) - H
tends to zero, and what any W with a small loss must be like is what W_B tends to be like.
"""

from typing import Any

import torch

from ntpcheck import ulps
from ntpcheck.arithmetic import FLOAT, Array
from ntpcheck.checks.decoders import scores
from ntpcheck.checks.existence import outcomes
from ntpcheck.checks.feasible import compatible, where_compatible
from ntpcheck.checks.loss import excess
from ntpcheck.evidence import Evidence, Outcome, both
from ntpcheck.instances.dataset import Dataset, Decoding, Scaled
from ntpcheck.reference.subspace import project
from ntpcheck_papers.thrampoulidis2024.shared.approach import (
    finite_equations,
    log_softplus,
    near_probabilities,
)
from ntpcheck_papers.thrampoulidis2024.shared.genie import length, small_loss
from ntpcheck_papers.thrampoulidis2024.shared.in_subspace import projection_error


def on_f_tends(data: Scaled, star: Array) -> Evidence:
    """P_F W_B tends to star `[..., V, d]`.

    Three facts at any W and gamma: CE(W* + gamma W^mm) - H <= C e^-gamma; |q_j - p_j|_1^2 <= 2 (CE(W) -
    H) / pi_j for the softmax q_j restricted to S_j; and on every support the logits of P_F W - star
    are those of log q_j - log p_j up to a shift. So q_j tends to p_j along W_B, and P_F W_B to the limit.
    Undefined on incompatible data, which have no W*.
    """
    facts = small_loss(data), near_probabilities(data, data.W), finite_equations(data, data.W, star)
    return where_compatible(data, both(*facts))


def norms(data: Decoding) -> tuple[Array, Array]:
    """||P_F W|| and ||P_perp W|| `[...]`."""
    flat = project(data, data.W)
    return length(data, flat), length(data, data.W - flat)


def leak(data: Decoding, inside: Array, off: Array) -> Evidence:
    """CE(W) - H >= pi_j log1p((V - S_j)/S_j e^(-M_j (inside + off))) for the two norms `[...]`, in logs.

    M_j = sqrt(2) ||h_j||: no two logits of a context are further apart than that times ||W||. With P_F W
    bounded, a loss near H needs a large P_perp W.
    """
    xp: Any = data.xp
    reach = xp.sqrt(2 * xp.sum(data.embeddings * data.embeddings, -1))
    span = reach * (inside + off)[..., None]
    full = xp.all(data.support, -1)
    out, among = (_counted(data, mask) for mask in (~data.support, data.support))
    ratio = xp.log(xp.where(full, 1 + 0 * span, out / among))
    bound = xp.log(data.pi) + log_softplus(data, ratio - span)
    found = excess(data, scores(data, data.W))
    there = _compatible(data)
    lost = xp.where(there, found.total, found.outside)
    positive_part = xp.where(lost > 0, lost, 1 + 0 * lost) if xp is FLOAT else lost
    slack = xp.log(positive_part)[..., None] - bound
    slack = xp.min(xp.where(full, 1 + 0 * slack, slack), -1)
    size = 1 + xp.max(span, -1)
    # Besides the span: logs of quotients of counts, of pi_j and of both sides.
    terms = ulps.entries(data.W) + ulps.dot(data.size("d")) + ulps.LOG * ulps.COUNT + 16
    error = xp.rounding(size, terms) + 4 * xp.max(reach, -1) * projection_error(data, data.W)
    if xp is FLOAT:
        wrong = xp.where(there, found.inside_error, 0.0) + found.outside_error
        known = (lost > 0) | xp.all(full, -1)  # of a loss that underflows the log is not known
        error = xp.where(known, error + 2 * wrong / positive_part, xp.asarray(torch.inf, error))
    return Evidence(slack, error, size)


def _compatible(data: Decoding) -> Any:
    """`[...]` bool, on the device of floats."""
    return outcomes(compatible(data), Outcome.HOLDS)


def _counted(data: Dataset, mask: Any) -> Array:
    """`[..., m]` how many tokens the mask holds, as numbers."""
    xp = data.xp
    ones = xp.where(mask, 1 + 0 * data.p, 0 * data.p)
    return xp.sum(ones, -1)
