"""Contexts with embeddings and next-token counts of any width: the counts stay in compressed rows."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from ntpcheck.instances.dataset import Dataset

SMALL = 2**25  # cells, contexts times tokens, up to which the counts may become a table
BLOCK = 2**22  # cells of the tables that `blocks` makes, one after the other


@dataclass(frozen=True, eq=False)
class Corpus:
    """What a `Dataset` holds, for data whose table of counts may not fit into memory.

    embeddings: `[m, d]` float64. counts: `[m, V]`, a `scipy.sparse.csr_array` of int64 without stored zeros,
    with at least one count in each row.
    """

    embeddings: NDArray[np.float64]
    counts: Any

    @classmethod
    def of(cls, data: Dataset) -> Corpus:
        """A dataset's own corpus; its `dataset` is that one, with what was computed for it."""
        found = cls(data.embeddings.numpy(), sparse.csr_array(data.counts.numpy()))
        found.__dict__["dataset"] = data
        return found

    @property
    def sizes(self) -> tuple[int, int, int]:
        """m, V, d."""
        return (*self.counts.shape, self.embeddings.shape[1])

    @property
    def cells(self) -> int:
        """m V, what a table of the counts would hold."""
        return self.counts.shape[0] * self.counts.shape[1]

    @property
    def is_small(self) -> bool:
        return self.cells <= SMALL

    @cached_property
    def totals(self) -> NDArray[np.int64]:
        """`[m]` how often each context occurs."""
        return np.asarray(self.counts.sum(1))

    @cached_property
    def supports(self) -> NDArray[np.int64]:
        """`[m]` how many tokens follow each context."""
        return np.diff(self.counts.indptr).astype(np.int64)

    @cached_property
    def dataset(self) -> Dataset:
        """The same as tables. Only for data that is small."""
        return self._table(slice(None))

    def blocks(self) -> Iterator[tuple[slice, float, Dataset]]:
        """Contexts as tables, some at a time: which, their share of the samples, and their dataset."""
        m, V, _ = self.sizes
        if self.cells <= BLOCK or "dataset" in self.__dict__:
            yield slice(0, m), 1.0, self.dataset
            return
        rows = max(1, BLOCK // V)
        for first in range(0, m, rows):
            block = slice(first, min(first + rows, m))
            yield block, float(self.totals[block].sum() / self.totals.sum()), self._table(block)

    def _table(self, rows: slice) -> Dataset:
        import torch

        counts = torch.from_numpy(self.counts[rows].toarray())
        return Dataset(torch.from_numpy(self.embeddings[rows]), counts)
