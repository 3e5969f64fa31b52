"""S_cyc: what spans it, and that the cyclic risk sees nothing else of W."""

from typing import Any

import numpy as np
import torch

from ntpcheck.arithmetic import FLOAT, Array, as_numpy
from ntpcheck.checks import exact
from ntpcheck.checks.compare import decided
from ntpcheck.evidence import Evidence
from ntpcheck.instances import graph
from ntpcheck.instances.attention import Attention

DOUBT = (2.0**-48, 2.0**-28)  # of the largest singular value: one in between settles no rank


def one_span(data: Attention) -> Evidence:
    """span{(e_j - e_j') e_k^T} over pairs in one component equals span{(e_j - mean) e_k^T} over its tokens.

    Ranks of the two families
    and of both together; in doubles from singular values, decided where none is near zero.
    """
    pairs, means = pair_rows(data), _mean_rows(data)
    families = [pairs, means, np.concatenate([pairs, means], -2)]
    if data.xp is not FLOAT:
        ranks = [
            exact.rank([row for row in rows if any(x != 0 for x in row)] or np.zeros((0, 1)))
            for rows in families
        ]
        return decided(np.asarray(ranks[0] == ranks[1] == ranks[2]), data.embeddings)
    found = [_ranks(rows) for rows in families]
    same = (found[0][0] == found[1][0]) & (found[1][0] == found[2][0])
    clear = torch.as_tensor(found[0][1] & found[1][1] & found[2][1], device=data.embeddings.device)
    evidence = decided(same, data.embeddings)
    return Evidence(evidence.slack, torch.where(clear, 0.0, torch.inf), evidence.scale)


def _ranks(rows: np.ndarray) -> tuple[Any, Any]:
    sizes = np.linalg.norm(rows, axis=-1, keepdims=True)
    values = np.linalg.svd(rows / np.where(sizes > 0, sizes, 1.0), compute_uv=False)
    top = values[..., :1]
    doubt = ((values > DOUBT[0] * top) & (values < DOUBT[1] * top)).any(-1)
    return (values > DOUBT[1] * top).sum(-1), ~doubt


def _numbers(data: Attention, mask: Any) -> Array:
    return as_numpy(mask).astype(float if data.xp is FLOAT else int)


def _embeddings(data: Attention) -> Any:
    return as_numpy(data.embeddings)


def _rows(data: Attention, left: Any) -> np.ndarray:
    """`[..., N, d^2]` the matrices left_k e_k^T for left `[..., K, N / K, d]`."""
    E = _embeddings(data)
    whole = left[..., :, None] * E[..., :, None, None, :]
    return whole.reshape(*data.batch, -1, data.size("d") ** 2)


def pair_rows(data: Attention) -> np.ndarray:
    """`[..., N, d^2]` the matrices (e_j - e_j') e_k^T, zero where j and j' are not in one component."""
    E, same = _embeddings(data), _numbers(data, graph.same_component(data))
    steps = E[..., None, :, None, :] - E[..., None, None, :, :]
    left = same[..., None] * steps
    return _rows(data, left.reshape(*data.batch, data.size("K"), -1, data.size("d")))


def _mean_rows(data: Attention) -> np.ndarray:
    E, same = _embeddings(data), as_numpy(graph.same_component(data))
    several = np.asarray(same.any(-1))
    own = same | (np.eye(data.size("K"), dtype=bool) & several[..., None])
    counts = np.maximum(own.sum(-1), 1)[..., None]
    sums = _numbers(data, own) @ E[..., None, :, :]
    left = _numbers(data, several)[..., None] * (E[..., None, :, :] - sums / counts)
    return _rows(data, left)
