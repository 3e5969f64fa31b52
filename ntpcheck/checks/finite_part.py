"""W*, usable in every number system: tensors with an error bound, balls, or traced logs of primes."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ntpcheck.arithmetic import FLOAT, Array, exact_array
from ntpcheck.instances.base import cached
from ntpcheck.instances.dataset import Dataset
from ntpcheck.reference import exact_compatible
from ntpcheck.reference.compatible import compatibility


class Finite(NamedTuple):
    """W* `[..., V, d]`, and a bound `[...]` on its error: infinite without a W*, zero for balls."""

    W: Array
    error: Array


@cached
def finite_part(data: Dataset) -> Finite:
    """W*, the solution of (4) in F.

    On a traced instance W* = sum_q log(q) W_q over primes q enters as logs with rational factors W_q, so that
    a certificate can contain it. Data without a W* get some matrix of the right shape, and floats an infinite
    error.
    """
    if data.xp is FLOAT:
        found = compatibility(data)
        return Finite(found.W, found.error)
    leaf = data.embeddings[(0,) * data.embeddings.ndim]
    shape = (data.size("V"), data.size("d"))
    zero = exact_array(0)
    if data.untraced is data:
        return Finite(compatibility(data).W, exact_array(np.zeros(data.batch, dtype=int)))
    total = exact_array(np.zeros(shape, dtype=int)) + 0 * leaf
    for prime, part in exact_compatible.finite_part(data.untraced).parts.items():
        total = total + part * data.xp.log(data.xp.asarray(prime, total) + 0 * leaf)
    return Finite(total, zero)


def norms(data: Dataset) -> Array:
    """`[..., m]` an upper bound on ||h_j||: what an error of a decoder is multiplied by in the logits."""
    return data.xp.sum(data.xp.abs(data.embeddings), -1)
