"""Least-norm points of one or some small systems of margins and ties, by a dual active-set library.

At a handful of rows the calls cost more than the arithmetic, so this route does as little as it can. It
gives up where the library does (on conflicting margins, among others); the caller measures what it returns.
"""

from typing import Any

import daqp as _daqp
import numpy as np

from ntpcheck.reference.kept import remembered
from ntpcheck.reference.solvers.priority import Pairs
from ntpcheck.reference.solvers.small_form import SENSE, SETTINGS, SOLVED, UNBOUNDED, inverse_size, objective

daqp: Any = _daqp
LARGEST = 4000  # entries of a system's constraint matrix
FEW = 128  # systems up to which one after another takes less time than pivoting all at once


def are_small(embeddings: np.ndarray, counts: np.ndarray) -> bool:
    """Whether embeddings `[B, K, d]` and the B systems' numbers of rows are small enough."""
    return len(counts) <= FEW and int(counts.max(initial=0)) * embeddings.shape[-1] ** 2 <= LARGEST


def small_system(E: np.ndarray, pairs: Pairs) -> tuple[np.ndarray, float] | None:
    """Multipliers `[N]` and the amplification of errors in margins into W; None where nothing is settled.

    embeddings `[K, d]` and one system's rows, at least one of them. Of ten systems five or six are met again:
    what hypotheses add to a dataset, or change of it, often leaves its embeddings and graphs.
    """
    return _solved(E, pairs.high, pairs.low, pairs.query, pairs.tie)


@remembered
def _solved(
    E: np.ndarray, high: np.ndarray, low: np.ndarray, query: np.ndarray, tie: np.ndarray
) -> tuple[np.ndarray, float] | None:
    steps = E[high] - E[low]
    rows = (steps[:, :, None] * E[query][:, None, :]).reshape(len(steps), -1)
    margin = ~tie
    least = margin.astype(float)
    _, _, flag, info = daqp.solve(
        *objective(rows.shape[1]), rows, UNBOUNDED * least, least, SENSE.take(margin), **SETTINGS
    )
    if flag != SOLVED:
        return None
    multipliers = -info["lam"]
    return multipliers, inverse_size(rows[tie | (multipliers != 0)])
