"""W*, usable in every number system: tensors with an error bound, or balls."""

from typing import NamedTuple

import numpy as np

from ntpcheck import ulps
from ntpcheck.arithmetic import FLOAT, Array, exact_array
from ntpcheck.checks.decoders import magnitudes
from ntpcheck.instances.base import cached, cached_for
from ntpcheck.instances.dataset import Dataset
from ntpcheck.reference.compatible import compatibility
from ntpcheck.reference.subspace import steadiness


class Finite(NamedTuple):
    """W* `[..., V, d]`, and a bound `[...]` on its error: infinite without a W*, zero for balls."""

    W: Array
    error: Array


@cached
def finite_part(data: Dataset) -> Finite:
    """W*, the solution of (4) in F.

    Data without a W* get some matrix of the right shape, and floats an infinite error.
    """
    found = compatibility(data)
    if data.xp is FLOAT:
        return Finite(found.W, found.error)
    return Finite(found.W, exact_array(np.zeros(data.batch, dtype=int)))


@cached_for
def projection_error(data: Dataset, U: Array) -> Array:
    """`[...]` a bound on the norm of the error of P_F U computed in floats; zero for exact instances."""
    xp = data.xp
    error = xp.rounding(xp.sqrt(xp.sum(xp.sum(U**2, -1), -1)), ulps.projected(U))
    return error / steadiness(data)


@cached
def norms(data: Dataset) -> Array:
    """`[..., m]` an upper bound on ||h_j||: what an error of a decoder is multiplied by in the logits."""
    return data.xp.sum(magnitudes(data), -1)
