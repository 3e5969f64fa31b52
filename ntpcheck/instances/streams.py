"""A run of stochastic gradient descent: everything that fixes it, its random draws included."""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from ntpcheck.arithmetic import Array, as_numpy
from ntpcheck.errors import InvalidInstance
from ntpcheck.instances.dataset import Run

GOLDEN, MIX_1, MIX_2 = (np.uint64(x) for x in (0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB))


@dataclass(frozen=True, eq=False, repr=False)
class Stream(Run):
    """A run and the seed `[...]` of its draws, each uniform over the n training sequences.

    The k-th draw is a function of seed and k alone (SplitMix64), so a run of any length is reproduced exactly
    from the instance. A sequence is a context and a label: SGD over contexts reads the context only, SGD over
    tokens both. Source: NeurIPS version, footnote 8.
    """

    seed: Array
    AXES: ClassVar[dict[str, str]] = Run.AXES | {"seed": ""}
    INTEGERS: ClassVar[frozenset[str]] = Run.INTEGERS | {"seed"}

    def validate(self) -> None:
        super().validate()
        if bool((self.seed < 0).any()):
            raise InvalidInstance("seed is negative. Seeds are at least 0.")

    def uniforms(self, first: int, last: int) -> np.ndarray:
        """`[B, last - first]` the draws first .. last - 1 as doubles in [0, 1), B rows of the batch."""
        start = as_numpy(self.seed).astype(np.uint64).reshape(-1, 1)
        with np.errstate(over="ignore"):
            z = _mixed(start * GOLDEN) + np.arange(first + 1, last + 1, dtype=np.uint64) * GOLDEN
        return (_mixed(z) >> np.uint64(11)) * 2.0**-53

    def draws(self, first: int, last: int) -> tuple[np.ndarray, np.ndarray]:
        """Context and label `[B, last - first]` of the draws first .. last - 1."""
        table = np.cumsum(as_numpy(self.counts).reshape(-1, self.size("m") * self.size("V")), axis=1)
        sequence = np.floor(self.uniforms(first, last) * table[:, -1:])
        cells = np.stack(
            [np.searchsorted(row, x, side="right") for row, x in zip(table, sequence, strict=True)]
        )
        return cells // self.size("V"), cells % self.size("V")


def _mixed(z: np.ndarray) -> np.ndarray:
    with np.errstate(over="ignore"):
        z = (z ^ (z >> np.uint64(30))) * MIX_1
        z = (z ^ (z >> np.uint64(27))) * MIX_2
    return z ^ (z >> np.uint64(31))
