"""The displayed gradient of the attention risk and each step of the bound on its Lipschitz constant.

||E|| is the largest singular value. One exact instance brackets ||E||^2, the largest eigenvalue of A = E^T E,
by rationals and square roots: max ||e_k||^2 and tr A^2 / tr A from below, the largest absolute row sums of A
and of E E^T and (tr A^2)^(1/2) from above. Each bound below is monotone in ||E||, so one of the two ends
speaks for it; where they disagree the instance is left open.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
import torch

from ntpcheck import decompositions, ulps
from ntpcheck.arithmetic import FLOAT, Array
from ntpcheck.checks.compare import at_most, equal
from ntpcheck.checks.existence import unsettled
from ntpcheck.evidence import Evidence, both
from ntpcheck.instances.attention import AttendingPair, Attention
from ntpcheck.reference.attention_loss import curvature, gradient, logits, weights
from ntpcheck_papers.li2024.shared import priority
from ntpcheck_papers.li2024.shared.scores import reach


class _Bracket:
    """||E||^2 `[...]` from below and from above, equal in doubles."""

    def __init__(self, data: Attention) -> None:
        E, xp = data.embeddings, data.xp
        if xp is FLOAT:
            self.low = self.high = decompositions.svdvals(E)[..., 0] ** 2
            return
        A, B = E.mT @ E, E @ E.mT
        square, trace = xp.sum(A * A, (-2, -1)), xp.sum(E * E, (-2, -1))
        rows = [xp.max(xp.sum(xp.abs(x), -1), -1) for x in (A, B)]
        self.high = xp.minimum(xp.minimum(*rows), xp.sqrt(square))
        zero = bool(trace[()] == 0)
        self.low = xp.maximum(xp.max(xp.sum(E * E, -1), -1), trace if zero else square / trace)


def _by_norm(data: Attention, build: Callable[[Array], Evidence]) -> Evidence:
    """Evidence that is monotone in ||E||^2, from both ends of the bracket."""
    ends = _Bracket(data)
    if data.xp is FLOAT:
        return build(ends.high)
    low, high = build(ends.low), build(ends.high)
    values = [x.slack[()] for x in (low, high)]
    smaller, larger = (low, high) if values[0] <= values[1] else (high, low)
    if bool(larger.slack[()] < 0):
        return larger
    return unsettled(data.knee) if bool(smaller.slack[()] < 0) else smaller


def _changes(data: AttendingPair) -> tuple[Array, Array]:
    """s_ik(W) - s_ik(W2) `[..., n, K]`, summed over copies, and the mask of tokens that are not the label."""
    return weights(data, data.W) - weights(data, data.W2), data.present & ~data.is_label


def _norm(xp: Any, matrix: Array, axes: int) -> Array:
    return xp.sqrt(xp.sum(matrix * matrix, tuple(range(-axes, 0))))


def _compared(data: AttendingPair, left: Array, right: Array) -> Evidence:
    """left <= right `[...]`, with the rounding of softmax differences of order one."""
    largest = priority.largest(data, data.xp.abs(data.embeddings), 2)
    sizes = [reach(data, W) for W in (data.W, data.W2)]
    size = (
        (1 + largest * largest)
        * (1 + data.xp.abs(left) + data.xp.abs(right))
        * data.size("n")
        * (1 + sizes[0] + sizes[1])
    )
    terms = 2 * ulps.attention(data.size("K"), data.size("d")) + 4 * ulps.entries(data.W) + 16
    return at_most(left, right, terms=terms, scale=size)


def triangle(data: AttendingPair, *, absolute: bool = False) -> Evidence:
    """(20), first line: ||grad L(W) - grad L(W2)|| <= (1/n) sum (s_it - s_it') ||(x_it - e_{y_i}) xbar_i^T||.

    The sum is over i and t not in O_i. absolute: of |s - s'|.
    """
    xp = data.xp
    change, others = _changes(data)
    own = data.xp.sum(xp.where(data.is_label[..., None], data.embeddings[..., None, :, :], 0), -2)
    lengths = _norm(xp, data.embeddings[..., None, :, :] - own[..., None, :], 1)
    terms = (xp.abs(change) if absolute else change) * lengths * _norm(xp, data.queries, 1)[..., None]
    bound = xp.sum(xp.where(others, terms, 0), (-2, -1)) / data.sized("n")
    left = _norm(xp, gradient(data, data.W) - gradient(data, data.W2), 2)
    return _compared(data, left, bound)


def norms_bounded(data: AttendingPair, *, absolute: bool = False) -> Evidence:
    """(20), second line: replaces ||(x - e_y) xbar^T|| by 2 ||E||^2, in the sum of (s - s').

    absolute: of |s - s'|.
    """
    xp = data.xp
    change, others = _changes(data)
    own = data.xp.sum(xp.where(data.is_label[..., None], data.embeddings[..., None, :, :], 0), -2)
    lengths = _norm(xp, data.embeddings[..., None, :, :] - own[..., None, :], 1)
    change = xp.where(others, xp.abs(change) if absolute else change, 0)
    left = xp.sum(change * lengths * _norm(xp, data.queries, 1)[..., None], (-2, -1)) / data.sized("n")
    total = xp.sum(change, (-2, -1)) / data.sized("n")
    return _by_norm(data, lambda square: _compared(data, left, 2 * square * total))


def absolute_values(data: AttendingPair) -> Evidence:
    """(20), third line: sum (s - s') <= sum |s - s'| over t not in O_i, times 2 ||E||^2 / n."""
    xp = data.xp
    change, others = _changes(data)
    change = xp.where(others, change, 0)
    return _compared(data, *(xp.sum(x, (-2, -1)) for x in (change, xp.abs(change))))


def all_tokens(data: AttendingPair) -> Evidence:
    """(20), fourth line: sum over t not in O_i of |s - s'| <= ||s_i - s_i'||_1, for each i."""
    xp = data.xp
    change, others = _changes(data)
    size = xp.abs(change)
    return _compared(data, xp.sum(xp.where(others, size, 0), (-2, -1)), xp.sum(size, (-2, -1)))


def one_norms(data: AttendingPair) -> Evidence:
    """(20), last line: sum_i ||s_i - s_i'||_1 <= sum_i sqrt(T_i) ||s_i - s_i'||_2, over tokens with copies.

    A token's m copies share its weight: the sum of their squares is s_k^2 / m_k.
    """
    xp = data.xp
    change, _ = _changes(data)
    lengths = xp.sqrt(xp.sum(data.number("counts"), -1))
    right = xp.sum(lengths * _softmax_changes(data), -1)
    return _compared(data, xp.sum(xp.abs(change), (-2, -1)), right)


def softmax_contracts(data: AttendingPair, *, copies: bool = True, parts: int = 64) -> Evidence:
    """(21), first line: ||S(X W xbar) - S(X W2 xbar)|| <= ||X W xbar - X W2 xbar||, for each sequence.

    copies: see logits_bounded, for the right side alone. parts / 64: a factor of the right side.
    """
    xp, left = data.xp, _softmax_changes(data)
    counts = data.number("counts") if copies else 1
    v = logits(data, data.W) - logits(data, data.W2)
    right = parts * xp.sqrt(xp.sum(xp.where(data.present, v * v * counts, 0), -1)) / 64
    off = priority.smallest(data, right - left, 1)
    return _compared(data, -off, 0 * off)


def _softmax_changes(data: AttendingPair) -> Array:
    """`[..., n]` ||s_i - s_i'||, over positions: m copies share a token's weight."""
    change, _ = _changes(data)
    return data.xp.sqrt(data.xp.sum(change * change / data.xp.maximum(data.number("counts"), 1), -1))


def logits_bounded(data: AttendingPair, *, copies: bool = True) -> Evidence:
    """(21), second line: ||X W xbar - X W2 xbar|| <= ||E||^2 ||W - W2||_F for each sequence.

    copies: X has a row for each position; where false, one for each token of the sequence.
    """
    xp = data.xp
    v = logits(data, data.W) - logits(data, data.W2)
    counts = data.number("counts") if copies else 1
    left = priority.largest(data, xp.sqrt(xp.sum(xp.where(data.present, v * v * counts, 0), -1)), 1)
    length = _norm(xp, data.W - data.W2, 2)
    return _by_norm(data, lambda square: _compared(data, left, square * length))


def chain_20(data: AttendingPair, *, absolute: bool = False) -> Evidence:
    """(20), all five lines. absolute: of |s - s'| in the first two."""
    first = triangle(data, absolute=absolute), norms_bounded(data, absolute=absolute)
    return both(*first, absolute_values(data), all_tokens(data), one_norms(data))


def ends_20(data: AttendingPair) -> Evidence:
    """(20), its ends: ||grad L(W) - grad L(W2)|| <= (2 ||E||^2 / n) sum_i sqrt(T_i) ||s_i - s_i'||."""
    xp = data.xp
    left = _norm(xp, gradient(data, data.W) - gradient(data, data.W2), 2)
    lengths = xp.sqrt(xp.sum(data.number("counts"), -1))
    total = xp.sum(lengths * _softmax_changes(data), -1) / data.sized("n")
    return _by_norm(data, lambda square: _compared(data, left, 2 * square * total))


def chain_21(data: AttendingPair, *, copies: bool = True) -> Evidence:
    """(21), both lines. copies: see logits_bounded."""
    return both(softmax_contracts(data, copies=copies), logits_bounded(data, copies=copies))


def ends_21(data: AttendingPair, *, parts: int = 64) -> Evidence:
    """(21), its ends: ||S(X W xbar) - S(X W2 xbar)|| <= ||E||^2 ||W - W2||_F for each sequence.

    parts / 64: a factor of the right side.
    """
    left, length = priority.largest(data, _softmax_changes(data), 1), _norm(data.xp, data.W - data.W2, 2)
    return _by_norm(data, lambda square: _compared(data, left, parts * square * length / 64))


def lipschitz(data: AttendingPair, *, root: bool = True, parts: int = 64) -> Evidence:
    """(22): ||grad L(W) - grad L(W2)|| <= 2 sqrt(T_max) ||E||^4 ||W - W2||; measured: the ratio of the two.

    root, parts / 64: without sqrt(T_max), with a factor.
    """
    xp = data.xp
    left = _norm(xp, gradient(data, data.W) - gradient(data, data.W2), 2)
    length = _norm(xp, data.W - data.W2, 2)
    longest = xp.max(xp.sum(data.number("counts"), -1), -1)
    lengths = xp.sqrt(longest) if root else 1
    return _by_norm(
        data, lambda square: _compared(data, left, parts * lengths * square * square * length / 32)
    )


def sharper_lipschitz(data: AttendingPair) -> Evidence:
    """||grad L(W) - grad L(W2)|| <= (1/4n) sum_i D_i^2 ||xbar_i||^2 ||W - W2||, D_i the diameter of X_i.

    Along U the second derivative is the mean of variances of a_k = e_k^T U xbar_i, each at most a quarter of
    the square of its range, which is at most D_i ||U xbar_i||.
    """
    xp = data.xp
    left = _norm(xp, gradient(data, data.W) - gradient(data, data.W2), 2)
    return _compared(data, left, sharper_smoothness(data) * _norm(xp, data.W - data.W2, 2))


def sharper_smoothness(data: Attention) -> Array:
    """`[...]` (1/4n) sum_i D_i^2 ||xbar_i||^2, D_i the diameter of X_i."""
    xp = data.xp
    steps = data.embeddings[..., :, None, :] - data.embeddings[..., None, :, :]
    apart = xp.sum(steps * steps, -1)
    pairs = data.present[..., :, None] & data.present[..., None, :]
    widest = xp.max(xp.max(xp.where(pairs, apart[..., None, :, :], 0), -1), -1)
    return xp.sum(widest * xp.sum(data.queries * data.queries, -1), -1) / (4 * data.sized("n"))


def attained(data: Attention) -> Evidence:
    """L'' at 0 along Z is (D^2 ||xbar||^2 / 4) ||Z||^2 where inputs hold the first and the last token once.

    With the log-loss; Z = (e_a - e_b) xbar^T, a the label and b the last token.
    """
    xp, K = data.xp, data.size("K")
    a, b = data.embeddings[..., 0, :], data.embeddings[..., K - 1, :]
    Z = (a - b)[..., :, None] * b[..., None, :]
    square, query = xp.sum((a - b) * (a - b), -1), xp.sum(b * b, -1)
    right = square * query * square * query / 4
    ends = data.last * 0 + K - 1
    both_ends = (data.counts * 0 + 1) * ((_ids(data, K) == 0) | (_ids(data, K) == K - 1))
    pair = data.replace(counts=both_ends, last=ends, labels=0 * ends, loss=data.loss * 0)
    left = curvature(pair, 0 * Z, Z) if K > 1 else 0 * right
    return equal(left, right, terms=8 * ulps.dot(data.size("d")) + 16, scale=1 + right)


def _ids(data: Attention, size: int) -> Any:
    ids = torch.arange(size, device=data.labels.device) if isinstance(data.labels, torch.Tensor) else None
    return np.arange(size) if ids is None else ids
