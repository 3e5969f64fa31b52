"""What the pseudo-graph of some weights W says: literally, in the limit r W, and with a threshold.

Along r W the weights of an input tend to those of its tokens of the largest logit. With these selected,
every edge i -> j of the graph of k has e_i^T W e_k >= e_j^T W e_k. So a component ties, and where i => j the
inequality is strict: else j would lead the same input, and j -> i. Hence W itself, scaled up, satisfies
the pseudo (Graph-SVM), which is therefore feasible, and its solution is not zero if some input has unequal
logits.
"""

from __future__ import annotations

from ntpcheck import ulps
from ntpcheck.arithmetic import FLOAT, Array
from ntpcheck.evidence import Evidence
from ntpcheck.instances import graph
from ntpcheck.instances.attention import Attending
from ntpcheck.reference.attention_loss import logits
from ntpcheck.reference.pseudo_graph import leading, of_direction, shares

TINY = 2.0**-1000  # what underflow may hide of a weight in doubles


def unequal_logits(data: Attending, *, beyond_length: bool = False) -> Evidence:
    """Some input has tokens of different logits; or, beyond_length, in each input with unequal logits all
    others lie more than log T_max below the largest.

    Slack: the largest difference within an input; or the least gap minus log T_max.
    """
    xp, v = data.xp, logits(data, data.W)
    top = xp.max(xp.where(data.present, v, xp.min(v, -1)[..., None]), -1)[..., None]
    low = xp.min(xp.where(data.present, v, top), -1)
    widest = xp.max(top[..., 0] - low, -1)
    error = xp.rounding(_reach(data), ulps.logits(data.size("d")) + 4)
    if not beyond_length:
        return Evidence(widest, error, _reach(data), strict=True)
    others = data.present & ~leading(data, data.W)
    far = xp.max(xp.max(top - xp.min(v, -1)[..., None], -1), -1)
    gap = xp.min(xp.min(xp.where(others, top - v, far[..., None, None]), -1), -1)
    longest = xp.max(xp.sum(data.number("counts"), -1), -1)
    return Evidence(gap - xp.log(longest), error, 1 + _reach(data), strict=True)


def _reach(data: Attending) -> Array:
    """`[...]` a bound on every logit."""
    xp = data.xp
    size = xp.sum(xp.abs(data.embeddings), (-2, -1))
    return size * size * xp.sum(xp.abs(data.W), (-2, -1))


def leaves_one_out(data: Attending) -> Evidence:
    """Some position has s_t <= 0: not every token is selected. Slack: minus the least s_t."""
    xp, s = data.xp, shares(data, data.W)
    found = xp.min(xp.min(xp.where(data.present, s, 1), -1), -1)
    # In doubles a weight may underflow to 0, which says nothing.
    terms = ulps.attention(data.size("K"), data.size("d"))
    error = xp.rounding(found * (1 + _reach(data)), terms) + (TINY if xp is FLOAT else 0)
    return Evidence(-found, error, found)


def strict_in_the_limit(data: Attending) -> Evidence:
    """Pseudo-graphs of the direction of W: W ties their components and keeps every i => j, and one there is.

    Slack: the least (e_i - e_j)^T W e_k over strict edges minus the widest tie.
    """
    xp, pseudo = data.xp, of_direction(data)
    strict, tied = graph.strict(pseudo), graph.same_component(pseudo)
    scores = (data.embeddings @ data.W @ data.embeddings.mT).mT
    margins = scores[..., :, None] - scores[..., None, :]
    reach = 1 + 2 * _reach(data)

    def least_of(values: Array) -> Array:
        return xp.min(xp.min(xp.min(values, -1), -1), -1)

    kept = least_of(xp.where(strict, margins, reach[..., None, None, None]))
    tie = least_of(xp.where(tied, -xp.abs(margins), 0))
    error = xp.rounding(reach, ulps.logits(data.size("d")) + 4)
    slack = xp.where(strict.any(-1).any(-1).any(-1), kept, -1)
    return Evidence(xp.where(tie < -error, tie, slack), error, reach, strict=True)


def separating_threshold(data: Attending) -> Evidence:
    """Some threshold selects, in every input, exactly the tokens of the largest logit.

    Slack: the least s_t of a token of the largest logit minus the largest s_t of another.
    """
    xp, s = data.xp, shares(data, data.W)
    first = leading(data, data.W)
    selected = xp.min(xp.min(xp.where(first, s, 1), -1), -1)
    others = xp.max(xp.max(xp.where(data.present & ~first, s, 0), -1), -1)
    terms = ulps.attention(data.size("K"), data.size("d"))
    return Evidence(selected - others, xp.rounding(1 + _reach(data), terms), 1 + 0 * others, strict=True)
