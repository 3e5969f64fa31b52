"""Independent routes to (Graph-SVM) and W^cyc, from sequences, sharing no code with ntpcheck."""

from __future__ import annotations

import warnings

import cvxpy as cp
import mpmath
import networkx as nx
import numpy as np
from scipy.optimize import minimize, nnls

from tests.reference.oracles import TIGHT, complement


def _cubic(u, a):
    x = u - a
    return 2 - 3 * x if x > 1 else -2 - 3 * x if x < -1 else -(x**3)


FORMULAS = {  # losses of a score u with a knee a, in mpmath
    "log": lambda u, a: -mpmath.log(u),
    "linear": lambda u, a: -u,
    "logistic": lambda u, a: mpmath.log(1 + mpmath.exp(a - u)),
    "rational": lambda u, a: (a - u) / (1 + abs(u - a)),
    "cubic": _cubic,
    "squared": lambda u, a: (u - 1) ** 2,
    "exponential": lambda u, a: mpmath.exp(-u),
    "rising": lambda u, a: +u,
}


def drawn(rng, *, K, d, n, T):
    """Embeddings `[K, d]`, words of up to T tokens and labels, most of them among the tokens."""
    E = rng.standard_normal((K, d))
    words = [rng.integers(0, K, rng.integers(1, T + 1)).tolist() for _ in range(n)]
    one_query = rng.random() < 0.5
    words = [[*word[:-1], words[0][-1]] if one_query else word for word in words]
    labels = [int(rng.choice(word)) for word in words]
    return E, words, labels


def counted(words, K):
    """Counts `[n, K]` and last tokens `[n]` of words."""
    return [[word.count(k) for k in range(K)] for word in words], [word[-1] for word in words]


def graphs(words, labels):
    """The token-priority graph of each last token, as the construction adds edges."""
    found = {}
    for word, label in zip(words, labels, strict=True):
        found.setdefault(word[-1], nx.DiGraph()).add_edges_from((label, token) for token in word)
    return found


def constraints(E, words, labels):
    """All rows (e_i - e_j) e_k^T over vec(W): of ties, that ask for 0, and of margins, that ask for 1."""
    size = E.shape[1] ** 2
    tied, apart = [np.zeros((0, size))], [np.zeros((0, size))]
    for k, graph in graphs(words, labels).items():
        component = {v: i for i, part in enumerate(nx.strongly_connected_components(graph)) for v in part}
        for i in graph:
            for j in graph:
                row = np.outer(E[i] - E[j], E[k]).reshape(1, -1)
                if i < j and component[i] == component[j]:
                    tied.append(row)
                if component[i] != component[j] and graph.has_edge(i, j):
                    apart.append(row)
    return np.concatenate(tied), np.concatenate(apart)


def by_nnls(tied, apart):
    """The least w with tied w = 0 and apart w >= 1, or None: a least-distance problem by NNLS."""
    Q = complement(tied)
    if not len(apart):
        return np.zeros(tied.shape[1])
    rows = np.vstack([(apart @ Q).T, np.ones(len(apart))])
    u, _ = nnls(rows, np.r_[np.zeros(len(rows) - 1), 1.0], maxiter=100 * len(apart))
    gap = 1 - u.sum()
    return None if gap < 1e-10 else Q @ (rows[:-1] @ u) / gap


def by_clarabel(tied, apart):
    """The same by an interior-point method at tight tolerances."""
    w = cp.Variable(tied.shape[1])
    asked = ([tied @ w == 0] if len(tied) else []) + ([apart @ w >= 1] if len(apart) else [])
    problem = cp.Problem(cp.Minimize(cp.sum_squares(w)), asked)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it may be inaccurate; how much is what the tests ask
        problem.solve(solver=cp.CLARABEL, **TIGHT)
    return None if problem.status in (cp.INFEASIBLE, cp.INFEASIBLE_INACCURATE) else w.value


def violation(tied, apart, w):
    """How far w is from the program's constraints, and from a combination of rows with the right signs."""
    missed = max(np.abs(tied @ w).max(initial=0), (1 - apart @ w).max(initial=0))
    near = apart[apart @ w < 1 + 1e-7]
    rows = np.concatenate([tied, -tied, near]).T
    return missed, nnls(rows, w, maxiter=1000)[1] if rows.size else np.linalg.norm(w)


def cyclic_samples(words, labels):
    """The pairs (tokens of the word in the label's component, label), of words with another such token."""
    found = []
    for word, label in zip(words, labels, strict=True):
        graph = graphs(words, labels)[word[-1]]
        own = next(part for part in nx.strongly_connected_components(graph) if label in part)
        kept = [token for token in word if token in own]
        if set(kept) - {label}:
            found.append((kept, word[-1], label))
    return found


def cyclic_rows(E, samples):
    """`[r, d^2]` the rows (e_t - e_y) xbar^T of all samples."""
    return np.array([np.outer(E[t] - E[y], E[k]).ravel() for kept, k, y in samples for t in kept])


def cyclic_risk(E, samples, w):
    """The log-loss over samples at vec(W), its gradient and its Hessian, summed token by token."""
    value, slope, bend = 0.0, 0 * w, np.zeros((len(w), len(w)))
    for kept, k, y in samples:
        rows = np.array([np.outer(E[t] - E[y], E[k]).ravel() for t in kept])
        v = rows @ w
        top = v.max()
        total = np.exp(v - top).sum()
        s = np.exp(v - top) / total
        value += top + np.log(total) - np.log(kept.count(y))
        slope += s @ rows
        off = rows - s @ rows
        bend += off.T @ (s[:, None] * off)
    return value / len(samples), slope / len(samples), bend / len(samples)


def by_trust_region(E, samples):
    """The shortest minimiser `[d^2]` of the log-loss over samples, from a far start."""
    basis = np.linalg.svd(cyclic_rows(E, samples), full_matrices=False)
    Q = basis[2][basis[1] > 1e-10 * basis[1].max()].T

    def part(index):
        return lambda c: Q.T @ cyclic_risk(E, samples, Q @ c)[index]

    found = minimize(
        lambda c: cyclic_risk(E, samples, Q @ c)[0],
        np.ones(Q.shape[1]),
        jac=part(1),
        hess=lambda c: Q.T @ cyclic_risk(E, samples, Q @ c)[2] @ Q,
        method="trust-exact",
        options={"gtol": 1e-13, "maxiter": 500},
    )
    return Q @ found.x
