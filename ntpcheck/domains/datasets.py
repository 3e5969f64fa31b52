"""DATASETS: every dataset of the linear model, degenerate ones included."""

from collections.abc import Iterator
from typing import Any

from torch import Generator

from ntpcheck.claim import Domain
from ntpcheck.domains import corners, pieces, plain, scopes, strategies
from ntpcheck.domains.imposed import argmax_supports, power_of_two_counts, tight_margins, uniform_supports
from ntpcheck.instances.dataset import Dataset


def separable_and_compatible(data: Any) -> Any:
    """Both at once, by construction, without independent contexts."""
    return power_of_two_counts(argmax_supports(data))


# Structures that wild numbers hit with probability zero, and their weights out of 40.
MAPS = (
    (power_of_two_counts, 3),
    (argmax_supports, 3),
    (separable_and_compatible, 5),
    (tight_margins, 3),
    (uniform_supports, 1),
)


@strategies.built_once
def datasets(draw: strategies.Draw) -> Dataset:
    """One dataset, small, any structure."""
    data = Dataset(*draw(strategies.contexts()))
    return draw(strategies.altered(data, tuple(function for function, _ in MAPS)))


def sampled_datasets(generator: Generator, batch: int, shape: pieces.Shape | None = None) -> Dataset:
    """A batch of datasets of one shape, drawn too unless given."""
    m, V, d = shape or pieces.shape(generator)
    data = Dataset(pieces.embeddings(generator, batch, m, d), pieces.counts(generator, batch, m, V))
    return pieces.mixture(generator, data, MAPS)


def small_datasets() -> Iterator[Dataset]:
    """All of m, d <= 2 and V <= 3, with entries in {-1, 0, 1} and counts in {0, 1, 2}, up to symmetry."""
    for shape in scopes.shapes(m=2, V=3, d=2):
        for embeddings, counts, _ in scopes.canonical(shape, decoders=0):
            yield Dataset(embeddings, counts)


DATASETS = Domain(
    "datasets",
    datasets,
    sampled_datasets,
    small_datasets,
    corners.named(corners.DATASET),
    plain=plain.datasets,
)
