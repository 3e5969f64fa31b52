"""Sequences of tokens, from which every prefix is a context and every later token a label."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from ntpcheck.arithmetic import Array
from ntpcheck.errors import InvalidInstance
from ntpcheck.instances.base import Instance


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
