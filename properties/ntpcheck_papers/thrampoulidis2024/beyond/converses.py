"""Beyond the paper's results: hypotheses that they do not need, and what follows from their conclusions."""

from dataclasses import replace
from typing import Any

import numpy as np
import torch

from ntpcheck import ulps
from ntpcheck.arithmetic import FLOAT, Array
from ntpcheck.checks.compare import decided, equal
from ntpcheck.checks.decoders import scores
from ntpcheck.checks.existence import denied, outcomes
from ntpcheck.checks.feasible import compatible, separable
from ntpcheck.checks.finite_rate import balanced_rate, finite_rate
from ntpcheck.checks.laws import loss_law
from ntpcheck.checks.limit import finite_part_limit, loss_limit
from ntpcheck.claim import Assumption, Effort, claim
from ntpcheck.domains.imposed.grid import resized
from ntpcheck.evidence import Evidence, Outcome, both
from ntpcheck.instances.dataset import Dataset, Run
from ntpcheck.reference.frame import frames
from ntpcheck.reference.max_margin import max_margin
from ntpcheck_papers.thrampoulidis2024.section_3.families import nonzero, null_matrix
from ntpcheck_papers.thrampoulidis2024.section_3.solvable import undecided_with
from ntpcheck_papers.thrampoulidis2024.section_3.systems import left_kernel
from ntpcheck_papers.thrampoulidis2024.setting import DATASETS, RUNS
from ntpcheck_papers.thrampoulidis2024.shared.finite_part import finite_part


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


def compatible_iff(data: Dataset, predicted: Any) -> Evidence:
    """The data are compatible iff that is predicted, `[...]` bool."""
    known = compatible(data)
    found = outcomes(known, Outcome.HOLDS)
    return undecided_with(known, decided(found == predicted, data.embeddings))


INCOMPATIBLE = Assumption("incompatible", incompatible, rival_contexts)


def centre(run: Run) -> Array:
    """`[..., V, d]` the minimiser of CE_F on F: W* where the data are compatible."""
    found = np.stack([frame.centre for frame in frames(run)]).reshape(run.W0.shape)
    return torch.as_tensor(found, device=run.W0.device)


@claim("linear/sharper/any-probabilities/finite-part", domain=RUNS)
def finite(run: Run, effort: Effort) -> Evidence:
    """Redundant in Theorem 2: compatibility, with that minimiser in the place of W*."""
    return finite_part_limit(run, centre, effort, compatible_only=False)


@claim("linear/sharper/any-probabilities/finite-part-rate", domain=RUNS)
def rate(run: Run, effort: Effort) -> Evidence:
    """On separable data that are not compatible."""
    return finite_rate(run, balanced_rate)


@claim("linear/sharper/any-probabilities/loss-law", domain=RUNS)
def law(run: Run, effort: Effort) -> Evidence:
    """Checked at the end of the log-time flow, against the law's rate."""
    return loss_law(run)


@claim("linear/sharper/any-supports/loss", domain=RUNS)
def loss(run: Run, effort: Effort) -> Evidence:
    """Redundant in Lemma 2: that some token is out of support, for this part."""
    return loss_limit(run, effort)


@claim("linear/sharper/any-supports/finite-part", domain=RUNS)
def finite_any_supports(run: Run, effort: Effort) -> Evidence:
    """Redundant in Theorem 2: that some token is out of support, for this part."""
    return finite_part_limit(run, lambda data: finite_part(data).W, effort)


@claim("linear/sharper/converse/loss", domain=RUNS)
def loss_only_if(run: Run, effort: Effort) -> Evidence:
    """Checked by a dual point that keeps the infimum of CE above H."""
    return denied(loss_limit(run, effort))


@claim("linear/sharper/converse/separable", domain=DATASETS)
def separable_only_if(data: Dataset, effort: Effort) -> Evidence:
    """The converse of Lemma 1: dependent contexts get supports that nothing separates, as a Farkas ray
    shows.
    """
    # The data, supports opposed where contexts are dependent, are separable iff these are independent.
    moved, free = opposed_supports(data)
    known = separable(moved)
    found = outcomes(known, Outcome.HOLDS)
    return undecided_with(known, decided(found == free, data.embeddings))


@claim("linear/sharper/converse/compatible", domain=DATASETS)
def compatible_only_if(data: Dataset, effort: Effort) -> Evidence:
    """That is, iff dim F = sum S_j - m. Dependent rows get probabilities that break their relation."""
    # The data, with counts opposed where rows are dependent, are compatible iff the rows are independent.
    moved, free = opposed_counts(data)
    return compatible_iff(moved, free)


@claim("linear/sharper/never-unique", domain=DATASETS)
def unique_nowhere(data: Dataset, effort: Effort) -> Evidence:
    """Redundant in that part of Lemma 1: d > m and full rank. N has equal rows, or one row orthogonal to all
    contexts.
    """
    # A matrix `[..., V, d]` is not 0 and has the same logit for all tokens in every context.
    matrix = null_matrix(data)
    found = scores(data, matrix)
    first = found.logits[..., :1]
    terms = 2 * ulps.dot(data.size("d")) + 2
    level = equal(
        found.logits, first + 0 * found.logits, terms=terms, axes=2, scale=found.size[..., None] + 1
    )
    return both(nonzero(matrix, data), level)


@claim("linear/sharper/converse/zero-margin", domain=DATASETS)
def zero_margin(data: Dataset, effort: Effort) -> Evidence:
    """So Theorem 2's direction exists iff some token is out of support."""
    # W^mm = 0 iff every support is full.
    found = max_margin(data)
    zero = data.xp.all(found.W == 0, (-2, -1))
    full = data.xp.all(data.support, (-2, -1))
    return undecided_with(separable(data), decided(zero == full, data.embeddings))
