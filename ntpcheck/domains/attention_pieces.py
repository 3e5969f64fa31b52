"""Random pieces of attention data: batches of one shape whose rows mix structures, all from one generator.

Sequences come first: which tokens, which last token, which label, since graphs are made of these alone.
"""

from typing import Any, NamedTuple

import torch
from torch import Generator, Tensor

from ntpcheck.domains import pieces
from ntpcheck.domains.imposed import attention as imposed
from ntpcheck.domains.pieces import choice, integers, pick
from ntpcheck.instances.attention import Attention
from ntpcheck.instances.loss import LOSSES

OFTEN = 1000  # how often a token that is repeated very often is


class Shape(NamedTuple):
    """n sequences, K tokens, d dimensions."""

    n: int
    K: int
    d: int


def shape(generator: Generator) -> Shape:
    """Mostly tiny sizes; one batch in ten is larger, up to n = 6, K = d = 8."""
    if integers(generator, 1, 10, 1).item() == 1:
        return Shape(*(int(integers(generator, 1, top, 1)) for top in (6, 8, 8)))
    n = 1 + int(choice(generator, 1, (18, 24, 20, 38)))
    K = 1 + int(choice(generator, 1, (8, 22, 28, 36, 6)))
    d = 1 + int(choice(generator, 1, (14, 24, 26, 24, 12)))
    return Shape(n, K, d)


def inputs(generator: Generator, batch: int, n: int, K: int) -> tuple[Tensor, Tensor]:
    """Counts `[batch, n, K]` and last tokens `[batch, n]` of sequences of length 1 to 5.

    Free sequences, all with one last token, one token throughout, one sequence throughout; one in twelve
    repeats its tokens a thousand times.
    """
    longest = int(integers(generator, 1, 5, 1))
    free = integers(generator, 0, K - 1, batch, n, longest)
    one_query = torch.cat([free[..., :-1], free[:, :1, -1:].expand(batch, n, 1)], -1)
    single = free[..., -1:].expand(batch, n, longest)
    mixed = torch.where((integers(generator, 0, 2, batch, n, 1) == 0), single, one_query)
    kinds = (free, one_query, single, one_query[:, :1].expand(batch, n, longest), mixed)
    tokens = pick(choice(generator, batch, (10, 20, 3, 4, 3)), kinds)
    keep = torch.arange(longest) >= integers(generator, 0, longest - 1, batch, n, 1)  # the last token stays
    keep = keep | (integers(generator, 0, 1, batch, 1, 1) == 0)
    counts = (torch.nn.functional.one_hot(tokens, K) * keep[..., None]).sum(-2)
    stretched = counts * torch.where(integers(generator, 0, 1, batch, n, K) == 0, OFTEN, 1)
    return pick(choice(generator, batch, (11, 1)), (counts, stretched)), tokens[..., -1]


def labels(generator: Generator, counts: Tensor, last: Tensor) -> Tensor:
    """`[batch, n]`: any token, one of the sequence's, its last, the same for all, or one that is absent."""
    batch, n, K = counts.shape
    anything = integers(generator, 0, K - 1, batch, n)
    weights = torch.rand(batch, n, K, generator=generator)
    inside = torch.where(counts > 0, weights, -1.0).argmax(-1)
    outside = torch.where(counts == 0, weights, -1.0).argmax(-1)
    kinds = (anything, inside, last, anything[:, :1].expand(batch, n), outside, (last + 1) % K)
    return pick(choice(generator, batch, (10, 18, 3, 2, 4, 3)), kinds)


def tables(generator: Generator, batch: int, K: int, d: int) -> tuple[Tensor, Tensor]:
    """Embeddings and head `[batch, K, d]`: E = I where it fits, unimodular, or wild; C their inverse or free.

    Rows of E are scaled by powers of two against those of C, which leaves C E^T as it is.
    """
    wild, free = (pieces.embeddings(generator, batch, K, d) for _ in range(2))
    unit = torch.eye(K, d, dtype=torch.float64).expand(batch, K, d)
    equal = wild[:, :1].expand(batch, K, d)
    if d >= K:
        table, inverse = imposed.unimodular(integers(generator, -2, 2, batch, K, d).double())
    else:
        table, inverse = unit, unit
    zero = torch.zeros_like(wild)
    E = (unit, table, wild, wild, equal, wild, wild, unit)
    C = (unit, inverse, free, wild, free, zero, -wild, free)
    kind = choice(generator, batch, (9, 6, 10, 5, 2, 3, 2, 3))
    power = torch.exp2(integers(generator, -1, 1, batch, K, 1).double())
    power = torch.where(integers(generator, 0, 2, batch, 1, 1) == 0, power, 1.0)
    return pick(kind, E) * power, pick(kind, C) / power


def losses(generator: Generator, batch: int) -> tuple[Tensor, Tensor]:
    """Rows of the table of losses `[batch]`, the logarithm most often, and knees `[batch]` in -2..2."""
    weights = [14.0] + [4.0] * (len(LOSSES) - 1)
    knee = integers(generator, -8, 8, batch).double() / 4
    return choice(generator, batch, weights), torch.where(integers(generator, 0, 1, batch) == 0, knee, 0.0)


def repeated_samples(data: Any) -> Any:
    """The second sequence becomes the first, label included, where there are two."""
    picked = [0, *range(data.size("n"))][: data.size("n")]
    return data.permute("n", picked)


def rival_samples(data: Any) -> Any:
    """The second sequence becomes the first with the next label."""
    data = repeated_samples(data)
    labels = data.labels.clone()
    if data.size("n") > 1:
        labels[..., 1] = (labels[..., 0] + 1) % data.size("K")
    return data.replace(labels=labels)


def where_it_fits(data: Any) -> Any:
    """C E^T = I where d >= K; else as it is."""
    return imposed.identity_head(data) if data.size("d") >= data.size("K") else data


def selecting_where_it_fits(data: Any) -> Any:
    """A head that selects its token, where d > 1 or K <= 2; else as it is."""
    return imposed.selecting_head(data) if data.size("d") > 1 or data.size("K") <= 2 else data


def admissible(data: Any) -> Any:
    """Realizable, with C E^T = I where it fits."""
    return where_it_fits(imposed.realizable(data))


# Structures that wild sequences hit seldom, and their weights out of 40.
MAPS = (
    (imposed.realizable, 4),
    (imposed.acyclic_labels, 3),
    (imposed.acyclic_and_realizable, 4),
    (imposed.stacked, 10),
    (repeated_samples, 2),
    (rival_samples, 3),
    (admissible, 5),
    (selecting_where_it_fits, 4),
)


def sampled(generator: Generator, batch: int, given: Shape | None = None) -> Attention:
    """A batch of datasets of one shape, drawn too unless given."""
    n, K, d = given or shape(generator)
    counts, last = inputs(generator, batch, n, K)
    embeddings, head = tables(generator, batch, K, d)
    loss, knee = losses(generator, batch)
    data = Attention(embeddings, head, counts, last, labels(generator, counts, last), loss=loss, knee=knee)
    return pieces.mixture(generator, data, MAPS)
