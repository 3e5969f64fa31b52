"""W^mm of any contexts, or a Farkas ray: a least-distance problem in coordinates of the complement of F.

Over F's complement the constraints (6a) are gone and (6b) reads X w >= b, one row x_n = P_perp((e_z - e_v)
h_j^T) per out-of-support cell n = (j, v). With a scale tau the non-negative least squares problem

    min over u >= 0 of ||E u - f||,   E = [X^T; tau b^T],   f = (0, .., 0, 1),

solves both cases at once (Lawson and Hanson, Solving Least Squares Problems, chapter 23): with gamma = 1 -
tau b.u, W = X^T u / (gamma tau) is the least-norm solution if gamma > 0, and if gamma = 0 then X^T u = 0
with u >= 0, u != 0 is a Farkas ray. Since gamma = 1 / (1 + tau^2 ||W||^2), tau is lowered to 1 / ||W||
until gamma is not small, or the ray is zero to rounding.

The solver is not believed. Its support P is the start of an active-set loop on the orthogonal factors of
X_P (the condition number is not squared): w = X_P^+ b_P, alpha = (X_P X_P^T)^{-1} b_P; cells with alpha <=
0 leave, the worst violated cell enters. Cells are generated as they are violated when there are many.
"""

from typing import NamedTuple

import numpy as np

from ntpcheck.reference.solvers.splitting import RANK, Splitting, lapack, splitting

ROUNDING = 2.0**-52
LARGEST = 4000  # coordinates beyond which dense factors are not attempted
WORKING_SET = 600  # cells kept at once
ROUNDS, RESCALINGS, REPAIRS = 200, 8, 60
VIOLATED = 2.0**-40  # relative shortfall of a margin that calls its cell in
WELL_SCALED = 2.0**-10
RAY = 2.0**-46  # of unit rows
NEGLIGIBLE = 2.0**-30


class LeastDistance(NamedTuple):
    """What was found: `feasible` with W^mm, or a Farkas ray; None where double precision does not settle it.

    alpha `[m, V]`: the multipliers of (6b), or the ray, of sum 1. W `[V, d]`: zero with a ray.
    residual: of stationarity, or of the ray, relative. amplification: of an error in a margin divided by its
    ||h_j|| into W, that is 1 / (smallest singular value of the active unit rows), over-estimated.
    """

    feasible: bool | None
    alpha: np.ndarray
    W: np.ndarray
    residual: float
    amplification: float


def least_distance(H: np.ndarray, out: np.ndarray) -> LeastDistance:
    """Solves for embeddings `[m, d]` and out-of-support mask `[m, V]`; total on every dataset."""
    nothing = LeastDistance(None, np.zeros(out.shape), np.zeros((out.shape[1], H.shape[1])), np.inf, np.inf)
    if H.shape[1] > len(H):  # W^mm lies in the span of the contexts: work in coordinates of that span
        basis, triangle = np.linalg.qr(H.T)
        inner = least_distance(np.ascontiguousarray(triangle.T), out)
        return inner._replace(W=inner.W @ basis.T)
    if (out.shape[1] - 1) * H.shape[1] > LARGEST:
        return _part(H, out, nothing)
    cells = _Cells(splitting(H, ~out), *out.nonzero())
    if not len(cells.context):
        return nothing._replace(feasible=True, residual=0.0, amplification=0.0)
    if len(stuck := cells.without_gradient()):
        nothing.alpha[cells.context[stuck[0]], cells.token[stuck[0]]] = 1.0
        return nothing._replace(feasible=False, residual=0.0)
    found = _generate(cells)
    return nothing if found is None else _assemble(cells, found, nothing)


