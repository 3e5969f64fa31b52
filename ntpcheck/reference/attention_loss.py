"""The training risk of one attention layer, its gradient and its curvature, without cancellation.

Tokens are aggregated: in sequence i token k has weight s_ik = m_ik e^(v_ik) / sum_j m_ij e^(v_ij) with the
logits v_ik = e_k^T W xbar_i, and the score is u_i = sum_k s_ik gamma_ik. Since sum_k s_ik (gamma_ik - u_i)
= 0,

    L = (1/n) sum_i l(u_i),   grad L = (1/n) sum_i sum_{k != y_i} c_ik (e_k - e_{y_i}) xbar_i^T,
    c_ik = l'(u_i) s_ik sum_j s_ij (gamma_ik - gamma_ij).

A head that picks the label, gamma_ik = [k = y_i] on the sequence, with the log-loss: l(u_i) = log1p(r_i), r_i
= sum_{k != y_i} m_ik e^(v_ik - v_{i y_i}) / m_{i y_i}, and c_ik = s_ik. One minus a softmax is never formed,
so losses and gradients far below 1e-16 keep their digits.
Source: Eqs. (ERM), (17)-(19), (24).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import torch

from ntpcheck.arithmetic import FLOAT, Array, NumberSystem, plain
from ntpcheck.errors import InvalidInstance
from ntpcheck.instances import loss as table
from ntpcheck.instances.attention import Attention
from ntpcheck.instances.base import cached


def logits(data: Attention, W: Array) -> Array:
    """`[..., n, K]` v_ik = e_k^T W xbar_i for W `[..., d, d]`, of every token, present or not."""
    return data.queries @ W.mT @ data.embeddings.mT


def weights(data: Attention, W: Array) -> Array:
    """`[..., n, K]` s_ik, the softmax probability that sequence i gives to all its copies of token k."""
    return _softmax(data, logits(data, W))


def outputs(data: Attention, W: Array) -> Array:
    """`[..., n]` the scores u_i = c_{y_i}^T f_W(X_i)."""
    return data.xp.sum(weights(data, W) * data.scores, -1)


@cached
def picks_label(data: Attention) -> Any:
    """`[..., n]` bool: gamma_ik = [k = y_i] for the tokens k of sequence i, the label among them."""
    scores = data.untraced.scores
    picked = (scores == _integers(data.is_label)) | ~data.present
    picked = picked if isinstance(picked, torch.Tensor) else np.asarray(picked, dtype=bool)
    return picked.all(-1) & (data.present & data.is_label).any(-1)


def defined(data: Attention, W: Array) -> Any:
    """`[..., n]` bool: l(u_i) is a finite number, which only a log-loss with u_i <= 0 is not."""
    log = _is_log(data)
    if not bool(log.any()):
        return log | True
    return ~log | picks_label(data) | _positive(outputs(data.untraced, _plain(W)))


def losses(data: Attention, W: Array) -> Array:
    """`[..., n]` l(u_i); where it is not `defined`, infinite or NaN."""
    xp, v = data.xp, logits(data, W)
    u = xp.sum(_softmax(data, v) * data.scores, -1)
    log = _is_log(data)
    general = table.value(data.loss, data.knee, u) if not bool(_closed(data).all()) else 0 * u
    closed = xp.log1p(_excess(data, v)) if xp is not FLOAT else _soft_excess(data, v)
    return xp.where(log & picks_label(data), closed, general)


def attention_loss(data: Attention, W: Array) -> Array:
    """`[...]` L(W), the mean of the losses."""
    return data.xp.sum(losses(data, W), -1) / data.sized("n")


def pulls(data: Attention, W: Array) -> Array:
    """`[..., n, K]` c_ik; zero at the label."""
    xp, s, gamma = data.xp, weights(data, W), data.scores
    closed = _closed(data)
    if bool(closed.all()):
        return xp.where(data.is_label, 0, s)
    u = xp.sum(s * gamma, -1)
    # Differences of scores first: equal scores then pull exactly nothing.
    lead = xp.sum(s[..., None, :] * (gamma[..., :, None] - gamma[..., None, :]), -1)
    general = table.slope(data.loss, data.knee, xp.where(closed, 1, u))[..., None] * s * lead
    return xp.where(data.is_label, 0, xp.where(closed[..., None], s, general))


def gradient(data: Attention, W: Array) -> Array:
    """`[..., d, d]` the gradient of L at W."""
    return combined(data, pulls(data, W)) / data.sized("n")[..., None, None]


def combined(data: Attention, c: Array) -> Array:
    """`[..., d, d]` sum_i sum_{k != y_i} c_ik (e_k - e_{y_i}) xbar_i^T for coefficients c `[..., n, K]`."""
    xp = data.xp
    off = xp.where(data.is_label, 0, c)
    at_label = xp.where(data.is_label, -xp.sum(off, -1)[..., None], 0)
    return ((off + at_label) @ data.embeddings).mT @ data.queries


def curvature(data: Attention, W: Array, U: Array) -> Array:
    """`[...]` the second derivative of t -> L(W + t U) at 0, for U `[..., d, d]`.

    With a_ik = e_k^T U xbar_i, the change of the logits: l''(u) u'^2 + l'(u) u'', u' = sum_k s_k (a_k - abar)
    gamma_k and u'' = sum_k s_k (gamma_k - u) (a_k - abar)^2. Where a log-loss picks the label that is the
    variance of a under s, a sum of squares.
    """
    xp, s, gamma = data.xp, weights(data, W), data.scores
    a = logits(data, U)
    centred = xp.sum(s[..., None, :] * (a[..., :, None] - a[..., None, :]), -1)
    squares = s * centred * centred
    closed, variance = _closed(data), xp.sum(squares, -1)
    if bool(closed.all()):
        return xp.sum(variance, -1) / data.sized("n")
    u = xp.where(closed, 1, xp.sum(s * gamma, -1))
    lead = xp.sum(s[..., None, :] * (gamma[..., :, None] - gamma[..., None, :]), -1)
    first, second = xp.sum(s * centred * gamma, -1), xp.sum(squares * lead, -1)
    slope = table.slope(data.loss, data.knee, u)
    bend = _second_slopes(xp, data, u) * first * first + slope * second
    return xp.sum(xp.where(closed, variance, bend), -1) / data.sized("n")


_SECOND: dict[str, Callable[[NumberSystem, Array, Array], Array]] = {
    "log": lambda xp, u, x: 1 / (u * u),
    "linear": lambda xp, u, x: 0 * u,
    "logistic": lambda xp, u, x: 1 / ((1 + xp.exp(x)) * (1 + xp.exp(-x))),
    "squared": lambda xp, u, x: 0 * u + 2,
    "exponential": lambda xp, u, x: xp.exp(-u),
}


def _second_slopes(xp: NumberSystem, data: Attention, u: Array) -> Array:
    """`[..., n]` l''(u). Raises InvalidInstance for the two losses whose slope has kinks."""
    out = 0 * u
    for row in np.unique(np.asarray(torch.as_tensor(data.loss).cpu())):
        name, here = table.LOSSES[int(row)].name, (data.loss == int(row))[..., None] & ~_closed(data)
        if name not in _SECOND:
            raise InvalidInstance(f"loss {name!r} has a kink in its slope. Ask for the curvature of others.")
        out = xp.where(here, _SECOND[name](xp, xp.where(here, u, 1), u - data.knee[..., None]), out)
    return out


def _softmax(data: Attention, v: Array) -> Array:
    xp = data.xp
    there = xp.where(data.present, v, xp.min(v, -1)[..., None])
    z = xp.where(data.present, data.number("counts") * xp.exp(there - xp.max(there, -1)[..., None]), 0)
    return z / xp.sum(z, -1)[..., None]


def _excess(data: Attention, v: Array) -> Array:
    """`[..., n]` r_i, in balls."""
    xp, counts = data.xp, data.number("counts")
    own = xp.sum(xp.where(data.is_label, v, 0), -1)[..., None]
    copies = xp.sum(xp.where(data.is_label, counts, 0), -1)
    others = data.present & ~data.is_label
    total = xp.sum(xp.where(others, counts * xp.exp(xp.where(others, v - own, 0)), 0), -1)
    return total / xp.where(picks_label(data), copies, 1)


def _soft_excess(data: Attention, v: Any) -> Any:
    """`[..., n]` log1p(r_i) in doubles, through log r_i, which neither overflows nor underflows."""
    counts = data.number("counts")
    own = (v * data.is_label).sum(-1)
    copies = (counts * data.is_label).sum(-1).clamp_min(1)
    others = data.present & ~data.is_label
    size = torch.where(others, v + counts.clamp_min(1).log(), -torch.inf).logsumexp(-1)
    return torch.nn.functional.softplus(size - own - copies.log(), threshold=700)


@cached
def _closed(data: Attention) -> Any:
    """`[..., n]` bool: a log-loss that picks its label."""
    return _is_log(data) & picks_label(data)


def _is_log(data: Attention) -> Any:
    return (data.loss == table.LOG)[..., None] | (data.last < 0)


def _integers(mask: Any) -> Any:
    return mask.to(torch.float64) if isinstance(mask, torch.Tensor) else mask.astype(int)


def _plain(W: Array) -> Array:
    return W if isinstance(W, torch.Tensor) else np.vectorize(plain, otypes=[object])(W).view(type(W))


def _positive(u: Array) -> Any:
    return u > 0 if isinstance(u, torch.Tensor) else np.vectorize(lambda x: bool(x > 0), otypes=[bool])(u)
