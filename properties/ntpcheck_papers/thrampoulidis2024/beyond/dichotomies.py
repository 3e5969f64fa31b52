"""Labellings of contexts by two tokens that some homogeneous linear classifier realises."""

from itertools import combinations
from math import comb
from typing import Any, NamedTuple

import numpy as np
import torch

from ntpcheck.arithmetic import FLOAT
from ntpcheck.checks import exact
from ntpcheck.instances.base import cached
from ntpcheck.instances.dataset import Dataset


class Count(NamedTuple):
    """How many labellings are separable `[...]`, and whether rounding may have spoilt that number."""

    number: Any
    sure: Any


@cached
def separable_dichotomies(data: Dataset) -> Count:
    """`[...]` how many y in {-1, 1}^m have some w with y_j <w, h_j> > 0; contexts in general position.

    For d >= m the contexts are independent and all 2^m do. Else move a separating w inside its open cone to
    an extreme ray of the closure: a normal n of some d - 1 contexts B. By general position <n, h_j> != 0
    for the other j, and a small turn of n gives B any signs, B being independent. So the separable y are
    those that agree with sign <n, h_j> or its negative off some B. Here <n, h_j> = det [B; h_j] up to a
    factor of one sign.
    """
    m, d = data.size("m"), data.size("d")
    H = data.embeddings
    if d >= m:
        number = _everywhere(data, 2**m)
        return Count(number, number == number)
    if data.xp is not FLOAT:
        rows = np.asarray(H, dtype=object)
        seen = _marked(lambda rest: [_sign(exact.matrix(rows[r]).det()) for r in rest], m, d, ())
        return Count(np.asarray(seen.sum(-1)), np.asarray([True])[0])
    rows, least = _unit(H), []

    def signs(rest: list[list[int]]) -> np.ndarray:
        found = torch.linalg.det(rows[..., torch.tensor(rest, device=H.device), :])
        least.append(found.abs().amin(-1))
        return found.sign().cpu().numpy()

    number = torch.as_tensor(_marked(signs, m, d, data.batch).sum(-1), device=H.device)
    return Count(number, torch.stack(least).amin(0) > _determinant_error(d))


def _unit(rows: torch.Tensor) -> torch.Tensor:
    """Rows `[..., d]` of length 1, where they are not zero: the signs of their determinants stay."""
    largest = rows.abs().amax(-1, keepdim=True)
    rows = rows / torch.where(largest > 0, largest, 1.0)
    length = rows.norm(dim=-1, keepdim=True)
    return rows / torch.where(length > 0, length, 1.0)


def _determinant_error(d: int) -> float:
    """How far a determinant of d rows of length 1, computed by elimination in doubles, can be off.

    What is computed is the determinant of rows that are each off by at most r = 8 d^2 2^d u: backward
    stability with partial pivoting, whose pivots grow by 2^(d-1) at most; scaling the rows to length 1 adds
    a few u. By Hadamard's inequality that moves it by at most (1 + r)^d - 1 <= 2 d r, r d being small.
    """
    return 16.0 * d**3 * 2.0 ** (d - 52)


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


def cover_function(m: int, d: int) -> int:
    """2 sum_{k < d} C(m - 1, k). Source: Cover (1965)."""
    return 2 * sum(comb(m - 1, k) for k in range(d))
