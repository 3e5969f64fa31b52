"""Maps on counts and supports: separable, compatible, one-hot, binary, not full, obstructed."""

from typing import Any

import torch
from torch import Tensor

from ntpcheck.arithmetic import ordinals
from ntpcheck.domains.imposed.grid import (
    branch,
    grid,
    grid_decoder,
    independent,
    ratio_decoder,
    resized,
    snapped,
    unit,
    winners,
)
from ntpcheck.instances.base import cached

SPREAD = 12  # imposed in-support probability ratios are at most 2^12


@cached
def _free(data: Any) -> Tensor:
    """`[...]` contexts are linearly independent, so compatible and separable whatever the counts."""
    if data.size("m") > data.size("d"):
        return torch.zeros(data.batch, dtype=torch.bool, device=data.embeddings.device)
    return independent(data.embeddings)


def least_count(data: Any) -> Tensor:
    """`[..., m, 1]` the smallest count in each support."""
    return torch.where(data.support, data.counts, data.counts.amax()).amin(-1, keepdim=True)


@cached
def argmax_supports(data: Any) -> Any:
    """Separable data: S_j becomes the argmax set of an integer decoder at h_j, rounded to its grid.

    That decoder then ties S_j and puts every other logit at least one unit below. Instances with independent
    contexts are separable already and are left alone; imposed compatibility is kept.
    """
    return data if _free(data).all() else _unless(_free(data), data, forced_argmax_supports(data))


def forced_argmax_supports(data: Any) -> Any:
    """The same for every row, independent contexts or not: then the grid decoder itself separates."""
    chosen = winners(data, grid_decoder(data))
    moved = data.replace(embeddings=snapped(data), counts=torch.where(chosen, data.counts.clamp(min=1), 0))
    compatible = _free(data) | (data.counts == _ratio_counts(data)).all(-1).all(-1)
    if not compatible.any():
        return moved
    return _unless(~compatible, moved, moved.replace(counts=_ratio_counts(moved)))


def power_of_two_counts(data: Any) -> Any:
    """Compatible data: counts proportional to 2^((A g_j)_z) on S_j, A integer and g_j on the grid.

    W = A log(2) / s then has exactly the log-ratios asked for. Each context keeps its smallest count.
    Instances with independent contexts are compatible already and are left alone.
    """
    if _free(data).all():
        return data
    return _unless(_free(data), data, data.replace(embeddings=snapped(data), counts=_ratio_counts(data)))


def _unless(mask: Tensor, kept: Any, moved: Any) -> Any:
    """Row by row `kept` where the mask is true, `moved` elsewhere; only embeddings and counts differ."""
    mask = mask[..., None, None]
    return moved.replace(
        embeddings=torch.where(mask, kept.embeddings, moved.embeddings),
        counts=torch.where(mask, kept.counts, moved.counts),
    )


def _ratio_counts(data: Any) -> Tensor:
    """`[..., m, V]` int64 counts on the same supports, in the ratios of an integer decoder on the grid.

    The decoder is halved towards zero until ratios stay within 2^12. It is read off the grid alone, so that
    doing this twice changes nothing and counts of this form can be recognised.
    """
    points, mask = grid(data).double(), data.support
    decoder = ratio_decoder(data)
    for _ in range(2):  # 2, 1, 0: the second halving leaves nothing
        spread = _exponents(points, decoder, torch.ones_like(mask)).amax((-2, -1))
        if not (spread > SPREAD).any():
            break
        decoder = torch.where((spread > SPREAD)[..., None, None], torch.trunc(decoder / 2), decoder)
    return torch.where(mask, least_count(data) * 2 ** _exponents(points, decoder, mask).to(torch.int64), 0)


def _exponents(points: Tensor, decoder: Tensor, mask: Tensor) -> Tensor:
    """`[..., m, V]` logits minus the smallest in-support one; zero out of support."""
    logits = points @ decoder.mT
    lowest = torch.where(mask, logits, torch.inf).amin(-1, keepdim=True)
    return torch.where(mask, logits - lowest, 0.0)


def one_hot_supports(data: Any) -> Any:
    """Every S_j = 1: all of a context's occurrences go to its most frequent token, so pi is unchanged."""
    top = data.counts.argmax(-1, keepdim=True)
    only = ordinals(data.size("V"), top.device) == top
    return data.replace(counts=torch.where(only, data.counts.sum(-1, keepdim=True), 0))


