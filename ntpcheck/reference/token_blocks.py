"""The element of F with given in-support logits, for independent contexts: one small system per token.

F is the set of -Z^T H with Z zero out of support and rows of Z of sum zero. Let T `[m, V]` be the logits
asked for in support, each context's up to a constant c_j, J_v the contexts that have v in support, and G_v
the Gram matrix of their embeddings. Then, per token,

    G_v Z_v = -(T_v + c) on J_v,   so   Z_v = -G_v^{-1} (T_v + c),

and sum_v Z_v = 0 is the m x m system   (sum_v E_v G_v^{-1} E_v^T) c = -sum_v E_v G_v^{-1} T_v,   E_v
placing J_v among the contexts. It is positive definite because every context has a token. A dense basis of
F would need V d by up to m V numbers; this needs m^2 + m V. With T = log p the result is W*, with T = W H^T
it is P_F W.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ntpcheck.reference.slack_form import gram_inverse
from ntpcheck.reference.splitting import lapack

REFINEMENTS = 2
DENSE = 2**15  # entries of the in-support rows up to which they are factored as they stand
TOO_LARGE = 2**26  # entries beyond which they are not factored at all


class Tied(NamedTuple):
    """W `[V, d]`, and the amplification of an error in the in-support logits into it."""

    W: np.ndarray
    amplification: float


def entries(support: np.ndarray, width: int) -> int:
    """The size of a dense matrix of all in-support rows, for a support mask `[m, V]`."""
    m, tokens = support.shape
    return int(np.count_nonzero(support) - m) * tokens * width


def tied_to(H: np.ndarray, support: np.ndarray, targets: np.ndarray) -> Tied | None:
    """The W in F whose in-support logits are `targets` `[m, V]` up to a constant per context.

    None where contexts are dependent, or too nearly so for the accuracy of about 1e-12 aimed at.
    """
    inverse = gram_inverse(H) if len(H) <= H.shape[1] else None
    if inverse is None:
        return None
    gram = H @ H.T
    blocks = [np.flatnonzero(column) for column in support.T]
    factors = [lapack.dpotrf(gram[np.ix_(block, block)])[0] for block in blocks]
    coupling = np.zeros_like(gram)
    for block, factor in zip(blocks, factors, strict=True):
        if len(block):
            coupling[np.ix_(block, block)] += lapack.dpotrs(factor, np.eye(len(block)))[0]
    outer = lapack.dpotrf(coupling)[0]
    W, count = np.zeros((support.shape[1], H.shape[1])), support.sum(1, keepdims=True)
    for _ in range(1 + REFINEMENTS):  # the residual is taken in W, so the rounding of Z is not amplified
        missing = np.where(support, targets - H @ W.T, 0.0)
        missing = np.where(support, missing - missing.sum(1, keepdims=True) / count, 0.0)
        Z = np.zeros(support.shape)
        for v, (block, factor) in enumerate(zip(blocks, factors, strict=True)):
            if len(block):
                Z[block, v] = lapack.dpotrs(factor, missing[block, v])[0]
        level = lapack.dpotrs(outer, -Z.sum(1))[0]
        for v, (block, factor) in enumerate(zip(blocks, factors, strict=True)):
            if len(block):
                Z[block, v] += lapack.dpotrs(factor, level[block])[0]
        W[:] += Z.T @ H
    return Tied(W, float(np.sqrt(np.linalg.norm(inverse))))
