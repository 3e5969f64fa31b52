"""(17) and (18): scores under C E^T = I, and the risk that they leave of the log-loss.

Source: App. C.1.
"""

from __future__ import annotations

from ntpcheck import ulps
from ntpcheck.arithmetic import Array
from ntpcheck.checks.compare import equal
from ntpcheck.evidence import Evidence
from ntpcheck.instances.attention import Attending, Attention
from ntpcheck.reference.attention_loss import attention_loss, weights
from ntpcheck_papers.li2024.shared.meaning import where_finite
from ntpcheck_papers.li2024.shared.scores import reach, score_size


def scores_are(data: Attention) -> Evidence:
    """gamma_it = 1 for t in O_i and 0 for the other tokens of the input."""
    xp = data.xp
    aim = xp.where(data.is_label, 1, 0 * data.scores)
    left = xp.where(data.present, data.scores - aim, 0)
    size = (1 + score_size(data))[..., None, None]
    return equal(left, 0 * left, terms=ulps.dot(data.size("d")) + 2, axes=2, scale=size)


def risk_is(data: Attending) -> Evidence:
    """L(W) = (1/n) sum_i -log(sum_O s_it)."""
    xp, s = data.xp, weights(data, data.W)
    own: Array = xp.sum(xp.where(data.is_label, s, 0), -1)
    risk, aim = attention_loss(data, data.W), -xp.sum(xp.log(own), -1) / data.sized("n")
    terms = 2 * ulps.risk(data.size("K"), data.size("d"), data.size("n"))
    found = equal(risk, aim, terms=terms, scale=1 + xp.abs(risk) + reach(data, data.W))
    return where_finite(data, found, data.W)
