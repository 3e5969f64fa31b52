"""The appendix on the autoregressive setting: every prefix of a training sequence is a context."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import numpy as np
import torch

from ntpcheck import ulps
from ntpcheck.arithmetic import FLOAT, Array
from ntpcheck.checks.compare import at_most, equal
from ntpcheck.checks.decoders import surprisal
from ntpcheck.claim import Effort, claim
from ntpcheck.domains.sequences import SEQUENCES
from ntpcheck.evidence import Evidence, both
from ntpcheck.instances.dataset import Sequences


def _apart(data: Sequences) -> Array:
    """`[..., n, n, T]` |x_is - x_ks|."""
    tokens = data.number("tokens")
    return data.xp.abs(tokens[..., :, None, :] - tokens[..., None, :, :])


def _same(data: Sequences, apart: Array, places: Sequence[int]) -> Array:
    """`[..., n, n]` max(0, 1 - sum |x_is - x_ks|): 1 where sequences agree at these places, else 0."""
    total = data.xp.sum(apart[..., list(places)], -1)
    return data.xp.maximum(0 * total, 1 - total)


def frequencies(data: Sequences, *, backwards: bool = False) -> list[tuple[Array, Array]]:
    """For contexts of t = 1..T-1 tokens, `[..., n]` how many sequences share each sequence's.

    First the context alone, then together with its next token. backwards: contexts are the t tokens before
    the last one, which is their next token, instead of the first t.
    """
    T, apart = data.size("T"), _apart(data)
    found: list[tuple[Array, Array]] = []
    for t in range(1, T):
        context, label = (range(T - 1 - t, T - 1), T - 1) if backwards else (range(t), t)
        both_ways = (_same(data, apart, context), _same(data, apart, [*context, label]))
        alone, joint = (data.xp.sum(same, -1) for same in both_ways)
        found.append((alone, joint))
    return found


def distinct(data: Sequences) -> list[Array]:
    """m_t `[...]` for t = 1..T-1: a context shared by k sequences counts as 1/k in each."""
    return [data.xp.sum(1 / alone, -1) for alone, _ in frequencies(data)]


def entropies(data: Sequences, *, backwards: bool = False) -> list[Array]:
    """H_t `[...]` for t = 1..T-1, in nats: the mean over sequences of -log of the label's frequency."""
    n = data.sized("n")
    pairs = frequencies(data, backwards=backwards)
    return [data.xp.sum(data.xp.log(alone / joint), -1) / n for alone, joint in pairs]


def decreasing(data: Sequences, numbers: list[Array], *, sign: int = 1) -> Evidence:
    """Each number is at least the next one; with sign -1 at most.

    For sequences of two tokens there is nothing to compare.
    """
    terms = 2 * ulps.total(data.size("n")) + 2 * ulps.LOG + 4
    parts = [
        at_most(right, left, terms=terms) if sign > 0 else at_most(left, right, terms=terms)
        for left, right in pairwise(numbers)
    ]
    return both(*parts) if parts else _nothing(data)


def _nothing(data: Sequences) -> Evidence:
    one = 0 * data.sized("n") + 1
    return Evidence(one, 0 * one, one)


def embedded(data: Sequences) -> Array:
    """`[..., T, n, d]` an embedding of each prefix of 0 to T - 1 tokens, a fixed function of these alone.

    Entry c of a prefix is c + 1 mod 3 and the sum over its places s of ((x_s + 1) (s + 2) (c + 3) mod 7) - 3.
    """
    tokens, (T, d) = data.tokens, (data.size("T"), data.size("d"))
    place, entry = (_arange(size, tokens) for size in (T - 1, d))
    each = (tokens[..., :-1, None] + 1) * (place[:, None] + 2) * (entry + 3) % 7 - 3
    first = 0 * tokens[..., :1, None] + (entry + 1) % 3
    if isinstance(each, torch.Tensor):
        running = torch.cumsum(torch.cat([first, each], -2), -2)
    else:
        running = np.cumsum(np.concatenate([first, each], -2), -2)
    return data.xp.asarray(running.swapaxes(-3, -2), data.W)


def _arange(size: int, like: Any) -> Any:
    return torch.arange(size, device=like.device) if isinstance(like, torch.Tensor) else np.arange(size)


