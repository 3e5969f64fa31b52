"""The displayed bounds in the proofs about the regularisation path: softmax shares, losses, and the radius.

W' = W off S_cyc competes with W^mm, both times R, beside V = P_S W2 in S_cyc; mu'_it and mu_it are their
margins (e_{y_i} - e_t)^T W xbar_i on tokens t outside R_i, b_it the logits at V. 1 - eps is the least mu'.
The shares of the label are compared by the odds against them, times e^((1 - eps) R) or e^R, so that nothing
under- or overflows where the statement holds.
"""

from typing import Any, NamedTuple

from ntpcheck import ulps
from ntpcheck.arithmetic import FLOAT, Array
from ntpcheck.evidence import Evidence
from ntpcheck.instances.attention import AttendingScaled, Attention
from ntpcheck.instances.base import cached
from ntpcheck.instances.graph import component
from ntpcheck.reference.attention_loss import below_labels, logits
from ntpcheck.reference.cyclic import project
from ntpcheck.reference.graph_svm import graph_svm
from ntpcheck_papers.li2024.section_4.path_exact import off_subspace
from ntpcheck_papers.li2024.shared import priority
from ntpcheck_papers.li2024.shared.scores import projected_logits
from ntpcheck_papers.li2024.shared.svm import absolute_logits

FAR = 2**60  # a margin of tokens that are not asked about


class Margins(NamedTuple):
    """Of one instance or batch; arrays `[..., n, K]` unless said otherwise."""

    rival: Array  # mu'
    best: Array  # mu
    inner: Array  # b
    counts: Array
    below: Any  # bool: tokens outside R_i
    least: Array  # [...] 1 - eps
    error: Array  # [...] bound on the error of R times a margin, and of b


@cached
def margins(data: AttendingScaled) -> Margins:
    """Both margins."""
    xp, best = data.xp, graph_svm(data)
    V, W = project(data, data.W2), off_subspace(data, data.W)
    b, below = logits(data, V), below_labels(data)
    rival, own = (_margins(data, at) for at in (W, best.W))
    least = priority.smallest(data, xp.where(below, rival, FAR), 2)
    sizes = [absolute_logits(data, at) for at in (data.W, best.W, data.W2)]
    reach = xp.abs(data.R) * (sizes[0] + sizes[1]) + sizes[2] + 1
    error = xp.rounding(reach, ulps.logits(data.size("d")) + 4) + projected_logits(data, data.W2)
    error = error + xp.abs(data.R) * projected_logits(data, data.W)
    if xp is FLOAT:
        error = error + 2 * xp.abs(data.R) * best.error * (data.embeddings**2).sum(-1).amax(-1)
    return Margins(rival, own, b, data.number("counts"), below, least, error)


def beside_label(data: AttendingScaled) -> tuple[Array, Array]:
    """`[..., n]` the label's own b, and the sum over R_i of counts times e^(b_it - b)."""
    xp, found, inside = data.xp, margins(data), component(data)
    own = xp.sum(xp.where(data.is_label, found.inner, 0), -1)
    apart = xp.where(inside, found.inner - own[..., None], 0)
    return own, xp.sum(xp.where(inside, found.counts * xp.exp(apart), 0), -1)


def _margins(data: Attention, W: Array) -> Array:
    v = logits(data, W)
    return data.xp.sum(data.xp.where(data.is_label, v, 0), -1)[..., None] - v


def some_sample(data: AttendingScaled, *parts: Array, error: Array, scale: Any = 1) -> Evidence:
    """Some sample `[..., n]` with tokens outside R_i has all slacks nonnegative."""
    xp = data.xp
    slack = parts[0]
    for part in parts[1:]:
        slack = xp.minimum(slack, part)
    asked = xp.max(xp.where(margins(data).below, 1, 0 * slack[..., None]), -1)
    size = 1 + scale + 0 * data.R
    chosen = xp.where(asked == 1, slack, -1 - size[..., None])
    return Evidence(xp.max(chosen, -1), error, size)


