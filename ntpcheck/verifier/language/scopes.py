"""Which names are bound where a formula stands; kinds and trees in few words, for messages."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Any

from .grammar import Tree
from .printing import text
from .words import BookError

Axes = tuple[str, ...]
HEADS = ("let", "sequence", "lam")  # of cores that name others: what is bound stands in cores by pairs


@dataclass(frozen=True)
class Scope:
    """Names bound so far: letters to axes, parameters to axes, and whether sequences may be named."""

    letters: dict[str, str] = field(default_factory=dict)
    parameters: dict[str, Axes] = field(default_factory=dict)
    limit: bool = False

    def with_letters(self, letters: dict[str, str], *, again: bool = False) -> Scope:
        """again: those that are bound already may be bound anew."""
        for letter in letters:
            if letter in self.letters and not again:
                raise BookError(f"the index {letter} is bound twice; take another letter of its axis")
        return replace(self, letters=self.letters | letters).apart(letters)

    def with_parameters(self, parameters: dict[str, Axes]) -> Scope:
        return replace(self, parameters=self.parameters | parameters).apart(parameters)

    def apart(self, names: Iterable[str]) -> Scope:
        """This, if no name is an index and a number at once, nor one by which cores are told apart."""
        for name in names:
            if name in self.letters and name in self.parameters:
                raise BookError(f"{name} is an index and a number or an array at once; take another name")
            if name in HEADS:
                raise BookError(f"{name!r} cannot be the name of an index or an unknown; take another name")
        return self


def told(kind: Any) -> str:
    """A kind in words."""
    if isinstance(kind, tuple):
        return f"an index along {kind[1]}" if kind[0] == "ix" else f"one of {', '.join(kind[1])}"
    return {"num": "a number", "bool": "a formula"}[kind]


def shown(tree: Tree) -> str:
    """A tree in few words, for messages."""
    said = text(tree)
    return said if len(said) <= 60 else said[:57] + "..."
