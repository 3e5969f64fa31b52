"""Minimisers of the risk over the cyclic subset: that there is one, only one; and what was removed."""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
import torch

from ntpcheck.arithmetic import FLOAT, Array, as_numpy
from ntpcheck.checks import exact
from ntpcheck.checks.existence import undefined, unsettled
from ntpcheck.evidence import Evidence
from ntpcheck.instances import loss as table
from ntpcheck.instances.attention import Attending, Attention
from ntpcheck.instances.loss import named
from ntpcheck.reference.attention_loss import attention_loss, cyclic_part, gradient, picks_label
from ntpcheck.reference.cyclic import Correction, cyclic_correction
from ntpcheck.reference.pair_correction import known_correction, pair_correction
from ntpcheck_papers.li2024.shared import priority
from ntpcheck_papers.li2024.shared.assumptions import fact
from ntpcheck_papers.li2024.shared.cyclic_span import pair_rows

STATIONARY = 2.0**-16  # of a unit gradient: above it a point is no minimiser of a convex risk


class Pair(NamedTuple):
    """The one component of several tokens, a pair, of one instance: its graph and its tokens."""

    query: int
    tokens: tuple[int, int]


def minimiser_exists(data: Attention) -> Evidence:
    """The risk over the cyclic subset has a minimiser, W^cyc if it is the shortest.

    Found: by Newton's method with a certified ball, or 0 where no sample depends on W, or on a line where the
    risk falls and then rises; its gradient must vanish to within 2^-16. None: with the linear loss, samples
    with the same tokens and their labels unequally often one or the other of a pair, the risk is a constant
    less a multiple of the softmax of one of them, which only tends to its supremum. Undefined where a
    log-loss is infinite for every W. Otherwise open.
    """
    if data.xp is not FLOAT:
        return _exists_exactly(data)
    return _in_floats(data, lambda row: 0.0 if runs_away(row) is None else -1.0)


def known(data: Attention) -> Any:
    """`[...]` bool: W^cyc is known, found in a certified ball or on a line."""
    found = cyclic_correction(data)
    if data.xp is not FLOAT:
        return bool(found.state == Correction.FOUND) and bool(np.isfinite(found.error))
    return ((found.state == Correction.FOUND) & torch.isfinite(found.error)) | pair_correction(data).known


def vanishes_at(data: Attention, at: Array) -> Evidence:
    """The gradient of the cyclic risk vanishes to within 2^-16 at a point `[..., d, d]`; open if W^cyc is not
    known.
    """
    slope = gradient(cyclic_part(data), at)
    if data.xp is FLOAT:
        slack = STATIONARY - slope.norm(dim=(-2, -1))
        return Evidence(slack, torch.where(known(data), 2.0**-30, torch.inf), 0 * slack + 1)
    if not known(data):
        return unsettled(data.knee)
    slack = 1 - 2**16 * priority.largest(data, data.xp.abs(slope), 2)
    return Evidence(slack, 0 * slack, 1 + 0 * slack)


def _in_floats(data: Attention, otherwise: Callable[[Any], float]) -> Evidence:
    """How far the gradient vanishes at W^cyc, found in a certified ball or on a line; else `otherwise`.

    That is a negative slack of one row with a pair, or 0 for a row that it leaves open, as it leaves others.
    """
    found, slack = cyclic_correction(data), vanishes_at(data, known_correction(data)).slack
    open_rows = (found.state == Correction.UNKNOWN) & ~pair_correction(data).known
    slack = torch.where(open_rows, 0.0, slack)
    here = data if slack.device.type == "cpu" else data.to("cpu")
    for index in map(tuple, torch.argwhere(open_rows & _paired(data)).tolist()):
        slack[index] = otherwise(here.row(index))
    error = torch.where(known(data) | (open_rows & (slack < 0)), 2.0**-30, torch.inf)
    return Evidence(slack, error, 0 * slack + 1, defined=found.state != Correction.NOWHERE)


def _exists_exactly(data: Attention) -> Evidence:
    found, xp = cyclic_correction(data), data.xp
    if bool(found.state == Correction.NOWHERE):
        return undefined()
    if known(data):
        return vanishes_at(data, found.W)
    away = runs_away(data.floats())
    if away is None:
        return unsettled(data.knee)
    there = priority.is_last(data)[..., away.query] * (
        priority.is_label(data)[..., away.tokens[0]] - priority.is_label(data)[..., away.tokens[1]]
    )
    slack = -xp.abs(xp.sum(there, -1))
    return Evidence(slack, 0 * slack, 1 - slack)


def _paired(data: Attention) -> torch.Tensor:
    """`[...]` bool: two tokens share a component and no others do, and the head picks the label."""
    part = cyclic_part(data)
    several = (priority.same_component(data) > 0).flatten(-3).sum(-1)
    return (picks_label(part) | ~part.samples).all(-1) & (several == 2)


def _pair(data: Attention) -> Pair | None:
    """Of one float instance; None where it is not `_paired`."""
    if not bool(_paired(data)):
        return None
    query, i, j = torch.argwhere(priority.same_component(data) > 0)[0].tolist()
    return Pair(query, (i, j))


