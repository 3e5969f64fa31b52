"""Structures of many tokens or contexts at once, which wild draws hit seldom: for claims without a checker.

Of attention, graphs of one pattern: paths, layers of diamonds, components of any length, apart or joined. Of
the linear model, contexts in the span of others, and supports that contain, exclude or overlap one another,
or are one of two in turns.
"""

from collections.abc import Callable
from functools import partial
from typing import Any

import torch
from torch import Generator, Tensor

from ntpcheck.domains import attention_pieces, pieces
from ntpcheck.domains.datasets import separable_and_compatible
from ntpcheck.domains.imposed import argmax_supports, power_of_two_counts
from ntpcheck.domains.imposed.attention import smoothness, unimodular
from ntpcheck.domains.imposed.decoders import curvature
from ntpcheck.domains.pieces import choice, dyadic_normal, integers, pick
from ntpcheck.instances.attention import Attention
from ntpcheck.instances.base import Instance
from ntpcheck.instances.dataset import Dataset
from ntpcheck.instances.loss import LOG

Sampler = Callable[[Generator, int], Any]


def ladders(generator: Generator, batch: int) -> Attention:
    """A batch of priority graphs of one size: each token is the label of an input that holds what follows it.

    All inputs end with one token, in the pattern or outside of it, or each with its own label; half of the
    batches have each input a second time, with another end. A token that nothing follows is an input of its
    own, or another input comes once more.
    """
    K, turns = 3 + int(choice(generator, 1, (1, 3, 6, 6))), 1 + int(choice(generator, 1, (1, 1)))
    place, order = torch.arange(K), torch.rand(batch, K, generator=generator).argsort(-1)
    after, (end, outside) = _patterns(generator, batch, K), _ends(generator, batch, K)
    after = after & ~(outside[:, None, None] & ((place == K - 1) | (place == K - 1)[:, None]))
    followed = after.any(-1)
    again = ~followed & (choice(generator, batch, (1, 1)) > 0)[:, None]
    which = torch.where(again, followed.to(torch.uint8).argmax(-1, keepdim=True), place)
    apart = (choice(generator, batch, (3, 1)) > 0)[:, None, None]
    rows, last = list[Tensor](), list[Tensor]()
    for turn in range(turns):
        if turn:
            other, _ = _ends(generator, batch, K)
            end = torch.where((choice(generator, batch, (1, 1)) > 0)[:, None], end, other)
        one = after & (after.cumsum(-1) == 1 + turn % after.sum(-1, keepdim=True).clamp(min=1))
        mine = torch.where(followed, end, place)
        held = torch.where(apart, one, after) | torch.eye(K, dtype=torch.bool) | (mine[..., None] == place)
        rows.append(held.gather(1, which[..., None].expand(-1, -1, K)))
        last.append(mine.gather(-1, which))
    counts = _repeats(generator, torch.cat(rows, 1))
    moved = torch.zeros_like(counts).scatter(-1, order[:, None].expand_as(counts), counts)
    embeddings, head = _tables(generator, batch, K)
    loss, knee = attention_pieces.losses(generator, batch)
    loss = torch.where(choice(generator, batch, (1, 1)) > 0, loss, LOG)
    ends, labels = (order.gather(-1, x) for x in (torch.cat(last, 1), which.repeat(1, turns)))
    return Attention(embeddings, head, moved, ends, labels, loss=loss, knee=knee)


