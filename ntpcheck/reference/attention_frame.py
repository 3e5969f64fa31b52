"""One attention dataset under the log-loss in the coordinates in which training moves.

With a head that picks the label, sequence i is a context of the linear model: its logits are v_ik + log m_ik
over the tokens k that occur in it, v_ik = e_k^T W xbar_i, its only right answer is y_i, and

    l_i = log sum_k m_ik e^(v_ik) - v_iy - log m_iy.

Its support is R_i, the tokens of the label's component. F is spanned by their (e_k - e_y) xbar_i^T, which
span S_cyc; the cells are the occurring tokens outside R_i, with x_n = P_perp((e_y - e_t) xbar_i^T). The risk
on F has its minimiser at W^cyc, with in-support softmax q_i. So all that `frame`, `law`, `path` and
`ntpcheck.dynamics.flow` say of a linear frame holds of this one, with T y the changes of v_ik - v_iy and

    pi_i = 1 / n,   c_n = m_it e^(v_it) / (n sum_{k in R_i} m_ik e^(v_ik))  at W^cyc.

What differs: q_i is not the empirical distribution, so the loss does not tend to an entropy but to its least
value on F, and a cell's row is that of an edge, which several sequences may share.
Source: Eqs. (4), (18); Definition 3.
"""

from typing import NamedTuple

import numpy as np

from ntpcheck.arithmetic import as_numpy
from ntpcheck.instances import graph
from ntpcheck.instances.attention import Attention
from ntpcheck.instances.base import cached
from ntpcheck.reference.frame import Floats, Frame, minimiser, orthonormal
from ntpcheck.reference.graph_svm import graph_svm


class _Row(NamedTuple):
    """One dataset and its Graph-SVM."""

    E: Floats  # [K, d]
    queries: Floats  # [n, d]
    counts: np.ndarray  # [n, K]
    labels: np.ndarray  # [n]
    last: np.ndarray  # [n]
    inside: np.ndarray  # [n, K] bool: R_i
    feasible: np.ndarray  # []
    decided: np.ndarray  # []
    W: Floats  # [d, d]
    margins: Floats  # [K, K, K]
    tight: np.ndarray  # [K, K, K]
    alpha: Floats  # [K, K, K]
    error: np.ndarray  # []


@cached
def attention_frames(data: Attention) -> list[Frame]:
    """The frame of every row of a float batch, in order, whose samples contain their labels and pick them."""
    best = graph_svm(data)
    # A label that its sample lacks counts as there, so that such rows have numbers too: they mean nothing.
    inside = graph.component(data) | data.is_label
    given = (data.embeddings, data.queries, data.counts, data.labels, data.last, inside)
    found = (best.feasible, best.decided, best.W, best.margins, best.tight, best.alpha, best.error)
    rows = zip(*(as_numpy(data.flat(array)) for array in (*given, *found)), strict=True)
    return [_frame(_Row(*row)) for row in rows]


def _frame(row: _Row) -> Frame:
    n, K = row.counts.shape
    d, samples = row.E.shape[1], np.arange(n)
    rows = ((row.E - row.E[row.labels][:, None])[..., None] * row.queries[:, None, None, :]).reshape(n, K, -1)
    others = row.inside.copy()
    others[samples, row.labels] = False
    F = orthonormal(rows[others])
    context, token = ((row.counts > 0) & ~row.inside).nonzero()
    cells = -rows[context, token]
    cells = cells - (cells @ F.T) @ F
    X = orthonormal(cells)
    T = np.zeros((n, K, len(F) + len(X)))
    T[:, :, : len(F)] = M = rows @ F.T
    T[context, token, len(F) :] = -cells @ X.T
    pi, copies = np.full(n, 1 / n), np.log(np.maximum(row.counts, 1))
    point, q = minimiser(M, row.inside, pi, np.eye(K)[row.labels], copies)
    scores = copies + M @ point
    top = np.where(row.inside, scores, -np.inf).max(1)
    lse = top + np.log(np.where(row.inside, np.exp(scores - top[:, None]), 0.0).sum(1))
    edge = row.last[context], row.labels[context], token
    sharing = np.zeros((K, K, K))
    np.add.at(sharing, edge, 1)
    tight, separable = row.tight[edge], bool(row.feasible) if row.decided else None
    return Frame(
        H=row.queries, support=row.inside, pi=pi, p=q, compatible=False, separable=separable,
        F=F, X=X, centre=(F.T @ point).reshape(d, d), W=row.W, context=context, token=token,
        cells=cells @ X.T, wmm=X @ row.W.ravel(),
        excess=np.where(tight, 0.0, row.margins[edge] - 1.0), tight=tight,
        alpha=row.alpha[edge] / sharing[edge],
        log_c=np.log(pi[context]) + scores[context, token] - lse[context],
        T=T.reshape(n * K, -1), error=float(row.error),
    )  # fmt: skip
