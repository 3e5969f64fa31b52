"""What a decoder's logits do on the supports: ties, margins, and how far rounding can move them."""

from typing import Any, NamedTuple

import numpy as np
import torch

from ntpcheck import ulps
from ntpcheck.arithmetic import Array, identity, number_system
from ntpcheck.evidence import Evidence
from ntpcheck.instances.base import cached, cached_for
from ntpcheck.instances.dataset import Dataset
from ntpcheck.reference.entropy import logits


class Scores(NamedTuple):
    """Logits W h_j `[..., m, V]`; per context `[..., m]` their size and a bound on their error."""

    logits: Array
    size: Array
    error: Array


@cached
def magnitudes(data: Dataset) -> Array:
    """`[..., m, d]` |h_ji|."""
    return data.xp.abs(data.embeddings)


@cached_for
def scores(data: Dataset, W: Array) -> Scores:
    """The logits of W `[..., V, d]`. size: the largest sum of |W_vi h_ji|, before anything cancels."""
    xp = data.xp
    size = xp.max(magnitudes(data) @ xp.abs(W).swapaxes(-1, -2), -1)
    return Scores(logits(data, W), size, xp.rounding(size, ulps.dot(data.size("d")) + 2))  # 2: users subtract


def within(data: Dataset, scored: Array, pick: str) -> Array:
    """`[..., m]` the largest ("max") or smallest ("min") logit in support."""
    xp = data.xp
    other = xp.min(scored, -1) if pick == "max" else xp.max(scored, -1)
    return getattr(xp, pick)(xp.where(data.support, scored, other[..., None]), -1)


def spread(data: Dataset, scored: Array) -> Array:
    """`[..., m]` the largest minus the smallest in-support logit: zero where (6a) holds."""
    return within(data, scored, "max") - within(data, scored, "min")


def margin(data: Dataset, scored: Array, otherwise: Any) -> Array:
    """`[..., m]` smallest in-support minus largest out-of-support logit; `otherwise` without the latter."""
    xp = data.xp
    outside = xp.max(xp.where(data.support, xp.min(scored, -1)[..., None], scored), -1)
    value = within(data, scored, "min") - outside
    return xp.where(xp.all(data.support, -1), otherwise, value)


def ties(data: Dataset, W: Array) -> Evidence:
    """(6a): every support's logits are equal. Slack: minus the largest spread, in logits."""
    xp, found = data.xp, scores(data, W)
    return Evidence(
        xp.min(-spread(data, found.logits), -1), 2 * xp.max(found.error, -1), xp.max(found.size, -1)
    )


def margins(data: Dataset, W: Array) -> Evidence:
    """(6b): every out-of-support logit lies at least 1 below every in-support one. Closed."""
    xp, found = data.xp, scores(data, W)
    slack = margin(data, found.logits, 2) - 1
    error = 2 * found.error + xp.rounding(found.size + 1, ulps.steps(2))
    return Evidence(xp.min(slack, -1), xp.max(error, -1), 1 + xp.max(found.size, -1))


def same(size: int, like: Array) -> Any:
    """`[size, size]` bool: the two indices are equal; a torch mask for tensors, else a numpy one."""
    if isinstance(like, torch.Tensor):
        return identity(size, torch.bool, like.device)
    return np.eye(size, dtype=bool)


def surprisal(scored: Array) -> Array:
    """`[..., V]` minus the log of the softmax of the logits `[..., V]`, in nats, without cancellation."""
    return log_total(scored[..., None, :] - scored[..., :, None])


def log_total(exponents: Array) -> Array:
    """`[..., V]` log of sum over u of exp(x_vu), for exponents `[..., V, V]` with x_vv = 0; nonnegative.

    With a = max over u of x_vu, which is at least x_vv = 0,
        log sum_u exp(x_vu) = a + log1p(expm1(-a) + sum over u != v of exp(x_vu - a)).
    Each term is accurate relative to the sum: a > 0 puts a 1 into the last sum, and a = 0 leaves only
    positive terms. The plain log-sum-exp would be noise where it is close to 0.
    """
    xp = number_system(exponents)
    top = xp.max(exponents, -1)
    own = same(exponents.shape[-1], exponents)
    rest = xp.sum(xp.where(own, 0, xp.exp(exponents - top[..., None])), -1)
    return top + xp.log1p(xp.expm1(-top) + rest)
