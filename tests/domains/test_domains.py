"""Samplers and strategies draw the promised space, corners included."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
import torch
from hypothesis import find

from ntpcheck.domains import DATASETS, DECODINGS, OFFSETS, PAIRS, RUNS, SAMPLES, SCALED, strategies
from ntpcheck.domains.datasets import sampled_datasets
from ntpcheck.domains.pieces import Shape, mixture
from ntpcheck.instances.dataset import Dataset
from tests.domains import oracles
from tests.domains.drawn import QUICKLY, batches

EVERY = [DATASETS, DECODINGS, SCALED, OFFSETS, PAIRS, RUNS, SAMPLES]
domains = pytest.mark.parametrize("domain", EVERY, ids=lambda domain: domain.name)


@pytest.mark.share(2)
@domains
def test_every_corner_is_drawn_with_weight_one_in_forty(domain):
    drawn = batches(domain, 160)
    share = {
        name: float(np.mean([predicate(batch).double().mean().item() for batch in drawn]))
        for name, predicate in domain.corners.items()
    }
    assert {name: value for name, value in share.items() if value < 1 / 40} == {}


def test_a_mixture_asks_the_maps_that_a_row_has_drawn_and_no_other():
    generator, asked = torch.Generator().manual_seed(0), []

    def doubled(data):
        asked.append("doubled")
        return data.replace(embeddings=2 * data.embeddings)

    def never(data):
        asked.append("never")
        return data.replace(embeddings=0 * data.embeddings)

    data = Dataset(torch.ones(64, 1, 2, dtype=torch.float64), torch.ones(64, 1, 3, dtype=torch.int64))
    found = mixture(generator, data, ((never, 0), (doubled, 20)))
    assert asked == ["doubled"]
    assert set(found.embeddings.flatten(1)[:, 0].tolist()) == {1.0, 2.0}
    assert torch.equal(found.counts, data.counts)


@domains
def test_no_corner_is_everything(domain):
    drawn = batches(domain, 40)
    assert [
        name for name, corner in domain.corners.items() if all(corner(batch).all() for batch in drawn)
    ] == []


@domains
def test_a_sampler_is_deterministic_given_its_generator(domain):
    for one, two in zip(batches(domain, 5, seed=7), batches(domain, 5, seed=7), strict=True):
        assert all(torch.equal(a, getattr(two, name)) for name, a in one.arrays().items())


@domains
def test_entries_are_small_dyadic_numbers(domain):
    for batch in batches(domain, 40):
        for name, array in batch.arrays().items():
            if name not in batch.INTEGERS and name != "eta":
                assert torch.equal(array * 2**12, torch.round(array * 2**12))
                assert array.abs().max() <= 2**14


@domains
def test_a_sampler_gives_the_batch_it_was_asked_for(domain):
    assert domain.sampler(torch.Generator().manual_seed(0), 5).batch == (5,)


def test_a_composite_strategy_is_built_once_for_the_same_arguments():
    assert strategies.embeddings(m=1, d=2) is strategies.embeddings(m=1, d=2)
    assert strategies.embeddings(m=1, d=2) is not strategies.embeddings(m=2, d=1)
    assert DATASETS.strategy() is DATASETS.strategy()


def test_larger_sizes_occur_but_seldom():
    sizes = [tuple(batch.size(axis) for axis in "Vd") for batch in batches(SAMPLES, 400, rows=1)]
    assert 0.02 < np.mean([max(V, d) > 5 for V, d in sizes]) < 0.2


@domains
def test_corners_read_exact_instances_too(domain):
    for batch in batches(domain, 6, rows=3):
        for row in batch.rows():
            exact = row.exact()
            assert all(bool(corner(row)) == bool(corner(exact)) for corner in domain.corners.values())


@pytest.mark.parametrize(
    ("domain", "corner"),
    [
        (domain, corner)
        for domain in EVERY
        for corner in domain.corners
        if domain in (DATASETS, SAMPLES) or corner not in DATASETS.corners
    ],
    ids=lambda value: value if isinstance(value, str) else value.name,
)
def test_the_strategy_reaches_every_corner(domain, corner):
    predicate = domain.corners[corner]
    assert predicate(
        find(
            domain.strategy(), lambda instance: bool(predicate(instance)), settings=QUICKLY, random=Random(0)
        )
    )


def test_a_given_shape_is_kept():
    data = sampled_datasets(torch.Generator().manual_seed(0), 4, Shape(3, 2, 5))
    assert (data.size("m"), data.size("V"), data.size("d")) == (3, 2, 5)


def test_a_quarter_of_the_wild_datasets_is_separable_or_compatible_without_being_forced():
    rows = [row for batch in batches(DATASETS, 40, rows=4) for row in batch.rows()]
    inside = [oracles.separable(row) and oracles.compatible(row) for row in rows]
    assert 0.25 < np.mean(inside) < 0.9


def test_the_zero_dual_corner_is_a_support_vector_without_dual():
    """h_2 = (1, 1) lies on the margin of w = (1, 0), which h_1 = (1, 0) alone supports."""
    corner = DATASETS.corners["a-zero-dual"]
    assert corner(Dataset([[1.0, 0.0], [1.0, 1.0]], [[1, 0], [2, 0]]))
    assert not corner(Dataset([[1.0, 0.0], [2.0, 1.0]], [[1, 0], [2, 0]]))
    assert not corner(Dataset([[1.0, 0.0], [1.0, 1.0]], [[1, 0], [0, 2]]))
    # Opposite offsets from h_1 support it together: duals (0, 1/2, 1/2) are as good as (1, 0, 0).
    assert not corner(Dataset([[1.0, 0.0], [1.0, 1.0], [1.0, -1.0]], [[1, 0], [1, 0], [1, 0]]))


def test_corner_predicates_on_smallest_examples():
    corners = DATASETS.corners
    clash = Dataset([[1.0], [1.0]], [[1, 1], [1, 2]])
    expected = {
        "two-tokens", "one-dimension", "full-supports", "equal-supports-different-probabilities",
        "equal-embeddings", "equal-embeddings-different-probabilities",
    }  # fmt: skip
    assert {name for name, corner in corners.items() if corner(clash)} == expected
    wide = Dataset([[1.0, 2.0, 0.0], [2.0, 4.0, 0.0]], [[0, 1, 0], [0, 1000, 1]])
    expected = {
        "one-more-dimension-than-contexts", "a-single-token-support", "all-but-one-in-support",
        "a-token-in-no-support", "collinear-embeddings", "rank-deficient-though-overparameterized",
        "extreme-pi", "extreme-p",
    }  # fmt: skip
    assert {name for name, corner in corners.items() if corner(wide)} == expected
