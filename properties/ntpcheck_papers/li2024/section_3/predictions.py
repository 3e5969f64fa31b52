"""Sentences between the results: when W^mm is zero, what it suppresses, what a right prediction needs.

Options other than the defaults make false neighbours.
"""

from __future__ import annotations

from typing import Any

import torch

from ntpcheck.arithmetic import FLOAT, Array
from ntpcheck.checks.decoders import same
from ntpcheck.evidence import Evidence, both
from ntpcheck.instances import graph
from ntpcheck.instances.attention import Attending, Attention
from ntpcheck.instances.cyclic import component
from ntpcheck.reference.attention_loss import logits, weights
from ntpcheck.reference.graph_svm import graph_svm
from ntpcheck_papers.li2024.section_3 import priority
from ntpcheck_papers.li2024.section_3.assumptions import fact
from ntpcheck_papers.li2024.section_3.feasible import margins
from ntpcheck_papers.li2024.section_3.scores import logit_error, logit_sizes, score_error, score_size

TINY = 2.0**-1000  # a softmax weight that underflows is positive all the same


def nonzero_iff(data: Attention, *, edges: str = "strict") -> Evidence:
    """W^mm != 0 iff some graph has i => j.

    edges: "any" for an edge between different tokens; "everywhere" for i => j in every graph that has a node.
    """
    xp, found = data.xp, graph_svm(data)
    size = priority.largest(data, xp.abs(found.W), 2) + 0 * data.embeddings[..., 0, 0]
    relation = priority.edges(data) * priority.apart(data) if edges == "any" else priority.strict(data)
    own = priority.largest(data, relation, 2)
    said = xp.max(own, -1)
    if edges == "everywhere":
        said = said * xp.min(own + 1 - xp.max(priority.nodes(data), -1), -1)
    slack = said * size - (1 - said) * size
    error = (
        torch.where(found.decided, torch.where(size == 0, 0.0, found.error), torch.inf)
        if xp is FLOAT
        else 0 * slack
    )
    return Evidence(slack, error, 1 + size, strict=_true(said))


def _true(numbers: Array) -> Any:
    """`[...]` bool of 0/1 numbers."""
    if isinstance(numbers, torch.Tensor):
        return numbers > 0
    return bool(numbers[()] > 0)


def suppresses(data: Attention, *, least: int = 64, ties: bool = False, swapped: bool = False) -> Evidence:
    """(e_y - e_x)^T W^mm e_k >= least / 64 where y -> x is reachable in graph k and x -> y is not.

    For inputs that end with k and hold both: along R W^mm softmax gives x at most e^-R of what it gives y.
    ties: also where x -> y is reachable. swapped: with the transpose of W^mm.
    """
    xp, found = data.xp, graph_svm(data)
    reach = graph.reachable(data)
    there = data.present[..., :, None] & data.present[..., None, :]
    held = (data.is_last[..., :, None, None] & there[..., None, :, :]).any(-4)
    asked = held & reach & ~same(data.size("K"), data.embeddings)
    asked = asked if ties else asked & ~reach.swapaxes(-1, -2)
    W = found.W.swapaxes(-1, -2) if swapped else found.W
    slack = priority.smallest(
        data, xp.where(asked, margins(data, W) - xp.asarray(least, data.embeddings) / 64, 1), 3
    )
    return Evidence(slack, *_margin_error(data, W))


def _margin_error(data: Attention, W: Array) -> tuple[Array, Array]:
    """`[...]` bounds on the error of a margin of W, which is W^mm or its transpose, and on its size."""
    xp, E = data.xp, data.xp.abs(data.embeddings)
    size = 1 + priority.largest(data, E @ xp.abs(W) @ E.swapaxes(-1, -2), 2)
    error = xp.rounding(size, 32 * data.size("d"))
    if xp is FLOAT:
        error = error + 4 * (data.embeddings**2).sum(-1).amax(-1) * graph_svm(data).error
    return error, size


def selects_only(data: Attention, *, whose: str = "dominant", least: int = 0) -> Evidence:
    """(e_y - e_z)^T W^mm xbar_i > least / 64 for all tokens z != y of X_i, >= where least is not 0.

    whose: y is any token of X_i that is "dominant", x being reachable from it and not conversely for some x
    of X_i; that or "tied", x being reachable; or "dominated" by some x. "label": the label, alone in R_i;
    "any-label": in any case.
    """
    xp, found = data.xp, graph_svm(data)
    v = logits(data, found.W)
    reach = graph.reachable(data)
    reach = reach if whose == "tied" else reach & ~reach.swapaxes(-1, -2)
    reach = reach.swapaxes(-1, -2) if whose == "dominated" else reach
    there = data.present[..., :, None] & data.present[..., None, :]
    there = there & ~same(data.size("K"), data.embeddings)
    if whose in ("label", "any-label"):
        alone = (component(data) <= data.is_label).all(-1) if whose == "label" else data.present.any(-1)
        asked = data.is_label & data.present & alone[..., None]
    else:
        own = (data.is_last[..., :, None, None] & reach[..., None, :, :, :]).any(-3)
        asked = (own & there).any(-1)
    gaps = v[..., :, None] - v[..., None, :] - xp.asarray(least, data.embeddings) / 64
    slack = priority.smallest(data, xp.where(asked[..., None] & there, gaps, 1), 3)
    return Evidence(slack, *_margin_error(data, found.W), strict=least == 0)


