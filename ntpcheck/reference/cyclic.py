"""S_cyc and W^cyc of attention data: the span of the ties, and the cyclic correction that lies in it.

S_cyc = span{(e_j - mean of its component) e_k^T} = span{(e_j - e_j') e_k^T}, j and j' in one component of
graph k. With the log-loss and a head that picks the label, the risk of the cyclic subset is a mean of
log1p(sum_t m_t / m_y exp<z_t, W>), z_t = (e_t - e_y) xbar^T in S_cyc, over samples whose pairs connect every
component. It is strictly convex and coercive on S_cyc, so W^cyc is the zero of its gradient there. Newton's
method finds it from 0; the step is halved until the loss falls.

Certified ball. Along a segment of length r in S_cyc logit differences change by at most M r, M the largest
|z - z'| within a sample, so a variance under the softmax, hence the Hessian, changes by a factor of at least
e^(-M r). With the gradient g at a point whose Hessian is at least lambda on S_cyc, the gradient along the way
to the minimiser gives |g| >= lambda (1 - e^(-M r)) / M: r <= -log(1 - M |g| / lambda) / M if M |g| < lambda.

Other losses and heads: the risk need be neither convex nor coercive. W^cyc is 0 where no sample depends on W,
nowhere where a log-loss is infinite or undefined for every W, and otherwise unknown here.
Source: Definitions 1 and 3, Eq. (27).
"""

from dataclasses import dataclass
from enum import IntEnum
from typing import Any

import numpy as np
import torch
from flint import fmpq_mat

from ntpcheck.arithmetic import FLOAT, Array, ExactArray
from ntpcheck.instances.attention import Attention
from ntpcheck.instances.base import cached
from ntpcheck.instances.lasting import lasting
from ntpcheck.instances.loss import LOG
from ntpcheck.reference.attention_loss import Part, cyclic_part, picks_label
from ntpcheck.reference.solvers.graph_rows import GraphRows
from ntpcheck.reference.solvers.priority import Pairs, reduced_rows
from ntpcheck.reference.solvers.rational import array, solved
from ntpcheck.reference.solvers.splitting import pivoted
from ntpcheck.reference.subspace import Basis, padded

STEPS, HALVINGS = 60, 60
DONE = 2.0**-60  # twice what a last step takes off the risk
ROUNDING = 2.0**-52


class Correction(IntEnum):
    """What is known of the minimisers of the cyclic risk."""

    UNKNOWN, FOUND, NOWHERE = range(3)


@dataclass(frozen=True)
class Cyclic:
    """W^cyc of a float batch, or the nearest doubles' of an exact instance as rationals in S_cyc."""

    W: Array  # [..., d, d]; zero where it is not `FOUND`
    state: Array  # [...] int, a `Correction`
    gradient: Array  # [...] norm of the gradient of the cyclic risk at W
    error: Array  # [...] bound on ||W - W^cyc|| from the certified ball; inf where there is none


@cached
def cyclic_basis(data: Attention) -> Basis:
    """S_cyc of a float batch, from the pivoted QR factorisation of the ties, scaled to unit rows."""
    E = data.embeddings.detach().cpu().numpy().reshape(-1, *data.embeddings.shape[-2:])
    pairs, size = reduced_rows(data), data.size("d") ** 2
    found = [(np.zeros((0, size)), 1.0)] * len(E)
    for i in np.unique(pairs.instance[pairs.tie]).tolist():
        found[i] = _span(E[i], pairs.of(i))
    return padded(data, size, found)


def _span(E: np.ndarray, pairs: Pairs) -> tuple[np.ndarray, float]:
    """Orthonormal rows, and the least pivot over the largest; 0 where one is in doubt."""
    high, low, query = (column[pairs.tie] for column in (pairs.high, pairs.low, pairs.query))
    steps, queries = E[high] - E[low], E[query]
    rows = (steps[:, :, None] * queries[:, None, :]).reshape(len(steps), -1)
    Q, rank, least = pivoted(rows, mode="economic")
    return Q[:, :rank].T, least


