"""A cyclic risk that is constant: the linear loss, and every token of a component the label equally often.

Let the samples with cyclic tokens fall into groups of one last token and equal counts on R_i, and let each
group name every token of its R_i equally often. With l(u) = -u the shares of a group's labels add up to a
constant: the cyclic risk is constant, every W minimises it, and W^cyc = 0. At weights V, v_ik = e_k^T V
xbar_i, the risk exceeds its infimum by (1/n) sum_i q_iy rho_i / (1 + rho_i), q_iy the label's share of R_i.
With top_i = max over R_i of v_ik, along W = R V (1 + o(1)) its logarithm is -R (kappa(V) + o(1)),

    kappa(V) = min over tokens t outside R_i of (top_i - v_iy) + max(0, top_i - v_it).

If W_R / R tended to C / ||C||, no V could have kappa(V) / ||V|| > kappa(C) / ||C||. If P_S W_R stayed
bounded, none could beat W^mm, whose kappa over norm is the largest off S_cyc. But pushing one token of R_i
up raises kappa at no cost of first order.
"""

from collections.abc import Iterator
from fractions import Fraction
from itertools import islice, product
from typing import Any

import numpy as np
import torch

from ntpcheck.arithmetic import FLOAT, Array, ExactArray, as_numpy, exact_array
from ntpcheck.checks.existence import failures, unsettled
from ntpcheck.evidence import Evidence, Rigor
from ntpcheck.instances.attention import Attention
from ntpcheck.instances.graph import component
from ntpcheck.instances.loss import LOG, named
from ntpcheck.reference.attention_frame import attention_frames
from ntpcheck.reference.attention_loss import below_labels, logits, picks_label
from ntpcheck.reference.attention_path import realizable_part
from ntpcheck.reference.frame import Floats
from ntpcheck.reference.law import least_point
from ntpcheck.reference.pair_correction import pair_correction
from ntpcheck_papers.li2024.shared import priority
from ntpcheck_papers.li2024.shared.cyclic_correction import runs_away
from ntpcheck_papers.li2024.shared.path_runaway import runaways

DENOMINATOR, CHOICES = 64, 64
FAR = 2**60  # a rate of tokens that are not asked about


def finite_correction(data: Attention) -> Evidence:
    """There is a W^cyc: S_cyc is {0}, the cyclic risk is level, or the loss is the logarithm; else open.

    On doubles also where it has one minimiser on a line. There is none where a pair of tokens runs away.
    """
    xp = data.xp
    cyclic = xp.minimum(priority.largest(data, priority.same_component(data), 3), 1)
    log = 1 - xp.minimum(xp.abs(data.number("loss") - LOG), 1)
    known = xp.maximum(xp.maximum(1 - cyclic, level_risk(data)), log * _picking(data))
    slack = known - xp.asarray(1, known) / 2
    if xp is FLOAT:
        slack = torch.where(pair_correction(data).known, 0.5, slack)
        return Evidence(slack, torch.where((slack > 0) | runaways(data), 0.0, torch.inf), slack.abs())
    known = bool(slack[()] > 0) or runs_away(data.floats()) is not None
    return Evidence(slack, 0 * slack, xp.abs(slack)) if known else unsettled(exact_array(0))


def _picking(data: Attention) -> Array:
    """`[...]` 1 where the head picks the labels."""
    picked = picks_label(data).all(-1)
    return data.xp.where(picked, data.xp.asarray(1, data.knee), 0)


def level_risk(data: Attention) -> Array:
    """`[...]` 1 where the loss is linear and each group names the tokens of its R_i equally often, else 0."""
    xp, counts = data.xp, data.number("counts")
    own, last = priority.is_label(data), data.number("last")
    inside = priority.present(data) * xp.maximum(
        own, priority.of_samples(data, priority.same_component(data))
    )
    within = counts * inside
    apart = xp.sum(xp.abs(within[..., :, None, :] - within[..., None, :, :]), -1)
    same = 1 - xp.minimum(apart + xp.abs(last[..., :, None] - last[..., None, :]), 1)
    named_so = same @ own  # [..., n, K]: how often the group of i names the token
    mine = xp.sum(named_so * own, -1)
    off = xp.sum(xp.sum(inside * xp.abs(named_so - mine[..., None]), -1), -1)
    return 1 - xp.minimum(off + xp.abs(data.number("loss") - named("linear")), 1)


def kappa(data: Attention, V: Array) -> Array:
    """`[...]` the rate above, for V `[..., d, d]`."""
    xp, v = data.xp, logits(data, V)
    own = xp.sum(xp.where(data.is_label, v, 0), -1)[..., None]
    top = xp.max(xp.where(component(data), v, own), -1)[..., None]
    rates = top - own + xp.maximum(top - v, 0 * v)
    return priority.smallest(data, xp.where(below_labels(data), rates, FAR), 2)


def rivals(data: Attention) -> Iterator[Floats]:
    """Of one float instance: least V with 2 v_iz - v_iy - v_it >= 1, z one token of each component."""
    (frame,) = attention_frames(realizable_part(data))
    E, queries = data.embeddings.cpu().numpy(), data.queries.cpu().numpy()
    inside = as_numpy(component(data))
    keys = sorted({(int(q), tuple(row)) for q, row in zip(data.last, inside, strict=True)})
    tokens = [np.flatnonzero(row) for _, row in keys]
    labels = data.labels.cpu().numpy()
    for choice in islice(product(*tokens), CHOICES):
        chosen = dict(zip(keys, choice, strict=True))
        z = np.array([chosen[int(data.last[i]), tuple(inside[i])] for i in frame.context])
        steps = 2 * E[z] - E[labels[frame.context]] - E[frame.token]
        rows = (steps[:, :, None] * queries[frame.context][:, None, :]).reshape(len(z), -1)
        point = least_point(rows)
        if np.isfinite(point).all() and (rows @ point > 0.5).all():
            yield point.reshape(frame.W.shape)


def escaping_rate(data: Attention, i: int, C: Floats) -> float:
    """By what share the best rival's kappa over norm exceeds C's, in row i of a batch; -1 if unknown."""
    row = data.row(tuple(int(k) for k in np.unravel_index(i, data.batch))) if data.batch else data
    if not bool(level_risk(row) == 1) or not C.any():
        return -1.0
    ours = float(kappa(row, row.embeddings.new_tensor(C)) / np.linalg.norm(C))
    rates = [float(kappa(row, row.embeddings.new_tensor(V)) / np.linalg.norm(V)) for V in rivals(row)]
    best = max(rates, default=-1.0)
    return (best - ours) / best if best > 0 else -1.0


def escapes(data: Attention, C: Any) -> Evidence:
    """One exact instance fails where a level cyclic risk has a rival of larger kappa over norm than C."""
    here = data.floats()
    found = list(rivals(here)) if bool(level_risk(here) == 1) and np.any(C != 0) else []
    if not found:
        return unsettled(exact_array(0))
    best = max(found, key=lambda V: float(kappa(here, here.embeddings.new_tensor(V)) / np.linalg.norm(V)))
    entries = [Fraction(x).limit_denominator(DENOMINATOR) for x in best.ravel()]
    rival = exact_array(entries).reshape(best.shape).view(ExactArray)
    ours, other = (kappa(data, V) for V in (C, rival))
    sizes = [sum(x * x for x in np.ravel(V)) for V in (C, rival)]
    slack = ours * abs(ours) * sizes[1] - other * abs(other) * sizes[0]
    return failures(Evidence(slack, 0 * slack, 1 + abs(slack), rigor=Rigor.EXACT))
