"""Beyond Appendix E: the sharpest smoothness constant, and the steps that it allows.

The largest step under which W* is stable on F: 2 / lambda_max(H_F), H_F the Hessian of CE_F at W*.

A step of gradient descent on CE_F takes W* + D to W* + D', with D' = D - eta H_F D to first order, and
||D'||^2 - ||D||^2 = eta (eta ||H_F D||^2 - 2 <D, H_F D>). As ||H_F D||^2 <= lambda_max <D, H_F D>, that is
at most 0 for eta <= 2 / lambda_max. As <D, H_F D> <= ||D|| ||H_F D||, it is positive where
eta <D, H_F D> > 2 ||D||^2, as it is for the top eigenvector once eta > 2 / lambda_max.
"""

from typing import Any

import numpy as np
import torch

from ntpcheck import ulps
from ntpcheck.arithmetic import FLOAT, positive
from ntpcheck.checks import exact
from ntpcheck.checks.direction import direction_limit, margin_direction
from ntpcheck.claim import Assumption, Effort, claim
from ntpcheck.evidence import Evidence, both
from ntpcheck.instances.dataset import Dataset, Decoding, Offset, Run, Scaled
from ntpcheck.reference.subspace import project
from ntpcheck_papers.thrampoulidis2024.beyond import sharpness
from ntpcheck_papers.thrampoulidis2024.beyond.sharpness import second_difference
from ntpcheck_papers.thrampoulidis2024.setting import DECODINGS, OFFSETS, RUNS, SCALED
from ntpcheck_papers.thrampoulidis2024.shared.convexity import inner
from ntpcheck_papers.thrampoulidis2024.shared.in_subspace import projection_error


def within(data: Scaled) -> Any:
    """`[...]` bool: eta lambda_max(H_F) is at most 2; on floats certainly so."""
    V, d = data.size("V"), data.size("d")
    if data.xp is not FLOAT:
        bends = np.zeros((V * d, V * d), dtype=int).astype(object)
        rows = (np.asarray(a) for a in (data.pi, data.p, data.embeddings))
        for weight, p, h in zip(*rows, strict=True):
            bends = bends + weight * np.kron(np.diag(p) - np.outer(p, p), np.outer(h, h))
        return np.asarray(exact.positive_semidefinite(2 * np.eye(V * d, dtype=int) - data.gamma[()] * bends))
    contexts = data.embeddings
    spread = torch.diag_embed(data.p) - data.p[..., :, None] * data.p[..., None, :]
    bends = torch.einsum("...j,...juv,...ja,...jb->...uavb", data.pi, spread, contexts, contexts)
    largest = torch.linalg.eigvalsh(bends.reshape(*bends.shape[:-4], V * d, V * d))[..., -1]
    reach = 1 + data.gamma.abs() * (contexts**2).sum((-2, -1))
    return data.gamma * largest < 2 - FLOAT.rounding(
        reach, ulps.spectrum(V * d, V * d) + ulps.total(data.size("m")) + 4
    )


POSITIVE_ROW = Assumption("positive-row", sharpness.positive_row, sharpness.turned_contexts)
STEP_BELOW = Assumption("step-below-2-over-L", sharpness.step_below, sharpness.longest_step)


@claim("linear/sharper/smoothness/binary", domain=DECODINGS)
def binary(data: Decoding, effort: Effort) -> Evidence:
    """Checked along D = (g, -g) at W = 0: CE(D) + CE(-D) - 2 CE(0) >= sum_j pi_j (x_j^2 - x_j^4 / 6), x_j = g
    . h_j. At a leading eigenvector g the right side is L ||D||^2 (1 - O(|g|^2)).
    """
    # V = 2: CE(D) + CE(-D) - 2 CE(0) >= sum_j pi_j (x_j^2 - x_j^4 / 6). D = (g, -g), g the first row of W.
    g = data.W[..., :1, :]
    return second_difference(data, 0 * data.W, g, data.xp.sum(0 * g, -1) + 1)


def _first_two(data: Dataset) -> Any:
    """`[V, 1]` bool: the first two tokens."""
    index = np.arange(data.size("V"))[:, None] < 2
    return torch.as_tensor(index, device=data.embeddings.device) if data.xp is FLOAT else index


