"""Contexts under every assignment of next tokens: independence, and assignments that obstruct."""

from typing import Any

import numpy as np
import torch

from ntpcheck import decompositions
from ntpcheck.arithmetic import FLOAT, Array, exact_array, midpoint
from ntpcheck.checks.existence import outcomes
from ntpcheck.evidence import Outcome
from ntpcheck.instances.base import cached
from ntpcheck.instances.dataset import Dataset
from ntpcheck_papers.thrampoulidis2024.section_3.systems import left_kernel
from ntpcheck_papers.thrampoulidis2024.shared.assumptions import full_rank

DOUBTFUL = 2.0**-28  # of the largest singular value: below it one is not told from zero in doubles


@cached
def independent_contexts(data: Dataset) -> Any:
    """`[...]` bool: rank H = m."""
    if data.size("m") <= data.size("d"):
        return outcomes(full_rank(data), Outcome.HOLDS)
    nothing = data.embeddings[..., 0, 0] != data.embeddings[..., 0, 0]
    return nothing if data.xp is FLOAT else np.asarray(nothing)


@cached
def dependency(data: Dataset) -> Array:
    """`[..., m]` c != 0 with sum_j c_j h_j = 0 where the contexts are dependent, and its largest entry 1."""
    if data.xp is not FLOAT:
        kernel = left_kernel(data.embeddings)
        c = exact_array(kernel[0] if len(kernel) else np.eye(data.size("m"), dtype=int)[0])
        return c / max(c, key=abs)
    left, values, _ = decompositions.svd(data.embeddings)
    c = left[..., :, -1]
    top = c.abs().argmax(-1, keepdim=True)
    c = c / c.gather(-1, top)
    doubtful = (values < DOUBTFUL * values[..., :1]).any(-1)
    for index in np.argwhere(doubtful.cpu().numpy()):  # a small singular value may or may not be zero
        at = tuple(int(i) for i in index)
        c[at] = torch.tensor([midpoint(x) for x in dependency(data.row(at).exact())], device=c.device)
    return c


def _largest(c: Array) -> Any:
    """`[..., m]` bool: the first of the largest entries."""
    if isinstance(c, torch.Tensor):
        return torch.arange(c.shape[-1], device=c.device) == c.abs().argmax(-1, keepdim=True)
    return np.arange(len(c)) == int(np.argmax([abs(x) for x in c]))


def inseparable_assignment(data: Dataset) -> Dataset:
    """Counts, some token out of support, that no decoder separates where the contexts are dependent; V >= 2.

    The context i with the largest share in the dependency c is followed by token 0 alone, all others by
    tokens 0 and 1. Ties there mean that (e_0 - e_1)^T W h_j = 0 for j != i, hence for h_i = -sum (c_j /
    c_i) h_j too, where (6b) asks for 1.
    """
    single = _largest(dependency(data))
    return _counted(data, [0 * single + 1, 1 - 1 * single])


def inseparable_labels(data: Dataset) -> Dataset:
    """One-hot labels 0 and 1 that no decoder separates where the contexts are dependent; V >= 2.

    Token 0 follows where c_j >= 0. With w = (e_0 - e_1)^T W, separation gives c_j <w, h_j> > 0 for all c_j
    != 0, but these numbers sum to zero.
    """
    first = dependency(data) >= 0
    return _counted(data, [1 * first, 1 - 1 * first])


def _counted(data: Dataset, columns: list[Any]) -> Dataset:
    """The same embeddings with these counts of tokens 0 and 1, `[..., m]` each, and no others."""
    rest = [0 * columns[0]] * (data.size("V") - 2)
    if data.xp is FLOAT:
        return Dataset(data.embeddings, torch.stack([*columns, *rest], -1).to(torch.int64))
    return Dataset(data.embeddings, np.stack([*columns, *rest], -1).astype(np.int64))
