"""NTP datasets of the linear model, alone and together with what a statement quantifies over besides."""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from ntpcheck.arithmetic import Array, as_numpy, positive
from ntpcheck.errors import InvalidInstance
from ntpcheck.instances.base import Instance, cached
from ntpcheck.instances.entries import LARGEST
from ntpcheck.instances.lasting import lasting


@dataclass(frozen=True, eq=False, repr=False)
class Dataset(Instance):
    """Distinct contexts with embeddings and integer next-token counts, so that pi and p are exact rationals.

    embeddings `[..., m, d]` (row j is h_j); counts `[..., m, V]`, how often each token follows each context.
    Raises InvalidInstance for non-finite entries, negative or fractional counts, and a context never seen.
    Source: Sec. 2.
    """

    embeddings: Array
    counts: Array
    AXES: ClassVar[dict[str, str]] = {"embeddings": "m d", "counts": "m V"}
    INTEGERS: ClassVar[frozenset[str]] = frozenset({"counts"})
    RULED: ClassVar[frozenset[str]] = INTEGERS

    def validate(self) -> None:
        counts = as_numpy(self.counts)
        if counts.size == 0 or 0 in self.embeddings.shape:
            raise InvalidInstance(
                f"counts has shape {list(counts.shape)}, embeddings {list(self.embeddings.shape)}. "
                "A dataset has at least one context, one token and one dimension."
            )
        if counts.min() < 0:
            raise InvalidInstance(
                f"counts contains {counts.min()}. Counts are at least 0: drop the negative entry."
            )
        most = LARGEST // (self.size("m") * self.size("V"))
        if int(counts.max()) > most and (counts.sum((-2, -1), dtype=float) > LARGEST).any():
            raise InvalidInstance(
                f"counts has entries up to {counts.max()}. They sum to at most 2^53: scale them down."
            )
        if not (seen := counts.any(-1)).all():
            where = np.argwhere(~seen)[0].tolist()
            raise InvalidInstance(
                f"context {where[-1]} has no next token (its counts are all 0). "
                "Every distinct context occurs at least once: drop it or count a token."
            )

    @property
    @lasting
    def support(self) -> Array:
        """`[..., m, V]` bool: the token follows the context at least once."""
        return self.counts > 0

    @property
    def n(self) -> Array:
        """`[...]` the number of sequences."""
        return self.xp.sum(self.number("counts"), (-2, -1))

    @property
    @cached
    def pi(self) -> Array:
        """`[..., m]` empirical probabilities of the contexts."""
        per_context = self.xp.sum(self.number("counts"), -1)
        return per_context / self.xp.sum(per_context, -1)[..., None]

    @property
    @cached
    def p(self) -> Array:
        """`[..., m, V]` empirical next-token probabilities; zero out of support."""
        counts = self.number("counts")
        return counts / self.xp.sum(counts, -1)[..., None]


@dataclass(frozen=True, eq=False, repr=False)
class Decoding(Dataset):
    """A dataset and a decoder W `[..., V, d]`."""

    W: Array
    AXES: ClassVar[dict[str, str]] = Dataset.AXES | {"W": "V d"}


@dataclass(frozen=True, eq=False, repr=False)
class Scaled(Decoding):
    """A dataset, a decoder W and a scale gamma `[...]`."""

    gamma: Array
    AXES: ClassVar[dict[str, str]] = Decoding.AXES | {"gamma": ""}


@dataclass(frozen=True, eq=False, repr=False)
class Offset(Scaled):
    """A dataset, a decoder W, a scale gamma and a second, free decoder U `[..., V, d]`."""

    U: Array
    AXES: ClassVar[dict[str, str]] = Scaled.AXES | {"U": "V d"}


@dataclass(frozen=True, eq=False, repr=False)
class Pair(Decoding):
    """A dataset and two decoders W, W2 `[..., V, d]`."""

    W2: Array
    AXES: ClassVar[dict[str, str]] = Decoding.AXES | {"W2": "V d"}


def positive_step(eta: Array) -> None:
    """Raises InvalidInstance unless every step size is positive."""
    if not bool(positive(eta).all()):
        raise InvalidInstance("eta is not positive. A step size of 0 never moves: give one above 0.")


@dataclass(frozen=True, eq=False, repr=False)
class Run(Dataset):
    """A dataset, an initial point W0 `[..., V, d]` and a constant step size eta `[...]`."""

    W0: Array
    eta: Array
    AXES: ClassVar[dict[str, str]] = Dataset.AXES | {"W0": "V d", "eta": ""}
    RULED: ClassVar[frozenset[str]] = Dataset.RULED | {"eta"}

    def validate(self) -> None:
        super().validate()
        positive_step(self.eta)


@dataclass(frozen=True, eq=False, repr=False)
class Samples(Instance):
    """Raw pairs: contexts `[..., n]`, rows of table `[..., M, d]`; labels `[..., n]`; W `[..., V, d]`.

    Source: Sec. 2, the training set before distinct contexts are identified.
    """

    contexts: Array
    labels: Array
    table: Array
    W: Array
    AXES: ClassVar[dict[str, str]] = {"contexts": "n", "labels": "n", "table": "M d", "W": "V d"}
    INTEGERS: ClassVar[frozenset[str]] = frozenset({"contexts", "labels"})

    def validate(self) -> None:
        for name, rows, axis in (("contexts", "table", "M"), ("labels", "W", "V")):
            values, limit = getattr(self, name), self.size(axis)
            if self.size("n") == 0:
                raise InvalidInstance("the sample is empty. It has at least one pair (x_i, z_i).")
            if bool((values < 0).any()) or bool((values >= limit).any()):
                raise InvalidInstance(
                    f"{name} leaves 0..{limit - 1}. They are rows of {rows}: enlarge {rows} or fix them."
                )


@dataclass(frozen=True, eq=False, repr=False)
class Sequences(Instance):
    """n sequences of T tokens: tokens `[..., n, T]` below V; and a decoder W `[..., V, d]`.

    Raises InvalidInstance for tokens outside the vocabulary, no sequence, and sequences without a context.
    Source: Appendix on the autoregressive setting.
    """

    tokens: Array
    W: Array
    AXES: ClassVar[dict[str, str]] = {"tokens": "n T", "W": "V d"}
    INTEGERS: ClassVar[frozenset[str]] = frozenset({"tokens"})

    def validate(self) -> None:
        if self.size("n") == 0 or self.size("T") < 2 or self.size("d") == 0:
            raise InvalidInstance(
                f"tokens has shape {list(self.tokens.shape)}, W {list(self.W.shape)}. There is at least one "
                "sequence, of two tokens or more, and one dimension."
            )
        V = self.size("V")
        if bool((self.tokens < 0).any()) or bool((self.tokens >= V).any()):
            raise InvalidInstance(
                f"tokens leaves 0..{V - 1}. They are rows of W: enlarge W or fix the tokens."
            )