def _patterns(generator: Generator, batch: int, K: int) -> Tensor:
    """`[batch, K, K]` bool, what follows what: a path, all later tokens, some, layers of two, pairs, a cycle,
    a path both ways, forks up and down, two paths; some with a way back at one place."""
    place = torch.arange(K)
    ahead, layer, pair, half = (x - x[:, None] for x in (place, (place + 1) // 2, place // 2, 2 * place // K))
    some = (torch.rand(batch, K, K, generator=generator) < 0.5) & (ahead > 0)
    fixed = (
        ahead == 1,
        ahead > 0,
        layer == 1,
        (pair == 0) & (ahead != 0),
        (ahead - 1) % K == 0,
        ahead.abs() == 1,
        (ahead.abs() == 1) & (place % 2 == 1),
        (ahead == 1) & (half == 0),
    )
    kind = choice(generator, batch, (10, 4, 6, 3, 3, 6, 2, 3, 5))
    after = pick(kind, [*(one.expand(batch, K, K) for one in fixed), some])
    back = (ahead == -1) & (place == integers(generator, 0, K - 2, batch, 1, 1))
    return after | (back & (choice(generator, batch, (3, 1)) > 0)[:, None, None])


def _ends(generator: Generator, batch: int, K: int) -> tuple[Tensor, Tensor]:
    """`[batch, K]` the place of each input's last token, and `[batch]` whether it is outside the pattern."""
    own = torch.arange(K).expand(batch, K)
    most, some = torch.full_like(own, K - 1), integers(generator, 0, K - 1, batch, 1).expand(batch, K)
    kind = choice(generator, batch, (12, 12, 4, 4, 4))
    return pick(kind, (most, most, torch.zeros_like(own), some, own)), kind == 1


def _repeats(generator: Generator, held: Tensor) -> Tensor:
    """`[batch, n, K]` how often each token occurs: once, a few times, or often but for an input's first."""
    one = held.long()
    few = one * integers(generator, 1, 3, *held.shape)
    often = torch.where(held.cumsum(-1) > 1, attention_pieces.OFTEN * one, one)
    return pick(choice(generator, len(held), (5, 2, 2)), (one, few, often))


def _tables(generator: Generator, batch: int, K: int) -> tuple[Tensor, Tensor]:
    """Embeddings and head `[batch, K, d]`: orthonormal most often, sums of unit vectors or their differences,
    unimodular, each with a head such that C E^T = I; wild; in few dimensions points on a line or curve."""
    d = int(pick(choice(generator, 1, (10, 3, 3)), [torch.tensor([x]) for x in (K, K + 1, max(1, K - 2))]))
    wild = pieces.embeddings(generator, batch, K, d)
    if d < K:
        steps = torch.arange(K, dtype=torch.float64)[:, None]
        curve = (steps ** (1 + torch.arange(d) % 2)).expand(batch, K, d)
        kind = choice(generator, batch, (1, 1))
        return pick(kind, (curve, wild)), pick(choice(generator, batch, (1, 1)), (curve, wild))
    eye = torch.eye(K, dtype=torch.float64).expand(batch, K, K)
    turned, sums = _reflections(generator, batch, K), eye.cumsum(1)
    steps = eye - torch.diag(torch.ones(K - 1, dtype=torch.float64), -1)
    pad = torch.zeros(batch, K, d - K, dtype=torch.float64)
    pairs = ((eye, eye), (turned, turned), (sums, steps.mT), (steps, sums.mT))
    square = [(torch.cat([E, pad], -1), torch.cat([C, pad], -1)) for E, C in pairs]
    kind = choice(generator, batch, (14, 6, 4, 4, 4, 4))
    E, C = zip(*square, unimodular(wild), (wild, wild), strict=True)
    return pick(kind, E), pick(kind, C)


def _reflections(generator: Generator, batch: int, n: int) -> Tensor:
    """`[batch, n, n]` I - v v^T / 2 for signs v at four places, or where there are fewer I."""
    chosen = torch.rand(batch, n, generator=generator).argsort(-1).argsort(-1) < (4 if n >= 4 else 0)
    v = chosen * (2.0 * integers(generator, 0, 1, batch, n) - 1).double()
    return torch.eye(n, dtype=torch.float64) - v[:, :, None] * v[:, None, :] / 2


def spans(generator: Generator, batch: int) -> Dataset:
    """A batch of datasets of one shape; the supports of some follow a decoder, so that they are separable."""
    if int(choice(generator, 1, (4, 1))):
        return _turns(generator, batch)
    m, V = 1 + int(choice(generator, 1, (2, 3, 5, 4, 2))), 2 + int(choice(generator, 1, (2, 3, 4, 3, 4, 4)))
    d = max(1, m + int(integers(generator, -2, 2, 1)))
    data = Dataset(_contexts(generator, batch, m, d), _counts(generator, batch, m, V))
    maps = ((argmax_supports, 10), (power_of_two_counts, 3), (separable_and_compatible, 4))
    return pieces.mixture(generator, data, maps)


def _turns(generator: Generator, batch: int) -> Dataset:
    """Free contexts in as many dimensions or more, three at least, of two supports in turns, in tokens that
    these have in common, two for each, none or one that is in neither, and counts that are equal or few."""
    m, V = (least + int(choice(generator, 1, (2, 3))) for least in (3, 4))
    d = m + int(choice(generator, 1, (3, 1)))
    turn, v = (torch.arange(m) % 2)[:, None], torch.arange(V)
    shared = choice(generator, batch, (1, 5, 2))[:, None, None]
    own = 1 + choice(generator, batch, (3, 1))[:, None, None]
    mask = (v < shared) | ((v - shared).div(own, rounding_mode="floor") == turn)
    times = integers(generator, 1, 4, batch, m, V) ** choice(generator, batch, (1, 1))[:, None, None]
    return Dataset(_free(generator, batch, m, d), mask * times)


def _free(generator: Generator, batch: int, m: int, d: int) -> Tensor:
    small = integers(generator, -1, 1, batch, m, d).double()
    return pick(choice(generator, batch, (1, 1)), (small, dyadic_normal(generator, batch, m, d)))


def _contexts(generator: Generator, batch: int, m: int, d: int) -> Tensor:
    """`[batch, m, d]`: unit vectors, added up or with 0, turned; pairs equal or opposite; a last one that is
    a sum, a difference or a mean of two, or minus all others; nearly equal ones; a curve."""
    base = _free(generator, batch, m, d)
    place = torch.arange(m)[:, None]
    unit = torch.eye(d, dtype=torch.float64)[torch.arange(m) % d].expand(batch, m, d)
    earlier = base[:, (torch.arange(m) - 1).clamp(min=0)]
    final, odd, first, second = place == m - 1, place % 2 == 1, base[:, :1], base[:, min(1, m - 1) :][:, :1]
    near = first + unit * torch.exp2(-integers(generator, 2, 8, batch, 1, 1).double())
    options = (
        unit,
        unit.cumsum(1),
        torch.where(final, 0.0, unit),
        torch.where(odd, earlier, base),
        torch.where(odd, -earlier, base),
        torch.where(final, first + second, base),
        torch.where(final, first - second, base),
        torch.where(final, (first + second) / 2, base),
        torch.where(final, -(base.sum(1, keepdim=True) - base[:, -1:]), base),
        torch.where(place > 0, near, base),
        ((place - m // 2).double() ** torch.arange(d)).expand(batch, m, d),
        _reflections(generator, batch, max(m, d))[:, :m, :d],
    )
    return pick(choice(generator, batch, (3, 2, 4, 2, 5, 5, 2, 2, 3, 5, 2, 2)), options)


def _counts(generator: Generator, batch: int, m: int, V: int) -> Tensor:
    """`[batch, m, V]` int64. Supports: nested, to the last or up to full; each other's rest, next to one
    another, with one token in common, all but one, full but in the last context or only there, or any.
    Counts: equal, few, in powers of ten, or two; contexts seen alike, or each more often than the last."""
    j, v = torch.arange(m)[:, None], torch.arange(V)
    masks = (
        v <= j,
        (v <= j) | (j == m - 1),
        v % m == j,
        (v - j) % V < 2,
        (v == 0) | (v == 1 + j),
        v != j % V,
        (v == 0) | (j < m - 1),
        (v == j % V) | (j == m - 1),
    )
    some = pieces.supports(generator, batch, m, V)
    kind = choice(generator, batch, (2, 5, 4, 3, 2, 2, 4, 4, 3))
    mask = pick(kind, [*(one.expand(batch, m, V) for one in masks), some])
    mask = mask | (~mask.any(-1, keepdim=True) & (v == j % V))
    one = torch.ones(batch, m, V, dtype=torch.int64)
    order = torch.rand(batch, V, generator=generator).argsort(-1)
    options = (
        one,
        integers(generator, 1, 4, batch, m, V),
        (10 ** v.clamp(max=5)).expand(batch, m, V),
        torch.where(v < V // 2, pieces.OFTEN, one),
    )
    values = pick(choice(generator, batch, (4, 4, 3, 3)), options)
    frequent = pick(choice(generator, batch, (3, 1)), (one, (8**j).expand(batch, m, V)))
    return (mask * values * frequent).gather(-1, order[:, None].expand(batch, m, V))


def rare(cls: type[Instance]) -> Sampler | None:
    """The sampler of such structures for a type, whose further fields are drawn as they are elsewhere."""
    for base, drawn in ((Attention, ladders), (Dataset, spans)):
        if issubclass(cls, base):
            return partial(_extended, cls, drawn)
    return None


def _extended(cls: type[Any], drawn: Sampler, generator: Generator, batch: int) -> Any:
    data = drawn(generator, batch)
    own: dict[str, Tensor] = {}
    for name in (name for name in cls.AXES if name not in data.AXES):
        if name == "eta":
            steep = smoothness(data) if isinstance(data, Attention) else curvature(data)
            own[name] = pieces.dyadic_steps(generator, steep)
        elif cls.AXES[name]:
            sizes = map(data.size, cls.AXES[name].split())
            own[name] = pieces.decoders(generator, batch, *sizes)
        else:
            own[name] = pieces.scales(generator, batch)
    return cls(**data.arrays(), **own)
