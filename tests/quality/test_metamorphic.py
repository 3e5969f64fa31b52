"""Six changes of the data with a known effect: what is computed follows, in exact numbers.

Only logs are balls: two of one number overlap. Whether data is separable and compatible follows too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Any, NamedTuple

import flint
import numpy as np
import pytest
import torch

from ntpcheck.arithmetic import exact_array
from ntpcheck.claim import Effort
from ntpcheck.domains import DATASETS
from ntpcheck.engine.judgement import decide
from ntpcheck.evidence import judge
from ntpcheck.instances.dataset import Dataset
from ntpcheck.reference.compatible import compatibility
from ntpcheck.reference.entropy import cross_entropy, entropy
from ntpcheck.reference.max_margin import max_margin
from ntpcheck_papers.thrampoulidis2024 import PAPER

CLAIMS = tuple(claim for claim in PAPER.claims if claim.domain is DATASETS)
INSTANCES = 24
Record = Callable[[str, object], None]


class Change(NamedTuple):
    """Other data, and how a decoder `[V, d]` of the first becomes the one of the other."""

    data: Dataset
    decoder: Callable[[Any], Any] = lambda W: W


def exact(values: Any) -> Any:
    return exact_array(values)


def instances() -> Iterator[Dataset]:
    """Small exact datasets, as the domain draws them and pulled inside what main results assume."""
    source = torch.Generator().manual_seed(23)
    found = 0
    while found < INSTANCES:
        row = DATASETS.sampler(source, 1).row(0)
        if row.size("m") * row.size("V") * row.size("d") <= 60:
            found += 1
            yield row.exact()


def relabel(data: Dataset) -> Change:
    order = np.random.default_rng(1).permutation(data.size("V")).tolist()
    return Change(data.permute("V", order), lambda W: W[order])


def reorder(data: Dataset) -> Change:
    return Change(data.permute("m", np.random.default_rng(2).permutation(data.size("m")).tolist()))


def scale(data: Dataset) -> Change:
    return Change(data.replace(counts=7 * data.counts))


def rotate(data: Dataset) -> Change:
    """By a product of rotations by rational angles, 3/5 and 4/5, and one reflection."""
    d = data.size("d")
    turn = exact(np.eye(d, dtype=int))
    for i in range(d - 1):
        plane = exact(np.eye(d, dtype=int))
        plane[i, i], plane[i, i + 1] = flint.fmpq(3, 5), flint.fmpq(-4, 5)
        plane[i + 1, i], plane[i + 1, i + 1] = flint.fmpq(4, 5), flint.fmpq(3, 5)
        turn = plane @ turn
    turn[0] = -turn[0]
    return Change(data.replace(embeddings=data.embeddings @ turn.T), lambda W: W @ turn.T)


def split(data: Dataset) -> Change:
    """The first context twice, each time with half of its weight."""
    first = [0, *range(data.size("m"))]
    weights = np.array([1, 1, *[2] * (data.size("m") - 1)])
    counts = np.asarray(data.counts)[first] * weights[:, None]
    return Change(data.replace(embeddings=data.embeddings[first], counts=counts))


CHANGES = {change.__name__: change for change in (relabel, reorder, scale, rotate, split)}


@pytest.mark.parametrize("name", CHANGES)
def test_margin_loss_and_compatibility_follow(name: str, record_property: Record) -> None:
    separable, source = set[bool](), np.random.default_rng(3)
    record_property("times", INSTANCES)
    for data in instances():
        other, decoder = CHANGES[name](data)
        here, there = max_margin(data), max_margin(other)
        assert bool(here.feasible) == bool(there.feasible)
        separable.add(bool(here.feasible))
        assert np.array_equal(decoder(here.W), there.W)
        assert bool(compatibility(data).compatible) == bool(compatibility(other).compatible)
        W = exact(source.integers(-3, 4, (data.size("V"), data.size("d"))))
        pairs = [(entropy(data), entropy(other))]
        pairs.append((cross_entropy(data, W), cross_entropy(other, decoder(W))))
        for one, two in pairs:
            assert flint.arb(np.asarray(one)[()]).overlaps(flint.arb(np.asarray(two)[()]))
    assert separable == {True, False}


@pytest.mark.parametrize("name", ["relabel", "reorder", "scale"])
def test_claims_come_out_the_same(name: str, record_property: Record) -> None:
    """Claims about data speak of contexts and tokens by no name, and of counts by their quotients alone."""
    assert len(CLAIMS) > 20
    record_property("times", min(len(CLAIMS), 3 * INSTANCES))
    for data, claim in zip([*instances()] * 3, CLAIMS, strict=False):
        outcomes = [decide(claim, some, Effort()).outcome for some in (data, CHANGES[name](data).data)]
        assert outcomes[0] is outcomes[1], (claim.id, data)


@pytest.mark.parametrize("sizes", [(1,) * 12, (5, 7), (11, 1)], ids=str)
def test_batches_of_other_sizes_come_out_the_same(sizes: tuple[int, ...]) -> None:
    batch = DATASETS.sampler(torch.Generator().manual_seed(5), 12)
    borders = np.cumsum([0, *sizes])
    parts = [batch.select(np.arange(12)[a:b]) for a, b in pairwise(borders)]
    assert torch.equal(torch.cat([max_margin(part).W for part in parts]), max_margin(batch).W)
    for claim in CLAIMS:
        apart = [judge(claim.check(part)) for part in parts]
        assert np.array_equal(np.concatenate(apart), judge(claim.check(batch))), claim.id
