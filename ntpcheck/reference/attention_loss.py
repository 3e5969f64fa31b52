"""The training risk of one attention layer, its gradient and its curvature, without cancellation.

Tokens are aggregated: in sequence i token k has weight s_ik = m_ik e^(v_ik) / sum_j m_ij e^(v_ij) with the
logits v_ik = e_k^T W xbar_i, and the score is u_i = sum_k s_ik gamma_ik. Since sum_k s_ik (gamma_ik - u_i)
= 0,

    L = (1/n) sum_i l(u_i),   grad L = (1/n) sum_i sum_{k != y_i} c_ik (e_k - e_{y_i}) xbar_i^T,
    c_ik = l'(u_i) s_ik sum_j s_ij (gamma_ik - gamma_ij).

A head that picks the label, gamma_ik = [k = y_i] on the sequence, with the log-loss: l(u_i) = log1p(r_i), r_i
= sum_{k != y_i} m_ik e^(v_ik - v_{i y_i}) / m_{i y_i}, and c_ik = s_ik. One minus a softmax is never formed,
so losses and gradients far below 1e-16 keep their digits.
Every function takes a dataset or a `Part` of one, such as the cyclic subset.
Source: Eqs. (ERM), (17)-(19), (24).
"""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
import torch
from flint import arb

from ntpcheck.arithmetic import FLOAT, Array, NumberSystem, as_numpy, positive
from ntpcheck.errors import InvalidInstance
from ntpcheck.instances import graph
from ntpcheck.instances import loss as table
from ntpcheck.instances.attention import Attention
from ntpcheck.instances.base import cached, cached_for


class Part(NamedTuple):
    """Some tokens of some sequences of a dataset, with their last tokens and labels kept.

    tokens `[..., n, K]` bool, among those present; samples `[..., n]` bool, each with a token left.
    """

    data: Attention
    tokens: Any
    samples: Any

    @property
    def number(self) -> Array:
        """`[...]` the number of samples, at least 1."""
        if bool(self.samples.all()):
            return self.data.sized("n")
        found = self.samples.sum(-1)
        if isinstance(found, torch.Tensor):
            return found.clamp_min(1).to(torch.float64)
        return self.data.xp.asarray(np.maximum(found, 1), self.data.embeddings)


def whole(data: Attention | Part) -> Part:
    """All of a dataset; a part as it is."""
    return data if isinstance(data, Part) else _whole(data)


@cached
def _whole(data: Attention) -> Part:
    return Part(data, data.present, data.present.any(-1))


@cached
def cyclic_part(data: Attention) -> Part:
    """The cyclic subset: tokens below the label in its graph removed, sequences of one token left out.

    The last token counts as the query even where it is removed. Sequences that keep their label alone have a
    constant loss, and are not counted. Source: Definition 1, Eq. (5).
    """
    below = graph.of_label(data, graph.strict(data))
    tokens = data.present & ~below
    return Part(data, tokens, (tokens & ~data.is_label).any(-1))


def logits(data: Attention, W: Array) -> Array:
    """`[..., n, K]` v_ik = e_k^T W xbar_i for W `[..., d, d]`, of every token, present or not."""
    return data.queries @ W.mT @ data.embeddings.mT


def weights(data: Attention | Part, W: Array) -> Array:
    """`[..., n, K]` s_ik, the softmax probability that sequence i gives to all its copies of token k."""
    part = whole(data)
    return _softmax(part, logits(part.data, W))


def outputs(data: Attention | Part, W: Array) -> Array:
    """`[..., n]` the scores u_i = c_{y_i}^T f_W(X_i)."""
    part = whole(data)
    return part.data.xp.sum(weights(part, W) * part.data.scores, -1)


def picks_label(data: Attention | Part) -> Any:
    """`[..., n]` bool: gamma_ik = [k = y_i] for the tokens k of sequence i, the label among them."""
    part = whole(data)
    return _picking(part.data, part.tokens)


@cached_for
def _picking(data: Attention, tokens: Any) -> Any:
    picked = _picked(data) | ~tokens
    return picked.all(-1) & (tokens & data.is_label).any(-1)


