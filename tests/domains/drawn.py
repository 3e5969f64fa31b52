"""Draws that the tests of domains share."""

from __future__ import annotations

from typing import Any

import torch
from hypothesis import HealthCheck, Phase, settings

from ntpcheck.claim import Domain

QUICKLY = settings(
    max_examples=4000,
    database=None,
    deadline=None,
    phases=[Phase.generate],
    suppress_health_check=tuple(HealthCheck),
)


def batches(domain: Domain, count: int, rows: int = 32, seed: int = 0) -> list[Any]:
    """So many batches of one generator."""
    generator = torch.Generator().manual_seed(seed)
    return [domain.sampler(generator, rows) for _ in range(count)]
