"""The displayed bounds on losses in the proofs about the regularisation path, and the radius that they give.

Notation as in attention_path_steps. The risk exceeds its floor by the mean of l(u_i - g_i) - l(u_i), u_i the
score of R_i alone and g_i = u_i less the score; l(u - g) - l(u) is g times a mean of -l', which doubles get
without cancellation. c_dn and c_up are the least and the largest -l' between the least and the largest score
of the data; c_min and c_max range over all pairs of tokens, and are 0 where there is one token.
"""

from dataclasses import replace
from typing import NamedTuple

from ntpcheck import ulps
from ntpcheck.arithmetic import FLOAT, Array
from ntpcheck.checks.existence import undefined
from ntpcheck.evidence import Evidence
from ntpcheck.instances import loss as table
from ntpcheck.instances.attention import AttendingScaled, Attention
from ntpcheck.instances.base import cached
from ntpcheck.reference.secants import mean_steepness
from ntpcheck_papers.li2024.section_4.path_steps import (
    lengths,
    margins,
    rival_odds,
    sample_error,
    some_sample,
    svm_odds,
)
from ntpcheck_papers.li2024.shared import priority
from ntpcheck_papers.li2024.shared.scores import score_size


class Steepness(NamedTuple):
    """c_dn, c_up, c_min, c_max; all `[...]`."""

    least: Array
    most: Array
    narrow: Array
    wide: Array


@cached
def steepness(data: Attention) -> Steepness:
    """-l' is monotone on either side of the knee, so its extremes lie at the ends and nearest to the knee."""
    xp, gamma, there = data.xp, data.scores, data.present
    far = 2 * priority.largest(data, xp.abs(gamma), 2)[..., None, None] + 1
    low = priority.smallest(data, xp.where(there, gamma, far), 2)
    high = priority.largest(data, xp.where(there, gamma, -far), 2)
    near = xp.minimum(xp.maximum(data.knee, low), high)
    slopes = -table.slope(data.loss, data.knee, xp.stack([low, high, near]))
    pairs, apart = data.head @ data.embeddings.mT, priority.apart(data)
    gaps = xp.sum(pairs * (1 - apart), -1)[..., None] - pairs
    wide = 2 * priority.largest(data, xp.abs(pairs), 2)[..., None, None] + 1
    narrow = xp.minimum(priority.smallest(data, gaps + (1 - apart) * wide, 2), wide[..., 0, 0] - 1)
    return Steepness(xp.min(slopes, -1), xp.max(slopes, -1), narrow, priority.largest(data, gaps * apart, 2))


def loss_above(data: AttendingScaled) -> Evidence:
    """(8), step by step: for some i, L(R W') - L* is at least (c_dn c_min / n) / (1 + T e^((1-eps) R)).

    Its steps: all l(gamma_i^R) >= l(gamma_i^max); then, for one i, l(gamma^R) - l(gamma^max) >= c_dn
    (gamma^max - gamma^R), gamma^max - gamma^R >= c_min (1 - sum_O s), and (6). Undefined where c_dn is 0.
    """
    xp, found = data.xp, steepness(data)
    if xp is not FLOAT and bool(found.least[()] == 0):
        return undefined()
    own = _own(data)
    gaps = own[..., None] - data.scores
    odds, weighted, (T, copies) = rival_odds(data), rival_odds(data, gaps), lengths(data)
    g = _gap(data, weighted, odds, margins(data).least)
    steps = (
        secant(data, own, g, found.least),
        weighted - found.narrow[..., None] * odds,
        odds * T - copies,
        xp.min(g, -1)[..., None] + 0 * odds,
    )
    error = (sample_error(data, odds) + score_error(data)) * (1 + score_size(data))
    evidence = some_sample(data, *steps, error=error, scale=score_size(data))
    return replace(evidence, defined=found.least > 0 if xp is FLOAT else True)


def _own(data: Attention) -> Array:
    """gamma_i^max `[..., n]` where R_i holds the label alone."""
    return data.xp.sum(data.xp.where(data.is_label, data.scores, 0), -1)


def _gap(data: AttendingScaled, weighted: Array, odds: Array, rate: Array) -> Array:
    """`[..., n]` weighted / (|O| e^(rate R) + odds), for odds that were multiplied by e^(rate R)."""
    xp, (_, copies) = data.xp, lengths(data)
    growth = xp.minimum(rate * data.R, GROWTH) if xp is FLOAT else rate * data.R
    return weighted / (copies * xp.exp(growth)[..., None] + odds)


GROWTH = 600.0  # e^600 is a double still, and far beyond what odds are compared with


def loss_below(data: AttendingScaled) -> Evidence:
    """(9), step by step: L(R W^mm) - L* <= c_up c_max / (1 + e^R / T) <= c_up c_max T e^-R.

    Its steps, for every i: l(gamma*) - l(gamma^max) <= c_up (gamma^max - gamma*), gamma^max - gamma* <=
    c_max (1 - sum_O s*), and 1 - sum_O s* <= 1 / (1 + e^R / T).
    Reading: the display's i in the third member is j, over which its maximum goes; and T is T_j.
    """
    xp, found, own = data.xp, steepness(data), _own(data)
    gaps = own[..., None] - data.scores
    odds, weighted, (T, copies) = svm_odds(data), svm_odds(data, gaps), lengths(data)
    g = _gap(data, weighted, odds, 1 + 0 * data.R)
    steps = (-secant(data, own, g, found.most), found.wide[..., None] * odds - weighted, T * copies - odds)
    slack = priority.smallest(data, xp.minimum(xp.minimum(steps[0], steps[1]), steps[2]), 1)
    size = 1 + priority.largest(data, T * copies, 1) + score_size(data)
    error = (sample_error(data, odds) + score_error(data)) * (1 + score_size(data))
    return Evidence(slack, error, size)


def score_error(data: AttendingScaled) -> Array:
    """`[...]` rounding of scores and slopes."""
    terms = 8 * (ulps.dot(data.size("d")) + ulps.total(data.size("K"))) + 4 * ulps.LOG
    return data.xp.rounding(1 + score_size(data), terms)


def secant(data: Attention, u: Array, g: Array, constant: Array) -> Array:
    """`[..., n]` the mean of -l' on [u - g, u] less a constant `[...]`; on balls that times g."""
    if data.xp is FLOAT:
        return mean_steepness(data, u, g) - constant[..., None]
    before, after = (table.value(data.loss, data.knee, at) for at in (u, u - g))
    return after - before - constant[..., None] * g
