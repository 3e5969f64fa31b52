"""Hypotheses of the proofs about the regularisation path, and the one that repairs its direction."""

import numpy as np
import torch

from ntpcheck import ulps
from ntpcheck.arithmetic import FLOAT, Array, exact_array
from ntpcheck.checks.existence import unsettled
from ntpcheck.evidence import Evidence, Outcome, judge
from ntpcheck.instances import loss as table
from ntpcheck.instances.attention import Attending, Attention
from ntpcheck.reference.attention_loss import picks_label
from ntpcheck.reference.attention_path import inner_scores
from ntpcheck.reference.cyclic import Correction, cyclic_correction, project
from ntpcheck.reference.pair_correction import pair_correction
from ntpcheck_papers.li2024.shared import priority
from ntpcheck_papers.li2024.shared.cyclic_correction import minimiser_exists, minimiser_unique
from ntpcheck_papers.li2024.shared.scores import reach, score_size


def steep_at_labels(data: Attention) -> Evidence:
    """l' vanishes at no c_y^T e_y of a label y that R_i holds alone, and at no u_i otherwise (V = 0)."""
    return _steep(data, 0 * data.embeddings.mT @ data.embeddings)


def steep_at_inner_scores(data: Attending) -> Evidence:
    """l' vanishes at no u_i, the score of R_i alone at P_S W."""
    return _steep(data, project(data, data.W))


def sole_minimiser(data: Attention) -> Evidence:
    """The cyclic risk has one minimiser in S_cyc and is larger at infinity; else open.

    S_cyc is {0}; or the log-loss, under a head that picks the label, has a minimiser in a certified ball, as
    it is strictly convex then; or, on doubles, S_cyc is a line on which the risk falls and then rises. Not so
    where `minimiser_exists` or `minimiser_unique` knows that it has none, or two.
    """
    wrong = judge(minimiser_exists(data)) == Outcome.FAILS
    if isinstance(data, Attending):
        wrong = wrong | (judge(minimiser_unique(data)) == Outcome.FAILS)
    return _known_minimiser(data, wrong)


def no_lower_far_away(data: Attention) -> Evidence:
    """Far away in S_cyc the cyclic risk is no less than at some nearer point; seen like `sole_minimiser`."""
    return _known_minimiser(data, judge(minimiser_exists(data)) == Outcome.FAILS)


def _known_minimiser(data: Attention, wrong: np.ndarray) -> Evidence:
    """wrong `[...]` bool: rows where the hypothesis is known to fail."""
    xp = data.xp
    slack = 1 - 2 * xp.minimum(priority.largest(data, priority.same_component(data), 3), 1)
    if xp is FLOAT:
        slack = torch.where(pair_correction(data).known | _convex(data), 1.0, slack)
        settled = (slack > 0) | torch.as_tensor(wrong, device=slack.device)
        return Evidence(slack, torch.where(settled, 0.0, torch.inf), slack.abs())
    slack = slack + 2 * int(_convex(data.floats()))
    settled = bool(slack[()] > 0) or bool(wrong)
    return Evidence(slack, 0 * slack, xp.abs(slack)) if settled else unsettled(exact_array(0))


def _convex(data: Attention) -> torch.Tensor:
    """`[...]` bool: the log-loss with labels that occur and are picked, and W^cyc in its ball; on doubles."""
    found = cyclic_correction(data)
    known = (found.state == Correction.FOUND) & torch.isfinite(found.error) & (data.loss == table.LOG)
    return known & picks_label(data).all(-1) & (data.is_label & data.present).any(-1).all(-1)


def steep_at_correction(data: Attention) -> Evidence:
    """l' vanishes at no u_i, the score of R_i alone at W^cyc, for data with a `sole_minimiser`."""
    if data.xp is not FLOAT:
        return _steep(data, 0 * data.embeddings.mT @ data.embeddings)
    found = _steep(data, pair_correction(data).V)
    slack, error = found.slack.clone(), found.error + 0 * found.slack
    for index in np.argwhere(_flat_at_a_lone_label(data).cpu().numpy()):
        row = data.row(tuple(index)) if len(index) else data
        if bool(_flat_at_a_lone_label(row.exact())):  # exactly flat, and no W moves that score
            slack[tuple(index)], error[tuple(index)] = 0.0, 0.0
    return Evidence(slack, error, found.scale, strict=True, defined=found.defined)


def _flat_at_a_lone_label(data: Attention) -> Array:
    """`[...]` bool: l' is 0 at the score c_y^T e_y of a label that is all of its R_i."""
    xp, own = data.xp, priority.is_label(data)
    inside = priority.present(data) * (own + priority.of_samples(data, priority.same_component(data)))
    lone = (xp.sum(inside, -1) == 1) & (xp.sum(inside * own, -1) == 1)
    u = xp.where(lone, xp.sum(own * data.scores, -1), 0)
    slopes = table.slope(data.loss, data.knee, xp.where(u > 0, u, 1))
    return (lone & (u > 0) & (slopes == 0)).any(-1)


def _steep(data: Attention, V: Array) -> Evidence:
    """The slack is that of the flattest slope. Undefined where the log-loss meets a u_i = 0."""
    xp, u = data.xp, inner_scores(data, V)
    log = (data.loss == table.LOG)[..., None]
    missing = log & (u == 0)
    slopes = table.slope(data.loss, data.knee, xp.where(missing, 1, u))
    slack = -priority.largest(data, slopes, 1)
    wrong = reach(data, V) + 1
    # A slope l' moves by at most 6 times u_i's error. Of the logarithm and the exponential the sign alone
    # counts, which u_i tells.
    terms = ulps.attention(data.size("K"), data.size("d")) + ulps.total(data.size("K"))
    error = xp.rounding(wrong * (score_size(data) + 1), 6 * (terms + ulps.dot(data.size("d"))))
    if xp is FLOAT:  # 1 / u is not known where u may be 0
        slack = torch.where((log & (u.abs() <= error[..., None])).any(-1), torch.nan, slack)
    return Evidence(slack, error, 1 + xp.abs(slack), strict=True, defined=~missing.any(-1))
