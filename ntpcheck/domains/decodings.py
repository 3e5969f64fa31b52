"""DECODINGS, SCALED, OFFSETS and PAIRS: a dataset with one or two decoders, and a scale."""

from collections.abc import Callable, Iterator
from itertools import product
from typing import Any

import torch
from hypothesis import strategies as st
from torch import Generator

from ntpcheck.claim import Domain
from ntpcheck.domains import corners, pieces, plain, scopes, strategies
from ntpcheck.domains.datasets import datasets, sampled_datasets, separable_and_compatible
from ntpcheck.domains.imposed import (
    power_of_two_counts,
    separating_decoder,
    separating_second_decoder,
    tied_offset,
    uniform_full_support_with_equal_rows,
)
from ntpcheck.instances.dataset import Decoding, Offset, Pair, Scaled


def compatible_and_separating(data: Any) -> Any:
    """W separates, and the data are compatible too."""
    return power_of_two_counts(separating_decoder(data))


def offset_along_ties(data: Any) -> Any:
    """U ties every support; the data are separable and compatible."""
    return tied_offset(separable_and_compatible(data))


def two_separating_decoders(data: Any) -> Any:
    """W and W2 both separate, and differ."""
    return separating_second_decoder(separating_decoder(data))


MAPS = ((uniform_full_support_with_equal_rows, 3), (separating_decoder, 4), (compatible_and_separating, 4))
OFFSET_MAPS = ((tied_offset, 3), (offset_along_ties, 3))
PAIR_MAPS = ((two_separating_decoders, 5),)


def _functions(maps: tuple[tuple[Callable[[Any], Any], int], ...]) -> tuple[Callable[[Any], Any], ...]:
    return tuple(function for function, _ in maps)


@strategies.built_once
def decodings(draw: strategies.Draw) -> Decoding:
    """One dataset with a decoder, any structure."""
    data = draw(datasets())
    W = draw(strategies.decoders(V=data.size("V"), d=data.size("d")))
    return draw(strategies.altered(Decoding(data.embeddings, data.counts, W), _functions(MAPS)))


@strategies.built_once
def scaled(draw: strategies.Draw) -> Scaled:
    """The same with a scale."""
    data = draw(decodings())
    return Scaled(**data.arrays(), gamma=draw(strategies.scales()))


@strategies.built_once
def offsets(draw: strategies.Draw) -> Offset:
    """The same with a second, free decoder."""
    data = draw(scaled())
    U = draw(strategies.decoders(V=data.size("V"), d=data.size("d")))
    return draw(strategies.altered(Offset(**data.arrays(), U=U), _functions(OFFSET_MAPS)))


@strategies.built_once
def pairs(draw: strategies.Draw) -> Pair:
    """One dataset with two decoders: unrelated, or equal, opposite, shifted, or both separating."""
    data = draw(decodings())
    second = draw(strategies.decoders(V=data.size("V"), d=data.size("d")))
    factor = draw(st.sampled_from((None, 1.0, -1.0, 2.0)))
    W2 = second if factor is None else factor * data.W + draw(st.sampled_from((0.0, 1.0))) * second[:1]
    return draw(strategies.altered(Pair(**data.arrays(), W2=W2), _functions(PAIR_MAPS)))


def sampled_decodings(generator: Generator, batch: int) -> Decoding:
    """A batch of datasets with decoders."""
    data = sampled_datasets(generator, batch)
    W = pieces.decoders(generator, batch, data.size("V"), data.size("d"))
    return pieces.mixture(generator, Decoding(data.embeddings, data.counts, W), MAPS)


def sampled_scaled(generator: Generator, batch: int) -> Scaled:
    """A batch of datasets with decoders and scales."""
    return Scaled(**sampled_decodings(generator, batch).arrays(), gamma=pieces.scales(generator, batch))


def sampled_offsets(generator: Generator, batch: int) -> Offset:
    """A batch of datasets with decoders, scales and free decoders."""
    data = sampled_scaled(generator, batch)
    U = pieces.decoders(generator, batch, data.size("V"), data.size("d"))
    return pieces.mixture(generator, Offset(**data.arrays(), U=U), OFFSET_MAPS)


def sampled_pairs(generator: Generator, batch: int) -> Pair:
    """A batch with two decoders: unrelated, equal, opposite, scaled, shifted by one row, separating."""
    data = sampled_decodings(generator, batch)
    fresh = pieces.decoders(generator, batch, data.size("V"), data.size("d"))
    related = (fresh, data.W, -data.W, 2 * data.W, data.W + fresh[:, :1])
    W2 = pieces.pick(pieces.choice(generator, batch, (22, 4, 4, 4, 6)), related)
    return pieces.mixture(generator, Pair(**data.arrays(), W2=W2), PAIR_MAPS)


def small_decodings() -> Iterator[Decoding]:
    """All of m, d <= 2, V <= 3, m V d <= 8: entries in {-1, 0, 1}, counts in {0, 1, 2}, up to symmetry."""
    for shape in scopes.shapes(m=2, V=3, d=2):
        if shape.m * shape.V * shape.d <= 8:
            for embeddings, counts, (W,) in scopes.canonical(shape, decoders=1):
                yield Decoding(embeddings, counts, W)


def small_scaled() -> Iterator[Scaled]:
    """The decodings with m V d <= 6, each with gamma in {0, 1, 2}."""
    for data in small_decodings():
        if data.size("m") * data.size("V") * data.size("d") <= 6:
            for gamma in (0.0, 1.0, 2.0):
                yield Scaled(**data.arrays(), gamma=torch.full(data.batch, gamma, dtype=torch.float64))


def _small_doubles() -> Iterator[tuple[Any, ...]]:
    for shape in scopes.shapes(m=2, V=3, d=2):
        if shape.m * shape.V * shape.d <= 4:
            for embeddings, counts, decoders in scopes.canonical(shape, decoders=2):
                yield embeddings, counts, *decoders


def small_offsets() -> Iterator[Offset]:
    """All of m V d <= 4: entries in {-1, 0, 1}, counts in {0, 1, 2}, gamma in {0, 1}, up to symmetry."""
    for (embeddings, counts, W, U), gamma in product(_small_doubles(), (0.0, 1.0)):
        yield Offset(embeddings, counts, W, torch.full((len(W),), gamma, dtype=torch.float64), U)


def small_pairs() -> Iterator[Pair]:
    """All of m V d <= 4: entries in {-1, 0, 1}, counts in {0, 1, 2}, up to symmetry."""
    for embeddings, counts, W, W2 in _small_doubles():
        yield Pair(embeddings, counts, W, W2)


DECODINGS = Domain(
    "decodings",
    decodings,
    sampled_decodings,
    small_decodings,
    corners.named(corners.DECODING),
    plain=plain.decodings,
)
SCALED = Domain(
    "scaled", scaled, sampled_scaled, small_scaled, corners.named(corners.SCALED), plain=plain.scaled
)
OFFSETS = Domain("offsets", offsets, sampled_offsets, small_offsets, corners.named(corners.OFFSET))
PAIRS = Domain("pairs", pairs, sampled_pairs, small_pairs, corners.named(corners.PAIR))