@lasting
def exact_basis(data: Attention) -> Any:
    """`[r, d^2]` integer rows, independent, that span S_cyc of one exact instance: a flint matrix."""
    rows = GraphRows(data.embeddings, reduced_rows(data))
    return rows.matrix(rows.basis)


@lasting
def cyclic_projector(data: Attention) -> ExactArray:
    """`[d^2, d^2]` the rational matrix of the projection onto S_cyc, one exact instance."""
    rows = exact_basis(data)
    if not rows.nrows():
        size = data.size("d") ** 2
        return array(fmpq_mat(size, size))
    return array(fmpq_mat(rows.transpose()) * solved(rows * rows.transpose(), rows))


def project(data: Attention, W: Array) -> Array:
    """`[..., d, d]` the orthogonal projection of W onto S_cyc; exact instances one at a time."""
    if data.xp is FLOAT:
        return cyclic_basis(data).project(W)
    return (cyclic_projector(data) @ W.reshape(-1)).reshape(W.shape).view(ExactArray)


@cached
def cyclic_correction(data: Attention) -> Cyclic:
    """W^cyc of each row of a float batch; of one exact instance a rational point of S_cyc near it."""
    if data.xp is not FLOAT:
        near = cyclic_correction(data.floats())
        scaled = np.vectorize(lambda x: round(x * 2**60), otypes=[object])(near.W.cpu().numpy())
        at = project(data, data.xp.asarray(scaled, data.embeddings) / 2**60)
        rounded = near.error + 2.0**-50 * (1 + near.W.abs().sum((-2, -1)))
        return Cyclic(at, *(x.cpu().numpy() for x in (near.state, near.gradient, rounded)))
    if data.embeddings.device.type != "cpu":  # Newton's steps are many small operations
        found = cyclic_correction(data.to("cpu"))
        return Cyclic(
            *(x.to(data.embeddings.device) for x in (found.W, found.state, found.gradient, found.error))
        )
    part, basis = cyclic_part(data), cyclic_basis(data)
    convex = (((data.loss == LOG)[..., None] & picks_label(part)) | ~part.samples).all(-1) & basis.settled
    level, nowhere = _level(part), _nowhere(part)
    state = torch.where(nowhere, 2, torch.where(convex | level, 1, 0))
    solve = convex & ~level
    norm = error = torch.zeros_like(data.knee)
    found = torch.zeros_like(data.embeddings.mT @ data.embeddings)
    if bool(solve.any()):
        found, norm, error = _newton(part, basis, solve)
    error = torch.where(solve, error, torch.where(state == Correction.FOUND, 0.0, torch.inf))
    return Cyclic(
        torch.where(solve[..., None, None], found, 0.0), state, torch.where(solve, norm, 0.0), error
    )


def _level(part: Part) -> torch.Tensor:
    """`[...]` bool: no sample's score depends on W, so that every W is a minimiser and 0 the shortest."""
    scores = part.data.scores
    high = torch.where(part.tokens, scores, -torch.inf).amax(-1)
    low = torch.where(part.tokens, scores, torch.inf).amin(-1)
    return ((high <= low) | ~part.samples).all(-1)


def _nowhere(part: Part) -> torch.Tensor:
    """`[...]` bool: a log-loss for which some sample has no positive score."""
    high = torch.where(part.tokens, part.data.scores, -torch.inf).amax(-1)
    return (part.data.loss == LOG) & ((high <= 0) & part.samples).any(-1)


