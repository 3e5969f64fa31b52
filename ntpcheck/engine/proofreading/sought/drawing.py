"""Exact instances for a claim, to compare its book and its checker on: large and small, stored and drawn."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from typing import TYPE_CHECKING, Any

from ntpcheck.engine import lattice
from ntpcheck.engine.sweep import generator, impose
from ntpcheck.errors import NtpcheckError
from ntpcheck.instances.base import Instance
from ntpcheck.statement.agreement import instances

if TYPE_CHECKING:
    from ntpcheck.claim import Claim

LARGEST = 24  # entries of an instance from the sampler
SIZES = (1, 2, 2, 2, 3, 3)  # of an axis of a small one
WITNESSES = 4  # stored files of other claims
# What maps and checkers raise where an instance is none that they were written for.
UNANSWERED = (NtpcheckError, ArithmeticError, LookupError, RuntimeError, ValueError)


def drawn(
    claim: Claim, number: int, seed: object, files: Iterable[Mapping[str, Any]] = ()
) -> Iterator[Instance]:
    """A claim's own witness and some of others, draws of its domain's sampler, and draws of small shapes."""
    plain = instances(claim, number, (seed, claim.id), LARGEST)
    kind = kind_of(claim)
    listed = [document for document in files if document["instance"]["type"] == kind.__name__]
    listed.sort(key=lambda document: document["claim"] != claim.id)
    others = small(claim, kind, (seed, claim.id))
    yield from islice(others, 2)
    yield from islice(plain, 2)
    yield from (Instance.from_json(dict(document["instance"])) for document in listed[:WITNESSES])
    for _ in range(number // 2 - 2):
        yield from islice(others, 1)
        yield from islice(plain, 1)


def kind_of(claim: Claim) -> type:
    """The type of a claim's instances."""
    return type(claim.domain.sampler(generator("kind"), 1))


def of_one_shape(given: Iterable[Instance]) -> list[list[Instance]]:
    """Instances that may stand in one batch, side by side, each once."""
    found: dict[str, dict[str, Instance]] = {}
    for one in given:
        found.setdefault(str([x.shape for x in one.arrays().values()]), {})[repr(one)] = one
    return [list(some.values()) for some in found.values()]


def small(claim: Claim, kind: type, seed: object) -> Iterator[Instance]:
    """Instances of random small shapes with entries on a grid, two thirds of them pulled inside."""
    source, sizes = generator(seed, "small"), random.Random(str(seed))
    axes = lattice.axes(kind)
    for number in range(1000):
        shape = {axis: sizes.choice(SIZES) for axis in axes}
        for batch in lattice.drawn(kind, shape, source, 1):
            try:
                found = impose(claim.assumes, batch) if number % 3 else batch
                yield found.row(0).exact()
            except UNANSWERED:  # what no instance of this shape can be pulled inside of
                continue