@cached
def _picked(data: Attention) -> Any:
    scores, wanted = data.scores, data.is_label
    found = scores == (wanted.to(torch.float64) if isinstance(wanted, torch.Tensor) else wanted.astype(int))
    return found if isinstance(found, torch.Tensor) else np.asarray(found, dtype=bool)


def defined(data: Attention | Part, W: Array) -> Any:
    """`[..., n]` bool: l(u_i) is a finite number, which only a log-loss with u_i <= 0 is not."""
    part = whole(data)
    log = _is_log(part.data) & part.samples
    if not bool(log.any()):
        return log | True
    return ~log | picks_label(part) | positive(outputs(part, W))


def losses(data: Attention | Part, W: Array) -> Array:
    """`[..., n]` l(u_i); where it is not `defined`, infinite or NaN, and 0 for samples that are left out."""
    part = whole(data)
    data = part.data
    xp, v = data.xp, logits(data, W)
    closed = _closed(part)
    excess = xp.log1p(_excess(part, v)) if xp is not FLOAT else _soft_excess(part, v)
    if bool((closed | ~part.samples).all()):
        return xp.where(part.samples, excess, 0)
    u = xp.where(closed | ~part.samples, 1, xp.sum(_softmax(part, v) * data.scores, -1))
    return xp.where(part.samples, xp.where(closed, excess, table.value(data.loss, data.knee, u)), 0)


def attention_loss(data: Attention | Part, W: Array) -> Array:
    """`[...]` L(W), the mean of the losses."""
    part = whole(data)
    return part.data.xp.sum(losses(part, W), -1) / part.number


def pulls(data: Attention | Part, W: Array) -> Array:
    """`[..., n, K]` c_ik; zero at the label and in samples that are left out."""
    part = whole(data)
    data = part.data
    xp, s, closed = data.xp, weights(part, W), _closed(part)
    shown = part.samples[..., None] & ~data.is_label
    if bool((closed | ~part.samples).all()):
        return xp.where(shown, s, 0)
    gamma = data.scores
    u = sloped(data, xp.where(closed | ~part.samples, 1, xp.sum(s * gamma, -1)))
    # Differences of scores first: equal scores then pull exactly nothing.
    lead = xp.sum(s[..., None, :] * (gamma[..., :, None] - gamma[..., None, :]), -1)
    general = table.slope(data.loss, data.knee, u)[..., None] * s * lead
    return xp.where(shown, xp.where(closed[..., None], s, general), 0)


def sloped(data: Attention, u: Array) -> Array:
    """u `[..., n]` with ones where a log-loss has u_i = 0: it is not `defined` there, and must not raise.

    Every other loss has its slope at 0, so its zeros stay.
    """
    return nonzero(u, (data.loss == table.LOG)[..., None])


def nonzero(u: Array, among: Any = True) -> Array:  # noqa: FBT002
    """u with zeros replaced by ones, all of them or those `among` a mask."""
    if isinstance(u, torch.Tensor):
        return torch.where((u == 0) & among, 1.0, u)
    zero = np.vectorize(lambda x: not isinstance(x, arb) and x == 0, otypes=[bool])(u)
    zero = zero & np.asarray(among, dtype=bool)
    return np.where(zero, u + 1, u).view(type(u)) if zero.any() else u


def gradient(data: Attention | Part, W: Array) -> Array:
    """`[..., d, d]` the gradient of L at W."""
    part = whole(data)
    return combined(part.data, pulls(part, W)) / part.number[..., None, None]


def combined(data: Attention, c: Array) -> Array:
    """`[..., d, d]` sum_i sum_{k != y_i} c_ik (e_k - e_{y_i}) xbar_i^T for coefficients c `[..., n, K]`."""
    xp = data.xp
    off = xp.where(data.is_label, 0, c)
    at_label = xp.where(data.is_label, -xp.sum(off, -1)[..., None], 0)
    return ((off + at_label) @ data.embeddings).mT @ data.queries


