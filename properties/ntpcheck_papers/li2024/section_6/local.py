"""Where gradient descent on the attention risk ends up when the loss or the head is a general one.

Three exact cases decide for good; all are dynamics of a few logits.

basin.  Two inputs of two tokens each, ending in different tokens, C E^T = I, the loss l(u) = -u. With z_i =
        (e_{y_i} - e_{t_i}) xbar_i^T and a = <W, z_1>, b = <W, z_2> a step adds (eta / n)(p(a) z_1 + p(b) z_2)
        to W, p(x) = 1 / (4 cosh^2(x / 2)): the pull of an input that gets its label wrong vanishes like that
        of one that gets it right. Let c = -<z_1, z_2>, a < 0 <= b and M = |a| - b >= 0. As cosh(b / 2) <=
        e^(b/2) and cosh(a / 2) >= e^(|a|/2) / 2, p(a) <= q p(b) with q = 4 e^-M. So if
            c - q |z_1|^2 >= 0,   |z_2|^2 - q c >= 0,   c - |z_2|^2 - q (|z_1|^2 - c) >= 0,
        then a does not rise, b does not fall, and |a| - b does not fall: the conditions hold for ever,
        whatever eta > 0 is, and a <= a_0 < 0. But <W^mm, z_1> >= 1, as y_1 => t_1.
knee.   One input of two tokens y, t, the cubic loss, whose slope -3 (u - a)^2 is 0 at its knee a alone, and
        scores gamma_y > gamma_t. W moves along z = (e_y - e_t) xbar^T, and W^mm = z / |z|^2. With g = <W, z>,
        s = 1 / (1 + e^-g), D = gamma_y - gamma_t and u = gamma_t + D s, a step adds
        eta |z|^2 3 (u - a)^2 D s (1 - s) to g while |u - a| <= 1. If u_0 > a, then g rises past every number,
        since a step is 0 nowhere above a, and W tends in direction to W^mm. If u_0 <= a < gamma_y, let
        x = a - u_0. As s (1 - s) <= 1/4, the slope of a step in g is at most b = eta |z|^2 D (3 x D / 8 +
        3 x^2 / 4) in size while u_0 <= u <= a. If b < 1 and x <= 1, no step leads past the zero at u = a: W
        tends to some W_0 + m z, whose direction is that of z only if W_0 is a multiple of z.
ties.   One input of three tokens o, t, c with E E^T = I, the loss l(u) = -u, and scores gamma_o = gamma_t >
        gamma_c. A step adds kappa s_c (s_o, s_t, -(s_o + s_t)) to their logits, kappa = eta (gamma_o -
        gamma_c). So v_t never falls; v_o - v_c grows, without bound, since otherwise s_c would stay away from
        0; as it grows by at most 2 kappa s_c, the s_c have an infinite sum; and if v_o > v_t at the start,
        v_o - v_t grows by kappa s_c (s_o - s_t) >= kappa s_c (1 - s_c) tanh((v_o - v_t) / 2), hence without
        bound too. In the limit o alone is selected, o => t and o => c, and the pseudo W^mm pulls t down as
        much as c: it is (2 e_o - e_t - e_c) xbar^T / 3. But v_t / ||W|| has no negative limit.
"""

from typing import Any

import numpy as np

from ntpcheck.arithmetic import FLOAT, Array, as_numpy, exact_array, midpoint
from ntpcheck.checks.existence import cases, failures, unsettled
from ntpcheck.checks.limit import OPEN, Row, collected
from ntpcheck.claim import Effort
from ntpcheck.evidence import Evidence, Rigor
from ntpcheck.instances.attention import AttentionRun
from ntpcheck.instances.loss import named

LINEAR, CUBIC = named("linear"), named("cubic")


def decided(run: AttentionRun) -> Evidence:
    return basin(run) if int(run.loss) == LINEAR else knee(run)


def exactly(run: AttentionRun, decide: Any) -> Evidence:
    """Each row of a float batch as an exact instance."""
    rows = []
    for row in run.rows():
        slack = np.asarray(decide(row.exact()).slack, dtype=object)[()]
        rows.append(OPEN if isinstance(slack, float) else Row(midpoint(slack)))
    return collected(run, rows)