@claim("linear/sharper/smoothness/half-space", domain=OFFSETS)
def half_space(data: Offset, effort: Effort) -> Evidence:
    """Checked at W = gamma (w, w, 0, .., 0), where the first two tokens share the probability q_j = 1 / (1 +
    (V - 2) exp(-gamma w . h_j) / 2): there the curvature along (g, -g, 0, ..) is q_j times its bound, and q_j
    tends to 1.
    """
    # The same at W = gamma (w, w, 0, ..), q_j = 1/(1 + (V - 2) exp(-gamma w . h_j) / 2), w . h_j > 0. g is
    # U's first row.
    xp: Any = data.xp
    w, gamma = data.W[..., :1, :], data.gamma[..., None, None]
    zero = 0 * data.W
    W = xp.where(_first_two(data), gamma * w + zero, zero)
    along = data.gamma[..., None] * xp.sum(data.embeddings * w, -1)
    others = (data.sized("V") - 2)[..., None]
    q = 1 / (1 + others * xp.exp(-along) / 2)
    return second_difference(data, W, data.U[..., :1, :], q)


@claim("linear/sharper/steps/descent", domain=SCALED)
def descent(data: Scaled, effort: Effort) -> Evidence:
    """The last sum is at most 2 L ||G||^2: every step below 2/L lowers the loss, four times the paper's
    1/(2L).
    """
    return sharpness.step_bound(data)


@claim("linear/sharper/steps/loss", domain=RUNS)
def loss(run: Run, effort: Effort) -> Evidence:
    """Checked against k (CE(W_k) - CE(U)) <= ||W_0 - U||^2 / (2 eta) + (CE(W_0) - H) / (2 - eta L), U = W* +
    log k W^mm, at every recorded step.
    """
    return sharpness.loss_below(run)


@claim("linear/sharper/steps/direction", domain=RUNS)
def direction(run: Run, effort: Effort) -> Evidence:
    """Checked like Theorem 2's statement."""
    return direction_limit(run, margin_direction, effort)


@claim("linear/sharper/steps/threshold", domain=SCALED)
def threshold(data: Scaled, effort: Effort) -> Evidence:
    """Checked for D = P_F W, by squares. At W* the softmax within S_j is p_j, which gives H_F."""
    # ||D'|| <= ||D|| if eta lambda_max(H_F) <= 2, and > if eta <D, H_F D> > 2 ||D||^2; D = P_F W. eta is
    # gamma. Slack: of the squares, where either is asked. On compatible data the softmax within S_j is p_j at
    # W*.
    xp: Any = data.xp
    D = project(data, data.W)
    logits = xp.sum(D[..., None, :, :] * data.embeddings[..., :, None, :], -1)  # [..., m, V]
    drawn = data.p * (logits - xp.sum(data.p * logits, -1)[..., None]) * data.pi[..., None]
    pulled = xp.sum(drawn[..., None] * data.embeddings[..., :, None, :], -3)  # H_F D
    square, bend, force = inner(D, D, data), inner(D, pulled, data), inner(pulled, pulled, data)
    gain = data.gamma * (data.gamma * force - 2 * bend)
    size = data.gamma * data.gamma * force + 2 * xp.abs(data.gamma * bend)
    terms = 4 * (ulps.dot(data.size("d")) + ulps.total(data.size("V")) + ulps.total(data.size("m")))
    terms = terms + 2 * ulps.entries(D)
    error = xp.rounding(size, terms)
    beyond = data.gamma * bend - 2 * square
    if xp is FLOAT:
        reach = 1 + data.gamma.abs() * (data.embeddings**2).sum((-2, -1))
        off = projection_error(data, data.W) * reach
        error = error + 4 * off * (torch.sqrt(size) + torch.sqrt(square) + off)
        wrong = FLOAT.rounding((data.gamma * bend).abs() + square, terms) + 4 * off * (
            torch.sqrt(square) + off
        )
        beyond = beyond - wrong
    far, near = positive(beyond), within(data)
    longer = Evidence(xp.where(far, gain, 1), xp.where(far, error, 0), 1 + size, strict=True)
    shorter = Evidence(xp.where(near, 0 - gain, 1), xp.where(near, error, 0), 1 + size)
    return both(longer, shorter)
