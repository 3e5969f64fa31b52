"""How the risk approaches its floor along large weights, for any loss and head: exponents and coefficients.

Fix the part V of W in S_cyc and let the part off S_cyc be large: tokens outside R_i fade. With logits b_ik at
V and shares q_ik = m_ik e^(b_ik) / d_i within R_i, d_i = sum_{k in R_i} m_ik e^(b_ik), the score of sample i
tends to u_i = sum_{R_i} q_ik gamma_ik, and with the margins mu_it = <W, (e_{y_i} - e_t) xbar_i^T>

    u_i - score = sum_{t outside R_i} rho_it (u_i - gamma_it) / (1 + sum_t rho_it),
    rho_it = m_it e^(b_it) e^(-mu_it) / d_i,

so that, where l'(u_i) is not 0, the risk exceeds its floor (1/n) sum_i l(u_i) by sum c_it e^(-mu_it) to
leading order, c_it = -l'(u_i) (u_i - gamma_it) m_it e^(b_it) / (n d_i). That is the risk of a linear frame
without F, whose path is known. The log-loss needs no fixed V: `attention_frames` has it whole.

Where l'(u_i) = 0 the excess is of a higher order p_i of sum_t rho_it (u_i - gamma_it): 3 for the cubic at its
knee. The floor is then approached like e^(-p_i mu_it).
Source: proofs of Theorem 1 and of Lemma 4.
"""

from dataclasses import replace
from typing import NamedTuple

import numpy as np
import torch
from torch import Tensor

from ntpcheck.arithmetic import FLOAT, Array, as_numpy
from ntpcheck.instances import loss as table
from ntpcheck.instances.attention import Attention
from ntpcheck.instances.base import cached
from ntpcheck.instances.graph import component
from ntpcheck.instances.loss import named
from ntpcheck.reference.attention_frame import attention_frames
from ntpcheck.reference.attention_loss import logits, picks_label
from ntpcheck.reference.cyclic import project
from ntpcheck.reference.frame import Floats, Frame
from ntpcheck.reference.law import least_point
from ntpcheck.reference.pair_correction import pair_correction

FLAT_ORDER = 3  # the order to which the one loss of the table that is flat somewhere is flat there


class Approach(NamedTuple):
    """One row of a float batch."""

    frame: Frame  # without F; log_c is -inf on cells of flat samples
    order: Floats  # [N] p_i of each cell

    @property
    def steep(self) -> bool:
        """Every sample with a cell approaches its floor at first order."""
        return bool((self.order == 1).all())

    @property
    def direction(self) -> Floats:
        """`[d, d]` the least V off S_cyc with p_i <V, x> >= 1 on every cell; W^mm must exist, not zero."""
        point = least_point(self.order[:, None] * self.frame.cells)
        return (self.frame.X.T @ point).reshape(self.frame.W.shape)


def inner_scores(data: Attention, V: Array) -> Array:
    """`[..., n]` u_i, the score of the tokens of R_i alone at weights V `[..., d, d]`; any numbers.

    R_i are tokens that are present: where none is, the sum over none of them, 0. On exact instances relative
    to the label, or where it is absent to the first token of R_i, so that one token alone is exact.
    """
    xp, counts, inside = data.xp, data.number("counts"), component(data) & data.present
    b = logits(data, V)
    if xp is FLOAT:
        size = torch.where(inside, b + counts.clamp_min(1).log(), -torch.inf)
        return torch.where(inside, size.softmax(-1), 0.0).mul(data.scores).sum(-1)
    first = inside & (np.cumsum(inside, -1) == 1)
    labelled = np.any(as_numpy(data.is_label & data.present), -1, keepdims=True)
    own = xp.sum(xp.where(np.where(labelled, data.is_label, first), b, 0), -1)[..., None]
    shares = xp.where(inside, counts * xp.exp(xp.where(inside, b - own, 0)), 0)
    total = xp.sum(shares, -1)
    return xp.sum(shares * data.scores, -1) / xp.where(inside.any(-1), total, 1)


