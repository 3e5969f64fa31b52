"""Roundings behind computed numbers, in units of 2^-52, for `xp.rounding(size, units)`; see docs/rounding.md.

One unit is twice the largest relative error of one operation, so that n operations in a row are n
units with half of them to spare: for terms of second order, and since sizes are computed too. A whole number
beside a name counts that many more operations; a factor, how often the named part enters.
"""

from typing import Any

LOG = 2  # a library's exp, expm1, log or log1p: two units in the last place, relative to the value
LOG_P = 3  # log of a quotient of counts, relative to its row's largest: that is log 2 at least, or all are 0
COUNT = 40  # more than the log of any count below 2^53, in nats


def steps(number: int) -> int:
    """That many operations one after another, relative to the largest number among them."""
    return number


def total(terms: int) -> int:
    """A sum in any order, relative to the sum of sizes."""
    return terms


def dot(terms: int) -> int:
    """A sum of products in any order, relative to the sum of the products' sizes."""
    return terms


def entries(matrix: Any) -> int:
    """An inner product of two matrices `[..., r, c]`, or a squared length: `dot` of all r c entries."""
    return dot(matrix.shape[-2] * matrix.shape[-1])


def logits(d: int) -> int:
    """e^T W h of two vectors of length d: two sums of products, relative to |e|^T |W| |h|."""
    return 2 * dot(d)


def log_sum_exp(terms: int) -> int:
    """log sum exp of given numbers x, relative to 1 + max |x|."""
    return 2 * terms + 8


def softmax(terms: int) -> int:
    """A softmax of given numbers x, relative to it, or minus its log, absolute; in units of 1 + max |x|."""
    return 2 * terms + 16


def cross_entropy(tokens: int, contexts: int) -> int:
    """A mean over contexts of sums of p_z (-log S_z) at given logits, relative to it."""
    return 4 * (total(tokens) + total(contexts)) + 16


def attention(tokens: int, d: int) -> int:
    """Weights m_k e^(v_k) / sum_j m_j e^(v_j), relative to them, in units of 1 + |e|^T |W| |xbar|."""
    return 2 * logits(d) + softmax(tokens)


def risk(tokens: int, d: int, samples: int) -> int:
    """A mean of minus logs of sums of attention weights, in units of 1 + |e|^T |W| |xbar| and of itself."""
    return attention(tokens, d) + 2 * total(tokens) + total(samples) + COUNT


def projected(matrix: Any) -> int:
    """P_F W by an orthonormal basis over its steadiness, relative to ||W||: measured, no lemma gives it."""
    return 2 * entries(matrix) + 16


def spectrum(rows: int, columns: int) -> int:
    """Singular values or eigenvalues by LAPACK, relative to the largest: measured, no lemma gives it."""
    return 8 * (rows + columns)