class _Risk:
    """The cyclic risk in coordinates w `[..., r]` of S_cyc; rows A `[..., n, K, r]` of z_it."""

    def __init__(self, part: Part, columns: torch.Tensor) -> None:
        data, self.part = part.data, part
        own = (data.is_label.to(columns.dtype) @ data.embeddings)[..., None, :]
        steps = data.embeddings[..., None, :, :] - own
        z = (steps[..., :, None] * data.queries[..., None, None, :]).flatten(-2)
        self.shown = part.tokens & part.samples[..., None]
        self.A = torch.where(self.shown[..., None], z @ columns[..., None, :, :], 0.0)
        self.size = data.number("counts").clamp_min(1).log()
        self.copies = torch.where(data.is_label & self.shown, self.size, 0.0).sum(-1)

    def loss(self, w: torch.Tensor) -> torch.Tensor:
        logits = torch.where(self.shown, (self.A @ w[..., None, :, None])[..., 0] + self.size, -torch.inf)
        others = torch.where(self.part.data.is_label, -torch.inf, logits).logsumexp(-1)
        each = torch.nn.functional.softplus(others - self.copies, threshold=700)
        return torch.where(self.part.samples, each, 0.0).sum(-1) / self.part.number

    def derivatives(self, w: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Gradient `[..., r]` and Hessian `[..., r, r]`."""
        logits = torch.where(self.shown, (self.A @ w[..., None, :, None])[..., 0] + self.size, -torch.inf)
        s = torch.where(self.shown, torch.softmax(logits, -1), 0.0)
        mean = (s[..., None] * self.A).sum(-2)
        off = (s.sqrt()[..., None] * (self.A - mean[..., None, :])).flatten(-3, -2)
        number = self.part.number
        return mean.sum(-2) / number[..., None], off.mT @ off / number[..., None, None]


def _newton(
    part: Part, basis: Basis, chosen: torch.Tensor
) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    """W^cyc `[..., d, d]`, the gradient's norm there and the radius of the certified ball, of chosen rows."""
    columns, dimension = basis.columns, basis.dimension
    risk, width = _Risk(part, columns), columns.shape[-1]
    padding = torch.diag_embed(
        (torch.arange(width, device=columns.device) >= dimension[..., None]).to(columns.dtype)
    )
    w = torch.zeros(*columns.shape[:-2], width, dtype=columns.dtype, device=columns.device)
    value = risk.loss(w)
    for _ in range(STEPS):
        g, bend = risk.derivatives(w)
        step, _ = torch.linalg.solve_ex(bend + padding, g)
        step = torch.where(torch.isfinite(step).all(-1, keepdim=True), step, 0.0)
        step = torch.where(chosen[..., None], step, 0.0)
        fall = (g * step).sum(-1)
        share = torch.ones_like(fall)
        for _ in range(HALVINGS):
            after = risk.loss(w - share[..., None] * step)
            high = (after > value - share * fall / 4) & (fall > 2.0**-40)
            if not bool(high.any()):
                break
            share = torch.where(high, share / 2, share)
        w = w - share[..., None] * step
        value = risk.loss(w)
        if not bool((fall > DONE).any()):  # convergence is quadratic: this step has squared the error
            break
    g, bend = risk.derivatives(w)
    W = (columns @ w[..., None]).reshape(*w.shape[:-1], part.data.size("d"), part.data.size("d"))
    return W, g.norm(dim=-1), _radius(part, risk, g, bend + padding)


def _radius(part: Part, risk: _Risk, g: torch.Tensor, H: torch.Tensor) -> torch.Tensor:
    """The certified radius, with the rounding of g and of the smallest eigenvalue allowed for."""
    data = part.data
    apart = torch.cdist(data.embeddings, data.embeddings, compute_mode="donot_use_mm_for_euclid_dist")
    pairs = risk.shown[..., :, None] & risk.shown[..., None, :]
    widest = torch.where(pairs, apart[..., None, :, :], 0.0).amax((-2, -1))
    M = (widest * data.queries.norm(dim=-1)).amax(-1) * (1 + 2.0**-40)
    rounding = 64 * ROUNDING * risk.A.norm(dim=-1).flatten(-2).sum(-1)
    least = torch.linalg.eigvalsh(H)[..., 0] - 2.0**-40 * H.abs().amax((-2, -1))
    ratio = M * (g.norm(dim=-1) + rounding) / torch.where(least > 0, least, torch.nan)
    bound = -torch.log1p(-ratio.clamp_max(1.0)) / torch.where(M > 0, M, 1.0)
    return torch.where(M == 0, 0.0, torch.where(ratio < 1, bound, torch.inf))
