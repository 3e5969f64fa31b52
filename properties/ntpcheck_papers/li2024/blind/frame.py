"""Quantities of the attention paper, written from its text: softmax shares, log-loss risk, gradient."""

from __future__ import annotations

from typing import Any

from ntpcheck.instances import graph
from ntpcheck.reference.graph_svm import graph_svm


def related(data: Any, relation: Any) -> Any:
    """`[..., n, K]` bool: the label of a sequence stands in the relation to the token, in its graph."""
    pair = data.is_last[..., :, None] & data.is_label[..., None, :]
    return (pair[..., None] & relation[..., None, :, :, :]).any(-2).any(-2)


def converse(relation: Any) -> Any:
    return relation.swapaxes(-1, -2)


def above(data: Any) -> Any:
    """`[..., n, K]` bool: the input tokens strictly below the label, y_i => x."""
    return data.present & related(data, graph.strict(data))


def tied(data: Any) -> Any:
    """R_i `[..., n, K]` bool."""
    return data.present & (data.is_label | related(data, graph.same_component(data)))


def everywhere(mask: Any, axes: int) -> Any:
    for _ in range(axes):
        mask = mask.all(-1)
    return mask


def components(data: Any) -> Any:
    """`[..., K]` N_k: the nodes of a graph that share their component with no earlier node."""
    same = graph.same_component(data)
    K = data.size("K")
    count = 0
    for i in range(K):
        first = graph.nodes(data)[..., i]
        for j in range(i):
            first = first & ~same[..., i, j]
        count = count + 1 * first
    return count


def logits(data: Any, W: Any) -> Any:
    """`[..., n, K]` e_k^T W xbar_i."""
    return data.queries @ W.mT @ data.embeddings.mT


def shares(data: Any, W: Any) -> Any:
    """`[..., n, K]` what softmax gives to all copies of a token together."""
    return softmax(data, logits(data, W))


def softmax(data: Any, v: Any) -> Any:
    """`[..., n, K]` the same of logits `[..., n, K]`."""
    xp, here = data.xp, data.present
    top = xp.max(xp.where(here, v, xp.min(v, -1)[..., None]), -1)[..., None]
    z = xp.where(here, data.number("counts") * xp.exp(xp.where(here, v - top, 0)), 0)
    return z / xp.sum(z, -1)[..., None]


def each(data: Any, W: Any) -> Any:
    """`[..., n, K]` s_it at one position that holds the token; 0 where none does."""
    return shares(data, W) / data.xp.where(data.present, data.number("counts"), 1)


def weighted(data: Any, W: Any) -> Any:
    """`[..., n, K]` v_k + log m_k for tokens that are present."""
    xp = data.xp
    return logits(data, W) + xp.log(xp.where(data.present, data.number("counts"), 1))


def at_label(data: Any, x: Any) -> Any:
    return data.xp.sum(data.xp.where(data.is_label, x, 0), -1)


def sample_risks(data: Any, W: Any, mask: Any = None) -> Any:
    """`[..., n]` -log of the label's share among the tokens of the mask, under C E^T = I."""
    a = weighted(data, W)
    return data.xp.logsumexp(a, -1, where=data.present if mask is None else mask) - at_label(data, a)


def mean(data: Any, x: Any) -> Any:
    return data.xp.sum(x, -1) / data.sized("n")


def risk(data: Any, W: Any) -> Any:
    return mean(data, sample_risks(data, W))


def label_rows(data: Any) -> Any:
    """`[..., n, d]` e_{y_i}."""
    picked = data.xp.where(data.is_label[..., None], data.embeddings[..., None, :, :], 0)
    return data.xp.sum(picked, -2)


def gradient(data: Any, W: Any, weights: Any = None) -> Any:
    """`[..., d, d]` (1/n) sum_i sum_t s_it (x_it - e_{y_i}) xbar_i^T, log-loss and C E^T = I."""
    s = shares(data, W) if weights is None else weights
    pulled = s @ data.embeddings - data.xp.sum(s, -1)[..., None] * label_rows(data)
    return pulled.mT @ data.queries / data.sized("n")[..., None, None]


def square(data: Any, M: Any) -> Any:
    return data.xp.sum(M * M, (-2, -1))


def inner(data: Any, M: Any, N: Any) -> Any:
    return data.xp.sum(M * N, (-2, -1))


def svm(data: Any) -> Any:
    return graph_svm(data).W


def size(data: Any, *weights: Any) -> Any:
    """`[...]` how large the numbers in a formula get."""
    xp = data.xp
    total = 1 + xp.max(xp.max(xp.abs(data.embeddings), -1), -1) ** 2
    for W in weights:
        total = total + xp.max(xp.max(xp.abs(logits(data, W)), -1), -1)
    return total