def uniform_supports(data: Any) -> Any:
    """Every context's in-support tokens equally likely, so that W* = 0; supports stay."""
    return data.replace(counts=torch.where(data.support, least_count(data), 0))


def binary_vocabulary(data: Any) -> Any:
    """V = 2: later tokens are merged into the second; a lone token gets a companion that never occurs."""
    changes = resized(data, "V", 2)
    changes["counts"][..., 1] = data.counts[..., 1:].sum(-1)
    return data.replace(**changes)


def nonfull_support(data: Any) -> Any:
    """Some token is out of some support: full tables lose their rarest token of the first context."""
    if data.size("V") == 1:
        return data.replace(**resized(data, "V", 2))
    full = data.support.all(-1).all(-1)
    first = ordinals(data.size("m"), full.device)[:, None] == 0
    rarest = ordinals(data.size("V"), full.device) == data.counts[..., :1, :].argmin(-1, keepdim=True)
    return data.replace(counts=torch.where(full[..., None, None] & first & rarest, 0, data.counts))


def obstructed(data: Any) -> Any:
    """Not both compatible and separable; V = 1, which never is obstructed, gets a second token.

    Either the first context's embedding is zero and some token is out of its support, so nothing separates
    them; or the first two contexts are equal and two tokens follow them with different ratios.
    """
    data = data if data.size("V") > 1 else data.replace(**resized(data, "V", 2))
    m, V = data.size("m"), data.size("V")
    context, token = (
        ordinals(m, data.counts.device)[:, None],
        ordinals(V, data.counts.device),
    )
    alternate = (
        (branch(data) % 2 == 1)[..., None, None]
        if m > 1
        else torch.zeros_like(branch(data)).bool()[..., None, None]
    )
    vanishing = torch.where(context == 0, 0.0, data.embeddings)
    shrunk = torch.where((context == 0) & data.support.all(-1, keepdim=True) & (token == 0), 0, data.counts)
    equal = torch.where(context == 1, data.embeddings[..., :1, :], data.embeddings)
    rivals = torch.where((context < 2) & (token < 2), 1 + context * token, data.counts)
    return data.replace(
        embeddings=torch.where(alternate, equal, vanishing), counts=torch.where(alternate, rivals, shrunk)
    )


def tight_margins(data: Any) -> Any:
    """A support vector with zero dual, where m, d, V >= 2 allow one; else the instance as it is.

    All supports are made equal, h_1 = a e_1, h_2 = a e_1 + c with c orthogonal to e_1, and every other
    embedding has first entry at least a. The max-margin rows are then multiples of e_1 / a: h_2 sits on the
    margin and supports nothing.
    """
    m, V, d = data.size("m"), data.size("V"), data.size("d")
    if min(m, V, d) < 2:
        return data
    s = unit(data)[..., None, None]
    context, axis = ordinals(m, s.device)[:, None], ordinals(d, s.device)
    rows = data.embeddings.abs()
    rows = torch.where(axis == 0, torch.where(context < 2, s, torch.maximum(rows, s)), rows)
    rows = torch.where((context == 0) & (axis > 0), 0.0, rows)
    rows = torch.where((context == 1) & (axis == 1), torch.maximum(rows, s), rows)
    mask = data.support[..., :1, :]
    mask = mask & ~(mask.all(-1, keepdim=True) & (ordinals(V, s.device) == V - 1))
    return data.replace(embeddings=rows, counts=torch.where(mask, data.counts.clamp(min=1), 0))


def twin_contexts(data: Any) -> Any:
    """m = 2; the second context takes the first one's support, and its entries with the second's own signs.

    A lone context gets a twin with equal entries.
    """
    H, counts = data.embeddings, data.counts
    last = min(1, data.size("m") - 1)
    first, second = H[..., 0, :], H[..., last, :]
    turned = torch.where(second < 0, -first.abs(), first.abs())
    other = torch.where(counts[..., 0, :] > 0, counts[..., last, :].clamp(min=1), 0)
    changes = resized(data, "m", 2)
    changes |= {
        "embeddings": torch.stack([first, turned], -2),
        "counts": torch.stack([counts[..., 0, :], other], -2),
    }
    return data.replace(**changes)
