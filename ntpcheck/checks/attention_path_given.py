"""Hypotheses of the proofs about the regularisation path, and the one that repairs its direction."""

from __future__ import annotations

from ntpcheck.arithmetic import Array
from ntpcheck.checks import priority
from ntpcheck.checks.attention_scores import score_size
from ntpcheck.evidence import Evidence
from ntpcheck.instances import loss as table
from ntpcheck.instances.attention import Attending, Attention
from ntpcheck.reference.attention_loss import logits
from ntpcheck.reference.attention_path import inner_scores
from ntpcheck.reference.cyclic import project


def steep_at_labels(data: Attention) -> Evidence:
    """l' vanishes at no c_y^T e_y of a label y that R_i holds alone, and at no u_i otherwise (V = 0)."""
    return _steep(data, 0 * data.embeddings.mT @ data.embeddings)


def steep_at_inner_scores(data: Attending) -> Evidence:
    """l' vanishes at no u_i, the score of R_i alone at P_S W."""
    return _steep(data, project(data, data.W))


def _steep(data: Attention, V: Array) -> Evidence:
    xp, slopes = data.xp, table.slope(data.loss, data.knee, inner_scores(data, V))
    slack = -priority.largest(data, slopes, 1)
    wrong = priority.largest(data, xp.abs(logits(data, V)), 2) + 1
    error = xp.rounding(wrong * (score_size(data) + 1), 64 * (data.size("K") + data.size("d")))
    return Evidence(slack, error, 1 + xp.abs(slack), strict=True)
