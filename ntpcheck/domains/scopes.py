"""Finite scopes: all small instances on an integer grid, one per orbit of the obvious symmetries.

The symmetries are relabelling contexts, relabelling tokens, and permuting or flipping coordinates (embeddings
and decoders together). No statement about inner products and probabilities can tell the members of an orbit
apart.
"""

from collections.abc import Iterator
from itertools import permutations, product

import numpy as np
import torch
from torch import Tensor

from ntpcheck.domains.pieces import Shape

CHUNK = 2048  # instances a yielded batch holds at most
VALUES = np.array([0, 1, -1])  # of embeddings and decoders, in the order of their codes
COUNTS = 3  # counts run over 0, 1, 2


def shapes(*, m: int, V: int, d: int) -> Iterator[Shape]:
    """Every shape up to the given sizes, smallest first."""
    every = (Shape(*sizes) for sizes in product(range(1, m + 1), range(1, V + 1), range(1, d + 1)))
    return iter(sorted(every, key=lambda shape: (shape.m * shape.V * shape.d, shape)))


def _words(letters: int, length: int) -> np.ndarray:
    """`[letters^length, length]` all words over 0..letters-1, in the order of their codes."""
    return np.array(list(product(range(letters), repeat=length)), dtype=np.int64).reshape(
        letters**length, length
    )


def _codes(words: np.ndarray, letters: int) -> np.ndarray:
    return words @ letters ** np.arange(words.shape[-1] - 1, -1, -1)


def _motions(V: int, d: int) -> Iterator[tuple[np.ndarray, np.ndarray, np.ndarray]]:
    """Token permutations, coordinate permutations and sign flips, all combinations."""
    for tokens, coordinates, signs in product(
        permutations(range(V)), permutations(range(d)), product((1, -1), repeat=d)
    ):
        yield np.array(tokens), np.array(coordinates), np.array(signs)


def _moved_values(words: np.ndarray, coordinates: np.ndarray, signs: np.ndarray) -> np.ndarray:
    """The words of the grid points after a coordinate motion; words `[..., d]` over the three grid values."""
    flipped = np.array([0, 2, 1])
    moved = words[..., coordinates]
    return np.where(signs == 1, moved, flipped[moved])


class _Codes:
    """The instances of one shape as codes: contexts are (point, counts) pairs, decoders are matrices."""

    def __init__(self, shape: Shape, decoders: int) -> None:
        self.shape, self.decoders = shape, decoders
        self.points, self.tables = _words(3, shape.d), _words(COUNTS, shape.V)[1:]
        self.pairs = np.array(list(product(range(len(self.points)), range(len(self.tables)))))
        self.matrices = _words(3, shape.V * shape.d if decoders else 0)
        indices = product(range(len(self.pairs)), repeat=shape.m)
        self.contexts = np.array([row for row in indices if list(row) == sorted(row)])
        self.decoded = _words(len(self.matrices), decoders)

    def keys(self, contexts: np.ndarray, decoded: np.ndarray) -> np.ndarray:
        """`[contexts, decoded]` int64: each instance as one number, contexts first."""
        front = _codes(np.sort(contexts, -1), len(self.pairs))
        return front[:, None] * len(self.decoded) + _codes(decoded, len(self.matrices))

    def moved(self, tokens: np.ndarray, coordinates: np.ndarray, signs: np.ndarray) -> np.ndarray:
        """The keys of all instances after a motion."""
        point = _codes(_moved_values(self.points, coordinates, signs), 3)[self.pairs[:, 0]]
        table = _codes(self.tables[:, tokens], COUNTS)[self.pairs[:, 1]] - 1
        context = point * len(self.tables) + table
        matrix = np.zeros(1, dtype=np.int64)
        if self.decoders:
            grids = self.matrices.reshape(-1, self.shape.V, self.shape.d)[:, tokens]
            matrix = _codes(_moved_values(grids, coordinates, signs).reshape(len(grids), -1), 3)
        return self.keys(context[self.contexts], matrix[self.decoded])

    def representatives(self) -> np.ndarray:
        """`[orbits, 2]` positions in contexts and decoded of the instances that no motion makes smaller."""
        key = self.keys(self.contexts, self.decoded)
        smallest = np.ones_like(key, dtype=bool)
        for motion in _motions(self.shape.V, self.shape.d):
            smallest &= key <= self.moved(*motion)
        return np.argwhere(smallest)


def canonical(shape: Shape, *, decoders: int) -> Iterator[tuple[Tensor, Tensor, tuple[Tensor, ...]]]:
    """Batches of embeddings `[b, m, d]`, counts `[b, m, V]`, decoders `[b, V, d]`: one row per orbit."""
    codes = _Codes(shape, decoders)
    rows = codes.representatives()
    for start in range(0, len(rows), CHUNK):
        first, second = rows[start : start + CHUNK].T
        chosen = codes.pairs[codes.contexts[first]]
        matrices = [
            codes.matrices[codes.decoded[second, k]].reshape(-1, shape.V, shape.d) for k in range(decoders)
        ]
        yield (
            torch.tensor(VALUES[codes.points[chosen[..., 0]]], dtype=torch.float64),
            torch.tensor(codes.tables[chosen[..., 1]]),
            tuple(torch.tensor(VALUES[matrix], dtype=torch.float64) for matrix in matrices),
        )
