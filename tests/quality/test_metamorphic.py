"""Seven changes of the data with a known effect: what is computed follows, in exact numbers.

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
from ntpcheck.reference.entropy import entropy
from ntpcheck.reference.max_margin import max_margin
from ntpcheck_papers.thrampoulidis2024 import PAPER
from tests.reference.plain_loss import cross_entropy

CLAIMS = tuple(claim for claim in PAPER.claims if claim.domain is DATASETS)
Record = Callable[[str, object], None]
FEW, MANY = 24, 170  # instances: with six changes, the pairs of a usual run and of a nightly one


class Change(NamedTuple):
    """Other data, and how a decoder `[V, d]` of the first becomes the one of the other."""

    data: Dataset
    decoder: Callable[[Any], Any] = lambda W: W


def exact(values: Any) -> Any:
    return exact_array(values)


@pytest.fixture
def instances(request: pytest.FixtureRequest) -> list[Dataset]:
    return [*drawn(MANY if request.config.getoption("--faults") == "nightly" else FEW)]


def drawn(count: int) -> Iterator[Dataset]:
    """Small exact datasets, as the domain draws them and pulled inside what main results assume."""
    source = torch.Generator().manual_seed(23)
    found = 0
    while found < count:
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


def stretch(data: Dataset) -> Change:
    """Embeddings times 3/2: logits of W are those of 2/3 W, so that every solution shrinks by 2/3."""
    return Change(data.replace(embeddings=data.embeddings * flint.fmpq(3, 2)), lambda W: W / flint.fmpq(3, 2))


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


CHANGES = {change.__name__: change for change in (relabel, reorder, scale, stretch, rotate, split)}


@pytest.mark.parametrize("name", CHANGES)
def test_margin_loss_and_compatibility_follow(
    name: str, instances: list[Dataset], record_property: Record
) -> None:
    separable, source = set[bool](), np.random.default_rng(3)
    record_property("times", len(instances))
    for data in instances:
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


def test_a_token_that_never_occurs_adds_to_the_loss_alone(instances: list[Dataset]) -> None:
    """Entropy and W* speak of tokens that occur. Each decoder loses, and each margin of the new data is one.

    W^mm without its last row keeps all margins of the old data. The other way round: where some token is
    missing in every context, the mean of the rows of W has in context j a logit below that of its tokens,
    so that a multiple of W with this row added has all margins. Hence data is separable if and only if the
    other is, and the norm of W^mm does not fall.
    """
    seen, source = set[bool](), np.random.default_rng(3)
    for data in instances:
        counts = np.asarray(data.counts)
        other = data.replace(counts=np.concatenate([counts, np.zeros_like(counts[:, :1])], axis=1))
        assert flint.arb(np.asarray(entropy(data))[()]).overlaps(flint.arb(np.asarray(entropy(other))[()]))
        assert bool(compatibility(data).compatible) == bool(compatibility(other).compatible)
        W = exact(source.integers(-3, 4, (data.size("V") + 1, data.size("d"))))
        with flint.ctx.workprec(1024):  # what is added may be as small as exp of a logit
            less, more = (
                flint.arb(np.asarray(cross_entropy(some.replace(), V))[()])
                for some, V in ((data, W[:-1]), (other, W))
            )
        assert less < more
        here, there = max_margin(data), max_margin(other)
        if there.feasible or not bool(data.support.all(-1).any()):
            assert bool(here.feasible) == bool(there.feasible)
            assert not here.feasible or square(here.W) <= square(there.W)
            seen.add(bool(here.feasible))
    assert seen == {True, False}


def square(W: Any) -> Any:
    return sum(entry * entry for entry in np.asarray(W).ravel())


@pytest.mark.parametrize("name", ["relabel", "reorder", "scale"])
def test_claims_come_out_the_same(name: str, instances: list[Dataset], record_property: Record) -> None:
    """Claims about data speak of contexts and tokens by no name, and of counts by their quotients alone."""
    assert len(CLAIMS) > 20
    record_property("times", min(len(CLAIMS), 3 * len(instances)))
    for data, claim in zip(instances * 3, CLAIMS, strict=False):
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
