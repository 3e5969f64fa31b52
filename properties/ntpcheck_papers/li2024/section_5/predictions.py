"""Sentences between the results: when W^mm is zero, what it suppresses, what a right prediction needs.

Options other than the defaults make false neighbours.
"""

from ntpcheck import ulps
from ntpcheck.arithmetic import FLOAT, Array
from ntpcheck.checks.decoders import same
from ntpcheck.evidence import Evidence
from ntpcheck.instances import graph
from ntpcheck.instances.attention import Attending, Attention
from ntpcheck.instances.graph import component
from ntpcheck.reference.attention_loss import logits, weights
from ntpcheck.reference.graph_svm import graph_svm
from ntpcheck_papers.li2024.shared import priority
from ntpcheck_papers.li2024.shared.assumptions import fact
from ntpcheck_papers.li2024.shared.scores import (
    logit_error,
    logit_sizes,
    weight_error,
)

TINY = 2.0**-1000  # a softmax weight that underflows is positive all the same


def margin_error(data: Attention, W: Array) -> tuple[Array, Array]:
    """`[...]` bounds on the error of a margin of W^mm, and on its size."""
    xp, E = data.xp, data.xp.abs(data.embeddings)
    size = 1 + priority.largest(data, E @ xp.abs(W) @ E.swapaxes(-1, -2), 2)
    error = xp.rounding(size, ulps.logits(data.size("d")) + 4)
    if xp is FLOAT:
        error = error + 4 * (data.embeddings**2).sum(-1).amax(-1) * graph_svm(data).error
    return error, size


def selects_only(data: Attention, *, label: bool = False) -> Evidence:
    """(e_y - e_z)^T W^mm xbar_i > 0 for all tokens z != y of X_i.

    y is any token of X_i from which some x of X_i is reachable, and not conversely. label: y is the label,
    alone in R_i, and the margin at least 1.
    """
    xp, found = data.xp, graph_svm(data)
    v = logits(data, found.W)
    reach = graph.reachable(data)
    reach = reach & ~reach.swapaxes(-1, -2)
    there = data.present[..., :, None] & data.present[..., None, :]
    there = there & ~same(data.size("K"), data.embeddings)
    if label:
        alone = (component(data) <= data.is_label).all(-1)
        asked = data.is_label & data.present & alone[..., None]
    else:
        own = (data.is_last[..., :, None, None] & reach[..., None, :, :, :]).any(-3)
        asked = (own & there).any(-1)
    gaps = v[..., :, None] - v[..., None, :] - (1 if label else 0)
    slack = priority.smallest(data, xp.where(asked[..., None] & there, gaps, 1), 3)
    return Evidence(slack, *margin_error(data, found.W), strict=not label)


def outputs(data: Attending) -> tuple[Array, Array, Array]:
    """f_W(X_i) - e_{y_i} `[..., n, d]`, e_{y_i}, and a bound `[...]` on the rounding of the first."""
    xp, s, E = data.xp, weights(data, data.W), data.embeddings
    own = xp.sum(xp.where(data.is_label[..., None], E[..., None, :, :], 0), -2)
    apart = E[..., None, :, :] - own[..., :, None, :]
    size = priority.largest(data, xp.abs(E), 2)
    relative = weight_error(data) + xp.rounding(1 + 0 * size, ulps.total(data.size("K")) + 4)
    return xp.sum(s[..., None] * apart, -2), own, 2 * relative * size


def positive_entries(data: Attending, *, softmax: bool = False) -> Evidence:
    """s_it > 0 for all t and i, s_i = X_i W xbar_i. softmax: s_i its softmax."""
    xp = data.xp
    if softmax:
        counts = xp.maximum(data.number("counts"), 1)
        s = weights(data, data.W) / counts
        s = xp.maximum(s, TINY) if xp is FLOAT else s
        # A weight is positive however far rounding moves it, hence never more than half of it.
        least = priority.smallest(data, xp.where(data.present, s, 2), 2)
        error, size = least * xp.minimum(weight_error(data), 1 / (1 + 1 + 0 * data.knee)), 1 + 0 * data.knee
    else:
        s, error, size = logits(data, data.W), logit_error(data), 1 + logit_sizes(data)
    shown = xp.where(data.present, s, 2 + 2 * size[..., None, None])
    return Evidence(priority.smallest(data, shown, 2), error, size, strict=True)


def subset_differs(data: Attention, *, outside: bool = False) -> Evidence:
    """X-bar_i != X_i for every i in I: some token is removed.

    outside: iff X_i has a token outside the component of its label, for all i in I.
    """
    xp, present = data.xp, priority.present(data)
    kept = priority.of_samples(data, priority.same_component(data))
    removed = xp.sum(present * priority.of_samples(data, priority.strict(data)), -1)
    asked = xp.max(present * kept, -1)
    fewer = xp.minimum(removed, 1)
    if outside:
        others = xp.max(present * (1 - kept) * (1 - priority.is_label(data)), -1)
        fewer = 1 - xp.abs(fewer - others)
    return fact(data, xp.min(1 - asked * (1 - fewer), -1))
