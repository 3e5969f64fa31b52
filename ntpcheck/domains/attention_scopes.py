"""The finite scopes of attention data: all short datasets over few tokens, E = C = I, the log-loss."""

from collections.abc import Iterator
from itertools import combinations_with_replacement, permutations, product

import numpy as np
import torch

from ntpcheck.instances.attention import Attending, Attention

CHUNK = 1024  # instances a yielded batch holds at most
LONGEST = 3
SHAPES = tuple(product((1, 2, 3), (1, 2)))  # K, n

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
    for K, n in SHAPES:
        rows = list(combinations_with_replacement(samples(K, LONGEST), n))
        for start in range(0, len(rows), CHUNK):
            yield _batch(rows[start : start + CHUNK], K)


def small_units() -> Iterator[Attending]:
    """All of K <= 3, n <= 2, T <= 3, E = C = I and W with a single entry, up to relabelling tokens.

    With the log-loss. What is linear in W and holds for matrices with a single entry 1 holds for all W.
    """
    for K, n in SHAPES:
        drawn = samples(K, LONGEST)
        rows = list(combinations_with_replacement(range(len(drawn)), n))
        kept = _representatives(drawn, rows, K)
        for start in range(0, len(kept), CHUNK):
            part = kept[start : start + CHUNK]
            data = _batch([tuple(drawn[i] for i in rows[at]) for at, _ in part.tolist()], K)
            units = torch.eye(K * K, dtype=torch.float64)[torch.from_numpy(part[:, 1])]
            yield Attending(**data.arrays(), W=units.reshape(-1, K, K))


def _representatives(drawn: list[Sample], rows: list[tuple[int, ...]], K: int) -> np.ndarray:
    """`[N, 2]` positions of datasets and of entries of W that no relabelling of tokens makes smaller."""
    place, sets = {sample: i for i, sample in enumerate(drawn)}, np.array(rows)
    query, token = np.divmod(np.arange(K * K), K)
    base = len(drawn) ** np.arange(sets.shape[1])
    key = (np.sort(sets, -1) @ base)[:, None] * K * K + np.arange(K * K)
    least = np.ones_like(key, dtype=bool)
    for order in permutations(range(K)):
        new = np.argsort(order)
        moved = [(tuple(c[k] for k in order), int(new[last]), int(new[y])) for c, last, y in drawn]
        images = np.array([place[sample] for sample in moved])
        unit = new[query] * K + new[token]
        least &= key <= (np.sort(images[sets], -1) @ base)[:, None] * K * K + unit
    return np.argwhere(least)


def _batch(rows: list[tuple[Sample, ...]], K: int) -> Attention:
    unit = torch.eye(K, dtype=torch.float64).expand(len(rows), K, K)
    counts, last, labels = (
        torch.tensor([[sample[part] for sample in row] for row in rows]) for part in range(3)
    )
    zero = torch.zeros(len(rows), dtype=torch.float64)
    return Attention(unit, unit, counts, last, labels, loss=zero.long(), knee=zero)
