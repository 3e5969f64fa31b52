"""W^mm of any contexts, or a Farkas ray: a least-distance problem in coordinates of the complement of F.

Over F's complement the constraints (6a) are gone and (6b) reads X w >= b, one row x_n = P_perp((e_z - e_v) h_j^T) per
out-of-support cell n = (j, v). With a scale tau the non-negative least squares problem

    min over u >= 0 of ||E u - f||,   E = [X^T; tau b^T],   f = (0, .., 0, 1),

solves both cases at once (Lawson and Hanson, Solving Least Squares Problems, chapter 23): with gamma = 1 - tau b.u,
W = X^T u / (gamma tau) is the least-norm solution if gamma > 0, and if gamma = 0 then X^T u = 0 with u >= 0, u != 0 is
a Farkas ray. Since gamma = 1 / (1 + tau^2 ||W||^2), tau is lowered to 1 / ||W|| until gamma is not small, or the ray is
zero to rounding.

The solver is not believed. Its support P is the start of an active-set loop on the orthogonal factors of X_P
(the condition number is not squared): w = X_P^+ b_P, alpha = (X_P X_P^T)^{-1} b_P; cells with alpha <= 0 leave, the worst
violated cell enters. Cells are generated as they are violated when there are many.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np
from scipy.linalg import lapack
from scipy.optimize import nnls

Floats = np.ndarray
ROUNDING = 2.0**-52
RANK = 2.0**-40  # relative size of a pivot that counts as zero
DOUBT = (2.0**-48, 2.0**-28)  # a pivot in between settles no rank
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
    alpha: Floats
    W: Floats
    residual: float
    amplification: float


@lru_cache(maxsize=64)
def token_coordinates(tokens: int) -> Floats:
    """`[V, V - 1]`, orthonormal columns orthogonal to 1: the shift W + 1 c^T changes no constraint."""
    square = np.eye(tokens)
    square[:, 0] = 1.0
    return np.ascontiguousarray(np.linalg.qr(square)[0][:, 1:])


class Complement:
    """F's complement for embeddings `[m, d]` and out-of-support mask `[m, V]`, in orthonormal coordinates."""

    def __init__(self, H: Floats, out: np.ndarray) -> None:
        self.tokens = token_coordinates(out.shape[1])
        self.anchor = out.argmin(1)
        self.norms = np.sqrt(np.einsum("jd,jd->j", H, H))
        self.nonzero = self.norms > 0
        self.H = H
        self.unit = H / np.where(self.nonzero, self.norms, 1.0)[:, None]
        inside = ~out & self.nonzero[:, None]
        inside[np.arange(len(H)), self.anchor] = False
        self.reflectors, self.rank, self.doubtful = None, 0, False
        self.context, self.token = out.nonzero()
        if inside.any():
            self._factor(self._rows(*inside.nonzero()))

    def _rows(self, context: np.ndarray, token: np.ndarray) -> Floats:
        difference = self.tokens[self.anchor[context]] - self.tokens[token]
        return (difference[:, :, None] * self.unit[context][:, None, :]).reshape(len(context), -1)

    def _factor(self, rows: Floats) -> None:
        """Pivoted QR of the in-support rows: the columns of Q past their rank span the complement."""
        packed, _, scales, _, _ = lapack.dgeqp3(rows.T)
        pivots = np.abs(packed.diagonal())
        self.rank = int(np.count_nonzero(pivots > RANK * pivots[0]))
        self.doubtful = bool(((pivots > DOUBT[0] * pivots[0]) & (pivots < DOUBT[1] * pivots[0])).any())
        self.reflectors = packed[:, : min(packed.shape)], scales

    @property
    def size(self) -> int:
        """Coordinates of the complement, the shift W + 1 c^T left out."""
        return self.tokens.shape[1] * self.unit.shape[1] - self.rank

    def cells(self, index: np.ndarray) -> Floats:
        """`[len(index), size]` the rows x_n / ||h_j|| of some out-of-support cells."""
        rows = self._rows(self.context[index], self.token[index])
        return rows if self.reflectors is None else self._turn(rows, "N")[:, self.rank :]

    def decoder(self, w: Floats) -> Floats:
        """`[V, d]` the decoder with coordinates w."""
        if self.reflectors is not None:
            w = self._turn(np.concatenate([np.zeros(self.rank), w])[None], "T")[0]
        return self.tokens @ w.reshape(self.tokens.shape[1], -1)

    def coordinates(self, W: Floats) -> Floats:
        """Those of P_perp W for W `[V, d]`."""
        flat = (self.tokens.T @ W).reshape(1, -1)
        return flat[0] if self.reflectors is None else self._turn(flat, "N")[0, self.rank :]

    def _turn(self, rows: Floats, transpose: str) -> Floats:
        packed, scales = self.reflectors
        work = int(lapack.dormqr("R", transpose, packed, scales, rows, -1)[1][0])
        return lapack.dormqr("R", transpose, packed, scales, rows, work)[0]


