"""Converses: data on which a statement fails are built from whatever its hypothesis excludes."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import torch

from ntpcheck import ulps
from ntpcheck.arithmetic import FLOAT, Array
from ntpcheck.checks.compare import decided, equal
from ntpcheck.checks.decoders import scores
from ntpcheck.checks.existence import outcomes
from ntpcheck.checks.feasible import compatible, separable
from ntpcheck.domains.imposed.grid import resized
from ntpcheck.evidence import Evidence, Outcome, both
from ntpcheck.instances.dataset import Dataset
from ntpcheck.reference.max_margin import max_margin
from ntpcheck_papers.thrampoulidis2024.section_3.families import nonzero
from ntpcheck_papers.thrampoulidis2024.section_3.solvable import undecided_with
from ntpcheck_papers.thrampoulidis2024.section_3.systems import left_kernel


def incompatible(data: Dataset) -> Evidence:
    """No W satisfies (4): the contrary of compatible."""
    known = compatible(data)
    return replace(known, slack=-known.slack, strict=True)


def rival_contexts(data: Any) -> Any:
    """A second context equal to the one of largest support that is not full, with other probabilities.

    Where that support has one token in some row, a new token follows its contexts as often as itself does:
    with the same row of the decoder what was separable stays so. Where m = 1 or all is full, the data stay.
    """
    m = data.size("m")
    if m == 1:
        return data
    source = _largest_support_not_full(data)
    first = _first_token(data.counts.gather(-2, source.expand(*data.batch, 1, data.size("V"))))
    if (data.support.sum(-1, keepdim=True).gather(-2, source) == 1).any():
        twin = data.counts.gather(-1, first.expand(*data.batch, m, 1))
        changes = resized(data, "V", data.size("V") + 1)
        data = data.replace(**changes | {"counts": torch.cat([data.counts, twin], -1)})
    there = (torch.arange(m, device=source.device) == (source[..., 0] + 1) % m)[..., None]
    h = data.embeddings.gather(-2, source.expand(*data.batch, 1, data.size("d")))
    counts = data.counts.gather(-2, source.expand(*data.batch, 1, data.size("V")))
    rival = counts + (torch.arange(data.size("V"), device=first.device) == first) * (counts + 1)
    possible = (counts == 0).any(-1, keepdim=True) & there
    return data.replace(
        embeddings=torch.where(possible, h, data.embeddings), counts=torch.where(possible, rival, data.counts)
    )


def _largest_support_not_full(data: Any) -> torch.Tensor:
    """`[..., 1, 1]` the first context of largest support among those with a token out of theirs."""
    sizes = data.support.sum(-1)
    return torch.where(sizes < data.size("V"), sizes, 0).argmax(-1)[..., None, None]


def _first_token(counts: torch.Tensor) -> torch.Tensor:
    """`[..., 1, 1]` the first token in the support of the one context given `[..., 1, V]`."""
    return (counts > 0).long().argmax(-1, keepdim=True)


def _rows(data: Dataset) -> list[tuple[np.ndarray, np.ndarray]]:
    """Exact embeddings `[m, d]` and counts `[m, V]` of every row of a batch."""
    rows = [row.exact() for row in data.rows()] if data.xp is FLOAT else list(data.rows())
    return [(np.asarray(row.embeddings), np.asarray(row.counts)) for row in rows]


def _with(data: Dataset, tables: list[np.ndarray]) -> Dataset:
    """A dataset of the same shape and number system with other counts."""
    counts = np.stack(tables).reshape(data.counts.shape)
    return Dataset(
        data.embeddings,
        torch.as_tensor(counts, device=data.embeddings.device) if data.xp is FLOAT else counts,
    )


def _flags(data: Dataset, flags: list[bool]) -> Any:
    array = np.array(flags).reshape(data.batch)
    return torch.as_tensor(array, device=data.embeddings.device) if data.xp is FLOAT else array


def opposed_supports(data: Dataset) -> tuple[Dataset, Any]:
    """The data with supports that dependent contexts cannot separate, and which rows' are independent.

    With sum_j y_j h_j = 0, y != 0: S_j = {0} where y_j > 0 and {1} elsewhere asks (e_0 - e_1)^T W h_j to be
    at least 1 where y_j > 0 and at most -1 where y_j < 0, while its sum with weights y_j is zero. V >= 2.
    """
    tables, free = [], []
    for H, counts in _rows(data):
        kernel = left_kernel(H)
        free.append(not len(kernel))
        table = counts
        if len(kernel):
            y = np.array([int(number > 0) for number in kernel[0]])
            table = np.zeros_like(counts)
            table[np.arange(len(y)), 1 - y] = 1
        tables.append(table)
    return _with(data, tables), _flags(data, free)


def separable_iff_independent(data: Dataset) -> Evidence:
    """The data, supports opposed where contexts are dependent, are separable iff these are independent."""
    moved, free = opposed_supports(data)
    known = separable(moved)
    found = outcomes(known, Outcome.HOLDS)
    return undecided_with(known, decided(found == free, data.embeddings))


def opposed_counts(data: Dataset) -> tuple[Dataset, Any]:
    """The data with counts that dependent rows cannot match, and which data have independent rows.

    With integers y != 0 and sum y_jz (e_a - e_z) h_j^T = 0 over in-support pairs with their anchor a: counts
    2 where y_jz < 0 and 1 elsewhere make sum y_jz log(p_ja / p_jz) = log 2 sum over y_jz < 0 of |y_jz|, which
    is positive for y or for -y.
    """
    tables, free = [], []
    for H, counts in _rows(data):
        cells, rows = _pairs(H, counts)
        kernel = left_kernel(rows) if len(cells) else np.zeros((0, 0))
        free.append(not len(kernel))
        table = counts
        if len(kernel):
            y = kernel[0] if any(number < 0 for number in kernel[0]) else -kernel[0]
            table = (counts > 0).astype(np.int64)
            for (j, z), number in zip(cells, y, strict=True):
                table[j, z] += int(number < 0)
        tables.append(table)
    return _with(data, tables), _flags(data, free)


def _pairs(H: np.ndarray, counts: np.ndarray) -> tuple[list[tuple[int, int]], np.ndarray]:
    """In-support cells other than anchors, and their rows (e_a - e_z) h_j^T `[cells, V d]`."""
    cells, rows = [], []
    for j, count in enumerate(counts):
        anchor, *others = np.flatnonzero(count > 0)
        for z in others:
            row = np.zeros((len(count), H.shape[1]), dtype=int).astype(object) * H[0, 0]
            row[anchor], row[z] = row[anchor] + H[j], row[z] - H[j]
            cells.append((j, int(z)))
            rows.append(row.ravel())
    return cells, np.array(rows, dtype=object)


def compatible_iff_independent(data: Dataset) -> Evidence:
    """The data, with counts opposed where rows are dependent, are compatible iff the rows are independent."""
    moved, free = opposed_counts(data)
    return compatible_iff(moved, free)


def compatible_iff(data: Dataset, predicted: Any) -> Evidence:
    """The data are compatible iff that is predicted, `[...]` bool."""
    known = compatible(data)
    found = outcomes(known, Outcome.HOLDS)
    return undecided_with(known, decided(found == predicted, data.embeddings))


def never_unique(data: Dataset, matrix: Array) -> Evidence:
    """A matrix `[..., V, d]` is not 0 and has the same logit for all tokens in every context."""
    found = scores(data, matrix)
    first = found.logits[..., :1]
    terms = 2 * ulps.dot(data.size("d")) + 2
    level = equal(
        found.logits, first + 0 * found.logits, terms=terms, axes=2, scale=found.size[..., None] + 1
    )
    return both(nonzero(matrix, data), level)


def zero_iff_full(data: Dataset) -> Evidence:
    """W^mm = 0 iff every support is full."""
    found = max_margin(data)
    zero = data.xp.all(found.W == 0, (-2, -1))
    full = data.xp.all(data.support, (-2, -1))
    return undecided_with(separable(data), decided(zero == full, data.embeddings))
