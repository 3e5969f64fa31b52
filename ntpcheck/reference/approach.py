"""How gradient descent from W_0 = 0 comes near W^mm, also on data too large for coordinates of F.

Where the support vectors have independent rows the dual solution is unique, so it is the one that the limit
selects (`law`) and there is no offset to search for: M = W* + W~ lies in the span of the in-support rows and
those of the support vectors n = (j, v), and

    l_jz = log p_jz + c_j in support,   l_jv = log(alpha_n / (eta pi_j)) + c_j on support vectors

for its logits and some levels c, since eta pi_j exp(l_jv) / sum_{z in S_j} exp(l_jz) = alpha_n. The least
such W is the one of `token_blocks`. W* is orthogonal to W^mm, so <M, W^mm> = <W~, W^mm>.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from ntpcheck.instances.dataset import Dataset
from ntpcheck.reference.frame import frames
from ntpcheck.reference.law import POSITIVE, law
from ntpcheck.reference.max_margin import max_margin
from ntpcheck.reference.solvers.slack_form import INDEPENDENT
from ntpcheck.reference.solvers.token_blocks import (
    MOST_REFINEMENTS,
    RIDGE,
    TokenBlocks,
    refined,
    unit_contexts,
)


class Approach(NamedTuple):
    """W_k = (log k + shift) W^mm + D + o(1), with D orthogonal to W^mm; see `Law` for the rest."""

    square: float  # ||W^mm||^2
    shift: float
    side: float  # ||D||
    rate: float  # 0 where a log log k term survives, and the rest is then not the whole


def approach(data: Dataset, eta: float) -> Approach:
    """That of one compatible and separable dataset, a batch of shape `()`; some support is not full."""
    (frame,) = frames(data)
    limit = law(frame, eta)
    # D: the part of W* + W~ off W^mm; the two are orthogonal to each other, and W* to W^mm.
    off = limit.offset - (limit.offset @ limit.lead) / limit.square * limit.lead
    side = math.hypot(float(np.linalg.norm(frame.centre)), float(np.linalg.norm(off)))
    return Approach(limit.square, limit.shift, side, limit.rate)


def approach_by_tokens(data: Dataset, eta: float) -> Approach | None:
    """The same without coordinates; None where W^mm is not decided, or rows are dependent or too many."""
    best = max_margin(data)
    support, alpha, tight, margins, W = (
        np.asarray(a) for a in (data.support, best.alpha, best.tight, best.margins, best.W)
    )
    cells = support | tight
    fits = bool(best.decided) and TokenBlocks.fit(cells)
    if not fits or not (alpha[tight] > POSITIVE * alpha.max()).all():
        return None
    unit, lengths = unit_contexts(data.embeddings.cpu().numpy())
    blocks = TokenBlocks(unit @ unit.T, cells, RIDGE)
    if blocks.curvature(cells.astype(float)) <= INDEPENDENT**2:
        return None
    weights = np.where(tight, alpha / (eta * data.pi.cpu().numpy()[:, None]), data.p.cpu().numpy())
    targets = np.log(np.where(cells, weights, 1.0)) / lengths[:, None]
    M = refined(blocks, unit, targets, MOST_REFINEMENTS).W
    square, inner = float(np.vdot(W, W)), float(np.vdot(M, W))
    side = math.sqrt(max(float(np.vdot(M, M)) - inner**2 / square, 0.0))
    scales = np.where(tight, 1 / np.sqrt(np.where(tight, alpha, 1.0)), 0.0) / lengths[:, None]
    gap = float((margins[~cells] - 1).min(initial=np.inf))
    return Approach(square, inner / square, side, min(blocks.curvature(scales), gap, 1.0))
