"""Linear systems `rows X = rhs` with transcendental right-hand sides: how far they are from solvable."""

from math import lcm
from typing import Any, NamedTuple

import numpy as np
import torch
from flint import fmpz_mat

from ntpcheck import decompositions, ulps
from ntpcheck.arithmetic import FLOAT, UNIT_ROUNDOFF, Array, exact_array, number_system
from ntpcheck.checks import exact

NEGLIGIBLE = 2.0**-40  # relative size of a singular value that counts as zero; rows lie on dyadic grids


class Residual(NamedTuple):
    """`value` `[...]` is zero exactly where the system is solvable; with its rounding error and magnitude."""

    value: Array
    error: Array
    scale: Array


def left_kernel(rows: Any) -> np.ndarray:
    """`[nullity, r]` integers: a basis of the y with y^T rows = 0; rows `[r, c]` rationals."""
    scaled = []
    for row in exact_array(rows):
        common = lcm(*(int(x.q) for x in row)) if len(row) else 1
        scaled.append((common, [int(x * common) for x in row]))
    if not scaled or not len(scaled[0][1]):
        return np.eye(len(scaled), dtype=int).astype(object)
    columns = fmpz_mat([row for _, row in scaled]).transpose()
    basis, nullity = columns.nullspace()
    entries = np.array(basis.tolist(), dtype=object).reshape(len(scaled), -1)[:, :nullity].T
    return np.vectorize(int, otypes=[object])(entries) * np.array(
        [common for common, _ in scaled], dtype=object
    )


def residual(rows: Array, rhs: Array) -> Residual:
    """How far `rows X = rhs` is from having a solution X; rows `[..., r, c]`, rhs `[..., r, k]`.

    Floats: the largest entry of rhs outside the column space. One exact instance: the largest |y^T rhs|
    over an integer basis y of the rows' left kernel.
    """
    return _projected(rows, rhs) if number_system(rows) is FLOAT else _against_kernel(rows, rhs)


def _projected(rows: torch.Tensor, rhs: torch.Tensor) -> Residual:
    left, values, _ = decompositions.svd(rows, full_matrices=False)
    largest = values.amax(-1, keepdim=True)
    kept = values > NEGLIGIBLE * largest
    left = left * kept[..., None, :]
    rest = rhs - left @ (left.mT @ rhs)
    scale = rhs.abs().amax((-2, -1))
    # The kept singular vectors are off by rounding times the condition number.
    smallest = torch.where(kept, values, largest).amin(-1)
    condition = torch.where(smallest > 0, largest[..., 0] / smallest, 1.0)
    terms = 2 * ulps.spectrum(*rows.shape[-2:])  # of the vectors, and of the two products with them
    error = terms * UNIT_ROUNDOFF * scale * condition
    error = torch.where(_truly_zero(rows, kept), error, torch.inf)
    return Residual(rest.abs().amax((-2, -1)), error, scale)


def _truly_zero(rows: torch.Tensor, kept: torch.Tensor) -> torch.Tensor:
    """`[...]` bool: the rank is the number of singular values kept; no other is small and yet not zero."""
    found, ranks = np.ones(rows.shape[:-2], dtype=bool), kept.sum(-1).cpu().numpy()
    matrices = rows.detach().cpu().numpy()
    for index in np.argwhere(ranks < min(rows.shape[-2:])):
        at = tuple(index)
        found[at] = exact.rank(exact_array(matrices[at])) == ranks[at]
    return torch.as_tensor(found, device=rows.device)


def _against_kernel(rows: Array, rhs: Array) -> Residual:
    kernel = left_kernel(rows)
    xp = number_system(rhs)
    nothing = exact_array(0)
    if not len(kernel):
        return Residual(nothing, nothing, nothing)
    weights = exact_array(kernel)
    value = xp.max(xp.max(xp.abs(weights @ rhs), -1), -1)
    scale = xp.max(xp.max(abs(weights) @ xp.abs(rhs), -1), -1)
    return Residual(value, nothing, scale)
