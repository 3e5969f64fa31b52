"""Next-token prediction with one softmax-attention layer: data, fixed head and loss, and weights on top."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Self

import numpy as np
import torch

from ntpcheck.arithmetic import Array, as_numpy, ordinals
from ntpcheck.errors import InvalidInstance
from ntpcheck.instances.base import Instance, cached
from ntpcheck.instances.dataset import positive_step
from ntpcheck.instances.entries import LARGEST
from ntpcheck.instances.lasting import lasting
from ntpcheck.instances.loss import LOSSES


@dataclass(frozen=True, eq=False, repr=False)
class Attention(Instance):
    """Input sequences with labels, token embeddings, a linear head and a loss.

    embeddings `[..., K, d]`, row k is e_k; head `[..., K, d]`, row k is c_k; counts `[..., n, K]`, how often
    token k stands in the i-th input; last `[..., n]` and labels `[..., n]`, token ids below K. Attention
    without positions sees nothing else of a sequence, so lengths may differ and nothing is padded.
    loss `[...]`: a row of `ntpcheck.instances.loss.LOSSES`; knee `[...]`: the parameter of those that have
    one. Raises InvalidInstance where the last token does not occur in its own sequence.
    Source: Sec. 3.
    """

    embeddings: Array
    head: Array
    counts: Array
    last: Array
    labels: Array
    loss: Array
    knee: Array
    AXES: ClassVar[dict[str, str]] = {
        "embeddings": "K d",
        "head": "K d",
        "counts": "n K",
        "last": "n",
        "labels": "n",
        "loss": "",
        "knee": "",
    }
    INTEGERS: ClassVar[frozenset[str]] = frozenset({"counts", "last", "labels", "loss"})
    RULED: ClassVar[frozenset[str]] = INTEGERS

    def validate(self) -> None:
        if 0 in self.counts.shape or 0 in self.embeddings.shape:
            raise InvalidInstance(
                f"counts has shape {list(self.counts.shape)}, embeddings {list(self.embeddings.shape)}. "
                "A dataset has at least one sequence, one token and one dimension."
            )
        counts = as_numpy(self.counts)
        if counts.min() < 0:
            raise InvalidInstance(f"counts contains {int(counts.min())}. Counts are at least 0.")
        if int(counts.max()) > LARGEST // self.size("K") and (counts.sum(-1) > LARGEST).any():
            raise InvalidInstance("counts has entries that sum to more than 2^53: scale them down.")
        for name in ("last", "labels"):
            ids = as_numpy(getattr(self, name))
            if ids.min() < 0 or ids.max() >= self.size("K"):
                raise InvalidInstance(
                    f"{name} leaves 0..{self.size('K') - 1}. They are rows of embeddings: fix them."
                )
        loss = as_numpy(self.loss)
        if loss.min() < 0 or loss.max() >= len(LOSSES):
            raise InvalidInstance(
                f"loss leaves 0..{len(LOSSES) - 1}. It is a row of ntpcheck.instances.loss.LOSSES: fix it."
            )
        if as_numpy(_pick(self.counts, self.last)).min() < 1:
            raise InvalidInstance(
                "a last token has count 0 in its own sequence. It is part of the input: count it."
            )

    def permute(self, axis: str, order: Sequence[int]) -> Self:
        """Re-orders or picks entries of an axis; along K the ids in last and labels follow their tokens.

        Raises InvalidInstance when a token that is still a last token or a label would go.
        """
        if axis != "K":
            return super().permute(axis, order)
        gone = sorted(set(range(self.size("K"))) - set(order))
        place = np.full(self.size("K"), -1)
        place[list(order)] = np.arange(len(order))
        ids = {}
        for name in ("last", "labels"):
            old = getattr(self, name)
            ids[name] = place[old] if isinstance(old, np.ndarray) else torch.as_tensor(place).to(old)[old]
            if bool((ids[name] < 0).any()):
                raise InvalidInstance(f"tokens {gone} are in use as {name}: drop their sequences first.")
        picked = {name: getattr(self, name)[..., list(order), :] for name in ("embeddings", "head")}
        return self.replace(counts=self.counts[..., list(order)], **picked, **ids)

    @property
    @cached
    def is_label(self) -> Array:
        """`[..., n, K]` bool: the token is the sequence's label."""
        return _one_hot(self.labels, self.size("K"))

    @property
    @cached
    def is_last(self) -> Array:
        """`[..., n, K]` bool: the token is the sequence's last token."""
        return _one_hot(self.last, self.size("K"))

    @property
    @lasting
    def present(self) -> Array:
        """`[..., n, K]` bool: the token stands in the input sequence."""
        return self.counts > 0

    @property
    @cached
    def queries(self) -> Array:
        """`[..., n, d]` the embedding xbar_i of each last token."""
        return _rows(self.embeddings, self.last)

    @property
    @cached
    def scores(self) -> Array:
        """`[..., n, K]` gamma_ik = c_{y_i}^T e_k, what a token contributes to its label's prediction."""
        return _rows(self.head, self.labels) @ self.embeddings.mT


@dataclass(frozen=True, eq=False, repr=False)
class Attending(Attention):
    """Data and combined key-query weights W `[..., d, d]`."""

    W: Array
    AXES: ClassVar[dict[str, str]] = Attention.AXES | {"W": "d d"}


@dataclass(frozen=True, eq=False, repr=False)
class AttendingPair(Attending):
    """Data and two weights W, W2 `[..., d, d]`."""

    W2: Array
    AXES: ClassVar[dict[str, str]] = Attending.AXES | {"W2": "d d"}


@dataclass(frozen=True, eq=False, repr=False)
class AttendingScaled(AttendingPair):
    """Data, two weights and a scale R `[...]`."""

    R: Array
    AXES: ClassVar[dict[str, str]] = AttendingPair.AXES | {"R": ""}


@dataclass(frozen=True, eq=False, repr=False)
class AttentionRun(Attention):
    """Data, an initial point W0 `[..., d, d]` and a constant step size eta `[...]`."""

    W0: Array
    eta: Array
    AXES: ClassVar[dict[str, str]] = Attention.AXES | {"W0": "d d", "eta": ""}
    RULED: ClassVar[frozenset[str]] = Attention.RULED | {"eta"}

    def validate(self) -> None:
        super().validate()
        positive_step(self.eta)


def _pick(array: Array, ids: Array) -> Array:
    """`array[..., i, ids_i]`, `[..., n]`."""
    if isinstance(array, torch.Tensor):
        return torch.gather(array, -1, ids[..., None])[..., 0]
    return np.take_along_axis(array, ids[..., None], -1)[..., 0]


def _rows(table: Array, ids: Array) -> Array:
    """`table[..., ids_i, :]`, `[..., n, d]`."""
    if isinstance(table, torch.Tensor):
        return torch.gather(table, -2, ids[..., None].expand(*ids.shape, table.shape[-1]))
    return np.take_along_axis(table, np.broadcast_to(ids[..., None], (*ids.shape, table.shape[-1])), -2)


def _one_hot(ids: Any, size: int) -> Array:
    if isinstance(ids, torch.Tensor):
        return ids[..., None] == ordinals(size, ids.device)
    return ids[..., None] == np.arange(size)
