"""Sections 3.1, 4.1, 5, after Theorem 2 and App. B.1: what is said between the results."""

from typing import Any

import torch

from ntpcheck.arithmetic import FLOAT, Array
from ntpcheck.claim import Effort, claim
from ntpcheck.evidence import Evidence
from ntpcheck.instances import graph
from ntpcheck.instances.attention import Attending, Attention
from ntpcheck.reference.attention_loss import weights
from ntpcheck.reference.graph_svm import graph_svm
from ntpcheck_papers.li2024.section_5 import coercive, predictions
from ntpcheck_papers.li2024.section_5.predictions import margin_error, outputs
from ntpcheck_papers.li2024.setting import ATTENDING, ATTENTION, SUBSPACES
from ntpcheck_papers.li2024.shared import priority
from ntpcheck_papers.li2024.shared.feasible import margins
from ntpcheck_papers.li2024.shared.scores import score_error, score_size


@claim("attention/section-3.1/suppresses", domain=ATTENTION)
def suppresses(data: Attention, effort: Effort) -> Evidence:
    """Checked: W^mm has (e_y - e_x)^T W^mm e_k >= 1, so that at R W^mm softmax gives x at most e^-R of what
    it gives y.
    """
    # (e_y - e_x)^T W^mm e_k >= 1 where y -> x is reachable in graph k and x -> y is not. For inputs that end
    # with k and hold both: along R W^mm softmax gives x at most e^-R of what it gives y.
    xp, found = data.xp, graph_svm(data)
    reach = graph.reachable(data)
    there = data.present[..., :, None] & data.present[..., None, :]
    held = (data.is_last[..., :, None, None] & there[..., None, :, :]).any(-4)
    asked = held & reach & ~reach.swapaxes(-1, -2)
    slack = priority.smallest(data, xp.where(asked, margins(data, found.W) - 1, 1), 3)
    return Evidence(slack, *margin_error(data, found.W))


@claim("attention/section-3.1/suppresses@only", domain=ATTENTION)
def suppresses_all(data: Attention, effort: Effort) -> Evidence:
    """An input may hold a third token that dominates y, or one in the component of y."""
    return predictions.selects_only(data)


@claim("attention/section-3.1/suppresses@only/amended", domain=ATTENTION)
def suppresses_all_amended(data: Attention, effort: Effort) -> Evidence:
    """Changed: y is the label, and alone. Then (e_y - e_z)^T W^mm e_k >= 1 for all other tokens z."""
    return predictions.selects_only(data, label=True)


@claim("attention/lemma-1/proof/positive", domain=ATTENDING)
def positive(data: Attending, effort: Effort) -> Evidence:
    """The logits of W = 0 are zero."""
    return predictions.positive_entries(data)


@claim("attention/lemma-1/proof/positive/amended", domain=ATTENDING)
def positive_amended(data: Attending, effort: Effort) -> Evidence:
    """Changed: the softmax, which the next display needs."""
    return predictions.positive_entries(data, softmax=True)


@claim("attention/section-4.1/correct-prediction", domain=ATTENDING)
def correct_prediction(data: Attending, effort: Effort) -> Evidence:
    """Attention near e_k, as every finite W gives where there are other tokens, predicts k too."""
    # If the largest entry of C f_W(X_i) is that of y_i alone, f_W(X_i) = e_{y_i}.
    xp, (off, own, error) = data.xp, outputs(data)
    distance = xp.max(xp.abs(off), -1)
    values = (own + off) @ data.head.swapaxes(-1, -2)
    mine = xp.sum(xp.where(data.is_label, values, 0), -1)[..., None]
    size = score_size(data)
    lead = xp.min(xp.where(data.is_label, 1 + size[..., None, None], mine - values), -1)
    error = error * (1 + priority.largest(data, xp.sum(xp.abs(data.head), -1), 1)) + score_error(data)
    return Evidence(xp.min(-xp.minimum(lead, distance), -1), error, 1 + size)


@claim("attention/section-4.1/correct-prediction/amended", domain=ATTENDING)
def correct_prediction_amended(data: Attending, effort: Effort) -> Evidence:
    """Changed: the least loss for a correct prediction. Checked: c |f_W(X) - e_y| <= D (gamma^max - u), u the
    score c_y^T f_W(X), c > 0 the least gap of scores, D the largest |e_k - e_y| in the input; | | is the
    largest entry.
    """
    # c ||f_W(X_i) - e_{y_i}|| <= D (gamma_i^max - c_{y_i}^T f_W(X_i)), in the largest entry. c the least and
    # D the largest over the other tokens k of the input of gamma_i^max - gamma_ik and of ||e_k - e_{y_i}||.
    xp, (off, own, error) = data.xp, outputs(data)
    s, gamma, others = weights(data, data.W), data.scores, data.present & ~data.is_label
    best = xp.sum(xp.where(data.is_label, gamma, 0), -1)[..., None]
    gaps = xp.where(others, best - gamma, 0)
    far = xp.max(
        xp.max(xp.abs(data.embeddings[..., None, :, :] - own[..., :, None, :]), -1)
        * xp.where(others, 1, 0 * gamma),
        -1,
    )
    high = xp.max(gaps, -1)
    low = xp.min(xp.where(others, gaps, high[..., None]), -1)
    loss = xp.sum(s * gaps, -1)
    slack = far * loss - low * xp.max(xp.abs(off), -1)
    size = 1 + priority.largest(data, far, 1) * (1 + score_size(data))
    return Evidence(xp.min(slack, -1), (error + score_error(data)) * size, size)


def _true(numbers: Array) -> Any:
    """`[...]` bool of 0/1 numbers."""
    if isinstance(numbers, torch.Tensor):
        return numbers > 0
    return bool(numbers[()] > 0)


@claim("attention/theorem-2/svm-nonzero", domain=SUBSPACES)
def svm_nonzero(data: Attention, effort: Effort) -> Evidence:
    """Checked as stated."""
    # W^mm != 0 iff some graph has i => j.
    xp, found = data.xp, graph_svm(data)
    size = priority.largest(data, xp.abs(found.W), 2) + 0 * data.embeddings[..., 0, 0]
    said = priority.largest(data, priority.strict(data), 3)
    slack = said * size - (1 - said) * size
    error = (
        torch.where(found.decided, torch.where(size == 0, 0.0, found.error), torch.inf)
        if xp is FLOAT
        else 0 * slack
    )
    return Evidence(slack, error, 1 + size, strict=_true(said))


@claim("attention/section-5/finite-risk", domain=ATTENDING)
def finite_risk(data: Attending, effort: Effort) -> Evidence:
    """Checked as stated."""
    return coercive.keeps_component(data)
