"""Exact linear algebra on object arrays of rationals, for checks that decide one instance."""

from typing import Any

import numpy as np
from flint import fmpq, fmpq_mat


def matrix(rows: Any) -> fmpq_mat:
    """The `[r, c]` array of rationals as a matrix."""
    array = np.asarray(rows, dtype=object)
    return fmpq_mat(array.shape[0], array.shape[1], list(array.ravel()))


def rank(rows: Any) -> int:
    """The rank of an `[r, c]` array of rationals; 0 for an empty one."""
    array = np.asarray(rows, dtype=object)
    return 0 if 0 in array.shape else matrix(array).rank()


def positive_semidefinite(square: Any) -> bool:
    """Whether a symmetric `[d, d]` array of rationals is positive semidefinite, by L D L^T.

    A zero pivot is allowed only over a column of zeros: otherwise some 2 x 2 minor is negative.
    """
    rest = np.array(square, dtype=object)
    while len(rest):
        pivot, column = rest[0, 0], rest[1:, 0]
        if pivot < 0 or (pivot == 0 and any(entry != 0 for entry in column)):
            return False
        scaled = column / pivot if pivot != 0 else column * fmpq(0)
        rest = rest[1:, 1:] - np.multiply.outer(scaled, column)
    return True