def _outputs(data: Attending) -> tuple[Array, Array, Array]:
    """f_W(X_i) - e_{y_i} `[..., n, d]`, e_{y_i}, and a bound `[...]` on the rounding of the first."""
    xp, s, E = data.xp, weights(data, data.W), data.embeddings
    own = xp.sum(xp.where(data.is_label[..., None], E[..., None, :, :], 0), -2)
    apart = E[..., None, :, :] - own[..., :, None, :]
    size = priority.largest(data, xp.abs(E), 2)
    relative = 4 * logit_error(data) + xp.rounding(1 + logit_error(data), 8 * data.size("K") + 16)
    return xp.sum(s[..., None] * apart, -2), own, 2 * relative * size


def right_only_at_label(data: Attending, *, condition: str = "right") -> Evidence:
    """If the largest entry of C f_W(X_i) is that of y_i alone, f_W(X_i) = e_{y_i}.

    condition: "any" for f_W(X_i) = e_{y_i} in any case; "converse" for the converse.
    """
    xp, (off, own, error) = data.xp, _outputs(data)
    distance = xp.max(xp.abs(off), -1)
    values = (own + off) @ data.head.swapaxes(-1, -2)
    mine = xp.sum(xp.where(data.is_label, values, 0), -1)[..., None]
    size = score_size(data)
    lead = xp.min(xp.where(data.is_label, 1 + size[..., None, None], mine - values), -1)
    error = error * (1 + priority.largest(data, xp.sum(xp.abs(data.head), -1), 1)) + score_error(data)
    if condition == "converse":
        return Evidence(xp.min(xp.maximum(distance, lead), -1), error, 1 + size, strict=True)
    slack = distance if condition == "any" else xp.minimum(lead, distance)
    return Evidence(xp.min(-slack, -1), error, 1 + size)


def nearest_at_least_loss(data: Attending, *, parts: int = 64, widest: bool = False) -> Evidence:
    """c ||f_W(X_i) - e_{y_i}|| <= D (gamma_i^max - c_{y_i}^T f_W(X_i)), in the largest entry.

    c the least and D the largest over the other tokens k of the input of gamma_i^max - gamma_ik and of
    ||e_k - e_{y_i}||. parts / 64: a factor of D. widest: the largest for c as well.
    """
    xp, (off, own, error) = data.xp, _outputs(data)
    s, gamma, others = weights(data, data.W), data.scores, data.present & ~data.is_label
    best = xp.sum(xp.where(data.is_label, gamma, 0), -1)[..., None]
    gaps = xp.where(others, best - gamma, 0)
    far = xp.max(
        xp.max(xp.abs(data.embeddings[..., None, :, :] - own[..., :, None, :]), -1)
        * xp.where(others, 1, 0 * gamma),
        -1,
    )
    high = xp.max(gaps, -1)
    low = high if widest else xp.min(xp.where(others, gaps, high[..., None]), -1)
    loss = xp.sum(s * gaps, -1)
    slack = far * loss * parts / 64 - low * xp.max(xp.abs(off), -1)
    size = 1 + priority.largest(data, far, 1) * (1 + score_size(data))
    return Evidence(xp.min(slack, -1), (error + score_error(data)) * size, size)


def positive_entries(
    data: Attending, *, softmax: bool = False, least: int = 0, sign: int = 1, below_one: bool = False
) -> Evidence:
    """sign s_it > least / 64 for all t and i, s_i = X_i W xbar_i. softmax: s_i its softmax.

    below_one: and s_it < 1.
    """
    xp = data.xp
    if softmax:
        counts = xp.maximum(data.number("counts"), 1)
        s = weights(data, data.W) / counts
        s = xp.maximum(s, TINY) if xp is FLOAT else s
        error, size = 0 * data.knee, 1 + 0 * data.knee
    else:
        s, error, size = logits(data, data.W), logit_error(data), 1 + logit_sizes(data)
    shown = xp.where(data.present, sign * s, 2 + 2 * size[..., None, None])
    low = Evidence(
        priority.smallest(data, shown, 2) - xp.asarray(least, error) / 64, error, size, strict=True
    )
    if not below_one:
        return low
    rounded = 4 * logit_error(data) + xp.rounding(size, 64)
    return both(
        low, Evidence(1 - priority.largest(data, xp.where(data.present, s, 0), 2), rounded, size, strict=True)
    )


def subset_differs(
    data: Attention, *, every_sample: bool = False, outside: bool = False, least: int = 1
) -> Evidence:
    """X-bar_i != X_i for every i in I: at least `least` tokens are removed.

    every_sample: for all i. outside: iff X_i has a token outside the component of its label, for all i in I.
    """
    xp, present = data.xp, priority.present(data)
    kept = priority.of_samples(data, priority.same_component(data))
    removed = xp.sum(present * priority.of_samples(data, priority.strict(data)), -1)
    asked = 1 + 0 * removed if every_sample else xp.max(present * kept, -1)
    fewer = xp.maximum(xp.minimum(removed - least + 1, 1), 0)
    if outside:
        others = xp.max(present * (1 - kept) * (1 - priority.is_label(data)), -1)
        fewer = 1 - xp.abs(fewer - others)
    return fact(data, xp.min(1 - asked * (1 - fewer), -1))
