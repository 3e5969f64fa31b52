"""SAMPLES: raw training pairs (x_i, z_i), before distinct contexts are identified."""

from collections.abc import Iterator
from itertools import product

import torch
from torch import Generator

from ntpcheck.claim import Domain
from ntpcheck.domains import corners, pieces, strategies
from ntpcheck.instances.dataset import Samples


@strategies.built_once
def samples(draw: strategies.Draw) -> Samples:
    """One training set of one to eight pairs."""
    contexts, labels, (m, V, d) = draw(strategies.occurrences())
    table = draw(strategies.embeddings(m=m, d=d))
    return Samples(contexts, labels, table, draw(strategies.decoders(V=V, d=d)))


def sampled_samples(generator: Generator, batch: int) -> Samples:
    """A batch of training sets; in some, one context or one label is all there is."""
    M, V, d = pieces.shape(generator)
    n = int(pieces.integers(generator, 1, 12, 1))

    def indices(top: int) -> torch.Tensor:
        some = pieces.integers(generator, 0, top - 1, batch, n)
        return pieces.pick(pieces.choice(generator, batch, (6, 1)), (some, some[:, :1].expand(batch, n)))

    table, W = pieces.embeddings(generator, batch, M, d), pieces.decoders(generator, batch, V, d)
    return Samples(indices(M), indices(V), table, W)


def small_samples() -> Iterator[Samples]:
    """All of n <= 3, M <= 2, V <= 2, d = 1, with tables and decoders in {-1, 0, 1}."""
    for n, M, V in product((1, 2, 3), (1, 2), (1, 2)):
        axes = product(
            product(range(M), repeat=n),
            product(range(V), repeat=n),
            product((0, 1, -1), repeat=M),
            product((0, 1, -1), repeat=V),
        )
        contexts, labels, tables, decoders = (torch.tensor(column) for column in zip(*axes, strict=True))
        yield Samples(contexts, labels, tables.double()[..., None], decoders.double()[..., None])


SAMPLES = Domain("samples", samples, sampled_samples, small_samples, corners.named(corners.SAMPLES))
