"""The data subspace F = span{(e_z - e_z') h_j^T : z, z' in S_j} of V x d matrices, and projections onto it.

Floats: an orthonormal basis from the pivoted QR factorisation of the in-support rows, scaled to unit
contexts. Where pivots are small or dropped in error, it is made in rationals first: right to rounding then.
Exact instances: rational projections through the Gram matrix of a basis of rows.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import torch
from flint import fmpq, fmpq_mat

from ntpcheck.arithmetic import FLOAT, Array, ExactArray, exact_array, shaped
from ntpcheck.errors import InvalidInstance
from ntpcheck.instances.attention import Attention
from ntpcheck.instances.base import cached
from ntpcheck.instances.dataset import Dataset
from ntpcheck.instances.lasting import lasting
from ntpcheck.reference.kept import remembered
from ntpcheck.reference.solvers.rational import Rows, array, exact_rows, orthonormal, solved
from ntpcheck.reference.solvers.splitting import splitting
from ntpcheck.reference.solvers.token_blocks import TOO_LARGE, tied_to

STEADY = 2.0**-10  # of the largest pivot: a basis whose least pivot is below it is made in rationals
AFFORDABLE = 4096  # entries of the in-support rows up to which they are made orthogonal in rationals


class Basis(NamedTuple):
    """Orthonormal columns `[..., size, r]` of a subspace, padded with zero columns to one r per batch."""

    columns: torch.Tensor
    dimension: torch.Tensor  # [...] int64
    steady: torch.Tensor  # [...] a projection is right to rounding over this; 0 where dimension is in doubt

    @property
    def settled(self) -> torch.Tensor:
        """`[...]` bool: the dimension is certain."""
        return self.steady > 0

    def project(self, W: torch.Tensor) -> torch.Tensor:
        """The orthogonal projection of matrices W `[..., p, q]`, p q = size, onto the subspace."""
        return (self.columns @ (self.columns.mT @ W.reshape(*W.shape[:-2], -1, 1))).reshape(W.shape)


def padded(data: Dataset | Attention, size: int, found: Sequence[tuple[np.ndarray, float]]) -> Basis:
    """The basis of a float batch from orthonormal rows `[r, size]` of each of its rows, and how steady."""
    width = max((len(rows) for rows, _ in found), default=0)
    columns = np.zeros((len(found), size, width))
    for out, (rows, _) in zip(columns, found, strict=True):
        out[:, : len(rows)] = rows.T
    parts = columns, [len(rows) for rows, _ in found], [steady for _, steady in found]
    return Basis(*(shaped(part, data.batch, data.embeddings) for part in parts))


@cached
def basis(data: Dataset) -> Basis:
    """F of a float batch."""
    H, support = data.embeddings.detach().cpu().numpy(), data.support.cpu().numpy()
    found = [_spanning(H[i], support[i]) for i in np.ndindex(data.batch)]
    return padded(data, data.size("V") * data.size("d"), found)


@remembered
def _spanning(H: np.ndarray, support: np.ndarray) -> tuple[np.ndarray, float]:
    """`[r, V d]` orthonormal rows that span F, and how steady they are."""
    split = splitting(H, support)
    if (split.clear and split.least > STEADY) or len(split.context) * split.size > AFFORDABLE:
        return split.basis(), split.least if split.clear else 0.0
    rows = Rows(exact_array(H), support)
    if len(rows.basis) == split.rank and split.least > STEADY:
        return split.basis(), split.least
    return orthonormal(rows.whole(rows.basis)), 1.0


def steadiness(data: Dataset) -> Array:
    """`[...]` a projection onto F is right to a few roundings over this; 1 for exact instances.

    The few roundings, one for each entry of a row, allow for pivots down to an eighth of the largest.
    """
    if data.xp is not FLOAT:
        return exact_array(np.ones(data.batch, dtype=int))
    return (8 * basis(data).steady).clamp_max(1)


def project(data: Dataset, W: Array) -> Array:
    """`[..., V, d]` P_F W, the orthogonal projection of W `[..., V, d]` onto F."""
    if data.xp is FLOAT:
        return _project_floats(data, W)
    if data.batch == ():
        return _project_one(data, W)
    parts = [_project_one(row, W[i]) for i, row in zip(np.ndindex(data.batch), data.rows(), strict=True)]
    return np.stack(parts).reshape(W.shape).view(ExactArray)


def _project_floats(data: Dataset, W: torch.Tensor) -> torch.Tensor:
    widest = int(data.support.sum((-2, -1)).amax()) * data.size("V") * data.size("d")
    if widest <= TOO_LARGE:
        return basis(data).project(W)
    parts: list[np.ndarray] = []
    for index in np.ndindex(data.batch):
        H, support = data.embeddings[index].cpu().numpy(), data.support[index].cpu().numpy()
        tied = tied_to(H, support, H @ W[index].cpu().numpy().T)
        if tied is None or not tied.solvable:
            raise InvalidInstance(
                f"the dataset has {len(H)} dependent contexts, {support.shape[1]} tokens and {H.shape[1]} "
                "dimensions. A dense basis of F would not fit: take fewer contexts, or independent ones."
            )
        parts.append(tied.W)
    return torch.as_tensor(np.stack(parts), device=W.device).reshape(W.shape)


def project_off(data: Dataset, W: Array) -> Array:
    """`[..., V, d]` P_perp W = W - P_F W."""
    return W - project(data, W)


def _project_one(data: Dataset, W: Array) -> Array:
    rows = exact_rows(data)
    if not rows.basis:
        return W * 0
    if not all(isinstance(number, fmpq) for number in W.ravel()):
        return (projector(data) @ W.reshape(-1)).reshape(W.shape).view(ExactArray)
    # The coefficients of P_F W solve <row_n, P_F W> = <row_n, W> over a basis of rows.
    flat, scale = fmpq_mat(rows.V * rows.d, 1, list(W.ravel())).numer_denom()
    coefficients = solved(rows.inner(rows.basis), rows.whole(rows.basis) * flat)
    numbers, divisor = coefficients.numer_denom()
    Z = rows.combined(rows.basis, numbers.entries())
    return array(-Z.transpose() * rows.H, scale * divisor)


@lasting
def projector(data: Dataset) -> ExactArray:
    """`[V d, V d]` the rational matrix of P_F, for balls; one exact instance, F != {0}."""
    rows = exact_rows(data)
    R = rows.whole(rows.basis)
    return array(fmpq_mat(R.transpose()) * solved(rows.inner(rows.basis), R))
