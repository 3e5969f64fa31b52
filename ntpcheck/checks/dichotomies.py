"""Labellings of contexts by two tokens that some homogeneous linear classifier realises."""

from __future__ import annotations

from itertools import combinations
from math import comb
from typing import Any

import numpy as np
import torch

from ntpcheck.arithmetic import FLOAT
from ntpcheck.checks import exact
from ntpcheck.instances.base import cached
from ntpcheck.instances.dataset import Dataset


@cached
def separable_dichotomies(data: Dataset) -> Any:
    """`[...]` how many y in {-1, 1}^m have some w with y_j <w, h_j> > 0; contexts in general position.

    For d >= m the contexts are independent and all 2^m do. Else move a separating w inside its open cone to
    an extreme ray of the closure: a normal n of some d - 1 contexts B. By general position <n, h_j> != 0
    for the other j, and a small turn of n gives B any signs, B being independent. So the separable y are
    those that agree with sign <n, h_j> or its negative off some B. Here <n, h_j> = det [B; h_j] up to a
    factor of one sign.
    """
    m, d = data.size("m"), data.size("d")
    H = data.untraced.embeddings
    if d >= m:
        return _everywhere(data, 2**m)
    if data.xp is not FLOAT:
        rows = np.asarray(H, dtype=object)
        seen = _marked(lambda rest: [_sign(exact.matrix(rows[r]).det()) for r in rest], m, d, ())
        return np.asarray(seen.sum(-1))

    def signs(rest: list[list[int]]) -> np.ndarray:
        return torch.linalg.det(H[..., torch.tensor(rest, device=H.device), :]).sign().cpu().numpy()

    return torch.as_tensor(_marked(signs, m, d, data.batch).sum(-1), device=H.device)


def _everywhere(data: Dataset, number: int) -> Any:
    if data.xp is not FLOAT:
        return np.full(data.batch, number)
    return torch.full(data.batch, number, device=data.embeddings.device)


def _sign(number: Any) -> int:
    return int(number > 0) - int(number < 0)


def _marked(signs: Any, m: int, d: int, batch: tuple[int, ...]) -> np.ndarray:
    """`[..., 2^m]` bool: labellings seen, in binary. signs: lists of d rows -> signs of determinants."""
    seen = np.zeros((*batch, 2**m), dtype=bool)
    bits = 2 ** np.arange(m)
    for B in combinations(range(m), d - 1):
        rest = [j for j in range(m) if j not in B]
        positive = np.asarray(signs([[*B, j] for j in rest])) > 0
        free = np.array([sum(bits[list(s)]) for r in range(d) for s in combinations(B, r)], dtype=np.int64)
        for side in (positive, ~positive):
            codes = (side * bits[rest]).sum(-1)[..., None] + free
            np.put_along_axis(seen, codes, values=True, axis=-1)
    return seen


def cover_function(m: int, d: int, *, times: int = 2) -> int:
    """times * sum_{k < d} C(m - 1, k). Source: Cover (1965), for times = 2."""
    return times * sum(comb(m - 1, k) for k in range(d))
