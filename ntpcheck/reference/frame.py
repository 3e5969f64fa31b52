"""One dataset in the coordinates in which training moves: F, the span of the x_n, and nothing else.

The gradient is a sum of (e_a - e_b) h_j^T, so W_k - W_0 stays in F + span{x_n}, with
x_n = P_perp((e_z - e_v) h_j^T) for the out-of-support cells n = (j, v). With orthonormal bases of the two,

    W = centre + F-part f + x-part w + frozen,

`centre` the minimiser of CE_F on F: W* where the data is compatible. The logits of context j relative to
its anchor token (its first in support) are

    in support:      l*_jz + f's,                 x-part and frozen part add nothing: F's complement ties
    them out of support:  l*_jv + f's - <w + frozen, x_n>,

with <frozen, x_n> = 0. So one matrix T `[m V, F + X]` gives every logit that the loss sees.
"""

from dataclasses import dataclass

import numpy as np
import torch

from ntpcheck.arithmetic import as_numpy
from ntpcheck.instances.base import cached
from ntpcheck.instances.dataset import Dataset
from ntpcheck.reference.compatible import compatibility
from ntpcheck.reference.max_margin import max_margin

Floats = np.ndarray
Columns = tuple[Floats, ...]
RANK = 1e-10  # of unit rows: singular values below this share of the largest count as zero
NEWTON, SETTLED, LEAST = 100, 1e-28, 1e-9
UNSEEN = 2.0**-40  # a step that takes off less, and moves no logit by more than 1, is safe whole; rounding
# hides what it takes off


@dataclass(frozen=True)
class Frame:
    """One dataset with its limit objects; N out-of-support cells, f = dim F, x = dim span{x_n}."""

    H: Floats  # [m, d]
    support: np.ndarray  # [m, V]
    pi: Floats  # [m]
    p: Floats  # [m, V] the in-support softmax at `centre`: p_j itself where compatible
    compatible: bool
    separable: bool | None  # None where max_margin is not decided
    F: Floats  # [f, V d] orthonormal
    X: Floats  # [x, V d] orthonormal
    centre: Floats  # [V, d]
    W: Floats  # [V, d] W^mm, zero where there is none or every support is full
    context: np.ndarray  # [N] of each cell
    token: np.ndarray  # [N]
    cells: Floats  # [N, x] coordinates of x_n
    wmm: Floats  # [x] coordinates of W^mm
    excess: Floats  # [N] <W^mm, x_n> - 1, exactly 0 on the support vectors
    tight: np.ndarray  # [N] bool: support vectors
    alpha: Floats  # [N] one dual solution
    log_c: Floats  # [N] log c_n, c_n = pi_j exp(l*_jv - LSE_{z in S_j} l*_jz)
    T: Floats  # [m V, f + x]
    error: float  # bound on the error of W^mm

    @property
    def moves(self) -> bool:
        """W^mm is known and not zero: some support vector has a positive multiplier."""
        return bool(self.separable) and bool((self.tight & (self.alpha > 0)).any())

    @property
    def doubtful(self) -> bool:
        """Whether there is a W^mm other than zero is not known, or rounding hides its support vectors."""
        return self.separable is not False and len(self.context) > 0 and not self.moves

    @property
    def logits(self) -> Floats:
        """`[m, V, f]` the map from F-coordinates to logits."""
        return self.T[:, : len(self.F)].reshape(*self.support.shape, len(self.F))

    def hessian(self) -> Floats:
        """`[f, f]` H_F, the Hessian of CE_F at the centre."""
        return in_support_hessian(self.logits, self.pi, self.p)

    def curvatures(self) -> Floats:
        """`[f]` the eigenvalues of H_F, increasing."""
        return np.linalg.eigvalsh(self.hessian())

    def parts(self, W: Floats) -> tuple[Floats, Floats, Floats]:
        """f-coordinates of W - centre, x-coordinates, and the frozen rest, for W `[V, d]`."""
        f, w = self.F @ (W - self.centre).ravel(), self.X @ W.ravel()
        rest = W - self.centre - (self.F.T @ f + self.X.T @ w).reshape(W.shape)
        return f, w, rest

    def matrix(self, f: Floats, w: Floats) -> Floats:
        """`[V, d]` the F-part and x-part of these coordinates."""
        return (self.F.T @ f + self.X.T @ w).reshape(self.W.shape)


@cached
def frames(data: Dataset) -> list[Frame]:
    """The frame of every row of a float batch, in order."""
    solution, equations = max_margin(data), compatibility(data)
    given = _flat(data, data.embeddings, data.support, data.pi, data.p)
    star = _flat(data, equations.compatible, equations.W)
    best = _flat(data, solution.feasible, solution.decided, solution.W)
    dual = _flat(data, solution.margins, solution.tight, solution.alpha)
    (errors,) = zip(*_flat(data, solution.error), strict=True)
    return [_frame(*row) for row in zip(given, star, best, dual, errors, strict=True)]


def _flat(data: Dataset, *tensors: torch.Tensor) -> list[Columns]:
    """The entries of each row, for every row of the batch."""
    return list(zip(*(as_numpy(data.flat(tensor)) for tensor in tensors), strict=True))


