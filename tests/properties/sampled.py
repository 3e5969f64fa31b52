"""Instances for the tests of claims: batches that lie inside a claim's assumptions."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import torch

from ntpcheck.claim import Claim
from ntpcheck.engine.sweep import generator, impose, standing


def inside(
    claim: Claim, rows: int, *, seed: int = 0, unforced: bool = False, size: int = 50
) -> Iterator[Any]:
    """One batch after another inside a claim's assumptions, at least `rows` in all.

    unforced: those that are inside as they were drawn too, and not only those that were pulled there.
    """
    source, found = generator(seed, claim.id), 0
    while found < rows:
        wild = claim.domain.sampler(source, size)
        for batch in (wild, impose(claim.assumes, wild)) if unforced else (impose(claim.assumes, wild),):
            held, _, _ = standing(claim.assumes, batch)
            if held.any():
                found += int(held.sum())
                yield batch.select(torch.as_tensor(held))
