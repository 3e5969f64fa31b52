"""The finite scope of attention data: all short datasets over few tokens, with E = C = I and the log-loss."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations_with_replacement, product

import torch

from ntpcheck.instances.attention import Attention

CHUNK = 1024  # instances a yielded batch holds at most

Sample = tuple[tuple[int, ...], int, int]


def samples(K: int, T: int) -> list[Sample]:
    """All (counts, last token, label) of sequences of up to T tokens out of K: order matters to none."""
    found: list[Sample] = []
    for length in range(1, T + 1):
        for last, label in product(range(K), range(K)):
            for others in combinations_with_replacement(range(K), length - 1):
                word = (*others, last)
                found.append((tuple(word.count(k) for k in range(K)), last, label))
    return found


def small_datasets() -> Iterator[Attention]:
    """All of K <= 3 tokens, n <= 2 sequences and T <= 3 positions, with E = C = I and the log-loss."""
    for K, n in product((1, 2, 3), (1, 2)):
        rows = list(combinations_with_replacement(samples(K, 3), n))
        for start in range(0, len(rows), CHUNK):
            yield _batch(rows[start : start + CHUNK], K)


def _batch(rows: list[tuple[Sample, ...]], K: int) -> Attention:
    unit = torch.eye(K, dtype=torch.float64).expand(len(rows), K, K)
    counts, last, labels = (
        torch.tensor([[sample[part] for sample in row] for row in rows]) for part in range(3)
    )
    zero = torch.zeros(len(rows), dtype=torch.float64)
    return Attention(unit, unit, counts, last, labels, loss=zero.long(), knee=zero)
