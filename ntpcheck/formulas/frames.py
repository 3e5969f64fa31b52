"""Frames of bound indices over a batch, entries of its fields, and definitions that are computed once.

Axis 0 of every tensor runs over the batch; each bound index has an axis of its own behind it, in the order in
which indices were bound.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any, Self

import numpy as np
import torch
from torch import Tensor

from ntpcheck.formulas.alone import Alone
from ntpcheck.formulas.bounded import Bounds
from ntpcheck.formulas.truth import Truth
from ntpcheck.statement.allowance import take
from ntpcheck.verifier.language.book import Book

Core = tuple[Any, ...]
CELLS = 2**24  # rows, times places of bound letters, that are evaluated at once: a tensor has 128 MiB
UNIT, BINDING = 16, 500  # cells to a unit of a search's work, and units for letters that are bound


class TooWide(Exception):
    """Letters are bound to so many places that fewer rows have to be evaluated at once."""

    def __init__(self, places: int) -> None:
        super().__init__(f"{places:,} places")
        self.rows = max(1, CELLS // places)


@dataclass(frozen=True)
class Whole:
    """A tensor argument `[B, outer.., axes..]`: over the axes behind the outer ones it is indexed."""

    numbers: Bounds
    outer: int


@dataclass(frozen=True)
class Frame:
    """What is bound: letters to axes' positions and sizes, tensor arguments, and how many axes there are."""

    letters: dict[str, tuple[int, int]] = field(default_factory=dict)
    wholes: dict[str, Whole] = field(default_factory=dict)
    depth: int = 0
    places: int = 1  # of all bound letters, those of outer frames too


