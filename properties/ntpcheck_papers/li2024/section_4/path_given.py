"""Hypotheses of the proofs about the regularisation path, and the one that repairs its direction."""

from __future__ import annotations

import torch

from ntpcheck.arithmetic import FLOAT, Array, exact_array
from ntpcheck.checks.existence import unsettled
from ntpcheck.evidence import Evidence
from ntpcheck.instances import loss as table
from ntpcheck.instances.attention import Attending, Attention
from ntpcheck.reference.attention_loss import logits
from ntpcheck.reference.attention_path import inner_scores
from ntpcheck.reference.cyclic import project
from ntpcheck.reference.pair_correction import pair_correction
from ntpcheck_papers.li2024.section_3 import priority
from ntpcheck_papers.li2024.section_3.scores import score_size


def steep_at_labels(data: Attention) -> Evidence:
    """l' vanishes at no c_y^T e_y of a label y that R_i holds alone, and at no u_i otherwise (V = 0)."""
    return _steep(data, 0 * data.embeddings.mT @ data.embeddings)


def steep_at_inner_scores(data: Attending) -> Evidence:
    """l' vanishes at no u_i, the score of R_i alone at P_S W."""
    return _steep(data, project(data, data.W))


def sole_minimiser(data: Attention) -> Evidence:
    """The cyclic risk has one minimiser in S_cyc and is larger at infinity; else open.

    S_cyc is {0}, or on doubles a line on which the risk falls and then rises.
    """
    xp = data.xp
    slack = 1 - 2 * xp.minimum(priority.largest(data, priority.same_component(data), 3), 1)
    if xp is FLOAT:
        slack = torch.where(pair_correction(data).known, 1.0, slack)
        return Evidence(slack, torch.where(slack > 0, 0.0, torch.inf), slack.abs())
    return Evidence(slack, 0 * slack, xp.abs(slack)) if bool(slack[()] > 0) else unsettled(exact_array(0))


def steep_at_correction(data: Attention) -> Evidence:
    """l' vanishes at no u_i, the score of R_i alone at W^cyc, for data with a `sole_minimiser`."""
    V = pair_correction(data).V if data.xp is FLOAT else 0 * data.embeddings.mT @ data.embeddings
    return _steep(data, V)


def _steep(data: Attention, V: Array) -> Evidence:
    """The slack is that of the flattest slope. Undefined where the log-loss meets a u_i = 0."""
    xp, u = data.xp, inner_scores(data, V)
    log = (data.loss == table.LOG)[..., None]
    missing = log & (u == 0)
    slopes = table.slope(data.loss, data.knee, xp.where(missing, 1, u))
    slack = -priority.largest(data, slopes, 1)
    wrong = priority.largest(data, xp.abs(logits(data, V)), 2) + 1
    # Logits are off by 2 d + 4 roundings of their size, shares by twice that and 2 K + 8 more, u_i by K + 8
    # more, times the scores: 4 d + 3 K + 24. A slope l' moves by at most 6 times that; 24 d + 18 K + 144 is
    # below 64 (K + d + 1). Of the logarithm and the exponential the sign alone counts, which u_i tells.
    error = xp.rounding(wrong * (score_size(data) + 1), 64 * (data.size("K") + data.size("d") + 1))
    if xp is FLOAT:  # 1 / u is not known where u may be 0
        slack = torch.where((log & (u.abs() <= error[..., None])).any(-1), torch.nan, slack)
    return Evidence(slack, error, 1 + xp.abs(slack), strict=True, defined=~missing.any(-1))