def _samples(data: Attention, pair: Pair) -> list[tuple[int, int, bool]]:
    """Of each cyclic sample how often it holds either token, and whether the first is its label."""
    part = cyclic_part(data)
    chosen = np.flatnonzero(as_numpy(part.samples))
    i, j = pair.tokens
    return [(int(data.counts[s, i]), int(data.counts[s, j]), bool(data.labels[s] == i)) for s in chosen]


def runs_away(data: Attention) -> Pair | None:
    """The pair along which the linear loss falls for ever, in one float instance."""
    pair = _pair(data) if int(data.loss) == named("linear") else None
    if pair is None:
        return None
    samples = _samples(data, pair)
    ratios = {(a * samples[0][1], b * samples[0][0]) for a, b, _ in samples}
    balance = sum(1 if label else -1 for *_, label in samples)
    return pair if balance != 0 and all(a == b and a > 0 for a, b in ratios) else None


def minimiser_unique(data: Attending) -> Evidence:
    """The shortest minimiser of the risk over the cyclic subset is unique.

    Convex: the pairs of the samples span S_cyc, so that the risk is strictly convex there. Not unique:
    exchanging the two tokens of the only pair leaves the samples as they are, so the risk is even in v = (e_a
    - e_b)^T W e_k; if it is smaller at W than at 0 and at infinity, v and -v minimise it for some v != 0.
    One pair on whose line the risk falls and then rises: unique too.
    Undefined where a log-loss is infinite for every W; otherwise open.
    """
    if data.xp is FLOAT:
        return _in_floats(data, lambda row: float(_even_excess(row)) if _mirrored(row) else 0.0)
    found = cyclic_correction(data)
    zero = 0 * data.number("knee")
    if bool(found.state == Correction.NOWHERE):
        return undefined()
    if known(data):
        return _determined(data)
    if not _mirrored(data.floats()):
        return unsettled(data.knee)
    slack = _even_excess(data)
    return Evidence(slack, 0 * slack, 1 + zero) if slack[()] < 0 else unsettled(data.knee)


def _determined(data: Attention) -> Evidence:
    """One exact instance: the rows (e_t - e_y) xbar^T of the cyclic samples span S_cyc, or W^cyc is 0."""
    part, at = cyclic_part(data), cyclic_correction(data).W
    E, labels, last = data.embeddings, as_numpy(data.labels), as_numpy(data.last)
    shown = np.argwhere(as_numpy(part.tokens) & as_numpy(part.samples)[:, None])
    rows = [np.multiply.outer(E[t] - E[labels[i]], E[last[i]]).ravel() for i, t in shown if t != labels[i]]
    nonzero = [row for row in rows if any(x != 0 for x in row)]
    whole = [row for row in pair_rows(data) if any(x != 0 for x in row)]
    level = bool((cyclic_correction(data).W == 0).all())
    ranks = [exact.rank(x) if x else 0 for x in (nonzero, whole)]
    slope = priority.largest(data, data.xp.abs(gradient(part, at)), 2)
    slack = 1 - 2**16 * slope if ranks[0] == ranks[1] or level else -1 + 0 * slope
    return Evidence(slack, 0 * slack, 1 + 0 * slope)


def _mirrored(data: Attention) -> bool:
    """Whether exchanging the tokens of the only pair leaves the samples of one float instance as they are."""
    pair = _pair(data)
    if pair is None:
        return False
    samples = _samples(data, pair)
    return sorted(samples) == sorted((b, a, not label) for a, b, label in samples)


def _even_excess(data: Attending) -> Array:
    """`[]` the cyclic risk at W less that at 0 or at infinity, whichever is smaller."""
    part, pair = cyclic_part(data), _pair(data.floats() if data.is_exact else data)
    assert pair is not None
    centre = attention_loss(part, 0 * data.W)
    chosen = data.xp.where(part.samples, data.scores[..., pair.tokens[0]], 0)
    ends = data.xp.where(part.samples, table.value(data.loss, data.knee, chosen), 0)
    far = data.xp.sum(ends, -1) / part.number
    return attention_loss(part, data.W) - data.xp.minimum(centre, far)


def removed_tokens(data: Attention, *, singletons: bool = True) -> Evidence:
    """In cyclic samples, the tokens removed are those of components of one token, and those alone.

    singletons: those outside the label's component, where false.
    """
    present = priority.present(data)
    kept = priority.of_samples(data, priority.same_component(data))
    own = priority.is_label(data)
    removed = present * priority.of_samples(data, priority.strict(data))
    cyclic = data.xp.max(present * kept, -1)[..., None]
    several = data.xp.max(priority.same_component(data), -1)
    alone = data.xp.sum(priority.is_last(data)[..., :, None] * (1 - several[..., None, :, :]), -2)
    named_so = present * (alone if singletons else (1 - kept) * (1 - own))
    off = data.xp.abs(removed - named_so) * cyclic
    return fact(data, 1 - priority.largest(data, off, 2))