def _shares(data: Attention, V: Tensor) -> tuple[Tensor, Tensor]:
    """b_it + log m_it - log d_i `[..., n, K]`, and the same with -inf outside R_i, which is log q_ik."""
    size = logits(data, V) + data.counts.clamp_min(1).to(torch.float64).log()
    inside = component(data)
    size = size - torch.where(inside, size, -torch.inf).logsumexp(-1)[..., None]
    return size, torch.where(inside, size, -torch.inf)


@cached
def realizable_part(data: Attention) -> Attention:
    """The batch with absent labels put into their sequences, so that every row has a frame."""
    counts = torch.where(data.is_label, data.counts.clamp(min=1), data.counts)
    return data if bool((counts == data.counts).all()) else data.replace(counts=counts)


@cached
def approaches(data: Attention) -> list[Approach]:
    """How each row of a float batch approaches its floor at V = 0, the frame's centre."""
    return _approaches(data, torch.zeros_like(data.embeddings.mT @ data.embeddings))


@cached
def approaches_at(data: Attention) -> list[Approach]:
    """The same at V = P_S W, for an instance with weights W; the centre is 0, as only W off S_cyc varies."""
    return _approaches(data, project(data, data.W))  # pyright: ignore[reportAttributeAccessIssue]


@cached
def approaches_at_minimiser(data: Attention) -> list[Approach]:
    """The same at V = W^cyc, the frame's centre, where `pair_correction` knows it, and at 0 elsewhere."""
    V = pair_correction(realizable_part(data)).V
    ways = zip(_approaches(data, V), V.reshape(-1, *V.shape[-2:]).cpu().numpy(), strict=True)
    return [way._replace(frame=replace(way.frame, centre=centre)) for way, centre in ways]


def _approaches(data: Attention, V: Tensor) -> list[Approach]:
    data = realizable_part(data)
    lead, steepness = _coefficients(data, V)
    n, K = data.size("n"), data.size("K")
    rows = zip(
        attention_frames(data), lead.reshape(-1, n, K).cpu().numpy(), steepness.reshape(-1, n).tolist(),
        strict=True,
    )  # fmt: skip
    return [_approach(frame, log_c, np.array(slopes)) for frame, log_c, slopes in rows]


def _approach(frame: Frame, log_c: Floats, slopes: Floats) -> Approach:
    """lead `[n, K]` log c_it; slopes `[n]` log(-l'(u_i))."""
    inside = len(frame.F)
    bare = replace(
        frame,
        F=frame.F[:0],
        T=frame.T[:, inside:],
        centre=0 * frame.centre,
        log_c=log_c[frame.context, frame.token],
    )
    return Approach(bare, np.where(np.isneginf(slopes[frame.context]), FLAT_ORDER, 1).astype(float))


def _coefficients(data: Attention, V: Tensor) -> tuple[Tensor, Tensor]:
    """log c_it `[..., n, K]` and log(-l'(u_i)) `[..., n]` of a float batch, in logarithms throughout."""
    size, within = _shares(data, V)
    u = inner_scores(data, V)
    of_label = torch.where(data.is_label, within, 0.0).sum(-1, keepdim=True)
    # A head that picks the label has u_i - gamma_it = u_i = q_iy, which may underflow.
    fall = torch.where(picks_label(data)[..., None], of_label, (u[..., None] - data.scores).log())
    # At knee 0 the distance from the knee is u_i itself.
    at_zero = picks_label(data) & (data.knee == 0)[..., None]
    distance = torch.where(at_zero, of_label[..., 0], (u - data.knee[..., None]).abs().log())
    slopes = _log_steepness(data, u, distance)
    return size + fall + slopes[..., None] - np.log(data.size("n")), slopes


def _log_steepness(data: Attention, u: Tensor, distance: Tensor) -> Tensor:
    """log(-l'(u)) `[..., n]`, distance = log |u - knee|; -inf where l is flat."""
    rows, far = data.loss[..., None], -torch.nn.functional.softplus(u - data.knee[..., None])
    plain = (-table.slope(data.loss, data.knee, u)).log()
    cubic = np.log(3) + 2 * distance.clamp_max(0)
    return torch.where(rows == named("logistic"), far, torch.where(rows == named("cubic"), cubic, plain))
