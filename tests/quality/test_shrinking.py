"""Hard instances are found, and shrink to (nearly) the smallest ones a person would write down."""

from __future__ import annotations

from random import Random

import pytest
import torch
from hypothesis import HealthCheck, Phase, find, settings

from ntpcheck.domains import DATASETS, DECODINGS, OFFSETS, PAIRS, RUNS, SAMPLES, SCALED
from tests.domains import oracles

PATIENT = settings(max_examples=4000, database=None, deadline=None, suppress_health_check=list(HealthCheck))


def smallest(domain, predicate, wanted=(1, 1, 1)):
    """The smallest of up to three searches: one alone may shrink to a local minimum."""
    found = []
    for seed in range(3):
        random = Random(seed)
        found.append(find(domain.strategy(), lambda i: bool(predicate(i)), settings=PATIENT, random=random))
        if domain is SAMPLES or all(a <= b for a, b in zip(sizes(found[-1]), wanted, strict=True)):
            return found[-1]
    return min(found, key=lambda instance: sum(sizes(instance)))


def sizes(instance):
    return tuple(instance.size(axis) for axis in "mVd")


@pytest.mark.share(2)
@pytest.mark.parametrize("domain", [DATASETS, DECODINGS, RUNS, OFFSETS, SCALED, PAIRS], ids=lambda d: d.name)
def test_the_smallest_instance_is_one_context_one_token_one_dimension_and_zeros(domain):
    instance = smallest(domain, lambda _: True)
    assert sizes(instance) == (1, 1, 1)
    assert instance.embeddings.tolist() == [[0.0]]
    assert instance.counts.tolist() == [[1]]
    assert all(not array.any() for name, array in instance.arrays().items() if name not in {"counts", "eta"})


def test_the_smallest_sample_is_one_pair():
    samples = smallest(SAMPLES, lambda _: True)
    assert [samples.size(axis) for axis in ("n", "M", "V", "d")] == [1, 1, 1, 1]


def test_a_full_support_shrinks_to_one_by_one():
    data = smallest(DATASETS, lambda data: data.support.all())
    assert sizes(data) == (1, 1, 1)


@pytest.mark.share(2, of="shrinks")
def test_incompatible_data_shrink_to_one_zero_embedding_and_uneven_counts():
    data = smallest(DATASETS, lambda data: not oracles.compatible(data), (1, 2, 1))
    assert sizes(data) == (1, 2, 1)
    assert data.embeddings.tolist() == [[0.0]]
    assert sorted(data.counts[0].tolist()) == [1, 2]


@pytest.mark.share(2, of="shrinks")
def test_incompatible_data_with_nonzero_embeddings_shrink_to_two_contexts():
    def clash(data):
        return bool((data.embeddings != 0).any(-1).all()) and not oracles.compatible(data)

    data = smallest(DATASETS, clash, (2, 2, 1))
    assert sizes(data) == (2, 2, 1)
    assert data.counts.sum() <= 6


def test_inseparable_data_shrink_to_a_zero_embedding_with_a_token_out_of_support():
    data = smallest(DATASETS, lambda data: not oracles.separable(data), (1, 2, 1))
    assert sizes(data) == (1, 2, 1)
    assert data.embeddings.tolist() == [[0.0]]
    assert sorted(data.counts[0].tolist()) == [0, 1]


def test_dependent_contexts_that_are_separable_and_compatible_are_found():
    def easy_without_independence(data):
        dependent = oracles.rank(oracles.rows(data)) < data.size("m")
        proper = not data.support.all() and bool((data.embeddings != 0).any(-1).all())
        return dependent and proper and oracles.separable(data) and oracles.compatible(data)

    unshrunk = settings(PATIENT, phases=[Phase.generate])
    assert find(DATASETS.strategy(), easy_without_independence, settings=unshrunk, random=Random(0))


@pytest.mark.share(2, of="shrinks")
def test_a_separating_decoder_is_found_and_shrinks_to_two_tokens():
    def separates(data):
        return not bool(data.support.all()) and oracles.separates(data, data.W)

    data = smallest(DECODINGS, separates, (1, 2, 1))
    assert sizes(data) == (1, 2, 1)


@pytest.mark.share(2, of="shrinks")
def test_a_matching_decoder_shrinks_to_zero():
    def matches(data):
        return data.size("V") > 1 and DECODINGS.corners["a-matching-decoder"](data)

    data = smallest(DECODINGS, matches, (1, 2, 1))
    assert sizes(data) == (1, 2, 1)
    assert data.W.tolist() == [[0.0], [0.0]]


@pytest.mark.share(2, of="shrinks")
def test_a_diverging_step_is_found_and_stays_a_power_of_two():
    run = smallest(RUNS, RUNS.corners["a-step-far-above-the-border"], (1, 1, 3))
    assert sizes(run) <= (1, 1, 3)
    assert torch.frexp(run.eta).mantissa.item() in {0.5, 0.75}


@pytest.mark.share(2, of="shrinks")
def test_two_different_separating_decoders_are_found():
    def differ(data):
        both = oracles.separates(data, data.W) and oracles.separates(data, data.W2)
        return both and not data.support.all() and not torch.equal(data.W, data.W2)

    assert sizes(smallest(PAIRS, differ, (1, 2, 1))) == (1, 2, 1)