def rows_of(H: Floats, context: np.ndarray, first: np.ndarray, second: np.ndarray, tokens: int) -> Floats:
    """`[n, V d]` the matrices (e_first - e_second) h_context^T."""
    rows = np.zeros((len(context), tokens, H.shape[1]))
    index = np.arange(len(context))
    rows[index, first] = H[context]
    rows[index, second] -= H[context]
    return rows.reshape(len(context), tokens * H.shape[1])


def orthonormal(rows: Floats) -> Floats:
    """`[rank, n]` orthonormal rows with the span of `rows` `[r, n]`, each row counted at unit length."""
    norms = np.linalg.norm(rows, axis=1)
    unit = rows[norms > 0] / norms[norms > 0, None]
    if not len(unit):
        return np.zeros((0, rows.shape[1]))
    _, values, right = np.linalg.svd(unit, full_matrices=False)
    return right[: int((values > RANK * values[0]).sum())]


def _frame(given: Columns, star: Columns, best: Columns, dual: Columns, error: float) -> Frame:
    (H, support, pi, p), (compatible, centre) = given, star
    (feasible, decided, W), (margins, tight, alpha) = best, dual
    m, tokens = support.shape
    anchor = support.argmax(1)
    inside = support.copy()
    inside[np.arange(m), anchor] = False
    context, token = inside.nonzero()
    F = orthonormal(rows_of(H, context, anchor[context], token, tokens))
    M = _logits(H, F, tokens)
    if not compatible:
        point, p = minimiser(M, support, pi, p)
        centre = (F.T @ point).reshape(W.shape)
    context, token = (~support).nonzero()
    cells = rows_of(H, context, anchor[context], token, tokens)
    cells = cells - (cells @ F.T) @ F
    X = orthonormal(cells)
    T = np.zeros((m, tokens, len(F) + len(X)))
    T[:, :, : len(F)] = M - M[np.arange(m), anchor][:, None]
    T[context, token, len(F) :] = -cells @ X.T
    scores = H @ centre.T
    inner = np.where(support, scores, -np.inf)
    lse = np.log(np.exp(inner - inner.max(1, keepdims=True)).sum(1)) + inner.max(1)
    at = context, token
    return Frame(
        H, support, pi, p, bool(compatible), bool(feasible) if decided else None, F, X, centre, W,
        context, token, cells @ X.T, X @ W.ravel(), np.where(tight[at], 0.0, margins[at] - 1.0), tight[at],
        alpha[at], np.log(pi[context]) + scores[at] - lse[context], T.reshape(m * tokens, -1), error,
    )  # fmt: skip


def _logits(H: Floats, F: Floats, tokens: int) -> Floats:
    """`[m, V, f]` logits of each basis element of F."""
    return np.einsum("fvd,jd->jvf", F.reshape(len(F), tokens, H.shape[1]), H)


def minimiser(
    M: Floats, support: np.ndarray, pi: Floats, p: Floats, prior: Floats | float = 0.0
) -> tuple[Floats, Floats]:
    """F-coordinates of the minimiser of CE_F and its in-support softmax `[m, V]`, by damped Newton from 0.

    M `[m, V, f]`, prior `[m, V]` added to the logits. CE_F is coercive on F where p_j is positive on S_j:
    along U in F it stays bounded only if U ties every support, and then U = 0. So a minimiser exists and is
    unique whatever the probabilities are.
    """
    point = np.zeros(M.shape[2])
    for _ in range(NEWTON):
        value, gradient, q = _in_support_loss(M, support, pi, p, prior + M @ point)
        step = -np.linalg.lstsq(in_support_hessian(M, pi, q), gradient, rcond=None)[0]
        slope = gradient @ step
        if -slope <= SETTLED:
            break
        scale, near = 1.0, -slope <= UNSEEN and float(np.abs(M @ step).max(initial=0.0)) <= 1.0
        while scale > LEAST and not near:
            tried = _in_support_loss(M, support, pi, p, prior + M @ (point + scale * step))[0]
            if tried <= value + scale * slope / 4:
                break
            scale /= 2
        point = point + scale * step
    return point, _in_support_loss(M, support, pi, p, prior + M @ point)[2]


def _in_support_loss(
    M: Floats, support: np.ndarray, pi: Floats, p: Floats, scores: Floats
) -> tuple[float, Floats, Floats]:
    masked = np.where(support, scores, -np.inf)
    top = masked.max(1, keepdims=True)
    weights = np.exp(masked - top)
    q = weights / weights.sum(1, keepdims=True)
    lse = np.log(weights.sum(1)) + top[:, 0]
    value = float(pi @ (lse - (p * scores).sum(1)))
    return value, np.einsum("jvf,jv->f", M, pi[:, None] * (q - p)), q


def in_support_hessian(M: Floats, pi: Floats, q: Floats) -> Floats:
    """`[f, f]` the Hessian of CE_F in F-coordinates; M `[m, V, f]` the logit map, q `[m, V]` the softmax."""
    mean = np.einsum("jvf,jv->jf", M, q)
    return np.einsum("jvf,jv,jvg->fg", M, pi[:, None] * q, M) - np.einsum("jf,j,jg->fg", mean, pi, mean)
