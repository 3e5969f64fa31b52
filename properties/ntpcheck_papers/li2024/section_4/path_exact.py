"""Exact instances on which the regularisation path leaves a direction that is claimed for it.

If W_R / R tended to C / ||C||, the risk would exceed its floor by at least e^(-R (rho(C) / ||C|| + o(1))),
rho(V) = min p_i <V, x_it>; along R V / ||V|| it exceeds it by at most a constant times
e^(-R rho(V) / ||V||). So rho(V) / ||V|| > rho(C) / ||C|| for one V refutes C. All is rational: V comes from
doubles, and any V will do.
"""

from collections.abc import Callable
from fractions import Fraction
from math import ceil
from typing import Any

import numpy as np
from flint import arb, fmpq

from ntpcheck.arithmetic import Array, ExactArray, as_numpy, exact_array
from ntpcheck.checks.existence import failures, undefined, unsettled
from ntpcheck.evidence import Evidence, Rigor
from ntpcheck.instances.attention import Attention
from ntpcheck.instances.loss import named
from ntpcheck.reference.attention_loss import below_labels, logits
from ntpcheck.reference.attention_path import FLAT_ORDER, approaches, approaches_at, inner_scores
from ntpcheck.reference.cyclic import project
from ntpcheck.reference.graph_svm import graph_svm
from ntpcheck_papers.li2024.shared import priority
from ntpcheck_papers.li2024.shared.path_outside import cyclic, unpathed

DENOMINATOR = 64  # of the entries of V
FAR = 2**60  # a margin of cells that do not count


def slower_than(
    data: Attention, candidate: Callable[[Attention], Array], V: Array, *, free: bool = False
) -> Evidence:
    """One exact instance: some direction beats the candidate `[d, d]`; V is the part of W in S_cyc.

    free: that part is not fixed, so that nothing is said unless S_cyc is {0}.
    Undefined where W^mm or the candidate is zero; what does not fail is left open.
    """
    C: Any = candidate(data)
    best = graph_svm(data)
    if not bool(np.any(best.W != 0)) or not bool(np.any(C != 0)):
        return undefined()
    if bool(np.all(C == best.W)) and (found := unpathed(data, V, free=free)):
        return found
    if free and cyclic(data):
        return unsettled(exact_array(0))
    rival, orders = _rival(data), _orders(data, V)
    if rival is None or orders is None:
        return unsettled(exact_array(0))
    ours, other = (_rate(data, orders, W) for W in (C, rival))
    sizes = [sum((x * x for x in np.ravel(W)), fmpq(0)) for W in (C, rival)]
    slack = ours * abs(ours) * sizes[1] - other * abs(other) * sizes[0]
    return failures(Evidence(slack, 0 * slack, 1 + abs(slack), rigor=Rigor.EXACT))


def _rival(data: Attention) -> ExactArray | None:
    """The direction at which doubles have the path arrive, in rationals off S_cyc."""
    here = data.floats()
    (way,) = approaches_at(here) if hasattr(here, "W") else approaches(here)
    if not way.frame.moves:
        return None
    entries = [Fraction(x).limit_denominator(DENOMINATOR) for x in way.direction.ravel()]
    rounded = exact_array(entries).reshape(way.direction.shape).view(ExactArray)
    return off_subspace(data, rounded).view(ExactArray)


def off_subspace(data: Attention, W: Array) -> Array:
    """`[..., d, d]` the part of W orthogonal to S_cyc."""
    return W - project(data, W)


def _orders(data: Attention, V: Array) -> Array | None:
    """`[n]` p_i, as numbers of the instance; None where R_i is empty or u_i is too near the knee to tell."""
    if not (as_numpy(data.is_label) * as_numpy(data.counts)).sum(-1).all():
        return None
    away: Any = inner_scores(data, V) - data.knee
    distances = [abs(x) for x in np.ravel(away)]
    least = [_below(x) for x in distances if isinstance(x, arb) or x != 0]
    if not all(least):
        return None
    scale = max((ceil(1 / x) for x in least), default=1)
    # 1 where l is flat, and exactly 0 where u_i is not the knee or the loss not the one that is flat there.
    other = data.xp.minimum(data.xp.abs(data.number("loss") - named("cubic")), 1)
    off = data.xp.minimum(scale * data.xp.abs(away), 1)
    return 1 + (FLAT_ORDER - 1) * (1 - other) * (1 - off)


def _below(x: Any) -> Fraction:
    """A rational at most x, positive where doubles can tell x from 0."""
    if isinstance(x, arb):
        return Fraction(max(float(x.lower().mid()), 0.0)) / 2
    return Fraction(int(x.p), int(x.q))


def _rate(data: Attention, orders: Array, W: Array) -> Array:
    """rho(W), the least p_i times a margin over all tokens outside R_i."""
    v = logits(data, W)
    own = data.xp.sum(data.xp.where(data.is_label, v, 0), -1)[..., None]
    weighted = orders[..., None] * (own - v)
    return priority.smallest(data, data.xp.where(below_labels(data), weighted, FAR), 2)