def rival_odds(data: AttendingScaled, weights: Array | None = None) -> Array:
    """`[..., n]` e^((1 - eps) R) sum_{t outside R_i} m_it weight_it e^(-R mu'_it), weights 1 unless given."""
    found = margins(data)
    power = data.R[..., None, None] * (found.least[..., None, None] - found.rival)
    return _weighted(data, power, weights)


def svm_odds(data: AttendingScaled, weights: Array | None = None) -> Array:
    """`[..., n]` e^R sum_{t outside R_i} m_it weight_it e^(-R mu_it)."""
    power = data.R[..., None, None] * (1 - margins(data).best)
    return _weighted(data, power, weights)


def _weighted(data: AttendingScaled, power: Array, weights: Array | None) -> Array:
    xp, found = data.xp, margins(data)
    terms = xp.where(found.below, found.counts * xp.exp(xp.where(found.below, power, 0)), 0)
    return xp.sum(terms if weights is None else terms * weights, -1)


def lengths(data: Attention) -> tuple[Array, Array]:
    """T_i and |O_i| `[..., n]`."""
    counts = data.number("counts")
    return data.xp.sum(counts, -1), data.xp.sum(data.xp.where(data.is_label, counts, 0), -1)


def sample_error(data: AttendingScaled, size: Array) -> Array:
    """A bound on the error of a sum of exponentials of size `[..., n]`."""
    relative = 4 * margins(data).error + data.xp.rounding(1 + 0 * data.R, ulps.softmax(data.size("K")))
    return relative * (1 + priority.largest(data, data.xp.abs(size), 1))


def component_share_above(data: AttendingScaled, *, all_tokens: bool = False, last: bool = False) -> Evidence:
    """sum_O s <= c / (d + sum_{t outside R} e^(-(1-eps) R + b_t)) <= c / (d + e^(-(1-eps) R - bbar)), some i.

    bbar: the largest |b_t| over the R_i; all_tokens: over all tokens of the inputs. last or all_tokens: the
    first and the last member alone.
    """
    xp, found = data.xp, margins(data)
    top, weights = shifted(data)
    odds = rival_odds(data, weights)
    total = xp.sum(xp.where(found.below, found.counts * weights, 0), -1)
    least = xp.exp(-bbar(data, all_tokens=all_tokens)[..., None] - top)
    slacks = [odds - least] if all_tokens or last else [odds - total, total - least]
    return some_sample(data, *slacks, error=sample_error(data, total))


def component_share_below(data: AttendingScaled, *, all_tokens: bool = False) -> Evidence:
    """sum_O s* >= c / (d + sum_{t outside R} e^(-R + b_t)) >= c / (d + T e^(-R + bbar)) for every i.

    bbar as above; all_tokens: over all tokens of the inputs.
    """
    xp, found = data.xp, margins(data)
    top, weights = shifted(data)
    total = xp.sum(xp.where(found.below, found.counts * weights, 0), -1)
    first = total - svm_odds(data, weights)
    power = xp.minimum(bbar(data, all_tokens=all_tokens)[..., None] - top, 16)  # e^16: enough for any counts
    second = lengths(data)[0] * xp.exp(power) - total
    scale = priority.largest(data, xp.abs(second) + total, 1)
    slack = priority.smallest(data, xp.minimum(first, second), 1)
    return Evidence(slack, sample_error(data, total) * (1 + scale), 1 + scale)


def shifted(data: AttendingScaled) -> tuple[Array, Array]:
    """The largest b_t outside R_i `[..., n]` (0 where there is none), and e^(b_t) over its exponential."""
    xp, found = data.xp, margins(data)
    low = xp.min(found.inner, -1)[..., None]
    top = xp.max(xp.where(found.below, found.inner, low), -1)
    some = xp.max(xp.where(found.below, 1, 0 * found.inner), -1)
    top = xp.where(some == 1, top, 0)
    return top, xp.where(found.below, xp.exp(xp.where(found.below, found.inner - top[..., None], 0)), 0)


def bbar(data: AttendingScaled, *, all_tokens: bool = False) -> Array:
    """`[...]` max |b_it| over t in R_i, or over all tokens of the inputs."""
    shown = data.present if all_tokens else component(data)
    return priority.largest(data, data.xp.abs(data.xp.where(shown, margins(data).inner, 0)), 2)
