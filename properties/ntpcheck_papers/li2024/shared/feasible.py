"""Whether (Graph-SVM) has a solution, and one other than zero."""

from dataclasses import replace
from typing import Any

import numpy as np
import torch

from ntpcheck.arithmetic import FLOAT, Array
from ntpcheck.checks.compare import decided
from ntpcheck.evidence import Evidence
from ntpcheck.instances.attention import Attention
from ntpcheck.instances.base import cached
from ntpcheck.reference.graph_svm import GraphSVM, graph_svm
from ntpcheck_papers.li2024.shared import priority
from ntpcheck_papers.li2024.shared.assumptions import fact


def margins(data: Attention, W: Array) -> Array:
    """`[..., K, K, K]` (e_i - e_j)^T W e_k at k, i, j."""
    scores = (data.embeddings @ W @ data.embeddings.mT).mT
    return scores[..., :, None] - scores[..., None, :]


def kept(data: Attention, W: Array) -> Array:
    """`[...]` the least slack of W `[..., d, d]` in the constraints of (Graph-SVM)."""
    found = margins(data, W)
    slack = priority.smallest(data, priority.strict(data) * (found - 1), 3)
    off = priority.largest(data, priority.same_component(data) * data.xp.abs(found), 3)
    return data.xp.minimum(slack, -off)


@cached
def feasible(data: Attention) -> Evidence:
    """Some W satisfies the constraints of (Graph-SVM).

    Slack on floats: 1/(1 + ||W^mm||), or -1 where a Farkas ray rules all W out. Exactly: W^mm keeps every
    constraint; else a ray rules all W out.
    """
    found = graph_svm(data)
    if data.xp is FLOAT:
        size = (found.W**2).sum((-2, -1)).sqrt()
        slack = torch.where(found.feasible, 1 / (1 + size), torch.full_like(size, -1.0))
        return Evidence(slack, torch.where(found.decided, 0.0, torch.inf), slack.abs())
    if bool(np.all(found.feasible)):
        slack = kept(data, found.W)
        return Evidence(slack, 0 * slack, 1 + data.xp.abs(slack))
    evidence = decided(found.feasible, data.embeddings)
    slack: Any = np.asarray(np.where(found.decided, evidence.slack, float("nan")), dtype=object)
    return Evidence(slack, evidence.error, evidence.scale)


def ray(data: Attention, found: GraphSVM) -> Array:
    """`[]` max |M| of one exact instance, from the ray's weights.

    M is the mean of rows (e_i - e_j) e_k^T of strict edges with the ray's weights plus a combination of ties:
    every W has some margin of at most max |M| ||W||_1. Without a solution M is zero.
    """
    strict, tied = priority.strict(data), priority.same_component(data)
    weights, ties = found.alpha * strict, found.beta * tied
    pulls = (weights + ties).sum(-1) - (weights + ties).sum(-2)  # [query, token]
    M = data.embeddings.mT @ pulls.mT @ data.embeddings
    total = priority.largest(data, weights.sum((-2, -1)).sum(-1), 0)
    return priority.largest(data, data.xp.abs(M), 2) / total


def where_solvable(data: Attention, evidence: Evidence, found: GraphSVM) -> Evidence:
    """The same evidence; undefined on one exact instance without a solution."""
    return replace(evidence, defined=bool(np.all(found.feasible)))


@cached
def nonzero_svm(data: Attention) -> Evidence:
    """Some strict priority i => j stands in some graph: a solution of (Graph-SVM), if any, is not zero."""
    return fact(data, priority.largest(data, priority.strict(data), 3))
