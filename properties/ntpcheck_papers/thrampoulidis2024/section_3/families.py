"""Infinitely many solutions: matrices that may be added to a decoder without touching (4) or (6)."""

import numpy as np
import torch

from ntpcheck import decompositions, ulps
from ntpcheck.arithmetic import FLOAT, Array, exact_array
from ntpcheck.evidence import Evidence
from ntpcheck.instances.base import cached
from ntpcheck.instances.dataset import Dataset
from ntpcheck_papers.thrampoulidis2024.section_3.systems import left_kernel


@cached
def orthogonal_vector(data: Dataset) -> Array:
    """`[..., d]` some n != 0 with n . h_j = 0 for every context; zero where the contexts span everything."""
    if data.xp is not FLOAT:
        kernel = left_kernel(np.asarray(data.embeddings).T)
        return exact_array(kernel[0] if len(kernel) else np.zeros(data.size("d"), dtype=int))
    rank = decompositions.matrix_rank(data.embeddings)
    basis = decompositions.svd(data.embeddings, full_matrices=True)[2]
    return torch.where((rank < data.size("d"))[..., None], basis[..., -1, :], 0.0)


def null_matrix(data: Dataset) -> Array:
    """`[..., V, d]` N != 0 whose logits are level: e_0 n^T with n orthogonal to the contexts, or equal rows.

    Where the contexts span everything, n = 0, all rows are the first unit vector: that adds the same number
    to every logit of a context.
    """
    n = orthogonal_vector(data)
    first = _unit(data.size("V"), 0, data)[:, None]
    spans = (n == 0).all(-1)
    common = data.xp.zeros(_shape(data), n) + _unit(data.size("d"), 0, data)
    return data.xp.where(spans[..., None, None], common, first * n[..., None, :])


def common_row(data: Dataset) -> Array:
    """`[..., V, d]` all rows the unit vector along which the orthogonal vector n is smallest."""
    n = orthogonal_vector(data)
    if isinstance(n, torch.Tensor):
        row = torch.nn.functional.one_hot(n.abs().argmin(-1), data.size("d")).to(n)
    else:
        row = _unit(data.size("d"), int(np.argmin(abs(n))), data)
    return data.xp.zeros(_shape(data), n) + row[..., None, :]


def nonzero(N: Array, data: Dataset) -> Evidence:
    """N is not the zero matrix. Slack: its squared norm; strict."""
    square = data.xp.sum(N * N, (-2, -1))
    return Evidence(square, data.xp.rounding(square, ulps.entries(N)), square, strict=True)


def not_parallel(A: Array, B: Array, data: Dataset) -> Evidence:
    """A and B are linearly independent. Slack: |A|^2 |B|^2 - <A, B>^2; strict."""
    xp = data.xp
    product, squares = xp.sum(A * B, (-2, -1)), xp.sum(A * A, (-2, -1)) * xp.sum(B * B, (-2, -1))
    terms = 2 * ulps.entries(A) + 2
    return Evidence(squares - product * product, xp.rounding(squares, terms), squares, strict=True)


def _shape(data: Dataset) -> tuple[int, ...]:
    return (*data.batch, data.size("V"), data.size("d"))


def _unit(size: int, index: int, data: Dataset) -> Array:
    """`[size]` the unit vector along `index`."""
    entries = [int(i == index) for i in range(size)]
    return data.xp.asarray(entries, data.embeddings)
