"""Beyond the paper: what attention, the risk and (Graph-SVM) do not depend on."""

from typing import Any

import numpy as np
import torch

from ntpcheck import ulps
from ntpcheck.arithmetic import FLOAT, Array
from ntpcheck.checks.compare import equal
from ntpcheck.claim import Effort, claim
from ntpcheck.evidence import Evidence
from ntpcheck.instances.attention import Attending, AttendingPair, Attention
from ntpcheck.reference.attention_loss import weights
from ntpcheck.reference.graph_svm import graph_svm
from ntpcheck_papers.li2024.setting import ATTENDING, ATTENDING_PAIRS, ATTENTION
from ntpcheck_papers.li2024.shared import priority
from ntpcheck_papers.li2024.shared.scores import logit_sizes


def rotation(data: Attention) -> Array:
    """`[..., d, d]` an orthogonal Q read off E, rational for rational E: two reflections, Q != Q^T mostly.

    In the vectors (1, 2, .., d) and, where that is not zero, the first embedding.
    """
    xp, d = data.xp, data.size("d")
    first = data.embeddings[..., 0, :]
    steps = xp.asarray(list(range(1, d + 1)), first) + 0 * first
    zero = (first == 0).all(-1)
    return _reflection(data, steps, zero & ~zero) @ _reflection(data, first, zero)


def _reflection(data: Attention, v: Array, zero: Any) -> Array:
    """I - 2 v v^T / |v|^2; I where v is `zero`."""
    xp, d = data.xp, data.size("d")
    unit = xp.asarray(np.eye(d, dtype=int).tolist(), v)
    square = xp.where(zero, 1, xp.sum(v * v, -1))[..., None, None]
    return unit - 2 * v[..., :, None] * v[..., None, :] / square


def turned(data: Attention, W: Array) -> Array:
    """Q^T W Q."""
    Q = rotation(data)
    return Q.mT @ W @ Q


def shifted(data: AttendingPair) -> Evidence:
    """Attention is the same at W + (sum_y c_y) w^T, w the first row of W2 (C E^T = I)."""
    lift, w = data.xp.sum(data.head, -2), data.W2[..., 0, :]
    return _same_attention(data, data.replace(W=data.W + lift[..., :, None] * w[..., None, :]))


def copied(data: Attending) -> Evidence:
    """Attention per token is the same where every token of every input is repeated three times."""
    mask: Any = data.present
    often = 1 + 2 * (mask.long() if isinstance(mask, torch.Tensor) else mask.astype(int))
    return _same_attention(data, data.replace(counts=data.counts * often))


def _same_attention(data: Attending, other: Attending) -> Evidence:
    """s_ik is equal in both, for every input and token."""
    left, right = weights(data, data.W), weights(other, other.W)
    reach = logit_sizes(data) + logit_sizes(other) + 1
    terms = 2 * ulps.attention(data.size("K"), data.size("d")) + 2 * ulps.dot(data.size("d")) + 8
    return equal(left, right, terms=terms, axes=2, scale=reach[..., None, None])


@claim("attention/sharper/rotation", domain=ATTENDING)
def rotated_risk(data: Attending, effort: Effort) -> Evidence:
    """Hence the same scores and the same risk, with the head C Q."""
    # Every input's attention is the same for the embeddings E Q at the weights W `[..., d, d]`.
    W = turned(data, data.W)
    return _same_attention(data, data.replace(embeddings=data.embeddings @ rotation(data), W=W))


@claim("attention/sharper/rotation-svm", domain=ATTENTION)
def rotation_svm(data: Attention, effort: Effort) -> Evidence:
    """Checked as stated."""
    # (Graph-SVM) is feasible for E Q exactly if it is for E, and its solution is then W `[..., d, d]`.
    W = turned(data, graph_svm(data).W)
    xp, found = data.xp, graph_svm(data)
    other = graph_svm(data.replace(embeddings=data.embeddings @ rotation(data)))
    off = priority.largest(data, xp.abs(other.W - W), 2)
    size = 1 + priority.largest(data, xp.abs(found.W), 2)
    same = found.feasible == other.feasible
    if xp is not FLOAT:
        slack = -off if bool(np.all(same)) else 0 * off - 1
        return Evidence(slack, 0 * off, size, defined=bool(np.all(found.decided & other.decided)))
    errors = [torch.where(x.feasible, x.error, 0.0) for x in (found, other)]
    error = 4 * (errors[0] + errors[1]) + xp.rounding(size, 4 * ulps.entries(W) + 16)
    return Evidence(-off, torch.where(same & found.decided & other.decided, error, torch.inf), size)


@claim("attention/sharper/shift", domain=ATTENDING_PAIRS)
def shift(data: AttendingPair, effort: Effort) -> Evidence:
    """It adds w^T xbar_i to every logit of the i-th input. So L is constant along d directions at least."""
    return shifted(data)


@claim("attention/sharper/copies", domain=ATTENDING)
def copies(data: Attending, effort: Effort) -> Evidence:
    """The graphs are the same too: they depend on which tokens there are. Checked for threefold inputs."""
    return copied(data)