def basin(run: AttentionRun) -> Evidence:
    """Fails where one exact run is the case `basin` of the module's head; else decides nothing.

    Slack: minus the least of the conditions.
    """
    xp = run.xp
    present = as_numpy(run.counts) == 1
    two = present.shape[0] == 2 and bool((as_numpy(run.counts).sum(-1) == 2).all())
    if not (two and bool((present.sum(-1) == 2).all()) and int(run.loss) == LINEAR):
        return unsettled(exact_array(0))
    labels = [int(y) for y in run.labels]
    if not all(present[i, y] for i, y in enumerate(labels)) or int(run.last[0]) == int(run.last[1]):
        return unsettled(exact_array(0))
    others = [
        next(k for k in range(present.shape[1]) if present[i, k] and k != y) for i, y in enumerate(labels)
    ]
    E = run.embeddings
    steps = [E[y] - E[t] for y, t in zip(labels, others, strict=True)]
    Q = [run.queries[0], run.queries[1]]
    squares = [xp.sum(s * s, -1) * xp.sum(q * q, -1) for s, q in zip(steps, Q, strict=True)]
    c = -xp.sum(steps[0] * steps[1], -1) * xp.sum(Q[0] * Q[1], -1)
    margins = [xp.sum(s * xp.sum(run.W0 * q, -1), -1) for s, q in zip(steps, Q, strict=True)]
    found = [_least(xp, (margins[i], margins[1 - i]), (squares[i], squares[1 - i]), c) for i in (0, 1)]
    least = xp.minimum(xp.maximum(found[0], found[1]), run.eta)
    return failures(Evidence(-least, 0 * least, 1 + xp.abs(least), rigor=Rigor.BALL))


def _least(xp: Any, margins: tuple[Array, Array], squares: tuple[Array, Array], c: Array) -> Array:
    """The least of the conditions, each of which is to be positive."""
    (a, b), (first, second) = margins, squares
    q = 4 * xp.exp(a + b)
    return xp.min(xp.stack((-a, b, c - q * first, second - q * c, c - second - q * (first - c))), -1)


def knee(run: AttentionRun) -> Evidence:
    """Decides where one exact run is the case `knee` of the module's head; else decides nothing.

    Slack: u_0 - a where W tends in direction to W^mm, minus the least of the conditions where it does not.
    """
    xp, counts, y = run.xp, as_numpy(run.counts), int(run.labels[0])
    pair = counts.shape[0] == 1 and int(counts.sum()) == 2 and int(counts.max()) == 1
    if not pair or not int(counts[0, y]) or int(run.loss) != CUBIC:
        return unsettled(exact_array(0))
    t = next(int(k) for k in np.flatnonzero(counts[0]) if int(k) != y)
    apart, query = run.embeddings[y] - run.embeddings[t], run.queries[0]
    square = xp.sum(apart * apart, -1) * xp.sum(query * query, -1)
    along = xp.sum(apart * xp.sum(run.W0 * query, -1), -1)
    highest, lowest = run.scores[0, y], run.scores[0, t]
    gap = highest - lowest
    if not (gap > 0 and square > 0):
        return unsettled(exact_array(0))
    x = run.knee - lowest - gap / (1 + xp.exp(-along))
    off = square * xp.sum(xp.sum(run.W0 * run.W0, -1), -1) - along * along
    slope = run.eta * square * gap * (3 * x * gap / 8 + 3 * x * x / 4)
    least = xp.min(xp.stack((off, highest - run.knee, 1 - slope, 1 - x)), -1)
    above = Evidence(-x, 0 * x, 1 + xp.abs(x), strict=True, rigor=Rigor.BALL)
    below = failures(Evidence(-least, 0 * least, 1 + xp.abs(least), rigor=Rigor.BALL))
    return cases(above, lambda: above, lambda: below)


def pseudo_direction(run: AttentionRun, effort: Effort) -> Evidence:
    """W(tau) tends in direction to the W^mm of the pseudo-graphs of its limit: decided by `ties`."""
    return exactly(run, ties) if run.xp is FLOAT else ties(run)


def ties(run: AttentionRun) -> Evidence:
    """Fails where one exact run is the case `ties` of the module's head; else decides nothing.

    Slack: minus the least of v_o - v_t, the gap of the scores and eta.
    """
    xp = run.xp
    counts = as_numpy(run.counts)
    if counts.shape[0] != 1 or int(counts.sum()) != 3 or int(counts.max()) != 1 or int(run.loss) != LINEAR:
        return unsettled(exact_array(0))
    tokens = [int(k) for k in np.flatnonzero(counts[0])]
    gamma = as_numpy(run.scores)[0]
    c = min(tokens, key=lambda k: gamma[k])
    o, t = (k for k in tokens if k != c)
    inner = run.embeddings @ run.embeddings.mT
    unit = all(bool(inner[i, j] == int(i == j)) for i in tokens for j in tokens)
    if gamma[o] != gamma[t] or not unit:
        return unsettled(exact_array(0))
    scores = run.scores[0]
    v = run.embeddings @ xp.sum(run.W0 * run.queries[0], -1)
    lead = xp.abs(xp.sum(v[[o]] - v[[t]], -1))
    gap = xp.sum(scores[[o]] - scores[[c]], -1)
    least = xp.minimum(xp.minimum(lead, gap), run.eta)
    return failures(Evidence(-least, 0 * least, 1 + xp.abs(least), rigor=Rigor.BALL))
