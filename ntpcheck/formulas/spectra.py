"""Matrices of a batch: extreme eigenvalues, semidefiniteness, and paths along edges."""

from __future__ import annotations

import math
import re
from typing import TYPE_CHECKING, Any

import torch
from torch import Tensor

from ntpcheck.formulas import truth
from ntpcheck.formulas.bounded import ULP, Bounds
from ntpcheck.formulas.truth import Truth

if TYPE_CHECKING:
    from ntpcheck.formulas.batch import Batch
    from ntpcheck.formulas.frames import Frame

Core = tuple[Any, ...]
BACKWARD = (
    32  # of a symmetric eigenvalue solver: the error is at most this times n u ||A|| (LAPACK says about 1)
)


def renamed(core: Any) -> str:
    """A core as text, whatever its fresh letters are called."""
    return re.sub(r"'_\d+'", "_", repr(core))


def _matrix(batch: Batch, e: Core, frame: Frame) -> tuple[Tensor, Tensor, Tensor]:
    """Middles `[.., n, n]`, a bound `[..]` of the Frobenius distance to the truth, where it is symmetric."""
    inner, dims = batch.bind(frame, (*e[1], *e[2]))
    entries = batch.wide(batch.number(e[4], inner), dims, (*e[1], *e[2]))
    half = len(e[1])
    size = math.prod(batch.size(axis) for _, axis in e[1])
    low, high = (x.reshape(*x.shape[: dims[0]], size, size) for x in (entries.low, entries.high))
    middle = low / 2 + high / 2
    radius = (high - low) / 2 + ULP * middle.abs()
    radius = torch.where(low == high, 0.0, radius)
    twin = low.transpose(-1, -2), high.transpose(-1, -2)
    apart = (low > twin[1]) | (high < twin[0])
    assert half
    return middle, radius.square().sum((-1, -2)).sqrt() * (1 + size**2 * ULP), ~apart.flatten(-2).any(-1)


def _eigenvalues(batch: Batch, e: Core, frame: Frame) -> tuple[Tensor, Tensor]:
    """`[.., n]` in ascending order and a bound `[..]` of their errors (Weyl); NaN where not symmetric."""
    middle, distance, symmetric = _matrix(batch, e, frame)
    clean = middle.isfinite().flatten(-2).all(-1) & symmetric
    safe = torch.where(clean[..., None, None], middle, 0.0)
    values = torch.linalg.eigvalsh(safe / 2 + safe.transpose(-1, -2) / 2)
    n = middle.shape[-1]
    error = distance + BACKWARD * n * ULP * safe.square().sum((-1, -2)).sqrt()
    return torch.where(clean[..., None], values, math.nan), error


def extreme(batch: Batch, e: Core, frame: Frame) -> Bounds:
    """`largest` and `smallest`."""
    values, error = _eigenvalues(batch, e, frame)
    one = values[..., -1 if e[0] == "largest" else 0]
    return Bounds(one - error, one + error)


def semidefinite(batch: Batch, e: Core, frame: Frame) -> Truth:
    """`psd`; without sides, since the verifier decides it by elimination."""
    values, error = _eigenvalues(batch, e, frame)
    least = values[..., 0]
    found = truth.plain(least > error, least < -error)
    lost = least.isnan()
    low, high = torch.where(lost, math.nan, least - error), torch.where(lost, math.nan, least + error)
    size = values.abs().amax(-1).nan_to_num(0.0)
    return Truth(found.sure, found.no, (least >= -error) & ~lost, low, high, size)


def reached(batch: Batch, e: Core, frame: Frame) -> Truth:
    """`closure(x; z. F)[a,b]`: a path of at least one edge, surely, or possibly."""
    inner, dims = batch.bind(frame, (*e[1], *e[2]))
    edge = batch.formula(e[4], inner)
    shape = list(edge.low.shape)
    for place, (_, axis) in zip(dims, (*e[1], *e[2]), strict=True):
        shape[place] = batch.size(axis)
    sure, maybe = edge.sure.expand(shape), (~edge.no).expand(shape)
    found: list[Tensor] = []
    for adjacent in (sure, maybe):
        paths = adjacent.double()
        for _ in range(max(1, math.ceil(math.log2(shape[-1])) + 1)):
            paths = ((paths + paths @ paths) > 0).double()
        found.append(batch.gather(paths, frame.depth, e[5], frame) > 0)
    return truth.plain(found[0], ~found[1])
