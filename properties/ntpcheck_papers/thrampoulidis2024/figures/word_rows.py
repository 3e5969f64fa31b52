"""Rows of a decoder read as word embeddings: which words share contexts, and where their rows point."""

from collections.abc import Callable
from typing import Any

import numpy as np
import torch

from ntpcheck import ulps
from ntpcheck.arithmetic import Array, number_system, positive
from ntpcheck.checks.decoders import scores
from ntpcheck.evidence import Evidence
from ntpcheck.instances.dataset import Dataset
from ntpcheck.reference.max_margin import max_margin
from ntpcheck_papers.thrampoulidis2024.shared.finite_part import Finite, norms

RANK = 2.0**-50  # singular values below this share of the largest are taken for zero, as by pinv


def directional(data: Dataset) -> Finite:
    """W^mm and its error."""
    found = max_margin(data)
    return Finite(found.W, found.error)


def followed(data: Dataset) -> Array:
    """`[..., V]` integers: how many contexts each token follows."""
    return data.support.sum(-2)


def same_pattern(data: Dataset) -> Any:
    """`[..., V, V]` bool: the two tokens follow the same contexts."""
    S = data.support
    return data.xp.all(S[..., :, None] == S[..., None, :], -3)


def largest(data: Dataset, W: Array) -> Array:
    return data.xp.max(data.xp.max(data.xp.abs(W), -1), -1)


def equal_rows(data: Dataset, found: Finite, pairs: Any) -> Evidence:
    """Rows v and u of the decoder are equal for the marked pairs `[..., V, V]`."""
    xp, W = data.xp, found.W
    apart = xp.max(xp.abs(W[..., :, None, :] - W[..., None, :, :]), -1)
    slack = -xp.max(xp.max(xp.where(pairs, apart, 0), -1), -1)
    return Evidence(slack, 2 * found.error, largest(data, W))


def equal_decoders(data: Dataset, left: Finite, right: Finite) -> Evidence:
    """Two decoders `[..., V, d]` are equal."""
    xp = data.xp
    size = xp.maximum(largest(data, left.W), largest(data, right.W))
    reach, most = (xp.max(xp.max(xp.abs(x), -1), -1) for x in (data.embeddings, data.number("counts")))
    # A decoder that happens to vanish still comes from numbers of the size log n / |h|.
    size = size + xp.log(1 + most) / xp.where(reach > 0, reach, 1)
    return Evidence(
        -largest(data, left.W - right.W), left.error + right.error + xp.rounding(size, ulps.LOG_P + 8), size
    )


def orthogonal(left: Finite, right: Finite, product: Callable[[Array, Array], Array]) -> Evidence:
    """All entries of `product(left, right)`, bilinear and of shape `[..., r, c]`, vanish."""
    xp = number_system(left.W)
    size = [xp.sqrt(xp.sum(xp.sum(x.W * x.W, -1), -1)) for x in (left, right)]
    slack = -xp.max(xp.max(xp.abs(product(left.W, right.W)), -1), -1)
    terms = ulps.entries(left.W) + 4
    error = size[0] * right.error + size[1] * left.error + xp.rounding(size[0] * size[1], terms)
    return Evidence(slack, error, size[0] * size[1])


def on_sides(data: Dataset, relevant: Any) -> Evidence:
    """<w_v, h_j> > 0 in support and < 0 outside it, where marked `[..., m, V]`; strict. w_v: rows of W^mm."""
    xp, found = data.xp, directional(data)
    logits = scores(data, found.W)
    side = xp.where(data.support, logits.logits, -logits.logits)
    slack = xp.min(xp.min(xp.where(relevant, side, 1 + 0 * side), -1), -1)
    error = xp.max(logits.error + norms(data) * found.error[..., None], -1)
    return Evidence(slack, error, 1 + xp.max(logits.size, -1), strict=True)


def cosines(data: Dataset) -> tuple[Array, Any]:
    """`[..., V]` sign(c) c^2, c the cosine between a word's two contexts, and where it has two, not zero."""
    xp, H = data.xp, data.embeddings
    G, g = H @ H.swapaxes(-1, -2), xp.sum(H * H, -1)
    squares = g[..., :, None] * g[..., None, :]
    table = G * xp.abs(G) / xp.where(positive(squares), squares, 1)
    inside = data.support.swapaxes(-1, -2)
    later = _later(data.size("m"), data.support)
    chosen = inside[..., :, None] & inside[..., None, :] & later & positive(squares)[..., None, :, :]
    values = xp.sum(xp.sum(xp.where(chosen, table[..., None, :, :], 0), -1), -1)
    return values, (followed(data) == 2) & xp.any(xp.any(chosen, -1), -1)


def _later(size: int, like: Any) -> Any:
    """`[size, size]` bool: the second index is larger."""
    mask = np.triu(np.ones((size, size), dtype=bool), 1)
    return torch.as_tensor(mask, device=like.device) if isinstance(like, torch.Tensor) else mask


def wider_is_longer(data: Dataset, W: Array, error: Array) -> Evidence:
    """(|w_v|^2 - |w_u|^2) (c_u - c_v) > 0 for words of two contexts each, at different angles; strict.

    c is `cosines`, so the word with the smaller c has the wider cone.
    """
    xp = data.xp
    c, two = cosines(data)
    square = xp.sum(W * W, -1)
    turn = c[..., None, :] - c[..., :, None]
    apart = xp.abs(turn) - xp.rounding(1 + 0 * turn, 2 * (2 * ulps.dot(data.size("d")) + 8))
    compared = two[..., :, None] & two[..., None, :] & positive(apart)
    product = (square[..., :, None] - square[..., None, :]) * turn
    slack = xp.min(xp.min(xp.where(compared, product, 1 + 0 * product), -1), -1)
    size = 1 + xp.max(square, -1)
    terms = 8 * ulps.dot(data.size("d")) + 16
    return Evidence(slack, xp.rounding(size, terms) + 8 * size * error, size, strict=True)