def _part(H: np.ndarray, out: np.ndarray, nothing: LeastDistance) -> LeastDistance:
    """What a few tokens and contexts of large data settle: a ray on them is a ray on everything.

    Constraints between the chosen tokens only, in contexts that have one of them in support. With 4 d
    contexts those are twice as many as generic data in d dimensions can meet.
    """
    m, width = H.shape
    inside = np.count_nonzero(~out, axis=0)
    few = max(2, min(8, LARGEST // (4 * width)))
    tokens = np.argsort(-np.minimum(inside, m - inside), kind="stable")[:few]
    contexts = np.flatnonzero((~out[:, tokens]).any(1))[: 4 * width]
    if width > LARGEST or not len(contexts):
        return nothing
    inner = least_distance(H[contexts], out[np.ix_(contexts, tokens)])
    if inner.feasible is not False:
        return nothing
    nothing.alpha[np.ix_(contexts, tokens)] = inner.alpha
    return nothing._replace(feasible=False, residual=inner.residual)


class _Cells(NamedTuple):
    """The out-of-support cells of a dataset."""

    split: Splitting
    context: np.ndarray
    token: np.ndarray

    def gradients(self, index: np.ndarray) -> np.ndarray:
        """`[len(index), size]` the rows x_n / ||h_j|| of some cells."""
        rows = self.split.rows(self.context[index], self.token[index])
        return self.split.turned(rows)[:, self.split.rank :]

    def without_gradient(self) -> np.ndarray:
        """The cells with x_n = 0 for a plain reason: a margin that no decoder can have."""
        if self.split.rank == self.split.size:
            return np.arange(len(self.context))
        return np.flatnonzero(self.split.norms[self.context] == 0)

    def decoder(self, w: np.ndarray) -> np.ndarray:
        """`[V, d]` the decoder with complement coordinates w."""
        return self.split.decoder(np.concatenate([np.zeros(self.split.rank), w]))

    def margins(self, W: np.ndarray) -> np.ndarray:
        """Those of every cell, for W in the complement of F."""
        scores = self.split.H @ W.T
        return scores[self.context, self.split.anchor[self.context]] - scores[self.context, self.token]


class Found(NamedTuple):
    """On unit rows: cells and their multipliers (or ray), coordinates w (None with a ray), amplification."""

    cells: np.ndarray
    weights: np.ndarray
    w: np.ndarray | None
    amplification: float


def _generate(cells: _Cells) -> Found | None:
    """Solves on a working set of cells, which takes in the worst violated until none is."""
    count = len(cells.context)
    b = 1.0 / cells.split.norms[cells.context]
    working = np.arange(count) if count <= WORKING_SET else np.linspace(0, count - 1, WORKING_SET).astype(int)
    for _ in range(ROUNDS):
        found = least_point(cells.gradients(working), b[working])
        if found is None:
            return None
        found = found._replace(cells=working[found.cells])
        if found.w is None or len(working) == count:
            return found
        margins = cells.margins(cells.decoder(found.w))
        violated = np.flatnonzero(margins < 1 - VIOLATED)
        violated = violated[~np.isin(violated, working)]
        if not len(violated):
            return found
        worst = violated[np.argsort(margins[violated])[:WORKING_SET]]
        working = np.union1d(found.cells, worst)
    return None


def least_point(X: np.ndarray, b: np.ndarray) -> Found | None:
    """The least w with X w >= b, or a ray; X `[n, size]` with unit-bounded rows, b `[n]` positive."""
    from scipy.optimize import nnls

    tau = 1.0 / b.max()
    f = np.zeros(X.shape[1] + 1)
    f[-1] = 1.0
    for _ in range(RESCALINGS):
        try:
            u, _ = nnls(np.concatenate([X.T, tau * b[None]]), f, maxiter=20 * len(b))
        except RuntimeError:  # too many iterations: the active-set loop has no start
            return None
        support = np.flatnonzero(u)
        gamma = max(1.0 - tau * (b @ u), 0.0)
        if gamma > WELL_SCALED:
            return _active_set(X, b, support)
        ray = _ray(X, u)
        if ray is not None:
            return ray
        tau *= max(np.sqrt(gamma), WELL_SCALED)
    return None


def _ray(X: np.ndarray, u: np.ndarray) -> Found | None:
    """The ray u >= 0 if X^T u is zero to rounding; polished where its larger entries carry one alone."""
    if np.linalg.norm(u @ X) > RAY * u.sum():
        return None
    # Lawson-Hanson supports have independent columns (x_n, b_n), so the kernel of X_P^T is at most a line.
    support = np.flatnonzero(u > NEGLIGIBLE * u.max())
    kernel = np.linalg.svd(X[support].T, full_matrices=True)[2][-1]
    kernel = kernel * np.sign(kernel[0])
    if (kernel > 0).all() and np.linalg.norm(kernel @ X[support]) <= RAY * kernel.sum():
        return Found(support, kernel / kernel.sum(), None, np.inf)
    support = np.flatnonzero(u)
    return Found(support, u[support] / u.sum(), None, np.inf)


def _active_set(X: np.ndarray, b: np.ndarray, support: np.ndarray) -> Found | None:
    """The least w with X w >= b from a first guess of its active cells."""
    for _ in range(REPAIRS):
        Q, R = np.linalg.qr(X[support].T)
        if len(support) > X.shape[1] or (np.abs(R.diagonal()) < RANK).any():
            return None
        y, _ = lapack.dtrtrs(R, b[support], trans=1)
        weights, _ = lapack.dtrtrs(R, y)
        if (weights <= 0).any():
            support = support[weights > 0]
            continue
        w = Q @ y
        w += Q @ lapack.dtrtrs(R, b[support] - X[support] @ w, trans=1)[0]  # one step of refinement
        shortfall = b - X @ w
        shortfall[support] = 0.0
        worst = int((shortfall / b).argmax())
        if shortfall[worst] <= VIOLATED * b[worst] + 8 * ROUNDING * np.linalg.norm(w):
            inverse, _ = lapack.dtrtri(R)
            return Found(support, weights, w, float(np.linalg.norm(inverse)))
        support = np.append(support, worst)
    return None


def _assemble(cells: _Cells, found: Found, nothing: LeastDistance) -> LeastDistance:
    """From unit rows back to the data, with the residual measured there."""
    split, context, token = cells.split, cells.context[found.cells], cells.token[found.cells]
    weights = found.weights / split.norms[context]
    pull = np.zeros_like(nothing.W)
    np.add.at(pull, split.anchor[context], weights[:, None] * split.H[context])
    np.subtract.at(pull, token, weights[:, None] * split.H[context])
    pull = split.coordinates(pull)[split.rank :]
    if found.w is None:
        nothing.alpha[context, token] = weights / weights.sum()
        residual = float(np.linalg.norm(pull) / found.weights.sum())
        return nothing._replace(feasible=False if split.clear else None, residual=residual)
    nothing.alpha[context, token] = weights
    residual = float(np.linalg.norm(pull - found.w) / np.linalg.norm(found.w))
    W = cells.decoder(found.w)
    return nothing._replace(
        feasible=True if split.clear else None, W=W, residual=residual, amplification=found.amplification
    )