def curvature(data: Attention | Part, W: Array, U: Array) -> Array:
    """`[...]` the second derivative of t -> L(W + t U) at 0, for U `[..., d, d]`.

    With a_ik = e_k^T U xbar_i, the change of the logits: l''(u) u'^2 + l'(u) u'', u' = sum_k s_k (a_k - abar)
    gamma_k and u'' = sum_k s_k (gamma_k - u) (a_k - abar)^2. Where a log-loss picks the label that is the
    variance of a under s, a sum of squares.
    """
    part = whole(data)
    data = part.data
    xp, s, gamma, a = data.xp, weights(part, W), data.scores, logits(data, U)
    centred = xp.sum(s[..., None, :] * (a[..., :, None] - a[..., None, :]), -1)
    squares, closed = s * centred * centred, _closed(part)
    variance = xp.where(part.samples, xp.sum(squares, -1), 0)
    if bool((closed | ~part.samples).all()):
        return xp.sum(variance, -1) / part.number
    u = sloped(data, xp.where(closed | ~part.samples, 1, xp.sum(s * gamma, -1)))
    lead = xp.sum(s[..., None, :] * (gamma[..., :, None] - gamma[..., None, :]), -1)
    first, second = xp.sum(s * centred * gamma, -1), xp.sum(squares * lead, -1)
    bend = _second_slopes(part, u) * first * first + table.slope(data.loss, data.knee, u) * second
    return xp.sum(xp.where(closed | ~part.samples, variance, bend), -1) / part.number


_SECOND: dict[str, Callable[[NumberSystem, Array, Array], Array]] = {
    "log": lambda xp, u, x: 1 / (u * u),
    "linear": lambda xp, u, x: 0 * u,
    "logistic": lambda xp, u, x: 1 / ((1 + xp.exp(x)) * (1 + xp.exp(-x))),
    "squared": lambda xp, u, x: 0 * u + 2,
    "exponential": lambda xp, u, x: xp.exp(-u),
    "rising": lambda xp, u, x: 0 * u,
}


def _second_slopes(part: Part, u: Array) -> Array:
    """`[..., n]` l''(u). Raises InvalidInstance for the two losses whose slope has kinks."""
    data, out = part.data, 0 * u
    xp = data.xp
    for row in sorted(set(as_numpy(data.loss).ravel().tolist())):
        name, here = table.LOSSES[row].name, (data.loss == row)[..., None] & ~_closed(part)
        if name not in _SECOND:
            raise InvalidInstance(f"loss {name!r} has a kink in its slope. Ask for the curvature of others.")
        out = xp.where(here, _SECOND[name](xp, xp.where(here, u, 1), u - data.knee[..., None]), out)
    return out


def _softmax(part: Part, v: Array) -> Array:
    xp, counts = part.data.xp, part.data.number("counts")
    there = xp.where(part.tokens, v, xp.min(v, -1)[..., None])
    z = xp.where(part.tokens, counts * xp.exp(there - xp.max(there, -1)[..., None]), 0)
    return z / xp.where(part.tokens.any(-1), xp.sum(z, -1), 1)[..., None]


def _excess(part: Part, v: Array) -> Array:
    """`[..., n]` r_i, in balls."""
    data = part.data
    xp, counts, others = data.xp, data.number("counts"), part.tokens & ~data.is_label
    own = xp.sum(xp.where(data.is_label, v, 0), -1)[..., None]
    copies = xp.sum(xp.where(data.is_label, counts, 0), -1)
    total = xp.sum(xp.where(others, counts * xp.exp(xp.where(others, v - own, 0)), 0), -1)
    return total / xp.where(picks_label(part), copies, 1)


def _soft_excess(part: Part, v: Any) -> Any:
    """`[..., n]` log1p(r_i) in doubles, through log r_i, which neither overflows nor underflows."""
    data, counts = part.data, part.data.number("counts")
    own = (v * data.is_label).sum(-1)
    copies = (counts * data.is_label).sum(-1).clamp_min(1)
    others = part.tokens & ~data.is_label
    size = torch.where(others, v + counts.clamp_min(1).log(), -torch.inf).logsumexp(-1)
    return torch.nn.functional.softplus(size - own - copies.log(), threshold=700)


def _closed(part: Part) -> Any:
    """`[..., n]` bool: a log-loss that picks its label."""
    return _is_log(part.data) & picks_label(part)


@cached
def _is_log(data: Attention) -> Any:
    return (data.loss == table.LOG)[..., None] | (data.last < 0)


def below_labels(data: Attention) -> Array:
    """`[..., n, K]` bool: each input's tokens outside R_i; what is realizable has them below the label."""
    return data.present & ~graph.component(data)
