"""False neighbours that are nearly true, written from the paper's text alone."""

from __future__ import annotations

from typing import Any

from ntpcheck.checks.compare import at_most, equal
from ntpcheck.claim import Planted
from ntpcheck_papers.li2024.blind.frame import each, gradient, logits, mean, shares, size, softmax, square
from ntpcheck_papers.li2024.blind.weights import planted

Data = Any


def rotated(data: Data, X: Any, way: int) -> Any:
    """X Q for way 1 and X Q^T for way -1, Q the rotation (3, -4; 4, 3) / 5 of the first two coordinates."""
    if X.shape[-1] == 1:
        return X
    a, b, rest = X[..., 0], X[..., 1], [X[..., i] for i in range(2, X.shape[-1])]
    return data.xp.stack([(3 * a + 4 * way * b) / 5, (3 * b - 4 * way * a) / 5, *rest])


def other_way_round(data: Data, effort: Any):
    E, queries = (rotated(data, X, 1) for X in (data.embeddings, data.queries))
    W = rotated(data, rotated(data, data.W.mT, -1).mT, -1)
    v = queries @ W.mT @ E.mT
    wide = (
        size(data, data.W)[..., None, None]
        * (1 + data.xp.max(data.xp.max(data.xp.abs(v), -1), -1))[..., None, None]
    )
    return equal(softmax(data, v), shares(data, data.W), terms=4096, axes=2, scale=wide)


def one_fewer_position(data: Data, effort: Any):
    """(sum_t |s_it - s_it'|)^2 <= (T_i - 1) sum_t (s_it - s_it')^2, for every sequence."""
    xp, m = data.xp, data.number("counts")
    s = each(data, data.W) - each(data, data.W2)
    total = xp.sum(m * xp.abs(s), -1)
    return at_most(total * total, (xp.sum(m, -1) - 1) * xp.sum(m * s * s, -1), terms=2048, axes=1, scale=1)


def nine_tenths_of_the_constant(data: Data, effort: Any):
    xp, E = data.xp, data.embeddings
    apart = E[..., :, None, :] - E[..., None, :, :]
    apart = xp.sum(apart * apart, -1)[..., None, :, :]
    pair = data.present[..., :, None] & data.present[..., None, :]
    diameter = xp.max(xp.max(xp.where(pair, apart, 0), -1), -1)
    constant = 9 * mean(data, diameter * xp.sum(data.queries * data.queries, -1)) / 40
    left = square(data, gradient(data, data.W) - gradient(data, data.W2))
    right = constant * constant * square(data, data.W - data.W2)
    return at_most(left, right, terms=4096, scale=size(data, data.W, data.W2) ** 2 + right)


def nine_twentieths(data: Data, effort: Any):
    xp, m = data.xp, data.number("counts")
    s = each(data, data.W) - each(data, data.W2)
    h = logits(data, data.W) - logits(data, data.W2)
    left, right = 400 * xp.sum(m * s * s, -1), 81 * xp.sum(m * h * h, -1)
    wide = size(data, data.W, data.W2)[..., None] ** 2 * xp.sum(m, -1)
    return at_most(left, right, terms=2.0**16, axes=1, scale=wide)


NEAR: tuple[Planted, ...] = (
    # K = d = 2, E = I: Q W Q^T - Q^T W Q is not 0 for a rotation Q by 53 degrees and W = e_0 e_0^T
    planted(
        "sharper/rotation",
        "swapped-roles",
        "For orthogonal Q, the embeddings E Q with the weights Q W Q^T give every input the same attention",
        other_way_round,
    ),
    # T = 2: the changes are (x, -x), and (2 |x|)^2 > 2 x^2
    planted(
        "equation-20/line-5",
        "tightened-bound/length",
        "||s_i - s_i'||_1 <= sqrt(T_i - 1) ||s_i - s_i'|| for every sequence",
        one_fewer_position,
    ),
    # two tokens at W = 0, moved a little along (e_1 - e_0) xbar^T: the ratio tends to D^2 ||xbar||^2 / 4
    planted(
        "sharper/lipschitz",
        "tightened-bound/nearly",
        "||grad L(W) - grad L(W')|| <= (9/40n) sum_i D_i^2 ||xbar_i||^2 ||W - W'||",
        nine_tenths_of_the_constant,
    ),
    # two tokens at (1/2, 1/2), logits moved by (x, -x), x small: the ratio tends to 1/2
    planted(
        "sharper/softmax-half",
        "tightened-bound/nearly",
        "||S(X W xbar) - S(X W' xbar)|| <= (9/20) ||X W xbar - X W' xbar||",
        nine_twentieths,
    ),
)
