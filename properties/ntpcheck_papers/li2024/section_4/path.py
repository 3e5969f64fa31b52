"""Where the regularisation path of the attention risk tends, off S_cyc, for any loss and head.

Every minimiser over the ball of radius R is meant, as there may be several. Let S be the least point off
S_cyc with p_i <S, x_it> >= 1 on every cell, p_i the order at which sample i approaches its floor
(`ntpcheck.reference.attention_path`). Along R S / ||S|| the excess over the floor is at most a constant times
e^(-R / ||S||), and at W_R it is at least a constant times e^(-min p_i <W_R, x_it>), so that

    min p_i <W_R, x_it> >= R / ||S|| - constant,   hence   W_R / R -> S / ||S||:

S is the only point of norm ||S|| with margins p_i <S, x_it> >= 1. S is a multiple of W^mm where all p_i are
equal, and then ||W_R / R - S / ||S|| ||^2 = O(1/R); where they are not, it need not be one.

Where all p_i are 1 the path itself is computed, at R beyond 10^6 ||W^mm||, and held against the law of the
linear model; where not, or where coefficients differ too much for doubles, S is. No candidate is known to
either. One exact instance fails where some V has min p_i <V, x_it> / ||V|| above that of W^mm.
"""

from collections.abc import Callable, Sequence

import numpy as np
import torch

from ntpcheck.arithmetic import FLOAT, Array
from ntpcheck.checks.attention_travels import fixed_travels, free_travels
from ntpcheck.checks.limit import OPEN, UNDEFINED, Row, collected
from ntpcheck.checks.path_limit import lawful, turned
from ntpcheck.checks.path_points import Travel
from ntpcheck.claim import Effort
from ntpcheck.evidence import Evidence
from ntpcheck.instances.attention import Attending, Attention
from ntpcheck.reference.attention_path import Approach, approaches, approaches_at
from ntpcheck.reference.cyclic import project
from ntpcheck.reference.frame import Floats
from ntpcheck_papers.li2024.section_4.path_exact import slower_than
from ntpcheck_papers.li2024.shared.path_outside import admitted, cyclic

Candidate = Callable[[Attention], Array]
TURN = 2.0**-34  # rounding of 1 - cos of two directions known to full precision


def path_direction(data: Attention, candidate: Candidate, effort: Effort) -> Evidence:
    """W_R / R -> candidate / ||candidate|| for the path of the whole risk, S_cyc being {0}.

    Slack: twice the law's 1 - cos at the last point, minus 1 - cos(W_R, candidate) there. Undefined where
    W^mm, or the candidate, is zero.
    """
    if data.xp is not FLOAT:
        return slower_than(data, candidate, 0 * data.embeddings.mT @ data.embeddings, free=True)
    return _directed(data, candidate, approaches(data), free_travels(data), admitted(data) & ~cyclic(data))


def path_direction_at(data: Attending, candidate: Candidate, effort: Effort) -> Evidence:
    """The same for the path off S_cyc with the part P_S W in S_cyc kept fixed."""
    if data.xp is not FLOAT:
        return slower_than(data, candidate, project(data, data.W))
    return _directed(data, candidate, approaches_at(data), fixed_travels(data), admitted(data))


def _directed(
    data: Attention,
    candidate: Candidate,
    ways: Sequence[Approach],
    found: Sequence[Travel | None],
    lawful: torch.Tensor,
) -> Evidence:
    """lawful `[...]` bool: the rows of which a law speaks; others, unless undefined, are open."""
    wanted = candidate(data).reshape(-1, data.size("d"), data.size("d")).cpu().numpy()
    pairs = [directed_row(way, travel, C) for C, way, travel in zip(wanted, ways, found, strict=True)]
    rows = [
        row if holds or not row.defined else OPEN
        for (row, _), holds in zip(pairs, lawful.reshape(-1).tolist(), strict=True)
    ]
    return collected(data, rows, one_minus_cos=[value for _, value in pairs])


def directed_row(way: Approach, travel: Travel | None, C: Floats) -> tuple[Row, float]:
    """One row against a candidate C `[d, d]`, and 1 - cos."""
    if way.frame.separable is not None and not (way.frame.moves and C.any()):
        return UNDEFINED, float("nan")
    if travel is not None and travel.law is not None and travel.believed and lawful(travel, travel.law):
        return turned(travel, travel.law, C)
    if way.frame.moves and travel is None:
        return _apart(way, C)
    return OPEN, float("nan")


def _apart(way: Approach, C: Floats) -> tuple[Row, float]:
    """Minus 1 - cos(S, C)."""
    S = way.direction
    between = S / np.linalg.norm(S) - C / np.linalg.norm(C)
    value = float((between * between).sum()) / 2
    turn = TURN + 4 * way.frame.error / float(np.linalg.norm(way.frame.W))
    return Row(-value, turn * (1 + turn), 1.0), value
