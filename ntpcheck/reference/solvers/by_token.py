"""Decoders of data too large to be solved as a whole, one token at a time: bounds, where they are found.

With unit contexts u_j and the level of each context given, the rows w_v of a decoder have nothing to do with
each other. Let J_v be the contexts that have v in support.

margin.     At level 1 everywhere, w_v is the least w with w u_j = 1 on J_v and w u_j <= 1 - gap elsewhere.
            Then logits in support are ||h_j||, the others at most (1 - gap) ||h_j||: some multiple of W has
            all margins 1, and ||W^mm|| is at most its norm. The active constraints are found by adding those
            that are broken most and dropping those with a negative multiplier, until neither is left.
equations.  At level 0 everywhere, w_v is the least w with w h_j = log p_jv on J_v, and ||W*|| <= ||W||.

Either may fail where a decoder with other levels exists; then nothing is said. What is found is measured on
the data itself, so nothing rests on how it was found.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
from scipy import sparse as _sparse

from ntpcheck.reference.solvers.augmented_lagrangian import listener
from ntpcheck.reference.solvers.splitting import lapack
from ntpcheck.reference.solvers.token_blocks import unit_contexts

sparse: Any = _sparse  # its types are too narrow
GAPS = (
    1 / 8,
    1 / 32,
    1 / 128,
)  # tried in turn: a large one gives a better bound, a small one exists more often
ROUNDS = 40  # changes of the active constraints of a token
BLOCK, CELLS = 128, 2**24  # tokens, and cells, whose logits are kept at a time
RIDGE = 2.0**-44  # relative: a Gram matrix that needs more is called singular
MET = 1e-9  # relative miss of an equation that is accepted


class ByToken(NamedTuple):
    """W `[V, d]` and the largest miss of one of its equations."""

    W: np.ndarray
    residual: float


def separating(H: np.ndarray, counts: Any) -> ByToken | None:
    """A decoder with logits tied in support and all margins at least 1; None where none is found.

    H `[m, d]`; counts `[m, V]`, sparse or a table. At most `CELLS` cells are a table at a time.
    """
    unit, lengths = unit_contexts(H)
    support = sparse.csc_array(counts > 0)
    if not H.any(1).all():
        return None
    tried = (_all_tokens(unit, support, gap) for gap in GAPS)
    W = next((found for found in tried if found is not None), None)
    if W is None:
        return None
    residual, gap = 0.0, np.inf
    for block in _blocks(support):
        scores, inside = unit @ W[block].T - 1.0, support[:, block].toarray()
        residual = max(residual, float(np.abs(scores[inside]).max(initial=0.0)))
        gap = min(gap, float((-scores * lengths[:, None])[~inside].min(initial=np.inf)))
    if not (residual <= MET and 0 < gap < np.inf):
        return None
    return ByToken(W / gap, residual)


def _blocks(support: Any) -> Iterator[slice]:
    """Tokens, some at a time."""
    m, tokens = support.shape
    most = max(1, min(BLOCK, CELLS // m))
    return (slice(first, min(first + most, tokens)) for first in range(0, tokens, most))


def _all_tokens(unit: np.ndarray, support: Any, gap: float) -> np.ndarray | None:
    W, heard = np.zeros((support.shape[1], unit.shape[1])), listener.get()
    for block in _blocks(support):
        if heard is not None:
            heard(block.start / len(W))
        found = _block(unit, support[:, block].toarray(), gap)
        if found is None:
            return None
        W[block] = found
    return W


def _block(unit: np.ndarray, inside: np.ndarray, gap: float) -> np.ndarray | None:
    """The rows w_v `[b, d]` of some tokens, `inside` `[m, b]`; None where one of them is not found."""
    tokens = inside.shape[1]
    targets, active = np.where(inside, 1.0, 1.0 - gap), inside.copy()
    W, open_ = np.zeros((tokens, unit.shape[1])), np.flatnonzero(inside.any(0))
    for _ in range(ROUNDS):
        changed = np.zeros(tokens, dtype=bool)
        for v in open_:
            J = np.flatnonzero(active[:, v])
            pulls = _least(unit[J], targets[J, v])
            if pulls is None:
                return None
            W[v] = pulls @ unit[J]
            kept = inside[J, v] | (pulls < 0)  # an upper bound pulls down, or it is dropped
            active[J, v], changed[v] = kept, not kept.all()
        over = unit @ W[open_].T - (1.0 - gap)
        over[active[:, open_] | inside[:, open_]] = 0.0
        few = max(1, unit.shape[1] // 8)  # all at once can overshoot, and break more than it mends
        least = np.partition(over, -few, axis=0)[-few] if few < len(over) else np.zeros(len(open_))
        broken = (over > MET) & (over >= least)
        active[:, open_] |= broken
        changed[open_] |= broken.any(0)
        open_ = np.flatnonzero(changed)
        if not len(open_):
            return W
    return None


def _least(rows: np.ndarray, targets: np.ndarray) -> np.ndarray | None:
    """The multipliers of the least w with rows w = targets; None where the rows are nearly dependent."""
    if len(rows) > rows.shape[1]:
        return None
    gram = rows @ rows.T
    gram.flat[:: len(gram) + 1] += RIDGE * len(gram)
    factor, failed = lapack.dpotrf(gram, lower=0)
    return None if failed else lapack.dpotrs(factor, targets, lower=0)[0]


def solving(H: np.ndarray, counts: Any) -> ByToken | None:
    """A decoder that gives every in-support token its log-frequency, at level 0; None where none is found.

    H `[m, d]`; counts `[m, V]`, sparse or a table.
    """
    rows = sparse.csr_array(counts)
    totals, several = np.asarray(rows.sum(1)), np.diff(rows.indptr) > 1  # one token alone makes no equation
    columns = sparse.csc_array(rows)
    W, residual, scale = np.zeros((rows.shape[1], H.shape[1])), 0.0, 0.0
    for v in range(len(W)):
        column = slice(columns.indptr[v], columns.indptr[v + 1])
        kept = several[columns.indices[column]]
        J = columns.indices[column][kept]
        if not len(J):
            continue
        unit, lengths = unit_contexts(H[J])
        wanted = np.log(columns.data[column][kept] / totals[J])
        pulls = _least(unit, wanted / lengths)
        if pulls is None:
            return None
        W[v] = pulls @ unit
        W[v] += _least(unit, wanted / lengths - unit @ W[v]) @ unit  # what the ridge and rounding left
        residual = max(residual, float(np.abs(H[J] @ W[v] - wanted).max()))
        scale = max(scale, float(np.abs(wanted).max()))
    return ByToken(W, residual) if residual <= MET * scale else None
