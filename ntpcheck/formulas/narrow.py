"""How narrowly a formula holds on each instance of a batch: by what factor one side of it exceeds the other.

A comparison's terms are brought to one side; those that speak for it add up to P, those against it to N, and
log(P / N) is 0 where the sides agree, whatever their size. `and` takes the least, `or` the largest. It only
says where to look: nothing rests on it.
"""

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from torch import Tensor

from ntpcheck.formulas.alone import lacks
from ntpcheck.formulas.batch import Batch
from ntpcheck.formulas.bounded import Bounds
from ntpcheck.formulas.frames import Core, Frame


@dataclass(frozen=True)
class Parts:
    """A number as what its positive terms add up to, less what its negative ones do."""

    plus: Tensor
    minus: Tensor


class Ratios(Batch):
    """The instances of a batch, asked how narrowly formulas hold. What another asker computed is shared."""

    def __init__(self, other: Batch) -> None:
        vars(self).update(vars(other))
        self.other = other

    def narrowly(self, core: Core) -> Tensor:
        """`[B]`, negative where the formula fails; NaN where that is not told."""
        return self.other.in_parts(lambda batch: Ratios(batch).ratio(core, Frame()).expand(batch.rows))

    def ratio(self, e: Core, frame: Frame) -> Tensor:
        kind = e[0]
        if kind == "cmp" and e[1] in ("<", "<=", ">", ">="):
            return self.exceeding(e, frame)
        if kind == "let" and not (e[2] and lacks(self.book, ("let", e[1]))):
            return self.called(e, frame, "ratio")
        if kind == "not":
            return -self.ratio(e[1], frame)
        if kind in ("and", "or"):
            join = torch.fmin if kind == "and" else torch.fmax
            return join(self.ratio(e[1], frame), self.ratio(e[2], frame))
        if kind == "implies":
            return self.under(e[1], self.ratio(e[2], frame), frame, math.inf)
        if kind in ("forall", "exists"):
            return self.ranged(e, frame)
        said = self.formula(e, frame)
        return torch.where(said.sure, math.inf, torch.where(said.no, -math.inf, math.nan))

    def exceeding(self, e: Core, frame: Frame) -> Tensor:
        more, less = (e[2], e[3]) if e[1] in (">", ">=") else (e[3], e[2])
        a, b = self.parts(more, frame), self.parts(less, frame)
        return torch.log(a.plus + b.minus) - torch.log(a.minus + b.plus)

    def under(self, guard: Core, body: Tensor, frame: Frame, otherwise: float) -> Tensor:
        return torch.where(self.formula(guard, frame).no, otherwise, body)

    def ranged(self, e: Core, frame: Frame) -> Tensor:
        inner, dims = self.bind(frame, e[1])
        none = math.inf if e[0] == "forall" else -math.inf
        found = self.ratio(e[3], inner)
        found = found if e[2] is None else self.under(e[2], found, inner, none)
        found = torch.where(found.isnan(), none, self._along(found, dims, e[1], inner))
        return torch.amin(found, dims) if e[0] == "forall" else torch.amax(found, dims)

    def _along(self, x: Tensor, dims: tuple[int, ...], bound: Any, inner: Frame) -> Tensor:
        """Spelled out along the axes of bound letters."""
        shape = [1] * (inner.depth + 1)
        for place, (_, axis) in zip(dims, bound, strict=True):
            shape[place] = self.size(axis)
        return x.expand(np.broadcast_shapes(x.shape, tuple(shape)))

    def parts(self, e: Core, frame: Frame) -> Parts:
        """A number's positive and negative terms, added up."""
        kind = e[0]
        if kind == "let" and self.book.lets[e[1]].kind == "num" and not lacks(self.book, ("let", e[1])):
            return self.called(e, frame, "parts")
        if kind == "neg":
            a = self.parts(e[1], frame)
            return Parts(a.minus, a.plus)
        if kind in ("+", "-", "*"):
            a, b = self.parts(e[1], frame), self.parts(e[2], frame)
            if kind == "*":
                return Parts(a.plus * b.plus + a.minus * b.minus, a.plus * b.minus + a.minus * b.plus)
            b = b if kind == "+" else Parts(b.minus, b.plus)
            return Parts(a.plus + b.plus, a.minus + b.minus)
        if kind == "/":
            a, by = self.parts(e[1], frame), _middle(self.number(e[2], frame))
            one, other = a.plus / by.abs(), a.minus / by.abs()
            return Parts(torch.where(by > 0, one, other), torch.where(by > 0, other, one))
        if kind == "sum":
            inner, dims = self.bind(frame, e[1])
            a, out = self.parts(e[3], inner), torch.zeros(1, dtype=torch.bool, device=self.device)
            out = self.formula(e[2], inner).no if e[2] else out
            ends = (self._along(torch.where(out, 0.0, x), dims, e[1], inner) for x in (a.plus, a.minus))
            return Parts(*(x.sum(dims) for x in ends))
        value = _middle(self.number(e, frame))
        return Parts(value.clamp(min=0), (-value).clamp(min=0))


def _middle(x: Bounds) -> Tensor:
    return x.low / 2 + x.high / 2