class Frames(ABC):
    """The instances of a batch `[B]` of a type of a book, with what is bound and what is defined."""

    def __init__(self, book: Book, given: str, instance: Any) -> None:
        self.book, self.given, self.instance = book, given, instance
        self.fields = book.givens[given]
        self.rows = instance.batch[0]
        self.at_once = 0  # rows that are evaluated at once, where not all are
        self.device = next(iter(instance.arrays().values())).device
        self.memo: dict[Any, Any] = {}
        self.alone = Alone(book, given, instance)
        self.sizes: dict[str, int] = {}  # of the book's axes, whatever the instance's class calls them
        for part in self.fields.values():
            shape = getattr(instance, part.source).shape[1:]
            self.sizes |= dict(zip(part.axes, map(int, shape), strict=True))

    def size(self, axis: str) -> int:
        return self.sizes[axis]

    def in_parts(self, ask: Callable[[Self], Any]) -> Any:
        """Tensors or truth `[B, ..]`, as asked of the batch; some rows at a time where memory asks for it."""
        if not self.at_once:
            try:
                return ask(self)
            except TooWide as wide:
                self.at_once = wide.rows
                self.memo.clear()
        found = []
        for first in range(0, self.rows, self.at_once):
            part = self.instance.select(slice(first, first + self.at_once))
            found.append(type(self)(self.book, self.given, part).in_parts(ask))
        if isinstance(found[0], Tensor):
            return torch.cat(found)
        return type(found[0])(
            *(torch.cat(some) for some in zip(*(vars(x).values() for x in found), strict=True))
        )

    # ---- frames and indices ----
    def bind(self, frame: Frame, bound: Any) -> tuple[Frame, tuple[int, ...]]:
        """The frame with more letters, and the positions of their axes."""
        letters, depth, places = dict(frame.letters), frame.depth, frame.places
        for name, axis in bound:
            depth += 1
            letters[name] = depth, self.size(axis)
            places *= self.size(axis)
        take(BINDING + self.rows * places // UNIT)
        if self.rows > 1 and self.rows * places > CELLS:
            raise TooWide(places)
        found = replace(frame, letters=letters, depth=depth, places=places)
        return found, tuple(range(frame.depth + 1, depth + 1))

    def spread(self, x: Tensor, depth: int) -> Tensor:
        """With axes of length 1 for the indices that it does not depend on."""
        return x.reshape(*x.shape, *(1,) * (depth + 1 - x.ndim))

    def fill(self, value: float, frame: Frame) -> Tensor:
        return torch.full((1,) * (frame.depth + 1), value, dtype=torch.float64, device=self.device)

    def letter(self, name: str, frame: Frame) -> Tensor:
        place, size = frame.letters[name]
        shape = [1] * (frame.depth + 1)
        shape[place] = size
        return torch.arange(size, device=self.device).reshape(shape)

    def index(self, e: Core, frame: Frame) -> Tensor:
        """Numbers of indices, int64."""
        if e[0] == "v":
            return self.letter(e[1], frame)
        if e[0] == "q0":
            return self.fill(0, frame).long()
        if e[0] == "if":
            guard = self.formula(e[1], frame)
            one, other = self.index(e[2], frame), self.index(e[3], frame)
            return torch.where(
                guard.sure, one, other
            )  # undecided guards of indices do not occur: they are exact
        if e[0] == "let":
            return self.called(e, frame, "index")
        return self.gather(getattr(self.instance, self.fields[e[1]].source), 0, e[2], frame)

    def gather(self, values: Tensor, outer: int, where: tuple[Core, ...], frame: Frame) -> Tensor:
        """Entries of `[B, outer.., axes..]` at indices, with one axis for each letter of the frame."""
        if not where:
            return self.spread(values, frame.depth)
        indices = [self.index(part, frame) for part in where]
        before: list[Tensor] = []
        for place in range(outer + 1):
            shape = [1] * (frame.depth + 1)
            shape[place] = values.shape[place]
            before.append(torch.arange(values.shape[place], device=self.device).reshape(shape))
        return values[tuple(torch.broadcast_tensors(*before, *indices))]

    # ---- tensor arguments and definitions ----
    def whole(self, lam: Core, frame: Frame) -> Whole:
        """The tensor of an argument, computed once where it depends on no bound index."""
        body = lam[2]
        letters = tuple(("v", name) for name, _ in lam[1])
        if body[0] == "par" and body[2] == letters:
            return frame.wholes[body[1]]
        key = None
        if body[0] == "field" and body[2] == letters:
            key = ("field", body[1])
        elif not frame.letters:
            key = ("lam", id(lam), self.stamp(frame))
        if key is not None and key in self.memo:
            return self.memo[key][0]
        inner, _ = self.bind(frame, lam[1])
        numbers = self.number(body, inner)
        shape = [1] * (frame.depth + 1) + [self.size(axis) for _, axis in lam[1]]
        outer = frame.depth
        low, high = (
            x.expand(np.broadcast_shapes(x.shape, tuple(shape))) for x in (numbers.low, numbers.high)
        )
        if outer and all(size == 1 for size in low.shape[1 : outer + 1]):  # it depends on no outer index
            low, high = (x.reshape(x.shape[0], *x.shape[outer + 1 :]) for x in (low, high))
            outer = 0
        found = Whole(Bounds(low, low if numbers.low is numbers.high else high), outer)
        if key is not None:
            self.memo[key] = (found, lam)
        return found

    def stamp(self, frame: Frame) -> tuple[Any, ...]:
        return tuple(sorted((name, id(whole)) for name, whole in frame.wholes.items()))

    def called(self, e: Core, frame: Frame, what: str) -> Any:
        """A definition's value at indices: computed over all of its indices, and remembered."""
        let = self.book.lets[e[1]]
        wholes = {name: self.whole(a, frame) for name, a in zip(let.parameters, e[2], strict=True)}
        outer = max((whole.outer for whole in wholes.values()), default=0)
        key = ("let", what, e[1], tuple(id(whole) for whole in wholes.values()))
        if key not in self.memo:
            places = max(
                (math.prod(whole.numbers.low.shape[1 : outer + 1]) for whole in wholes.values()), default=1
            )
            base, _ = self.bind(Frame({}, wholes, outer, places), let.indices)
            found = getattr(self, what)(let.core, base)
            self.memo[key] = (found, wholes)
        found, bound = self.memo[key][0], [self.size(axis) for _, axis in let.indices]
        shape = tuple([1] * (outer + 1) + bound)

        def at(x: Tensor) -> Tensor:
            return self.gather(x.expand(np.broadcast_shapes(x.shape, shape)), outer, e[3], frame)

        if isinstance(found, Tensor):
            return at(found)
        if isinstance(found, Bounds) and found.low is found.high:
            return Bounds.exactly(at(found.low))
        return type(found)(*(at(x) for x in vars(found).values()))

    # ---- what Batch adds ----
    @abstractmethod
    def number(self, e: Core, frame: Frame) -> Bounds:
        """A number's enclosures at every instance and index."""

    @abstractmethod
    def formula(self, e: Core, frame: Frame) -> Truth:
        """Where a formula is seen to hold, and where to fail."""
