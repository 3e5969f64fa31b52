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

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

import numpy as np
import torch

from ntpcheck.arithmetic import FLOAT, Array
from ntpcheck.checks.attention_descent import below_labels
from ntpcheck.checks.attention_path_exact import slower_than
from ntpcheck.checks.attention_path_outside import admitted, cyclic
from ntpcheck.checks.limit import OPEN, UNDEFINED, Row, collected
from ntpcheck.checks.path_limit import lawful, turned
from ntpcheck.checks.path_points import BELIEVED, Travel, travelled
from ntpcheck.claim import Effort
from ntpcheck.evidence import Evidence
from ntpcheck.instances.attention import Attending, Attention
from ntpcheck.instances.base import cached
from ntpcheck.reference.attention_loss import combined, pulls
from ntpcheck.reference.attention_path import (
    Approach,
    approaches,
    approaches_at,
    approaches_at_minimiser,
    realizable_part,
)
from ntpcheck.reference.cyclic import project
from ntpcheck.reference.frame import Floats
from ntpcheck.reference.graph_svm import graph_svm
from ntpcheck.reference.pair_correction import pair_correction
from ntpcheck.reference.path import Path, path

Candidate = Callable[[Attention], Array]
PLAIN = (60.0, 200.0, 500.0)  # r at which e^-r / r is a double and e^-r is below rounding, mostly
DEEP = 2.0**-44  # e^-r times the odds: where they are larger the points say nothing of the risk
MODERATE, SPREAD = 300.0, 30.0  # log c up to which exponentials of it, and ratios of them, keep their digits
TURN = 2.0**-34  # rounding of 1 - cos of two directions known to full precision


def svm_direction(data: Attention) -> Array:
    """W^mm `[..., d, d]`; zero where there is none."""
    return graph_svm(data).W


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


@cached
def free_travels(data: Attention) -> list[Travel | None]:
    """The path of every row of a float batch with S_cyc = {0}; None where S has to do."""
    return _travels(data, approaches(data), torch.zeros_like(data.embeddings.mT @ data.embeddings))


@cached
def fixed_travels(data: Attending) -> list[Travel | None]:
    """The path off S_cyc at P_S W; None where S has to do."""
    return _travels(data, approaches_at(data), project(data, data.W))


@cached
def centred_travels(data: Attention) -> list[Travel | None]:
    """The path of the whole risk with its part in S_cyc at W^cyc, where that is known; 0 elsewhere."""
    data = realizable_part(data)
    return _travels(data, approaches_at_minimiser(data), pair_correction(data).V)


def _travels(data: Attention, ways: Sequence[Approach], V: torch.Tensor) -> list[Travel | None]:
    inner = V.reshape(-1, *V.shape[-2:])
    flat = data.replace(**{name: _flat(data, name) for name in data.AXES})
    found: list[Travel | None] = []
    for i, way in enumerate(ways):
        usable = way.steep and _comparable(way)
        believed = partial(
            _stationary, way, lambda W, i=i: _slope(flat.row(i), inner[i] + inner.new_tensor(W))
        )
        found.append(travelled(way.frame, (), believed) if usable else None)
    return found


def _comparable(way: Approach) -> bool:
    """Whether doubles can hold the coefficients, and those of the tight cells beside each other."""
    log_c, tight = way.frame.log_c, way.frame.tight
    spread = float(np.ptp(log_c[tight])) if tight.any() else 0.0
    return bool((np.abs(log_c) <= MODERATE).all()) and spread <= SPREAD


def _flat(data: Attention, name: str) -> torch.Tensor:
    array = getattr(data, name)
    return array.reshape(-1, *array.shape[len(data.batch) :])


def _slope(row: Attention, W: torch.Tensor) -> Floats:
    """`[d, d]` the gradient of one row's risk off S_cyc.

    What tokens of R_i pull lies in S_cyc, and is left out before it could cancel.
    """
    pulled = torch.where(below_labels(row), pulls(row, W), 0.0)
    full = combined(row, pulled) / row.size("n")
    return (full - project(row, full)).cpu().numpy()


def _stationary(way: Approach, slope: Callable[[Floats], Floats], _: Path) -> bool:
    """Whether grad L = -lambda W off S_cyc at some point of the path, the gradient from the data alone."""
    if not way.frame.moves:
        return True
    for r in PLAIN:
        point = path(way.frame, [r])
        odds = point.frame.log_c - np.log(point.frame.pi[point.frame.context])
        margins = point.frame.cells @ (r * point.frame.wmm + point.u[0])
        if not np.max(odds - margins) < np.log(DEEP):
            continue
        W, multiplier = point.decoder(0) - way.frame.centre, np.exp(point.log_multiplier[0])
        left = np.linalg.norm(slope(W) + multiplier * W)
        return bool(left <= BELIEVED * multiplier * (1 + np.linalg.norm(W)))
    return False


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