def _surprisals(data: Sequences) -> Array:
    """`[..., T, n, V]` -log of the softmax of W h at every prefix, in nats."""
    return surprisal(embedded(data) @ data.W[..., None, :, :].swapaxes(-1, -2))


def _labels(data: Sequences) -> Any:
    """`[..., T, n, V]` bool: the token follows the prefix in that sequence."""
    return data.tokens.swapaxes(-1, -2)[..., None] == _arange(data.size("V"), data.tokens)


def average_loss(data: Sequences) -> Array:
    """`[...]` the mean over the sequences and their T predictions of the loss, as in (1) over T; nats."""
    xp = data.xp
    each = xp.sum(xp.where(_labels(data), _surprisals(data), 0), -1)
    return xp.sum(each, (-2, -1)) / (data.size("n") * data.size("T"))


def enumerated_loss(data: Sequences) -> Array:
    """`[...]` (2) over the distinct contexts of all lengths: -sum_i pi_i sum_z p_iz log S_z(W h_i); nats.

    A context stands where it occurs first and has weight zero elsewhere. The empty one is among them.
    """
    xp, tokens = data.xp, data.tokens
    n, T = data.size("n"), data.size("T")
    same = _sharing(tokens)
    first = ~(same & (_arange(n, tokens)[:, None] > _arange(n, tokens))).any(-1)
    share = (same[..., None] & _labels(data)[..., None, :, :]).sum(-2)  # [..., T, n, V]
    counts = xp.asarray(share, data.W)
    seen = xp.asarray(same.sum(-1), data.W)
    weight = xp.where(first, seen / (n * T), 0)
    inner = xp.sum(xp.where(share > 0, counts / seen[..., None] * _surprisals(data), 0), -1)
    return xp.sum(weight * inner, (-2, -1))


def _sharing(tokens: Any) -> Any:
    """`[..., T, n, n]` bool: two sequences agree in their first 0 to T - 1 tokens."""
    agree = tokens[..., :, None, :] == tokens[..., None, :, :]
    if isinstance(agree, torch.Tensor):
        agree = torch.cat([agree[..., :1] | True, agree[..., :-1]], -1)
        return (agree.cumprod(-1) > 0).movedim(-1, -3)
    agree = np.concatenate([agree[..., :1] | True, agree[..., :-1]], -1)
    return np.moveaxis(np.cumprod(agree, -1) > 0, -1, -3)


@claim("linear/autoregressive/context-counts", domain=SEQUENCES)
def context_counts(data: Sequences, effort: Effort) -> Evidence:
    """Contexts of size t are the first t tokens of sequences of equal length T. Slack: the least m_t -
    m_{t+1}.
    """
    return decreasing(data, distinct(data))


@claim("linear/autoregressive/context-counts/amended", domain=SEQUENCES)
def context_counts_amended(data: Sequences, effort: Effort) -> Evidence:
    """Different contexts of size t have different continuations of size t + 1."""
    return decreasing(data, distinct(data), sign=-1)


@claim("linear/autoregressive/same-form", domain=SEQUENCES)
def same_form(data: Sequences, effort: Effort) -> Evidence:
    """Checked as: the mean of the T losses of (1) equals (2) with the distinct contexts enumerated, pi_i
    their frequencies and p_i those of the tokens after them.
    """
    left = average_loss(data)
    right = enumerated_loss(data)
    xp = data.xp
    terms: Any = ulps.cross_entropy(data.size("V"), data.size("n") * data.size("T"))
    if xp is FLOAT:
        reach = 1 + (embedded(data).abs() @ data.W.abs()[..., None, :, :].mT).amax((-3, -2, -1))
        terms = terms + 4 * (ulps.dot(data.size("d")) + 2) * reach
    return equal(left, right, terms=terms)


@claim("linear/autoregressive/shannon", domain=SEQUENCES)
def shannon(data: Sequences, effort: Effort) -> Evidence:
    """Slack: the least H_t - H_{t+1}, in nats."""
    return decreasing(data, entropies(data))


@claim("linear/autoregressive/shannon/amended", domain=SEQUENCES)
def shannon_amended(data: Sequences, effort: Effort) -> Evidence:
    """The next token stays the same while its context grows backwards; conditioning on more cannot increase
    its entropy. Of different tokens Shannon's inequality speaks under stationarity only.
    """
    return decreasing(data, entropies(data, backwards=True))