def least_distance(H: Floats, out: np.ndarray) -> LeastDistance:
    """Solves for embeddings `[m, d]` and out-of-support mask `[m, V]`; total on every dataset."""
    nothing = LeastDistance(None, np.zeros(out.shape), np.zeros((out.shape[1], H.shape[1])), np.inf, np.inf)
    if H.shape[1] > len(H):  # W^mm lies in the span of the contexts: work in coordinates of that span
        basis, triangle = np.linalg.qr(H.T)
        inner = least_distance(np.ascontiguousarray(triangle.T), out)
        return inner._replace(W=inner.W @ basis.T)
    if (out.shape[1] - 1) * H.shape[1] > LARGEST:
        return nothing
    complement = Complement(H, out)
    context = complement.context
    stuck = np.flatnonzero(~complement.nonzero[context]) if complement.size else np.arange(len(context))
    if len(stuck):  # x_n = 0: a margin that no decoder can have
        alpha = np.zeros(out.shape)
        alpha[context[stuck[0]], complement.token[stuck[0]]] = 1.0
        return nothing._replace(feasible=False, alpha=alpha, residual=0.0)
    if not len(context):
        return nothing._replace(feasible=True, residual=0.0, amplification=0.0)
    found = _generate(complement)
    if found is None:
        return nothing
    return _assemble(complement, found, nothing)


class _Found(NamedTuple):
    """On the unit rows: cells and their multipliers (or ray), coordinates w (None with a ray), amplification."""

    cells: np.ndarray
    weights: Floats
    w: Floats | None
    amplification: float


def _generate(complement: Complement) -> _Found | None:
    """Solves on a working set of cells, which takes in the worst violated until none is."""
    count = len(complement.context)
    b = 1.0 / complement.norms[complement.context]
    working = np.arange(count) if count <= WORKING_SET else np.linspace(0, count - 1, WORKING_SET).astype(int)
    for _ in range(ROUNDS):
        found = _solve(complement.cells(working), b[working])
        if found is None:
            return None
        found = found._replace(cells=working[found.cells])
        if found.w is None or len(working) == count:
            return found
        W = complement.decoder(found.w)
        scores = complement.unit @ W.T
        margins = scores[complement.context, complement.anchor[complement.context]]
        margins = (margins - scores[complement.context, complement.token]) / b
        violated = np.flatnonzero(margins < 1 - VIOLATED)
        if not len(violated):
            return found
        worst = violated[np.argsort(margins[violated])[:WORKING_SET]]
        working = np.union1d(found.cells, worst)
    return None


def _solve(X: Floats, b: Floats) -> _Found | None:
    """The least w with X w >= b, or a ray; X `[n, size]` with unit-bounded rows, b `[n]` positive."""
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


def _ray(X: Floats, u: Floats) -> _Found | None:
    """The ray behind u >= 0 if X^T u is zero to rounding; polished where its larger entries carry a ray alone."""
    if np.linalg.norm(u @ X) > RAY * u.sum():
        return None
    # Lawson-Hanson supports have independent columns (x_n, b_n), so the kernel of X_P^T is at most a line.
    support = np.flatnonzero(u > NEGLIGIBLE * u.max())
    kernel = np.linalg.svd(X[support].T, full_matrices=True)[2][-1]
    kernel = kernel / kernel.sum()
    if (kernel > 0).all() and np.linalg.norm(kernel @ X[support]) <= RAY:
        return _Found(support, kernel, None, np.inf)
    support = np.flatnonzero(u)
    return _Found(support, u[support] / u.sum(), None, np.inf)


def _active_set(X: Floats, b: Floats, support: np.ndarray) -> _Found | None:
    """The least w with X w >= b from a first guess of its active cells."""
    for _ in range(REPAIRS):
        Q, R = np.linalg.qr(X[support].T)
        if (np.abs(R.diagonal()) < RANK).any():
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
            return _Found(support, weights, w, float(np.linalg.norm(inverse)))
        support = np.append(support, worst)
    return None


def _assemble(complement: Complement, found: _Found, nothing: LeastDistance) -> LeastDistance:
    context, token = complement.context[found.cells], complement.token[found.cells]
    weights = found.weights / complement.norms[context]
    alpha = nothing.alpha.copy()
    if found.w is None:
        alpha[context, token] = weights / weights.sum()
        residual = np.linalg.norm(complement.cells(found.cells).T @ found.weights)
        return nothing._replace(feasible=None if complement.doubtful else False, alpha=alpha, residual=float(residual))
    alpha[context, token] = weights
    W = complement.decoder(found.w)
    # The gradient again, from the data instead of from the factors.
    pull = np.zeros_like(W)
    np.add.at(pull, complement.anchor[context], weights[:, None] * complement.H[context])
    np.subtract.at(pull, token, weights[:, None] * complement.H[context])
    drift = np.linalg.norm(complement.coordinates(pull) - complement.coordinates(W))
    residual = float(drift / np.linalg.norm(found.w))
    return LeastDistance(None if complement.doubtful else True, alpha, W, residual, found.amplification)
