"""Programs near NTP-SVM that are not NTP-SVM: wrong candidates for what gradient descent tends to.

Each takes a batch and returns `[..., V, d]`: its program's solution where that exists and is not zero, and
W^mm otherwise, so that only rows with a wrong direction of their own can show it.
"""

from collections.abc import Callable

import numpy as np
import torch

from ntpcheck.instances.dataset import Dataset
from ntpcheck.reference.frame import Floats, Frame, frames, rows_of
from ntpcheck.reference.law import least_point
from ntpcheck.reference.max_margin import max_margin


def without_one_margin(data: Dataset) -> torch.Tensor:
    """One of the margins (6b) is not asked for: the one with the largest multiplier."""
    return _by_frame(data, _without_largest)


def with_all_margins_tight(data: Dataset) -> torch.Tensor:
    """The margins are asked to be 1, not at least 1; in the least-squares sense where that is impossible."""

    def tight(frame: Frame) -> Floats:
        return np.linalg.lstsq(frame.cells, np.ones(len(frame.cells)), rcond=None)[0]

    return _by_frame(data, tight)


def without_ties(data: Dataset) -> torch.Tensor:
    """(6a) is left out: margins of every token in support over every token out of it, and no ties."""
    found = max_margin(data).W.clone()
    flat = found.reshape(-1, *found.shape[-2:])
    for i, frame in enumerate(frames(data)):
        if frame.moves:
            pairs = frame.support[:, :, None] & ~frame.support[:, None, :]
            context, inside, outside = pairs.nonzero()
            rows = rows_of(frame.H, context, inside, outside, frame.support.shape[1])
            flat[i] = torch.as_tensor(least_point(rows).reshape(frame.W.shape))
    return found


def of_most_frequent_tokens(data: Dataset) -> torch.Tensor:
    """One-hot NTP-SVM: only the most frequent token of each context is in support."""
    top = torch.nn.functional.one_hot(data.counts.argmax(-1), data.size("V"))
    return _or_own(data, Dataset(data.embeddings, top))


def with_one_more_token(data: Dataset) -> torch.Tensor:
    """One support is wrong: the first token out of a support counts as in it, wherever h_j comes."""
    added, H = _first(~data.support), data.embeddings
    again = (H[..., :, None, :] == H[..., None, :, :]).all(-1)
    added = (again[..., None] & added[..., None, :, :]).any(-2) & ~data.support
    return _or_own(data, Dataset(H, data.counts + added.long()))


def with_one_token_less(data: Dataset) -> torch.Tensor:
    """One support is wrong: the first token of the first support with several counts as out of it."""
    spare = data.support & (data.support.sum(-1, keepdim=True) > 1)
    return _or_own(data, Dataset(data.embeddings, torch.where(_first(spare), 0, data.counts)))


def _first(mask: torch.Tensor) -> torch.Tensor:
    """The first true entry of each `[m, V]` mask, alone."""
    flat = mask.flatten(-2)
    return (flat & (flat.cumsum(-1) == 1)).reshape(mask.shape)


def _or_own(data: Dataset, other: Dataset) -> torch.Tensor:
    there, here = max_margin(other), max_margin(data)
    usable = there.feasible & there.decided & (there.W != 0).any(-1).any(-1)
    return torch.where(usable[..., None, None], there.W, here.W)


def _without_largest(frame: Frame) -> Floats:
    kept = np.arange(len(frame.cells)) != int(np.argmax(frame.alpha))
    return least_point(frame.cells[kept]) if kept.any() else frame.wmm


def _by_frame(data: Dataset, solve: Callable[[Frame], Floats]) -> torch.Tensor:
    found = max_margin(data).W.clone()
    flat = found.reshape(-1, *found.shape[-2:])
    for i, frame in enumerate(frames(data)):
        if frame.moves:
            flat[i] = torch.as_tensor(frame.matrix(np.zeros(len(frame.F)), solve(frame)))
    return found
